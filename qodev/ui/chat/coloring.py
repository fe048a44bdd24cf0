"""Colours finished code blocks in view, a few milliseconds at a time, while nothing else is to be done (F29)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextCharFormat

from qodev.ui.chat.blocks import CodeLayout
from qodev.ui.chat.bodies import Body
from qodev.ui.chat.plain_text import mark_hidden
from qodev.ui.chat.segments import SegmentKind
from qodev.ui.kit.highlight import Colored, color_code

if TYPE_CHECKING:
    from qodev.ui.chat.transcript_canvas import TranscriptCanvas

_SLICE_S = 0.004
_KEPT = 60  # codes whose colours are remembered
_CHECK_EVERY = 40  # tokens between two looks at the clock


@dataclass(slots=True)
class _Job:
    """The colours of one code, as far as they are known."""

    source: Iterator[Colored]
    found: list[Colored] = field(default_factory=list)
    reached: int = 0
    is_done: bool = False

    def advance(self, until: float) -> None:
        while perf_counter() < until:
            for _ in range(_CHECK_EVERY):
                one = next(self.source, None)
                if one is None:
                    self.is_done = True
                    return
                self.found.append(one)
                self.reached = one.end


class CodeColorist(QObject):
    """Looks for finished code in view that is still plain; wakes when the view was arranged, sleeps when all is done."""

    def __init__(self, canvas: "TranscriptCanvas") -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._jobs: dict[tuple[str, str], _Job] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._work)

    def wake(self) -> None:
        """Begins or goes on, once the event loop has nothing better to do."""
        if not self._timer.isActive():
            self._timer.start()

    def _work(self) -> None:
        until = perf_counter() + _SLICE_S
        for body, first in self._plain_codes():
            if self._color(body, first, until):
                self._canvas.viewport().update()
            if perf_counter() >= until:
                self._timer.start()
                return

    def _plain_codes(self) -> Iterator[tuple[Body, int]]:
        seen: set[tuple[int, int]] = set()
        for position in self._canvas.visible_rows():
            card = self._canvas.stack.card(position)
            top = self._canvas.stack.offset_of(position) - self._canvas.verticalScrollBar().value()
            for index, _ in card.segments_in(-top, self._canvas.viewport().height() - top):
                first = card.body.first_part(index)
                if (position, first) not in seen and _wants_color(card.body, index, first):
                    seen.add((position, first))
                    yield card.body, first

    def _color(self, body: Body, first: int, until: float) -> bool:
        code = body.code_of(first)
        key = (code, body.segments[first].language)
        if key not in self._jobs:
            if len(self._jobs) >= _KEPT:
                del self._jobs[next(iter(self._jobs))]
            self._jobs[key] = _Job(color_code(code, body.segments[first].language))
        job = self._jobs[key]
        if not job.is_done:
            job.advance(until)
        return self._apply(body, first, job)

    def _apply(self, body: Body, first: int, job: _Job) -> bool:
        """Colours the parts that are whole by now."""
        offset, changed = 0, False
        for index in range(first, first + body.part_count(first)):
            segment = body.segments[index]
            end = offset + len(segment.text)
            layout = body.find_layout(index)
            code = layout.blocks[0] if layout is not None and layout.blocks else None
            if isinstance(code, CodeLayout) and not code.is_colored and (job.is_done or job.reached >= end):
                ranges = _ranges(job, offset, end, segment.text, code)
                code.set_colors(ranges)
                body.repaint(index)
                changed = changed or bool(ranges)
            glued = index + 1 < len(body.segments) and body.segments[index + 1].start == segment.end
            offset = end + (0 if glued else 1)
        return changed


def _wants_color(body: Body, index: int, first: int) -> bool:
    if body.segments[index].kind is not SegmentKind.CODE or not body.segments[first].language:
        return False
    last = first + body.part_count(first) - 1
    if not body.is_frozen(last):
        return False
    layout = body.find_layout(index)
    return any(isinstance(one, CodeLayout) and not one.is_colored for one in (layout.blocks if layout else ()))


def _ranges(job: _Job, offset: int, end: int, text: str, code: CodeLayout) -> list[tuple[int, int, QTextCharFormat]]:
    if len(mark_hidden(text)) != len(text):
        return []  # marks moved the offsets; such code stays plain
    return [
        (max(0, one.start - offset), min(end, one.end) - offset, code.room.look.ink(one.role))
        for one in job.found
        if one.start < end and one.end > offset
    ]
