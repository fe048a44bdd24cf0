"""Plans which bytes of a TOML text go with a key: its line with the comment behind it, or its whole table."""

from collections.abc import Sequence

from qodev.agents.toml_members import plan_members_removal
from qodev.agents.toml_scan import Spot, TomlPath
from qodev.agents.toml_text import Splice, TomlText


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
            splices.extend(plan_members_removal(text, holder, numbers))
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
