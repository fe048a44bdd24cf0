"""Turns changes in folders into reloads, after a moment of quiet (A45)."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from qodev.base.tasks import TaskOwner
from qodev.types.ports import FolderWatch

QUIET_S = 0.3  # A45


class FolderReloads:
    """Watches folders and calls `reload` once nothing has changed for 300 ms."""

    def __init__(self, reload: Callable[[], Awaitable[object]], tasks: TaskOwner, quiet_s: float = QUIET_S) -> None:
        self._reload = reload
        self._tasks = tasks
        self._quiet_s = quiet_s
        self._timer: asyncio.TimerHandle | None = None
        self._watch: FolderWatch | None = None

    def start(self, watch: FolderWatch, paths: Callable[[], Sequence[Path]]) -> None:
        """Begins to watch `paths`, which is asked again after each reload, since folders come and go."""
        self._watch = watch
        self._paths = paths
        watch.watch(paths(), self.changed)

    def changed(self) -> None:
        """Says that something changed; the reload follows when it has been quiet for a while."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(self._quiet_s, self._fire)

    def _fire(self) -> None:
        self._timer = None
        self._tasks.spawn(self._run(), name="reload")

    async def _run(self) -> None:
        await self._reload()
        if self._watch is not None:
            self._watch.watch(self._paths(), self.changed)

    def stop(self) -> None:
        """Ends watching; a reload that was due is dropped."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._watch is not None:
            self._watch.stop()
            self._watch = None
