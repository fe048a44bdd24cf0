"""Window geometry: restored, and clamped to the screens that are there now (U11, U167).

Places are those of the frame: a window placed by its inside would have its title bar above the screen.
"""

import base64
import binascii

from PySide6.QtCore import QByteArray, QPoint, QRect, QSize
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
    """Moves and shrinks a window that does not lie on a real screen; one that does is left to the desktop's own placing."""
    if QGuiApplication.platformName() == "offscreen":  # its screen is smaller than the least size
        return
    area, least = window.screen().availableGeometry(), window.minimumSize()
    wanted = fitted(window.frameGeometry(), area)
    edges = window.frameGeometry().size() - window.size()
    size = (wanted.size() - edges).expandedTo(least)
    if size != window.size():
        window.resize(size)
    if wanted.topLeft() != window.pos():
        window.move(wanted.topLeft())


def fitted(frame: QRect, area: QRect) -> QRect:
    """Returns a window's frame, made no larger than the area and moved inside of it."""
    width, height = min(frame.width(), area.width()), min(frame.height(), area.height())
    left = max(area.left(), min(frame.left(), area.left() + area.width() - width))
    top = max(area.top(), min(frame.top(), area.top() + area.height() - height))
    return QRect(QPoint(left, top), QSize(width, height))
