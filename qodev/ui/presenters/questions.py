"""Open questions of all conversations, and their answers (U117 to U123)."""

import contextlib
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.types.events import AnyEvent, PolicyChanged
from qodev.types.permissions import Effect
from qodev.types.policies import Containment, ProjectPolicy
from qodev.types.questions import AnswerOption, PermissionAnswer, PermissionRequest, QuestionKind
from qodev.types.tooling import CallVerb
from qodev.types.work_events import PermissionRequested, PermissionResolved
from qodev.ui.models.contain_words import contain_hint
from qodev.ui.models.notices import Toast
from qodev.ui.models.question_state import QuestionsState, question_state, stored_sentence
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_STORING = (AnswerOption.ALLOW_EXACTLY, AnswerOption.ALLOW_SWITCH, AnswerOption.DENY_EXACTLY)
_COMMANDS = (CallVerb.RUN, CallVerb.VERIFY, CallVerb.START)


class QuestionsPresenter(Presenter):
    """Shows what the broker holds; reviews of files are shown elsewhere and counted here."""

    state_changed = Signal(object)  # QuestionsState
    conversation_wanted = Signal(str)  # the id of one in which a question waits

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = QuestionsState()
        self._here = ""
        self._storing: dict[str, tuple[PermissionRequest, AnswerOption]] = {}  # by project; its rule is being stored
        self._hinted: dict[str, str] = {}  # the question that offers containment, by project
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
                self._look_for_hint(event.request)
            elif isinstance(event, PolicyChanged):
                self._take_policy(event.project, event.policy)
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
            question_state(one, home=home, hint=contain_hint() if self._hinted.get(one.project) == one.id else "")
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
        request = next((one for one in self._waiting if one.id == request_id), None)
        is_taken = self.services.code_tasks.broker.answer(request_id, PermissionAnswer(option, note=note))
        if is_taken and request is not None and option in _STORING:
            self._storing[request.project] = request, option

    def _take_policy(self, project: str, policy: ProjectPolicy) -> None:
        """Says what a rule that was stored for an answer changes, once it is on disk (U120)."""
        if policy.contain is not Containment.OFF and self._hinted.pop(project, ""):
            self._show()
        request, option = self._storing.get(project, (None, AnswerOption.DENY))
        if request is None:
            return
        server, _, operation = request.exact_text.partition("/")
        rule = policy.find_command(request.exact_text) or policy.find_operation(server, operation)
        if rule is not None and (rule.effect is Effect.ALLOW) is option.is_yes:
            del self._storing[project]
            self.toast_raised.emit(Toast(stored_sentence(option, policy.mode)))

    def _look_for_hint(self, request: PermissionRequest) -> None:
        if request.view.verb in _COMMANDS and request.project not in self._hinted:
            self._hinted[request.project] = ""
            self.spawn(self._hint(request), "contain_hint")

    async def _hint(self, request: PermissionRequest) -> None:
        """Offers containment with the first question about a command of a project, where it can work (S40)."""
        project = request.project
        if self.services.projects.was_offered(project):
            return
        contain = await self.services.containment.look(project)
        if contain.fault or contain.setting is not Containment.OFF:
            return
        self._hinted[project] = request.id
        self._show()
        with contextlib.suppress(UserFacingError):  # it is then offered once more
            await self.services.projects.note_offer(project)

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
