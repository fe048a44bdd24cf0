"""Lists that draw the lines of a reviewed difference: number, sign, text with its words marked (U124)."""

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPalette,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from qodev.ui.kit.theme import SPACE_1, SPACE_2, TextSize, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import named
from qodev.ui.models.review_choices import Choice
from qodev.ui.models.review_lines import LineKind, LinesModel, ReviewLine
from qodev.ui.models.rows import RowRole

_Index = QModelIndex | QPersistentModelIndex
_BAR_PX = 3  # at the left of a change, in the colour of what was decided
_MARK_ALPHA = 70
_ABOVE = 3  # lines that stay above a change
_GROUNDS = {LineKind.REMOVED: "del_bg", LineKind.ADDED: "add_bg", LineKind.HEAD: "sunken", LineKind.FILLER: "window"}
_INKS = {LineKind.REMOVED: "deny", LineKind.ADDED: "allow"}


class LineDelegate(QStyledItemDelegate):
    """Draws lines in the monospaced font; the sign says what the ground repeats."""

    def __init__(self, theme: ThemeController, view: "DiffView") -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # an override of Qt
        return QSize(self._view.content_px, self._view.line_px)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        line = index.data(RowRole)
        if not isinstance(line, ReviewLine):
            return
        theme, rect = self._theme.theme, option.rect
        painter.save()
        ground = _GROUNDS.get(line.kind)
        painter.fillRect(rect, theme.color(ground) if ground else theme.color("code_bg"))
        choice = self._view.lines.choice_of(line)
        if choice is not None:
            bar = QRect(rect.left(), rect.top(), _BAR_PX, rect.height())
            painter.fillRect(bar, theme.color(choice.value.role))
        if option.state & QStyle.StateFlag.State_Selected:
            width = self._view.gutter_px if line.numbers else rect.width()
            painter.fillRect(
                QRect(rect.left() + _BAR_PX, rect.top(), width - _BAR_PX, rect.height()), theme.color("sel")
            )
        if line.kind in (LineKind.HEAD, LineKind.COMMENT, LineKind.GAP):
            self._paint_words(painter, theme, rect, line, choice)
        elif line.kind is not LineKind.FILLER:
            self._paint_line(painter, theme, rect, line)
        if self._view.hasFocus() and self._view.currentIndex() == index:
            painter.setPen(QPen(self._view.palette().color(QPalette.ColorRole.Accent), 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.restore()

    def _paint_words(
        self, painter: QPainter, theme: Theme, rect: QRect, line: ReviewLine, choice: Choice | None
    ) -> None:
        """Paints a head, a gap or a comment: words of the window's own, in its own font."""
        left = rect.left() + _BAR_PX + SPACE_2
        icon = None
        if line.kind is LineKind.COMMENT:
            left, icon = rect.left() + self._view.gutter_px, ("draft", "info")
        elif line.kind is LineKind.HEAD and choice is not None and line.text:
            icon = (choice.value.icon, choice.value.role)
        if icon is not None:
            side = theme.px(14)
            picture = self._theme.pixmap(*icon, side, self._view.devicePixelRatioF())
            painter.drawPixmap(left, rect.center().y() - side // 2 + 1, picture)
            left += side + SPACE_1
        painter.setFont(theme.font(TextSize.SECONDARY, strong=line.kind is LineKind.HEAD))
        painter.setPen(theme.color("info" if line.kind is LineKind.COMMENT else "muted"))
        area = QRect(left, rect.top(), rect.right() - left, rect.height())
        text = f"⋯ {line.text}" if line.kind is LineKind.GAP else line.shown(choice)
        painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)

    def _paint_line(self, painter: QPainter, theme: Theme, rect: QRect, line: ReviewLine) -> None:
        painter.setFont(theme.font(TextSize.MONO))
        painter.setPen(theme.color("muted"))
        at = rect.left() + _BAR_PX + SPACE_1
        middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        for number in line.numbers:
            painter.drawText(QRect(at, rect.top(), self._view.number_px, rect.height()), middle, number)
            at += self._view.number_px + SPACE_1
        ink = _INKS.get(line.kind)
        if ink:
            painter.setPen(theme.color("text"))
            sign = QRect(at, rect.top(), self._view.sign_px, rect.height())
            painter.drawText(sign, int(Qt.AlignmentFlag.AlignCenter), line.kind.value)
        layout = QTextLayout(line.text, theme.font(TextSize.MONO))
        layout.setTextOption(_NO_WRAP)
        if ink:
            layout.setFormats(_formats(line, theme.color(ink)))
        layout.beginLayout()
        made = layout.createLine()
        layout.endLayout()
        painter.setPen(theme.color("text"))
        if made.isValid():
            metrics = QFontMetricsF(painter.font())
            base = rect.top() + (rect.height() - metrics.height()) / 2 + metrics.ascent()
            layout.draw(painter, QPointF(rect.left() + self._view.gutter_px, round(base) - made.ascent()))


_NO_WRAP = QTextOption()
_NO_WRAP.setWrapMode(QTextOption.WrapMode.NoWrap)


def _formats(line: ReviewLine, color: QColor) -> list[QTextLayout.FormatRange]:
    color.setAlpha(_MARK_ALPHA)
    found = []
    for start, end in line.spans:
        made = QTextLayout.FormatRange()
        made.start, made.length = _units(line.text, start), _units(line.text[start:end], end - start)
        look = QTextCharFormat()
        look.setBackground(color)
        made.format = look
        found.append(made)
    return found


def _units(text: str, points: int) -> int:
    """Returns how many UTF-16 units the first `points` characters take, in which Qt counts."""
    part = text[:points]
    return points if part.isascii() else len(part.encode("utf-16-le", "surrogatepass")) // 2


class DiffView(QListView):
    """One column of a difference."""

    accept_pressed = Signal()
    reject_pressed = Signal()
    comment_pressed = Signal()
    line_changed = Signal()

    def __init__(
        self, theme: ThemeController, name: str, spoken: str, numbers: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        named(self, name, spoken)
        set_look(self, "diff")
        self._theme = theme
        self._numbers = numbers
        self.lines = LinesModel(self)
        self.content_px = self.line_px = self.gutter_px = self.number_px = self.sign_px = 0
        self.setModel(self.lines)
        self.setItemDelegate(LineDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        theme.changed.connect(self._on_theme_changed)
        self._measure()

    def show_lines(self, lines: tuple[ReviewLine, ...], choices: tuple[Choice, ...]) -> None:
        """Shows lines and what was decided of their changes; the place in front stays where it was."""
        self.lines.set_choices(choices)
        place = self.currentIndex().row()
        bar = self.verticalScrollBar()
        top = bar.value()
        if not self.lines.set_lines(lines):
            return
        self._measure()
        if lines:
            self.setCurrentIndex(self.lines.index(min(max(place, 0), len(lines) - 1)))
            bar.setValue(min(top, bar.maximum()))

    @property
    def current_line(self) -> ReviewLine | None:
        """Returns the line in front."""
        row = self.currentIndex().row()
        return self.lines.lines[row] if 0 <= row < len(self.lines.lines) else None

    @property
    def chosen_lines(self) -> tuple[ReviewLine, ...]:
        """Returns the lines that are chosen, in order."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return tuple(self.lines.lines[row] for row in rows)

    def go_to_hunk(self, hunk: int) -> None:
        """Brings the beginning of a change into view, with some lines above it; its first line comes to the front."""
        row = next((at for at, line in enumerate(self.lines.lines) if line.hunk == hunk), None)
        if row is None:
            return
        last = max(at for at, line in enumerate(self.lines.lines) if line.hunk == hunk)
        shown = self.viewport().rect()
        ends = [self.visualRect(self.lines.index(at)) for at in (row, last)]
        self.selectionModel().setCurrentIndex(
            self.lines.index(row + 1), QItemSelectionModel.SelectionFlag.ClearAndSelect
        )
        if not all(shown.top() <= end.top() and end.bottom() <= shown.bottom() for end in ends):
            self.scrollTo(self.lines.index(max(0, row - _ABOVE)), QAbstractItemView.ScrollHint.PositionAtTop)

    def _measure(self) -> None:
        theme = self._theme.theme
        metrics = QFontMetricsF(theme.font(TextSize.MONO))
        digit = metrics.horizontalAdvance("0")
        most = max((len(number) for line in self.lines.lines for number in line.numbers), default=2)
        self.number_px = round(digit * max(2, most))
        self.sign_px = round(2 * digit)
        self.gutter_px = _BAR_PX + SPACE_1 + self._numbers * (self.number_px + SPACE_1) + self.sign_px
        self.line_px = theme.px(20)
        longest = max((line.text for line in self.lines.lines), key=len, default="")
        width = metrics.horizontalAdvance(longest) if not longest.isascii() else digit * len(longest)
        self.content_px = round(self.gutter_px + width + 4 * digit)
        self.scheduleDelayedItemsLayout()

    def _on_theme_changed(self, _theme: Theme) -> None:
        self._measure()
        self.viewport().update()

    def _on_current_changed(self) -> None:
        self.line_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        pressed = {
            Qt.Key.Key_A: self.accept_pressed,
            Qt.Key.Key_R: self.reject_pressed,
            Qt.Key.Key_C: self.comment_pressed,
        }.get(Qt.Key(event.key()))
        if pressed is not None and not event.modifiers():
            pressed.emit()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:  # noqa: N802  # an override of Qt
        """Does nothing: letters decide here, they do not search."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._measure()
