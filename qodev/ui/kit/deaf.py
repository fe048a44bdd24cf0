"""Lets a view that asks for a decision ignore keys and clicks just after it appeared (S75, U121)."""

from PySide6.QtCore import QElapsedTimer, QEvent, QObject
from PySide6.QtWidgets import QWidget

DEAF_MS = 300
_INPUT = (
    QEvent.Type.KeyPress,
    QEvent.Type.KeyRelease,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
)


class DeafTime(QObject):
    """Watches a view and what lies in it: what was typed or clicked for something else decides nothing."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self._since = QElapsedTimer()
        view.installEventFilter(self)

    def begin(self) -> None:
        """Begins to count; called when the view appears, and by itself when its window comes to the front."""
        for widget in self._view.findChildren(QWidget):
            widget.installEventFilter(self)  # once more takes the place of the time before
        self._since.restart()

    @property
    def is_deaf(self) -> bool:
        """Tells whether input is still ignored."""
        return self._since.isValid() and self._since.elapsed() < DEAF_MS

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._view and event.type() is QEvent.Type.WindowActivate and self._view.isVisible():
            self.begin()
        return event.type() in _INPUT and self.is_deaf
