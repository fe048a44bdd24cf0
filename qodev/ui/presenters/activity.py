"""Follows turn events and tells what each running conversation does at the moment."""

from qodev.types.event_base import TurnEvent
from qodev.types.events import (
    AnyEvent,
    BlockKind,
    BlockStarted,
    RetryScheduled,
    StepStarted,
    TextDelta,
    ThinkingDelta,
    TurnCancelled,
    TurnFailed,
    TurnFinished,
    TurnQueued,
    TurnStarted,
)
from qodev.types.work_events import PermissionRequested, PermissionResolved, ToolStarted
from qodev.ui.models.words import Activity

_BLOCKS = {
    BlockKind.THINKING: Activity.THINKING,
    BlockKind.REDACTED_THINKING: Activity.THINKING,
    BlockKind.TEXT: Activity.ANSWERING,
    BlockKind.TOOL_USE: Activity.RUNNING_TOOL,
}


def _activity_of(event: AnyEvent) -> Activity | None:
    if isinstance(event, BlockStarted):
        return _BLOCKS[event.kind]
    if isinstance(event, TextDelta):
        return Activity.ANSWERING
    if isinstance(event, PermissionRequested):
        return Activity.NEEDS_YOU
    if isinstance(event, PermissionResolved | ToolStarted):
        return Activity.RUNNING_TOOL
    if isinstance(event, ThinkingDelta):
        return Activity.THINKING
    if isinstance(event, RetryScheduled):
        return Activity.RETRYING
    return Activity.STARTING if isinstance(event, TurnStarted | StepStarted) else None


class ActivityLog:
    """Holds the activity of every conversation with a turn at work or queued."""

    def __init__(self) -> None:
        self._now: dict[str, Activity] = {}
        self._turns: dict[str, list[str]] = {}

    def apply(self, event: AnyEvent) -> str | None:
        """Takes an event and returns the conversation whose activity changed by it."""
        if isinstance(event, TurnQueued):
            return self._queued(event)
        if isinstance(event, TurnFinished | TurnFailed | TurnCancelled):
            return self._ended(event.conversation_id, event.turn_id)
        activity = _activity_of(event)
        if activity is None or not isinstance(event, TurnEvent):
            return None
        conversation_id = event.conversation_id
        if self._now.get(conversation_id) in (activity, Activity.STOPPING):
            return None
        self._now[conversation_id] = activity
        return conversation_id

    def _queued(self, event: TurnQueued) -> str:
        turns = self._turns.setdefault(event.conversation_id, [])
        if event.turn_id not in turns:  # a turn that waited is told again when it starts
            turns.append(event.turn_id)
        self._now.setdefault(event.conversation_id, Activity.QUEUED)
        return event.conversation_id

    def _ended(self, conversation_id: str, turn_id: str) -> str:
        turns = self._turns.get(conversation_id, [])
        if turn_id in turns:
            turns.remove(turn_id)
        if turns:
            self._now[conversation_id] = Activity.QUEUED
        else:
            self._turns.pop(conversation_id, None)
            self._now.pop(conversation_id, None)
        return conversation_id

    def stopping(self, conversation_id: str) -> None:
        """Notes that the user asked the turn to stop; holds until it has ended."""
        if conversation_id in self._now:
            self._now[conversation_id] = Activity.STOPPING

    def find(self, conversation_id: str) -> Activity | None:
        """Returns what the conversation does, None when nothing runs."""
        return self._now.get(conversation_id)

    @property
    def running(self) -> int:
        """Returns how many conversations have something at work."""
        return len(self._now)
