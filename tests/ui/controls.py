"""What every control must have: a name for screen readers, a reason when it is disabled, a way in by Tab (U10, U168)."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

_KINDS = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QPlainTextEdit)


def faults_of_controls(outer: QWidget) -> list[str]:
    """Returns what is wrong with the controls that are shown; parts that Qt makes for itself are left out."""
    found: list[str] = []
    for widget in outer.findChildren(QWidget):
        if not isinstance(widget, _KINDS) or isinstance(widget, QHeaderView) or not widget.isVisibleTo(outer):
            continue
        if widget.objectName().startswith("qt_") or not _is_ours(widget):
            continue
        name = f"{type(widget).__name__} {widget.objectName()}"
        text = widget.text() if isinstance(widget, QAbstractButton) else ""
        if not widget.accessibleName() and not text:
            found.append(f"{name} has no name")
        if not widget.isEnabled() and not (widget.toolTip() and widget.accessibleDescription()):
            found.append(f"{name} does not say why it is disabled")
        if widget.isEnabled() and not widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            found.append(f"{name} is not reached by Tab")
    return found


def _is_ours(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    return bool(widget.objectName()) and not isinstance(parent, QComboBox | QAbstractItemView)
