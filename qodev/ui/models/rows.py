"""One table model for every list and table: rows are plain values, changes are as small as they can be (U181)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

R = TypeVar("R")
Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()

IdRole = int(Qt.ItemDataRole.UserRole) + 1
StateRole = IdRole + 1
AccessibleTextRole = int(Qt.ItemDataRole.AccessibleTextRole)
RowRole = StateRole + 1  # the row value itself


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """One column: what it shows of a row; the optional parts are for views that draw more than text."""

    title: str
    text: Callable[[R], str]
    tooltip: Callable[[R], str] | None = None
    icon: Callable[[R], object] | None = None
    is_checked: Callable[[R], bool] | None = None


class RowsModel(QAbstractTableModel, Generic[R]):
    """Shows a sequence of frozen rows; `set_rows` tells views only what changed, so selection and scroll stay."""

    def __init__(
        self,
        columns: Sequence[Column[R]],
        id_of: Callable[[R], str],
        *,
        state_of: Callable[[R], str] = lambda _row: "",
        spoken: Callable[[R], str] | None = None,
        parent: QObject | None,  # the view: a model without one is freed by whichever thread collects garbage
    ) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._id_of = id_of
        self._state_of = state_of
        self._spoken = spoken
        self._rows: list[R] = []

    @property
    def rows(self) -> tuple[R, ...]:
        """Returns the rows in order."""
        return tuple(self._rows)

    def row(self, index: int) -> R:
        """Returns the row at `index`."""
        return self._rows[index]

    def find_row(self, row_id: str) -> int | None:
        """Returns the position of the row with that id, or None."""
        return next((i for i, row in enumerate(self._rows) if self._id_of(row) == row_id), None)

    def set_rows(self, rows: Sequence[R]) -> None:
        """Replaces the rows; removes, moves, inserts and changes singly."""
        after = list(rows)
        kept = {self._id_of(row) for row in after}
        self._remove_all_but(kept)
        for position, row in enumerate(after):
            self._place(position, row)

    def _remove_all_but(self, kept: set[str]) -> None:
        for position in range(len(self._rows) - 1, -1, -1):
            if self._id_of(self._rows[position]) not in kept:
                self.beginRemoveRows(QModelIndex(), position, position)
                del self._rows[position]
                self.endRemoveRows()

    def _place(self, position: int, row: R) -> None:
        before = self._from(position, self._id_of(row))
        if before is None:
            self.beginInsertRows(QModelIndex(), position, position)
            self._rows.insert(position, row)
            self.endInsertRows()
            return
        if before != position:
            self.beginMoveRows(QModelIndex(), before, before, QModelIndex(), position)
            self._rows.insert(position, self._rows.pop(before))
            self.endMoveRows()
        if self._rows[position] != row:
            self._rows[position] = row
            self.dataChanged.emit(self.index(position, 0), self.index(position, len(self._columns) - 1))

    def _from(self, start: int, row_id: str) -> int | None:
        return next((i for i in range(start, len(self._rows)) if self._id_of(self._rows[i]) == row_id), None)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row, column = self._rows[index.row()], self._columns[index.column()]
        if role == Qt.ItemDataRole.CheckStateRole:
            return _check_state(column, row)
        reader = self._reader(column, role)
        return reader(row) if reader is not None else None

    def _reader(self, column: Column[R], role: int) -> Callable[[R], object] | None:
        readers: dict[int, Callable[[R], object] | None] = {
            int(Qt.ItemDataRole.DisplayRole): column.text,
            int(Qt.ItemDataRole.ToolTipRole): column.tooltip,
            int(Qt.ItemDataRole.DecorationRole): column.icon,
            AccessibleTextRole: self._spoken,
            IdRole: self._id_of,
            StateRole: self._state_of,
            RowRole: _itself,
        }
        return readers.get(int(role))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._columns[section].title
        return None


def _itself(row: object) -> object:
    return row


def _check_state(column: Column[R], row: R) -> object:
    if column.is_checked is None:
        return None
    return Qt.CheckState.Checked if column.is_checked(row) else Qt.CheckState.Unchecked
