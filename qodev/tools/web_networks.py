"""Says which addresses are nobody's business but this machine's or its network's, in every way of writing one down (S155).

The networks are those of IANA's registries of special-purpose addresses, as of 2025, and the address at which Azure's
machines ask for their own settings. Newer editions of Python know some of them, older ones do not: so they stand here.
"""

import ipaddress
import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

_V4 = tuple(
    (IPv4Network(network), reason)
    for network, reason in (
        ("0.0.0.0/8", "unspecified"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "shared"),
        ("127.0.0.0/8", "loopback"),
        ("168.63.129.16/32", "a metadata service"),
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "reserved"),
        ("192.0.2.0/24", "reserved"),
        ("192.88.99.0/24", "reserved"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "reserved"),
        ("198.51.100.0/24", "reserved"),
        ("203.0.113.0/24", "reserved"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
)
_V6 = tuple(
    (IPv6Network(network), reason)
    for network, reason in (
        ("::/128", "unspecified"),
        ("::1/128", "loopback"),
        ("fc00::/7", "unique-local"),
        ("fe80::/10", "link-local"),
        ("fec0::/10", "private"),
        ("ff00::/8", "multicast"),
        ("2001::/23", "reserved"),  # Teredo among them
        ("2001:db8::/32", "reserved"),
        ("2002::/16", "reserved"),  # 6to4
        ("3fff::/20", "reserved"),
    )
)
_GLOBAL = IPv6Network("2000::/3")  # nothing else is given to networks of the internet
_MAPPED = IPv6Network("::ffff:0:0/96")
_TRANSLATED = IPv6Network("64:ff9b::/96")  # NAT64: how networks without IPv4 reach it
_ISATAP = (0x00005EFE, 0x02005EFE)  # the upper half of an interface's number that ends with an IPv4 address
_PART = re.compile(r"0x[0-9a-f]*|[0-9]+")
_LAST_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")


def why_not_public(address: str) -> str | None:
    """Returns what an address is when it is not one of the public internet; None when it is."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "no address"
    return _of_v4(found) if isinstance(found, IPv4Address) else _of_v6(found)


def _of_v4(address: IPv4Address) -> str | None:
    return next((reason for network, reason in _V4 if address in network), None)


def _of_v6(address: IPv6Address) -> str | None:
    low = IPv4Address(int(address) & 0xFFFFFFFF)
    if address in _MAPPED or address in _TRANSLATED:
        return _of_v4(low)
    named = next((reason for network, reason in _V6 if address in network), None)
    if named is not None:
        return named
    if address not in _GLOBAL:
        return "reserved"
    return _of_v4(low) if (int(address) >> 32) & 0xFFFFFFFF in _ISATAP else None


def is_numeric(host: str) -> bool:
    """Tells whether programs take a host for an IPv4 address in one of its spellings, or refuse it: its end is a number."""
    return _LAST_NUMBER.fullmatch(host.rpartition(".")[2]) is not None


def read_numeric(host: str) -> str | None:
    """Returns the usual spelling of an IPv4 address in decimal, octal or hexadecimal parts, one to four; None for others."""
    parts = host.split(".")
    if len(parts) > 4:
        return None
    numbers = [_number(part) for part in parts]
    if any(number is None for number in numbers):
        return None
    return _joined([number for number in numbers if number is not None])


def _number(part: str) -> int | None:
    if _PART.fullmatch(part) is None or len(part) > 40:
        return None
    if part.startswith("0x"):
        return int(part[2:] or "0", 16)
    if part.startswith("0") and part.strip("0"):
        return int(part, 8) if part.strip("01234567") == "" else None
    return int(part)


def _joined(numbers: Sequence[int]) -> str | None:
    """Returns the address of its parts: the last one fills what the others leave (`127.1` is `127.0.0.1`)."""
    *first, last = numbers
    if any(number > 255 for number in first) or last >= 256 ** (4 - len(first)):
        return None
    value = last + sum(number << 8 * (3 - at) for at, number in enumerate(first))
    return str(IPv4Address(value))
