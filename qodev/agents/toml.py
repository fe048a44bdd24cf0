"""Reads TOML text, and finds where its keys stand only when somebody asks."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
    scanner = _Scanner(text)
    try:
        scanner.scan_document()
    except (RecursionError, IndexError):  # a place is a convenience: without one the finding names the file alone
        return {}
    index = LineIndex.of(text)
    return {path: index.position(offset) for path, offset in scanner.offsets.items()}


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


_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)+")
_INLINE_BLANK = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\n]*")
_STRINGS = {
    '"""': re.compile(r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}', re.DOTALL),
    "'''": re.compile(r"'''(?:[^']|'{1,2}(?!'))*'{3,5}", re.DOTALL),
    '"': re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    "'": re.compile(r"'[^'\n]*'"),
}


class _Scanner:
    """Walks a text that is known to be TOML."""

    def __init__(self, text: str) -> None:
        self.offsets: dict[str, int] = {}
        self._text = text
        self._at = 0
        self._counts: dict[str, int] = {}  # members of each array of tables so far

    def scan_document(self) -> None:
        table = ""
        self._skip(_BLANK)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip(_BLANK)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self._text, self._at)
        if found is not None:
            self._at = found.end()

    def _header(self) -> str:
        start = self._at
        is_member = self._text.startswith("[[", start)
        self._at += 2 if is_member else 1
        path = ""
        keys = self._key()
        for position, key in enumerate(keys):
            path = f"{path}.{key}" if path else key
            if is_member and position == len(keys) - 1:
                self._counts[path] = self._counts.get(path, -1) + 1
            self.offsets.setdefault(path, start)
            if path in self._counts:
                path = f"{path}.{self._counts[path]}"
                self.offsets.setdefault(path, start)
        self._at += 2 if is_member else 1
        return path

    def _key(self) -> list[str]:
        keys: list[str] = []
        while True:
            self._skip(_INLINE_BLANK)
            keys.append(self._key_part())
            self._skip(_INLINE_BLANK)
            if self._text[self._at] != ".":
                return keys
            self._at += 1

    def _key_part(self) -> str:
        if self._text[self._at] not in "\"'":
            start = self._at
            self._skip(_BARE)
            return self._text[start : self._at]
        start = self._at
        self._skip(_STRINGS[self._text[start]])
        (key,) = tomllib.loads(f"{self._text[start : self._at]} = 0")
        return key

    def _pair(self, table: str) -> None:
        start = self._at
        path = table
        for key in self._key():
            path = f"{path}.{key}" if path else key
            self.offsets.setdefault(path, start)
        self._at += 1  # the equals sign
        self._value(path)

    def _value(self, path: str) -> None:
        self._skip(_INLINE_BLANK)
        text, at = self._text, self._at
        mark = text[at : at + 3] if text[at : at + 3] in _STRINGS else text[at]
        if mark in _STRINGS:
            self._skip(_STRINGS[mark])
        elif mark == "[":
            self._array(path)
        elif mark == "{":
            self._inline_table(path)
        else:
            self._skip(_SCALAR)

    def _array(self, path: str) -> None:
        self._at += 1
        count = 0
        self._skip(_BLANK)
        while self._text[self._at] != "]":
            member = f"{path}.{count}"
            self.offsets.setdefault(member, self._at)
            self._value(member)
            count += 1
            self._skip_comma()
        self._at += 1

    def _inline_table(self, path: str) -> None:
        self._at += 1
        self._skip(_BLANK)
        while self._text[self._at] != "}":
            self._pair(path)
            self._skip_comma()
        self._at += 1

    def _skip_comma(self) -> None:
        self._skip(_BLANK)
        if self._text[self._at] == ",":
            self._at += 1
        self._skip(_BLANK)
