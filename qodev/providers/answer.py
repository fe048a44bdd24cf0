"""Turns pieces of an answer into chunks."""

from collections.abc import Callable
from dataclasses import dataclass

from qodev.base.text import join_surrogates
from qodev.providers.chunks import ChunkBuffer, clean_name
from qodev.providers.tool_calls import Call, ToolCalls
from qodev.types.messages import StopReason, Usage
from qodev.types.providers import (
    BlockEndChunk,
    MessageStartChunk,
    RedactedChunk,
    SignatureChunk,
    StopChunk,
    StreamChunk,
    TextChunk,
    ThinkingChunk,
    UsageChunk,
)


@dataclass(slots=True)
class _Run:
    """A text or thinking block that grows."""

    index: int
    is_text: bool
    half: str = ""  # the first half of a surrogate pair, until the other comes
    is_shown: bool = False


class AnswerBuilder:
    """Collects the chunks of one answer; `take` hands over those made since the last time.

    Text and thinking come in runs: one block as long as nothing else comes between (A166), unless `key` says which
    block a piece belongs to.
    """

    def __init__(self, make_id: Callable[[], str]) -> None:
        self._buffer = ChunkBuffer()
        self._runs: dict[object, _Run] = {}
        self._growing: _Run | None = None  # the unkeyed run
        self.is_started = False
        self.calls = ToolCalls(self._buffer, make_id)
        self.usage: Usage | None = None
        self.context_cut = False

    def take(self) -> list[StreamChunk]:
        """Returns the new chunks."""
        return self._buffer.take()

    def start(self, answer_id: object, model: object) -> None:
        """Tells once that the answer began."""
        if not self.is_started:
            self.is_started = True
            self._buffer.out.append(MessageStartChunk(clean_name(answer_id), clean_name(model)))

    def text(self, piece: str, key: object = None) -> None:
        """Adds a piece of text."""
        run = self._growing if key is None else None
        if run is None or not run.is_text:
            run = self._run(key, is_text=True)
        whole = self._whole(run, piece)
        if whole:
            run.is_shown = True
            self._buffer.out.append(TextChunk(run.index, whole))

    def thinking(self, piece: str, key: object = None) -> None:
        """Adds a piece of reasoning."""
        run = self._run(key, is_text=False)
        whole = self._whole(run, piece)
        if whole:
            run.is_shown = True
            self._buffer.out.append(ThinkingChunk(run.index, whole))

    def signature(self, value: str, key: object = None, *, is_text: bool = False, item_id: str | None = None) -> None:
        """Signs a block; one that has shown nothing yet is begun by an empty piece, so that its kind is known."""
        run = self._run(key, is_text=is_text)
        self._buffer.count(value)
        if not run.is_shown:
            run.is_shown = True
            self._buffer.out.append(TextChunk(run.index, "") if is_text else ThinkingChunk(run.index, ""))
        name = join_surrogates(item_id) if item_id else None
        self._buffer.out.append(SignatureChunk(run.index, join_surrogates(value), name))

    def redacted(self, data: str) -> None:
        """Adds a block of hidden reasoning."""
        self.end_run()
        self._buffer.count(data)
        index = self._buffer.new_index()
        self._buffer.out += (RedactedChunk(index, join_surrogates(data)), BlockEndChunk(index))

    def end_run(self, key: object = None) -> None:
        """Ends the block of `key`, or the run that is growing."""
        if key is None:
            run, self._growing = self._growing, None
        else:
            run = self._runs.pop(key, None)
        if run is not None:
            if run.half:
                self._buffer.out.append(
                    TextChunk(run.index, "\ufffd") if run.is_text else ThinkingChunk(run.index, "\ufffd")
                )
            self._buffer.out.append(BlockEndChunk(run.index))

    def _run(self, key: object, *, is_text: bool) -> _Run:
        if key is None:
            if self._growing is None or self._growing.is_text != is_text:
                self.end_run()
                self._growing = _Run(self._buffer.new_index(), is_text)
            return self._growing
        run = self._runs.get(key)
        if run is not None and run.is_text != is_text:  # a vendor's block that changes its kind
            self.end_run(key)
            run = None
        if run is None:
            run = self._runs[key] = _Run(self._buffer.new_index(), is_text)
        return run

    def _whole(self, run: _Run, piece: str) -> str:
        whole, run.half = self._buffer.joined(run.half, piece)
        return whole

    def new_call(self, call_id: str, *, from_text: bool = False) -> Call:
        """Begins a call after the run that grows; without an id it gets one now."""
        call = self.open_call(call_id, from_text=from_text)
        self.calls.settle(call)
        return call

    def open_call(self, call_id: str, *, place: int | None = None, from_text: bool = False) -> Call:
        """Begins a call whose id may still come; `place` is its block, when that is free."""
        self.end_run()
        return self.calls.begin(call_id, wanted_index=place, from_text=from_text)

    @property
    def next_index(self) -> int:
        """Returns the number that the next block would get."""
        return self._buffer.next_index

    def finish(self, reason: StopReason, detail: str | None = None) -> None:
        """Ends a complete answer."""
        self._end_runs()
        self.calls.end_all(reason)
        self._give_usage()
        self._buffer.out.append(StopChunk(reason, clean_name(detail) or None))

    def break_off(self) -> None:
        """Ends what grows in a broken answer; calls stay open, so none of them can start (S101)."""
        self._end_runs()
        self._give_usage()

    def _end_runs(self) -> None:
        self.end_run()
        for key in tuple(self._runs):
            self.end_run(key)

    def _give_usage(self) -> None:
        if self.usage is not None:
            self._buffer.out.append(UsageChunk(self.usage, self.context_cut))
