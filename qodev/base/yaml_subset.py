"""Reads the strict part of YAML that imported front matter may use (P145): no anchors, tags, merges or second meanings.

PyYAML's own loader takes duplicate keys and reads `no` as False; so its events are used, and plain words are read by the
core schema of YAML 1.2.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
    StreamStartEvent,
)

DEPTH_MOST = 6
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEX = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, "bool | float | None"] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
    **{sign + word: math.inf for sign in ("", "+") for word in (".inf", ".Inf", ".INF")},
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -math.inf),
}
_DIGITS_MOST = 300  # more would not fit a float; no field takes such a number


class YamlFault(ValueError):
    """What makes a text unreadable or ambiguous, with its place: line from 1, column from 1."""

    def __init__(self, reason: str, line: int, column: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Scalar:
    """A word: `value` by the core schema; quoted and block texts are strings."""

    value: str | int | float | bool | None
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with their values, in order; keys are strings and differ."""

    entries: tuple[tuple[Scalar, "Node"], ...]
    line: int
    column: int

    def get(self, key: str) -> "Node | None":
        """Returns the value of a key."""
        return next((node for name, node in self.entries if name.value == key), None)


@dataclass(frozen=True, slots=True)
class Sequence:
    """Items in order."""

    items: tuple["Node", ...]
    line: int
    column: int


Node = Scalar | Mapping | Sequence


def parse_yaml(text: str) -> Mapping:
    """Returns the top mapping; raises YamlFault for everything that is not strict or could be read in two ways."""
    tab = text.find("\t")
    if tab >= 0:
        raise YamlFault("it holds a tab character", text.count("\n", 0, tab) + 1, tab - text.rfind("\n", 0, tab))
    try:
        node = _Reader(iter(yaml.parse(text, Loader=yaml.SafeLoader))).read_stream()
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
        raise YamlFault(str(fault.problem or "it cannot be read"), line, column) from fault
    except (yaml.YAMLError, ValueError, OverflowError) as fault:
        if isinstance(fault, YamlFault):
            raise
        raise YamlFault("it holds a character that YAML does not allow", 1, 1) from fault
    if node is None:
        return Mapping((), 1, 1)
    if not isinstance(node, Mapping):
        raise YamlFault("it is not a list of `field: value` lines", node.line, node.column)
    return node


class _Reader:
    """Turns events into nodes and refuses what is not strict."""

    def __init__(self, events: Iterator[Event]) -> None:
        self._events = events
        self._depth = 0

    def read_stream(self) -> Node | None:
        node: Node | None = None
        documents = 0
        for event in self._events:
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1 or event.version or event.tags:
                    raise _fault(event, "it holds a second document" if documents > 1 else "it holds a directive")
            elif not isinstance(event, StreamStartEvent | StreamEndEvent | DocumentEndEvent):
                node = self._node(event)
        return node

    def _node(self, event: Event) -> Node:
        if isinstance(event, AliasEvent):
            raise _fault(event, "it holds an alias (`*name`)")
        if getattr(event, "anchor", None):
            raise _fault(event, "it holds an anchor (`&name`)")
        if getattr(event, "tag", None):
            raise _fault(event, "it holds a tag (`!name`)")
        if isinstance(event, ScalarEvent):
            return Scalar(_value_of(event), *_place(event))
        self._depth += 1
        if self._depth > DEPTH_MOST:
            raise _fault(event, f"it is nested deeper than {DEPTH_MOST} levels")
        node = self._mapping(event) if isinstance(event, MappingStartEvent) else self._sequence(event)
        self._depth -= 1
        return node

    def _sequence(self, start: Event) -> Sequence:
        items: list[Node] = []
        for event in self._events:
            if isinstance(event, SequenceEndEvent):
                break
            items.append(self._node(event))
        return Sequence(tuple(items), *_place(start))

    def _mapping(self, start: Event) -> Mapping:
        entries: list[tuple[Scalar, Node]] = []
        seen: set[str] = set()
        for event in self._events:
            if isinstance(event, MappingEndEvent):
                break
            key = self._node(event)
            if not isinstance(key, Scalar) or not isinstance(key.value, str):
                raise _fault(event, "it holds a key that is no text")
            if key.value == "<<" and isinstance(event, ScalarEvent) and event.style is None:
                raise _fault(event, "it holds a merge key (`<<`)")
            if key.value in seen:
                raise _fault(event, f"the key `{key.value[:60]}` is given twice")
            seen.add(key.value)
            entries.append((key, self._node(next(self._events))))
        return Mapping(tuple(entries), *_place(start))


def _place(event: Event) -> tuple[int, int]:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)


def _fault(event: Event, reason: str) -> YamlFault:
    return YamlFault(reason, *_place(event))


def _value_of(event: ScalarEvent) -> "str | int | float | bool | None":
    text = str(event.value)
    if event.style is not None:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if len(text) > _DIGITS_MOST:
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if _OCTAL.fullmatch(text):
        return int(text, 0)
    if _HEX.fullmatch(text):
        return int(text, 0)
    return float(text) if _FLOAT.fullmatch(text) else text
