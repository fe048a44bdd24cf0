"""The routing tester: which agent a file gets in each pipeline and why, and a table over a folder (U48, A186)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableView,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.row_views import RowTreeWidget
from qodev.ui.kit.theme import SPACE_1, SPACE_2, Theme, ThemeController
from qodev.ui.kit.widgets import ElidedLabel, Label, PushButton, named, set_reason
from qodev.ui.models.routing_rows import RouteTable, RoutingState, WalkSection, path_of
from qodev.ui.models.rows import AccessibleTextRole

if TYPE_CHECKING:
    from qodev.ui.presenters.routing import RoutingPresenter

_PROJECT_CHARACTERS = 18
_TABLE_ROWS = 8
_WALK_ROWS = 24


class RoutingPanel(QWidget):
    """File and project above, the walk below them, the table of a folder at the end."""

    file_typed = Signal(str, str)  # path, project
    folder_chosen = Signal(str)
    row_chosen = Signal(str)  # a path of the table

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[WalkSection, ...] = ()
        named(self, "routing", self.tr("Routing tester"))
        self.path = QLineEdit()
        self.choose = PushButton(self.tr("Choose file…"), "routing.choose", "compact")
        self.project = QComboBox()
        self.walk = RowTreeWidget()
        self.start = PushButton(self.tr("All files of a folder…"), "routing.start", "compact")
        self.stop = PushButton(self.tr("Stop"), "routing.stop", "compact")
        self.status = ElidedLabel("", "secondary")
        self.notes = Label("", "warning", wraps=True)
        self.model = RouteTable(self)
        self.all = QTableView()
        self._set_up()
        self._lay_out()
        self._connect()
        self._on_theme_changed(theme.theme)
        self.show_state(RoutingState())

    def _set_up(self) -> None:
        named(self.path, "routing.path", self.tr("File to test"))
        self.path.setPlaceholderText(self.tr("No file; type or choose a path"))
        named(self.project, "routing.project", self.tr("Project to test"))
        self.project.setEditable(True)
        self.project.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.project.setMinimumContentsLength(_PROJECT_CHARACTERS)
        line = self.project.lineEdit()
        if line is not None:
            line.setPlaceholderText(self.tr("No project"))
        named(self.walk, "routing.walk", self.tr("What each pipeline does"))
        self.walk.setColumnCount(3)
        self.walk.setHeaderLabels([self.tr("Pipeline and entry"), self.tr("Result"), self.tr("Why")])
        self.walk.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.walk.setUniformRowHeights(True)
        self.walk.header().setStretchLastSection(True)
        named(self.all, "routing.all", self.tr("Winners for the files of the folder"))
        self.all.setModel(self.model)
        self.all.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.all.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.all.setShowGrid(False)
        self.all.setTabKeyNavigation(False)
        self.all.setWordWrap(False)
        self.all.verticalHeader().hide()
        header = self.all.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    def _lay_out(self) -> None:
        chosen = QGridLayout()
        chosen.setSpacing(SPACE_2)
        chosen.addWidget(self._label(self.tr("&File"), self.path), 0, 0)
        chosen.addWidget(self.path, 0, 1)
        chosen.addWidget(self.choose, 0, 2)
        chosen.addWidget(self._label(self.tr("&Project"), self.project), 1, 0)
        chosen.addWidget(self.project, 1, 1, Qt.AlignmentFlag.AlignLeft)
        table = QHBoxLayout()
        table.setSpacing(SPACE_2)
        table.addWidget(self.start)
        table.addWidget(self.stop)
        table.addWidget(self.status, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_2)
        column.addWidget(Label(self.tr("Routing tester"), "title"))
        column.addLayout(chosen)
        column.addWidget(self.walk)
        column.addLayout(table)
        column.addWidget(self.notes)
        column.addWidget(self.all)

    def _label(self, text: str, buddy: QWidget) -> Label:
        label = Label(text)
        label.setBuddy(buddy)
        return label

    def _connect(self) -> None:
        self.path.textChanged.connect(self._on_typed)
        self.project.editTextChanged.connect(self._on_typed)
        self.choose.clicked.connect(self._on_choose)
        self.start.clicked.connect(self._on_start)
        self.all.activated.connect(self._on_row_activated)
        self._theme.changed.connect(self._on_theme_changed)

    def attach(self, presenter: "RoutingPresenter") -> None:
        """Connects the presenter."""
        self.file_typed.connect(presenter.set_file)
        self.folder_chosen.connect(presenter.tabulate)
        self.row_chosen.connect(presenter.choose_row)
        self.stop.clicked.connect(presenter.cancel)
        presenter.state_changed.connect(self.show_state)
        presenter.rows_cleared.connect(self.model.clear)
        presenter.rows_added.connect(self._on_rows_added)
        self.show_state(presenter.state)

    def _on_theme_changed(self, theme: Theme) -> None:
        side = theme.px(16)
        self.walk.setIconSize(QSize(side, side))
        self.all.verticalHeader().setDefaultSectionSize(theme.px(26))
        header = self.all.horizontalHeader().sizeHint().height()
        self.all.setFixedHeight(theme.px(26) * _TABLE_ROWS + header)
        self._shown = ()

    def show_state(self, state: RoutingState) -> None:
        """Shows file, walk and how far the table is."""
        if self.path.text() != state.path:
            with QSignalBlocker(self.path):
                self.path.setText(state.path)
        self._show_projects(state)
        if state.walk != self._shown:
            self._show_walk(state.walk)
        self.status.set_line(state.status)
        self.notes.setText(state.notes)
        self.notes.setVisible(bool(state.notes))
        self.all.setVisible(bool(state.folder))
        self.stop.setVisible(state.is_running)
        set_reason(
            self.start,
            self.tr("A folder is being read. Stop it first.") if state.is_running else "",
            self.tr("Shows which agent every file of a folder would get"),
        )

    def _show_projects(self, state: RoutingState) -> None:
        with QSignalBlocker(self.project):
            listed = tuple(self.project.itemText(row) for row in range(self.project.count()))
            if listed != ("", *state.projects):
                self.project.clear()
                self.project.addItems(["", *state.projects])
            if self.project.currentText() != state.project:
                self.project.setEditText(state.project)

    def _show_walk(self, sections: tuple[WalkSection, ...]) -> None:
        current = self.walk.currentItem()
        here = self.walk.indexOfTopLevelItem(current) if current is not None else -1
        self._shown = sections
        self.walk.clear()
        for section in sections:
            item = self._section_item(section)
            self.walk.addTopLevelItem(item)
            item.setFirstColumnSpanned(True)
        self.walk.expandAll()
        self._fit_columns(sections)
        again = self.walk.topLevelItem(here)
        if again is not None:
            self.walk.setCurrentItem(again)
        rows = sum(1 + len(section.rows) for section in sections)
        height = self.walk.sizeHintForRow(0) if rows else self._theme.theme.px(24)
        self.walk.setMinimumHeight(
            max(1, min(rows, _WALK_ROWS)) * height + self.walk.header().sizeHint().height() + SPACE_1
        )

    def _fit_columns(self, sections: tuple[WalkSection, ...]) -> None:
        """Gives names and verdicts what they need; the winner of a pipeline runs over all columns."""
        metrics = self.walk.fontMetrics()
        rows = [row for section in sections for row in section.rows]
        name = max((metrics.horizontalAdvance(row.name) for row in rows), default=0)
        verdict = max((metrics.horizontalAdvance(row.verdict.text) for row in rows), default=0)
        most = max(1, self.walk.viewport().width() // 3)
        self.walk.setColumnWidth(0, min(most, name + 2 * self.walk.indentation() + 3 * SPACE_2))
        self.walk.setColumnWidth(1, verdict + self.walk.iconSize().width() + 4 * SPACE_2)

    def _section_item(self, section: WalkSection) -> QTreeWidgetItem:
        text = self.tr("{0}: {1}").format(section.title, section.result)
        item = QTreeWidgetItem([text])
        item.setFont(0, self._theme.theme.font(strong=True))
        icon = ("done", "allow") if section.has_winner else ("warning", "ask")
        item.setIcon(0, self._theme.icon(*icon))
        item.setToolTip(0, text)
        item.setData(0, AccessibleTextRole, text)
        for row in section.rows:
            child = QTreeWidgetItem([row.name, row.verdict.text, row.why])
            child.setIcon(1, self._theme.icon(row.verdict.icon, row.verdict.role))
            for column, text in enumerate((row.name, row.verdict.text, row.why)):
                child.setToolTip(column, text)
            child.setData(0, AccessibleTextRole, f"{row.name}, {row.verdict.text}. {row.why}")
            item.addChild(child)
        return item

    def _on_typed(self) -> None:
        self.file_typed.emit(self.path.text().strip(), self.project.currentText().strip())

    def _on_choose(self) -> None:
        dialog = QFileDialog(self, self.tr("File to test"))
        named(dialog, "dialog.routing_file", self.tr("File to test"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.path.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_start(self) -> None:
        dialog = QFileDialog(self, self.tr("Folder to test"))
        named(dialog, "dialog.routing_folder", self.tr("Folder to test"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self.folder_chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_rows_added(self, rows: object) -> None:
        if isinstance(rows, tuple):
            self.model.append(rows)

    def _on_row_activated(self, index: QModelIndex) -> None:
        self.row_chosen.emit(path_of(index))
