"""Documents of one editor: opened, changed, saved, kept from loss, and watched for changes on the disk (U5, U35)."""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, assert_never

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from qodev.base.errors import UserFacingError
from qodev.types.documents import DiskChanged, DocumentState, OpenDocument, Saved, SaveRefused
from qodev.types.events import AnyEvent, CatalogChanged
from qodev.ui.models.diff_lines import diff_lines
from qodev.ui.models.document_state import Comparison, DirtyDocument, DocumentView
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.base.diagnostics import Fix
    from qodev.services.app import Services
    from qodev.services.documents import DocumentsService

T = TypeVar("T")

_DRAFT_MS = 500  # U5: what a kill may cost


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Documents", text, "", count)


@dataclass(slots=True)
class OpenText:
    """One document: the text of the editor, and the text on the disk that it was made from."""

    path: str
    text: str
    base: str
    digest: str
    read_only: str
    disk: "_Disk | None" = None  # what another program wrote meanwhile
    fault: str = ""
    is_saving: bool = False
    is_restored: bool = False
    has_unkept: bool = False  # changes that are in no draft yet

    @property
    def name(self) -> str:
        return self.path.replace("\\", "/").rpartition("/")[2]

    @property
    def is_dirty(self) -> bool:
        return self.text != self.base

    @property
    def state(self) -> DocumentState:
        if self.read_only:
            return DocumentState.READ_ONLY
        if self.is_saving:
            return DocumentState.SAVING
        if self.disk is not None:
            return DocumentState.CHANGED_ON_DISK
        if self.fault:
            return DocumentState.CANNOT_SAVE
        return DocumentState.UNSAVED if self.is_dirty else DocumentState.SAVED


@dataclass(frozen=True, slots=True)
class _Disk:
    text: str | None  # None when the file is gone
    digest: str


def _opened(found: OpenDocument) -> OpenText:
    """Returns the record of a document; a draft that was kept from before is its unsaved text (U167)."""
    made = OpenText(found.path, found.text, found.text, found.digest, found.read_only or "")
    if found.draft is not None and found.draft != found.text and not found.read_only:
        made.text, made.is_restored = found.draft, True
        if found.draft_base is not None and found.draft_base != found.digest:
            made.disk = _Disk(found.text, found.digest)
    return made


def _was_saved_since(here: OpenText, digest: str) -> bool:
    return here.is_saving or here.digest != digest


