"""Follows local servers that are started for a message, and tells which conversation waits for which of them."""

from PySide6.QtCore import QCoreApplication

from qodev.types.events import InstanceStateChanged
from qodev.types.providers import LaunchState
from qodev.ui.models.words import LAUNCH_WORDS, StateWord


class LaunchLog:
    """Holds the state of each server that told one, and the instance that each sending conversation waits for."""

    def __init__(self) -> None:
        self._states: dict[str, LaunchState] = {}
        self._waiting: dict[str, str] = {}

    def take(self, event: InstanceStateChanged) -> None:
        """Takes a change of a server."""
        self._states[event.instance] = event.state

    def wait(self, conversation_id: str, instance: str) -> None:
        """Notes that a message is about to go to an instance."""
        self._waiting[conversation_id] = instance

    def arrive(self, conversation_id: str) -> None:
        """Notes that it went, or will not."""
        self._waiting.pop(conversation_id, None)

    def word(self, conversation_id: str) -> StateWord | None:
        """Returns what the server does that a conversation waits for, None when it waits for none."""
        instance = self._waiting.get(conversation_id)
        return LAUNCH_WORDS.get(self._states[instance]) if instance in self._states else None

    def sentence(self, conversation_id: str) -> str:
        """Returns the same as a sentence, "" when it waits for none."""
        if self.word(conversation_id) is None:
            return ""
        return QCoreApplication.translate("Launches", "Starting `{0}`…").format(self._waiting[conversation_id])
