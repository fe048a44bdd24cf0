"""Controls of the agent form, one kind of key each; what is typed leaves as the value that the file gets (U63)."""

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from qodev.base.jsontext import JsonValue
from qodev.types.editing import FieldKind
from qodev.ui.kit.choice_line import ChoiceLine
from qodev.ui.kit.code_edit import CodeEdit
from qodev.ui.kit.theme import SPACE_1, SPACE_2, TextSize, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import Label, named, relook
from qodev.ui.models.agent_form_state import FieldView, list_items
from qodev.ui.models.agent_origins import NO_MARK, OriginMark
from qodev.ui.models.toml_colors import LineState

_LIST_LINES = (1, 6)
_PROMPT_LINES = (4, 14)
_LABEL_PX, _NOTE_PX = 116, 120
_CHOICE_CHARACTERS = 8


class OriginBar(QWidget):
    """The colour bar and the letter beside a value; the tooltip has the words (U66)."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._mark = NO_MARK
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed(theme.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.setFixedWidth(theme.px(20))
        self.setMinimumHeight(theme.px(22))
        self.update()

    def show_mark(self, mark: OriginMark) -> None:
        """Shows where a value comes from."""
        self._mark = mark
        self.setToolTip(mark.tip)
        self.setAccessibleName(mark.tip)
        self.update()

    @property
    def mark(self) -> OriginMark:
        """Returns what is shown."""
        return self._mark

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._mark.letter:
            return
        painter = QPainter(self)
        theme = self._theme.theme
        height = min(self.height(), theme.px(30))
        painter.fillRect(0, SPACE_1, 3, height - 2 * SPACE_1, theme.color(self._mark.role))
        painter.setFont(theme.font(TextSize.GROUP))
        painter.setPen(theme.color("muted"))
        painter.drawText(6, 0, self.width() - 6, height, Qt.AlignmentFlag.AlignVCenter, self._mark.letter)
        painter.end()


class QuietCombo(QComboBox):
    """A combo that the wheel changes only while it has the focus, so that a form can be scrolled over it.

    A choice with more text than there is room ends in an ellipsis; a style sheet would cut it within a letter.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    @property
    def shown_text(self) -> str:
        """Returns the text of the choice as it is drawn."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        return self._elided(option)

    def _elided(self, option: QStyleOptionComboBox) -> str:
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width()
        if not option.currentIcon.isNull():
            room -= option.iconSize.width() + SPACE_1
        return option.fontMetrics.elidedText(option.currentText, Qt.TextElideMode.ElideRight, room - SPACE_1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self._elided(option)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()


class PlainList(QPlainTextEdit):
    """Items of a list, one a line; it grows with them, and Tab leaves it."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.textChanged.connect(self.fit)
        theme.changed.connect(self.fit)
        self.fit()

    def fit(self, *_: object) -> None:
        """Makes it as high as its lines, within bounds."""
        lines = min(_LIST_LINES[1], max(_LIST_LINES[0], self.blockCount()))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 2 * SPACE_2 + 2)


