"""The list of the profile window as values: groups with counts, skipped files with reason and line (U73, U74)."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from qodev.base.text import show_hidden
from qodev.types.profile_list import ProfileRow, ProfileState
from qodev.types.profiles import ProfileMode, ProfileScope
from qodev.ui.models.agent_rows import AgentRow, AgentRowKind, Pill
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_words import scope_word


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("ProfileRows", text, "", count)


class ProfileGroup(IntEnum):
    """The groups in their order."""

    USER = 0
    BUILT_IN = 1
    PROJECT = 2
    OPENCODE = 3
    OTHER = 4
    SKIPPED = 5


_GROUP_WORDS = {
    ProfileGroup.USER: QT_TRANSLATE_NOOP("ProfileRows", "User"),
    ProfileGroup.BUILT_IN: QT_TRANSLATE_NOOP("ProfileRows", "Built-in"),
    ProfileGroup.PROJECT: QT_TRANSLATE_NOOP("ProfileRows", "Project"),
    ProfileGroup.OPENCODE: QT_TRANSLATE_NOOP("ProfileRows", "OpenCode"),
    ProfileGroup.OTHER: QT_TRANSLATE_NOOP("ProfileRows", "Other"),
    ProfileGroup.SKIPPED: QT_TRANSLATE_NOOP("ProfileRows", "Skipped"),
}
_GROUP_OF = {
    ProfileScope.USER: ProfileGroup.USER,
    ProfileScope.BUILT_IN: ProfileGroup.BUILT_IN,
    ProfileScope.PROJECT: ProfileGroup.PROJECT,
    ProfileScope.PROJECT_OPENCODE: ProfileGroup.OPENCODE,
    ProfileScope.USER_OPENCODE: ProfileGroup.OPENCODE,
}
_STATES = {
    ProfileState.REPLACES_BUILT_IN: (QT_TRANSLATE_NOOP("ProfileRows", "replaces built-in"), "info"),
    ProfileState.MODEL_NOT_APPLIED: (QT_TRANSLATE_NOOP("ProfileRows", "model not applied"), "ask"),
    ProfileState.CHANGED: (QT_TRANSLATE_NOOP("ProfileRows", "changed"), "ask"),
    ProfileState.SHADOWED: (QT_TRANSLATE_NOOP("ProfileRows", "shadowed"), "muted"),
    ProfileState.RESERVED: (QT_TRANSLATE_NOOP("ProfileRows", "reserved name"), "deny"),
    ProfileState.SKIPPED: (QT_TRANSLATE_NOOP("ProfileRows", "skipped"), "deny"),
}
_MODES = {
    ProfileMode.PRIMARY: QT_TRANSLATE_NOOP("ProfileRows", "main only"),
    ProfileMode.SUBAGENT: QT_TRANSLATE_NOOP("ProfileRows", "delegation only"),
}


def row_id(row: ProfileRow) -> str:
    """Returns what tells a profile from the others: its file, or its name when it is built in."""
    return row.path or f"built-in:{row.key}"


def group_of(row: ProfileRow) -> ProfileGroup:
    """Returns the group of a profile or of a skipped file."""
    if row.scope is None or row.is_skipped:
        return ProfileGroup.SKIPPED
    return _GROUP_OF.get(row.scope, ProfileGroup.OTHER)


def list_rows(rows: Sequence[ProfileRow], new: Iterable[AgentRow] = ()) -> tuple[AgentRow, ...]:
    """Returns the lines of the list: each group that holds something, the user's own always; `new` is not saved yet."""
    lines: list[AgentRow] = []
    for group in ProfileGroup:
        members = [_line(row) for row in rows if group_of(row) is group]
        if group is ProfileGroup.USER:
            members = [*new, *members]
        if members or group is ProfileGroup.USER:
            title = _tr(_GROUP_WORDS[group])
            lines.append(AgentRow(AgentRowKind.GROUP, f"group:{group.name}", title, count=len(members)))
            lines.extend(members)
    return tuple(lines)


def new_row(path: str, name: str) -> AgentRow:
    """Returns the line of a profile that is no file yet."""
    detail = PurePath(path).name
    return AgentRow(AgentRowKind.AGENT, path, name, detail, pills=(Pill(_tr("new"), "accent"),), path=path)


def _line(row: ProfileRow) -> AgentRow:
    is_skipped = group_of(row) is ProfileGroup.SKIPPED
    file = PurePath(row.path).name if row.path else ""
    place = f"{file}:{row.line}" if row.line else file
    detail = show_hidden(f"{place}  {row.detail}".strip() if is_skipped else row.description)
    said = (row.path or _tr("Built into qodev"), show_hidden(row.description), row.detail)
    tip = "\n".join(part for part in said if part)
    return AgentRow(
        AgentRowKind.REJECTED if is_skipped else AgentRowKind.AGENT,
        row_id(row),
        row.name if not is_skipped or row.name != file else file,
        detail,
        pills=tuple(_pills(row, is_skipped=is_skipped)),
        tip=tip,
        name=row.name,
        path=row.path,
        line=row.line,
    )


def _pills(row: ProfileRow, *, is_skipped: bool) -> Iterable[Pill]:
    if is_skipped and row.state is ProfileState.SKIPPED:
        return
    if row.scope is not None and group_of(row) is ProfileGroup.OPENCODE:
        yield Pill(scope_word(row.scope).rpartition(" ")[2])
    if row.mode in _MODES:
        yield Pill(_tr(_MODES[row.mode]))
    if row.state in _STATES:
        text, role = _STATES[row.state]
        yield Pill(_tr(text), role)
