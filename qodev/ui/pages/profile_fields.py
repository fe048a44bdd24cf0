"""The controls of the profile form, one for each field of the format (U76 to U79)."""

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from qodev.types.permissions import Effect
from qodev.ui.kit.theme import SPACE_1, SPACE_2, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import Label, named, relook
from qodev.ui.models.profile_form_state import ALWAYS_SAID, field_help, field_label
from qodev.ui.models.profile_words import EFFECTS, effect_choice
from qodev.ui.pages.agent_fields import PlainList, QuietCombo

_STEPS = 8
_TEXT_PX = 240
_LABEL_PX = 96
_CHOICE_CHARACTERS = 8


class ProfileField(QWidget):
    """A label, a control beside it, and what is said about the field below."""

    changed = Signal(str, str)  # field, value
    entered = Signal(str)
    undo_requested = Signal(bool)  # True redoes

    def __init__(self, theme: ThemeController, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self._theme = theme
        self.label = Label(field_label(name), wraps=True)
        self.control = self._make()
        named(self.control, f"profile.{name}", field_label(name))
        self.label.setBuddy(self.control)
        self.note = Label("", "secondary", wraps=True)
        self.control.installEventFilter(self)
        self._lay_out()
        theme.changed.connect(self._fit_label)
        self._fit_label(theme.theme)

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(SPACE_1 // 2)
        right.addWidget(self.control)
        right.addWidget(self.note)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_1, 1, SPACE_1, 1)
        row.setSpacing(SPACE_2)
        row.addWidget(self.label, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(right, 1)
        self.label.setContentsMargins(0, SPACE_1 + 1, 0, 0)

    def _fit_label(self, theme: Theme) -> None:
        self.label.setFixedWidth(theme.px(_LABEL_PX))

    def _make(self) -> QWidget:
        self.line = QLineEdit()
        self.line.textEdited.connect(self._on_edited)
        return self.line

    def _on_edited(self, text: str) -> None:
        self.changed.emit(self.name, text)

    def _fill(self, value: str, *, is_editable: bool) -> None:
        says_it = self.line.hasFocus() and self.line.text().strip() == value
        if not says_it and self.line.text() != value:
            self.line.setText(value)
            if not self.line.hasFocus():
                self.line.home(False)
        self.line.setReadOnly(not is_editable)

    def show_value(self, value: str, fault: str, *, is_editable: bool) -> None:
        """Shows what the text says; what is being typed is not disturbed when it says the same."""
        with QSignalBlocker(self.control):
            self._fill(value, is_editable=is_editable)
        said = field_help(self.name)
        self.note.setText(fault or (said if self.name in ALWAYS_SAID else ""))
        self.note.setVisible(bool(self.note.text()))
        relook(self.note, "error" if fault else "secondary")
        self.control.setToolTip(said if is_editable else self.tr("The form cannot be changed now."))
        self.control.setAccessibleDescription(fault or self.control.toolTip())

    def set_current(self, on: bool) -> None:  # noqa: FBT001  # one fact
        """Marks the field whose line holds the caret."""
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        relook(self, "current" if on else "")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.FocusIn:
            self.entered.emit(self.name)
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


class StepsField(ProfileField):
    """1 to 8, or not written; a value that is wrong stays visible."""

    def _make(self) -> QWidget:
        self.combo = QuietCombo()
        self.combo.activated.connect(self._on_activated)
        return self.combo

    def _choices(self, value: str) -> list[tuple[str, str]]:
        steps = [(str(number), str(number)) for number in range(1, _STEPS + 1)]
        known = {choice for _text, choice in steps}
        wrong = [(self.tr("{0} (not valid)").format(value), value)] if value and value not in known else []
        return [(self.tr("Not written"), ""), *steps, *wrong]

    def _fill(self, value: str, *, is_editable: bool) -> None:
        wanted = self._choices(value)
        if [(self.combo.itemText(n), self.combo.itemData(n)) for n in range(self.combo.count())] != wanted:
            self.combo.clear()
            for text, choice in wanted:
                self.combo.addItem(text, choice)
        self.combo.setCurrentIndex(next(n for n, (_text, choice) in enumerate(wanted) if choice == value))
        self.combo.setEnabled(is_editable)

    def _on_activated(self, place: int) -> None:
        self.changed.emit(self.name, str(self.combo.itemData(place)))


class EffectField(StepsField):
    """One of the three effects, each with its sentence; not written means Ask (U78)."""

    def _choices(self, value: str) -> list[tuple[str, str]]:
        effects = [(effect_choice(effect), effect.value) for effect in EFFECTS]
        unset = self.tr("Not written; {0}").format(effect_choice(Effect.ASK))
        known = {choice for _text, choice in effects}
        wrong = [(self.tr("{0} (not valid)").format(value), value)] if value and value not in known else []
        return [(unset, ""), *effects, *wrong]

    def _make(self) -> QWidget:
        made = super()._make()
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setMinimumContentsLength(_CHOICE_CHARACTERS)
        return made

    def show_value(self, value: str, fault: str, *, is_editable: bool) -> None:
        folded = value.casefold()
        shown = folded if folded in [effect.value for effect in EFFECTS] else value
        super().show_value(shown, fault, is_editable=is_editable)
        self.combo.setToolTip("\n".join((self.combo.currentText(), self.combo.toolTip())))  # it may be cut


class PathsField(ProfileField):
    """Path patterns, one a line."""

    def _make(self) -> QWidget:
        self.items = PlainList(self._theme)
        set_look(self.items, "mono")
        self.items.textChanged.connect(self._on_changed)
        self._value = ""
        return self.items

    def _fill(self, value: str, *, is_editable: bool) -> None:
        self._value = value
        if _items(self.items.toPlainText()) != _items(value):
            self.items.setPlainText("\n".join(_items(value)))
        self.items.setReadOnly(not is_editable)
        self.items.fit()

    def _on_changed(self) -> None:
        wanted = _items(self.items.toPlainText())
        if wanted != _items(self._value):
            self.changed.emit(self.name, ", ".join(wanted))


def _items(text: str) -> list[str]:
    """Returns the patterns of a list, by lines or commas."""
    return [item for part in text.splitlines() for one in part.split(",") if (item := one.strip())]


class InstructionsField(ProfileField):
    """The text below the front matter."""

    def _make(self) -> QWidget:
        self.edit = QPlainTextEdit()
        self.edit.setUndoRedoEnabled(False)
        self.edit.setTabChangesFocus(True)
        self.edit.textChanged.connect(self._on_changed)
        self._value = ""
        self._theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed(self._theme.theme)
        return self.edit

    def _on_theme_changed(self, theme: Theme) -> None:
        self.edit.setMinimumHeight(theme.px(_TEXT_PX))

    def _fill(self, value: str, *, is_editable: bool) -> None:
        self._value = value
        if self.edit.toPlainText().strip() != value.strip():
            self.edit.setPlainText(value)
        self.edit.setReadOnly(not is_editable)

    def _on_changed(self) -> None:
        text = self.edit.toPlainText()
        if text.strip() != self._value.strip():
            self.changed.emit(self.name, text)


_KINDS: dict[str, type[ProfileField]] = {
    "max_steps": StepsField,
    "default_permission": EffectField,
    "edit_paths": PathsField,
    "deny_edit_paths": PathsField,
    "instructions": InstructionsField,
}


def make_field(theme: ThemeController, name: str) -> ProfileField:
    """Returns the control of a field."""
    return _KINDS.get(name, ProfileField)(theme, name)
