"""Wildcards and path globs: what matches, what covers what, and that no pattern explodes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.base.patterns import PathGlob, Wildcard, covers

PATTERNS = st.text("ab*?/.", max_size=8)
SUBJECTS = st.text("ab/.", max_size=8)


def as_regex(pattern: str) -> str:
    return "".join({"*": ".*", "?": "."}.get(char, re.escape(char)) for char in pattern)


@given(PATTERNS, SUBJECTS)
def test_wildcard_matches_as_the_regular_expression_of_the_same_meaning(pattern: str, subject: str) -> None:
    assert Wildcard(pattern).matches(subject) is bool(re.fullmatch(as_regex(pattern), subject, re.DOTALL))


@given(PATTERNS, PATTERNS, SUBJECTS)
def test_covers_never_claims_what_a_subject_disproves(later: str, earlier: str, subject: str) -> None:
    if covers((later,), (earlier,)) and Wildcard(earlier).matches(subject):
        assert Wildcard(later).matches(subject)


@pytest.mark.parametrize(
    ("later", "earlier", "expected"),
    [
        (("*",), ("git push*",), True),
        (("git *",), ("git push *", "git push"), True),
        (("git push *",), ("git push *", "git push"), False),
        (("?*",), ("*",), False),
        (("*a*",), ("a?", "?a"), True),
        (("ab", "a*"), ("ab",), True),
    ],
)
def test_covers_knows_what_lies_in_what(later: tuple[str, ...], earlier: tuple[str, ...], expected: bool) -> None:
    assert covers(later, earlier) is expected


def test_folded_match_finds_letters_that_fold_to_two() -> None:
    assert Wildcard("stra?e").matches_folded("STRAßE")
    assert Wildcard("STRASSE").matches_folded("straße")


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("src/**", "src/a/b", True),
        ("src/**", "src", False),
        ("src/*", "src/a", True),
        ("src/*", "src/a/b", False),
        ("**/foo", "foo", True),
        ("**/foo", "a/b/foo", True),
        ("**/foo", "afoo", False),
        ("src/**/x.ts", "src/x.ts", True),
        ("src/**/x.ts", "src/a/b/x.ts", True),
        ("src/**/x.ts", "src/ax.ts", False),
        ("*.md", "docs/a.md", False),
        ("**/*.md", "a.md", True),
        ("?", "/", False),
        ("a**b", "a/x/b", True),
        ("**", "a/b", True),
        (".github/**", ".github/x", True),
    ],
)
def test_path_glob_keeps_stars_inside_segments(pattern: str, path: str, expected: bool) -> None:
    assert PathGlob(pattern).matches(path) is expected


def test_long_patterns_of_stars_end_at_once() -> None:
    subject = "a" * 4000
    assert not Wildcard("*a" * 99 + "*b").matches(subject)
    assert not PathGlob("**/a*" * 30 + "b").matches("a/" * 120 + "c")
