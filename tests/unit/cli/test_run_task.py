"""`qodev run` with tools: what runs, what is refused, who is asked (P133)."""

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.conftest import Command, Done

OFFLINE = ("--agent", "Offline Chat", "--model", "call_tool")
REVIEWER = """---
name: Reviewer
description: reviews
default_permission: allow
commands: *=allow, git *=ask, git push *=deny
max_steps: 6
---
Look first.
"""


@pytest.fixture
def project(home: Path, tmp_path: Path, qodev: Command) -> Path:
    """Returns a trusted folder with a file; a profile `Reviewer` lies in the user's folder."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text("print('hi')\n")
    paths = qodev("paths", "--json").json
    profiles = Path(paths["config"]) / "profiles"
    profiles.mkdir(parents=True)
    (profiles / "reviewer.md").write_text(REVIEWER)
    shown = qodev("trust", "diff", str(folder)).out
    digest = shown.split("digest of all files: ")[1].split()[0]
    assert qodev("trust", "add", str(folder), "--digest", digest).code == 0
    return folder


def call(tool: str, **arguments: str) -> str:
    return f"{tool} {json.dumps(arguments)}"


def events(done: Done) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.out.splitlines()]


def records(done: Done) -> list[dict[str, Any]]:
    return [event["record"] for event in events(done) if event["type"] == "ToolFinished"]


def test_trusted_project_makes_it_a_code_task(qodev: Command, project: Path) -> None:
    done = qodev("run", *OFFLINE, "--project", str(project), "--json", call("read_file", relative_path="a.py"))
    (record,) = records(done)
    assert (record["state"], record["shown"]) == ("done", "print('hi')\n")
    assert done.code == 0


def test_untrusted_project_stays_a_chat_and_says_so(qodev: Command, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    done = qodev("run", *OFFLINE, "--project", str(folder), call("read_file", relative_path="a.py"))
    assert "is not trusted" in done.err
    assert done.code == 0


def test_summary_names_files_and_refusals(qodev: Command, project: Path) -> None:
    prompt = f"{call('create_file', relative_path='b.py', content='x')}\n{call('run_command', command='git push o m')}"
    done = qodev(
        "run", *OFFLINE, "--project", str(project), "--profile", "Reviewer", "--mode", "auto", "--json", prompt
    )
    summary = events(done)[-1]
    assert summary["type"] == "RunSummarized"
    assert summary["files"] == ["b.py"]
    assert len(summary["denials"]) == 1
    assert "git push *" in summary["denials"][0]
    assert (project / "b.py").read_text() == "x"


def test_question_without_a_terminal_is_a_no(qodev: Command, project: Path) -> None:
    done = qodev("run", *OFFLINE, "--project", str(project), "--json", call("run_command", command="touch made"))
    (record,) = records(done)
    assert record["state"] == "refused"
    assert record["answers"][0]["by"] == "nobody"
    assert not (project / "made").exists()


@pytest.mark.parametrize(("rule", "state"), [("git *", "done"), ("git *=ask", "done"), ("git log*", "refused")])
def test_yes_beforehand_counts_for_exactly_that_rule(qodev: Command, project: Path, rule: str, state: str) -> None:
    prompt = call("run_command", command="git --version")
    done = qodev(
        "run", *OFFLINE, "--project", str(project), "--profile", "Reviewer", "--yes-to", rule, "--json", prompt
    )
    (record,) = records(done)
    assert record["state"] == state


def test_yes_beforehand_never_answers_a_hard_question(qodev: Command, project: Path) -> None:
    prompt = call("run_command", command='eval "$UNKNOWN_TEXT"')
    for rule in ("*", "*=allow"):
        done = qodev("run", *OFFLINE, "--project", str(project), "--mode", "auto", "--yes-to", rule, "--json", prompt)
        assert records(done)[0]["state"] == "refused"


@pytest.mark.parametrize("steps", ["0", "65", "x"])
def test_steps_out_of_range_are_a_usage_fault(qodev: Command, steps: str) -> None:
    assert qodev("run", *OFFLINE, "--max-steps", steps, "Hi").code == 2


def test_cap_of_this_run_ends_it(qodev: Command, project: Path) -> None:
    prompt = "\n---\n".join([call("read_file", relative_path="a.py"), call("list_files", relative_directory="")])
    done = qodev("run", *OFFLINE, "--project", str(project), "--max-steps", "1", "--json", prompt)
    assert events(done)[-1]["stop"] == "step_limit"
    assert len(records(done)) == 1


def test_unknown_profile_fails_and_never_becomes_build(qodev: Command, project: Path) -> None:
    done = qodev("run", *OFFLINE, "--project", str(project), "--profile", "Nobody", "--json", "Hi")
    assert done.code == 3
    assert "Nobody" in done.json["error"]["message"]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals of this kind")
@pytest.mark.parametrize(("typed", "is_made"), [("y", True), ("n", False)])
def test_question_is_asked_on_the_terminal(project: Path, home: Path, typed: str, is_made: bool) -> None:
    argv = (sys.executable, "-m", "qodev", "run", *OFFLINE, "--project", str(project))
    ours, theirs = pty.openpty()
    prompt = call("run_command", command="touch made")
    with subprocess.Popen(
        (*argv, prompt), stdin=theirs, stdout=theirs, stderr=theirs, env=dict(os.environ), start_new_session=True
    ) as process:
        os.close(theirs)
        shown = _until(ours, "? ")
        assert "touch made" in shown
        assert "[y] yes, once" in shown
        os.write(ours, f"{typed}\n".encode())
        _until(ours, "")
        assert process.wait(30) == 0
    os.close(ours)
    assert (project / "made").exists() is is_made


def _until(terminal: int, end: str) -> str:
    """Reads until the output ends with `end`, or, for "", until nobody writes any more."""
    shown = ""
    while not end or not shown.endswith(end):
        ready, _, _ = select.select([terminal], [], [], 60)
        assert ready, shown
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # Linux says so when the other side has closed
            return shown
        if not piece:
            return shown
        shown += piece.decode("utf-8", "replace")
    return shown
