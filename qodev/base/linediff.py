"""Finds the runs in which two sequences differ, in time that grows little faster than their length.

Items that occur once on either side are the fixed points (the longest rising row of them); what lies between two of them is
compared again by itself. Where there is none, and in what is small, a shortest edit is searched up to a number of steps, beyond which the whole
piece counts as changed: the result is then coarser, and never wrong.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

_EDITS_MOST = 128  # of a shortest edit
_STEPS_MOST = 400_000  # of all of them together: some 0.2 s
_DEPTH_MOST = 40


@dataclass(frozen=True, slots=True)
class Run:
    """A change: `before[start:end]` becomes `after[after_start:after_end]`; places count from 0."""

    start: int
    end: int
    after_start: int
    after_end: int


def diff_runs(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[Run]:
    """Returns the changed runs in order; between two of them lies at least one equal item."""
    numbers: dict[Hashable, int] = {}
    left = [numbers.setdefault(item, len(numbers)) for item in before]
    right = [numbers.setdefault(item, len(numbers)) for item in after]
    search = _Search(left, right)
    search.compare()
    return _joined(sorted(search.runs, key=lambda run: (run.start, run.after_start)))


def _joined(runs: Sequence[Run]) -> list[Run]:
    """Joins runs that touch."""
    joined: list[Run] = []
    for run in runs:
        last = joined[-1] if joined else None
        if last is not None and (last.end, last.after_end) == (run.start, run.after_start):
            joined[-1] = Run(last.start, run.end, last.after_start, run.after_end)
        else:
            joined.append(run)
    return joined


class _Search:
    def __init__(self, left: list[int], right: list[int]) -> None:
        self._left = left
        self._right = right
        self._steps = _STEPS_MOST
        self.runs: list[Run] = []

    def compare(self) -> None:
        waiting = [(Run(0, len(self._left), 0, len(self._right)), 0)]
        while waiting:
            piece, depth = waiting.pop()
            piece = self._trimmed(piece)
            if piece.start == piece.end or piece.after_start == piece.after_end:
                if piece.start < piece.end or piece.after_start < piece.after_end:
                    self.runs.append(piece)
                continue
            is_small = piece.end - piece.start + piece.after_end - piece.after_start <= _EDITS_MOST
            points = self._fixed_points(piece) if depth < _DEPTH_MOST and not is_small else []
            if points:
                waiting += [(part, depth + 1) for part in _between(piece, points)]
            else:
                self.runs += self._shortest(piece)

    def _trimmed(self, piece: Run) -> Run:
        """Takes equal items off both ends."""
        start, end, other, other_end = piece.start, piece.end, piece.after_start, piece.after_end
        while start < end and other < other_end and self._left[start] == self._right[other]:
            start, other = start + 1, other + 1
        while start < end and other < other_end and self._left[end - 1] == self._right[other_end - 1]:
            end, other_end = end - 1, other_end - 1
        return Run(start, end, other, other_end)

    def _fixed_points(self, piece: Run) -> list[tuple[int, int]]:
        """Returns the places of items that are there once on both sides, in the longest row that rises on both."""
        left, right = self._left[piece.start : piece.end], self._right[piece.after_start : piece.after_end]
        once, once_right = Counter(left), Counter(right)
        places = {item: at for at, item in enumerate(right) if once_right[item] == 1 and once[item] == 1}
        pairs = [(at, places[item]) for at, item in enumerate(left) if item in places and once[item] == 1]
        return [(piece.start + at, piece.after_start + other) for at, other in _longest_rising(pairs)]

    def _shortest(self, piece: Run) -> list[Run]:
        """Returns a shortest edit of the piece, or the piece itself where that takes too long (Myers, greedy)."""
        left, right = self._left[piece.start : piece.end], self._right[piece.after_start : piece.after_end]
        trail: list[dict[int, int]] = []
        reach = {1: 0}
        for edits in range(min(_EDITS_MOST, len(left) + len(right)) + 1):
            trail.append(dict(reach))
            for line in range(-edits, edits + 1, 2):
                goes_down = line == -edits or (line != edits and reach[line - 1] < reach[line + 1])
                at = reach[line + 1] if goes_down else reach[line - 1] + 1
                first = at
                while at < len(left) and 0 <= at - line < len(right) and left[at] == right[at - line]:
                    at += 1
                reach[line] = at
                self._steps -= 1 + at - first
                if at >= len(left) and at - line >= len(right):
                    return _walked_back(piece, trail, len(left), len(right))
            if self._steps < 0:
                break
        return [piece]


def _between(piece: Run, points: Sequence[tuple[int, int]]) -> list[Run]:
    ends = [*points, (piece.end, piece.after_end)]
    starts = [(piece.start, piece.after_start), *((at + 1, other + 1) for at, other in points)]
    return [Run(s, e, t, f) for (s, t), (e, f) in zip(starts, ends, strict=True)]


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the longest part of the pairs, which rise by their first, that rises by the second too."""
    tails: list[int] = []  # the lowest end of a row of each length
    at_tail: list[int] = []
    before: list[int] = []
    for at, (_, other) in enumerate(pairs):
        length = bisect_left(tails, other)
        before.append(at_tail[length - 1] if length else -1)
        if length == len(tails):
            tails.append(other)
            at_tail.append(at)
        else:
            tails[length] = other
            at_tail[length] = at
    row: list[tuple[int, int]] = []
    at = at_tail[-1] if at_tail else -1
    while at >= 0:
        row.append(pairs[at])
        at = before[at]
    return row[::-1]


def _walked_back(piece: Run, trail: Sequence[dict[int, int]], at: int, other: int) -> list[Run]:
    runs: list[Run] = []
    for edits in range(len(trail) - 1, 0, -1):
        reach, line = trail[edits], at - other
        goes_down = line == -edits or (line != edits and reach[line - 1] < reach[line + 1])
        from_line = line + 1 if goes_down else line - 1
        was = reach[from_line]
        was_other = was - from_line
        step = (was, was, was_other, was_other + 1) if goes_down else (was, was + 1, was_other, was_other)
        s, e, t, f = step
        runs.append(Run(piece.start + s, piece.start + e, piece.after_start + t, piece.after_start + f))
        at, other = was, was_other
    return _joined(runs[::-1])
