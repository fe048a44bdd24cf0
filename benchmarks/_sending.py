"""Sends requests to the server of the streams: by the product's provider, and by a reader that does the least."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager

from benchmarks._kit import require
from qodev.base.diagnostics import SourceSpan
from qodev.base.net import HttpClient, NetSettings
from qodev.providers.http import HttpProvider
from qodev.types.agents import ClientApi, Layer, ProviderInstance, Timeouts
from qodev.types.providers import ErrorChunk, ProviderRequest, StopChunk, StreamChunk, TextChunk

APIS = {"openai": ClientApi.OPENAI_CHAT, "anthropic": ClientApi.ANTHROPIC, "ollama": ClientApi.OLLAMA}
_PATHS = {"openai": "/v1/chat/completions", "anthropic": "/v1/messages", "ollama": "/api/chat"}
OnText = Callable[[str], None]


class NoSecrets:
    """A SecretStore of instances that need no key."""

    async def resolve(self, ref: str) -> None:
        """Returns None."""


def base_url(port: int, kind: str, count: int, pace_us: int = 0) -> str:
    """Returns the URL at which a stream is played."""
    return f"http://127.0.0.1:{port}/{kind}/{count}/{pace_us}"


def request_for(kind: str, url: str) -> ProviderRequest:
    """Returns a request as the runtime builds it."""
    instance = ProviderInstance(
        name="Bench",
        client_api=APIS[kind],
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
        span=SourceSpan("bench.toml", 1, 1),
    )
    return ProviderRequest(
        client_api=APIS[kind],
        instance=instance,
        method="POST",
        url=url + _PATHS[kind],
        headers={"Content-Type": "application/json"},
        body=b'{"model":"made","stream":true,"messages":[]}',
        key_header=None,
        stream=True,
    )


@asynccontextmanager
async def provider() -> AsyncIterator[HttpProvider]:
    """Gives a provider whose first client is there already (F20)."""
    settings = NetSettings("none")
    client = HttpClient(proxies=dict)
    await client.warm(settings)
    try:
        yield HttpProvider(client, NoSecrets(), lambda _: settings)
    finally:
        await client.close()


async def stream_texts(sender: HttpProvider, request: ProviderRequest, on_text: OnText) -> None:
    """Streams an answer as the runtime does and hands out its text."""
    last: StreamChunk | None = None
    async with aclosing(sender.stream(request)) as chunks:
        async for chunk in chunks:
            if isinstance(chunk, TextChunk):
                on_text(chunk.text)
            last = chunk
    require(isinstance(last, StopChunk), last.error.message if isinstance(last, ErrorChunk) else "no end came")


async def read_raw(port: int, kind: str, count: int, pace_us: int, on_text: OnText) -> None:
    """Does the least: sends a request, reads lines, parses JSON, takes the text."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = b'{"model":"made"}'
    writer.write(
        f"POST /{kind}/{count}/{pace_us} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(body)}\r\n\r\n".encode()
        + body
    )
    await reader.readuntil(b"\r\n\r\n")
    await (_read_lines(reader, on_text) if kind == "ollama" else _read_events(reader, on_text))
    writer.close()
    await writer.wait_closed()


async def _read_lines(reader: asyncio.StreamReader, on_text: OnText) -> None:
    async for line in reader:
        event = json.loads(line)
        if not event["done"]:
            on_text(event["message"]["content"])


async def _read_events(reader: asyncio.StreamReader, on_text: OnText) -> None:
    async for line in reader:
        if line.startswith(b"data: {"):
            event = json.loads(line[6:])
            text = _text_of(event)
            if text:
                on_text(text)


def _text_of(event: dict[str, object]) -> str:
    if "choices" in event:
        return event["choices"][0]["delta"].get("content", "")
    delta = event.get("delta", {})
    return delta.get("text", "")
