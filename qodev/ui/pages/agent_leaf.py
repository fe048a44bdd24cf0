"""The value of one key of the body: its type, and an editor that fits it (U64)."""

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from qodev.base.jsontext import JsonFault, JsonValue, dump_compact, dump_pretty, loads_strict
from qodev.ui.kit.code_edit import CodeEdit
from qodev.ui.kit.theme import SPACE_1, SPACE_2, ThemeController
from qodev.ui.kit.widgets import ElidedLabel, Label, named
from qodev.ui.models.agent_body import EMPTY_VALUES, BodyNode, BodyType, type_of, type_word
from qodev.ui.models.toml_colors import LineState
from qodev.ui.pages.agent_fields import OriginBar, QuietCombo

_LINES = (2, 10)


class LeafEditor(QWidget):
    """Shows one key at a time; a value leaves as what the file gets."""

    value_changed = Signal(object)
    entered = Signal()
    undo_requested = Signal(bool)
    completion_wanted = Signal(str, int, int)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._node: BodyNode | None = None
        self._shown: tuple[object, ...] = ()
        self.bar = OriginBar(theme)
        self.key = ElidedLabel("", "strong")
        self.kind = QuietCombo()
        named(self.kind, "agent.body.type", self.tr("Type"))
        for kind in BodyType:
            self.kind.addItem(type_word(kind), kind.value)
        self.edit = CodeEdit(theme, first_state=int(LineState.LITERAL), has_gutter=False)
        named(self.edit, "agent.body.value", self.tr("Value"))
        self.edit.setUndoRedoEnabled(False)
        self.edit.setTabChangesFocus(True)
        self.number = QLineEdit()
        named(self.number, "agent.body.number", self.tr("Number"))
        self.switch = QCheckBox(self.tr("On"))
        named(self.switch, "agent.body.switch", self.tr("Switch"))
        self.note = Label("", "secondary", wraps=True)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_2)
        head.addWidget(self.bar)
        head.addWidget(self.key, 1)
        head.addWidget(self.kind)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_1)
        column.addLayout(head)
        for widget in (self.edit, self.number, self.switch, self.note):
            column.addWidget(widget)

    def _connect(self) -> None:
        self.kind.activated.connect(self._on_kind_chosen)
        self.edit.edited.connect(self._on_edited)
        self.edit.completion_wanted.connect(self._on_completion_wanted)
        self.number.textEdited.connect(self._on_number)
        self.switch.toggled.connect(self._on_switched)
        for control in (self.edit, self.number, self.switch):
            control.installEventFilter(self)

    def show_node(self, node: BodyNode | None, *, is_editable: bool) -> None:
        """Shows a key; what is being typed is not disturbed when it says the same."""
        is_same = node is not None and self._node is not None and node.path == self._node.path
        self._node = node
        self.setVisible(node is not None)
        if node is None:
            return
        self.bar.show_mark(node.mark)
        self.key.set_line(node.dotted)
        with QSignalBlocker(self.kind):
            self.kind.setCurrentIndex(self.kind.findData(node.kind.value))
        self.kind.setEnabled(is_editable)
        self._show_value(node, is_same=is_same)
        self.edit.setReadOnly(not is_editable)
        self.number.setReadOnly(not is_editable)
        self.switch.setEnabled(is_editable)

    def _show_value(self, node: BodyNode, *, is_same: bool) -> None:
        is_text = node.kind in (BodyType.TEXT, BodyType.TEMPLATE, BodyType.ARRAY)
        self.edit.setVisible(is_text)
        self.number.setVisible(node.kind is BodyType.NUMBER)
        self.switch.setVisible(node.kind is BodyType.SWITCH)
        self.note.setText(self._note(node))
        self.note.setVisible(bool(self.note.text()))
        if is_text and not (is_same and self._says(node)):
            self.edit.apply_text(_as_text(node))
            self.edit.fit_lines(*_LINES)
        elif node.kind is BodyType.NUMBER and _as_number(self.number.text()) != node.value:
            self.number.setText(_as_text(node))
        elif node.kind is BodyType.SWITCH:
            with QSignalBlocker(self.switch):
                self.switch.setChecked(node.value is True)

    def _note(self, node: BodyNode) -> str:
        if node.is_added:
            return self.tr("qodev adds this when it sends.")
        if node.kind is BodyType.TABLE:
            return self.tr("A table. Add… puts a key into it.")
        if node.kind is BodyType.ARRAY:
            return self.tr("Written as JSON. An array replaces the parent's whole.")
        return ""

    def _says(self, node: BodyNode) -> bool:
        """Tells whether the editor says the value already, in whatever spelling."""
        if node.kind is BodyType.ARRAY:
            return _as_array(self.edit.text) == node.value
        return self.edit.text == node.value

    def _on_kind_chosen(self, _index: int) -> None:
        node = self._node
        kind = BodyType(str(self.kind.currentData()))
        if node is not None and kind is not node.kind:
            self.value_changed.emit(_converted(node.value, kind))

    def _on_edited(self) -> None:
        self.edit.fit_lines(*_LINES)
        node = self._node
        if node is None:
            return
        if node.kind is not BodyType.ARRAY:
            self.value_changed.emit(self.edit.text)
            return
        found = _as_array(self.edit.text)
        self.note.setText(self.tr("This is no array in JSON yet.") if found is None else self._note(node))
        if found is not None:
            self.value_changed.emit(found)

    def _on_number(self, text: str) -> None:
        found = _as_number(text)
        self.note.setText(self.tr("Type a number.") if found is None else "")
        self.note.setVisible(bool(self.note.text()))
        if found is not None:
            self.value_changed.emit(found)

    def _on_switched(self, on: bool) -> None:  # noqa: FBT001  # a slot
        self.value_changed.emit(on)

    def _on_completion_wanted(self, line: int, column: int) -> None:
        self.completion_wanted.emit(self.edit.text, line, column)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.FocusIn:
            self.entered.emit()
        elif event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress) and isinstance(event, QKeyEvent):
            is_undo = event.matches(QKeySequence.StandardKey.Undo)
            if is_undo or event.matches(QKeySequence.StandardKey.Redo):
                event.accept()
                if event.type() is QEvent.Type.KeyPress:
                    self.undo_requested.emit(not is_undo)
                return True
        return False

    def focus_value(self) -> None:
        """Moves the focus into the value."""
        for control in (self.edit, self.number, self.switch):
            if control.isVisibleTo(self):
                control.setFocus(Qt.FocusReason.OtherFocusReason)


def _as_text(node: BodyNode) -> str:
    if isinstance(node.value, str):
        return node.value
    return dump_pretty(node.value) if isinstance(node.value, list) else dump_compact(node.value)


def _as_array(text: str) -> list[JsonValue] | None:
    try:
        found = loads_strict(text)
    except JsonFault:
        return None
    return found if isinstance(found, list) else None


def _as_number(text: str) -> int | float | None:
    try:
        found = loads_strict(text.strip())
    except JsonFault:
        return None
    return found if isinstance(found, int | float) and not isinstance(found, bool) else None


def _converted(value: JsonValue, kind: BodyType) -> JsonValue:
    """Returns the value as another type where it can be, else an empty one of it."""
    if kind is BodyType.NUMBER and isinstance(value, str):
        number = _as_number(value)
        return number if number is not None else 0
    if kind is BodyType.TEXT and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if kind is BodyType.SWITCH and isinstance(value, str):
        return value.strip().casefold() == "true"
    if kind is BodyType.ARRAY and value is not None and type_of(value) is not BodyType.TABLE:
        return [value]
    return EMPTY_VALUES[kind]
