"""The command line contract: documents, tables and exit codes."""

from pathlib import Path

import pytest

from tests.unit.cli.conftest import Command

_AGENT = """name = "Mine"
extends = "Mistral Base Chat"
model = "m"
"""


def _write(home: Path, name: str, text: str) -> Path:
    path = home / "config" / "agents" / name
    path.write_text(text, encoding="utf-8")
    return path


def test_version_is_one_document(qodev: Command) -> None:
    assert set(qodev("--version", "--json").json) == {"version"}


def test_paths_lie_below_the_home(qodev: Command, home: Path) -> None:
    folders = qodev("paths", "--json").json
    assert folders == {name: str(home / name) for name in ("config", "data", "state", "cache")}


def test_unknown_command_is_usage(qodev: Command) -> None:
    assert qodev("nonsense").code == 2
    assert qodev("agents").code == 2
    assert qodev("check", "--nonsense").code == 2


def test_check_without_files_is_done(qodev: Command) -> None:
    done = qodev("check", "--json")
    assert (done.code, done.json) == (0, {"diagnostics": [], "checked": 0})


def test_check_names_file_line_and_cause(qodev: Command, home: Path) -> None:
    path = _write(home, "a.toml", _AGENT.replace("Mistral Base Chat", "Mistral Base Cha"))
    done = qodev("check", "--json")
    assert done.code == 1
    found = done.json["diagnostics"][0]
    assert (found["id"], found["file"], found["line"]) == ("extends.unknown", str(path), 2)
    assert found["hint"] == "Mistral Base Chat"
    assert set(found) == {
        "id", "severity", "message", "file", "line", "column", "key", "name", "hint", "members", "dependants",
    }  # fmt: skip


def test_check_with_warnings_alone_is_done(qodev: Command, home: Path) -> None:
    _write(home, "a.toml", _AGENT + "enable_thinkin = true\n")
    done = qodev("check", "--json")
    assert [d["id"] for d in done.json["diagnostics"]] == ["key.unknown"]
    assert done.code == 0


