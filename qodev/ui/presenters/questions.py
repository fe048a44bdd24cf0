"""Open questions of all conversations, and their answers (U117 to U123)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.types.events import AnyEvent
from qodev.types.questions import AnswerOption, PermissionAnswer, PermissionRequest, QuestionKind
from qodev.types.work_events import PermissionRequested, PermissionResolved
from qodev.ui.models.question_state import QuestionsState, question_state
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class QuestionsPresenter(Presenter):
    """Shows what the broker holds; reviews of files are shown elsewhere and counted here."""

    state_changed = Signal(object)  # QuestionsState
    conversation_wanted = Signal(str)  # the id of one in which a question waits

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = QuestionsState()
        self._here = ""
        self._leave = services.code_tasks.broker.attend()

    def follow(self, conversation_id: str) -> None:
        """Shows the questions of another conversation."""
        self._here = conversation_id
        self._show()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        for event in batch:
            if isinstance(event, PermissionRequested):
                self.alarm_spoken.emit(self.tr("Needs you: {0}").format(question_state(event.request).spoken))
        if any(isinstance(event, PermissionRequested | PermissionResolved) for event in batch):
            self._show()

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""
        self._show()
        self.state_changed.emit(self.state)

    def _show(self) -> None:
        waiting = self._waiting
        home = str(self.services.paths.home)
        cards = tuple(
            question_state(one, home=home)
            for one in waiting
            if one.conversation_id == self._here and one.kind is not QuestionKind.REVIEW
        )
        elsewhere = sum(one.conversation_id != self._here for one in waiting)
        reviews = sum(one.conversation_id == self._here and one.kind is QuestionKind.REVIEW for one in waiting)
        state = QuestionsState(cards, len(cards) + reviews + elsewhere, reviews)
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

    @property
    def _waiting(self) -> tuple[PermissionRequest, ...]:
        return self.services.code_tasks.broker.open

    def answer(self, request_id: str, option: AnswerOption, note: str = "") -> None:
        """Answers a question; what it does not offer does nothing."""
        self.services.code_tasks.broker.answer(request_id, PermissionAnswer(option, note=note))

    def deny_all(self) -> None:
        """Says no to every card in view; there is no such yes (U122)."""
        for card in self.state.cards:
            self.answer(card.id, AnswerOption.DENY)

    def go_on(self) -> bool:
        """Opens another conversation in which a question waits; tells whether there is one."""
        other = next((one.conversation_id for one in self._waiting if one.conversation_id != self._here), "")
        if other:
            self.conversation_wanted.emit(other)
        return bool(other)

    async def stop(self) -> None:
        """Ends what is under way; whoever still waits gets a no."""
        self._leave()
        await super().stop()
