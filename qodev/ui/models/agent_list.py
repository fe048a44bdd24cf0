"""The model behind the list of agents: one flat sequence of rows, replaced or changed as a whole (U43)."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from qodev.ui.models.agent_rows import AgentRow
from qodev.ui.models.rows import AccessibleTextRole, IdRole, RowRole, StateRole

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class AgentListModel(QAbstractListModel):
    """A filter changes many rows at once, so another sequence resets it; the view puts its selection back."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[AgentRow, ...] = ()
        self._places: dict[str, int] = {}

    def set_rows(self, rows: Sequence[AgentRow]) -> bool:
        """Replaces the rows; returns whether the model was reset, which loses what a view had selected."""
        after = tuple(rows)
        if [row.id for row in after] != [row.id for row in self._rows]:
            self.beginResetModel()
            self._rows = after
            self._places = {row.id: place for place, row in enumerate(after)}
            self.endResetModel()
            return True
        before, self._rows = self._rows, after
        changed = [place for place, row in enumerate(after) if row != before[place]]
        if changed:
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))
        return False

    @property
    def rows(self) -> tuple[AgentRow, ...]:
        """Returns the rows in order."""
        return self._rows

    def find(self, row_id: str) -> int | None:
        """Returns the place of a row, or None."""
        return self._places.get(row_id)

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if index.isValid() and self._rows[index.row()].is_heading:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        values: dict[int, object] = {
            int(Qt.ItemDataRole.DisplayRole): row.title,
            int(Qt.ItemDataRole.ToolTipRole): row.tip,
            AccessibleTextRole: row.spoken,
            IdRole: row.id,
            StateRole: row.kind.value,
            RowRole: row,
        }
        return values.get(int(role))
