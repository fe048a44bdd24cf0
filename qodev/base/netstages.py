"""Tells how far a request has come on its way, for connection tests that are watched (U41)."""

from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum


class NetStage(StrEnum):
    """A part of the way that is done; a connection that stood already tells the last one alone."""

    CONNECTED = "connected"  # to the host, or to the proxy before it
    SECURED = "secured"
    SENT = "sent"


OnStage = Callable[[NetStage], None]
"""Takes each part of the way as it is done, on the loop's thread."""

_STAGES = {
    "connect_tcp.complete": NetStage.CONNECTED,
    "start_tls.complete": NetStage.SECURED,
    "send_request_headers.complete": NetStage.SENT,
}


def trace_of(on_stage: OnStage) -> Callable[[str, Mapping[str, object]], Awaitable[None]]:
    """Returns what the HTTP library calls with the name of each of its own steps, such as `connection.connect_tcp.complete`."""

    async def trace(name: str, _details: Mapping[str, object]) -> None:
        stage = _STAGES.get(name.partition(".")[2])
        if stage is not None:
            on_stage(stage)

    return trace
