"""Colours of TOML with templates inside its strings, line by line, so that an editor colours only what changed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum


class LineState(IntEnum):
    """What a line begins in; a template tag that goes over lines is counted on top of its string."""

    PLAIN = 0
    BASIC = 1  # inside a string of three double quotes
    LITERAL = 2  # inside a string of three single quotes
    BASIC_TAG = 3  # inside {{ or {% of such a string
    LITERAL_TAG = 4
    BASIC_NOTE = 5  # inside {# of such a string
    LITERAL_NOTE = 6


@dataclass(frozen=True, slots=True)
class Ink:
    """A range of a line and the role of its colour; `strong` is for the heads of tables."""

    start: int
    length: int
    role: str
    is_strong: bool = False


_TOKEN = re.compile(
    r'(?P<comment>#.*)|(?P<multi>"""|\'\'\')|(?P<basic>"(?:\\.|[^"\\])*"?)|(?P<literal>\'[^\']*\'?)'
    r"|(?P<word>[A-Za-z_][\w-]*)|(?P<number>[+-]?\d[\w.:+-]*)|(?P<sign>[=.{},\[\]])|(?P<gap>.)"
)
_TABLE = re.compile(r"\s*\[\[?[^\]#]*\]\]?(?=\s*(?:#.*)?$)")
_KEY = re.compile(r"\s*(?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*\s*=")
_TAG = re.compile(r"\{\{|\{%|\{#")
_QUOTES = {LineState.BASIC: '"""', LineState.LITERAL: "'''"}
_VALUES = ("true", "false", "inf", "nan")


def color_line(line: str, state: int) -> tuple[tuple[Ink, ...], LineState]:
    """Returns the coloured ranges of a line, and what the next line begins in."""
    inks: list[Ink] = []
    here = LineState(state) if 0 <= state < len(LineState) else LineState.PLAIN
    place = 0
    if here is not LineState.PLAIN:
        place, here = _string(line, 0, here, inks)
        if here is not LineState.PLAIN:
            return tuple(inks), here
    elif (table := _TABLE.match(line)) is not None:
        inks.append(Ink(table.start(), table.end(), "accent", is_strong=True))
        place = table.end()
    elif (key := _KEY.match(line)) is not None:
        inks.append(Ink(key.start(), key.end() - 1, "info"))
        place = key.end()
    return _values(line, place, inks)


def _values(line: str, place: int, inks: list[Ink]) -> tuple[tuple[Ink, ...], LineState]:
    while place < len(line):
        found = _TOKEN.match(line, place)
        if found is None:
            break
        kind, text = found.lastgroup or "", found.group()
        place = found.end()
        if kind == "multi":
            state = LineState.BASIC if text == '"""' else LineState.LITERAL
            inks.append(Ink(found.start(), 3, "allow"))
            place, state = _string(line, place, state, inks)
            if state is not LineState.PLAIN:
                return tuple(inks), state
        elif kind in ("basic", "literal"):
            inks.extend(_quoted(text, found.start()))
        else:
            inks.extend(_simple(kind, text, found.start(), line))
    return tuple(inks), LineState.PLAIN


def _simple(kind: str, text: str, start: int, line: str) -> Iterator[Ink]:
    if kind == "comment":
        yield Ink(start, len(text), "muted")
    elif kind == "number" or (kind == "word" and text in _VALUES):
        yield Ink(start, len(text), "ask")
    elif kind == "word" and line[start + len(text) :].lstrip().startswith("="):  # a key of an inline table
        yield Ink(start, len(text), "info")


def _quoted(text: str, start: int) -> Iterator[Ink]:
    """Colours a string of one line, with the template tags in it."""
    yield Ink(start, len(text), "allow")
    place = 0
    while (tag := _TAG.search(text, place)) is not None:
        closing, role = _closing(tag.group())
        end = text.find(closing, tag.end())
        place = len(text) if end < 0 else end + 2
        yield Ink(start + tag.start(), place - tag.start(), role)


def _string(line: str, place: int, state: LineState, inks: list[Ink]) -> tuple[int, LineState]:
    """Colours the rest of a string over lines; returns where it ends and what is after it."""
    while place < len(line):
        base = _base(state)
        if state is not base:
            place, state = _tag(line, place, place, state, inks)
            continue
        end = line.find(_QUOTES[base], place)
        tag = _TAG.search(line, place)
        if tag is None or (0 <= end < tag.start()):
            stop = len(line) if end < 0 else end + 3
            inks.append(Ink(place, stop - place, "allow"))
            return stop, (base if end < 0 else LineState.PLAIN)
        if tag.start() > place:
            inks.append(Ink(place, tag.start() - place, "allow"))
        is_note = tag.group() == "{#"
        place, state = _tag(line, tag.start(), tag.end(), _inside(base, is_note=is_note), inks)
    return place, state


def _tag(line: str, start: int, place: int, state: LineState, inks: list[Ink]) -> tuple[int, LineState]:
    is_note = state in (LineState.BASIC_NOTE, LineState.LITERAL_NOTE)
    ends = [
        end
        for end in ((line.find("#}", place),) if is_note else (line.find("}}", place), line.find("%}", place)))
        if end >= 0
    ]
    stop = min(ends) + 2 if ends else len(line)
    inks.append(Ink(start, stop - start, "muted" if is_note else "accent"))
    return stop, (_base(state) if ends else state)


def _closing(opening: str) -> tuple[str, str]:
    return {"{{": ("}}", "accent"), "{%": ("%}", "accent"), "{#": ("#}", "muted")}[opening]


def _base(state: LineState) -> LineState:
    basic = (LineState.BASIC, LineState.BASIC_TAG, LineState.BASIC_NOTE)
    return LineState.BASIC if state in basic else LineState.LITERAL


def _inside(base: LineState, *, is_note: bool) -> LineState:
    if base is LineState.BASIC:
        return LineState.BASIC_NOTE if is_note else LineState.BASIC_TAG
    return LineState.LITERAL_NOTE if is_note else LineState.LITERAL_TAG
