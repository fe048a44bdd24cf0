"""Fetches one page of the public internet: every address is looked at before anything connects to it (S155, P249)."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import unquote, unquote_plus

from qodev.base.logs import KnownSecrets
from qodev.base.lookups import addresses_of
from qodev.base.net import HttpClient, HttpResponse, NetSettings
from qodev.base.netfaults import NetError, NetFault
from qodev.tools.web_address import WebAddress
from qodev.tools.web_body import Body, read_body
from qodev.tools.web_networks import why_not_public
from qodev.types.tooling import ToolRefusal

HOPS_MOST = 5
_REDIRECTS = (301, 302, 303, 307, 308)
_ADDRESSES_TRIED = 3
_CONNECT_S, _IDLE_S, _TOTAL_S = 10.0, 20.0, 60.0
_HEADERS = {
    "Accept": "text/html,application/xhtml+xml,text/plain,text/*;q=0.9,application/json;q=0.9,*/*;q=0.1",
    "Accept-Encoding": "gzip, deflate",
}

AddressJudge = Callable[[str], str | None]
"""Returns why an IP address may not be connected to, None when it may."""

LookUp = Callable[[str, float], Awaitable[Sequence[str]]]
"""Returns the addresses of a host name within some seconds; raises NetError."""


@dataclass(frozen=True, slots=True)
class Page:
    """What is at an address, after redirects."""

    address: WebAddress
    status: int
    body: Body


@dataclass(frozen=True, slots=True)
class PageFetcher:
    """Asks for pages without cookies, keys or credentials; `settings` tells the user's proxy and CA file."""

    client: HttpClient
    settings: Callable[[], NetSettings]
    secrets: KnownSecrets
    judge: AddressJudge = why_not_public
    look_up: LookUp = field(default=addresses_of)

    def check(self, address: WebAddress) -> None:
        """Looks at an address without asking anybody; raises ToolRefusal for a key in it, and for one inside."""
        spellings = {address.target, unquote(address.target), unquote_plus(address.target)}
        if any(map(self.secrets.stand_in, spellings)) or self.secrets.stand_in_host(address.host):
            raise ToolRefusal("The address holds a key; it is not sent.")
        if address.literal is not None:
            self._require_public(address.host, [address.literal])

    def _require_public(self, host: str, addresses: Sequence[str]) -> None:
        for address in addresses:
            reason = self.judge(address)
            if reason is not None:
                # Not which address: a model would learn what the names of this network are.
                raise ToolRefusal(f"`{host}` is {reason}; only addresses of the public internet are fetched.")

    async def fetch(self, address: WebAddress) -> Page:
        """Returns the page, at most five redirects on; raises ToolRefusal for what is not fetched, and NetError."""
        try:
            async with asyncio.timeout(_TOTAL_S):
                return await self._follow(address)
        except TimeoutError:
            raise NetError(NetFault.TIMEOUT, f"did not finish within {_TOTAL_S:g} s") from None

    async def _follow(self, address: WebAddress) -> Page:
        for _ in range(HOPS_MOST + 1):
            self.check(address)
            response = await self._ask(address)
            try:
                location = response.headers.get("location", "")
                if response.status not in _REDIRECTS or not location:
                    return Page(address, response.status, await read_body(response))
            finally:
                await response.close()
            address = address.follow(location)
        raise ToolRefusal(f"The page redirects more than {HOPS_MOST} times; it is not followed further.")

    async def _ask(self, address: WebAddress) -> HttpResponse:
        """Sends the request to an address that was looked at, the next one where nobody answers there."""
        chosen = self.settings()
        settings = NetSettings(chosen.proxy, chosen.ca_file, chosen.verify_tls, _CONNECT_S, _IDLE_S)
        literal = address.literal
        found = [literal] if literal is not None else await self.look_up(address.host, _CONNECT_S)
        if not found:
            raise NetError(NetFault.CONNECT, "has a host name that cannot be found")
        self._require_public(address.host, found)
        *others, last = found[:_ADDRESSES_TRIED]
        for place in others:
            try:
                return await self._send(address, replace(settings, address=place))
            except NetError as fault:
                if fault.kind not in (NetFault.CONNECT, NetFault.TIMEOUT):
                    raise
        return await self._send(address, replace(settings, address=last))

    async def _send(self, address: WebAddress, settings: NetSettings) -> HttpResponse:
        return await self.client.stream("GET", address.url, _HEADERS, None, settings)
