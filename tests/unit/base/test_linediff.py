"""Differences of sequences: right for every pair, minimal where they are small, quick where they are long."""

import itertools
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.base.linediff import Run, diff_runs

ITEMS = st.lists(st.integers(0, 5), max_size=40)


def applied(before, after, runs):
    made, at = [], 0
    for run in runs:
        made += before[at : run.start] + after[run.after_start : run.after_end]
        at = run.end
    return made + before[at:]


def size(runs):
    return sum(run.end - run.start + run.after_end - run.after_start for run in runs)


def shortest(before, after):
    """Returns the length of a shortest edit, by the table that everybody knows."""
    rows = [[0] * (len(after) + 1) for _ in range(len(before) + 1)]
    for i, one in enumerate(before, 1):
        for k, other in enumerate(after, 1):
            rows[i][k] = rows[i - 1][k - 1] + 1 if one == other else max(rows[i - 1][k], rows[i][k - 1])
    return len(before) + len(after) - 2 * rows[-1][-1]


@given(ITEMS, ITEMS)
@settings(max_examples=600, deadline=None)
def test_runs_turn_one_into_the_other(before: list[int], after: list[int]) -> None:
    runs = diff_runs(before, after)
    assert applied(before, after, runs) == after
    for run, later in itertools.pairwise(runs):
        assert run.end < later.start
        assert run.after_end < later.after_start
        assert later.start - run.end == later.after_start - run.after_end


@given(st.lists(st.integers(0, 2), max_size=30), st.lists(st.integers(0, 2), max_size=30))
@settings(max_examples=300, deadline=None)
def test_edit_of_something_small_is_a_shortest_one(before: list[int], after: list[int]) -> None:
    assert size(diff_runs(before, after)) == shortest(before, after)


@pytest.mark.parametrize(
    ("before", "after", "runs"),
    [
        ("", "", []),
        ("abc", "abc", []),
        ("abc", "axc", [Run(1, 2, 1, 2)]),
        ("abc", "abxc", [Run(2, 2, 2, 3)]),
        ("", "ab", [Run(0, 0, 0, 2)]),
        ("ab", "", [Run(0, 2, 0, 0)]),
        ("abcdef", "bcdefa", [Run(0, 1, 0, 0), Run(6, 6, 5, 6)]),
    ],
)
def test_small_ones(before: str, after: str, runs: list[Run]) -> None:
    assert diff_runs(before, after) == runs


LONG = 5_000
_CHANCE = random.Random(5)
PAIRS = {
    "few changes": (list(range(LONG)), [n if n % 50 else -n for n in range(LONG)]),
    "nothing equal": (list(range(LONG)), list(range(LONG, 2 * LONG))),
    "reversed": (list(range(LONG)), list(range(LONG))[::-1]),
    "one item over and over": ([0] * LONG, [0] * (LONG - 7)),
    "few kinds of items": (_CHANCE.choices(range(5), k=LONG), _CHANCE.choices(range(5), k=LONG)),
    "shuffled": (list(range(LONG)), _CHANCE.sample(range(LONG), LONG)),
    "pairs": ([n // 2 for n in range(LONG)], [n // 3 for n in range(LONG)]),
}


@pytest.mark.parametrize("which", PAIRS)
def test_five_thousand_lines_take_less_than_a_second(which: str) -> None:
    before, after = PAIRS[which]
    began = time.process_time()
    runs = diff_runs(before, after)
    assert time.process_time() - began < 1.5
    assert applied(before, after, runs) == after
