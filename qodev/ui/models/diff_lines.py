"""Two texts compared line by line, for the dialog behind Compare (U35)."""

import difflib
from dataclasses import dataclass
from enum import Enum


class LineKind(Enum):
    """What became of a line; the value is the sign before it."""

    SAME = " "
    REMOVED = "−"
    ADDED = "+"
    SKIPPED = "…"


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line with its sign."""

    kind: LineKind
    text: str


def diff_lines(before: str, after: str, context: int = 3) -> tuple[DiffLine, ...]:
    """Returns the changed lines with some lines around each; nothing when the texts are equal."""
    old, new = before.splitlines(), after.splitlines()
    found: list[DiffLine] = []
    for group in difflib.SequenceMatcher(None, old, new).get_grouped_opcodes(context):
        first, last = group[0], group[-1]
        if first[1] > 0:
            found.append(DiffLine(LineKind.SKIPPED, ""))
        for tag, old_start, old_end, new_start, new_end in group:
            if tag == "equal":
                found += [DiffLine(LineKind.SAME, line) for line in old[old_start:old_end]]
                continue
            found += [DiffLine(LineKind.REMOVED, line) for line in old[old_start:old_end]]
            found += [DiffLine(LineKind.ADDED, line) for line in new[new_start:new_end]]
        if last[2] < len(old) and last is group[-1]:
            found.append(DiffLine(LineKind.SKIPPED, ""))
    return _without_doubles(found)


def _without_doubles(lines: list[DiffLine]) -> tuple[DiffLine, ...]:
    """Lets one mark stand for neighbouring gaps."""
    kept: list[DiffLine] = []
    for line in lines:
        if not (line.kind is LineKind.SKIPPED and kept and kept[-1].kind is LineKind.SKIPPED):
            kept.append(line)
    return tuple(kept)
