"""Requests to a provider over real sockets, with time and chance that stand still."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from qodev.base.net import HttpClient, NetSettings
from qodev.providers.base import ShapeOptions
from qodev.providers.http import HttpOptions, HttpProvider
from qodev.providers.keys import key_header
from qodev.providers.registry import dialect_for
from qodev.types.agents import ProviderInstance
from qodev.types.providers import ErrorChunk, ProviderError, ProviderRequest, RetryChunk, StreamChunk, TextChunk
from tests.fakes.wire import MemorySecrets

NOW = 1_800_000_000.0
SSE = {"content-type": "text/event-stream"}
HI = b'data: {"choices":[{"delta":{"content":"hi"}}]}\n\n'
END = b'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'


@dataclass
class Sender:
    """A provider, and what it waited for."""

    provider: HttpProvider
    client: HttpClient
    waits: list[float] = field(default_factory=list)

    async def send(self, request: ProviderRequest) -> list[StreamChunk]:
        async with aclosing(self.provider.stream(request)) as chunks:
            return [chunk async for chunk in chunks]

    async def error(self, request: ProviderRequest) -> ProviderError:
        last = (await self.send(request))[-1]
        assert isinstance(last, ErrorChunk)
        return last.error


@asynccontextmanager
async def sender(
    keys: dict[str, str] | None = None,
    *,
    net: NetSettings | None = None,
    proxies: Callable[[], Mapping[str, str]] = dict,
    secrets: MemorySecrets | None = None,
    **options: Any,
) -> AsyncIterator[Sender]:
    """Returns a provider whose waits take no time."""
    waits: list[float] = []

    async def sleep(wait_s: float) -> None:
        waits.append(wait_s)
        await asyncio.sleep(0)

    made = HttpOptions(**({"clock": lambda: NOW, "sleep": sleep, "spread": lambda: 0.5} | options))
    client = HttpClient(proxies=proxies)
    settings = net or NetSettings("none")
    provider = HttpProvider(client, secrets or MemorySecrets(keys or {}), lambda _: settings, made)
    yield Sender(provider, client, waits)
    await client.close()


def request_to(target: ProviderInstance, path: str = "/v1/chat/completions", **changes: Any) -> ProviderRequest:
    """Returns a small request as the runtime builds it."""
    dialect = dialect_for(target.client_api)
    shaped = dialect.shape({"messages": []}, ShapeOptions("m", target.url + path))
    header = key_header(target)
    request = ProviderRequest(
        client_api=target.client_api,
        instance=target,
        method="POST",
        url=shaped.url,
        headers={**dialect.headers(stream=shaped.stream), **target.headers},
        body=b'{"model":"m","stream":true,"stream_options":{"include_usage":true}}',
        key_header=header.name if header else None,
        stream=shaped.stream,
        added=shaped.added,
    )
    return replace(request, **changes)


def text_of(chunks: list[StreamChunk]) -> str:
    return "".join(chunk.text for chunk in chunks if isinstance(chunk, TextChunk))


def retries_of(chunks: list[StreamChunk]) -> list[RetryChunk]:
    return [chunk for chunk in chunks if isinstance(chunk, RetryChunk)]
