"""The one thing that moves: a small arc that turns while work is under way; a setting stills it (U36, U173)."""

from PySide6.QtCore import QRectF, QSize, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QWidget

from qodev.ui.kit.theme import Theme, ThemeController

_SIDE_PX = 14
_PEN_PX = 2
_STEP_MS = 100
_STEP_DEGREES = 30
_ARC_DEGREES = 270


class BusySign(QWidget):
    """Costs nothing while it is hidden or stilled: its timer runs only while it turns."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._angle = 0
        self._is_moving = True
        self._timer = QTimer(self)
        self._timer.setInterval(_STEP_MS)
        self._timer.timeout.connect(self._turn)
        theme.changed.connect(self._on_theme_changed)
        self.hide()

    @property
    def turns(self) -> bool:
        """Tells whether it moves right now."""
        return self._timer.isActive()

    def set_moving(self, moving: bool) -> None:  # noqa: FBT001  # a slot
        """Lets it turn, or stand still."""
        self._is_moving = moving
        self._follow()

    def _follow(self) -> None:
        if self._is_moving and self.isVisible():
            self._timer.start()
        else:
            self._timer.stop()

    def _turn(self) -> None:
        self._angle = (self._angle - _STEP_DEGREES) % 360
        self.update()

    def _on_theme_changed(self, _theme: Theme) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        side = self._theme.theme.px(_SIDE_PX)
        return QSize(side, side)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._follow()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("accent"), _PEN_PX))
        side = min(self.width(), self.height()) - 2 * _PEN_PX
        area = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        painter.drawArc(area, self._angle * 16, _ARC_DEGREES * 16)
        painter.end()
