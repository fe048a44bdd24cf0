"""Keeps the head and the tail of output that may be of any length (S126)."""


class CappedOutput:
    """Takes any amount of output and keeps its head and its tail, each half of `limit_bytes`.

    It never holds more than one and a half times that, however small the pieces are.
    """

    def __init__(self, limit_bytes: int) -> None:
        self._half = limit_bytes // 2
        self._head = bytearray()
        self._tail = bytearray()
        self.total_bytes = 0

    def feed(self, piece: bytes) -> None:
        """Takes the next piece."""
        self.total_bytes += len(piece)
        room = self._half - len(self._head)
        self._head += piece[:room]
        if len(piece) > room:
            self._append(piece[room:])

    def _append(self, piece: bytes) -> None:
        if len(piece) >= self._half:
            self._tail[:] = piece[-self._half :]
            return
        self._tail += piece
        if len(self._tail) >= 2 * self._half:
            del self._tail[: -self._half]

    @property
    def head(self) -> bytes:
        """Returns what came first."""
        return bytes(self._head)

    @property
    def tail(self) -> bytes:
        """Returns what came last and is not in `head`."""
        return bytes(self._tail[-self._half :])

    @property
    def content(self) -> bytes:
        """Returns what was kept, in order."""
        return self.head + self.tail

    @property
    def truncated(self) -> bool:
        """Tells whether something between head and tail was dropped."""
        return self.total_bytes > 2 * self._half
