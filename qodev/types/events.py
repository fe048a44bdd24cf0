"""What the core tells front ends: facts, in the past tense; whoever misses one rebuilds from the store."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from qodev.base.diagnostics import Diagnostic
from qodev.types.conversation import Conversation, SentRequest, TurnOutcome, TurnRequest
from qodev.types.event_base import Event, TurnEvent
from qodev.types.messages import Block, ContextReport, Message, Usage
from qodev.types.policies import ProjectPolicy
from qodev.types.providers import ErrorKind, LaunchState
from qodev.types.work_events import WorkEvent


class CatalogKind(StrEnum):
    """Which snapshot was replaced."""

    AGENTS = "agents"
    SETTINGS = "settings"
    PROFILES = "profiles"
    SKILLS = "skills"
    MCP = "mcp"


class BlockKind(StrEnum):
    """Kinds of block that stream."""

    TEXT = "text"
    THINKING = "thinking"
    REDACTED_THINKING = "redacted_thinking"
    TOOL_USE = "tool_use"


class StorageAlarm(StrEnum):
    """What is wrong with the disk or the database."""

    FULL = "full"
    READ_ONLY = "read_only"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogChanged(Event):
    """A new snapshot is in use."""

    kind: CatalogKind
    revision: int
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustChanged(Event):
    """A person decided about a folder, or its accepted files changed."""

    project: str
    trusted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyChanged(Event):
    """A project's mode or exact rules changed, or could no longer be read."""

    project: str
    policy: ProjectPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceStateChanged(Event):
    """A local server that qodev can start changed its state."""

    instance: str
    state: LaunchState
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationChanged(Event):
    """Title, state, draft or choices of a conversation changed, or it is new; `removed` when it is gone."""

    conversation: Conversation
    removed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnQueued(TurnEvent):
    """A message was stored and waits for its turn; `position` 0 starts at once."""

    request: TurnRequest
    message: Message
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(TurnEvent):
    """A turn runs."""

    agent: str
    agents_revision: int
    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStarted(TurnEvent):
    """A model request is about to be built."""

    step: int
    max_steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestBuilt(TurnEvent):
    """The request of a step is stored and goes out."""

    sent_request: SentRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryScheduled(TurnEvent):
    """The provider refused before the first byte; the next try is in `delay_s`."""

    attempt: int
    attempts: int
    delay_s: float
    kind: ErrorKind


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockStarted(TurnEvent):
    """A block of the answer begins."""

    index: int
    kind: BlockKind


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockFinished(TurnEvent):
    """A block of the answer is whole."""

    index: int
    block: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta(TurnEvent):
    """More text of a block."""

    index: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingDelta(TurnEvent):
    """More reasoning of a block."""

    index: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolInputDelta(TurnEvent):
    """More argument text of a call."""

    index: int
    fragment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageCommitted(TurnEvent):
    """A message is on disk."""

    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageUpdated(TurnEvent):
    """Tokens of this request so far, and of the whole turn."""

    usage: Usage
    total: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextReported(TurnEvent):
    """The server's count of the prompt was compared with ours."""

    report: ContextReport


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextLost(TurnEvent):
    """The server read less than was certainly sent."""

    report: ContextReport
    message_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeRaised(TurnEvent):
    """Something worth knowing about a turn, such as a role that vanished."""

    text: str
    hint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFinished(TurnEvent):
    """The model stopped."""

    outcome: TurnOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFailed(TurnEvent):
    """The turn ended by a fault; what came before it is kept."""

    text: str
    hint: str | None
    kind: str  # an ErrorKind, or agent, storage
    status: int | None = None
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCancelled(TurnEvent):
    """The user stopped the turn; `message_id` names the kept part of the answer."""

    message_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummarized(Event):
    """The last line of `run --json`."""

    stop: str
    text: str
    usage: Usage
    files: tuple[str, ...]
    denials: tuple[str, ...]
    exit_code: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageAlarmRaised(Event):
    """Something could not be stored, or was found damaged."""

    kind: StorageAlarm
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreFault(Event):
    """A fault of qodev itself."""

    text: str
    traceback: str


ProgramEvent: TypeAlias = (
    CatalogChanged
    | TrustChanged
    | PolicyChanged
    | InstanceStateChanged
    | RunSummarized
    | StorageAlarmRaised
    | CoreFault
)
"""Of no conversation."""

AnyEvent: TypeAlias = (
    ProgramEvent
    | WorkEvent
    | ConversationChanged
    | TurnQueued
    | TurnStarted
    | StepStarted
    | RequestBuilt
    | RetryScheduled
    | BlockStarted
    | BlockFinished
    | TextDelta
    | ThinkingDelta
    | ToolInputDelta
    | MessageCommitted
    | UsageUpdated
    | ContextReported
    | ContextLost
    | NoticeRaised
    | TurnFinished
    | TurnFailed
    | TurnCancelled
)
