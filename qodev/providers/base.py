"""What every wire format offers: request shaping, headers and a parser of answers."""

import hashlib
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from qodev.base.ids import Clock
from qodev.base.jsontext import JsonValue
from qodev.types.agents import ClientApi
from qodev.types.providers import ErrorKind, StreamChunk

JsonObject = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class ToolOffer:
    """A tool as it is offered to a model; `input_schema` is JSON Schema."""

    name: str
    description: str
    input_schema: JsonObject


@dataclass(frozen=True, slots=True)
class ShapeOptions:
    """What shaping needs beside the rendered body."""

    model: str
    url: str  # the effective URL
    tools: tuple[ToolOffer, ...] = ()  # empty unless the agent has enable_tools and there is one (A84)
    cache_prompt: bool = False
    cache_ttl: str = "5m"
    cache_breakpoints: tuple[str, ...] = ("system", "tools", "history")
    stream_options: bool = True  # false once the instance refused that key (A83)


@dataclass(frozen=True, slots=True)
class Shaped:
    """A request body as it goes out, in key order; `added` are the key paths that the client put in."""

    body: dict[str, JsonValue]
    url: str
    stream: bool
    added: tuple[str, ...]


class StreamFault(Exception):
    """An answer is broken; `code` and `message` are the vendor's own words."""

    def __init__(self, kind: ErrorKind, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.code = code


class Framing(Enum):
    """How an API cuts its stream into JSON objects."""

    SSE = auto()
    LINES = auto()


def make_call_id() -> str:
    """Returns a fresh id for a call that came without one: 9 letters and digits, which every API accepts (A94)."""
    return secrets.token_hex(5)[:9]


@dataclass(frozen=True, slots=True)
class ParseContext:
    """What a parser knows of its request."""

    clock: Clock
    is_local: bool = False  # a server on this machine or its network (A166, A171)
    tool_names: tuple[str, ...] = ()
    request_body: bytes = b""
    make_id: Callable[[], str] = make_call_id


class StreamParser(Protocol):
    """Turns the JSON objects of one answer into chunks; never yields anything after its last chunk."""

    fault: StreamFault | None  # set when an object told of an error; chunks before it still count
    is_complete: bool  # the API's end mark was seen (S100)
    is_final: bool  # nothing that may follow matters

    def feed(self, event: JsonObject, name: str) -> Sequence[StreamChunk]:
        """Takes one object of a stream; `name` is that of its SSE event, or empty. Raises StreamFault at a limit."""
        ...

    def feed_whole(self, answer: JsonValue) -> Sequence[StreamChunk]:
        """Takes an answer that came in one piece (A82, S104)."""
        ...

    def release(self) -> Sequence[StreamChunk]:
        """Gives out text that was held back for longer than it may be (A171)."""
        ...

    @property
    def held_until(self) -> float | None:
        """Returns the time at which held text must be released, None when nothing is held."""
        ...

    def finish(self) -> Sequence[StreamChunk]:
        """Ends a complete answer: closes its blocks, gives its calls and usage, and stops."""
        ...

    def break_off(self) -> Sequence[StreamChunk]:
        """Gives out what was held back of a broken answer; no call ends."""
        ...


class Dialect(Protocol):
    """One wire format."""

    api: ClientApi
    framing: Framing

    def shape(self, body: JsonObject, options: ShapeOptions) -> Shaped:
        """Returns `body` as it goes out (A73, A82 to A86); `body` itself is not changed."""
        ...

    def headers(self, *, stream: bool) -> dict[str, str]:
        """Returns the headers of this API, the key's left out."""
        ...

    def new_parser(self, context: ParseContext) -> StreamParser:
        """Returns a parser for one answer."""
        ...


_UNSAFE_ID = re.compile(r"[^A-Za-z0-9_-]")
_MISTRAL_ID = re.compile(r"[A-Za-z0-9]{9}")
_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_LONGEST_ID = {ClientApi.OPENAI_CHAT: 40, ClientApi.LLAMA_CPP: 40, ClientApi.OPENAI_RESPONSES: 64}


def fit_tool_id(api: ClientApi, tool_id: str) -> str:
    """Returns the id that `api` accepts for a call and its result; the same input gives the same id (A94)."""
    digest = hashlib.sha256(tool_id.encode("utf-8", "surrogatepass"))
    if api is ClientApi.MISTRAL:
        return tool_id if _MISTRAL_ID.fullmatch(tool_id) else _base62(digest.digest(), 9)
    if api is ClientApi.ANTHROPIC:
        safe = _UNSAFE_ID.sub("_", tool_id)
        return safe if safe == tool_id and safe else f"{safe}_{digest.hexdigest()[:8]}"
    longest = _LONGEST_ID.get(api)
    if longest is not None and len(tool_id) > longest:
        return f"{tool_id[: longest - 9]}_{digest.hexdigest()[:8]}"
    return tool_id


def _base62(data: bytes, length: int) -> str:
    number = int.from_bytes(data, "big")
    digits = []
    for _ in range(length):
        number, digit = divmod(number, 62)
        digits.append(_BASE62[digit])
    return "".join(digits)
