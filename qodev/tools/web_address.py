"""Reads the address of a page; whatever two programs could read differently is refused (S155)."""

import ipaddress
import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit

from qodev.base.net import ascii_host
from qodev.base.netfaults import NetError
from qodev.tools.web_networks import is_numeric, read_numeric
from qodev.types.tooling import ToolRefusal

URL_LIMIT = 2_048
_SCHEMES = ("http", "https")
_HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
_LOCAL = re.compile(r"(.*\.)?(localhost|localdomain|localhost6|ip6-localhost|ip6-loopback)")
_PRINTED = "".join(map(chr, range(0x21, 0x7F)))  # stays as it is; only what is not ASCII is escaped


@dataclass(frozen=True, slots=True)
class WebAddress:
    """An http or https address in its plain form."""

    scheme: str
    host: str  # lower case, ASCII, no dot at its end; IPv6 without brackets
    port: int | None
    target: str  # path and query
    literal: str | None = None  # the host when it is an IP address, in its usual spelling

    @property
    def url(self) -> str:
        """Returns the address as it is sent."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}{f':{self.port}' if self.port is not None else ''}{self.target}"

    def follow(self, location: str) -> "WebAddress":
        """Returns where a redirect leads; raises ToolRefusal for what is no address, and from https to http."""
        try:
            target = read_address(urljoin(self.url, location))
        except ValueError:
            raise ToolRefusal("The redirect leads nowhere.") from None
        if self.scheme == "https" and target.scheme != "https":
            raise ToolRefusal(f"The redirect leads from https to http, at `{target.host}`; that is not followed.")
        return target


def read_address(url: str) -> WebAddress:
    """Returns the address that a text is; raises ToolRefusal that says what is wrong with it. Nothing is looked up."""
    if len(url) > URL_LIMIT:
        raise ToolRefusal(f"The address has more than {URL_LIMIT:,} characters.")
    if any(char == "\\" or unicodedata.category(char)[0] in "CZ" for char in url):
        raise ToolRefusal("The address holds a blank, a backslash or a character that cannot be seen.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ToolRefusal("The address has no readable host or port.") from None
    if parts.scheme not in _SCHEMES:
        raise ToolRefusal("Only http and https addresses are fetched.")
    if "@" in parts.netloc:
        raise ToolRefusal("The address holds a user name or a password; such are not sent.")
    if port == 0:
        raise ToolRefusal("The address has no readable host or port.")
    host, literal = _read_host(parts.hostname or "", is_bracketed="[" in parts.netloc)
    query = f"?{parts.query}" if parts.query else ""
    return WebAddress(parts.scheme, host, port, quote(f"{parts.path or '/'}{query}", safe=_PRINTED), literal)


def _read_host(host: str, *, is_bracketed: bool) -> tuple[str, str | None]:
    """Returns a host in its plain form, and again when it is an IP address."""
    if is_bracketed:
        try:
            address = str(ipaddress.IPv6Address(host))
        except ValueError:
            raise ToolRefusal("The address has no readable host or port.") from None
        if "%" in host:
            raise ToolRefusal("The address names an interface of this machine.")
        return address, address
    name = _plain_name(host)
    if _LOCAL.fullmatch(name) is not None:
        raise ToolRefusal(f"`{name}` is this machine; only addresses of the public internet are fetched.")
    if not is_numeric(name):
        return name, None
    literal = read_numeric(name)
    if literal is None:
        raise ToolRefusal("The address has a host that is neither a name nor an IP address.")
    return literal, literal


def _plain_name(host: str) -> str:
    if not host.isascii():
        if unicodedata.normalize("NFKC", host) != host:
            raise ToolRefusal("The address has a host name in characters that stand for others.")
        try:
            host = ascii_host(host)
        except NetError:
            raise ToolRefusal("The address has a host name that cannot be used.") from None
    name = host.lower().removesuffix(".")
    if len(name) > 253 or _HOST.fullmatch(name) is None:
        raise ToolRefusal("The address has a host name that cannot be used.")
    return name
