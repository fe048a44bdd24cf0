"""The fixture matrix: agents × fixtures, each cell with icon and word; Enter opens the request at the fault (U69)."""

from PySide6.QtCore import QModelIndex, QRect, QSize, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.theme import SPACE_2, SPACE_3, TextSize, Theme, ThemeController
from qodev.ui.kit.widgets import ElidedLabel, Label, PushButton, named, set_reason
from qodev.ui.models.bodies_state import FixturesState
from qodev.ui.models.fixture_grid import FixtureGridModel, word_of
from qodev.ui.models.rows import Index

_CELL_PX, _ROW_PX, _PICTURE_PX = 126, 28, 14
_NAME_CHARACTERS = 30


class CellDelegate(QStyledItemDelegate):
    """Draws icon and word of a cell, so that its state is told without colour."""

    def __init__(self, theme: ThemeController, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        option.text = ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        proxy = index.model()
        if not isinstance(proxy, QSortFilterProxyModel):
            return
        model = proxy.sourceModel()
        word = word_of(model.cell(proxy.mapToSource(index))) if isinstance(model, FixtureGridModel) else None
        if word is None:
            return
        theme, rect = self._theme.theme, QRect(option.rect)
        side = theme.px(_PICTURE_PX)
        picture = self._theme.pixmap(word.icon, word.role, side, option.widget.devicePixelRatioF())
        painter.drawPixmap(rect.left() + SPACE_2, rect.center().y() - side // 2, picture)
        painter.setFont(theme.font(TextSize.SECONDARY))
        painter.setPen(theme.color("text" if word.role == "deny" else "muted"))
        text = rect.adjusted(SPACE_2 + side + SPACE_2, 0, -SPACE_2, 0)
        shown = painter.fontMetrics().elidedText(word.text, Qt.TextElideMode.ElideRight, text.width())
        painter.drawText(text, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # all cells are alike
        return QSize(self._theme.theme.px(_CELL_PX), self._theme.theme.px(_ROW_PX))


class AgentFilter(QSortFilterProxyModel):
    """Keeps the rows of agents whose names hold every word."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()

    def set_text(self, text: str) -> None:
        """Changes what is kept."""
        self._words = tuple(text.casefold().split())
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:  # a flat table
        model = self.sourceModel()
        name = model.agent(source_row).casefold() if isinstance(model, FixtureGridModel) else ""
        return all(word in name for word in self._words)


class FixturesPage(QWidget):
    """The grid with its filter, and a button that fills it."""

    run_requested = Signal(tuple)  # agents
    stop_requested = Signal()
    cell_requested = Signal(str, str)  # agent, fixture
    fixture_requested = Signal(str)
    new_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown = FixturesState()
        self.model = FixtureGridModel(self)
        self.proxy = AgentFilter(self)
        self.proxy.setSourceModel(self.model)
        self.grid = QTableView()
        self.filter = QLineEdit()
        named(self.filter, "fixtures.filter", self.tr("Filter agents"))
        self.filter.setPlaceholderText(self.tr("Filter agents"))
        self.filter.setClearButtonEnabled(True)
        self.run = PushButton(self.tr("Run"), "fixtures.run", "primary")
        self.open = PushButton(self.tr("Open request"), "fixtures.open", "compact")
        self.add = PushButton(self.tr("New fixture"), "fixtures.new", "compact")
        self.add.setToolTip(self.tr("Writes a fixture of your own and opens it"))
        self.status = ElidedLabel("", "secondary")
        named(self.status, "fixtures.status", self.tr("State of the matrix"))
        self.empty = Label("", "muted", wraps=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.reason = Label("", "secondary", wraps=True)
        named(self.reason, "fixtures.reason", self.tr("Reason of the cell"))
        self._set_up_grid()
        self._lay_out()
        self._connect()
        self.show_state(FixturesState())

    def _set_up_grid(self) -> None:
        named(self.grid, "fixtures.grid", self.tr("Agents and fixtures"))
        self.grid.setModel(self.proxy)
        self.grid.setItemDelegate(CellDelegate(self._theme, self.grid))
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.grid.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.grid.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.grid.setTabKeyNavigation(False)
        self.grid.setShowGrid(False)
        self.grid.setWordWrap(False)
        self.grid.setCornerButtonEnabled(False)
        self.grid.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.grid.horizontalHeader().setHighlightSections(False)
        self.grid.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.grid.verticalHeader().setHighlightSections(False)
        self._on_theme_changed(self._theme.theme)

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(SPACE_2)
        bar.addWidget(self.filter, 1)
        bar.addWidget(self.run)
        bar.addWidget(self.open)
        bar.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_3, SPACE_3, SPACE_3)
        column.setSpacing(SPACE_2)
        column.addLayout(bar)
        column.addWidget(self.status)
        column.addWidget(self.empty, 1)
        column.addWidget(self.grid, 1)
        column.addWidget(self.reason)

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._on_filter_changed)
        self.run.clicked.connect(self._on_run)
        self.open.clicked.connect(self._on_open)
        self.add.clicked.connect(self.new_requested)
        self.grid.activated.connect(self._on_activated)
        self.grid.selectionModel().currentChanged.connect(self._on_current_changed)
        self.model.dataChanged.connect(self._on_current_changed)
        self.grid.horizontalHeader().sectionDoubleClicked.connect(self._on_head_activated)
        self._theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.grid.horizontalHeader().setDefaultSectionSize(theme.px(_CELL_PX))
        self.grid.verticalHeader().setDefaultSectionSize(theme.px(_ROW_PX))
        width = _NAME_CHARACTERS * self.fontMetrics().averageCharWidth()
        self.grid.verticalHeader().setMaximumWidth(max(width, theme.px(220)))
        self.grid.viewport().update()

    def show_state(self, state: FixturesState) -> None:
        """Shows the grid as far as it is filled; the selected cell stays selected."""
        self._shown = state
        self.model.set_shape(state.agents, state.fixtures)
        self.model.set_cells(state.cells)
        self.run.setText(self.tr("Stop") if state.is_running else self.tr("Run"))
        self.run.setAccessibleName(self.run.text())
        self.status.set_line(state.status or self.tr("Run renders each agent with each fixture. Nothing is sent."))
        self._show_empty()
        self._on_current_changed()

    def _show_empty(self) -> None:
        is_empty = self.proxy.rowCount() == 0
        text = self.tr("Nothing matches the filter.") if self._shown.agents else self.tr("No agents are loaded.")
        self.empty.setText(text if is_empty else "")
        self.empty.setVisible(is_empty)
        self.grid.setVisible(not is_empty)

    def _on_filter_changed(self, text: str) -> None:
        self.proxy.set_text(text)
        self._show_empty()

    def _on_run(self) -> None:
        if self._shown.is_running:
            self.stop_requested.emit()
            return
        rows = range(self.proxy.rowCount())
        shown = tuple(self.model.agent(self.proxy.mapToSource(self.proxy.index(row, 0)).row()) for row in rows)
        self.run_requested.emit(shown if self.filter.text().strip() else ())

    def _current(self) -> tuple[str, str] | None:
        index = self.grid.currentIndex()
        if not index.isValid():
            return None
        source = self.proxy.mapToSource(index)
        return self._shown.agents[source.row()], self._shown.fixtures[source.column()]

    def _on_current_changed(self) -> None:
        here = self._current()
        cell = self._shown.cells.get(here) if here is not None else None
        found = cell.diagnostic if cell is not None else None
        self.reason.setText(found.message if found is not None else "")
        self.reason.setVisible(found is not None)
        no_cell = "" if here is not None else self.tr("Select a cell first.")
        set_reason(self.open, no_cell, self.tr("Opens the request of this agent on this fixture"))

    def _on_activated(self, _index: QModelIndex) -> None:
        self._on_open()

    def _on_open(self) -> None:
        here = self._current()
        if here is not None:
            self.cell_requested.emit(*here)

    def _on_head_activated(self, section: int) -> None:
        self.fixture_requested.emit(self._shown.fixtures[section])

    def select_first_failed(self) -> None:
        """Selects the first cell that failed."""
        index = self.proxy.mapFromSource(self.model.first_failed())
        if index.isValid():
            self.grid.setCurrentIndex(index)
            self.grid.scrollTo(index)
