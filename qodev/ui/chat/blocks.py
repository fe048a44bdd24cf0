"""Display blocks as laid-out things: paragraphs, headings, code, tables, rules; each can paint, hit and measure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPen, QTextCharFormat

from qodev.ui.chat.markdown import BlockKind, Cell, DisplayBlock, Span
from qodev.ui.chat.segments import Segment
from qodev.ui.chat.shapes import Paint, TextLook, TextShape, estimated_lines
from qodev.ui.kit.theme import BLOCK_GAP_PX, RADIUS_CONTROL
from qodev.ui.models.transcript_words import Prices

INDENT_PX = 22
QUOTE_PX = 16
CODE_PAD_PX = 12
TIGHT_GAP_PX = 4
_CELL_PAD_PX = 10
_MARKER_GAP_PX = 7

_ALIGNS = {"center": Qt.AlignmentFlag.AlignHCenter, "right": Qt.AlignmentFlag.AlignRight}


@dataclass(frozen=True, slots=True)
class Room:
    """What blocks are laid out in: look, width, and whether code is wrapped."""

    look: TextLook
    width: int
    is_code_wrapped: bool = False
    ink: str = "text"
    table_columns: tuple[int, ...] = ()  # widths that the first part of a table fixed
    prices: Prices = ()  # of the models, for what stands under an answer


class BlockLayout:
    """One display block in place; `text` is what is shown, offsets count in it."""

    def __init__(self, block: DisplayBlock, room: Room) -> None:
        self.block = block
        self.room = room
        self.height = 0
        self.left = block.quote * QUOTE_PX + block.indent * room.look.theme.px(INDENT_PX)
        self.width = max(80, room.width - self.left)

    @property
    def text(self) -> str:
        """Returns the text as shown."""
        return self.block.text

    def draw(self, painter: QPainter, origin: QPointF, clip: QRectF, paints: Sequence[Paint]) -> None:
        """Paints at `origin`."""

    def offset_at(self, x: float, y: float) -> int:
        """Returns the offset nearest to a point inside the block."""
        return 0

    def rects(self, start: int, end: int) -> list[QRectF]:
        """Returns what a range covers."""
        return []

    def draw_quote(self, painter: QPainter, origin: QPointF) -> None:
        """Paints the rule at the left of quoted text."""
        painter.setPen(QPen(self.room.look.theme.color("line"), 2))
        for level in range(self.block.quote):
            x = origin.x() + level * QUOTE_PX + 2
            painter.drawLine(QPointF(x, origin.y()), QPointF(x, origin.y() + self.height))


class ProseLayout(BlockLayout):
    """A paragraph, heading or list item."""

    def __init__(self, block: DisplayBlock, room: Room) -> None:
        super().__init__(block, room)
        look = room.look
        is_heading = block.kind is BlockKind.HEADING
        font = look.heading(block.level) if is_heading else look.body
        line_px = max(look.line_px, round(font.pixelSize() * 1.5)) if is_heading else look.line_px
        formats = look.formats(block.spans, is_heading=is_heading)
        self._shape = TextShape(block.text, font, self.width, line_px, formats=formats)
        self._marker = TextShape(block.marker, look.body, INDENT_PX * 4, look.line_px) if block.marker else None
        self.height = self._shape.height

    def draw(self, painter: QPainter, origin: QPointF, clip: QRectF, paints: Sequence[Paint]) -> None:
        self.draw_quote(painter, origin)
        theme = self.room.look.theme
        painter.setPen(theme.color("muted" if self.block.quote else self.room.ink))
        x = origin.x() + self.left
        self._shape.draw(painter, x, origin.y(), paints, clip)
        if self._marker is not None:
            painter.setPen(theme.color("muted"))
            self._marker.draw(painter, x - theme.px(_MARKER_GAP_PX) - self._marker.natural_px, origin.y())

    def offset_at(self, x: float, y: float) -> int:
        return self._shape.offset_at(x - self.left, y)

    def rects(self, start: int, end: int) -> list[QRectF]:
        return [rect.translated(self.left, 0) for rect in self._shape.rects(start, end)]


class CodeLayout(BlockLayout):
    """Lines of code; the first part of a fence has a bar with its language, where the buttons stand."""

    def __init__(self, block: DisplayBlock, room: Room) -> None:
        super().__init__(block, room)
        look = room.look
        self.bar_px = look.theme.px(30) if block.is_first else 0
        self._pad_top = 2 if block.is_first else 0
        self._pad_bottom = CODE_PAD_PX if block.is_last else 0
        width = self.width - 2 * CODE_PAD_PX if room.is_code_wrapped else None
        self._shape = TextShape(block.text, look.mono, width, look.mono_px)
        self.scroll_px = 0
        self.is_colored = False
        self._measure()

    def _measure(self) -> None:
        self.height = self.bar_px + self._pad_top + self._shape.height + self._pad_bottom

    @property
    def overflow_px(self) -> int:
        """Returns how far the longest line reaches beyond the box."""
        return max(0, round(self._shape.natural_px) - (self.width - 2 * CODE_PAD_PX))

    def set_colors(self, formats: Sequence[tuple[int, int, QTextCharFormat]]) -> None:
        """Colours finished code, once (F29); no colours are an answer too."""
        self.is_colored = True
        if formats:
            self._shape.set_formats(formats)

    def draw(self, painter: QPainter, origin: QPointF, clip: QRectF, paints: Sequence[Paint]) -> None:
        self.draw_quote(painter, origin)
        theme = self.room.look.theme
        box = QRectF(origin.x() + self.left, origin.y(), self.width, self.height)
        _draw_box(painter, box, self.room, is_first=self.block.is_first, is_last=self.block.is_last)
        if self.bar_px:
            painter.setFont(self.room.look.secondary)
            painter.setPen(theme.color("muted"))
            title = box.adjusted(CODE_PAD_PX, 0, -CODE_PAD_PX, self.bar_px - box.height())
            painter.drawText(title, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.block.language)
        painter.save()
        painter.setClipRect(box.adjusted(1, 0, -1, 0), Qt.ClipOperation.IntersectClip)
        painter.setPen(theme.color("text"))
        self._shape.draw(
            painter, box.x() + CODE_PAD_PX - self.scroll_px, box.y() + self.bar_px + self._pad_top, paints, clip
        )
        painter.restore()

    def offset_at(self, x: float, y: float) -> int:
        return self._shape.offset_at(x - self.left - CODE_PAD_PX + self.scroll_px, y - self.bar_px - self._pad_top)

    def rects(self, start: int, end: int) -> list[QRectF]:
        move = QPointF(self.left + CODE_PAD_PX - self.scroll_px, self.bar_px + self._pad_top)
        return [rect.translated(move) for rect in self._shape.rects(start, end)]


class TableLayout(BlockLayout):
    """Rows of a table; a long one comes in parts whose columns are as wide as those of the first."""

    def __init__(self, block: DisplayBlock, room: Room) -> None:
        super().__init__(block, room)
        self._cells: list[list[TextShape]] = []
        self._tops: list[int] = []
        count = max((len(row) for row in block.rows), default=1)
        self.columns = room.table_columns if len(room.table_columns) == count else self._fit(count)
        self._lefts = [sum(self.columns[:index]) for index in range(count)]
        for number, row in enumerate(block.rows):
            self._add_row(number, row)

    def _font(self, number: int) -> QFont:
        return self.room.look.strong if number == 0 and self.block.is_first else self.room.look.body

    def _fit(self, count: int) -> tuple[int, ...]:
        """Gives each column what it needs, and less in proportion when the room does not suffice."""
        needs = [4 * _CELL_PAD_PX] * count
        for number, row in enumerate(self.block.rows):
            for index, cell in enumerate(row):
                formats = self.room.look.formats(cell.spans)
                shape = TextShape(cell.text, self._font(number), None, 1, formats=formats)
                needs[index] = max(needs[index], round(shape.natural_px) + 2 * _CELL_PAD_PX + 2)
        if sum(needs) <= self.width:
            return tuple(needs)
        fair = self.width / count
        spare = self.width - sum(min(need, fair) for need in needs)
        wanted = sum(max(0.0, need - fair) for need in needs) or 1.0
        return tuple(int(min(need, fair) + spare * max(0.0, need - fair) / wanted) for need in needs)

    def _add_row(self, number: int, row: Sequence[Cell]) -> None:
        look = self.room.look
        shapes = []
        for index, cell in enumerate(row):
            shapes.append(
                TextShape(
                    cell.text,
                    self._font(number),
                    max(24, self.columns[index] - 2 * _CELL_PAD_PX),
                    round(look.line_px * 0.86),
                    formats=look.formats(cell.spans),
                    align=_ALIGNS.get(cell.align, Qt.AlignmentFlag.AlignLeft),
                )
            )
        self._cells.append(shapes)
        self._tops.append(self.height)
        self.height += max((shape.height for shape in shapes), default=look.line_px) + 12

    def draw(self, painter: QPainter, origin: QPointF, clip: QRectF, paints: Sequence[Paint]) -> None:
        self.draw_quote(painter, origin)
        theme = self.room.look.theme
        x, right = origin.x() + self.left, origin.x() + self.left + sum(self.columns)
        for number, shapes in enumerate(self._cells):
            top = origin.y() + self._tops[number]
            bottom = origin.y() + (self._tops[number + 1] if number + 1 < len(self._tops) else self.height)
            if bottom < clip.top() or top > clip.bottom():
                continue
            painter.setPen(theme.color(self.room.ink))
            for index, shape in enumerate(shapes):
                cell_paints = _shifted(paints, self.block.rows[number][index].start, shape.length)
                shape.draw(painter, x + self._lefts[index] + _CELL_PAD_PX, top + 6, cell_paints)
            is_head = number == 0 and self.block.is_first
            painter.setPen(QPen(theme.color("control" if is_head else "line"), 1))
            painter.drawLine(QPointF(x, round(bottom) - 0.5), QPointF(right, round(bottom) - 0.5))

    def _cell_at(self, x: float, y: float) -> tuple[int, int]:
        row = max((i for i, top in enumerate(self._tops) if top <= y), default=0)
        column = max((i for i, left in enumerate(self._lefts) if left <= x - self.left), default=0)
        return row, min(column, len(self._cells[row]) - 1) if self._cells else 0

    def offset_at(self, x: float, y: float) -> int:
        if not self._cells:
            return 0
        row, column = self._cell_at(x, y)
        inner_x = x - self.left - self._lefts[column] - _CELL_PAD_PX
        inside = self._cells[row][column].offset_at(inner_x, y - self._tops[row] - 6)
        return self.block.rows[row][column].start + inside

    def rects(self, start: int, end: int) -> list[QRectF]:
        result: list[QRectF] = []
        for number, shapes in enumerate(self._cells):
            for index, shape in enumerate(shapes):
                first = self.block.rows[number][index].start
                from_, to = max(0, start - first), min(shape.length, end - first)
                if from_ < to:
                    move = QPointF(self.left + self._lefts[index] + _CELL_PAD_PX, self._tops[number] + 6)
                    result.extend(rect.translated(move) for rect in shape.rects(from_, to))
        return result


class RuleLayout(BlockLayout):
    """A horizontal line."""

    def __init__(self, block: DisplayBlock, room: Room) -> None:
        super().__init__(block, room)
        self.height = 9

    def draw(self, painter: QPainter, origin: QPointF, clip: QRectF, paints: Sequence[Paint]) -> None:
        painter.setPen(QPen(self.room.look.theme.color("line"), 1))
        y = origin.y() + 4.5
        painter.drawLine(QPointF(origin.x() + self.left, y), QPointF(origin.x() + self.left + self.width, y))


_LAYOUTS: dict[BlockKind, Callable[[DisplayBlock, Room], BlockLayout]] = {
    BlockKind.PARAGRAPH: ProseLayout,
    BlockKind.HEADING: ProseLayout,
    BlockKind.CODE: CodeLayout,
    BlockKind.TABLE: TableLayout,
    BlockKind.RULE: RuleLayout,
}


def gap_before(block: DisplayBlock) -> int:
    """Returns the space above a block that is not the first of its card."""
    if block.continues and block.kind in (BlockKind.CODE, BlockKind.TABLE) and not block.is_first:
        return 0
    if block.continues or block.is_tight:
        return TIGHT_GAP_PX
    return BLOCK_GAP_PX + (6 if block.kind is BlockKind.HEADING else 0)


class SegmentLayout:
    """The blocks of one segment below each other; offsets count over their texts, one line end between two."""

    def __init__(self, blocks: Sequence[DisplayBlock], room: Room, *, is_top: bool) -> None:
        self.blocks = [_LAYOUTS[block.kind](block, room) for block in blocks]
        self.tops: list[int] = []
        self.starts: list[int] = []
        y = offset = 0
        for index, layout in enumerate(self.blocks):
            y += 0 if is_top and index == 0 else gap_before(layout.block)
            self.tops.append(y)
            self.starts.append(offset)
            y += layout.height
            offset += len(layout.text) + 1
        self.height = y
        self.length = max(0, offset - 1)

    @property
    def text(self) -> str:
        """Returns the text as shown."""
        return "\n".join(layout.text for layout in self.blocks)

    @property
    def links(self) -> list[tuple[int, int, Span]]:
        """Returns (start, end, span) of the links, in offsets of the segment."""
        return [
            (start + span.start, start + span.end, span)
            for start, layout in zip(self.starts, self.blocks, strict=True)
            for span in layout.block.links
        ]

    def draw(self, painter: QPainter, origin: QPointF, clip: QRectF, paints: Sequence[Paint]) -> None:
        """Paints the blocks that meet `clip`."""
        for top, start, layout in zip(self.tops, self.starts, self.blocks, strict=True):
            place = QPointF(origin.x(), origin.y() + top)
            if place.y() + layout.height >= clip.top() and place.y() <= clip.bottom():
                layout.draw(painter, place, clip, _shifted(paints, start, len(layout.text)))

    def block_at(self, y: float) -> int:
        """Returns the index of the block at a height, the nearest one in gaps."""
        return max((index for index, top in enumerate(self.tops) if top <= y), default=0)

    def offset_at(self, x: float, y: float) -> int:
        """Returns the offset nearest to a point."""
        if not self.blocks:
            return 0
        index = self.block_at(y)
        return self.starts[index] + self.blocks[index].offset_at(x, y - self.tops[index])

    def rects(self, start: int, end: int) -> list[QRectF]:
        """Returns what a range covers."""
        result: list[QRectF] = []
        for top, first, layout in zip(self.tops, self.starts, self.blocks, strict=True):
            from_, to = max(0, start - first), min(len(layout.text), end - first)
            if from_ < to or (start == end and from_ == to):
                result.extend(rect.translated(0, top) for rect in layout.rects(from_, to))
        return result


def estimate_segment(segment: Segment, room: Room, *, is_top: bool) -> int:
    """Returns about how high a segment will be, without reading it."""
    look = room.look
    gap = 0 if is_top else TIGHT_GAP_PX if segment.is_tight else BLOCK_GAP_PX
    if segment.kind.value == "code":
        bar = look.theme.px(30) + 2 if segment.part == 0 else 0
        return bar + look.mono_px * (segment.text.count("\n") + 1) + CODE_PAD_PX * segment.is_last
    return gap + look.line_px * estimated_lines(segment.text, room.width / (look.digit_px * 0.85))


def _shifted(paints: Sequence[Paint], start: int, length: int) -> list[Paint]:
    return [
        Paint(max(0, p.start - start), min(length, p.end - start), p.ground, p.ink)
        for p in paints
        if p.start < start + length and p.end > start
    ]


def _draw_box(painter: QPainter, box: QRectF, room: Room, *, is_first: bool, is_last: bool) -> None:
    """Paints the ground of code; parts of one fence make one box."""
    theme = room.look.theme
    painter.save()
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    whole = box.adjusted(0.5, 0.5 if is_first else -RADIUS_CONTROL, -0.5, -0.5 if is_last else RADIUS_CONTROL)
    path = QPainterPath()
    path.addRoundedRect(whole, RADIUS_CONTROL, RADIUS_CONTROL)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(path, theme.color("code_bg"))
    painter.strokePath(path, QPen(theme.color("line"), 1))
    painter.restore()
