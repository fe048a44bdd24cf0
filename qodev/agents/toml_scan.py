"""Finds where everything in a TOML text is written: headers, keys, values, members of arrays."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

TomlPath = tuple[str, ...]
"""Keys from the root; members of arrays and of arrays of tables have their number as text."""


class SpotKind(Enum):
    """How something is written."""

    HEADER = "header"  # [a.b]
    MEMBER_HEADER = "member_header"  # [[a.b]]
    PAIR = "pair"  # a.b = 1, in a table or inside braces
    MEMBER = "member"  # a value of an array


@dataclass(frozen=True, slots=True)
class KeyPart:
    """One part of a written key, with the path of what it names; offsets as in slices."""

    path: TomlPath
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Spot:
    """One thing that is written; `start` is the offset of its first character, `end` is behind its last one.

    For a header that is the bracket, and the value is empty; for a member the value alone.
    """

    kind: SpotKind
    path: TomlPath
    keys: tuple[KeyPart, ...]
    start: int
    value_start: int
    end: int
    inside: int | None = None  # the number of the pair or member whose braces or brackets hold it
    section: int | None = None  # the number of the header it stands under


@dataclass(slots=True)
class TomlMap:
    """Everything that a text writes, in its order."""

    spots: list[Spot] = field(default_factory=list)


_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)+")
_INLINE_BLANK = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\r\n]*")
STRINGS: Mapping[str, re.Pattern[str]] = {
    '"""': re.compile(r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}', re.DOTALL),
    "'''": re.compile(r"'''(?:[^']|'{1,2}(?!'))*'{3,5}", re.DOTALL),
    '"': re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    "'": re.compile(r"'[^'\n]*'"),
}


def scan_toml(text: str) -> TomlMap:
    """Returns the map of a text that is known to be TOML; a BOM and CR LF are fine.

    Raises RecursionError when values nest too deep, and IndexError for a text that is no TOML after all.
    """
    scanner = _Scanner(text)
    scanner.scan_document()
    return TomlMap(scanner.spots)


class _Scanner:
    def __init__(self, text: str) -> None:
        self.spots: list[Spot] = []
        self._text = text
        self._at = 1 if text.startswith("\ufeff") else 0
        self._counts: dict[TomlPath, int] = {}  # members of each array of tables so far
        self._section: int | None = None

    def scan_document(self) -> None:
        table: TomlPath = ()
        self._skip(_BLANK)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table, None)
            self._skip(_BLANK)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self._text, self._at)
        if found is not None:
            self._at = found.end()

    def _header(self) -> TomlPath:
        start = self._at
        is_member = self._text.startswith("[[", start)
        self._at += 2 if is_member else 1
        written = self._key()
        path: TomlPath = ()
        keys: list[KeyPart] = []
        for position, (name, key_start, key_end) in enumerate(written):
            path = (*path, name)
            keys.append(KeyPart(path, key_start, key_end))
            if is_member and position == len(written) - 1:
                self._counts[path] = self._counts.get(path, -1) + 1
            if path in self._counts:
                path = (*path, str(self._counts[path]))
        self._at += 2 if is_member else 1
        kind = SpotKind.MEMBER_HEADER if is_member else SpotKind.HEADER
        self._section = len(self.spots)
        self.spots.append(Spot(kind, path, tuple(keys), start, self._at, self._at))
        return path

    def _key(self) -> list[tuple[str, int, int]]:
        keys: list[tuple[str, int, int]] = []
        while True:
            self._skip(_INLINE_BLANK)
            start = self._at
            keys.append((self._key_part(), start, self._at))
            self._skip(_INLINE_BLANK)
            if self._text[self._at] != ".":
                return keys
            self._at += 1

    def _key_part(self) -> str:
        start = self._at
        if self._text[start] not in "\"'":
            self._skip(_BARE)
            return self._text[start : self._at]
        self._skip(STRINGS[self._text[start]])
        (key,) = tomllib.loads(f"{self._text[start : self._at]} = 0")
        return key

    def _pair(self, table: TomlPath, inside: int | None) -> None:
        start = self._at
        path = table
        keys: list[KeyPart] = []
        for name, key_start, key_end in self._key():
            path = (*path, name)
            keys.append(KeyPart(path, key_start, key_end))
        self._at += 1  # the equals sign
        self._skip(_INLINE_BLANK)
        self._value(Spot(SpotKind.PAIR, path, tuple(keys), start, self._at, self._at, inside, self._section))

    def _value(self, spot: Spot) -> None:
        """Reads the value of a spot and puts the spot where it belongs: before what its value holds."""
        number = len(self.spots)
        self.spots.append(spot)
        text, at = self._text, self._at
        mark = text[at : at + 3] if text[at : at + 3] in STRINGS else text[at]
        if mark in STRINGS:
            self._skip(STRINGS[mark])
        elif mark == "[":
            self._array(spot.path, number)
        elif mark == "{":
            self._inline_table(spot.path, number)
        else:
            self._skip(_SCALAR)
            self._at = at + len(text[at : self._at].rstrip(" \t"))
        self.spots[number] = Spot(
            spot.kind, spot.path, spot.keys, spot.start, spot.value_start, self._at, spot.inside, spot.section
        )

    def _array(self, path: TomlPath, number: int) -> None:
        self._at += 1
        count = 0
        self._skip(_BLANK)
        while self._text[self._at] != "]":
            at = self._at
            self._value(Spot(SpotKind.MEMBER, (*path, str(count)), (), at, at, at, number, self._section))
            count += 1
            self._skip_comma()
        self._at += 1

    def _inline_table(self, path: TomlPath, number: int) -> None:
        self._at += 1
        self._skip(_BLANK)
        while self._text[self._at] != "}":
            self._pair(path, number)
            self._skip_comma()
        self._at += 1

    def _skip_comma(self) -> None:
        self._skip(_BLANK)
        if self._text[self._at] == ",":
            self._at += 1
        self._skip(_BLANK)
