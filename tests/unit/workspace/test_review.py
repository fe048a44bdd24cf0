"""Hunks of a proposal: all of them give the text after, none the text before, any choice something in between (P183, U125)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.base.textfiles import split_lines
from qodev.permissions.lookalikes import skeleton
from qodev.types.diffs import RowKind
from qodev.workspace.diff import changed_words, diff_rows, file_diff, needs_request
from qodev.workspace.review import accepted_text, hunks_of

TEXTS = st.text(alphabet="abc\r\n\u2028ä", max_size=60)


@given(TEXTS, TEXTS)
@settings(max_examples=600, deadline=None)
def test_all_give_after_and_none_gives_before(before: str, after: str) -> None:
    hunks = hunks_of(before, after)
    assert accepted_text(before, hunks, None) == after
    assert accepted_text(before, hunks, range(len(hunks))) == after
    assert accepted_text(before, hunks, ()) == before
    assert bool(hunks) == (before != after)


@given(TEXTS, TEXTS, st.sets(st.integers(0, 20)))
@settings(max_examples=600, deadline=None)
def test_any_choice_has_lines_of_either_alone_and_its_complement_the_rest(
    before: str, after: str, chosen: set[int]
) -> None:
    hunks = hunks_of(before, after)
    accepted = {at for at in chosen if at < len(hunks)}
    text = accepted_text(before, hunks, accepted)
    assert set(split_lines(text)) <= set(split_lines(before)) | set(split_lines(after))
    added = sum(len(hunks[at].after) - len(hunks[at].before) for at in accepted)
    assert len(split_lines(text)) == len(split_lines(before)) + added


@given(TEXTS, TEXTS)
@settings(max_examples=400, deadline=None)
def test_hunks_say_where_they_stand(before: str, after: str) -> None:
    left, right = split_lines(before), split_lines(after)
    for hunk in hunks_of(before, after):
        start, other = hunk.before_start - 1, hunk.after_start - 1
        assert tuple(left[start : start + len(hunk.before)]) == hunk.before
        assert tuple(right[other : other + len(hunk.after)]) == hunk.after


@pytest.mark.parametrize("index", [-1, 1])
def test_hunk_that_is_not_there_is_a_fault(index: int) -> None:
    with pytest.raises(ValueError, match="no such hunk"):
        accepted_text("a\n", hunks_of("a\n", "b\n"), (index,))


@given(TEXTS, TEXTS, st.integers(0, 4))
@settings(max_examples=600, deadline=None)
def test_rows_hold_every_line_once_or_in_a_gap(before: str, after: str, context: int) -> None:
    rows = diff_rows(before, hunks_of(before, after), context=context)
    left, right = split_lines(before), split_lines(after)
    seen_left = seen_right = 0
    for row in rows:
        if row.kind is RowKind.GAP:
            assert row.before_line == seen_left + 1
            seen_left, seen_right = seen_left + row.count, seen_right + row.count
            continue
        if row.kind is not RowKind.ADDED:
            seen_left += 1
            assert (row.before_line, row.text) == (seen_left, left[seen_left - 1])
        if row.kind is not RowKind.REMOVED:
            seen_right += 1
            assert (row.after_line, row.text) == (seen_right, right[seen_right - 1])
        assert all(0 <= start < end <= len(row.text) for start, end in row.spans)
    assert (seen_left, seen_right) == (len(left), len(right))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("let total = count + 1", "let total = size + 1", (["count"], ["size"])),
        ("a b c", "a b c d", ([], [" d"])),
        ("nothing alike", "completely different", ([], [])),
        ("x" * 3_000, "x" * 3_001, ([], [])),
        ("wert = 'ä'", "wert = 'ö'", (["ä"], ["ö"])),
    ],
)
def test_words_that_differ_are_marked(before: str, after: str, words: tuple[list[str], list[str]]) -> None:
    left, right = changed_words(before, after)
    assert ([before[s:e] for s, e in left], [after[s:e] for s, e in right]) == words


def test_large_differences_wait_for_somebody_to_ask() -> None:
    assert not needs_request("a\n" * 5_000, "a\n")
    assert needs_request("a\n", "a\n" * 5_001)


@pytest.mark.parametrize(
    ("before", "after", "points"),
    [
        ("push\n", "pu\u200bsh\n", ("U+200B",)),
        ("a\n", "a\r\n", ("U+000D",)),
        ("a\n", "a", ("U+000A",)),
        ("cat\n", "c\u0430t\n", ("U+0061", "U+0430")),
        ("a b\n", "a\u00a0b\n", ("U+0020", "U+00A0")),
        ("a\n", "a  \n", ("U+0020",)),
        ("cat\n", "cut\n", ()),
    ],
)
def test_changes_that_cannot_be_seen_are_named(before: str, after: str, points: tuple[str, ...]) -> None:
    diff = file_diff(before, after, is_asked=False, alike=skeleton)
    assert diff.unseen == (points,)


def test_large_differences_wait_until_somebody_asks() -> None:
    before = "".join(f"{n}\n" for n in range(6_000))
    after = before + "more\n"
    assert file_diff(before, after, is_asked=False, alike=skeleton).waits
    assert file_diff(before, after, is_asked=True, alike=skeleton).rows[-1].text == "more\n"
