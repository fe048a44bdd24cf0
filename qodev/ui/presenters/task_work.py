"""The checklist and the background commands of the conversation in view (P190, P191)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.events import AnyEvent
from qodev.types.tooling import ToolRefusal
from qodev.types.work import ChecklistItem
from qodev.types.work_events import BackgroundChanged, ChecklistChanged
from qodev.ui.models.notices import Notice
from qodev.ui.models.work_state import WorkState, work_state
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class TaskWorkPresenter(Presenter):
    """Shows what the services hold; a list is read when its conversation is opened, and told when it changes."""

    state_changed = Signal(object)  # WorkState

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = WorkState()
        self._here = ""
        self._items: tuple[ChecklistItem, ...] = ()

    def follow(self, conversation_id: str) -> None:
        """Shows another conversation."""
        if conversation_id == self._here:
            return
        self._here, self._items = conversation_id, ()
        self._show()
        if conversation_id:
            self.spawn(self._load(conversation_id), "checklist")

    async def _load(self, conversation_id: str) -> None:
        items = await self.services.storage.checklists.read(conversation_id)
        if conversation_id == self._here and not self._items:
            self._items = items
            self._show()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        mine = [
            event
            for event in batch
            if isinstance(event, BackgroundChanged | ChecklistChanged) and event.conversation_id == self._here
        ]
        for event in mine:
            if isinstance(event, ChecklistChanged):
                self._items = event.items
        if mine:
            self._show()

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""
        self._show()
        self.state_changed.emit(self.state)

    def _show(self) -> None:
        commands = self.services.code_tasks.background.of(self._here) if self._here else ()
        state = work_state(self._items, commands)
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

    def stop_command(self, command_id: str) -> None:
        """Ends a background command with all its processes."""
        self.spawn(self._stop_command(self._here, command_id), f"stop {command_id}")

    async def _stop_command(self, conversation_id: str, command_id: str) -> None:
        try:
            await self.services.code_tasks.background.stop(conversation_id, command_id)
        except ToolRefusal as refusal:
            self.notice_raised.emit(Notice(refusal.text))
