"""Takes the reasoning out of an answer that begins with a think tag (A166)."""

_OPEN = "<think>"
_CLOSE = "</think>"
_LONGEST_START = 1024  # characters that may be held back, nearly all of them blanks

Piece = tuple[bool, str]
"""Whether it is reasoning, and the text."""


class ThinkSplitter:
    """Splits the text of one answer; blanks before the tag are dropped with it, elsewhere the tag is text."""

    def __init__(self) -> None:
        self._held = ""
        self._state = "start"

    @property
    def is_over(self) -> bool:
        """Tells whether all that follows is text, and nothing is held."""
        return self._state == "text"

    def feed(self, piece: str) -> list[Piece]:
        """Returns what is certain of the text so far."""
        if self._state == "text":
            return [(False, piece)]
        self._held += piece
        return self._at_start() if self._state == "start" else self._thinking()

    def _at_start(self) -> list[Piece]:
        begin = self._held.lstrip()
        if begin.startswith(_OPEN):
            self._state = "thinking"
            self._held = begin[len(_OPEN) :]
            return self._thinking()
        if _OPEN.startswith(begin) and len(self._held) <= _LONGEST_START:
            return []
        return self._rest_as_text()

    def _thinking(self) -> list[Piece]:
        thought, tag, rest = self._held.partition(_CLOSE)
        if tag:
            self._held = rest
            return [(True, thought), *self._rest_as_text()]
        kept = next((n for n in range(len(_CLOSE) - 1, 0, -1) if thought.endswith(_CLOSE[:n])), 0)
        self._held = thought[len(thought) - kept :]
        return [(True, thought[: len(thought) - kept])]

    def _rest_as_text(self) -> list[Piece]:
        self._state = "text"
        text, self._held = self._held, ""
        return [(False, text)] if text else []

    def flush(self) -> list[Piece]:
        """Returns what was held back when the answer ended."""
        held, self._held = self._held, ""
        return [(self._state == "thinking", held)] if held else []
