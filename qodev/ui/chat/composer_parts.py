"""Parts of the composer that are made when they are needed: chips of attachments, the words of the meter."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from qodev.ui.chat.picker_popups import Popup
from qodev.ui.kit.theme import SPACE_3, ThemeController, set_look
from qodev.ui.kit.widgets import Label, named
from qodev.ui.models.chat_state import Chip


class ContextPopup(Popup):
    """Says in words what the meter shows."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "composer.context_popup", self.tr("Context"))
        self.text = Label("", wraps=True)
        self.text.setMinimumWidth(self.fontMetrics().averageCharWidth() * 44)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_3, SPACE_3, SPACE_3)
        column.addWidget(self.text)


class ChipButton(QToolButton):
    """An attached thing; pressing it, Backspace or Delete takes it out, copying gives its path (U99)."""

    removed = Signal(int)

    def __init__(self, theme: ThemeController, position: int, chip: Chip, parent: QWidget) -> None:
        super().__init__(parent)
        self._position = position
        self._path = chip.path
        named(self, f"composer.chips:{position}", self.tr("Remove {0}, {1}").format(chip.label, chip.detail))
        set_look(self, "chip")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        side = theme.theme.px(14)
        self.setIconSize(QSize(side, side))
        self.setIcon(theme.icon("image" if chip.is_image else "file", "muted"))
        self.setText(f"{chip.label} · {chip.detail}  ✕")
        self.setToolTip(self.tr("{0}, {1}. Click to remove.").format(chip.label, chip.detail))
        self.clicked.connect(self._on_clicked)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.removed.emit(self._position)
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """Puts the path into the clipboard, by the action that copies."""
        if self._path:
            QGuiApplication.clipboard().setText(self._path)

    def _on_clicked(self) -> None:
        self.removed.emit(self._position)
