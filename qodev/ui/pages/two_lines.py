"""Paints a row of a list as two lines: a name, and what is worth knowing about it."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, TextSize, ThemeController
from qodev.ui.models.rows import RowRole

_Index = QModelIndex | QPersistentModelIndex
Lines = tuple[str, str, str]
"""The first line, the second one, and the role of the second one's colour."""
_CELL_PAD_PX = 7  # as far from the left as the texts of other cells and the head of the column


class TwoLineDelegate(QStyledItemDelegate):
    """Asks `lines` for the texts of a row; an icon stands before the second line where the model has one."""

    def __init__(self, theme: ThemeController, lines: Callable[[object], Lines], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines = lines

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(100, self._theme.theme.px(44) + SPACE_1)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        first, second, role = self._lines(index.data(RowRole))
        theme = self._theme.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_background(painter, option)
        rect = option.rect.adjusted(SPACE_3, SPACE_1, -SPACE_2, -SPACE_1)
        half = rect.height() // 2
        painter.setFont(theme.font(strong=True))
        painter.setPen(theme.color("text"))
        elided(painter, QRect(rect.left(), rect.top(), rect.width(), half), first)
        painter.setFont(theme.font(TextSize.SECONDARY))
        painter.setPen(theme.color(role))
        below = QRect(rect.left(), rect.top() + half, rect.width(), rect.height() - half)
        if role == "deny":
            side = theme.px(14)
            picture = self._theme.pixmap("error", role, side, painter.device().devicePixelRatioF())
            painter.drawPixmap(below.left(), below.center().y() - side // 2, picture)
            below.setLeft(below.left() + side + SPACE_1)
        elided(painter, below, second)
        painter.restore()

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("tint" if is_selected else "sunken"))
            painter.drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), 6, 6)
        if is_selected and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("focus"), 2))
            painter.drawRoundedRect(option.rect.adjusted(1, 2, -1, -2), 6, 6)


class TwoLineCell(QStyledItemDelegate):
    """Paints a cell of a table as its text with a quieter line below it, which `below` says of the row."""

    def __init__(self, theme: ThemeController, below: Callable[[object], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._below = below

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        drawn = QStyleOptionViewItem(option)
        self.initStyleOption(drawn, index)
        text, drawn.text = drawn.text, ""
        area = option.rect.adjusted(_CELL_PAD_PX, SPACE_1, -SPACE_1, -SPACE_1)
        icon, drawn.icon = QIcon(drawn.icon), QIcon()
        style = option.widget.style()  # which paints the background alone: selection and hover
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, drawn, painter, option.widget)
        if not icon.isNull():
            side = drawn.decorationSize.width()
            icon.paint(painter, area.left(), area.center().y() - side // 2, side, side)
            area.setLeft(area.left() + side + SPACE_1)
        theme, half = self._theme.theme, area.height() // 2
        second = self._below(index.data(RowRole))
        painter.save()
        painter.setFont(theme.font())
        painter.setPen(theme.color("text"))
        elided(painter, QRect(area.left(), area.top(), area.width(), half if second else area.height()), text)
        painter.setFont(theme.font(TextSize.SECONDARY))
        painter.setPen(theme.color("muted"))
        elided(painter, QRect(area.left(), area.top() + half, area.width(), area.height() - half), second)
        painter.restore()


def elided(painter: QPainter, area: QRect, text: str) -> None:
    """Draws one line, cut with an ellipsis where there is no room."""
    line = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, line)
