"""The Changes tab: what was changed in files, taken back and made again (U20, U127)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from qodev.base.errors import UserFacingError
from qodev.types.diffs import ChangedFile, ChangeScope, GitScopes, Standing
from qodev.types.events import AnyEvent
from qodev.types.questions import PermissionRequest, QuestionKind
from qodev.types.work_events import FilesChanged, PermissionRequested, PermissionResolved, ToolFinished
from qodev.ui.models.change_rows import ChangeRow, ChangesState, change_row, scope_rows
from qodev.ui.models.lists import in_a_row
from qodev.ui.models.notices import Toast
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_PAUSE_MS = 120
_SHOWN_MS, _SLOW_MS = 200, 5_000  # U177: loading is drawn, and said to go on
_FOLLOWED = (FilesChanged, ToolFinished, PermissionRequested, PermissionResolved)


class ChangesPresenter(Presenter):
    """Lists only while the tab is on screen."""

    state_changed = Signal(object)  # ChangesState
    change_wanted = Signal(object, object, str)  # ChangedFile, those beside it, a branch
    proposal_wanted = Signal(str)  # the id of a question

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = ChangesState(scopes=scope_rows(""))
        self._here = ""
        self._is_shown = False
        self._revision = 0
        self._undone: dict[str, tuple[str, tuple[str, ...], bool]] = {}
        self._pause = self._timer(_PAUSE_MS)
        self._pause.timeout.connect(self.refresh)
        self._loading = self._timer(_SHOWN_MS)
        self._loading.timeout.connect(self._show_loading)
        self._slow = self._timer(_SLOW_MS)
        self._slow.timeout.connect(self._show_slow)

    def _timer(self, after_ms: int) -> QTimer:
        made = QTimer(self)
        made.setSingleShot(True)
        made.setInterval(after_ms)
        return made

    def set_shown(self, on: bool) -> None:  # noqa: FBT001  # one fact
        """Tells whether the tab is on screen."""
        self._is_shown = on
        if on:
            self.refresh()

    def follow(self, conversation_id: str) -> None:
        """Lists the changes of another conversation."""
        if conversation_id != self._here:
            self._here = conversation_id
            kept = ChangesState(scope=self.state.scope, scopes=self.state.scopes)
            if kept.scope in (ChangeScope.UNCOMMITTED, ChangeScope.BRANCH):
                kept = replace(kept, scope=ChangeScope.CONVERSATION)
            self._tell(kept)
            self.refresh()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        if self._is_shown and any(
            isinstance(event, _FOLLOWED) and event.conversation_id == self._here for event in batch
        ):
            self._pause.start()

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""
        self.refresh()
        self._tell(self.state)

    # The list.

    def choose_scope(self, scope: ChangeScope) -> None:
        """Lists other changes."""
        branch = self.state.branch
        if scope is ChangeScope.BRANCH and branch not in self.state.branches:
            branch = _usual(self.state.branches)
        self._tell(replace(self.state, scope=scope, branch=branch, rows=(), fault=""))
        self.refresh()

    def choose_branch(self, branch: str) -> None:
        """Compares with another branch."""
        self._tell(replace(self.state, branch=branch))
        self.refresh()

    def refresh(self) -> None:
        """Lists anew; an answer that was overtaken is dropped, and the last good list stays under an error."""
        self._pause.stop()
        self._revision += 1
        if not self._is_shown or not self._here:
            self._end_loading(self.state)  # the answer that was waited for is dropped
            return
        self._loading.start()
        self._slow.start()
        self.spawn(self._load(self._here, self._revision), "changes")

    def _show_loading(self) -> None:
        self._tell(replace(self.state, is_loading=True))

    def _show_slow(self) -> None:
        self._tell(replace(self.state, is_slow=True))

    def cancel(self) -> None:
        """Waits no longer; what was listed before stays."""
        self._revision += 1
        self._end_loading(self.state)

    def _end_loading(self, state: ChangesState) -> None:
        self._loading.stop()
        self._slow.stop()
        self._tell(replace(state, is_loading=False, is_slow=False))

    async def _load(self, conversation_id: str, revision: int) -> None:
        scope, branch = self.state.scope, self.state.branch
        git = await self.services.changes.git_scopes(conversation_id)
        try:
            files = await self.services.changes.files(conversation_id, scope, branch)
        except UserFacingError as fault:
            if revision == self._revision:
                self._end_loading(replace(self._scoped(git), fault=fault.message, hint=fault.hint or ""))
            return
        if revision == self._revision:
            rows = (*self._proposed(conversation_id, scope), *(change_row(file) for file in files))
            self._end_loading(replace(self._scoped(git), fault="", hint="", rows=rows))

    def _scoped(self, git: GitScopes) -> ChangesState:
        return replace(self.state, scopes=scope_rows(git.reason), branches=git.branches)

    def _proposed(self, conversation_id: str, scope: ChangeScope) -> Sequence[ChangeRow]:
        if scope in (ChangeScope.UNCOMMITTED, ChangeScope.BRANCH):
            return ()
        waiting = (
            one
            for one in self.services.code_tasks.broker.open
            if one.kind is QuestionKind.REVIEW and one.conversation_id == conversation_id
        )
        return tuple(row for one in waiting if (row := _proposal_row(one)) is not None)

    def open(self, row_id: str) -> None:
        """Shows the difference of a row."""
        row = self._row(row_id)
        if row is None:
            return
        if row.is_proposal:
            self.proposal_wanted.emit(row.id)
        elif row.file.standing is Standing.REJECTED:
            text = self.tr(
                "`{0}` was rejected, so nothing of it is kept. Its call in the conversation says what it was."
            )
            self.toast_raised.emit(Toast(text.format(row.path)))
        else:
            others = tuple(one.file for one in self.state.rows if not one.is_proposal)
            branch = self.state.branch if self.state.scope is ChangeScope.BRANCH else ""
            self.change_wanted.emit(row.file, others, branch)

    def _row(self, row_id: str) -> ChangeRow | None:
        return next((one for one in self.state.rows if one.id == row_id), None)

    # Back and forth.

    def toggle(self, row_ids: Sequence[str]) -> None:
        """Takes rows back, or makes those again that were taken back."""
        rows = [row for row_id in row_ids if (row := self._row(row_id)) is not None]
        undone = [row for row in rows if row.can_redo]
        if rows and len(undone) == len(rows):
            self._move([row.file for row in rows], is_undo=False)
        else:
            self._move([row.file for row in rows if row.can_undo], is_undo=True)

    def undo_turn(self, row_id: str) -> None:
        """Takes back everything that the turn of a row changed."""
        row = self._row(row_id)
        if row is not None:
            self.spawn(self._undo_turn(self._here, row.file.turn_id), "undo")

    async def _undo_turn(self, conversation_id: str, turn_id: str) -> None:
        files = await self.services.changes.files(conversation_id, ChangeScope.CONVERSATION)
        done = (Standing.APPLIED, Standing.CHANGED_SINCE)
        self._move([one for one in files if one.turn_id == turn_id and one.standing in done], is_undo=True)

    def undo_call(self, call_id: str) -> None:
        """Takes back what one call changed, as its card asks for (U127)."""
        self.spawn(self._undo_call(self._here, call_id), "undo")

    async def _undo_call(self, conversation_id: str, call_id: str) -> None:
        file = await self.services.changes.changes_of_call(conversation_id, call_id)
        if file is None:
            raise UserFacingError(self.tr("Nothing is kept of this change."), self.tr("Its call says what was asked."))
        self._move([file], is_undo=file.standing is not Standing.REVERTED)

    def _move(self, files: Sequence[ChangedFile], *, is_undo: bool) -> None:
        ids = tuple(change for file in files for change in file.changes)
        if ids:
            self.spawn(self._walk(self._here, ids, is_undo=is_undo), "undo" if is_undo else "redo")

    async def _walk(self, conversation_id: str, ids: tuple[str, ...], *, is_undo: bool) -> None:
        changes = self.services.changes
        paths = await (changes.undo if is_undo else changes.redo)(conversation_id, ids)
        if not paths:
            return
        token = f"{'undo' if is_undo else 'redo'}:{ids[0]}:{len(self._undone)}"
        self._undone[token] = (conversation_id, ids, is_undo)
        if len(paths) == 1:
            said = self.tr("`{0}` is as before.") if is_undo else self.tr("`{0}` is changed again.")
            text = said.format(paths[0])
        else:
            said = self.tr("{0} are as before.") if is_undo else self.tr("{0} are changed again.")
            text = said.format(in_a_row([f"`{path}`" for path in paths]))
        self.toast_raised.emit(Toast(text, token, verb=self.tr("Redo") if is_undo else ""))
        self.refresh()

    def undo(self, what: str) -> None:
        """Takes back what a toast named: an undo is made again, a redo undone."""
        found = self._undone.pop(what, None)
        if found is not None:
            conversation_id, ids, was_undo = found
            self.spawn(self._walk(conversation_id, ids, is_undo=not was_undo), "redo" if was_undo else "undo")

    def _tell(self, state: ChangesState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)


def _proposal_row(request: PermissionRequest) -> ChangeRow | None:
    proposal = request.proposal
    if proposal is None:
        return None
    added = sum(len(hunk.after) for hunk in proposal.hunks)
    removed = sum(len(hunk.before) for hunk in proposal.hunks)
    file = ChangedFile(request.id, proposal.path, Standing.PROPOSED, added, removed, request.turn_id)
    return change_row(file, is_proposal=True)


def _usual(branches: Sequence[str]) -> str:
    """Returns the branch that a comparison begins with."""
    for name in ("heads/main", "heads/master", "remotes/origin/main", "remotes/origin/master"):
        if name in branches:
            return name
    return branches[0] if branches else ""
