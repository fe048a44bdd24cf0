"""Rows of the transcript as a list that Qt follows: put in, taken out, replaced, found by key (F26)."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal

from qodev.ui.models.card_rows import Row
from qodev.ui.models.rows import NO_INDEX, AccessibleTextRole, IdRole, Index, RowRole, StateRole
from qodev.ui.models.tool_rows import grouped, run_around
from qodev.ui.models.transcript_words import card_name, card_text


@dataclass(frozen=True, slots=True)
class Renamed:
    """A card kept its place and content but has its final id now."""

    before: str
    after: str


class RowListModel(QAbstractListModel):
    """Holds the rows; those of an answer that is coming begin at `_live_at`, and what is put before them moves them."""

    renamed = Signal(object)  # Renamed

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._positions: dict[str, int] | None = {}
        self._live_at = 0

    def row(self, position: int) -> Row:
        """Returns the row at `position`."""
        return self._rows[position]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Returns all rows in order."""
        return tuple(self._rows)

    def position_of(self, key: str) -> int | None:
        """Returns where the row with that key stands, or None."""
        if self._positions is None:
            self._positions = {row.key: position for position, row in enumerate(self._rows)}
        return self._positions.get(key)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return card_name(row)
        if role == AccessibleTextRole:
            return f"{card_name(row)}. {card_text(row)}"
        return {IdRole: row.object_name, StateRole: row.state.value, RowRole: row}.get(int(role))

    def _insert(self, position: int, rows: Sequence[Row]) -> None:
        if not rows:
            return
        if position < self._live_at:
            self._live_at += len(rows)
        self.beginInsertRows(QModelIndex(), position, position + len(rows) - 1)
        is_end = position == len(self._rows)
        self._rows[position:position] = rows
        if is_end and self._positions is not None:
            self._positions.update((row.key, position + i) for i, row in enumerate(rows))
        else:
            self._positions = None
        self.endInsertRows()

    def _remove(self, position: int, count: int) -> None:
        if count <= 0:
            return
        if position < self._live_at:
            self._live_at -= count
        self.beginRemoveRows(QModelIndex(), position, position + count - 1)
        del self._rows[position : position + count]
        self._positions = None
        self.endRemoveRows()

    def _set(self, position: int, row: Row) -> None:
        before = self._rows[position]
        if row is before:
            return
        self._rows[position] = row
        if row.key != before.key:
            self._positions = None
            self.renamed.emit(Renamed(before.key, row.key))
        index = self.index(position)
        self.dataChanged.emit(index, index)

    def _swap(self, position: int, row: Row) -> None:
        """Replaces a row; a card of another kind is another card."""
        if self._rows[position].kind is row.kind:
            self._set(position, row)
        else:
            self._remove(position, 1)
            self._insert(position, [row])

    def _group_around(self, position: int) -> None:
        """Puts neighbours that succeeded into a group, or takes a group away that holds no more (U111)."""
        first, last = run_around(self._rows, position)
        wanted = grouped(self._rows[first:last])
        place = first
        for row in wanted:
            while place < last and self._rows[place].key != row.key and _is_head(self._rows[place]):
                self._remove(place, 1)
                last -= 1
            if place < last and self._rows[place].key == row.key:
                if self._rows[place] != row:
                    self._set(place, row)
            else:
                self._insert(place, [row])
                last += 1
            place += 1
        self._remove(place, last - place)


def _is_head(row: Row) -> bool:
    return bool(row.counts)
