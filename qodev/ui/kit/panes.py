"""Moves the focus from pane to pane, and windows to the front or away (U170)."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from qodev.ui.kit.widgets import is_inside


def step_pane(panes: Sequence[QWidget], by: int) -> None:
    """Focuses the pane `by` places after the one with the focus; of a stack, what it shows."""
    focused = QApplication.focusWidget()
    here = next((i for i, pane in enumerate(panes) if is_inside(focused, pane)), -1 if by > 0 else len(panes))
    target = panes[(here + by) % len(panes)]
    if isinstance(target, QStackedWidget):
        target = target.currentWidget() or target
    target.setFocus(Qt.FocusReason.TabFocusReason)


def close_front(fallback: QWidget) -> None:
    """Closes the window in front, or `fallback` when it is another program's."""
    front = QApplication.activeWindow()
    (front if front is not None else fallback).close()


def come_to_front(window: QWidget) -> None:
    """Shows a window before all others."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
