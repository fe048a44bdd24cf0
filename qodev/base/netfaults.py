"""What can go wrong on the wire, told by exception type; a text never holds a header value or a query."""

import socket
import ssl
from collections.abc import Iterator
from enum import StrEnum
from urllib.parse import urlsplit

from qodev.base.errors import UserFacingError
from qodev.base.netcauses import NetCause


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

    def __init__(
        self,
        kind: NetFault,
        message: str,
        hint: str | None = None,
        status: int | None = None,
        cause: NetCause | None = None,
    ) -> None:
        super().__init__(message, hint)
        self.kind = kind
        self.status = status  # a proxy's own answer
        self.cause = cause


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


def connect_fault(fault: Exception) -> NetError:
    """Returns why no connection came about."""
    for found in causes_of(fault):
        if isinstance(found, socket.gaierror):
            text, cause = "has a host name that cannot be found", NetCause.UNKNOWN_HOST
            return NetError(NetFault.CONNECT, text, cause=cause)
        if isinstance(found, ConnectionRefusedError):
            return NetError(NetFault.CONNECT, "refused the connection", cause=NetCause.REFUSED)
    return NetError(NetFault.CONNECT, "cannot be reached", cause=NetCause.UNREACHABLE)


def find_tls_fault(fault: BaseException) -> ssl.SSLError | None:
    """Returns the TLS fault among the causes of an exception."""
    return next((cause for cause in causes_of(fault) if isinstance(cause, ssl.SSLError)), None)


_VERIFY_CAUSES = {  # numbers of OpenSSL, x509_vfy.h
    10: NetCause.CERTIFICATE_EXPIRED,
    18: NetCause.CERTIFICATE_ISSUER,
    19: NetCause.CERTIFICATE_ISSUER,
    20: NetCause.CERTIFICATE_ISSUER,
    21: NetCause.CERTIFICATE_ISSUER,
    62: NetCause.CERTIFICATE_NAME,
    64: NetCause.CERTIFICATE_NAME,  # an address instead of a name
}


_TRUST_ISSUER = "Name the issuer's PEM file as `ca_file` of this instance, if you trust it."
TLS_HINTS = {
    NetCause.CERTIFICATE_ISSUER: _TRUST_ISSUER,
    NetCause.CERTIFICATE_OTHER: _TRUST_ISSUER,
    NetCause.CERTIFICATE_EXPIRED: "Who runs the server has to renew it; check the clock of this computer too.",
    NetCause.CERTIFICATE_NAME: "Write the host that the certificate is made for into the URL.",
    NetCause.NO_TLS: "If the server speaks plain http, begin its URL with http://.",
}


def tls_fault(fault: ssl.SSLError) -> NetError:
    """Returns what is wrong with a secure connection."""
    if isinstance(fault, ssl.SSLCertVerificationError):
        text = f"shows a certificate that is not accepted ({fault.verify_message or fault.reason})"
        cause = _VERIFY_CAUSES.get(fault.verify_code, NetCause.CERTIFICATE_OTHER)
    else:
        text, cause = f"could not agree on a secure connection ({fault.reason or 'TLS fault'})", NetCause.NO_TLS
    return NetError(NetFault.TLS, text, cause=cause)


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
    text = f"the proxy `{parts.hostname}:{parts.port or 80}` {fault.message}"
    return NetError(NetFault.PROXY, text, cause=fault.cause)
