"""Reads the bytes of one successful answer into chunks, whatever the cuts (S99 to S104)."""

import json
from collections.abc import Mapping
from enum import Enum, auto

from qodev.base.inflate import Inflater, PackFault
from qodev.base.jsontext import JsonValue
from qodev.providers.arguments import RepeatedKeys
from qodev.providers.base import Dialect, Framing, StreamFault, StreamParser
from qodev.providers.framing import LINE_LIMIT_BYTES, FrameFault, Framer, JsonLines, ServerEvents
from qodev.types.providers import ErrorKind, StreamChunk

_DONE = b"[DONE]"
_LONGEST_DONE = 20  # blanks around it count


class AnswerForm(Enum):
    """How the body of an answer is to be read."""

    STREAM = auto()
    WHOLE = auto()


def form_of(content_type: str, *, asked_for_stream: bool) -> AnswerForm:
    """Returns the form that a content type says, else the one that was asked for. Raises StreamFault for HTML (S104)."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind in ("text/html", "application/xhtml+xml"):
        raise StreamFault(ErrorKind.PROTOCOL, "the server answered with a web page, such as a log-in page")
    if kind == "application/json":
        return AnswerForm.WHOLE
    if kind in ("text/event-stream", "application/x-ndjson"):
        return AnswerForm.STREAM
    return AnswerForm.STREAM if asked_for_stream else AnswerForm.WHOLE


class AnswerReader:
    """Takes bytes and gives chunks; after `is_done` nothing more is wanted, and `finish` gives the last ones."""

    def __init__(self, dialect: Dialect, parser: StreamParser, form: AnswerForm, encoding: str = "") -> None:
        self._parser = parser
        self._form = form
        self._is_lines = dialect.framing is Framing.LINES
        self._framer: Framer = JsonLines() if self._is_lines else ServerEvents()
        self._whole = bytearray()
        self._fault: StreamFault | None = None
        self.is_done = False
        self._inflater: Inflater | None = None
        if encoding:
            try:
                self._inflater = Inflater(encoding)
            except PackFault as fault:
                self._break(fault)

    @property
    def held_until(self) -> float | None:
        """Returns when held text must be given out though nothing comes."""
        if self._form is AnswerForm.WHOLE:
            return None
        return None if self.is_done else self._parser.held_until

    def release(self) -> list[StreamChunk]:
        """Gives out held text."""
        return list(self._parser.release())

    def feed(self, data: bytes) -> list[StreamChunk]:
        """Returns the chunks that `data` completes."""
        chunks: list[StreamChunk] = []
        try:
            for piece in (data,) if self._inflater is None else self._inflater.feed(data):
                if self.is_done:
                    break
                self._take(piece, chunks)
        except (FrameFault, PackFault, StreamFault) as fault:
            self._break(fault)
        return chunks

    def _take(self, data: bytes, chunks: list[StreamChunk]) -> None:
        if self._form is AnswerForm.STREAM:
            for name, frame in self._framer.feed(data):
                self._read(name, frame, chunks)
                if self.is_done:
                    return
            return
        self._whole += data
        if len(self._whole) > LINE_LIMIT_BYTES:
            raise FrameFault("the answer is longer than 16 MiB in one piece")

    def _read(self, name: str, frame: bytes, chunks: list[StreamChunk]) -> None:
        if len(frame) < _LONGEST_DONE and frame.strip() == _DONE:
            self.is_done = True
            return
        event = _decode(frame)
        if not isinstance(event, Mapping):
            raise FrameFault("an event is not a JSON object")
        chunks += self._parser.feed(event, name)
        if self._parser.is_final or self._parser.fault is not None:
            self.is_done = True

    def _break(self, fault: FrameFault | PackFault | StreamFault) -> None:
        self.is_done = True
        self._fault = fault if isinstance(fault, StreamFault) else StreamFault(ErrorKind.PROTOCOL, str(fault))

    def finish(self, broken: StreamFault | None = None) -> tuple[list[StreamChunk], StreamFault | None]:
        """Returns the last chunks, and the fault when the answer is not complete; `broken` is the connection's.

        An answer whose end mark came is complete, whatever happens to its connection after that (S100).
        """
        chunks: list[StreamChunk] = []
        if not self.is_done:
            self._flush(chunks, broken)
        fault = self._fault or self._parser.fault
        if fault is None and self._parser.is_complete:
            return [*chunks, *self._parser.finish()], None
        chunks += self._parser.break_off()
        return chunks, fault or broken or StreamFault(ErrorKind.TRUNCATED, "the answer ended without its end mark")

    def _flush(self, chunks: list[StreamChunk], broken: StreamFault | None) -> None:
        try:
            if self._form is AnswerForm.WHOLE:
                self._read_whole(chunks, broken)
            else:
                self._read_last(chunks)
        except (FrameFault, StreamFault) as fault:
            self._break(fault)

    def _read_last(self, chunks: list[StreamChunk]) -> None:
        for name, frame in self._framer.flush():
            try:
                self._read(name, frame, chunks)
            except FrameFault:
                return  # bytes that ended inside an event: that event is dropped, the answer is cut

    def _read_whole(self, chunks: list[StreamChunk], broken: StreamFault | None) -> None:
        try:
            answer = _decode(bytes(self._whole).removeprefix(b"\xef\xbb\xbf"))
        except FrameFault:
            if self._is_lines and b"\n" in self._whole:  # JSON lines under the name of plain JSON
                self._form = AnswerForm.STREAM
                self._take(bytes(self._whole), chunks)
                self._read_last(chunks)
                return
            if broken is not None or not self._whole.strip():
                return
            raise FrameFault("the answer is not JSON") from None
        chunks += self._parser.feed_whole(answer)


def _refuse_constant(name: str) -> JsonValue:
    raise ValueError(f"`{name}` is not JSON")


def _object_of_pairs(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    made = dict(pairs)
    return made if len(made) == len(pairs) else RepeatedKeys(pairs)


_PLAIN = json.JSONDecoder(parse_constant=_refuse_constant)
_CAREFUL = json.JSONDecoder(parse_constant=_refuse_constant, object_pairs_hook=_object_of_pairs)


def _decode(frame: bytes) -> JsonValue:
    text = frame.decode("utf-8", "replace").strip(" \t\r\n")
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    # Keys that stand twice matter in the arguments of calls alone, and looking for them costs time.
    has_call = b"ool_calls" in frame or b"unctionCall" in frame or b"tool_use" in frame
    try:
        value: JsonValue
        value, end = (_CAREFUL if has_call else _PLAIN).raw_decode(text)
    except (ValueError, RecursionError):
        raise FrameFault("an event is not JSON") from None
    if end != len(text):
        raise FrameFault("an event is not JSON alone")
    return value
