"""Shows what a file on the disk and the text in the editor have different (U35)."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from qodev.ui.kit.diff_text import show_diff
from qodev.ui.kit.theme import SPACE_3, SPACE_4, TextSize, ThemeController, set_look
from qodev.ui.kit.widgets import Label, named
from qodev.ui.models.document_state import Comparison


class CompareDialog(QDialog):
    """Lines with − are on the disk alone, lines with + are in the editor alone."""

    def __init__(self, theme: ThemeController, comparison: Comparison, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "dialog.compare", self.tr("Compare"))
        self.setWindowTitle(self.tr("Compare {0}").format(comparison.name))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = self.tr("− stands only on disk, + stands only in the editor.")
        if not comparison.lines:
            words = self.tr("Both texts are equal.")
        self.text = QPlainTextEdit()
        named(self.text, "dialog.compare.text", self.tr("Differences"))
        set_look(self.text, "mono")
        self.text.setFont(theme.theme.font(TextSize.MONO))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setReadOnly(True)
        box = QDialogButtonBox(Qt.Orientation.Horizontal)
        close = box.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_3)
        column.addWidget(Label(words, "muted", wraps=True))
        column.addWidget(self.text, 1)
        column.addWidget(box)
        self.resize(760, 520)
        show_diff(self.text, theme.theme, comparison.lines)
        close.clicked.connect(self.reject)
