"""Says where each value of a JSON text stands, for findings with a line and for edits that leave the rest as it is."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

JsonPath: TypeAlias = "tuple[str | int, ...]"

_BLANK = re.compile(r"[ \t\n\r]*")
_decoder = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class JsonPlace:
    """Where a value stands, as offsets in code points; `key` is where its key begins, the value's start in a list."""

    key: int
    start: int
    end: int


def locate_json(text: str) -> Mapping[JsonPath, JsonPlace]:
    """Returns the place of every value below its path, the whole value at ().

    The text must be JSON that `loads_strict` took: depth and syntax are not looked at again.
    """
    found: dict[JsonPath, JsonPlace] = {}
    _value(text, _skip(text, 0), (), None, found)
    return found


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    assert blank is not None
    return blank.end()


def _value(text: str, at: int, path: JsonPath, key: int | None, found: dict[JsonPath, JsonPlace]) -> int:
    match text[at]:
        case "{":
            end = _object(text, at, path, found)
        case "[":
            end = _list(text, at, path, found)
        case _:
            _, end = _decoder.raw_decode(text, at)
    found[path] = JsonPlace(at if key is None else key, at, end)
    return end


def _object(text: str, at: int, path: JsonPath, found: dict[JsonPath, JsonPlace]) -> int:
    at = _skip(text, at + 1)
    while text[at] != "}":
        begin = at
        name, at = _decoder.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)  # over the colon
        at = _skip(text, _value(text, at, (*path, name), begin, found))
        if text[at] == ",":
            at = _skip(text, at + 1)
    return at + 1


def _list(text: str, at: int, path: JsonPath, found: dict[JsonPath, JsonPlace]) -> int:
    at, index = _skip(text, at + 1), 0
    while text[at] != "]":
        at = _skip(text, _value(text, at, (*path, index), None, found))
        index += 1
        if text[at] == ",":
            at = _skip(text, at + 1)
    return at + 1
