"""Answers of the Responses API (A167)."""

import pytest

from qodev.types.agents import ClientApi
from qodev.types.messages import Usage
from qodev.types.providers import ErrorKind
from tests.fakes.answers import read_events, read_whole

API = ClientApi.OPENAI_RESPONSES
CREATED = {"type": "response.created", "response": {"id": "resp", "model": "gpt"}}


def _event(kind: str, place: int = 0, **fields: object) -> dict[str, object]:
    return {"type": f"response.{kind}", "output_index": place, **fields}


def _ended(status: str = "completed", **fields: object) -> dict[str, object]:
    return {"type": f"response.{status}", "response": {"status": status, **fields}}


def test_text_streams_and_completed_ends_with_usage() -> None:
    usage = {
        "input_tokens": 9, "output_tokens": 5, "input_tokens_details": {"cached_tokens": 4},
        "output_tokens_details": {"reasoning_tokens": 2},
    }  # fmt: skip
    read = read_events(
        API, CREATED, {"type": "response.in_progress", "response": {}}, _event("output_text.delta", delta="h"),
        _event("output_text.delta", delta="i"), _ended(usage=usage),
    )  # fmt: skip
    assert (read.start, read.text, read.stop) == (("resp", "gpt"), "hi", ("end", None))
    assert read.usage == Usage(9, 5, 4, 0, 2)


def test_reasoning_has_blank_lines_between_parts_and_its_signature_with_the_item() -> None:
    item = {"type": "reasoning", "id": "rs", "encrypted_content": "enc"}
    read = read_events(
        API, CREATED, _event("output_item.added", item={"type": "reasoning", "id": "rs"}),
        _event("reasoning_summary_text.delta", item_id="rs", summary_index=0, delta="a"),
        _event("reasoning_summary_text.delta", item_id="rs", summary_index=0, delta="b"),
        _event("reasoning_summary_text.delta", item_id="rs", summary_index=1, delta="c"),
        _event("output_item.done", item=item), _ended(output=[item]),
    )  # fmt: skip
    assert (read.thinking, read.signatures, read.ended_blocks) == ("ab\n\nc", [(0, "enc", "rs")], [0])


def test_reasoning_that_shows_nothing_still_keeps_its_signature() -> None:
    item = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "enc"}
    read = read_events(API, CREATED, _event("output_item.done", item=item), _ended())
    assert (read.blocks, read.signatures) == ([("thinking", "")], [(0, "enc", "rs")])


def test_call_streams_and_done_wins_over_the_pieces() -> None:
    begun = {"type": "function_call", "id": "fc", "call_id": "c", "name": "f", "arguments": ""}
    read = read_events(
        API, CREATED, _event("output_item.added", item=begun), _event("function_call_arguments.delta", item_id="fc", delta='{"a"'),
        _event("function_call_arguments.delta", place=7, delta="lost"),
        _event("function_call_arguments.done", item_id="fc", arguments='{"a":1}'),
        _event("output_item.done", item=begun | {"arguments": '{"a":1}'}), _ended(output=[begun | {"arguments": '{"a":1}'}]),
    )  # fmt: skip
    assert (read.calls, read.stop) == ([("c", "f", {"a": 1})], ("tool_calls", None))


def test_call_that_comes_whole_is_one_call() -> None:
    item = {"type": "function_call", "id": "fc", "call_id": "c", "name": "f", "arguments": "{}"}
    assert read_events(API, CREATED, _event("output_item.done", item=item), _ended()).calls == [("c", "f", {})]


def test_refusal_is_text_and_the_reason() -> None:
    read = read_events(API, CREATED, _event("refusal.delta", delta="No."), _ended())
    assert (read.text, read.stop) == ("No.", ("refusal", None))


def test_what_stands_only_in_the_final_response_is_given_out() -> None:
    output = [
        {"type": "reasoning", "id": "r", "summary": [{"type": "summary_text", "text": "t"}]},
        {"type": "message", "id": "m", "content": [{"type": "output_text", "text": "hi"}]},
        {"type": "function_call", "id": "fc", "call_id": "c", "name": "f", "arguments": "{}"},
    ]
    read = read_events(API, CREATED, _ended(output=output))
    assert read.blocks == [("thinking", "t"), ("text", "hi"), ("tool", "f")]
    whole = read_whole(API, {"id": "resp", "model": "gpt", "status": "completed", "output": output, "error": None})
    assert (whole.blocks, whole.start) == (read.blocks, ("resp", "gpt"))


