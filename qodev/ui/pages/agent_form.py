"""The form of the agent editor: a control for every key of the format, and the body below them (U62, U63)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import Label, named
from qodev.ui.models.agent_body import BodyNode
from qodev.ui.models.agent_form_state import FieldView, FormState
from qodev.ui.models.completions import CompletionChoice
from qodev.ui.pages.agent_body_tree import BodySection
from qodev.ui.pages.agent_fields import FieldRow, PromptRow, make_row


class AgentForm(QScrollArea):
    """Builds its rows anew only when the keys are others; else it changes what they show."""

    key_set = Signal(object, object)  # key path, value
    key_removed = Signal(object)  # key path
    key_renamed = Signal(object, str)  # key path, name
    key_entered = Signal(str)  # dotted
    undo_requested = Signal(bool)
    completion_wanted = Signal(str, str, int, int)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "agent.form", self.tr("Form"))
        self._theme = theme
        self._rows: dict[str, FieldRow] = {}
        self._shape: tuple[object, ...] = ()
        self._current = ""
        self._asking: PromptRow | None = None
        self._fields = QWidget()
        self._column = QVBoxLayout(self._fields)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_1)
        self.body = BodySection(theme)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        inner = QWidget()
        set_look(inner, "surface")
        inner.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        outer = QVBoxLayout(inner)
        outer.setContentsMargins(SPACE_2, SPACE_2, SPACE_3, SPACE_4)
        outer.setSpacing(SPACE_2)
        outer.addWidget(self._fields)
        outer.addWidget(self.body, 1)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(inner)

    def _connect(self) -> None:
        self.body.key_set.connect(self.key_set)
        self.body.key_removed.connect(self.key_removed)
        self.body.key_renamed.connect(self.key_renamed)
        self.body.key_entered.connect(self._on_entered)
        self.body.undo_requested.connect(self.undo_requested)
        self.body.completion_wanted.connect(self._on_body_completion_wanted)

    def show_state(self, state: FormState, body: BodyNode) -> None:
        """Shows the keys of a text; while it does not parse they stay as they were and cannot be changed."""
        shape = tuple((s.title, tuple((f.key, f.kind) for f in s.fields)) for s in state.sections)
        if shape != self._shape:
            self._rebuild(state)
            self._shape = shape
        for section in state.sections:
            for view in section.fields:
                self._rows[view.key].show_view(view, is_editable=state.is_editable)
        self.body.show_body(body, is_editable=state.is_editable, reason=state.paused or state.read_only)

    def _rebuild(self, state: FormState) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._rows.clear()
        for section in state.sections:
            title = Label(section.title.upper(), "group")
            title.setContentsMargins(SPACE_1, SPACE_2, 0, 0)
            self._column.addWidget(title)
            for view in section.fields:
                self._column.addWidget(self._make_row(view))

    def _make_row(self, view: FieldView) -> FieldRow:
        row = make_row(self._theme, view)
        row.changed.connect(self._on_changed)
        row.entered.connect(self._on_entered)
        row.undo_requested.connect(self.undo_requested)
        row.completion_wanted.connect(self._on_completion_wanted)
        self._rows[view.key] = row
        return row

    def row(self, key: str) -> FieldRow | None:
        """Returns the row of a key."""
        return self._rows.get(key)

    def _on_changed(self, key: str, value: object) -> None:
        path = tuple(key.split("."))
        if value is None:
            self.key_removed.emit(path)
        else:
            self.key_set.emit(path, value)

    def _on_entered(self, key: str) -> None:
        self._mark(key)
        self.key_entered.emit(key)

    def show_key(self, key: str) -> None:
        """Marks the row of a key and brings it into view, while the focus stays where it is."""
        self._mark(key)
        row = self._rows.get(key)
        if row is not None:
            self.ensureWidgetVisible(row)
        elif key.startswith("body"):
            self.body.show_key(key)
            self.ensureWidgetVisible(self.body)

    def _mark(self, key: str) -> None:
        if key == self._current:
            return
        for one, on in ((self._current, False), (key, True)):
            row = self._rows.get(one)
            if row is not None:
                row.set_current(on)
        self._current = key

    def focus_key(self, key: str) -> None:
        """Moves the focus to a key."""
        row = self._rows.get(key)
        if row is not None:
            row.focus_control()
        elif key.startswith("body"):
            self.body.show_key(key)
            self.body.tree.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_completion_wanted(self, key: str, text: str, line: int, column: int) -> None:
        row = self._rows.get(key)
        self._asking = row if isinstance(row, PromptRow) else None
        self.completion_wanted.emit(key, text, line, column)

    def _on_body_completion_wanted(self, key: str, text: str, line: int, column: int) -> None:
        self._asking = None
        self.completion_wanted.emit(key, text, line, column)

    def show_completions(self, choices: tuple[CompletionChoice, ...], line: int, column: int) -> None:
        """Shows what could stand at the caret of the template that asked."""
        edit = self._asking.edit if self._asking is not None else self.body.leaf.edit
        edit.show_completions(choices, line, column)
