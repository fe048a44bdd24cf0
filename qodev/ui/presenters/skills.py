"""The skills in the settings: what was found, read again when somebody asks, and the folder of the user's own (U54)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind
from qodev.ui.models.notices import Notice
from qodev.ui.models.skill_rows import SkillsState, skills_state
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.trust import TrustPresenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class SkillsPresenter(Presenter):
    """Follows the list of the project in view."""

    state_changed = Signal(object)  # SkillsState
    folder_ready = Signal(str)

    def __init__(self, services: "Services", trust: TrustPresenter, parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._trust = trust
        self.state = SkillsState(hint=self.tr("Loading skills…"))

    def load(self) -> None:
        """Shows the list as it is now."""
        skills = self.services.skills
        after = skills_state(skills.rows, skills.project or "", is_trusted=skills.is_trusted)
        if after != self.state:
            self.state = after
            self.state_changed.emit(after)

    def refresh(self) -> None:
        """Reads every folder again; the event that follows shows it."""
        self.spawn(self.services.skills.reload(), "skills")

    def review(self) -> None:
        """Shows in the main window what has changed in the folder in view."""
        if self.state.project:
            self._trust.show_diff(self.state.project)

    def open_folder(self) -> None:
        """Makes the folder of the user's own skills if it is missing, and shows it."""
        self.spawn(self._open_folder(), "folder")

    async def _open_folder(self) -> None:
        try:
            folder = await self.services.skills.make_folder()
        except UserFacingError as fault:
            self.notice_raised.emit(Notice(fault.message, fault.hint or "", str(self.services.skills.folder)))
        else:
            self.folder_ready.emit(str(folder))

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        if any(isinstance(e, CatalogChanged) and e.kind is CatalogKind.SKILLS for e in batch):
            self.load()
