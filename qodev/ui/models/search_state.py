"""What the search over all conversations shows, as values (U138)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HitRow:
    """One message that holds all words."""

    conversation_id: str
    message_id: str
    title: str
    snippet: str
    at: float
    position: int = -1  # of the message, -1 for a hit in a title


@dataclass(frozen=True, slots=True)
class SearchState:
    """The hits of one search, newest first."""

    text: str = ""
    rows: tuple[HitRow, ...] = ()
    is_searching: bool = False
    status: str = ""
