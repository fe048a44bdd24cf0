"""Lints of the editor and of checks: what they find, and that their fixes end them (S32)."""

import pytest

from qodev.base.textedits import apply_edits
from qodev.profiles.codev import parse_profile
from qodev.profiles.lint import FIX_TITLE, INTERPRETERS, lint_profile
from qodev.types.profiles import Profile, ProfileScope

ALL = ", ".join(f"{pattern}=deny" for pattern, _call in INTERPRETERS)


def profile_of(front: str) -> Profile:
    text = f"---\nname: R\ndescription: D.\n{front}\n---\nWork."
    parsed = parse_profile(text.encode(), "r.md", "r.md", ProfileScope.USER)
    assert parsed.value is not None, parsed.diagnostics
    return parsed.value


def codes(front: str) -> list[str]:
    return [found.code.value.removeprefix("commands_") for found in lint_profile(profile_of(front))]


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("commands: *=ask", []),
        ("commands: git push *=deny", ["interpreter"]),
        (f"commands: git push *=deny, {ALL}", []),
        ("commands: *=deny, npm test=allow", []),
        ("default_permission: deny\ncommands: git push *=deny", []),
        ("tools: run_command=deny\ncommands: git push *=deny", ["interpreter"]),
        ("tools: run_command=deny, verify_command=deny, start_*=deny\ncommands: git push=deny", []),
        (f"commands: git push=deny, {ALL}", ["no_tail"]),
        (f"commands: git push=deny, git push *=deny, {ALL}", []),
        (f"commands: git push *=deny, git *=ask, {ALL}", ["shadowed_deny"]),
        (f"commands: git push *=deny, git *=deny, {ALL}", []),
        (f"commands: git push *=deny, *=allow, {ALL}", ["star_after_deny"]),
        (f"commands: git push *=deny, **=ask, {ALL}", ["star_after_deny"]),
        ("commands: find *=allow", ["broad_allow"]),
        ("commands: /usr/bin/find . *=allow", ["broad_allow"]),
        ("commands: python3.12 *=allow", ["broad_allow"]),
        ("commands: npm *=allow, find .=allow, find *=ask", []),
        (f"commands: *--force*=deny, {ALL}", ["option_deny"]),
        (f"commands: git-lfs *=deny, {ALL}", []),
        ("commands: git push *=ask", ["ask_in_auto"]),
        ("commands: npm publish=ask, git log *=ask", ["ask_in_auto"]),
    ],
)
def test_lint_finds(front: str, expected: list[str]) -> None:
    assert codes(front) == expected


def test_the_interpreter_lint_names_what_is_left_and_stands_at_the_deny() -> None:
    (found,) = lint_profile(profile_of("commands: *=ask, git push *=deny, python*=deny"))
    assert found.message == "`node`, `bash` and scripts can still do what `git push *` denies."
    assert found.span is not None
    assert (found.span.line, found.span.column) == (4, 18)


@pytest.mark.parametrize(
    "front",
    ["commands: git push *=deny", 'commands: "git push *=deny"', "commands: npm *=ask\ncommands: git push *=deny,"],
)
def test_the_fix_denies_the_interpreters_and_ends_the_lint(front: str) -> None:
    profile = profile_of(front)
    (found,) = lint_profile(profile)
    assert found.fix is not None
    assert found.fix.title == FIX_TITLE
    after = parse_profile(apply_edits(profile.source, found.fix.edits).encode(), "r.md", "r.md", ProfileScope.USER)
    assert after.value is not None, after.diagnostics
    assert list(lint_profile(after.value)) == []
    assert after.value.command_rules[-1].pattern == "./*"


def test_without_room_the_lint_says_so_and_adds_none() -> None:
    rules = ", ".join(f"tool{n} *=deny" for n in range(20))
    found = next(lint_profile(profile_of(f"commands: {rules}")))
    assert found.fix is None
    assert "room for 20" in (found.hint or "")


@pytest.mark.parametrize(
    ("front", "expected"),
    [(f"commands: git  push=deny, {ALL}", "git push *=deny"), ("commands: git push *=ASK", "git push *=deny")],
)
def test_a_mechanical_fix_replaces_the_rule(front: str, expected: str) -> None:
    profile = profile_of(front)
    found = next(d for d in lint_profile(profile) if d.fix is not None)
    assert found.fix is not None
    assert expected in apply_edits(profile.source, found.fix.edits)
