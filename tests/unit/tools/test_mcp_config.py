"""The file of servers: a bad entry costs itself alone and says where; edits leave every other byte (P192, P193)."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.base.codes import Code
from qodev.base.jsonplaces import locate_json
from qodev.base.jsontext import JsonValue
from qodev.tools.mcp_config import load_servers, parse_servers
from qodev.tools.mcp_edits import put_entry, remove_entry
from qodev.tools.mcp_import import plan_import
from qodev.types.servers import ServerEntry, Transport

GOOD = {"id": "good", "transport": "stdio", "command": "server"}
WEB = {"id": "web", "transport": "http", "url": "https://mcp.example/mcp"}


def written(*servers: object) -> str:
    return json.dumps({"version": 1, "servers": list(servers)}, indent=2)


BAD = [
    ({"transport": "stdio", "command": "x"}, Code.SERVERS_ENTRY, "its id must be"),
    (GOOD | {"id": "a b"}, Code.SERVERS_ENTRY, "its id must be"),
    (GOOD | {"id": "x" * 41}, Code.SERVERS_ENTRY, "its id must be"),
    (GOOD | {"id": "GOOD"}, Code.SERVERS_DUPLICATE, "stands above already"),
    (GOOD | {"id": "b", "name": "n" * 81}, Code.SERVERS_ENTRY, "`name` must be a text of at most 80"),
    (GOOD | {"id": "b", "transport": "sse"}, Code.SERVERS_ENTRY, "`stdio` or `http`"),
    (GOOD | {"id": "b", "url": "https://a.example"}, Code.SERVERS_ENTRY, "does not belong to the transport `stdio`"),
    (WEB | {"id": "b", "command": "x"}, Code.SERVERS_ENTRY, "does not belong to the transport `http`"),
    (GOOD | {"id": "b", "arguments": ["x"] * 65}, Code.SERVERS_ENTRY, "more than 64 arguments"),
    (GOOD | {"id": "b", "arguments": "x"}, Code.SERVERS_ENTRY, "must be a list"),
    (GOOD | {"id": "b", "arguments": ["--key", "sk-abcdefghijkl"]}, Code.SERVERS_SECRET, "looks like a key"),
    (GOOD | {"id": "b", "folder": "here"}, Code.SERVERS_ENTRY, "whole path"),
    (GOOD | {"id": "b", "environment": {"A": "ghp_abcdefghijklmnopqrst"}}, Code.SERVERS_SECRET, "`environment.A`"),
    (GOOD | {"id": "b", "environment": {"A": "two words"}}, Code.SERVERS_SECRET, "`environment.A`"),
    (WEB | {"id": "b", "headers": {"Authorization": "Bearer abc"}}, Code.SERVERS_SECRET, "`headers.Authorization`"),
    (WEB | {"id": "b", "headers": {"Host": "A"}}, Code.SERVERS_ENTRY, "set by qodev itself"),
    (WEB | {"id": "b", "headers": {"Authorization": "A"}, "oauth": True}, Code.SERVERS_ENTRY, "by the sign-in"),
    (WEB | {"id": "b", "url": "http://mcp.example/mcp"}, Code.SERVERS_ENTRY, "plain http is for this machine"),
    (WEB | {"id": "b", "url": "https://u:p@mcp.example/"}, Code.SERVERS_ENTRY, "user name"),
    (WEB | {"id": "b", "url": "https://mcp.example/?key=1"}, Code.SERVERS_ENTRY, "query"),
    (WEB | {"id": "b", "url": "https://mcp.example/#x"}, Code.SERVERS_ENTRY, "fragment"),
    (GOOD | {"id": "b", "call_s": 601}, Code.SERVERS_ENTRY, "from 1 to 600"),
    (GOOD | {"id": "b", "start_s": 0}, Code.SERVERS_ENTRY, "from 1 to 120"),
    (GOOD | {"id": "b", "enabled": "yes"}, Code.SERVERS_ENTRY, "true or false"),
    ("no object", Code.SERVERS_ENTRY, "no object"),
]


@pytest.mark.parametrize(("bad", "code", "part"), BAD)
def test_bad_entry_says_where_and_hides_no_other(bad: JsonValue, code: Code, part: str):
    text = written(GOOD, bad, WEB)
    file = parse_servers(text, "mcp.json")
    assert [entry.id for entry in file.entries] == ["good", "web"]
    [invalid] = file.invalid
    assert invalid.diagnostic.code is code
    assert part in invalid.diagnostic.message
    span = invalid.diagnostic.span
    assert span is not None
    assert span.line > 6  # below the good one
    assert "ghp_" not in invalid.diagnostic.message
    assert "Bearer" not in invalid.diagnostic.message


def test_finding_points_at_the_value():
    text = written(GOOD | {"call_s": 9_999})
    [invalid] = parse_servers(text, "mcp.json").invalid
    span = invalid.diagnostic.span
    assert span is not None
    assert text.splitlines()[span.line - 1][span.column - 1 :] == "9999"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_plain_http_is_for_this_machine(host: str):
    file = parse_servers(written(WEB | {"url": f"http://{host}:8000/mcp"}), "mcp.json")
    assert file.invalid == ()


def test_33rd_server_is_not_used():
    file = parse_servers(written(*(GOOD | {"id": f"s{n}"} for n in range(33))), "mcp.json")
    assert len(file.entries) == 32
    assert file.invalid[0].diagnostic.code is Code.SERVERS_COUNT


def test_unknown_key_is_kept_and_told_with_what_may_be_meant():
    file = parse_servers(written(GOOD | {"comand": "x"}), "mcp.json")
    assert len(file.entries) == 1
    [found] = file.diagnostics
    assert (found.code, found.hint) == (Code.SERVERS_UNKNOWN, "command")


@pytest.mark.parametrize("text", ["{", '{"servers": {}}', '{"servers": [], "servers": []}', "[]", '{"a":' * 40 + "1"])
def test_file_that_cannot_be_read_is_left_alone(tmp_path: Path, text: str):
    path = tmp_path / "mcp.json"
    path.write_text(text)
    file = load_servers(path)
    assert not file.is_usable
    assert file.diagnostics[0].code is Code.SERVERS_FILE
    assert path.read_text() == text


def test_file_over_1_mib_is_left_alone(tmp_path: Path):
    path = tmp_path / "mcp.json"
    path.write_text(" " * 1_100_000)
    assert load_servers(path).diagnostics[0].code is Code.FILE_TOO_LARGE


def test_missing_file_holds_no_servers(tmp_path: Path):
    assert load_servers(tmp_path / "mcp.json").is_usable


ODD = """{
  "$schema": "mine",
  "servers": [
    { "id": "one", "transport": "stdio", "command": "a", "x-note": [1,   2] },

    { "id": "two", "transport": "stdio", "command": "b" }
  ],
  "after": { "kept":   true }
}
"""


def entry(server: str, **fields: object) -> ServerEntry:
    return ServerEntry(server, server, Transport.STDIO, command="c", **fields)  # type: ignore[arg-type]


def test_edit_leaves_every_other_byte_and_keeps_unknown_keys():
    changed = put_entry(ODD, entry("uno", arguments=("-v",)), former="ONE")
    assert changed.startswith('{\n  "$schema": "mine",\n  "servers": [\n    {')
    assert changed.endswith(ODD[ODD.index("},\n\n    {") + 1 :])
    raw = json.loads(changed)["servers"][0]
    assert raw == {"id": "uno", "transport": "stdio", "command": "c", "arguments": ["-v"], "x-note": [1, 2]}


def test_new_entry_comes_last():
    changed = put_entry(ODD, entry("three"))
    assert [one["id"] for one in json.loads(changed)["servers"]] == ["one", "two", "three"]
    assert remove_entry(changed, "three") == ODD


@pytest.mark.parametrize("text", ["", "{}", '{"other": 1}', '{"servers": []}', '{"servers": [ ]}\n'])
def test_first_entry_is_put_into_any_usable_file(text: str):
    changed = put_entry(text, entry("one"))
    assert [one.id for one in parse_servers(changed, "x").entries] == ["one"]
    assert parse_servers(remove_entry(changed, "one"), "x").entries == ()


names = st.text(st.sampled_from("abcXYZ019_-"), min_size=1, max_size=8)
variables = st.text(st.sampled_from("ABC_"), min_size=1, max_size=8).filter(lambda name: not name.isdigit())
entries = st.builds(
    ServerEntry,
    id=names,
    name=st.text(min_size=1, max_size=20).filter(lambda name: name.strip() and "\0" not in name and name.isprintable()),
    transport=st.just(Transport.STDIO),
    is_enabled=st.booleans(),
    command=st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=20).filter(str.strip),
    arguments=st.lists(st.text(st.sampled_from('ab" \\\n-é'), max_size=10), max_size=4).map(tuple),
    environment=st.dictionaries(variables, variables, max_size=3).map(lambda found: tuple(found.items())),
    call_s=st.integers(1, 600),
)


@given(st.lists(entries, max_size=5, unique_by=lambda one: one.id.casefold()))
def test_what_is_written_is_read_back(wanted: list[ServerEntry]):
    text = ""
    for one in wanted:
        text = put_entry(text, one)
    file = parse_servers(text, "mcp.json")
    assert list(file.entries) == wanted
    assert file.diagnostics == ()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=10,
)


@given(json_values, st.sampled_from([None, 1, 4]))
def test_every_value_is_found_where_it_stands(value: JsonValue, indent: int | None):
    text = json.dumps(value, indent=indent)
    for path, place in locate_json(text).items():
        found: object = value
        for part in path:
            found = found[part]  # type: ignore[index]
        assert json.loads(text[place.start : place.end]) == found


COPIED = """{
  // from another program
  "mcpServers": {
    "git hub": {"command": "npx", "args": ["-y", "//server"], "env": {"GITHUB_TOKEN": "ghp_abcdefghijklmnopqrst"},
      "alwaysAllow": ["create"]},
    "web": {"type": "http", "url": "https://mcp.example/mcp", "headers": {"Authorization": "Bearer secret-words"}},
    "old": {"type": "sse", "url": "https://mcp.example/sse"},
    "taken": {"command": "x", "env": {"A": "${env:MINE}"}, "disabled": true},
  },
}"""


def test_import_takes_no_secret_and_says_what_is_lost():
    plan = plan_import(COPIED, ["Taken"])
    found = {one.label: one for one in plan.servers}
    hub = found["git hub"].entry
    assert hub is not None
    assert (hub.id, hub.name, hub.environment) == ("git-hub", "git hub", (("GITHUB_TOKEN", "GITHUB_TOKEN"),))
    assert hub.arguments == ("-y", "//server")
    assert found["git hub"].variables == ("GITHUB_TOKEN",)
    assert any("alwaysAllow" in loss for loss in found["git hub"].losses)
    web = found["web"].entry
    assert web is not None
    assert web.headers == (("Authorization", "WEB_AUTHORIZATION"),)
    assert found["old"].entry is None
    taken = found["taken"].entry
    assert taken is not None
    assert (taken.id, taken.is_enabled, taken.environment) == ("taken-2", False, (("A", "MINE"),))
    assert found["taken"].losses == ()
    assert "secret-words" not in repr(plan)
    assert "ghp_" not in repr(plan)


@pytest.mark.parametrize(
    ("text", "source", "command"),
    [
        ('{"servers": {"a": {"type": "stdio", "command": "x"}}, "inputs": []}', "servers", "x"),
        ('{"context_servers": {"a": {"command": {"path": "x", "args": [], "env": null}}}}', "context_servers", "x"),
        ('{"mcp": {"servers": {"a": {"command": "x"}}}}', "mcp.servers", "x"),
    ],
)
def test_shapes_of_other_programs_are_known(text: str, source: str, command: str):
    plan = plan_import(text, [])
    assert plan.source == source
    entry = plan.servers[0].entry
    assert entry is not None
    assert entry.command == command


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"mcpServers": []}'])
def test_file_without_servers_says_so(text: str):
    assert plan_import(text, []).text != ""
