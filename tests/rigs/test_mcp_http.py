"""MCP servers over HTTP that misbehave: bounded, not followed, and nothing told to a stranger (mcp-05, 06, 16)."""

import json
from pathlib import Path

import pytest

from qodev.types.servers import ServerEntry, Transport
from qodev.types.tooling import ToolOutput
from qodev.types.work import ServerStatus
from tests.servers.http_mcp import HttpServer, http_server
from tests.servers.mcp_stage import Stage, stage

ENV = {"MY_TOKEN": "Bearer not-for-others"}


def entry(server: HttpServer, **fields: object) -> ServerEntry:
    return ServerEntry(
        "web",
        "web",
        Transport.HTTP,
        url=server.url,
        headers=(("Authorization", "MY_TOKEN"),),
        **fields,  # type: ignore[arg-type]
    )


def content(output: ToolOutput) -> str:
    return str(json.loads(output.content)["content"])


async def answer(at: Stage, name: str) -> str:
    tools = await at.offer()
    return content(await at.call(tools[name]))


@pytest.mark.slow
async def test_mcp_05_body_and_event_over_16_mib_are_left_out_and_the_session_goes_on(tmp_path: Path):
    async with http_server() as server, stage(tmp_path, [entry(server)], env=ENV) as at:
        await at.accept("web")
        assert await answer(at, "huge") == "The server answered with more than 16 MiB."
        assert await answer(at, "event") == "The server answered with an event longer than 16 MiB."
        assert "levels deep" in await answer(at, "deep")
        assert await answer(at, "echo") == "echo"


@pytest.mark.slow
async def test_mcp_04_flood_of_events_is_dropped_and_counted(tmp_path: Path):
    async with http_server() as server, stage(tmp_path, [entry(server)], env=ENV) as at:
        await at.accept("web")
        assert await answer(at, "flood") == "flooded"
        await at.until_said("web", "99,")
        assert any("messages beyond 100 a second were dropped" in line for line in at.host.find("web").log.lines)


async def test_mcp_06_calls_that_hang_break_or_make_no_sense_end_alone(tmp_path: Path):
    async with http_server() as server, stage(tmp_path, [entry(server, call_s=1)], env=ENV) as at:
        await at.accept("web")
        assert await answer(at, "hang") == "The server did not answer within 1 s; it was told to stop."
        assert "closed the connection before it answered" in await answer(at, "hangup")
        assert "text/html" in await answer(at, "html")
        assert await answer(at, "echo") == "echo"
        assert at.state("web").status is ServerStatus.READY
        assert len(server.cancelled) == 1


async def test_mcp_16_redirect_is_not_followed_and_the_token_goes_to_its_server_alone(tmp_path: Path):
    async with http_server() as server, http_server() as other, stage(tmp_path, [entry(server)], env=ENV) as at:
        server.redirect_to = other.url
        await at.accept("web")
        assert await answer(at, "redirect") == "The server redirects to `127.0.0.1`, which is not followed."
        server.redirect_to = "/elsewhere"
        assert "not followed" in await answer(at, "redirect")
        assert other.requests == []
        assert {path for _, path, _ in server.requests} == {"/mcp"}
        assert all(headers["authorization"] == "Bearer not-for-others" for _, _, headers in server.requests)
        assert not any("not-for-others" in line for line in at.host.find("web").log.lines)


async def test_mcp_16_server_that_redirects_at_once_fails_with_the_reason(tmp_path: Path):
    async with http_server() as server, http_server() as other, stage(tmp_path, [entry(server)], env=ENV) as at:
        server.redirect_to, server.redirect_all = other.url, True
        await at.host.accept_launch("web")
        await at.host.connect("web")
        assert at.state("web").status is ServerStatus.FAILED
        assert "not followed" in at.state("web").text
        assert other.requests == []


async def test_missing_variable_fails_that_server_alone_and_asks_nobody(tmp_path: Path):
    async with http_server() as server, stage(tmp_path, [entry(server)], env={}) as at:
        await at.host.accept_launch("web")
        await at.host.connect("web")
        assert at.state("web").text == "needs `MY_TOKEN`, not set in the environment"
        assert server.requests == []


async def test_server_that_wants_a_key_says_so(tmp_path: Path):
    async with http_server() as server, stage(tmp_path, [entry(server)], env=ENV) as at:
        await at.accept("web")
        assert await answer(at, "secret") == "The server wants a key or a sign-in (status 401)."


async def test_address_where_nothing_listens_says_so(tmp_path: Path):
    gone = ServerEntry("web", "web", Transport.HTTP, url="http://127.0.0.1:9/mcp")
    async with stage(tmp_path, [gone]) as at:
        await at.host.accept_launch("web")
        await at.host.connect("web")
        assert at.state("web").status is ServerStatus.FAILED
        assert at.state("web").text == "refused the connection"
