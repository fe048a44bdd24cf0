"""Keys of all actions: filter, capture, clashes named, reset of one and of all (U37)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from qodev.types.settings import SettingState
from qodev.ui.kit.key_map import KeyChoices, KeyRow, find_owner, key_rows, portable, refusal_of
from qodev.ui.kit.row_views import RowTable
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, SPACE_5, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PushButton, named, set_reason
from qodev.ui.models.rows import Column, RowsModel
from qodev.ui.pages.page import SearchEntry

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters
    from qodev.ui.presenters.settings import SettingsPresenter

_KEY = "keys"
_Index = QModelIndex | QPersistentModelIndex


def _as_choices(value: object) -> KeyChoices:
    return {str(name): tuple(keys) for name, keys in value.items()} if isinstance(value, dict) else {}


class KeyFilter(QSortFilterProxyModel):
    """Keeps actions that hold every word in label, menu, id or keys."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()

    def set_text(self, text: str) -> None:
        """Changes what is kept."""
        self._words = tuple(text.casefold().split())
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: _Index) -> bool:
        model = self.sourceModel()
        if not isinstance(model, RowsModel):
            return False
        row = model.row(source_row)
        text = f"{row.label} {row.path} {row.id} {row.shown} {' '.join(row.keys)}".casefold()
        return all(word in text for word in self._words)


class CaptureBar(QFrame):
    """Waits for a key for one action, and says what stands against it."""

    key_chosen = Signal(str, str, str)  # action, key, the action it is taken from or ""
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "settings.keys.capture", self.tr("New key"))
        set_look(self, "banner")
        self._row = KeyRow("", "", "", ())
        self._rows: tuple[KeyRow, ...] = ()
        self.text = Label("", wraps=True)
        self.edit = QKeySequenceEdit()
        named(self.edit, "settings.keys.edit", self.tr("Press the new key"))
        self.edit.setMaximumSequenceLength(1)
        self.take = PushButton(self.tr("Take it from there"), "settings.keys.take", "compact")
        self.cancel = PushButton(self.tr("Cancel"), "settings.keys.cancel", "compact")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_3, SPACE_2, SPACE_2, SPACE_2)
        row.addWidget(self.text, 1)
        for widget in (self.edit, self.take, self.cancel):
            row.addWidget(widget)
        self.edit.keySequenceChanged.connect(self._on_pressed)
        self.take.clicked.connect(self._on_take)
        self.cancel.clicked.connect(self.end)
        self.hide()

    def begin(self, row: KeyRow, rows: tuple[KeyRow, ...]) -> None:
        """Waits for a key for an action."""
        self._row, self._rows = row, rows
        self.edit.clear()
        self.take.hide()
        self.text.setText(self.tr("Press the new key for {0}.").format(row.name))
        self.show()
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_pressed(self, sequence: QKeySequence) -> None:
        if sequence.isEmpty():
            return
        key = portable(sequence)
        reason, owner = refusal_of(key), find_owner(self._rows, key, self._row.id)
        self.take.setVisible(not reason and owner is not None)
        if reason:
            self.text.setText(reason)
        elif owner is not None:
            shown = sequence.toString(QKeySequence.SequenceFormat.NativeText)
            self.text.setText(self.tr("{0} belongs to {1}.").format(shown, f"{owner.path} → {owner.name}"))
        else:
            self._choose(key, "")

    def _on_take(self) -> None:
        key = portable(self.edit.keySequence())
        owner = find_owner(self._rows, key, self._row.id)
        self._choose(key, owner.id if owner is not None else "")

    def _choose(self, key: str, taken_from: str) -> None:
        self.hide()
        self.key_chosen.emit(self._row.id, key, taken_from)

    def end(self) -> None:
        """Waits no longer."""
        self.hide()
        self.closed.emit()


