"""Maps each state of the core to exactly one word and one icon (U7, U175)."""

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QCoreApplication

from qodev.types.conversation import ConversationState
from qodev.types.diffs import Standing
from qodev.types.documents import DocumentState
from qodev.types.editing import ChangeKind, MatrixState
from qodev.types.instances import InstanceState
from qodev.types.providers import LaunchState
from qodev.ui.models.marks import QT_TRANSLATE_NOOP


@dataclass(frozen=True, slots=True)
class StateWord:
    """A word for people, the icon that goes with it, and the colour role that repeats it."""

    source: str
    icon: str
    role: str

    @property
    def text(self) -> str:
        """Returns the word in the language of the window."""
        return QCoreApplication.translate("States", self.source)


class Activity(Enum):
    """What a running conversation does at the moment."""

    QUEUED = StateWord(QT_TRANSLATE_NOOP("States", "Queued"), "queued", "muted")
    STARTING = StateWord(QT_TRANSLATE_NOOP("States", "Starting"), "starting", "accent")
    THINKING = StateWord(QT_TRANSLATE_NOOP("States", "Thinking"), "thinking", "accent")
    ANSWERING = StateWord(QT_TRANSLATE_NOOP("States", "Answering"), "running", "accent")
    RUNNING_TOOL = StateWord(QT_TRANSLATE_NOOP("States", "Running tool"), "tool", "accent")
    NEEDS_YOU = StateWord(QT_TRANSLATE_NOOP("States", "Waiting for you"), "warning", "ask")
    RETRYING = StateWord(QT_TRANSLATE_NOOP("States", "Retrying"), "retry", "ask")
    STOPPING = StateWord(QT_TRANSLATE_NOOP("States", "Stopping"), "stopped", "muted")


class FolderWord(Enum):
    """How a project's folder, or a file in it, stands."""

    TRUSTED = StateWord(QT_TRANSLATE_NOOP("States", "Trusted"), "ok", "allow")
    NOT_TRUSTED = StateWord(QT_TRANSLATE_NOOP("States", "Not trusted"), "lock", "ask")
    NEEDS_TRUST = StateWord(QT_TRANSLATE_NOOP("States", "Needs trust"), "lock", "ask")
    NOT_AVAILABLE = StateWord(QT_TRANSLATE_NOOP("States", "Not available"), "error", "deny")
    CHANGED = StateWord(QT_TRANSLATE_NOOP("States", "Changed"), "warning", "ask")
    MISSING = StateWord(QT_TRANSLATE_NOOP("States", "Missing"), "error", "deny")
    CHECKING = StateWord(QT_TRANSLATE_NOOP("States", "Checking"), "waiting", "muted")


DRAFT = StateWord(QT_TRANSLATE_NOOP("States", "Draft"), "draft", "muted")

CONVERSATION_WORDS = {
    ConversationState.IDLE: DRAFT,
    ConversationState.RUNNING: Activity.STARTING.value,
    ConversationState.DONE: StateWord(QT_TRANSLATE_NOOP("States", "Done"), "done", "allow"),
    ConversationState.STOPPED: StateWord(QT_TRANSLATE_NOOP("States", "Stopped"), "stopped", "muted"),
    ConversationState.FAILED: StateWord(QT_TRANSLATE_NOOP("States", "Failed"), "failed", "deny"),
    ConversationState.INTERRUPTED: StateWord(QT_TRANSLATE_NOOP("States", "Interrupted"), "interrupted", "ask"),
}

SERVER_WORDS = {  # of a local server that qodev can start (U39)
    LaunchState.IDLE: StateWord(QT_TRANSLATE_NOOP("States", "Idle"), "stopped", "muted"),
    LaunchState.STARTING: StateWord(QT_TRANSLATE_NOOP("States", "Starting"), "starting", "accent"),
    LaunchState.PROBING: StateWord(QT_TRANSLATE_NOOP("States", "Probing"), "starting", "accent"),
    LaunchState.READY: StateWord(QT_TRANSLATE_NOOP("States", "Ready"), "ok", "allow"),
    LaunchState.STOPPING: StateWord(QT_TRANSLATE_NOOP("States", "Stopping"), "stopped", "muted"),
    LaunchState.FAILED: StateWord(QT_TRANSLATE_NOOP("States", "Failed"), "failed", "deny"),
}

