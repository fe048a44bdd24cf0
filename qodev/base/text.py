"""Locates places in a text, makes hidden characters visible, and cuts long texts."""

import difflib
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

_NEAR_RATIO = 0.75  # A40
_LINES_COMPARED = 2000  # beyond that comparing takes seconds
# The characters with the property White_Space; Python's own `strip` takes four controls besides.
BLANKS = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
_BLANK_RUN = re.compile(f"[{BLANKS}]+")
_LONG_BLANK = re.compile(r" {9,}")
_MANY_LINES = re.compile(r"\n{4,}")
_SUSPECT = re.compile(r"[^\t\n -~]")  # no plain character is looked up
_FILLERS = "\u3164\u115f\u1160\uffa0\u2800"


@dataclass(frozen=True, slots=True)
class LineIndex:
    """Maps an offset in a text to a line and a column, both from 1, in code points."""

    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "LineIndex":
        """Returns the index of `text`; lines end at LF."""
        starts = [0]
        found = text.find("\n")
        while found >= 0:
            starts.append(found + 1)
            found = text.find("\n", found + 1)
        return cls(tuple(starts))

    def position(self, offset: int) -> tuple[int, int]:
        """Returns (line, column) of `offset`."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


def near_miss(name: str, known: Iterable[str]) -> str | None:
    """Returns the known name closest to `name`, if one is close enough for *did you mean* (A40)."""
    found = difflib.get_close_matches(name, sorted(known), n=1, cutoff=_NEAR_RATIO)
    return found[0] if found else None


def normalize_blanks(text: str) -> str:
    """Returns `text` with every run of blanks as one space and none at its ends (P90)."""
    return _BLANK_RUN.sub(" ", text).strip(" ")


def clip(text: str, limit: int) -> str:
    """Returns `text`, cut to `limit` code points with an ellipsis as the last one."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def join_surrogates(text: str) -> str:
    """Returns `text` as valid Unicode: surrogate pairs joined, lone halves and NUL as U+FFFD (S99)."""
    if text.isascii():
        return text.replace("\0", "\ufffd")
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\0", "\ufffd")


def show_hidden(text: str) -> str:
    """Returns `text` as it is drawn in commands, paths and names: what cannot be seen as marks (S187)."""
    marked = mark_hidden(text)
    marked = _LONG_BLANK.sub(lambda run: f"⟦{len(run.group())} spaces⟧", marked)
    return _MANY_LINES.sub(lambda run: f"\n⟦{len(run.group())} lines⟧\n", marked)


def mark_hidden(text: str) -> str:
    """Returns `text` with marks for what cannot be seen, its blanks and line ends as they are: output keeps its columns."""
    return _SUSPECT.sub(lambda found: _mark(found.group()) if _is_hidden(found.group()) else found.group(), text)


def hidden_characters(text: str) -> str:
    """Returns the characters of a text that cannot be seen, each where it stands."""
    return "".join(char for char in text if _is_hidden(char))


def _mark(char: str) -> str:
    return f"⟦U+{ord(char):04X}⟧"


def _is_hidden(char: str) -> bool:
    if char in "\t\n ":
        return False
    category = unicodedata.category(char)
    is_selector = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    return category in ("Cc", "Cf", "Co", "Cs", "Zs", "Zl", "Zp") or is_selector or char in _FILLERS


def with_line_ends(text: str, like: str) -> str:
    """Returns a text of LF lines with the line ends of `like`; where that mixes them, each line that stayed keeps its own."""
    crlf, lf = like.count("\r\n"), like.count("\n")
    if crlf in (0, lf):
        return text.replace("\n", "\r\n") if crlf else text
    usual = "\r\n" if crlf * 2 > lf else "\n"
    old = like.split("\n")
    new = text.split("\n")
    bare = [line.removesuffix("\r") for line in old]
    ends = [usual] * (len(new) - 1)
    for at, start, count in _equal_runs(bare, new):
        for offset in range(count):
            if start + offset < len(ends) and at + offset < len(old) - 1:
                ends[start + offset] = "\r\n" if old[at + offset].endswith("\r") else "\n"
    return "".join(line + end for line, end in zip(new, [*ends, ""], strict=True))


def _equal_runs(before: list[str], after: list[str]) -> Iterable[tuple[int, int, int]]:
    """Yields where equal lines stand in both, and how many; the ends are compared first, since most edits are small."""
    shorter = min(len(before), len(after))
    head = next((n for n in range(shorter) if before[n] != after[n]), shorter)
    tail = next((n for n in range(shorter - head) if before[-1 - n] != after[-1 - n]), shorter - head)
    yield 0, 0, head
    yield len(before) - tail, len(after) - tail, tail
    middle = before[head : len(before) - tail], after[head : len(after) - tail]
    if max(map(len, middle)) <= _LINES_COMPARED:
        for run in difflib.SequenceMatcher(None, *middle, autojunk=False).get_matching_blocks():
            yield head + run.a, head + run.b, run.size
