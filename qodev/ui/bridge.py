"""Turns the core's events into one signal: joined, in order, one batch a frame (F28, section 6 of the architecture)."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from qodev.types.events import AnyEvent, TextDelta, ThinkingDelta, ToolInputDelta

_USUAL_MS = 33
_QUICK_MS = 16
_HIDDEN_MS = 250
_LIGHT_FRAME_MS = 4.0
_FRAMES_KEPT = 8


def _joined(before: AnyEvent, event: AnyEvent) -> AnyEvent | None:
    """Returns one delta for two that follow one another in a block, else None."""
    if isinstance(before, TextDelta | ThinkingDelta) and isinstance(event, TextDelta | ThinkingDelta):
        return replace(event, text=before.text + event.text) if _same_block(before, event) else None
    if isinstance(before, ToolInputDelta) and isinstance(event, ToolInputDelta):
        return replace(event, fragment=before.fragment + event.fragment) if _same_block(before, event) else None
    return None


def _same_block(
    before: TextDelta | ThinkingDelta | ToolInputDelta, event: TextDelta | ThinkingDelta | ToolInputDelta
) -> bool:
    same_turn = before.conversation_id == event.conversation_id and before.turn_id == event.turn_id
    return type(before) is type(event) and same_turn and before.index == event.index


class EventBridge(QObject):
    """Collects events on the loop's thread and emits them as tuples; no timer runs while nothing comes."""

    batch_ready = Signal(object)  # tuple[AnyEvent, ...]

    def __init__(self, parent: QObject | None = None, *, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(parent)
        self._clock = clock
        self._pending: list[AnyEvent] = []
        self._frames_ms: deque[float] = deque(maxlen=_FRAMES_KEPT)
        self._is_visible = True
        self._is_active = True
        self._last_flush = float("-inf")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._flush)

    def take(self, event: AnyEvent) -> None:
        """Takes one event; it goes out at once when the last batch is a frame ago, else with the next batch."""
        joined = _joined(self._pending[-1], event) if self._pending else None
        if joined is not None:
            self._pending[-1] = joined
        else:
            self._pending.append(event)
        if not self._timer.isActive():
            since_ms = (self._clock() - self._last_flush) * 1000
            self._timer.start(round(max(0.0, min(self.interval_ms - since_ms, self.interval_ms))))

    @property
    def interval_ms(self) -> int:
        """Returns the time between two batches as it is now."""
        if not self._is_visible:
            return _HIDDEN_MS
        is_light = bool(self._frames_ms) and max(self._frames_ms) < _LIGHT_FRAME_MS
        return _QUICK_MS if self._is_active and is_light else _USUAL_MS

    def set_window_state(self, *, visible: bool, active: bool) -> None:
        """Tells whether anybody looks; batches are rare while nobody does."""
        self._is_visible, self._is_active = visible, active

    def _flush(self) -> None:
        batch, self._pending = tuple(self._pending), []
        started = self._clock()
        if batch:
            self.batch_ready.emit(batch)
        self._last_flush = self._clock()
        self._frames_ms.append((self._last_flush - started) * 1000)
