"""Turns pieces of an answer into chunks: block numbers, whole characters, tool calls, limits."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO

from qodev.base.jsontext import JsonFault, JsonValue, loads_strict
from qodev.base.text import join_surrogates
from qodev.providers.base import StreamFault
from qodev.types.messages import StopReason, Usage
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
    ToolInputChunk,
    ToolStartChunk,
    UsageChunk,
)

ARGUMENTS_LIMIT_BYTES = 4 * 1024 * 1024  # S103
ANSWER_LIMIT_BYTES = 64 * 1024 * 1024
_NAME_LIMIT = 1000
_CUT_STOPS = (StopReason.LENGTH, StopReason.CONTENT_FILTER)  # the answer was cut, so no call of it is whole (S101)


@dataclass(slots=True)
class Call:
    """A tool call that grows; it gets its start chunk once its name is known."""

    index: int
    id: str
    made_id: bool
    name: str = ""
    # One buffer, since a list of millions of short texts would take many times the limit of S103.
    fragments: StringIO = field(default_factory=StringIO)
    size: int = 0
    error: str | None = None  # why its arguments are none, when that is known before the end
    is_started: bool = False
    from_text: bool = False
    half: str = ""


@dataclass(slots=True)
class _Run:
    """A text or thinking block that grows."""

    index: int
    is_text: bool
    half: str = ""  # the first half of a surrogate pair, until the other comes
    is_shown: bool = False


class AnswerBuilder:
    """Collects the chunks of one answer; `take` hands over those made since the last time.

    Text and thinking come in runs: one block as long as nothing else comes between (A166), unless `key` says which
    block a piece belongs to.
    """

    def __init__(self, make_id: Callable[[], str]) -> None:
        self._make_id = make_id
        self._out: list[StreamChunk] = []
        self._runs: dict[object, _Run] = {}
        self._growing: _Run | None = None  # the unkeyed run
        self._next_index = 0
        self._used: set[int] = set()
        self._size = 0
        self._is_started = False
        self.calls: list[Call] = []
        self.usage: Usage | None = None
        self.context_cut = False

    def take(self) -> list[StreamChunk]:
        """Returns the new chunks."""
        out, self._out = self._out, []
        return out

    def start(self, answer_id: object, model: object) -> None:
        """Tells once that the answer began."""
        if not self._is_started:
            self._is_started = True
            self._out.append(MessageStartChunk(_clean_name(answer_id), _clean_name(model)))

    @property
    def is_started(self) -> bool:
        """Tells whether `start` was called."""
        return self._is_started

    # Text and thinking

    def text(self, piece: str, key: object = None) -> None:
        """Adds a piece of text."""
        run = self._growing if key is None else None
        if run is None or not run.is_text:
            run = self._run(key, is_text=True)
        whole = self._whole(run, piece)
        if whole:
            run.is_shown = True
            self._out.append(TextChunk(run.index, whole))

    def thinking(self, piece: str, key: object = None) -> None:
        """Adds a piece of reasoning."""
        run = self._run(key, is_text=False)
        whole = self._whole(run, piece)
        if whole:
            run.is_shown = True
            self._out.append(ThinkingChunk(run.index, whole))

    def signature(self, value: str, key: object = None, *, is_text: bool = False, item_id: str | None = None) -> None:
        """Signs a block; one that has shown nothing yet is begun by an empty piece, so that its kind is known."""
        run = self._run(key, is_text=is_text)
        self._count(value)
        if not run.is_shown:
            run.is_shown = True
            self._out.append(TextChunk(run.index, "") if is_text else ThinkingChunk(run.index, ""))
        self._out.append(SignatureChunk(run.index, join_surrogates(value), item_id))

    def redacted(self, data: str) -> None:
        """Adds a block of hidden reasoning."""
        self.end_run()
        self._count(data)
        index = self._new_index()
        self._out += (RedactedChunk(index, join_surrogates(data)), BlockEndChunk(index))

    def end_run(self, key: object = None) -> None:
        """Ends the block of `key`, or the run that is growing."""
        if key is None:
            run, self._growing = self._growing, None
        else:
            run = self._runs.pop(key, None)
        if run is not None:
            if run.half:
                self._out.append(TextChunk(run.index, "\ufffd") if run.is_text else ThinkingChunk(run.index, "\ufffd"))
            self._out.append(BlockEndChunk(run.index))

    def _run(self, key: object, *, is_text: bool) -> _Run:
        if key is None:
            if self._growing is None or self._growing.is_text != is_text:
                self.end_run()
                self._growing = _Run(self._new_index(), is_text)
            return self._growing
        run = self._runs.get(key)
        if run is None:
            run = self._runs[key] = _Run(self._new_index(), is_text)
        return run

    def _whole(self, run: _Run, piece: str) -> str:
        whole, run.half = self._joined(run.half, piece)
        return whole

    def _joined(self, half: str, piece: str) -> tuple[str, str]:
        """Returns valid Unicode and the half of a pair that waits for the next piece (S99)."""
        if not half:
            try:
                self._size += len(piece.encode())
            except UnicodeEncodeError:
                pass
            else:
                if self._size > ANSWER_LIMIT_BYTES:
                    self._count("")
                return (piece if "\0" not in piece else piece.replace("\0", "\ufffd")), ""
        piece = half + piece
        half = piece[-1:] if "\ud800" <= piece[-1:] <= "\udbff" else ""
        whole = join_surrogates(piece[: len(piece) - len(half)])
        self._count(whole)
        return whole, half

    # Tool calls

    def new_call(self, call_id: str, *, wanted_index: int | None = None, from_text: bool = False) -> Call:
        """Begins a call; the vendor's own place among calls decides its block, when that is free."""
        self.end_run()
        made_id = self._make_id() if not call_id else ""
        call = Call(
            self._new_index(wanted_index), made_id or join_surrogates(call_id), bool(made_id), from_text=from_text
        )
        self.calls.append(call)
        return call

    def name_call(self, call: Call, name: str) -> None:
        """Gives a call its name, once (S102)."""
        if name and not call.is_started:
            call.name = _clean_name(name)
            call.is_started = True
            self._out.append(ToolStartChunk(call.index, call.id, call.name, call.made_id, call.from_text))
            if call.size:
                self._out.append(ToolInputChunk(call.index, call.fragments.getvalue()))

    def arguments(self, call: Call, fragment: str) -> None:
        """Adds a piece of a call's arguments. Raises StreamFault beyond the limit."""
        whole, call.half = self._joined(call.half, fragment)
        if not whole:
            return
        call.fragments.write(whole)
        call.size += len(whole.encode())
        if call.size > ARGUMENTS_LIMIT_BYTES:
            raise StreamFault(ErrorKind.PROTOCOL, "the arguments of one tool call are longer than 4 MiB")
        if call.is_started:
            self._out.append(ToolInputChunk(call.index, whole))

    def replace_arguments(self, call: Call, whole: str) -> None:
        """Takes the arguments that the vendor calls final, when they differ from the pieces (A167)."""
        if not call.size:
            self.arguments(call, whole)
        elif whole != call.fragments.getvalue():
            self._count(whole)
            call.fragments, call.half = StringIO(), ""
            call.fragments.write(join_surrogates(whole))

    def object_arguments(self, call: Call, value: object) -> None:
        """Takes arguments that came as a JSON object, or as text, in one piece."""
        repeated = find_repeated_key(value)
        if repeated is not None:
            call.error = f"the arguments are not valid JSON: the key `{repeated}` stands twice"
        self.arguments(call, arguments_text(value))

    def sign_call(self, call: Call, value: str) -> None:
        """Signs a call."""
        self._count(value)
        self._out.append(SignatureChunk(call.index, join_surrogates(value)))

    # The end

    def finish(self, reason: StopReason, detail: str | None = None) -> None:
        """Ends a complete answer."""
        self._end_runs()
        for call in sorted(self.calls, key=lambda c: c.index):
            self._end_call(call, reason)
        self._give_usage()
        self._out.append(StopChunk(reason, detail))

    def break_off(self) -> None:
        """Ends what grows in a broken answer; calls stay open, so none of them can start (S101)."""
        self._end_runs()
        self._give_usage()

    def _end_runs(self) -> None:
        self.end_run()
        for key in tuple(self._runs):
            self.end_run(key)

    def _end_call(self, call: Call, reason: StopReason) -> None:
        if not call.is_started:
            self._out.append(ToolStartChunk(call.index, call.id, "", call.made_id, call.from_text))
            self._out.append(ToolEndChunk(call.index, None, "the call names no tool"))
        elif call.error is not None:
            self._out.append(ToolEndChunk(call.index, None, call.error))
        elif reason in _CUT_STOPS:
            self._out.append(ToolEndChunk(call.index, None, "the answer was cut before the call was certainly whole"))
        else:
            value, error = parse_arguments(call.fragments.getvalue() + ("\ufffd" if call.half else ""))
            self._out.append(ToolEndChunk(call.index, value, error))

    def _give_usage(self) -> None:
        if self.usage is not None:
            self._out.append(UsageChunk(self.usage, self.context_cut))

    def _new_index(self, wanted: int | None = None) -> int:
        index = wanted if wanted is not None and wanted not in self._used else self._next_index
        self._used.add(index)
        self._next_index = max(self._next_index, index + 1)
        return index

    @property
    def next_index(self) -> int:
        """Returns the number that the next block would get."""
        return self._next_index

    def _count(self, text: str) -> None:
        self._size += len(text.encode("utf-8", "surrogatepass"))
        if self._size > ANSWER_LIMIT_BYTES:
            raise StreamFault(ErrorKind.PROTOCOL, "the answer is longer than 64 MiB")


