"""The Roles page: the list, the role in front as a document, and importing (U46, A184)."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.documents import TrashedFile
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind
from qodev.types.routing import RoleOffer
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.models.role_rows import OfferState, RoleRow, RolesState, RoleView, notes_of, role_rows
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.ui.presenters.document import DocumentPresenter


class RolesPresenter(Presenter):
    """Follows the catalog; the text of the role in front belongs to `documents`."""

    state_changed = Signal(object)  # RolesState
    view_changed = Signal(object)  # RoleView: the fields take it
    preview_changed = Signal(object)  # RoleView: what follows from the fields, which stay as they are
    offers_read = Signal(object)  # OfferState
    folder_ready = Signal(str)

    def __init__(self, services: "Services", documents: "DocumentPresenter", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.documents = documents
        self.state = RolesState(hint=self.tr("Loading roles…"))
        self.view = RoleView()
        self._trashed: dict[str, TrashedFile] = {}
        self._wanted = ""  # to be selected once it is listed
        self._is_whole = False  # the text field holds the whole file, since its parts cannot be told apart
        documents.opened.connect(self._on_opened)
        documents.text_replaced.connect(self._on_text_replaced)
        documents.saved.connect(self._on_saved)

    @property
    def folder(self) -> Path:
        """Returns the folder of the user's roles."""
        return self.services.roles.folder

    def load(self) -> None:
        """Reads the list anew; what is selected stays selected."""
        self.spawn(self._load(), "load")

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame; before the page was opened first there is nothing to follow."""
        changed = any(isinstance(e, CatalogChanged) and e.kind is CatalogKind.AGENTS for e in batch)
        if changed and self.state.rows:
            self.load()

    async def _load(self) -> None:
        entries = await self.services.roles.entries()
        rows = role_rows(entries, self.services.roles.broken())
        has_own = any(row.is_own for row in rows)
        hint = "" if has_own else self.tr("No role of your own. Use Duplicate on a bundled one.")
        self.state = replace(self.state, rows=rows, hint=hint)
        if any(self._wanted in (row.key, row.path) for row in rows):
            self.select(self._wanted)
        elif self.state.current is None and rows:
            self.select(self._beside(rows))
        else:
            self._tell()

    def _beside(self, rows: tuple[RoleRow, ...]) -> str:
        """Returns the row for a file that began or ceased to load, else the default role, else the first."""
        same_file = (row.key for row in rows if row.path == self.documents.view.path)
        return next(same_file, next((row.key for row in rows if row.is_default), rows[0].key))

    def _tell(self) -> None:
        self.state_changed.emit(self.state)
        self._show(fields=False)

    def select(self, key: str) -> None:
        """Brings a role, or a file that is none, to the front."""
        row = next((row for row in self.state.rows if key in (row.key, row.path)), None)
        self._wanted = key if row is None else ""
        if row is None:
            return
        self.state = replace(self.state, selected=row.key)
        self.state_changed.emit(self.state)
        if row.path == self.documents.view.path:
            self._show(fields=False)
        else:
            self.documents.open(row.path)

    def _on_opened(self, path: str, text: str) -> None:
        self._is_whole = self.services.roles.form(text, path).fault is not None
        self._show(fields=True)

    def _on_text_replaced(self, text: str) -> None:
        self._is_whole = self.services.roles.form(text, self.documents.view.path).fault is not None
        self._show(fields=True)

    def _on_saved(self, _path: str) -> None:
        if self._is_whole:
            self._on_text_replaced(self.documents.text)

    def _show(self, *, fields: bool) -> None:
        row = self.state.current
        if row is None:
            self.view = RoleView()
        else:
            self.view = self._view_of(row, self.documents.text)
        (self.view_changed if fields else self.preview_changed).emit(self.view)

    def _view_of(self, row: RoleRow, text: str) -> RoleView:
        form = self.services.roles.form(text, row.path)
        view = RoleView(row.id, form.name, form.description, form.text, form.text, notes_of(row), is_own=row.is_own)
        if not self._is_whole and form.fault is None:
            return replace(view, problem=row.problem, line=row.line)
        problem = form.fault or row.problem
        return replace(view, text=text, preview="", problem=problem, line=form.line, is_whole=True)

    def set_part(self, key: str, value: str) -> None:
        """Takes what was typed into one field: `name`, `description` or `text`."""
        text = self.documents.text
        is_file = key == "text" and self._is_whole
        self.documents.set_text(value if is_file else self.services.roles.set_part(text, key, value))
        self._show(fields=False)

    def why_not(self, role_id: str) -> str:
        """Returns why a new role cannot have an id, or ''."""
        return self.services.roles.why_not(role_id)

    def create(self, role_id: str, name: str) -> None:
        """Writes an empty role and brings it to the front."""
        self.spawn(self._create(role_id, name), "create")

    async def _create(self, role_id: str, name: str) -> None:
        await self.services.roles.new(role_id, name)
        await self._load()
        self.select(role_id)

    def duplicate(self) -> None:
        """Copies the role in front to a file of the user's and brings that to the front."""
        row = self.state.current
        if row is not None and not row.problem:
            self.spawn(self._duplicate(row.id), "duplicate")

    async def _duplicate(self, role_id: str) -> None:
        copy = await self.services.roles.duplicate(role_id)
        await self._load()
        self.select(copy)
        self.toast_raised.emit(Toast(self.tr("`{0}` is a copy of `{1}`.").format(copy, role_id)))

    def delete(self) -> None:
        """Moves the file in front to the trash; the toast takes it back."""
        row = self.state.current
        if row is not None and row.is_own:
            self.spawn(self._delete(row), "delete")

    async def _delete(self, row: RoleRow) -> None:
        trashed = await self.services.roles.delete(row.path)
        self._trashed[row.path] = trashed
        self.documents.close(row.path)
        await self._load()
        text = self.tr("`{0}` is in the trash.").format(trashed.title)
        if row.agents:
            text = self.tr("`{0}` is in the trash; %n agent(s) name it.", "", len(row.agents)).format(trashed.title)
        self.toast_raised.emit(Toast(text, row.path))

    def undo(self, path: str) -> None:
        """Brings a deleted role back."""
        trashed = self._trashed.pop(path, None)
        if trashed is not None:
            self.spawn(self._restore(trashed), "restore")

    async def _restore(self, trashed: TrashedFile) -> None:
        await self.services.roles.restore(trashed)
        await self._load()
        self.select(trashed.path)

    def read_import(self, path: str) -> None:
        """Reads a JSON file; `offers_read` follows, and nothing is written yet."""
        self.spawn(self._read_import(Path(path)), "read import")

    async def _read_import(self, path: Path) -> None:
        parsed = await self.services.roles.read_import(path)
        refused = tuple(d.message for d in parsed.diagnostics)
        if not parsed.value:
            text = refused[0] if refused else self.tr("`{0}` holds no roles.").format(path.name)
            self.notice_raised.emit(Notice(text, self.tr("Choose another file."), "\n".join(refused[1:])))
            return
        self.offers_read.emit(OfferState(path.name, parsed.value, refused))

    def import_roles(self, offers: tuple[RoleOffer, ...]) -> None:
        """Writes the ticked roles."""
        if offers:
            self.spawn(self._import(offers), "import")

    async def _import(self, offers: tuple[RoleOffer, ...]) -> None:
        try:
            made = await self.services.roles.import_roles(offers)
        finally:
            await self._load()
        if made:
            self.select(made[0].id)
        self.toast_raised.emit(Toast(self.tr("%n role(s) imported.", "", len(made))))

    def open_folder(self) -> None:
        """Makes the folder of the user's roles if it is missing, and shows it."""
        self.spawn(self._open_folder(self.folder), "folder")

    async def _open_folder(self, folder: Path) -> None:
        try:
            await self.services.pool.run(_make_folder, folder)
        except OSError as fault:
            reason = (fault.strerror or self.tr("unknown cause")).lower()
            text = self.tr("The folder cannot be made: {0}.").format(reason)
            self.notice_raised.emit(Notice(text, details=str(folder)))
        else:
            self.folder_ready.emit(str(folder))


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
