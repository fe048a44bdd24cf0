"""Findings as marks in a text: where they are underlined, which icon the gutter shows (U65)."""

from collections.abc import Iterable
from dataclasses import dataclass

from qodev.base.diagnostics import Diagnostic

_ORDER = ("error", "warning", "info")
MARK_LOOKS = {"error": ("error", "deny"), "warning": ("warning", "ask"), "info": ("info", "info")}


@dataclass(frozen=True, slots=True)
class TextMark:
    """A range of a text, lines and columns from 1, and what is said about it."""

    line: int
    column: int
    end_line: int
    end_column: int
    severity: str
    text: str


def marks_of(diagnostics: Iterable[Diagnostic], path: str) -> tuple[TextMark, ...]:
    """Returns a mark for each finding that has a place in a file."""
    found = []
    for one in diagnostics:
        span = one.span
        if span is not None and span.path == path:
            end_line = span.end_line or span.line
            end_column = span.end_column or span.column
            text = f"{one.message} {one.advice or ''}".strip()
            found.append(TextMark(span.line, span.column, end_line, end_column, one.severity.value, text))
    return tuple(found)


def worst_by_line(marks: Iterable[TextMark]) -> dict[int, str]:
    """Returns for each line that has marks the worst severity."""
    worst: dict[int, str] = {}
    for mark in marks:
        before = worst.get(mark.line)
        if before is None or _ORDER.index(mark.severity) < _ORDER.index(before):
            worst[mark.line] = mark.severity
    return worst


def mark_at(marks: Iterable[TextMark], line: int, column: int) -> TextMark | None:
    """Returns the mark at a place, else one that begins on its line."""
    on_line = [mark for mark in marks if mark.line <= line <= mark.end_line]
    exact = [m for m in on_line if (m.line, m.column) <= (line, column) <= (m.end_line, m.end_column)]
    return next(iter((*exact, *on_line)), None)
