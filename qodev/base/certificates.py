"""Says who issued a certificate that was not accepted, and what it was checked against (S114)."""

import asyncio
import ssl
from collections.abc import Iterator
from dataclasses import dataclass

_COMMON_NAME = bytes.fromhex("550403")  # 2.5.4.3
_ORGANISATION = bytes.fromhex("55040a")  # 2.5.4.10
_SEQUENCE, _SET, _OBJECT_ID, _VERSION = 0x30, 0x31, 0x06, 0xA0
_LOOK_S = 3.0
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class TlsSettings:
    """What a connection is checked against."""

    ca_file: str | None = None
    verify: bool = True

    @property
    def trust_store(self) -> str:
        """Names the store for people."""
        own = f" and `{self.ca_file}`" if self.ca_file else ""
        return f"the system's certificate store{own}"


def unchecked_context() -> ssl.SSLContext:
    """Returns a context that accepts every certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def find_issuer(host: str, port: int) -> str | None:
    """Returns who issued the certificate that a server shows, None when that cannot be seen.

    It connects without checking and sends nothing: a refused handshake does not show the certificate to us.
    """
    try:
        async with asyncio.timeout(_LOOK_S):
            _, writer = await asyncio.open_connection(
                host, port, ssl=unchecked_context(), server_hostname=host, ssl_shutdown_timeout=1.0
            )
    except (OSError, TimeoutError):
        return None
    try:
        shown = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    finally:
        writer.transport.abort()
    return read_issuer(shown) if shown else None


def read_issuer(certificate: bytes) -> str | None:
    """Returns the common name, else the organisation, of the issuer in a DER certificate."""
    try:
        names = dict(_issuer_names(certificate))
    except (IndexError, ValueError):
        return None  # cut short, or no certificate at all
    name = names.get(_COMMON_NAME) or names.get(_ORGANISATION)
    return name[:_LONGEST_NAME] if name else None


def _issuer_names(certificate: bytes) -> Iterator[tuple[bytes, str]]:
    """Yields the attributes of the issuer (RFC 5280, 4.1: version?, serial, algorithm, issuer, …)."""
    signed = _inside(_inside(certificate))
    fields = [field for field in _values(signed) if field[0] != _VERSION]
    for kind, one_name in _values(fields[2][1]):
        if kind != _SET:
            raise ValueError("not a name")
        for _, attribute in _values(one_name):
            parts = list(_values(attribute))
            if parts[0][0] == _OBJECT_ID:
                yield parts[0][1], parts[1][1].decode("utf-8", "replace")


def _inside(data: bytes) -> bytes:
    for _, content in _values(data):
        return content
    raise ValueError("empty")


def _values(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yields tag and content of each DER value in a row."""
    place = 0
    while place < len(data):
        tag, length, place = data[place], data[place + 1], place + 2
        if length & 0x80:
            count = length & 0x7F
            length = int.from_bytes(data[place : place + count], "big")
            place += count
        if place + length > len(data):
            raise ValueError("cut short")
        yield tag, data[place : place + length]
        place += length
