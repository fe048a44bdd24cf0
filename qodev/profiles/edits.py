"""Changes one field or rule of a profile's text and nothing else: comments, order, quotes and line ends stay (U61, U76)."""

import re
from collections.abc import Sequence

from qodev.base.text import BLANKS
from qodev.profiles.codev import FIELDS
from qodev.profiles.writing import rule_entry
from qodev.profiles.written import Cut, Entry, FieldLine, cut_text, entries_of
from qodev.types.permissions import Effect
from qodev.types.profile_editing import TOOLS

_LINE_MOST = 110
_BREAKS = re.compile(r"[\r\n]+")
_QUOTES = "\"'"


def set_field(text: str, name: str, value: str) -> str:
    """Writes a field with one value, or takes its line away when the value is empty and nobody needs it."""
    cut = cut_text(text)
    plain = _BREAKS.sub(" ", value).strip(BLANKS)
    found = cut.named(name)
    if not plain and name not in ("name", "description"):
        return _without_lines(text, found)
    if not found:
        return _with_line(cut, name, f"{name}: {_scalar(plain)}")
    return _put(text, found[0], plain)


def set_list(text: str, name: str, items: Sequence[str]) -> str:
    """Writes a comma list of one line; no items take the line away (P35)."""
    return set_field(text, name, ", ".join(item for item in (_tidy(one) for one in items) if item))


def _tidy(item: str) -> str:
    return _BREAKS.sub(" ", item).strip(f"{BLANKS},")


def _scalar(value: str) -> str:
    return f'"{value}"' if value[:1] in tuple(_QUOTES) else value


def _put(text: str, field: FieldLine, value: str) -> str:
    """Replaces a value; one in quotes keeps them."""
    is_quoted = text[field.start - 1 : field.start] in tuple(_QUOTES) and field.stop < field.line.stop
    if is_quoted:
        return f"{text[: field.start]}{value}{text[field.stop :]}"
    if not field.value(text) or not value:
        colon = text.index(":", field.line.start) + 1
        return f"{text[:colon]}{f' {_scalar(value)}' if value else ''}{text[field.line.stop :]}"
    return f"{text[: field.start]}{_scalar(value)}{text[field.stop :]}"


def _without_lines(text: str, fields: Sequence[FieldLine]) -> str:
    for field in reversed(fields):
        text = f"{text[: field.line.start]}{text[field.line.after :]}"
    return text


def _with_line(cut: Cut, name: str, line: str) -> str:
    """Adds a line of the front matter behind the fields that usually come before it."""
    place = FIELDS.index(name)
    before = [field for field in cut.fields if field.name in FIELDS and FIELDS.index(field.name) <= place]
    at = max((field.line for field in before), key=lambda line: line.number, default=cut.lines[0]).after
    return f"{cut.text[:at]}{line}{_line_end(cut)}{cut.text[at:]}"


def _line_end(cut: Cut) -> str:
    return cut.lines[0].end or "\n"


def set_instructions(text: str, instructions: str) -> str:
    """Replaces the instructions; blank lines around them stay."""
    cut = cut_text(text)
    if cut.closing is None:
        return text
    start, stop = cut.body
    end = _line_end(cut)
    plain = instructions.strip(BLANKS).replace("\r\n", "\n").replace("\r", "\n").replace("\n", end)
    if start < stop or not plain:
        return f"{text[:start]}{plain}{text[stop:]}"
    head = text[: cut.closing.stop] + (cut.closing.end or end)
    return f"{head}{plain}{end}"


def add_comment(text: str, comment: str) -> str:
    """Adds a comment as the last line of the front matter (U91)."""
    cut = cut_text(text)
    if cut.closing is None:
        return text
    at = cut.closing.start
    return f"{text[:at]}{_BREAKS.sub(' ', comment)}{_line_end(cut)}{text[at:]}"


# Rules


def set_rule(text: str, kind: str, place: int, pattern: str, effect: Effect) -> str:
    """Writes one rule anew; blanks around its `=` stay while the pattern does. Raises Unwritable."""
    entry = cut_text(text).entries(kind)[place]
    before = text[entry.start : entry.stop]
    old, sign, word = before.rpartition("=")
    if sign and old.strip(BLANKS) == pattern:
        lead = word[: len(word) - len(word.lstrip(BLANKS))]
        written = f"{old}={lead}{effect.value}"
    else:
        written = rule_entry(kind, pattern.strip(BLANKS), effect)
    return f"{text[: entry.start]}{written}{text[entry.stop :]}"


def add_rule(text: str, kind: str, pattern: str, effect: Effect) -> str:
    """Adds a rule as the last one, on the last line of its kind while that is short. Raises Unwritable."""
    written = rule_entry(kind, pattern.strip(BLANKS), effect)
    cut = cut_text(text)
    lines = cut.named(kind)
    if not lines:
        return _with_line(cut, kind, f"{kind}: {written}")
    last = lines[-1]
    if not list(entries_of(text, last)):
        return _put(text, last, written)
    if len(last.line.text) + len(written) + 2 > _LINE_MOST:
        at = last.line.after
        lead = "" if last.line.end else _line_end(cut)
        return f"{text[:at]}{lead}{kind}: {written}{_line_end(cut)}{text[at:]}"
    stop = list(entries_of(text, last))[-1].stop
    return f"{text[:stop]}, {written}{text[stop:]}"


def remove_rule(text: str, kind: str, place: int) -> str:
    """Takes a rule away with its comma, and the line when it was the only one there."""
    entry = cut_text(text).entries(kind)[place]
    beside = list(entries_of(text, entry.field))
    if len(beside) == 1:
        return _without_lines(text, (entry.field,))
    at = beside.index(entry)
    start, stop = (beside[at - 1].stop, entry.stop) if at else (entry.start, beside[1].start)
    return f"{text[:start]}{text[stop:]}"


def move_rule(text: str, kind: str, place: int, by: int) -> str:
    """Lets a rule and the one that many places away change places; what is around them stays."""
    entries = cut_text(text).entries(kind)
    other = place + by
    if not 0 <= other < len(entries):
        return text
    return _swapped(text, entries[min(place, other)], entries[max(place, other)])


def _swapped(text: str, first: Entry, second: Entry) -> str:
    parts = (
        text[: first.start],
        text[second.start : second.stop],
        text[first.stop : second.start],
        text[first.start : first.stop],
        text[second.stop :],
    )
    return "".join(parts)


def deny_tools(text: str, tools: Sequence[str]) -> str:
    """Denies tools by rules at the end, where no other rule comes after them."""
    for tool in tools:
        shown = [text[entry.start : entry.stop].rpartition("=")[0] for entry in cut_text(text).entries(TOOLS)]
        patterns = [one.strip(BLANKS).casefold() for one in shown]
        if tool in patterns:
            text = remove_rule(text, TOOLS, patterns.index(tool))
        text = add_rule(text, TOOLS, tool, Effect.DENY)
    return text
