"""Pages and searches over loopback: what is asked, what is refused, and what a model gets (S155, P249, net-54 to net-56)."""

import asyncio
import gzip
import json
import ssl
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from qodev.base.logs import KnownSecrets
from qodev.base.net import HttpClient, NetSettings
from qodev.base.netfaults import NetError, NetFault
from qodev.base.tasks import WorkPool
from qodev.profiles.builtin import BUILT_IN
from qodev.tools.arguments import check_arguments
from qodev.tools.web import WebSource
from qodev.tools.web_fetch import PageFetcher
from qodev.tools.web_networks import why_not_public
from qodev.tools.web_search import WebSearch
from qodev.types.permissions import Step
from qodev.types.tooling import Permit, Tool, ToolCall, ToolContext, ToolOutput, ToolRefusal
from tests.fakes.wire import CERTIFICATES, RawAnswer, RawServer, listening, raw_server, read_request

TEXT = {"content-type": "text/plain"}
HTML = {"content-type": "text/html; charset=utf-8"}
KEY = "sk-very-secret-0123456789"


def page(content: bytes, headers: dict[str, str] = TEXT, status: int = 200) -> RawAnswer:
    return RawAnswer(status, headers, [content])


def moved(location: str, status: int = 302) -> RawAnswer:
    return RawAnswer(status, {"location": location})


