"""A window for one text file: opens at a line and column, can be saved where the file is the user's own (U35, U162)."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
    QTextBlock,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, TextSize, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, Label, PushButton, named, set_reason


class LineNumbers(QWidget):
    """The column of line numbers beside a SourceEdit."""

    def __init__(self, editor: "SourceEdit") -> None:
        super().__init__(editor)
        self._editor = editor

    def sizeHint(self) -> QSize:
        return QSize(self._editor.numbers_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._editor.paint_numbers(event)


class SourceEdit(QPlainTextEdit):
    """A plain editor with line numbers and a marked current line."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        set_look(self, "mono")
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._numbers = LineNumbers(self)
        self.blockCountChanged.connect(self._on_count_changed)
        self.updateRequest.connect(self._on_update)
        self.cursorPositionChanged.connect(self._mark_line)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed(theme.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.setFont(theme.font(TextSize.MONO))
        self.setTabStopDistance(4 * self.fontMetrics().horizontalAdvance(" "))
        self._on_count_changed(0)
        self._mark_line()

    def numbers_width(self) -> int:
        """Returns the width of the column of numbers."""
        digits = max(3, len(str(self.blockCount())))
        return digits * self.fontMetrics().horizontalAdvance("9") + 2 * SPACE_2

    def _on_count_changed(self, _count: int) -> None:
        self.setViewportMargins(self.numbers_width(), 0, 0, 0)

    def _on_update(self, rect: QRect, dy: int) -> None:
        if dy:
            self._numbers.scroll(0, dy)
        else:
            self._numbers.update(0, rect.y(), self._numbers.width(), rect.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        area = self.contentsRect()
        self._numbers.setGeometry(area.left(), area.top(), self.numbers_width(), area.height())

    def paint_numbers(self, event: QPaintEvent) -> None:
        """Paints the numbers of the lines in view."""
        painter = QPainter(self._numbers)
        painter.fillRect(event.rect(), self._theme.color("sunken"))
        painter.setFont(self.font())
        block: QTextBlock = self.firstVisibleBlock()
        current = self.textCursor().blockNumber()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            color: QColor = self._theme.color("text" if block.blockNumber() == current else "muted")
            painter.setPen(color)
            area = QRect(0, round(top), self._numbers.width() - SPACE_2, round(height))
            painter.drawText(area, Qt.AlignmentFlag.AlignRight, str(block.blockNumber() + 1))
            top += height
            block = block.next()
        painter.end()

    def _mark_line(self) -> None:
        mark = QTextEdit.ExtraSelection()
        mark.format.setBackground(self._theme.color("tint"))
        mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        mark.cursor = self.textCursor()
        mark.cursor.clearSelection()
        self.setExtraSelections([mark])
        self._numbers.update()

    def go_to(self, line: int, column: int) -> None:
        """Puts the cursor at a place that counts from 1."""
        block = self.document().findBlockByNumber(min(line, self.blockCount()) - 1)
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(max(0, column - 1), max(0, block.length() - 1)))
        self.setTextCursor(cursor)
        self.centerCursor()


class FileWindow(QMainWindow):
    """Shows one file; its own Save and Revert, and the state in words."""

    save_requested = Signal(str, str)
    revert_requested = Signal(str)
    document_changed = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "doc", self.tr("File"))
        self._path = ""
        self._is_own = False
        self.text = SourceEdit(theme)
        named(self.text, "doc.text", self.tr("Text of the file"))
        self.name = ElidedLabel("", "strong")
        self.modified = Label("", "warning")
        named(self.modified, "doc.modified")
        self.state = Label("", "secondary")
        named(self.state, "doc.state", self.tr("State of the file"))
        self.save = PushButton(self.tr("Save"), "doc.save", "compact")
        self.revert = PushButton(self.tr("Revert"), "doc.revert", "compact")
        bar = QWidget()
        named(bar, "doc.bar", self.tr("File"))
        row = QHBoxLayout(bar)
        row.setContentsMargins(SPACE_4, SPACE_2, SPACE_3, SPACE_2)
        row.addWidget(self.name, 1)
        for widget in (self.modified, self.state, self.revert, self.save):
            row.addWidget(widget)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.text, 1)
        self.setCentralWidget(inner)
        self.resize(860, 620)
        self._closes_after_save = False
        QShortcut(QKeySequence("Ctrl+S"), self).activated.connect(self.save_now)
        QShortcut(QKeySequence("Ctrl+W"), self).activated.connect(self.close)
        self.save.clicked.connect(self.save_now)
        self.revert.clicked.connect(self.revert_now)
        self.text.document().modificationChanged.connect(self._on_modified)

    @property
    def is_dirty(self) -> bool:
        """Tells whether there are changes that are not saved."""
        return self.text.document().isModified()

    @property
    def path(self) -> str:
        """Returns the file that is shown."""
        return self._path

    def show_file(self, path: str, text: str, *, is_own: bool) -> None:
        """Shows a file; the user's own may be edited, others are read-only."""
        self._path, self._is_own = path, is_own
        name = path.replace("\\", "/").rpartition("/")[2]
        self.setWindowTitle(f"{name} – qodev")
        self.name.set_line(name)
        self.name.setToolTip(path)
        self.text.setReadOnly(not is_own)
        self.text.setPlainText(text)
        self.text.document().setModified(False)
        self._on_modified(False)

    def show_saved(self, path: str) -> None:
        """Notes that a file was written."""
        if path == self._path:
            self.text.document().setModified(False)
            self.state.setText(self.tr("Saved"))
            if self._closes_after_save:
                self.close()
        self._closes_after_save = False

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.is_dirty:
            event.accept()
            return
        from qodev.ui.kit.dialogs import Question, QuestionDialog

        event.ignore()
        name = self.name.text()
        question = Question(
            "dialog.unsaved",
            self.tr("Unsaved changes"),
            self.tr("`{0}` has changes that are not saved.").format(name),
            self.tr("Discard"),
            self.tr("Cancel"),
            True,
            self.tr("Save"),
        )
        dialog = QuestionDialog(question, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._discard)
        dialog.other_chosen.connect(self._save_and_close)
        dialog.open()

    def _discard(self) -> None:
        self.text.document().setModified(False)
        self.close()

    def _save_and_close(self) -> None:
        self._closes_after_save = True
        self.save_now()

    def save_now(self) -> None:
        """Asks to write the text."""
        if self._is_own and self.is_dirty:
            self.state.setText(self.tr("Saving"))
            self.save_requested.emit(self._path, self.text.toPlainText())

    def revert_now(self) -> None:
        """Asks for the text on the disk."""
        if self._path:
            self.revert_requested.emit(self._path)

    def _on_modified(self, modified: bool) -> None:  # noqa: FBT001  # a slot
        self.modified.setText("•" if modified else "")
        self.modified.setAccessibleName(self.tr("Modified") if modified else "")
        self.state.setText(
            self.tr("Unsaved changes") if modified else (self.tr("Saved") if self._is_own else self.tr("Read-only"))
        )
        reason = (
            ""
            if modified
            else (self.tr("Nothing was changed.") if self._is_own else self.tr("Bundled files are read-only."))
        )
        set_reason(self.save, reason, self.tr("Writes the file whole or not at all"))
        set_reason(self.revert, reason, self.tr("Takes the text on the disk again"))
        self.document_changed.emit()
