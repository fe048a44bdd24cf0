"""Hands output on while it comes, in pieces so small and so rare that no flood can stall the loop."""

import asyncio
from collections.abc import Callable

from qodev.base.terminal import Terminal

_EVERY_S = 0.05
_PIECE_BYTES = 8 * 1024  # some milliseconds of work at worst
_WAITING_BYTES = 64 * 1024
_GAP = "\n[…]\n"


class LiveText:
    """Gives plain text to `on_text`, at most 8 KiB every 50 ms; what cannot wait is left out, with a mark."""

    def __init__(self, on_text: Callable[[str], None]) -> None:
        self._on_text = on_text
        self._loop = asyncio.get_running_loop()
        self._terminal = Terminal()
        self._waiting = bytearray()
        self._timer: asyncio.TimerHandle | None = None
        self._has_gap = False

    def feed(self, piece: bytes) -> None:
        """Takes the next bytes."""
        self._waiting += piece
        if len(self._waiting) > _WAITING_BYTES:
            self._skip()
        if self._timer is None:
            self._timer = self._loop.call_later(_EVERY_S, self._hand_on)

    @property
    def line(self) -> str:
        """Returns the line that is being written, such as a prompt; it was not handed on yet."""
        return self._terminal.line

    def finish(self) -> None:
        """Hands on what is left; nothing comes afterwards."""
        if self._timer is not None:
            self._timer.cancel()
        if len(self._waiting) > _PIECE_BYTES:
            self._skip()
        self._hand_on()
        self._give(self._terminal.finish())

    def _skip(self) -> None:
        del self._waiting[:-_PIECE_BYTES]
        self._has_gap = True

    def _hand_on(self) -> None:
        self._timer = None
        if self._has_gap:
            self._has_gap = False
            self._give(self._terminal.finish() + _GAP)
            self._terminal = Terminal()
        piece = bytes(self._waiting[:_PIECE_BYTES])
        del self._waiting[:_PIECE_BYTES]
        self._give(self._terminal.feed(piece))
        if self._waiting:
            self._timer = self._loop.call_later(_EVERY_S, self._hand_on)

    def _give(self, text: str) -> None:
        if text:
            self._on_text(text)