@dataclass
class Stage:
    """The tools with names of their own; loopback counts as public where a test says so."""

    client: HttpClient
    pool: WorkPool
    secrets: KnownSecrets = field(default_factory=KnownSecrets)
    names: dict[str, Sequence[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    endpoint: str = ""
    settings: NetSettings = field(default_factory=lambda: NetSettings("none"))
    allowed: tuple[str, ...] = ("127.0.0.1",)

    async def look_up(self, host: str, _timeout_s: float) -> Sequence[str]:
        self.asked.append(host)
        if host not in self.names:
            raise NetError(NetFault.CONNECT, "has a host name that cannot be found")
        return self.names[host]

    def judge(self, address: str) -> str | None:
        return None if address in self.allowed else why_not_public(address)

    async def tools(self) -> dict[str, Tool]:
        fetcher = PageFetcher(self.client, lambda: self.settings, self.secrets, self.judge, self.look_up)
        search = WebSearch(self.client, lambda: self.settings, self.secrets)
        offered = await WebSource(fetcher, search, lambda: self.endpoint, self.pool).offer(CONTEXT)
        return {tool.spec.name.name: tool for tool in offered}

    async def call(self, name: str, **arguments: str) -> ToolOutput:
        tool = (await self.tools())[name]
        given = check_arguments(tool.spec.input_schema, dict(arguments))
        prepared = await tool.prepare(ToolCall("1", name, given), CONTEXT)
        return await prepared.act(Permit(Step.RUN))

    async def fetch(self, url: str) -> ToolOutput:
        return await self.call("fetch_url", url=url)

    async def refusal(self, url: str) -> str:
        with pytest.raises(ToolRefusal) as caught:
            await self.fetch(url)
        return caught.value.text


CONTEXT = ToolContext(
    conversation_id="c",
    turn_id="t",
    project=Path("/"),
    profile=BUILT_IN[0],
    is_trusted=lambda: True,
    may_show=lambda _: True,
    progress=lambda _id, _line: None,
)


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    client, pool = HttpClient(proxies=dict), WorkPool()
    made = Stage(client, pool)
    yield made
    await client.close()
    pool.close()


def named(server: RawServer, stage: Stage, host: str = "site.example") -> str:
    """Returns the address of a server under a name that the stage knows."""
    stage.names[host] = ["127.0.0.1"]
    return f"http://{host}:{urlsplit(server.url).port}"


def content(output: ToolOutput) -> str:
    body = json.loads(output.content)
    assert body["type"] == "untrusted_tool_output"
    return str(body["content"])


async def test_a_page_is_asked_for_without_anything_of_the_users(stage: Stage) -> None:
    async with raw_server(page(b"hello")) as server:
        url = f"{named(server, stage)}/a?b=c"
        output = await stage.fetch(f"{url}#part")
    [seen] = server.seen
    assert (seen.method, seen.target, seen.headers["host"]) == ("GET", "/a?b=c", urlsplit(url).netloc)
    assert sorted(seen.headers) == ["accept", "accept-encoding", "host", "user-agent"]
    assert content(output) == f"HTTP 200 from {url}\n\nhello"
    assert json.loads(output.content)["path"] == url
    assert (output.is_error, output.is_cut) == (False, False)


async def test_html_is_its_text_and_nothing_is_loaded(stage: Stage) -> None:
    html = b"<title>T</title><script src=/x.js>steal()</script><img src=/y.png><p>Hi <a href=/z>z</a><link href=/c.css>"
    async with raw_server(page(html, HTML)) as server:
        url = named(server, stage)
        output = await stage.fetch(url)
    assert content(output).endswith(f"\n\nT\n\nHi z <{url}/z>")
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    ("headers", "body", "wanted"),
    [
        ({"content-type": "text/plain; charset=iso-8859-1"}, "ü".encode("latin-1"), "ü"),
        ({"content-type": "text/html"}, b'<meta charset="windows-1252">\x80', "€"),
        ({"content-type": "text/plain; charset=unicode_escape"}, b"\\x41", "\\x41"),
        ({"content-type": "text/plain"}, "\ufeffü".encode("utf-16"), "ü"),
        ({"content-type": "application/problem+json"}, b"{}", "{}"),
        ({}, b"no type", "no type"),
        ({}, b"<!DOCTYPE html><p>x", "x"),
        (TEXT, b"", "There is no text there."),
    ],
)
async def test_text_is_decoded(stage: Stage, headers: dict[str, str], body: bytes, wanted: str) -> None:
    async with raw_server(page(body, headers)) as server:
        assert content(await stage.fetch(named(server, stage))).endswith(f"\n\n{wanted}")


@pytest.mark.parametrize(
    ("headers", "body", "reason"),
    [
        ({"content-type": "application/pdf"}, b"%PDF", "of type `application/pdf`"),
        ({"content-type": "image/png"}, b"x", "of type `image/png`"),
        (TEXT, b"a\0b", "it is binary"),
        ({}, b"\x7fELF\0", "it is binary"),
        ({"content-encoding": "br", **TEXT}, b"x", "packed in a way that was not asked for"),
        ({"content-encoding": "gzip", **TEXT}, b"not packed", "the packed answer is damaged"),
    ],
)
async def test_other_than_text_is_refused(stage: Stage, headers: dict[str, str], body: bytes, reason: str) -> None:
    async with raw_server(page(body, headers)) as server:
        assert reason in await stage.refusal(named(server, stage))


async def test_a_bomb_is_cut_after_a_mebibyte(stage: Stage) -> None:
    packed = gzip.compress(b"x" * (64 * 1024 * 1024))
    answer = page(packed, {"content-encoding": "gzip", **TEXT})
    async with raw_server(answer) as server:
        output = await stage.fetch(named(server, stage))
    assert output.is_cut
    assert "first 1024 KiB" in content(output)
    assert len(output.shown) < 1_100_000
    assert len(content(output)) <= 8_000


async def test_endless_bytes_are_cut(stage: Stage) -> None:
    async with raw_server(RawAnswer(200, TEXT, repeat=(b"y" * 65_536, 10_000))) as server:
        assert (await stage.fetch(named(server, stage))).is_cut


async def test_packed_bytes_that_are_nothing_end(stage: Stage) -> None:
    answer = RawAnswer(200, {"content-encoding": "gzip", **TEXT}, repeat=(gzip.compress(b"") * 4_000, 10_000))
    async with raw_server(answer) as server:
        assert (await stage.fetch(named(server, stage))).is_cut


@pytest.mark.parametrize("status", [404, 500])
async def test_a_status_of_failure_is_an_error_with_its_text(stage: Stage, status: int) -> None:
    async with raw_server(page(b"gone", status=status)) as server:
        output = await stage.fetch(named(server, stage))
    assert output.is_error
    assert content(output).startswith(f"HTTP {status} from ")
    assert content(output).endswith("gone")


async def test_without_network_the_call_is_an_error(stage: Stage) -> None:
    output = await stage.fetch("https://nowhere.example/")
    assert output.is_error
    assert content(output) == "nowhere.example has a host name that cannot be found."


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "a.localhost."]
)
async def test_this_machine_is_refused_before_anything_is_asked(stage: Stage, host: str) -> None:
    stage.allowed = ()
    async with raw_server(page(b"inside")) as server:
        tool = (await stage.tools())["fetch_url"]
        with pytest.raises(ToolRefusal):
            await tool.prepare(ToolCall("1", "fetch_url", {"url": server.url.replace("127.0.0.1", host)}), CONTEXT)
    assert (server.seen, stage.asked) == ([], [])