LAUNCH_WORDS = {  # while a message waits for the server; the other states end the wait
    state: SERVER_WORDS[state] for state in (LaunchState.STARTING, LaunchState.PROBING)
}

INSTANCE_WORDS = {
    InstanceState.READY: StateWord(QT_TRANSLATE_NOOP("States", "Ready"), "ok", "allow"),
    InstanceState.NO_KEY: StateWord(QT_TRANSLATE_NOOP("States", "No key"), "key", "ask"),
    InstanceState.UNREACHABLE: StateWord(QT_TRANSLATE_NOOP("States", "Unreachable"), "offline", "deny"),
    InstanceState.NOT_TESTED: StateWord(QT_TRANSLATE_NOOP("States", "Not tested"), "waiting", "muted"),
    InstanceState.INVALID: StateWord(QT_TRANSLATE_NOOP("States", "Invalid"), "error", "deny"),
}

DOCUMENT_WORDS = {
    DocumentState.SAVED: StateWord(QT_TRANSLATE_NOOP("States", "Saved"), "save", "muted"),
    DocumentState.UNSAVED: StateWord(QT_TRANSLATE_NOOP("States", "Unsaved changes"), "edit", "ask"),
    DocumentState.CANNOT_SAVE: StateWord(QT_TRANSLATE_NOOP("States", "Cannot save"), "error", "deny"),
    DocumentState.SAVING: StateWord(QT_TRANSLATE_NOOP("States", "Saving"), "starting", "muted"),
    DocumentState.CHANGED_ON_DISK: StateWord(QT_TRANSLATE_NOOP("States", "Changed on disk"), "warning", "ask"),
    DocumentState.READ_ONLY: StateWord(QT_TRANSLATE_NOOP("States", "Read-only"), "lock", "muted"),
}

MATRIX_WORDS = {
    MatrixState.OK: StateWord(QT_TRANSLATE_NOOP("States", "OK"), "ok", "allow"),
    MatrixState.WARNING: StateWord(QT_TRANSLATE_NOOP("States", "Warning"), "warning", "ask"),
    MatrixState.FAILED: StateWord(QT_TRANSLATE_NOOP("States", "Failed"), "failed", "deny"),
    MatrixState.NOT_APPLICABLE: StateWord(QT_TRANSLATE_NOOP("States", "Not applicable"), "divider", "muted"),
}

CHANGE_WORDS = {
    ChangeKind.ADDED: StateWord(QT_TRANSLATE_NOOP("States", "Added"), "add", "allow"),
    ChangeKind.REMOVED: StateWord(QT_TRANSLATE_NOOP("States", "Removed"), "remove", "deny"),
    ChangeKind.CHANGED: StateWord(QT_TRANSLATE_NOOP("States", "Changed"), "edit", "ask"),
}

STANDING_WORDS = {  # of changes of files (U20)
    Standing.PROPOSED: StateWord(QT_TRANSLATE_NOOP("States", "Proposed"), "waiting", "ask"),
    Standing.APPLIED: StateWord(QT_TRANSLATE_NOOP("States", "Applied"), "ok", "allow"),
    Standing.REJECTED: StateWord(QT_TRANSLATE_NOOP("States", "Rejected"), "failed", "deny"),
    Standing.REVERTED: StateWord(QT_TRANSLATE_NOOP("States", "Reverted"), "undo", "muted"),
    Standing.CHANGED_SINCE: StateWord(QT_TRANSLATE_NOOP("States", "Changed since"), "warning", "ask"),
    Standing.NEEDS_REPAIR: StateWord(QT_TRANSLATE_NOOP("States", "Needs repair"), "error", "deny"),
}
