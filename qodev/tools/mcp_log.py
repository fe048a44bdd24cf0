"""Keeps the end of what a server says, without secrets and terminal tricks."""

from collections import deque
from collections.abc import Callable

from qodev.base.text import clip, join_surrogates, show_hidden

LINES_MOST = 500
_LINE_MOST = 2_000
_TAIL_MOST = 4 * 1024  # of stderr, in a message (S148)


class ServerLog:
    """The newest lines about one server; `hide` takes known secrets out of a text."""

    def __init__(self, hide: Callable[[str], str], on_line: Callable[[str], None] = lambda _: None) -> None:
        self._hide = hide
        self._on_line = on_line
        self._lines: deque[str] = deque(maxlen=LINES_MOST)
        self._rest = b""
        self._tail = b""

    @property
    def lines(self) -> tuple[str, ...]:
        """Returns the lines, oldest first."""
        return tuple(self._lines)

    @property
    def tail(self) -> str:
        """Returns the end of what the program wrote to its error output, at most 4 KiB."""
        return self._clean(self._tail.decode("utf-8", "replace")).strip()

    def begin(self) -> None:
        """Forgets the end of the error output: the program is started anew."""
        self._rest = self._tail = b""

    def note(self, text: str) -> None:
        """Takes a line of qodev's own, or a message that a server meant for a log."""
        line = clip(self._clean(text), _LINE_MOST)
        self._lines.append(line)
        self._on_line(line)

    def feed(self, piece: bytes) -> None:
        """Takes what the program wrote to its error output, of any amount."""
        self._tail = (self._tail + piece)[-_TAIL_MOST:]
        newest = (self._rest + piece)[-LINES_MOST * 200 :]
        *lines, rest = newest.split(b"\n")
        self._rest = rest[-_LINE_MOST:]
        for line in lines[-LINES_MOST:]:
            self.note(line.decode("utf-8", "replace").rstrip("\r"))

    def _clean(self, text: str) -> str:
        return show_hidden(join_surrogates(self._hide(text)))
