"""The rows of an answer that is still coming."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from qodev.types.events import (
    BlockFinished,
    BlockKind,
    BlockStarted,
    RetryScheduled,
    TextDelta,
    ThinkingDelta,
    ToolInputDelta,
)
from qodev.types.messages import Message, MessageRole, MessageState, TextBlock, ThinkingBlock, ToolUseBlock
from qodev.ui.models.transcript_rows import CardKind, Row, RowState, Say, call_target

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
    adopted: list[Row] = field(default_factory=list)  # what was stored of the answer when its view was opened
    _blocks: dict[int, _Growing] = field(default_factory=dict)
    _waiting: Row | None = None

    def rows(self) -> tuple[Row, ...]:
        """Returns the cards as they stand."""
        grown = [self._blocks[index].row for index in sorted(self._blocks)]
        rows = _numbered([*self.adopted, *(row for row in grown if row.text or row.say or row.state.is_live)])
        return rows or (self._waiting_row(),)

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
        if index not in self._blocks and self._adopt(index, kind, text):
            return
        if index not in self._blocks:
            self._start(BlockStarted(conversation_id="", turn_id=self.turn_id, index=index, kind=kind, at=at))
        growing = self._blocks[index]
        growing.row = replace(growing.row, text=growing.row.text + text)

    def _adopt(self, index: int, kind: BlockKind, text: str) -> bool:
        """Lengthens a card that was there when the view was opened; what was missed comes with the commit."""
        card = CardKind.ANSWER if kind is BlockKind.TEXT else CardKind.THINKING
        if not self.adopted or self.adopted[-1].kind is not card or self._blocks:
            return False
        self.adopted[-1] = replace(self.adopted[-1], text=self.adopted[-1].text + text)
        return True

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
                row = replace(row, say=Say.CALL_WITHOUT_TOOL, subject=block.name, target=call_target(block.input))
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


def growing_answer(messages: Sequence[Message]) -> Message | None:
    """Returns the last message when it is an answer that had not ended when it was stored."""
    last = messages[-1] if messages else None
    is_growing = (
        last is not None
        and last.role is MessageRole.ASSISTANT
        and last.state is MessageState.PARTIAL
        and last.error is None
        and last.stop is None
    )
    return last if is_growing else None


def live_state(row: Row) -> RowState:
    """Returns the state of a card that goes on growing."""
    return RowState.ANSWERING if row.kind is CardKind.ANSWER else RowState.THINKING
