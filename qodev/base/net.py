"""Every HTTP byte: one client per proxy and TLS settings, no redirects, bounded answers, faults without secrets."""

import asyncio
import logging
import ssl
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urljoin, urlsplit

from qodev import __version__
from qodev.base.certificates import TlsSettings, find_issuer, unchecked_context
from qodev.base.logs import KnownSecrets
from qodev.base.netcauses import NetCause
from qodev.base.netfaults import (
    TLS_HINTS,
    NetError,
    NetFault,
    causes_of,
    connect_fault,
    find_tls_fault,
    of_proxy,
    proxy_fault,
    tls_fault,
    unusable_proxy,
)
from qodev.base.netstages import OnStage, trace_of
from qodev.base.proxies import SystemProxies, choose_proxy, is_proxy_url, system_proxies
from qodev.base.tasks import WorkPool

if TYPE_CHECKING:
    import httpx  # at run time it is imported where it is used: 57 ms, never before the first paint (F19, F37)

_log = logging.getLogger("qodev.net")
_HOPS = 3  # S109


@dataclass(frozen=True, slots=True)
class NetSettings:
    """How an instance is reached; seconds, `total_s` 0 means no limit, `proxy` is `system`, `none` or a URL."""

    proxy: str = "system"
    ca_file: str | None = None
    verify_tls: bool = True
    connect_s: float = 10.0
    idle_s: float = 120.0
    total_s: float = 0.0
    address: str | None = None  # what is connected to in place of a look-up, unless a proxy is between (S155)

    @property
    def tls(self) -> TlsSettings:
        """Returns the part that a TLS context is made for."""
        return TlsSettings(self.ca_file, self.verify_tls)


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """A whole answer; header names are lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class HttpResponse:
    """An answer whose body is still to come; `close` ends the connection when that was not read to its end."""

    def __init__(self, response: "httpx.Response", settings: NetSettings, deadline: float | None) -> None:
        assert isinstance(response.stream, AsyncIterable)
        self._response = response
        self._body: AsyncIterable[bytes] = response.stream
        self._settings = settings
        self._deadline = deadline  # of the loop's clock
        self.status = response.status_code
        self.headers: Mapping[str, str] = {name.lower(): value for name, value in response.headers.items()}

    async def iter_raw(self) -> AsyncGenerator[bytes, None]:
        """Yields the bytes of the body as they come, still packed, never empty. Raises NetError."""
        import httpx

        try:
            # The transport's own stream: the response's iterators add a third to the cost of a small piece.
            async with aclosing(aiter(self._body)) as pieces:  # type: ignore[type-var]  # a generator in fact
                if self._deadline is None:
                    async for piece in pieces:
                        if piece:
                            yield piece
                    return
                while True:
                    async with asyncio.timeout_at(self._deadline):
                        following: bytes | None = await anext(pieces, None)
                    if following is None:
                        return
                    if following:
                        yield following
        except TimeoutError:
            raise _took_too_long(self._settings) from None
        except httpx.TimeoutException:
            raise NetError(NetFault.TIMEOUT, f"sent nothing for {self._settings.idle_s:g} s") from None
        except (httpx.HTTPError, httpx.StreamError, OSError):  # OSError: a fault of TLS in the middle comes bare
            raise NetError(NetFault.BROKEN, "broke the connection before the answer was whole") from None

    async def read(self, limit_bytes: int) -> tuple[bytes, bool]:
        """Returns the body up to a limit, and whether that was all of it."""
        body = bytearray()
        async with aclosing(self.iter_raw()) as pieces:
            async for piece in pieces:
                body += piece
                if len(body) > limit_bytes:
                    return bytes(body[:limit_bytes]), False
        return bytes(body), True

    async def close(self) -> None:
        """Closes the connection, or gives it back when the body was read to its end."""
        await self._response.aclose()


_ClientKey = tuple[str | None, TlsSettings, bool]
"""Proxy, TLS settings, and whether connections are for one request each: those to an address are.

