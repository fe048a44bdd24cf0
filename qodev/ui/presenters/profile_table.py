"""The Profiles page of the settings: every profile that was found, and what became of it (U49)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind
from qodev.ui.models.profile_table import ProfileTableState, table_state
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class ProfileTablePresenter(Presenter):
    """Follows the list of the project in view."""

    state_changed = Signal(object)  # ProfileTableState

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = ProfileTableState(hint=self.tr("Loading profiles…"))

    def load(self) -> None:
        """Shows the list as it is now."""
        profiles = self.services.profiles
        if not profiles.snapshot.revision:
            self.spawn(profiles.reload(), "profiles")  # the event that follows shows it
            return
        untrusted = profiles.project if profiles.project and profiles.snapshot.project is None else ""
        after = table_state(profiles.rows, untrusted or "")
        if after != self.state:
            self.state = after
        self.state_changed.emit(self.state)

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        if any(isinstance(e, CatalogChanged) and e.kind is CatalogKind.PROFILES for e in batch):
            self.load()
