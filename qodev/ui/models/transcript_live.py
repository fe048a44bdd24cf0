"""The rows of an answer that is still coming."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from qodev.types.events import (
    AnyEvent,
    BlockFinished,
    BlockKind,
    BlockStarted,
    MessageCommitted,
    NoticeRaised,
    RetryScheduled,
    StepStarted,
    TextDelta,
    ThinkingDelta,
    ToolInputDelta,
    TurnCancelled,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from qodev.types.messages import (
    Message,
    MessageRole,
    MessageState,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from qodev.ui.models.call_state import CallEvent, LiveCalls
from qodev.ui.models.card_rows import CardKind, Row, RowState, Say
from qodev.ui.models.transcript_rows import call_target

BlockEvent = BlockStarted | BlockFinished | TextDelta | ThinkingDelta | ToolInputDelta


@dataclass(slots=True)
class _Growing:
    row: Row
    started_at: float


@dataclass(slots=True)
class LiveAnswer:
    """Cards of one running turn, in the order of the answer's blocks; without any, one card that waits."""

    turn_id: str
    model: str = ""
    agent: str = ""
    _blocks: dict[int, _Growing] = field(default_factory=dict)
    _waiting: Row | None = None
    _notes: list[Row] = field(default_factory=list)  # what was noted before the answer

    def rows(self) -> tuple[Row, ...]:
        """Returns the cards as they stand."""
        grown = [self._blocks[index].row for index in sorted(self._blocks)]
        cards = [row for row in grown if row.text or row.say or row.state.is_live]
        return _numbered([*self._notes, *(cards or [self._waiting_row()])])

    def copied(self) -> "LiveAnswer":
        """Returns the same answer, to grow apart from this one."""
        blocks = {index: replace(growing) for index, growing in self._blocks.items()}
        return replace(self, _blocks=blocks, _notes=[*self._notes])

    def note(self, event: NoticeRaised) -> None:
        """Adds a notice that stands before the answer, as it will once the answer is stored."""
        self._notes.append(replace(self._row(CardKind.NOTICE), text=event.text, hint=event.hint or ""))

    def _waiting_row(self) -> Row:
        if self._waiting is None or self._waiting.subject != self.model:
            self._waiting = Row(
                self.turn_id, CardKind.ANSWER, state=RowState.WAITING, turn_id=self.turn_id, subject=self.model
            )
        return self._waiting

    def retry(self, event: RetryScheduled, text: str) -> None:
        """Says on the waiting card when the next try is."""
        self._waiting = replace(self._waiting_row(), state=RowState.RETRYING, hint=text)

    def remark(self, text: str) -> None:
        """Adds a remark to the waiting card, such as that loading may take a while."""
        if self._waiting is not None and self._waiting.state is RowState.WAITING:
            self._waiting = replace(self._waiting, hint=text)

    def feed(self, event: BlockEvent) -> None:
        """Takes what came of one block."""
        match event:
            case BlockStarted():
                self._start(event)
            case TextDelta():
                self._grow(event.index, BlockKind.TEXT, event.text, event.at)
            case ThinkingDelta():
                self._grow(event.index, BlockKind.THINKING, event.text, event.at)
            case BlockFinished():
                self._finish(event)
            case ToolInputDelta():
                pass  # arguments are shown once they are whole
            case _:
                assert_never(event)

    def _start(self, event: BlockStarted) -> None:
        kind = event.kind
        if kind is BlockKind.TOOL_USE:
            row = self._row(CardKind.NOTICE)
        elif kind is BlockKind.REDACTED_THINKING:
            row = replace(self._row(CardKind.THINKING), say=Say.HIDDEN_THINKING)
        elif kind is BlockKind.THINKING:
            row = replace(self._row(CardKind.THINKING), state=RowState.THINKING)
        else:
            row = replace(self._row(CardKind.ANSWER), state=RowState.ANSWERING, subject=self.model)
        self._blocks[event.index] = _Growing(row, event.at)

    def _row(self, kind: CardKind) -> Row:
        return Row(self.turn_id, kind, turn_id=self.turn_id)

    def _grow(self, index: int, kind: BlockKind, text: str, at: float) -> None:
        if index not in self._blocks:
            self._start(BlockStarted(conversation_id="", turn_id=self.turn_id, index=index, kind=kind, at=at))
        growing = self._blocks[index]
        growing.row = replace(growing.row, text=growing.row.text + text)

    def _finish(self, event: BlockFinished) -> None:
        growing = self._blocks.get(event.index)
        if growing is None:
            return
        row, block = growing.row, event.block
        match block:
            case TextBlock(text=text):
                row = replace(row, text=text)
            case ThinkingBlock(thinking=text):
                spent = block.duration_s if block.duration_s is not None else _spent(growing.started_at, event.at)
                row = replace(row, text=text, state=RowState.DONE, duration_s=spent)
            case ToolUseBlock():
                row = replace(row, say=Say.CALL_WAITS, subject=block.name, target=call_target(block.input))
            case _:
                row = replace(row, state=RowState.DONE)
        growing.row = row


