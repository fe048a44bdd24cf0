"""The line at the top of a card, the lines under it, and dividers, as they are painted (U111, U113, U123)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from qodev.ui.chat.card_styles import CALLS, icon_of
from qodev.ui.kit.theme import ThemeController
from qodev.ui.models.card_rows import CardKind, Row, RowState
from qodev.ui.models.tool_words import exit_text, group_text, verb_word
from qodev.ui.models.transcript_words import (
    card_word,
    duration_text,
    sentence,
    state_word,
    thinking_line,
)

if TYPE_CHECKING:
    from qodev.ui.chat.cards import Card

NOTE_GAP_PX, NOTES_PAD_PX = 2, 8
_SHORTEST_S = 0.0005  # what is shorter was not seen to run
_RIGHT_PX = 14
_BUTTON_PX = 28
_FLAGS = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


def paint_divider(painter: QPainter, card: "Card") -> None:
    """Paints a line with a sentence in its middle."""
    look = card.room.look
    painter.setFont(look.secondary)
    text = sentence(card.row)
    wide = painter.fontMetrics().horizontalAdvance(text) + 24
    middle = card.gap + card.head_px / 2
    side = max(0.0, (card.room.width - wide) / 2)
    painter.setPen(QPen(look.theme.color("line"), 1))
    painter.drawLine(QPointF(0, middle), QPointF(side, middle))
    painter.drawLine(QPointF(card.room.width - side, middle), QPointF(card.room.width, middle))
    painter.setPen(look.theme.color("muted"))
    painter.drawText(QRectF(0, card.gap, card.room.width, card.head_px), Qt.AlignmentFlag.AlignCenter, text)


def paint_head(painter: QPainter, controller: ThemeController, card: "Card") -> None:
    """Paints icon, word, what it is about, and what came of it; then the notes."""
    look, theme, row = card.room.look, card.room.look.theme, card.row
    name, role = icon_of(row, is_open=card.is_open)
    ratio = painter.device().devicePixelRatioF()
    if row.kind is not CardKind.THINKING or not card.can_open:  # there the button stands for it
        top = card.gap + card.head_px // 2 - card.icon_px // 2
        painter.drawPixmap(card.style.head_left, top, controller.pixmap(name, role, card.icon_px, ratio))
    strong, rest, outcome = head_words(row, is_open=card.is_open)
    line = head_line(card)
    painter.setFont(look.strong if card.style.outline else look.secondary)
    painter.setPen(theme.color("text" if card.style.outline else "muted"))
    painter.drawText(line, _FLAGS, strong)
    used = painter.fontMetrics().horizontalAdvance(strong) + 12
    painter.setFont(look.secondary)
    painter.setPen(theme.color("muted" if row.state is RowState.DONE else role))
    wide = painter.fontMetrics().horizontalAdvance(outcome)
    painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, outcome)
    painter.setFont(look.mono if row.kind in CALLS else look.secondary)
    painter.setPen(theme.color("muted"))
    room_left = line.width() - used - wide - 12
    cut = painter.fontMetrics().elidedText(rest, Qt.TextElideMode.ElideMiddle, max(0, int(room_left)))
    painter.drawText(line.adjusted(used, 0, 0, 0), _FLAGS, cut)
    _paint_notes(painter, card, round(line.left()))


def head_line(card: "Card") -> QRectF:
    """Returns where the words of a head stand: behind the icon, before the buttons."""
    left = card.style.head_left + card.icon_px + 8
    buttons = _buttons(card) * card.room.look.theme.px(_BUTTON_PX)
    return QRectF(left, card.gap, card.room.width - left - _RIGHT_PX - buttons, card.head_px)


def _buttons(card: "Card") -> int:
    has_decision = card.is_open and card.row.call is not None and card.row.call.record is not None
    return card.can_open + has_decision + 2 * (card.row.state is RowState.APPLIED)


def _paint_notes(painter: QPainter, card: "Card", x: int) -> None:
    look, row = card.room.look, card.row
    painter.setFont(look.secondary)
    top = card.gap + card.head_px - 2
    for number, note in enumerate(card.notes):
        is_no = not number and says_no(row)
        painter.setPen(look.theme.color("deny" if is_no else "muted"))
        box = QRectF(x, top, card.room.width - x - _RIGHT_PX, look.secondary_px)
        cut = painter.fontMetrics().elidedText(note, Qt.TextElideMode.ElideRight, int(box.width()))
        painter.drawText(box, _FLAGS, cut)
        top += look.secondary_px + NOTE_GAP_PX


def says_no(row: Row) -> bool:
    """Tells whether the first note says why a call came to nothing."""
    record = row.call.record if row.call is not None else None
    return row.state is RowState.REFUSED or (
        row.state is RowState.FAILED and record is not None and record.sentence != ""
    )


def head_words(row: Row, *, is_open: bool) -> tuple[str, str, str]:
    """Returns the word of a card, what it is about, and what came of it."""
    if row.kind is CardKind.THINKING:
        last_line = row.text[-400:].rstrip().rpartition("\n")[2] if row.state.is_live and not is_open else ""
        return thinking_line(row), last_line, ""
    if row.kind is CardKind.GROUP:
        return group_text(row), "", state_word(row.state)
    if row.kind in CALLS:
        parts = [state_word(row.state), exit_text(row)]
        if row.duration_s is not None and row.duration_s >= _SHORTEST_S:
            parts.append(duration_text(row.duration_s))
        return verb_word(row), row.target, " · ".join(part for part in parts if part)
    return card_word(row.kind), row.subject, ""
