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
        top = rect.y()
        for line in self._lines(rect.width()):
            height = max(size.height() for _item, size in line)
            left = rect.x()
            for item, size in line:
                if moves:  # a checkbox beside buttons stands level with their words
                    item.setGeometry(QRect(QPoint(left, top + (height - size.height()) // 2), size))
                left += size.width() + self._gap
            top += height + self._gap
        return max(0, top - self._gap - rect.y())

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Returns the items that are shown, line by line, with their sizes."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        left = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(max(1, width), 10_000))
            if not lines or (left > 0 and left + size.width() > width):
                lines.append([])
                left = 0
            lines[-1].append((item, size))
            left += size.width() + self._gap
        return lines