@pytest.mark.parametrize(
    "found", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::1"], ["::ffff:169.254.169.254"], ["fe80::1%eth0"]]
)
async def test_a_name_with_any_address_inside_is_refused(stage: Stage, found: list[str]) -> None:
    stage.allowed = ()
    async with raw_server(page(b"inside")) as server:
        url = named(server, stage)
        stage.names["site.example"] = found
        said = await stage.refusal(url)
    assert server.seen == []
    assert not any(address in said for address in found)


async def test_the_checked_address_is_the_one_that_is_connected_to(stage: Stage) -> None:
    """A name that is public when it is checked and private afterwards is asked about once."""
    async with raw_server(page(b"hello")) as server:
        url = named(server, stage)
        await stage.fetch(url)
    assert stage.asked == ["site.example"]
    assert len(server.seen) == 1


async def test_the_next_address_is_tried_when_nobody_answers(stage: Stage) -> None:
    stage.allowed = ("127.0.0.1", "127.0.0.99")
    async with raw_server(page(b"hello")) as server:
        url = named(server, stage)
        stage.names["site.example"] = ["127.0.0.99", "127.0.0.1"]
        assert content(await stage.fetch(url)).endswith("hello")


async def test_tls_asks_for_the_name_and_checks_it(stage: Stage) -> None:
    names: list[str | None] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / "other_name.pem")
    context.sni_callback = lambda _socket, name, _context: names.append(name)
    stage.settings = NetSettings("none", ca_file=str(CERTIFICATES / "authority.pem"))
    stage.names |= {"other.example": ["127.0.0.1"], "wrong.example": ["127.0.0.1"]}
    server = RawServer(page(b"hello"))
    async with listening(server.serve, ssl=context) as url:
        port = urlsplit(url).port
        good = await stage.fetch(f"https://other.example:{port}/")
        bad = await stage.fetch(f"https://wrong.example:{port}/")
    assert names == ["other.example", "wrong.example"]
    assert content(good).endswith("hello")
    assert bad.is_error
    assert "certificate" in content(bad)
    assert len(server.seen) == 1


