"""Joins the chunks of one answer into blocks, and tells what happened as events."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from typing import assert_never

from qodev.base.ids import Clock
from qodev.types.events import (
    AnyEvent,
    BlockFinished,
    BlockKind,
    BlockStarted,
    NoticeRaised,
    RetryScheduled,
    TextDelta,
    ThinkingDelta,
    ToolInputDelta,
    UsageUpdated,
)
from qodev.types.messages import Block, RedactedThinkingBlock, StopReason, TextBlock, ThinkingBlock, ToolUseBlock, Usage
from qodev.types.providers import (
    BlockEndChunk,
    ErrorChunk,
    MessageStartChunk,
    ProviderError,
    RedactedChunk,
    RetryChunk,
    SignatureChunk,
    StallChunk,
    StopChunk,
    StreamChunk,
    TextChunk,
    ThinkingChunk,
    ToolEndChunk,
    ToolInputChunk,
    ToolStartChunk,
    UsageChunk,
)


@dataclass(slots=True)
class _OpenBlock:
    """A block that still grows."""

    kind: BlockKind
    text: StringIO = field(default_factory=StringIO)  # a list of deltas would weigh ten times what they say
    signature: str | None = None
    item_id: str | None = None
    start: ToolStartChunk | None = None
    end: ToolEndChunk | None = None
    finished: bool = False
    started_at: float = 0.0
    duration_s: float | None = None

    def as_block(self, *, keeps_failed: bool = False) -> Block | None:
        """Returns the block as it stands; None for a call whose arguments are not whole.

        With `keeps_failed` a call whose arguments could not be read stands as one without any, so that it can be answered.
        """
        text = self.text.getvalue()
        match self.kind:
            case BlockKind.TEXT:
                return TextBlock(text, self.signature)
            case BlockKind.THINKING:
                return ThinkingBlock(text, self.signature, self.item_id, self.duration_s)
            case BlockKind.REDACTED_THINKING:
                return RedactedThinkingBlock(text)
            case BlockKind.TOOL_USE:
                return self._as_call(keeps_failed=keeps_failed)

    def _as_call(self, *, keeps_failed: bool) -> Block | None:
        if self.start is None or self.end is None or (self.end.input is None and not keeps_failed):
            return None
        vendor_id = None if self.start.made_id else self.start.id
        return ToolUseBlock(self.start.id, self.start.name, self.end.input or {}, self.signature, vendor_id)


class AnswerAccumulator:
    """Takes the chunks of one request in order; holds the blocks, the usage and how it ended."""

    def __init__(
        self, conversation_id: str, turn_id: str, before: Usage, clock: Clock, *, keeps_failed_calls: bool = False
    ) -> None:
        self._conversation_id = conversation_id
        self._turn_id = turn_id
        self._before = before
        self._clock = clock
        self._keeps_failed_calls = keeps_failed_calls
        self._open: dict[int, _OpenBlock] = {}
        self.usage = Usage()
        self.context_cut = False
        self.stop: StopReason | None = None
        self.stop_detail: str | None = None
        self.error: ProviderError | None = None
        self.model: str | None = None
        self.failed_calls: list[tuple[str, str, str]] = []  # id, name, and why its arguments are no call

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Returns what has come so far, in the order of the answer; empty text is left out."""
        made = [self._open[index].as_block(keeps_failed=self._keeps_failed_calls) for index in sorted(self._open)]
        return tuple(b for b in made if b is not None and not _is_blank(b))

    def feed(self, chunk: StreamChunk) -> Iterator[AnyEvent]:
        """Takes one chunk and yields the events that it means."""
        match chunk:
            case TextChunk():
                yield from self._text(chunk)
            case ThinkingChunk():
                yield from self._thinking(chunk)
            case ToolInputChunk():
                self._block(chunk.index, BlockKind.TOOL_USE).text.write(chunk.fragment)
                yield ToolInputDelta(
                    conversation_id=self._conversation_id,
                    turn_id=self._turn_id,
                    index=chunk.index,
                    fragment=chunk.fragment,
                )
            case ToolStartChunk():
                yield from self._started(chunk.index, BlockKind.TOOL_USE)
                self._open[chunk.index].start = chunk
            case _:
                yield from self._feed_rare(chunk)

    def _feed_rare(self, chunk: StreamChunk) -> Iterator[AnyEvent]:
        match chunk:
            case MessageStartChunk():
                self.model = chunk.model or None
            case SignatureChunk():
                self._sign(chunk)
            case RedactedChunk():
                yield from self._started(chunk.index, BlockKind.REDACTED_THINKING)
                self._open[chunk.index].text.write(chunk.data)
                yield from self._finish(chunk.index)
            case ToolEndChunk():
                yield from self._tool_ended(chunk)
            case BlockEndChunk():
                yield from self._finish(chunk.index)
            case UsageChunk():
                yield self._used(chunk)
            case RetryChunk() | StallChunk():
                yield self._waits(chunk)
            case StopChunk() | ErrorChunk():
                yield from self._end(chunk)
            case TextChunk() | ThinkingChunk() | ToolInputChunk() | ToolStartChunk():
                pass  # taken by feed
            case _:
                assert_never(chunk)

    def _waits(self, chunk: RetryChunk | StallChunk) -> AnyEvent:
        if isinstance(chunk, StallChunk):
            return NoticeRaised(
                conversation_id=self._conversation_id,
                turn_id=self._turn_id,
                text=f"No progress for {chunk.silent_s / 60:.0f} min.",
                hint="Wait, or stop the answer.",
            )
        return RetryScheduled(
            conversation_id=self._conversation_id,
            turn_id=self._turn_id,
            attempt=chunk.attempt,
            attempts=chunk.attempts,
            delay_s=chunk.delay_s,
            kind=chunk.kind,
        )

    def _sign(self, chunk: SignatureChunk) -> None:
        block = self._block(chunk.index, BlockKind.THINKING)
        block.signature = (block.signature or "") + chunk.signature
        block.item_id = chunk.item_id or block.item_id

    def _end(self, chunk: StopChunk | ErrorChunk) -> Iterator[AnyEvent]:
        for index in sorted(self._open):
            yield from self._finish(index)
        if isinstance(chunk, StopChunk):
            self.stop, self.stop_detail = chunk.reason, chunk.detail
        else:
            self.error = chunk.error

    def _block(self, index: int, kind: BlockKind) -> _OpenBlock:
        return self._open.setdefault(index, _OpenBlock(kind, started_at=self._clock()))

    def _started(self, index: int, kind: BlockKind) -> Iterator[AnyEvent]:
        if index not in self._open:
            self._open[index] = _OpenBlock(kind, started_at=self._clock())
            yield BlockStarted(conversation_id=self._conversation_id, turn_id=self._turn_id, index=index, kind=kind)

    def _text(self, chunk: TextChunk) -> Iterator[AnyEvent]:
        yield from self._started(chunk.index, BlockKind.TEXT)
        self._open[chunk.index].text.write(chunk.text)
        yield TextDelta(
            conversation_id=self._conversation_id, turn_id=self._turn_id, index=chunk.index, text=chunk.text
        )

    def _thinking(self, chunk: ThinkingChunk) -> Iterator[AnyEvent]:
        yield from self._started(chunk.index, BlockKind.THINKING)
        self._open[chunk.index].text.write(chunk.text)
        yield ThinkingDelta(
            conversation_id=self._conversation_id, turn_id=self._turn_id, index=chunk.index, text=chunk.text
        )

    def _tool_ended(self, chunk: ToolEndChunk) -> Iterator[AnyEvent]:
        block = self._block(chunk.index, BlockKind.TOOL_USE)
        block.end = chunk
        if chunk.error is not None:
            started = (block.start.id, block.start.name) if block.start else ("", "")
            self.failed_calls.append((*started, chunk.error))
        yield from self._finish(chunk.index)

    def _finish(self, index: int) -> Iterator[AnyEvent]:
        block = self._open.get(index)
        if block is None or block.finished:
            return
        block.finished = True
        block.duration_s = max(0.0, self._clock() - block.started_at)
        made = block.as_block()
        if made is not None:
            yield BlockFinished(conversation_id=self._conversation_id, turn_id=self._turn_id, index=index, block=made)

    def _used(self, chunk: UsageChunk) -> AnyEvent:
        self.usage = chunk.usage
        self.context_cut = self.context_cut or chunk.context_cut
        return UsageUpdated(
            conversation_id=self._conversation_id,
            turn_id=self._turn_id,
            usage=chunk.usage,
            total=self._before + chunk.usage,
        )


def _is_blank(block: Block) -> bool:
    match block:
        case TextBlock(text, signature):
            return not text and not signature
        case ThinkingBlock(thinking, signature, _):
            return not thinking and not signature
        case _:
            return False
