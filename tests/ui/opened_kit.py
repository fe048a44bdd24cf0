"""A window with an opened conversation, in which calls of its Code task wait for an answer."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from qodev.types.questions import PermissionAnswer, PermissionRequest
from qodev.ui.kit.deaf import DEAF_MS, DeafTime

if TYPE_CHECKING:
    from tests.ui.conftest import Live


class Hearing(Protocol):
    """A view that listens a moment after it came."""

    deaf: DeafTime


class Opened:
    """What a test works with; `waiting` holds the calls that wait, by the id of their question."""

    def __init__(self, live: "Live") -> None:
        self.live = live
        self.services: Any = live.services
        self.waiting: dict[str, asyncio.Task[PermissionAnswer]] = {}

    async def start(self) -> None:
        """Loads what is stored and opens a conversation."""
        self.live.presenters.load("")
        await self.make()

    async def make(self) -> None:
        """Begins a conversation and opens it."""
        made = await self.services.conversations.create()
        await self.live.settle()
        self.live.presenters.conversations.select(made.id)
        await self.live.settle()

    async def stop(self) -> None:
        """Ends what waits, and the window's work."""
        for task in self.waiting.values():
            task.cancel()
        await self.live.stop()

    @property
    def here(self) -> str:
        """Returns the id of the opened conversation."""
        return self.live.presenters.conversations.state.selected

    async def wait_for(self, asked: PermissionRequest) -> None:
        """Lets a call wait for an answer."""
        broker = self.services.code_tasks.broker
        self.waiting[asked.id] = asyncio.get_running_loop().create_task(broker.ask(asked))
        await self.live.settle()

    async def hear(self, view: Hearing) -> None:
        """Waits until a view listens."""
        await asyncio.sleep(DEAF_MS / 1000 + 0.05)
        assert not view.deaf.is_deaf


Kind = TypeVar("Kind", bound=Opened)


def play(
    qt_run: Callable[..., None],
    make: Callable[[], Kind],
    scenario: Callable[[Kind], Coroutine[Any, Any, None]],
    limit_s: float = 20,
    **start: Any,
) -> None:
    """Runs a scenario in a window from its start to its stop."""

    async def go() -> None:
        opened = make()
        try:
            await opened.start(**start)
            await scenario(opened)
        finally:
            await opened.stop()

    qt_run(go(), limit_s)
