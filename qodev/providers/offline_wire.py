"""What every wire format of the offline server is made of: bytes for each part of an answer, streamed or whole."""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from qodev.base.jsontext import JsonValue, dump_compact
from qodev.providers.offline_scripts import CallTool
from qodev.types.messages import StopReason, Usage

_FRAGMENT_CHARACTERS = 12  # the least size of a piece of arguments
_FRAGMENTS_MOST = 200  # so that a large file is not typed for minutes


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer whole, for requests that do not stream."""

    text: str
    thinking: str
    calls: tuple[CallTool, ...]
    stop: StopReason
    usage: Usage


@dataclass(frozen=True, slots=True)
class WireOptions:
    """What a request decides about the form of its answer."""

    model: str
    wants_usage: bool  # OpenAI sends usage in a stream only when asked
    new_id: Callable[[str], str]
    now_s: float


class Wire(ABC):
    """One answer in one format; parts come in the order begin, thinking, text and calls in any mix, end.

    A format overrides what it has. `fail` may take the place of `end`.
    """

    content_type = "text/event-stream"

    def __init__(self, options: WireOptions) -> None:
        self.options = options
        self.calls = itertools.count()

    @abstractmethod
    def begin(self, usage: Usage) -> bytes:
        """Returns what comes before the first part."""

    def thinking(self, piece: str) -> bytes:  # noqa: ARG002 -- for formats without thinking
        """Returns a piece of reasoning; nothing where the format has none."""
        return b""

    @abstractmethod
    def text(self, piece: str) -> bytes:
        """Returns a piece of text."""

    @abstractmethod
    def call(self, call: CallTool) -> Iterator[bytes]:
        """Yields a tool call, its arguments in pieces where the format allows that."""

    @abstractmethod
    def end(self, stop: StopReason, usage: Usage) -> bytes:
        """Returns the end of a whole answer."""

    @abstractmethod
    def fail(self, message: str) -> bytes:
        """Returns an error in mid-answer."""

    def garble(self, text: str) -> bytes:
        """Returns a line that is no JSON."""
        return f"data: {text}\n\n".encode()

    @abstractmethod
    def whole(self, reply: Reply) -> JsonValue:
        """Returns the answer to a request that does not stream."""


def event(value: JsonValue, name: str = "", line_end: str = "\n") -> bytes:
    """Returns one server-sent event."""
    head = f"event: {name}{line_end}" if name else ""
    return f"{head}data: {dump_compact(value)}{line_end}{line_end}".encode()


def fragments(arguments: str) -> Iterator[str]:
    """Yields arguments in pieces; an empty text is one empty piece."""
    size = max(_FRAGMENT_CHARACTERS, -(-len(arguments) // _FRAGMENTS_MOST))
    for at in range(0, max(1, len(arguments)), size):
        yield arguments[at : at + size]