class KeyboardPanel(QWidget):
    """The table of actions with what can be done to the selected one."""

    def __init__(self, theme: ThemeController, presenters: "Presenters", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._settings: SettingsPresenter = presenters.settings
        self.model: RowsModel[KeyRow] = RowsModel(
            self._columns(), _id_of, state_of=_state_of, spoken=_spoken, parent=self
        )
        self.proxy = KeyFilter(self)
        self.proxy.setSourceModel(self.model)
        self.filter = QLineEdit()
        named(self.filter, "settings.keys.filter", self.tr("Filter actions"))
        self.filter.setPlaceholderText(self.tr("Filter by name, menu or key"))
        self.table = RowTable()
        self.capture = CaptureBar()
        self.change = PushButton(self.tr("Change…"), "settings.keys.change", "compact")
        self.clear = PushButton(self.tr("No key"), "settings.keys.clear", "compact")
        self.reset = PushButton(self.tr("Reset"), "settings.reset:keys.one", "compact")
        self.reset_all = PushButton(self.tr("Reset all"), "settings.reset:keys", "compact")
        self._set_up_table()
        self._lay_out()
        self._connect()
        self._show()

    def _columns(self) -> tuple[Column[KeyRow], ...]:
        return (
            Column(self.tr("Action"), _label),
            Column(self.tr("Menu"), _path),
            Column(self.tr("Keys"), _shown, tooltip=_shown),
            Column(self.tr("State"), self._state),
        )

    def _state(self, row: KeyRow) -> str:
        if row.is_fixed:
            return self.tr("Counts only where it is used")
        return self.tr("Changed") if row.is_changed else ""

    def _set_up_table(self) -> None:
        named(self.table, "settings.keys", self.tr("Keys of all actions"))
        self.table.setModel(self.proxy)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        mode = QHeaderView.ResizeMode
        for section in range(4):
            header.setSectionResizeMode(section, mode.Stretch if section in (0, 2) else mode.ResizeToContents)
        self._on_theme_changed(self._theme.theme)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_2)
        buttons.addWidget(self.filter, 1)
        for button in (self.change, self.clear, self.reset, self.reset_all):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_2, SPACE_4, SPACE_5, SPACE_4)
        column.addLayout(buttons)
        column.addWidget(self.capture)
        column.addWidget(self.table, 1)

    def _connect(self) -> None:
        self.filter.textChanged.connect(self.proxy.set_text)
        self.table.activated.connect(self._on_change)
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.change.clicked.connect(self._on_change)
        self.clear.clicked.connect(self._on_clear)
        self.reset.clicked.connect(self._on_reset)
        self.reset_all.clicked.connect(self._on_reset_all)
        self.capture.key_chosen.connect(self._on_key_chosen)
        self.capture.closed.connect(self.table.setFocus)
        self._settings.setting_changed.connect(self._on_setting_changed)
        self._theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.table.verticalHeader().setDefaultSectionSize(theme.px(28))

    def _on_setting_changed(self, state: SettingState) -> None:
        if state.key == _KEY:
            self._show()

    @property
    def _chosen(self) -> KeyChoices:
        return _as_choices(self._settings.value(_KEY))

    def _show(self) -> None:
        chosen = self._chosen
        self.model.set_rows(key_rows(chosen))
        reason = "" if chosen else self.tr("Every action has its own keys.")
        set_reason(self.reset_all, reason, self.tr("Gives every action its own keys again"))
        self._on_current_changed()

    def _current(self) -> KeyRow | None:
        index = self.table.currentIndex()
        return self.model.row(self.proxy.mapToSource(index).row()) if index.isValid() else None

    def _on_current_changed(self) -> None:
        row = self._current()
        reason = self.tr("Select an action first.") if row is None else ""
        if row is not None and row.is_fixed:
            reason = self.tr("Its keys count only where it is used, and cannot be changed.")
        set_reason(self.change, reason, self.tr("Waits for another key"))
        no_keys = reason or ("" if row is not None and row.keys else self.tr("It has no key."))
        set_reason(self.clear, no_keys, self.tr("Takes the action its keys"))
        same = reason or ("" if row is not None and row.is_changed else self.tr("It has its own keys."))
        set_reason(self.reset, same, self.tr("Gives the action its own keys again"))

    def _on_change(self) -> None:
        row = self._current()
        if row is not None and not row.is_fixed:
            self.capture.begin(row, self.model.rows)

    def _on_key_chosen(self, action: str, key: str, taken_from: str) -> None:
        chosen = dict(self._chosen)
        if taken_from:
            rest = next(row.keys for row in self.model.rows if row.id == taken_from)
            chosen[taken_from] = tuple(other for other in rest if other != key)
        chosen[action] = (key,)
        self._settings.change(_KEY, chosen)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_clear(self) -> None:
        row = self._current()
        if row is not None:
            self._settings.change(_KEY, {**self._chosen, row.id: ()})

    def _on_reset(self) -> None:
        row = self._current()
        if row is not None:
            self._settings.change(_KEY, {name: keys for name, keys in self._chosen.items() if name != row.id})

    def _on_reset_all(self) -> None:
        self._settings.reset(_KEY)

    def show_action(self, action: str) -> None:
        """Selects an action; "" leaves the selection as it is."""
        position = self.model.find_row(action)
        if position is not None:
            self.filter.clear()
            index = self.proxy.mapFromSource(self.model.index(position, 0))
            self.table.setCurrentIndex(index)
            self.table.scrollTo(index)


def key_entries(chosen: object) -> tuple[SearchEntry, ...]:
    """Returns what the search finds: every action with its keys."""
    return tuple(
        SearchEntry(_found_label(row), row.path, row.id, row.keys, "settings.keys", row.id)
        for row in key_rows(_as_choices(chosen))
    )


def _found_label(row: KeyRow) -> str:
    """Returns the label, with its submenu where it says nothing without: "Appearance → Dark"."""
    _, _, group = row.path.partition(" → ")
    return f"{group} → {row.label}" if group else row.label


def _id_of(row: KeyRow) -> str:
    return row.id


def _state_of(row: KeyRow) -> str:
    return "changed" if row.is_changed else ""


def _spoken(row: KeyRow) -> str:
    return f"{row.label}, {row.path}, {row.shown}"


def _label(row: KeyRow) -> str:
    return row.label


def _path(row: KeyRow) -> str:
    return row.path


def _shown(row: KeyRow) -> str:
    return row.shown
