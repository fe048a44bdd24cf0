"""One card of the transcript: its measures, its parts, how it is painted, and which buttons it has (U102 to U116)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from qodev.ui.chat.blocks import Room
from qodev.ui.chat.bodies import PICTURE_PAD_PX, Body, LayoutCache, TextKind
from qodev.ui.chat.card_heads import NOTE_GAP_PX, NOTES_PAD_PX, paint_divider, paint_head
from qodev.ui.chat.card_styles import CALLS, CardStyle, icon_of, shows_decision_itself, state_icon, style_of
from qodev.ui.chat.segments import SegmentKind
from qodev.ui.chat.shapes import Paint
from qodev.ui.kit.theme import RADIUS_CARD, ThemeController
from qodev.ui.models.card_rows import CardKind, Row, RowState
from qodev.ui.models.tool_words import call_body, call_notes
from qodev.ui.models.transcript_words import (
    attached_text,
    footer_text,
    sentence,
    state_word,
)

_ICON_PX = 16
_FOOTER_PX = 30
_GAP_BAR_PX = 34


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the transcript: card, segment of its body, offset in the shown text of the segment."""

    key: str
    segment: int
    offset: int


def body_text(row: Row, *, is_open: bool, shows_decision: bool = False) -> str:
    """Returns the text in the body of a card; collapsed cards have less or none."""
    if row.kind is CardKind.GROUP or (row.kind in (CardKind.THINKING, *CALLS) and not is_open):
        return ""
    if row.kind in CALLS:
        return call_body(row, shows_decision=shows_decision)
    if row.kind in (CardKind.USER, CardKind.THINKING, CardKind.CHILD):
        return row.text
    if row.kind is CardKind.DIVIDER:
        return ""
    if row.kind is CardKind.ANSWER and row.text:
        return row.text
    parts = [sentence(row), row.hint, row.output if is_open else ""]
    return "\n".join(part for part in parts if part)


