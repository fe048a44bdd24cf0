"""What every event has."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """`seq` rises by one per conversation, and per program for events that belong to none."""

    seq: int = 0
    at: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEvent(Event):
    """An event of one turn."""

    conversation_id: str
    turn_id: str
