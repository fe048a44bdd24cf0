"""Edits of one field or rule leave every other byte of a profile alone, and read back as what was written (U61, U76)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.base.text import BLANKS
from qodev.profiles import edits
from qodev.profiles.codev import parse_profile
from qodev.profiles.written import read_written
from qodev.types.permissions import Effect
from qodev.types.profile_editing import COMMANDS, TOOLS
from qodev.types.profiles import ProfileScope

TEXT = """---
# Mine.
name: "Rev"
description:  Looks.
tools: a=ask ,  run_command = deny,mcp:*=deny
commands: *=allow, git *=ask,
commands: git push *=deny

max_steps: 6
---

Body here.
more

"""


def _lines(text, *numbers):
    lines = text.split("\n")
    return [lines[number - 1] for number in numbers]


def _parsed(text):
    return parse_profile(text.encode(), "x.md", "x.md", ProfileScope.USER)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(
    ("name", "value", "line", "expected"),
    [
        ("name", "X y", 3, 'name: "X y"'),
        ("description", "Other", 4, "description:  Other"),
        ("description", '"x', 4, 'description:  ""x"'),
        ("max_steps", "7", 9, "max_steps: 7"),
    ],
)
def test_field_keeps_every_other_line(name, value, line, expected, end, mark):
    text = mark + TEXT.replace("\n", end)
    after = edits.set_field(text, name, value)
    before, now = text.split(end), after.split(end)
    assert now[line - 1].removeprefix(mark) == expected
    assert now[: line - 1] + now[line:] == before[: line - 1] + before[line:]
    assert read_written(after).value(name) == value


def test_missing_field_goes_to_its_usual_place():
    assert _lines(edits.set_field(TEXT, "model", "m1"), 4, 5) == ["description:  Looks.", "model: m1"]


def test_emptied_field_loses_its_line_unless_it_is_needed():
    assert "max_steps" not in edits.set_field(TEXT, "max_steps", "")
    assert _lines(edits.set_field(TEXT, "description", ""), 4) == ["description:"]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (0, "tools: run_command = deny,mcp:*=deny"),
        (1, "tools: a=ask,mcp:*=deny"),
        (2, "tools: a=ask ,  run_command = deny"),
    ],
)
def test_rule_is_removed_with_its_comma(place, expected):
    assert _lines(edits.remove_rule(TEXT, TOOLS, place), 5) == [expected]


def test_last_rule_of_a_line_takes_the_line_along():
    assert _lines(edits.remove_rule(TEXT, COMMANDS, 2), 6, 7) == ["commands: *=allow, git *=ask,", ""]


def test_effect_alone_changes_between_equal_blanks():
    assert _lines(edits.set_rule(TEXT, TOOLS, 1, "run_command", Effect.ASK), 5) == [
        "tools: a=ask ,  run_command = ask,mcp:*=deny"
    ]


def test_rules_change_places_across_lines():
    assert _lines(edits.move_rule(TEXT, COMMANDS, 1, 1), 6, 7) == [
        "commands: *=allow, git push *=deny,",
        "commands: git *=ask",
    ]
    assert edits.move_rule(TEXT, COMMANDS, 2, 1) == TEXT
    assert edits.move_rule(TEXT, COMMANDS, 0, -1) == TEXT


def test_long_line_of_rules_is_followed_by_another():
    text = TEXT
    for number in range(12):
        text = edits.add_rule(text, COMMANDS, f"program-{number} *", Effect.DENY)
    parsed = _parsed(text)
    assert parsed.value is not None
    assert [rule.pattern for rule in parsed.value.command_rules][3:] == [f"program-{n} *" for n in range(12)]
    assert all(len(line) < 140 for line in text.split("\n"))


def test_denied_tools_come_last():
    text = edits.deny_tools(TEXT, ("run_command", "verify_command"))
    assert _lines(text, 5) == ["tools: a=ask,mcp:*=deny, run_command=deny, verify_command=deny"]


def test_example_is_the_last_line_of_the_front_matter():
    assert _lines(edits.add_comment(TEXT, "# expect deny: x"), 10, 11) == ["# expect deny: x", "---"]


def test_instructions_keep_the_blank_lines_around_them():
    assert edits.set_instructions(TEXT, "New\nx\n").endswith("---\n\nNew\nx\n\n")
    empty = "---\nname: a\ndescription: b\n---"
    assert edits.set_instructions(empty, "New") == f"{empty}\nNew\n"


_WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\r\n,="), max_size=20)


@given(_WORDS)
def test_any_value_reads_back(value):
    after = edits.set_field(TEXT, "description", value)
    assert read_written(after).value("description") == value.strip(BLANKS)
    assert edits.set_field(after, "description", "Looks.").split("\n")[4:] == TEXT.split("\n")[4:]


@given(st.text(st.sampled_from("-\n \t:#=,*ab\"'\r\ufeff"), max_size=80))
def test_reading_never_fails(text):
    read_written(text)
