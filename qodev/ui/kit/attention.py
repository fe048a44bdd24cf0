"""Tells screen readers what happened: merged, rare, and never a token of an answer (U169)."""

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

_PAUSE_MS = 2000


class Announcer(QObject):
    """Announces at most once in two seconds; what comes meanwhile is joined, urgent things first.

    `target` is the object that announcements are bound to: the main window.
    """

    announced = Signal(str, bool)

    def __init__(self, target: QObject) -> None:
        super().__init__(target)
        self._target = target
        self._urgent: list[str] = []
        self._calm: list[str] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self._flush)

    def announce(self, text: str, *, urgent: bool = False) -> None:
        """Says `text` now, or joined with others when something was said a moment ago.

        `urgent` interrupts the reader: questions and failures alone.
        """
        waiting = self._urgent if urgent else self._calm
        if text not in waiting:
            waiting.append(text)
        if not self._timer.isActive():
            self._flush()

    def _flush(self) -> None:
        texts = (*self._urgent, *self._calm)
        is_urgent = bool(self._urgent)
        self._urgent.clear()
        self._calm.clear()
        if not texts:
            return
        joined = " ".join(texts)
        event = QAccessibleAnnouncementEvent(self._target, joined)
        politeness = QAccessible.AnnouncementPoliteness
        event.setPoliteness(politeness.Assertive if is_urgent else politeness.Polite)
        QAccessible.updateAccessibility(event)
        self.announced.emit(joined, is_urgent)
        self._timer.start()
