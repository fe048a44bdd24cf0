"""A TOML text with everything that it writes, and the lines of each part: what edits of single keys look things up in."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from qodev.agents.toml import TomlFault, parse_toml
from qodev.agents.toml_scan import Spot, SpotKind, TomlPath, scan_toml
from qodev.base.errors import UserFacingError

_REST_OF_LINE = re.compile(r"[ \t\r]*(?:#[^\n]*)?(?:\n|\Z)")
_BLANK_LINE = re.compile(r"[ \t\r]*(?:\n|\Z)")
_COMMENT_LINE = re.compile(r"[ \t]*#[^\n]*(?:\n|\Z)")
_HEADERS = (SpotKind.HEADER, SpotKind.MEMBER_HEADER)


class TomlEditError(UserFacingError):
    """A key cannot be changed without touching something else; the text is as it was."""


@dataclass(frozen=True, slots=True)
class Splice:
    """Puts `text` in the place of what stands from `start` to `end`."""

    start: int
    end: int
    text: str


class TomlText:
    """One text, read once; offsets count in it as it is, with its BOM and line ends."""

    def __init__(self, text: str) -> None:
        self.text = text
        table = parse_toml(text.removeprefix("\ufeff").replace("\r\n", "\n"))
        if isinstance(table, TomlFault):
            reason = f"{table.reason[:1].lower()}{table.reason[1:]}"
            raise TomlEditError(f"The text is not valid TOML in line {table.line}: {reason}.", "Mend that line first.")
        self.table: dict[str, Any] = table
        try:
            self.spots: Sequence[Spot] = scan_toml(text).spots
        except (RecursionError, IndexError):
            raise TomlEditError("The values nest too deep to be changed here.", "Edit them in the text.") from None

    @cached_property
    def newline(self) -> str:
        """Returns how its lines end."""
        return "\r\n" if self.text.count("\r\n") * 2 > self.text.count("\n") else "\n"

    def find_written(self, path: TomlPath) -> int | None:
        """Returns the number of the pair or member that writes the value at `path`."""
        wanted = (SpotKind.PAIR, SpotKind.MEMBER)
        return next((n for n, spot in enumerate(self.spots) if spot.path == path and spot.kind in wanted), None)

    def find_header(self, path: TomlPath) -> int | None:
        """Returns the number of the header of a table."""
        return next((n for n, spot in enumerate(self.spots) if spot.path == path and spot.kind in _HEADERS), None)

    def headers_under(self, path: TomlPath) -> list[int]:
        """Returns the headers of the table at `path`, of tables below it and of members of its arrays."""
        return [n for n, spot in enumerate(self.spots) if spot.kind in _HEADERS and spot.path[: len(path)] == path]

    def dotted_through(self, path: TomlPath) -> list[int]:
        """Returns the pairs whose key goes through `path` by dots, such as `a.b.c = 1` through `a.b`."""
        return [
            n
            for n, spot in enumerate(self.spots)
            if any(key.path == path for key in spot.keys[:-1]) and spot.kind is SpotKind.PAIR
        ]

    def pairs_of(self, section: int | None) -> list[int]:
        """Returns the pairs that stand under a header, or before the first one; those inside braces are left out."""
        return [
            n
            for n, spot in enumerate(self.spots)
            if spot.section == section and spot.inside is None and spot.kind is SpotKind.PAIR
        ]

    def held_by(self, number: int) -> list[int]:
        """Returns the pairs or members directly inside the braces or brackets of a value."""
        return [n for n, spot in enumerate(self.spots) if spot.inside == number]

    def first_header(self) -> int | None:
        """Returns the number of the first header."""
        return next((n for n, spot in enumerate(self.spots) if spot.kind in _HEADERS), None)

    def value_text(self, number: int) -> str:
        """Returns a value as it is written."""
        spot = self.spots[number]
        return self.text[spot.value_start : spot.end]

    def line_start(self, offset: int) -> int:
        """Returns the start of the line that holds `offset`, behind a BOM."""
        start = self.text.rfind("\n", 0, offset) + 1
        return 1 if start == 0 and self.text.startswith("\ufeff") else start

    def line_end(self, offset: int) -> int:
        """Returns the end of a line, its newline counted, when nothing but blanks and a comment follows `offset`."""
        found = _REST_OF_LINE.match(self.text, offset)
        return found.end() if found is not None else offset

    def skip_blank_lines(self, offset: int) -> int:
        """Returns where the next line that is not blank starts."""
        while offset < len(self.text):
            found = _BLANK_LINE.match(self.text, offset)
            if found is None:
                break
            offset = found.end()
        return offset

    def content_end(self, section: int | None) -> int:
        """Returns where the lines of a header's own pairs end, or those before the first header."""
        pairs = self.pairs_of(section)
        last = max(pairs, key=lambda n: self.spots[n].end, default=section)
        return self.line_end(self.spots[last].end) if last is not None else self.line_start(0)

    def comments_above(self, offset: int) -> int:
        """Returns where the comment lines directly above a line start."""
        start = offset
        while start > self.line_start(0):
            above = self.line_start(start - 1)
            if _COMMENT_LINE.fullmatch(self.text, above, start) is None:
                break
            start = above
        return start

    def comments_below(self, offset: int) -> int:
        """Returns where comment lines end that follow directly and belong to nothing below them."""
        end = offset
        while (found := _COMMENT_LINE.match(self.text, end)) is not None and found.end() > end:
            end = found.end()
        is_free = end == len(self.text) or _BLANK_LINE.match(self.text, end) is not None
        return end if is_free else offset


def spliced(text: str, splices: Iterable[Splice]) -> str:
    """Returns `text` with the splices made; they must not overlap."""
    for splice in sorted(splices, key=lambda s: s.start, reverse=True):
        text = text[: splice.start] + splice.text + text[splice.end :]
    return text


def value_at(table: Any, path: Sequence[str]) -> Any:  # noqa: ANN401  what tomllib gives
    """Returns the value at a path; raises KeyError when there is none."""
    here = table
    for key in path:
        if isinstance(here, dict):
            here = here[key]
        elif isinstance(here, list) and key.isdecimal() and int(key) < len(here):
            here = here[int(key)]
        else:
            raise KeyError(key)
    return here
