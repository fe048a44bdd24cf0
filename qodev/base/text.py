"""Locates places in a text, makes hidden characters visible, and cuts long texts."""

import difflib
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

_NEAR_RATIO = 0.75  # A40
_LONG_BLANK = re.compile(r" {9,}")
_MANY_LINES = re.compile(r"\n{4,}")
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
    marked = "".join(_mark(char) if _is_hidden(char) else char for char in text)
    marked = _LONG_BLANK.sub(lambda run: f"⟦{len(run.group())} spaces⟧", marked)
    return _MANY_LINES.sub(lambda run: f"\n⟦{len(run.group())} lines⟧\n", marked)


def _mark(char: str) -> str:
    return f"⟦U+{ord(char):04X}⟧"


def _is_hidden(char: str) -> bool:
    if char in "\t\n ":
        return False
    category = unicodedata.category(char)
    is_selector = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    return category in ("Cc", "Cf", "Co", "Cs", "Zs", "Zl", "Zp") or is_selector or char in _FILLERS
