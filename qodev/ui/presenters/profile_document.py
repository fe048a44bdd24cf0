"""The document of the profile window: also one that is no file yet, with the template that Revert restores (U82, P233)."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.documents import DocumentState, Saved
from qodev.ui.models.document_state import DirtyDocument, DocumentView
from qodev.ui.presenters.document import DocumentPresenter, OpenText
from qodev.ui.presenters.documents import PROFILES_PLACE

if TYPE_CHECKING:
    from qodev.services.app import Services


class ProfileDocument(DocumentPresenter):
    """A DocumentPresenter that knows new documents: nothing is on the disk until they are saved."""

    created = Signal(str)  # path of a new document that is a file now
    new_closed = Signal(str)  # path of a new document that was given up

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, PROFILES_PLACE, parent)
        self._templates: dict[str, str] = {}  # of new documents, by path
        self._moved: set[str] = set()  # new documents whose file name was typed

    def open_new(self, path: str, text: str) -> None:
        """Brings a new document to the front; `opened` follows."""
        self._templates[path] = text
        self._open[path] = OpenText(path, text, "", "", "")
        self._front = path
        self.opened.emit(path, text)
        self._tell()

    @property
    def is_new(self) -> bool:
        """Tells whether the document in front is no file yet."""
        here = self._open.get(self._front)
        return here is not None and not here.digest and not here.read_only

    @property
    def is_touched(self) -> bool:
        """Tells whether something would be lost: a text or a file name that was typed."""
        here = self._open.get(self._front)
        return here is not None and self._is_touched(here)

    def _is_touched(self, here: OpenText) -> bool:
        if here.path in self._templates:
            return here.text != self._templates[here.path] or here.path in self._moved
        return here.is_dirty and not here.read_only

    @property
    def view(self) -> DocumentView:
        """Returns the state of the document in front; a new one can be saved as it stands."""
        view = super().view
        if view.path in self._templates and view.state is DocumentState.SAVED:
            return replace(view, state=DocumentState.UNSAVED)
        return replace(view, is_gone=False) if view.path in self._templates else view

    @property
    def dirty(self) -> tuple[DirtyDocument, ...]:
        """Returns what would be lost; a template that nobody touched is nothing."""
        return tuple(DirtyDocument(o.path, o.name, self.place) for o in self._open.values() if self._is_touched(o))

    def move_new(self, path: str) -> None:
        """Gives a new document another file; it is none yet."""
        here = self._open.get(self._front)
        if here is None or not self.is_new or path == here.path:
            return
        before = here.path
        self.spawn(self._documents.drop_draft(before), "drop draft")
        del self._open[before]
        here.path, here.fault, here.has_unkept = path, "", self._is_typed(here)
        self._open[path] = here
        if before in self._templates:
            self._templates[path] = self._templates.pop(before)
        self._moved.discard(before)
        self._moved.add(path)
        self._front = path
        self.flush()
        self._tell()

    def _is_typed(self, here: OpenText) -> bool:
        return here.text != self._templates.get(here.path)

    async def _keep(self, here: OpenText) -> None:
        if here.path in self._templates and not self._is_touched(here):
            await self._documents.drop_draft(here.path)  # a template that nobody touched does not come back
        else:
            await super()._keep(here)

    def close(self, path: str = "") -> None:
        """Forgets a document; a new one is gone."""
        path = path or self._front
        self._templates.pop(path, None)
        self._moved.discard(path)
        super().close(path)

    def revert(self) -> None:
        """Takes the saved text again, or the template of a new document (U82)."""
        if self._front in self._templates:
            template = self._templates[self._front]
            self._moved.discard(self._front)
            self.text_replaced.emit(template)
            self.set_text(template)
            self._tell()
        else:
            super().revert()

    def discard_all(self) -> None:
        """Gives up every change; what is no file yet is gone."""
        for path in tuple(self._open):
            if not self._open[path].digest and not self._open[path].read_only:
                self.close(path)
                self.new_closed.emit(path)
        super().discard_all()

    async def save_all(self) -> bool:
        """Writes what would be lost; a template that nobody touched is left alone."""
        for here in tuple(self._open.values()):
            if self._is_touched(here):
                await self._save(here)
        return not self.dirty

    async def _on_saved(self, here: OpenText, text: str, result: Saved) -> None:
        is_first = not here.digest
        self._templates.pop(here.path, None)
        self._moved.discard(here.path)
        await super()._on_saved(here, text, result)
        if is_first:
            self.created.emit(here.path)
