"""Looks up the addresses of a host name, for those who look at them before anything connects (S155)."""

import asyncio
import socket

from qodev.base.netcauses import NetCause
from qodev.base.netfaults import NetError, NetFault


async def addresses_of(host: str, timeout_s: float) -> tuple[str, ...]:
    """Returns every address that a host name has now, as the system tells them, each once. Raises NetError."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(timeout_s):
            found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except TimeoutError:
        raise NetError(NetFault.TIMEOUT, f"was not found within {timeout_s:g} s") from None
    except (OSError, UnicodeError):  # UnicodeError: a name whose parts are too long for DNS
        text = "has a host name that cannot be found"
        raise NetError(NetFault.CONNECT, text, cause=NetCause.UNKNOWN_HOST) from None
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
