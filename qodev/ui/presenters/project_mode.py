"""The mode of the project in view: shown in the status bar and the composer, changed after a question for Auto (U25, U51)."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.base.text import show_hidden
from qodev.types.events import (
    AnyEvent,
    CatalogChanged,
    CatalogKind,
    PolicyChanged,
    TurnCancelled,
    TurnFailed,
    TurnFinished,
)
from qodev.types.permissions import ProjectMode
from qodev.types.policies import Containment
from qodev.ui.models.mode_words import AutoQuestion, ModeState
from qodev.ui.models.profile_words import mode_word
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_ENDS = TurnFinished | TurnFailed | TurnCancelled  # a turn may have changed the branch


class ProjectModePresenter(Presenter):
    """Follows one project; changes the mode of any."""

    state_changed = Signal(object)  # ModeState
    auto_asked = Signal(object)  # AutoQuestion: `answer_auto` takes what the person says
    auto_kept = Signal()  # the question was answered with no: choices show the mode that stays

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = ModeState()
        self._project = ""
        self._asked = ""

    def follow(self, project: str) -> None:
        """Shows the mode of another project; "" for none."""
        if project != self._project:
            self._project = project
            self._tell(ModeState(project))
            self.look()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame: changes in this window, files that another program wrote, and ends of turns."""
        if any(isinstance(e, PolicyChanged | _ENDS) or _is_profiles(e) for e in batch):
            self.look()

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""
        self.state_changed.emit(self.state)

    def look(self) -> None:
        """Asks again for the mode."""
        if self._project:
            self.spawn(self._look(self._project), "mode")

    async def _look(self, project: str) -> None:
        policy = await self.services.policies.look(project)
        contain = await self.services.containment.of(policy)
        branch = show_hidden(await self.services.projects.branch(project))
        if project == self._project:
            self._tell(ModeState(project, policy.mode, policy.fault or "", len(policy.rules), contain, branch))

    def _tell(self, state: ModeState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

    def choose(self, mode: ProjectMode) -> None:
        """Changes the mode of the project in view."""
        if self._project:
            self.change(self._project, mode)

    def change(self, project: str, mode: ProjectMode) -> None:
        """Changes the mode of a project; Auto is asked about first."""
        if mode is ProjectMode.AUTO:
            self.spawn(self._ask(project), "auto")
        else:
            self.spawn(self._change(project, mode), "mode")

    async def _change(self, project: str, mode: ProjectMode) -> None:
        await self.services.policies.set_mode(project, mode)
        self.spoken.emit(self.tr("Mode: {0}").format(mode_word(mode)))

    async def _ask(self, project: str) -> None:
        policy = await self.services.policies.look(project)
        if policy.mode is ProjectMode.AUTO:
            return
        standing = await self.services.pool.run(self.services.trust.look, Path(project))
        pending = tuple(file.path for file in standing.pending) if standing is not None else ()
        self._asked = project
        contain = await self.services.containment.of(policy)
        self.auto_asked.emit(AutoQuestion(project, policy.mode or ProjectMode.ASK, pending, contain))

    def answer_auto(self, *, is_wanted: bool, contains: bool = False) -> None:
        """Takes what the person said; `contains` means that commands of the project shall be contained as well."""
        project, self._asked = self._asked, ""
        if project and is_wanted:
            self.spawn(self._switch_to_auto(project, contains=contains), "auto")
        else:
            self.auto_kept.emit()

    async def _switch_to_auto(self, project: str, *, contains: bool) -> None:
        if contains:  # first: in Auto nothing runs otherwise than it was chosen
            await self.services.containment.choose(project, Containment.ON)
        await self._change(project, ProjectMode.AUTO)


def _is_profiles(event: AnyEvent) -> bool:
    return isinstance(event, CatalogChanged) and event.kind is CatalogKind.PROFILES
