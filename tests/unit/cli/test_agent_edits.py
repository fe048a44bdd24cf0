"""`qodev agents new`, `duplicate`, `override`, `diff` and `matrix`: exit codes and JSON of the contract."""

from pathlib import Path

from tests.unit.cli.conftest import Command

BASE = "Ollama Base Chat"


def test_new_writes_a_short_file_that_loads(qodev: Command, home: Path) -> None:
    done = qodev("agents", "new", "My Qwen", "--extends", BASE, "--model", "qwen3:8b", "--json")
    path = home / "config" / "agents" / "my_qwen.toml"
    assert (done.code, done.json) == (0, {"name": "My Qwen", "file": str(path)})
    assert qodev("agents", "show", "My Qwen", "--json").json["effective"]["model"] == "qwen3:8b"


def test_new_refuses_a_bundled_name_and_an_unknown_base(qodev: Command) -> None:
    taken = qodev("agents", "new", "Mistral Chat", "--extends", BASE, "--model", "m", "--json")
    assert taken.code == 3
    assert "bundled agents cannot be replaced" in taken.json["error"]["message"]
    unknown = qodev("agents", "new", "Mine", "--extends", "Ollama Base Chta", "--json")
    assert (unknown.code, unknown.json["error"]["hint"]) == (3, f"Did you mean `{BASE}`?")


def test_new_without_a_base_is_a_wrong_command_line(qodev: Command) -> None:
    assert qodev("agents", "new", "Mine").code == 2


def test_duplicate_differs_in_nothing(qodev: Command, home: Path) -> None:
    done = qodev("agents", "duplicate", "Mistral Chat", "Mine", "--json")
    assert done.json == {"name": "Mine", "file": str(home / "config" / "agents" / "mine.toml")}
    assert qodev("agents", "diff", "Mistral Chat", "Mine", "--json").json["equal"] is True


def test_override_is_stored_shown_and_taken_back(qodev: Command, home: Path) -> None:
    chosen = qodev("agents", "override", "Mistral Chat", "mistral-x", "--json")
    assert chosen.json == {"name": "Mistral Chat", "model": "mistral-x", "overridden": True}
    assert "mistral-x" in (home / "config" / "agent_models.json").read_text(encoding="utf-8")
    rendered = qodev("agents", "render", "Mistral Chat", "--json").json
    assert rendered["body"]["model"] == "mistral-x"
    reset = qodev("agents", "override", "Mistral Chat", "--reset", "--json").json
    assert (reset["overridden"], reset["model"]) == (
        False,
        rendered["body"]["model"].replace("mistral-x", reset["model"]),
    )


def test_override_wants_a_model_or_reset(qodev: Command) -> None:
    assert qodev("agents", "override", "Mistral Chat").code == 2
    assert qodev("agents", "override", "Nobody", "m").code == 3


def test_diff_says_what_kind_each_change_is(qodev: Command) -> None:
    done = qodev("agents", "diff", "Claude Haiku 4.5 Chat", "Claude Sonnet 5 Chat", "--json").json
    changes = {change["path"]: change for change in done["body"]}
    assert changes["max_tokens"] == {"path": "max_tokens", "kind": "changed", "before": [8192], "after": [32000]}
    assert (changes["thinking"]["kind"], changes["thinking"]["before"]) == ("added", [])


def test_diff_of_an_unknown_agent_fails_with_a_near_miss(qodev: Command) -> None:
    done = qodev("agents", "diff", "Mistral Cht", "Mistral Chat", "--json")
    assert done.code == 3
    assert "Mistral Chat" in done.json["error"]["hint"]


def test_matrix_passes_and_names_each_cell(qodev: Command) -> None:
    done = qodev("agents", "matrix", "Mistral Chat", "Codestral FIM", "--json")
    assert done.code == 0
    cells = done.json["cells"]
    assert len(cells) == 24
    assert {cell["state"] for cell in cells} == {"ok", "not_applicable"}
    assert set(cells[0]) == {"agent", "fixture", "state", "diagnostic"}


def test_matrix_with_a_failed_cell_is_a_problem(qodev: Command, home: Path) -> None:
    text = f'name = "Mine"\nextends = "{BASE}"\nmodel = "m"\n[body]\nx = "{{{{ tojsn(1) }}}}"\n'
    (home / "config" / "agents" / "a.toml").write_text(text, encoding="utf-8")
    done = qodev("agents", "matrix", "Mine", "--json")
    assert done.code == 1
    failed = next(cell for cell in done.json["cells"] if cell["state"] == "failed")
    assert failed["diagnostic"]["id"] == "template.unknown_function"
    shown = qodev("agents", "matrix", "Mine")
    assert "FAILED" in shown.out
    assert "12 Failed" in shown.out
