"""Events of Code tasks: queues, calls, questions, files and what runs beside them."""

from dataclasses import dataclass
from typing import TypeAlias

from qodev.types.changes import FileChange
from qodev.types.conversation import QueueItem
from qodev.types.event_base import Event, TurnEvent
from qodev.types.questions import CallRecord, PermissionAnswer, PermissionRequest
from qodev.types.tooling import CallView, ToolCall
from qodev.types.verdicts import Verdict
from qodev.types.work import BackgroundCommand, ChecklistItem, ServerState


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueChanged(Event):
    """The waiting turns of a conversation changed; `paused` ones wait for the user (P226)."""

    conversation_id: str
    items: tuple[QueueItem, ...]
    paused: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryChanged(Event):
    """Messages of a conversation left the view or came back; whoever shows them reads them again (U131, U132)."""

    conversation_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerStateChanged(Event):
    """A server of tools connected, failed, ended, or offers something else."""

    server: ServerState


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgroundChanged(Event):
    """A background command started, said something, or ended."""

    conversation_id: str
    command: BackgroundCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecklistChanged(Event):
    """The model wrote its list of things to do anew."""

    conversation_id: str
    items: tuple[ChecklistItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPlanned(TurnEvent):
    """A call was looked at and judged; `verdict` is None when its arguments do not fit or the tool is not on offer."""

    call: ToolCall
    view: CallView
    verdict: Verdict | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolStarted(TurnEvent):
    """The act of a call begins; nothing of it has happened before."""

    call_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolProgressed(TurnEvent):
    """More output of a running call, without terminal sequences."""

    call_id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFinished(TurnEvent):
    """A call has its result, which is stored."""

    record: CallRecord
    content: str
    is_error: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PermissionRequested(TurnEvent):
    """A call waits for a person."""

    request: PermissionRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class PermissionResolved(TurnEvent):
    """A question was answered, or withdrawn."""

    request_id: str
    answer: PermissionAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesChanged(TurnEvent):
    """Files of the project were written, or brought back, by qodev."""

    changes: tuple[FileChange, ...]


WorkEvent: TypeAlias = (
    QueueChanged
    | HistoryChanged
    | ServerStateChanged
    | BackgroundChanged
    | ChecklistChanged
    | ToolPlanned
    | ToolStarted
    | ToolProgressed
    | ToolFinished
    | PermissionRequested
    | PermissionResolved
    | FilesChanged
)
