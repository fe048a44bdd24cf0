"""Carries events from the core to whoever listens; keeps them until the first listener comes."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from qodev.base.ids import Clock
from qodev.types.events import AnyEvent, ConversationChanged

Listener = Callable[[AnyEvent], None]

_KEPT_BEFORE_FIRST_LISTENER = 1000


class EventBus:
    """Numbers events and hands them to every listener, on the loop's thread, in order."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._listeners: list[Listener] = []
        self._waiting: deque[AnyEvent] = deque(maxlen=_KEPT_BEFORE_FIRST_LISTENER)
        self._counts: dict[str, int] = {}

    def emit(self, event: AnyEvent) -> None:
        """Gives `event` its number and time, then to every listener; without one it waits."""
        owner = _owner_of(event)
        count = self._counts.get(owner, 0) + 1
        self._counts[owner] = count
        numbered = replace(event, seq=count, at=self._clock())
        if self._listeners:
            for listener in tuple(self._listeners):
                listener(numbered)
        else:
            self._waiting.append(numbered)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Adds a listener and returns what removes it; the first one gets what waited."""
        self._listeners.append(listener)
        while self._waiting:
            listener(self._waiting.popleft())
        return lambda: self._remove(listener)

    def _remove(self, listener: Listener) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)


def _owner_of(event: AnyEvent) -> str:
    if isinstance(event, ConversationChanged):
        return event.conversation.id
    return getattr(event, "conversation_id", "")