def test_final_response_that_leaves_items_out_doubles_no_text() -> None:
    message = {"type": "message", "id": "m", "content": [{"type": "output_text", "text": "hi"}]}
    read = read_events(
        API, CREATED, _event("output_item.added", place=1, item={"type": "message", "id": "m"}),
        _event("output_text.delta", place=1, item_id="m", delta="hi"), _ended(output=[message]),
    )  # fmt: skip
    assert read.text == "hi"


def test_refusal_only_in_the_final_response_counts() -> None:
    output = [{"type": "message", "content": [{"type": "refusal", "refusal": "No."}]}]
    read = read_events(API, CREATED, _ended(output=output))
    assert (read.text, read.stop) == ("No.", ("refusal", None))


@pytest.mark.parametrize(
    ("reason", "wanted"),
    [
        ("max_output_tokens", ("length", None)),
        ("content_filter", ("content_filter", None)),
        ("odd", ("unknown", "odd")),
    ],
)
def test_incomplete_says_why(reason: str, wanted: tuple[str, str | None]) -> None:
    read = read_events(API, CREATED, _ended("incomplete", incomplete_details={"reason": reason}))
    assert read.stop == wanted


def test_failed_is_an_error_with_the_vendors_words() -> None:
    read = read_events(
        API,
        CREATED,
        _event("output_text.delta", delta="a"),
        _ended("failed", error={"code": "rate_limit_exceeded", "message": "m"}),
    )
    assert (read.text, read.error) == ("a", ErrorKind.RATE_LIMIT)
    assert read.fault is not None
    assert (read.fault.message, read.fault.code) == ("m", "rate_limit_exceeded")
    assert read_events(API, _ended("failed")).error is ErrorKind.SERVER


def test_error_event_is_an_error() -> None:
    read = read_events(API, CREATED, {"type": "error", "code": "server_error", "message": "m", "param": None})
    assert (read.error, read.stop) == (ErrorKind.SERVER, None)


def test_stream_without_its_final_event_is_cut() -> None:
    assert read_events(API, CREATED, _event("output_text.delta", delta="a")).error is ErrorKind.TRUNCATED


def test_whole_error_is_an_error() -> None:
    assert read_whole(API, {"error": {"code": "invalid_prompt", "message": "m"}}).error is ErrorKind.INVALID


def test_final_arguments_are_bounded_too() -> None:
    begun = {"type": "function_call", "id": "fc", "call_id": "c", "name": "f", "arguments": "{"}
    done = _event("function_call_arguments.done", item_id="fc", arguments="x" * 4_200_000)
    read = read_events(API, CREATED, _event("output_item.added", item=begun), done, _ended())
    assert (read.error, read.calls) == (ErrorKind.PROTOCOL, [])


def test_final_arguments_win_over_other_pieces() -> None:
    begun = {"type": "function_call", "id": "fc", "call_id": "c", "name": "f", "arguments": '{"a":1}'}
    done = _event("function_call_arguments.done", item_id="fc", arguments='{"a":2}')
    assert read_events(API, CREATED, _event("output_item.added", item=begun), done, _ended()).calls == [
        ("c", "f", {"a": 2})
    ]


def test_events_without_places_or_ids_give_their_text_once() -> None:
    item = {"type": "message", "id": "m", "content": [{"type": "output_text", "text": "hi"}]}
    said = {"type": "response.output_text.delta", "delta": "hi"}
    assert read_events(API, CREATED, said, _ended(output=[item])).text == "hi"
    named = said | {"item_id": "m"}
    assert read_events(API, CREATED, named, _ended(output=[item])).text == "hi"


def test_call_is_found_by_its_id_where_no_place_is_sent() -> None:
    item = {"type": "function_call", "id": "fc", "call_id": "c", "name": "f", "arguments": ""}
    added = {"type": "response.output_item.added", "item": item}
    piece = {"type": "response.function_call_arguments.delta", "item_id": "fc", "delta": '{"a":1}'}
    assert read_events(API, CREATED, added, piece, _ended()).calls == [("c", "f", {"a": 1})]


@pytest.mark.parametrize(
    ("state", "stop", "error"),
    [
        ("completed", ("end", None), None),
        ("incomplete", ("unknown", None), None),
        ("failed", None, ErrorKind.SERVER),
        ("cancelled", None, ErrorKind.SERVER),
    ],
)
def test_state_of_the_event_counts_where_the_response_says_none(state: str, stop: object, error: object) -> None:
    read = read_events(API, CREATED, {"type": f"response.{state}", "response": {}})
    assert (read.stop, read.error) == (stop, error)
