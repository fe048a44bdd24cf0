"""Small widgets and one way to name them, shared by all parts of the window."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QSplitterHandle,
    QToolButton,
    QWidget,
)

from qodev.ui.kit.theme import Theme, ThemeController, set_look


def named(widget: QWidget, name: str, spoken: str = "") -> None:
    """Sets the object name, the same accessible identifier, and what a screen reader says (U168, U181)."""
    widget.setObjectName(name)
    if hasattr(widget, "setAccessibleIdentifier"):  # since Qt 6.9; 6.8 derives it from the object name
        widget.setAccessibleIdentifier(name)
    if spoken:
        widget.setAccessibleName(spoken)


def set_reason(widget: QWidget, reason: str, tip: str = "") -> None:
    """Disables a control and says why in tooltip and accessible description, or enables it (U10)."""
    widget.setEnabled(not reason)
    widget.setToolTip(reason or tip)
    widget.setAccessibleDescription(reason or tip)


def relook(widget: QWidget, look: str) -> None:
    """Gives a widget that is already shown another look."""
    if widget.property("look") != look:
        set_look(widget, look)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def sharp_icon(theme: ThemeController, name: str, role: str, side: int, ratio: float) -> QIcon:
    """Returns an icon drawn for one size, so that it grows with the text."""
    plain = theme.pixmap(name, role, side, ratio)
    icon = QIcon(plain)
    icon.addPixmap(plain, QIcon.Mode.Selected)  # or Qt washes it out on a selected row
    icon.addPixmap(theme.pixmap(name, "faint", side, ratio), QIcon.Mode.Disabled)
    return icon


class IconButton(QToolButton):
    """A button with an icon and an accessible name, its icon following the theme."""

    def __init__(
        self, theme: ThemeController, icon: str, name: str, spoken: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._role = "muted"
        named(self, name, spoken)
        set_look(self, "plain")
        self.setToolTip(spoken)
        self._is_drawn = False  # many are hidden at the first paint
        theme.changed.connect(self._on_theme_changed)

    def set_picture(self, icon: str, role: str = "muted") -> None:
        """Changes the icon and the role of its colour."""
        if (icon, role) != (self._icon, self._role):
            self._icon, self._role = icon, role
            self._on_theme_changed(self._theme.theme)

    def showEvent(self, event: QShowEvent) -> None:
        if not self._is_drawn:
            self._on_theme_changed(self._theme.theme)
        super().showEvent(event)

    def sizeHint(self) -> QSize:
        if not self._is_drawn:
            side = self._theme.theme.px(18)
            self.setIconSize(QSize(side, side))
        return super().sizeHint()

    def _on_theme_changed(self, theme: Theme) -> None:
        self._is_drawn = True
        side = theme.px(18)
        self.setIconSize(QSize(side, side))
        self.setIcon(sharp_icon(self._theme, self._icon, self._role, side, self.devicePixelRatioF()))


class PushButton(QPushButton):
    """A button with words, a name and a look."""

    def __init__(self, text: str, name: str, look: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        named(self, name, text.replace("&", ""))
        if look:
            set_look(self, look)
        self.setAutoDefault(False)


class Label(QLabel):
    """Plain text in a look; Markdown and HTML are never read out of it (U9)."""

    def __init__(self, text: str = "", look: str = "", parent: QWidget | None = None, *, wraps: bool = False) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wraps)
        if look:
            set_look(self, look)


class ElidedLabel(Label):
    """One line that is cut with an ellipsis where there is no room; the whole text is its tooltip."""

    def __init__(self, text: str = "", look: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, look, parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setToolTip(text)

    def set_line(self, text: str) -> None:
        """Shows another text."""
        if text != self.text():
            self.setText(text)
            self.setToolTip(text)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 3, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect = self.contentsRect()
        line = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, rect.width())
        alignment = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        self.style().drawItemText(
            painter, rect, alignment, self.palette(), self.isEnabled(), line, self.foregroundRole()
        )
        painter.end()


class PictureLabel(QLabel):
    """A small drawing in the colour of a role that follows the theme."""

    def __init__(self, theme: ThemeController, icon: str = "", role: str = "muted", size_px: int = 16) -> None:
        super().__init__()
        self._theme = theme
        self._icon, self._role, self._size_px = icon, role, size_px
        theme.changed.connect(self._on_theme_changed)
        self._draw()

    def set_picture(self, icon: str, role: str) -> None:
        """Shows another drawing; "" shows none."""
        if (icon, role) != (self._icon, self._role):
            self._icon, self._role = icon, role
            self._draw()

    def _on_theme_changed(self, _theme: Theme) -> None:
        self._draw()

    def _draw(self) -> None:
        if not self._icon:
            self.clear()
            return
        side = self._theme.theme.px(self._size_px)
        self.setPixmap(self._theme.pixmap(self._icon, self._role, side, self.devicePixelRatioF()))


def panel(look: str, parent: QWidget | None = None) -> QFrame:
    """Returns an empty frame in a look of the style sheet."""
    frame = QFrame(parent)
    set_look(frame, look)
    return frame


class Hairline(QWidget):
    """A line that parts two regions."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("line"))
        painter.end()


class QuietHandle(QSplitterHandle):
    """A handle that is felt and not seen."""

    def paintEvent(self, event: QPaintEvent) -> None:
        pass


class QuietSplitter(QSplitter):
    """Panes without a line between them."""

    def createHandle(self) -> QSplitterHandle:  # noqa: N802  # an override of Qt
        return QuietHandle(self.orientation(), self)


def is_inside(widget: QWidget | None, outer: QWidget) -> bool:
    """Tells whether a widget is `outer` or lies in it."""
    return widget is not None and (widget is outer or outer.isAncestorOf(widget))
