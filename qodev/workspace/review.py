"""Turns a proposed edit into hunks, and the hunks that a person accepted into the text that is written (P183, U125)."""

from collections.abc import Iterable, Sequence

from qodev.base.linediff import diff_runs
from qodev.base.textfiles import split_lines
from qodev.types.changes import Hunk


def hunks_of(before: str, after: str) -> tuple[Hunk, ...]:
    """Returns the changed runs of lines; none when the texts are equal."""
    left, right = split_lines(before), split_lines(after)
    return tuple(
        Hunk(
            run.start + 1,
            tuple(left[run.start : run.end]),
            run.after_start + 1,
            tuple(right[run.after_start : run.after_end]),
        )
        for run in diff_runs(left, right)
    )


def accepted_text(before: str, hunks: Sequence[Hunk], accepted: Iterable[int] | None) -> str:
    """Returns the text with the accepted hunks alone, all of them for None.

    Any choice gives a text whose every line is one of before or after. Raises ValueError for an index that there is not.
    """
    chosen = set(range(len(hunks))) if accepted is None else set(accepted)
    if not chosen <= set(range(len(hunks))):
        raise ValueError("there is no such hunk")
    lines = split_lines(before)
    made: list[str] = []
    at = 0
    for number, hunk in enumerate(hunks):
        start = hunk.before_start - 1
        end = start + len(hunk.before)
        made += lines[at:start]
        made += hunk.after if number in chosen else lines[start:end]
        at = end
    return "".join(made + lines[at:])
