"""Rows of the list that `@` opens, and commands that skills add to the one of `/` (U99, U100)."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from qodev.base.text import show_hidden
from qodev.types.mentions import MentionedFile, MentionList
from qodev.ui.models.marks import QT_TRANSLATE_NOOP

_REASONS = (  # as the core says them
    QT_TRANSLATE_NOOP("Mentions", "its name looks like that of a secret"),
    QT_TRANSLATE_NOOP("Mentions", "it is ignored by git"),
)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Mentions", text)


@dataclass(frozen=True, slots=True)
class SkillCommand:
    """A skill as `/name`; `about` says what it is for, and which arguments it takes."""

    name: str
    about: str


@dataclass(frozen=True, slots=True)
class MentionRow:
    """A file or folder; `reason` says why it cannot be taken."""

    path: str
    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MentionState:
    """The answers to what was asked; `note` stands for what was not looked for."""

    asked: str = ""
    rows: tuple[MentionRow, ...] = ()
    note: str = ""


def mention_state(asked: str, found: MentionList) -> MentionState:
    """Returns what the list shows."""
    if not found.is_trusted:
        return MentionState(asked, note=_tr("Not trusted: its files are not listed. Choose files…"))
    rows = (_row(one) for one in found.files)
    return MentionState(asked, tuple(sorted(rows, key=lambda row: bool(row.reason))))  # first what can be taken


def _row(one: MentionedFile) -> MentionRow:
    shown = show_hidden(f"{one.path.rstrip('/')}/" if one.is_folder else one.path)
    reason = _tr(one.refused) if one.refused in _REASONS else one.refused
    return MentionRow(one.path, shown, reason)
