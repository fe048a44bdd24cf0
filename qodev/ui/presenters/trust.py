"""Trust of the folder in view: the sheet before a decision, the difference after a change, and taking it back (U151 to U155)."""

from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind, TrustChanged
from qodev.types.profiles import Profile, ProfileScope
from qodev.types.trust import TrustSheet
from qodev.ui.models.notices import Toast
from qodev.ui.models.trust_state import SheetState, TrustState, sheet_state
from qodev.ui.models.words import FolderWord
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class TrustPresenter(Presenter):
    """Asks trust anew at each step; what is decided counts for exactly what was shown."""

    state_changed = Signal(object)  # TrustState
    sheet_ready = Signal(object)  # SheetState
    diff_ready = Signal(object)  # SheetState
    closed = Signal()  # nothing is left to decide

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = TrustState()
        self._project = ""
        self._sheet: TrustSheet | None = None

    def follow(self, project: str) -> None:
        """Shows how another folder stands; "" for none."""
        if project != self._project:
            self._project = project
            self._tell(TrustState(project, FolderWord.CHECKING if project else None))
            self.look()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame: decisions of any window, and files that changed."""
        if any(isinstance(e, TrustChanged) or _is_profiles(e) for e in batch):
            self.look()

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""
        self.state_changed.emit(self.state)

    def look(self) -> None:
        """Asks again how the folder in view stands."""
        if self._project:
            self.spawn(self._look(self._project), "trust")

    async def _look(self, project: str) -> None:
        found = await self.services.pool.run(self.services.trust.look, Path(project))
        if project != self._project:
            return
        if found is None:
            self._tell(TrustState(project, FolderWord.MISSING))
        elif found.covered_by is None:
            self._tell(TrustState(project, FolderWord.NOT_TRUSTED))
        else:
            word = FolderWord.CHANGED if found.pending else FolderWord.TRUSTED
            self._tell(TrustState(project, word, len(found.pending), found.covered_by.since))

    def _tell(self, state: TrustState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

    def open(self) -> None:
        """Shows what there is to decide about the folder in view: the sheet, or what has changed."""
        if self.state.word is FolderWord.CHANGED:
            self.show_diff(self._project)
        elif self._project:
            self.show_sheet(self._project)

    def show_sheet(self, folder: str) -> None:
        """Reads a folder for the sheet; nothing of it is in effect by that."""
        self.spawn(self._show(folder, is_diff=False), "sheet")

    def show_diff(self, folder: str) -> None:
        """Reads what a trusted folder's files were and are."""
        self.spawn(self._show(folder, is_diff=True), "diff")

    async def _show(self, folder: str, *, is_diff: bool) -> None:
        sheet = await self.services.trust.sheet(folder)
        plain = await self.services.profiles.snapshot_of(None)
        built_in = {p.key for p in plain.profiles if p.scope is ProfileScope.BUILT_IN}
        shown = await self.services.pool.run(self._state_of, sheet, built_in, is_diff)
        self._sheet = sheet
        (self.diff_ready if is_diff else self.sheet_ready).emit(shown)

    def _state_of(self, sheet: TrustSheet, built_in: set[str], is_diff: bool) -> SheetState:  # noqa: FBT001  one call
        """Works out what is shown; many long files take longer than the window may wait (U1)."""
        offered = {file.path: self._offered(file.profile) for file in sheet.files if file.profile is not None}
        return sheet_state(sheet, built_in, offered, is_diff=is_diff)

    def _offered(self, profile: Profile) -> tuple[int, int]:
        tools = [tool for tool in self.services.xray.standings(profile) if not tool.is_sample]
        return sum(tool.is_offered for tool in tools), len(tools)

    def accept(self) -> None:
        """Trusts the folder of the sheet as it was shown."""
        self._decide(above=False)

    def accept_parent(self) -> None:
        """Trusts the folder above, and accepts what the sheet showed of this one."""
        self._decide(above=True)

    def _decide(self, *, above: bool) -> None:
        if self._sheet is not None:
            self.spawn(self._trust(self._sheet, above=above), "accept")

    async def _trust(self, sheet: TrustSheet, *, above: bool) -> None:
        await self.services.trust.trust(sheet, above=above)
        await self.services.projects.note_decision(sheet.path, is_declined=False)
        path = PurePath(sheet.path)
        self._end(self.tr("`{0}` is trusted.").format((path.parent if above else path).name))

    def decline(self) -> None:
        """Keeps the folder of the sheet untrusted; opening it again does not ask."""
        if self._sheet is not None:
            self.spawn(self._decline(self._sheet), "decline")

    async def _decline(self, sheet: TrustSheet) -> None:
        if not sheet.is_trusted:  # else it was only looked at
            await self.services.projects.note_decision(sheet.path, is_declined=True)
        self._end("")

    def accept_files(self, positions: Sequence[int]) -> None:
        """Accepts files of the difference by their place in it."""
        if self._sheet is not None:
            self.spawn(self._accept(self._sheet, tuple(positions)), "accept_files")

    async def _accept(self, sheet: TrustSheet, positions: tuple[int, ...]) -> None:
        files = [sheet.pending[at] for at in positions if at < len(sheet.pending)]
        await self.services.trust.accept(sheet, files)
        text = self.tr("%n file(s) accepted.", "", len(files))
        if len(files) < len(sheet.pending):
            self.toast_raised.emit(Toast(text))
            await self._show(sheet.path, is_diff=True)
        else:
            self._end(text)

    def revoke(self, folder: str = "") -> None:
        """Stops trusting a folder, by default the one in view or in the difference; it counts at once."""
        wanted = folder or (self._sheet.path if self._sheet is not None else "") or self._project
        if wanted:
            self.spawn(self._revoke(wanted), "revoke")

    async def _revoke(self, folder: str) -> None:
        path = await self.services.trust.revoke(folder)
        await self.services.projects.note_decision(path, is_declined=True)
        self._end(self.tr("`{0}` is not trusted any more.").format(PurePath(path).name))

    def _end(self, said: str) -> None:
        self._sheet = None
        self.closed.emit()
        if said:
            self.toast_raised.emit(Toast(said))

    def toggle(self) -> None:
        """Shows the sheet of the folder in view, or stops trusting it."""
        if self.state.is_trusted:
            self.revoke(self._project)
        elif self._project:
            self.show_sheet(self._project)


def _is_profiles(event: AnyEvent) -> bool:
    return isinstance(event, CatalogChanged) and event.kind is CatalogKind.PROFILES
