"""Draws the icons of `icons/ui` in the colour of a role."""

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from qodev.base.assets import icon_path

ICON_PX = 20
_SIZES_PX = (16, ICON_PX)
_SHARP_RATIO = 2.0


class IconSource:
    """Recolours line drawings: only the shape of the file counts, its own colours do not."""

    def __init__(self) -> None:
        self._drawings: dict[str, QSvgRenderer | None] = {}

    def pixmap(self, name: str, color: QColor, size_px: int, ratio: float) -> QPixmap:
        """Returns the drawing `name` at `size_px` logical pixels; an empty one when there is no such file."""
        side = round(size_px * ratio)
        picture = QPixmap(QSize(side, side))
        picture.fill(Qt.GlobalColor.transparent)
        drawing = self._drawing(name)
        if drawing is not None:
            painter = QPainter(picture)
            drawing.render(painter, QRectF(0, 0, side, side))
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
            painter.fillRect(picture.rect(), color)
            painter.end()
        picture.setDevicePixelRatio(ratio)
        return picture

    def icon(self, name: str, color: QColor, disabled: QColor, ratio: float) -> QIcon:
        """Returns an icon with a normal and a disabled state, sharp at `ratio` and at 200 %."""
        result = QIcon()
        if self._drawing(name) is None:
            return result
        for size_px in _SIZES_PX:
            for sharpness in sorted({ratio, _SHARP_RATIO}):
                plain = self.pixmap(name, color, size_px, sharpness)
                result.addPixmap(plain, QIcon.Mode.Normal)
                result.addPixmap(plain, QIcon.Mode.Selected)  # or Qt washes it out on a selected row
                result.addPixmap(self.pixmap(name, disabled, size_px, sharpness), QIcon.Mode.Disabled)
        return result

    def _drawing(self, name: str) -> QSvgRenderer | None:
        if name not in self._drawings:
            self._drawings[name] = _load(name)
        return self._drawings[name]


def _load(name: str) -> QSvgRenderer | None:
    try:
        content = icon_path(f"ui/{name}.svg").read_bytes()
    except OSError:
        return None  # a window without one drawing is better than no window; a test walks all names in use
    return QSvgRenderer(QByteArray(content))
