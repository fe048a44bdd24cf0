"""The controls of settings, one class for each kind of value; a field emits what was chosen and shows what is in force."""

from abc import abstractmethod

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from qodev.types.settings import SettingKind, SettingState
from qodev.ui.kit.languages import own_names
from qodev.ui.kit.switch import Switch
from qodev.ui.kit.theme import SPACE_2, ThemeController
from qodev.ui.kit.widgets import PushButton, named
from qodev.ui.models.core_words import core_text
from qodev.ui.models.settings_words import choice_word, control_name
from qodev.ui.pages.prices import PricesEdit

_PAUSE_MS = 250  # a text is stored when typing pauses, within the 300 ms of U34
_FIELD_PX = 260
_STEP = 10


class SettingField(QWidget):
    """One control; `control` is what has the name and gets the focus."""

    value_chosen = Signal(object)

    def __init__(self, state: SettingState, control: QWidget) -> None:
        super().__init__()
        self.control = control
        named(control, control_name(state.key), core_text(state.title))
        self.setFocusProxy(control)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(SPACE_2)
        self._row.addWidget(control)

    @abstractmethod
    def show_value(self, value: object) -> None:
        """Shows what is in force, without telling it as a choice."""


class FlagField(SettingField):
    """On or off."""

    def __init__(self, theme: ThemeController, state: SettingState) -> None:
        self.switch = Switch(theme)
        super().__init__(state, self.switch)
        self._row.insertStretch(0)
        self.switch.toggled.connect(self._on_toggled)

    def _on_toggled(self, on: bool) -> None:  # noqa: FBT001  # a slot
        self.value_chosen.emit(on)

    def show_value(self, value: object) -> None:
        with QSignalBlocker(self.switch):
            self.switch.setChecked(bool(value))
        self.switch.setText(self.switch.tr("On") if value else self.switch.tr("Off"))


