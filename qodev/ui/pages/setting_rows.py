"""A setting in a row: label with access key, help, control, Reset, Set in file, and what is wrong with it (U34)."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from qodev.types.settings import SettingKind, SettingState
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import Hairline, IconButton, Label, PushButton, named
from qodev.ui.models.core_words import core_text
from qodev.ui.pages.setting_fields import make_field

_BELOW = (
    SettingKind.PRICES,
    SettingKind.FOLDERS,
    SettingKind.TEXT,
    SettingKind.FILE,
)  # too wide to stand beside their words


class SettingRow(QFrame):
    """One setting; it only emits what was chosen."""

    chosen = Signal(str, object)  # key, value
    reset_requested = Signal(str)
    file_requested = Signal(str)

    def __init__(self, theme: ThemeController, state: SettingState, label: str) -> None:
        super().__init__()
        self.key = state.key
        self._is_offered = True
        self.field = make_field(theme, state)
        self.label = Label(label)
        self.label.setBuddy(self.field.control)
        self.help = Label(core_text(state.help), "secondary", wraps=True)
        self.field.control.setAccessibleDescription(self.help.text())
        self.fault = Label("", "error", wraps=True)
        named(self.fault, f"settings.fault:{state.key}")
        self.fault.hide()
        self.reset = PushButton(self.tr("Reset"), f"settings.reset:{state.key}", "plain")
        self.reset.setToolTip(self.tr("Takes the default again"))
        self.in_file = IconButton(theme, "file", f"settings.set_in_file:{state.key}", self.tr("Set in file"))
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the control does not move when there is something to reset
        self.reset.setSizePolicy(policy)
        self._lay_out(is_below=state.kind in _BELOW)
        self._connect()
        self.show_state(state)

    def _lay_out(self, *, is_below: bool) -> None:
        words = QVBoxLayout()
        words.setSpacing(SPACE_1)
        words.addWidget(self.label)
        words.addWidget(self.help)
        if is_below:
            words.addSpacing(SPACE_1)
            words.addWidget(self.field)
        words.addWidget(self.fault)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_4, SPACE_3, SPACE_2, SPACE_3)
        row.setSpacing(SPACE_2)
        row.addLayout(words, 1)
        if not is_below:
            row.addSpacing(SPACE_4)
            row.addWidget(self.field, 0, Qt.AlignmentFlag.AlignVCenter)
        side = Qt.AlignmentFlag.AlignTop if is_below else Qt.AlignmentFlag.AlignVCenter
        row.addWidget(self.reset, 0, side)
        row.addWidget(self.in_file, 0, side)

    def _connect(self) -> None:
        self.field.value_chosen.connect(self._on_value_chosen)
        self.reset.clicked.connect(self._on_reset)
        self.in_file.clicked.connect(self._on_in_file)

    def show_state(self, state: SettingState) -> None:
        """Shows what is in force; what the environment decides is read-only and says so."""
        self.field.show_value(state.value)
        self.reset.setVisible((state.is_changed or bool(state.problem)) and not state.forced_by)
        self.show_fault(state.problem)
        if state.forced_by:
            self._refuse(self.tr("Set by the environment variable `{0}`.").format(state.forced_by))
            self.help.setText(f"{core_text(state.help)} {self.field.toolTip()}")

    def refuse(self, reason: str) -> None:
        """Offers the control no longer, and says why in place of its help."""
        self._refuse(reason)
        self.help.setText(reason)

    def _refuse(self, reason: str) -> None:
        self.field.setEnabled(False)
        self.field.setToolTip(reason)
        self.field.control.setAccessibleDescription(reason)
        self.field.control.setToolTip(reason)

    def show_fault(self, text: str) -> None:
        """Says below the control why a value was not taken; "" ends that."""
        self.fault.setText(text)
        self.fault.setVisible(bool(text))

    def _on_value_chosen(self, value: object) -> None:
        self.chosen.emit(self.key, value)

    def _on_reset(self) -> None:
        self.reset_requested.emit(self.key)

    def _on_in_file(self) -> None:
        self.file_requested.emit(self.key)


def group_of(theme: ThemeController, title: str, rows: Sequence[QWidget]) -> QWidget:
    """Returns rows in one outlined group below its title."""
    outer = QWidget()
    column = QVBoxLayout(outer)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(SPACE_2)
    column.addWidget(Label(title, "strong"))
    card = QFrame()
    set_look(card, "card")
    inner = QVBoxLayout(card)
    inner.setContentsMargins(0, 0, 0, 0)
    inner.setSpacing(0)
    for position, row in enumerate(rows):
        if position:
            inner.addWidget(Hairline(theme))
        inner.addWidget(row)
    column.addWidget(card)
    return outer
