"""Roles as rows of a list, the parts of the one in front, and what a JSON file offers (U46, A184)."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from qodev.base.diagnostics import Diagnostic
from qodev.types.agents import Layer
from qodev.types.routing import RoleEntry, RoleOffer
from qodev.ui.models.lists import in_a_row
from qodev.ui.models.marks import QT_TRANSLATE_NOOP

DEFAULT_ROLE = "developer"
_LAYERS = {
    Layer.BUNDLED: QT_TRANSLATE_NOOP("Roles", "bundled"),
    Layer.USER: QT_TRANSLATE_NOOP("Roles", "user"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Roles", text, "", count)


@dataclass(frozen=True, slots=True)
class RoleRow:
    """A role, or a file that is none: then `problem` says why, and `line` where."""

    id: str
    name: str
    description: str
    path: str
    pills: tuple[str, ...] = ()
    is_own: bool = False
    agents: tuple[str, ...] = ()
    problem: str = ""
    line: int = 1

    @property
    def is_default(self) -> bool:
        """Tells whether this role is used when nothing is chosen."""
        return self.id == DEFAULT_ROLE and not self.is_own

    @property
    def key(self) -> str:
        """Returns what tells the row from the others: the id, or the path of a file that is no role."""
        return self.path if self.problem else self.id

    @property
    def second_line(self) -> str:
        """Returns the line below the name: pills and the id, or what is wrong."""
        return self.problem or " · ".join((self.id, *self.pills))


@dataclass(frozen=True, slots=True)
class RoleView:
    """The role in front; `problem` says why it does not load.

    `is_whole`: its parts cannot be told apart, and `text` is the whole file.
    """

    id: str = ""
    name: str = ""
    description: str = ""
    text: str = ""
    preview: str = ""
    notes: tuple[str, ...] = ()  # such as "Used when nothing is chosen."
    problem: str = ""
    line: int = 1
    is_own: bool = False
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class RolesState:
    """The list and which row is selected."""

    rows: tuple[RoleRow, ...] = ()
    selected: str = ""
    hint: str = ""  # below the list: loading, or that there is none of the user's own

    @property
    def current(self) -> RoleRow | None:
        """Returns the selected row."""
        return next((row for row in self.rows if row.key == self.selected), None)


@dataclass(frozen=True, slots=True)
class OfferState:
    """What a JSON file holds, before anything is written."""

    file: str
    offers: tuple[RoleOffer, ...]
    refused: tuple[str, ...]  # sentences


def role_rows(entries: Iterable[RoleEntry], broken: Iterable[Diagnostic]) -> tuple[RoleRow, ...]:
    """Returns the files that do not load, then the roles of the user, then the bundled ones."""
    roles = [_row(entry) for entry in entries]
    bad = {d.file or "": _broken_row(d) for d in broken}
    return (
        *sorted(bad.values(), key=lambda row: row.path),
        *(row for row in roles if row.is_own),
        *(row for row in roles if not row.is_own),
    )


def _row(entry: RoleEntry) -> RoleRow:
    role = entry.role
    pills = [_tr(_LAYERS[role.layer]) if role.layer in _LAYERS else role.layer.value]
    if role.stale:
        pills.append(_tr("older version in use"))
    is_own = role.layer is Layer.USER
    row = RoleRow(role.id, role.name, role.description, role.span.path, tuple(pills), is_own, entry.agents)
    if not row.is_default:
        return row
    return RoleRow(row.id, row.name, row.description, row.path, (*pills, _tr("default")), is_own, entry.agents)


def _broken_row(found: Diagnostic) -> RoleRow:
    path = found.file or ""
    name = path.replace("\\", "/").rpartition("/")[2]
    return RoleRow("", name, "", path, is_own=True, problem=found.message, line=found.span.line if found.span else 1)


def notes_of(row: RoleRow) -> tuple[str, ...]:
    """Returns what is worth knowing about a role besides its text."""
    notes = [_tr("Used when nothing is chosen.")] if row.is_default else []
    if row.agents:
        shown = in_a_row(f"`{name}`" for name in row.agents)
        notes.append(_tr("Named by {0}.").format(shown))
    elif not row.problem:
        notes.append(_tr("No agent names this role; the chat can choose it."))
    if len(row.pills) > 1 and row.is_own:
        notes.append(_tr("The file is broken; its older version is in use until it is mended."))
    return tuple(notes)
