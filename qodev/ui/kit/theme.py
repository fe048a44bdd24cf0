"""Colours, fonts, spaces and icons of the whole window, and the one place where they change (U172, U173)."""

import math
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from qodev.ui.kit.icons import ICON_PX, IconSource
from qodev.ui.kit.palettes import DARK, LIGHT, Palette
from qodev.ui.kit.style_sheet import build_style_sheet

# Spaces in pixels at 100 %, the only ones in use.
SPACE_1, SPACE_2, SPACE_3, SPACE_4, SPACE_5, SPACE_6 = 4, 8, 12, 16, 24, 40
CONTROL_PX, COMPACT_PX = 30, 26
RADIUS_CONTROL, RADIUS_CARD, RADIUS_PANEL = 6, 8, 12
BLOCK_GAP_PX = 14
ROW_PAD_PX = 6
LINE_HEIGHT = 1.5  # of prose in the transcript
COLUMN_CHARACTERS = 76
TEXT_SCALES = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)


class Appearance(StrEnum):
    """What the user chose; SYSTEM follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class TextSize(StrEnum):
    """Sizes of text by use; the pixels at 100 % are in `SIZES_PX`."""

    GROUP = "group"  # group heads, semibold
    SECONDARY = "secondary"
    BODY = "body"
    TITLE = "title"
    PAGE = "page"
    MONO = "mono"


SIZES_PX = {
    TextSize.GROUP: 11,
    TextSize.SECONDARY: 12,
    TextSize.BODY: 13,
    TextSize.TITLE: 15,
    TextSize.PAGE: 20,
    TextSize.MONO: 12,
}


@dataclass(frozen=True, slots=True)
class Theme:
    """One look: palette, text scale and font families; a new one replaces it when any of these changes."""

    palette: Palette
    scale: float
    family: str
    mono_family: str

    def color(self, role: str) -> QColor:
        """Returns the colour of a role of `palettes.ROLES`."""
        return QColor(getattr(self.palette, role))

    def px(self, pixels: float) -> int:
        """Returns `pixels` (at 100 %) at the chosen text scale; for heights that hold text, not for spaces."""
        return round(pixels * self.scale)

    def font(self, size: TextSize = TextSize.BODY, *, strong: bool = False) -> QFont:
        """Returns the font of a size; `strong` is weight 600, for what a row is about."""
        mono = size is TextSize.MONO
        font = QFont(self.mono_family if mono else self.family)
        if mono:
            font.setStyleHint(QFont.StyleHint.Monospace)
        font.setPixelSize(max(1, self.px(SIZES_PX[size])))
        font.setWeight(QFont.Weight.DemiBold if strong or size is TextSize.GROUP else QFont.Weight.Normal)
        return font

    def column_px(self) -> int:
        """Returns the width of the column of prose: 76 digits of the body font."""
        return math.ceil(QFontMetricsF(self.font()).horizontalAdvance("0") * COLUMN_CHARACTERS)

    def style_sheet(self) -> str:
        """Returns the style sheet of the application."""
        sizes = {size.value: px for size, px in SIZES_PX.items()}
        return build_style_sheet(self.palette, self.px, sizes, self.mono_family)

    def qt_palette(self) -> QPalette:
        """Returns the complete palette for widgets that Qt draws itself."""
        result = QPalette()
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled):
            for role, name in _QT_ROLES.items():
                result.setColor(group, role, self.color(name))
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
            result.setColor(QPalette.ColorGroup.Disabled, role, self.color("faint"))
        return result


_QT_ROLES = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "surface",
    QPalette.ColorRole.AlternateBase: "window",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.PlaceholderText: "faint",
    QPalette.ColorRole.Button: "surface",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "on_accent",
    QPalette.ColorRole.Highlight: "sel",
    QPalette.ColorRole.HighlightedText: "text",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.ToolTipBase: "surface",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.Light: "surface",
    QPalette.ColorRole.Midlight: "line",
    QPalette.ColorRole.Mid: "control",
    QPalette.ColorRole.Dark: "control",
    QPalette.ColorRole.Shadow: "line",
}


class ThemeController(QObject):
    """Owns the theme in use and puts it on the application; `changed` carries the new Theme."""

    changed = Signal(object)

    def __init__(self, app: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._appearance = Appearance.SYSTEM
        self._icon_source = IconSource()
        self._icons: dict[tuple[str, str], QIcon] = {}
        self._theme = Theme(
            self._palette_for(Appearance.SYSTEM),
            1.0,
            QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family(),
            QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family(),
        )
        app.styleHints().colorSchemeChanged.connect(self._on_system_changed)

    @property
    def theme(self) -> Theme:
        """Returns the theme in use."""
        return self._theme

    @property
    def appearance(self) -> Appearance:
        """Returns what the user chose."""
        return self._appearance

    def install(self, *, has_style: bool = False) -> None:
        """Puts style, palette, font and style sheet on the application; called once, before the first paint.

        `has_style`: the application was started with `-style fusion`. Naming the style here makes Python wrap QStyle
        with its hundreds of enum members, which takes longer than the first paint itself.
        """
        if not has_style:
            self._app.setStyle("Fusion")
        self._apply()

    def set_appearance(self, appearance: Appearance) -> None:
        """Changes to system, light or dark at once, open windows included."""
        self._appearance = appearance
        self._app.styleHints().setColorScheme(_SCHEMES[appearance])
        self._replace(self._palette_for(appearance), self._theme.scale)

    def set_text_scale(self, scale: float) -> None:
        """Changes the size of all text; 1.0 is 100 %, from 0.8 to 2.0."""
        self._replace(self._theme.palette, min(TEXT_SCALES[-1], max(TEXT_SCALES[0], scale)))

    def zoom(self, steps: int) -> None:
        """Goes `steps` text sizes up, or down when negative; 0 returns to 100 %."""
        nearest = min(range(len(TEXT_SCALES)), key=lambda i: abs(TEXT_SCALES[i] - self._theme.scale))
        index = min(len(TEXT_SCALES) - 1, max(0, nearest + steps))
        self.set_text_scale(TEXT_SCALES[index] if steps else 1.0)

    def color(self, role: str) -> QColor:
        """Returns the colour of a role in the theme in use."""
        return self._theme.color(role)

    def icon(self, name: str, role: str = "text") -> QIcon:
        """Returns `icons/ui/<name>.svg` in the colour of `role`; set it anew when `changed` is emitted."""
        key = (name, role)
        if key not in self._icons:
            faint = self._theme.color("faint")
            ratio = self._app.devicePixelRatio()
            self._icons[key] = self._icon_source.icon(name, self._theme.color(role), faint, ratio)
        return self._icons[key]

    def pixmap(self, name: str, role: str = "text", size_px: int = ICON_PX, ratio: float = 1.0) -> QPixmap:
        """Returns the drawing for painters, at `size_px` logical pixels and the ratio of the device."""
        return self._icon_source.pixmap(name, self._theme.color(role), size_px, ratio)

    def _palette_for(self, appearance: Appearance) -> Palette:
        if appearance is Appearance.SYSTEM:
            is_dark = self._app.styleHints().colorScheme() is Qt.ColorScheme.Dark
            return DARK if is_dark else LIGHT
        return DARK if appearance is Appearance.DARK else LIGHT

    def _on_system_changed(self) -> None:
        if self._appearance is Appearance.SYSTEM:
            self._replace(self._palette_for(Appearance.SYSTEM), self._theme.scale)

    def _replace(self, palette: Palette, scale: float) -> None:
        after = Theme(palette, scale, self._theme.family, self._theme.mono_family)
        if after == self._theme:
            return
        self._theme = after
        self._icons.clear()
        self._apply()
        self.changed.emit(after)

    def _apply(self) -> None:
        self._app.setPalette(self._theme.qt_palette())
        self._app.setFont(self._theme.font())
        self._app.setStyleSheet(self._theme.style_sheet())


_SCHEMES = {
    Appearance.SYSTEM: Qt.ColorScheme.Unknown,
    Appearance.LIGHT: Qt.ColorScheme.Light,
    Appearance.DARK: Qt.ColorScheme.Dark,
}


def role_color(theme: Theme, name: str) -> QColor:
    """Returns the colour of a role; raises AttributeError for a name that is no role."""
    return theme.color(name)


def set_look(widget: QObject, look: str) -> None:
    """Gives a widget one of the looks of the style sheet, such as `primary` or `title` (see `style_sheet.LOOKS`)."""
    widget.setProperty("look", look)
