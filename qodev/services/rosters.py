"""Rosters and routing as front ends use them: changes that are stored at once, undo, and the routing tester."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from qodev.agents.pipelines import find_unreachable, pick_agent
from qodev.agents.rosters import RosterStore
from qodev.base.codes import Code
from qodev.base.errors import UserFacingError
from qodev.base.tasks import TaskOwner, WorkPool
from qodev.services.folder_files import list_project_files
from qodev.types.agents import AgentSnapshot, NeverWins, Pipeline, Roster
from qodev.types.routing import FileRoute, FolderEnd, PipelineWalk, RosterFault, WrittenRoster

FILE_CAP = 5000
_BATCH = 250


class RostersService:
    """Keeps what was changed here until a reload has read it back, so that what is shown is never behind."""

    def __init__(
        self,
        store: RosterStore,
        snapshot: Callable[[], AgentSnapshot],
        reload: Callable[[], Awaitable[AgentSnapshot]],
        tasks: TaskOwner,
        pool: WorkPool,
    ) -> None:
        self._store = store
        self._catalog = snapshot
        self._reload = reload
        self._tasks = tasks
        self._pool = pool
        self._writing = asyncio.Lock()
        self._ahead: dict[Pipeline, tuple[str, ...]] = {}  # written, and not yet in the catalog's snapshot
        self._never: tuple[object, Mapping[Pipeline, tuple[NeverWins, ...]]] = (None, {})  # of what, and what

    @property
    def snapshot(self) -> AgentSnapshot:
        """Returns the catalog's snapshot with the rosters as they were stored last."""
        found = self._catalog()
        if not self._ahead:
            return found
        ahead = {pipeline: Roster(pipeline, names) for pipeline, names in self._ahead.items()}
        return replace(found, rosters={**found.rosters, **ahead})

    def names(self, pipeline: Pipeline) -> tuple[str, ...]:
        """Returns the entries of a roster, those of no loaded agent too."""
        roster = self.snapshot.rosters.get(pipeline)
        return roster.agents if roster is not None else ()

    @property
    def fault(self) -> RosterFault | None:
        """Returns what is wrong with a rosters file that cannot be read; such a file is never overwritten by a change."""
        found = self._catalog()
        broken = next((d for d in found.diagnostics if d.code is Code.PIPELINES_SYNTAX), None)
        if broken is None:
            return None
        line, column = (broken.span.line, broken.span.column) if broken.span is not None else (1, 1)
        is_older = any(roster.stale for roster in found.rosters.values())
        return RosterFault(broken.message, broken.file or "", line, column, is_older)

    async def add(self, pipeline: Pipeline, name: str, position: int | None = None) -> WrittenRoster:
        """Adds an agent, at the end by default; raises UserFacingError when it is there already."""
        return await self._change(pipeline, lambda names: _added(names, name, position))

    async def remove(self, pipeline: Pipeline, name: str) -> WrittenRoster:
        """Takes an entry out."""
        return await self._change(pipeline, lambda names: tuple(n for n in names if n != name))

    async def move(self, pipeline: Pipeline, name: str, position: int) -> WrittenRoster:
        """Puts an entry at a position, counted from 0 among the others."""
        return await self._change(pipeline, lambda names: _moved(names, name, position))

    async def substitute(self, pipeline: Pipeline, name: str, other: str) -> WrittenRoster:
        """Puts another agent in the place of an entry, such as one that is missing."""
        return await self._change(pipeline, lambda names: _substituted(names, name, other))

    async def undo(self, written: WrittenRoster) -> WrittenRoster:
        """Takes a change back; what else happened to the file since is kept."""
        return await self._write(lambda: self._store.take_back(written))

    async def replace_broken(self) -> Path | None:
        """Writes the rosters in use over a broken file, and returns where that file is kept now."""
        rosters = {pipeline: self.names(pipeline) for pipeline in Pipeline}
        async with self._writing:
            try:
                kept = await self._store.replace_broken(rosters)
            except OSError as fault:
                raise _unwritten(fault) from fault
        await self._reload()
        return kept

    async def _change(self, pipeline: Pipeline, change: Callable[[tuple[str, ...]], tuple[str, ...]]) -> WrittenRoster:
        def work() -> Awaitable[WrittenRoster]:
            before = self.names(pipeline)
            return self._store.change(pipeline, before, change(before))

        return await self._write(work)

    async def _write(self, work: Callable[[], Awaitable[WrittenRoster]]) -> WrittenRoster:
        async with self._writing:
            try:
                written = await work()
            except OSError as fault:
                raise _unwritten(fault) from fault
            self._ahead[written.pipeline] = written.after
        self._tasks.spawn(self._read_back(written), name="rosters")
        return written

    async def _read_back(self, written: WrittenRoster) -> None:
        await self._reload()
        if self._ahead.get(written.pipeline) == written.after:
            del self._ahead[written.pipeline]

    def walk(self, path: str, project: str) -> tuple[PipelineWalk, ...]:
        """Walks all pipelines for a file and a project, "" for none, as the router does (A115, A186)."""
        found = self.snapshot
        never = self._find_never(found)
        return tuple(PipelineWalk(pick_agent(found, p, path, project), never[p]) for p in Pipeline)

    def _find_never(self, found: AgentSnapshot) -> Mapping[Pipeline, tuple[NeverWins, ...]]:
        """Returns what no file can reach; it hangs on no file, so it is found once for the keys of a path."""
        source = (found.agents, found.rosters)
        if self._never[0] != source:
            self._never = source, {pipeline: find_unreachable(found, pipeline) for pipeline in Pipeline}
        return self._never[1]

    async def tabulate(
        self, folder: Path, project: str, take: Callable[[Sequence[FileRoute]], None], cap: int = FILE_CAP
    ) -> FolderEnd:
        """Hands the winners for the files of a folder to `take`, some at a time; cancelling stops it at once.

        Raises UserFacingError when the folder cannot be read.
        """
        is_cancelled = threading.Event()
        found = self.snapshot
        try:
            files = await self._pool.run(list_project_files, folder, cap, is_cancelled.is_set)
            for start in range(0, len(files.paths), _BATCH):
                batch = files.paths[start : start + _BATCH]
                take(await self._pool.run(_routes, found, folder.as_posix(), batch, project))
        except OSError as fault:
            reason = (fault.strerror or "unknown cause").lower()
            raise UserFacingError(f"`{folder.name}` cannot be read: {reason}.", "Choose another folder.") from fault
        finally:
            is_cancelled.set()
        return FolderEnd(len(files.paths), files.is_capped, tuple(files.unreadable))


