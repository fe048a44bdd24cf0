"""The Providers page: the list with its actions, and the panels of the selected provider, which it keeps in step (U38)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.events import AnyEvent, CatalogChanged, InstanceStateChanged
from qodev.types.instances import InstanceRemoval, InstanceRename
from qodev.ui.models.notices import Toast
from qodev.ui.models.provider_rows import ProviderItem, ProvidersState, item_of
from qodev.ui.models.provider_state import ProviderForm
from qodev.ui.presenters.add_provider import AddProviderPresenter
from qodev.ui.presenters.consents import ConsentPresenter
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.document import DocumentPresenter
from qodev.ui.presenters.provider_document import ProviderDocumentPresenter
from qodev.ui.presenters.provider_hosted import HostedPresenter
from qodev.ui.presenters.provider_key import KeyPresenter
from qodev.ui.presenters.provider_launch import LaunchPresenter
from qodev.ui.presenters.provider_test import ProbePresenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class ProvidersPresenter(Presenter):
    """Lists provider instances, makes, renames and removes them; a removal and a rename are asked about first."""

    state_changed = Signal(object)  # ProvidersState
    opened = Signal(object)  # ProviderItem that is shown beside the list, or None
    undo_offered = Signal(object)  # Toast
    rename_planned = Signal(object)  # InstanceRename: carried out by `rename`
    removal_planned = Signal(object)  # InstanceRemoval: carried out by `remove`
    folder_ready = Signal(str)

    def __init__(
        self,
        services: "Services",
        consents: ConsentPresenter,
        documents: DocumentPresenter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(services, parent)
        self.state = ProvidersState()
        self.document = ProviderDocumentPresenter(services, documents, self)
        self.key = KeyPresenter(services, self)
        self.probe = ProbePresenter(services, consents, self)
        self.server = LaunchPresenter(services, self)
        self.hosted = HostedPresenter(services, self)
        self.adding = AddProviderPresenter(services, consents, self)
        self._wanted = ""
        self.document.form_changed.connect(self._on_form_changed)
        self.document.standing_changed.connect(self._on_standing_changed)
        self.document.saved.connect(self.refresh)
        self.key.ref_wanted.connect(self._on_ref_wanted)
        self.key.changed.connect(self.refresh)
        self.probe.finished.connect(self.refresh)
        self.adding.probe.finished.connect(self.refresh)
        self.adding.created.connect(self._on_created)

    @property
    def all(self) -> tuple[Presenter, ...]:
        """Returns itself and the presenters of the panels."""
        return (self, self.document, self.key, self.probe, self.server, self.hosted, self.adding, self.adding.probe)

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Follows reloads and local servers."""
        if any(isinstance(event, CatalogChanged) for event in batch) and not self.state.is_loading:
            self.refresh()
        changed = {event.instance for event in batch if isinstance(event, InstanceStateChanged)}
        self.server.note(changed)

    def refresh(self) -> None:
        """Reads the list again; what is selected stays selected."""
        self.spawn(self._refresh(), "list")

    async def _refresh(self) -> None:
        rows = await self.services.instances.files.rows()
        items = tuple(item_of(row) for row in rows)
        has_own = any(item.is_own for item in items)
        before = self.state.current
        selected = self._wanted or self.state.selected
        known = next((item.id for item in items if selected in (item.id, item.name)), "")
        if known:
            self._wanted = ""
        self.state = ProvidersState(items, known, is_loading=False, has_own=has_own)
        self.state_changed.emit(self.state)
        current = self.state.current
        if current != before:
            if current is None or before is None or current.id != before.id:
                self._open(current)
            else:
                self._show_panels(current)

    def select(self, wanted: str) -> None:
        """Shows a provider by its id, or by its name; one that is not listed yet once it is."""
        item = next((one for one in self.state.items if wanted in (one.id, one.name)), None)
        if item is None:
            self._wanted = wanted
            return
        if item.id == self.state.selected:
            return
        self.state = ProvidersState(self.state.items, item.id, is_loading=False, has_own=self.state.has_own)
        self.state_changed.emit(self.state)
        self._open(item)

    def show_again(self, path: str) -> None:
        """Tells the text once more when that file is in front already, so that a line of it can be shown."""
        if path and path == self.document.form.path:
            self.document.tell_text()

    def _open(self, item: ProviderItem | None) -> None:
        self.document.open(item)
        self._show_panels(item)
        self.opened.emit(item)

    def _show_panels(self, item: ProviderItem | None) -> None:
        name = item.name if item is not None and item.is_usable else ""
        refusal = self._refusal(item)
        self.probe.show_for(name, refusal)
        self.server.show_for(name, refusal)
        self.hosted.show_for(name)
        self._show_key(item)

    def _show_key(self, item: ProviderItem | None) -> None:
        form = self.document.form
        name = item.name if item is not None else ""
        self.key.show_for(name, form.key_ref, is_own=item is not None and item.is_own and not form.read_only)

    def _refusal(self, item: ProviderItem | None) -> str:
        """Returns why what is saved of a provider cannot be tried, "" when it can."""
        if item is None:
            return self.tr("Select a provider first.")
        if not item.is_usable:
            return self.tr("The file gives no provider yet.")
        return self.tr("Save first: what is saved is what is tried.") if self.document.is_dirty else ""

    def _on_form_changed(self, _form: ProviderForm) -> None:
        self._on_standing_changed()
        self._show_key(self.state.current)

    def _on_standing_changed(self) -> None:
        refusal = self._refusal(self.state.current)
        self.probe.refuse(refusal)
        self.server.refuse(refusal)

    def _on_ref_wanted(self, ref: str) -> None:
        self.document.set_field("api_key_ref", ref)

    def _on_created(self, path: str) -> None:
        self._wanted = path
        self.refresh()

    def name_problem(self, name: str, own: str = "") -> str:
        """Returns why a provider cannot be called so, "" when it can; `own` is its present name."""
        return self.services.instances.files.name_problem(name, own)

    def free_name(self, wanted: str) -> str:
        """Returns a name that is not taken."""
        return self.services.instances.files.free_name(wanted)

    def duplicate(self, name: str) -> None:
        """Copies the file of the selected provider under another name."""
        item = self.state.current
        if item is not None:
            self.spawn(self._made(self.services.instances.files.duplicate(item.path, name)), "duplicate")

    def new_from(self, name: str) -> None:
        """Makes a thin file that inherits from the selected provider."""
        item = self.state.current
        if item is not None:
            self.spawn(self._made(self.services.instances.files.extend(item.name, name)), "new")

    def override(self) -> None:
        """Makes a file of the user's own that replaces the selected bundled provider."""
        item = self.state.current
        if item is not None:
            self.spawn(self._made(self.services.instances.files.override(item.name)), "override")

    async def _made(self, making: object) -> None:
        path = await making  # type: ignore[misc]  # one of the three coroutines above
        self._wanted = str(path)
        await self._refresh()

    def plan_rename(self, name: str) -> None:
        """Asks what would follow another name; `rename_planned` follows."""
        item = self.state.current
        if item is not None:
            self.spawn(self._plan_rename(item.path, name), "plan")

    async def _plan_rename(self, path: str, name: str) -> None:
        self.rename_planned.emit(await self.services.instances.changes.plan_rename(path, name))

    def rename(self, plan: InstanceRename) -> None:
        """Gives a provider another name, everywhere in one step."""
        self.spawn(self._rename(plan), "rename")

    async def _rename(self, plan: InstanceRename) -> None:
        token = await self.services.instances.changes.rename(plan)
        await self._refresh()
        text = self.tr("`{0}` is now `{1}`.").format(plan.before, plan.after)
        self.undo_offered.emit(Toast(text, token))

    def plan_removal(self) -> None:
        """Asks what would break without the selected provider; `removal_planned` follows."""
        item = self.state.current
        if item is not None:
            self.spawn(self._plan_removal(item.path), "plan")

    async def _plan_removal(self, path: str) -> None:
        self.removal_planned.emit(await self.services.instances.changes.plan_removal(path))

    def remove(self, plan: InstanceRemoval, *, with_key: bool) -> None:
        """Moves the file of a provider to the trash; unsaved changes of it are given up."""
        self.spawn(self._remove(plan, with_key=with_key), "remove")

    async def _remove(self, plan: InstanceRemoval, *, with_key: bool) -> None:
        self.document.close(plan.path)
        token = await self.services.instances.changes.remove(plan, with_key=with_key)
        if plan.restores_bundled:
            text = self.tr("The bundled `{0}` is in use again.").format(plan.name)
            self._wanted = plan.name
        else:
            text = self.tr("`{0}` is in the trash.").format(plan.name)
        await self._refresh()
        self.undo_offered.emit(Toast(text, token))

    def undo(self, token: str) -> None:
        """Takes a rename or a removal back."""
        self.spawn(self._undo(token), "undo")

    async def _undo(self, token: str) -> None:
        await self.services.instances.changes.undo(token)
        await self._refresh()

    def open_folder(self) -> None:
        """Wants the folder of own providers opened."""
        self.folder_ready.emit(str(self.services.instances.files.folder))
