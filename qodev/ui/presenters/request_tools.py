"""What shows requests of agents: the live one, the fixture matrix, and the comparison; made when one is opened first."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from qodev.types.events import AnyEvent
from qodev.ui.presenters.body_diff import BodyDiffPresenter
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.fixtures import FixturesPresenter
from qodev.ui.presenters.live_request import LiveRequestPresenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class RequestTools(QObject):
    """Makes the three together."""

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.live = LiveRequestPresenter(services, self)
        self.fixtures = FixturesPresenter(services, self)
        self.body_diff = BodyDiffPresenter(services, self)
        self.live.source_set.connect(self.body_diff.note_text)

    @property
    def all(self) -> tuple[Presenter, ...]:
        """Returns every presenter."""
        return self.live, self.fixtures, self.body_diff

    def take(self, events: tuple[AnyEvent, ...]) -> None:
        """Hands the events of a frame on."""
        self.live.take(events)
        self.fixtures.take(events)
        self.body_diff.take(events)
