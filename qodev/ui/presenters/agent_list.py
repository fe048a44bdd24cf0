"""The list of the Agents page: rows, filter, and what is done to whole agents (U43 to U45, A172, A178, A180)."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.types.agents import AgentSnapshot, AgentSpec, BaseSpec, Layer, Pipeline
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind
from qodev.ui.models.agent_rows import (
    AgentEntry,
    AgentFilter,
    AgentListState,
    build_entries,
    mark_unsaved,
    tag_counts,
    visible_rows,
)
from qodev.ui.models.agent_wishes import AgentBase, DeleteQuestion, NewAgentWish
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.models.roster_rows import pipeline_title
from qodev.ui.presenters.agents import changed_agents
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.types.documents import TrashedFile


class AgentListPresenter(Presenter):
    """Builds rows off the loop when the catalog changes, and narrows them at once when the filter does."""

    state_changed = Signal(object)  # AgentListState
    made = Signal(str)  # the name of an agent that was written and is to be opened
    delete_asked = Signal(object)  # DeleteQuestion
    reloaded = Signal(int)  # how many agents changed on disk without anything that was done here

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._entries: tuple[AgentEntry, ...] = ()
        self._unsaved: frozenset[str] = frozenset()
        self._is_loaded = False
        self._told: AgentSnapshot | None = None  # the catalog that the rows show
        self._is_expected = False  # the next change of files was made here
        self._asked = 0
        self._trashed: dict[str, TrashedFile] = {}
        self.state = AgentListState(empty_text=self.tr("Loading agents…"), folder=str(services.agents.folder))

    @property
    def snapshot(self) -> AgentSnapshot:
        """Returns the catalog in use."""
        return self.services.agents.snapshot

    def load(self) -> None:
        """Builds the rows of the catalog in use."""
        self._asked += 1
        self.spawn(self._build(self._asked), "agent_rows")

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame; nothing is built before the page was opened."""
        if self._asked and any(isinstance(e, CatalogChanged) and e.kind is CatalogKind.AGENTS for e in batch):
            self.load()

    async def _build(self, asked: int) -> None:
        snapshot = self.snapshot
        entries = await self.services.pool.run(build_entries, snapshot, self._folders())
        if asked == self._asked:
            self._entries, self._is_loaded = entries, True
            self._show(self.state.filter)
            self._tell_changes(snapshot)

    def _tell_changes(self, snapshot: AgentSnapshot) -> None:
        """Says how many agents are others than before, as they are when files changed on disk (U45)."""
        before, self._told = self._told, snapshot
        count = changed_agents(before, snapshot) if before is not None else 0
        if count and not self._is_expected:
            self.reloaded.emit(count)
        self._is_expected = self._is_expected and not count

    def expect(self) -> None:
        """Notes that files are about to change by what is done here, which says so itself."""
        self._is_expected = True

    def _folders(self) -> frozenset[str]:
        extra = self.services.preferences.value("extra_agent_folders")
        paths = [Path(str(folder)).expanduser() for folder in extra] if isinstance(extra, tuple | list) else []
        return frozenset(path.as_posix() for path in (self.services.agents.folder, *paths))

    def set_text(self, text: str) -> None:
        """Narrows the list to what holds every word."""
        self._show(replace(self.state.filter, text=text))

    def toggle_tag(self, tag: str) -> None:
        """Takes a tag into the filter, or out of it."""
        self._show(replace(self.state.filter, tags=self.state.filter.tags ^ {tag}))

    def show_hidden(self, on: bool) -> None:  # noqa: FBT001  # a slot
        """Lists hidden agents too."""
        self._show(replace(self.state.filter, shows_hidden=on))

    def show_bases(self, on: bool) -> None:  # noqa: FBT001  # a slot
        """Lists abstract agents too."""
        self._show(replace(self.state.filter, shows_bases=on))

    def set_unsaved(self, paths: frozenset[str]) -> None:
        """Marks the files with changes that are not saved."""
        if paths != self._unsaved:
            self._unsaved = paths
            self._show(self.state.filter)

    def clear_filter(self) -> None:
        """Lists everything again that the switches allow."""
        self._show(replace(self.state.filter, text="", tags=frozenset()))

    def make_visible(self, row_id: str) -> None:
        """Lifts whatever hides a row: words, tags, or a switch."""
        entry = next((e for e in self._entries if e.row.id == row_id), None)
        if entry is None or any(row.id == row_id for row in self.state.rows):
            return
        wanted = self.state.filter
        self._show(
            AgentFilter(
                shows_hidden=wanted.shows_hidden or entry.is_hidden, shows_bases=wanted.shows_bases or entry.is_base
            )
        )

    def select(self, row_id: str) -> None:
        """Notes which row is shown at the right."""
        if row_id != self.state.selected:
            self.state = replace(self.state, selected=row_id)

    def _show(self, wanted: AgentFilter) -> None:
        rows = mark_unsaved(visible_rows(self._entries, wanted), self._unsaved)
        self.state = replace(
            self.state,
            rows=rows,
            tags=tag_counts(self._entries, wanted),
            filter=wanted,
            empty_text="" if rows else self._empty_text(wanted),
        )
        self.state_changed.emit(self.state)

    def _empty_text(self, wanted: AgentFilter) -> str:
        if not self._is_loaded:
            return self.tr("Loading agents…")
        if wanted.text.strip():
            return self.tr("Nothing matches `{0}`.").format(wanted.text.strip())
        return self.tr("No agent has all of these tags.") if wanted.tags else self.tr("No agents are loaded.")

    @property
    def has_own(self) -> bool:
        """Tells whether the user has an agent of their own."""
        snapshot = self.snapshot
        layers = {spec.layer for spec in snapshot.agents.values()} | {spec.layer for spec in snapshot.bases.values()}
        return Layer.USER in layers

    def bases(self) -> tuple[AgentBase, ...]:
        """Returns what a new agent can extend: bases first, then agents."""
        snapshot = self.snapshot
        bases = [AgentBase(s.name, s.model, s.description, is_base=True) for s in snapshot.bases.values()]
        agents = [
            AgentBase(s.name, s.model, s.description) for s in snapshot.agents.values() if s.layer is not Layer.BUILT_IN
        ]
        return (*sorted(bases, key=_name_of), *sorted(agents, key=_name_of))

    def name_problem(self, name: str) -> str:
        """Returns why an agent cannot have this name, or ''."""
        wanted = name.strip()
        snapshot = self.snapshot
        if not wanted:
            return self.tr("Type a name.")
        taken = {n.casefold(): n for n in (*snapshot.agents, *snapshot.bases)}
        known = taken.get(wanted.casefold())
        if known is None:
            return ""
        spec = find_spec(snapshot, known)
        if spec is not None and spec.layer in (Layer.BUNDLED, Layer.BUILT_IN):
            return self.tr("`{0}` is bundled: bundled agents cannot be replaced. Use New from this… on it.").format(
                known
            )
        return self.tr("There is an agent `{0}` already. Choose another name.").format(known)

    def free_name(self, base: str) -> str:
        """Returns a name that no agent has yet."""
        return self.services.editing.free_name(base)

    def create(self, wish: NewAgentWish) -> None:
        """Writes a short file with `extends` and opens it."""
        self.spawn(self._create(wish), "new_agent")

    async def _create(self, wish: NewAgentWish) -> None:
        self.expect()
        await self.services.editing.new(wish.name, wish.base, wish.model or None)
        self.toast_raised.emit(Toast(self.tr("`{0}` was made.").format(wish.name)))
        self.made.emit(wish.name)

    def ask_delete(self, name: str) -> None:
        """Looks up what uses an agent, then asks."""
        try:
            plan = self.services.editing.plan_delete(name)
        except UserFacingError as fault:
            self.notice_raised.emit(Notice(fault.message, fault.hint or ""))
            return
        rosters = tuple(pipeline_title(Pipeline(roster)) for roster in plan.rosters)
        asked = DeleteQuestion(name, plan.path, plan.children, rosters, has_override=plan.has_override)
        self.delete_asked.emit(asked)

    def ask_delete_file(self, path: str) -> None:
        """Asks before a file that is not loaded goes to the trash."""
        self.delete_asked.emit(DeleteQuestion(Path(path).name, path))

    def delete(self, question: DeleteQuestion) -> None:
        """Moves the file to the trash; the toast brings it back."""
        self.spawn(self._delete(question), "delete_agent")

    async def _delete(self, question: DeleteQuestion) -> None:
        self.expect()
        trashed = await self.services.documents.trash(question.path)
        token = f"agent_file:{trashed.kept_at or trashed.path}"
        self._trashed[token] = trashed
        await self.services.agents.reload()
        self.toast_raised.emit(Toast(self.tr("`{0}` was moved to the trash.").format(question.name), token))

    def undo(self, token: str) -> None:
        """Brings back what a toast offered; tokens of others are theirs."""
        trashed = self._trashed.pop(token, None)
        if trashed is not None:
            self.spawn(self._restore(trashed), "restore_agent")

    async def _restore(self, trashed: "TrashedFile") -> None:
        self.expect()
        await self.services.documents.restore(trashed)
        await self.services.agents.reload()
        self.toast_raised.emit(Toast(self.tr("`{0}` is back.").format(Path(trashed.path).name)))


def find_spec(snapshot: AgentSnapshot, name: str) -> AgentSpec | BaseSpec | None:
    """Returns the agent or the base of a name."""
    return snapshot.agents.get(name) or snapshot.bases.get(name)


def _name_of(base: AgentBase) -> str:
    return base.name
