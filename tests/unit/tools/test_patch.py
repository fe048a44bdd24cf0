"""apply_patch is exact: right where it says, or wrong (P182)."""

import difflib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.base.textfiles import split_lines
from qodev.tools.patch import apply_patch
from qodev.types.tooling import ToolRefusal

TEXT = "".join(f"{n}\n" for n in range(1, 11))
LINES = st.lists(st.sampled_from(["", "a", "b", "c", "-d", "+e", " f", "@@ -1 +1 @@", "\\ x", "ü", "\tx"]), max_size=12)
ENDS = st.sampled_from(["\n", "\r\n"])


def diff(before: str, after: str, context: int = 3) -> str:
    """Returns a unified diff without its two lines of names, with the mark for a missing last newline."""
    rows = difflib.unified_diff(split_lines(before), split_lines(after), n=context)
    made = [row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n" for row in list(rows)[2:]]
    return "".join(made)


def text_of(lines: list[str], end: str, *, is_ended: bool) -> str:
    text = "".join(line + end for line in lines)
    return text if is_ended else text.removesuffix(end)


@given(LINES, LINES, ENDS, st.booleans(), st.booleans(), st.integers(0, 4), st.booleans())
@settings(max_examples=1500, deadline=None)
def test_difference_applied_to_one_text_gives_the_other(
    before: list[str], after: list[str], end: str, ended: bool, other_ended: bool, context: int, lf_patch: bool
) -> None:
    one, other = text_of(before, end, is_ended=ended), text_of(after, end, is_ended=other_ended)
    if one == other:
        return
    patch = diff(one, other, context)
    assert apply_patch(one, patch.replace("\r\n", "\n") if lf_patch else patch) == with_known_end(one, other, end)


def with_known_end(one: str, other: str, end: str) -> str:
    """A file without a single line end has none that could stay: LF is taken."""
    return other.replace("\r\n", "\n") if "\n" not in one else other


@given(st.lists(st.tuples(st.sampled_from("abc"), ENDS), min_size=1, max_size=10), st.integers(0, 9), st.booleans())
def test_mixed_line_ends_stay_where_nothing_changed(lines: list[tuple[str, str]], at: int, adds: bool) -> None:
    at %= len(lines)
    before = "".join(text + end for text, end in lines)
    old = lines[at][0]
    added = "+new\n" if adds else ""
    patch = f"@@ -{at + 1} +{at + 1},{1 + adds} @@\n-{old}\n+other\n{added}"
    after = split_lines(apply_patch(before, patch))
    assert after[:at] + after[at + 1 + adds :] == [t + e for n, (t, e) in enumerate(lines) if n != at]


@pytest.mark.parametrize(
    ("patch", "words"),
    [
        ("", "no hunk"),
        ("1\n2\n", "must begin with `@@"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+x\n", "leave out the lines that name files"),
        ("@@ -1,2 +1,1 @@\n-1\n+x\n", "Hunk 1 does not have the lines"),
        ("@@ -1,1 +1,2 @@\n-1\n+x\n", "Hunk 1 does not have the lines"),
        ("@@ -1 +1 @@\n-1\n+x\n+y\n", "more lines than its head counts"),
        ("@@ -1 +1 @@\n-2\n+x\n", "line 1 of the file is `1`, the patch has `2`"),
        ("@@ -2 +2 @@\n-1\n+x\n", "line 2 of the file is `2`, the patch has `1`"),
        ("@@ -1,2 +1,2 @@\n 1\n-2 \n+x\n", "does not fit"),
        ("@@ -4 +4 @@\n-4\n+x\n@@ -2 +2 @@\n-2\n+y\n", "Hunk 2 lies before the end"),
        ("@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n@@ -3 +3 @@\n-3\n+y\n", "Hunk 2 lies before the end"),
        ("@@ -20 +20 @@\n-20\n+x\n", "behind the end"),
        ("@@ -10,2 +10,2 @@\n 10\n-11\n+x\n", "behind the end"),
        ("@@ -0 +0 @@\n-1\n+x\n", "count from 1"),
        ("@@ -10 +10 @@\n-10\n\\ No newline at end of file\n+x\n", "does end with a newline"),
        ("@@ -1 +1 @@\n-1\n+x\n\\ No newline at end of file\n", "which goes on"),
        ("@@ -1 +1 @@\n*1\n+x\n", "begins with a blank"),
        ("@@ -0,0 +1,0 @@\n", "is empty"),
        ("@@ -99999999999 +1 @@\n-1\n+x\n", "must begin with `@@"),
    ],
)
def test_what_is_not_exact_is_wrong(patch: str, words: str) -> None:
    with pytest.raises(ToolRefusal) as raised:
        apply_patch(TEXT, patch)
    assert words in raised.value.text


@pytest.mark.parametrize(
    ("before", "patch", "after"),
    [
        ("a\nb", "@@ -2 +2 @@\n-b\n+c\n", "a\nc"),  # nothing is said of the end, so it stays
        ("a\nb", "@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+c\n", "a\nc\n"),
        ("a\nb\n", "@@ -2 +2 @@\n-b\n+c\n\\ No newline at end of file\n", "a\nc"),
        ("a\nb", "@@ -2,1 +2,2 @@\n b\n+c\n", "a\nb\nc"),
        ("a\r\nb\r\n", "@@ -1,2 +1,3 @@\n a\n+x\n b\n", "a\r\nx\r\nb\r\n"),
        ("", "@@ -0,0 +1,2 @@\n+a\n+b\n", "a\nb\n"),
        ("a\n", "@@ -1 +0,0 @@\n-a\n", ""),
        ("a\n\nb\n", "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", "a\n\nc\n"),  # the blank of an empty line was dropped
        ("a\n", "@@ -1 +1 @@ def f():\n-a\n+b", "b\n"),
        ("a\n", "@@ -1,0 +2 @@\n+b\n\n\n", "a\nb\n"),
    ],
)
def test_ends_and_edges(before: str, patch: str, after: str) -> None:
    assert apply_patch(before, patch) == after
