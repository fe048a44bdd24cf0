"""Sends requests to providers and streams their answers: retries before the first byte, exactly one end (A154, A161)."""

import asyncio
import json
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace

from qodev.base.ids import Clock
from qodev.base.inflate import unpack
from qodev.base.jsontext import dump_compact
from qodev.base.logs import KnownSecrets
from qodev.base.net import HttpClient, HttpResponse, NetSettings
from qodev.base.netfaults import NetError, NetFault
from qodev.providers.base import ParseContext, StreamFault
from qodev.providers.errors import ErrorMaker, is_final_refusal
from qodev.providers.reader import AnswerReader, form_of
from qodev.providers.registry import dialect_for
from qodev.providers.retry import ATTEMPTS, plan_wait
from qodev.providers.sending import MaySendPlain, SealedHeaders, Sealing, never_plain, seal
from qodev.providers.source import ByteSource
from qodev.providers.url import host_of, is_local_host
from qodev.types.agents import ClientApi, ProviderInstance
from qodev.types.ports import SecretStore
from qodev.types.providers import (
    ErrorChunk,
    ProviderError,
    ProviderFailure,
    ProviderRequest,
    RetryChunk,
    StallChunk,
    StreamChunk,
)

_ERROR_BODY_BYTES = 64 * 1024  # S103
_STALL_S = 180.0  # S106
_LOCAL_APIS = (ClientApi.OLLAMA, ClientApi.LLAMA_CPP)
_USAGE_KEY = "stream_options"


@dataclass(frozen=True, slots=True)
class HttpOptions:
    """What tests and front ends set: time, waits, chance, consent."""

    clock: Clock = time.time
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    spread: Callable[[], float] = random.random
    known: KnownSecrets = field(default_factory=KnownSecrets)
    env: Mapping[str, str] | None = None
    may_send_plain: MaySendPlain = never_plain
    error_body_s: float = 5.0  # S103


@dataclass(frozen=True, slots=True)
class _Refusal:
    """An attempt that failed before its first byte; `is_final` when waiting cannot help."""

    error: ProviderError
    is_final: bool = False
    names_usage_key: bool = False


