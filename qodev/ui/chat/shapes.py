"""Lays out one run of text and paints it: the only place that knows how Qt counts characters (F25)."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption

from qodev.ui.chat.markdown import Span, Style
from qodev.ui.kit.theme import LINE_HEIGHT, TextSize, Theme

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_ENDLESS = 1 << 20


@dataclass(frozen=True, slots=True)
class Paint:
    """A range of a text and how it stands out: background, and ink when it changes."""

    start: int
    end: int
    ground: QColor | None = None
    ink: QColor | None = None


class TextLook:
    """Fonts, formats and line heights of one theme, made once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.body = theme.font()
        self.mono = theme.font(TextSize.MONO)
        self.secondary = theme.font(TextSize.SECONDARY)
        self.strong = theme.font(strong=True)
        self.line_px = round(QFontMetricsF(self.body).height() * LINE_HEIGHT)
        self.mono_px = round(QFontMetricsF(self.mono).height() * 1.2)
        self.secondary_px = round(QFontMetricsF(self.secondary).height() * 1.25)
        self.digit_px = QFontMetricsF(self.body).horizontalAdvance("0")
        self._formats: dict[tuple[Style, bool], QTextCharFormat] = {}
        self._inks: dict[str, QTextCharFormat] = {}
        self._headings = {level: self._heading(level) for level in range(1, 7)}

    def _heading(self, level: int) -> QFont:
        size = {1: TextSize.PAGE, 2: TextSize.TITLE}.get(level, TextSize.BODY)
        return self.theme.font(size, strong=True)

    def heading(self, level: int) -> QFont:
        """Returns the font of a heading; never larger than a page title."""
        return self._headings[level]

    def style(self, style: Style, *, is_heading: bool = False) -> QTextCharFormat:
        """Returns the format of a span."""
        key = (style, is_heading)
        if key not in self._formats:
            self._formats[key] = self._make(style, is_heading=is_heading)
        return self._formats[key]

    def _make(self, style: Style, *, is_heading: bool) -> QTextCharFormat:
        result = QTextCharFormat()
        if Style.CODE in style:
            result.setFont(self.mono)
            result.setBackground(self.theme.color("code_bg"))
        if Style.BOLD in style or is_heading:
            result.setFontWeight(QFont.Weight.DemiBold)
        result.setFontItalic(Style.ITALIC in style)
        result.setFontStrikeOut(Style.STRIKE in style)
        if Style.QUIET in style:
            result.setForeground(self.theme.color("muted"))
        if Style.LINK in style:
            result.setForeground(self.theme.color("accent"))
            result.setFontUnderline(True)
        return result

    def ink(self, role: str) -> QTextCharFormat:
        """Returns a format that only colours."""
        if role not in self._inks:
            self._inks[role] = QTextCharFormat()
            self._inks[role].setForeground(self.theme.color(role))
        return self._inks[role]

    def formats(self, spans: Sequence[Span], *, is_heading: bool = False) -> list[tuple[int, int, QTextCharFormat]]:
        """Returns the ranges of `spans` with their formats."""
        return [(span.start, span.end, self.style(span.style, is_heading=is_heading)) for span in spans]


