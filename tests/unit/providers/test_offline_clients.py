"""Every client of qodev reads every script of the offline server, good or broken, the same way in all formats."""

import asyncio
import dataclasses
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from qodev.base.diagnostics import SourceSpan
from qodev.base.net import HttpClient, NetSettings
from qodev.providers.base import ShapeOptions, ToolOffer
from qodev.providers.http import HttpOptions, HttpProvider
from qodev.providers.offline import OfflineServer
from qodev.providers.registry import dialect_for
from qodev.types.agents import ClientApi, Layer, ProviderInstance, Timeouts
from qodev.types.messages import StopReason
from qodev.types.providers import (
    ErrorChunk,
    ErrorKind,
    ProviderRequest,
    RetryChunk,
    StopChunk,
    StreamChunk,
    TextChunk,
    ThinkingChunk,
    ToolEndChunk,
    ToolStartChunk,
    UsageChunk,
)
from tests.servers.offline import offline_server

TURN: list[Any] = [{"role": "user", "content": "hello"}]
GOOGLE: dict[str, Any] = {"contents": [{"role": "user", "parts": [{"text": "hello"}]}]}
PATHS = {
    ClientApi.ANTHROPIC: "/v1/messages",
    ClientApi.OPENAI_CHAT: "/v1/chat/completions",
    ClientApi.OPENAI_RESPONSES: "/v1/responses",
    ClientApi.GOOGLE: "/v1beta/models/{model}:streamGenerateContent?alt=sse",
    ClientApi.MISTRAL: "/mistral/v1/chat/completions",
    ClientApi.LLAMA_CPP: "/v1/chat/completions",
    ClientApi.OLLAMA: "/api/chat",
}
APIS = pytest.mark.parametrize("api", list(PATHS))
TOOL = ToolOffer("read_file", "Reads.", {"type": "object", "properties": {"path": {"type": "string"}}})


def instance_of(url: str, api: ClientApi) -> ProviderInstance:
    return ProviderInstance(
        name="Local",
        client_api=api,
        description="",
        url=url,
        api_key_ref="",
        headers={},
        timeouts=Timeouts(),
        proxy="none",
        ca_file=None,
        verify_tls=True,
        launch=None,
        layer=Layer.USER,
        overrides_bundled=False,
        span=SourceSpan("local.toml", 1),
    )


class NoKeys:
    async def resolve(self, ref: str) -> None:
        return None


async def no_sleep(_: float) -> None:
    await asyncio.sleep(0)


class Asker:
    """Asks one server in any format."""

    def __init__(self, server: OfflineServer, client: HttpClient) -> None:
        self.server = server
        options = HttpOptions(sleep=no_sleep)
        self.provider = HttpProvider(client, NoKeys(), lambda _: NetSettings(proxy="none"), options)

    async def ask(self, api: ClientApi, script: str, base: str = "", *, stream: bool = True) -> list[StreamChunk]:
        """Returns the chunks of an answer."""
        request = self._request(api, script, base or self.server.url, stream=stream)
        return [chunk async for chunk in self.provider.stream(request)]

    def _request(self, api: ClientApi, script: str, base: str, *, stream: bool) -> ProviderRequest:
        dialect = dialect_for(api)
        body: dict[str, Any] = {"messages": TURN, "stream": stream}
        if api is ClientApi.ANTHROPIC:
            body["max_tokens"] = 100
        elif api is ClientApi.OPENAI_RESPONSES:
            body = {"input": TURN, "stream": stream}
        elif api is ClientApi.GOOGLE:
            body = GOOGLE
        url = base + PATHS[api].format(model=script)
        if api is ClientApi.GOOGLE and not stream:
            url = url.replace("streamGenerateContent?alt=sse", "generateContent")
        shaped = dialect.shape(body, ShapeOptions(script, url, (TOOL,)))
        return ProviderRequest(
            client_api=api,
            instance=instance_of(base, api),
            method="POST",
            url=shaped.url,
            headers=dialect.headers(stream=shaped.stream),
            body=json.dumps(shaped.body).encode(),
            key_header=None,
            stream=shaped.stream,
            tool_names=(TOOL.name,),
            added=shaped.added,
        )


@pytest.fixture
async def asker() -> AsyncIterator[Asker]:
    client = HttpClient()
    async with offline_server() as server:
        yield Asker(server, client)
        await client.close()


def text_of(chunks: list[StreamChunk]) -> str:
    return "".join(chunk.text for chunk in chunks if isinstance(chunk, TextChunk))


def stop_of(chunks: list[StreamChunk]) -> StopReason:
    assert isinstance(chunks[-1], StopChunk), chunks[-1]
    return chunks[-1].reason


