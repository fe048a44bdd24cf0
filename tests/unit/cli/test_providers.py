"""`qodev providers add` and `remove`, and what `test` tells (architecture.md, section 11)."""

from pathlib import Path

import pytest

from tests.unit.cli.conftest import Command

AGENT = 'name = "{0}"\nprovider_instance = "{1}"\nmodel = "m"\nendpoint = "/v1/x"\n[body]\nmessages = []\n'


def test_add_makes_an_instance_that_is_listed(qodev: Command, home: Path) -> None:
    done = qodev("providers", "add", "My box", "--api", "ollama", "--url", "http://box:11434/api/chat", "--json")
    path = home / "config" / "providers" / "my_box.toml"
    assert (done.code, done.json) == (0, {"name": "My box", "file": str(path)})
    listed = {row["name"]: row for row in qodev("providers", "list", "--json").json}
    assert listed["My box"] == {
        "name": "My box",
        "client_api": "ollama",
        "url": "http://box:11434",
        "layer": "user",
        "overrides_bundled": False,
        "key": "none",
    }


def test_add_takes_a_key_reference(qodev: Command) -> None:
    qodev("providers", "add", "Mine", "--api", "anthropic", "--url", "https://x.example", "--key-ref", "Mine | env:K")
    status = qodev("providers", "key", "Mine", "--json").json
    assert (status["name"], status["key"]) == ("Mine", "not_set")


@pytest.mark.parametrize(
    ("name", "url", "said"),
    [
        ("Claude", "http://x", "already"),
        ("", "http://x", "needs a name"),
        ("Mine", "box:11434", "must begin with"),
        ("Mine", "http://u:p@box", "user name"),
        ("Mine", "http://box?api_key=1", "key"),
    ],
)
def test_add_refuses_what_cannot_be_an_instance(qodev: Command, home: Path, name: str, url: str, said: str) -> None:
    done = qodev("providers", "add", name, "--api", "ollama", "--url", url, "--json")
    assert done.code == 3
    assert said in done.json["error"]["message"]
    assert not list((home / "config" / "providers").glob("*.toml"))


def test_add_without_an_api_or_with_an_unknown_one_is_a_usage_fault(qodev: Command) -> None:
    assert qodev("providers", "add", "Mine", "--url", "http://x").code == 2
    assert qodev("providers", "add", "Mine", "--api", "olama", "--url", "http://x").code == 2


def test_remove_moves_the_file_to_the_trash(qodev: Command, home: Path) -> None:
    qodev("providers", "add", "Mine", "--api", "ollama", "--url", "http://box")
    done = qodev("providers", "remove", "Mine", "--json")
    assert (done.code, done.json["name"], done.json["breaks"]) == (0, "Mine", [])
    folder = home / "config" / "providers"
    assert [path.name for path in folder.rglob("*.toml")] == ["mine.toml"]
    assert not (folder / "mine.toml").exists()


def test_remove_that_would_break_agents_wants_a_yes(qodev: Command, home: Path) -> None:
    qodev("providers", "add", "Mine", "--api", "ollama", "--url", "http://box")
    (home / "config" / "agents" / "one.toml").write_text(AGENT.format("One", "Mine"))
    path = home / "config" / "providers" / "mine.toml"
    done = qodev("providers", "remove", "Mine", "--json")
    assert (done.code, done.json["breaks"], path.exists()) == (1, ["One"], True)
    said = qodev("providers", "remove", "Mine")
    assert (said.code, "One would break" in said.out) == (1, True)
    done = qodev("providers", "remove", "Mine", "--yes", "--json")
    assert (done.code, done.json["breaks"], path.exists()) == (0, ["One"], False)


def test_remove_refuses_bundled_and_unknown_ones(qodev: Command) -> None:
    for name, said in (("Claude", "part of qodev"), ("Claud", "There is no provider instance")):
        done = qodev("providers", "remove", name, "--yes", "--json")
        assert done.code == 3
        assert said in done.json["error"]["message"]


def test_remove_of_an_override_restores_the_bundled_one(qodev: Command, home: Path) -> None:
    folder = home / "config" / "providers"
    folder.mkdir(exist_ok=True)
    (folder / "over.toml").write_text('name = "llama.cpp"\nextends = "llama.cpp"\nurl = "http://box"\n')
    done = qodev("providers", "remove", "llama.cpp")
    assert done.code == 0
    assert "in use again" in done.out


def test_remove_takes_a_file_that_does_not_load(qodev: Command, home: Path) -> None:
    folder = home / "config" / "providers"
    folder.mkdir(exist_ok=True)
    (folder / "broken.toml").write_text("name = \n")
    assert qodev("providers", "remove", "broken.toml").code == 0
    assert not (folder / "broken.toml").exists()


def test_test_explains_a_refused_connection(qodev: Command) -> None:
    qodev("providers", "add", "Mine", "--api", "ollama", "--url", "http://127.0.0.1:9")
    done = qodev("providers", "test", "Mine", "--json")
    assert (done.code, done.json["ok"], done.json["kind"]) == (1, False, "connect")
    assert done.json["explanation"]["title"] == "The connection was refused."
    assert [(s["name"], s["ok"]) for s in done.json["steps"]] == [("address", False)]
    assert "The connection was refused." in qodev("providers", "test", "Mine").out


def test_test_sends_a_short_message_when_asked(qodev: Command) -> None:
    done = qodev("providers", "test", "Offline", "--message", "echo", "--json")
    assert (done.code, done.json["steps"][-1]["name"], done.json["steps"][-1]["ok"]) == (0, "message", True)
