"""Compares two requests: agents, files, unsaved texts, turns; where the prompt cache ends (U70, A177)."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QCompleter,
    QGridLayout,
    QHeaderView,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.request_parts import FaultList
from qodev.ui.kit.row_views import RowTree
from qodev.ui.kit.theme import SPACE_2, SPACE_3, TextSize, Theme, ThemeController
from qodev.ui.kit.widgets import IconButton, Label, named
from qodev.ui.models.bodies_state import BodyDiffState, DiffRow
from qodev.ui.models.live_request import Choice
from qodev.ui.models.rows import Column, RowsModel
from qodev.ui.models.words import CHANGE_WORDS

_ID = Qt.ItemDataRole.UserRole
_LEAST_CHARACTERS = 20
_STATE, _PART, _PATH, _BEFORE, _AFTER = range(5)


class BodyDiffPage(QWidget):
    """Two lists of sides, the differences as rows, and their number."""

    chosen = Signal(str, str, str)  # a, b, conversation
    go_to = Signal(str, int, int)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.a = self._combo("bodydiff.a", self.tr("First side"))
        self.b = self._combo("bodydiff.b", self.tr("Second side"))
        self.conversation = self._combo("bodydiff.conversation", self.tr("Conversation of both sides"))
        self.swap = IconButton(theme, "compare", "bodydiff.swap", self.tr("Swap the sides"))
        self.counts = Label("", "strong", wraps=True)
        named(self.counts, "bodydiff.counts", self.tr("Number of differences"))
        self.faults = FaultList(theme)
        self.model: RowsModel[DiffRow] = RowsModel(
            self._columns(), _id_of, state_of=_state_of, spoken=_spoken, parent=self
        )
        self.tree = RowTree()
        self._set_up()
        self._lay_out()
        self._connect()
        self.show_state(BodyDiffState())

    def _combo(self, name: str, spoken: str) -> QComboBox:
        combo = QComboBox()
        named(combo, name, spoken)
        combo.setEditable(True)
        combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(_LEAST_CHARACTERS)
        combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        completer = combo.completer()
        if completer is not None:
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
        return combo

    def _columns(self) -> tuple[Column[DiffRow], ...]:
        return (
            Column(self.tr("Difference"), _word, icon=self._icon),
            Column(self.tr("Part"), _part),
            Column(self.tr("Place"), _path, tooltip=_path),
            Column(self.tr("First side", "column"), _before, tooltip=_before_tip),
            Column(self.tr("Second side", "column"), _after, tooltip=_after_tip),
        )

    def _icon(self, row: DiffRow) -> object:
        word = CHANGE_WORDS[row.kind]
        return self._theme.icon(word.icon, word.role)

    def _set_up(self) -> None:
        named(self.tree, "bodydiff.tree", self.tr("Differences"))
        self.tree.setModel(self.model)
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setTabKeyNavigation(False)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header = self.tree.header()
        header.setStretchLastSection(False)
        for section in (_STATE, _PART, _PATH):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.ResizeToContents)
        for section in (_BEFORE, _AFTER):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.Stretch)
        self._on_theme_changed(self._theme.theme)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_2)
        grid.setVerticalSpacing(SPACE_2)
        titles = ((self.tr("Compare"), self.a), (self.tr("with"), self.b))
        for number, (title, combo) in enumerate(titles):
            label = Label(title, "secondary")
            label.setBuddy(combo)
            grid.addWidget(label, 0, 2 * number)
            grid.addWidget(combo, 0, 2 * number + 1)
            grid.setColumnStretch(2 * number + 1, 1)
        grid.addWidget(self.swap, 0, 4)
        on = Label(self.tr("on"), "secondary")
        on.setBuddy(self.conversation)
        grid.addWidget(on, 1, 0)
        grid.addWidget(self.conversation, 1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_3, SPACE_3, SPACE_3)
        column.setSpacing(SPACE_2)
        column.addLayout(grid)
        column.addWidget(self.counts)
        column.addWidget(self.faults)
        column.addWidget(self.tree, 1)

    def _connect(self) -> None:
        for combo in (self.a, self.b, self.conversation):
            combo.activated.connect(self._on_chosen)
        self.swap.clicked.connect(self._on_swap)
        self.faults.go_to.connect(self.go_to)
        self._theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.tree.setFont(theme.font(TextSize.BODY))

    def show_state(self, state: BodyDiffState) -> None:
        """Shows two sides and their differences."""
        _fill(self.a, state.sides, state.a)
        _fill(self.b, state.sides, state.b)
        _fill(self.conversation, state.conversations, state.conversation)
        self.model.set_rows(state.rows)
        self.counts.setText(self.tr("Comparing…") if state.is_updating and not state.counts else state.counts)
        self.counts.setVisible(bool(self.counts.text()))
        self.faults.show_faults(state.faults)
        self.tree.setVisible(bool(state.rows) or not state.faults)

    def _on_chosen(self, _index: int) -> None:
        self.chosen.emit(_chosen(self.a), _chosen(self.b), _chosen(self.conversation))

    def _on_swap(self) -> None:
        self.chosen.emit(_chosen(self.b), _chosen(self.a), _chosen(self.conversation))


def _chosen(combo: QComboBox) -> str:
    return str(combo.currentData(_ID) or "")


def _fill(combo: QComboBox, choices: Sequence[Choice], chosen: str) -> None:
    shown = [(str(combo.itemData(row, _ID)), combo.itemText(row)) for row in range(combo.count())]
    if shown != [(choice.id, choice.label) for choice in choices]:
        combo.clear()
        for choice in choices:
            combo.addItem(choice.label, choice.id)
    index = combo.findData(chosen, _ID)
    if index != combo.currentIndex():
        combo.setCurrentIndex(index)


def _id_of(row: DiffRow) -> str:
    return row.id


def _state_of(row: DiffRow) -> str:
    return row.kind.value


def _spoken(row: DiffRow) -> str:
    return ", ".join(part for part in (_word(row), row.part, row.path, row.before, row.after) if part)


def _word(row: DiffRow) -> str:
    return CHANGE_WORDS[row.kind].text


def _part(row: DiffRow) -> str:
    return row.part


def _path(row: DiffRow) -> str:
    return row.path


def _before(row: DiffRow) -> str:
    return row.before


def _after(row: DiffRow) -> str:
    return row.after


def _before_tip(row: DiffRow) -> str:
    return row.before_tip


def _after_tip(row: DiffRow) -> str:
    return row.after_tip
