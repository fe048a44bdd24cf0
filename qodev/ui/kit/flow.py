"""A layout that puts its items side by side and begins a new line where there is no room, for chips and pills."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from qodev.ui.kit.theme import SPACE_1


class FlowLayout(QLayout):
    """Lines of items, each as large as its hint; hidden ones take no room."""

    def __init__(self, parent: QWidget | None = None, gap: int = SPACE_1) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802  # an override of Qt
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802  # an override of Qt
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802  # an override of Qt
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802  # an override of Qt
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), moves=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802  # an override of Qt
        super().setGeometry(rect)
        self._arrange(rect, moves=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802  # an override of Qt
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rect: QRect, *, moves: bool) -> int:
        """Places the items in a rectangle of some width and returns the height they need."""
        left, top, line = rect.x(), rect.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(max(1, rect.width()), 10_000))
            if left > rect.x() and left + size.width() > rect.right() + 1:
                left, top, line = rect.x(), top + line + self._gap, 0
            if moves:
                item.setGeometry(QRect(QPoint(left, top), size))
            left += size.width() + self._gap
            line = max(line, size.height())
        return top + line - rect.y()
