"""Holds open questions until somebody answers; whatever ends a question otherwise is a no (P133, P134)."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from qodev.types.ports import EventSink
from qodev.types.questions import AnsweredBy, AnswerOption, PermissionAnswer, PermissionRequest
from qodev.types.work_events import PermissionRequested, PermissionResolved

Prior = Callable[[PermissionRequest], bool]
"""Tells whether a yes was given beforehand to exactly what is asked (`--yes-to`)."""


@dataclass(slots=True)
class _Open:
    request: PermissionRequest
    answered: "asyncio.Future[PermissionAnswer]"


class PermissionBroker:
    """Questions of all conversations, in the order in which they were asked."""

    def __init__(self, emit: EventSink) -> None:
        self._emit = emit
        self._open: dict[str, _Open] = {}
        self._askers = 0
        self._prior: Prior | None = None

    def attend(self) -> Callable[[], None]:
        """Says that somebody can be asked from now on; returns what takes that back. Without one a question is a no."""
        self._askers += 1

        def leave() -> None:
            self._askers -= 1
            if not self._askers:
                self.withdraw(lambda _: True, AnsweredBy.CLOSED)

        return leave

    def allow_beforehand(self, prior: Prior) -> None:
        """Lets `prior` answer questions; a hard one and a review it is never asked about."""
        self._prior = prior

    @property
    def is_attended(self) -> bool:
        """Tells whether somebody can be asked."""
        return self._askers > 0

    @property
    def open(self) -> tuple[PermissionRequest, ...]:
        """Returns the questions that wait."""
        return tuple(one.request for one in self._open.values())

    async def ask(self, request: PermissionRequest) -> PermissionAnswer:
        """Returns the answer to a question; cancelling withdraws it."""
        if self._prior is not None and self._prior(request):
            return PermissionAnswer(AnswerOption.ALLOW_ONCE, AnsweredBy.RULE)
        if not self.is_attended:
            return PermissionAnswer(AnswerOption.DENY, AnsweredBy.NOBODY)
        waiting = _Open(request, asyncio.get_running_loop().create_future())
        self._open[request.id] = waiting
        self._emit(
            PermissionRequested(conversation_id=request.conversation_id, turn_id=request.turn_id, request=request)
        )
        answer = PermissionAnswer(AnswerOption.DENY, AnsweredBy.STOPPED)
        try:
            answer = await waiting.answered
        finally:
            self._open.pop(request.id, None)
            self._emit(
                PermissionResolved(
                    conversation_id=request.conversation_id,
                    turn_id=request.turn_id,
                    request_id=request.id,
                    answer=answer,
                )
            )
        return answer

    def answer(self, request_id: str, answer: PermissionAnswer) -> bool:
        """Answers a question with what it offers; tells whether it still waited. A late answer does nothing (P134)."""
        waiting = self._open.get(request_id)
        if waiting is None or waiting.answered.done():
            return False
        offered = next((one for one in waiting.request.offers if one.option is answer.option), None)
        if offered is None or offered.disabled:
            return False
        waiting.answered.set_result(answer)
        return True

    def withdraw(self, concerns: Callable[[PermissionRequest], bool], by: AnsweredBy) -> None:
        """Ends the questions that `concerns` picks, with a no."""
        for waiting in tuple(self._open.values()):
            if concerns(waiting.request) and not waiting.answered.done():
                waiting.answered.set_result(PermissionAnswer(AnswerOption.DENY, by))
