"""The skills of the settings: a row for each folder that was found, and what stands in front (U54)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from qodev.base.text import show_hidden
from qodev.types.skills import SkillRow, SkillScope, SkillState
from qodev.ui.models.marks import QT_TRANSLATE_NOOP

_STATES = {
    SkillState.ACTIVE: (QT_TRANSLATE_NOOP("SkillTable", "Active"), "ok", "allow"),
    SkillState.SHADOWED: (QT_TRANSLATE_NOOP("SkillTable", "Shadowed"), "hidden", "muted"),
    SkillState.CHANGED: (QT_TRANSLATE_NOOP("SkillTable", "Changed"), "warning", "ask"),
    SkillState.SKIPPED: (QT_TRANSLATE_NOOP("SkillTable", "Skipped"), "error", "deny"),
}
_SCOPES = {
    SkillScope.PROJECT: QT_TRANSLATE_NOOP("SkillTable", "Project"),
    SkillScope.USER: QT_TRANSLATE_NOOP("SkillTable", "User"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("SkillTable", text, "", count)


@dataclass(frozen=True, slots=True)
class SkillLine:
    """One row of the table with everything that is said about it."""

    id: str
    name: str
    scope: str
    state: str
    icon: str
    role: str
    folder: str
    description: str = ""
    arguments: str = ""
    loader: str = ""
    about: str = ""  # why it is not used
    text: str = ""
    path: str = ""
    line: int = 0
    is_changed: bool = False

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says."""
        return ", ".join((self.name, self.scope, self.state))


@dataclass(frozen=True, slots=True)
class SkillsState:
    """Everything that is shown of skills."""

    lines: tuple[SkillLine, ...] = ()
    hint: str = ""
    project: str = ""  # the folder in view, whose changed skills can be looked at


def skills_state(rows: Sequence[SkillRow], project: str, *, is_trusted: bool) -> SkillsState:
    """Returns the table; `project` is the folder in view, "" for none."""
    lines = tuple(_line(row) for row in rows)
    hints = [] if lines else [_tr("No skill was found. A skill is a folder with a file `SKILL.md`.")]
    if project and not is_trusted:
        hints.append(_tr("`{0}` is not trusted: its skills are not read.").format(PurePath(project).name))
    return SkillsState(lines, " ".join(hints), project)


def _line(row: SkillRow) -> SkillLine:
    word, icon, role = _STATES[row.state]
    skill = row.skill
    is_own = skill is not None and skill.is_user_only
    state = _tr("{0}, for you alone").format(_tr(word)) if is_own else _tr(word)
    if row.state in (SkillState.SHADOWED, SkillState.SKIPPED):
        state = f"{state}: {show_hidden(row.detail)}"
    return SkillLine(
        id=row.path,
        name=show_hidden(row.name),
        scope=_tr(_SCOPES[row.scope]),
        state=state,
        icon=icon,
        role=role,
        folder=show_hidden(str(PurePath(row.path).parent)),
        description=show_hidden(skill.description) if skill is not None else "",
        arguments=", ".join(skill.arguments) if skill is not None else "",
        loader=_loader(row),
        about=_about(row),
        text=show_hidden(row.text.replace("\r\n", "\n").replace("\r", "\n")),
        path=row.path,
        line=row.line,
        is_changed=row.state is SkillState.CHANGED,
    )


def _loader(row: SkillRow) -> str:
    if row.skill is None:
        return ""
    if row.skill.is_user_only:
        return _tr("None: no model may load it. You can, with `/{0}`.").format(row.name)
    return row.skill.loader


def _about(row: SkillRow) -> str:
    if row.state is SkillState.CHANGED:
        return _tr("It is new or was changed since the folder's files were accepted, and waits for you.")
    if row.state is SkillState.SKIPPED and row.line:
        return _tr("Line {0}: {1}").format(row.line, show_hidden(row.detail))
    return show_hidden(row.detail)
