"""Writes values and keys as TOML that reads well, in the quoting that stood there before where it can hold them."""

import math
import re
from collections.abc import Mapping, Sequence

from qodev.base.jsontext import JsonValue

LINE_LIMIT = 100  # longer texts and arrays are spread over lines
INDENT = "  "

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_UNWRITTEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")  # cannot stand in a text without escapes
_ESCAPES = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


class Unwritable(ValueError):
    """A value that no TOML file can hold; the text says why."""


def render_key(name: str) -> str:
    """Returns one part of a key, quoted when it must be."""
    return name if _BARE.fullmatch(name) else _basic(name)


def render_value(value: JsonValue, like: str = "", *, newline: str = "\n") -> str:
    """Returns a value as TOML; `like` is the text of the value before, whose style is kept where it can be.

    Raises Unwritable for a null, which TOML does not have.
    """
    if isinstance(value, str):
        return _render_text(value, like, newline)
    if isinstance(value, Mapping):
        return render_inline_table(value)
    if isinstance(value, Sequence):
        return _render_array(value, like, newline)
    return _render_scalar(value)


def render_flat(value: JsonValue) -> str:
    """Returns a value on one line."""
    if isinstance(value, str):
        return _one_line(value, "")
    if isinstance(value, Mapping):
        return render_inline_table(value)
    if isinstance(value, Sequence):
        return f"[{', '.join(map(render_flat, value))}]"
    return _render_scalar(value)


def render_inner(value: JsonValue, like: str, *, newline: str = "\n") -> str:
    """Returns a value that stands inside brackets or braces: on one line, unless a block stood there before."""
    if isinstance(value, str):
        is_block = like.startswith(('"""', "'''"))
        return _render_text(value, like, newline) if is_block else _one_line(value, like[:1])
    return render_flat(value)


def render_inline_table(table: Mapping[str, JsonValue]) -> str:
    """Returns a table in braces, on one line."""
    pairs = ", ".join(f"{render_key(name)} = {render_flat(value)}" for name, value in table.items())
    return f"{{ {pairs} }}" if pairs else "{}"


def _render_scalar(value: JsonValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else str(value)
    raise Unwritable("TOML has no null")


def _render_array(values: Sequence[JsonValue], like: str, newline: str) -> str:
    flat = render_flat(values)
    is_spread = "\n" in like
    if not values or (len(flat) <= LINE_LIMIT and not is_spread):
        return flat
    indent = _indent_of(like)
    lines = "".join(f"{newline}{indent}{render_flat(value)}," for value in values)
    return f"[{lines}{newline}{_closing_indent(like)}]"


def _indent_of(like: str) -> str:
    found = re.search(r"\n([ \t]+)[^\s#\]]", like)
    return found[1] if found is not None else INDENT


def _closing_indent(like: str) -> str:
    found = re.search(r"\n([ \t]*)\]$", like)
    return found[1] if found is not None else ""


def _render_text(value: str, like: str, newline: str) -> str:
    mark = next((mark for mark in ('"""', "'''", '"', "'") if like.startswith(mark)), "")
    is_block = "\n" in value or len(mark) == 3 or (not mark and len(value) > LINE_LIMIT)
    if is_block:
        return _block(value, mark, newline)
    return _one_line(value, mark)


def _one_line(value: str, mark: str) -> str:
    can_be_literal = "'" not in value and "\n" not in value and not _UNWRITTEN.search(value)
    reads_better = not mark and ('"' in value or "\\" in value)
    if can_be_literal and (mark == "'" or reads_better):
        return f"'{value}'"
    return _basic(value)


def _basic(value: str) -> str:
    return f'"{"".join(_escaped(char) for char in value)}"'


def _escaped(char: str) -> str:
    if "\ud800" <= char <= "\udfff":
        raise Unwritable("a text holds half of a character")
    if char in _ESCAPES:
        return _ESCAPES[char]
    return f"\\u{ord(char):04X}" if _CONTROL.fullmatch(char) else char


def _block(value: str, mark: str, newline: str) -> str:
    """Returns a text over several lines, its first one below the quotes."""
    can_be_literal = "'''" not in value and not value.endswith("'") and not _UNWRITTEN.search(value)
    wants_literal = mark in ("'''", "'") or (mark != '"""' and ("\\" in value or '"""' in value))
    if can_be_literal and wants_literal:
        lines = value.replace("\n", newline)
        return f"'''{newline}{lines}'''"
    body = _quoted_lines(value).replace("\n", newline)
    return f'"""{newline}{body}"""'


def _quoted_lines(value: str) -> str:
    pieces: list[str] = []
    quotes = 0
    for at, char in enumerate(value):
        quotes = quotes + 1 if char == '"' else 0
        ends_block = quotes == 3 or (quotes and at == len(value) - 1)
        quotes = 0 if ends_block else quotes
        pieces.append(_escaped(char) if ends_block or char not in '\n\t"' else char)
    return "".join(pieces)
