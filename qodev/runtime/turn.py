"""Runs one turn: builds the request, streams the answer, keeps what came, and says how it ended."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Protocol

from qodev.base.errors import StoreError, UserFacingError
from qodev.base.ids import Clock, IdSource
from qodev.base.jsontext import JsonValue
from qodev.base.tasks import WorkPool
from qodev.runtime.accumulator import AnswerAccumulator
from qodev.runtime.context import Reply, TokenMeter, compare_usage
from qodev.runtime.request import BuiltRequest, RequestBuilder
from qodev.types.conversation import ConversationState, SentRequest, TurnOutcome, TurnRequest
from qodev.types.events import (
    AnyEvent,
    ContextLost,
    ContextReported,
    MessageCommitted,
    NoticeRaised,
    RequestBuilt,
    StepStarted,
    TurnCancelled,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from qodev.types.messages import ContextReport, Message, MessageRole, MessageState, Origin, StopReason, Usage
from qodev.types.ports import EventSink
from qodev.types.providers import ErrorKind, Provider, ProviderError

_CHECKPOINT_S = 0.75  # F30: a growing answer reaches the disk each 0.5 to 1 s
_CHAT_STEPS = 1  # a chat has no tools, so the model is asked once


class TurnStore(Protocol):
    """Where a turn keeps its messages and requests."""

    async def commit(self, message: Message, state: ConversationState) -> None:
        """Stores a message and the conversation's state in one transaction, durably."""
        ...

    async def checkpoint(self, message: Message) -> None:
        """Stores an answer that still grows."""
        ...

    async def sent(self, request: SentRequest) -> None:
        """Stores a request that is about to go out."""
        ...


@dataclass(frozen=True, slots=True)
class TurnParts:
    """What a turn works with."""

    builder: RequestBuilder
    provider: Provider
    store: TurnStore
    meter: TokenMeter
    pool: WorkPool
    emit: EventSink
    clock: Clock
    new_id: IdSource
    storage_failed: Callable[[StoreError], None]
    listed_window: Callable[[str, str], int | None]  # instance and model to tokens, from a fetched model list


@dataclass(frozen=True, slots=True)
class _Remarks:
    """What is known of an answer once it has ended."""

    notices: tuple[str, ...] = ()
    report: ContextReport | None = None


