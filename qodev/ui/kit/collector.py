"""Keeps Python's cycle collector on the thread of the window: elsewhere it would delete Qt objects and crash."""

import gc

from PySide6.QtCore import QObject, QTimer

_PAUSE_MS = 1000
_OLDEST = 2


def keep_collector_off() -> None:
    """Stops collections that start by themselves, in whichever thread happens to allocate.

    A cycle may hold widgets, timers or models, and Qt allows these to be deleted by their own thread alone. Called
    before the first thread is started; `Collector` then collects instead.
    """
    gc.disable()


class Collector(QObject):
    """Collects once a second what the automatic collector would have, on the thread that it lives in."""

    def __init__(self, parent: QObject, *, pause_ms: int = _PAUSE_MS) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(pause_ms)
        self._timer.timeout.connect(self._on_timeout)
        self._timer.start()

    def freeze(self) -> None:
        """Passes over what there is now: the start's objects stay, and walking them again only holds the window up."""
        gc.freeze()

    def _on_timeout(self) -> None:
        counts, thresholds = gc.get_count(), gc.get_threshold()
        due = [age for age in range(_OLDEST + 1) if counts[age] > thresholds[age]]
        if due:
            gc.collect(due[-1])
