"""Runs the calls of one answer: planned, judged, asked about, acted, recorded, in the order of the model (P130 to P139)."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from qodev.base.jsontext import JsonValue, dump_compact
from qodev.base.values import encode_value
from qodev.permissions.gate import Ruling
from qodev.runtime.bench import Workbench
from qodev.runtime.parts import TurnParts
from qodev.runtime.step import AskedCall
from qodev.tools.arguments import check_arguments
from qodev.tools.envelope import cut_middle
from qodev.types.conversation import ConversationState, TurnRequest
from qodev.types.events import AnyEvent, MessageCommitted
from qodev.types.messages import Message, MessageRole, MessageState, Origin, ToolResultBlock
from qodev.types.permissions import CallKind
from qodev.types.questions import AnsweredQuestion, CallRecord, CallState, QuestionKind
from qodev.types.tooling import CallVerb, CallView, PreparedCall, Tool, ToolCall, ToolOutput, ToolRefusal
from qodev.types.verdicts import Verdict
from qodev.types.work_events import ToolFinished, ToolPlanned, ToolStarted

CALLS_KEY = "calls"  # in the provider data of a message of results: records by the id of their call
_REPEATS = 3  # P139
_CORRECTIONS = 2  # S101: a third call that cannot be read ends the turn
_SHOWN_LIMIT = 64 * 1024  # of what a card shows; the whole result stands in the message
# Why a call was refused that was never judged: the profile hides its tool, or there is none of that name.
HIDDEN_TOOL, UNKNOWN_TOOL = "hidden_tool", "unknown_tool"
_STOPPED_BY_CHECKS = (CallKind.EDIT, CallKind.RUN, CallKind.VERIFY, CallKind.BACKGROUND)


@dataclass(frozen=True, slots=True)
class _Result:
    """What a call came to: what the model gets, and what is kept for people."""

    content: str
    is_error: bool
    record: CallRecord


class TurnState:
    """What the calls of a turn have in common, over all of its steps."""

    def __init__(self) -> None:
        self.failed_checks = 0  # P189
        self.unread_calls = 0
        self.ended = ""  # why the turn ends now
        self.files: dict[str, None] = {}
        self.denials: list[str] = []
        self._last: tuple[str, str] | None = None
        self._count = 0

    def repeats(self, call: ToolCall) -> bool:
        """Tells whether a call is the third equal one in a row (P139)."""
        key = (call.name, dump_compact(_sorted(call.input)))
        self._count = self._count + 1 if key == self._last else 1
        self._last = key
        return self._count >= _REPEATS

    def count_anew(self) -> None:
        """Begins to count equal calls again, the present one as the first."""
        self._count = 1


def _sorted(value: JsonValue) -> JsonValue:
    if isinstance(value, Mapping):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value


class CallRunner:
    """Runs the calls of one answer; after each its result is stored, so that nothing that was done is ever unsaid."""

    def __init__(self, request: TurnRequest, bench: Workbench, parts: TurnParts, state: TurnState) -> None:
        self._request = request
        self._bench = bench
        self._parts = parts
        self._state = state
        self._id = parts.new_id("msg")
        self._at = parts.clock()
        self._results: list[_Result] = []
        self._notices: tuple[str, ...] = ()
        self._views: dict[str, CallView] = {}  # of the calls that were looked at

    async def run(self, calls: Sequence[AskedCall]) -> None:
        """Runs the calls in order; cancelling gives those that did not end a result that says so, and goes on."""
        for place, asked in enumerate(calls):
            if self._state.ended:
                self._results += [self._left_out(one, self._state.ended) for one in calls[place:]]
                break
            try:
                self._results.append(await self._one(asked))
                await self._save()
            except asyncio.CancelledError:
                self._results += [self._cancelled(one) for one in calls[len(self._results) :]]
                await asyncio.shield(self._save())
                raise
            self._tell(self._results[-1])
        else:
            return
        await self._save()

    def add_notice(self, text: str) -> None:
        """Adds something to be said after the results."""
        self._notices = (*self._notices, text)

    async def _save(self) -> None:
        await self.save(ConversationState.RUNNING)

    async def save(self, state: ConversationState) -> None:
        """Stores the results so far, with the state that they leave the conversation in."""
        message = self._message()
        await self._parts.store.commit(message, state)
        self._emit(
            MessageCommitted(conversation_id=self._request.conversation_id, turn_id=self._request.id, message=message)
        )

    def _message(self) -> Message:
        blocks = tuple(ToolResultBlock(r.record.call_id, r.record.tool, r.content, r.is_error) for r in self._results)
        kept: dict[str, JsonValue] = {CALLS_KEY: {r.record.call_id: encode_value(r.record) for r in self._results}}
        if self._notices:
            kept["notices"] = list(self._notices)
        return Message(
            id=self._id,
            role=MessageRole.USER,
            blocks=blocks,
            origin=Origin.TOOL,
            state=MessageState.COMPLETE,
            created_at=self._at,
            turn_id=self._request.id,
            provider_data=kept,
        )

    def _tell(self, result: _Result) -> None:
        self._state.files.update(dict.fromkeys(result.record.files))
        if result.record.state is CallState.REFUSED:
            self._state.denials.append(result.record.sentence)
        self._emit(
            ToolFinished(
                conversation_id=self._request.conversation_id,
                turn_id=self._request.id,
                record=result.record,
                content=result.content,
                is_error=result.is_error,
            )
        )

    async def _one(self, asked: AskedCall) -> _Result:
        call = ToolCall(asked.block.id, asked.block.name, asked.block.input)
        started = self._parts.clock()
        if asked.fault:
            return self._unread(call, asked.fault)
        planned = await self._plan(call)
        passage = _Passage(call, planned, started)
        if self._state.repeats(call) and not await self._may_repeat(passage):
            return passage.refused(self._state.ended)
        if isinstance(planned, _Unfit):
            return passage.refused(planned.sentence) if planned.is_refusal else passage.failed(planned.sentence)
        stop = self._stopped_by_checks(planned)
        if stop:
            return passage.refused(stop)
        assert self._bench.gate is not None
        assert self._bench.context is not None
        passage.ruling = await self._bench.gate.authorize(
            call, planned.prepared, self._bench.context, asker=self._bench.asker
        )
        if passage.ruling.permit is None:
            sentence = passage.ruling.sentence
            return passage.failed(sentence) if passage.ruling.is_fault else passage.refused(sentence)
        self._emit(
            ToolStarted(conversation_id=self._request.conversation_id, turn_id=self._request.id, call_id=call.id)
        )
        return await self._act(passage, planned)

    async def _plan(self, call: ToolCall) -> "_Planned | _Unfit":
        """Looks at a call: the tool on offer, its arguments, what it is about, and the verdict."""
        view = CallView(CallVerb.CALL, call.name)
        tool = self._bench.tools.get(call.name)
        if tool is None or self._bench.context is None or self._bench.gate is None:
            self._planned(call, view, None)
            reason = HIDDEN_TOOL if call.name in self._bench.hidden else UNKNOWN_TOOL
            return _Unfit(view, f"The tool `{call.name}` is not available.", is_refusal=True, reason=reason)
        try:
            fitting = replace(call, input=check_arguments(tool.spec.input_schema, call.input))
            prepared = await tool.prepare(fitting, self._bench.context)
        except ToolRefusal as refusal:
            self._planned(call, view, None)
            return _Unfit(view, refusal.text, is_refusal=False)
        verdict, _ = await self._bench.gate.judge(prepared, self._bench.context)
        self._planned(call, prepared.view, verdict)
        return _Planned(tool, prepared, verdict)

    def _planned(self, call: ToolCall, view: CallView, verdict: Verdict | None) -> None:
        self._views[call.id] = view
        self._emit(
            ToolPlanned(
                conversation_id=self._request.conversation_id,
                turn_id=self._request.id,
                call=call,
                view=view,
                verdict=verdict,
            )
        )

    async def _may_repeat(self, passage: "_Passage") -> bool:
        assert self._bench.gate is not None
        assert self._bench.context is not None
        planned = passage.planned
        verdict = planned.verdict if isinstance(planned, _Planned) else None
        answer = await self._bench.gate.may_repeat(
            passage.call, planned.view, verdict, self._bench.context, asker=self._bench.asker
        )
        now = self._parts.clock()
        passage.answers = (AnsweredQuestion(QuestionKind.REPEAT, answer.option, answer.by, now, answer.note),)
        if answer.option.is_yes:
            self._state.count_anew()
            return True
        self._state.ended = "The same call was made three times in a row, so the turn ended."
        return False

    def _stopped_by_checks(self, planned: "_Planned") -> str:
        """Returns why edits and commands are refused after too many failed checks, "" while they are not (P189)."""
        assert self._bench.context is not None
        most = self._bench.context.max_failed_checks
        if self._state.failed_checks <= most or planned.tool.spec.kind not in _STOPPED_BY_CHECKS:
            return ""
        return f"The call is refused: checks failed {self._state.failed_checks} times in this turn. Say what is wrong."

    async def _act(self, passage: "_Passage", planned: "_Planned") -> _Result:
        assert passage.ruling is not None
        assert passage.ruling.permit is not None
        try:
            output = await planned.prepared.act(passage.ruling.permit)
        except ToolRefusal as refusal:
            return passage.failed(refusal.text, self._parts.clock())
        except Exception as fault:  # noqa: BLE001 -- one tool's own fault is told to the model and must not end the turn
            if self._bench.report_fault is not None:
                self._bench.report_fault(f"tool.{passage.call.name}", fault)
            return passage.failed(f"The tool failed inside: {type(fault).__name__}.", self._parts.clock())
        if planned.tool.spec.kind is CallKind.VERIFY and output.exit_code != 0:
            self._state.failed_checks += 1
        await self._accept_written(planned, output)
        return passage.done(output, self._parts.clock())

    async def _accept_written(self, planned: "_Planned", output: ToolOutput) -> None:
        """Counts what a person accepted in a review as accepted for trust too (S56, S70)."""
        if self._bench.accept_written is None or not planned.prepared.subject.is_steering:
            return
        for path in output.files:
            await self._bench.accept_written(path)

    def _unread(self, call: ToolCall, why: str) -> _Result:
        """Answers a call whose arguments are no JSON object; nothing is repaired, and the third one ends the turn (S101)."""
        self._state.unread_calls += 1
        view = CallView(CallVerb.CALL, call.name)
        self._planned(call, view, None)
        sentence = f"The arguments could not be read: {why}. Nothing ran. Send them as one whole JSON object."
        if self._state.unread_calls > _CORRECTIONS:
            self._state.ended = "Calls that could not be read came three times, so the turn ended."
        record = CallRecord(
            call.id, call.name, view, CallState.FAILED, sentence=sentence, started_at=self._parts.clock()
        )
        return _Result(sentence, is_error=True, record=record)

    def _cancelled(self, asked: AskedCall) -> _Result:
        return self._ended(asked, "The turn was stopped before this call ended.")

    def _left_out(self, asked: AskedCall, why: str) -> _Result:
        return self._ended(asked, f"Not run. {why}")

    def _ended(self, asked: AskedCall, sentence: str) -> _Result:
        """Returns the result of a call that came to nothing, with what was known of it."""
        block = asked.block
        view = self._views.get(block.id) or CallView(CallVerb.CALL, block.name)
        record = CallRecord(block.id, block.name, view, CallState.CANCELLED, sentence=sentence)
        return _Result(sentence, is_error=True, record=record)

    def _emit(self, event: AnyEvent) -> None:
        self._parts.emit(event)


@dataclass(frozen=True, slots=True)
class _Planned:
    """A call that can be judged."""

    tool: Tool
    prepared: PreparedCall
    verdict: Verdict

    @property
    def view(self) -> CallView:
        return self.prepared.view


@dataclass(frozen=True, slots=True)
class _Unfit:
    """A call that cannot: the tool is not on offer, or its arguments do not fit."""

    view: CallView
    sentence: str
    is_refusal: bool
    reason: str = ""  # code of a refusal that no verdict is behind


@dataclass(slots=True)
class _Passage:
    """One call on its way, and what is kept of it."""

    call: ToolCall
    planned: _Planned | _Unfit
    started_at: float
    ruling: Ruling | None = None
    answers: tuple[AnsweredQuestion, ...] = ()

    def refused(self, sentence: str) -> _Result:
        """Returns the result of a call that did not run."""
        return _Result(sentence, is_error=True, record=self._record(CallState.REFUSED, sentence=sentence))

    def failed(self, sentence: str, now: float | None = None) -> _Result:
        """Returns the result of a call that could not be carried out."""
        record = self._record(CallState.FAILED, sentence=sentence)
        spent = None if now is None else max(0.0, now - self.started_at)
        return _Result(sentence, is_error=True, record=replace(record, duration_s=spent))

    def done(self, output: ToolOutput, now: float) -> _Result:
        """Returns the result of a call that ran."""
        state = CallState.FAILED if output.is_error else CallState.DONE
        shown, _ = cut_middle(output.shown, _SHOWN_LIMIT)
        record = replace(
            self._record(state),
            duration_s=max(0.0, now - self.started_at),
            exit_code=output.exit_code,
            is_cut=output.is_cut,
            shown=shown,
            files=output.files,
            facts=output.facts,
        )
        return _Result(output.content, output.is_error, record)

    def _record(self, state: CallState, *, sentence: str = "") -> CallRecord:
        verdict = self._verdict
        record = CallRecord(
            self.call.id, self.call.name, self.planned.view, state, sentence=sentence, started_at=self.started_at
        )
        if verdict is None:
            reason = self.planned.reason if isinstance(self.planned, _Unfit) else ""
            return replace(record, answers=self.answers, reason=reason)
        ruling, rule = self.ruling, verdict.rule
        return replace(
            record,
            effect=verdict.effect.value,
            value=verdict.value.value,
            stage=verdict.stage.value,
            reason=verdict.reason,
            rule=rule.text if rule is not None else "",
            rule_source=rule.source if rule is not None else "",
            rule_path=rule.span.path if rule is not None and rule.span is not None else "",
            rule_line=rule.span.line if rule is not None and rule.span is not None else None,
            mode=ruling.mode.value if ruling is not None and ruling.mode is not None else "",
            answers=(*self.answers, *(ruling.answers if ruling is not None else ())),
            is_unasked=ruling is not None and ruling.permit is not None and ruling.permit.is_unasked,
        )

    @property
    def _verdict(self) -> Verdict | None:
        if self.ruling is not None and self.ruling.verdict is not None:
            return self.ruling.verdict
        return self.planned.verdict if isinstance(self.planned, _Planned) else None
