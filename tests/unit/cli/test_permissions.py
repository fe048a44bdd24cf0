"""`qodev permissions explain`: the contract's JSON, and verdicts that come from the one deciding function."""

import json
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Command

PROFILE = """---
name: Careful
description: For tests.
default_permission: allow
commands: *=allow, git *=ask, git push *=deny
edit_paths: src/**
---
Work.
"""


@pytest.fixture
def profile(tmp_path: Path) -> str:
    path = tmp_path / "careful.md"
    path.write_text(PROFILE, encoding="utf-8")
    return str(path)


def test_explain_names_the_deciding_rule_with_its_line(qodev: Command, profile: str) -> None:
    done = qodev(
        "permissions", "explain", "--profile", profile, "--command", "cd x && git push", "--mode", "auto", "--json"
    )
    found = json.loads(done.out)
    assert done.code == 0
    assert (found["effect"], found["stage"], found["reason"]) == ("deny", "command", "rule:git push *")
    assert (found["rule"]["file"], found["rule"]["line"]) == (profile, 5)
    assert [clause["effect"] for clause in found["clauses"]] == ["allow", "deny"]


@pytest.mark.parametrize(
    ("mode", "effect"), [("ask", "ask"), ("auto", "allow"), ("allowlist", "ask"), ("read_only", "ask")]
)
def test_explain_follows_the_mode(qodev: Command, profile: str, mode: str, effect: str) -> None:
    done = qodev("permissions", "explain", "--profile", profile, "--command", "git log", "--mode", mode, "--json")
    assert json.loads(done.out)["effect"] == effect


def test_explain_refuses_a_path_outside_of_the_list(qodev: Command, profile: str, tmp_path: Path) -> None:
    given = ("--tool", "write_file", "--path", "docs/x", "--project", str(tmp_path))
    done = qodev("permissions", "explain", "--profile", profile, *given, "--json")
    found = json.loads(done.out)
    assert (found["effect"], found["stage"], found["rule"]["line"]) == ("deny", "path", 6)


@pytest.mark.parametrize(
    ("tool", "path", "reason"),
    [
        ("write_file", ".git/config", "nothing inside `.git` is read or written by tools"),
        ("read_file", "a/.GIT/x", "nothing inside `.git` is read or written by tools"),
        ("write_file", "src/../../x", "the path leads out of the project"),
        ("write_file", "src/..", "the path names the project itself"),
        ("read_file", "conf/.env", "the name looks like that of a secret"),
        ("write_file", "/etc/x", "the path is absolute; name it from the project's folder"),
    ],
)
def test_what_no_project_can_hold_is_refused_without_one_too(qodev: Command, tool: str, path: str, reason: str) -> None:
    done = qodev("permissions", "explain", "--tool", tool, "--path", path, "--mode", "auto", "--json")
    found = json.loads(done.out)
    assert (found["effect"], found["stage"], found["reason"]) == ("deny", "built_in", f"built_in:{reason}")


def test_a_path_is_judged_as_its_letters_lead_without_a_project(qodev: Command, profile: str) -> None:
    given = ("permissions", "explain", "--mode", "auto", "--tool", "write_file", "--json", "--path")
    outside = json.loads(qodev(*given, "src/../docs/x", "--profile", profile).out)
    steering = json.loads(qodev(*given, ".qodev/agents/x.md").out)
    assert (outside["effect"], outside["stage"]) == ("deny", "path")
    assert steering["stage"] == "hard_ask"


def test_explain_without_a_call_is_a_usage_fault(qodev: Command) -> None:
    assert qodev("permissions", "explain").code == 2


def test_explain_with_an_unknown_profile_fails_with_the_known_names(qodev: Command) -> None:
    done = qodev("permissions", "explain", "--profile", "Nobody", "--command", "ls", "--json")
    assert done.code == 3
    assert "Orchestrator" in json.loads(done.out)["error"]["hint"]
