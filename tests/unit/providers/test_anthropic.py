"""Answers of the Messages API (A163)."""

import pytest

from qodev.types.agents import ClientApi
from qodev.types.messages import Usage
from qodev.types.providers import ErrorKind
from tests.fakes.answers import Read, read_events, read_whole

API = ClientApi.ANTHROPIC


def _start(**usage: int) -> dict[str, object]:
    return {"type": "message_start", "message": {"id": "msg", "model": "claude", "usage": usage}}


def _block(index: int, **block: object) -> dict[str, object]:
    return {"type": "content_block_start", "index": index, "content_block": block}


def _delta(index: int, kind: str, **fields: object) -> dict[str, object]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": kind, **fields}}


def _end(index: int) -> dict[str, object]:
    return {"type": "content_block_stop", "index": index}


def _stop(reason: str | None, **usage: int) -> list[dict[str, object]]:
    return [{"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage}, {"type": "message_stop"}]


def _tool(arguments: list[str], *, reason: str = "tool_use", given: object = None) -> Read:
    block = _block(0, type="tool_use", id="t", name="f", input=given or {})
    deltas = [_delta(0, "input_json_delta", partial_json=text) for text in arguments]
    return read_events(API, _start(), block, *deltas, _end(0), *_stop(reason))


def test_blocks_come_with_their_signatures_in_order() -> None:
    read = read_events(
        API, _start(input_tokens=3), {"type": "ping"},
        _block(0, type="thinking", thinking=""), _delta(0, "thinking_delta", thinking="a"), _delta(0, "signature_delta", signature="s"), _end(0),
        _block(1, type="redacted_thinking", data="x"), _end(1),
        _block(2, type="text", text="b"), _delta(2, "text_delta", text="c"), _delta(2, "citations_delta", citation={}), _end(2),
        *_stop("end_turn", output_tokens=4),
    )  # fmt: skip
    assert read.blocks == [("thinking", "a"), ("redacted", "x"), ("text", "bc")]
    assert (read.start, read.signatures, read.stop) == (("msg", "claude"), [(0, "s", None)], ("end", None))
    assert (read.usage, read.ended_blocks) == (Usage(3, 4), [0, 1, 2])


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("end_turn", ("end", None)),
        ("tool_use", ("tool_calls", None)),
        ("max_tokens", ("length", None)),
        ("model_context_window_exceeded", ("length", None)),
        ("stop_sequence", ("stop_sequence", None)),
        ("refusal", ("refusal", None)),
        ("pause_turn", ("unknown", "pause_turn")),
        (None, ("unknown", None)),
    ],
)
def test_stop_reason_is_translated(word: str | None, wanted: tuple[str, str | None]) -> None:
    assert read_events(API, _start(), *_stop(word)).stop == wanted


def test_prompt_count_has_the_cached_parts_in_it() -> None:
    start = _start(input_tokens=1, cache_creation_input_tokens=10, cache_read_input_tokens=100, output_tokens=1)
    assert read_events(API, start, *_stop("end_turn", output_tokens=7)).usage == Usage(111, 7, 100, 10)


def test_arguments_in_pieces_make_one_call() -> None:
    assert _tool(['{"a"', ":1}"]).calls == [("t", "f", {"a": 1})]
    assert _tool([]).calls == [("t", "f", {})]
    assert _tool([], given={"a": 2}).calls == [("t", "f", {"a": 2})]


def test_cut_answer_starts_no_call() -> None:
    [(_, _, error)] = _tool(['{"a":1}'], reason="max_tokens").calls
    assert isinstance(error, str)


def test_calls_of_the_server_itself_are_not_ours() -> None:
    read = read_events(
        API, _start(), _block(0, type="server_tool_use", id="s", name="web_search"),
        _delta(0, "input_json_delta", partial_json="{}"), _end(0), _block(1, type="web_search_tool_result", content=[]), _end(1),
        *_stop("end_turn"),
    )  # fmt: skip
    assert (read.calls, read.blocks) == ([], [])


def test_stream_without_message_stop_is_cut() -> None:
    read = read_events(API, _start(), _delta(0, "text_delta", text="hi"), _stop("end_turn")[0])
    assert (read.text, read.error) == ("hi", ErrorKind.TRUNCATED)


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("overloaded_error", ErrorKind.OVERLOADED),
        ("invalid_request_error", ErrorKind.INVALID),
        ("authentication_error", ErrorKind.AUTH),
        ("rate_limit_error", ErrorKind.RATE_LIMIT),
        ("request_too_large", ErrorKind.TOO_LARGE),
        ("timeout_error", ErrorKind.TIMEOUT),
        ("api_error", ErrorKind.SERVER),
    ],
)
def test_error_event_is_an_error_of_its_kind(kind: str, wanted: ErrorKind) -> None:
    event = {"type": "error", "error": {"type": kind, "message": "m"}}
    read = read_events(API, _start(), _delta(0, "text_delta", text="hi"), event)
    assert (read.text, read.error) == ("hi", wanted)
    assert read.fault is not None
    assert (read.fault.message, read.fault.code) == ("m", kind)


def test_nothing_after_message_stop_counts() -> None:
    assert read_events(API, _start(), *_stop("end_turn"), _delta(0, "text_delta", text="x")).text == ""


def test_whole_message_gives_the_same_chunks() -> None:
    content = [
        {"type": "thinking", "thinking": "a", "signature": "s"},
        {"type": "text", "text": "b"},
        {"type": "tool_use", "id": "t", "name": "f", "input": {"x": 1}},
    ]
    answer = {
        "type": "message",
        "id": "msg",
        "model": "c",
        "content": content,
        "stop_reason": "tool_use",
        "usage": {"input_tokens": 2},
    }
    read = read_whole(API, answer)
    assert read.blocks == [("thinking", "a"), ("text", "b"), ("tool", "f")]
    assert (read.calls, read.signatures) == ([("t", "f", {"x": 1})], [(0, "s", None)])
    assert (read.stop, read.usage) == (("tool_calls", None), Usage(2))


def test_whole_error_is_an_error() -> None:
    read = read_whole(API, {"type": "error", "error": {"type": "overloaded_error", "message": "m"}})
    assert (read.chunks, read.error) == ([], ErrorKind.OVERLOADED)


def test_whole_message_without_a_stop_reason_is_cut() -> None:
    assert read_whole(API, {"type": "message", "content": []}).error is ErrorKind.TRUNCATED


def test_call_that_begins_again_with_its_id_goes_on_and_with_another_is_new() -> None:
    def begun(call_id: str) -> dict[str, object]:
        block = {"type": "tool_use", "id": call_id, "name": "f", "input": {}}
        return {"type": "content_block_start", "index": 0, "content_block": block}

    def piece(text: str) -> dict[str, object]:
        return _delta(0, "input_json_delta", partial_json=text)

    same = read_events(API, _start(), begun("a"), piece('{"x":'), begun("a"), piece("1}"), *_stop("tool_use"))
    assert same.calls == [("a", "f", {"x": 1})]
    other = read_events(API, _start(), begun("a"), piece("{}"), begun("b"), piece('{"y":2}'), *_stop("tool_use"))
    assert other.calls == [("a", "f", {}), ("b", "f", {"y": 2})]


def test_block_that_changes_its_kind_is_two_blocks() -> None:
    thought, said = _delta(0, "thinking_delta", thinking="t"), _delta(0, "text_delta", text="hi")
    read = read_events(API, _start(), thought, said, thought, *_stop("end_turn"))
    assert read.blocks == [("thinking", "t"), ("text", "hi"), ("thinking", "t")]
