"""A window with one text whole, read-only, for what the transcript shows in part (U107, S186)."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from qodev.ui.chat.plain_text import mark_hidden
from qodev.ui.kit.theme import SPACE_3, TextSize, ThemeController, set_look

_LINE_LIMIT = 10_000  # S186


class FullTextWindow(QDialog):
    """Not modal; long lines are cut into pieces, since one line of a megabyte would stall the editor."""

    def __init__(self, text: str, themes: ThemeController, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Whole text"))
        self.setObjectName("card.full_text")
        editor = QPlainTextEdit(self)
        set_look(editor, "mono")
        editor.setReadOnly(True)
        editor.setFont(themes.theme.font(TextSize.MONO))
        editor.setAccessibleName(self.tr("Whole text"))
        editor.setPlainText("\n".join(piece for line in text.split("\n") for piece in _pieces(mark_hidden(line))))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_3, SPACE_3, SPACE_3, SPACE_3)
        layout.addWidget(editor)
        self.resize(900, 640)


def _pieces(line: str) -> list[str]:
    if len(line) <= _LINE_LIMIT:
        return [line]
    return [f"{line[cut : cut + _LINE_LIMIT]} ⤶" for cut in range(0, len(line), _LINE_LIMIT)]
