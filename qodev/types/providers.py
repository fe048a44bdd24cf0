"""What goes to a provider and what comes back, the same for every wire format (A154 to A156)."""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

from qodev.base.errors import UserFacingError
from qodev.base.jsontext import JsonValue
from qodev.base.netcauses import NetCause
from qodev.types.agents import ClientApi, ProviderInstance
from qodev.types.messages import StopReason, Usage


class ErrorKind(StrEnum):
    """What kind of fault ended a request; told by status and exception type, never by text (A156)."""

    AUTH = "auth"
    NOT_FOUND = "not_found"
    RATE_LIMIT = "rate_limit"
    OVERLOADED = "overloaded"
    TOO_LARGE = "too_large"
    INVALID = "invalid"
    SERVER = "server"
    TIMEOUT = "timeout"
    CONNECT = "connect"
    TLS = "tls"
    PROTOCOL = "protocol"
    TRUNCATED = "truncated"
    CANCELLED = "cancelled"
    SUPERSEDED = "superseded"


@dataclass(frozen=True, slots=True)
class ProviderError:
    """A fault of a request; `url` carries no user info and no query values."""

    kind: ErrorKind
    message: str  # a sentence for people
    status: int | None = None
    code: str | None = None  # the vendor's own code or type
    retry_after_s: float | None = None
    url: str = ""
    request_id: str | None = None
    hint: str | None = None
    cause: NetCause | None = None  # of a connection that did not come about
    is_proxy: bool = False  # the proxy's fault, not the server's
    vendor_text: str = ""  # what the server itself said, without a word of ours


class ProviderFailure(UserFacingError):
    """Carries a ProviderError out of a call that is no stream, such as a model list."""

    def __init__(self, error: ProviderError) -> None:
        super().__init__(error.message, error.hint)
        self.error = error


@dataclass(frozen=True, slots=True)
class ProviderRequest:
    """One request without its secret: that is read by `key_ref` and put in last (S111)."""

    client_api: ClientApi
    instance: ProviderInstance
    method: str
    url: str
    headers: Mapping[str, str]  # what goes out, the key header left out
    body: bytes  # the very bytes, UTF-8 JSON
    key_header: str | None  # name of the header that will carry the key, None without a key
    stream: bool
    tool_names: tuple[str, ...] = ()  # tools on offer; calls of others are not recognised (A171)
    added: tuple[str, ...] = ()  # key paths that the client added; a refused one may be taken out again (A83)


@dataclass(frozen=True, slots=True)
class MessageStartChunk:
    """The answer begins."""

    id: str
    model: str


@dataclass(frozen=True, slots=True)
class TextChunk:
    """A piece of text of block `index`."""

    index: int
    text: str


@dataclass(frozen=True, slots=True)
class ThinkingChunk:
    """A piece of reasoning of block `index`."""

    index: int
    text: str


@dataclass(frozen=True, slots=True)
class SignatureChunk:
    """A signature of block `index`, whatever its kind; `item_id` for Responses reasoning items."""

    index: int
    signature: str
    item_id: str | None = None


@dataclass(frozen=True, slots=True)
class RedactedChunk:
    """Hidden reasoning, whole."""

    index: int
    data: str


@dataclass(frozen=True, slots=True)
class ToolStartChunk:
    """A call begins; `made_id` is true when the vendor gave no id and one was made."""

    index: int
    id: str
    name: str
    made_id: bool = False
    from_text: bool = False  # recognised in printed text (A171)


@dataclass(frozen=True, slots=True)
class ToolInputChunk:
    """A piece of a call's arguments, as text."""

    index: int
    fragment: str


@dataclass(frozen=True, slots=True)
class ToolEndChunk:
    """A call's arguments are complete: `input` when they are one JSON object, else `error` says why not (A162)."""

    index: int
    input: Mapping[str, JsonValue] | None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class BlockEndChunk:
    """Block `index` is complete; a call ends by its ToolEndChunk instead.

    Indices are keys: ascending they give the order of the message, and they may have gaps.
    """

    index: int


@dataclass(frozen=True, slots=True)
class UsageChunk:
    """The latest count of this request; the last one stands."""

    usage: Usage
    context_cut: bool = False  # an Ollama prompt count at the context limit (A169)


@dataclass(frozen=True, slots=True)
class StopChunk:
    """The answer is complete. Nothing follows."""

    reason: StopReason
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class ErrorChunk:
    """The answer is broken. Nothing follows."""

    error: ProviderError


@dataclass(frozen=True, slots=True)
class RetryChunk:
    """Comes before the first byte only: attempt `attempt` of `attempts` starts in `delay_s` seconds (A161)."""

    attempt: int
    attempts: int
    delay_s: float
    kind: ErrorKind


@dataclass(frozen=True, slots=True)
class StallChunk:
    """The connection lives but nothing has come for `silent_s` seconds (S106); the stream goes on."""

    silent_s: float


StreamChunk: TypeAlias = (
    MessageStartChunk
    | TextChunk
    | ThinkingChunk
    | SignatureChunk
    | RedactedChunk
    | ToolStartChunk
    | ToolInputChunk
    | ToolEndChunk
    | BlockEndChunk
    | UsageChunk
    | StopChunk
    | ErrorChunk
    | RetryChunk
    | StallChunk
)


class Provider(Protocol):
    """Streams an answer; exactly one StopChunk or ErrorChunk comes, and it is the last."""

    def stream(self, request: ProviderRequest) -> AsyncIterator[StreamChunk]:
        """Sends `request`; closing the iterator closes the connection."""
        ...


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """One entry of a provider's model list."""

    id: str
    title: str
    window_tokens: int | None = None
    output_tokens: int | None = None
    efforts: tuple[str, ...] = ()
    tools: bool | None = None
    images: bool | None = None  # whether it reads them, None when the server does not say
    completes: bool | None = None  # whether it fills in code around a caret


@dataclass(frozen=True, slots=True)
class ProbeStep:
    """One visible step of a connection test (U41)."""

    name: str  # address, tls, sign_in, models, message
    ok: bool
    text: str
    url: str = ""  # a failed step says where, with what status, and what the server itself said
    status: int | None = None
    vendor_text: str = ""


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """The outcome of a connection test."""

    ok: bool
    kind: ErrorKind | None
    text: str
    url: str
    status: int | None = None
    models: tuple[ModelInfo, ...] = ()
    steps: tuple[ProbeStep, ...] = ()
    hint: str | None = None
    cause: NetCause | None = None
    is_proxy: bool = False
    request_id: str | None = None
    tested_at: float = 0.0


def _ignore(_: object) -> None:
    """Follows nothing."""


@dataclass(frozen=True, slots=True)
class ProbeWatch:
    """Who follows a test: `began` takes the name of the step under way, `taken` each step that is decided."""

    began: Callable[[str], None] = _ignore
    taken: Callable[[ProbeStep], None] = _ignore


@dataclass(frozen=True, slots=True)
class LocalServer:
    """What answered on one of the well-known local ports (U158)."""

    port: int
    url: str
    instance: str  # the bundled instance for that port
    models: tuple[ModelInfo, ...] | None  # None: nothing there


class LaunchState(StrEnum):
    """States of a local server that qodev can start (A140)."""

    IDLE = "idle"
    STARTING = "starting"
    PROBING = "probing"
    READY = "ready"
    STOPPING = "stopping"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class LaunchStatus:
    """A local server's state; `adopted` when it ran before us and is never stopped by us."""

    instance: str
    state: LaunchState
    text: str = ""
    adopted: bool = False
    log: tuple[str, ...] = field(default_factory=tuple)  # the last lines of its output
