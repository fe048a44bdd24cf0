"""The Profiles page of the settings: a row for each profile that was found, the skipped files too (U49)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from qodev.base.text import show_hidden
from qodev.types.profile_list import ProfileRow, ProfileState
from qodev.types.profiles import ProfileFormat, ProfileMode, ProfileScope
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_rows import row_id
from qodev.ui.models.profile_words import scope_word

_STATES = {
    ProfileState.ACTIVE: (QT_TRANSLATE_NOOP("ProfileTable", "Active"), "ok", "allow"),
    ProfileState.REPLACES_BUILT_IN: (QT_TRANSLATE_NOOP("ProfileTable", "Replaces built-in"), "info", "info"),
    ProfileState.MODEL_NOT_APPLIED: (
        QT_TRANSLATE_NOOP("ProfileTable", "Model preference not applied"),
        "warning",
        "ask",
    ),
    ProfileState.CHANGED: (QT_TRANSLATE_NOOP("ProfileTable", "Changed"), "warning", "ask"),
    ProfileState.SHADOWED: (QT_TRANSLATE_NOOP("ProfileTable", "Shadowed"), "hidden", "muted"),
    ProfileState.RESERVED: (QT_TRANSLATE_NOOP("ProfileTable", "Reserved name"), "stop", "deny"),
    ProfileState.SKIPPED: (QT_TRANSLATE_NOOP("ProfileTable", "Skipped"), "error", "deny"),
}
_USES = {
    ProfileMode.PRIMARY: QT_TRANSLATE_NOOP("ProfileTable", "main task"),
    ProfileMode.SUBAGENT: QT_TRANSLATE_NOOP("ProfileTable", "delegation"),
    ProfileMode.ALL: QT_TRANSLATE_NOOP("ProfileTable", "main task, delegation"),
}
_QODER = (ProfileFormat.QODER_MARKDOWN, ProfileFormat.QODER_AGENT)


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("ProfileTable", text, "", count)


@dataclass(frozen=True, slots=True)
class ProfileLine:
    """One row of the table."""

    id: str
    name: str
    source: str
    use: str
    state: str
    icon: str
    role: str
    tip: str = ""
    is_own: bool = False

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says."""
        return ", ".join(part for part in (self.name, self.source, self.use, self.state) if part)


@dataclass(frozen=True, slots=True)
class ProfileTableState:
    """Everything the page shows."""

    lines: tuple[ProfileLine, ...] = ()
    hint: str = ""


def table_state(rows: Sequence[ProfileRow], untrusted: str) -> ProfileTableState:
    """Returns the table; `untrusted` is the project in view when its profiles are not read for want of trust."""
    lines = tuple(_line(row) for row in rows)
    hints = []
    if not any(line.is_own for line in lines):
        hints.append(_tr("No profile of your own. Start from Reviewer or Blank."))
    if untrusted:
        hints.append(_tr("`{0}` is not trusted: its profiles are not read.").format(PurePath(untrusted).name))
    return ProfileTableState(lines, " ".join(hints))


def _line(row: ProfileRow) -> ProfileLine:
    word, icon, role = _STATES[row.state]
    state = _tr(word)
    if row.detail and row.state in (ProfileState.SKIPPED, ProfileState.RESERVED, ProfileState.SHADOWED):
        state = f"{state}: {show_hidden(row.detail)}"
    tip = "\n".join(part for part in (row.path or _tr("Built into qodev"), row.description, row.detail) if part)
    return ProfileLine(
        row_id(row),
        show_hidden(row.name),
        _source(row),
        _tr(_USES[row.mode]) if row.mode is not None else "",
        state,
        icon,
        role,
        show_hidden(tip),
        row.scope is ProfileScope.USER and not row.is_skipped,
    )


def _source(row: ProfileRow) -> str:
    if row.format in _QODER:
        return _tr("Qoder")
    return scope_word(row.scope) if row.scope is not None else PurePath(row.path).parent.name
