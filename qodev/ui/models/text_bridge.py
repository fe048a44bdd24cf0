"""Keeps what Qt's documents cannot hold: byte-order mark and kinds of line ends, however they are mixed (U61)."""

import re

_ENDS = re.compile("\r\n|\r|\u2029")
_MARK = "\ufeff"


def shown_text(source: str) -> str:
    """Returns a text as a Qt document shows it: no byte-order mark, and every line end one line feed."""
    return _ENDS.sub("\n", source.removeprefix(_MARK))


def main_line_end(source: str) -> str:
    """Returns the line end that new lines get: that of the first line."""
    found = re.search("\r\n|\r|\n", source)
    return found.group() if found is not None and found.group() != "\r" else "\n"


def carry_over(source: str, shown: str, after: str) -> str:
    """Returns `source` with what changed between `shown` and `after`; everything else keeps its bytes.

    `shown` is `shown_text(source)`, `after` the text of the document now.
    """
    start, end_before, end_after = changed_range(shown, after)
    cut_start, cut_end = _source_offset(source, start), _source_offset(source, end_before)
    added = after[start:end_after].replace("\n", main_line_end(source))
    carried = source[:cut_start] + added + source[cut_end:]
    if shown_text(carried) == after:
        return carried
    # A lone carriage return met a line feed: only a text that is no TOML anyway holds one.
    mark = _MARK if source.startswith(_MARK) else ""
    return mark + after.replace("\n", main_line_end(source))


def changed_range(before: str, after: str) -> tuple[int, int, int]:
    """Returns the start of what differs, and where it ends in `before` and in `after`."""
    start = _common_prefix(before, after)
    limit = min(len(before), len(after)) - start
    same = _common_prefix(before[: -limit - 1 : -1] if limit else "", after[: -limit - 1 : -1] if limit else "")
    return start, len(before) - same, len(after) - same


def _common_prefix(first: str, second: str) -> int:
    """Finds by halving: slices compare far faster than characters do."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _source_offset(source: str, offset: int) -> int:
    """Returns where the shown character `offset` stands in the source."""
    here = len(source) - len(source.removeprefix(_MARK))
    place = here + offset
    for found in re.finditer("\r\n", source):
        if found.start() >= place:
            break
        place += 1
    return place