class DocumentPresenter(Presenter):
    """Keeps the documents of one editor, one of them in front; the others keep their changes until they return."""

    state_changed = Signal(object)  # DocumentView of the one in front
    opened = Signal(str, str)  # path, text: another document is in front
    text_replaced = Signal(str)  # the editor takes this text for the one in front, as one undoable edit
    saved = Signal(str)  # path
    compared = Signal(object)  # Comparison
    checked = Signal(object)  # tuple of Diagnostic: what a load would say about the text in front
    dirty_changed = Signal()

    def __init__(self, services: "Services", place: str, parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.place = place
        self._open: dict[str, OpenText] = {}
        self._front = ""
        self._dirty: tuple[DirtyDocument, ...] = ()
        self._is_changing = False  # qodev itself changes files
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DRAFT_MS)
        self._timer.timeout.connect(self.flush)

    @property
    def _documents(self) -> "DocumentsService":
        return self.services.documents

    @property
    def view(self) -> DocumentView:
        """Returns the state of the document in front."""
        here = self._open.get(self._front)
        if here is None:
            return DocumentView()
        is_gone = here.disk is not None and here.disk.text is None
        return DocumentView(
            here.path, here.name, here.state, here.is_dirty, here.read_only, here.fault, is_gone, here.is_restored
        )

    @property
    def text(self) -> str:
        """Returns the text of the document in front, unsaved changes included; "" when none is open."""
        here = self._open.get(self._front)
        return here.text if here is not None else ""

    @property
    def dirty(self) -> tuple[DirtyDocument, ...]:
        """Returns every document with changes that are not saved."""
        found = (o for o in self._open.values() if o.is_dirty)
        return tuple(DirtyDocument(o.path, o.name, self.place) for o in found)

    def open(self, path: str) -> None:
        """Brings a document to the front, with its unsaved changes; `opened` follows."""
        self._front = path
        self.spawn(self._bring(path), "open")

    async def _bring(self, path: str) -> None:
        if path not in self._open:
            found = await self._documents.open(path)
            self._open.setdefault(path, _opened(found))
        else:
            await self._look(self._open[path])
        if self._front == path:
            self.opened.emit(path, self._open[path].text)
            self._tell()

    def close(self, path: str = "") -> None:
        """Forgets a document, by default the one in front; its unsaved text is given up."""
        path = path or self._front
        here = self._open.pop(path, None)
        if here is not None and here.is_dirty:
            self.spawn(self._documents.drop_draft(path), "drop draft")
        if self._front == path:
            self._front = ""
        self._tell()

    def set_text(self, text: str) -> None:
        """Takes what was typed; a copy is on the disk half a second later."""
        here = self._open.get(self._front)
        if here is None or here.read_only or text == here.text:
            return
        here.text, here.fault, here.has_unkept = text, "", True
        if not self._timer.isActive():
            self._timer.start()
        self._tell()

    def apply_fix(self, fix: "Fix") -> None:
        """Makes a quick fix as an unsaved, undoable edit (U162)."""
        if not self.view.read_only and self._front in self._open:
            try:
                text = self._documents.apply_fix(self.text, fix)
            except UserFacingError as fault:  # it was found in a text that is another one now
                self.notice_raised.emit(Notice(fault.message, fault.hint or ""))
                return
            self.text_replaced.emit(text)
            self.set_text(text)

    def check(self) -> None:
        """Asks what a load would say about the text in front; `checked` follows."""
        here = self._open.get(self._front)
        if here is not None:
            self.spawn(self._check(here, here.text), "check")

    async def _check(self, here: OpenText, text: str) -> None:
        found = await self._documents.check(here.path, text)
        if here.path == self._front and here.text == text:
            self.checked.emit(found)

    def flush(self) -> None:
        """Stores the drafts of what was typed since the last time."""
        for here in self._open.values():
            if here.has_unkept:
                here.has_unkept = False
                self.spawn(self._keep(here), "draft")

    async def _keep(self, here: OpenText) -> None:
        if here.is_dirty:
            await self._documents.keep_draft(here.path, here.text, here.digest)
        else:
            await self._documents.drop_draft(here.path)

    def save(self) -> None:
        """Writes the document in front, if it has changes."""
        here = self._open.get(self._front)
        if here is not None:
            self.spawn(self._save(here), "save")

    async def save_all(self) -> bool:
        """Writes every document with changes; tells whether all of them are saved now."""
        for here in tuple(self._open.values()):
            await self._save(here)
        return not self.dirty

    async def _save(self, here: OpenText) -> None:
        if not here.is_dirty or here.read_only or here.is_saving or here.disk is not None:
            return
        text, here.is_saving = here.text, True
        self._tell()
        try:
            result = await self._documents.save(here.path, text, base_digest=here.digest)
        finally:
            here.is_saving = False
        match result:
            case Saved():
                await self._on_saved(here, text, result)
            case DiskChanged():
                here.disk = _Disk(result.text, result.digest)
            case SaveRefused():
                here.fault = f"{result.message} {result.hint or ''}".strip()
            case _:
                assert_never(result)
        self._tell()

    async def _on_saved(self, here: OpenText, text: str, result: Saved) -> None:
        here.base, here.digest, here.fault, here.is_restored = result.text, result.digest, "", False
        if here.text == text != result.text:
            here.text = result.text
            if here.path == self._front:
                self.text_replaced.emit(here.text)
        await self._keep(here)
        self.saved.emit(here.path)
        self.spoken.emit(_tr("`{0}` is saved.").format(here.name))

    def revert(self) -> None:
        """Takes the text on the disk again; the editor can undo it."""
        here = self._open.get(self._front)
        if here is not None:
            self.spawn(self._revert(here), "revert")

    async def _revert(self, here: OpenText) -> None:
        found = await self._documents.look(here.path)
        if found.text is not None:
            await self._take(here, _Disk(found.text, found.digest))

    async def _take(self, here: OpenText, disk: _Disk) -> None:
        """Replaces the text by the one on the disk."""
        here.base, here.digest = disk.text or "", disk.digest
        here.disk, here.fault, here.is_restored, here.has_unkept = None, "", False, False
        if here.text != here.base:
            here.text = here.base
            if here.path == self._front:
                self.text_replaced.emit(here.text)
        await self._documents.drop_draft(here.path)
        self._tell()

    def reload(self) -> None:
        """Answers `banner.disk`: takes what is on the disk."""
        here = self._open.get(self._front)
        if here is not None and here.disk is not None and here.disk.text is not None:
            self.spawn(self._take(here, here.disk), "reload")

    def keep_mine(self) -> None:
        """Answers `banner.disk`: keeps the text, which the next save writes over what is on the disk."""
        here = self._open.get(self._front)
        if here is not None and here.disk is not None:
            here.base, here.digest, here.disk = here.disk.text or "", here.disk.digest, None
            here.has_unkept = True
            self.flush()
            self._tell()

    def compare(self) -> None:
        """Answers `banner.disk`: shows both texts."""
        here = self._open.get(self._front)
        if here is not None:
            self.spawn(self._compare(here), "compare")

    async def _compare(self, here: OpenText) -> None:
        theirs = (here.disk.text or "") if here.disk is not None else here.base
        lines = await self.services.pool.run(diff_lines, theirs, here.text)
        self.compared.emit(Comparison(here.path, here.name, lines))

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Looks at the files again when folders have changed (A45)."""
        if self._open and any(isinstance(event, CatalogChanged) for event in batch):
            self.spawn(self._look_at_all(), "look")

    async def follow(self, change: Awaitable[T]) -> T:
        """Waits for a change of files that qodev makes itself, and reads them again without a word."""
        self._is_changing = True
        try:
            done = await change
            await self._look_at_all()
        finally:
            self._is_changing = False
        return done

    async def _look_at_all(self) -> None:
        for here in tuple(self._open.values()):
            await self._look(here)
        self._tell()

    async def _look(self, here: OpenText) -> None:
        if here.is_saving:
            return
        digest = here.digest
        found = await self._documents.look(here.path)
        if _was_saved_since(here, digest):
            return  # what was seen is old
        if found.digest == digest:
            here.disk = None
        elif here.is_dirty or found.text is None:
            here.disk, here.fault = _Disk(found.text, found.digest), ""  # why the last save failed is old
        else:
            await self._take(here, _Disk(found.text, found.digest))
            if not self._is_changing:
                self.toast_raised.emit(Toast(_tr("`{0}` changed on disk and was read again.").format(here.name)))

    def discard_all(self) -> None:
        """Gives up every unsaved change, as the user chose to."""
        for here in tuple(self._open.values()):
            if here.is_dirty:
                self.spawn(self._take(here, _Disk(here.base, here.digest)), "discard")

    def _tell(self) -> None:
        self.state_changed.emit(self.view)
        dirty = self.dirty
        if dirty != self._dirty:
            self._dirty = dirty
            self.dirty_changed.emit()