def parse_arguments(text: str) -> tuple[Mapping[str, JsonValue] | None, str | None]:
    """Returns the arguments of a call, or why they are none; no fragment at all means no arguments (S101)."""
    if not text:
        return {}, None
    try:
        value = clean_json(loads_strict(text))
    except (JsonFault, ValueError) as fault:
        return None, f"the arguments are not valid JSON: {fault}"
    if not isinstance(value, Mapping):
        return None, "the arguments are not a JSON object"
    return value, None


def clean_json(value: JsonValue) -> JsonValue:
    """Returns `value` with valid Unicode in every text; raises JsonFault when two keys become the same, or a number none."""
    if isinstance(value, str):
        return join_surrogates(value)
    if isinstance(value, Mapping):
        made = {join_surrogates(key): clean_json(item) for key, item in value.items()}
        if len(made) != len(value):
            raise JsonFault("a key stands twice")
        return made
    if isinstance(value, Sequence):
        return [clean_json(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise JsonFault("a number is too large")
    return value


def arguments_text(value: object) -> str:
    """Returns arguments that came as an object, or as text, as text."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


class RepeatedKeys(dict[str, JsonValue]):
    """An object in whose text a key stood twice: fine in most of an event, not in the arguments of a call (S101)."""

    __slots__ = ("key",)

    def __init__(self, pairs: Sequence[tuple[str, JsonValue]]) -> None:
        super().__init__(pairs)
        keys = [key for key, _ in pairs]
        self.key = next(key for key in self if keys.count(key) > 1)


def find_repeated_key(value: object) -> str | None:
    """Returns a key that stood twice anywhere in `value`."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, RepeatedKeys):
            return item.key
        pending.extend(item.values() if isinstance(item, Mapping) else item if isinstance(item, list) else ())
    return None


def _clean_name(value: object) -> str:
    return join_surrogates(value)[:_NAME_LIMIT] if isinstance(value, str) else ""
