"""Makes the edits of a quick fix in a text."""

from collections.abc import Iterable

from qodev.base.diagnostics import TextEdit
from qodev.base.errors import UserFacingError
from qodev.base.text import LineIndex


def apply_edits(text: str, edits: Iterable[TextEdit]) -> str:
    """Returns `text` with edits made whose places were found in it; they do not overlap. A BOM takes no column.

    Raises UserFacingError when something else stands at the place of an edit.
    """
    index = LineIndex.of(text)
    shift = 1 if text.startswith("\ufeff") else 0
    newline = "\r\n" if "\r\n" in text else "\n"

    def offset_of(line: int, column: int) -> int:
        return min(len(text), index.starts[min(line, len(index.starts)) - 1] + column - 1 + (shift if line == 1 else 0))

    found = []
    for edit in edits:
        span = edit.span
        start = offset_of(span.line, span.column)
        end = start if span.end_line is None else offset_of(span.end_line, span.end_column or 1)
        if edit.before is not None and text[start:end].replace("\r\n", "\n") != edit.before:
            raise UserFacingError("The text has changed since this repair was found.", "Wait for the next check.")
        found.append((start, end, edit.text.replace("\n", newline)))
    for start, end, put in sorted(found, reverse=True):
        text = text[:start] + put + text[end:]
    return text
