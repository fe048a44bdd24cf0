"""The queue of the conversation in view: listed, edited, ordered, taken away, resumed (U128, U129)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.conversation import Conversation, TurnRequest
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind, ConversationChanged, TurnStarted
from qodev.types.work_events import QueueChanged
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.models.queue_state import QueueListState, queue_rows
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_UNDO = "queue"


class TurnQueuePresenter(Presenter):
    """Shows what the service holds; what was captured stays as it was, whatever is chosen now."""

    state_changed = Signal(object)  # QueueListState

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = QueueListState()
        self._here: Conversation | None = None
        self._started: set[str] = set()  # conversations in which a turn has begun since the program started
        self._removed: list[tuple[TurnRequest, int]] = []

    def follow(self, conversation: Conversation | None) -> None:
        """Shows the queue of another conversation, or of the same one after it changed."""
        self._here = conversation
        self._show()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        for event in batch:
            if isinstance(event, TurnStarted):
                self._started.add(event.conversation_id)
        if any(isinstance(e, QueueChanged | ConversationChanged | TurnStarted) or _is_profiles(e) for e in batch):
            self._show()

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""
        self._show()
        self.state_changed.emit(self.state)

    def _show(self) -> None:
        state = self._state_of(self._here)
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

    def _state_of(self, conversation: Conversation | None) -> QueueListState:
        if conversation is None:
            return QueueListState()
        items, is_paused = self.services.conversations.queue_of(conversation.id)
        profiles = self.services.profiles
        is_known = bool(profiles.snapshot.revision) and profiles.project == conversation.project
        rows = queue_rows(items, conversation, profiles.snapshot if is_known else None)
        running = self.services.conversations.is_running(conversation.id)
        return QueueListState(rows, is_paused, running, conversation.id not in self._started)

    def edit(self, turn_id: str, text: str) -> None:
        """Changes the text of a message that waits."""
        if self._here is not None and text.strip():
            self.spawn(self._edit(self._here.id, turn_id, text), "edit")

    async def _edit(self, conversation_id: str, turn_id: str, text: str) -> None:
        if not await self.services.conversations.edit_queued(conversation_id, turn_id, text):
            said = self.tr("The message does not wait any more, so its text was not changed.")
            self.notice_raised.emit(Notice(said, self.tr("Send a new one.")))

    def move(self, turn_id: str, step: int) -> None:
        """Moves a message up or down."""
        place = self._place(turn_id)
        if self._here is not None and place is not None:
            self.spawn(self.services.conversations.move_queued(self._here.id, turn_id, place + step), "move")

    def _place(self, turn_id: str) -> int | None:
        return next((place for place, row in enumerate(self.state.rows) if row.id == turn_id), None)

    def remove(self, turn_id: str) -> None:
        """Takes a message away; a toast brings it back."""
        if self._here is not None:
            self.spawn(self._remove(self._here.id, turn_id, self._place(turn_id) or 0), "remove")

    async def _remove(self, conversation_id: str, turn_id: str, place: int) -> None:
        removed = await self.services.conversations.remove_queued(conversation_id, turn_id)
        if removed is not None:
            self._removed = [(removed, place)]
            self.toast_raised.emit(Toast(self.tr("Taken out of the queue."), undo=_UNDO))

    def discard(self) -> None:
        """Takes everything that waits away; a toast brings it back."""
        if self._here is not None:
            self.spawn(self._discard(self._here.id), "discard")

    async def _discard(self, conversation_id: str) -> None:
        removed = await self.services.conversations.discard_queue(conversation_id)
        self._removed = [(request, place) for place, request in enumerate(removed)]
        self.toast_raised.emit(Toast(self.tr("%n message(s) discarded.", "", len(removed)), undo=_UNDO))

    def undo(self, what: str, /) -> None:
        """Brings back what was taken away last."""
        if what == _UNDO and self._removed:
            removed, self._removed = self._removed, []
            self.spawn(self._restore(removed), "restore")

    async def _restore(self, removed: list[tuple[TurnRequest, int]]) -> None:
        for request, place in removed:
            await self.services.conversations.restore_queued(request, place)

    def send_now(self, turn_id: str) -> None:
        """Lets a message go first, once the running turn has ended its present step."""
        if self._here is not None:
            self.spawn(self.services.conversations.send_queued_now(self._here.id, turn_id), "send_now")

    def resume(self) -> None:
        """Lets what waits run again."""
        if self._here is not None:
            self.spawn(self.services.conversations.resume_queue(self._here.id), "resume")


def _is_profiles(event: AnyEvent) -> bool:
    return isinstance(event, CatalogChanged) and event.kind is CatalogKind.PROFILES
