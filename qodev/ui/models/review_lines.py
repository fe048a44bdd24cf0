"""Lines of a reviewed difference as views draw them: in one column or side by side, with comments between (U124, S187, S189)."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QObject, Qt

from qodev.base.text import show_hidden
from qodev.types.diffs import DiffRow, FileDiff, RowKind
from qodev.ui.models.review_choices import Choice, Comment, Place
from qodev.ui.models.rows import NO_INDEX, AccessibleTextRole, Index, RowRole

_POINTS_SHOWN = 10_000  # of one line (S186)
_INDENT_SHOWN = 64  # blanks at the beginning of a line that are drawn as they are: they push nothing out of sight
_TAB, _LONG = "    ", " " * 9

_Spans = tuple[tuple[int, int], ...]


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Review", text, "", count)


class LineKind(Enum):
    """What a line of a view is; the value is the sign before it."""

    HEAD = "head"
    SAME = " "
    REMOVED = "−"
    ADDED = "+"
    GAP = "…"
    FILLER = ""
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """One line; spans are places in `text` whose words differ."""

    kind: LineKind
    text: str = ""
    numbers: tuple[str, ...] = ()
    spans: _Spans = ()
    hunk: int | None = None
    place: Place | None = None  # where a comment would stand

    def shown(self, choice: Choice | None) -> str:
        """Returns its words; a head says what was decided of its change."""
        if self.kind is not LineKind.HEAD or choice is None or not self.text:
            return self.text
        return f"{self.text}  ·  {choice.value.text}"

    def spoken(self, choice: Choice | None = None) -> str:
        """Returns what a screen reader says."""
        number = next((number for number in self.numbers if number), "")
        match self.kind:
            case LineKind.REMOVED:
                return _tr("removed, line {0}: {1}").format(number, self.text)
            case LineKind.ADDED:
                return _tr("added, line {0}: {1}").format(number, self.text)
            case LineKind.SAME:
                return _tr("line {0}: {1}").format(number, self.text)
            case _:
                return self.shown(choice)


@dataclass(frozen=True, slots=True)
class ReviewLines:
    """The lines of every view of one difference."""

    unified: tuple[ReviewLine, ...] = ()
    before: tuple[ReviewLine, ...] = ()
    after: tuple[ReviewLine, ...] = ()


def review_lines(diff: FileDiff, comments: Sequence[Comment]) -> ReviewLines:
    """Returns the lines of a difference with its comments; it is a worker that does this (U124)."""
    return ReviewLines(one_column(diff, comments), *two_columns(diff, comments))


def one_column(diff: FileDiff, comments: Sequence[Comment] = ()) -> tuple[ReviewLine, ...]:
    """Returns the lines of the unified view."""
    drawn = _Drawn(diff, comments)
    found: list[ReviewLine] = []
    last: int | None = None
    for row in diff.rows:
        if row.hunk is not None and row.hunk != last:
            found.append(drawn.head(row.hunk))
        last = row.hunk
        line = drawn.line(row, (_number(row.before_line), _number(row.after_line)))
        found.append(line)
        found += drawn.comments_at(line.place)
        if row.kind is RowKind.SAME and row.before_line is not None:
            found += drawn.comments_at(Place(row.before_line, is_before=True))
    return tuple(found)


def two_columns(
    diff: FileDiff, comments: Sequence[Comment] = ()
) -> tuple[tuple[ReviewLine, ...], tuple[ReviewLine, ...]]:
    """Returns the lines of both sides, as many on either."""
    drawn = _Drawn(diff, comments)
    left: list[ReviewLine] = []
    right: list[ReviewLine] = []
    for group in _groups(diff.rows):
        hunk = group[0].hunk
        if hunk is None:
            for row in group:
                _add_same(drawn, row, left, right)
            continue
        left.append(drawn.head(hunk))
        right.append(ReviewLine(LineKind.HEAD, hunk=hunk))
        removed = [row for row in group if row.kind is RowKind.REMOVED]
        added = [row for row in group if row.kind is RowKind.ADDED]
        for at in range(max(len(removed), len(added))):
            one = drawn.line(removed[at], (_number(removed[at].before_line),)) if at < len(removed) else _filler(hunk)
            other = drawn.line(added[at], (_number(added[at].after_line),)) if at < len(added) else _filler(hunk)
            _add_pair(drawn, one, other, left, right)
    return tuple(left), tuple(right)


def _groups(rows: Sequence[DiffRow]) -> Iterator[list[DiffRow]]:
    group: list[DiffRow] = []
    for row in rows:
        if group and row.hunk != group[0].hunk:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _add_same(drawn: "_Drawn", row: DiffRow, left: list[ReviewLine], right: list[ReviewLine]) -> None:
    one = drawn.line(row, (_number(row.before_line),), is_before=True)
    other = drawn.line(row, (_number(row.after_line),))
    _add_pair(drawn, one, other, left, right)


def _add_pair(
    drawn: "_Drawn", one: ReviewLine, other: ReviewLine, left: list[ReviewLine], right: list[ReviewLine]
) -> None:
    left.append(one)
    right.append(other)
    below, beside = drawn.comments_at(one.place), drawn.comments_at(other.place)
    for at in range(max(len(below), len(beside))):
        left.append(below[at] if at < len(below) else _filler(one.hunk))
        right.append(beside[at] if at < len(beside) else _filler(other.hunk))


def _filler(hunk: int | None) -> ReviewLine:
    return ReviewLine(LineKind.FILLER, hunk=hunk)


def _number(line: int | None) -> str:
    return "" if line is None else str(line)


class _Drawn:
    """Makes lines of one difference."""

    def __init__(self, diff: FileDiff, comments: Sequence[Comment]) -> None:
        self._diff = diff
        self._comments: dict[Place, list[ReviewLine]] = {}
        for comment in comments:
            below = Place(comment.last, is_before=comment.first.is_before)
            made = ReviewLine(LineKind.COMMENT, show_hidden(comment.text), place=comment.first)
            self._comments.setdefault(below, []).append(made)

    def head(self, hunk: int) -> ReviewLine:
        said = [_tr("Change {0} of {1}").format(hunk + 1, len(self._diff.hunks))]
        unseen = self._diff.unseen[hunk] if hunk < len(self._diff.unseen) else ()
        if unseen:
            said.append(_tr("invisible change: {0}").format(", ".join(unseen)))
        return ReviewLine(LineKind.HEAD, "  ·  ".join(said), hunk=hunk)

    def line(self, row: DiffRow, numbers: tuple[str, ...], *, is_before: bool = False) -> ReviewLine:
        if row.kind is RowKind.GAP:
            return ReviewLine(LineKind.GAP, _tr("%n equal line(s)", row.count))
        text, spans = drawn_line(row.text, row.spans)
        return ReviewLine(_KINDS[row.kind], text, numbers, spans, row.hunk, _place(row, is_before=is_before))

    def comments_at(self, place: Place | None) -> list[ReviewLine]:
        return self._comments.get(place, []) if place is not None and self._comments else []


_KINDS = {RowKind.SAME: LineKind.SAME, RowKind.REMOVED: LineKind.REMOVED, RowKind.ADDED: LineKind.ADDED}


def _place(row: DiffRow, *, is_before: bool) -> Place | None:
    if row.kind is RowKind.REMOVED or is_before:
        return Place(row.before_line, is_before=True) if row.before_line is not None else None
    return Place(row.after_line) if row.after_line is not None else None


def drawn_line(text: str, spans: Iterable[tuple[int, int]] = ()) -> tuple[str, _Spans]:
    """Returns a line without its end as it is drawn, and where the spans lie in that."""
    bare = text.removesuffix("\n").removesuffix("\r")
    if len(bare) <= _POINTS_SHOWN and _is_plain(bare):
        return bare, tuple(spans)
    cuts = sorted({0, len(bare), *(min(at, len(bare)) for span in spans for at in span)})
    marked = {(min(start, len(bare)), min(end, len(bare))) for start, end in spans}
    made = ""
    found: list[tuple[int, int]] = []
    for start, end in itertools.pairwise(cuts):
        shown = _shown(bare[start:end], is_first=start == 0)
        if any(left <= start and end <= right for left, right in marked):
            found.append((len(made), len(made) + len(shown)))
        made += shown
    if len(made) > _POINTS_SHOWN:
        more = len(made) - _POINTS_SHOWN
        made = f"{made[:_POINTS_SHOWN]} ⟦{_tr('%n more character(s)', more)}⟧"
    return made, tuple((left, min(right, len(made))) for left, right in found if left < len(made))


def _is_plain(text: str) -> bool:
    """Tells whether a line is drawn as it is, as nearly every one is."""
    rest = text.lstrip(" ")
    return len(text) - len(rest) <= _INDENT_SHOWN and text.isascii() and text.isprintable() and _LONG not in rest


def _shown(piece: str, *, is_first: bool) -> str:
    expanded = piece.replace("\t", _TAB)
    if not is_first:
        return show_hidden(expanded)
    rest = expanded.lstrip(" ")
    indent = expanded[: len(expanded) - len(rest)]
    return (indent if len(indent) <= _INDENT_SHOWN else show_hidden(indent)) + show_hidden(rest)


class LinesModel(QAbstractListModel):
    """The lines of one view, and what was decided of their changes."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lines: tuple[ReviewLine, ...] = ()
        self._choices: tuple[Choice, ...] = ()

    def set_lines(self, lines: tuple[ReviewLine, ...]) -> bool:
        """Replaces the lines; tells whether they are others than before."""
        if lines is self.lines:
            return False
        self.beginResetModel()
        self.lines = lines
        self.endResetModel()
        return True

    def set_choices(self, choices: tuple[Choice, ...]) -> None:
        """Takes what was decided."""
        if choices != self._choices:
            self._choices = choices
            if self.lines:
                self.dataChanged.emit(self.index(0), self.index(len(self.lines) - 1))

    def choice_of(self, line: ReviewLine) -> Choice | None:
        """Returns what was decided of the change of a line, None where nothing is to be."""
        return self._choices[line.hunk] if line.hunk is not None and line.hunk < len(self._choices) else None

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.lines):
            return None
        line = self.lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return line.shown(self.choice_of(line))
        if role == AccessibleTextRole:
            return line.spoken(self.choice_of(line))
        return line if role == RowRole else None