class TurnRunner:
    """One turn of one conversation, whose request is built before anything is stored (A81); `run` is called once."""

    def __init__(self, request: TurnRequest, built: BuiltRequest, parts: TurnParts) -> None:
        self._request = request
        self._parts = parts
        self._message_id = parts.new_id("msg")
        self._answer = AnswerAccumulator(request.conversation_id, request.id, Usage(), parts.clock)
        self._built = built
        self._sent_id: str | None = None
        self._started_at = parts.clock()
        self._notes: tuple[str, ...] = ()
        self._remarks = _Remarks()

    async def run(self) -> None:
        """Runs to an end and reports it; only cancelling raises, after the kept text is stored."""
        try:
            await self._stream()
        except asyncio.CancelledError:
            await asyncio.shield(self._cancelled())
            raise
        except StoreError as fault:
            self._parts.storage_failed(fault)
            self._emit_failed(fault.message, fault.hint, "storage")
        except UserFacingError as fault:
            await self._failed(ProviderError(ErrorKind.INVALID, fault.message, hint=fault.hint), kind="agent")

    async def _stream(self) -> None:
        built = self._built
        await self._begin(built)
        async with aclosing(self._parts.provider.stream(built.request)) as chunks:  # type: ignore[type-var]  # the protocol promises an async iterator; ours are generators
            saved_at = self._parts.clock()
            async for chunk in chunks:
                for event in self._answer.feed(chunk):
                    self._parts.emit(event)
                now = self._parts.clock()
                if now - saved_at >= _CHECKPOINT_S and self._answer.blocks:
                    saved_at = now
                    await self._parts.store.checkpoint(self._message(MessageState.PARTIAL))
        if self._answer.error is not None:
            await self._failed(self._answer.error, kind=self._answer.error.kind.value)
        else:
            await self._finished(built)

    async def _begin(self, built: BuiltRequest) -> None:
        request, parts = self._request, self._parts
        self._emit(
            TurnStarted(
                conversation_id=request.conversation_id,
                turn_id=request.id,
                agent=request.agent,
                agents_revision=built.sent.agents_revision,
                model=built.model,
            )
        )
        self._emit(
            StepStarted(conversation_id=request.conversation_id, turn_id=request.id, step=1, max_steps=_CHAT_STEPS)
        )
        self._notes = tuple(built.notes)
        for note in self._notes:
            self._notice(note)
        sent = replace(built.sent, id=parts.new_id("req"), sent_at=parts.clock())
        await parts.store.sent(sent)
        self._sent_id = sent.id
        self._emit(RequestBuilt(conversation_id=request.conversation_id, turn_id=request.id, sent_request=sent))

    async def _finished(self, built: BuiltRequest) -> None:
        stop = self._answer.stop or StopReason.UNKNOWN
        report = compare_usage(self._parts.meter, self._reply(built))
        self._remarks = _Remarks(tuple(self._end_notices(stop)), report)
        message = self._message(MessageState.COMPLETE)
        await self._commit(message, ConversationState.DONE)
        for text in self._remarks.notices:
            self._notice(text)
        conversation, turn = self._request.conversation_id, self._request.id
        self._emit(ContextReported(conversation_id=conversation, turn_id=turn, report=report))
        if report.lost:
            self._emit(ContextLost(conversation_id=conversation, turn_id=turn, report=report, message_id=message.id))
        outcome = TurnOutcome(stop, self._answer.usage, 1, report)
        self._emit(TurnFinished(conversation_id=conversation, turn_id=turn, outcome=outcome))

    def _end_notices(self, stop: StopReason) -> Iterator[str]:
        for name, why in self._answer.failed_calls:
            yield f"The model's call of `{name}` could not be read: {why}."
        if stop is StopReason.TOOL_CALLS:
            yield "The model asked for a tool. Tools run in a Code task; in a chat the call is not answered."

    def _reply(self, built: BuiltRequest) -> Reply:
        return Reply(
            request_id=self._sent_id or "",
            model=built.model,
            estimate_tokens=built.sent.estimate_tokens,
            reported_tokens=self._answer.usage.input_tokens,
            window=built.window(self._parts.listed_window),
            is_cut=self._answer.context_cut,
        )

    async def _failed(self, error: ProviderError, *, kind: str) -> None:
        await self._commit(self._message(MessageState.PARTIAL, error), ConversationState.FAILED)
        self._emit_failed(error.message, error.hint, kind, error)

    async def _cancelled(self) -> None:
        message = self._message(MessageState.PARTIAL, stop=StopReason.CANCELLED)
        await self._commit(message, ConversationState.STOPPED)
        self._emit(
            TurnCancelled(
                conversation_id=self._request.conversation_id, turn_id=self._request.id, message_id=message.id
            )
        )

    async def _commit(self, message: Message, state: ConversationState) -> None:
        await self._parts.store.commit(message, state)
        self._emit(
            MessageCommitted(conversation_id=self._request.conversation_id, turn_id=self._request.id, message=message)
        )

    def _message(
        self, state: MessageState, error: ProviderError | None = None, *, stop: StopReason | None = None
    ) -> Message:
        now = self._parts.clock()
        return Message(
            id=self._message_id,
            role=MessageRole.ASSISTANT,
            blocks=self._answer.blocks,
            origin=Origin.MODEL,
            state=state,
            created_at=self._started_at,
            turn_id=self._request.id,
            request_id=self._sent_id,
            usage=self._answer.usage if self._answer.usage != Usage() else None,
            stop=stop or self._answer.stop,
            stop_detail=self._answer.stop_detail,
            client_api=self._built.request.client_api.value,
            agent=self._request.agent,
            model=self._answer.model or self._built.model,
            error=error.message if error else None,
            error_hint=error.hint if error else None,
            duration_s=max(0.0, now - self._started_at),
            provider_data=_provider_data(self._notes, self._remarks),
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


def _provider_data(notes: tuple[str, ...], remarks: _Remarks) -> dict[str, JsonValue]:
    """Returns what a view that is opened later shows beside the answer: what was noted before and after, the context.

    `notes` stand before the answer and `notices` after it, as they came (U103).
    """
    kept: dict[str, JsonValue] = {}
    if notes:
        kept["notes"] = list(notes)
    if remarks.notices:
        kept["notices"] = list(remarks.notices)
    if remarks.report is not None:
        report = remarks.report
        kept["context"] = {
            "estimate": report.estimate_tokens,
            "reported": report.reported_tokens,
            "window": report.window_tokens,
            "lost": report.lost,
        }
    return kept
