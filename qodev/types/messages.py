"""What a conversation is made of: messages and their blocks, named as templates see them (A88, A89)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from qodev.base.jsontext import JsonValue


class MessageRole(StrEnum):
    """Who speaks on the wire."""

    USER = "user"
    ASSISTANT = "assistant"


class Origin(StrEnum):
    """Where a message came from; anything but USER is untrusted text."""

    USER = "user"
    MODEL = "model"
    TOOL = "tool"
    CHILD = "child"
    SUMMARY = "summary"
    CLOUD = "cloud"


class MessageState(StrEnum):
    """PARTIAL: the answer ended early; its text is kept and marked (A157)."""

    COMPLETE = "complete"
    PARTIAL = "partial"


class StopReason(StrEnum):
    """Why a step (first seven, A155) or a turn (all) ended."""

    END = "end"
    TOOL_CALLS = "tool_calls"
    LENGTH = "length"
    STOP_SEQUENCE = "stop_sequence"
    REFUSAL = "refusal"
    CONTENT_FILTER = "content_filter"
    UNKNOWN = "unknown"
    STEP_LIMIT = "step_limit"
    ENDED = "ended"  # by qodev: the same call three times, or calls that cannot be read (P139, S101)
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Plain or Markdown text; `signature` when the vendor sent one with it."""

    text: str
    signature: str | None = None


@dataclass(frozen=True, slots=True)
class ThinkingBlock:
    """The model's reasoning text; `item_id` is the id of a Responses reasoning item."""

    thinking: str
    signature: str | None = None
    item_id: str | None = None
    duration_s: float | None = None  # how long it ran; None when that was not seen


@dataclass(frozen=True, slots=True)
class RedactedThinkingBlock:
    """Reasoning that the provider hides."""

    data: str


@dataclass(frozen=True, slots=True)
class ToolUseBlock:
    """A call that the model asked for; `vendor_id` is the id the vendor itself gave, if it gave one."""

    id: str
    name: str
    input: Mapping[str, JsonValue]
    signature: str | None = None
    vendor_id: str | None = None


@dataclass(frozen=True, slots=True)
class ToolResultBlock:
    """What a call came to."""

    tool_use_id: str
    name: str
    content: str
    is_error: bool = False
    vendor_id: str | None = None


@dataclass(frozen=True, slots=True)
class ImageBlock:
    """An image: base64 text, or an address when `is_url`."""

    data: str
    media_type: str
    is_url: bool = False


@dataclass(frozen=True, slots=True)
class FileBlock:
    """A text file attached by the user."""

    path: str
    text: str
    truncated: bool = False


Block: TypeAlias = (
    TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock | ToolResultBlock | ImageBlock | FileBlock
)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one request or of several; `input_tokens` is the whole prompt, cached parts included."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    reasoning_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        """Sums the requests of a turn (A162)."""
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cache_read_tokens + other.cache_read_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
            self.reasoning_tokens + other.reasoning_tokens,
        )


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation, as stored."""

    id: str
    role: MessageRole
    blocks: tuple[Block, ...]
    origin: Origin
    state: MessageState
    created_at: float  # seconds since the epoch
    turn_id: str | None = None
    request_id: str | None = None
    usage: Usage | None = None
    stop: StopReason | None = None
    stop_detail: str | None = None  # the vendor's own word for an unknown stop
    client_api: str | None = None  # wire format that made it; thinking and signatures go back to no other (A93)
    agent: str | None = None
    model: str | None = None
    error: str | None = None  # the sentence shown when the step failed
    error_hint: str | None = None  # what to do about it
    duration_s: float | None = None
    provider_data: Mapping[str, JsonValue] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Returns the non-empty text blocks, joined by a blank line (A88)."""
        return "\n\n".join(b.text for b in self.blocks if isinstance(b, TextBlock) and b.text)


class WindowSource(StrEnum):
    """Where the size of the context window is known from."""

    BODY = "body"
    MODEL_LIST = "model_list"
    USER = "user"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ContextReport:
    """What was sent, what the server says it read, and whether it cut the prompt (U136)."""

    request_id: str
    estimate_tokens: int
    floor_tokens: int
    reported_tokens: int | None = None
    window_tokens: int | None = None
    window_source: WindowSource = WindowSource.UNKNOWN
    lost: bool = False
