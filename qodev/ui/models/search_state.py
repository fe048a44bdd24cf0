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


@dataclass(frozen=True, slots=True)
class SearchState:
    """The hits of one search, newest first."""

    text: str = ""
    rows: tuple[HitRow, ...] = ()
    is_searching: bool = False
    status: str = ""
