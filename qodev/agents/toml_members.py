"""Plans how members come into brackets and braces of a TOML text, and out of them, with their commas and lines."""

import re
from collections.abc import Sequence
from itertools import groupby

from qodev.agents.toml_scan import Spot
from qodev.agents.toml_text import Splice, TomlText

_COMMA = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*,")


def plan_member(text: TomlText, holder: int, at: int, added: str) -> list[Splice]:
    """Returns the splices that put a member before the one at `at`, or behind the last one."""
    spots = [text.spots[n] for n in text.held_by(holder)]
    if not spots:
        return [_first_member(text, holder, added)]
    if at < len(spots) and not _has_own_line(text, spots[at]):
        return [Splice(spots[at].start, spots[at].start, f"{added}, ")]
    if at == 0:
        line = text.line_start(spots[0].start)
        return [Splice(line, line, f"{text.text[line : spots[0].start]}{added},{text.newline}")]
    before = spots[at - 1]
    end = _behind_comma(text, before.end)
    if not _has_own_line(text, before):
        return [Splice(end, end, f" {added}," if end > before.end else f", {added}")]
    indent = text.text[text.line_start(before.start) : before.start]
    line_end = text.line_end(end)
    if not text.text[:line_end].endswith("\n"):  # the bracket closes on its line
        return [Splice(end, end, f"{'' if end > before.end else ','}{text.newline}{indent}{added}")]
    if end > before.end:
        return [Splice(line_end, line_end, f"{indent}{added},{text.newline}")]
    return [Splice(end, end, ","), Splice(line_end, line_end, f"{indent}{added}{text.newline}")]


def _first_member(text: TomlText, holder: int, added: str) -> Splice:
    spot = text.spots[holder]
    start, end = spot.value_start + 1, spot.end - 1
    blank = " " if text.text[spot.value_start] == "{" else ""
    return Splice(start, start if text.text[start:end].strip() else end, f"{blank}{added}{blank}")


def _has_own_line(text: TomlText, spot: Spot) -> bool:
    return not text.text[text.line_start(spot.start) : spot.start].strip()


def plan_members_removal(text: TomlText, holder: int, numbers: Sequence[int]) -> list[Splice]:
    """Returns the splices that take members out of a value; neighbours go together, with one comma."""
    spots = [text.spots[n] for n in text.held_by(holder)]
    gone = {text.spots[n].start for n in numbers}
    if len(gone) == len(spots):
        first, last = spots[0], spots[-1]
        return [_without_blanks(text, first.start, _behind_comma(text, last.end), text.spots[holder])]
    splices: list[Splice] = []
    for is_gone, run in groupby(range(len(spots)), lambda at: spots[at].start in gone):
        members = list(run)
        if is_gone:
            splices.append(_run_splice(text, spots, members[0], members[-1]))
    return splices


def _run_splice(text: TomlText, spots: Sequence[Spot], first: int, last: int) -> Splice:
    start, end = spots[first].start, _behind_comma(text, spots[last].end)
    line, line_end = text.line_start(start), text.line_end(end)
    has_lines = not text.text[line:start].strip() and text.text[end:line_end].endswith("\n")
    is_last_of_array = last + 1 == len(spots) and not spots[last].keys  # where a comma may stand before the end
    if has_lines and (end > spots[last].end or is_last_of_array):
        return Splice(line, line_end, "")
    if last + 1 < len(spots):
        following = spots[last + 1].start
        return Splice(start, end if "#" in text.text[end:following] else following, "")
    if end > spots[last].end:
        return Splice(_blank_before(text.text, start), end, "")
    before = spots[first - 1].end
    # The comma alone would do, but comments between stay, and a comma before the end of an array is fine.
    return Splice(start if "#" in text.text[before:start] else before, end, "")


def _behind_comma(text: TomlText, end: int) -> int:
    found = _COMMA.match(text.text, end)
    return found.end() if found is not None else end


def _without_blanks(text: TomlText, start: int, end: int, holder: Spot) -> Splice:
    inside = text.text[holder.value_start + 1 : start], text.text[end : holder.end - 1]
    if not any(part.strip() for part in inside):
        return Splice(holder.value_start + 1, holder.end - 1, "")
    return Splice(start, end, "")


def _blank_before(text: str, offset: int) -> int:
    while text[offset - 1] in " \t":
        offset -= 1
    return offset
