"""What the Pipelines page needs: the rosters and the routing tester, on one file."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from qodev.types.conversation import Conversation
from qodev.types.events import AnyEvent
from qodev.types.messages import FileBlock
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.pipelines import PipelinesPresenter
from qodev.ui.presenters.routing import RoutingPresenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class RosterPagePresenter(QObject):
    """Keeps both on the same file and the same rosters."""

    def __init__(
        self, services: "Services", conversation: Callable[[], Conversation | None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._conversation = conversation  # the open one, whose file is judged first
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
        """Shows everything as it is now; without a file of its own the tester begins with that of the conversation."""
        here = self._conversation()
        if here is not None and not self.routing.state.path and not self.routing.state.project:
            files = [block.path for block in here.draft.attachments if isinstance(block, FileBlock)]
            self.routing.set_file(files[-1] if files else "", Path(here.project).name if here.project else "")
        self.pipelines.load()
        self.routing.load()
