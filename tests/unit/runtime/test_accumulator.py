"""Chunks become blocks and events."""

from qodev.runtime.accumulator import AnswerAccumulator
from qodev.types import events
from qodev.types.messages import (
    RedactedThinkingBlock,
    StopReason,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
    Usage,
)
from qodev.types.providers import (
    BlockEndChunk,
    ErrorChunk,
    ErrorKind,
    MessageStartChunk,
    ProviderError,
    RedactedChunk,
    RetryChunk,
    SignatureChunk,
    StopChunk,
    StreamChunk,
    TextChunk,
    ThinkingChunk,
    ToolEndChunk,
    ToolInputChunk,
    ToolStartChunk,
    UsageChunk,
)


def _feed(*chunks: StreamChunk) -> tuple[AnswerAccumulator, list[events.AnyEvent]]:
    answer = AnswerAccumulator("c", "t", Usage(input_tokens=1), lambda: 7.0)
    return answer, [event for chunk in chunks for event in answer.feed(chunk)]


def test_text_pieces_become_one_block() -> None:
    answer, told = _feed(
        MessageStartChunk("id", "m"), TextChunk(0, "a"), TextChunk(0, "b"), BlockEndChunk(0), StopChunk(StopReason.END)
    )
    assert answer.blocks == (TextBlock("ab"),)
    assert [type(e).__name__ for e in told] == ["BlockStarted", "TextDelta", "TextDelta", "BlockFinished"]
    assert (answer.stop, answer.model) == (StopReason.END, "m")


def test_blocks_stand_in_the_order_of_the_answer() -> None:
    answer, _ = _feed(
        ThinkingChunk(0, "why"),
        SignatureChunk(0, "si"),
        SignatureChunk(0, "g"),
        RedactedChunk(1, "xx"),
        TextChunk(2, "t"),
        ToolStartChunk(3, "c1", "ls"),
        ToolInputChunk(3, "{}"),
        ToolEndChunk(3, {"a": 1}),
    )
    assert answer.blocks == (
        ThinkingBlock("why", "sig"),
        RedactedThinkingBlock("xx"),
        TextBlock("t"),
        ToolUseBlock("c1", "ls", {"a": 1}, None, "c1"),
    )


def test_call_without_readable_arguments_is_no_block() -> None:
    answer, _ = _feed(ToolStartChunk(0, "c1", "ls"), ToolEndChunk(0, None, "cut"), StopChunk(StopReason.TOOL_CALLS))
    assert answer.blocks == ()
    assert answer.failed_calls == [("c1", "ls", "cut")]


def test_made_id_is_not_the_vendors() -> None:
    answer, _ = _feed(ToolStartChunk(0, "x", "ls", made_id=True), ToolEndChunk(0, {}))
    assert answer.blocks == (ToolUseBlock("x", "ls", {}, None, None),)


def test_thinking_says_how_long_it_ran() -> None:
    times = iter((1.0, 13.5))
    answer = AnswerAccumulator("c", "t", Usage(), lambda: next(times))
    for chunk in (ThinkingChunk(0, "why"), BlockEndChunk(0)):
        list(answer.feed(chunk))
    assert answer.blocks == (ThinkingBlock("why", duration_s=12.5),)


def test_last_usage_stands_and_the_turn_is_summed() -> None:
    answer, told = _feed(UsageChunk(Usage(5, 1)), UsageChunk(Usage(7, 2)))
    assert answer.usage == Usage(7, 2)
    last = told[-1]
    assert isinstance(last, events.UsageUpdated)
    assert last.total == Usage(8, 2)


def test_error_keeps_what_came_before() -> None:
    fault = ProviderError(ErrorKind.TRUNCATED, "cut")
    answer, _ = _feed(TextChunk(0, "half"), ErrorChunk(fault))
    assert answer.blocks == (TextBlock("half"),)
    assert answer.error == fault


def test_retry_is_told() -> None:
    _, told = _feed(RetryChunk(1, 2, 8.0, ErrorKind.RATE_LIMIT))
    assert isinstance(told[0], events.RetryScheduled)


def test_empty_text_is_left_out() -> None:
    answer, _ = _feed(TextChunk(0, ""), StopChunk(StopReason.END))
    assert answer.blocks == ()