class FieldRow(QWidget):
    """Label, control, and what is said about a key; by itself it shows a value to be read, as of a key that is not known."""

    changed = Signal(str, object)  # key, value: what the file gets
    entered = Signal(str)  # the focus came into the control
    undo_requested = Signal(bool)  # True redoes
    completion_wanted = Signal(str, str, int, int)  # key, text, line, column

    def __init__(self, theme: ThemeController, view: FieldView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = view.key
        self._theme = theme
        self._view = view
        self.bar = OriginBar(theme)
        self.label = Label(view.label, wraps=True)
        self.note = Label("", "secondary", wraps=True)
        self.note.setMinimumWidth(_NOTE_PX)  # else the longest file name decides how narrow the form can be
        self.control = self._make(view)
        named(self.control, f"agent.field:{view.key}", view.label)
        self.label.setBuddy(self.control)
        self.control.installEventFilter(self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._lay_out()
        self.show_view(view, is_editable=True)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed(theme.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.label.setFixedWidth(theme.px(_LABEL_PX))

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(SPACE_1 // 2)
        right.addWidget(self.control)
        right.addWidget(self.note)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_1, 1, SPACE_1, 1)
        row.setSpacing(SPACE_2)
        row.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.label, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(right, 1)
        self.label.setContentsMargins(0, SPACE_1, 0, 0)

    def _make(self, view: FieldView) -> QWidget:
        self.line = QLineEdit()
        self.line.setReadOnly(True)
        set_look(self.line, "mono")
        return self.line

    def _fill(self, view: FieldView, *, is_editable: bool) -> None:
        self.line.setText(view.text)

    def show_view(self, view: FieldView, *, is_editable: bool) -> None:
        """Shows a key; what is being typed is not disturbed when it says the same."""
        self._view = view
        with QSignalBlocker(self.control):
            self._fill(view, is_editable=is_editable)
        self.bar.show_mark(view.mark)
        note = self._note(view)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        relook(
            self.note, "secondary" if view.is_known and not view.note.startswith(self.tr("not known")) else "warning"
        )
        self.control.setToolTip(view.help)
        self.label.setToolTip(f"{view.label}\n{view.help}".strip())

    def _note(self, view: FieldView) -> str:
        """Returns what is said below the control."""
        return view.note or (self.tr("replaced whole") if view.mark.is_whole else "")

    def set_current(self, on: bool) -> None:  # noqa: FBT001  # one fact
        """Marks the row whose lines hold the caret."""
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        relook(self, "current" if on else "")

    def focus_control(self) -> None:
        """Moves the focus into the control."""
        self.control.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.FocusIn:
            self.entered.emit(self.key)
        elif event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress) and isinstance(event, QKeyEvent):
            return self._takes_undo(event)
        return False

    def _takes_undo(self, event: QKeyEvent) -> bool:
        """Undo and redo are those of the document: it has one stack (U61)."""
        is_undo = event.matches(QKeySequence.StandardKey.Undo)
        if not is_undo and not event.matches(QKeySequence.StandardKey.Redo):
            return False
        event.accept()
        if event.type() is QEvent.Type.KeyPress:
            self.undo_requested.emit(not is_undo)
        return True

    def emit_value(self, value: JsonValue) -> None:
        """Tells what the file gets."""
        self.changed.emit(self.key, value)


class LineRow(FieldRow):
    """A text of one line, with suggestions."""

    def _make(self, view: FieldView) -> QWidget:
        self.line = self._offering = ChoiceLine(self._theme)
        self._offering.textEdited.connect(self._on_edited)
        self._offering.picked.connect(self._on_edited)
        self._choices: tuple[str, ...] = ()
        return self.line

    def _fill(self, view: FieldView, *, is_editable: bool) -> None:
        if self.line.text() != view.text:
            self.line.setText(view.text)
            if not self.line.hasFocus():
                self.line.home(False)  # the beginning of a long text is shown
        self.line.setPlaceholderText(view.placeholder)
        self.line.setReadOnly(not is_editable)
        if view.choices != self._choices:
            self._choices = view.choices
            self._offering.set_choices(view.choices)

    def _on_edited(self, text: str) -> None:
        self.emit_value(text)


class NumberRow(LineRow):
    """A whole number; other text is left alone until it is one."""

    def _on_edited(self, text: str) -> None:
        digits = text.strip()
        is_number = digits.isascii() and digits.isdigit()
        self.note.setText("" if is_number else self.tr("Type a whole number."))
        self.note.setVisible(bool(self.note.text()))
        if is_number:
            self.emit_value(int(digits))


class FlagRow(FieldRow):
    """A switch; it shows the value that holds, and a click writes it."""

    def _make(self, view: FieldView) -> QWidget:
        self.box = QCheckBox()
        self.box.toggled.connect(self.emit_value)
        return self.box

    def _note(self, view: FieldView) -> str:
        return "\n".join(part for part in (view.note, view.placeholder) if part)

    def _fill(self, view: FieldView, *, is_editable: bool) -> None:
        self.box.setChecked(view.is_on)
        self.box.setEnabled(is_editable)


class ChoiceRow(FieldRow):
    """One of few values; a value that is not known stays in the list."""

    def _make(self, view: FieldView) -> QWidget:
        self.combo = QuietCombo()
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setMinimumContentsLength(_CHOICE_CHARACTERS)
        self.combo.activated.connect(self._on_activated)
        return self.combo

    def _fill(self, view: FieldView, *, is_editable: bool) -> None:
        unset = view.placeholder or self.tr("Not written")
        extra = (view.text,) if view.is_written and view.text not in view.choices else ()
        wanted = [unset, *view.choices, *extra]
        if [self.combo.itemText(i) for i in range(self.combo.count())] != wanted:
            self.combo.clear()
            self.combo.addItems(wanted)
        self.combo.setCurrentIndex(wanted.index(view.text, 1) if view.is_written else 0)
        self.combo.setEnabled(is_editable)

    def _on_activated(self, index: int) -> None:
        self.emit_value(self.combo.itemText(index) if index else None)


class ListRow(FieldRow):
    """Items, one a line; emptied it writes an empty list, which lifts what is inherited."""

    def _note(self, view: FieldView) -> str:
        return super()._note(view) or view.origin

    def _make(self, view: FieldView) -> QWidget:
        self.items = PlainList(self._theme)
        self.items.textChanged.connect(self._on_changed)
        return self.items

    def _fill(self, view: FieldView, *, is_editable: bool) -> None:
        says_it = self.items.hasFocus() and list_items(self.items.toPlainText()) == list_items(view.text)
        if not says_it and self.items.toPlainText() != view.text:
            self.items.setPlainText(view.text)
        self.items.setPlaceholderText(view.short_placeholder or (self.tr("Empty") if view.is_written else ""))
        self.items.setReadOnly(not is_editable)
        self.items.fit()

    def _on_changed(self) -> None:
        wanted = list_items(self.items.toPlainText())
        if wanted != list_items(self._view.text) or not self._view.is_written:
            self.emit_value(wanted)


class PromptRow(FieldRow):
    """A template over lines, coloured, with completion."""

    def _note(self, view: FieldView) -> str:
        return super()._note(view) or view.origin

    def _make(self, view: FieldView) -> QWidget:
        self.edit = CodeEdit(self._theme, first_state=int(LineState.LITERAL), has_gutter=False)
        self.edit.setUndoRedoEnabled(False)
        self.edit.setTabChangesFocus(True)
        self.edit.edited.connect(self._on_edited)
        self.edit.completion_wanted.connect(self._on_completion_wanted)
        set_look(self.edit, "mono")
        return self.edit

    def _fill(self, view: FieldView, *, is_editable: bool) -> None:
        if self.edit.text != view.text:
            self.edit.apply_text(view.text)
        self.edit.setPlaceholderText(view.short_placeholder)
        self.edit.setReadOnly(not is_editable)
        self.edit.fit_lines(*_PROMPT_LINES)

    def _on_edited(self) -> None:
        self.edit.fit_lines(*_PROMPT_LINES)
        self.emit_value(self.edit.text)

    def _on_completion_wanted(self, line: int, column: int) -> None:
        self.completion_wanted.emit(self.key, self.edit.text, line, column)


_KINDS: dict[FieldKind, type[FieldRow]] = {
    FieldKind.TEXT: LineRow,
    FieldKind.LONG_TEXT: PromptRow,
    FieldKind.FLAG: FlagRow,
    FieldKind.LIST: ListRow,
    FieldKind.NUMBER: NumberRow,
    FieldKind.CHOICE: ChoiceRow,
}


def make_row(theme: ThemeController, view: FieldView) -> FieldRow:
    """Returns the control for a key."""
    return _KINDS.get(view.kind, FieldRow)(theme, view)
