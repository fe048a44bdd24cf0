"""A window for one text file: opens at a line and column, can be saved where the file is the user's own (U35, U162)."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from qodev.ui.kit.theme import SPACE_2, TextSize, Theme, ThemeController, set_look


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
