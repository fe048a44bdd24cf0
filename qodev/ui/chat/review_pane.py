"""Connects the review of changes: its cards above the composer, its page in the centre, the Changes tab, its keys."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from qodev.ui.chat.centre import Centre
from qodev.ui.kit.actions import ActionSet
from qodev.ui.kit.theme import ThemeController
from qodev.ui.kit.widgets import is_inside

if TYPE_CHECKING:  # the views are made when something is reviewed; nothing of them is needed for the start (F19)
    from qodev.ui.chat.review_panel import ReviewPanel
    from qodev.ui.chat.review_parts import ReviewCards
    from qodev.ui.models.review_state import ReviewCardState, ReviewState
    from qodev.ui.presenters.bundle import Presenters

_ACTIONS = ("next_change", "previous_change", "accept_hunk", "reject_hunk", "comment")


class ReviewPane(QObject):
    """Makes the views when something is to be seen first, and decides nothing."""

    def __init__(self, window: QWidget, theme: ThemeController, actions: ActionSet, centre: Centre) -> None:
        super().__init__(window)
        self._theme = theme
        self._actions = actions
        self._centre = centre
        self._presenters: Presenters | None = None
        self.cards: ReviewCards | None = None
        self.panel: ReviewPanel | None = None
        centre.currentChanged.connect(self._show_reasons)
        self._show_reasons()

    def attach(self, presenters: "Presenters") -> None:
        """Begins to show."""
        self._presenters = presenters
        review = presenters.review
        review.cards_changed.connect(self._show_cards)
        review.shown.connect(self._show_panel)
        review.closed.connect(self._leave_panel)
        review.state_changed.connect(self._show_state)
        review.external_wanted.connect(self._open_externally)
        presenters.changes.change_wanted.connect(review.open_change)
        presenters.changes.proposal_wanted.connect(review.open_request)
        review.tell_again()

    def actions(self) -> dict[str, Callable[[], None]]:
        """Returns what the actions of the review do."""
        return {
            "next_change": partial(self._step, 1),
            "previous_change": partial(self._step, -1),
            "accept_hunk": partial(self._press, "accept"),
            "reject_hunk": partial(self._press, "reject"),
            "comment": partial(self._press, "comment"),
        }

    def focus_first(self) -> bool:
        """Puts the focus on the first proposal that waits; tells whether it was not there before."""
        if self.cards is None or is_inside(QApplication.focusWidget(), self.cards):
            return False
        return self.cards.focus_first()

    def _show_reasons(self) -> None:
        reason = "" if self._is_on_screen else self.tr("Open the review of a change first.")
        for name in _ACTIONS:
            self._actions.set_reason(name, reason)

    @property
    def _is_on_screen(self) -> bool:
        return self.panel is not None and self._centre.currentWidget() is self.panel

    def _step(self, by: int) -> None:
        if self.panel is not None and self._is_on_screen:
            self.panel.step(by)

    def _press(self, button: str) -> None:
        if self.panel is not None and self._is_on_screen:
            getattr(self.panel, button).click()

    def _show_cards(self, states: "tuple[ReviewCardState, ...]") -> None:
        if self.cards is None:
            if not states:
                return
            self.cards = self._make_cards()
        self.cards.show_cards(states)

    def _make_cards(self) -> "ReviewCards":
        from qodev.ui.chat.review_parts import ReviewCards

        assert self._presenters is not None, "attached"
        review = self._presenters.review
        made = ReviewCards(self._theme)
        made.review_wanted.connect(review.open_request)
        made.refused.connect(review.refuse)
        self._centre.chat.add_above_composer(made)
        return made

    def _show_state(self, state: "ReviewState") -> None:
        if self.panel is not None:
            self.panel.show_state(state)

    def _show_panel(self) -> None:
        assert self._presenters is not None, "attached"
        if self.panel is None:
            self.panel = self._make_panel(self._presenters)
        self.panel.show_state(self._presenters.review.state)
        self._centre.setCurrentWidget(self.panel)
        self._show_reasons()

    def _make_panel(self, presenters: "Presenters") -> "ReviewPanel":
        from qodev.ui.chat.review_panel import ReviewPanel

        review = presenters.review
        made = ReviewPanel(self._theme)
        self._centre.addWidget(made)
        made.closed.connect(review.close)
        made.file_chosen.connect(review.choose)
        made.sided.connect(review.set_sided)
        made.choice_made.connect(review.set_choice)
        made.all_chosen.connect(review.set_all)
        made.applied.connect(review.apply)
        made.refused.connect(partial(review.refuse, ""))
        made.large_wanted.connect(review.load_large)
        made.compared.connect(review.compare)
        made.asked_again.connect(review.ask_again)
        made.external_wanted.connect(review.open_externally)
        made.commented.connect(review.comment)
        made.comments_sent.connect(review.send_comments)
        return made

    def _leave_panel(self) -> None:
        if self._is_on_screen:
            self._centre.show_chat()
            self._centre.chat.composer.input.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_externally(self, path: str) -> None:
        if self._presenters is not None:
            self._presenters.documents.open_externally(path, 1)
