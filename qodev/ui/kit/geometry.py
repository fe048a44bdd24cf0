"""Window geometry: restored, and clamped to the screens that are there now (U11, U167)."""

import base64
import binascii

from PySide6.QtCore import QByteArray, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget


def packed(content: QByteArray) -> str:
    """Returns what Qt saved as text."""
    return base64.b64encode(content.data()).decode("ascii")


def unpacked(text: str) -> QByteArray:
    """Returns what `packed` packed; nothing for damaged text."""
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except (ValueError, binascii.Error):
        return QByteArray()


def restore(window: QWidget, saved: str, size: tuple[int, int]) -> None:
    """Gives a window its last geometry, or `size`; it always lies on a screen."""
    if not saved or not window.restoreGeometry(unpacked(saved)):
        window.resize(*size)
    clamp(window)


def clamp(window: QWidget) -> None:
    """Moves and shrinks a window so that it lies on a real screen."""
    screen = window.screen()
    if QGuiApplication.platformName() == "offscreen":  # its screen is smaller than the least size
        return
    area = screen.availableGeometry()
    least = window.minimumSize()
    width = max(least.width(), min(window.width(), area.width()))
    height = max(least.height(), min(window.height(), area.height()))
    left = min(max(window.x(), area.left()), max(area.left(), area.right() - width))
    top = min(max(window.y(), area.top()), max(area.top(), area.bottom() - height))
    window.setGeometry(QRect(left, top, width, height))
