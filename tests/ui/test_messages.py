"""Toasts: one at a time in a window, and what can be undone stays in sight (U6)."""

from PySide6.QtWidgets import QWidget

from qodev.ui.kit.messages import ToastView
from qodev.ui.models.notices import Toast


def _pair(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    page = QWidget(window)
    pair = ToastView(window), ToastView(page)
    window.show()
    return window, *pair


def test_a_newer_toast_takes_the_place_of_another_one(qtbot):
    _window, outer, inner = _pair(qtbot)
    outer.show_toast(Toast("One."))
    inner.show_toast(Toast("Two."))
    assert (outer.isVisible(), inner.isVisible()) == (False, True)


def test_a_toast_that_can_be_undone_stays_and_the_newer_one_follows_it(qtbot):
    _window, outer, inner = _pair(qtbot)
    inner.show_toast(Toast("Deleted.", "token"))
    outer.show_toast(Toast("Changed on disk."))
    assert (outer.isVisible(), inner.isVisible()) == (False, True)
    inner.undo.click()
    assert (outer.isVisible(), outer.text.text()) == (True, "Changed on disk.")


def test_two_that_can_be_undone_are_not_shown_together(qtbot):
    _window, outer, inner = _pair(qtbot)
    inner.show_toast(Toast("Deleted.", "a"))
    outer.show_toast(Toast("Renamed.", "b"))
    assert (outer.isVisible(), inner.isVisible()) == (True, False)
