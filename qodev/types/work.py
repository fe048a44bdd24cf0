"""What a Code task keeps beside its messages: background commands, a checklist, servers of tools."""

from dataclasses import dataclass
from enum import StrEnum

from qodev.base.diagnostics import Diagnostic


class BackgroundState(StrEnum):
    """What a background command is doing."""

    RUNNING = "running"
    STOPPING = "stopping"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class BackgroundCommand:
    """A command that runs beside its conversation."""

    id: str
    conversation_id: str
    command: str
    state: BackgroundState
    started_at: float
    exit_code: int | None = None
    tail: str = ""  # the end of its output, for a list
    note: str = ""  # such as that something it started may still run (S124)
    has_left: bool = False  # processes of it are known to run still, and can be stopped


class ItemStatus(StrEnum):
    """How far a thing to do is."""

    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One thing that the model means to do."""

    text: str
    status: ItemStatus


class ServerStatus(StrEnum):
    """How a server of tools stands."""

    OFF = "off"
    IDLE = "idle"  # connects when a Code task starts (P197)
    CONNECTING = "connecting"
    READY = "ready"
    FAILED = "failed"
    SIGN_IN = "sign_in"  # it wants a person to sign in, in the browser (P198)
    INVALID = "invalid"  # its entry cannot be used


class OperationState(StrEnum):
    """How an operation stands to what was accepted (S151)."""

    ACCEPTED = "accepted"
    NEW = "new"
    CHANGED = "changed"
    LEFT_OUT = "left_out"  # over a limit, or its name is taken


@dataclass(frozen=True, slots=True)
class ServerOperation:
    """One operation of a server under its function name and its own (P194)."""

    function: str
    name: str
    description: str
    digest: str
    state: OperationState
    note: str = ""  # why it is left out, or what about its description is odd (S152)
    difference: str = ""  # of a changed one: what differs, as unified lines; of a new one: all of it


@dataclass(frozen=True, slots=True)
class ServerState:
    """A server as the settings show it."""

    id: str
    name: str
    status: ServerStatus
    text: str = ""
    operations: tuple[ServerOperation, ...] = ()
    diagnostic: Diagnostic | None = None
    launch: str = ""  # how it is started, as it was shown (S150)
    needs_accepting: bool = False  # its launch, or an operation, is not accepted yet
    launch_difference: str = ""  # to the launch that was accepted, as unified lines
    is_launch_accepted: bool = False
