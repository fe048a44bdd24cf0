"""Paints pills, the short outlined words in rows of lists, as the labels of look `pill` are."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QPainter, QPen

from qodev.ui.kit.theme import SPACE_1, TextSize, Theme


def pill_font(theme: Theme) -> QFont:
    """Returns the font of pills."""
    font = theme.font(TextSize.GROUP)
    font.setWeight(QFont.Weight.Normal)
    return font


def pill_width(painter: QPainter, text: str) -> int:
    """Returns the width of a pill in the painter's font, its outline included."""
    return painter.fontMetrics().horizontalAdvance(text) + 2 * SPACE_1 + 2


def paint_pill(painter: QPainter, theme: Theme, area: QRect, text: str, role: str) -> None:
    """Paints a pill as wide as `area`, in the middle of its height; `muted` is outlined by the hairline."""
    height = painter.fontMetrics().height() + 2
    box = QRect(area.left(), area.center().y() - height // 2, area.width() - 1, height)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("line" if role == "muted" else role), 1))
    painter.drawRoundedRect(box, height / 2, height / 2)
    painter.setPen(theme.color(role))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
