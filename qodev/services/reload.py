"""Turns changes in folders into reloads, after a moment of quiet (A45)."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from qodev.base.tasks import TaskOwner
from qodev.types.ports import FolderWatch

QUIET_S = 0.3  # A45
PROFILES_QUIET_S = 0.1  # P57: 150 ms with those that a watch joins


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


class SharedWatch:
    """Lets several watchers share one watch of the front end: each hears of every change."""

    def __init__(self, watch: FolderWatch) -> None:
        self._watch = watch
        self._parts: list[WatchPart] = []

    def part(self) -> "WatchPart":
        """Returns a watch of its own."""
        made = WatchPart(self)
        self._parts.append(made)
        return made

    def follow(self) -> None:
        """Watches what all parts want, or ends when none wants anything."""
        wanted = dict.fromkeys(path for part in self._parts for path in part.paths)
        if any(part.changed is not None for part in self._parts):
            self._watch.watch(tuple(wanted), self._changed)
        else:
            self._watch.stop()

    def _changed(self) -> None:
        for part in self._parts:
            if part.changed is not None:
                part.changed()


class WatchPart:
    """One watcher's share of a watch."""

    def __init__(self, shared: SharedWatch) -> None:
        self._shared = shared
        self.paths: tuple[Path, ...] = ()
        self.changed: Callable[[], None] | None = None

    def watch(self, paths: Sequence[Path], changed: Callable[[], None]) -> None:
        """Replaces what this watcher is told about."""
        self.paths, self.changed = tuple(paths), changed
        self._shared.follow()

    def stop(self) -> None:
        """Ends watching for this watcher."""
        self.paths, self.changed = (), None
        self._shared.follow()


class WatchedFiles:
    """Everything that is read again when it changes on disk."""

    def __init__(self, *reloads: tuple[FolderReloads, Callable[[], Sequence[Path]]]) -> None:
        self._reloads = reloads

    def start(self, watch: FolderWatch) -> None:
        """Begins to watch, through one watch of the front end."""
        shared = SharedWatch(watch)
        for reload, paths in self._reloads:
            reload.start(shared.part(), paths)

    def stop(self) -> None:
        """Ends watching; reloads that were due are dropped."""
        for reload, _paths in self._reloads:
            reload.stop()
