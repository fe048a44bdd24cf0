"""All cards below each other: heights for all rows, cards for those near the view, a place that is being read (F26)."""

from collections import OrderedDict
from dataclasses import dataclass

from qodev.ui.chat.blocks import Room
from qodev.ui.chat.bodies import LayoutCache
from qodev.ui.chat.card_styles import CALLS, style_of
from qodev.ui.chat.cards import Card
from qodev.ui.models.card_rows import CardKind, Row
from qodev.ui.models.heights import HeightsIndex
from qodev.ui.models.transcript import TranscriptModel

CARD_LIMIT = 200
_FOOT_GUESS_PX = 30
_ESTIMATE_LIMIT = 100_000
_COLLAPSIBLE = (CardKind.THINKING, *CALLS, CardKind.GROUP, CardKind.NOTICE, CardKind.ERROR)


@dataclass(slots=True)
class Anchor:
    """What stands at the top of the view: it stays there whatever is learnt about the heights around it."""

    key: str
    segment: int  # -1: the head of the card
    delta: int


class RowStack:
    """Keeps the geometry; `top` is above the first row, positions are whole pixels from the top of everything."""

    def __init__(self, model: TranscriptModel, room: Room) -> None:
        self._model = model
        self.room = room
        self._cards: OrderedDict[str, Card] = OrderedDict()
        self._opened: dict[str, bool] = {}
        self._whole: set[str] = set()
        self._explained: dict[str, bool] = {}  # whether the decision about a call is shown
        self._shows_thinking = True
        self.cache = LayoutCache()
        self.heights = HeightsIndex()
        self.top = 0

    # Rows.

    def reset(self, room: Room | None = None) -> None:
        """Begins anew, for another conversation."""
        self.room = room or self.room
        self._cards.clear()
        self.cache.clear()
        self._opened.clear()
        self._whole.clear()
        self._explained.clear()
        self.heights = HeightsIndex([self._estimate(row) for row in self._model.rows])

    def set_room(self, room: Room) -> None:
        """Changes width or look of all cards."""
        self.room = room
        self._cards.clear()
        self.cache.clear()
        self.heights = HeightsIndex([self._estimate(row) for row in self._model.rows])

    def insert(self, first: int, last: int) -> None:
        """Takes rows that the model has now."""
        self.heights.insert(first, [self._estimate(self._model.row(i)) for i in range(first, last + 1)])

    def remove(self, first: int, last: int) -> None:
        """Lets rows go that the model has no more."""
        self.heights.remove(first, last - first + 1)
        if len(self._cards) > 0:
            gone = [key for key in self._cards if self._model.position_of(key) is None]
            for key in gone:
                del self._cards[key]

    def change(self, position: int) -> None:
        """Takes what became of a row."""
        row = self._model.row(position)
        card = self._cards.get(row.key)
        if card is None:
            self.heights.set(position, self._estimate(row))
            return
        card.set_row(row)
        self.heights.set(position, self._height_of(card))

    def rename(self, before: str, after: str) -> None:
        """Follows a card that has its final id now."""
        if before in self._cards:
            self._cards[after] = self._cards.pop(before)
        if before in self._opened:
            self._opened[after] = self._opened.pop(before)
        if before in self._whole:
            self._whole.add(after)

    def _estimate(self, row: Row) -> int:
        """Returns about how high a card will be: its characters over those of a line, and its line ends."""
        style, look = style_of(row.kind), self.room.look
        if not self._has_place(row):
            return 0
        if row.kind in (CardKind.THINKING, CardKind.GROUP, CardKind.DIVIDER, *CALLS):
            return style.gap + look.theme.px(style.head_px)
        text = row.text
        characters = max(20.0, self.room.width / (look.digit_px * 0.85))
        lines = int(min(len(text), _ESTIMATE_LIMIT) / characters) + text.count("\n") + 1
        foot = _FOOT_GUESS_PX if row.footer is not None else 0
        return style.gap + style.pads.top + style.pads.bottom + lines * look.line_px + foot

    def set_shows_thinking(self, *, shows: bool) -> None:
        """Shows the model's thinking, or takes its cards out of view; nothing else depends on it (U110)."""
        self._shows_thinking = shows
        for position, row in enumerate(self._model.rows):
            if row.kind is CardKind.THINKING:
                self.heights.set(position, self._height_of(self.card(position)) if shows else 0)

    def is_shown(self, position: int) -> bool:
        """Tells whether a row has a place at all."""
        return self._has_place(self._model.row(position))

    def _has_place(self, row: Row) -> bool:
        if row.group:
            return self._opened.get(row.group, False) or self._opened.get(row.key, False)
        return self._shows_thinking or row.kind is not CardKind.THINKING

    def _height_of(self, card: Card) -> int:
        return card.height if self._has_place(card.row) else 0

    # Cards.

    def card(self, position: int) -> Card:
        """Returns the card of a row, made now if there is none."""
        row = self._model.row(position)
        card = self._cards.get(row.key)
        if card is None:
            card = Card(row, self.room, self.cache)
            if row.key in self._whole:
                card.show_all()
            if row.key in self._explained:
                card.set_shows_decision(shows=self._explained[row.key])
            if row.key in self._opened:
                card.set_open(is_open=self._opened[row.key])
            self._cards[row.key] = card
            self._trim()
        else:
            self._cards.move_to_end(row.key)
        if card.shows_all:
            self._whole.add(row.key)
        return card

    def find_card(self, key: str) -> Card | None:
        """Returns the card of a row if it was made."""
        return self._cards.get(key)

    def _trim(self) -> None:
        while len(self._cards) > CARD_LIMIT:
            self._cards.popitem(last=False)

    def set_open(self, key: str, *, is_open: bool) -> None:
        """Opens or closes a card; a group with the cards in it."""
        self._opened[key] = is_open
        position = self._model.position_of(key)
        if position is not None:
            card = self.card(position)
            card.set_open(is_open=is_open)
            self.heights.set(position, self._height_of(card))
            self._show_members(key, position, is_open=is_open)

    def _show_members(self, key: str, position: int, *, is_open: bool) -> None:
        for member in range(position + 1, len(self.heights)):
            row = self._model.row(member)
            if row.group != key:
                return
            card = self._cards.get(row.key)
            if not is_open and self._opened.pop(row.key, False) and card is not None:
                card.set_open(is_open=False)
            self.heights.set(member, self._height_of(card) if card is not None else self._estimate(row))

    def uncover(self, position: int) -> None:
        """Opens the group that hides a card."""
        row = self._model.row(position)
        if row.group and not self._has_place(row):
            self.set_open(row.group, is_open=True)

    def explain(self, key: str) -> None:
        """Shows the record of a decision in a card, or leaves it out."""
        position = self._model.position_of(key)
        if position is not None:
            card = self.card(position)
            self._explained[key] = not card.shows_decision
            card.set_shows_decision(shows=self._explained[key])
            self.heights.set(position, self._height_of(card))

    def set_all_open(self, *, is_open: bool) -> None:
        """Opens or closes every card that can be; those out of view are measured when they come into it."""
        self._opened = {row.key: is_open for row in self._model.rows if row.kind in _COLLAPSIBLE}
        for position, row in enumerate(self._model.rows):
            card = self._cards.get(row.key) if row.kind in _COLLAPSIBLE else None
            if card is not None:
                card.set_open(is_open=is_open)
                self.heights.set(position, self._height_of(card))
            elif row.group:
                self.heights.set(position, self._estimate(row))

    # Geometry.

    @property
    def total(self) -> int:
        """Returns the height of everything but the space below."""
        return self.top + self.heights.total

    def offset_of(self, position: int) -> int:
        """Returns the top of a card."""
        return self.top + self.heights.offset_of(position)

    def row_at(self, y: int) -> int:
        """Returns the card at a height, -1 when there is none."""
        return self.heights.row_at(y - self.top)

    def lay_out(self, top: int, bottom: int) -> bool:
        """Lays out what lies between two heights; tells whether any height changed."""
        changed = False
        position = self.row_at(top)
        y = self.offset_of(max(0, position))
        while 0 <= position < len(self.heights) and y <= bottom:
            card = self.card(position)
            card.lay_out(top - y, bottom - y)
            changed = bool(self.heights.set(position, self._height_of(card))) or changed
            y += self._height_of(card)
            position += 1
        return changed

    def anchor_at(self, y: int) -> Anchor | None:
        """Returns what is at a height, to find it again after heights changed."""
        position = self.row_at(y)
        if position < 0:
            return None
        card = self.card(position)
        inner = y - self.offset_of(position)
        if not card.body.segments or inner < card.body_top:
            return Anchor(card.row.key, -1, inner)
        segment = card.segment_at(inner)
        return Anchor(card.row.key, segment, inner - card.segment_top(segment))

    def y_of(self, anchor: Anchor) -> int | None:
        """Returns the height where an anchor is now, None when its card is gone."""
        position = self._model.position_of(anchor.key)
        if position is None:
            return None
        top = self.offset_of(position)
        if anchor.segment < 0:
            return top + anchor.delta
        card = self.card(position)
        if anchor.segment >= len(card.body.segments):
            return top
        return top + card.segment_top(anchor.segment) + anchor.delta
