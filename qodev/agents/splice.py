"""Turns the output of a body template into the JSON value that it stands for (A76 to A80)."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from qodev.base.jsontext import DEPTH_LIMIT, JsonValue

_BLANK = " \t\r\n"
_ESCAPES = re.compile(r"\\.", re.DOTALL)
_CLOSING = re.compile(r",[ \t\r\n]*[}\]]")
_QUICK_TRIES = 4  # one comma at the end of a loop is common, one on every level is not
_HALF = re.compile("[\ud800-\udfff]")
_ESCAPED_HALF = re.compile(r"\\(?=u[dD][89a-fA-F])")  # looked for by its first character alone, which is quick
_NESTED = (dict, list)
_SNIPPET = 240  # characters on either side of a fault; A52 allows 500 in all

_REASONS = {
    "Expecting value": "a value is expected",
    "Expecting ',' delimiter": "a comma or the end of an array or object is expected",
    "Expecting ':' delimiter": "a colon is expected",
    "Expecting property name enclosed in double quotes": "a key in double quotes is expected",
    "Extra data": "something follows the value",
    "Unterminated string starting at": "a string is not closed",
    "Invalid control character at": "a raw line end, tab or control character stands in a string",
    "Invalid \\escape": "a string holds an unknown escape",
    "Invalid \\uXXXX escape": "a string holds an incomplete `\\u` escape",
    "Illegal trailing comma before end of object": "a key in double quotes is expected",
    "Illegal trailing comma before end of array": "a value is expected",
}


class SpliceFault(ValueError):
    """Output that is not exactly one JSON value; `snippet` is the output around the fault."""

    def __init__(self, reason: str, snippet: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.snippet = snippet


@dataclass(frozen=True, slots=True)
class Spliced:
    """What came of an output: a value, or nothing for one that drops its key (A76)."""

    is_dropped: bool
    value: JsonValue = None
    duplicate: str | None = None  # a key that stood twice in one object (A80)


DROPPED = Spliced(is_dropped=True)


def splice(text: str) -> Spliced:
    """Returns the value of a finished output; raises SpliceFault when it is not exactly one."""
    if not text.strip(_BLANK):
        return DROPPED
    duplicates: list[str] = []
    value = _parse(text, _pairs_hook(duplicates))
    _check_depth(value, text)
    if _has_halves(text):
        value = _joined(value)
    return Spliced(is_dropped=False, value=value, duplicate=duplicates[0] if duplicates else None)


def remove_commas(text: str) -> str:
    """Removes, outside strings, each comma before a closing bracket (A77)."""
    kept: list[str] = []
    start = quotes = 0
    for found in _CLOSING.finditer(text):
        part = text[start : found.start()]
        quotes += (_ESCAPES.sub("", part) if "\\" in part else part).count('"')
        kept += (part, ",") if quotes % 2 else (part,)  # behind an odd number of quotes it stands in a string
        start = found.start() + 1
    return "".join((*kept, text[start:]))


Pairs = list[tuple[str, JsonValue]]


def _pairs_hook(duplicates: list[str]) -> Callable[[Pairs], dict[str, JsonValue]]:
    def build(pairs: Pairs) -> dict[str, JsonValue]:
        result = dict(pairs)
        if len(result) != len(pairs) and not duplicates:
            duplicates.append(_first_repeated(pairs))
        return result

    return build


def _first_repeated(pairs: Pairs) -> str:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            return key
        seen.add(key)
    raise AssertionError("no key stands twice")


def _parse(text: str, hook: Callable[[Pairs], dict[str, JsonValue]]) -> JsonValue:
    # Strictly first: most outputs are right, and going over all strings costs several times as much as parsing (F23).
    attempt = text
    for _ in range(_QUICK_TRIES):
        try:
            return _load(attempt, hook)
        except json.JSONDecodeError as fault:
            comma = _closing_comma(text, fault.pos)
            if comma is None:
                break
            attempt = f"{attempt[:comma]} {attempt[comma + 1 :]}"
        except ValueError:
            break
    return _parse_cleaned(remove_commas(text), hook)


def _closing_comma(text: str, offset: int) -> int | None:
    """Returns the comma before a closing bracket at which the parser stopped; it then stands outside strings."""
    comma = text.rfind(",", 0, offset + 1)
    found = _CLOSING.match(text, comma) if comma >= 0 else None
    return comma if found is not None and found.end() > offset else None


def _parse_cleaned(cleaned: str, hook: Callable[[Pairs], dict[str, JsonValue]]) -> JsonValue:
    try:
        return _load(cleaned, hook)
    except json.JSONDecodeError as fault:
        reason = _REASONS.get(fault.msg, "it is not JSON")
        raise SpliceFault(reason, _around(cleaned, fault.pos)) from None
    except _NoJson as fault:
        raise SpliceFault(fault.args[0], cleaned[: 2 * _SNIPPET]) from None
    except ValueError:
        raise SpliceFault("a number is too long", cleaned[: 2 * _SNIPPET]) from None


def _load(text: str, hook: Callable[[Pairs], dict[str, JsonValue]]) -> JsonValue:
    try:
        value: JsonValue = json.loads(text, object_pairs_hook=hook, parse_float=_finite, parse_constant=_no_constant)
    except RecursionError:
        raise _NoJson(_TOO_DEEP) from None
    return value


class _NoJson(ValueError):
    """JSON for Python, but not for the rest of the world."""


_TOO_DEEP = f"arrays and objects nest more than {DEPTH_LIMIT} levels deep"


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise _NoJson("a number is too large")
    return number


def _no_constant(name: str) -> JsonValue:
    raise _NoJson(f"`{name}` is not JSON")


def _around(text: str, offset: int) -> str:
    return text[max(0, offset - _SNIPPET) : offset + _SNIPPET]


def _check_depth(value: JsonValue, text: str) -> None:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(DEPTH_LIMIT):
        inner: list[dict[str, JsonValue] | list[JsonValue]] = []
        for outer in level:
            members = outer.values() if isinstance(outer, dict) else outer
            inner += [member for member in members if isinstance(member, _NESTED)]
        if not inner:
            return
        level = inner
    raise SpliceFault(_TOO_DEEP, text[: 2 * _SNIPPET])


def _has_halves(text: str) -> bool:
    return _ESCAPED_HALF.search(text) is not None or (not text.isascii() and _HALF.search(text) is not None)


def _joined(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, list):
        return [_joined(inner) for inner in value]
    if isinstance(value, dict):
        return {str(_joined(key)): _joined(inner) for key, inner in value.items()}
    return value