async def test_two_names_at_one_address_share_no_connection(stage: Stage) -> None:
    hosts: list[list[str]] = []

    async def keep_open(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        hosts.append([])
        while (request := await read_request(reader)) is not None:
            hosts[-1].append(request.headers["host"].partition(":")[0])
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 5\r\n\r\nhello")

    async with listening(keep_open) as url:
        for host in ("a.example", "b.example"):
            stage.names[host] = ["127.0.0.1"]
            await stage.fetch(url.replace("127.0.0.1", host))
    assert hosts == [["a.example"], ["b.example"]]


async def test_a_redirect_that_holds_a_key_is_not_followed(stage: Stage) -> None:
    stage.secrets.add(KEY)
    async with raw_server(moved(f"/?k={KEY}"), page(b"there")) as server:
        assert "holds a key" in await stage.refusal(named(server, stage))
    assert len(server.seen) == 1


async def test_redirects_are_followed_and_each_is_checked(stage: Stage) -> None:
    async with raw_server(moved("/b"), moved("http://other.example:{port}/c"), page(b"there")) as server:
        url = named(server, stage)
        named(server, stage, "other.example")
        server.answers[1] = moved(f"http://other.example:{urlsplit(url).port}/c", 307)
        output = await stage.fetch(url)
    assert [seen.target for seen in server.seen] == ["/", "/b", "/c"]
    assert stage.asked == ["site.example", "site.example", "other.example"]
    assert "other.example" in dict(output.facts)["url"]


async def test_five_redirects_are_followed_and_no_sixth(stage: Stage) -> None:
    async with raw_server(*[moved(f"/{n}") for n in range(5)], page(b"there")) as server:
        assert content(await stage.fetch(named(server, stage))).endswith("there")
    async with raw_server(moved("/again")) as server:
        assert "more than 5 times" in await stage.refusal(named(server, stage))
        assert len(server.seen) == 6


@pytest.mark.parametrize(
    "target",
    ["http://inside.example/", "http://10.0.0.1/", "http://localhost/", "ftp://a.b/", "http://u:p@a.b/", "http://["],
)
async def test_a_redirect_inside_is_refused_at_that_step(stage: Stage, target: str) -> None:
    async with raw_server(moved(target)) as server:
        url = named(server, stage)
        stage.names["inside.example"] = ["192.168.0.1"]
        await stage.refusal(url)
        assert len(server.seen) == 1


async def test_through_a_proxy_names_are_looked_up_and_checked_first(stage: Stage) -> None:
    async with raw_server(page(b"by proxy")) as proxy:
        stage.settings = NetSettings(proxy.url)
        stage.names |= {"site.example": ["8.8.8.8"], "inside.example": ["10.0.0.1"]}
        assert content(await stage.fetch("http://site.example/a")).endswith("by proxy")
        await stage.refusal("http://inside.example/")
        assert (await stage.fetch("http://unknown.example/")).is_error
    assert [seen.target for seen in proxy.seen] == ["http://site.example/a"]


@pytest.mark.parametrize(
    "url",
    [
        f"http://site.example/{KEY}",
        f"http://site.example/?k={''.join(f'%{ord(char):02x}' for char in KEY)}",
        f"http://{KEY.upper()}.site.example/",
    ],
)
async def test_a_key_in_an_address_is_not_sent_or_looked_up(stage: Stage, url: str) -> None:
    stage.secrets.add(KEY)
    assert "holds a key" in await stage.refusal(url)
    assert stage.asked == []


async def test_a_prompt_shows_the_whole_address(stage: Stage) -> None:
    tool = (await stage.tools())["fetch_url"]
    prepared = await tool.prepare(ToolCall("1", "fetch_url", {"url": "HTTP://exämple.com/x?y"}), CONTEXT)
    assert (prepared.view.target, prepared.view.text) == ("HTTP://exämple.com/x?y", "http://xn--exmple-cua.com/x?y")
    assert await prepared.bind() == "http://xn--exmple-cua.com/x?y"


async def test_search_is_offered_while_an_endpoint_is_set(stage: Stage) -> None:
    assert sorted(await stage.tools()) == ["fetch_url"]
    stage.endpoint = "http://localhost:8080/search"
    assert sorted(await stage.tools()) == ["fetch_url", "web_search"]
    tool = (await stage.tools())["web_search"]
    stage.endpoint = ""
    with pytest.raises(ToolRefusal, match="has set none"):
        await tool.prepare(ToolCall("1", "web_search", {"query": "x"}), CONTEXT)


@pytest.mark.parametrize(
    ("endpoint", "target"),
    [
        ("/search", "/search?q=a%26b%20%C3%BC&format=json"),
        ("/search?lang=en", "/search?lang=en&q=a%26b%20%C3%BC&format=json"),
        ("/find/{q}?n=5", "/find/a%26b%20%C3%BC?n=5"),
    ],
)
async def test_the_query_goes_where_the_endpoint_says(stage: Stage, endpoint: str, target: str) -> None:
    answer = {"results": [{"title": "T\n1", "url": "https://x.y/", "content": "Said."}, {"title": None}, "odd"]}
    async with raw_server(page(json.dumps(answer).encode(), {"content-type": "application/json"})) as server:
        stage.endpoint = server.url + endpoint
        output = await stage.call("web_search", query="a&b ü")
    assert [seen.target for seen in server.seen] == [target]
    assert content(output) == "1. T 1\n   https://x.y/\n   Said.\n2. (no title)"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (page(b'{"results": []}'), "Nothing was found."),
        (page(b"<p>A <b>page</b>", HTML), "A page"),
        (page(b"[1, 2]"), "[1, 2]"),
        (page(b""), "Nothing was found."),
    ],
)
async def test_any_text_is_an_answer(stage: Stage, answer: RawAnswer, said: str) -> None:
    async with raw_server(answer) as server:
        stage.endpoint = server.url
        output = await stage.call("web_search", query="x")
    assert (content(output), output.is_error) == (said, False)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (moved("http://127.0.0.1/"), "The web search redirects to another address, which is not followed."),
        (page(b"no", status=403), "The web search answered with HTTP 403."),
    ],
)
async def test_other_answers_are_errors(stage: Stage, answer: RawAnswer, said: str) -> None:
    async with raw_server(answer) as server:
        stage.endpoint = server.url
        output = await stage.call("web_search", query="x")
        assert len(server.seen) == 1
    assert (content(output), output.is_error) == (said, True)


async def test_a_search_that_is_not_there_is_an_error(stage: Stage) -> None:
    async with raw_server() as server:
        stage.endpoint = server.url
    output = await stage.call("web_search", query="x")
    assert output.is_error
    assert "refused the connection" in content(output)


async def test_a_key_in_a_query_is_not_sent(stage: Stage) -> None:
    stage.secrets.add(KEY)
    stage.endpoint = "http://127.0.0.1:9/"
    with pytest.raises(ToolRefusal, match="holds a key"):
        await stage.call("web_search", query=f"what is {KEY}")
