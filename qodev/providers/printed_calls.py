"""Recognises a tool call that a small model printed as text (A171)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from qodev.base.ids import Clock
from qodev.base.jsontext import JsonFault, JsonValue, dump_compact, loads_strict

HOLD_LIMIT_BYTES = 64 * 1024
HOLD_S = 5.0
_LONGEST_MARGIN = 1024  # characters around the object; more are blanks, which would be read again with each piece

_TAG = "<tool_call>"
_FENCE = "```"
_CLOSERS = {_TAG: "</tool_call>", _FENCE: _FENCE, "": ""}
_FIRST_KEYS = ("name", "function", "tool", "arguments", "parameters")
_ALL_KEYS = frozenset((*_FIRST_KEYS, "type", "id"))
_FENCE_WORD = re.compile(r"[A-Za-z_]{0,20}")


@dataclass(frozen=True, slots=True)
class PrintedCall:
    """A call found in text; `arguments` is JSON text."""

    name: str
    arguments: str


class PrintedCalls:
    """Holds back the text of one answer for as long as the whole of it can still be a call of an offered tool."""

    def __init__(self, tool_names: tuple[str, ...], clock: Clock) -> None:
        self._names = tool_names
        self._clock = clock
        self._held = ""
        self._size_bytes = 0
        self._scanned: int | None = None  # offset behind what the object scan has seen; None before its first brace
        self._depth = 0
        self._is_closed = False  # the object has ended; what follows is its wrapper's end, or it was no call
        self._in_text = False
        self._escaped = False
        self._wrapper = ""
        self._since: float | None = None
        self.is_open = bool(tool_names)

    @property
    def held_until(self) -> float | None:
        """Returns when held text must be given out."""
        return self._since + HOLD_S if self.is_open and self._since is not None else None

    def feed(self, piece: str) -> str:
        """Returns the text that is certainly no call, empty while that is open."""
        if not self.is_open:
            return piece
        self._held += piece
        self._size_bytes += len(piece.encode("utf-8", "surrogatepass"))
        if self._since is None and self._held:
            self._since = self._clock()
        until = self.held_until
        is_late = until is not None and self._clock() >= until
        if is_late or self._size_bytes > HOLD_LIMIT_BYTES or not self._can_be_call():
            return self.release()
        return ""

    def release(self) -> str:
        """Returns what is held and holds nothing more of this answer."""
        self.is_open = False
        held, self._held = self._held, ""
        return held

    def finish(self) -> PrintedCall | None:
        """Returns the call that the whole answer is, if it is one; else `release` gives its text."""
        if not self.is_open or not self._held:
            return None
        return _read_call(self._held, self._names)

    def _can_be_call(self) -> bool:
        if self._scanned is None:
            start = _find_object(self._held)
            if start is None:
                return len(self._held) <= _LONGEST_MARGIN
            if start < 0:
                return False
            self._wrapper = _wrapper_of(self._held)
            self._scanned = start
        self._scan()
        return not self._is_closed or self._is_end(self._held[self._scanned :])

    def _scan(self) -> None:
        assert self._scanned is not None
        while not self._is_closed and self._scanned < len(self._held):
            char = self._held[self._scanned]
            self._scanned += 1
            if self._in_text:
                self._in_text = self._escaped or char != '"'
                self._escaped = char == "\\" and not self._escaped
            elif char == '"':
                self._in_text = True
            elif char in "{[":
                self._depth += 1
            elif char in "}]":
                self._depth -= 1
                self._is_closed = self._depth <= 0

    def _is_end(self, tail: str) -> bool:
        if len(tail) > _LONGEST_MARGIN:
            return False
        closer = _CLOSERS[self._wrapper]
        rest = tail.strip()
        return closer.startswith(rest) if closer else not rest


def _wrapper_of(text: str) -> str:
    begin = text.lstrip()
    return _TAG if begin.startswith(_TAG) else _FENCE if begin.startswith(_FENCE) else ""


def _find_object(text: str) -> int | None:
    """Returns where the object begins, -1 when none that could be a call does, None while that is open."""
    rest = text.lstrip()
    if rest and (_TAG.startswith(rest) or _FENCE.startswith(rest)):
        return None
    wrapper = _wrapper_of(text)
    rest = rest[len(wrapper) :]
    if wrapper == _FENCE:
        rest = rest[_FENCE_WORD.match(rest).end() :]  # type: ignore[union-attr]  # it matches the empty text too
        if rest and not (rest[0].isspace() or rest[0] == "{"):
            return -1
    rest = rest.lstrip()
    if not rest:
        return None
    is_call = _begins_call(rest)
    return len(text) - len(rest) if is_call else -1 if is_call is False else None


def _begins_call(text: str) -> bool | None:
    if text[0] != "{":
        return False
    rest = text[1:].lstrip()
    if not rest:
        return None
    if rest[0] != '"':
        return False
    key, quote, _ = rest[1:].partition('"')
    if quote:
        return key in _FIRST_KEYS
    return None if any(name.startswith(key) for name in _FIRST_KEYS) else False


def _read_call(text: str, names: tuple[str, ...]) -> PrintedCall | None:
    wrapper = _wrapper_of(text)
    body = text.strip()[len(wrapper) :]
    if wrapper == _FENCE:
        body = body[_FENCE_WORD.match(body).end() :]  # type: ignore[union-attr]  # it matches the empty text too
    body = body.strip()
    if _CLOSERS[wrapper]:
        body = body.removesuffix(_CLOSERS[wrapper])
    try:
        value = loads_strict(body)
    except (JsonFault, ValueError):
        return None
    return _as_call(value, names) if isinstance(value, Mapping) else None


def _as_call(value: Mapping[str, JsonValue], names: tuple[str, ...]) -> PrintedCall | None:
    if not _ALL_KEYS.issuperset(value):
        return None
    function = value.get("function")
    if isinstance(function, Mapping):
        return _as_call(function, names) if not {"name", "tool", "arguments", "parameters"} & set(value) else None
    named = [value[key] for key in ("name", "tool", "function") if key in value]
    given = [value[key] for key in ("arguments", "parameters") if key in value]
    if len(named) != 1 or len(given) != 1 or named[0] not in names:
        return None
    arguments = given[0]
    text = arguments if isinstance(arguments, str) else dump_compact(arguments)
    return PrintedCall(str(named[0]), text) if _is_object(text) else None


def _is_object(text: str) -> bool:
    try:
        return isinstance(loads_strict(text), Mapping)
    except (JsonFault, ValueError):
        return False
