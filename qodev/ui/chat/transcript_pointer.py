"""Selecting with the pointer, copying, and looking cards up: the part of the view between painting and wishes."""

import re
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from qodev.ui.chat.cards import Place
from qodev.ui.chat.links import Link, link_under
from qodev.ui.chat.transcript_canvas import TranscriptCanvas
from qodev.ui.kit.theme import ThemeController
from qodev.ui.models.transcript import TranscriptModel
from qodev.ui.models.transcript_words import card_text

_AUTO_SCROLL_MS = 40
_AUTO_SCROLL_PX = 24
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class CardProbe:
    """What a test or a script can know of a card, in view or not."""

    kind: str
    object_name: str
    text: str
    rect: QRect  # in coordinates of the viewport
    actions: tuple[str, ...]


class TranscriptPointer(TranscriptCanvas):
    """Follows the pointer; where a press on a link leads is decided by the view."""

    copied = Signal(str)  # what was copied, for the status line
    card_chosen = Signal(str)  # key of the card that was clicked or selected by keys

    def __init__(self, model: TranscriptModel, themes: ThemeController, parent: QWidget | None = None) -> None:
        self._pressed_link: Link | None = None
        self._focused_link: Link | None = None
        self._drag_point: QPoint | None = None
        self._current = -1  # the card that Shift+Up and Shift+Down start from
        super().__init__(model, themes, parent)
        self._auto_scroll = QTimer(self)
        self._auto_scroll.setInterval(_AUTO_SCROLL_MS)
        self._auto_scroll.timeout.connect(self._on_auto_scroll)

    # What others may ask.

    def card(self, card_id: str) -> CardProbe | None:
        """Returns what is known of a card by its key, object name or id; None when there is none."""
        position = self.model.position_of(card_id.removeprefix("card."))
        if position is None:
            position = next((i for i, row in enumerate(self.model.rows) if row.id == card_id), None)
        return self._probe(position) if position is not None else None

    def _probe(self, position: int) -> CardProbe:
        row = self.model.row(position)
        top = self.stack.offset_of(position) - self.verticalScrollBar().value()
        rect = QRect(self.column_left(), top, self.stack.room.width, self.stack.heights.height(position))
        frame = self.frames.find(row.key)
        names = frame.action_names() if frame is not None else ()
        return CardProbe(row.kind.value, row.object_name, card_text(row), rect, names)

    def copy(self) -> None:
        """Copies the Markdown source of the selection."""
        self.put(self.selection.markdown())

    def copy_plain(self) -> None:
        """Copies the words of the selection."""
        self.put(self.selection.plain())

    def put(self, text: str) -> None:
        """Puts a text on the clipboard."""
        if text:
            QGuiApplication.clipboard().setText(text)
            self.copied.emit(text)

    def select_all(self) -> None:
        """Selects every loaded card."""
        count = self.model.rowCount()
        if count:
            self.selection.select_cards(0, count - 1)
            self.viewport().update()

    # Mouse.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        point = event.position().toPoint()
        place = self.place_under(point)
        self._pressed_link = link_under(self, point)
        self._focused_link = None
        self._current = self.row_under(point)
        if self._current >= 0:
            self.card_chosen.emit(self.model.row(self._current).key)
        if place is not None:
            is_extending = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            if is_extending and self.selection.anchor is not None:
                self.selection.reach(place)
            else:
                self.selection.begin(place)
            self._drag_point = point
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._drag_point is None or not event.buttons() & Qt.MouseButton.LeftButton:
            link = link_under(self, point)
            self.viewport().setCursor(
                Qt.CursorShape.PointingHandCursor if link is not None else Qt.CursorShape.IBeamCursor
            )
            self.viewport().setToolTip(link.href if link is not None else "")
            return
        self._drag_point = point
        self._reach(point)
        is_outside = not 0 <= point.y() <= self.viewport().height()
        if is_outside and not self._auto_scroll.isActive():
            self._auto_scroll.start()

    def _reach(self, point: QPoint) -> None:
        place = self.place_under(point)
        if place is not None:
            self.selection.reach(place)
            self.viewport().update()

    def _on_auto_scroll(self) -> None:
        point = self._drag_point
        if point is None or 0 <= point.y() <= self.viewport().height():
            self._auto_scroll.stop()
            return
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + (_AUTO_SCROLL_PX if point.y() > 0 else -_AUTO_SCROLL_PX))
        self._reach(point)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._auto_scroll.stop()
        self._drag_point = None
        link = self._pressed_link
        self._pressed_link = None
        point = event.position().toPoint()
        if link is not None and self.selection.is_empty and link.covers(event.position()):
            self.follow_link(link, self.viewport().mapToGlobal(point))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self.place_under(event.position().toPoint())
        position = self.model.position_of(place.key) if place is not None else None
        if place is None or position is None:
            return
        text = self.stack.card(position).body.layout(place.segment).text
        for word in _WORD.finditer(text):
            if word.start() <= place.offset <= word.end():
                start = Place(place.key, place.segment, word.start())
                self.selection.select(start, Place(place.key, place.segment, word.end()))
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        sideways = event.angleDelta().x()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            sideways = sideways or event.angleDelta().y()
        if sideways and self._scroll_code(event.position().toPoint(), -sideways // 2):
            event.accept()
            return
        super().wheelEvent(event)

    def _scroll_code(self, point: QPoint, delta: int) -> bool:
        place = self.place_under(point)
        position = self.model.position_of(place.key) if place is not None else None
        if place is None or position is None:
            return False
        body = self.stack.card(position).body
        layouts = list(body.code_layouts(body.first_part(place.segment)))
        widest = max((layout.overflow_px for layout in layouts), default=0)
        body.repaint_code(body.first_part(place.segment))
        for layout in layouts:
            layout.scroll_px = max(0, min(widest, layout.scroll_px + delta))
        self.viewport().update()
        return widest > 0

    def follow_link(self, link: Link, at: QPoint) -> None:
        """Opens a link, or shows first where it leads; the view fills this in."""
