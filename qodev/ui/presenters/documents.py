"""All documents of the window together, for whoever closes it: what is unsaved, saved at once, given up (U5, U35)."""

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QProcess, Signal

from qodev.types.documents import DocumentKind
from qodev.types.events import AnyEvent
from qodev.ui.models.document_state import DirtyDocument
from qodev.ui.models.editor_command import editor_arguments
from qodev.ui.models.lists import in_a_row
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.document import DocumentPresenter

if TYPE_CHECKING:
    from qodev.base.diagnostics import Fix
    from qodev.services.app import Services

SETTINGS_PLACE = "settings"  # of the documents that pages of the settings window keep
PROFILES_PLACE = "profiles"  # of the profile window
D = TypeVar("D", bound=DocumentPresenter)


class Documents(Presenter):
    """Every DocumentPresenter of the window, so that closing and quitting can ask about all of them."""

    dirty_changed = Signal()
    all_saved = Signal(str)  # place: nothing there is unsaved any more
    all_discarded = Signal(str)
    external_wanted = Signal(str)  # a file that the desktop opens with what it thinks best
    restored = Signal(object)  # paths of files with unsaved text of an earlier run

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._all: list[DocumentPresenter] = []
        self._planned: dict[str, Fix] = {}

    def load(self) -> None:
        """Looks for unsaved texts that an earlier run left behind (U167)."""
        self.spawn(self._restore(), "drafts")

    async def _restore(self) -> None:
        found = await self.services.documents.drafts()
        if found:
            self.toast_raised.emit(Toast(self.tr("Restored unsaved changes in %n file(s).", "", len(found))))
            self.restored.emit(tuple(draft.path for draft in found))

    def make(self, place: str) -> DocumentPresenter:
        """Returns a new presenter for an editor; `place` is "settings" for pages of the settings window."""
        return self.adopt(DocumentPresenter(self.services, place, self))

    def adopt(self, made: D) -> D:
        """Takes a presenter that its editor made for itself, and returns it."""
        made.dirty_changed.connect(self.dirty_changed)
        made.opened.connect(self._on_opened)
        made.notice_raised.connect(self.notice_raised)
        made.toast_raised.connect(self.toast_raised)
        made.spoken.connect(self.spoken)
        self._all.append(made)
        return made

    def plan_fix(self, path: str, fix: "Fix") -> None:
        """Makes a quick fix of a file, in the editor that shows it or will be the next to do so (U162)."""
        shown = next((one for one in self._all if one.view.path == path), None)
        if shown is None:
            self._planned[path] = fix
        else:
            self._repair(shown, fix)

    def _on_opened(self, path: str, _text: str) -> None:
        presenter = next((one for one in self._all if one is self.sender()), None)
        fix = self._planned.pop(path, None)
        if presenter is not None and fix is not None:
            self.spawn(self._repair_soon(presenter, fix), "repair")

    async def _repair_soon(self, presenter: DocumentPresenter, fix: "Fix") -> None:
        self._repair(presenter, fix)  # by now the editor has taken the text

    def _repair(self, presenter: DocumentPresenter, fix: "Fix") -> None:
        view = presenter.view
        if view.is_dirty:  # the places of the fix are those of the saved text
            text = self.tr("`{0}` has unsaved changes. Save or revert them, then repair it.").format(view.name)
            self.toast_raised.emit(Toast(text))
        else:
            presenter.apply_fix(fix)

    def drop(self, presenter: DocumentPresenter) -> None:
        """Forgets the presenter of an editor that was closed; what it still writes is waited for at the end."""
        if presenter in self._all:
            self._all.remove(presenter)
            self._retire(presenter)
            self.dirty_changed.emit()

    def drop_windows(self) -> None:
        """Forgets the windows of single files: the main window is made anew, and nothing in them is unsaved."""
        kept = [one for one in self._all if one.place in (SETTINGS_PLACE, PROFILES_PLACE)]
        for one in set(self._all) - set(kept):
            self._retire(one)
        self._all = kept

    def _retire(self, presenter: DocumentPresenter) -> None:
        presenter.flush()
        presenter.retire()
        self.spawn(presenter.wait(), "end")

    def kind_of(self, path: str) -> DocumentKind:
        """Returns what a file is, by its folder."""
        return self.services.documents.kind_of(path)

    def open_externally(self, path: str, line: int) -> None:
        """Opens a file with the editor of the settings, which outlives qodev; `external_wanted` follows without one."""
        words = QProcess.splitCommand(str(self.services.preferences.value("external_editor")))
        if not words:
            self.external_wanted.emit(path)
            return
        program, *arguments = editor_arguments(words, path, line)
        is_started, _ = QProcess.startDetached(program, arguments)
        if not is_started:
            text = self.tr("The editor `{0}` cannot be started.").format(program)
            self.notice_raised.emit(Notice(text, self.tr("Check the command under Settings, General.")))

    def dirty(self, place: str | None = None) -> tuple[DirtyDocument, ...]:
        """Returns what is unsaved, everywhere or in one place."""
        return tuple(found for one in self._of(place) for found in one.dirty)

    def save_place(self, place: str) -> None:
        """Saves what is unsaved in one place; `all_saved` follows, unless something could not be."""
        self.spawn(self._save_place(place), "save all")

    async def _save_place(self, place: str) -> None:
        if await self.save_all(place):
            self.all_saved.emit(place)

    def discard_place(self, place: str) -> None:
        """Gives up what is unsaved in one place; `all_discarded` follows."""
        self.spawn(self._discard_place(place), "discard all")

    async def _discard_place(self, place: str) -> None:
        await self.discard_all(place)
        self.all_discarded.emit(place)

    async def save_all(self, place: str | None = None) -> bool:
        """Saves what is unsaved; tells whether nothing is unsaved any more."""
        results = [await one.save_all() for one in self._of(place)]
        left = [document.name for document in self.dirty()] if place is None else []
        if left:  # its window may lie behind
            text = self.tr("qodev stays open: %n file(s) could not be saved: {0}.", "", len(left)).format(
                in_a_row(left)
            )
            self.notice_raised.emit(Notice(text, self.tr("The window of the file says why.")))
        return all(results)

    async def discard_all(self, place: str | None = None) -> None:
        """Gives up what is unsaved."""
        for one in self._of(place):
            one.discard_all()
            await one.wait()

    def _of(self, place: str | None) -> tuple[DocumentPresenter, ...]:
        return tuple(one for one in self._all if place is None or one.place == place)

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Hands the events of a frame to every document."""
        for one in self._all:
            one.take(batch)

    async def wait(self) -> None:
        """Waits until no document has anything under way."""
        await super().wait()
        for one in tuple(self._all):
            await one.wait()

    async def stop(self) -> None:
        """Stores the drafts and ends what is under way."""
        for one in tuple(self._all):
            one.flush()
            await one.wait()
            await one.stop()
        await super().wait()  # editors that were closed may still write
        await super().stop()
