"""Where a window lies: on a screen, with its title bar (U11, U167)."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget

from qodev.ui.kit import geometry

SCREEN = QRect(0, 0, 1600, 1000)


@pytest.mark.parametrize(
    ("frame", "wanted"),
    [
        (QRect(100, 50, 800, 600), QRect(100, 50, 800, 600)),
        (QRect(-40, -20, 800, 600), QRect(0, 0, 800, 600)),
        (QRect(1500, 900, 800, 600), QRect(800, 400, 800, 600)),
        (QRect(10, 10, 2000, 1200), QRect(0, 0, 1600, 1000)),
    ],
)
def test_frame_is_moved_inside_and_made_no_larger(frame: QRect, wanted: QRect) -> None:
    assert geometry.fitted(frame, SCREEN) == wanted
    second = SCREEN.translated(1600, 30)
    assert geometry.fitted(frame.translated(1600, 30), second) == wanted.translated(1600, 30)


def test_a_first_window_is_placed_by_the_desktop(qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geometry.QGuiApplication, "platformName", lambda: "xcb")
    window = QWidget()
    qtbot.addWidget(window)
    geometry.restore(window, "", (400, 300))
    assert not window.testAttribute(Qt.WidgetAttribute.WA_Moved), "a place of ours would hide the title bar"
    assert (window.width(), window.height()) == (400, 300)
