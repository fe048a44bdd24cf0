"""Reads answers of a provider without a network, and says shortly what came."""

import json
from collections.abc import Iterable, Sequence

from qodev.providers.base import Framing, ParseContext, StreamFault
from qodev.providers.reader import AnswerForm, AnswerReader
from qodev.providers.registry import dialect_for
from qodev.types.agents import ClientApi
from qodev.types.messages import Usage
from qodev.types.providers import (
    BlockEndChunk,
    ErrorKind,
    MessageStartChunk,
    RedactedChunk,
    SignatureChunk,
    StopChunk,
    StreamChunk,
    TextChunk,
    ThinkingChunk,
    ToolEndChunk,
    ToolStartChunk,
    UsageChunk,
)


class Read:
    """The chunks of one answer, and the fault that ended it."""

    def __init__(self, chunks: Sequence[StreamChunk], fault: StreamFault | None) -> None:
        self.chunks = list(chunks)
        self.fault = fault

    @property
    def text(self) -> str:
        return "".join(c.text for c in self.chunks if isinstance(c, TextChunk))

    @property
    def thinking(self) -> str:
        return "".join(c.text for c in self.chunks if isinstance(c, ThinkingChunk))

    @property
    def blocks(self) -> list[tuple[str, str]]:
        """Kind and text of the blocks by index."""
        found: dict[int, tuple[str, str]] = {}
        for chunk in self.chunks:
            match chunk:
                case TextChunk(index, text):
                    found[index] = ("text", found.get(index, ("", ""))[1] + text)
                case ThinkingChunk(index, text):
                    found[index] = ("thinking", found.get(index, ("", ""))[1] + text)
                case RedactedChunk(index, data):
                    found[index] = ("redacted", data)
                case ToolStartChunk(index, _, name):
                    found[index] = ("tool", name)
        return [found[index] for index in sorted(found)]

    @property
    def calls(self) -> list[tuple[str, str, object]]:
        """Id, name and arguments (or the reason why there are none) of every ended call."""
        starts = {c.index: c for c in self.chunks if isinstance(c, ToolStartChunk)}
        ends = [c for c in self.chunks if isinstance(c, ToolEndChunk)]
        return [(starts[e.index].id, starts[e.index].name, e.error or e.input) for e in ends]

    @property
    def stop(self) -> tuple[str, str | None] | None:
        last = self.chunks[-1] if self.chunks else None
        return (last.reason.value, last.detail) if isinstance(last, StopChunk) else None

    @property
    def error(self) -> ErrorKind | None:
        return self.fault.kind if self.fault else None

    @property
    def usage(self) -> Usage | None:
        found = [c.usage for c in self.chunks if isinstance(c, UsageChunk)]
        return found[-1] if found else None

    @property
    def start(self) -> tuple[str, str] | None:
        return next(((c.id, c.model) for c in self.chunks if isinstance(c, MessageStartChunk)), None)

    @property
    def signatures(self) -> list[tuple[int, str, str | None]]:
        return [(c.index, c.signature, c.item_id) for c in self.chunks if isinstance(c, SignatureChunk)]

    @property
    def ended_blocks(self) -> list[int]:
        return [c.index for c in self.chunks if isinstance(c, BlockEndChunk)]


def numbered_ids() -> "NumberedIds":
    return NumberedIds()


class NumberedIds:
    """Makes made1, made2, …"""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> str:
        self.count += 1
        return f"made{self.count}"


def context(**changes: object) -> ParseContext:
    """Returns a context of a hosted server at a standing clock."""
    return ParseContext(**({"clock": lambda: 0.0, "make_id": NumberedIds()} | changes))  # type: ignore[arg-type]


def wire(api: ClientApi, events: Iterable[object], *, done: bool = False) -> bytes:
    """Returns events as the API frames them."""
    if dialect_for(api).framing is Framing.LINES:
        return b"".join(json.dumps(event).encode() + b"\n" for event in events)
    frames = [b"data: " + json.dumps(event).encode() + b"\n\n" for event in events]
    return b"".join(frames) + (b"data: [DONE]\n\n" if done else b"")


def read_bytes(
    api: ClientApi,
    pieces: Iterable[bytes],
    *,
    form: AnswerForm = AnswerForm.STREAM,
    encoding: str = "",
    **changes: object,
) -> Read:
    """Reads an answer from bytes."""
    dialect = dialect_for(api)
    reader = AnswerReader(dialect, dialect.new_parser(context(**changes)), form, encoding)
    chunks: list[StreamChunk] = []
    for piece in pieces:
        chunks += reader.feed(piece)
    last, fault = reader.finish()
    return Read(chunks + last, fault)


def read_events(api: ClientApi, *events: object, **changes: object) -> Read:
    """Reads a stream of JSON objects."""
    return read_bytes(api, [wire(api, events)], **changes)  # type: ignore[arg-type]


def read_whole(api: ClientApi, answer: object, **changes: object) -> Read:
    """Reads an answer in one piece."""
    return read_bytes(api, [json.dumps(answer).encode()], form=AnswerForm.WHOLE, **changes)  # type: ignore[arg-type]
