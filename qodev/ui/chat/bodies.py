"""The text of a card as segments: heights for all, layouts for those near the view, finished ones frozen (U105)."""

import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QPainter, QPixmap

from qodev.ui.chat.blocks import CodeLayout, Room, SegmentLayout, TableLayout, estimate_segment
from qodev.ui.chat.cuts import cut_points, is_long, split_code
from qodev.ui.chat.markdown import MarkdownReader
from qodev.ui.chat.segments import Segment, SegmentKind, Splitter, split_plain
from qodev.ui.models.heights import HeightsIndex

LAYOUT_LIMIT = 200
PICTURE_LIMIT = 48  # of segments painted once; more would cost memory for what is out of view
PICTURE_PAD_PX = 4  # the least space beside a body, so that a picture never covers an outline
_TALLEST_PX = 1200
MARKDOWN_LIMIT = 1_000_000  # S186: longer messages are plain text
_DEFINITION = re.compile(r" {0,3}\[[^\]\n]+\]:[ \t]", re.MULTILINE)


class TextKind(StrEnum):
    """How a text is read."""

    MARKDOWN = "markdown"
    PLAIN = "plain"
    CODE = "code"


class LayoutCache:
    """The layouts in use and the last ones that were; `built` counts what was laid out, for tests."""

    def __init__(self, limit: int = LAYOUT_LIMIT) -> None:
        self._limit = limit
        self._layouts: OrderedDict[tuple[int, int], SegmentLayout] = OrderedDict()
        self._pictures: OrderedDict[tuple[int, int], QPixmap] = OrderedDict()
        self._bodies = 0
        self.built = 0

    def new_serial(self) -> int:
        """Returns a number that no other body has: a body that replaces another shares none of its layouts."""
        self._bodies += 1
        return self._bodies

    def __len__(self) -> int:
        return len(self._layouts)

    def find(self, key: tuple[int, int]) -> SegmentLayout | None:
        """Returns a layout and marks it as used, or None."""
        layout = self._layouts.get(key)
        if layout is not None:
            self._layouts.move_to_end(key)
        return layout

    def keep(self, key: tuple[int, int], layout: SegmentLayout) -> None:
        """Keeps a layout; the one that was used longest ago goes."""
        self.built += 1
        self._layouts[key] = layout
        if len(self._layouts) > self._limit:
            self._layouts.popitem(last=False)

    def find_picture(self, key: tuple[int, int]) -> QPixmap | None:
        """Returns the picture of a segment, or None."""
        return self._pictures.get(key)

    def keep_picture(self, key: tuple[int, int], picture: QPixmap) -> None:
        """Keeps the picture of a segment; the oldest goes."""
        self._pictures[key] = picture
        if len(self._pictures) > PICTURE_LIMIT:
            self._pictures.popitem(last=False)

    def drop_picture(self, key: tuple[int, int]) -> None:
        """Forgets the picture of a segment that looks different now."""
        self._pictures.pop(key, None)

    def drop(self, key: tuple[int, int]) -> None:
        """Forgets a layout whose text changed."""
        self._layouts.pop(key, None)
        self._pictures.pop(key, None)

    def clear(self) -> None:
        """Forgets everything."""
        self._layouts.clear()
        self._pictures.clear()


@dataclass(frozen=True, slots=True)
class Gap:
    """What of a long text is not shown."""

    segment: int  # index of the first segment after it
    hidden: int  # characters


