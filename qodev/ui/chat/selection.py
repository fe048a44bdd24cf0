"""What is selected, from one place of the transcript to another, and how it is copied (U108, F27)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from qodev.ui.chat.blocks import BlockLayout, SegmentLayout
from qodev.ui.chat.cards import Card, Place
from qodev.ui.chat.markdown import BlockKind, DisplayBlock, Span, Style
from qodev.ui.chat.plain_text import without_isolates
from qodev.ui.models.transcript import TranscriptModel
from qodev.ui.models.transcript_words import card_text

_END = 1 << 30


@dataclass(frozen=True, slots=True)
class Range:
    """Part of a segment's text."""

    start: int
    end: int


class Selection:
    """From `anchor` to `caret`; both are kept by the key of their card, so inserted rows do not move them."""

    def __init__(self, model: TranscriptModel, card_of: Callable[[int], Card]) -> None:
        self._model = model
        self._card_of = card_of
        self.anchor: Place | None = None
        self.caret: Place | None = None

    @property
    def is_empty(self) -> bool:
        """Tells whether nothing is selected."""
        return self.anchor is None or self.caret is None or self.anchor == self.caret

    def clear(self) -> None:
        """Selects nothing."""
        self.anchor = self.caret = None

    def begin(self, place: Place) -> None:
        """Starts a selection."""
        self.anchor = self.caret = place

    def reach(self, place: Place) -> None:
        """Moves the loose end."""
        self.caret = place

    def select(self, anchor: Place, caret: Place) -> None:
        """Selects from one place to another."""
        self.anchor, self.caret = anchor, caret

    def select_cards(self, first: int, last: int) -> None:
        """Selects whole cards, `first` and `last` included, in either order."""
        top, bottom = min(first, last), max(first, last)
        self.select(whole_start(self._model.row(top).key), whole_end(self._model.row(bottom).key))

    def rename(self, before: str, after: str) -> None:
        """Follows a card that has its final id now."""
        if self.anchor is not None and self.anchor.key == before:
            self.anchor = replace(self.anchor, key=after)
        if self.caret is not None and self.caret.key == before:
            self.caret = replace(self.caret, key=after)

    def _order(self, place: Place) -> tuple[int, int, int] | None:
        row = self._model.position_of(place.key)
        return None if row is None else (row, place.segment, place.offset)

    def bounds(self) -> tuple[tuple[int, int, int], tuple[int, int, int]] | None:
        """Returns (row, segment, offset) of the first and the last place, None when nothing is selected."""
        if self.anchor is None or self.caret is None or self.is_empty:
            return None
        ends = [self._order(self.anchor), self._order(self.caret)]
        known = sorted(end for end in ends if end is not None)
        return (known[0], known[1]) if len(known) == 2 else None

    def rows(self) -> range:
        """Returns the positions of the cards that are touched."""
        bounds = self.bounds()
        return range(bounds[0][0], bounds[1][0] + 1) if bounds is not None else range(0)

    def range_in(self, row: int, segment: int) -> Range | None:
        """Returns what of a segment is selected."""
        bounds = self.bounds()
        if bounds is None:
            return None
        first, last = bounds
        if not first[:2] <= (row, segment) <= last[:2]:
            return None
        start = first[2] if (row, segment) == first[:2] else 0
        end = last[2] if (row, segment) == last[:2] else _END
        return Range(start, end) if start < end else None

    # Copying.

    def markdown(self) -> str:
        """Returns the Markdown source of what is selected."""
        return "\n\n".join(text for row in self.rows() if (text := self._row_text(row, as_source=True)))

    def plain(self) -> str:
        """Returns the words of what is selected."""
        return "\n\n".join(text for row in self.rows() if (text := self._row_text(row, as_source=False)))

    def _is_whole(self, row: int) -> bool:
        bounds = self.bounds()
        assert bounds is not None
        first, last = bounds
        starts = first[0] < row or first[1:] == (0, 0)
        ends = last[0] > row or last[1:] >= (_END, 0)
        return starts and ends

    def _row_text(self, row: int, *, as_source: bool) -> str:
        if self._is_whole(row) and as_source:
            return card_text(self._model.row(row))
        return "".join(self._pieces(row, as_source=as_source)).strip("\n")

    def _pieces(self, row: int, *, as_source: bool) -> Iterator[str]:
        body = self._card_of(row).body
        end = -1
        for index, segment in enumerate(body.segments):
            part = self.range_in(row, index)
            if part is None:
                continue
            layout = body.layout(index)
            if end >= 0:
                yield body.text[end : segment.start] if as_source else "\n"
            if not as_source:
                yield without_isolates(layout.text[part.start : part.end])
            elif part.start == 0 and part.end >= layout.length:
                yield body.text[segment.start : segment.end]
            else:
                yield source_of(layout, part)
            end = segment.end


def whole_start(key: str) -> Place:
    """Returns the first place of a card."""
    return Place(key, 0, 0)


def whole_end(key: str) -> Place:
    """Returns a place after everything in a card."""
    return Place(key, _END, 0)


def source_of(layout: SegmentLayout, part: Range) -> str:
    """Returns Markdown for part of a segment: its words with the marks of their styles."""
    pieces = [
        _block_source(block, max(0, part.start - start), min(len(block.text), part.end - start))
        for start, block in zip(layout.starts, layout.blocks, strict=True)
        if part.start < start + len(block.text) and part.end > start
    ]
    return "\n\n".join(pieces)


def _block_source(layout: BlockLayout, start: int, end: int) -> str:
    block = layout.block
    if block.kind in (BlockKind.CODE, BlockKind.TABLE):
        return without_isolates(block.text[start:end])
    marked = "".join(
        _marked(block, span_start, span_end, span) for span_start, span_end, span in _runs(block, start, end)
    )
    whole = start == 0
    prefix = "#" * block.level + " " if block.level and whole else ""
    bullet = f"{block.marker.replace('•', '-')} " if block.marker and whole else ""
    return prefix + bullet + marked


def _runs(block: DisplayBlock, start: int, end: int) -> Iterator[tuple[int, int, Span | None]]:
    position = start
    for span in block.spans:
        first, last = max(start, span.start), min(end, span.end)
        if first >= last:
            continue
        if first > position:
            yield position, first, None
        yield first, last, span
        position = last
    if position < end:
        yield position, end, None


_MARKS = ((Style.CODE, "`"), (Style.BOLD, "**"), (Style.ITALIC, "*"), (Style.STRIKE, "~~"))


def _marked(block: DisplayBlock, start: int, end: int, span: Span | None) -> str:
    text = without_isolates(block.text[start:end])
    if span is None or not text.strip():
        return text
    for style, mark in _MARKS:
        if style in span.style:
            text = f"{mark}{text}{mark}"
    return f"[{text}]({span.href})" if span.href and span.href != block.text[span.start : span.end] else text
