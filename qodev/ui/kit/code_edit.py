"""The editor of agent files: colours, underlined findings with icons in the gutter, completion, minimal edits (U61, U65)."""

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextDocumentLayout, QTextEdit, QToolTip, QWidget

from qodev.ui.kit.completion import CompletionList
from qodev.ui.kit.editor import SourceEdit
from qodev.ui.kit.theme import SPACE_1, SPACE_2, Theme, ThemeController
from qodev.ui.models.completions import CompletionChoice
from qodev.ui.models.text_bridge import changed_range
from qodev.ui.models.text_marks import MARK_LOOKS, TextMark, mark_at, worst_by_line
from qodev.ui.models.toml_colors import color_line

_ASK_MS = 60
_BREAKS = str.maketrans({"\u2029": "\n", "\u2028": "\n"})
_NAVIGATION = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_ACCEPTING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


def plain_text(document: QTextDocument) -> str:
    """Returns a document's text with line feeds; unlike `toPlainText` it keeps hard spaces."""
    return document.toRawText().translate(_BREAKS)


class TomlHighlighter(QSyntaxHighlighter):
    """Colours TOML and the templates in its strings; `first_state` is what the first line begins in."""

    def __init__(self, document: QTextDocument, theme: ThemeController, first_state: int = 0) -> None:
        super().__init__(document)
        self._theme = theme
        self._first_state = first_state
        self._formats: dict[tuple[str, bool], QTextCharFormat] = {}
        theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, _theme: Theme) -> None:
        self._formats.clear()
        self.rehighlight()

    def _format(self, role: str, *, is_strong: bool) -> QTextCharFormat:
        key = (role, is_strong)
        if key not in self._formats:
            made = QTextCharFormat()
            made.setForeground(self._theme.color(role))
            if is_strong:
                made.setFontWeight(QFont.Weight.DemiBold)
            self._formats[key] = made
        return self._formats[key]

    def highlightBlock(self, text: str) -> None:  # noqa: N802  # an override of Qt
        is_first = self.currentBlock().blockNumber() == 0
        inks, state = color_line(text, self._first_state if is_first else self.previousBlockState())
        for ink in inks:
            self.setFormat(ink.start, ink.length, self._format(ink.role, is_strong=ink.is_strong))
        self.setCurrentBlockState(int(state))


