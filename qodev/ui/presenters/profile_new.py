"""The profile that is no file yet: from a template, a copy or a translation; its file name follows its name (U75, P248)."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.profile_drafts import ProfileLoss, TranslationOffer
from qodev.types.profiles import Profile
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.profile_document import ProfileDocument
from qodev.ui.presenters.profile_editor import ProfileEditorPresenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class NewProfilePresenter(Presenter):
    """Knows at most one such profile."""

    begun = Signal(str)  # path: it is in front
    moved = Signal(str)  # path: another file name
    named = Signal()  # it has another name
    ended = Signal(str)  # path: it is a file now, or was given up
    losses_changed = Signal(object)  # ProfileLoss: what a translation could not take over

    def __init__(
        self,
        services: "Services",
        document: ProfileDocument,
        editor: ProfileEditorPresenter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(services, parent)
        self._document = document
        self._editor = editor
        self._is_stem_typed = False
        self.path = ""
        self.name = ""
        self.losses: tuple[ProfileLoss, ...] = ()
        document.opened.connect(self._on_opened)
        document.created.connect(self._on_created)
        document.new_closed.connect(self._on_closed)
        editor.state_changed.connect(self._on_editor_changed)

    def begin(self, template: str) -> None:
        """Begins from a template."""
        self.spawn(self._begin(template), "new")

    async def _begin(self, template: str) -> None:
        made = await self.services.profile_documents.new_of(template)
        await self._show(made.name, made.stem, made.text)

    def begin_copy(self, profile: Profile) -> None:
        """Begins as a copy of another profile; an import says that it has to be translated."""
        self.spawn(self._begin_copy(profile), "copy")

    async def _begin_copy(self, profile: Profile) -> None:
        made = await self.services.profile_documents.copy(profile)
        await self._show(made.name, made.stem, made.text)

    def begin_translation(self, offer: TranslationOffer) -> None:
        """Begins as what a foreign agent comes to, with the list of what was lost."""
        self.spawn(self._begin_translation(offer), "translate")

    async def _begin_translation(self, offer: TranslationOffer) -> None:
        draft = await self.services.profile_translations.translate(offer)
        await self._show(draft.name, draft.stem, draft.text, draft.losses)

    async def _show(self, name: str, stem: str, text: str, losses: tuple[ProfileLoss, ...] = ()) -> None:
        self.drop()
        path = await self.services.profile_documents.free_path(stem)
        self.path, self.name, self._is_stem_typed = path, name, False  # before `opened` tells of it
        self._document.open_new(path, text)
        self.begun.emit(path)
        self._set_losses(losses)

    def _set_losses(self, losses: tuple[ProfileLoss, ...]) -> None:
        if losses != self.losses:
            self.losses = losses
            self.losses_changed.emit(losses)

    def _on_opened(self, path: str, _text: str) -> None:
        """Takes a text over that an earlier run left behind: it was never a file (U167)."""
        if self._document.is_new and path != self.path:
            self.path, self.name, self._is_stem_typed = path, "", True
            self.named.emit()

    def drop(self) -> None:
        """Gives up the profile, which nobody touched."""
        path, self.path = self.path, ""
        self._set_losses(())
        if path:
            self._document.close(path)

    def set_stem(self, stem: str) -> None:
        """Takes a file name that was typed; it no longer follows the name."""
        self._is_stem_typed = True
        self._move(self.services.profile_documents.path_for(stem.strip()))

    def _move(self, path: str) -> None:
        if self.path and path != self.path:
            self._document.move_new(path)
            self.path = path
            self._editor.note_path(path)
            self.moved.emit(path)

    def _on_editor_changed(self, _state: object) -> None:
        state = self._editor.state
        if self.path and state.path == self.path and state.name and state.name != self.name:
            self.name = state.name
            self.named.emit()
            if not self._is_stem_typed:
                self.spawn(self._follow_name(state.name), "file name")

    async def _follow_name(self, name: str) -> None:
        documents = self.services.profile_documents
        stem = documents.stem_for(name)
        if stem != Path(self.path).stem:
            path = await documents.free_path(stem)
            if self.path and self.name == name and not self._is_stem_typed:
                self._move(path)

    def _on_created(self, path: str) -> None:
        self._end(path)
        self._editor.note_created()

    def _on_closed(self, path: str) -> None:
        self._end(path)

    def _end(self, path: str) -> None:
        if path == self.path:
            self.path = ""
            self._set_losses(())
        self.ended.emit(path)