class HttpProvider:
    """The Provider over HTTP; one for all instances."""

    def __init__(
        self,
        client: HttpClient,
        secrets: SecretStore,
        net: Callable[[ProviderInstance], NetSettings],
        options: HttpOptions | None = None,
    ) -> None:
        self._client = client
        self._net = net
        self._options = options or HttpOptions()
        o = self._options
        self.sealing = Sealing(secrets, o.known, o.env, o.may_send_plain)  # model lists and tests use the same
        self._without_usage: set[tuple[str, str]] = set()

    def takes_stream_options(self, instance: ProviderInstance) -> bool:
        """Tells whether an instance has not refused `stream_options` during this run (A83)."""
        return (instance.name, instance.url) not in self._without_usage

    async def stream(self, request: ProviderRequest) -> AsyncGenerator[StreamChunk, None]:
        """Yields the answer; exactly one StopChunk or ErrorChunk comes, and it is the last."""
        try:
            headers = await seal(
                request.instance, request.url, request.headers, self.sealing, has_key=request.key_header is not None
            )
        except ProviderFailure as fault:
            yield ErrorChunk(fault.error)
            return
        if not self.takes_stream_options(request.instance):
            request = _without_usage_key(request)
        response: HttpResponse | None = None
        async with aclosing(self._attempts(request, headers)) as attempts:
            async for found in attempts:
                if isinstance(found, HttpResponse):
                    response = found
                else:
                    yield found
        if response is None:
            return
        try:
            async with aclosing(self._batches(request, response, headers.errors)) as batches:
                async for batch in batches:
                    for chunk in batch:
                        yield chunk
        finally:
            await response.close()

    async def _attempts(
        self, request: ProviderRequest, headers: SealedHeaders
    ) -> AsyncGenerator[HttpResponse | RetryChunk | ErrorChunk, None]:
        """Yields the waits before further attempts, last an answer that may be read, or the error."""
        attempt = 0
        while True:
            opened = await self._open(request, headers)
            if isinstance(opened, HttpResponse):
                yield opened
                return
            if opened.names_usage_key:
                self._without_usage.add((request.instance.name, request.instance.url))
                request = _without_usage_key(request)
                continue
            attempt += 1
            wait_s = plan_wait(opened.error, attempt, self._options.spread, is_final=opened.is_final)
            if wait_s is None:
                yield ErrorChunk(opened.error)
                return
            yield RetryChunk(attempt, ATTEMPTS, wait_s, opened.error.kind)
            await self._options.sleep(wait_s)

    async def _open(self, request: ProviderRequest, headers: SealedHeaders) -> HttpResponse | _Refusal:
        try:
            response = await self._client.stream(
                request.method, request.url, headers.values, request.body, self._net(request.instance)
            )
        except NetError as fault:
            is_final = fault.kind is not NetFault.CONNECT
            return _Refusal(headers.errors.of_net(fault), is_final)
        if 200 <= response.status < 300:
            return response
        body = await self._error_body(response)
        error = headers.errors.of_status(response.status, response.headers, body, self._options.clock())
        names_key = response.status == 400 and _USAGE_KEY in request.added and _USAGE_KEY.encode() in body
        return _Refusal(error, is_final_refusal(body), names_key)

    async def _error_body(self, response: HttpResponse) -> bytes:
        body = bytearray()
        try:
            async with asyncio.timeout(self._options.error_body_s), aclosing(response.iter_raw()) as pieces:
                async for piece in pieces:
                    body += piece
                    if len(body) >= _ERROR_BODY_BYTES:
                        break
        except (TimeoutError, NetError):
            pass  # what came has to do
        finally:
            await response.close()
        encoding = response.headers.get("content-encoding", "")
        return unpack(bytes(body[:_ERROR_BODY_BYTES]), encoding, _ERROR_BODY_BYTES)

    def _reader(self, request: ProviderRequest, response: HttpResponse) -> AnswerReader:
        form = form_of(response.headers.get("content-type", ""), asked_for_stream=request.stream)
        is_local = request.client_api in _LOCAL_APIS or is_local_host(host_of(request.url))
        context = ParseContext(self._options.clock, is_local, request.tool_names, request.body)
        dialect = dialect_for(request.client_api)
        return AnswerReader(dialect, dialect.new_parser(context), form, response.headers.get("content-encoding", ""))

    async def _batches(
        self, request: ProviderRequest, response: HttpResponse, errors: ErrorMaker
    ) -> AsyncGenerator[Sequence[StreamChunk], None]:
        """Yields the chunks of an answer, those of one piece of the network together."""
        try:
            reader = self._reader(request, response)
        except StreamFault as fault:
            yield (ErrorChunk(errors.of_fault(fault, response.status)),)
            return
        broken: StreamFault | None = None
        error: ProviderError | None = None
        async with aclosing(response.iter_raw()) as pieces, ByteSource(pieces) as source:
            try:
                idle_s = self._net(request.instance).idle_s
                async with aclosing(self._received(reader, source, stalls=not 0 < idle_s <= _STALL_S)) as received:
                    async for batch in received:
                        yield batch
            except NetError as fault:
                error = errors.of_net(fault)
                broken = StreamFault(error.kind, error.message)
            last, ended_by = reader.finish(broken)
            yield last
            if ended_by is not None:
                told = error if error and ended_by is broken else errors.of_fault(ended_by, response.status)
                yield (ErrorChunk(told),)
            elif broken is None:
                with suppress(NetError):
                    await source.drain()

    async def _received(
        self, reader: AnswerReader, source: ByteSource, *, stalls: bool
    ) -> AsyncGenerator[Sequence[StreamChunk], None]:
        """Yields what comes; `stalls` says that a silence may outlast the time after which it is told (S106)."""
        clock = self._options.clock
        progress_at, is_stalled = clock(), False
        while not reader.is_done:
            held_until = until = reader.held_until
            if until is None and stalls and not is_stalled:
                until = progress_at + _STALL_S
            data = await source.next(None if until is None else max(0.0, until - clock()))
            if data is None:
                return
            found = reader.feed(data) if data else reader.release() if held_until is not None else []
            if found:
                yield found
                progress_at, is_stalled = clock(), False
            elif not is_stalled and clock() - progress_at >= _STALL_S:
                is_stalled = True
                yield (StallChunk(clock() - progress_at),)


def _without_usage_key(request: ProviderRequest) -> ProviderRequest:
    if _USAGE_KEY not in request.added:
        return request
    body = json.loads(request.body)
    body.pop(_USAGE_KEY, None)
    added = tuple(key for key in request.added if key != _USAGE_KEY)
    return replace(request, body=dump_compact(body).encode("utf-8"), added=added)
