"""Waits for the next bytes of an answer, and stops waiting for a moment when held text is due (A171)."""

import asyncio
from collections.abc import AsyncIterator

from qodev.base.tasks import TaskOwner

_DRAIN_S = 0.05
_DRAIN_PIECES = 4

LATE = b""
"""Stands for "nothing came in time"; a connection never yields empty bytes here."""


class ByteSource:
    """The bytes of one answer; leaving its block ends a wait that goes on."""

    def __init__(self, pieces: AsyncIterator[bytes]) -> None:
        self._pieces = pieces
        self._owner = TaskOwner("provider", _say_nothing)
        self._waiting: asyncio.Task[bytes | None] | None = None

    async def next(self, limit_s: float | None) -> bytes | None:
        """Returns the next bytes, None at the end, LATE when nothing came within `limit_s`. Raises NetError."""
        if self._waiting is None and limit_s is None:
            return await anext(self._pieces, None)
        if self._waiting is None:
            self._waiting = self._owner.spawn(self._fetch(), name="read")
        done, _ = await asyncio.wait({self._waiting}, timeout=limit_s)
        if not done:
            return LATE
        task, self._waiting = self._waiting, None
        return task.result()

    async def _fetch(self) -> bytes | None:
        return await anext(self._pieces, None)

    async def drain(self) -> None:
        """Reads what is left of a complete answer, so that its connection can serve again; gives up soon."""
        for _ in range(_DRAIN_PIECES):
            if not await self.next(_DRAIN_S):
                return

    async def __aenter__(self) -> "ByteSource":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._owner.stop()


def _say_nothing(name: str, fault: BaseException) -> None:
    """Drops a fault: `next` raises it to whoever waits, and after the block nobody waits."""
