"""Maps each state of the core to exactly one word and one icon (U7, U175)."""

from dataclasses import dataclass
from enum import Enum

from qodev.types.conversation import ConversationState
from qodev.types.providers import LaunchState


@dataclass(frozen=True, slots=True)
class StateWord:
    """A word for people, the icon that goes with it, and the colour role that repeats it."""

    text: str
    icon: str
    role: str


class Activity(Enum):
    """What a running conversation does at the moment."""

    QUEUED = StateWord("Queued", "queued", "muted")
    STARTING = StateWord("Starting", "starting", "accent")
    THINKING = StateWord("Thinking", "thinking", "accent")
    ANSWERING = StateWord("Answering", "running", "accent")
    RUNNING_TOOL = StateWord("Running tool", "tool", "accent")
    RETRYING = StateWord("Retrying", "retry", "ask")
    STOPPING = StateWord("Stopping", "stopped", "muted")


DRAFT = StateWord("Draft", "draft", "muted")

CONVERSATION_WORDS = {
    ConversationState.IDLE: DRAFT,
    ConversationState.RUNNING: Activity.STARTING.value,
    ConversationState.DONE: StateWord("Done", "done", "allow"),
    ConversationState.STOPPED: StateWord("Stopped", "stopped", "muted"),
    ConversationState.FAILED: StateWord("Failed", "failed", "deny"),
    ConversationState.INTERRUPTED: StateWord("Interrupted", "interrupted", "ask"),
}

LAUNCH_WORDS = {  # while a message waits for the server; the other states end the wait
    LaunchState.STARTING: StateWord("Starting", "starting", "accent"),
    LaunchState.PROBING: StateWord("Probing", "starting", "accent"),
}
