"""The MCP servers in the settings: the list, and the one in front with its tools, its start and its log (U53)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from qodev.types.servers import ImportPlan
from qodev.ui.kit.theme import SPACE_2, SPACE_3, Theme, ThemeController
from qodev.ui.kit.widgets import Label, PushButton, QuietSplitter, named, set_reason
from qodev.ui.models.rows import Column, RowsModel
from qodev.ui.models.server_rows import ServerLine, ServersState, why_not_removed
from qodev.ui.pages.page import SearchEntry
from qodev.ui.pages.page_toast import PageToast
from qodev.ui.pages.permissions_parts import RowsTable, buttons
from qodev.ui.pages.server_changes import ChangesDialog
from qodev.ui.pages.server_dialogs import ServerDialog
from qodev.ui.pages.server_front import ServerFront
from qodev.ui.pages.server_import import ServerImportDialog

if TYPE_CHECKING:
    from qodev.ui.presenters.servers import ServersPresenter

_P = "settings.mcp"
_LIST_PX, _FRONT_PX = 330, 470


class ServersPane(QWidget):
    """Shows a ServersState; everything that is done is a wish to the presenter."""

    notice_raised = Signal(object)  # Notice
    file_requested = Signal(str, int, int)

    def __init__(self, theme: ThemeController, presenter: "ServersPresenter") -> None:
        super().__init__()
        self._theme = theme
        self._presenter = presenter
        self._is_showing = False
        self.model: RowsModel[ServerLine] = RowsModel(
            (
                Column(self.tr("Server"), _shown_id, tooltip=_name),
                Column(self.tr("Transport"), _transport),
                Column(self.tr("State"), _state, tooltip=_state, icon=self._icon),
                Column(self.tr("Tools"), _tools),
            ),
            _id,
            state_of=_state,
            spoken=_spoken,
            parent=self,
        )
        self.list = RowsTable(theme, f"{_P}.servers", self.tr("MCP servers"), self.model, is_fitted=False)
        self.list.stretch(0)
        self.hint = Label("", "secondary", wraps=True)
        named(self.hint, f"{_P}.hint")
        self.add = PushButton(self.tr("Add…"), f"{_P}.add", "compact")
        self.edit = PushButton(self.tr("Edit…"), f"{_P}.edit", "compact")
        self.delete = PushButton(self.tr("Delete"), f"{_P}.delete", "compact")
        self.take_over = PushButton(self.tr("Import…"), f"{_P}.import", "compact")
        self.open = PushButton(self.tr("Open file"), f"{_P}.open", "compact")
        self.aside = PushButton(self.tr("Set aside"), f"{_P}.set_aside", "compact")
        self.front = ServerFront(theme)
        self._lay_out()
        self.toast = PageToast(self)
        self._connect()
        self._on_theme_changed(theme.theme)
        self._show(presenter.state)

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, SPACE_3, SPACE_2, SPACE_3)
        column.setSpacing(SPACE_2)
        column.addWidget(self.list, 1)
        column.addWidget(self.hint)
        column.addWidget(buttons(self.add, self.edit, self.delete, self.take_over, self.open, self.aside))
        split = QuietSplitter()
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(self.front)
        split.setStretchFactor(1, 1)
        split.setSizes([_LIST_PX, _FRONT_PX])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(split)

    def _connect(self) -> None:
        presenter, front = self._presenter, self.front
        presenter.state_changed.connect(self._show)
        presenter.log_changed.connect(front.show_log)
        presenter.notice_raised.connect(self.notice_raised)
        presenter.toast_raised.connect(self.toast.show_toast)
        presenter.plan_ready.connect(self._on_plan_ready)
        self.toast.undo_requested.connect(presenter.undo)
        self._theme.changed.connect(self._on_theme_changed)
        self.list.current_changed.connect(self._on_current_changed)
        self.list.activated_row.connect(self._on_edit)
        self.list.removed_row.connect(self._on_delete)
        self.add.clicked.connect(self._on_add)
        self.edit.clicked.connect(self._on_edit)
        self.delete.clicked.connect(self._on_delete)
        self.take_over.clicked.connect(self._on_import)
        self.open.clicked.connect(self._on_open)
        self.aside.clicked.connect(presenter.set_aside)
        front.profile.activated.connect(self._on_profile)
        front.test.clicked.connect(self._on_test)
        front.stop.clicked.connect(self._on_stop)
        front.changes.clicked.connect(self._on_changes)

    def entries(self) -> tuple[SearchEntry, ...]:
        """Returns what the search of the settings finds here."""
        servers = self.tr("MCP servers")
        return (
            SearchEntry(servers, "", "mcp", ("Model Context Protocol", "stdio", "tools"), f"{_P}.servers"),
            SearchEntry(self.tr("Add an MCP server"), "", "", (servers,), f"{_P}.add"),
            SearchEntry(self.tr("Import MCP servers of another program"), "", "", ("mcpServers",), f"{_P}.import"),
            SearchEntry(self.tr("Tools of MCP servers under a profile"), "", "", (servers,), f"{_P}.profile"),
        )

    def select(self, item: str) -> bool:
        """Brings the server with an id to the front; tells whether there is one."""
        place = next((index for index, line in enumerate(self.model.rows) if item in (line.id, line.server)), None)
        if place is None:
            return False
        self.list.selectRow(place)
        self.list.setFocus()
        return True

    def _show(self, state: ServersState) -> None:
        self._is_showing = True  # rows that go change the one in front, and that is no wish of anybody
        self.list.show_rows(state.lines)
        place = self.model.find_row(state.front)
        if place is not None and self.list.place != place:
            self.list.selectRow(place)
        self._is_showing = False
        self.hint.setText(state.hint)
        self.hint.setVisible(bool(state.hint))
        broken = "" if state.is_readable else self.tr("The file cannot be read. Repair it, or set it aside.")
        line = state.line
        none = broken or ("" if line is not None else self.tr("Choose a server first."))
        invalid = line is not None and line.row.entry is None
        for button in (self.add, self.take_over):
            set_reason(button, broken)
        set_reason(self.edit, none or (self.tr("It cannot be used as it is. Open the file.") if invalid else ""))
        set_reason(self.delete, none or (why_not_removed(line, state.lines) if line is not None else ""))
        self.aside.setVisible(not state.is_readable)
        self.front.show_state(state)

    def _on_current_changed(self, place: int) -> None:
        if not self._is_showing and 0 <= place < len(self.model.rows):
            self._presenter.select(self.model.row(place).id)

    def _on_add(self) -> None:
        self._open_dialog(ServerDialog(self._presenter.fault_of, None, self))

    def _on_edit(self) -> None:
        line = self._presenter.state.line
        if line is not None and line.row.entry is not None and self.edit.isEnabled():
            self._open_dialog(ServerDialog(self._presenter.fault_of, line.row.entry, self))

    def _open_dialog(self, dialog: ServerDialog) -> None:
        dialog.saved.connect(self._presenter.save)
        dialog.open()

    def _on_delete(self) -> None:
        if self.delete.isEnabled():
            self._presenter.remove()

    def _on_import(self) -> None:
        dialog = QFileDialog(self, self.tr("Import servers"))
        named(dialog, "dialog.import", self.tr("Import servers"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("JSON files (*.json)"))
        dialog.fileSelected.connect(self._presenter.read_import)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_plan_ready(self, plan: ImportPlan) -> None:
        dialog = ServerImportDialog(plan, self._theme, self)
        dialog.chosen.connect(self._presenter.import_servers)
        dialog.open()

    def _on_open(self) -> None:
        line = self._presenter.state.line
        diagnostic = line.row.state.diagnostic if line is not None else None
        span = diagnostic.span if diagnostic is not None else None
        at = (span.line, span.column) if span is not None else (1, 1)
        self.file_requested.emit(self._presenter.state.path, *at)

    def _on_profile(self, index: int) -> None:
        self._presenter.choose_profile(self.front.profile.itemText(index))

    def _on_test(self) -> None:
        self._presenter.test(self._presenter.state.front)

    def _on_stop(self) -> None:
        self._presenter.disconnect_server(self._presenter.state.front)

    def _on_changes(self) -> None:
        state = self._presenter.state
        dialog = ChangesDialog(state, self._theme, self)
        dialog.accepted_changes.connect(self._presenter.accept)
        dialog.open()

    def _icon(self, line: ServerLine) -> QIcon:
        return self._theme.icon(line.icon, line.role)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.list.setIconSize(QSize(theme.px(16), theme.px(16)))
        self.list.viewport().update()


def _id(line: ServerLine) -> str:
    return line.id


def _shown_id(line: ServerLine) -> str:
    return line.server


def _name(line: ServerLine) -> str:
    return line.name


def _transport(line: ServerLine) -> str:
    return line.transport


def _state(line: ServerLine) -> str:
    return line.state


def _tools(line: ServerLine) -> str:
    return line.tools


def _spoken(line: ServerLine) -> str:
    return line.spoken
