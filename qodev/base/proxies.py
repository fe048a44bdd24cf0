"""Chooses the proxy of a request (S114)."""

import ipaddress
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

SystemProxies = Callable[[], Mapping[str, str]]
"""Returns the system's proxies by scheme, and under `no` the hosts that go without."""


def system_proxies() -> Mapping[str, str]:
    """Returns the proxies of the environment, or of the system's settings where it has such."""
    from urllib.request import getproxies  # brings http and email: 7 ms that the start of the window does without

    return getproxies()


def is_loopback_host(host: str) -> bool:
    """Tells whether a host name or address is this machine."""
    name = host.removesuffix(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback


def choose_proxy(url: str, setting: str, system: SystemProxies) -> str | None:
    """Returns the proxy for `url`, None for a direct connection; loopback never goes through one."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if setting == "none" or is_loopback_host(host):
        return None
    if setting != "system":
        return setting
    found = system()
    if _goes_without(host, parts.port, found):
        return None
    proxy = found.get(parts.scheme) or found.get("all")
    if not proxy:
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def is_proxy_url(proxy: str) -> bool:
    """Tells whether a text is the URL of a proxy that can be used."""
    try:
        parts = urlsplit(proxy)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return False


def _goes_without(host: str, port: int | None, found: Mapping[str, str]) -> bool:
    if "no" not in found:
        from urllib.request import proxy_bypass

        return bool(proxy_bypass(host))  # the lists of Windows and macOS are not among the proxies
    entries = [entry.strip().lower() for entry in found["no"].split(",")]
    return "*" in entries or any(_fits(entry, host, port) for entry in entries if entry)


def _fits(entry: str, host: str, port: int | None) -> bool:
    name, colon, number = entry.rpartition(":")
    if colon and number.isdigit() and name.count(":") == 0:
        return _fits(name, host, None) and port == int(number)
    suffix = entry.removeprefix("*").lstrip(".")
    return host == suffix or host.endswith(f".{suffix}")
