"""The canvas of the transcript: a virtual list that paints its cards, follows new text, and never moves what is read."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QPushButton, QWidget

from qodev.ui.chat.blocks import Room
from qodev.ui.chat.card_frames import FramePool
from qodev.ui.chat.cards import CardPaints, Place
from qodev.ui.chat.row_stack import Anchor, RowStack
from qodev.ui.chat.selection import Selection
from qodev.ui.chat.shapes import Paint, TextLook
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, SPACE_5, SPACE_6, ThemeController, set_look
from qodev.ui.models.row_list import Renamed
from qodev.ui.models.transcript import TranscriptModel

_TOP_PX, _OLDER_PX, _BOTTOM_PX = SPACE_2, 44, SPACE_5
_PASSES, _NARROW_PX = 8, 560
_AHEAD_MS = 30
_LOAD_AHEAD_PX = 400


class TranscriptCanvas(QAbstractScrollArea):
    """Lays out and paints a TranscriptModel; what a user does with it is the view's, which builds on this."""

    older_requested = Signal()
    follow_changed = Signal(bool)
    arranged = Signal()

    def __init__(self, model: TranscriptModel, themes: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._themes = themes
        self._column_px = 0
        self._stack = RowStack(model, self._make_room())
        self._selection = Selection(model, self._stack.card)
        self._frames = FramePool(themes, self.viewport(), self.on_card_pressed)
        self._anchor: Anchor | None = None
        self._follows = True
        self._has_news = False
        self._asked_for_older = -1
        self._found: CardPaints | None = None
        self._is_arranging = False
        self._ahead = QTimer(self)
        self._build()
        self._connect()
        self._on_reset()

    def _build(self) -> None:
        self.setObjectName("chat.transcript")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Conversation"))
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self._ahead.setSingleShot(True)
        self._ahead.setInterval(_AHEAD_MS)
        self.older_button = QPushButton(self.tr("Show older messages"), self.viewport())
        self.older_button.setObjectName("chat.older")
        self.jump_button = QPushButton(self.tr("New text"), self)
        self.jump_button.setObjectName("chat.jump_latest")
        for button in (self.older_button, self.jump_button):
            set_look(button, "compact")
            button.setCursor(Qt.CursorShape.ArrowCursor)
            button.hide()
        self.jump_button.setIcon(self._themes.icon("down", "text"))

    def _connect(self) -> None:
        self._model.modelReset.connect(self._on_reset)
        self._model.rowsInserted.connect(self._on_inserted)
        self._model.rowsRemoved.connect(self._on_removed)
        self._model.dataChanged.connect(self._on_changed)
        self._model.renamed.connect(self._on_renamed)
        self._themes.changed.connect(self._on_theme_changed)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self._ahead.timeout.connect(self._on_ahead)
        self.older_button.clicked.connect(self.older_requested)
        self.jump_button.clicked.connect(self.jump_to_latest)

    @property
    def model(self) -> TranscriptModel:
        """Returns the model that is shown."""
        return self._model

    @property
    def stack(self) -> RowStack:
        """Returns the geometry, for find and for tests."""
        return self._stack

    @property
    def selection(self) -> Selection:
        """Returns what is selected."""
        return self._selection

    @property
    def frames(self) -> FramePool:
        """Returns the widgets of the cards in view."""
        return self._frames

    @property
    def is_following(self) -> bool:
        """Tells whether new text is followed."""
        return self._follows

    def jump_to_latest(self) -> None:
        """Goes to the end and follows again."""
        self._set_following(follows=True)
        self.arrange()

    def show_row(self, position: int, *, segment: int = -1, delta: int = -SPACE_4) -> None:
        """Scrolls so that a card, or a segment of it, stands near the top."""
        row = self._model.row(position)
        self._set_following(follows=False)
        self._anchor = Anchor(row.key, segment, delta)
        self.arrange()
        self._set_following(follows=self._is_at_end())

    def reveal(self, place: Place) -> None:
        """Scrolls as little as is needed to bring a place into view."""
        position = self._model.position_of(place.key)
        if position is None:
            return
        card = self._stack.card(position)
        if place.segment >= len(card.body.segments):
            return
        layout = card.body.layout(place.segment)
        self._stack.heights.set(position, card.height)
        rects = layout.rects(place.offset, place.offset + 1)
        inner = rects[0].top() if rects else 0.0
        y = self._stack.offset_of(position) + card.segment_top(place.segment) + round(inner)
        top = self.verticalScrollBar().value()
        if not top + SPACE_5 <= y <= top + self.viewport().height() - 2 * SPACE_5:
            self._set_following(follows=False)
            third = self.viewport().height() // 3
            self._anchor = Anchor(place.key, place.segment, round(inner) - third)
            self.arrange()

    def set_found(self, paints: CardPaints | None) -> None:
        """Marks what the find bar found."""
        if paints is None and self._found is None:
            return
        self._found = paints
        self.viewport().update()

    def on_card_pressed(self, pressed: object) -> None:
        """Does what a button of a card stands for; the view fills this in."""

    # Geometry.

    def _make_room(self) -> Room:
        theme = self._themes.theme
        self._column_px = theme.column_px() + SPACE_2
        return Room(TextLook(theme), self._room_width())

    def _room_width(self) -> int:
        available = self.viewport().width()
        side = SPACE_6 if available >= _NARROW_PX else SPACE_4
        return max(200, min(self._column_px, available - 2 * side))

    def column_left(self) -> int:
        """Returns where the column begins: centred in the whole view, so that the scroll bar does not shift it."""
        return max(0, min((self.width() - self._room_width()) // 2, self.viewport().width() - self._room_width()))

    def _is_at_end(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum()

    def _set_following(self, *, follows: bool) -> None:
        if follows:
            self._has_news = False
        if follows != self._follows:
            self._follows = follows
            self.follow_changed.emit(follows)

    def hold(self) -> None:
        """Keeps what is at the top where it is, whatever changes next."""
        if self._anchor is None:
            self._anchor = self._stack.anchor_at(self.verticalScrollBar().value())
        self._set_following(follows=False)

    def refollow(self) -> None:
        """Follows new text again when the end is in view."""
        self._set_following(follows=self._is_at_end())

    def arrange(self) -> None:
        """Lays out what is in view, sets the scroll bar and the frames; ends with a repaint."""
        if self._is_arranging:
            return
        self._is_arranging = True
        self._stack.top = _TOP_PX + (_OLDER_PX if self._model.has_older else 0)
        y = self._settle()
        bar = self.verticalScrollBar()
        bar.blockSignals(True)
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(self._stack.room.look.line_px)
        bar.setRange(0, self._last_y())
        bar.setValue(y)
        bar.blockSignals(False)
        if not self._follows and self._anchor is None:
            self._anchor = self._stack.anchor_at(bar.value())
        self._is_arranging = False
        if bar.isVisible() is not (bar.maximum() > 0):
            bar.rangeChanged.emit(0, bar.maximum())  # the area shows or hides its bar by this signal alone
        self._sync_widgets()
        self.viewport().update()
        self._ahead.start()
        self.arranged.emit()

    def _settle(self) -> int:
        height = self.viewport().height()
        for _ in range(_PASSES):
            y = self._wanted_y()
            if not self._stack.lay_out(y, y + height):
                break
        return self._wanted_y()

    def _wanted_y(self) -> int:
        last = self._last_y()
        if self._follows or self._anchor is None:
            return last if self._follows else min(self.verticalScrollBar().value(), last)
        y = self._stack.y_of(self._anchor)
        return max(0, min(last, y if y is not None else self.verticalScrollBar().value()))

    def _last_y(self) -> int:
        return max(0, self._stack.total + _BOTTOM_PX - self.viewport().height())

    def visible_rows(self) -> Sequence[int]:
        """Returns the positions of the cards in view."""
        top = self.verticalScrollBar().value()
        first = self._stack.row_at(top)
        last = self._stack.row_at(top + self.viewport().height())
        shown = range(first, last + 1) if first >= 0 else range(0)
        return [position for position in shown if self._stack.is_shown(position)]

    def _sync_widgets(self) -> None:
        scroll, left, width = self.verticalScrollBar().value(), self.column_left(), self._room_width()
        view = QRect(0, 0, width, self.viewport().height())
        rows = self.visible_rows()
        self._frames.keep({self._model.row(i).key for i in rows})
        for position in rows:
            card = self._stack.card(position)
            top = self._stack.offset_of(position) - scroll
            frame = self._frames.frame_for(card.row.key)
            frame.show_card(card, QRect(left, top, width, card.height), view.translated(0, -top))
        self._place_older(scroll)
        self._place_jump()

    def _place_older(self, scroll: int) -> None:
        self.older_button.setVisible(self._model.has_older)
        self._centre(self.older_button, SPACE_3 - scroll)

    def _place_jump(self) -> None:
        self.jump_button.setVisible(self._has_news and not self._follows)
        self._centre(self.jump_button, self.height() - self.jump_button.sizeHint().height() - SPACE_3)

    def _centre(self, button: QPushButton, y: int) -> None:
        size = button.sizeHint()
        button.setGeometry(QRect(QPoint((self.width() - size.width()) // 2, y), size))

    # The model speaks.

    def _on_reset(self) -> None:
        self._selection.clear()
        self._anchor = None
        self._asked_for_older = -1
        self._found = None
        self._stack.reset(self._make_room())
        self._frames.keep(set())
        self._set_following(follows=True)
        self.arrange()

    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        self._stack.insert(first, last)
        self._note_news(last)
        self.arrange()

    def _on_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        self._stack.remove(first, last)
        if self._anchor is not None and self._model.position_of(self._anchor.key) is None:
            self._anchor = None
        self.arrange()

    def _on_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        for position in range(first.row(), last.row() + 1):
            self._stack.change(position)
        self._note_news(last.row())
        self.arrange()

    def _note_news(self, position: int) -> None:
        if not self._follows and position >= len(self._stack.heights) - 2:
            self._has_news = True

    def _on_renamed(self, renamed: Renamed) -> None:
        self._stack.rename(renamed.before, renamed.after)
        self._selection.rename(renamed.before, renamed.after)
        self._frames.rename(renamed.before, renamed.after)
        if self._anchor is not None and self._anchor.key == renamed.before:
            self._anchor.key = renamed.after

    def _on_theme_changed(self) -> None:
        self._hold_place(self._make_room())
        self._frames.redress()
        self.jump_button.setIcon(self._themes.icon("down", "text"))

    def _hold_place(self, room: Room) -> None:
        follows = self._follows
        anchor = self._anchor or self._stack.anchor_at(self.verticalScrollBar().value())
        is_same_width = room.width == self._stack.room.width
        self._stack.set_room(room)
        if anchor is not None and not is_same_width:
            anchor = Anchor(anchor.key, anchor.segment, 0)  # so many pixels mean another place in other lines
        self._anchor = anchor
        self._set_following(follows=follows)
        self.arrange()

    def _on_scrolled(self, _value: int) -> None:
        if self._is_arranging:
            return
        self._anchor = self._stack.anchor_at(self.verticalScrollBar().value())
        self._set_following(follows=self._is_at_end())
        self.arrange()
        self._want_older()

    def _want_older(self) -> None:
        is_near = self.verticalScrollBar().value() < _LOAD_AHEAD_PX
        if is_near and self._model.has_older and self._asked_for_older != self._model.first_position:
            self._asked_for_older = self._model.first_position
            self.older_requested.emit()

    def _on_ahead(self) -> None:
        """Lays out half a screen around the view while nothing else is to be done."""
        half = self.viewport().height() // 2
        y = self.verticalScrollBar().value()
        anchor = self._anchor or self._stack.anchor_at(y)
        changed = self._stack.lay_out(max(0, y - half), y)
        changed = self._stack.lay_out(y + 2 * half, y + 3 * half) or changed
        if changed:
            self._anchor = anchor
            self.arrange()

    # Qt speaks.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._room_width() != self.stack.room.width:
            self._hold_place(self._make_room())
        else:
            self.arrange()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        area = QRectF(event.rect())
        painter.fillRect(area, self._themes.color("surface"))
        scroll, left = self.verticalScrollBar().value(), self.column_left()
        paints = self._paints()
        for position in self.visible_rows():
            top = self._stack.offset_of(position) - scroll
            card = self._stack.card(position)
            painter.save()
            painter.translate(QPointF(left, top))
            card.paint(painter, self._themes, area.translated(-left, -top), paints)
            painter.restore()
        painter.end()

    def _paints(self) -> CardPaints:
        result = CardPaints()
        ground = self._themes.color("sel")
        touched = self._selection.rows()
        for position in (row for row in self.visible_rows() if row in touched):
            card = self._stack.card(position)
            top = self.verticalScrollBar().value() - self._stack.offset_of(position)
            for segment, _ in card.segments_in(top, top + self.viewport().height()):
                part = self._selection.range_in(position, segment)
                if part is not None:
                    result.add(card.row.key, segment, Paint(part.start, part.end, ground))
        if self._found is not None:
            result.join(self._found)
        return result

    # Places.

    def row_under(self, point: QPoint) -> int:
        """Returns the position of the card at a point of the viewport, -1 when there is none."""
        return self._stack.row_at(point.y() + self.verticalScrollBar().value())

    def place_under(self, point: QPoint) -> Place | None:
        """Returns the place of the text nearest to a point of the viewport."""
        position = self.row_under(point)
        if position < 0:
            return None
        card = self._stack.card(position)
        top = self._stack.offset_of(position) - self.verticalScrollBar().value()
        return card.place_at(point.x() - self.column_left(), point.y() - top)
