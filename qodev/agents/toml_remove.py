"""Plans which bytes of a TOML text go with a key: its line with the comment behind it, or its whole table."""

import re
from collections.abc import Sequence

from qodev.agents.toml_scan import Spot, TomlPath
from qodev.agents.toml_text import Splice, TomlText

_GAP = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_COMMA = re.compile(r"((?:[ \t\r\n]+|#[^\n]*)*),")


def plan_removal(text: TomlText, path: TomlPath) -> list[Splice]:
    """Returns the splices that take away everything that writes the value at `path`."""
    written = text.find_written(path)
    headers = text.headers_under(path)
    gone = (
        [written] if written is not None else [n for n in text.dotted_through(path) if not _is_under(text, n, headers)]
    )
    splices = [_header_splice(text, number) for number in headers]
    by_holder: dict[int | None, list[int]] = {}
    for number in gone:
        by_holder.setdefault(text.spots[number].inside, []).append(number)
    for holder, numbers in by_holder.items():
        if holder is None:
            splices.extend(_line_splice(text, text.spots[number]) for number in numbers)
        else:
            splices.extend(_inner_splices(text, holder, numbers))
    return splices


def _is_under(text: TomlText, number: int, headers: Sequence[int]) -> bool:
    return text.spots[number].section in headers


def _line_splice(text: TomlText, spot: Spot) -> Splice:
    return Splice(text.line_start(spot.start), text.line_end(spot.end), "")


def _header_splice(text: TomlText, number: int) -> Splice:
    """Takes a header with its own pairs and the comments among them, and the blank lines that parted it from others."""
    start, end = text.line_start(text.spots[number].start), text.content_end(number)
    after = text.skip_blank_lines(end)
    if after < len(text.text):
        return Splice(start, after if _is_parted(text, start) else end, "")
    while start > text.line_start(0) and not text.text[text.line_start(start - 1) : start].strip():
        start = text.line_start(start - 1)
    return Splice(start, end, "")


def _is_parted(text: TomlText, start: int) -> bool:
    """Tells whether a blank line, or nothing, stands above."""
    top = text.line_start(0)
    return start <= top or not text.text[text.line_start(start - 1) : start].strip()


def _inner_splices(text: TomlText, holder: int, numbers: Sequence[int]) -> list[Splice]:
    """Takes members out of brackets or braces, each with one comma."""
    spots = [text.spots[n] for n in text.held_by(holder)]
    gone = {text.spots[n].start for n in numbers}
    kept = [spot for spot in spots if spot.start not in gone]
    if not kept:
        first, last = spots[0], spots[-1]
        return [_without_blanks(text, first.start, _behind_comma(text, last.end), text.spots[holder])]
    splices: list[Splice] = []
    for at, spot in enumerate(spots):
        if spot.start not in gone:
            continue
        has_kept_after = any(other.start > spot.start for other in kept)
        splices.append(
            _with_comma_behind(text, spot, spots[at + 1].start)
            if has_kept_after
            else _with_comma_before(text, spots, at)
        )
    return splices


def _behind_comma(text: TomlText, end: int) -> int:
    found = _COMMA.match(text.text, end)
    return found.end() if found is not None else end


def _without_blanks(text: TomlText, start: int, end: int, holder: Spot) -> Splice:
    inside = text.text[holder.value_start + 1 : start], text.text[end : holder.end - 1]
    if not any(part.strip() for part in inside):
        return Splice(holder.value_start + 1, holder.end - 1, "")
    return Splice(start, end, "")


def _with_comma_behind(text: TomlText, spot: Spot, following: int) -> Splice:
    """Takes a member and the comma behind it; on a line of its own the whole line with its comment."""
    end = _behind_comma(text, spot.end)
    line, line_end = text.line_start(spot.start), text.line_end(end)
    if not text.text[line : spot.start].strip() and line_end > end and text.text[end:line_end].endswith("\n"):
        return Splice(line, line_end, "")
    gap = _GAP.match(text.text, end)
    assert gap is not None
    has_comment = "#" in gap.group()
    return Splice(spot.start, end if has_comment else following, "")


def _with_comma_before(text: TomlText, spots: Sequence[Spot], at: int) -> Splice:
    """Takes a last member: a comma that stands behind it goes with it, else the one before it."""
    spot = spots[at]
    end = _behind_comma(text, spot.end)
    line, line_end = text.line_start(spot.start), text.line_end(end)
    if end > spot.end:
        has_own_line = not text.text[line : spot.start].strip() and line_end > end
        if has_own_line:
            return Splice(line, line_end, "")
        return Splice(_blank_before(text.text, spot.start), end, "")
    start = spots[at - 1].end
    between = text.text[start : spot.start]
    if "#" in between:  # the comma alone goes, and the member; comments between them stay
        return Splice(spot.start, spot.end, "")
    return Splice(start, spot.end, "")


def _blank_before(text: str, offset: int) -> int:
    while text[offset - 1] in " \t":
        offset -= 1
    return offset
