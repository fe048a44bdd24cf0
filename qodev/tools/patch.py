"""Reads a patch of `@@` hunks and applies it to a text exactly where it says, or not at all (P182)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from qodev.base.text import clip
from qodev.base.textfiles import bare_line, split_lines
from qodev.types.tooling import ToolRefusal

_HEAD = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(?: .*)?")
_SHOWN = 80
_HEADERS = ("--- ", "+++ ", "diff ", "index ", "*** ")


@dataclass(frozen=True, slots=True)
class PatchLine:
    """One line of a hunk without its end; `is_last` means that the patch says no newline follows it."""

    sign: str  # blank, - or +
    text: str
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class PatchHunk:
    """One hunk; `start` is the line that it begins at, from 1, of the text before."""

    number: int
    start: int
    lines: tuple[PatchLine, ...]

    @property
    def before(self) -> tuple[PatchLine, ...]:
        """Returns the lines that the text has before."""
        return tuple(line for line in self.lines if line.sign != "+")


def apply_patch(before: str, patch: str) -> str:
    """Returns the text after a patch; raises ToolRefusal that says which hunk and line is wrong.

    Lines are compared without their ends, and keep the ends that the text has: an added line takes that of the line before
    it. Nothing is searched: a hunk stands at its line or the patch is wrong. The place after `+` follows from the others
    and is not looked at.
    """
    hunks = parse_patch(patch)
    lines = split_lines(before)
    usual = _usual_end(before)
    made: list[str] = []
    at = 0
    for hunk in hunks:
        first = hunk.start - 1 if hunk.before else hunk.start
        if first < at:
            raise ToolRefusal(f"Hunk {hunk.number} lies before the end of the hunk above it, or overlaps it.")
        if first > len(lines):
            raise ToolRefusal(f"Hunk {hunk.number} begins behind the end of the file, which has {len(lines)} lines.")
        made += lines[at:first]
        at = _apply_hunk(hunk, lines, first, made, usual)
    made += lines[at:]
    return _with_ends(made, usual)


def parse_patch(patch: str) -> tuple[PatchHunk, ...]:
    """Returns the hunks of a patch; raises ToolRefusal."""
    rows = [row.removesuffix("\r") for row in patch.split("\n")]
    while rows and not rows[-1]:
        rows.pop()
    hunks: list[PatchHunk] = []
    at = 0
    while at < len(rows):
        head = _HEAD.fullmatch(rows[at])
        if head is None:
            raise _stray(rows[at], len(hunks))
        hunk, at = _read_hunk(head, rows, at + 1, len(hunks) + 1)
        hunks.append(hunk)
    if not hunks:
        raise ToolRefusal("The patch holds no hunk: begin each one with `@@ -line,count +line,count @@`.")
    return tuple(hunks)


def _stray(row: str, hunks: int) -> ToolRefusal:
    if row.startswith(_HEADERS) and not hunks:
        return ToolRefusal("The patch must begin with `@@`: leave out the lines that name files.")
    if not hunks:
        return ToolRefusal(
            f"The patch must begin with `@@ -line,count +line,count @@`, not with `{clip(row, _SHOWN)}`."
        )
    said = "" if row.startswith("@@") else " has more lines than its head counts, or"
    return ToolRefusal(f"Hunk {hunks}{said} is followed by a line that is no head: `{clip(row, _SHOWN)}`.")


def _read_hunk(head: re.Match[str], rows: Sequence[str], at: int, number: int) -> tuple[PatchHunk, int]:
    start, before, _, after = (int(part) if part is not None else 1 for part in head.groups())
    left = {"-": before, "+": after}
    lines: list[PatchLine] = []
    while at < len(rows):
        row = rows[at]
        if row.startswith("\\") and lines:
            last = lines[-1]
            lines[-1] = PatchLine(last.sign, last.text, is_last=True)
        elif left["-"] == 0 == left["+"]:
            break
        else:
            sign = row[:1] or " "  # editors and models drop the blank of an empty line
            if sign not in " -+":
                raise ToolRefusal(
                    f"Hunk {number}: a line begins with a blank, `-` or `+`, not as `{clip(row, _SHOWN)}`."
                )
            for side in ("-", "+") if sign == " " else (sign,):
                left[side] -= 1
            lines.append(PatchLine(sign, row[1:]))
            if min(left.values()) < 0:
                raise _count_fault(number, before, after)
        at += 1
    if any(left.values()):
        raise _count_fault(number, before, after)
    if not lines:
        raise ToolRefusal(f"Hunk {number} is empty.")
    if start == 0 and before:
        raise ToolRefusal(f"Hunk {number}: lines count from 1.")
    return PatchHunk(number, start, tuple(lines)), at


def _count_fault(number: int, before: int, after: int) -> ToolRefusal:
    return ToolRefusal(
        f"Hunk {number} does not have the lines that its head counts: {before} with a blank or `-`, "
        f"{after} with a blank or `+`."
    )


def _apply_hunk(hunk: PatchHunk, lines: Sequence[str], at: int, made: list[str], usual: str) -> int:
    """Adds what a hunk makes of the lines from `at` on; returns the place behind them."""
    says_end = any(line.is_last for line in hunk.lines)
    for line in hunk.lines:
        if line.sign == "+":
            made.append(line.text + ("" if line.is_last else _end_at(lines, at, usual)))
            continue
        _check_line(hunk, line, lines, at, says_end=says_end)
        if line.sign == " ":
            made.append(lines[at])
        at += 1
    is_at_end = at == len(lines)
    if is_at_end and not says_end and lines and made and not lines[-1].endswith("\n") and hunk.lines[-1].sign == "+":
        made[-1] = bare_line(made[-1])  # the file has no last newline, and the patch says nothing of it
    if not is_at_end and any(line.is_last and line.sign == "+" for line in hunk.lines):
        raise ToolRefusal(f"Hunk {hunk.number} says that its last line ends the file, which goes on.")
    return at


def _check_line(hunk: PatchHunk, line: PatchLine, lines: Sequence[str], at: int, *, says_end: bool) -> None:
    if at >= len(lines):
        raise ToolRefusal(f"Hunk {hunk.number} goes on behind the end of the file, which has {len(lines)} lines.")
    there = bare_line(lines[at]).removesuffix("\r")
    if there != line.text:
        raise ToolRefusal(
            f"Hunk {hunk.number} does not fit: line {at + 1} of the file is `{clip(there, _SHOWN)}`, "
            f"the patch has `{clip(line.text, _SHOWN)}`."
        )
    if says_end and line.is_last and lines[at].endswith("\n"):
        raise ToolRefusal(f"Hunk {hunk.number}: line {at + 1} of the file does end with a newline.")


def _end_at(lines: Sequence[str], at: int, usual: str) -> str:
    """Returns the line end that an added line takes: of the line before it, else of that after it."""
    for place in (at - 1, at):
        if 0 <= place < len(lines) and lines[place].endswith("\n"):
            return "\r\n" if lines[place].endswith("\r\n") else "\n"
    return usual


def _usual_end(text: str) -> str:
    return "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"


def _with_ends(lines: Sequence[str], usual: str) -> str:
    """Joins lines; one without an end that has come before another gets one."""
    inner = [line if line.endswith("\n") else line + usual for line in lines[:-1]]
    return "".join((*inner, *lines[-1:]))
