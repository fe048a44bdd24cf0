"""One step of a turn: one request, its answer as it streams, and the message that is kept of it."""

from collections.abc import Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace

from qodev.base.jsontext import JsonValue
from qodev.runtime.accumulator import AnswerAccumulator
from qodev.runtime.context import Reply, compare_usage
from qodev.runtime.parts import TurnParts
from qodev.runtime.request import BuiltRequest
from qodev.types.conversation import ChatMode, TurnRequest
from qodev.types.events import NoticeRaised, RequestBuilt, StepStarted
from qodev.types.messages import (
    Block,
    ContextReport,
    Message,
    MessageRole,
    MessageState,
    Origin,
    StopReason,
    ToolUseBlock,
    Usage,
)
from qodev.types.providers import ProviderError

_CHECKPOINT_S = 0.75  # F30: a growing answer reaches the disk each 0.5 to 1 s


@dataclass(frozen=True, slots=True)
class AskedCall:
    """A call that the model asked for; `fault` says why its arguments are none."""

    block: ToolUseBlock
    fault: str = ""


class AnswerStep:
    """Streams the answer to one request; `stream` is called once."""

    def __init__(
        self,
        request: TurnRequest,
        built: BuiltRequest,
        parts: TurnParts,
        *,
        step: int,
        max_steps: int,
        before: Usage,
    ) -> None:
        self._request = request
        self._parts = parts
        self._built = built
        self.number = step
        self._max_steps = max_steps
        self._message_id = parts.new_id("msg")
        self._answer = AnswerAccumulator(
            request.conversation_id,
            request.id,
            before,
            parts.clock,
            keeps_failed_calls=request.mode is ChatMode.CODE_TASK,
        )
        self._sent_id: str | None = None
        self._renamed: dict[int, str] = {}  # calls whose id another one has, by their place
        self._started_at = parts.clock()
        self._notes: tuple[str, ...] = ()
        self._notices: tuple[str, ...] = ()
        self._report: ContextReport | None = None

    async def stream(self) -> None:
        """Stores and sends the request and takes what comes; how it ended is asked of the properties."""
        await self._begin()
        provider = self._parts.provider
        async with aclosing(provider.stream(self._built.request)) as chunks:  # type: ignore[type-var]  # the protocol promises an async iterator; ours are generators
            saved_at = self._parts.clock()
            async for chunk in chunks:
                for event in self._answer.feed(chunk):
                    self._parts.emit(event)
                now = self._parts.clock()
                if now - saved_at >= _CHECKPOINT_S and self._answer.blocks:
                    saved_at = now
                    await self._parts.store.checkpoint(self.message(MessageState.PARTIAL))
        if self.error is None:
            self._report = compare_usage(self._parts.meter, self._reply())
            self._notices = tuple(self._end_notices())

    async def _begin(self) -> None:
        request, parts = self._request, self._parts
        conversation, turn = request.conversation_id, request.id
        parts.emit(StepStarted(conversation_id=conversation, turn_id=turn, step=self.number, max_steps=self._max_steps))
        # What holds for the whole turn is said once, not with every step.
        self._notes = tuple(self._built.notes) if self.number == 1 else ()
        for note in self._notes:
            self.notice(note)
        sent = replace(self._built.sent, id=parts.new_id("req"), step=self.number, sent_at=parts.clock())
        await parts.store.sent(sent)
        self._sent_id = sent.id
        parts.emit(RequestBuilt(conversation_id=conversation, turn_id=turn, sent_request=sent))

    @property
    def error(self) -> ProviderError | None:
        """Returns what broke the answer."""
        return self._answer.error

    @property
    def stop(self) -> StopReason:
        """Returns why the model stopped."""
        return self._answer.stop or StopReason.UNKNOWN

    @property
    def usage(self) -> Usage:
        """Returns the tokens of this request."""
        return self._answer.usage

    @property
    def report(self) -> ContextReport | None:
        """Returns how the server's count stands to ours."""
        return self._report

    @property
    def notices(self) -> tuple[str, ...]:
        """Returns what is to be said after the answer."""
        return self._notices

    @property
    def text(self) -> str:
        """Returns the text of the answer."""
        return self.message(MessageState.COMPLETE).text

    @property
    def calls(self) -> tuple[AskedCall, ...]:
        """Returns the calls of a whole answer, in order; an answer that was cut starts none (S101)."""
        if self.error is not None or self.stop in (StopReason.LENGTH, StopReason.CONTENT_FILTER, StopReason.REFUSAL):
            return ()
        faults = {block_id: why for block_id, _, why in self._answer.failed_calls}
        # By the model's own id: where two calls share one and one of them is broken, neither starts.
        pairs = zip(self.blocks, self._answer.blocks, strict=True)
        return tuple(
            AskedCall(block, faults.get(own.id, ""))
            for block, own in pairs
            if isinstance(block, ToolUseBlock) and isinstance(own, ToolUseBlock)
        )

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Returns the blocks with ids of calls that differ: one that came twice would pair with the wrong result."""
        seen: set[str] = set()
        blocks: list[Block] = []
        for place, block in enumerate(self._answer.blocks):
            if isinstance(block, ToolUseBlock) and block.id in seen:
                if place not in self._renamed:
                    self._renamed[place] = self._parts.new_id("call")
                blocks.append(replace(block, id=self._renamed[place], vendor_id=None))
            else:
                blocks.append(block)
            seen.update(one.id for one in blocks[-1:] if isinstance(one, ToolUseBlock))
        return tuple(blocks)

    def _end_notices(self) -> Iterator[str]:
        if self._request.mode is ChatMode.CODE_TASK:
            return
        for _, name, why in self._answer.failed_calls:
            yield f"The model's call of `{name}` could not be read: {why}."
        if self.stop is StopReason.TOOL_CALLS:
            yield "The model asked for a tool. Tools run in a Code task; in a chat the call is not answered."

    def _reply(self) -> Reply:
        return Reply(
            request_id=self._sent_id or "",
            model=self._built.model,
            estimate_tokens=self._built.sent.estimate_tokens,
            reported_tokens=self._answer.usage.input_tokens,
            window=self._built.window(self._parts.listed_window),
            is_cut=self._answer.context_cut,
        )

    def add_notice(self, text: str) -> None:
        """Adds something to be said after the answer."""
        self._notices = (*self._notices, text)

    def notice(self, text: str) -> None:
        """Says something about the turn now."""
        self._parts.emit(
            NoticeRaised(conversation_id=self._request.conversation_id, turn_id=self._request.id, text=text)
        )

    def message(
        self, state: MessageState, error: ProviderError | None = None, *, stop: StopReason | None = None
    ) -> Message:
        """Returns what is kept of the answer as far as it has come."""
        now = self._parts.clock()
        return Message(
            id=self._message_id,
            role=MessageRole.ASSISTANT,
            blocks=self.blocks,
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
            provider_data=self._provider_data(),
        )

    def _provider_data(self) -> Mapping[str, JsonValue]:
        """Returns what a view that is opened later shows beside the answer: what was noted before and after, the context.

        `notes` stand before the answer and `notices` after it, as they came (U103); `turn` is what it ran under (P72).
        """
        kept: dict[str, JsonValue] = {}
        turn = _turn_facts(self._request, self._built.model)
        if turn:
            kept["turn"] = turn
        if self._notes:
            kept["notes"] = list(self._notes)
        if self._notices:
            kept["notices"] = list(self._notices)
        if self._report is not None:
            kept["context"] = {
                "estimate": self._report.estimate_tokens,
                "reported": self._report.reported_tokens,
                "window": self._report.window_tokens,
                "lost": self._report.lost,
            }
        return kept


def _turn_facts(request: TurnRequest, model: str) -> dict[str, JsonValue]:
    """Returns profile, scope and digest of a Code task's turn, and where its model comes from if not from its agent."""
    facts: dict[str, JsonValue] = {}
    profile = request.profile if request.mode is ChatMode.CODE_TASK else None
    if profile is not None:
        facts |= {"profile": profile.name, "scope": profile.scope.value, "digest": profile.digest}
    if profile is not None and profile.model == model:
        facts["model_from"] = "profile"
    elif request.model == model:
        facts["model_from"] = "override"
    return facts
