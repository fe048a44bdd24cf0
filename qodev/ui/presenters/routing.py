"""The routing tester: a walk for one file, and a table over a folder (U48, A186)."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind
from qodev.types.routing import FileRoute
from qodev.ui.models.routing_rows import (
    RoutingState,
    end_text,
    progress_text,
    unreadable_text,
    walk_section,
)
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class RoutingPresenter(Presenter):
    """Asks the router itself; nothing is judged here."""

    state_changed = Signal(object)  # RoutingState
    file_changed = Signal(str, str)  # path and project that are judged now
    rows_added = Signal(object)  # tuple of FileRoute
    rows_cleared = Signal()

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = RoutingState()
        self._is_open = False
        self._table: asyncio.Task[None] | None = None

    def load(self) -> None:
        """Walks for the file and project of the state."""
        self._is_open = True
        self.refresh()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame; before the page was opened first there is nothing to follow."""
        changed = any(isinstance(e, CatalogChanged) and e.kind is CatalogKind.AGENTS for e in batch)
        if changed and self._is_open:
            self.refresh()

    def refresh(self) -> None:
        """Walks again, since rosters or agents may be others."""
        walk = tuple(walk_section(found) for found in self.services.rosters.walk(self.state.path, self.state.project))
        self._set(walk=walk, projects=self._projects())

    def _projects(self) -> tuple[str, ...]:
        """Returns the names of projects that agents or conversations know."""
        agents = self.services.agents.snapshot.agents.values()
        names = {name for spec in agents for name in spec.match.project_names}
        folders = (c.project for c in self.services.conversations.all if c.project)
        names.update(Path(folder).name for folder in folders)
        return tuple(sorted(name for name in names if name))

    def _set(self, **changes: object) -> None:
        after = replace(self.state, **changes)  # type: ignore[arg-type]  # fields by name
        if after != self.state:
            self.state = after
            self.state_changed.emit(after)

    def set_file(self, path: str, project: str) -> None:
        """Walks for another file and project, "" for none."""
        if (path, project) != (self.state.path, self.state.project):
            self._set(path=path, project=project)
            self.refresh()
            self.file_changed.emit(path, project)

    def choose_row(self, path: str) -> None:
        """Walks for a file of the table."""
        if self.state.folder and path:
            self.set_file(f"{self.state.folder}/{path}", self.state.project)

    def tabulate(self, folder: str) -> None:
        """Begins the table over a folder; without a project its name is taken."""
        self.cancel()
        if not self.state.project:
            self.set_file(self.state.path, Path(folder).name)
        self.rows_cleared.emit()
        self._set(folder=Path(folder).as_posix(), status=self.tr("Reading the folder…"), notes="", is_running=True)
        self._table = self.spawn(self._tabulate(Path(folder)), "table")

    async def _tabulate(self, folder: Path) -> None:
        files = 0

        def take(rows: Sequence[FileRoute]) -> None:
            nonlocal files
            files += len(rows)
            self.rows_added.emit(tuple(rows))
            self._set(status=progress_text(files))

        status, notes = "", ""
        try:
            end = await self.services.rosters.tabulate(folder, self.state.project, take)
            status = end_text(end.files, is_capped=end.is_capped, is_cancelled=False)
            notes = unreadable_text(end.unreadable)
        except asyncio.CancelledError:
            status = end_text(files, is_capped=False, is_cancelled=True)
            raise
        finally:
            if self._table is asyncio.current_task() or self._table is None:
                self._set(status=status, notes=notes, is_running=False)

    def cancel(self) -> None:
        """Stops the table; the rows so far stay."""
        if self._table is not None:
            self._table.cancel()
            self._table = None
