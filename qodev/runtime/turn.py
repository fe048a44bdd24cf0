"""Runs one turn: asks the model, runs its calls, asks again, up to the cap; keeps what came, and says how it ended."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from qodev.base.errors import StoreError, UserFacingError
from qodev.runtime.bench import Workbench
from qodev.runtime.imitations import CORRECTION, UNVERIFIED, imitates_result
from qodev.runtime.parts import TurnParts
from qodev.runtime.request import BuiltRequest
from qodev.runtime.step import AnswerStep
from qodev.runtime.tooling import CallRunner, TurnState
from qodev.types.conversation import ChatMode, ConversationState, TurnOutcome, TurnRequest
from qodev.types.events import (
    AnyEvent,
    ContextLost,
    ContextReported,
    MessageCommitted,
    NoticeRaised,
    TurnCancelled,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from qodev.types.messages import Message, MessageRole, MessageState, Origin, StopReason, TextBlock, Usage
from qodev.types.providers import ErrorKind, ProviderError


class TurnRunner:
    """One turn of one conversation, whose first request is built before anything is stored (A81); `run` is called once."""

    def __init__(self, request: TurnRequest, built: BuiltRequest, bench: Workbench, parts: TurnParts) -> None:
        self._request = request
        self._bench = bench
        self._parts = parts
        self._built = built
        self._used = Usage()
        self._state = TurnState()
        self._step = self._next_step(1)
        self._calls: CallRunner | None = None  # of the last answer, until the next one begins
        # Stores what was kept last again, with another state of the conversation; None while an answer streams.
        self._keep_again: Callable[[ConversationState], Awaitable[None]] | None = None
        self._was_corrected = False
        self._ends_after_step = False

    def end_after_step(self) -> None:
        """Lets the turn end when its present step has, so that another message can be answered (U128)."""
        self._ends_after_step = True

    async def run(self) -> None:
        """Runs to an end and reports it; only cancelling raises, after the kept text is stored."""
        try:
            await self._run()
        except asyncio.CancelledError:
            await asyncio.shield(self._cancelled())
            raise
        except StoreError as fault:
            self._parts.storage_failed(fault)
            self._emit_failed(fault.message, fault.hint, "storage")
        except UserFacingError as fault:
            await self._refused(fault)

    async def _run(self) -> None:
        request = self._request
        self._emit(
            TurnStarted(
                conversation_id=request.conversation_id,
                turn_id=request.id,
                agent=request.agent,
                agents_revision=self._built.sent.agents_revision,
                model=self._built.model,
            )
        )
        for number in itertools.count(1):
            if number > 1:
                self._step = self._next_step(number)
            self._calls = self._keep_again = None
            await self._step.stream()
            self._used += self._step.usage
            if self._step.error is not None:
                await self._failed(self._step.error, kind=self._step.error.kind.value)
                return
            if not await self._goes_on(number):
                return
            self._built = await self._build()

    def _next_step(self, number: int) -> AnswerStep:
        cap = self._bench.max_steps
        return AnswerStep(self._request, self._built, self._parts, step=number, max_steps=cap, before=self._used)

    async def _build(self) -> BuiltRequest:
        """Returns the request of the next step: everything is looked at anew but what was captured."""
        if self._bench.require is not None:
            await self._bench.require()
        history = await self._parts.store.messages()
        builder = self._parts.builder
        return await self._parts.pool.run(builder.build, builder.snapshot(), self._request, history, self._bench.offers)

    async def _goes_on(self, number: int) -> bool:
        """Tells whether another request follows; when none does, the turn has been ended and reported."""
        if self._request.mode is ChatMode.CODE_TASK:
            if self._step.calls:
                return await self._run_calls(number)
            if imitates_result(self._step.text):
                return await self._correct(number)
        await self._finish(self._step.stop)
        return False

    async def _run_calls(self, number: int) -> bool:
        await self._keep_step(ConversationState.RUNNING)
        self._calls = CallRunner(self._request, self._bench, self._parts, self._state)
        self._keep_again = self._calls.save
        await self._calls.run(self._step.calls)
        if self._state.ended:
            await self._stop_with(self._state.ended, StopReason.ENDED)
        elif self._ends_after_step:
            await self._stop_with("Ended here, so that your next message is answered.", StopReason.END)
        elif number >= self._bench.max_steps:
            await self._stop_with(self._limit_text(number), StopReason.STEP_LIMIT)
        else:
            return True
        return False

    def _limit_text(self, number: int) -> str:
        by = f", set by {self._bench.steps_set_by}" if self._bench.steps_set_by else ""
        return f"Stopped after {number} of {self._bench.max_steps} steps{by}. Send a message to go on."

    async def _stop_with(self, text: str, stop: StopReason) -> None:
        """Ends the turn behind results that stay, without a further request (P138)."""
        assert self._calls is not None
        self._calls.add_notice(text)
        state = ConversationState.DONE if stop is StopReason.END else ConversationState.STOPPED
        await self._calls.save(state)
        self._notice(text)
        self._report_end(stop)

    async def _correct(self, number: int) -> bool:
        """Asks once for a real call in the place of an imitated result; a second one is marked (P143)."""
        if self._was_corrected or number >= self._bench.max_steps:
            self._step.add_notice(UNVERIFIED)
            await self._finish(self._step.stop)
            return False
        self._was_corrected = True
        self._step.add_notice(UNVERIFIED)
        await self._keep_step(ConversationState.RUNNING)
        self._keep_again = partial(self._commit, self._correction())
        await self._keep_again(ConversationState.RUNNING)
        return True

    def _correction(self) -> Message:
        return Message(
            id=self._parts.new_id("msg"),
            role=MessageRole.USER,
            blocks=(TextBlock(CORRECTION),),
            origin=Origin.TOOL,
            state=MessageState.COMPLETE,
            created_at=self._parts.clock(),
            turn_id=self._request.id,
        )

    async def _finish(self, stop: StopReason) -> None:
        await self._keep_step(ConversationState.DONE)
        self._report_end(stop)

    async def _keep_step(self, state: ConversationState) -> None:
        """Stores the answer of a step, and tells what is to be said after it."""
        message = self._step.message(MessageState.COMPLETE)
        await self._commit(message, state)
        for text in self._step.notices:
            self._notice(text)
        report = self._step.report
        if report is None:
            return
        conversation, turn = self._request.conversation_id, self._request.id
        self._emit(ContextReported(conversation_id=conversation, turn_id=turn, report=report))
        if report.lost:
            self._emit(ContextLost(conversation_id=conversation, turn_id=turn, report=report, message_id=message.id))

    def _report_end(self, stop: StopReason) -> None:
        outcome = TurnOutcome(
            stop,
            self._used,
            self._step.number,
            self._step.report,
            tuple(self._state.files),
            tuple(self._state.denials),
        )
        self._emit(
            TurnFinished(conversation_id=self._request.conversation_id, turn_id=self._request.id, outcome=outcome)
        )

    async def _failed(self, error: ProviderError, *, kind: str) -> None:
        await self._commit(self._step.message(MessageState.PARTIAL, error), ConversationState.FAILED)
        self._emit_failed(error.message, error.hint, kind, error)

    async def _refused(self, fault: UserFacingError) -> None:
        """Ends the turn before a request: the agent is gone, or trust is; what was kept stays as it is."""
        error = ProviderError(ErrorKind.INVALID, fault.message, hint=fault.hint)
        if self._keep_again is not None:
            self._step = self._next_step(self._step.number + 1)
        await self._failed(error, kind="agent")

    async def _cancelled(self) -> None:
        if self._keep_again is not None:
            with suppress(StoreError):  # what it says is stored already
                await self._keep_again(ConversationState.STOPPED)
            message_id = None
        else:
            message = self._step.message(MessageState.PARTIAL, stop=StopReason.CANCELLED)
            await self._commit(message, ConversationState.STOPPED)
            message_id = message.id
        self._emit(
            TurnCancelled(
                conversation_id=self._request.conversation_id, turn_id=self._request.id, message_id=message_id
            )
        )

    async def _commit(self, message: Message, state: ConversationState) -> None:
        await self._parts.store.commit(message, state)
        self._emit(
            MessageCommitted(conversation_id=self._request.conversation_id, turn_id=self._request.id, message=message)
        )

    def _emit(self, event: AnyEvent) -> None:
        self._parts.emit(event)

    def _notice(self, text: str) -> None:
        self._emit(NoticeRaised(conversation_id=self._request.conversation_id, turn_id=self._request.id, text=text))

    def _emit_failed(self, text: str, hint: str | None, kind: str, error: ProviderError | None = None) -> None:
        self._emit(
            TurnFailed(
                conversation_id=self._request.conversation_id,
                turn_id=self._request.id,
                text=text,
                hint=hint,
                kind=kind,
                status=error.status if error else None,
                url=error.url if error else "",
            )
        )
