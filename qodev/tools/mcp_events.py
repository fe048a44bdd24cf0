"""Lets the events of an HTTP server through within the limits: size, depth, how many a second (P195, S148)."""

import asyncio
import re
from collections.abc import Callable

from qodev.base.jsontext import JsonValue, dump_compact
from qodev.base.tasks import WorkPool
from qodev.tools.mcp_messages import (
    BODY_MOST_BYTES,
    IN_WORKER_BYTES,
    OWN_ERROR,
    MessageFault,
    Throttle,
    id_near_the_ends,
    read_message,
)

_END = re.compile(rb"\r\n\r\n|\n\n|\r\r")
_LINE_END = re.compile(rb"\r\n|\n|\r")


class EventFilter:
    """Cuts a stream of server-sent events, and drops, counts or shortens those that break a bound."""

    def __init__(self, throttle: Throttle, pool: WorkPool, note: Callable[[str], None]) -> None:
        self._throttle = throttle
        self._pool = pool
        self._note = note
        self._rest = bytearray()
        self._looked = 0  # up to here there is no end of an event
        self._is_skipping = False

    async def feed(self, piece: bytes) -> list[bytes]:
        """Returns the events that ended with this piece and may pass."""
        self._rest += piece
        passed: list[bytes] = []
        while (found := _END.search(self._rest, max(0, self._looked - 3))) is not None:
            event = bytes(self._rest[: found.start()])
            del self._rest[: found.end()]
            self._looked = 0
            if self._is_skipping:
                self._is_skipping = False
                passed.extend(self._too_long(event))
            else:
                passed.extend(await self._one(event))
        self._looked = len(self._rest)
        if len(self._rest) > BODY_MOST_BYTES:
            self._is_skipping = True
            del self._rest[256 : len(self._rest) - 256]  # its id stands near one of its ends
            self._looked = len(self._rest)
        return passed

    def close(self) -> None:
        """Tells what was dropped."""
        if self._throttle.dropped:
            self._note(f"{self._throttle.dropped:,} messages beyond 100 a second were dropped.")

    def _too_long(self, event: bytes) -> list[bytes]:
        limit = f"an event longer than {BODY_MOST_BYTES // 1024 // 1024} MiB"
        self._note(f"Sent {limit}; it is left out.")
        number = id_near_the_ends(event)
        if number is None:
            return []
        error: dict[str, JsonValue] = {"code": OWN_ERROR, "message": f"The server answered with {limit}."}
        return [_as_event([], dump_compact({"jsonrpc": "2.0", "id": number, "error": error}))]

    async def _one(self, event: bytes) -> list[bytes]:
        others, data = _fields(event)
        if not data:
            return [event + b"\n\n"]
        if b'"id"' not in data and not self._throttle.takes_notice():
            return []
        pause_s = self._throttle.wait_s()
        if pause_s:
            await asyncio.sleep(pause_s)
        try:
            large = len(data) > IN_WORKER_BYTES
            message = await self._pool.run(read_message, data) if large else read_message(data)
        except MessageFault as fault:
            self._note(f"No message ({fault}): {data[:200].decode('utf-8', 'replace')}")
            return []
        if "method" in message and b'"id"' in data and not self._throttle.takes_notice():
            return []
        return [_as_event(others, dump_compact(message))]


def _fields(event: bytes) -> tuple[list[bytes], bytes]:
    """Returns the lines that are no data, and the data."""
    lines = _LINE_END.split(event)
    data = [line.partition(b":")[2].removeprefix(b" ") for line in lines if line.partition(b":")[0] == b"data"]
    return [line for line in lines if line.partition(b":")[0] != b"data"], b"\n".join(data)


def _as_event(others: list[bytes], data: str) -> bytes:
    return b"\n".join([*others, b"data: " + data.encode("utf-8", "replace")]) + b"\n\n"
