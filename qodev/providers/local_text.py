"""Reads the text of small local models: reasoning in tags, and calls printed as text (A166, A171)."""

from qodev.providers.answer import AnswerBuilder
from qodev.providers.base import ParseContext
from qodev.providers.printed_calls import PrintedCalls
from qodev.providers.think import Piece, ThinkSplitter
from qodev.types.messages import StopReason


class AnswerText:
    """Takes the text of one answer to its builder; for servers elsewhere it changes nothing."""

    def __init__(self, builder: AnswerBuilder, context: ParseContext) -> None:
        self._builder = builder
        self._thinks = ThinkSplitter() if context.is_local else None
        self._calls = PrintedCalls(context.tool_names if context.is_local else (), context.clock)

    @property
    def held_until(self) -> float | None:
        """Returns when held text must be given out."""
        return self._calls.held_until

    def add(self, piece: str) -> None:
        """Takes a piece of text."""
        if self._thinks is None or (self._thinks.is_over and not self._calls.is_open):
            self._builder.text(piece)
        else:
            self._give(self._thinks.feed(piece))

    def _give(self, pieces: list[Piece]) -> None:
        for is_thinking, text in pieces:
            if is_thinking and text:
                self._builder.thinking(text)
            elif text:
                certain = self._calls.feed(text)
                if certain:
                    self._builder.text(certain)

    def release(self) -> None:
        """Gives out everything that is held: a real call begins, or it was held for too long."""
        if self._thinks is not None:
            self._give(self._thinks.flush())
        held = self._calls.release()
        if held:
            self._builder.text(held)

    def finish(self, reason: StopReason) -> StopReason:
        """Ends a complete answer; returns the reason that holds then."""
        if self._thinks is not None:
            self._give(self._thinks.flush())
        call = self._calls.finish() if reason in (StopReason.END, StopReason.TOOL_CALLS) else None
        if call is None:
            self.release()
            return reason
        self._calls.release()
        begun = self._builder.new_call("", from_text=True)
        self._builder.calls.name(begun, call.name)
        self._builder.calls.add(begun, call.arguments)
        return StopReason.TOOL_CALLS
