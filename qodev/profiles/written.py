"""Cuts the text of a native profile into its fields with their places, whatever is wrong with their values (P11 to P18, U76)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qodev.base.text import BLANKS
from qodev.profiles.codev import FIELDS
from qodev.profiles.fields import read_effect, unquoted
from qodev.types.profile_editing import COMMANDS, TOOLS, WrittenField, WrittenProfile, WrittenRule

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|$)")  # P6
_FENCE = "---"
_QUOTES = "\"'"


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line: where it begins in the text, what it holds, and how it ends."""

    number: int  # from 1
    start: int
    text: str
    end: str

    @property
    def stop(self) -> int:
        """Returns where the text of the line ends."""
        return self.start + len(self.text)

    @property
    def after(self) -> int:
        """Returns where the next line begins."""
        return self.stop + len(self.end)


@dataclass(frozen=True, slots=True)
class FieldLine:
    """A line of the front matter that holds a field; `start` and `stop` are the value's, quotes left out."""

    name: str
    line: SourceLine
    start: int
    stop: int

    def value(self, text: str) -> str:
        """Returns the value."""
        return text[self.start : self.stop]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a comma list, without the blanks around it."""

    field: FieldLine
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Cut:
    """A text cut at its fences; `closing` is None when the front matter is not closed."""

    text: str
    lines: tuple[SourceLine, ...]
    fields: tuple[FieldLine, ...]
    closing: SourceLine | None

    def named(self, name: str) -> tuple[FieldLine, ...]:
        """Returns the lines of a field in order."""
        return tuple(field for field in self.fields if field.name == name)

    def entries(self, name: str) -> tuple[Entry, ...]:
        """Returns the entries of a comma list that may stand on several lines (P18, P29)."""
        return tuple(entry for field in self.named(name) for entry in entries_of(self.text, field))

    @property
    def body(self) -> tuple[int, int]:
        """Returns where the instructions begin and end, blanks around them left out."""
        begin = self.closing.after if self.closing is not None else len(self.text)
        rest = self.text[begin:]
        lead = len(rest) - len(rest.lstrip(BLANKS))
        return begin + lead, max(begin + lead, begin + len(rest.rstrip(BLANKS)))


def cut_text(text: str) -> Cut:
    """Cuts a text; a byte-order mark belongs to no line."""
    lines = tuple(_lines(text))
    if lines[0].text.strip(BLANKS) != _FENCE:
        return Cut(text, lines, (), None)
    closing = next((line for line in lines[1:] if line.text.strip(BLANKS) == _FENCE), None)
    front = lines[1 : closing.number - 1] if closing is not None else lines[1:]
    return Cut(text, lines, tuple(_fields(front)), closing)


def _lines(text: str) -> Iterator[SourceLine]:
    at = 1 if text.startswith("\ufeff") else 0
    number = 1
    while True:
        found = _LINE.match(text, at)
        assert found is not None, "the pattern matches an empty line too"
        whole = found.group()
        plain = whole.rstrip("\r\n")
        yield SourceLine(number, at, plain, whole[len(plain) :])
        if plain == whole:
            return
        at, number = found.end(), number + 1


def _fields(lines: Sequence[SourceLine]) -> Iterator[FieldLine]:
    for line in lines:
        shown = line.text.strip(BLANKS)
        at = line.text.find(":")
        key = line.text[: max(at, 0)].strip(BLANKS)
        if not shown or shown.startswith("#") or not key:
            continue
        raw = line.text[at + 1 :]
        value = raw.strip(BLANKS)
        start = line.start + at + 1 + (len(raw) - len(raw.lstrip(BLANKS)) if value else 0)
        stop = start + len(value)
        if len(value) > 1 and value[0] in _QUOTES and value[-1] == value[0]:
            start, stop = start + 1, stop - 1
        name = unquoted(key)
        yield FieldLine(name.casefold() if name.casefold() in FIELDS else name, line, start, stop)


def entries_of(text: str, field: FieldLine) -> Iterator[Entry]:
    """Yields the entries of one line; empty ones are none (P29)."""
    at = field.start
    for part in field.value(text).split(","):
        plain = part.strip(BLANKS)
        if plain:
            start = at + len(part) - len(part.lstrip(BLANKS))
            yield Entry(field, start, start + len(plain))
        at += len(part) + 1


def read_written(text: str) -> WrittenProfile:
    """Returns what a text says, field by field."""
    cut = cut_text(text)
    if cut.closing is None:
        return WrittenProfile()
    known: dict[str, WrittenField] = {}
    unknown = []
    for field in cut.fields:
        found = WrittenField(field.name, field.value(text), field.line.number)
        if field.name not in FIELDS:
            unknown.append(found)
        elif field.name not in (TOOLS, COMMANDS):
            known.setdefault(field.name, found)
    start, stop = cut.body
    return WrittenProfile(
        known,
        tuple(_rule(text, entry) for entry in cut.entries(TOOLS)),
        tuple(_rule(text, entry) for entry in cut.entries(COMMANDS)),
        tuple(unknown),
        text[start:stop].replace("\r\n", "\n").replace("\r", "\n"),
        _line_at(cut, start),
        is_whole=True,
    )


def _line_at(cut: Cut, offset: int) -> int:
    return next((line.number for line in cut.lines if offset <= line.stop), cut.lines[-1].number)


def _rule(text: str, entry: Entry) -> WrittenRule:
    shown = text[entry.start : entry.stop]
    pattern, _sign, word = shown.rpartition("=")
    effect = read_effect(word.strip(BLANKS))
    line = entry.field.line
    return WrittenRule(pattern.strip(BLANKS) or shown, effect, line.number, entry.start - line.start + 1)
