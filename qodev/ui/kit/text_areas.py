"""Read-only texts in the monospaced font: what was or will be sent, byte for byte."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit

from qodev.ui.kit.theme import TextSize, ThemeController, set_look
from qodev.ui.kit.widgets import named


def text_area(name: str, spoken: str, theme: ThemeController) -> QPlainTextEdit:
    """Returns a text to read and copy from; its font follows the theme at `fit_font`."""
    area = QPlainTextEdit()
    named(area, name, spoken)
    set_look(area, "mono")
    area.setReadOnly(True)
    area.setFont(theme.theme.font(TextSize.MONO))
    area.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    area.setTabChangesFocus(True)
    area.setUndoRedoEnabled(False)
    return area


def show_text(area: QPlainTextEdit, text: str) -> None:
    """Shows a text and keeps the reader's place where it can."""
    if area.toPlainText() == text:
        return
    bar = area.verticalScrollBar()
    place = bar.value()
    area.setPlainText(text)
    bar.setValue(min(place, bar.maximum()))
