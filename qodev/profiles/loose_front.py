"""Reads foreign front matter for a translation: strict YAML first, else line by line, since such files are often untidy (P248).

Nothing that is read here takes effect: a person sees the draft, and what could not be read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from qodev.base.text import BLANKS
from qodev.base.yaml_subset import Node, Scalar, Sequence, YamlFault, parse_yaml
from qodev.profiles.fields import unquoted
from qodev.profiles.texts import Piece

_KEY = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*:(?:\s+(.*)|)$")
_ITEM = re.compile(r"\s*-\s+(.*)$")
_OFFSET = 1  # the front matter begins in line 2


@dataclass(frozen=True, slots=True)
class FrontValue:
    """What a key holds: a text, a list of texts, or something else that only strict YAML can say."""

    key: str  # as it is written
    text: str | None
    items: tuple[str, ...] | None
    line: int
    node: Node | None = None

    @property
    def words(self) -> tuple[str, ...] | None:
        """Returns a list, or the parts of a text with commas; commas inside of parentheses do not cut. None for others."""
        if self.items is not None:
            return tuple(item.strip(BLANKS) for item in self.items if item.strip(BLANKS))
        if self.text is None:
            return None
        inner = self.text.strip(BLANKS)
        inner = inner[1:-1] if inner[:1] == "[" and inner[-1:] == "]" else inner
        return tuple(_cut(inner))


@dataclass(slots=True)
class LooseFront:
    """The keys of a file, folded and without `-` and `_`."""

    values: dict[str, FrontValue] = field(default_factory=dict)
    repeated: dict[str, int] = field(default_factory=dict)  # keys given twice, with the line
    fault: str | None = None  # why it is no strict YAML
    skipped: list[int] = field(default_factory=list)  # lines that could not be read at all

    def put(self, value: FrontValue) -> None:
        """Takes a key; a second one of the same name is noted."""
        key = folded_key(value.key)
        if key in self.values:
            self.repeated[key] = value.line
        else:
            self.values[key] = value


def folded_key(key: str) -> str:
    """Returns a key as it is compared: `disallowed-tools` is `disallowedTools`."""
    return key.casefold().replace("-", "").replace("_", "")


def read_front(lines: tuple[Piece, ...]) -> LooseFront:
    """Returns what the lines between the fences say."""
    front = LooseFront()
    try:
        mapping = parse_yaml("\n".join(line.text for line in lines))
    except YamlFault as fault:
        front.fault = fault.reason
        _read_lines(front, lines)
        return front
    for key, node in mapping.entries:
        front.put(_of_node(str(key.value), node))
    return front


def _of_node(key: str, node: Node) -> FrontValue:
    line = node.line + _OFFSET
    if isinstance(node, Scalar):
        return FrontValue(key, _text(node), None, line, node)
    if isinstance(node, Sequence) and all(isinstance(item, Scalar) for item in node.items):
        return FrontValue(key, None, tuple(_text(item) for item in node.items if isinstance(item, Scalar)), line, node)
    return FrontValue(key, None, None, line, node)


def _text(node: Scalar) -> str:
    if node.value is None:
        return ""
    return str(node.value).lower() if isinstance(node.value, bool) else str(node.value)


def _read_lines(front: LooseFront, lines: tuple[Piece, ...]) -> None:
    """Reads `key: value`, `- item` below a key, and further lines of a text."""
    open_key: _OpenKey | None = None
    for piece in lines:
        matched, item = _KEY.match(piece.text), _ITEM.match(piece.text)
        shown = piece.text.strip(BLANKS)
        if matched is not None:
            if open_key is not None:
                front.put(open_key.value())
            open_key = _OpenKey(matched[1], piece.line, [(matched[2] or "").strip(BLANKS)])
        elif item is not None and open_key is not None and not any(open_key.parts):
            open_key.items.append(unquoted(item[1].strip(BLANKS)))
        elif shown and piece.text[:1] in BLANKS and open_key is not None:
            open_key.parts.append(shown)
        elif shown and not shown.startswith("#"):
            front.skipped.append(piece.line)
    if open_key is not None:
        front.put(open_key.value())


@dataclass(slots=True)
class _OpenKey:
    """A key whose lines are still coming."""

    key: str
    line: int
    parts: list[str]
    items: list[str] = field(default_factory=list)

    def value(self) -> FrontValue:
        if self.items:
            return FrontValue(self.key, None, tuple(self.items), self.line)
        return FrontValue(self.key, unquoted(" ".join(part for part in self.parts if part)), None, self.line)


def _cut(text: str) -> Iterator[str]:
    depth, start = 0, 0
    for at, char in enumerate(f"{text},"):
        depth += (char == "(") - (char == ")" and depth > 0)
        if char == "," and (depth == 0 or at == len(text)):
            word = unquoted(text[start:at].strip(BLANKS))
            if word:
                yield word
            start = at + 1
