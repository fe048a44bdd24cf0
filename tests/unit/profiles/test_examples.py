"""Examples in comments: which lines are meant, and where they stand (U91)."""

import pytest

from qodev.profiles.codev import parse_profile
from qodev.profiles.examples import example_line, find_examples
from qodev.types.permissions import Effect
from qodev.types.profiles import Profile, ProfileScope


def profile_of(comment: str) -> Profile:
    text = f"---\nname: R\ndescription: D.\n{comment}\n---\n# expect deny: in the body\n"
    parsed = parse_profile(text.encode(), "r.md", "r.md", ProfileScope.USER)
    assert parsed.value is not None
    return parsed.value


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("# expect deny: git push origin main", ("run_command", "git push origin main", "deny")),
        ("  #expect ASK write_file : src/a.py ", ("write_file", "src/a.py", "ask")),
        ('# expect hard_ask: eval "$X"', ("run_command", 'eval "$X"', "hard_ask")),
        ("# expect allow: a: b", ("run_command", "a: b", "allow")),
        ("# expect deny update_task_checklist", ("update_task_checklist", "", "deny")),
    ],
)
def test_an_example_is_read(comment: str, expected: tuple[str, str, str]) -> None:
    (found,), faults = find_examples(profile_of(comment))
    assert (found.tool, found.argument, found.effect.value) == expected
    assert found.line == 4
    assert faults == ()


@pytest.mark.parametrize(
    "comment", ["# expected: nothing", "# expect the worst", "# I expect deny: x", "#", "# expect"]
)
def test_prose_is_no_example(comment: str) -> None:
    assert find_examples(profile_of(comment)) == ((), ())


@pytest.mark.parametrize(
    ("comment", "reason"), [("# expect denny: git push", "`denny` is none"), ("# expect deny:", "names no command")]
)
def test_what_is_meant_as_an_example_and_is_none_is_said(comment: str, reason: str) -> None:
    found, (fault,) = find_examples(profile_of(comment))
    assert found == ()
    assert reason in fault.message
    assert fault.span is not None
    assert fault.span.line == 4


@pytest.mark.parametrize("tool", ["run_command", "write_file"])
def test_a_kept_case_reads_back(tool: str) -> None:
    (found,), _ = find_examples(profile_of(example_line(tool, "a b: c", Effect.HARD_ASK)))
    assert (found.tool, found.argument, found.effect) == (tool, "a b: c", Effect.HARD_ASK)
