"""What the profile editor says of texts holds for every text, and its repairs repair (U65, U76, U80)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.base.diagnostics import Severity
from qodev.base.tasks import WorkPool
from qodev.base.textedits import apply_edits
from qodev.profiles.codev import parse_profile
from qodev.services.kept_examples import KeptExamples
from qodev.services.profile_editing import ProfileEditing
from qodev.services.profile_examples import ProfileExamples
from qodev.types.profiles import ProfileScope, ProfileSnapshot

PATH = "/profiles/mine.md"
GOOD = """---
name: Mine
description: Does it.
tools: create_file=deny, mcp:*=ask
commands: git push *=deny, *=allow
max_steps: 3
---
Do it.
"""
_other = parse_profile(
    GOOD.replace("Mine", "Other").encode(), "other.md", "/profiles/other.md", ProfileScope.USER
).value
assert _other is not None
SNAPSHOT = ProfileSnapshot(1, None, (_other,))


class _NoSimulator:
    async def explain(self, *_args: object) -> object:
        raise AssertionError("nothing is judged here")


@pytest.fixture(scope="module")
def editing(tmp_path_factory):
    pool = WorkPool()
    kept = KeptExamples(tmp_path_factory.mktemp("data") / "kept.json")
    simulator = _NoSimulator()
    yield ProfileEditing(lambda: SNAPSHOT, simulator, ProfileExamples(simulator), pool, kept)
    pool.close()


def _codes(analysis):
    return [found.code.value for found in analysis.diagnostics]


def _analyse(editing, text):
    return editing._analyse(Path(PATH), text)  # the pure part of `analyse`


@pytest.mark.parametrize(
    ("before", "after", "code", "title"),
    [
        ("max_steps", "max_stepz", "unknown_field", "Rename to `max_steps`"),
        ("max_steps: 3\n", "max_steps: 3\nmax_steps: 4\n", "dup_field", "Remove this line"),
        ("max_steps: 3\n", "max_steps: 3\nedit_paths:\n", "path_empty", "Remove this line"),
        ("name: Mine", 'name: "Mine', "quote", "Close the quotes"),
        ("---\nname", "name", "no_open", "Add `---` above"),
        ("create_file=deny", "create_file=deny, CREATE_FILE=ask", "tools_duplicate", "Remove `CREATE_FILE=ask`"),
        ("*=allow", "*=allow, *=ask", "commands_duplicate", "Remove `*=ask`"),
        ("Mine", "oTHER", "duplicate_name", "Call it `oTHER 2`"),
        ("Mine", "Plan", "reserved_name", "Call it `Plan 2`"),
    ],
)
def test_repair_mends_its_fault(editing, before, after, code, title):
    text = GOOD.replace(before, after, 1)
    found = next(one for one in _analyse(editing, text).diagnostics if one.code.value == code)
    assert found.fix is not None
    assert found.fix.title == title
    mended = _analyse(editing, apply_edits(text, found.fix.edits))
    assert code not in _codes(mended)
    assert [one for one in mended.diagnostics if one.severity is Severity.ERROR] == []


def test_shadowed_rule_is_removed_by_its_repair(editing):
    found = next(one for one in _analyse(editing, GOOD).diagnostics if one.code.value == "rule_shadowed")
    assert found.fix is not None
    assert apply_edits(GOOD, found.fix.edits) == GOOD.replace("git push *=deny, ", "")


def test_other_faults_are_told_of_a_text_that_is_too_large(editing):
    text = GOOD.replace("Mine", "Other").replace("max_steps", "steps") + "x" * 40_000
    assert {"too_large", "unknown_field", "duplicate_name"} <= set(_codes(_analyse(editing, text)))


def test_count_is_of_what_would_be_written(editing):
    analysis = _analyse(editing, "\ufeff" + GOOD + "😀")
    assert analysis.bytes == len(GOOD.encode()) + 4


_PIECES = st.sampled_from(
    ["---", "name", "tools", "commands", "description", "max_steps", ":", "=", ",", " ", "deny", "ask", "*", '"', "'", "\n",
     "\r\n", "\r", "Mine", "Plan", "Other", "#", "# expect deny: ls", "é", "\ufeff", "\u2028", "😀", "- ", "mcp:*", "edit_paths", "a/b"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=60).map("".join), st.booleans())
def test_every_text_is_analysed_and_every_repair_can_be_made(editing, text, is_fenced):
    whole = f"---\n{text}\n---\nDo it.\n" if is_fenced else text
    plain = whole.removeprefix("\ufeff").replace("\r\n", "\n")
    analysis = _analyse(editing, plain)
    for found in analysis.diagnostics:
        if found.fix is not None and "\r" not in plain:
            _analyse(editing, apply_edits(plain, found.fix.edits))
