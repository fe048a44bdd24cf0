"""Grows the tool calls of one answer from pieces to whole arguments (A162, S101, S102)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from io import StringIO

from qodev.base.text import clip, join_surrogates
from qodev.providers.arguments import arguments_text, find_repeated_key, parse_arguments
from qodev.providers.base import StreamFault
from qodev.providers.chunks import ChunkBuffer, clean_name
from qodev.types.messages import StopReason
from qodev.types.providers import ErrorKind, SignatureChunk, ToolEndChunk, ToolInputChunk, ToolStartChunk

ARGUMENTS_LIMIT_BYTES = 4 * 1024 * 1024  # S103
_CUT_STOPS = (StopReason.LENGTH, StopReason.CONTENT_FILTER)  # the answer was cut, so no call of it is whole (S101)


@dataclass(slots=True)
class Call:
    """A tool call that grows; it gets its start chunk once its id and its name are known."""

    index: int
    id: str = ""
    made_id: bool = False
    name: str = ""
    # One buffer, since a list of millions of short texts would take many times the limit of S103.
    fragments: StringIO = field(default_factory=StringIO)
    size: int = 0
    error: str | None = None  # why its arguments are none, when that is known before the end
    is_started: bool = False
    from_text: bool = False
    half: str = ""


class ToolCalls:
    """The calls of one answer; none ends before the answer is complete, so that none of a broken one can start."""

    def __init__(self, buffer: ChunkBuffer, make_id: Callable[[], str]) -> None:
        self._buffer = buffer
        self._make_id = make_id
        self.begun: list[Call] = []

    def begin(self, call_id: str, *, wanted_index: int | None = None, from_text: bool = False) -> Call:
        """Begins a call; the vendor's own place among calls decides its block, when that is free.

        Without an id it waits for one: `identify` gives the vendor's, `settle` makes one.
        """
        call = Call(self._buffer.new_index(wanted_index), from_text=from_text)
        self.begun.append(call)
        self.identify(call, call_id)
        return call

    def identify(self, call: Call, call_id: str) -> None:
        """Gives a call the vendor's id, once (S102)."""
        if call_id and not call.id:
            self._buffer.count(call_id)
            call.id = join_surrogates(call_id)
            self._start(call)

    def settle(self, call: Call) -> None:
        """Makes an id for a call that will get none."""
        if not call.id:
            call.id, call.made_id = self._make_id(), True
            self._start(call)

    def name(self, call: Call, name: str) -> None:
        """Gives a call its name, once (S102)."""
        if name and not call.name:
            call.name = clean_name(name)
            self._start(call)

    def _start(self, call: Call) -> None:
        if call.id and call.name and not call.is_started:
            call.is_started = True
            self._buffer.out.append(ToolStartChunk(call.index, call.id, call.name, call.made_id, call.from_text))
            if call.size:
                self._buffer.out.append(ToolInputChunk(call.index, call.fragments.getvalue()))

    def add(self, call: Call, fragment: str) -> None:
        """Adds a piece of a call's arguments. Raises StreamFault beyond the limit."""
        whole, call.half = self._buffer.joined(call.half, fragment)
        if not whole:
            return
        call.fragments.write(whole)
        self._resize(call, call.size + len(whole.encode()))
        if call.is_started:
            self._buffer.out.append(ToolInputChunk(call.index, whole))

    def replace(self, call: Call, whole: str) -> None:
        """Takes the arguments that the vendor calls final, when they differ from the pieces (A167)."""
        if not call.size:
            self.add(call, whole)
        elif whole != call.fragments.getvalue():
            self._buffer.count(whole)
            call.fragments, call.half = StringIO(), ""
            call.fragments.write(join_surrogates(whole))
            self._resize(call, len(whole.encode("utf-8", "surrogatepass")))

    def add_object(self, call: Call, value: object) -> None:
        """Takes arguments that came as a JSON object, or as text, in one piece."""
        repeated = find_repeated_key(value)
        if repeated is not None:
            call.error = f"the arguments are not valid JSON: the key `{clip(repeated, 100)}` stands twice"
        self.add(call, arguments_text(value))

    def sign(self, call: Call, value: str) -> None:
        """Signs a call; one without a name is none, and its signature goes with it."""
        if not call.is_started:
            return
        self._buffer.count(value)
        self._buffer.out.append(SignatureChunk(call.index, join_surrogates(value)))

    def end_all(self, reason: StopReason) -> None:
        """Ends the calls of a complete answer, in the order of their blocks."""
        for call in sorted(self.begun, key=lambda c: c.index):
            self._end_call(call, reason)

    def _end_call(self, call: Call, reason: StopReason) -> None:
        self.settle(call)
        if not call.is_started:
            self._buffer.out.append(ToolStartChunk(call.index, call.id, "", call.made_id, call.from_text))
            self._buffer.out.append(ToolEndChunk(call.index, None, "the call names no tool"))
        elif call.error is not None:
            self._buffer.out.append(ToolEndChunk(call.index, None, call.error))
        elif reason in _CUT_STOPS:
            self._buffer.out.append(
                ToolEndChunk(call.index, None, "the answer was cut before the call was certainly whole")
            )
        else:
            value, error = parse_arguments(call.fragments.getvalue() + ("\ufffd" if call.half else ""))
            self._buffer.out.append(ToolEndChunk(call.index, value, error))

    def _resize(self, call: Call, size: int) -> None:
        call.size = size
        if size > ARGUMENTS_LIMIT_BYTES:
            raise StreamFault(ErrorKind.PROTOCOL, "the arguments of one tool call are longer than 4 MiB")
