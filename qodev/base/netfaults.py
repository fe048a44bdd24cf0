"""What can go wrong on the wire, told by exception type; a text never holds a header value or a query."""

import socket
import ssl
from collections.abc import Iterator
from enum import StrEnum
from urllib.parse import urlsplit

from qodev.base.errors import UserFacingError


class NetFault(StrEnum):
    """Kinds of fault of a connection."""

    CONNECT = "connect"
    TIMEOUT = "timeout"
    TLS = "tls"
    PROXY = "proxy"
    PROTOCOL = "protocol"
    BROKEN = "broken"  # after it stood
    REFUSED_REDIRECT = "refused_redirect"
    TOO_LARGE = "too_large"
    SECRET_IN_URL = "secret_in_url"  # noqa: S105  the name of a fault


class NetError(UserFacingError):
    """A fault of a connection; `message` is a phrase that follows the URL or the host."""

    def __init__(self, kind: NetFault, message: str, hint: str | None = None, status: int | None = None) -> None:
        super().__init__(message, hint)
        self.kind = kind
        self.status = status  # a proxy's own answer


def causes_of(fault: BaseException) -> Iterator[BaseException]:
    """Yields an exception, what caused it, and the members of groups among these."""
    seen: set[int] = set()
    pending: list[BaseException] = [fault]
    while pending:
        one = pending.pop(0)
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        pending.extend(cause for cause in (one.__cause__, one.__context__) if cause is not None)
        if isinstance(one, BaseExceptionGroup):
            pending.extend(one.exceptions)


def connect_reason(fault: Exception) -> str:
    """Returns why no connection came about, as a phrase."""
    for cause in causes_of(fault):
        if isinstance(cause, socket.gaierror):
            return "has a host name that cannot be found"
        if isinstance(cause, ConnectionRefusedError):
            return "refused the connection"
    return "cannot be reached"


def find_tls_fault(fault: BaseException) -> ssl.SSLError | None:
    """Returns the TLS fault among the causes of an exception."""
    return next((cause for cause in causes_of(fault) if isinstance(cause, ssl.SSLError)), None)


def tls_reason(fault: ssl.SSLError) -> str:
    """Returns what is wrong with a secure connection, as a phrase."""
    if isinstance(fault, ssl.SSLCertVerificationError):
        return f"shows a certificate that is not accepted ({fault.verify_message or fault.reason})"
    return f"could not agree on a secure connection ({fault.reason or 'TLS fault'})"


def proxy_fault(text: str) -> NetError:
    """Returns what a proxy's refusal means; `text` begins with its status, if it gave one."""
    status = text.partition(" ")[0]
    if status == "407":
        return NetError(
            NetFault.PROXY, "the proxy wants a log-in (HTTP 407)", "Put user and password into its URL.", 407
        )
    said = f" (HTTP {status})" if status.isdigit() else ""
    return NetError(NetFault.PROXY, f"the proxy made no connection{said}", status=int(status) if said else None)


def unusable_proxy() -> NetError:
    """Returns the fault of a proxy setting that is no usable URL."""
    return NetError(
        NetFault.PROXY, "the proxy's URL cannot be used", "Write it as http://host:port; SOCKS is not supported."
    )


def of_proxy(fault: NetError, proxy: str) -> NetError:
    """Returns a fault on the way to the proxy as the proxy's; others stay."""
    if fault.kind is not NetFault.CONNECT:
        return fault
    parts = urlsplit(proxy)
    return NetError(NetFault.PROXY, f"the proxy `{parts.hostname}:{parts.port or 80}` {fault.message}")
