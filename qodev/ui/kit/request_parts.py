"""Parts of the live request: faults with their way to the line, the body as tree and raw, texts with marked pieces."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QStackedWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.row_views import RowTree
from qodev.ui.kit.text_areas import show_text, text_area
from qodev.ui.kit.theme import SPACE_1, SPACE_2, TextSize, Theme, ThemeController
from qodev.ui.kit.widgets import Label, PictureLabel, PushButton, named
from qodev.ui.models.json_tree import KEY, MARK, VALUE, JsonTreeModel
from qodev.ui.models.live_request import LiveRequestState
from qodev.ui.models.request_state import FaultRow

_OPENED_MEMBERS = 12  # of the body's own keys, those with at most so many members are open at first


class FaultList(QWidget):
    """Says why there is no request, each reason with a button that goes to its line."""

    go_to = Signal(str, int, int)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[FaultRow, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_2)
        self.buttons: tuple[PushButton, ...] = ()
        self.hide()

    def show_faults(self, faults: tuple[FaultRow, ...]) -> None:
        """Shows the reasons."""
        if faults == self._shown:
            return
        self._shown = faults
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons = tuple(self._add(number, fault) for number, fault in enumerate(faults))
        self.setVisible(bool(faults))

    def _add(self, number: int, fault: FaultRow) -> PushButton:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACE_2)
        picture = PictureLabel(self._theme, *(("error", "deny") if fault.is_error else ("warning", "ask")))
        line.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        text = Label(" ".join(part for part in (fault.message, fault.hint) if part), wraps=True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line.addWidget(text, 1)
        button = PushButton(self.tr("Go to line {0}").format(fault.line), f"request.go_to:{number}", "compact")
        button.setVisible(bool(fault.path and fault.line))
        button.clicked.connect(partial(self._on_go_to, fault))
        line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._column.addWidget(row)
        return button

    def _on_go_to(self, fault: FaultRow) -> None:
        self.go_to.emit(fault.path, fault.line, max(1, fault.column))


class BodyView(QWidget):
    """The body as a tree, or byte for byte; what is not looked at is not laid out. Its owner places the switch `raw`."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state = LiveRequestState()
        self._laid_out: object = None  # the value in the tree
        self.model = JsonTreeModel(self)
        self.tree = RowTree()
        self.raw_text = text_area("request.body_raw", self.tr("Body, byte for byte"), theme)
        self.raw = PushButton(self.tr("Raw"), "request.raw", "compact")
        self.raw.setCheckable(True)
        self.raw.setToolTip(self.tr("Shows the body byte for byte"))
        self.stack = QStackedWidget()
        self._set_up()
        self.raw.toggled.connect(self._on_raw_toggled)
        theme.changed.connect(self._on_theme_changed)

    def _set_up(self) -> None:
        named(self.tree, "request.body", self.tr("Body"))
        self.tree.setModel(self.model)
        self.tree.setUniformRowHeights(True)
        self.tree.setAlternatingRowColors(False)
        self.tree.setTabKeyNavigation(False)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(KEY, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(VALUE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(MARK, QHeaderView.ResizeMode.ResizeToContents)
        self.stack.addWidget(self.tree)
        self.stack.addWidget(self.raw_text)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_1, 0, 0)
        column.setSpacing(SPACE_1)
        column.addWidget(self.stack, 1)
        self._on_theme_changed(self._theme.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.raw_text.setFont(theme.font(TextSize.MONO))
        self.tree.setFont(theme.font(TextSize.MONO))

    def show_state(self, state: LiveRequestState) -> None:
        """Shows a body; places that were open stay open where they are still there."""
        self._state = state
        self._show()

    def _on_raw_toggled(self, _on: bool) -> None:  # noqa: FBT001  # a toggle's slot
        self._show()

    def _show(self) -> None:
        if self.raw.isChecked():
            self.stack.setCurrentWidget(self.raw_text)
            show_text(self.raw_text, self._state.raw)
            return
        self.stack.setCurrentWidget(self.tree)
        key = (self._state.body, dict(self._state.marks))
        if self._laid_out == key:
            return
        is_first = self._laid_out is None
        opened = self._opened()
        self._laid_out = key
        self.model.set_value(self._state.body, self._state.marks)
        for path in opened:
            index = self.model.find(path)
            if index.isValid() and self.model.node(index).path == path:
                self.tree.expand(index)
        if is_first:
            self._open_first()

    def _opened(self) -> list[str]:
        found: list[str] = []
        pending = [self.model.index(row, KEY) for row in range(self.model.rowCount())]
        while pending:
            index = pending.pop()
            if self.tree.isExpanded(index):
                found.append(self.model.node(index).path)
                pending += [self.model.index(row, KEY, index) for row in range(self.model.rowCount(index))]
        return sorted(found, key=len)

    def _open_first(self) -> None:
        for row in range(self.model.rowCount()):
            index = self.model.index(row, KEY)
            if 0 < self.model.rowCount(index) <= _OPENED_MEMBERS:
                self.tree.expand(index)


class MarkedText(QPlainTextEdit):
    """A text to read in which some pieces are set off: what was put in, beside what was written."""

    def __init__(self, theme: ThemeController, name: str, spoken: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._marked: tuple[tuple[int, int], ...] = ()
        self.setProperty("look", "mono")
        named(self, name, spoken)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed(theme.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.setFont(theme.font(TextSize.MONO))
        self._mark()

    def show_marked(self, text: str, marked: Sequence[tuple[int, int]]) -> None:
        """Shows a text; `marked` are pieces as (start, end) in code points."""
        show_text(self, text)
        # Qt counts in UTF-16: a character beyond the basic plane is two of its positions.
        self._marked = tuple((_units(text[:start]), _units(text[:end])) for start, end in marked)
        self._mark()

    def _mark(self) -> None:
        look = QTextCharFormat()
        look.setBackground(self._theme.theme.color("tint"))
        look.setForeground(self._theme.theme.color("accent"))
        selections = []
        for start, end in self._marked:
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            selection.cursor = cursor
            selection.format = look
            selections.append(selection)
        self.setExtraSelections(selections)


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
