"""What a picture must not show: cut text, controls on one another, children outside, secrets (U180)."""

import re
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizeGrip,
    QToolButton,
    QWidget,
)

_SECRETS = re.compile(r"sk-[A-Za-z0-9_-]{8,}|gh[pousr]_\w{8,}|github_pat_\w+|AKIA\w{12,}|eyJ[\w-]{10,}\.|-----BEGIN")


def check_window(window: QWidget) -> list[str]:
    """Returns what is wrong with what is shown."""
    found: list[str] = []
    for widget in _shown(window):
        found += _outside(widget)
        found += _cut(widget)
        found += _secret(widget)
    found += _overlaps(window)
    return found


def _shown(window: QWidget) -> Iterator[QWidget]:
    for widget in window.findChildren(QWidget):
        if widget.isVisibleTo(window) and not widget.isWindow():
            yield widget


def _name(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName() or _text(widget)[:30]!r}"


def _is_scrolled(widget: QWidget) -> bool:
    """Tells whether a widget lies in something that scrolls, where being outside is no fault."""
    parent = widget.parentWidget()
    while parent is not None and not parent.isWindow():
        if isinstance(parent, QAbstractScrollArea):
            return True
        parent = parent.parentWidget()
    return False


def _outside(widget: QWidget) -> list[str]:
    parent = widget.parentWidget()
    if parent is None or _is_scrolled(widget) or isinstance(widget, QSizeGrip):
        return []
    if parent.rect().contains(widget.geometry()) or widget.size().isEmpty():
        return []
    return [f"{_name(widget)} {widget.geometry().getRect()} lies outside its parent {parent.rect().getRect()}"]


def _text(widget: QWidget) -> str:
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
        return widget.text()
    return widget.toPlainText() if isinstance(widget, QPlainTextEdit) else ""


def _cut(widget: QWidget) -> list[str]:
    text = _text(widget)
    if not text or widget.toolTip() == text or not isinstance(widget, QLabel | QPushButton | QToolButton):
        return []
    if isinstance(widget, QLabel) and widget.wordWrap():
        needed = widget.heightForWidth(widget.width())
        return (
            [f"{_name(widget)} needs {needed} px in height, has {widget.height()}"] if needed > widget.height() else []
        )
    lines = text.replace("&", "").splitlines()
    needed = max(widget.fontMetrics().horizontalAdvance(line) for line in lines)
    if needed <= widget.width() or text.rstrip(" ▾") in widget.toolTip():  # such as a file's name in its path
        return []
    return [f"{_name(widget)} needs {needed} px, has {widget.width()}"]


def _secret(widget: QWidget) -> list[str]:
    shown = f"{_text(widget)}\n{widget.toolTip()}\n{widget.accessibleName()}"
    return [f"{_name(widget)} shows something like a secret"] if _SECRETS.search(shown) else []


def _overlaps(window: QWidget) -> list[str]:
    kinds = (QAbstractButton, QLineEdit)
    controls = [w for w in _shown(window) if isinstance(w, kinds) and not _is_scrolled(w) and not _floats(w)]
    found: list[str] = []
    for position, one in enumerate(controls):
        for other in controls[position + 1 :]:
            if one.isAncestorOf(other) or other.isAncestorOf(one):
                continue
            shared = _place(one, window).intersected(_place(other, window))
            if shared.width() > 1 and shared.height() > 1:
                found.append(f"{_name(one)} and {_name(other)} overlap")
    return found


def _floats(widget: QWidget) -> bool:
    """Tells whether a control belongs to what lies over the window on purpose: palette and toast."""
    parent: QWidget | None = widget
    while parent is not None:
        if parent.objectName() in ("palette", "toast", "chat.find"):
            return True
        parent = parent.parentWidget()
    return False


def _place(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
