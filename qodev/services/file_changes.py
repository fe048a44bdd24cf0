"""Takes the file changes of turns back and makes them again; mends at start what a crash left of them (P227, U127, U132)."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.types.changes import ChangeLog, ChangeState, FileChange
from qodev.types.ports import EventSink
from qodev.types.work_events import FilesChanged
from qodev.workspace.rewind import Direction, FileState, Rewinder


class FileChangesService:
    """Knows the changes of conversations and walks them either way."""

    def __init__(self, rewinder: Rewinder, log: Callable[[], ChangeLog], emit: EventSink) -> None:
        self._rewinder = rewinder
        self._log = log
        self._emit = emit

    async def changes(self, conversation_id: str, turns: Sequence[str] | None = None) -> tuple[FileChange, ...]:
        """Returns the changes of some turns, of all for None, oldest first."""
        found = await self._log().changes(conversation_id)
        return tuple(change for change in found if turns is None or change.turn_id in turns)

    async def states(
        self, conversation_id: str, turns: Sequence[str], direction: Direction = Direction.UNDO
    ) -> tuple[FileState, ...]:
        """Returns every file that undo or redo of some turns would touch, with what stands against it."""
        wanted = ChangeState.DONE if direction is Direction.UNDO else ChangeState.UNDONE
        changes = [one for one in await self.changes(conversation_id, turns) if one.state is wanted]
        return await self._rewinder.states(changes, direction)

    async def undo(self, conversation_id: str, turns: Sequence[str]) -> tuple[str, ...]:
        """Takes the changes of some turns back, all or none, and returns the paths; raises RewindRefused."""
        return await self._undo(await self.changes(conversation_id, turns))

    async def undo_some(self, conversation_id: str, ids: Collection[str]) -> tuple[str, ...]:
        """Takes single changes back, all or none, and returns the paths; raises RewindRefused."""
        return await self._undo([one for one in await self.changes(conversation_id) if one.id in ids])

    async def _undo(self, changes: Sequence[FileChange]) -> tuple[str, ...]:
        paths = await self._rewinder.undo(changes)
        self._tell([one for one in changes if one.state is ChangeState.DONE], ChangeState.UNDONE)
        return paths

    async def redo(self, conversation_id: str, turns: Sequence[str]) -> tuple[str, ...]:
        """Makes undone changes of some turns again, all or none, and returns the paths; raises RewindRefused."""
        return await self._redo(await self.changes(conversation_id, turns))

    async def redo_some(self, conversation_id: str, ids: Collection[str]) -> tuple[str, ...]:
        """Makes single undone changes again, all or none, and returns the paths; raises RewindRefused."""
        return await self._redo([one for one in await self.changes(conversation_id) if one.id in ids])

    async def _redo(self, changes: Sequence[FileChange]) -> tuple[str, ...]:
        paths = await self._rewinder.redo(changes)
        self._tell([one for one in changes if one.state is ChangeState.UNDONE], ChangeState.DONE)
        return paths

    def _tell(self, changes: Sequence[FileChange], state: ChangeState) -> None:
        for turn in dict.fromkeys(change.turn_id for change in changes):
            moved = tuple(replace(change, state=state) for change in changes if change.turn_id == turn)
            self._emit(FilesChanged(conversation_id=moved[0].conversation_id, turn_id=turn, changes=moved))

    async def recover(self) -> tuple[Diagnostic, ...]:
        """Settles what a crash interrupted; a file that fits neither before nor after is a warning and stays."""
        recovered = await self._rewinder.recover()
        return tuple(
            Diagnostic(
                Code.STORE_CHANGE_UNCLEAR,
                Severity.WARNING,
                f"qodev was interrupted while it changed `{state.path}`: {state.problem}.",
                hint="Compare the file with its last version; qodev leaves it as it is.",
            )
            for state in recovered.unclear
        )
