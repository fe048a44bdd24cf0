"""A switch: on or off at a glance, by the place of its knob and a word (U7, U34)."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from qodev.ui.kit.theme import SPACE_2, Theme, ThemeController

_WIDTH_PX, _HEIGHT_PX = 34, 18
_INSET_PX = 3


class Switch(QCheckBox):
    """A check box that looks like a switch, with On or Off beside it."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.toggled.connect(self._on_toggled)
        theme.changed.connect(self._on_theme_changed)
        self._on_toggled()

    def _on_toggled(self) -> None:
        self.setText(self.tr("On") if self.isChecked() else self.tr("Off"))

    def _on_theme_changed(self, _theme: Theme) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        px, metrics = self._theme.theme.px, self.fontMetrics()
        words = max(metrics.horizontalAdvance(word) for word in (self.tr("On"), self.tr("Off")))
        return QSize(px(_WIDTH_PX) + SPACE_2 + words + 2, max(px(_HEIGHT_PX) + 4, metrics.height() + 4))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:  # noqa: N802  # an override of Qt
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width, height = theme.theme.px(_WIDTH_PX), theme.theme.px(_HEIGHT_PX)
        track = QRectF(1, (self.height() - height) / 2, width, height)
        is_on, is_enabled = self.isChecked(), self.isEnabled()
        fill = ("accent" if is_on else "surface") if is_enabled else "sunken"
        border = "text" if self.hasFocus() else ("accent" if is_on else "control") if is_enabled else "line"
        painter.setBrush(theme.color(fill))
        painter.setPen(QPen(theme.color(border), 2 if self.hasFocus() else 1))
        painter.drawRoundedRect(track, height / 2, height / 2)
        side = height - 2 * _INSET_PX
        left = track.right() - side - _INSET_PX if is_on else track.left() + _INSET_PX
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(("on_accent" if is_on else "muted") if is_enabled else "faint"))
        painter.drawEllipse(QRectF(left, track.top() + _INSET_PX, side, side))
        painter.setPen(theme.color("text" if is_enabled else "faint"))
        words = self.rect().adjusted(width + SPACE_2, 0, 0, 0)
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self.text())
        painter.end()
