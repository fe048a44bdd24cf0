"""Waits until a window has come to rest: no timer about to fire, no task under way, what was asked for drawn."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

from PySide6.QtCore import QObject, QTimer

_PASS_S = 0.008  # Qt draws what was asked for 5 ms later
_CALM_PASSES = 3  # one thing starts another
_SOON_MS = 200  # pauses after typing and frames of events; longer timers wait for people
_LIMIT_S = 20.0


class HasTasks(Protocol):
    """A presenter: it knows when nothing of it is under way."""

    async def wait(self) -> None: ...


async def come_to_rest(
    tasks: Callable[[], Iterable[HasTasks]],
    roots: Iterable[QObject],
    settled: Callable[[], Awaitable[object]] | None = None,
) -> None:
    """Returns once nothing is about to happen below `roots`; fails after 20 s of steady work."""
    kept = tuple(roots)
    calm = 0
    async with asyncio.timeout(_LIMIT_S):
        while calm < _CALM_PASSES:
            await asyncio.sleep(_PASS_S)
            for presenter in tuple(tasks()):
                await presenter.wait()
            if settled is not None:
                await settled()
            calm = 0 if any(_is_soon(timer) for root in kept for timer in root.findChildren(QTimer)) else calm + 1


def _is_soon(timer: QTimer) -> bool:
    return timer.isSingleShot() and timer.isActive() and timer.remainingTime() <= _SOON_MS
