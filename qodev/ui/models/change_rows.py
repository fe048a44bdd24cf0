"""The list of changed files in the inspector: what changed, how it stands, and what can be done about it (U20, U177)."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from qodev.base.text import show_hidden
from qodev.types.diffs import ChangedFile, ChangeScope, Standing
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.review_state import counts_text
from qodev.ui.models.words import STANDING_WORDS, StateWord

_SCOPES = {
    ChangeScope.LAST_TURN: QT_TRANSLATE_NOOP("Changes", "Last turn"),
    ChangeScope.CONVERSATION: QT_TRANSLATE_NOOP("Changes", "This conversation"),
    ChangeScope.UNCOMMITTED: QT_TRANSLATE_NOOP("Changes", "Uncommitted"),
    ChangeScope.BRANCH: QT_TRANSLATE_NOOP("Changes", "Against branch…"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Changes", text, "", count)


@dataclass(frozen=True, slots=True)
class ScopeRow:
    """One entry of the choice of scopes; `reason` says why it cannot be chosen."""

    scope: ChangeScope
    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One changed file."""

    id: str
    path: str
    counts: str
    word: StateWord | None
    when: str
    file: ChangedFile
    is_proposal: bool = False

    @property
    def state(self) -> str:
        """Returns the state in a word."""
        return self.word.text if self.word is not None else ""

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says."""
        return ", ".join(part for part in (self.path, self.counts, self.state, self.when) if part)

    @property
    def can_undo(self) -> bool:
        """Tells whether it can be taken back; whether its file allows it is found out then."""
        return self.file.standing in (Standing.APPLIED, Standing.CHANGED_SINCE) and bool(self.file.changes)

    @property
    def can_redo(self) -> bool:
        """Tells whether it was taken back and can be made again."""
        return self.file.standing is Standing.REVERTED


@dataclass(frozen=True, slots=True)
class ChangesState:
    """Everything that the tab shows."""

    scope: ChangeScope = ChangeScope.CONVERSATION
    scopes: tuple[ScopeRow, ...] = ()
    branches: tuple[str, ...] = ()  # as git names them below `refs`
    branch: str = ""
    rows: tuple[ChangeRow, ...] = ()
    is_loading: bool = False
    is_slow: bool = False
    fault: str = ""
    hint: str = ""

    @property
    def status(self) -> str:
        """Returns what stands above the list: what is wrong, that it is read, or that there is nothing (U177)."""
        if self.fault:
            return f"{self.fault} {self.hint}".strip()
        if self.is_loading:
            return _tr("Reading changes… Still working.") if self.is_slow else _tr("Reading changes…")
        if self.rows:
            return ""
        empty = {
            ChangeScope.LAST_TURN: _tr("No changes in the last turn."),
            ChangeScope.CONVERSATION: _tr("No changes in this conversation."),
        }
        return empty.get(self.scope, _tr("No changes."))


def scope_rows(git_reason: str) -> tuple[ScopeRow, ...]:
    """Returns the scopes; those of git carry the reason why git cannot be asked."""
    git = (ChangeScope.UNCOMMITTED, ChangeScope.BRANCH)
    return tuple(ScopeRow(scope, _tr(text), git_reason if scope in git else "") for scope, text in _SCOPES.items())


def change_row(file: ChangedFile, *, is_proposal: bool = False) -> ChangeRow:
    """Returns a changed file as a row."""
    return ChangeRow(
        file.id,
        show_hidden(file.path),
        counts_text(file.added, file.removed),
        STANDING_WORDS[file.standing] if file.standing is not None else None,
        _time(file.at) if file.at else "",
        file,
        is_proposal,
    )


def branch_text(branch: str) -> str:
    """Returns a branch as people name it."""
    return show_hidden(branch.partition("/")[2] or branch)


def _time(at: float) -> str:
    moment = QDateTime.fromSecsSinceEpoch(int(at))
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)