def _spent(started_at: float, ended_at: float) -> float | None:
    return ended_at - started_at if started_at and ended_at >= started_at else None


def _numbered(rows: Sequence[Row]) -> tuple[Row, ...]:
    seen: dict[CardKind, int] = {}
    result: list[Row] = []
    for row in rows:
        seen[row.kind] = count = seen.get(row.kind, 0) + 1
        result.append(row if count == 1 or row.id.endswith(f".{count}") else replace(row, id=f"{row.id}.{count}"))
    return tuple(result)


class LiveAnswers:
    """Follows the answers of all running conversations, so that one that is opened late misses nothing."""

    def __init__(self) -> None:
        self._answers: dict[str, LiveAnswer] = {}
        self._calls: dict[str, LiveCalls] = {}
        self._begun: dict[str, TurnStarted] = {}

    def find(self, conversation_id: str) -> LiveAnswer | None:
        """Returns what has come of an answer so far, to grow apart from ours; None when none is coming."""
        answer = self._answers.get(conversation_id)
        return answer.copied() if answer is not None else None

    def find_calls(self, conversation_id: str) -> LiveCalls | None:
        """Returns the calls of a running turn that have no result yet, to follow apart from ours; None without a turn."""
        calls = self._calls.get(conversation_id)
        return calls.copied() if calls is not None else None

    def take(self, event: AnyEvent) -> None:
        """Takes an event of any conversation."""
        if isinstance(event, CallEvent):
            if event.conversation_id in self._calls:
                self._calls[event.conversation_id].feed(event)
            return
        match event:
            case TurnStarted() | StepStarted():
                self._begin(event)
            case BlockStarted() | BlockFinished() | TextDelta() | ThinkingDelta() | ToolInputDelta() | NoticeRaised():
                self._grow(event)
            case MessageCommitted():
                self._committed(event)
            case TurnFinished() | TurnFailed() | TurnCancelled():
                for kept in (self._answers, self._calls, self._begun):
                    kept.pop(event.conversation_id, None)
            case _:
                pass  # nothing of an answer

    def _grow(self, event: BlockEvent | NoticeRaised) -> None:
        answer = self._answers.get(event.conversation_id)
        if answer is not None and isinstance(event, NoticeRaised):
            answer.note(event)
        elif answer is not None and not isinstance(event, NoticeRaised):
            answer.feed(event)

    def _begin(self, event: TurnStarted | StepStarted) -> None:
        conversation = event.conversation_id
        if isinstance(event, TurnStarted):
            self._calls[conversation] = LiveCalls()
            self._begun[conversation] = event
            self._answers.pop(conversation, None)
        begun = self._begun.get(conversation)
        if begun is not None and conversation not in self._answers:
            self._answers[conversation] = LiveAnswer(begun.turn_id, begun.model, begun.agent)

    def _committed(self, event: MessageCommitted) -> None:
        if event.message.role is MessageRole.ASSISTANT:
            self._answers.pop(event.conversation_id, None)
            return
        calls = self._calls.get(event.conversation_id)
        for block in event.message.blocks if calls is not None else ():
            if isinstance(block, ToolResultBlock) and calls is not None:
                calls.end(block.tool_use_id)


def without_growing(messages: Sequence[Message], turn_id: str) -> Sequence[Message]:
    """Returns the messages but for the stored part of an answer that is still coming in that turn."""
    last = messages[-1] if messages else None
    is_growing = (
        last is not None
        and last.role is MessageRole.ASSISTANT
        and last.turn_id == turn_id
        and last.state is MessageState.PARTIAL
        and last.error is None
        and last.stop is None
    )
    return messages[:-1] if is_growing else messages
