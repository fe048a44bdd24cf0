"""`qodev roles import` and `qodev agents route --explain`."""

import json
from pathlib import Path

from tests.unit.cli.conftest import Command

ROLES = [
    {"id": "Tester", "name": "My tester", "description": "d", "systemPrompt": "You test."},
    {"id": "shipped", "systemPrompt": "x", "isBuiltIn": True},
]
_AGENT = 'name = "{0}"\nextends = "Mistral Base Chat"\nmodel = "m"\n{1}\n'


def test_import_writes_what_is_ticked(qodev: Command, home: Path, tmp_path: Path) -> None:
    source = tmp_path / "roles.json"
    source.write_text(json.dumps(ROLES))
    done = qodev("roles", "import", str(source), "--json")
    file = str(home / "config" / "roles" / "tester_2.md")
    assert done.code == 0
    assert done.json == {
        "imported": [{"id": "tester_2", "name": "My tester", "description": "d", "layer": "user", "file": file}],
        "left_out": ["shipped"],
        "diagnostics": [],
    }
    assert qodev("roles", "show", "tester_2", "--json").json["text"] == "You test."
    assert json.loads(source.read_text()) == ROLES


def test_import_takes_all_when_told_to(qodev: Command, tmp_path: Path) -> None:
    (tmp_path / "roles.json").write_text(json.dumps(ROLES))
    done = qodev("roles", "import", "roles.json", "--all")
    assert done.code == 0
    assert [line.partition(":")[0] for line in done.out.splitlines()] == ["tester_2", "shipped"]


def test_refused_entry_is_a_problem_and_the_others_are_imported(qodev: Command, tmp_path: Path) -> None:
    (tmp_path / "roles.json").write_text(json.dumps([*ROLES, {"id": "x"}]))
    done = qodev("roles", "import", "roles.json", "--json")
    assert done.code == 1
    assert [role["id"] for role in done.json["imported"]] == ["tester_2"]
    assert "entry 3" in done.json["diagnostics"][0]["message"]


def test_file_that_cannot_be_imported_fails_or_is_a_problem(qodev: Command, tmp_path: Path) -> None:
    assert qodev("roles", "import", "gone.json", "--json").json["error"]["message"]
    assert qodev("roles", "import", "gone.json").code == 3
    (tmp_path / "broken.json").write_text("{")
    done = qodev("roles", "import", "broken.json", "--json")
    assert (done.code, done.json["imported"]) == (1, [])


def test_route_explains_each_entry_with_its_patterns(qodev: Command, home: Path) -> None:
    folder = home / "config"
    (folder / "agents" / "a.toml").write_text(_AGENT.format("Mine", 'match.file_patterns = ["*.c", "*.h"]'))
    (folder / "agents" / "b.toml").write_text(_AGENT.format("Any", ""))
    (folder / "agents" / "c.toml").write_text(_AGENT.format("Late", 'match.project_names = ["P"]'))
    (folder / "pipelines.toml").write_text('[pipelines]\nchat = ["Mine", "Gone", "Any", "Late"]\n')
    done = qodev("agents", "route", "chat", "src/a.h", "--explain", "--json").json
    assert done["winner"] == "Mine"
    mine, gone, _any, late = done["entries"]
    assert mine == {
        "name": "Mine", "verdict": "accepted", "by": [], "reason": None, "never_wins": False, "behind": None,
        "checks": [{"dimension": "file_patterns", "patterns": ["*.c", "*.h"], "fitted": "*.h"}],
    }  # fmt: skip
    assert (gone["verdict"], bool(gone["reason"])) == ("not_loaded", True)
    assert (late["by"], late["never_wins"], late["behind"]) == (["project_names"], True, "Any")
    shown = qodev("agents", "route", "chat", "x.py", "--explain").out
    assert "file_patterns refuse: `*.c`, `*.h`" in shown
    assert "never wins: behind `Any`" in shown
    plain = qodev("agents", "route", "chat", "--json").json["entries"]
    assert [set(entry) for entry in plain] == [{"name", "verdict", "by"}] * 4