class Body:
    """One text, cut into segments; the room may change, the text may grow."""

    def __init__(self, kind: TextKind, room: Room, cache: LayoutCache) -> None:
        self._serial = cache.new_serial()
        self.kind = kind
        self._cache = cache
        self._splitter = Splitter()
        self._reader: MarkdownReader | None = None
        self._finished = 0
        self._is_whole = True
        self._is_final = False
        self._columns: tuple[int, ...] = ()
        self.room = room
        self.text = ""
        self.segments: list[Segment] = []
        self.heights = HeightsIndex()
        self.wrapped: set[int] = set()  # first segments of fences whose lines are wrapped
        self.gap: Gap | None = None

    # Text.

    def set_text(self, text: str, *, is_final: bool, is_whole: bool = True) -> None:
        """Takes the text as it is now; a longer one with the same beginning costs what was added."""
        if text == self.text and not is_final and self.segments:
            return
        self._is_final = is_final
        grows = self.kind is TextKind.MARKDOWN and self._is_whole and text.startswith(self.text)
        if is_final and not is_whole and is_long(text, is_output=self.kind is TextKind.CODE):
            self._cut(text)
        elif self.kind is not TextKind.MARKDOWN or len(text) > MARKDOWN_LIMIT:
            cut = split_code if self.kind is TextKind.CODE else split_plain
            self._replace(0, cut(text))
        else:
            self._split(text, grows=grows, is_final=is_final)
        self.text = text

    def _split(self, text: str, *, grows: bool, is_final: bool) -> None:
        if not grows:
            self._splitter, self._finished = Splitter(), 0
        self._splitter.feed(text[len(self.text) :] if grows else text)
        before = self._finished if grows else 0
        done = self._splitter.finished
        tail = self._splitter.tail()
        self._replace(before, [*done[before:], *tail])
        self._finished = len(done)
        if any(_defines(segment.text) for segment in done[before:] or (tail if is_final else ())):
            self._read_definitions([*done[before:], *tail])

    def _read_definitions(self, segments: Sequence[Segment]) -> None:
        for segment in segments:
            if segment.kind is SegmentKind.PROSE and _defines(segment.text):
                self._reading.read(segment)
        for index in range(len(self.segments)):
            if "]" in self.segments[index].text:
                self._cache.drop((self._serial, index))

    def _cut(self, text: str) -> None:
        """Keeps head and tail of a long text."""
        head_end, tail_start = cut_points(text, is_output=self.kind is TextKind.CODE)
        head, tail = self._pieces(text[:head_end]), self._pieces(text[tail_start:])
        moved = [replace(one, start=one.start + tail_start, end=one.end + tail_start) for one in tail]
        self._replace(0, [*head, *moved])
        self.gap = Gap(len(head), tail_start - head_end)
        self._is_whole = False

    def _pieces(self, text: str) -> Sequence[Segment]:
        if self.kind is TextKind.CODE:
            return split_code(text)
        if self.kind is TextKind.PLAIN:
            return split_plain(text)
        splitter = Splitter()
        splitter.feed(text)
        splitter.finish()
        return splitter.finished

    def _replace(self, start: int, segments: Sequence[Segment]) -> None:
        self.gap = None
        known = min(len(segments), len(self.segments) - start)
        for index, segment in enumerate(segments[:known], start):
            if self.segments[index] != segment:
                self._cache.drop((self._serial, index))
                self.segments[index] = segment
                self.heights.set(index, self._estimate(segment, index))
        fresh = segments[known:]
        first = len(self.segments)
        self.segments.extend(fresh)
        self.heights.insert(first, [self._estimate(segment, index) for index, segment in enumerate(fresh, first)])
        surplus = len(self.segments) - start - len(segments)
        if surplus > 0:
            del self.segments[start + len(segments) :]
            self.heights.remove(start + len(segments), surplus)

    def set_room(self, room: Room) -> None:
        """Changes width or look; all layouts are void."""
        self.room = room
        self._columns = ()
        for index, segment in enumerate(self.segments):
            self._cache.drop((self._serial, index))
            self.heights.set(index, self._estimate(segment, index))

    def _estimate(self, segment: Segment, index: int) -> int:
        return estimate_segment(segment, self.room, is_top=index == 0)

    # Layouts.

    @property
    def _reading(self) -> MarkdownReader:
        if self._reader is None:
            self._reader = MarkdownReader()
        return self._reader

    def layout(self, index: int) -> SegmentLayout:
        """Returns the layout of a segment, made now if there is none, and sets its height right."""
        key = (self._serial, index)
        layout = self._cache.find(key)
        if layout is None:
            segment = self.segments[index]
            blocks = self._reading.read(segment, keeps=self.is_frozen(index))
            layout = SegmentLayout(blocks, self._room_of(index), is_top=index == 0)
            self._cache.keep(key, layout)
            self._note_columns(layout)
            self.heights.set(index, layout.height)
        return layout

    def find_layout(self, index: int) -> SegmentLayout | None:
        """Returns the layout of a segment if there is one."""
        return self._cache.find((self._serial, index))

    def picture(self, index: int, ground: QColor, painter: QPainter) -> QPixmap | None:
        """Returns a finished segment as it is painted on `ground`; None when it is too tall for that.

        Painting text is most of a frame; a segment that cannot change any more is painted once (F25).
        """
        key = (self._serial, index)
        ratio = painter.device().devicePixelRatioF()
        picture = self._cache.find_picture(key)
        if picture is not None and picture.devicePixelRatio() == ratio:
            return picture
        layout = self.layout(index)
        if layout.height > _TALLEST_PX:
            return None
        size = QSize(self.room.width + 2 * PICTURE_PAD_PX, max(1, layout.height))
        picture = QPixmap((QSizeF(size) * ratio).toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(ground)
        inner = QPainter(picture)
        layout.draw(inner, QPointF(PICTURE_PAD_PX, 0), QRectF(QPointF(0, 0), QSizeF(size)), ())
        inner.end()
        self._cache.keep_picture(key, picture)
        return picture

    def repaint(self, index: int) -> None:
        """Paints a segment anew, since it looks different now."""
        self._cache.drop_picture((self._serial, index))

    def forget_layout(self, index: int) -> None:
        """Makes the layout of a segment anew when it is next needed."""
        self._cache.drop((self._serial, index))

    def is_frozen(self, index: int) -> bool:
        """Tells whether a segment can no longer change by what comes."""
        return self._is_final or index < self._finished

    def _room_of(self, index: int) -> Room:
        segment = self.segments[index]
        room = self.room
        if segment.kind is SegmentKind.CODE and self.first_part(index) in self.wrapped:
            room = replace(room, is_code_wrapped=True)
        if segment.kind is SegmentKind.TABLE and segment.part:
            room = replace(room, table_columns=self._columns)
        return room

    def _note_columns(self, layout: SegmentLayout) -> None:
        table = next((one for one in layout.blocks if isinstance(one, TableLayout)), None)
        if table is not None and table.block.is_first:
            self._columns = table.columns

    def lay_out(self, top: int, bottom: int) -> bool:
        """Lays out what lies between two heights; tells whether any height changed."""
        if not self.segments:
            return False
        before = self.heights.total
        index = self.heights.row_at(max(0, top))
        y = self.heights.offset_of(index)
        while index < len(self.segments) and y < bottom:
            y += self.layout(index).height
            index += 1
        return self.heights.total != before

    def segment_at(self, y: int) -> int:
        """Returns the segment at a height."""
        return max(0, self.heights.row_at(y))

    # Code.

    def first_part(self, index: int) -> int:
        """Returns the first segment of the fence that a segment belongs to."""
        while index > 0 and self.segments[index].part > 0 and self.segments[index - 1].kind is SegmentKind.CODE:
            index -= 1
        return index

    def code_of(self, first: int) -> str:
        """Returns the whole code of a fence, exactly as it was written."""
        parts = list(self._parts(first))
        result = parts[0].text
        for before, part in pairwise(parts):
            glue = "" if part.start == before.end else "\n"
            result += glue + part.text
        return result

    def _parts(self, first: int) -> Iterator[Segment]:
        for index in range(first, len(self.segments)):
            segment = self.segments[index]
            if segment.kind is not SegmentKind.CODE or (index > first and segment.part == 0):
                return
            yield segment

    def part_count(self, first: int) -> int:
        """Returns how many segments a fence takes."""
        return sum(1 for _ in self._parts(first))

    def set_wrapped(self, first: int, *, is_wrapped: bool) -> None:
        """Wraps the long lines of a fence, or not."""
        (self.wrapped.add if is_wrapped else self.wrapped.discard)(first)
        for index in range(first, first + self.part_count(first)):
            self.forget_layout(index)

    def repaint_code(self, first: int) -> None:
        """Paints all parts of a fence anew."""
        for index in range(first, first + self.part_count(first)):
            self.repaint(index)

    def code_layouts(self, first: int) -> Iterator[CodeLayout]:
        """Yields the layouts that exist of a fence."""
        for index in range(first, first + self.part_count(first)):
            layout = self.find_layout(index)
            if layout is not None:
                yield from (one for one in layout.blocks if isinstance(one, CodeLayout))


def _defines(text: str) -> bool:
    """Tells whether a text defines the target of a link; the first look spares the pattern in nearly all texts."""
    return "]:" in text and _DEFINITION.search(text) is not None
