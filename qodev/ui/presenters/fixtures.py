"""The matrix of agents and fixtures: runs off the loop's thread and fills cell by cell (U69)."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from qodev.base.errors import UserFacingError
from qodev.types.agents import Layer
from qodev.types.editing import MatrixCell, MatrixState
from qodev.types.events import AnyEvent, CatalogChanged
from qodev.ui.models.bodies_state import FixturesState
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_FRAME_MS = 33  # cells that come within a frame are shown together


class FixturesPresenter(Presenter):
    """Knows the grid; the view asks it to run and to open a cell."""

    state_changed = Signal(object)  # FixturesState
    request_wanted = Signal(str, str)  # agent, fixture
    place_wanted = Signal(str, int, int)  # path, line, column of a fault
    file_wanted = Signal(str, int, int)  # of a fixture of the user's own

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = FixturesState()
        self._cells: dict[tuple[str, str], MatrixCell] = {}
        self._paths: dict[str, str] = {}  # of the user's own fixtures
        self._running: asyncio.Task[None] | None = None
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.setInterval(_FRAME_MS)
        self._frame.timeout.connect(self._show_cells)

    def open(self) -> None:
        """Reads which agents and fixtures there are."""
        self.spawn(self._load(), "load")

    async def _load(self) -> None:
        fixtures = await self.services.editing.fixtures()
        self._paths = {one.name: one.path for one in fixtures if one.path is not None}
        agents = self.services.agents.snapshot.agents.values()
        names = tuple(sorted(spec.name for spec in agents if spec.layer is not Layer.BUILT_IN))
        self._set(replace(self.state, agents=names, fixtures=tuple(one.name for one in fixtures)))

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame: changed agents make the cells old."""
        if self.state.agents and any(isinstance(event, CatalogChanged) for event in batch):
            self.spawn(self._load(), "load")
            if self._cells and not self.state.is_running:
                self._set(replace(self.state, status=self.tr("Agents have changed. Run again.")))

    def run(self, agents: tuple[str, ...] = ()) -> None:
        """Fills the cells of some agents, of all where none is named; a second call ends the first."""
        self.stop_run()
        self._running = self.spawn(self._run(agents), "run")

    def stop_run(self) -> None:
        """Ends a run; the cells that it filled stay."""
        if self._running is not None:
            self._running.cancel()
            self._running = None
        if self.state.is_running:
            self._set(replace(self.state, is_running=False, status=self.tr("Stopped.")))

    async def _run(self, agents: tuple[str, ...]) -> None:
        await self._load()
        wanted = agents or self.state.agents
        self._cells = {key: cell for key, cell in self._cells.items() if key[0] not in wanted}
        status = self.tr("%n agent(s) are rendered…", "", len(wanted))
        self._set(replace(self.state, is_running=True, status=status, cells=dict(self._cells)))
        try:
            await self.services.editing.matrix(wanted, on_cell=self._take_cell)
        except UserFacingError as fault:
            self._set(replace(self.state, is_running=False, status=f"{fault.message} {fault.hint or ''}".strip()))
            return
        self._frame.stop()
        self._running = None
        self._set(replace(self.state, is_running=False, cells=dict(self._cells), status=self._counts()))
        self.spoken.emit(self.state.status)

    def _take_cell(self, cell: MatrixCell) -> None:
        self._cells[cell.agent, cell.fixture] = cell
        if not self._frame.isActive():
            self._frame.start()

    def _show_cells(self) -> None:
        self._set(replace(self.state, cells=dict(self._cells)))

    def _counts(self) -> str:
        failed = sum(cell.state is MatrixState.FAILED for cell in self._cells.values())
        warned = sum(cell.state is MatrixState.WARNING for cell in self._cells.values())
        return self.tr("{0}, {1}, {2}.").format(
            self.tr("%n cell(s)", "", len(self._cells)),
            self.tr("%n failed", "", failed),
            self.tr("%n with a warning", "", warned),
        )

    def _set(self, state: FixturesState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

    def open_cell(self, agent: str, fixture: str) -> None:
        """Opens the request of an agent on a fixture, and the place of its fault."""
        cell = self._cells.get((agent, fixture))
        found = cell.diagnostic if cell is not None else None
        if found is not None and found.file == self._paths.get(fixture, ""):
            self.open_fixture(fixture)
            return
        self.request_wanted.emit(agent, fixture)
        if found is not None and found.span is not None:
            self.place_wanted.emit(found.span.path, found.span.line, found.span.column)

    def open_fixture(self, name: str) -> None:
        """Opens a fixture of the user's own as a file."""
        if name in self._paths:
            self.file_wanted.emit(self._paths[name], 1, 1)

    def new_fixture(self) -> None:
        """Writes a fixture to begin with and opens it."""
        self.spawn(self._new_fixture(), "new")

    async def _new_fixture(self) -> None:
        path = await self.services.editing.new_fixture()
        await self._load()
        self.file_wanted.emit(path, 1, 1)
