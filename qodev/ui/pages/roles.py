"""The Roles page: every role at the left, the one in front as a document at the right (U46, A184)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMenu, QVBoxLayout, QWidget

from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_5, ThemeController
from qodev.ui.kit.widgets import ElidedLabel, IconButton, Label, PushButton, QuietSplitter, named, set_reason
from qodev.ui.models.document_state import Comparison
from qodev.ui.models.notices import Notice
from qodev.ui.models.role_rows import OfferState, RoleRow, RolesState
from qodev.ui.pages.comparison import CompareDialog
from qodev.ui.pages.page import SearchEntry, SettingsPage, Target
from qodev.ui.pages.page_toast import PageToast
from qodev.ui.pages.role_dialogs import ImportDialog, NewRoleDialog
from qodev.ui.pages.role_editor import RoleEditor
from qodev.ui.pages.role_list import RoleList

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters

_LIST_PX = 276


class RolesPage(SettingsPage):
    """List, buttons and editor; everything that is done is a wish to the presenter."""

    def __init__(self, theme: ThemeController, presenters: "Presenters", parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._presenter = presenters.roles
        self.list = RoleList(theme)
        self.hint = Label("", "secondary", wraps=True)
        self.new = PushButton(self.tr("New…"), "settings.roles.new", "compact")
        self.duplicate = PushButton(self.tr("Duplicate"), "settings.roles.duplicate", "compact")
        self.importing = PushButton(self.tr("Import JSON…"), "settings.roles.import", "compact")
        self.folder = IconButton(theme, "folder", "settings.roles.folder", self.tr("Open folder"))
        self.delete = IconButton(theme, "delete", "settings.roles.delete", self.tr("Delete"))
        self.folder_path = ElidedLabel(str(presenters.roles.folder), "secondary")
        self.editor = RoleEditor(theme)
        self.split = QuietSplitter()
        self._lay_out()
        self.toast = PageToast(self)
        self._connect()
        self._on_state_changed(self._presenter.state)

    def _lay_out(self) -> None:
        buttons = QWidget()
        flow = FlowLayout(buttons)
        for button in (self.new, self.duplicate, self.folder, self.delete, self.importing):
            flow.addWidget(button)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(SPACE_5, 0, SPACE_2, SPACE_3)
        column.setSpacing(SPACE_2)
        column.addWidget(self.list, 1)
        column.addWidget(self.hint)
        column.addWidget(buttons)
        named(self.folder_path, "settings.roles.folder_path", self.tr("Folder of your roles"))
        self.folder_path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.folder_path)
        self.split.addWidget(left)
        self.split.addWidget(self.editor)
        self.split.setChildrenCollapsible(False)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes([_LIST_PX, 3 * _LIST_PX])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.split)

    def _connect(self) -> None:
        presenter, documents = self._presenter, self._presenter.documents
        self.list.chosen.connect(presenter.select)
        self.list.delete_requested.connect(presenter.delete)
        self.new.clicked.connect(self._on_new)
        self.duplicate.clicked.connect(presenter.duplicate)
        self.importing.clicked.connect(self._on_import)
        self.folder.clicked.connect(presenter.open_folder)
        self.delete.clicked.connect(presenter.delete)
        self.toast.undo_requested.connect(presenter.undo)
        self.editor.part_edited.connect(presenter.set_part)
        self.editor.connect_document(documents)
        documents.compared.connect(self._on_compared)
        self.list.menu_requested.connect(self._on_menu_requested)
        presenter.state_changed.connect(self._on_state_changed)
        presenter.view_changed.connect(self.editor.show_view)
        presenter.preview_changed.connect(self.editor.show_preview)
        presenter.offers_read.connect(self._on_offers_read)
        presenter.folder_ready.connect(self._on_folder_ready)
        presenter.notice_raised.connect(self.notice_raised)
        presenter.toast_raised.connect(self.toast.show_toast)

    def opened(self) -> None:
        self._presenter.load()

    def save(self) -> None:
        self._presenter.documents.save()

    def entries(self) -> tuple[SearchEntry, ...]:
        roles = self.tr("Roles")
        return (
            SearchEntry(self.tr("New role"), "", "", (roles,), "settings.roles.new"),
            SearchEntry(
                self.tr("Import roles from JSON"), "", "", ("persona", "systemPrompt"), "settings.roles.import"
            ),
            SearchEntry(self.tr("Open the roles folder"), "", "", (), "settings.roles.folder"),
            SearchEntry(self.tr("Text of a role"), "", "agent_role", ("persona",), "settings.roles.text"),
        )

    def reveal(self, target: Target) -> None:
        if target.item or target.path:
            self._presenter.select(target.item or target.path)
            self.editor.want_line(target.line)
            self.list.setFocus()
        super().reveal(target)

    def _on_state_changed(self, state: RolesState) -> None:
        self.list.show_state(state)
        self.hint.setText(state.hint)
        self.hint.setVisible(bool(state.hint))
        row = state.current
        none = self.tr("Choose a role first.")
        set_reason(self.duplicate, self._why_not_copied(row) if row is not None else none)
        own = "" if row is None or row.is_own else self.tr("Bundled roles are read-only. Duplicate it to change it.")
        set_reason(self.delete, own if row is not None else none, self.tr("Moves the file to the trash"))

    def _why_not_copied(self, row: RoleRow) -> str:
        return self.tr("The file does not load. Mend it first.") if row.problem else ""

    def _on_new(self) -> None:
        dialog = NewRoleDialog(self._presenter.why_not, self)
        dialog.accepted_role.connect(self._presenter.create)
        dialog.open()

    def _on_import(self) -> None:
        dialog = QFileDialog(self, self.tr("Import roles"))
        named(dialog, "dialog.import", self.tr("Import roles"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("JSON files (*.json)"))
        dialog.fileSelected.connect(self._presenter.read_import)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_offers_read(self, state: OfferState) -> None:
        dialog = ImportDialog(state, self)
        dialog.accepted_offers.connect(self._presenter.import_roles)
        dialog.open()

    def _on_compared(self, comparison: Comparison) -> None:
        CompareDialog(self.theme, comparison, self).open()

    def _on_menu_requested(self, place: QPoint) -> None:
        menu = QMenu(self)
        named(menu, "settings.roles.menu", self.tr("Role"))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        for button in (self.duplicate, self.delete):
            action = menu.addAction(button.accessibleName())
            action.setEnabled(button.isEnabled())
            action.setToolTip(button.toolTip())
            action.triggered.connect(button.click)
        menu.popup(place)

    def _on_folder_ready(self, folder: str) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(folder)):
            text, hint = self.tr("The file manager cannot be started."), self.tr("The folder is shown under Details.")
            self.notice_raised.emit(Notice(text, hint, folder))
