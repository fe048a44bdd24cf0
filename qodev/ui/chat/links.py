"""Links of the transcript: found under a point, walked by the tab key, opened only after the target was shown (S185)."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF

from qodev.ui.chat.cards import Card
from qodev.ui.chat.transcript_canvas import TranscriptCanvas


@dataclass(frozen=True, slots=True)
class Link:
    """A link in view; `rects` are in coordinates of the viewport."""

    key: str
    segment: int
    start: int
    href: str
    shown: str
    rects: tuple[QRectF, ...]

    @property
    def is_plain(self) -> bool:
        """Tells whether the words are the address itself."""
        return self.shown.rstrip("/") == self.href.rstrip("/")

    def covers(self, point: QPointF) -> bool:
        """Tells whether a point is on the link."""
        return any(rect.contains(point) for rect in self.rects)


def visible_links(canvas: TranscriptCanvas) -> Iterator[Link]:
    """Yields the links in view, in reading order."""
    height = canvas.viewport().height()
    for position in canvas.visible_rows():
        card = canvas.stack.card(position)
        top = canvas.stack.offset_of(position) - canvas.verticalScrollBar().value()
        for link in _card_links(card, QPoint(canvas.column_left(), top), height):
            if any(rect.bottom() > 0 and rect.top() < height for rect in link.rects):
                yield link


def _card_links(card: Card, origin: QPoint, height: int) -> Iterator[Link]:
    body = card.body
    if not body.segments:
        return
    for index, top in card.segments_in(-origin.y(), height - origin.y()):
        layout = body.find_layout(index)
        move = QPointF(origin.x() + card.left, origin.y() + top)
        for start, end, span in layout.links if layout is not None else ():
            assert layout is not None
            rects = tuple(rect.translated(move) for rect in layout.rects(start, end))
            yield Link(card.row.key, index, start, span.href, layout.text[start:end], rects)


def link_under(canvas: TranscriptCanvas, point: QPoint) -> Link | None:
    """Returns the link at a point of the viewport, or None."""
    return next((link for link in visible_links(canvas) if link.covers(QPointF(point))), None)
