"""Tells what happened while another window is in front: which events, and how loudly the user wants them (U165)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.conversation import ConversationState
from qodev.types.events import AnyEvent, TurnFailed, TurnFinished
from qodev.types.work_events import PermissionRequested
from qodev.ui.models.words import CONVERSATION_WORDS, Activity, StateWord
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_OFF, _SOUND = "off", "sound"


@dataclass(frozen=True, slots=True)
class Notification:
    """Title of the conversation and its state in a word; never text of a message."""

    conversation_id: str
    title: str
    state: str
    has_sound: bool


class NotificationsPresenter(Presenter):
    """Picks the events that people want to hear of; whether a window is in front, the view knows."""

    notified = Signal(object)  # Notification
    tray_changed = Signal(bool)  # whether an icon is wanted where the desktop keeps those of programs

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._has_tray = False

    def load(self) -> None:
        """Takes over the settings."""
        has_tray = bool(self.services.preferences.value("tray_icon"))
        if has_tray != self._has_tray:
            self._has_tray = has_tray
            self.tray_changed.emit(has_tray)

    def tell_again(self) -> None:
        """Tells a window that was made anew."""
        self.tray_changed.emit(self._has_tray)

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        self.load()
        for event in batch:
            if isinstance(event, TurnFinished):
                self._tell(event.conversation_id, "notify_finished", CONVERSATION_WORDS[ConversationState.DONE])
            elif isinstance(event, TurnFailed):
                self._tell(event.conversation_id, "notify_failed", CONVERSATION_WORDS[ConversationState.FAILED])
            elif isinstance(event, PermissionRequested):
                self._tell(event.conversation_id, "notify_needs_you", Activity.NEEDS_YOU.value)

    def _tell(self, conversation_id: str, setting: str, word: StateWord) -> None:
        wanted = str(self.services.preferences.value(setting))
        if wanted == _OFF:
            return
        title = self.services.conversations.get(conversation_id).title or self.tr("New conversation")
        self.notified.emit(Notification(conversation_id, title, word.text, wanted == _SOUND))
