"""What is known of the calls of tools, live and stored alike: cards are drawn from this alone (U103, U112)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from qodev.base.jsontext import JsonFault, loads_strict
from qodev.base.values import ValueFault, decode_value
from qodev.types.messages import Message, MessageRole, Origin, ToolResultBlock, ToolUseBlock
from qodev.types.questions import AnsweredQuestion, CallRecord, PermissionRequest
from qodev.types.tooling import CallVerb, CallView
from qodev.types.work_events import (
    PermissionRequested,
    PermissionResolved,
    ToolPlanned,
    ToolProgressed,
    ToolStarted,
)

_TAIL_LINES, _TAIL_LENGTH = 12, 4_000  # of a running call: more would be laid out at each frame and never be read
_RECORDS = "calls"  # key of the records in the message that holds the results

CallEvent = ToolPlanned | ToolStarted | ToolProgressed | PermissionRequested | PermissionResolved


class CallPhase(StrEnum):
    """How far a call is."""

    PLANNED = "planned"
    ASKING = "asking"
    RUNNING = "running"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class CallNow:
    """One call as it stands; with `record` it has ended, and nothing else counts then."""

    tool: str
    view: CallView
    phase: CallPhase = CallPhase.PLANNED
    record: CallRecord | None = None
    content: str = ""  # what the model got
    tail: str = ""  # the end of what a running call has said
    answers: tuple[AnsweredQuestion, ...] = ()

    @property
    def is_guidance(self) -> bool:
        """Tells whether it loads a skill (U114)."""
        return self.view.verb is CallVerb.LOAD

    @property
    def all_answers(self) -> tuple[AnsweredQuestion, ...]:
        """Returns the questions of the call with their answers."""
        return self.record.answers if self.record is not None else self.answers

    def with_output(self, text: str) -> "CallNow":
        """Returns the call with more output; only its end is kept."""
        kept = (self.tail + text + ("" if text.endswith("\n") else "\n"))[-_TAIL_LENGTH:]
        lines = kept.removesuffix("\n").split("\n")[-_TAIL_LINES:]
        return replace(self, phase=CallPhase.RUNNING, tail="\n".join(lines) + "\n")


def results_of(message: Message) -> tuple[tuple[str, CallNow | None, ToolResultBlock], ...]:
    """Returns the results in a message with their calls; None where no executor's record stands behind one (U112)."""
    blocks = [block for block in message.blocks if isinstance(block, ToolResultBlock)]
    kept = message.provider_data.get(_RECORDS)
    is_own = message.role is MessageRole.USER and message.origin is Origin.TOOL and isinstance(kept, Mapping)
    return tuple((b.tool_use_id, _ended(b, kept) if is_own else None, b) for b in blocks)


def _ended(block: ToolResultBlock, kept: object) -> CallNow | None:
    value = kept.get(block.tool_use_id) if isinstance(kept, Mapping) else None
    try:
        record = decode_value(CallRecord, value) if value is not None else None
    except ValueFault:
        return None
    if record is None:
        return None
    return CallNow(record.tool, record.view, CallPhase.ENDED, record, "" if record.shown else _plain(block.content))


def _plain(content: str) -> str:
    """Returns the text of a result without the envelope that it went to the model in (P177)."""
    if not content.startswith("{"):
        return content
    try:
        inner = loads_strict(content)
    except JsonFault:
        return content
    text = inner.get("content") if isinstance(inner, Mapping) else None
    return text if isinstance(text, str) else content