def error_of(chunks: list[StreamChunk]) -> ErrorKind:
    assert isinstance(chunks[-1], ErrorChunk), chunks[-1]
    assert sum(isinstance(chunk, StopChunk | ErrorChunk) for chunk in chunks) == 1
    return chunks[-1].error.kind


@APIS
@pytest.mark.parametrize("stream", [True, False])
async def test_echo_is_read_with_usage(asker, api, stream):
    chunks = await asker.ask(api, "echo", stream=stream)

    assert text_of(chunks) == "You said: hello"
    assert stop_of(chunks) is StopReason.END
    usage = [chunk.usage for chunk in chunks if isinstance(chunk, UsageChunk)][-1]
    assert usage.input_tokens > 0
    assert usage.output_tokens > 0


@APIS
@pytest.mark.parametrize("stream", [True, False])
async def test_thinking_is_kept_apart_from_text(asker, api, stream):
    chunks = await asker.ask(api, "thinking", stream=stream)

    assert "".join(c.text for c in chunks if isinstance(c, ThinkingChunk)).startswith("The user wrote")
    assert text_of(chunks) == "I thought about it. hello"


@APIS
@pytest.mark.parametrize("stream", [True, False])
async def test_a_call_is_read_whole(asker, api, stream):
    script = 'call_tool:read_file {"path": "a.py"}'
    chunks = await asker.ask(api, script.replace("/", "%2F").replace("?", "%3F"), stream=stream)

    assert [c.name for c in chunks if isinstance(c, ToolStartChunk)] == ["read_file"]
    assert [c.input for c in chunks if isinstance(c, ToolEndChunk)] == [{"path": "a.py"}]
    assert stop_of(chunks) is StopReason.TOOL_CALLS


@APIS
async def test_characters_arrive_whole_and_the_limit_is_told(asker, api):
    assert "你好, 😀 👩‍👩‍👧 e\u0301" in text_of(await asker.ask(api, "split_utf8"))
    assert stop_of(await asker.ask(api, "length")) is StopReason.LENGTH


@APIS
async def test_a_broken_answer_keeps_its_text_and_names_its_fault(asker, api):
    cut = await asker.ask(api, "cut_stream")
    assert error_of(cut) is ErrorKind.TRUNCATED
    assert text_of(cut).startswith("The connection ends")

    broken = await asker.ask(api, "broken_json")
    assert error_of(broken) is ErrorKind.PROTOCOL
    assert text_of(broken).startswith("The next line")

    failed = await asker.ask(api, "error_in_stream")
    assert error_of(failed) in (ErrorKind.SERVER, ErrorKind.OVERLOADED)
    assert text_of(failed).startswith("This answer begins well")
    assert isinstance(failed[-1], ErrorChunk)
    assert "The server is overloaded." in failed[-1].error.message


@APIS
async def test_refusals_are_told_and_429_is_tried_again(asker, api):
    assert error_of(await asker.ask(api, "error")) is ErrorKind.SERVER
    assert error_of(await asker.ask(api, "nobody")) is ErrorKind.NOT_FOUND

    chunks = await asker.ask(api, "rate_limit")
    assert isinstance(chunks[0], RetryChunk)
    assert chunks[0].delay_s == 1
    assert text_of(chunks) == "The second try was let in."


@APIS
async def test_tls_that_is_none_is_a_tls_fault(asker, api):
    assert error_of(await asker.ask(api, "echo", asker.server.broken_tls_url)) is ErrorKind.TLS


async def test_a_cut_context_is_seen_in_the_usage(asker):
    full = await asker.ask(ClientApi.OPENAI_CHAT, "echo")
    cut = await asker.ask(ClientApi.OPENAI_CHAT, "cut_context")

    counts = [[c.usage for c in chunks if isinstance(c, UsageChunk)][-1].input_tokens for chunks in (full, cut)]
    assert counts[1] < counts[0] / 5


async def test_a_self_made_certificate_is_refused_and_trusted_by_its_file():
    from tests.servers.offline import CERTIFICATE

    client = HttpClient()
    async with offline_server(tls=True) as server:
        asker = Asker(server, client)
        assert error_of(await asker.ask(ClientApi.OLLAMA, "echo")) is ErrorKind.TLS
        settings = dataclasses.replace(NetSettings(proxy="none"), ca_file=str(CERTIFICATE))
        asker.provider = HttpProvider(client, NoKeys(), lambda _: settings)
        assert text_of(await asker.ask(ClientApi.OLLAMA, "echo")) == "You said: hello"
    await client.close()
