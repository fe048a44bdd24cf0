"""Ollama's native answers (A169)."""

import json

import pytest

from qodev.types.agents import ClientApi
from qodev.types.messages import Usage
from qodev.types.providers import ErrorKind, UsageChunk
from tests.fakes.answers import read_bytes, read_events, read_whole

API = ClientApi.OLLAMA
DONE = {"done": True, "done_reason": "stop"}


def _say(**message: object) -> dict[str, object]:
    return {"model": "q", "message": {"role": "assistant", **message}, "done": False}


def test_chat_streams_thinking_and_text() -> None:
    read = read_events(API, _say(thinking="a"), _say(content="b"), DONE | {"prompt_eval_count": 7, "eval_count": 2})
    assert (read.blocks, read.stop, read.usage) == ([("thinking", "a"), ("text", "b")], ("end", None), Usage(7, 2))
    assert read.start == ("", "q")


def test_generate_streams_response_and_thinking() -> None:
    read = read_events(API, {"thinking": "a"}, {"response": "b"}, DONE)
    assert read.blocks == [("thinking", "a"), ("text", "b")]


@pytest.mark.parametrize(("word", "wanted"), [("length", ("length", None)), ("stop", ("end", None)), (None, ("end", None)), ("load", ("unknown", "load"))])  # fmt: skip
def test_done_reason_is_translated(word: str | None, wanted: tuple[str, str | None]) -> None:
    assert read_events(API, _say(content="a"), {"done": True, "done_reason": word}).stop == wanted


def test_calls_have_object_arguments_and_made_ids() -> None:
    calls = [{"function": {"name": "f", "arguments": {"a": 1}}}, {"function": {"name": "g", "arguments": {}}}]
    read = read_events(API, _say(content="", tool_calls=calls), DONE)
    assert read.calls == [("made1", "f", {"a": 1}), ("made2", "g", {})]
    assert read.stop == ("tool_calls", None)


def test_key_that_stands_twice_in_arguments_is_an_error() -> None:
    line = b'{"message":{"tool_calls":[{"function":{"name":"f","arguments":{"x":{"a":1,"a":2}}}}]}}\n'
    [(_, _, error)] = read_bytes(API, [line, json.dumps(DONE).encode()]).calls
    assert isinstance(error, str)
    assert "stands twice" in error


def test_error_line_and_missing_end_break_the_answer() -> None:
    read = read_events(API, _say(content="a"), {"error": "boom"})
    assert (read.text, read.error) == ("a", ErrorKind.SERVER)
    assert read_events(API, _say(content="a")).error is ErrorKind.TRUNCATED


def test_nothing_after_done_counts() -> None:
    assert read_events(API, _say(content="a"), DONE, _say(content="b")).text == "a"


@pytest.mark.parametrize(
    ("body", "count", "is_cut"),
    [
        ({"options": {"num_ctx": 100}}, 100, True),
        ({"options": {"num_ctx": 100}}, 120, True),
        ({"options": {"num_ctx": 100}}, 99, False),
        ({"options": {"num_ctx": 8192}}, 4096, False),
        ({}, 4096, True),
        ({}, 4095, False),
        ({}, 0, False),
        ([], 2048, True),
    ],
)
def test_prompt_count_at_the_limit_raises_the_context_cut_mark(body: object, count: int, is_cut: bool) -> None:
    read = read_events(
        API, DONE | {"prompt_eval_count": count, "eval_count": 1}, request_body=json.dumps(body).encode()
    )
    [usage] = [chunk for chunk in read.chunks if isinstance(chunk, UsageChunk)]
    assert usage.context_cut is is_cut


def test_body_that_is_no_json_says_nothing_of_the_window() -> None:
    read = read_events(API, DONE | {"prompt_eval_count": 5}, request_body=b"{")
    assert read.usage == Usage(5)


def test_whole_answer_is_one_line() -> None:
    answer = {"message": {"content": "hi", "thinking": "t"}, **DONE, "prompt_eval_count": 3}
    read = read_whole(API, answer)
    assert (read.blocks, read.stop, read.usage) == ([("thinking", "t"), ("text", "hi")], ("end", None), Usage(3))


def test_real_call_lets_held_text_go_first() -> None:
    call = {"function": {"name": "f", "arguments": {}}}
    read = read_events(API, _say(content='{"name":'), _say(tool_calls=[call]), DONE, is_local=True, tool_names=("f",))
    assert read.blocks == [("text", '{"name":'), ("tool", "f")]


def test_held_text_of_a_broken_answer_is_given_out() -> None:
    read = read_events(API, _say(content='{"name":'), is_local=True, tool_names=("f",))
    assert (read.text, read.error) == ('{"name":', ErrorKind.TRUNCATED)


def test_many_keys_with_one_twice_in_an_object_are_refused_at_once() -> None:
    pairs = ",".join(f'"k{n}":0' for n in range(100_000)) + ',"k99999":1'
    line = '{"message":{"tool_calls":[{"function":{"name":"f","arguments":{' + pairs + "}}}]}}\n"
    [(_, _, error)] = read_bytes(API, [line.encode(), json.dumps(DONE).encode()]).calls
    assert "`k99999` stands twice" in str(error)
