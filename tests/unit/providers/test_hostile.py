"""Answers of no sense: whatever a server sends, each parser ends once, with valid text, the same at every cut (S99, S115)."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.providers.reader import AnswerForm
from qodev.types.agents import ClientApi
from qodev.types.providers import StopChunk, StreamChunk, TextChunk, ThinkingChunk, ToolInputChunk
from tests.fakes.answers import Read, read_bytes, read_events, wire

pytestmark = pytest.mark.slow  # a minute of nonsense; laws, not examples

# What the parsers look for: hostile values stand where real ones would.
_KEYS = (
    "type", "index", "delta", "content", "content_block", "message", "choices", "finish_reason", "tool_calls", "function",
    "name", "id", "arguments", "reasoning_content", "reasoning_details", "text", "thinking", "signature", "stop_reason",
    "usage", "error", "code", "input", "partial_json", "item", "item_id", "output_index", "response", "status", "output",
    "summary", "encrypted_content", "candidates", "parts", "functionCall", "args", "thoughtSignature", "thought",
    "finishReason", "promptFeedback", "blockReason", "usageMetadata", "done", "done_reason", "response", "stop",
)  # fmt: skip
_WORDS = (
    "", "x", "\ud83d", "\ude00", "\0", "<think>", "</think>", '{"name":"f","arguments":{}}', "error", "text", "thinking",
    "message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "message_stop",
    "text_delta", "thinking_delta", "signature_delta", "input_json_delta", "tool_use", "redacted_thinking", "stop",
    "response.output_item.added", "response.output_item.done", "response.output_text.delta", "response.completed",
    "response.function_call_arguments.delta", "response.failed", "function_call", "reasoning", "message", "completed",
    "tool_calls", "length", "STOP", "MAX_TOKENS",
)  # fmt: skip
_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from(_WORDS) | st.sampled_from([None, True, False, 0, 1, -1, 10**30, 0.5]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=5),
    max_leaves=12,
)
_EVENTS = st.lists(st.dictionaries(st.sampled_from(_KEYS), _VALUES, max_size=5), min_size=1, max_size=4)


def _merged(chunks: list[StreamChunk]) -> list[Any]:
    """Returns the chunks with the pieces of one block joined: how they are cut says nothing."""
    merged: list[Any] = []
    for chunk in chunks:
        match chunk:
            case TextChunk(index, piece) | ThinkingChunk(index, piece) | ToolInputChunk(index, piece):
                key = (type(chunk), index)
                if merged and merged[-1][0] == key:
                    merged[-1] = (key, merged[-1][1] + piece)
                else:
                    merged.append((key, piece))
            case _:
                merged.append((None, chunk))
    return merged


def _check(read: Read) -> None:
    ends = [chunk for chunk in read.chunks if isinstance(chunk, StopChunk)]
    assert len(ends) == (0 if read.fault else 1)
    assert not ends or read.chunks[-1] is ends[0]
    for chunk in read.chunks:
        shown = [getattr(chunk, name) for name in chunk.__dataclass_fields__]
        text = json.dumps([v for v in shown if isinstance(v, str | dict)], ensure_ascii=False)
        assert "\\u0000" not in text
        text.encode("utf-8")


@pytest.mark.parametrize("api", list(ClientApi))
@settings(max_examples=40, deadline=None)
@given(events=_EVENTS)
def test_nonsense_ends_once_with_valid_text_at_every_cut(api: ClientApi, events: list[Any]) -> None:
    data = wire(api, events)
    as_one = read_bytes(api, [data], is_local=True, tool_names=("f",))
    in_bytes = read_bytes(api, [data[n : n + 1] for n in range(len(data))], is_local=True, tool_names=("f",))
    _check(as_one)
    assert _merged(as_one.chunks) == _merged(in_bytes.chunks)
    assert (as_one.error, as_one.fault and as_one.fault.message) == (
        in_bytes.error,
        in_bytes.fault and in_bytes.fault.message,
    )


@pytest.mark.parametrize("api", list(ClientApi))
@settings(max_examples=40, deadline=None)
@given(answer=_VALUES)
def test_whole_answer_of_nonsense_ends_once_with_valid_text(api: ClientApi, answer: object) -> None:
    _check(read_bytes(api, [json.dumps(answer).encode()], form=AnswerForm.WHOLE))


@pytest.mark.parametrize("api", list(ClientApi))
@settings(max_examples=40, deadline=None)
@given(data=st.binary(max_size=200))
def test_bytes_of_nonsense_end_once(api: ClientApi, data: bytes) -> None:
    _check(read_bytes(api, [data]))
    _check(read_bytes(api, [data], form=AnswerForm.WHOLE))
    _check(read_bytes(api, [data], encoding="gzip"))


@pytest.mark.parametrize("place", [{"a": 1}, [1], None, 1.5, "1"])
def test_place_that_is_no_number_breaks_nothing(place: object) -> None:
    said = {"type": "content_block_delta", "index": place, "delta": {"type": "text_delta", "text": "hi"}}
    assert read_events(ClientApi.ANTHROPIC, said).text == "hi"
    delta = {"type": "response.output_text.delta", "output_index": place, "item_id": "m", "delta": "hi"}
    assert read_events(ClientApi.OPENAI_RESPONSES, delta).text == "hi"
    item = {"type": "reasoning", "id": "\ud800", "encrypted_content": "e"}
    done = {"type": "response.output_item.done", "output_index": place, "item": item}
    assert read_events(ClientApi.OPENAI_RESPONSES, done).signatures == [(0, "e", "\ufffd")]
