"""A name with buttons at its right, which go below it where they would leave it hardly a word."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_1, SPACE_2
from qodev.ui.kit.widgets import ElidedLabel

_NAME_CHARACTERS = 14


class NameRow(QWidget):
    """Whoever owns it adds to `buttons`, and calls `show_name`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = ElidedLabel("", "title")
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(SPACE_1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(SPACE_2)
        self._row.addWidget(self.name, 1)
        self._row.addLayout(self.buttons)
        self._row.setAlignment(self.buttons, Qt.AlignmentFlag.AlignLeft)

    def show_name(self, name: str) -> None:
        """Shows another name."""
        self.name.set_line(name)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        wanted = min(self.name.sizeHint().width(), self.name.fontMetrics().averageCharWidth() * _NAME_CHARACTERS)
        is_tight = self.width() - self.buttons.sizeHint().width() - SPACE_2 < wanted
        direction = QBoxLayout.Direction.TopToBottom if is_tight else QBoxLayout.Direction.LeftToRight
        if self._row.direction() is not direction:
            self._row.setDirection(direction)
