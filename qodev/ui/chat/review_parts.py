"""Parts of the review: the bar of a file that changed meanwhile, the line for a comment, and the card above the composer."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from qodev.ui.kit.deaf import DeafTime
from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PictureLabel, PushButton, named
from qodev.ui.models.review_choices import Place
from qodev.ui.models.review_state import ReviewCardState


class StaleBar(QFrame):
    """Says that a file changed after its proposal, and what can be done (U127)."""

    compared = Signal()
    asked_again = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, "banner")
        self.text = Label("", wraps=True)
        self.compare = PushButton(self.tr("Compare"), "review.compare", "compact")
        self.again = PushButton(self.tr("Ask again"), "review.ask_again", "compact")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_3, SPACE_2, SPACE_2, SPACE_2)
        row.setSpacing(SPACE_2)
        row.addWidget(PictureLabel(theme, "warning", "ask"), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.text, 1)
        row.addWidget(self.compare)
        row.addWidget(self.again)
        self.compare.clicked.connect(self.compared)
        self.again.clicked.connect(self.asked_again)
        self.hide()

    def show_text(self, text: str) -> None:
        """Shows the sentence, "" hides the bar."""
        self.text.setText(text)
        self.setVisible(bool(text))


class CommentBox(QWidget):
    """The line in which a comment to lines is written; it becomes a draft."""

    kept = Signal(object, int, str, str)  # Place, last line, quoted, text

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place = Place(1)
        self._last = 1
        self._quoted = ""
        self.where = Label("", "secondary")
        self.text = QLineEdit()
        named(self.text, "review.comment_text", self.tr("Comment"))
        self.keep = PushButton(self.tr("Keep as draft"), "review.comment_keep", "compact")
        self.leave = PushButton(self.tr("Cancel"), "review.comment_cancel", "compact")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_2)
        row.addWidget(self.where)
        row.addWidget(self.text, 1)
        row.addWidget(self.keep)
        row.addWidget(self.leave)
        self.text.returnPressed.connect(self._on_kept)
        self.keep.clicked.connect(self._on_kept)
        self.leave.clicked.connect(self.cancel)
        self.hide()

    def open_for(self, place: Place, last: int, quoted: str, drafted: str) -> None:
        """Asks for a comment to lines."""
        self._place, self._last, self._quoted = place, last, quoted
        self.where.setText(
            self.tr("Line {0}").format(place.line)
            if last == place.line
            else self.tr("Lines {0} to {1}").format(place.line, last)
        )
        self.text.setText(drafted)
        self.show()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def cancel(self) -> None:
        """Closes the line; what was typed in it is gone."""
        self.text.clear()
        self.hide()

    def _on_kept(self) -> None:
        self.kept.emit(self._place, self._last, self._quoted, self.text.text())
        self.cancel()


class ReviewCard(QFrame):
    """A proposal that waits, above the composer: what it changes, and the way into the review."""

    review_wanted = Signal(str)
    refused = Signal(str)

    def __init__(self, theme: ThemeController, state: ReviewCardState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, f"card.review:{state.id}", state.spoken)
        set_look(self, "question")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.state = state
        warnings = Label("\n".join(state.warnings), "warning", wraps=True)
        warnings.setVisible(bool(state.warnings))
        question = Label(state.question, "strong", wraps=True)
        counts = Label(f"{state.counts}  ·  {state.facts}", "secondary", wraps=True)
        self.review = PushButton(self.tr("Review…"), "card.open_review")
        self.refuse = PushButton(self.tr("Reject"), "card.refuse")
        buttons = QWidget()
        flow = FlowLayout(buttons, SPACE_2)
        flow.addWidget(self.review)
        flow.addWidget(self.refuse)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_2, SPACE_3, SPACE_2)
        column.setSpacing(SPACE_1)
        for part in (warnings, question, counts, buttons):
            column.addWidget(part)
        self.deaf = DeafTime(self)
        self.review.clicked.connect(partial(self.review_wanted.emit, state.id))
        self.refuse.clicked.connect(partial(self.refused.emit, state.id))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.deaf.begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            self.refused.emit(self.state.id)  # as every focused question (U97)
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):  # no button is the default (U121)
            super().keyPressEvent(event)


class ReviewCards(QWidget):
    """The proposals of the conversation in view."""

    review_wanted = Signal(str)
    refused = Signal(str)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.cards: dict[str, ReviewCard] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_2)

    def show_cards(self, states: Sequence[ReviewCardState]) -> None:
        """Shows what waits; a card that stays is not made anew."""
        wanted = {state.id for state in states}
        for gone in [key for key in self.cards if key not in wanted]:
            card = self.cards.pop(gone)
            card.hide()
            card.deleteLater()
        for state in states:
            if state.id not in self.cards:
                card = ReviewCard(self._theme, state)
                card.review_wanted.connect(self.review_wanted)
                card.refused.connect(self.refused)
                self.cards[state.id] = card
                self._column.addWidget(card)
        self.setVisible(bool(states))

    def focus_first(self) -> bool:
        """Puts the focus on the first card's frame, and tells whether there is one."""
        card = next(iter(self.cards.values()), None)
        if card is not None:
            card.setFocus(Qt.FocusReason.OtherFocusReason)
        return card is not None
