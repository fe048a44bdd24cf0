"""One way to go on at the caret of an editor, as a value."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CompletionChoice:
    """A text to insert; it replaces `start` characters before the caret."""

    text: str
    kind: str = ""
    detail: str = ""
    start: int = 0
