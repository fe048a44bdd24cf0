"""Shows what differs between two texts: rows of lines with their context, and the words that differ in them (U124).

Pure and within bounds, so that a worker can do it for any file a tool may write: lines are compared in nearly linear time,
words only in lines of a usual length.
"""

import re
from collections.abc import Callable, Sequence

from qodev.base.linediff import diff_runs
from qodev.base.text import hidden_characters
from qodev.base.textfiles import split_lines
from qodev.types.changes import Hunk
from qodev.types.diffs import LINES_UNASKED, DiffRow, FileDiff, RowKind
from qodev.workspace.review import hunks_of

CONTEXT_LINES = 3
_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_LINE_POINTS = 2_000  # words of longer lines are not compared
_WORD_LINES = 400  # of one hunk


def needs_request(before: str, after: str) -> bool:
    """Tells whether a difference is large enough to be computed only when somebody asks (U124)."""
    return max(before.count("\n"), after.count("\n")) > LINES_UNASKED


def file_diff(
    before: str, after: str, hunks: Sequence[Hunk] | None = None, *, is_asked: bool, alike: Callable[[str], str]
) -> FileDiff:
    """Returns everything that is shown of a change; a large one only when somebody asked for it (U124).

    `hunks` are those of a proposal, which are known. `alike` returns a text with letters that look alike as one.
    """
    lines = max(before.count("\n"), after.count("\n"))
    if needs_request(before, after) and not is_asked:
        return FileDiff(before, after, tuple(hunks or ()), lines=lines, waits=True)
    found = tuple(hunks) if hunks is not None else hunks_of(before, after)
    unseen = tuple(unseen_points(hunk, alike) for hunk in found)
    return FileDiff(before, after, found, diff_rows(before, found), unseen, lines)


def unseen_points(hunk: Hunk, alike: Callable[[str], str]) -> tuple[str, ...]:
    """Returns the code points that differ in lines which look the same before and after (S189), () for a change that shows."""
    points: dict[str, None] = {}
    for before, after in zip(hunk.before, hunk.after, strict=False):
        if before != after and _looks(before, alike) == _looks(after, alike):
            left, right = list(before), list(after)
            for run in diff_runs(left, right):
                changed = (*left[run.start : run.end], *right[run.after_start : run.after_end])
                points.update(dict.fromkeys(f"U+{ord(char):04X}" for char in changed))
    return tuple(points)


def _looks(line: str, alike: Callable[[str], str]) -> str:
    plain = alike(line)  # which makes blanks of odd ones, before those that are left are taken for hidden
    hidden = hidden_characters(plain)
    seen = "".join(char for char in plain if char not in hidden) if hidden else plain
    return seen.expandtabs(4).rstrip()


def diff_rows(before: str, hunks: Sequence[Hunk], *, context: int = CONTEXT_LINES) -> tuple[DiffRow, ...]:
    """Returns the rows of a review: hunks with `context` equal lines around, gaps for the rest."""
    lines = split_lines(before)
    rows: list[DiffRow] = []
    at = offset = 0
    for number, hunk in enumerate(hunks):
        start = hunk.before_start - 1
        rows += _equal_rows(lines, at, start, offset, head=context if number else 0, tail=context)
        rows += _changed_rows(hunk, number)
        at = start + len(hunk.before)
        offset += len(hunk.after) - len(hunk.before)
    rows += _equal_rows(lines, at, len(lines), offset, head=context if hunks else 0, tail=0)
    return tuple(rows)


def _equal_rows(lines: Sequence[str], start: int, end: int, offset: int, *, head: int, tail: int) -> list[DiffRow]:
    hidden = end - start - head - tail
    shown = range(start, end) if hidden <= 1 else (*range(start, start + head), *range(end - tail, end))
    rows = [DiffRow(RowKind.SAME, lines[at], at + 1, at + 1 + offset) for at in shown]
    if hidden > 1:
        rows.insert(head, DiffRow(RowKind.GAP, before_line=start + head + 1, count=hidden))
    return rows


def _changed_rows(hunk: Hunk, number: int) -> list[DiffRow]:
    marks = _word_marks(hunk)
    removed = [
        DiffRow(RowKind.REMOVED, text, hunk.before_start + at, None, marks[0].get(at, ()), number)
        for at, text in enumerate(hunk.before)
    ]
    added = [
        DiffRow(RowKind.ADDED, text, None, hunk.after_start + at, marks[1].get(at, ()), number)
        for at, text in enumerate(hunk.after)
    ]
    return removed + added


_Spans = tuple[tuple[int, int], ...]


def _word_marks(hunk: Hunk) -> tuple[dict[int, _Spans], dict[int, _Spans]]:
    """Marks words where as many lines were taken as given, so that each has its partner."""
    left: dict[int, _Spans] = {}
    right: dict[int, _Spans] = {}
    if len(hunk.before) == len(hunk.after) <= _WORD_LINES:
        for at, (before, after) in enumerate(zip(hunk.before, hunk.after, strict=True)):
            left[at], right[at] = changed_words(before, after)
    return left, right


def changed_words(before: str, after: str) -> tuple[_Spans, _Spans]:
    """Returns the places of the words that differ in two lines; none for lines that have hardly a word in common."""
    if max(len(before), len(after)) > _LINE_POINTS:
        return (), ()
    left, right = _WORDS.findall(before), _WORDS.findall(after)
    runs = diff_runs(left, right)
    same = len(before) - sum(len(word) for run in runs for word in left[run.start : run.end])
    if same * 3 < max(len(before), len(after)):
        return (), ()
    return (
        _places(left, [(run.start, run.end) for run in runs]),
        _places(right, [(run.after_start, run.after_end) for run in runs]),
    )


def _places(words: Sequence[str], runs: Sequence[tuple[int, int]]) -> _Spans:
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    return tuple((starts[start], starts[end]) for start, end in runs if start < end)