class TextShape:
    """Text with line breaks found, lines placed and formats set; offsets are code points; no width means no wrapping."""

    def __init__(
        self,
        text: str,
        font: QFont,
        width: float | None,
        line_px: int,
        *,
        formats: Sequence[tuple[int, int, QTextCharFormat]] = (),
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        self.length = len(text)
        self._line_px = line_px
        self._width = width if width is not None else _ENDLESS
        self._astral = [found.start() for found in _ASTRAL.finditer(text)] if not text.isascii() else []
        self._layout = QTextLayout(text, font)
        option = QTextOption(align)
        option.setWrapMode(
            QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere if width is not None else QTextOption.WrapMode.NoWrap
        )
        if "\t" in text:
            option.setTabStopDistance(QFontMetricsF(font).horizontalAdvance(" ") * 4)
        self._layout.setTextOption(option)
        self._layout.setCacheEnabled(True)
        self.height = 0
        self.natural_px = 0.0
        self.set_formats(formats)

    def set_formats(self, formats: Sequence[tuple[int, int, QTextCharFormat]]) -> None:
        """Changes how parts look and lays the text out again; only finished text is coloured, so this happens once."""
        self._layout.setFormats([self._range(*one) for one in formats])
        self._place_lines()

    def _range(self, start: int, end: int, char_format: QTextCharFormat) -> QTextLayout.FormatRange:
        result = QTextLayout.FormatRange()
        first = self._to_qt(start)
        result.start, result.length = first, self._to_qt(end) - first
        result.format = char_format
        return result

    def _place_lines(self) -> None:
        layout = self._layout
        y = 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(self._width)
            natural = line.height()
            pitch = max(self._line_px, natural)
            line.setPosition(QPointF(0, y + (pitch - natural) / 2))
            y += pitch
            self.natural_px = max(self.natural_px, line.naturalTextWidth())
        layout.endLayout()
        self.height = round(y) or self._line_px

    def draw(
        self, painter: QPainter, x: float, y: float, paints: Sequence[Paint] = (), clip: QRectF | None = None
    ) -> None:
        """Paints the lines that meet `clip`; the painter's pen is the ink of what has no own."""
        ranges = [self._range(p.start, p.end, _paint_format(p)) for p in paints if p.end > p.start]
        self._layout.draw(painter, QPointF(x, y), ranges, clip if clip is not None else QRectF())

    def offset_at(self, x: float, y: float) -> int:
        """Returns the offset nearest to a point."""
        line = self._line_at(y)
        if line is None:
            return 0
        return self._from_qt(self._layout.lineAt(line).xToCursor(x))

    def _line_at(self, y: float) -> int | None:
        count = self._layout.lineCount()
        low, high = 0, count
        while low < high:
            middle = (low + high) // 2
            line = self._layout.lineAt(middle)
            if line.y() + line.height() + 1 < y:
                low = middle + 1
            else:
                high = middle
        return min(low, count - 1) if count else None

    def rects(self, start: int, end: int) -> list[QRectF]:
        """Returns the rectangles that a range covers, one a line."""
        first, last = self._to_qt(start), self._to_qt(end)
        result: list[QRectF] = []
        for index in range(self._layout.lineCount()):
            line = self._layout.lineAt(index)
            from_, to = max(first, line.textStart()), min(last, line.textStart() + line.textLength())
            if from_ < to or (from_ == to == first == last):
                left = _x_of(line.cursorToX(from_))
                right = _x_of(line.cursorToX(to))
                result.append(QRectF(min(left, right), line.y(), max(abs(right - left), 1), line.height()))
        return result

    def _to_qt(self, offset: int) -> int:
        return offset + bisect_right(self._astral, offset - 1) if self._astral else offset

    def _from_qt(self, position: int) -> int:
        if not self._astral:
            return position
        low, high = 0, self.length
        while low < high:
            middle = (low + high + 1) // 2
            if self._to_qt(middle) <= position:
                low = middle
            else:
                high = middle - 1
        return low


def _x_of(found: object) -> float:
    # PySide gives (x, cursor position) where Qt has one out parameter.
    return float(found[0]) if isinstance(found, tuple) else float(found)  # type: ignore[arg-type]


def _paint_format(paint: Paint) -> QTextCharFormat:
    result = QTextCharFormat()
    if paint.ground is not None:
        result.setBackground(paint.ground)
    if paint.ink is not None:
        result.setForeground(paint.ink)
    return result


def estimated_lines(text: str, characters: float) -> int:
    """Returns about how many lines a text takes at a width of so many characters."""
    return sum(max(1, -int(-len(line) // max(1.0, characters))) for line in text.split("\n")[:400])


def stacked(heights: Sequence[int]) -> list[int]:
    """Returns the tops of things of these heights, one below the other."""
    return [0, *accumulate(heights)][: len(heights)]
