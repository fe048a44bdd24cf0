"""Servers of the official SDK, over a program's pipes and over HTTP: every kind of operation, progress, sign-in."""

import asyncio
import json
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from qodev.base.net import HttpClient, NetSettings
from qodev.types.servers import ServerEntry, ServerFile, Transport
from qodev.types.tooling import ToolOutput, ToolRefusal
from qodev.types.work import ServerStatus
from tests.servers.mcp_stage import SDK_SERVER, Stage, stage

PROGRAM = ServerEntry("sdk", "sdk", Transport.STDIO, command=sys.executable, arguments=(str(SDK_SERVER), "stdio"))


def content(output: ToolOutput) -> str:
    return str(json.loads(output.content)["content"])


@asynccontextmanager
async def official(port: int = 0, **options: object) -> AsyncIterator[str]:
    """Serves the SDK's own server over HTTP in this loop; gives its address."""
    from tests.servers.sdk_mcp import make_server

    app = make_server(**options).streamable_http_app()
    async with serving(app, port) as address:
        yield f"{address}/mcp"


@asynccontextmanager
async def serving(app: Any, port: int) -> AsyncIterator[str]:
    import uvicorn

    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_config=None, ws="none"))
    running = asyncio.get_running_loop().create_task(server.serve())
    try:
        while not server.started:  # noqa: ASYNC110  the library tells it in no other way
            await asyncio.sleep(0)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await running


async def every_kind(at: Any, server: str) -> None:
    await at.accept(server)
    tools = await at.offer()
    assert set(tools) == {
        *("add", "steps", "fail", "prompt:review", "resource:config", "resource-template:greeting"),
    }
    assert content(await at.call(tools["add"], a=1, b=2)) == "3"
    assert content(await at.call(tools["steps"], count=3)) == "done"
    assert at.progress == ["step 1 (1 of 3)", "step 2 (2 of 3)", "step 3 (3 of 3)"]
    failed = await at.call(tools["fail"])
    assert failed.is_error
    assert "fail" in content(failed)
    assert content(await at.call(tools["prompt:review"], code="x = 1")) == "[user]\nPlease review: x = 1"
    assert content(await at.call(tools["resource:config"])) == "colour = blue"
    assert content(await at.call(tools["resource-template:greeting"], name="Ann")) == "Hello Ann"
    with pytest.raises(ToolRefusal, match="longer than 500,000"):
        await at.call(tools["prompt:review"], code="x" * 500_000)


@pytest.mark.slow
async def test_every_kind_of_operation_of_a_program(tmp_path: Path):
    async with stage(tmp_path, [PROGRAM]) as at:
        await every_kind(at, "sdk")


async def test_every_kind_of_operation_over_http(tmp_path: Path):
    async with official() as url, stage(tmp_path, [ServerEntry("web", "web", Transport.HTTP, url=url)]) as at:
        await every_kind(at, "web")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@asynccontextmanager
async def signing_in(lifetime_s: int = 3600) -> AsyncIterator[tuple[Any, str]]:
    """Serves the SDK's server behind a sign-in; gives the authorization server and the address."""
    from tests.servers.sdk_oauth import YesServer

    port, made = free_port(), YesServer(lifetime_s)
    async with official(port, auth=made.settings(port), auth_server_provider=made) as url:
        yield made, url


def holds(folder: Path, text: str) -> bool:
    return any(text in path.read_text() for path in folder.rglob("*") if path.is_file())


def browser(at: Stage, *, before: Callable[[int], Any] | None = None) -> Callable[[str], Any]:
    """Returns a browser that opens an address and follows where it is sent; `before` acts on the listener's port."""

    async def browse(url: str) -> None:
        client = HttpClient()
        try:
            sent = await client.stream("GET", url, {}, None, NetSettings(proxy="none"))
            back = sent.headers["location"]
            await sent.close()
            if before is not None:
                await before(urlsplit(back).port or 0)
            page = await client.get(back, {}, NetSettings(proxy="none"))
            assert b"You are signed in" in page.body
            again = await client.get(back, {}, NetSettings(proxy="none"))
            assert again.status == 400
        finally:
            await client.close()

    return browse


async def test_sign_in_goes_through_the_browser_and_tokens_stay_in_the_key_store(tmp_path: Path):
    async with signing_in() as (_, url):
        entry = ServerEntry("web", "web", Transport.HTTP, url=url, oauth=True)
        async with stage(tmp_path, [entry]) as at:
            await at.host.accept_launch("web")
            assert await at.offer() == {}  # a turn asks nobody
            assert at.state("web").status is ServerStatus.SIGN_IN
            assert at.opened == []
            at.browse = browser(at)
            await at.accept("web")
            assert at.state("web").status is ServerStatus.READY
            tools = await at.offer()
            assert content(await at.call(tools["add"], a=1, b=2)) == "3"
            kept = dict(at.keys.kept)
            assert set(kept) == {f"mcp-web-{part}" for part in ("access", "refresh", "rest", "client")}
            assert not holds(tmp_path, kept["mcp-web-access"])
            assert not any(kept["mcp-web-access"] in line for line in at.host.find("web").log.lines)
        async with stage(tmp_path, [entry]) as at:  # another run of the program
            at.accepted.load()
            at.keys.kept.update(kept)
            tools = await at.offer()
            assert content(await at.call(tools["add"], a=2, b=2)) == "4"
            assert at.opened == []


async def test_expired_token_is_renewed_without_a_browser(tmp_path: Path):
    async with signing_in() as (server, url):
        entry = ServerEntry("web", "web", Transport.HTTP, url=url, oauth=True)
        async with stage(tmp_path, [entry]) as at:
            at.browse = browser(at)
            server.lifetime_s = 1
            await at.accept("web")
            kept = dict(at.keys.kept)
        server.lifetime_s = 3600
        async with stage(tmp_path, [entry]) as at:
            at.accepted.load()
            at.keys.kept.update(kept)
            tools = await at.offer()
            assert content(await at.call(tools["add"], a=2, b=2)) == "4"
            assert server.refreshed == 1
            assert at.opened == []


async def test_token_of_one_address_is_never_used_for_another(tmp_path: Path):
    async with signing_in() as (_, url), signing_in() as (stranger, other):
        entry = ServerEntry("web", "web", Transport.HTTP, url=url, oauth=True)
        async with stage(tmp_path, [entry]) as at:
            at.browse = browser(at)
            await at.accept("web")
            moved = ServerEntry("web", "web", Transport.HTTP, url=other, oauth=True)
            await at.host.use(ServerFile("mcp.json", "", (moved,)))
            await at.host.accept_launch("web")
            assert await at.offer() == {}
            assert at.state("web").status is ServerStatus.SIGN_IN
            assert stranger.shown == []


async def test_strangers_do_not_use_the_listener_up(tmp_path: Path):
    async def strangers(port: int) -> None:
        for head in (b"GET /callback?state=wrong&code=x HTTP/1.1\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n", b"x" * 20_000):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head)
            with suppress(ConnectionError):
                await reader.read()
            writer.close()
        _, silent = await asyncio.open_connection("127.0.0.1", port)  # says nothing, and waits
        silent.close()

    async with signing_in() as (_, url):
        entry = ServerEntry("web", "web", Transport.HTTP, url=url, oauth=True)
        async with stage(tmp_path, [entry]) as at:
            at.browse = browser(at, before=strangers)
            await at.accept("web")
            assert at.state("web").status is ServerStatus.READY
