"""Conversations, turns and the requests they sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from qodev.base.diagnostics import Diagnostic
from qodev.base.jsontext import JsonValue
from qodev.types.agents import PromptPart
from qodev.types.messages import Block, ContextReport, Message, StopReason, Usage
from qodev.types.profiles import Profile

SCHEMA_VERSION = 2  # 2: a conversation names its profile (P73, P74)
DEFAULT_PROFILE = "Build"  # P60


class ChatMode(StrEnum):
    """Tools exist in a Code task only."""

    CHAT = "chat"
    CODE_TASK = "code_task"


class ConversationState(StrEnum):
    """What a conversation is doing, as far as it is stored; the words are those of U175."""

    IDLE = "idle"  # nothing has run yet, or it was read to its end
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"
    INTERRUPTED = "interrupted"  # the program ended while a turn ran


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in the composer and was not sent (U98)."""

    text: str = ""
    attachments: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation without its messages.

    `agent` None means Auto (A117). `role_id` None means that nothing was chosen (developer), "" means *No role*.
    """

    id: str
    title: str
    created_at: float
    updated_at: float
    agent: str | None = None
    role_id: str | None = None
    model: str | None = None
    project: str | None = None
    mode: ChatMode = ChatMode.CHAT
    state: ConversationState = ConversationState.IDLE
    unseen: bool = False
    pinned: bool = False
    archived: bool = False
    draft: Draft = Draft()
    last_text: str = ""  # one line, for the list
    script: str | None = None  # the script chosen for the Offline provider (U94)
    profile: str = DEFAULT_PROFILE  # by name (P66)
    profile_scope: str | None = None  # the tier that it came from when it was chosen (P67)
    profile_before_plan: str | None = None  # the choice that the switch leads back to (P69)
    schema_version: int = SCHEMA_VERSION
    forked_from: str | None = None  # id of the conversation that it was copied from (P229)


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """One user message as it was captured when it was sent; later choices do not change it."""

    id: str
    conversation_id: str
    text: str
    attachments: tuple[Block, ...]
    agent: str  # resolved: never Auto
    role_id: str | None
    model: str | None  # overrides the agent's model for this turn
    mode: ChatMode
    project: str | None
    created_at: float
    script: str | None = None
    profile: Profile | None = None  # by value, Code tasks only (P70)


class QueueState(StrEnum):
    """What a stored turn waits for."""

    QUEUED = "queued"
    RUNNING = "running"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class QueueItem:
    """A turn that waits, as it was captured; `position` counts from 0."""

    request: TurnRequest
    position: int


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """How a turn ended."""

    stop: StopReason
    usage: Usage
    steps: int
    context: ContextReport | None = None
    files: tuple[str, ...] = ()  # changed by tools, relative to the project
    denials: tuple[str, ...] = ()  # why calls were refused


@dataclass(frozen=True, slots=True)
class SentRequest:
    """The request of one step as it went out; secrets stand as `$NAME` (U21, A138)."""

    id: str
    conversation_id: str
    turn_id: str
    step: int
    agent: str
    agents_revision: int
    model: str
    client_api: str
    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes
    system_prompt: str
    estimate_tokens: int
    sent_at: float


@dataclass(frozen=True, slots=True)
class BodySection:
    """A part of a body and its share of the token estimate (U67)."""

    key: str
    tokens: int
    share: float  # 0 to 1


@dataclass(frozen=True, slots=True)
class RequestPreview:
    """What would be sent now; `body` is None when the agent does not render (A175)."""

    agent: str
    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None
    system_prompt: str
    added: tuple[str, ...]  # key paths that qodev added: model, stream, ...
    key_name: str | None  # the variable that stands for the key in copies
    estimate_tokens: int
    problems: tuple[str, ...] = ()  # sentences, when it does not render or has no address
    stored: SentRequest | None = None  # set when this is what was sent, not what would be
    diagnostics: tuple[Diagnostic, ...] = ()  # why it does not render, at the template line
    model: str = ""
    key_ref: str = ""  # where the key is kept, for a copy that shall hold it
    target: str = ""  # the whole address, for copies alone: `url` is shown without query values (S111)
    substituted: tuple[tuple[int, int], ...] = ()  # (start, end) in `url` of what stands for a placeholder (U66)
    sections: tuple[BodySection, ...] = ()  # the largest first
    prompt_parts: tuple[PromptPart, ...] = ()
    profile: str = ""  # of a Code task
    hidden_tools: tuple[str, ...] = ()  # that the profile keeps out of the request


@dataclass(frozen=True, slots=True)
class MessagePage:
    """Messages of a conversation in order, with what lies before them."""

    messages: tuple[Message, ...]
    first_position: int  # position of messages[0]; 0 when nothing lies before
    total: int
    damaged: int = 0  # rows that could not be read and were kept aside
    unknown_blocks: int = 0  # blocks that another version wrote; kept, not shown
    branches: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # by message in view, the heads in its place (U131)


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A place where all searched words stand; a hit in a title has no message."""

    conversation_id: str
    title: str
    message_id: str | None
    position: int | None  # of the message, for `MessagePage`
    at: float
    snippet: str
    marks: tuple[tuple[int, int], ...]  # (start, end) of the found words in `snippet`, in code points


@dataclass(frozen=True, slots=True)
class KeyStatus:
    """Whether a key is there; never the key (U40)."""

    state: Literal["set", "not_set", "none"]  # none: the instance needs no key
    source: str = ""  # keyring, memory, file, or env:NAME
    backend: str | None = None  # name of the system's keyring, None when there is no usable one


@dataclass(frozen=True, slots=True)
class CompletionJob:
    """Code around a cursor, for the completion and quick-refactor pipelines."""

    prefix: str
    suffix: str
    path: str
    language: str
    instruction: str | None = None
    extra: Mapping[str, JsonValue] = field(default_factory=dict)