def _routes(snapshot: AgentSnapshot, folder: str, paths: Sequence[str], project: str) -> tuple[FileRoute, ...]:
    return tuple(
        FileRoute(path, tuple(pick_agent(snapshot, p, f"{folder}/{path}", project).winner for p in Pipeline))
        for path in paths
    )


def _added(names: tuple[str, ...], name: str, position: int | None) -> tuple[str, ...]:
    if name in names:
        raise UserFacingError(f"`{name}` is in this roster already.", "Choose another agent.")
    at = len(names) if position is None else position
    return (*names[:at], name, *names[at:])


def _moved(names: tuple[str, ...], name: str, position: int) -> tuple[str, ...]:
    if name not in names:
        return names
    others = [other for other in names if other != name]
    others.insert(max(0, min(len(others), position)), name)
    return tuple(others)


def _substituted(names: tuple[str, ...], name: str, other: str) -> tuple[str, ...]:
    if other in names:
        raise UserFacingError(f"`{other}` is in this roster already.", f"Remove `{name}` instead.")
    return tuple(other if entry == name else entry for entry in names)


def _unwritten(fault: OSError) -> UserFacingError:
    reason = (fault.strerror or "unknown cause").lower()
    return UserFacingError(f"`pipelines.toml` cannot be written: {reason}.", "The rosters are as they were.")
