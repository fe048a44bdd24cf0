"""Parts of the Permissions & trust page: the modes as radio buttons, and tables with the buttons below them (U50, U51)."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from qodev.types.permissions import ProjectMode
from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.row_views import RowTable
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, SPACE_4, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PictureLabel, PushButton, named
from qodev.ui.models.mode_words import MODE_ICONS, MODES, mode_sentence
from qodev.ui.models.profile_words import mode_word
from qodev.ui.models.rows import IdRole, RowsModel

_ROW_PX = 28
_ROWS = (2, 8)  # fewest and most that a table shows without scrolling


class ModeChoice(QFrame):
    """The four modes, each with its icon, its word, and what it does."""

    chosen = Signal(object)  # ProjectMode

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "settings.permissions.mode", self.tr("Mode"))
        set_look(self, "card")
        self.radios: dict[ProjectMode, QRadioButton] = {}
        self._group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        column.setSpacing(SPACE_3)
        for mode in MODES:
            column.addLayout(self._row(theme, mode))
        self.setFocusProxy(self.radios[MODES[0]])
        self._group.buttonClicked.connect(self._on_clicked)

    def _row(self, theme: ThemeController, mode: ProjectMode) -> QHBoxLayout:
        radio = self.radios[mode] = QRadioButton(mode_word(mode))
        named(radio, f"settings.permissions.mode:{mode.value}", mode_word(mode))
        radio.setAccessibleDescription(mode_sentence(mode))
        self._group.addButton(radio)
        words = QVBoxLayout()
        words.setSpacing(SPACE_1)
        words.addWidget(radio)
        words.addWidget(Label(mode_sentence(mode), "secondary", wraps=True))
        row = QHBoxLayout()
        row.setSpacing(SPACE_3)
        row.addWidget(PictureLabel(theme, *MODE_ICONS[mode], 18), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        return row

    def _on_clicked(self, button: QRadioButton) -> None:
        self.chosen.emit(next(mode for mode, radio in self.radios.items() if radio is button))

    def show_mode(self, mode: ProjectMode | None, reason: str) -> None:
        """Shows the mode in force; `reason` says why none can be chosen."""
        self._group.setExclusive(False)
        for known, radio in self.radios.items():
            radio.setChecked(known is mode)
            radio.setEnabled(not reason)
            radio.setToolTip(reason)
            radio.setAccessibleDescription(reason or mode_sentence(known))
        self._group.setExclusive(True)


class RowsTable(RowTable):
    """A table of whole rows that grows with them; Enter acts, Del removes."""

    activated_row = Signal(int)
    removed_row = Signal(int)
    current_changed = Signal(int)

    def __init__(
        self, theme: ThemeController, name: str, spoken: str, model: "RowsModel[Any]", *, is_fitted: bool = True
    ) -> None:
        super().__init__()
        self._is_fitted = is_fitted  # else it takes the room that there is
        named(self, name, spoken)
        self._theme = theme
        self.rows = model
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self.activated.connect(self._on_activated)
        theme.changed.connect(self._on_theme_changed)
        self._fit()

    def stretch(self, column: int) -> None:
        """Gives one column the room that the others leave."""
        header = self.horizontalHeader()
        for other in range(self.rows.columnCount()):
            mode = QHeaderView.ResizeMode
            header.setSectionResizeMode(other, mode.Stretch if other == column else mode.ResizeToContents)

    @property
    def place(self) -> int:
        """Returns the row in front, -1 for none."""
        return self.currentIndex().row()

    def show_rows(self, rows: Sequence[object]) -> None:
        """Replaces the rows; the one in front stays in front while it is listed."""
        before = self.currentIndex().data(IdRole)
        self.rows.set_rows(rows)
        after = self.rows.find_row(str(before)) if before is not None else None
        if after is None and rows:
            after = min(max(self.place, 0), len(rows) - 1)
        if after is not None:
            self.selectRow(after)
        self._fit()
        self.current_changed.emit(self.place)

    def _fit(self) -> None:
        side = self._theme.theme.px(_ROW_PX)
        self.verticalHeader().setDefaultSectionSize(side)
        if not self._is_fitted:
            return
        shown = min(max(len(self.rows.rows), _ROWS[0]), _ROWS[1])
        self.setFixedHeight(side * shown + self.horizontalHeader().sizeHint().height() + SPACE_2)

    def _on_theme_changed(self, _theme: Theme) -> None:
        self._fit()

    def _on_current_changed(self) -> None:
        self.current_changed.emit(self.place)

    def _on_activated(self) -> None:
        self.activated_row.emit(self.place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.place >= 0:
            self.removed_row.emit(self.place)
        else:
            super().keyPressEvent(event)


def labelled(label: str, help_text: str | Label, control: QWidget) -> QWidget:
    """Returns a control beside its label; with what it is for below the label it is a row of a card.

    A label of its own as help can say something else later.
    """
    outer = QWidget()
    row = QHBoxLayout(outer)
    if help_text:
        row.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)  # a row of a card
    else:
        row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACE_4)
    words = QVBoxLayout()
    words.setSpacing(SPACE_1)
    title = Label(label)
    title.setBuddy(control)
    words.addWidget(title)
    if help_text:
        words.addWidget(Label(help_text, "secondary", wraps=True) if isinstance(help_text, str) else help_text)
    row.addLayout(words, 1)
    row.addWidget(control, 0 if help_text else 3)
    return outer


def section(title: str, *parts: QWidget) -> QWidget:
    """Returns parts below their title."""
    outer = QWidget()
    column = QVBoxLayout(outer)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(SPACE_2)
    for part in (Label(title, "strong"), *parts):
        column.addWidget(part)
    return outer


def buttons(*made: PushButton) -> QWidget:
    """Returns buttons side by side, on more lines where there is no room."""
    outer = QWidget()
    flow = FlowLayout(outer, SPACE_2)
    for button in made:
        flow.addWidget(button)
    return outer
