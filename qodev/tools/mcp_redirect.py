"""Waits on a loopback port for the one answer of a sign-in in the browser; strangers do not use it up (P198)."""

import asyncio
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

_PATH = "/callback"
_HEADER_BYTES = 8 * 1024
_CONNECTION_S = 10.0
_CONNECTIONS_MOST = 16  # at a time
_PAGE = (
    "<!doctype html><meta charset=utf-8><title>qodev</title><body style='font-family:sans-serif;margin:4em'><p>{}</p>"
)


@dataclass(frozen=True, slots=True)
class BrowserAnswer:
    """What the browser brought: a code, or the error that the authorization server named."""

    code: str
    state: str
    issuer: str | None = None
    error: str = ""


class RedirectListener:
    """Takes one code for one state; made by `listening`."""

    def __init__(self) -> None:
        self.port = 0
        self._state = ""
        self._open = 0
        self._answer: asyncio.Future[BrowserAnswer] = asyncio.get_running_loop().create_future()

    @property
    def url(self) -> str:
        """Returns where the browser is sent back to."""
        return f"http://127.0.0.1:{self.port}{_PATH}"

    def expect(self, state: str) -> None:
        """Says which state counts from now on."""
        self._state = state

    async def answer(self) -> BrowserAnswer:
        """Waits for the answer with the expected state."""
        return await asyncio.shield(self._answer)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers one connection, within 10 s and a bounded head."""
        self._open += 1
        try:
            if self._open <= _CONNECTIONS_MOST:
                async with asyncio.timeout(_CONNECTION_S):
                    await self._reply(writer, *self._judge(await reader.readuntil(b"\r\n\r\n")))
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # a bad connection costs itself alone
        finally:
            self._open -= 1
            writer.close()

    def _judge(self, head: bytes) -> tuple[int, str]:
        method, _, rest = head.split(b"\r\n", 1)[0].decode("ascii", "replace").partition(" ")
        parts = urlsplit(rest.partition(" ")[0])
        if method != "GET" or parts.path != _PATH:
            return 404, "There is nothing here."
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if not self._state or not hmac.compare_digest(query.get("state", "").encode(), self._state.encode()):
            return 400, "This sign-in was not asked for."
        if self._answer.done():
            return 400, "This sign-in has been used already."
        answer = BrowserAnswer(
            query.get("code", ""),
            self._state,
            query.get("iss"),
            "" if query.get("code") else query.get("error", "none"),
        )
        self._answer.set_result(answer)
        said = "You are signed in. This page can be closed." if answer.code else "The sign-in was refused."
        return 200, said

    @staticmethod
    async def _reply(writer: asyncio.StreamWriter, status: int, text: str) -> None:
        body = _PAGE.format(text).encode()
        head = (
            f"HTTP/1.1 {status} {'OK' if status == 200 else 'Refused'}\r\nContent-Type: text/html; charset=utf-8\r\n"
            f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
            "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode() + body)
        await writer.drain()


@asynccontextmanager
async def listening() -> AsyncIterator[RedirectListener]:
    """Listens on a free port of 127.0.0.1 for the length of a block."""
    listener = RedirectListener()
    server = await asyncio.start_server(listener.serve, "127.0.0.1", 0, limit=_HEADER_BYTES)
    listener.port = server.sockets[0].getsockname()[1]
    try:
        yield listener
    finally:
        server.close()
        with suppress(OSError):
            await server.wait_closed()