class Card:
    """Lays out one row; coordinates are those of the card, the view moves them to where it stands."""

    def __init__(self, row: Row, room: Room, cache: LayoutCache) -> None:
        self.row = row
        self.room = room
        self.style: CardStyle = style_of(row.kind).scaled(room.look.theme.px)
        self.is_open = self.style.opens_itself(row)
        self.shows_decision = shows_decision_itself(row)
        self._is_chosen = False  # somebody opened or closed it
        self.shows_all = row.state.is_live and row.kind not in CALLS
        self._cache = cache
        self.body = self._make_body()
        self._fill()

    def _make_body(self) -> Body:
        return Body(self._text_kind(), self._body_room(), self._cache)

    def _text_kind(self) -> TextKind:
        if self.row.kind in (CardKind.ANSWER, CardKind.CHILD) and self.row.text:
            return TextKind.MARKDOWN
        return TextKind.CODE if self.row.kind in CALLS else TextKind.PLAIN

    def _body_room(self) -> Room:
        pads = self.style.pads
        return Room(self.room.look, self.room.width - pads.left - pads.right, ink=self.style.ink)

    def _fill(self) -> None:
        self._footer_cut = (-1, "")  # the width it was cut for, and what it came to
        text = body_text(self.row, is_open=self.is_open, shows_decision=self.shows_decision)
        self.notes = call_notes(self.row)
        self.body.set_text(text, is_final=not self.row.state.is_live, is_whole=self.shows_all)

    # Changes.

    def set_row(self, row: Row) -> None:
        """Takes what became of the row; finished segments of a grown text stay as they are."""
        before, self.row = self.row, row
        if row.kind in CALLS and row.state is not before.state:
            self._show_new_state(before)
        elif self._text_kind() is not self.body_kind:
            self.body = self._make_body()
        self._fill()

    def _show_new_state(self, before: Row) -> None:
        """Opens what failed and closes what is done, unless somebody chose; whoever reads keeps what is open (U106)."""
        if not self._is_chosen:
            self.is_open = self.style.opens_itself(self.row)
        self.shows_decision = self.shows_decision or shows_decision_itself(self.row)
        if before.state.is_live and not self.row.state.is_live:
            self.shows_all = False
            self.body = self._make_body()

    @property
    def body_kind(self) -> TextKind:
        """Returns how the body is read."""
        return self.body.kind

    def set_room(self, room: Room) -> None:
        """Changes width or look."""
        self.room = room
        self._footer_cut = (-1, "")
        self.body.set_room(self._body_room())

    def set_open(self, *, is_open: bool) -> None:
        """Shows or hides what is collapsed."""
        self.is_open = is_open
        self._is_chosen = True
        self._fill()

    def set_shows_decision(self, *, shows: bool) -> None:
        """Shows the record of the decision with the rest, or leaves it out (P135)."""
        self.shows_decision = shows
        self.body = self._make_body()
        self._fill()

    def show_all(self) -> None:
        """Shows a long part whole."""
        self.shows_all = True
        self.body = self._make_body()
        self._fill()

    # Measures.

    @property
    def can_open(self) -> bool:
        """Tells whether something is collapsed or can be."""
        if self.row.kind is CardKind.THINKING:
            return bool(self.row.text)
        if self.row.kind in CALLS:
            return self.row.call is not None and (self.row.call.record is not None or bool(self.row.output))
        if self.row.kind is CardKind.GROUP:
            return True
        return self.row.kind in (CardKind.NOTICE, CardKind.ERROR) and bool(self.row.output)

    @property
    def has_code(self) -> bool:
        """Tells whether parts of the body have buttons of their own."""
        return any(segment.kind is SegmentKind.CODE for segment in self.body.segments)

    @property
    def gap(self) -> int:
        """Returns the space above the card."""
        return self.style.gap

    @property
    def head_px(self) -> int:
        """Returns the height of the line above the notes and the body."""
        return self.room.look.theme.px(self.style.head_px) if self.style.head_px else 0

    @property
    def notes_px(self) -> int:
        """Returns the height of the lines under the head."""
        count = len(self.notes)
        return count * (self.room.look.secondary_px + NOTE_GAP_PX) + NOTES_PAD_PX if count else 0

    @property
    def foot_px(self) -> int:
        """Returns the height of what stands below the body."""
        look = self.room.look
        attached = len(self.row.attached) * (look.secondary_px + 6) + (6 if self.row.attached else 0)
        if self.row.footer is not None or self.row.kind is CardKind.ERROR or self.row.offers_resume:
            return look.theme.px(_FOOTER_PX)
        return attached + (look.theme.px(_FOOTER_PX) if self.row.branches else 0)

    @property
    def body_top(self) -> int:
        """Returns where the body begins."""
        return self.gap + self.head_px + self.notes_px + (self.style.pads.top if self.body.segments else 0)

    @property
    def height(self) -> int:
        """Returns the height with the space above."""
        pads = self.style.pads
        body = self.body.heights.total + pads.top + pads.bottom if self.body.segments else 0
        gap_bar = _GAP_BAR_PX if self.body.gap is not None else 0
        foot = self.foot_px + (pads.bottom + pads.top if self.foot_px and not self.body.segments else 0)
        return self.gap + self.head_px + self.notes_px + body + gap_bar + foot

    @property
    def left(self) -> int:
        """Returns where the body begins from the left."""
        return self.style.pads.left

    def segment_top(self, index: int) -> int:
        """Returns the top of a segment."""
        gap = self.body.gap
        extra = _GAP_BAR_PX if gap is not None and index >= gap.segment else 0
        return self.body_top + self.body.heights.offset_of(index) + extra

    def segment_at(self, y: int) -> int:
        """Returns the segment at a height."""
        inner = y - self.body_top
        gap = self.body.gap
        if gap is not None and inner > self.body.heights.offset_of(gap.segment):
            inner = max(inner - _GAP_BAR_PX, self.body.heights.offset_of(gap.segment))
        return self.body.segment_at(inner)

    def segments_in(self, top: int, bottom: int) -> Iterator[tuple[int, int]]:
        """Yields (index, top) of the segments between two heights of the card."""
        body = self.body
        if not body.segments:
            return
        index = self.segment_at(top)
        y = self.segment_top(index)
        while index < len(body.segments) and y <= bottom:
            yield index, y
            y += body.heights.height(index)
            index += 1
            if body.gap is not None and index == body.gap.segment:
                y += _GAP_BAR_PX

    def lay_out(self, top: int, bottom: int) -> bool:
        """Lays out what lies between two heights of the card; tells whether its height changed."""
        if not self.body.segments:
            return False
        before = self.height
        extra = _GAP_BAR_PX if self.body.gap is not None else 0
        self.body.lay_out(top - self.body_top - extra, bottom - self.body_top)
        return self.height != before

    def place_at(self, x: float, y: float) -> Place | None:
        """Returns the place nearest to a point, None when the card has no text."""
        if not self.body.segments:
            return None
        index = self.segment_at(round(y))
        layout = self.body.layout(index)
        return Place(self.row.key, index, layout.offset_at(x - self.left, y - self.segment_top(index)))

    def gap_rect(self) -> QRect | None:
        """Returns where a long part says what is not shown."""
        if self.body.gap is None:
            return None
        top = self.body_top + self.body.heights.offset_of(self.body.gap.segment)
        return QRect(self.left, top, self.body.room.width, _GAP_BAR_PX)

    # Painting.

    def paint(self, painter: QPainter, controller: ThemeController, clip: QRectF, paints: "CardPaints") -> None:
        """Paints the card at the painter's origin; `clip` is in coordinates of the card."""
        self._paint_box(painter)
        if self.row.kind is CardKind.DIVIDER:
            paint_divider(painter, self)
        elif self.head_px:
            paint_head(painter, controller, self)
        else:
            self._paint_icon(painter, controller)
        self._paint_body(painter, clip, paints)
        if self.foot_px:
            self._paint_foot(painter, controller)

    def _paint_box(self, painter: QPainter) -> None:
        style, theme = self.style, self.room.look.theme
        if not style.fill and not style.outline:
            return
        box = QRectF(0.5, self.gap + 0.5, self.room.width - 1, self.height - self.gap - 1)
        path = QPainterPath()
        path.addRoundedRect(box, RADIUS_CARD, RADIUS_CARD)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        if style.fill:
            painter.fillPath(path, theme.color(style.fill))
        if style.outline:
            painter.strokePath(path, QPen(theme.color(style.outline_of(self.row)), 1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_icon(self, painter: QPainter, controller: ThemeController) -> None:
        name, role = icon_of(self.row, is_open=self.is_open)
        if not name:
            return
        ratio = painter.device().devicePixelRatioF()
        top = self.body_top + (self.room.look.line_px - self.icon_px) // 2
        painter.drawPixmap(self.style.head_left, top, controller.pixmap(name, role, self.icon_px, ratio))

    def _paint_body(self, painter: QPainter, clip: QRectF, paints: "CardPaints") -> None:
        body = self.body
        if not body.segments:
            return
        for index, top in self.segments_in(round(clip.top()), round(clip.bottom())):
            marked = paints.of(self.row.key, index)
            picture = None if marked or not body.is_frozen(index) else body.picture(index, self._ground, painter)
            if picture is not None:
                painter.drawPixmap(self.left - PICTURE_PAD_PX, top, picture)
            else:
                body.layout(index).draw(painter, QPointF(self.left, top), clip, marked)
        if self.row.kind in (CardKind.THINKING, CardKind.CHILD):
            painter.setPen(QPen(self.room.look.theme.color("line"), 2))
            x, top = self.left - 13, self.body_top
            painter.drawLine(QPointF(x, top), QPointF(x, top + body.heights.total))

    @property
    def icon_px(self) -> int:
        """Returns the side of the icon."""
        return self.room.look.theme.px(_ICON_PX)

    @property
    def _ground(self) -> QColor:
        return self.room.look.theme.color(self.style.fill or "surface")

    def _paint_foot(self, painter: QPainter, controller: ThemeController) -> None:
        look, row = self.room.look, self.row
        painter.setFont(look.secondary)
        top = self.height - self.foot_px - (0 if row.footer else self.style.pads.bottom)
        ratio = painter.device().devicePixelRatioF()
        for line, attached in enumerate(row.attached):
            y = top + 6 + line * (look.secondary_px + 6)
            name = "image" if attached.is_image else "file"
            painter.drawPixmap(self.left, y, controller.pixmap(name, "muted", self.icon_px, ratio))
            self._foot_line(painter, self.left + self.icon_px + 6, y, attached_text(attached))
        if row.footer is not None:
            self._paint_footer(painter, controller)

    def _foot_line(self, painter: QPainter, x: int, y: int, text: str) -> None:
        look = self.room.look
        painter.setPen(look.theme.color("muted"))
        box = QRectF(x, y, self.room.width - x - 14, look.secondary_px)
        cut = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, int(box.width()))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, cut)

    def _paint_footer(self, painter: QPainter, controller: ThemeController) -> None:
        assert self.row.footer is not None
        x, top = self.left, self.height - self.foot_px
        line = QRectF(x, top + 4, self.room.width - x - self.room.look.theme.px(60), self.foot_px - 4)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        if self.row.state is not RowState.DONE:
            name, role = state_icon(self.row.state)
            ratio = painter.device().devicePixelRatioF()
            side = self.room.look.theme.px(14)
            picture = controller.pixmap(name, role, side, ratio)
            painter.drawPixmap(QPointF(x, line.center().y() - side / 2), picture)
            painter.setPen(self.room.look.theme.color(role))
            word = state_word(self.row.state)
            painter.drawText(line.adjusted(side + 5, 0, 0, 0), flags, word)
            line.adjust(side + 5 + painter.fontMetrics().horizontalAdvance(word) + 10, 0, 0, 0)
        painter.setPen(self.room.look.theme.color("muted"))
        painter.drawText(line, flags, self._cut_footer(int(line.width())))

    def _cut_footer(self, width: int) -> str:
        if self._footer_cut[0] != width:
            metrics = QFontMetricsF(self.room.look.secondary)
            text = footer_text(self.row.footer, self.room.prices) if self.row.footer is not None else ""
            cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
            self._footer_cut = (width, cut)
        return self._footer_cut[1]


class CardPaints:
    """What is selected or found, by card and segment."""

    def __init__(self) -> None:
        self._paints: dict[tuple[str, int], list[Paint]] = {}

    def add(self, key: str, segment: int, paint: Paint) -> None:
        """Marks a range."""
        self._paints.setdefault((key, segment), []).append(paint)

    def join(self, other: "CardPaints") -> None:
        """Takes the marks of another, painted over its own."""
        for place, paints in other._paints.items():
            self._paints.setdefault(place, []).extend(paints)

    def of(self, key: str, segment: int) -> Sequence[Paint]:
        """Returns the ranges of a segment."""
        return self._paints.get((key, segment), ())
