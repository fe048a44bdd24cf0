"""The presenters of the Agents page, made when it is opened first (U43 to U45, U60 to U72)."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.types.agents import Layer, Pipeline
from qodev.types.editing import Reference, RenamePlan
from qodev.types.events import AnyEvent
from qodev.ui.models.agent_origins import place_of
from qodev.ui.models.agent_rows import AgentRow
from qodev.ui.models.agent_wishes import RenameQuestion, RenameReference
from qodev.ui.models.notices import Toast
from qodev.ui.models.roster_rows import pipeline_title
from qodev.ui.presenters.agent_editor import AgentEditorPresenter
from qodev.ui.presenters.agent_list import AgentListPresenter, find_spec
from qodev.ui.presenters.agent_model import AgentModelPresenter
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.documents import Documents

if TYPE_CHECKING:
    from qodev.services.app import Services


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("AgentPage", text, "", count)


class AgentPagePresenter(Presenter):
    """Knows which agent is in front, and what its list, its document and its model do about it."""

    rename_planned = Signal(object)  # RenameQuestion
    renamed = Signal(str)  # the new name
    shown = Signal(str)  # the name of the agent in front, "" when there is none

    def __init__(self, services: "Services", documents: Documents, parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.list = AgentListPresenter(services, self)
        self.documents = documents.make("settings")
        self.editor = AgentEditorPresenter(services, self.documents, self)
        self.model = AgentModelPresenter(services, self)
        self._plan: RenamePlan | None = None
        self._renames: dict[str, RenamePlan] = {}  # by the token that takes them back
        self.editor.state_changed.connect(self._on_state_changed)
        self.documents.dirty_changed.connect(self._on_dirty_changed)
        self.documents.saved.connect(self.list.expect)

    @property
    def all(self) -> tuple[Presenter, ...]:
        """Returns the presenters of the page, this one too; that of the document belongs to all documents."""
        return (self, self.list, self.editor, self.model)

    def tell_again(self) -> None:
        """Tells a page that was made anew what is in front."""
        self.editor.tell_again()
        self.model.refresh()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        self.list.take(batch)
        self.editor.take(batch)
        self.model.take(batch)

    def open_row(self, row: AgentRow, *, at_line: bool = False) -> bool:
        """Shows an agent or a file of the list, a file that is not loaded at its first error; False when no file holds it."""
        self.list.select(row.id)
        spec = find_spec(self.list.snapshot, row.name)
        self.model.open(row.name if spec is not None and spec.span.path == row.path else "")
        if not row.path or (spec is not None and spec.layer is Layer.BUILT_IN):
            return False
        self.editor.open(row.path, row.line if at_line else 0, row.column or 1)
        return True

    def _on_dirty_changed(self) -> None:
        self.list.set_unsaved(frozenset(found.path for found in self.documents.dirty))

    def _on_state_changed(self, _state: object) -> None:
        state = self.editor.state
        spec = find_spec(self.list.snapshot, state.name)
        is_loaded = spec is not None and spec.span.path == state.path
        self.model.open(state.name if is_loaded else "")
        self.shown.emit(state.name)

    def is_own(self, path: str) -> bool:
        """Tells whether a file lies in the folder of the user's agents."""
        return bool(path) and Path(path).is_relative_to(self.services.agents.folder)

    def plan_rename(self, name: str, new_name: str) -> None:
        """Lists what names an agent; a name that cannot be had is told by the dialog itself."""
        try:
            self._plan = self.services.editing.plan_rename(name, new_name)
        except UserFacingError:
            self._plan = None
        else:
            references = tuple(_reference(one) for one in self._plan.references)
            self.rename_planned.emit(RenameQuestion(name, new_name, references, len(self._users_of(name))))

    def apply_rename(self) -> None:
        """Renames the agent everywhere the user owns, as one step that can be undone."""
        if self._plan is not None:
            self.spawn(self._rename(self._plan), "rename_agent")

    async def _rename(self, plan: RenamePlan) -> None:
        self.list.expect()
        token = await self.documents.follow(self.services.editing.apply_rename(plan))
        await self._move_users(plan.name, plan.new_name)
        self._renames[token] = plan
        self.toast_raised.emit(Toast(self.tr("`{0}` is `{1}` now.").format(plan.name, plan.new_name), token))
        self.renamed.emit(plan.new_name)

    def undo(self, token: str) -> None:
        """Takes back what a toast offered."""
        if token in self._renames:
            self.spawn(self._undo(token, self._renames.pop(token)), "undo_rename")
        else:
            self.list.undo(token)

    def _users_of(self, name: str) -> tuple[str, ...]:
        """Returns the conversations whose next turn goes to an agent."""
        return tuple(one.id for one in self.services.conversations.all if one.agent == name)

    async def _move_users(self, name: str, new_name: str) -> None:
        for conversation_id in self._users_of(name):
            await self.services.conversations.choose_agent(conversation_id, new_name)

    async def _undo(self, token: str, plan: RenamePlan) -> None:
        self.list.expect()
        await self.documents.follow(self.services.editing.undo(token))
        await self._move_users(plan.new_name, plan.name)
        self.toast_raised.emit(Toast(self.tr("The rename was taken back.")))

    @property
    def rename_reason(self) -> str:
        """Returns why the agent in front cannot be renamed, or ''."""
        state = self.editor.state
        spec = find_spec(self.list.snapshot, state.name)
        if spec is None or spec.span.path != state.path:
            return self.tr("Only an agent that is loaded can be renamed.")
        if spec.layer is not Layer.USER:
            return state.read_only or self.tr("It is not an agent of your own.")
        if self.documents.view.is_dirty:
            return self.tr("Save or revert the changes first.")
        return ""


def _reference(one: Reference) -> RenameReference:
    text = one.owner
    if one.kind == "extends":
        text = _tr("`{0}` extends it").format(one.owner)
    elif one.kind == "roster":
        text = _tr("The pipeline {0} names it").format(pipeline_title(Pipeline(one.owner)))
    elif one.kind == "override":
        text = _tr("It has a model override")
    return RenameReference(f"{text} · {place_of(one.path, one.line)}", one.is_editable)
