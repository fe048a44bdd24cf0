"""Keeps the head and the tail of output that may be of any length (S126)."""

from dataclasses import dataclass

from qodev.base.terminal import plain_terminal


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


@dataclass(frozen=True, slots=True)
class KeptText:
    """Output as plain text: what came first, what came last, and a line between them that says what is missing."""

    head: str
    tail: str = ""
    mark: str = ""  # "" when nothing is missing
    total_bytes: int = 0  # of the output, before anything was dropped

    @property
    def text(self) -> str:
        """Returns what is shown and given to a model."""
        return self.head + self.mark + self.tail

    @property
    def is_cut(self) -> bool:
        """Tells whether something is missing."""
        return bool(self.mark)


def render_kept(output: CappedOutput, points: int) -> KeptText:
    """Returns the plain text of an output, at most `points` code points beside the mark (P188, S126). Blocking."""
    if not output.truncated:
        return cut_middle(plain_terminal(output.content), points, output.total_bytes)
    head = plain_terminal(output.head)[: points // 2]
    tail = plain_terminal(output.tail)[-(points - points // 2) :]
    left_out = output.total_bytes - len(head.encode()) - len(tail.encode())
    return KeptText(head, tail, _mark(f"about {left_out:,} bytes"), output.total_bytes)


def cut_middle(text: str, points: int, total_bytes: int) -> KeptText:
    """Returns a text that is longer than `points` without its middle."""
    if len(text) <= points:
        return KeptText(text, total_bytes=total_bytes)
    half = points // 2
    left_out = f"{len(text) - points:,} characters"
    return KeptText(text[:half], text[half - points :], _mark(left_out), total_bytes)


def _mark(what: str) -> str:
    return f"\n[… {what} left out …]\n"
