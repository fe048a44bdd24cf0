"""The grid of agents and fixtures as a table: cells fill one by one, each with icon, word and reason (U69)."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, Qt

from qodev.types.editing import MatrixCell
from qodev.ui.models.rows import NO_INDEX, AccessibleTextRole, IdRole, Index, RowRole, StateRole
from qodev.ui.models.words import MATRIX_WORDS, StateWord


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("FixtureGrid", text, "", count)


class FixtureGridModel(QAbstractTableModel):
    """Rows are agents, columns fixtures."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._agents: tuple[str, ...] = ()
        self._fixtures: tuple[str, ...] = ()
        self._cells: dict[tuple[str, str], MatrixCell] = {}

    def set_shape(self, agents: Sequence[str], fixtures: Sequence[str]) -> None:
        """Takes rows and columns; cells of those that stay are kept."""
        if (tuple(agents), tuple(fixtures)) == (self._agents, self._fixtures):
            return
        self.beginResetModel()
        self._agents, self._fixtures = tuple(agents), tuple(fixtures)
        kept = set(self._agents), set(self._fixtures)
        self._cells = {key: cell for key, cell in self._cells.items() if key[0] in kept[0] and key[1] in kept[1]}
        self.endResetModel()

    def set_cells(self, cells: Mapping[tuple[str, str], MatrixCell]) -> None:
        """Takes all cells that are known."""
        changed = [key for key in {*cells, *self._cells} if cells.get(key) != self._cells.get(key)]
        self._cells = dict(cells)
        rows = {agent: row for row, agent in enumerate(self._agents)}
        columns = {fixture: column for column, fixture in enumerate(self._fixtures)}
        for agent, fixture in changed:
            if agent in rows and fixture in columns:
                index = self.index(rows[agent], columns[fixture])
                self.dataChanged.emit(index, index)

    def agent(self, row: int) -> str:
        """Returns the agent of a row."""
        return self._agents[row]

    def cell(self, index: Index) -> MatrixCell | None:
        """Returns what came of a cell, None before it was tried."""
        if not index.isValid():
            return None
        return self._cells.get((self._agents[index.row()], self._fixtures[index.column()]))

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._agents)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._fixtures)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        names = self._fixtures if orientation is Qt.Orientation.Horizontal else self._agents
        return names[section] if 0 <= section < len(names) else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        cell = self.cell(index)
        if role == IdRole:
            return f"{self._agents[index.row()]}|{self._fixtures[index.column()]}"
        if role == AccessibleTextRole:
            return ", ".join(part for part in (self._name(index), _word(cell), _reason(cell)) if part)
        if role == StateRole:
            return cell.state.value if cell is not None else ""
        if role == RowRole:
            return cell
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (self._name(index), _word(cell), _reason(cell)) if part)
        return _word(cell) if role == Qt.ItemDataRole.DisplayRole else None

    def _name(self, index: Index) -> str:
        return _tr("{0} with {1}").format(self._agents[index.row()], self._fixtures[index.column()])

    def first_failed(self) -> QModelIndex:
        """Returns the first cell that failed, an invalid index when none did."""
        failed = (
            self.index(row, column)
            for row in range(len(self._agents))
            for column in range(len(self._fixtures))
            if (cell := self._cells.get((self._agents[row], self._fixtures[column]))) is not None
            and cell.state.value == "failed"
        )
        return next(failed, QModelIndex())


def word_of(cell: MatrixCell | None) -> StateWord | None:
    """Returns word, icon and colour of a cell."""
    return MATRIX_WORDS[cell.state] if cell is not None else None


def _word(cell: MatrixCell | None) -> str:
    return MATRIX_WORDS[cell.state].text if cell is not None else ""


def _reason(cell: MatrixCell | None) -> str:
    return cell.diagnostic.message if cell is not None and cell.diagnostic is not None else ""
