"""The list of roles: a name and a line of pills each, files that do not load first (U46)."""

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from qodev.ui.kit.theme import Theme, ThemeController
from qodev.ui.kit.widgets import named
from qodev.ui.models.role_rows import RoleRow, RolesState
from qodev.ui.models.rows import Column, IdRole, RowsModel
from qodev.ui.pages.two_lines import Lines, TwoLineDelegate


class RoleList(QListView):
    """Arrows choose, Del deletes, typing goes to the name."""

    chosen = Signal(str)
    delete_requested = Signal()
    menu_requested = Signal(QPoint)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "settings.roles.list", self.tr("Roles"))
        columns = (Column(self.tr("Role"), _name, tooltip=_tip),)
        self.rows: RowsModel[RoleRow] = RowsModel(columns, _key, spoken=_spoken, parent=self)
        self.setModel(self.rows)
        self.setItemDelegate(TwoLineDelegate(theme, _lines, self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu_requested)
        self._is_showing = False
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, _theme: Theme) -> None:
        self.scheduleDelayedItemsLayout()

    def show_state(self, state: RolesState) -> None:
        """Shows the rows and marks the one in front."""
        self._is_showing = True
        self.rows.set_rows(state.rows)
        row = self.rows.find_row(state.selected) if state.selected else None
        self.setCurrentIndex(self.rows.index(row, 0) if row is not None else QModelIndex())
        self._is_showing = False

    def _on_current_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid() and not self._is_showing:
            self.chosen.emit(str(current.data(IdRole)))

    def _on_menu_requested(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if index.isValid():
            self.setCurrentIndex(index)
        self.menu_requested.emit(self.viewport().mapToGlobal(point))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and not event.modifiers():
            self.delete_requested.emit()
        else:
            super().keyPressEvent(event)


def _name(row: RoleRow) -> str:
    return row.name


def _key(row: RoleRow) -> str:
    return row.key


def _tip(row: RoleRow) -> str:
    return "\n".join(line for line in (row.name, row.second_line, row.description, row.path) if line)


def _spoken(row: RoleRow) -> str:
    return ", ".join(part for part in (row.name, row.second_line, row.description) if part)


def _lines(row: object) -> Lines:
    assert isinstance(row, RoleRow)
    return row.name, row.second_line, "deny" if row.problem else "muted"
