"""`qodev profiles` and `qodev trust`: documents, exit codes, and that nothing is trusted by a path alone."""

import json
import os
import pty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.conftest import Command

PROFILE = "---\nname: {name}\ndescription: D.\ndefault_permission: {default}\n{more}---\nWork.\n"


def write(path: Path, name: str, default: str = "ask", more: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(PROFILE.format(name=name, default=default, more=more), encoding="utf-8")
    return path


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "work" / "shop"
    write(folder / ".qodev" / "agents" / "reviewer.md", "Reviewer", "allow")
    (folder / "AGENTS.md").write_text("Be kind.\n")
    return folder


def states(qodev: Command, project: Path) -> dict[str, str]:
    rows = qodev("profiles", "list", "--project", str(project), "--json").json
    return {f"{row['layer']}:{row['name']}": row["state"] for row in rows}


def add(qodev: Command, folder: Path) -> None:
    digest = qodev("trust", "diff", str(folder), "--json").json["digest"]
    assert qodev("trust", "add", str(folder), "--digest", digest).code == 0


def test_list_has_a_row_for_each_profile_and_each_skipped_file(qodev: Command, home: Path) -> None:
    folder = home / "config" / "profiles"
    write(folder / "mine.md", "Mine")
    write(folder / "code.md", "Code")
    write(folder / "plan.md", "Plan")
    write(folder / "bad.md", "Bad", "maybe")
    rows = qodev("profiles", "list", "--json").json
    found = {row["name"]: row["state"] for row in rows}
    assert found["Mine"] == "active"
    assert found["Code"] == "replaces_built_in"
    assert found["bad.md"] == "skipped"
    assert [row["state"] for row in rows if row["name"] == "Plan"] == ["active", "reserved"]
    assert {row["layer"] for row in rows if row["state"] in ("skipped", "reserved")} == {"user"}
    assert rows[0]["name"] == "Build"
    assert {"name", "key", "format", "layer", "state", "file"} <= set(rows[0])


def test_show_prints_rules_and_text(qodev: Command, home: Path) -> None:
    write(home / "config" / "profiles" / "mine.md", "Mine", more="tools: read_file=allow\n")
    document = qodev("profiles", "show", "MINE", "--json").json
    assert document["profile"]["tools"] == [["read_file", "allow"]]
    assert document["text"].startswith("---\nname: Mine")
    assert document["diagnostics"] == []
    assert qodev("profiles", "show", "Plan").code == 0


def test_show_an_unknown_name_fails_with_the_known_ones(qodev: Command) -> None:
    done = qodev("profiles", "show", "Nobody", "--json")
    assert done.code == 3
    assert "Build" in done.json["error"]["hint"]


def test_check_finds_faults_lints_and_failing_examples_in_every_form(qodev: Command, tmp_path: Path) -> None:
    project = tmp_path / "p"
    write(project / ".qodev" / "agents" / "a.md", "A", more="commands: git push=deny\n# expect deny: git push x\n")
    write(project / ".codev" / "agents" / "b.md", "B", more="tool: x=ask\n")
    agent = project / ".opencode" / "agents" / "team" / "c.md"
    agent.parent.mkdir(parents=True)
    agent.write_text("---\ndescription: D\ntop_p: 1\n---\nWork.\n")
    done = qodev("profiles", "check", str(project), "--json", "--sarif", str(tmp_path / "s.json"))
    found = {(d["id"], Path(d["file"]).name, d["line"]) for d in done.json["diagnostics"]}
    assert {
        ("example_failed", "a.md", 6),
        ("commands_no_tail", "a.md", 5),
        ("commands_interpreter", "a.md", 5),
    } <= found
    assert {("unknown_field", "b.md", 5), ("opencode_field", "c.md", 3)} <= found
    assert (done.code, done.json["checked"]) == (1, 3)
    results = json.loads((tmp_path / "s.json").read_text())["runs"][0]["results"]
    assert len(results) == len(done.json["diagnostics"])
    assert qodev("check", str(project), "--json").json == done.json
    parts = qodev("check", *(str(project / part) for part in (".qodev", ".codev", ".opencode")), "--json").json
    assert parts["checked"] == 3, "a CI step may name the folders as well as the project"


def test_check_of_one_file_says_nothing_of_others(qodev: Command, tmp_path: Path) -> None:
    write(tmp_path / "profiles" / "bad.md", "Bad", "maybe")
    good = write(tmp_path / "profiles" / "good.md", "Good")
    done = qodev("profiles", "check", str(good), "--json")
    assert (done.code, done.json) == (0, {"diagnostics": [], "checked": 1})


def test_check_of_what_holds_no_profiles_is_a_problem(qodev: Command, tmp_path: Path) -> None:
    assert qodev("profiles", "check", str(tmp_path / "nowhere")).code == 1


def test_check_covers_the_users_own_profiles(qodev: Command, home: Path) -> None:
    write(home / "config" / "profiles" / "bad.md", "Bad", "maybe")
    done = qodev("check", "--json")
    assert [d["id"] for d in done.json["diagnostics"]] == ["default_permission"]
    assert (done.code, done.json["checked"]) == (1, 1)
    assert qodev("profiles", "check", "--json").json == done.json


def test_a_projects_profile_counts_only_while_it_is_trusted(qodev: Command, shop: Path) -> None:
    assert "project:Reviewer" not in states(qodev, shop)
    add(qodev, shop)
    assert states(qodev, shop)["project:Reviewer"] == "active"
    write(shop / ".qodev" / "agents" / "reviewer.md", "Reviewer", "deny")
    assert states(qodev, shop)["project:Reviewer"] == "changed"
    add(qodev, shop)
    assert states(qodev, shop)["project:Reviewer"] == "active"
    assert qodev("trust", "remove", str(shop), "--json").json == {"path": str(shop), "trusted": False}
    assert "project:Reviewer" not in states(qodev, shop)


def test_diff_shows_what_would_appear_be_replaced_and_be_allowed(qodev: Command, home: Path, shop: Path) -> None:
    write(home / "config" / "profiles" / "mine.md", "reviewer", "deny", "tools: read_file=allow\n")
    write(shop / ".codev" / "agents" / "plan.md", "PLAN")
    done = qodev("trust", "diff", str(shop), "--json")
    document = done.json
    assert done.code == 1
    assert (document["appears"], document["shadowed"], document["ignored"]) == (["Reviewer"], ["reviewer"], ["PLAN"])
    allowed = {found["subject"]: (found["before"], found["after"]) for found in document["allowed"]}
    assert allowed["run_command"] == ("deny", "allow")
    assert "read_file" not in allowed
    assert [file["path"] for file in document["changed"]] == [
        ".codev/agents/plan.md",
        ".qodev/agents/reviewer.md",
        "AGENTS.md",
    ]


def test_diff_of_a_change_compares_with_what_was_accepted(qodev: Command, shop: Path) -> None:
    path = write(shop / ".qodev" / "agents" / "reviewer.md", "Reviewer", "deny", "commands: git push *=deny\n")
    add(qodev, shop)
    assert qodev("trust", "diff", str(shop)).code == 0
    write(path, "Reviewer", "ask")
    done = qodev("trust", "diff", str(shop), "--json")
    subjects = {found["subject"] for found in done.json["allowed"]}
    assert {"run_command", "command git push *"} <= subjects
    assert (done.json["appears"], [file["state"] for file in done.json["changed"]]) == ([], ["changed"])
    assert "-commands: git push *=deny" in qodev("trust", "diff", str(shop)).out


def trusted(qodev: Command) -> list[str]:
    return [folder["path"] for folder in qodev("trust", "list", "--json").json]


@pytest.fixture
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        yield


@pytest.mark.usefixtures("no_terminal")
@pytest.mark.parametrize("more", [(), ("--yes",), ("--digest", "0" * 64)])
def test_a_path_alone_trusts_nothing_where_nobody_can_be_asked(
    qodev: Command, shop: Path, more: tuple[str, ...]
) -> None:
    done = qodev("trust", "add", str(shop), *more, "--json")
    assert done.code == 3
    assert qodev("trust", "diff", str(shop), "--json").json["digest"] in f"{done.json['error']}"
    assert trusted(qodev) == []


@pytest.mark.usefixtures("no_terminal")
def test_digests_of_single_files_must_name_all_of_them(qodev: Command, shop: Path) -> None:
    digests = [file["digest"] for file in qodev("trust", "diff", str(shop), "--json").json["files"]]
    assert qodev("trust", "add", str(shop), "--digest", digests[0]).code == 3
    named = [word for digest in digests for word in ("--digest", digest)]
    document: dict[str, Any] = qodev("trust", "add", str(shop), *named, "--json").json
    assert (document["path"], document["trusted"]) == (str(shop), True)
    assert trusted(qodev) == [str(shop)]
    assert qodev("trust", "list").out.split()[-1] == "trusted"
    shop.rename(shop.with_name("elsewhere"))
    assert qodev("trust", "list").out.rstrip().endswith("another folder, or gone")


def test_the_list_of_no_folder_says_so(qodev: Command) -> None:
    assert qodev("trust", "list").out == "No folder is trusted.\n"
    assert trusted(qodev) == []


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Gives the command a terminal to ask at, and the test its other end."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "r") as keyboard:
        monkeypatch.setattr("sys.stdin", keyboard)
        yield ours
    os.close(ours)


@pytest.mark.parametrize(("answer", "code", "count"), [(b"y\n", 0, 1), (b"n\n", 130, 0), (b"\n", 130, 0)])
def test_a_terminal_is_asked_once(
    qodev: Command, shop: Path, terminal: int, answer: bytes, code: int, count: int
) -> None:
    os.write(terminal, answer)
    done = qodev("trust", "add", str(shop))
    assert done.code == code
    assert "AGENTS.md" in done.err
    assert len(trusted(qodev)) == count


@pytest.mark.usefixtures("terminal")
def test_yes_counts_on_a_terminal(qodev: Command, shop: Path) -> None:
    assert qodev("trust", "add", str(shop), "--yes").code == 0


def test_the_home_folder_cannot_be_trusted(qodev: Command, tmp_path: Path) -> None:
    done = qodev("trust", "add", str(tmp_path), "--digest", "0" * 64, "--json")
    assert done.code == 3
    assert "home folder" in done.json["error"]["message"]


def test_a_damaged_trust_file_trusts_nothing_and_is_a_problem(qodev: Command, home: Path, shop: Path) -> None:
    add(qodev, shop)
    store = home / "data" / "trust.json"
    store.write_bytes(store.read_bytes()[:-9])
    before = store.read_bytes()
    assert "project:Reviewer" not in states(qodev, shop)
    assert [d["id"] for d in qodev("check", "--json").json["diagnostics"]] == ["trust.unreadable"]
    assert qodev("trust", "remove", str(shop)).code == 3
    assert store.read_bytes() == before


def test_damaged_rules_are_a_problem(qodev: Command, home: Path) -> None:
    (home / "data").mkdir(exist_ok=True)
    (home / "data" / "policies.json").write_text('{"projects": 5}')
    assert [d["id"] for d in qodev("check", "--json").json["diagnostics"]] == ["rules.unreadable"]
