"""Controls of the provider form, one kind of key each: what is typed leaves as the value that the file gets (U39)."""

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from qodev.base.jsontext import JsonValue
from qodev.types.instances import InstanceField
from qodev.ui.kit.switch import Switch
from qodev.ui.kit.theme import SPACE_1, SPACE_2, ThemeController
from qodev.ui.kit.widgets import Label, PushButton, named, relook

AREA = "settings.providers."
LABEL_PX = 104


_LONG_WORD = re.compile(r"\S{24,}")


def breakable(text: str) -> str:
    """Returns a text whose long words, such as addresses, can go on in the next line; it is for eyes alone."""
    return _LONG_WORD.sub(_with_breaks, text)


def _with_breaks(word: "re.Match[str]") -> str:
    return re.sub(r"([/?&=.])(?=.)", "\\1\u200b", word.group())


class Field(QWidget):
    """A label, a control, a note below it, and Reset where the file says something that could be inherited."""

    changed = Signal(str, object)  # key, value for the file; None takes the key out

    def __init__(self, theme: ThemeController, key: str, label: str, name: str) -> None:
        super().__init__()
        self.key = key
        self._theme = theme
        self._field = InstanceField(key, None, is_written=False)
        self.label = Label(label, wraps=True)
        self.label.setFixedWidth(theme.theme.px(LABEL_PX))
        self.label.setContentsMargins(0, theme.theme.px(6), 0, 0)  # level with the text of the control
        self.control = self._make()
        named(self.control, f"{AREA}{name}", label)
        self.label.setBuddy(self.control)
        self.reset = PushButton(self.tr("Reset"), f"settings.reset:{key}", "plain")
        self.reset.setToolTip(self.tr("Takes the key out of the file, so that what is inherited counts again"))
        self.reset.clicked.connect(self._on_reset)
        self.reset.hide()
        self.note = Label("", "secondary", wraps=True)
        self.note.hide()
        self._lay_out()

    def _make(self) -> QWidget:
        return QLineEdit()

    def _beside(self) -> Sequence[QWidget]:
        """Returns further controls of the row."""
        return ()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(SPACE_2)
        line.addWidget(self.control, 1)
        for widget in (*self._beside(), self.reset):
            line.addWidget(widget)
        right = QVBoxLayout()
        right.setSpacing(SPACE_1)
        right.addLayout(line)
        right.addWidget(self.note)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_2)
        row.addWidget(self.label, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(right, 1)

    def show_field(self, field: InstanceField, read_only: str, problem: str, severity: str = "warning") -> None:
        """Shows what counts, and what is wrong with it."""
        self._field = field
        self._show_value(field)
        self._refuse(read_only)
        can_inherit = field.is_written and bool(field.inherited_from)
        self.reset.setVisible(can_inherit and not read_only)
        self._note(problem or self._said(field), severity if problem else "")

    def _said(self, field: InstanceField) -> str:
        if field.is_written or not field.inherited_from:
            return ""
        return self.tr("From `{0}`").format(field.inherited_from)

    def _note(self, text: str, severity: str) -> None:
        relook(self.note, severity or "secondary")
        self.note.setText(breakable(text))
        self.note.setVisible(bool(text))

    def _refuse(self, reason: str) -> None:
        self.control.setEnabled(not reason)
        self.control.setToolTip(reason)
        self.control.setAccessibleDescription(reason)

    def _show_value(self, field: InstanceField) -> None:
        """Puts the value into the control."""

    def _on_reset(self) -> None:
        self.changed.emit(self.key, None)

    def _shown(self, field: InstanceField) -> str:
        value = field.value if field.is_written else None
        return "" if value is None else _text_of(value)


def _text_of(value: JsonValue) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


class TextField(Field):
    """One line of text; emptied, the key leaves the file, unless that would inherit something else."""

    def _make(self) -> QWidget:
        self.line = QLineEdit()
        self.line.textEdited.connect(self._on_edited)
        return self.line

    def _show_value(self, field: InstanceField) -> None:
        text = self._shown(field)
        if text != self.line.text():
            self.line.setText(text)
        inherited = "" if field.inherited is None else _text_of(field.inherited)
        self.line.setPlaceholderText("" if field.is_written else inherited)

    def _refuse(self, reason: str) -> None:
        self.line.setReadOnly(bool(reason))  # it can be selected and copied
        self.line.setToolTip(reason)
        self.line.setAccessibleDescription(reason)

    def _on_edited(self, text: str) -> None:
        self.changed.emit(self.key, self._value(text))

    def _value(self, text: str) -> JsonValue:
        if text:
            return text
        return "" if self._field.inherited not in (None, "") and self._field.inherited_from else None


class PathField(TextField):
    """A file that can be looked for."""

    def _beside(self) -> Sequence[QWidget]:
        self.browse = PushButton(self.tr("Browse…"), f"{self.control.objectName()}:browse", "compact")
        self.browse.clicked.connect(self._on_browse)
        return (self.browse,)

    def _refuse(self, reason: str) -> None:
        super()._refuse(reason)
        self.browse.setEnabled(not reason)
        self.browse.setToolTip(reason)

    def _on_browse(self) -> None:
        dialog = QFileDialog(self.window(), self.tr("Choose a PEM file"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._on_chosen)
        dialog.open()

    def _on_chosen(self, path: str) -> None:
        self.changed.emit(self.key, path)


class SecondsField(TextField):
    """A number of seconds; what is none stays in the control and out of the file."""

    def _on_edited(self, text: str) -> None:
        written = text.strip().replace(",", ".")
        if not written:
            self.changed.emit(self.key, None)
            return
        try:
            number = float(written)
        except ValueError:
            self._note(self.tr("Type a number of seconds, such as 30."), "error")
            return
        self.changed.emit(self.key, int(number) if number.is_integer() and abs(number) < 1e9 else number)

    def _show_value(self, field: InstanceField) -> None:
        try:
            is_same = float(self.line.text().replace(",", ".")) == float(str(field.value))
        except ValueError:
            is_same = False
        if not is_same:
            super()._show_value(field)


class SwitchField(Field):
    """On or off."""

    def _make(self) -> QWidget:
        self.switch = Switch(self._theme)
        self.switch.toggled.connect(self._on_toggled)
        return self.switch

    def _show_value(self, field: InstanceField) -> None:
        value = field.value if field.is_written else field.inherited
        with QSignalBlocker(self.switch):
            self.switch.setChecked(value is True)
        self.switch.setText(self.tr("On") if self.switch.isChecked() else self.tr("Off"))

    def _on_toggled(self, is_on: bool) -> None:  # noqa: FBT001  # a slot
        self.changed.emit(self.key, is_on)


class _QuietCombo(QComboBox):
    """A combo that the wheel changes only while it has the focus, so that the form can be scrolled over it."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ChoiceField(Field):
    """One of several values by their titles; a value that is none of them is shown as it is."""

    def __init__(self, theme: ThemeController, key: str, label: str, name: str, titles: Mapping[str, str]) -> None:
        self._titles = titles
        super().__init__(theme, key, label, name)

    def _make(self) -> QWidget:
        self.combo = _QuietCombo()
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setMinimumContentsLength(6)
        for value, title in self._titles.items():
            self.combo.addItem(title, value)
        self.combo.activated.connect(self._on_activated)
        return self.combo

    def _show_value(self, field: InstanceField) -> None:
        value = str((field.value if field.is_written else field.inherited) or "")
        place = self.combo.findData(value)
        if place < 0 and value:
            self.combo.addItem(value, value)
            place = self.combo.count() - 1
        self.combo.setCurrentIndex(place)

    def _on_activated(self, place: int) -> None:
        self.changed.emit(self.key, self.combo.itemData(place))


class EditableChoiceField(TextField):
    """A text with suggestions, such as a proxy or a parent."""

    def __init__(self, theme: ThemeController, key: str, label: str, name: str, choices: Sequence[str] = ()) -> None:
        self._choices = tuple(choices)
        super().__init__(theme, key, label, name)

    def _make(self) -> QWidget:
        self.combo = _QuietCombo()
        self.combo.setEditable(True)
        self.combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setMinimumContentsLength(6)
        line = self.combo.lineEdit()
        assert line is not None
        self.line = line
        self.set_choices(self._choices)
        self.line.textEdited.connect(self._on_edited)
        self.combo.activated.connect(self._on_activated)
        return self.combo

    def set_choices(self, choices: Sequence[str]) -> None:
        """Offers other suggestions; the text stays."""
        if [self.combo.itemText(i) for i in range(self.combo.count())] == list(choices):
            return
        text = self.line.text()
        with QSignalBlocker(self.combo):
            self.combo.clear()
            self.combo.addItems(list(choices))
            self.combo.setCurrentIndex(-1)
            self.line.setText(text)

    def _on_activated(self, place: int) -> None:
        self.changed.emit(self.key, self._value(self.combo.itemText(place)))

    def _refuse(self, reason: str) -> None:
        Field._refuse(self, reason)


class LinesField(Field):
    """A list of texts, one a line."""

    def _make(self) -> QWidget:
        self.edit = QPlainTextEdit()
        self.edit.setTabChangesFocus(True)
        self.edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.edit.setFixedHeight(self._theme.theme.px(86))
        self.edit.textChanged.connect(self._on_changed)
        return self.edit

    def _show_value(self, field: InstanceField) -> None:
        value = field.value if field.is_written else None
        lines = [str(one) for one in value] if isinstance(value, list) else []
        if lines != self._lines():
            with QSignalBlocker(self.edit):
                self.edit.setPlainText("\n".join(lines))
        inherited = field.inherited if isinstance(field.inherited, list) else []
        self.edit.setPlaceholderText("" if field.is_written else "\n".join(str(one) for one in inherited))

    def _lines(self) -> list[str]:
        text = self.edit.toPlainText()
        return text.split("\n") if text else []

    def _refuse(self, reason: str) -> None:
        self.edit.setReadOnly(bool(reason))
        self.edit.setToolTip(reason)
        self.edit.setAccessibleDescription(reason)

    def _on_changed(self) -> None:
        lines: list[JsonValue] = [*self._lines()]
        self.changed.emit(self.key, lines or None)


class PairsField(LinesField):
    """A table of names and texts, one `name = text` a line; a line that is none yet stays out of the file."""

    def _show_value(self, field: InstanceField) -> None:
        value = field.value if field.is_written else None
        pairs = {str(k): str(v) for k, v in value.items()} if isinstance(value, Mapping) else {}
        if pairs != self._pairs():
            with QSignalBlocker(self.edit):
                self.edit.setPlainText("\n".join(f"{name} = {text}" for name, text in pairs.items()))
        inherited = field.inherited if isinstance(field.inherited, Mapping) else {}
        self.edit.setPlaceholderText("\n".join(f"{name} = {text}" for name, text in inherited.items()))

    def _pairs(self) -> dict[str, str]:
        found = (line.partition("=") for line in self._lines())
        return {name.strip(): text.strip() for name, mark, text in found if name.strip() and mark}

    def _on_changed(self) -> None:
        pairs: dict[str, JsonValue] = {**self._pairs()}
        written = [line for line in self._lines() if line.strip()]
        if len(pairs) < len(written):
            self._note(self.tr("Write each line as `name = value`, with each name once."), "error")
        self.changed.emit(self.key, pairs or None)
