"""The service of MCP servers: the file and what others write to it, problems, acceptance, verdicts, and its end."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from qodev.base.codes import Code
from qodev.base.paths import AppPaths
from qodev.profiles.builtin import BUILD, PLAN
from qodev.services.app import Services, build_services
from qodev.services.mcp import ServersError
from qodev.types.permissions import Effect
from qodev.types.servers import ServerEntry, Transport
from qodev.types.work import OperationState, ServerStatus
from qodev.types.work_events import ServerStateChanged
from tests.servers.mcp_stage import HOSTILE, hostile


@pytest.fixture
async def services(app_paths: AppPaths) -> Any:
    app_paths.home.mkdir()
    made = build_services(app_paths, {"HOME": str(app_paths.home), "PATH": "/usr/bin:/bin"})
    await made.start(with_store=False)
    yield made
    await made.stop()


def codes(services: Services) -> list[Code]:
    return [one.code for one in services.problems.diagnostics if one.code.value.startswith("servers.")]


async def test_saved_server_is_listed_and_waits_for_the_person(services: Services):
    told: list[ServerStateChanged] = []
    services.bus.subscribe(lambda event: told.append(event) if isinstance(event, ServerStateChanged) else None)
    await services.servers.save(hostile())
    [row] = services.servers.rows
    assert (row.state.id, row.state.status, row.state.needs_accepting) == ("bad", ServerStatus.IDLE, True)
    assert f"argument 2: {HOSTILE}" in row.state.launch.splitlines()
    assert told[-1].server == row.state
    assert codes(services) == [Code.SERVERS_PENDING]
    assert (await services.servers.test("bad")).status is ServerStatus.IDLE  # type: ignore[union-attr]  # not started


async def test_launch_that_changed_since_it_was_shown_is_not_accepted(services: Services):
    await services.servers.save(hostile())
    shown = services.servers.rows[0].state.launch
    await services.servers.save(hostile("stderr"), former="bad")
    with pytest.raises(ServersError, match="changed since"):
        await services.servers.accept_launch("bad", shown)


async def test_what_another_program_writes_counts_after_a_reload(services: Services):
    await services.servers.save(hostile())
    path = services.paths.servers
    document = json.loads(path.read_text())
    document["servers"].append({"id": "two", "transport": "stdio"})
    document["servers"].append({"id": "three", "transport": "http", "url": "https://x.example/mcp"})
    path.write_text(json.dumps(document))
    await services.servers.reload()
    assert [row.state.id for row in services.servers.rows] == ["bad", "three", "two"]
    assert Code.SERVERS_ENTRY in codes(services)
    await services.servers.remove("two")
    assert Code.SERVERS_ENTRY not in codes(services)


@pytest.mark.parametrize(
    ("entry", "part"),
    [
        (hostile(name="BAD"), "already"),
        (ServerEntry("x", "x", Transport.HTTP, url="http://x.example"), "plain http"),
        (
            ServerEntry("x", "x", Transport.STDIO, command="x", environment=(("A", "two words"),)),
            "environment variable",
        ),
    ],
)
async def test_entry_that_would_not_load_is_not_stored(services: Services, entry: ServerEntry, part: str):
    await services.servers.save(hostile())
    before = services.paths.servers.read_bytes()
    with pytest.raises(ServersError, match=part):
        await services.servers.save(entry)
    assert services.paths.servers.read_bytes() == before


async def test_removed_server_comes_back_as_it_was(services: Services):
    await services.servers.save(hostile())
    await services.servers.accept_launch("bad", services.servers.rows[0].state.launch)
    entry = await services.servers.remove("bad")
    assert entry is not None
    assert services.servers.rows == ()
    await services.servers.save(entry)
    assert services.servers.rows[0].state.is_launch_accepted


async def test_broken_file_is_kept_and_can_be_set_aside(services: Services):
    path = services.paths.servers
    path.write_text('{"servers": [')
    await services.servers.reload()
    assert codes(services) == [Code.SERVERS_FILE]
    with pytest.raises(ServersError, match="cannot be read"):
        await services.servers.save(hostile())
    assert path.read_text() == '{"servers": ['
    moved = await services.servers.set_aside()
    assert moved.read_text() == '{"servers": ['
    await services.servers.save(hostile())
    assert len(services.servers.rows) == 1


async def test_import_stores_only_what_was_chosen(services: Services, tmp_path: Path):
    source = tmp_path / "claude.json"
    source.write_text('{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y", "env": {"K": "secret-value"}}}}')
    plan = await services.servers.plan_import(source)
    assert not services.paths.servers.exists()
    await services.servers.import_servers([one.entry for one in plan.servers if one.label == "b" and one.entry])
    assert [row.state.id for row in services.servers.rows] == ["b"]
    assert "secret-value" not in services.paths.servers.read_text()
    assert (await services.servers.plan_import(tmp_path)).text != ""
    assert (await services.servers.plan_import(tmp_path / "none")).text != ""


@pytest.mark.slow
async def test_tools_are_accepted_and_judged(services: Services):
    await services.servers.save(hostile())
    await services.servers.accept_launch("bad", services.servers.rows[0].state.launch)
    lines: list[str] = []
    services.servers.follow_logs(lambda server, line: lines.append(f"{server}: {line}"))
    state = await services.servers.test("bad")
    assert state is not None
    assert state.status is ServerStatus.READY
    assert {one.state for one in state.operations} == {OperationState.NEW}
    assert codes(services) == [Code.SERVERS_PENDING]
    await services.servers.accept_operations("bad", {one.name: one.digest for one in state.operations})
    assert codes(services) == []
    rows = await services.servers.verdicts(BUILD)
    assert rows[0].uncut == "mcp_bad_echo"
    assert rows[0].function.startswith("mcp_bad_echo_")
    assert {row.verdict.value for row in rows if row.verdict} == {Effect.ALLOW}
    hidden = await services.servers.verdicts(PLAN)
    assert [row.verdict is not None and row.verdict.is_hidden for row in hidden] == [True] * len(rows)
    await services.servers.disconnect("bad")
    assert services.servers.rows[0].state.status is ServerStatus.IDLE


@pytest.mark.slow
async def test_failed_server_is_a_problem_until_it_works(services: Services):
    await services.servers.save(hostile("exits"))
    await services.servers.accept_launch("bad", services.servers.rows[0].state.launch)
    await services.servers.test("bad")
    assert codes(services) == [Code.SERVERS_FAILED]
    assert "the last words" not in services.problems.diagnostics[0].message
    await services.servers.save(hostile(), former="bad")
    await services.servers.accept_launch("bad", services.servers.rows[0].state.launch)
    await services.servers.test("bad")
    assert Code.SERVERS_FAILED not in codes(services)


async def test_missing_sdk_says_how_to_install_it(services: Services, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "mcp_types", None)
    await services.servers.save(hostile())
    await services.servers.accept_launch("bad", services.servers.rows[0].state.launch)
    await services.servers.test("bad")
    assert codes(services) == [Code.SERVERS_SDK]
    assert "pip install" in (services.problems.diagnostics[0].hint or "")
