"""The stall watchdog of U1: no slice of work on the GUI thread may hold the event loop."""

import time

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

_BEAT_MS = 8
_LIMIT_S = 0.1  # U1: 100 ms in ordinary runs


class StallWatch(QObject):
    """Beats on the event loop; a gap is the CPU time that the thread spent between two beats.

    CPU time, since the machine that runs the tests may be busy with something else.
    """

    def __init__(self) -> None:
        super().__init__()
        self.longest_s = 0.0
        self._last: float | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_BEAT_MS)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        self._last = None
        self.longest_s = 0.0
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _beat(self) -> None:
        now = time.thread_time()
        if self._last is not None:
            self.longest_s = max(self.longest_s, now - self._last)
        self._last = now

    def check(self) -> None:
        assert self.longest_s <= _LIMIT_S, f"the event loop was held for {self.longest_s * 1000:.0f} ms of CPU time"


@pytest.fixture
def stall_watch(qapp: QApplication):
    """Fails the test when the event loop stalled after `start()`, which a test calls once its window is shown."""
    watch = StallWatch()
    yield watch
    watch.stop()
    watch.check()
    watch.deleteLater()
