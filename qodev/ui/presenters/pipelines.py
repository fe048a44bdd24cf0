"""The Pipelines page: four rosters that are stored at once, each change with its undo (U47, A185)."""

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.agents import Pipeline
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind
from qodev.types.routing import WrittenRoster
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.models.picker_rows import PickerRow, picker_rows
from qodev.ui.models.roster_rows import PipelinesState, fault_text, pipeline_title, roster_card
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class PipelinesPresenter(Presenter):
    """Follows the catalog and the file that the routing tester has chosen."""

    state_changed = Signal(object)  # PipelinesState
    changed = Signal()  # a roster is another one now
    file_wanted = Signal(str, int)  # the rosters file and a line in it

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = PipelinesState()
        self._file = "", ""
        self._undo: dict[str, WrittenRoster] = {}
        self._count = 0

    def load(self) -> None:
        """Shows the rosters as they are now."""
        self._refresh()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame; before the page was opened first there is nothing to follow."""
        changed = any(isinstance(e, CatalogChanged) and e.kind is CatalogKind.AGENTS for e in batch)
        if changed and not self.state.is_loading:
            self._refresh()

    def set_file(self, path: str, project: str) -> None:
        """Judges the entries for another file and project, "" for none."""
        self._file = path, project
        if not self.state.is_loading:
            self._refresh()

    def _refresh(self) -> None:
        rosters = self.services.rosters
        snapshot = rosters.snapshot
        cards = tuple(roster_card(snapshot, walk) for walk in rosters.walk(*self._file))
        fault = rosters.fault
        if fault is None:
            after = PipelinesState(cards, is_loading=False)
        else:
            after = PipelinesState(cards, fault_text(fault), fault.path, fault.line, fault.column, is_loading=False)
        if after != self.state:
            self.state = after
            self.state_changed.emit(after)

    def choices(self, pipeline: Pipeline) -> tuple[PickerRow, ...]:
        """Returns the agents that can be added to a roster."""
        return picker_rows(self.services.rosters.snapshot, self.services.rosters.names(pipeline))

    def add(self, pipeline: Pipeline, name: str, position: int | None = None) -> None:
        """Adds an agent, at the end by default."""
        self._change(self.services.rosters.add(pipeline, name, position), "")

    def remove(self, pipeline: Pipeline, name: str) -> None:
        """Takes an entry out; the toast takes it back."""
        text = self.tr("`{0}` removed from {1}.").format(name, pipeline_title(pipeline))
        self._change(self.services.rosters.remove(pipeline, name), text)

    def move(self, pipeline: Pipeline, name: str, position: int) -> None:
        """Puts an entry at a position, from 0."""
        self._change(self.services.rosters.move(pipeline, name, position), "")

    def substitute(self, pipeline: Pipeline, name: str, other: str) -> None:
        """Puts another agent in the place of an entry."""
        text = self.tr("`{0}` stands for `{1}` now.").format(other, name)
        self._change(self.services.rosters.substitute(pipeline, name, other), text)

    def _change(self, work: Awaitable[WrittenRoster], toast: str) -> None:
        self.spawn(self._write(work, toast), "roster")

    async def _write(self, work: Awaitable[WrittenRoster], toast: str) -> None:
        try:
            written = await work
        finally:
            self._refresh()  # what could not be stored goes back to where it was
        self.changed.emit()
        if toast:
            self._count += 1
            self._undo[str(self._count)] = written
            self.toast_raised.emit(Toast(toast, str(self._count)))
        self._tell_merge(written)

    def _tell_merge(self, written: WrittenRoster) -> None:
        if written.is_merged:
            title = pipeline_title(written.pipeline)
            text = self.tr("The roster of {0} was changed by another program too.").format(title)
            self.notice_raised.emit(Notice(text, self.tr("Both changes are kept.")))

    def undo(self, what: str) -> None:
        """Takes a change back."""
        written = self._undo.pop(what, None)
        if written is not None:
            self._change(self.services.rosters.undo(written), "")

    def open_file(self) -> None:
        """Opens the rosters file at its fault."""
        if self.state.fault_path:
            self.file_wanted.emit(self.state.fault_path, self.state.fault_line)

    def replace_file(self) -> None:
        """Writes the rosters in use over a broken file, which is kept beside."""
        self.spawn(self._replace_file(), "replace file")

    async def _replace_file(self) -> None:
        kept = await self.services.rosters.replace_broken()
        self._refresh()
        self.changed.emit()
        text = self.tr("The roster file is new.")
        if kept is not None:
            text = self.tr("The roster file is new; the broken one is kept as `{0}`.").format(kept.name)
        self.toast_raised.emit(Toast(text))
