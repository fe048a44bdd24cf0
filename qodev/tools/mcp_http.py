"""Talks to an MCP server over HTTP through our own client: proxy, CA, no redirects, bounded bodies (P193, S154)."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from qodev.base.errors import UserFacingError
from qodev.base.jsontext import dump_compact
from qodev.base.logs import KnownSecrets
from qodev.base.net import HttpClient, HttpResponse, NetSettings
from qodev.base.netfaults import NetError
from qodev.base.proxies import is_loopback_host
from qodev.base.tasks import WorkPool
from qodev.tools.mcp_events import EventFilter
from qodev.tools.mcp_log import ServerLog
from qodev.tools.mcp_messages import BODY_MOST_BYTES, IN_WORKER_BYTES, OWN_ERROR, MessageFault, Throttle, read_message
from qodev.tools.mcp_sdk import Sdk
from qodev.tools.mcp_stdio import ServerFault, Streams
from qodev.types.servers import ServerEntry

_CLOSE_S = 1.0
_REDIRECTS = (301, 302, 303, 307, 308)
_SMALL_BYTES = 1024 * 1024  # answers of authorization servers
_JSON, _EVENTS = "application/json", "text/event-stream"


class SignInNeeded(UserFacingError):
    """The server wants somebody to sign in; nobody is asked while a turn starts."""

    def __init__(self) -> None:
        super().__init__("wants you to sign in", "Sign in with Test in the settings.")


@dataclass(frozen=True, slots=True)
class HttpParts:
    """What reaching a server by HTTP needs."""

    sdk: Sdk
    env: Mapping[str, str]
    client: HttpClient
    net: Callable[[], NetSettings]  # proxy and CA of the settings
    pool: WorkPool
    log: ServerLog
    known: KnownSecrets
    auth: Any = None  # an httpx2.Auth, for servers with `oauth`


def headers_of(entry: ServerEntry, env: Mapping[str, str], known: KnownSecrets) -> Mapping[str, str]:
    """Returns the headers of an entry with the values of their variables; raises ServerFault when one is not set."""
    missing = [variable for _, variable in entry.headers if not env.get(variable)]
    if missing:
        names = ", ".join(f"`{name}`" for name in missing)
        raise ServerFault(f"needs {names}, not set in the environment", "Set it, then start qodev again.")
    found = {name: env[variable] for name, variable in entry.headers}
    for value in found.values():
        known.add(value)
    return found


@asynccontextmanager
async def http_streams(entry: ServerEntry, parts: HttpParts) -> AsyncIterator[Streams]:
    """Keeps a session with the server for the length of a block. Raises UserFacingError."""
    bridge = _Bridge(entry, parts, headers_of(entry, parts.env, parts.known))
    httpx2 = parts.sdk.httpx2
    transport = make_transport(httpx2, bridge.answer)
    client = httpx2.AsyncClient(transport=transport, auth=parts.auth, follow_redirects=False, trust_env=False)
    async with client, parts.sdk.open_http(entry.url, client, BODY_MOST_BYTES) as (read, write):
        try:
            yield Streams(read, write, bridge.ended)
        finally:
            bridge.is_closing = True


def make_transport(httpx2: Any, answer: Callable[[Any], Awaitable[Any]]) -> Any:  # noqa: ANN401  httpx2 is imported late
    """Returns a transport of httpx2 that hands each request to `answer`."""

    class Transport(httpx2.AsyncBaseTransport):  # type: ignore[misc]  # known at run time alone
        async def handle_async_request(self, request: Any) -> Any:  # noqa: ANN401
            return await answer(request)

    return Transport()


@dataclass(slots=True)
class _Bridge:
    """Sends the SDK's requests with our client, and lets nothing through that breaks a bound."""

    entry: ServerEntry
    parts: HttpParts
    headers: Mapping[str, str]
    ended: "asyncio.Future[str]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    is_closing: bool = False

    async def answer(self, request: Any) -> Any:  # noqa: ANN401  httpx2's request and response
        content = await request.aread()
        is_own = str(request.url) == self.entry.url
        try:
            return await self._send(request, content, is_own=is_own)
        except UserFacingError as fault:
            said = f"{fault.message}." if fault.message else "The request failed."
            if not self.is_closing:
                self.parts.log.note(f"{request.method} {_shown(str(request.url))}: {said}")
            return self._said(request, content, said, is_own=is_own)

    def _said(self, request: Any, content: bytes, text: str, *, is_own: bool) -> Any:  # noqa: ANN401
        """Returns a fault as an answer to the very request, so that others go on; raises for what is no call."""
        httpx2 = self.parts.sdk.httpx2
        if not is_own or request.method != "POST":
            raise httpx2.ConnectError(text, request=request)
        number = _id_of(content)
        if number is None:
            return httpx2.Response(202, request=request)  # a notice: nobody waits
        body = {"jsonrpc": "2.0", "id": number, "error": {"code": OWN_ERROR, "message": f"The server {text}"}}
        return httpx2.Response(502, json=body, request=request)

    async def _send(self, request: Any, content: bytes, *, is_own: bool) -> Any:  # noqa: ANN401
        url = str(request.url)
        self._require_safe(url)
        headers = {name: value for name, value in request.headers.items() if name.lower() not in ("host", "user-agent")}
        if is_own:  # nothing of the entry goes to another address, not even to another path (S154)
            headers |= self.headers
        settings = self._settings(request.method)
        response = await self.parts.client.stream(request.method, url, headers, content or None, settings)
        try:
            return await self._taken(request, response, is_own=is_own)
        except BaseException:
            await response.close()
            raise

    def _settings(self, method: str) -> NetSettings:
        net = self.parts.net()
        idle_s = 0.0 if method == "GET" else float(self.entry.call_s)  # a server may be silent on its stream of notices
        total_s = _CLOSE_S if method == "DELETE" else 0.0
        return NetSettings(
            net.proxy, net.ca_file, net.verify_tls, min(net.connect_s, self.entry.start_s), idle_s, total_s
        )

    @staticmethod
    def _require_safe(url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback_host(parts.hostname or "")):
            raise ServerFault(f"names `{_shown(url)}`, which is neither https nor on this machine")

    async def _taken(self, request: Any, response: HttpResponse, *, is_own: bool) -> Any:  # noqa: ANN401
        httpx2 = self.parts.sdk.httpx2
        if response.status in _REDIRECTS:
            await response.close()
            target = urlsplit(response.headers.get("location", "")).hostname or "another path"
            raise ServerFault(f"redirects to `{target}`, which is not followed", "Enter the address it names.")
        kind = response.headers.get("content-type", "").lower()
        if (
            is_own
            and request.method == "POST"
            and (response.status in (401, 403) or (response.status >= 400 and not kind.startswith(_JSON)))
        ):
            self._refuse(response.status, has_session="mcp-session-id" in request.headers)
        kept = {name: value for name, value in response.headers.items() if name != "content-length"}
        if is_own and kind.startswith(_EVENTS) and response.status == 200:
            stream = _event_stream(httpx2, response, self.parts)
            return httpx2.Response(response.status, headers=kept, stream=stream, request=request)
        body, is_whole = await response.read(BODY_MOST_BYTES if is_own else _SMALL_BYTES)
        await response.close()
        if not is_whole:
            raise ServerFault("answered with more than 16 MiB")
        if is_own and kind.startswith(_JSON) and response.status == 200:
            body = await self._read(body)
        return httpx2.Response(response.status, headers=kept, content=body, request=request)

    def _refuse(self, status: int, *, has_session: bool) -> None:
        """Raises ServerFault for an answer that is none, unless signing in is what mends it."""
        if status in (401, 403):
            if self.parts.auth is None:
                raise ServerFault(f"wants a key or a sign-in (status {status})", "Set a header, or switch `oauth` on.")
            return
        if status == 404 and has_session:
            if not self.ended.done():
                self.ended.set_result("has forgotten this session")
            raise ServerFault("has forgotten this session")
        raise ServerFault(f"answered with status {status}")

    async def _read(self, body: bytes) -> bytes:
        try:
            if len(body) > IN_WORKER_BYTES:
                return await self.parts.pool.run(condensed, body)
            return condensed(body)
        except MessageFault as fault:
            raise ServerFault(f"answered with what cannot be read: {fault}") from None


def condensed(body: bytes) -> bytes:
    """Returns a message as bytes, cut where it is longer than anybody reads; raises MessageFault."""
    return dump_compact(read_message(body)).encode("utf-8", "replace")


def _id_of(content: bytes) -> int | str | None:
    try:
        message = json.loads(content)
    except ValueError:
        return None
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, int | str) else None


def _shown(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"


def _event_stream(httpx2: Any, response: HttpResponse, parts: HttpParts) -> Any:  # noqa: ANN401  httpx2's stream
    """Returns the events of an answer, those that break a bound left out."""

    class Stream(httpx2.AsyncByteStream):  # type: ignore[misc]  # known at run time alone
        def __init__(self) -> None:
            self._filter = EventFilter(Throttle(asyncio.get_running_loop().time), parts.pool, parts.log.note)

        async def __aiter__(self) -> AsyncIterator[bytes]:
            try:
                async for piece in response.iter_raw():
                    await asyncio.sleep(0)  # a flood must leave room for everything else
                    for event in await self._filter.feed(piece):
                        yield event
            except NetError as fault:
                raise httpx2.ReadError(fault.message) from None

        async def aclose(self) -> None:
            self._filter.close()
            await response.close()

    return Stream()
