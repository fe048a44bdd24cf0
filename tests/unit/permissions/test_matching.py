"""Patterns against texts with unknown parts: a slow oracle over a small alphabet, and the cost in steps (S18, S21, P90 to P92, P103)."""

import random
import re
import sys
from collections.abc import Callable
from itertools import product

import pytest

from qodev.base.patterns import Wildcard
from qodev.base.text import normalize_blanks
from qodev.permissions.matching import Match, forms_of, match
from qodev.permissions.words import UNKNOWN

VALUES = ["".join(parts) for n in range(4) for parts in product("ab ", repeat=n)] + ["zz", "a z b", "zzzzzz"]


def shown(text: str) -> str:
    return text.replace("@", UNKNOWN)


def oracle(pattern: str, text: str) -> Match:
    """Puts many values in place of each unknown part; what they say can only be less than all values say."""
    seen = set()
    for values in product(VALUES, repeat=text.count(UNKNOWN)):
        spelled = text
        for value in values:
            spelled = spelled.replace(UNKNOWN, value, 1)
        seen.add(any(Wildcard(form).matches(normalize_blanks(spelled)) for form in forms_of(pattern)))
        if len(seen) == 2:
            return Match.SOME
    return Match.EVERY if seen == {True} else Match.NONE


def samples(count: int) -> list[tuple[str, str]]:
    source = random.Random(5)
    found = []
    while len(found) < count:
        text = normalize_blanks("".join(source.choices(["a", "b", " ", "a", UNKNOWN], k=source.randint(1, 6))))
        text = re.sub(f"{UNKNOWN}+", UNKNOWN, text)
        pattern = normalize_blanks("".join(source.choices("ab *?*", k=source.randint(1, 6))))
        if text and pattern and text.count(UNKNOWN) <= 2:
            found.append((pattern, text))
    return found


def test_some_and_every_are_never_claimed_against_the_oracle() -> None:
    for pattern, text in samples(2500):
        said, found = match(pattern, text, folded=False), oracle(pattern, text)

        if found is not Match.NONE:
            assert said is not Match.NONE, (pattern, text)
        if found is not Match.EVERY:
            assert said is not Match.EVERY, (pattern, text)


@pytest.mark.parametrize(
    ("pattern", "text", "wanted"),
    [
        ("git push*", "git @", Match.SOME),
        ("git push*", "git @push", Match.SOME),
        ("git push*", "git commit -m @", Match.NONE),
        ("git push*", "git push @", Match.EVERY),
        ("git push *", "git push @", Match.EVERY),
        ("git push", "git push @", Match.SOME),
        ("git push", "@ git push", Match.SOME),
        ("git push*", "git @ push", Match.SOME),
        ("rm -rf /*", "rm -rf @", Match.SOME),
        ("rm -rf /*", "rm -rf ./@", Match.NONE),
        ("pytest *", "pytest @", Match.EVERY),
        ("pytest", "pytest@", Match.SOME),
        ("*", "@", Match.EVERY),
        ("?", "@", Match.SOME),
        ("echo ?", "echo é", Match.EVERY),
        ("echo [a]", "echo a", Match.NONE),
    ],
)
def test_the_words_of_the_specification(pattern: str, text: str, wanted: Match) -> None:
    assert match(pattern, shown(text), folded=False) is wanted


def test_folding_looks_past_case_and_past_letters_that_fold_to_two() -> None:
    assert match("git PUSH*", "GIT push", folded=True) is Match.EVERY
    assert match("git PUSH*", "GIT push", folded=False) is Match.NONE
    assert match("echo ?", "echo ß", folded=True) is Match.EVERY
    assert match("stra?e", shown("straße"), folded=True) is Match.EVERY


def steps_of(work: Callable[[], object]) -> int:
    """Returns how many lines of Python run: a measure that no busy machine moves."""
    count = 0

    def tracer(_frame: object, event: str, _arg: object) -> object:
        nonlocal count
        count += event == "line"
        return tracer

    before = sys.gettrace()
    sys.settrace(tracer)  # type: ignore[arg-type]
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    "pattern", ["a*" * 100, "*a" * 100, "*" + "a" * 198 + "b", ("a?" * 20 + "*") * 5, "?*" * 100, "*?a" * 66]
)
@pytest.mark.parametrize("text", ["a" * 4000, "a@" * 2000, "ab" * 2000, "a @ " * 1000])
def test_a_match_takes_a_few_steps_a_character(pattern: str, text: str) -> None:
    subject = shown(text)

    assert steps_of(lambda: match(pattern, subject, folded=True)) < 40 * 4000


def test_forty_long_patterns_take_forty_times_the_steps_of_one() -> None:
    patterns = [f"{'a*' * 90}{n}" for n in range(40)]
    text = "a" * 4000

    assert steps_of(lambda: [match(pattern, text, folded=True) for pattern in patterns]) < 40 * 5 * 4000
