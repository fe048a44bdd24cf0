"""Globs and `[match]` tables."""

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.agents.match import (
    GlobFault,
    MatchGlob,
    accepts_all_of,
    check_dimensions,
    find_literal_mark,
    fits_nothing,
)
from qodev.types.agents import MatchRule


def slow_fits(glob: list[tuple[str, str]], subject: str) -> bool:
    """An oracle by plain backtracking over the parts that the glob was built from."""
    if not glob:
        return not subject
    kind, text = glob[0]
    if kind == "star":
        return any(slow_fits(glob[1:], subject[i:]) for i in range(len(subject) + 1))
    if not subject:
        return False
    inside = subject[0].lower() in text.lower()
    fits = {"any": True, "char": subject[0].lower() == text.lower(), "in": inside, "out": not inside}[kind]
    return fits and slow_fits(glob[1:], subject[1:])


ALPHABET = "aAbB/.]-!^é\n"
members = st.text(alphabet="abBé", min_size=1, max_size=3)
parts = st.one_of(
    st.just(("star", "*")),
    st.just(("any", "?")),
    st.sampled_from(list("aAbB/.]-!^é\n")).map(lambda c: ("char", c)),
    members.map(lambda m: ("in", m)),
    members.map(lambda m: ("out", m)),
)


def spell(part: tuple[str, str]) -> str:
    kind, text = part
    return {"in": f"[{text}]", "out": f"[!{text}]"}.get(kind, text)


@given(st.lists(parts, min_size=1, max_size=8), st.text(alphabet=ALPHABET, max_size=10))
def test_glob_agrees_with_the_oracle(glob: list[tuple[str, str]], subject: str) -> None:
    assert MatchGlob.parse("".join(map(spell, glob))).fits(subject) is slow_fits(glob, subject)


@given(st.text(max_size=12), st.text(max_size=12))
def test_any_text_is_a_glob_or_a_fault(pattern: str, subject: str) -> None:
    with contextlib.suppress(GlobFault):
        MatchGlob.parse(pattern).fits(subject)


@pytest.mark.parametrize(
    ("glob", "subject", "fits"),
    [
        ("[a-]", "a", True),
        ("[]-a]", "_", True),
        ("[]-a]", "b", False),
        ("[!]-a]", "b", True),
        ("[A-C]", "b", True),
        ("[a-c]", "B", True),
        ("[é]", "É", True),
        ("ß?", "ßx", True),
        ("?", "ß", True),
        ("?", "ssx", False),
        ("?", "\U0001f600", True),
        ("a*b*c", "abbc", True),
        ("a*b*c", "acb", False),
        ("*a*", "bab", True),
        ("ab*ba", "aba", False),
        ("***", "", True),
        ("*[", "x", None),
        ("[z-a]", "x", None),
        ("[b-a-z]", "x", None),
    ],
)
def test_glob_rows(glob: str, subject: str, fits: bool | None) -> None:
    if fits is None:
        with pytest.raises(GlobFault):
            MatchGlob.parse(glob)
    else:
        assert MatchGlob.parse(glob).fits(subject) is fits


def test_glob_with_many_stars_does_not_explode() -> None:
    glob = MatchGlob.parse("*a" * 200 + "b")
    begun = time.thread_time()
    assert not glob.fits("a" * 4000)
    assert time.thread_time() - begun < 5


@pytest.mark.parametrize(
    ("pattern", "mark"),
    [("*.{c,h}", "{c,h}"), ("a\\b", "\\"), ("[{]a,b[}]", None), ("*.c", None), ("{", None), ("[ab].{x}", "{x}")],
)
def test_literal_marks(pattern: str, mark: str | None) -> None:
    assert find_literal_mark(pattern) == mark


@pytest.mark.parametrize(
    ("rule", "path", "project", "refusals"),
    [
        (MatchRule(), "", "", ()),
        (MatchRule(("*.c",), ("*/x/*",), ("P",)), "", "", ("file_patterns", "path_patterns", "project_names")),
        (MatchRule(("*.C",)), "C:\\src\\a.c", "", ()),
        (MatchRule((), ("c:/SRC/*",)), "C:\\src\\a.c", "", ()),
        (MatchRule(("src/*.c",)), "src/a.c", "", ()),
        (MatchRule((), (), ("p",)), "a", "P", ("project_names",)),
        (MatchRule((), (), ("",)), "a", "", ("project_names",)),
        (MatchRule(("[", "")), "a", "", ("file_patterns",)),
    ],
)
def test_refusals(rule: MatchRule, path: str, project: str, refusals: tuple[str, ...]) -> None:
    checks = check_dimensions(rule, path, project)
    assert tuple(check.dimension for check in checks if check.fitted is None) == refusals


def test_checks_name_the_patterns_and_the_one_that_fitted() -> None:
    rule = MatchRule(("*.h", "*.C", "*.c"), ("*/src/*",), ("Q",))
    checks = check_dimensions(rule, "/p/src/a.c", "P")
    assert [(c.dimension, c.patterns, c.fitted) for c in checks] == [
        ("file_patterns", ("*.h", "*.C", "*.c"), "*.C"),
        ("path_patterns", ("*/src/*",), "*/src/*"),
        ("project_names", ("Q",), None),
    ]


@pytest.mark.parametrize(
    ("wider", "narrower", "covers"),
    [
        (MatchRule(), MatchRule(("*.c",)), True),
        (MatchRule(), MatchRule(), True),
        (MatchRule(("*.c", "*.h")), MatchRule(("*.H",)), True),
        (MatchRule(("*.c",)), MatchRule(("*.c", "*.h")), False),
        (MatchRule(("*.c",)), MatchRule(), False),
        (MatchRule(("*",)), MatchRule((), ("*/src/*",)), True),  # both need a file, and the wider takes any
        (MatchRule(("*",)), MatchRule(), False),  # the narrower wins without a file
        (MatchRule(("*",)), MatchRule((), (), ("P",)), False),
        (MatchRule((), (), ("P",)), MatchRule(("*.c",), (), ("P",)), True),
        (MatchRule((), (), ("P",)), MatchRule((), (), ("p",)), False),
        (MatchRule((), (), ("P",)), MatchRule(("*.c",)), False),
    ],
)
def test_wider_rules(wider: MatchRule, narrower: MatchRule, covers: bool) -> None:
    assert accepts_all_of(wider, narrower) is covers


globs = st.lists(st.sampled_from(["*", "*.c", "*.C", "a*", "[", ""]), max_size=2).map(tuple)
projects = st.lists(st.sampled_from(["P", "p", ""]), max_size=2).map(tuple)
rules = st.builds(MatchRule, globs, globs, projects)
subjects = st.sampled_from(["", "a.c", "/a/b.h", "b"])


@given(rules, rules, subjects, st.sampled_from(["", "P", "p"]))
def test_wider_rule_accepts_whatever_the_narrower_does(a: MatchRule, b: MatchRule, path: str, project: str) -> None:
    accepted = [all(c.fitted is not None for c in check_dimensions(rule, path, project)) for rule in (a, b)]
    assert not (accepts_all_of(a, b) and accepted == [False, True])
    assert not (fits_nothing(b) and accepted[1])
