"""The routing tester as rows: a walk through every pipeline, and the winners for the files of a folder (U48)."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, Qt

from qodev.types.agents import Pipeline
from qodev.types.routing import FileRoute, PipelineWalk
from qodev.ui.models.roster_rows import Verdict, never_text, pipeline_title, verdict_of, why
from qodev.ui.models.rows import NO_INDEX, AccessibleTextRole, IdRole, Index


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Routing", text, "", count)


@dataclass(frozen=True, slots=True)
class WalkRow:
    """One entry: what happened with it and why."""

    name: str
    verdict: Verdict
    why: str


@dataclass(frozen=True, slots=True)
class WalkSection:
    """One pipeline: its winner, and its entries in order."""

    pipeline: Pipeline
    title: str
    result: str  # the winner, or "No agent matches"
    has_winner: bool
    rows: tuple[WalkRow, ...]


@dataclass(frozen=True, slots=True)
class RoutingState:
    """What the tester shows."""

    path: str = ""
    project: str = ""
    projects: tuple[str, ...] = ()  # to choose from
    walk: tuple[WalkSection, ...] = ()
    folder: str = ""
    status: str = ""  # how far the table is, or how it ended
    notes: str = ""  # what could not be read
    is_running: bool = False


def walk_section(walk: PipelineWalk) -> WalkSection:
    """Returns a pipeline with its winner and why each entry was taken or not."""
    trace = walk.trace
    never = {found.name: never_text(found.behind) for found in walk.never}
    rows = []
    for step in trace.steps:
        is_winner = step.name == trace.winner
        verdict = verdict_of(step, is_winner=is_winner, never="")
        if step.name in never:
            verdict = Verdict(_tr("{0} · never wins").format(verdict.text), "warning", "ask")
        reason = " ".join(part for part in (why(step), never.get(step.name, "")) if part)
        rows.append(WalkRow(step.name, verdict, reason))
    result = trace.winner or _tr("No agent matches")
    return WalkSection(trace.pipeline, pipeline_title(trace.pipeline), result, trace.winner is not None, tuple(rows))


class RouteTable(QAbstractTableModel):
    """Files and the winner of each pipeline; rows come in batches, so that thousands stay cheap."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[FileRoute] = []

    @property
    def rows(self) -> tuple[FileRoute, ...]:
        """Returns the rows in order."""
        return tuple(self._rows)

    def clear(self) -> None:
        """Forgets all rows."""
        self.beginResetModel()
        self._rows.clear()
        self.endResetModel()

    def append(self, rows: Sequence[FileRoute]) -> None:
        """Adds rows at the end."""
        if rows:
            self.beginInsertRows(NO_INDEX, len(self._rows), len(self._rows) + len(rows) - 1)
            self._rows.extend(rows)
            self.endInsertRows()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else 1 + len(Pipeline)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        text = row.path if index.column() == 0 else (row.winners[index.column() - 1] or _tr("No agent"))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return text
        if role == AccessibleTextRole:
            title = self.headerData(index.column(), Qt.Orientation.Horizontal)
            return f"{title}: {text}"
        return row.path if role == IdRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return _tr("File") if section == 0 else pipeline_title(list(Pipeline)[section - 1])


def path_of(index: QModelIndex) -> str:
    """Returns the path of the row that an index lies in."""
    return str(index.data(IdRole) or "") if index.isValid() else ""


def progress_text(files: int) -> str:
    """Returns how far the table is."""
    return _tr("%n file(s) so far…", files)


def end_text(files: int, *, is_capped: bool, is_cancelled: bool) -> str:
    """Returns how the table ended."""
    if is_cancelled:
        return _tr("Stopped after %n file(s).", files)
    if is_capped:
        return _tr("The first %n file(s); there are more.", files)
    return _tr("%n file(s), ignored ones left out.", files)


def unreadable_text(folders: Sequence[str]) -> str:
    """Returns which folders could not be listed."""
    return _tr("Cannot be read: {0}.").format("; ".join(folders)) if folders else ""
