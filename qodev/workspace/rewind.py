"""Takes recorded changes of files back, or makes them again: all of them or none (P227); and mends what a crash left.

Before the first file is touched, a journal beside the checkpoints says what is to become of each. It goes when all is done,
so that a start after a crash finishes what was begun.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.files import atomic_write, read_bounded
from qodev.base.nofollow import OpenedFolder, open_known_folder
from qodev.base.nofollow_write import leftovers_of, remove_file
from qodev.base.tasks import WorkPool, finish
from qodev.types.changes import ChangeLog, ChangeState, FileChange
from qodev.types.files import PathRefused
from qodev.types.tooling import ToolRefusal
from qodev.workspace.checkpoints import CheckpointMissing, CheckpointStore
from qodev.workspace.desk import digest_at, reason_of
from qodev.workspace.project import ProjectRoot
from qodev.workspace.writing import WriteOrder, mark_of, read_marked, write_file

_JOURNAL_BYTES = 4 * 1024 * 1024


class Direction(StrEnum):
    """Which way recorded changes are walked."""

    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class FileStep:
    """What becomes of one file: digests of its bytes, None where there is no file."""

    project: str
    path: str
    found: str | None
    wanted: str | None
    is_broken: bool = False  # somebody else changed it between two of the changes


@dataclass(frozen=True, slots=True)
class FileState:
    """A file of a rewind and whether it still is as it was recorded; `problem` is empty when it is (U132)."""

    path: str
    problem: str = ""


class RewindRefused(UserFacingError):
    """Files that are not as they were recorded, so that none was touched; or could not all be put back."""

    def __init__(self, message: str, states: Sequence[FileState]) -> None:
        named = ", ".join(f"`{state.path}` ({state.problem})" for state in states)
        super().__init__(f"{message} {named}.", "Compare these files with their last change.")
        self.states = tuple(states)


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a start found of changes that a crash interrupted; `unclear` are as neither before nor after."""

    done: tuple[FileChange, ...] = ()
    dropped: tuple[FileChange, ...] = ()
    unclear: tuple[FileState, ...] = ()