class ChoiceField(SettingField):
    """One of some words."""

    def __init__(self, state: SettingState) -> None:
        self.combo = QComboBox()
        super().__init__(state, self.combo)
        self.combo.setMinimumWidth(_FIELD_PX // 2)
        words = own_names() if state.key == "language" else {}
        for choice in state.choices:
            self.combo.addItem(words.get(choice) or choice_word(choice), choice)
        self.combo.activated.connect(self._on_activated)

    def _on_activated(self, index: int) -> None:
        self.value_chosen.emit(self.combo.itemData(index))

    def show_value(self, value: object) -> None:
        index = self.combo.findData(value)
        if index < 0:
            self.combo.addItem(str(value), value)  # such as a language that only the file names
            index = self.combo.count() - 1
        self.combo.setCurrentIndex(index)


class NumberField(SettingField):
    """A whole number within bounds."""

    def __init__(self, state: SettingState) -> None:
        self.spin = QSpinBox()
        super().__init__(state, self.spin)
        self.spin.setMinimumWidth(_FIELD_PX // 2)
        self.spin.setRange(state.least, state.most)
        self.spin.setSingleStep(_STEP)
        self.spin.setSuffix(" %")
        self.spin.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.spin.setKeyboardTracking(False)
        self.spin.valueChanged.connect(self._on_changed)

    def _on_changed(self, number: int) -> None:
        self.value_chosen.emit(number)

    def show_value(self, value: object) -> None:
        if isinstance(value, int):
            with QSignalBlocker(self.spin):
                self.spin.setValue(value)


class TextField(SettingField):
    """One line; what is typed counts once typing pauses."""

    def __init__(self, state: SettingState, control: QWidget | None = None, edit: QLineEdit | None = None) -> None:
        self.edit = edit or QLineEdit()
        super().__init__(state, control or self.edit)
        self.edit.setMinimumWidth(_FIELD_PX)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._tell)
        self.edit.textEdited.connect(self._on_edited)
        self.edit.editingFinished.connect(self._on_finished)

    def _on_edited(self, _text: str) -> None:
        self._pause.start()

    def _on_finished(self) -> None:
        if self._pause.isActive():
            self._pause.stop()
            self._tell()

    def _tell(self) -> None:
        self.value_chosen.emit(self.edit.text().strip())

    def show_value(self, value: object) -> None:
        if self.edit.text().strip() != value and not self._pause.isActive():
            self.edit.setText(str(value))


class FileField(TextField):
    """The path of a file, typed or looked for."""

    def __init__(self, state: SettingState) -> None:
        super().__init__(state)
        self.browse = PushButton(self.tr("Browse…"), f"{control_name(state.key)}.browse", "compact")
        self._row.addWidget(self.browse)
        self.browse.clicked.connect(self._on_browse)

    def _on_browse(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a file"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._on_selected)
        dialog.open()

    def _on_selected(self, path: str) -> None:
        self.edit.setText(path)
        self.value_chosen.emit(path)


class ProxyField(TextField):
    """The desktop's proxy, none, or an address that is typed."""

    def __init__(self, state: SettingState) -> None:
        self.combo = QComboBox()
        super().__init__(state, self.combo)
        named(self.edit, f"{control_name(state.key)}_address", self.tr("Address of the proxy"))
        self.edit.setPlaceholderText("http://proxy:8080")
        self.edit.setMinimumWidth(_FIELD_PX - 60)
        for choice in (*state.choices, "manual"):
            self.combo.addItem(choice_word(choice), choice)
        self._row.addWidget(self.edit, 1)
        self._row.addStretch()
        self.combo.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.combo.activated.connect(self._on_activated)

    def _on_activated(self, index: int) -> None:
        choice = self.combo.itemData(index)
        self.edit.setVisible(choice == "manual")
        if choice != "manual":
            self.value_chosen.emit(choice)
        else:
            self.edit.setFocus()
            if self.edit.text().strip():
                self._tell()

    def show_value(self, value: object) -> None:
        index = self.combo.findData(value)
        is_manual = index < 0
        if is_manual:
            super().show_value(value)
        elif self.combo.currentData() == "manual" and self.edit.hasFocus():
            return  # an address is being typed; until it is whole the one before holds
        self.combo.setCurrentIndex(self.combo.count() - 1 if is_manual else index)
        self.edit.setVisible(is_manual)


class FoldersField(SettingField):
    """Folders, one on a line."""

    def __init__(self, state: SettingState) -> None:
        self.edit = QPlainTextEdit()
        super().__init__(state, self.edit)
        self.edit.setTabChangesFocus(True)
        self.edit.setMinimumWidth(_FIELD_PX)
        self.edit.setPlaceholderText(self.tr("One folder on a line"))
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._tell)
        self.edit.textChanged.connect(self._pause.start)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.edit.setFixedHeight(3 * self.edit.fontMetrics().lineSpacing() + 2 * SPACE_2)

    def _folders(self) -> tuple[str, ...]:
        return tuple(line.strip() for line in self.edit.toPlainText().splitlines() if line.strip())

    def _tell(self) -> None:
        self.value_chosen.emit(self._folders())

    def show_value(self, value: object) -> None:
        folders = value if isinstance(value, tuple) else ()
        if folders != self._folders() and not self._pause.isActive():
            with QSignalBlocker(self.edit):
                self.edit.setPlainText("\n".join(folders))


class PricesField(SettingField):
    """A table of models with what a million tokens cost."""

    def __init__(self, theme: ThemeController, state: SettingState) -> None:
        self.table = PricesEdit(theme)
        super().__init__(state, self.table)
        self.table.prices_changed.connect(self.value_chosen)

    def show_value(self, value: object) -> None:
        self.table.show_prices(value)


def make_field(theme: ThemeController, state: SettingState) -> SettingField:
    """Returns the control for a setting."""
    made: SettingField
    if state.key == "proxy":
        made = ProxyField(state)
    elif state.kind is SettingKind.FLAG:
        made = FlagField(theme, state)
    elif state.kind is SettingKind.CHOICE:
        made = ChoiceField(state)
    elif state.kind is SettingKind.NUMBER:
        made = NumberField(state)
    elif state.kind is SettingKind.FILE:
        made = FileField(state)
    elif state.kind is SettingKind.FOLDERS:
        made = FoldersField(state)
    elif state.kind is SettingKind.PRICES:
        made = PricesField(theme, state)
    else:
        made = TextField(state)
    made.show_value(state.value)
    return made
