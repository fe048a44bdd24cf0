"""The Providers page: the list at the left, the provider that is selected at the right (U38 to U42)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from qodev.types.instances import InstanceRemoval, InstanceRename
from qodev.ui.kit.theme import SPACE_3, SPACE_5, ThemeController
from qodev.ui.kit.widgets import Label, QuietSplitter
from qodev.ui.models.document_state import Comparison
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.models.provider_rows import ProviderItem, ProvidersState
from qodev.ui.models.provider_state import ProviderForm
from qodev.ui.pages.comparison import CompareDialog
from qodev.ui.pages.page import SearchEntry, SettingsPage, Target, scroll_to
from qodev.ui.pages.page_toast import PageToast
from qodev.ui.pages.provider_detail import ProviderDetail
from qodev.ui.pages.provider_dialogs import NameDialog, RemovalDialog, RenameDialog
from qodev.ui.pages.provider_list import ProviderListPane
from qodev.ui.pages.provider_wiring import connect_panels

if TYPE_CHECKING:
    from qodev.ui.pages.add_provider import AddProviderWindow
    from qodev.ui.presenters.bundle import Presenters
    from qodev.ui.presenters.providers import ProvidersPresenter

_LIST_PX = 250
_NARROW_PX = 620  # of the page: below it the list gives way
_NARROW_LIST_PX = 184


class ProvidersPage(SettingsPage):
    """Connects the list, the panels and the dialogs with their presenters."""

    def __init__(self, theme: ThemeController, presenters: "Presenters", parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._providers: ProvidersPresenter = presenters.providers
        self._adding: AddProviderWindow | None = None
        self._is_narrow = False
        self.list = ProviderListPane(theme)
        self._detail: ProviderDetail | None = None
        self._place = ("", 0, 0)  # a line of a file that is about to be opened
        self.nothing = Label(self.tr("Select a provider to see and change it."), "muted", wraps=True)
        self.stack = QStackedWidget()
        self.splitter: QSplitter = QuietSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        self.toast = PageToast(self)
        self._connect()
        for key, slot in ((Qt.Key.Key_F2, self._on_rename), (Qt.Key.Key_Delete, self._on_delete)):
            shortcut = QShortcut(QKeySequence(key), self.list.list)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)  # Del in a field is a key of its text
            shortcut.activated.connect(slot)

    def _lay_out(self) -> None:
        holder = QWidget()
        empty = QVBoxLayout(holder)
        empty.addWidget(self.nothing)
        empty.addStretch(1)
        self.stack.addWidget(holder)
        self.splitter.addWidget(self.list)
        self.splitter.addWidget(self.stack)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([_LIST_PX, 3 * _LIST_PX])
        self.splitter.setChildrenCollapsible(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_5, 0, SPACE_3, 0)
        row.addWidget(self.splitter)

    @property
    def detail(self) -> ProviderDetail:
        """Returns the right side; it is made when a provider is shown first, which opens the page sooner."""
        if self._detail is None:
            self._detail = ProviderDetail(self.theme)
            right = QWidget()
            column = QVBoxLayout(right)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            column.addWidget(self._detail.head)
            column.addWidget(self._detail.area, 1)
            self.stack.addWidget(right)
            connect_panels(self._detail, self._providers)
            self._connect_detail(self._detail)
        return self._detail

    def _connect(self) -> None:
        providers = self._providers
        providers.state_changed.connect(self._on_state_changed)
        providers.opened.connect(self._on_opened)
        providers.undo_offered.connect(self._on_undo_offered)
        providers.rename_planned.connect(self._on_rename_planned)
        providers.removal_planned.connect(self._on_removal_planned)
        providers.folder_ready.connect(self._on_folder_ready)
        for presenter in providers.all:
            presenter.notice_raised.connect(self.notice_raised)
            presenter.spoken.connect(self.toast.announcer.announce)
        self.toast.undo_requested.connect(providers.undo)
        self.list.chosen.connect(providers.select)
        self.list.folder_requested.connect(providers.open_folder)
        self.list.add_requested.connect(self.show_add)
        self.list.menu_requested.connect(self._on_menu_requested)
        providers.document.form_changed.connect(self._on_form_changed)
        providers.document.text_shown.connect(self._on_text_shown)

    def _connect_detail(self, detail: ProviderDetail) -> None:
        head = detail.head
        head.new_from_requested.connect(self._on_new_from)
        head.duplicate_requested.connect(self._on_duplicate)
        head.rename_requested.connect(self._on_rename)
        head.delete_requested.connect(self._on_delete)
        detail.test.acted.connect(self._on_explanation_acted)
        detail.server.watched.connect(self._on_server_watched)
        detail.hosted.chosen.connect(self._on_hosted_chosen)
        self._providers.document.documents.compared.connect(self._on_compared)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < _NARROW_PX
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            list_px = _NARROW_LIST_PX if is_narrow else _LIST_PX
            self.splitter.setSizes([list_px, max(1, self.width() - list_px)])

    def opened(self) -> None:
        self._providers.refresh()

    def save(self) -> None:
        self._providers.document.documents.save()

    def reveal(self, target: Target) -> None:
        wanted = target.item or target.path
        if target.path and target.line:
            self._place = (target.path, target.line, max(1, target.column))
        if wanted:
            self._providers.select(wanted)
            self._providers.show_again(target.path)
        if target.control:
            self._bring(target.control)
            super().reveal(target)

    def _bring(self, control: str) -> None:
        """Shows the panels where a control stands there, with the first provider when none is selected yet."""
        items = self._providers.state.items
        if self.list.findChild(QWidget, control) is None and self._current() is None and items:
            self._providers.select(items[0].id)

    def entries(self) -> tuple[SearchEntry, ...]:
        form = [
            SearchEntry(field.label.text(), "", field.key, ("provider",), field.control.objectName())
            for field in (*self.detail.form.fields.values(), self.detail.key.reference)
        ]
        controls = (
            self.list.add,
            self.detail.key.edit,
            self.detail.key.source,
            self.detail.test.test,
            self.detail.test.fetch,
            self.detail.server.start,
            self.detail.hosted.code,
            self.detail.hosted.sharing,
        )
        return (*form, *(SearchEntry(c.accessibleName(), control=c.objectName()) for c in controls))

    def _on_state_changed(self, state: ProvidersState) -> None:
        self.list.show_state(state)
        if state.current is not None or self._detail is not None:
            self.detail.head.show_item(state.current, state.reasons)

    def _on_menu_requested(self, place: QPoint) -> None:
        self.detail.head.pop_up(place)

    def _on_text_shown(self, text: str) -> None:
        self.detail.text.show_text(text)
        path, line, column = self._place
        if line and path == self._providers.document.form.path:
            self._place = ("", 0, 0)
            self.detail.text.go_to(line, column)
            self.show_control(self.detail.text.edit)

    def _on_opened(self, item: object) -> None:
        self.stack.setCurrentIndex(0 if item is None else 1)
        if item is not None:
            self.detail.scroll_up()

    def _on_form_changed(self, form: ProviderForm) -> None:
        if form.path or form.name or self._detail is not None:
            self.detail.show_form(form)

    def _on_undo_offered(self, toast: Toast) -> None:
        self.toast.show_toast(toast)

    def _current(self) -> ProviderItem | None:
        return self._providers.state.current

    def _ask_name(self, name: str, title: str, act: str, about: str = "") -> NameDialog | None:
        item = self._current()
        if item is None:
            return None
        dialog = NameDialog(name, title, act, self._providers.name_problem, self.window())
        dialog.ask(self._providers.free_name(item.name), about)
        return dialog

    def _on_new_from(self) -> None:
        about = self.tr("A small file that inherits everything. What you change then is all that it says.")
        dialog = self._ask_name("dialog.provider_new", self.tr("New from this"), self.tr("Create provider"), about)
        if dialog is not None:
            dialog.named_so.connect(self._providers.new_from)

    def _on_duplicate(self) -> None:
        about = self.tr("A copy of the whole file. It reads its key where the original does.")
        title, act = self.tr("Duplicate provider"), self.tr("Duplicate")
        dialog = self._ask_name("dialog.provider_duplicate", title, act, about)
        if dialog is not None:
            dialog.named_so.connect(self._providers.duplicate)

    def _on_rename(self) -> None:
        item = self._current()
        if item is None or self._providers.state.reasons.rename:
            return
        title = self.tr("Rename provider")
        dialog = NameDialog("dialog.provider_name", title, self.tr("Rename…"), self._rename_problem, self.window())
        dialog.named_so.connect(self._providers.plan_rename)
        dialog.ask(item.name)

    def _rename_problem(self, name: str) -> str:
        item = self._current()
        own = item.name if item is not None else ""
        return self.tr("This is its name now.") if name.strip() == own else self._providers.name_problem(name, own)

    def _on_rename_planned(self, plan: InstanceRename) -> None:
        dialog = RenameDialog(plan, self.window())
        dialog.renamed.connect(self._providers.rename)
        dialog.open()

    def _on_delete(self) -> None:
        if not self._providers.state.reasons.delete:
            self._providers.plan_removal()

    def _on_removal_planned(self, plan: InstanceRemoval) -> None:
        dialog = RemovalDialog(plan, self.window())
        dialog.removed.connect(self._on_removed)
        dialog.open()

    def _on_removed(self, plan: InstanceRemoval, with_key: bool) -> None:  # noqa: FBT001  # a slot
        self._providers.remove(plan, with_key=with_key)

    def _on_compared(self, comparison: Comparison) -> None:
        CompareDialog(self.theme, comparison, self).open()

    def _on_folder_ready(self, folder: str) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(folder)):
            text, hint = self.tr("The file manager cannot be started."), self.tr("The folder is shown under Details.")
            self.notice_raised.emit(Notice(text, hint, folder))

    def _on_server_watched(self, is_shown: bool) -> None:  # noqa: FBT001  # a slot
        self._providers.server.watch(is_shown=is_shown)

    def _on_hosted_chosen(self, code: bool, sharing: bool) -> None:  # noqa: FBT001  # a slot
        self._providers.hosted.give(code=code, sharing=sharing)

    def _on_explanation_acted(self, action: str, value: str) -> None:
        providers, detail = self._providers, self.detail
        targets = {"edit_url": "url", "edit_proxy": "proxy", "edit_ca_file": "ca_file"}
        match action:
            case "edit_key":
                scroll_to(detail.key, self)
                detail.key.focus_key()
            case "use_url":
                providers.document.set_field("url", value)
                self.show_control(detail.form.fields["url"].control)
            case "start_server":
                self.show_control(detail.server.start)
                providers.server.start()
            case "retry":
                providers.probe.test()
            case _ if action in targets:
                self.show_control(detail.form.fields[targets[action]].control)

    def show_add(self) -> None:
        """Opens the window that adds a provider."""
        if self._adding is None:
            from qodev.ui.pages.add_provider import AddProviderWindow

            self._adding = AddProviderWindow(self.theme, self._providers.adding, self.window())
            self._adding.acted.connect(self._on_explanation_acted)
        self._adding.begin()
