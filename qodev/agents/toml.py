"""Reads TOML text, and finds where its keys stand only when somebody asks."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from qodev.agents.toml_scan import scan_toml
from qodev.base.jsontext import DEPTH_LIMIT, depth_of
from qodev.base.text import LineIndex

Place = tuple[int, int]
"""A line and a column, both from 1."""

_KEY_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_LONG_KEY = re.compile(rf"(?m)(?:^[ \t]*\[{{0,2}}|[{{,])[ \t]*(?P<key>(?:{_KEY_PART}){{{DEPTH_LIMIT}}})")
_WHERE = re.compile(r"(?s)(.*) \(at (?:line (\d+), column (\d+)|end of document)\)")


@dataclass(frozen=True, slots=True)
class TomlFault:
    """Why a text is not TOML, and where."""

    reason: str
    line: int
    column: int


def parse_toml(text: str) -> dict[str, Any] | TomlFault:
    """Returns the table of `text`, or its first fault at the place that tomllib names (A8)."""
    long_key = _LONG_KEY.search(text) if text.count(".") > DEPTH_LIMIT else None
    if long_key is not None:  # it would be refused below, but tomllib takes minutes for a key of many thousand parts
        return TomlFault("Values nest too deep", *LineIndex.of(text).position(long_key.start("key")))
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        return _placed(str(fault), text)
    except RecursionError:
        return TomlFault("Values nest too deep", 1, 1)
    except ValueError:  # a number of more digits than Python converts is no TOMLDecodeError
        return TomlFault("A number has too many digits", 1, 1)
    # Dotted keys nest without limit, and everything after this walks by recursion. Few texts can nest that deep.
    can_nest = text.count(".") + text.count("[") + text.count("{") > DEPTH_LIMIT
    if can_nest and depth_of(table, DEPTH_LIMIT) > DEPTH_LIMIT:
        return TomlFault("Values nest too deep", 1, 1)
    return table


def _placed(message: str, text: str) -> TomlFault:
    # Python 3.11 gives the place in the message alone; 3.14 has it as attributes too.
    found = _WHERE.fullmatch(message)
    if found is None:
        return TomlFault(message, 1, 1)
    if found[2] is None:
        line, column = LineIndex.of(text).position(len(text))
        return TomlFault(found[1], line, column)
    return TomlFault(found[1], int(found[2]), int(found[3]))


def find_places(text: str) -> Mapping[str, Place]:
    """Returns where each key and array member of a TOML text stands, by its dotted path, such as `body.stop.0`.

    The text must have passed `parse_toml`; keys are placed at their first character.
    """
    try:
        spots = scan_toml(text).spots
    except (RecursionError, IndexError):  # a place is a convenience: without one the finding names the file alone
        return {}
    index = LineIndex.of(text)
    places: dict[str, Place] = {}
    for spot in spots:
        place = index.position(spot.start)
        for key in spot.keys:
            places.setdefault(".".join(key.path), place)
        places.setdefault(".".join(spot.path), place)
    return places


_NAME = re.compile(r"^name[ \t]*=", re.MULTILINE)
_CAN_HIDE_NAME = re.compile(r"\"\"\"|'''|^[ \t]*\[", re.MULTILINE)


def find_name(text: str) -> Place:
    """Returns where the top-level key `name` stands, by a glance where that is certain; (1, 1) without one."""
    found = _NAME.search(text)
    if found is None or _CAN_HIDE_NAME.search(text, 0, found.start()) is not None:
        return find_places(text).get("name", (1, 1))
    return text.count("\n", 0, found.start()) + 1, 1


def can_hold_template(text: str) -> bool:
    """Tells whether a text in a TOML file can be a template; an escape could hide its braces."""
    return "{%" in text or "{{" in text or "\\" in text
