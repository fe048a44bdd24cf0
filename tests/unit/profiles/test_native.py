"""The native form beyond the case files: laws over nonsense, and what a message says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.profiles.codev import FIELDS, parse_profile
from qodev.profiles.opencode import parse_opencode
from qodev.types.profiles import ProfileScope

HEAD = "---\nname: R\ndescription: D.\n"


def codes_of(front: str) -> list[str]:
    content = f"{HEAD}{front}\n---\nWork.".encode()
    return [found.code.value for found in parse_profile(content, "r.md", "r.md", ProfileScope.USER).diagnostics]


@given(st.binary(max_size=400))
def test_any_bytes_give_findings_or_a_profile_and_never_raise(content: bytes) -> None:
    for parsed in (
        parse_profile(content, "r.md", "r.md", ProfileScope.USER),
        parse_opencode(content, "r.md", "r.md", ProfileScope.USER_OPENCODE),
    ):
        assert (parsed.value is None) is any(d.severity.value == "error" for d in parsed.diagnostics)


LINES = st.lists(
    st.builds(
        "{}: {}".format,
        st.sampled_from([*FIELDS, "steps", "permission", "permissions", "mode", "hidden"]),
        st.text("ab*?=,:{}[]\"'\\/ \tallowdenysk0189.-~&!#%|>@`", max_size=24),
    ),
    max_size=8,
)


@settings(max_examples=300)
@given(LINES)
def test_any_front_matter_is_judged_without_raising(lines: list[str]) -> None:
    content = "\n".join(["---", *lines, "---", "Work."]).encode()
    parse_profile(content, "r.md", "r.md", ProfileScope.USER)
    parse_opencode(content, "r.md", "r.md", ProfileScope.USER_OPENCODE)


def test_unknown_field_names_the_near_one() -> None:
    content = f"{HEAD}tols: x=ask\n---\nWork.".encode()
    found = parse_profile(content, "r.md", "r.md", ProfileScope.USER).diagnostics[0]
    assert found.hint == "Did you mean `tools`?"


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("commands: git push*=deny, *=allow", ["rule_shadowed"]),
        ("commands: git push *=deny, git push=ask", []),
        ("tools: *=ask, read_file=allow", ["tools_star"]),
        ("tools: read_file=allow, *=ask", ["rule_shadowed"]),
        ("tools: mcp_github_*=deny, mcp:*=ask", ["rule_shadowed"]),
        ("tools: mcp:*=deny, mcp_github_*=ask", []),
    ],
)
def test_order_of_rules_is_commented(front: str, expected: list[str]) -> None:
    assert codes_of(front) == expected