class CodeEdit(SourceEdit):
    """A SourceEdit that knows TOML; `edited` tells what a person typed, not what `apply_text` did."""

    edited = Signal()
    completion_wanted = Signal(int, int)  # line and column of the caret, from 1
    line_entered = Signal(int)  # the caret is on another line

    def __init__(
        self, theme: ThemeController, parent: QWidget | None = None, *, first_state: int = 0, has_gutter: bool = True
    ) -> None:
        self._has_gutter = has_gutter  # fields of a form have none, and no marked line
        self._marks: tuple[TextMark, ...] = ()
        self._by_line: dict[int, str] = {}
        super().__init__(theme, parent)
        self._first_state = first_state
        self.highlighter = TomlHighlighter(self.document(), theme, first_state)
        self._text = ""
        self._is_applying = False
        self._line = 1
        self._popup: CompletionList | None = None
        self._ask = QTimer(self)
        self._ask.setSingleShot(True)
        self._ask.setInterval(_ASK_MS)
        self._ask.timeout.connect(self.ask_completion)
        self.textChanged.connect(self._on_text_changed)
        self.cursorPositionChanged.connect(self._on_cursor_moved)

    @property
    def text(self) -> str:
        """Returns the text with line feeds; unlike `toPlainText` it keeps hard spaces."""
        return self._text

    def set_text(self, text: str) -> None:
        """Shows another document; nothing of the one before can be undone."""
        self._is_applying = True
        self.setPlainText(text)
        self._is_applying = False
        self._text = self._current()
        self._line = 1
        self.set_marks(())

    def make_document(self, text: str) -> QTextDocument:
        """Returns a document for `show_document`, coloured, with a stack of undo of its own."""
        made = QTextDocument(self)
        made.setDocumentLayout(QPlainTextDocumentLayout(made))
        made.setDefaultFont(self.font())
        made.setPlainText(text)
        TomlHighlighter(made, self._theme, self._first_state)
        return made

    def show_document(self, document: QTextDocument) -> None:
        """Shows another document; what was done to it can be undone."""
        self._is_applying = True
        document.setDefaultFont(self.font())
        self.setDocument(document)
        self._is_applying = False
        self._text = self._current()
        self._line = 1
        self.set_marks(())

    def apply_text(self, text: str, *, joins: bool = False) -> None:
        """Changes only what differs, as one step of undo, or as part of the step before; caret and view stay."""
        start, end, end_after = changed_range(self._text, text)
        if start == end and start == end_after:
            return
        cursor = QTextCursor(self.document())
        self._is_applying = True
        if joins:
            cursor.joinPreviousEditBlock()
        else:
            cursor.beginEditBlock()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text[start:end_after])
        cursor.endEditBlock()
        self._is_applying = False
        self._text = self._current()

    def _current(self) -> str:
        return plain_text(self.document())

    def _on_text_changed(self) -> None:
        if self._is_applying:
            return
        after = self._current()
        if after != self._text:
            self._text = after
            self.edited.emit()

    def _on_cursor_moved(self) -> None:
        line = self.textCursor().blockNumber() + 1
        if line != self._line:
            self._line = line
            self.hide_completions()
            if not self._is_applying:
                self.line_entered.emit(line)

    # Marks

    def set_marks(self, marks: tuple[TextMark, ...]) -> None:
        """Underlines findings and puts their icons into the gutter."""
        if marks != self._marks:
            self._marks = marks
            self._by_line = worst_by_line(marks)
            self._mark_line()

    @property
    def marks(self) -> tuple[TextMark, ...]:
        """Returns the findings that are underlined."""
        return self._marks

    def _mark_line(self) -> None:
        if not self._has_gutter:
            return
        super()._mark_line()
        if self._marks:
            self.setExtraSelections([*self.extraSelections(), *map(self._underline, self._marks)])

    def _underline(self, mark: TextMark) -> QTextEdit.ExtraSelection:
        made = QTextEdit.ExtraSelection()
        made.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        made.format.setUnderlineColor(self._theme.color(MARK_LOOKS[mark.severity][1]))
        made.cursor = QTextCursor(self.document())
        start, end = self._place(mark.line, mark.column), self._place(mark.end_line, mark.end_column)
        made.cursor.setPosition(start)
        made.cursor.setPosition(max(start, end), QTextCursor.MoveMode.KeepAnchor)
        if not made.cursor.hasSelection():
            made.cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        if not made.cursor.hasSelection():
            made.cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
        return made

    def _place(self, line: int, column: int) -> int:
        block = self.document().findBlockByNumber(max(0, min(line, self.blockCount()) - 1))
        return block.position() + min(max(0, column - 1), max(0, block.length() - 1))

    def numbers_width(self) -> int:
        return super().numbers_width() + self._icon_px() + SPACE_1 if self._has_gutter else 0

    def _icon_px(self) -> int:
        return self._theme.theme.px(14)

    def paint_numbers(self, event: QPaintEvent) -> None:
        super().paint_numbers(event)
        if not self._by_line:
            return
        painter = QPainter(self._numbers)
        side, ratio = self._icon_px(), self.devicePixelRatioF()
        for block, top, height in self._blocks_in(event.rect()):
            severity = self._by_line.get(block.blockNumber() + 1)
            if severity is not None:
                picture = self._theme.pixmap(*MARK_LOOKS[severity], side, ratio)
                painter.drawPixmap(QPoint(SPACE_1, round(top + (height - side) / 2)), picture)
        painter.end()

    def _blocks_in(self, rect: QRect) -> "list[tuple[QTextBlock, float, float]]":
        found = []
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= rect.bottom():
            height = self.blockBoundingRect(block).height()
            found.append((block, top, height))
            top += height
            block = block.next()
        return found

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cursor = self.cursorForPosition(event.pos())
            mark = mark_at(self._marks, cursor.blockNumber() + 1, cursor.positionInBlock() + 1)
            if mark is not None:
                QToolTip.showText(event.globalPos(), mark.text, self)
                return True
        return super().viewportEvent(event)

    # Completion

    def ask_completion(self) -> None:
        """Asks for what could stand at the caret."""
        cursor = self.textCursor()
        if not self.isReadOnly() and not cursor.hasSelection():
            self.completion_wanted.emit(cursor.blockNumber() + 1, cursor.positionInBlock() + 1)

    def show_completions(self, choices: tuple[CompletionChoice, ...], line: int, column: int) -> None:
        """Shows what could stand at the caret, if it is still there."""
        cursor = self.textCursor()
        is_here = (cursor.blockNumber() + 1, cursor.positionInBlock() + 1) == (line, column)
        if not choices or not is_here or not self.hasFocus():
            self.hide_completions()
            return
        self.completions.set_choices(choices)
        self.completions.show_at(self.mapTo(self.window(), self._caret_corner()), self._caret_height())

    def _caret_corner(self) -> QPoint:
        return self.viewport().mapTo(self, self.cursorRect().bottomLeft())

    def _caret_height(self) -> int:
        return self.cursorRect().height()

    @property
    def completions(self) -> CompletionList:
        """Returns the list of completions; it is made when it is needed first."""
        if self._popup is None:
            self._popup = CompletionList(self._theme, self.window())
            self._popup.chosen.connect(self._complete)
            self._popup.setFont(self.font())
        return self._popup

    @property
    def is_completing(self) -> bool:
        """Tells whether the list of completions is shown."""
        return self._popup is not None and self._popup.isVisible()

    def hide_completions(self) -> None:
        """Takes the list of completions away."""
        self._ask.stop()
        if self._popup is not None:
            self._popup.hide()

    def _complete(self, choice: CompletionChoice) -> None:
        self.hide_completions()
        cursor = self.textCursor()
        back = min(choice.start, cursor.positionInBlock())
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, back)
        cursor.insertText(choice.text)
        self.setTextCursor(cursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if self.is_completing and self._takes(key):
            return
        if key == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.ask_completion()
            return
        super().keyPressEvent(event)
        typed = event.text()
        if typed and (typed.isalnum() or typed in '_.{"/ (') and not self.isReadOnly():
            self._ask.start()
        elif key not in (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Backspace):
            self.hide_completions()
        elif key == Qt.Key.Key_Backspace and self.is_completing:
            self._ask.start()

    def _takes(self, key: Qt.Key) -> bool:
        """Gives a key to the list of completions."""
        if key in _NAVIGATION:
            self.completions.step(key)
        elif key in _ACCEPTING:
            self.completions.accept()
        elif key == Qt.Key.Key_Escape:
            self.hide_completions()
        else:
            return False
        return True

    def fit_lines(self, least: int, most: int) -> None:
        """Makes it as high as its lines, within bounds, for fields of a form."""
        lines = min(most, max(least, self.blockCount()))
        self.setFixedHeight(lines * QFontMetrics(self.font()).lineSpacing() + 2 * SPACE_2 + SPACE_2)