def test_check_of_a_path_leaves_the_users_files_out(qodev: Command, home: Path, tmp_path: Path) -> None:
    _write(home, "broken.toml", "name = ")
    folder = tmp_path / "repository" / "agents"
    folder.mkdir(parents=True)
    (folder / "good.toml").write_text(_AGENT, encoding="utf-8")
    done = qodev("check", str(folder.parent), "--json")
    assert (done.code, done.json["checked"]) == (0, 1)


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("p.toml", 'name = "P"\nclient_api = "nothing"\nurl = "http://localhost"\n', "provider.invalid"),
        ("Bad Id.md", "text\n", "role.bad_id"),
        ("pipelines.toml", "[nothing]\n", "pipelines.syntax"),
        ("a.toml", "name = ", "toml.syntax"),
    ],
)
def test_check_of_a_file_tells_its_kind(qodev: Command, tmp_path: Path, name: str, text: str, code: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert [d["id"] for d in qodev("check", str(path), "--json").json["diagnostics"]] == [code]


def test_check_of_a_missing_path_is_a_problem(qodev: Command) -> None:
    done = qodev("check", "gone.toml", "--json")
    assert (done.code, done.json["diagnostics"][0]["id"]) == (1, "file.unreadable")


def test_check_writes_sarif(qodev: Command, home: Path, tmp_path: Path) -> None:
    import json

    _write(home, "a.toml", "name = ")
    qodev("check", "--sarif", str(tmp_path / "out.sarif"))
    run = json.loads((tmp_path / "out.sarif").read_text())["runs"][0]
    assert run["results"][0]["ruleId"] == "toml.syntax"
    assert run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 1


def test_sarif_names_files_as_code_hosts_look_for_them(
    qodev: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import json

    checkout, outside = tmp_path / "check out", tmp_path / "elsewhere" / "profiles"
    text = "---\nname: R\ndescription: \u4f60\u597d\nrunn: x\n---\nWork.\n"
    for folder, name in ((checkout / ".qodev" / "agents", "r 1.md"), (outside, "r2.md")):
        folder.mkdir(parents=True)
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(checkout)
    assert qodev("check", ".qodev", str(outside), "--sarif", str(tmp_path / "out.sarif")).code == 1
    run = json.loads((tmp_path / "out.sarif").read_text())["runs"][0]
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["originalUriBaseIds"] == {"%SRCROOT%": {"uri": checkout.as_uri() + "/"}}
    found = [one["locations"][0]["physicalLocation"]["artifactLocation"] for one in run["results"]]
    assert {"uri": ".qodev/agents/r%201.md", "uriBaseId": "%SRCROOT%"} in found
    assert {"uri": (outside / "r2.md").as_uri()} in found


def test_a_report_that_cannot_be_written_fails(qodev: Command, tmp_path: Path) -> None:
    done = qodev("check", "--sarif", str(tmp_path / "gone" / "out.sarif"), "--json")
    assert (done.code, "error" in done.json) == (3, True)


def test_check_of_a_folder_without_files_of_qodev_says_so(qodev: Command, tmp_path: Path) -> None:
    assert qodev("check", str(tmp_path)).out == "There are no files of qodev there to check.\n"


def test_agents_list_has_the_contracts_keys(qodev: Command, home: Path) -> None:
    _write(home, "a.toml", _AGENT)
    rows = {row["name"]: row for row in qodev("agents", "list", "--json").json}
    assert rows["Mine"]["layer"] == "user"
    assert rows["Mine"]["usable"] is True
    assert set(rows["Mine"]) == {
        "name", "model", "provider_instance", "layer", "hidden", "abstract", "tags", "usable", "file",
    }  # fmt: skip
    assert not any(row["abstract"] for row in rows.values())


def test_agents_list_all_has_the_bases(qodev: Command) -> None:
    rows = qodev("agents", "list", "--all", "--json").json
    assert sum(row["abstract"] for row in rows) == 15


def test_agents_show_names_the_origin_of_each_key(qodev: Command, home: Path) -> None:
    path = _write(home, "a.toml", _AGENT)
    shown = qodev("agents", "show", "Mine", "--json").json
    assert shown["origins"]["model"] == {"file": str(path), "line": 3, "layer": "user"}
    assert shown["origins"]["provider_instance"]["layer"] == "bundled"
    assert shown["parents"][0] == "Mistral Base Chat"
    assert shown["url"] == "https://api.mistral.ai/v1/chat/completions"


def test_unknown_agent_fails_with_a_near_miss(qodev: Command) -> None:
    done = qodev("agents", "show", "Mistral Cht", "--json")
    assert done.code == 3
    assert "Mistral Chat" in done.json["error"]["hint"]


def test_agents_render_gives_the_request(qodev: Command) -> None:
    rendered = qodev("agents", "render", "Claude Sonnet 4.6 Chat", "--json").json
    assert rendered["url"] == "https://api.anthropic.com/v1/messages"
    assert rendered["headers"]["x-api-key"] == "$ANTHROPIC_API_KEY"
    assert next(iter(rendered["body"])) == "model"
    assert rendered["system_prompt"]


def test_agents_render_of_a_broken_body_is_a_problem(qodev: Command, home: Path) -> None:
    _write(home, "a.toml", _AGENT + '[body]\nmessages = "{{ tojsn(ctx.history) }}"\n')
    done = qodev("agents", "render", "Mine", "--json")
    assert (done.code, done.json["diagnostics"][0]["id"]) == (1, "template.unknown_function")


@pytest.mark.parametrize("form", ["curl", "httpie", "python"])
def test_agents_render_as_something_to_run(qodev: Command, form: str) -> None:
    done = qodev("agents", "render", "Mistral Chat", "--as", form)
    assert done.code == 0
    assert "MISTRAL_API_KEY" in done.out


def test_agents_render_with_an_unknown_fixture_fails(qodev: Command) -> None:
    assert qodev("agents", "render", "Mistral Chat", "--fixture", "nothing").code == 3


def test_agents_route_walks_the_roster(qodev: Command) -> None:
    done = qodev("agents", "route", "code_completion", "a/b.QML", "--json").json
    assert done["winner"] == "Qt CodeLlama 13B QML FIM"
    assert [e["verdict"] for e in done["entries"]] == ["accepted", "accepted"]


def test_agents_route_without_a_winner_is_a_problem(qodev: Command, home: Path) -> None:
    (home / "config" / "pipelines.toml").write_text("[pipelines]\nchat = []\n", encoding="utf-8")
    assert qodev("agents", "route", "chat", "--json").code == 1


def test_agents_diff_of_an_agent_with_itself_is_equal(qodev: Command) -> None:
    done = qodev("agents", "diff", "Mistral Chat", "Mistral Chat", "--json").json
    assert done == {"equal": True, "effective": [], "body": [], "cacheable_prefix": None, "diagnostics": []}


def test_agents_diff_says_where_the_bodies_part(qodev: Command) -> None:
    done = qodev("agents", "diff", "Claude Haiku 4.5 Chat", "Claude Sonnet 5 Chat", "--json").json
    assert done["equal"] is False
    assert done["cacheable_prefix"] == "model"
    assert "max_tokens" in [change["path"] for change in done["body"]]


def test_roles_are_listed_and_shown(qodev: Command) -> None:
    ids = [role["id"] for role in qodev("roles", "list", "--json").json]
    assert ids == sorted(ids)
    assert "developer" in ids
    assert qodev("roles", "show", "developer", "--json").json["text"]
    assert qodev("roles", "show", "nothing").code == 3


def test_providers_list_says_whether_a_key_is_set(qodev: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test-0000")
    rows = {row["name"]: row["key"] for row in qodev("providers", "list", "--json").json}
    assert (rows["Claude"], rows["Mistral AI"], rows["llama.cpp"]) == ("set", "not_set", "none")


def test_providers_test_of_the_offline_provider_passes(qodev: Command) -> None:
    done = qodev("providers", "test", "Offline", "--json")
    assert (done.code, done.json["ok"]) == (0, True)
    assert done.json["models"]


def test_providers_test_of_a_closed_port_is_a_problem(qodev: Command, home: Path) -> None:
    folder = home / "config" / "providers"
    folder.mkdir()
    (folder / "p.toml").write_text('name = "Closed"\nclient_api = "openai_chat"\nurl = "http://127.0.0.1:1"\n')
    done = qodev("providers", "test", "Closed", "--json")
    assert (done.code, done.json["kind"]) == (1, "connect")
    assert "127.0.0.1:1" in done.json["url"]


def test_key_status_never_shows_the_key(qodev: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test-0000")
    done = qodev("providers", "key", "Claude", "status", "--json")
    assert done.json["key"] == "set"
    assert "sk-test-0000" not in done.out + done.err


def test_key_without_a_keyring_is_refused_and_said(qodev: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.StringIO("sk-test-1111\n"))
    done = qodev("providers", "key", "Claude", "set", "--json")
    assert done.code == 3
    assert "sk-test-1111" not in done.out + done.err
    assert done.json["error"]["hint"]


def test_try_out_is_not_set_up_at_first(qodev: Command) -> None:
    done = qodev("try-out", "status", "--json")
    assert (done.code, done.json["state"]) == (1, "absent")
    assert set(done.json) >= {"state", "instance", "agent", "folder", "parts"}


def test_try_out_asks_and_takes_silence_for_no(qodev: Command) -> None:
    done = qodev("try-out", "setup")
    assert done.code == 130
    assert "AGPL" in done.err
