"""A list above the composer that completes what is being typed; the focus stays in the field (U99, U100)."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from qodev.ui.chat.composer_input import ComposerInput
from qodev.ui.kit.theme import SPACE_1, set_look

_CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)
_MOST_ROWS = 8


class ComposerList(QFrame):
    """Takes the keys that choose while it is on screen; whoever fills it names `list` and follows `picked`."""

    picked = Signal(QListWidgetItem)

    def __init__(self, field: ComposerInput, host: QWidget) -> None:
        super().__init__(host)
        set_look(self, "card")
        self._field = field
        self._host = host
        self._dismissed = ""
        self.list = QListWidget()
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_1, SPACE_1, SPACE_1, SPACE_1)
        column.addWidget(self.list)
        self.hide()
        field.installEventFilter(self)
        self.list.itemClicked.connect(self.picked)

    def show_items(self, items: Iterable[QListWidgetItem]) -> None:
        """Shows other rows, the first one chosen; none hides the list."""
        self.list.clear()
        for item in items:
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.setVisible(self.list.count() > 0)
        self._place()

    def is_dismissed(self, text: str) -> bool:
        """Tells whether the list was closed at exactly this text; another one opens it again."""
        is_same = bool(text) and text == self._dismissed
        if not is_same:
            self._dismissed = ""
        return is_same

    def _place(self) -> None:
        """Lies right above the panel that holds the field, and is as wide."""
        panel = self._field.parentWidget() or self._field
        row = max(1, self.list.sizeHintForRow(0))
        self.resize(panel.width(), min(_MOST_ROWS, self.list.count()) * row + 4 * SPACE_1)
        top = panel.mapTo(self._host, QPoint(0, 0))
        self.move(top.x(), max(0, top.y() - self.height() - SPACE_1))
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.isVisible() or event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key = Qt.Key(event.key())
        item = self.list.currentItem()
        if self._field.is_composing:
            return False
        if key in _CHOOSE and item is not None:
            self.picked.emit(item)
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            step = 1 if key == Qt.Key.Key_Down else -1
            self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
        elif key == Qt.Key.Key_Escape:
            self._dismissed = self._field.toPlainText()
            self.hide()
        else:
            return False
        return True
