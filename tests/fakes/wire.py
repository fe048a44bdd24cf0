"""A server on loopback that answers with exact bytes, and a store that holds keys in memory."""

import asyncio
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from socket import SO_LINGER, SOL_SOCKET
from typing import Any

from qodev.base.diagnostics import SourceSpan
from qodev.base.errors import SecretError
from qodev.types.agents import ClientApi, Layer, ProviderInstance, Timeouts

CERTIFICATES = Path(__file__).parent / "certificates"


@dataclass(frozen=True)
class SeenRequest:
    """A request as it arrived."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class RawAnswer:
    """What the server sends: chunks one by one, then it closes, resets, or stays silent."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    chunks: Sequence[bytes] = ()
    repeat: tuple[bytes, int] | None = None
    then: str = "close"
    before_chunk: Callable[[int], Awaitable[None]] | None = None


class RawServer:
    """Answers every request alike, or by a list, the last of which stays."""

    def __init__(self, *answers: RawAnswer) -> None:
        self.answers = list(answers)
        self.seen: list[SeenRequest] = []
        self.closed = asyncio.Event()  # a client went away before the answer ended
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await read_request(reader)
        if request is not None:
            self.seen.append(request)
            try:
                await self._answer(reader, writer)
            except ConnectionError:
                self.closed.set()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answer = self.answers[min(len(self.seen), len(self.answers)) - 1]
        headers = {"connection": "close", **answer.headers}
        head = f"HTTP/1.1 {answer.status} Whatever\r\n" + "".join(f"{k}: {v}\r\n" for k, v in headers.items())
        writer.write(head.encode("latin-1") + b"\r\n")
        for number, chunk in enumerate(answer.chunks):
            if answer.before_chunk is not None:
                await writer.drain()
                await answer.before_chunk(number)
            writer.write(chunk)
            await writer.drain()
        if answer.repeat is not None:
            for _ in range(answer.repeat[1]):
                writer.write(answer.repeat[0])
                await writer.drain()
        if answer.then == "reset":
            await asyncio.sleep(0.02)  # the bytes before a reset must have left
            sock = writer.get_extra_info("socket")
            sock.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
        elif answer.then == "silence":
            await reader.read()  # until the client goes
            self.closed.set()


async def read_request(reader: asyncio.StreamReader) -> SeenRequest | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    method, target, _ = first.split(" ", 2)
    return SeenRequest(method, target, headers, body)


Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def listening(serve: Serve, **options: Any) -> AsyncIterator[str]:
    """Runs `serve` for each connection to a free port of loopback; gives the URL, leaves no connection behind."""
    tasks: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await serve(reader, writer)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
            tasks.discard(task)

    server = await asyncio.start_server(accept, "127.0.0.1", 0, **options)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"{'https' if options.get('ssl') else 'http'}://127.0.0.1:{port}"
    finally:
        server.close()
        for task in tuple(tasks):
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


@asynccontextmanager
async def raw_server(*answers: RawAnswer, **options: Any) -> AsyncIterator[RawServer]:
    """Runs a server that answers as said."""
    server = RawServer(*answers)
    async with listening(server.serve, **options) as server.url:
        yield server


class PlainSecret:
    """A key in memory."""

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def __repr__(self) -> str:
        return "•••"


class MemorySecrets:
    """References to values; a reference in `broken` raises."""

    def __init__(self, values: dict[str, str] | None = None, *, broken: str | None = None) -> None:
        self._values = values or {}
        self._broken = broken

    async def resolve(self, ref: str) -> PlainSecret | None:
        if ref == self._broken:
            raise SecretError("The keyring is locked.")
        value = self._values.get(ref)
        return PlainSecret(value) if value is not None else None


def instance(
    url: str,
    api: ClientApi = ClientApi.OPENAI_CHAT,
    *,
    key_ref: str = "",
    headers: dict[str, str] | None = None,
    verify_tls: bool = True,
    ca_file: str | None = None,
    proxy: str = "none",
) -> ProviderInstance:
    """Returns an instance for a test."""
    return ProviderInstance(
        name="Test",
        client_api=api,
        description="",
        url=url,
        api_key_ref=key_ref,
        headers=headers or {},
        timeouts=Timeouts(),
        proxy=proxy,
        ca_file=ca_file,
        verify_tls=verify_tls,
        launch=None,
        layer=Layer.USER,
        overrides_bundled=False,
        span=SourceSpan("test.toml", 1),
    )
