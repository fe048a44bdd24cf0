"""Projects: which folders were opened, whose conversations are listed, and folders that are gone (U17)."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.events import (
    AnyEvent,
    ConversationChanged,
    TrustChanged,
    TurnCancelled,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from qodev.types.projects import RecentProject
from qodev.ui.models.notices import Toast
from qodev.ui.models.project_state import ALL, NONE, ProjectsState, project_rows
from qodev.ui.models.words import FolderWord
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_COUNTED = (ConversationChanged, TurnStarted, TurnFinished, TurnFailed, TurnCancelled)  # change numbers in the list


class ProjectsPresenter(Presenter):
    """Holds the picker of the sidebar; a switch changes what is listed and stops nothing."""

    state_changed = Signal(object)  # ProjectsState
    chosen_changed = Signal(str)  # ALL, NONE or a path
    sheet_wanted = Signal(str)  # a folder was opened about which nobody decided

    def __init__(
        self, services: "Services", enter: Callable[[str], Awaitable[None]], parent: QObject | None = None
    ) -> None:
        super().__init__(services, parent)
        self._enter = enter  # brings a conversation of a project to the front
        self._words: dict[str, FolderWord] = {}
        self.state = ProjectsState(project_rows((), {}))

    def load(self, chosen: str = ALL) -> None:
        """Takes over the list; called once the services have started."""
        known = {project.path for project in self.services.projects.recent}
        self._choose(chosen if chosen in (ALL, NONE) or chosen in known else ALL)
        self.spawn(self._look(), "projects")

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        if any(isinstance(event, TrustChanged) for event in batch):
            self.look()
        elif any(isinstance(event, _COUNTED) for event in batch):
            self._refresh()

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""
        self._refresh()
        self.state_changed.emit(self.state)

    def look(self) -> None:
        """Asks again which folders are there and how they stand."""
        self.spawn(self._look(), "projects")

    async def _look(self) -> None:
        projects = await self.services.projects.look()
        self._words = await self.services.pool.run(self._read_words, projects)
        self._refresh()

    def _read_words(self, projects: Sequence[RecentProject]) -> dict[str, FolderWord]:
        trust = self.services.trust
        return {p.path: FolderWord.TRUSTED if trust.is_trusted(p.path) else FolderWord.NOT_TRUSTED for p in projects}

    def _refresh(self) -> None:
        after = replace(self.state, rows=project_rows(self.services.projects.recent, self._words))
        if after != self.state:
            self.state = after
            self.state_changed.emit(after)

    def _choose(self, value: str) -> None:
        self.state = replace(self.state, chosen=value, rows=project_rows(self.services.projects.recent, self._words))
        self.state_changed.emit(self.state)
        self.chosen_changed.emit(value)

    def choose(self, value: str) -> None:
        """Lists the conversations of a project, of none, or all."""
        if value in (ALL, NONE):
            self._choose(value)
        elif (found := self.services.projects.find(value)) is not None and not found.is_there:
            self._choose(value)
            self.look()
        else:
            self.open(value)

    def open(self, folder: str) -> None:
        """Opens a folder: its conversations are listed, one of them comes to the front, and an unknown one is shown."""
        self.spawn(self._open(folder), "open_project")

    async def _open(self, folder: str) -> None:
        opened = await self.services.projects.open(folder)
        await self._show(opened)

    async def _show(self, opened: RecentProject) -> None:
        await self._look()
        self._choose(opened.path)
        await self._enter(opened.path)
        if not opened.is_declined and self._words.get(opened.path) is FolderWord.NOT_TRUSTED:
            self.sheet_wanted.emit(opened.path)

    def reattach(self, folder: str) -> None:
        """Lets the conversations of the chosen project, whose folder is gone, belong to another folder."""
        if self.state.is_missing:
            self.spawn(self._reattach(self.state.chosen, folder), "reattach")

    async def _reattach(self, before: str, folder: str) -> None:
        opened = await self.services.projects.reattach(before, folder)
        text = self.tr("%n conversation(s) belong to `{0}` now.", "", opened.conversations)
        self.toast_raised.emit(Toast(text.format(Path(opened.path).name)))
        await self._show(opened)
