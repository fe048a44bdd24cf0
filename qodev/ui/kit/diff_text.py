"""Writes a difference of two texts into a read-only text: a sign and a ground for each line."""

from collections.abc import Sequence

from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from qodev.ui.kit.theme import Theme
from qodev.ui.models.diff_lines import DiffLine, LineKind

_GROUNDS = {LineKind.REMOVED: "del_bg", LineKind.ADDED: "add_bg"}


def show_diff(area: QPlainTextEdit, theme: Theme, lines: Sequence[DiffLine]) -> None:
    """Replaces the text; the sign says what the ground repeats."""
    area.clear()
    cursor = QTextCursor(area.document())
    for position, line in enumerate(lines):
        if position:
            cursor.insertBlock()
        ground = QTextBlockFormat()
        if line.kind in _GROUNDS:
            ground.setBackground(theme.color(_GROUNDS[line.kind]))
        cursor.setBlockFormat(ground)
        look = QTextCharFormat()
        look.setForeground(theme.color("muted" if line.kind is LineKind.SKIPPED else "text"))
        cursor.insertText(f"{line.kind.value} {line.text}", look)
    area.moveCursor(QTextCursor.MoveOperation.Start)
