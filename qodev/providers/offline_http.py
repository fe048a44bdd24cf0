"""The offline server's HTTP/1.1: reads requests within bounds and writes answers, whole, in chunks or broken."""

import asyncio
import socket
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Literal
from urllib.parse import urlsplit

_BODY_LIMIT_BYTES = 64 * 1024 * 1024
_TLS_HANDSHAKE = b"\x16"


class HttpFault(Exception):
    """A request that is no HTTP or too large; `status` answers it."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass(frozen=True, slots=True)
class SeenRequest:
    """A request as it came; header names are lower case."""

    method: str
    path: str  # without the query
    query: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """Exact bytes for tests: each chunk is sent on its own, `repeat` follows them, then comes the end."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    chunks: Sequence[bytes] = ()
    repeat: tuple[bytes, int] = (b"", 0)
    then: Literal["close", "reset", "silence"] = "close"


async def read_request(reader: asyncio.StreamReader) -> SeenRequest | None:
    """Returns the next request of a connection, None at its end.

    Raises HttpFault for what is no HTTP, a TLS handshake among it.
    """
    first = await reader.read(1)
    if not first:
        return None
    if first == _TLS_HANDSHAKE:
        raise HttpFault(400)
    try:
        head = first + await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError:
        raise HttpFault(431) from None
    line, *fields = head.decode("latin-1").split("\r\n")
    method, _, rest = line.partition(" ")
    target, _, version = rest.partition(" ")
    if not version.startswith("HTTP/1."):
        raise HttpFault(400)
    headers = {name.strip().lower(): value.strip() for name, _, value in (f.partition(":") for f in fields if f)}
    parts = urlsplit(target)
    return SeenRequest(method, parts.path, parts.query, headers, await _read_body(reader, headers))


async def _read_body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return await _read_chunks(reader)
    length = headers.get("content-length", "0")
    if not length.isdecimal():
        raise HttpFault(400)
    if int(length) > _BODY_LIMIT_BYTES:
        raise HttpFault(413)
    return await reader.readexactly(int(length))


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    body = bytearray()
    while True:
        size_text = (await reader.readuntil(b"\r\n")).split(b";")[0].strip()
        try:
            size = int(size_text, 16)
        except ValueError:
            raise HttpFault(400) from None
        if len(body) + size > _BODY_LIMIT_BYTES:
            raise HttpFault(413)
        body += await reader.readexactly(size)
        await reader.readuntil(b"\r\n")
        if size == 0:
            return bytes(body)


class Answering:
    """Writes one answer to a connection."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._is_chunked = False

    async def whole(self, status: int, content: bytes, headers: Mapping[str, str]) -> None:
        """Sends an answer whose length is known."""
        self._head(status, {**headers, "content-length": str(len(content))})
        self._writer.write(content)
        await self._writer.drain()

    def start(self, status: int, headers: Mapping[str, str]) -> None:
        """Begins an answer that comes in chunks."""
        self._is_chunked = "content-length" not in {name.lower() for name in headers}
        self._head(status, {**headers, "transfer-encoding": "chunked"} if self._is_chunked else headers)

    def _head(self, status: int, headers: Mapping[str, str]) -> None:
        phrase = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else "Status"
        fields = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._writer.write(f"HTTP/1.1 {status} {phrase}\r\n{fields}\r\n".encode("latin-1"))

    async def chunk(self, content: bytes) -> None:
        """Sends a chunk and waits until the client takes it."""
        if content:
            framed = b"%x\r\n%b\r\n" % (len(content), content) if self._is_chunked else content
            self._writer.write(framed)
        await self._writer.drain()

    async def finish(self) -> None:
        """Ends the answer as HTTP wants it."""
        if self._is_chunked:
            self._writer.write(b"0\r\n\r\n")
        await self._writer.drain()

    def reset(self) -> None:
        """Breaks the connection so that the client sees a reset, not an end."""
        connection = self._writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()


async def play_raw(answer: RawAnswer, answering: Answering, reader: asyncio.StreamReader) -> bool:
    """Sends a raw answer; returns whether the connection may go on."""
    answering.start(answer.status, answer.headers)
    for content in answer.chunks:
        await answering.chunk(content)
    content, times = answer.repeat
    for _ in range(times):
        await answering.chunk(content)
    if answer.then == "silence":
        await reader.read()  # until the client leaves
        return False
    if answer.then == "reset":
        answering.reset()
        return False
    await answering.finish()
    return True