A pool knows a connection by the host in the URL, which then is the address: two names at one address would share it, and
the second name's certificate would never be looked at.
"""


class HttpClient:
    """Sends requests; clients are shared by proxy and TLS settings, contexts by TLS settings alone (F20)."""

    def __init__(
        self,
        *,
        proxies: SystemProxies = system_proxies,
        pool: WorkPool | None = None,
        known: KnownSecrets | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._proxies = proxies
        self._pool = pool
        self._known = known
        self._now = now
        self._clients: dict[_ClientKey, httpx.AsyncHTTPTransport] = {}
        self._contexts: dict[TlsSettings, ssl.SSLContext] = {}
        self._building = asyncio.Lock()
        self._is_closed = False
        # Else httpx imports its command line too: click, rich and pygments, more than all the rest of it.
        sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]  # None refuses an import, as documented

    async def warm(self, settings: NetSettings = NetSettings()) -> None:
        """Imports the library and builds the first TLS context in a worker, so that no frame waits for them."""
        await self._client((None, settings.tls, False))

    async def stream(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: bytes | None,
        settings: NetSettings,
        on_stage: OnStage | None = None,
    ) -> HttpResponse:
        """Sends a request and returns its answer once the headers are there. Raises NetError."""
        parts = _split(url)
        # Not in the host: keys of local servers are often a word such as `local` or `ollama`.
        if self._known is not None and self._known.stand_in(f"{parts.path}?{parts.query}"):
            raise NetError(NetFault.SECRET_IN_URL, "was not asked, since its URL holds a key")
        proxy = choose_proxy(url, settings.proxy, self._proxies)
        address = settings.address if proxy is None else None
        client = await self._client((proxy, settings.tls, address is not None))
        deadline = asyncio.get_running_loop().time() + settings.total_s if settings.total_s > 0 else None
        began = self._now()
        request = _build_request(method, url, headers, body, settings)
        if address is not None:
            _send_to(request, address)
        if on_stage is not None:
            request.extensions["trace"] = trace_of(on_stage)
        try:
            response = await self._send(client, request, settings, deadline)
        except NetError as fault:
            if fault.kind is NetFault.TLS:
                raise await _with_issuer(fault, url, settings, look=proxy is None and not address) from None
            raise (fault if proxy is None else of_proxy(fault, proxy)) from None
        took_ms = (self._now() - began) * 1000
        _log.info("%s %s %d in %.0f ms", method, parts.hostname, response.status_code, took_ms)
        return HttpResponse(response, settings, deadline)

    async def _send(
        self,
        client: "httpx.AsyncHTTPTransport",
        request: "httpx.Request",
        settings: NetSettings,
        deadline: float | None,
    ) -> "httpx.Response":
        import httpx

        try:
            async with asyncio.timeout_at(deadline):
                return await client.handle_async_request(request)
        except TimeoutError:
            raise _took_too_long(settings) from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as fault:
            raise _fault_of(fault, settings) from None

    async def get(
        self,
        url: str,
        headers: Mapping[str, str],
        settings: NetSettings,
        *,
        limit_bytes: int = 8 * 1024 * 1024,
        on_stage: OnStage | None = None,
    ) -> HttpAnswer:
        """Returns a whole answer; follows at most three redirects to the same scheme, host and port (S109).

        Raises NetError, also when the answer is longer than the limit.
        """
        for _ in range(_HOPS + 1):
            response = await self.stream("GET", url, headers, None, settings, on_stage)
            try:
                target = _same_origin_target(url, response)
                if target is None:
                    body, is_whole = await response.read(limit_bytes)
                    if not is_whole:
                        raise NetError(NetFault.TOO_LARGE, f"sent more than {limit_bytes // 1024} KiB")
                    return HttpAnswer(response.status, response.headers, body)
            finally:
                await response.close()
            url = target
        raise NetError(NetFault.REFUSED_REDIRECT, f"redirected more than {_HOPS} times")

    async def close(self) -> None:
        """Closes every connection."""
        self._is_closed = True
        clients = tuple(self._clients.values())
        self._clients.clear()
        for client in clients:
            await client.aclose()

    async def _client(self, key: _ClientKey) -> "httpx.AsyncHTTPTransport":
        if self._is_closed:
            raise NetError(NetFault.CONNECT, "was not asked, since the program is ending")
        found = self._clients.get(key)
        if found is not None:
            return found
        async with self._building:
            if key not in self._clients:
                self._clients[key] = await self._in_worker(key)
            return self._clients[key]

    async def _in_worker(self, key: _ClientKey) -> "httpx.AsyncHTTPTransport":
        if self._pool is not None:
            return await self._pool.run(self._build, key)
        return await asyncio.to_thread(self._build, key)

    def _build(self, key: _ClientKey) -> "httpx.AsyncHTTPTransport":
        import httpx

        # At info both write URLs, and at debug headers (S112).
        for name in ("httpx", "httpcore"):
            logging.getLogger(name).setLevel(logging.WARNING)
        proxy, tls, is_single = key
        if proxy is not None and not is_proxy_url(proxy):
            raise unusable_proxy()
        if tls not in self._contexts:
            self._contexts[tls] = _build_context(tls)
        # Not AsyncClient: that keeps cookies, and builds the next request of a redirect even when it may not follow.
        limits = httpx.Limits(max_connections=100, max_keepalive_connections=0 if is_single else 20)
        return httpx.AsyncHTTPTransport(verify=self._contexts[tls], proxy=proxy, trust_env=False, limits=limits)


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # read as a number only when asked for
    except ValueError:
        raise NetError(NetFault.PROTOCOL, "was not asked, since its URL has no readable host or port") from None
    return parts


def _build_context(settings: TlsSettings) -> ssl.SSLContext:
    if not settings.verify:
        return unchecked_context()
    import truststore

    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if settings.ca_file:
        try:
            context.load_verify_locations(cafile=settings.ca_file)
        except (OSError, ssl.SSLError):
            raise NetError(
                NetFault.TLS,
                f"was not asked: the CA file `{settings.ca_file}` cannot be read",
                "It must be a PEM file.",
                cause=NetCause.CA_FILE,
            ) from None
    return context


def _build_request(
    method: str, url: str, headers: Mapping[str, str], body: bytes | None, settings: NetSettings
) -> "httpx.Request":
    import httpx

    idle_s, connect_s = settings.idle_s or None, settings.connect_s or None
    timeouts = {"connect": connect_s, "pool": connect_s, "read": idle_s, "write": idle_s}
    try:
        every = httpx.Headers({"User-Agent": f"qodev/{__version__}", "Accept-Encoding": "identity"})
        every.update(dict(headers))
        return httpx.Request(method, url, headers=every, content=body, extensions={"timeout": timeouts})
    except (ValueError, TypeError, httpx.InvalidURL) as fault:  # their texts hold header values and URLs
        raise NetError(NetFault.PROTOCOL, f"could not be asked ({type(fault).__name__})") from None


def _send_to(request: "httpx.Request", address: str) -> None:
    """Lets a request connect to an address; its Host header and the name in TLS stay those of its URL."""
    request.extensions["sni_hostname"] = request.url.raw_host.decode("ascii").removesuffix(".")
    request.url = request.url.copy_with(host=f"[{address}]" if ":" in address else address)


def ascii_host(host: str) -> str:
    """Returns a host name as it goes over the wire; raises NetError for one that has no such form."""
    import httpx

    try:
        return httpx.URL(scheme="http", host=host, path="/").raw_host.decode("ascii")
    except (httpx.InvalidURL, ValueError):
        raise NetError(NetFault.PROTOCOL, "has a host name that cannot be used") from None


def _took_too_long(settings: NetSettings) -> NetError:
    return NetError(NetFault.TIMEOUT, f"did not finish within {settings.total_s:g} s")


def _fault_of(fault: Exception, settings: NetSettings) -> NetError:
    import httpx

    match fault:
        case httpx.ProxyError():
            return proxy_fault(str(fault))
        case httpx.ConnectTimeout() | httpx.PoolTimeout():
            return NetError(NetFault.TIMEOUT, f"accepted no connection within {settings.connect_s:g} s")
        case httpx.TimeoutException():
            return NetError(NetFault.TIMEOUT, f"sent nothing for {settings.idle_s:g} s")
        case httpx.ConnectError():
            tls = find_tls_fault(fault)
            return tls_fault(tls) if tls else connect_fault(fault)
        case httpx.RemoteProtocolError() if any(type(c).__module__.startswith("h11") for c in causes_of(fault)):
            return NetError(NetFault.PROTOCOL, "does not answer in HTTP")  # else it hung up, which has no such cause
        case httpx.RemoteProtocolError() | httpx.NetworkError():
            text = "closed the connection before it answered"
            return NetError(NetFault.CONNECT, text, cause=NetCause.HUNG_UP)
        case _:
            return NetError(NetFault.PROTOCOL, f"could not be asked ({type(fault).__name__})")


async def _with_issuer(fault: NetError, url: str, settings: NetSettings, *, look: bool) -> NetError:
    """Adds who issued the certificate, unless looking would go around a proxy, and what it was checked against."""
    hint = TLS_HINTS.get(fault.cause) if fault.cause else None
    if fault.cause is NetCause.NO_TLS:
        return NetError(fault.kind, fault.message, hint, cause=fault.cause)
    parts = urlsplit(url)
    issuer = await find_issuer(parts.hostname or "", parts.port or 443) if look else None
    said = f"; it was issued by `{issuer}`" if issuer else ""
    message = f"{fault.message}{said}; checked against {settings.tls.trust_store}"
    return NetError(fault.kind, message, hint, cause=fault.cause)


def _same_origin_target(url: str, response: HttpResponse) -> str | None:
    """Returns where a redirect leads on the same origin; None when the answer is no redirect."""
    if response.status not in (301, 302, 303, 307, 308):
        return None
    before = urlsplit(url)
    try:
        target = urljoin(url, response.headers.get("location", ""))
        after = urlsplit(target)
    except ValueError:  # such as http://[
        target = url
        after = before._replace(netloc="")
    if (before.scheme, before.netloc) != (after.scheme, after.netloc) or target == url:
        place = f"`{after.hostname}`" if after.hostname else "nowhere"
        raise NetError(
            NetFault.REFUSED_REDIRECT, f"redirects to {place}, which is not followed", status=response.status
        )
    return target