class Rewinder:
    """Undoes and redoes recorded changes."""

    def __init__(
        self, folder: Path, checkpoints: CheckpointStore, log: Callable[[], ChangeLog], pool: WorkPool
    ) -> None:
        self._journal = folder / "rewind.json"
        self._checkpoints = checkpoints
        self._log = log
        self._pool = pool
        self._one = asyncio.Lock()  # there is one journal

    async def states(self, changes: Sequence[FileChange], direction: Direction) -> tuple[FileState, ...]:
        """Returns every file that would be touched, with what stands against it."""
        return await self._pool.run(self._states, plan_steps(changes, direction))

    async def undo(self, changes: Sequence[FileChange]) -> tuple[str, ...]:
        """Takes changes back, oldest first as they are given, and returns the paths; raises RewindRefused."""
        async with self._one:
            return await finish(self._move(changes, Direction.UNDO), name="undo")

    async def redo(self, changes: Sequence[FileChange]) -> tuple[str, ...]:
        """Makes undone changes again, oldest first as they are given, and returns the paths; raises RewindRefused."""
        async with self._one:
            return await finish(self._move(changes, Direction.REDO), name="redo")

    async def _move(self, changes: Sequence[FileChange], direction: Direction) -> tuple[str, ...]:
        wanted = ChangeState.DONE if direction is Direction.UNDO else ChangeState.UNDONE
        settled = [change for change in changes if change.state is wanted]
        steps = plan_steps(settled, direction)
        problems = [state for state in await self._pool.run(self._states, steps) if state.problem]
        if problems:
            raise RewindRefused("Nothing was changed:", problems)
        await self._pool.run(self._carry_out, steps, [change.id for change in settled], direction)
        await self._settle([change.id for change in settled], direction)
        return tuple(step.path for step in steps)

    def _carry_out(self, steps: Sequence[FileStep], ids: Sequence[str], direction: Direction) -> None:
        try:
            for step in steps:  # so that the way back is there, too
                self._keep(step)
            self._write_journal(steps, ids, direction)
        except OSError as fault:
            states = [FileState(str(self._journal), reason_of(fault))]
            raise RewindRefused("Nothing was changed, since no record of it could be made:", states) from fault
        done: list[FileStep] = []
        for step in steps:
            try:
                self._write(step)
            except (OSError, ToolRefusal, PathRefused, CheckpointMissing) as fault:
                self._roll_back([*done, step], _sentence(fault))
                failed = FileState(step.path, _sentence(fault))
                raise RewindRefused("Nothing was changed, since one file could not be:", [failed]) from fault
            done.append(step)

    def _roll_back(self, done: Sequence[FileStep], cause: str) -> None:
        stuck: list[FileState] = []
        for step in reversed(done):
            try:
                if digest_at(_open(step), step.path) != step.found:
                    self._write(FileStep(step.project, step.path, step.wanted, step.found))
            except (OSError, ToolRefusal, PathRefused, CheckpointMissing) as fault:
                stuck.append(FileState(step.path, _sentence(fault)))
        if stuck:  # the journal stays: the next start tries again
            raise RewindRefused(f"A file could not be changed ({cause}), and some could not be put back:", stuck)
        self._journal.unlink(missing_ok=True)

    async def _settle(self, ids: Sequence[str], direction: Direction) -> None:
        state = ChangeState.UNDONE if direction is Direction.UNDO else ChangeState.DONE
        for change_id in ids:
            await self._log().settle(change_id, state)
        await self._pool.run(self._journal.unlink, missing_ok=True)

    def _states(self, steps: Sequence[FileStep]) -> tuple[FileState, ...]:
        return tuple(FileState(step.path, self._problem(step)) for step in steps)

    def _problem(self, step: FileStep) -> str:
        if step.is_broken:
            return "something else changed it in between"
        try:
            root = _open(step)
            now = root.resolve(step.path)
            if now.real != step.path:
                return "a link leads there now"
            if digest_at(root, step.path) != step.found:
                return "it changed since" if now.exists else "it is gone"
            if step.wanted is not None:
                self._checkpoints.get(step.wanted)
        except (OSError, PathRefused, CheckpointMissing) as fault:
            return _sentence(fault)
        return ""

    def _keep(self, step: FileStep) -> None:
        if step.found is not None:
            self._checkpoints.put(read_marked(_open(step), step.path).content)

    def _write(self, step: FileStep) -> None:
        """Brings one file to what is wanted; raises ToolRefusal when it is not what was found."""
        root = _open(step)
        now = root.resolve(step.path)
        mark = mark_of(read_marked(root, step.path)) if now.exists else None
        if (mark.sha256 if mark is not None else None) != step.found:
            raise ToolRefusal("it changed since")
        content = self._checkpoints.get(step.wanted) if step.wanted is not None else None
        if mark is not None or content is not None:
            write_file(WriteOrder(root, now, mark, content))

    def _write_journal(self, steps: Sequence[FileStep], ids: Sequence[str], direction: Direction) -> None:
        rows = [[step.project, step.path, step.found, step.wanted] for step in steps]
        self._journal.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        atomic_write(self._journal, json.dumps({"direction": direction, "ids": list(ids), "steps": rows}).encode())

    async def recover(self) -> Recovered:
        """Mends what a crash left, before anything else writes; nothing in doubt is touched (S166)."""
        unclear = await self._finish_rewind()
        done: list[FileChange] = []
        dropped: list[FileChange] = []
        for change in await self._log().unsettled():
            found = await self._pool.run(_look_after_crash, change)
            if found == change.after_sha256:
                await self._log().settle(change.id, ChangeState.DONE)
                done.append(change)
            elif found == change.before_sha256:
                await self._log().drop(change.id)
                dropped.append(change)
            else:
                unclear.append(FileState(change.path, "it is as neither before nor after an interrupted change"))
        return Recovered(tuple(done), tuple(dropped), tuple(unclear))

    async def _finish_rewind(self) -> list[FileState]:
        journal = await self._pool.run(self._read_journal)
        if journal is None:
            return []
        steps, ids, direction = journal
        problems = await self._pool.run(self._go_on, steps)
        if problems:
            await self._pool.run(self._set_aside)
        else:
            await self._settle(ids, direction)
        return problems

    def _go_on(self, steps: Sequence[FileStep]) -> list[FileState]:
        problems: list[FileState] = []
        for step in steps:
            try:
                _remove_leftovers(_open(step), step.path)
                if digest_at(_open(step), step.path) != step.wanted:
                    self._write(step)
            except (OSError, ToolRefusal, PathRefused, CheckpointMissing) as fault:
                problems.append(FileState(step.path, _sentence(fault)))
        return problems

    def _read_journal(self) -> tuple[list[FileStep], list[str], Direction] | None:
        try:
            document = json.loads(read_bounded(self._journal, _JOURNAL_BYTES))
            steps = [FileStep(*row) for row in document["steps"]]
            return steps, [str(one) for one in document["ids"]], Direction(document["direction"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            self._set_aside()
            return None

    def _set_aside(self) -> None:
        if self._journal.exists():
            self._journal.replace(self._journal.with_name("rewind.unfinished.json"))


def plan_steps(changes: Sequence[FileChange], direction: Direction) -> tuple[FileStep, ...]:
    """Returns what becomes of each file when all of these changes, oldest first, are undone or redone."""
    ends: dict[tuple[str, str], tuple[str | None, str | None]] = {}
    broken: set[tuple[str, str]] = set()
    for change in changes:
        key = (change.project, change.path)
        first, last = ends.get(key, (change.before_sha256, change.before_sha256))
        if last != change.before_sha256:
            broken.add(key)
        ends[key] = (first, change.after_sha256)
    is_undo = direction is Direction.UNDO
    return tuple(
        FileStep(*key, last if is_undo else first, first if is_undo else last, key in broken)
        for key, (first, last) in ends.items()
        if first != last or key in broken
    )


def _open(step: FileStep) -> ProjectRoot:
    return ProjectRoot.open(Path(step.project))


def _look_after_crash(change: FileChange) -> str | None:
    try:
        root = ProjectRoot.open(Path(change.project))
        _remove_leftovers(root, change.path)
    except OSError:
        return ""
    return digest_at(root, change.path)


def _remove_leftovers(root: ProjectRoot, path: str) -> None:
    """Removes temporary files that a killed write left beside a file; their owner is dead, so their age does not count."""
    *parents, name = path.split("/")
    with ExitStack() as opened, suppress(FileNotFoundError):
        folder: OpenedFolder = opened.enter_context(open_known_folder(root.path, root.device, root.inode))
        for part in parents:
            folder = opened.enter_context(folder.child(part))
        for leftover in leftovers_of(folder, name):
            remove_file(folder, leftover)


def _sentence(fault: Exception) -> str:
    if isinstance(fault, OSError):
        return reason_of(fault)
    if isinstance(fault, PathRefused):
        return fault.reason
    return str(fault)
