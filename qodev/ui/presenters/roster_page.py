"""What the Pipelines page needs: the rosters and the routing tester, on one file."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from qodev.types.events import AnyEvent
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.pipelines import PipelinesPresenter
from qodev.ui.presenters.routing import RoutingPresenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class RosterPagePresenter(QObject):
    """Keeps both on the same file and the same rosters."""

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pipelines = PipelinesPresenter(services, self)
        self.routing = RoutingPresenter(services, self)
        self.routing.file_changed.connect(self.pipelines.set_file)
        self.pipelines.changed.connect(self.routing.refresh)

    @property
    def all(self) -> tuple[Presenter, ...]:
        """Returns both presenters."""
        return self.pipelines, self.routing

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        self.pipelines.take(batch)
        self.routing.take(batch)

    def load(self) -> None:
        """Shows everything as it is now."""
        self.pipelines.load()
        self.routing.load()
