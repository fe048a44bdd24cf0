"""`qodev run`: text for people, one event a line for programs."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.conftest import Command, Done


def _events(done: Done) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.out.splitlines()]


def test_answer_is_streamed_to_standard_output(qodev: Command) -> None:
    done = qodev("run", "--agent", "Offline Chat", "--model", "echo", "Hello there")
    assert done.code == 0
    assert "Hello there" in done.out


def test_prompt_is_read_from_standard_input(qodev: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("from a pipe"))
    assert "from a pipe" in qodev("run", "--agent", "Offline Chat", "--model", "echo", "-").out


def test_events_are_one_object_a_line_and_end_with_the_summary(qodev: Command) -> None:
    from qodev.types import events

    told = _events(qodev("run", "--agent", "Offline Chat", "--model", "echo", "--json", "Hi"))
    names = [event["type"] for event in told]
    assert all(hasattr(events, name) for name in names)
    assert names[-1] == "RunSummarized"
    assert {"TurnStarted", "RequestBuilt", "TextDelta", "MessageCommitted", "TurnFinished"} <= set(names)
    seqs = [event["seq"] for event in told]
    assert seqs == sorted(seqs)
    assert told[-1]["exit_code"] == 0
    assert told[-1]["text"] == "".join(e["text"] for e in told if e["type"] == "TextDelta")


@pytest.mark.parametrize("script", ["error", "error_in_stream", "broken_json", "cut_stream"])
def test_provider_fault_ends_with_3_and_keeps_the_text(qodev: Command, script: str) -> None:
    told = _events(qodev("run", "--agent", "Offline Chat", "--model", script, "--json", "Hi"))
    assert [e for e in told if e["type"] == "TurnFailed"]
    assert told[-1]["exit_code"] == 3


def test_unknown_names_fail_before_anything_is_sent(qodev: Command, home: Path) -> None:
    done = qodev("run", "--agent", "Nothing", "--json", "Hi")
    assert (done.code, done.json["error"]["kind"]) == (3, "agent")
    assert qodev("run", "--agent", "Offline Chat", "--role", "nothing", "Hi").code == 3
    assert qodev("run", "--agent", "Offline Chat", "--project", "nowhere", "Hi").code == 3


def test_empty_prompt_is_refused(qodev: Command) -> None:
    assert qodev("run", "--agent", "Offline Chat", "  ").code == 3


def test_role_goes_into_the_request(qodev: Command) -> None:
    told = _events(qodev("run", "--agent", "Offline Chat", "--model", "echo", "--role", "reviewer", "--json", "Hi"))
    role = qodev("roles", "show", "reviewer", "--json").json["text"]
    built = next(e for e in told if e["type"] == "RequestBuilt")
    assert json.loads(built["sent_request"]["body"])["messages"][0]["content"] == role
