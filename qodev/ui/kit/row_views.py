"""Trees and tables of whole rows: the ring of the keyboard's focus lies around the row, not around one cell of it."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTableView, QTreeView, QTreeWidget, QWidget

from qodev.ui.kit.theme import set_look

_Index = QModelIndex | QPersistentModelIndex
_RING_PX = 2


def _paint_ring(view: QAbstractItemView, painter: QPainter, row: QRect) -> None:
    painter.save()
    painter.setPen(QPen(view.palette().color(QPalette.ColorRole.Accent), _RING_PX))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = view.viewport().width()
    painter.drawRect(QRect(1, row.top() + 1, width - _RING_PX, row.height() - _RING_PX))
    painter.restore()


def _is_focused(view: QAbstractItemView, index: _Index) -> bool:
    current = view.currentIndex()
    is_row = current.isValid() and index.row() == current.row() and index.parent() == current.parent()
    return is_row and view.hasFocus()


class RowTree(QTreeView):
    """A tree, or a list with columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, "rows")

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:  # noqa: N802  # an override of Qt
        super().drawRow(painter, option, index)
        if _is_focused(self, index):
            _paint_ring(self, painter, option.rect)


class RowTreeWidget(QTreeWidget):
    """A tree that keeps its items itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, "rows")

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:  # noqa: N802  # an override of Qt
        super().drawRow(painter, option, index)
        if _is_focused(self, index):
            _paint_ring(self, painter, option.rect)


class RowTable(QTableView):
    """A table whose rows are chosen whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, "rows")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus() and self.currentIndex().isValid():
            painter = QPainter(self.viewport())
            _paint_ring(self, painter, self.visualRect(self.currentIndex()))
            painter.end()


class WholeRows(RowTree):
    """A short list that never shows half a row at its end: what is left below the last whole one stays empty.

    It asks for the height of its rows, of `most` at the most, so that a splitter cannot make it shorter.
    """

    def __init__(self, most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = most
        self.setUniformRowHeights(True)
        self.setRootIsDecorated(False)

    def fit(self) -> None:
        """Takes the height that its rows need; to be called when their number or the font changed."""
        height = self.sizeHintForRow(0)
        if height > 0:
            self.setMinimumHeight(height * min(self._most, self.model().rowCount()))
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        height = self.sizeHintForRow(0)
        below = self.height() % height if height > 0 else 0
        if self.viewportMargins().bottom() != below:
            self.setViewportMargins(0, 0, 0, below)