class LiveCalls:
    """Calls of one turn that have no result yet, by id."""

    def __init__(self, calls: Mapping[str, CallNow] | None = None) -> None:
        self._calls: dict[str, CallNow] = dict(calls or {})
        self._questions: dict[str, PermissionRequest] = {}

    def copied(self) -> "LiveCalls":
        """Returns the same calls, to follow apart from these."""
        made = LiveCalls(self._calls)
        made._questions = dict(self._questions)
        return made

    @property
    def ids(self) -> tuple[str, ...]:
        """Returns the ids of the calls."""
        return tuple(self._calls)

    def find(self, call_id: str) -> CallNow | None:
        """Returns a call, or None."""
        return self._calls.get(call_id)

    def feed(self, event: CallEvent) -> str:
        """Takes what happened to a call and returns its id, "" when it is not known here."""
        if isinstance(event, ToolPlanned):
            self._calls[event.call.id] = CallNow(event.call.name, event.view)
            return event.call.id
        if isinstance(event, PermissionRequested):
            self._questions[event.request.id] = event.request
            return self._set(event.request.call_id, phase=CallPhase.ASKING)
        if isinstance(event, PermissionResolved):
            return self._answered(event)
        if isinstance(event, ToolProgressed):
            call = self._calls.get(event.call_id)
            if call is None:
                return ""
            self._calls[event.call_id] = call.with_output(event.text)
            return event.call_id
        return self._set(event.call_id, phase=CallPhase.RUNNING)

    def _answered(self, event: PermissionResolved) -> str:
        asked = self._questions.pop(event.request_id, None)
        call = self._calls.get(asked.call_id) if asked is not None else None
        if asked is None or call is None:
            return ""
        answer = event.answer
        answered = AnsweredQuestion(asked.kind, answer.option, answer.by, event.at, answer.note)
        waits = any(one.call_id == asked.call_id for one in self._questions.values())
        phase = CallPhase.ASKING if waits else CallPhase.PLANNED
        return self._set(asked.call_id, phase=phase, answers=(*call.answers, answered))

    def _set(self, call_id: str, **fields: object) -> str:
        if call_id not in self._calls:
            return ""
        self._calls[call_id] = replace(self._calls[call_id], **fields)  # type: ignore[arg-type]  # fields of CallNow
        return call_id

    def end(self, call_id: str) -> None:
        """Lets a call go that has its result."""
        self._calls.pop(call_id, None)


class CallBook:
    """Which result belongs to which call: results follow the answer that asked, and ids may come again later."""

    def __init__(self, live: LiveCalls | None = None) -> None:
        self.is_running = live is not None  # a turn is at work: calls without a result may still get one
        self.live = live or LiveCalls()
        self._ended: dict[tuple[str, str], tuple[CallNow | None, ToolResultBlock]] = {}
        self._loose: dict[tuple[str, str], tuple[CallNow | None, ToolResultBlock]] = {}  # whose answer is not loaded
        self._asked: dict[str, frozenset[str]] = {}
        self.owner = ""  # id of the last answer that asked for calls

    def read(self, messages: Sequence[Message], *, is_older: bool = False) -> None:
        """Takes messages in their order; older ones may hold the calls of results that came before them."""
        if is_older:
            self._read_older(messages)
            return
        for message in messages:
            self.owner = self._read_one(message, self.owner)

    def _read_older(self, messages: Sequence[Message]) -> None:
        later, self._loose = self._loose, {}
        owner = ""
        for message in messages:
            owner = self._read_one(message, owner)
        for place in [place for place in later if place[1] in self._asked.get(owner, ())]:
            self._ended[owner, place[1]] = later.pop(place)
        self._loose = later | self._loose
        self.owner = self.owner or owner

    def _read_one(self, message: Message, owner: str) -> str:
        if message.role is MessageRole.ASSISTANT:
            asked = frozenset(block.id for block in message.blocks if isinstance(block, ToolUseBlock))
            if not asked:
                return owner
            self._asked[message.id] = asked
            return message.id
        for call_id, call, block in results_of(message):
            self.live.end(call_id)
            if call_id in self._asked.get(owner, ()):
                self._ended[owner, call_id] = (call, block)
            else:
                self._loose[message.id, call_id] = (call, block)
        return owner

    def find(self, message_id: str, call_id: str) -> CallNow | None:
        """Returns a call of an answer as it stands, None when no executor knows of it."""
        ended = self._ended.get((message_id, call_id))
        if ended is not None:
            return ended[0]
        return self.live.find(call_id) if message_id == self.owner else None

    def result(self, message_id: str, call_id: str) -> ToolResultBlock | None:
        """Returns the stored result of a call of an answer."""
        ended = self._ended.get((message_id, call_id))
        return ended[1] if ended is not None else None

    def may_come(self, message_id: str) -> bool:
        """Tells whether calls of an answer that have no result may still get one."""
        return self.is_running and message_id == self.owner

    def end_turn(self) -> None:
        """Nothing comes any more for calls without a result."""
        self.is_running = False
        self.live = LiveCalls()

    def is_loose(self, message_id: str, call_id: str) -> bool:
        """Tells whether a result in a message stands without its call."""
        return (message_id, call_id) in self._loose
