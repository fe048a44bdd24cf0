"""Chat Completions, Mistral and llama.cpp answers (A164 to A166, A170, S101, S102)."""

import pytest

from qodev.types.agents import ClientApi
from qodev.types.messages import Usage
from qodev.types.providers import ErrorKind, ToolStartChunk
from tests.fakes.answers import Read, read_events, read_whole

CHAT = ClientApi.OPENAI_CHAT


def _delta(finish: str | None = None, **delta: object) -> dict[str, object]:
    return {"id": "r", "model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def _call(arguments: object = None, **fields: object) -> dict[str, object]:
    name = fields.pop("name", None)
    return {"function": {"name": name, "arguments": arguments}, **fields}


def _calls(*items: dict[str, object], finish: str | None = "tool_calls") -> Read:
    events = [_delta(tool_calls=[item]) for item in items]
    return read_events(CHAT, *events, _delta(finish))


def test_answer_starts_once_with_id_and_model() -> None:
    read = read_events(CHAT, _delta(content="a"), _delta("stop"))
    assert read.start == ("r", "m")
    assert [type(c).__name__ for c in read.chunks] == ["MessageStartChunk", "TextChunk", "BlockEndChunk", "StopChunk"]


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("stop", ("end", None)),
        ("length", ("length", None)),
        ("content_filter", ("content_filter", None)),
        ("tool_calls", ("tool_calls", None)),
        ("function_call", ("tool_calls", None)),
        ("model_length", ("length", None)),
        ("eos", ("unknown", "eos")),
    ],
)
def test_finish_reason_becomes_a_stop_reason(word: str, wanted: tuple[str, str | None]) -> None:
    assert read_events(CHAT, _delta(content="a"), _delta(word)).stop == wanted


def test_finish_reason_error_is_an_error() -> None:
    read = read_events(CHAT, _delta(content="a"), _delta("error"))
    assert (read.text, read.error) == ("a", ErrorKind.SERVER)


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        ({"error": {"code": 429, "message": "x"}}, ErrorKind.RATE_LIMIT),
        ({"error": {"code": "401"}}, ErrorKind.AUTH),
        ({"error": "boom"}, ErrorKind.SERVER),
        ({"error": {"type": "insufficient_quota"}, "choices": [{"delta": {"content": "b"}}]}, ErrorKind.RATE_LIMIT),
        ({"choices": [{"delta": {}, "error": {"code": 503}, "finish_reason": "error"}]}, ErrorKind.OVERLOADED),
        ({"object": "error", "message": "bad", "code": 400}, ErrorKind.INVALID),
        ({"type": "error", "message": "bad"}, ErrorKind.SERVER),
    ],
)
def test_error_object_in_a_stream_ends_it_wherever_it_stands(event: dict[str, object], kind: ErrorKind) -> None:
    read = read_events(CHAT, _delta(content="a"), event, _delta("stop"))
    assert (read.text[:1], read.error, read.stop) == ("a", kind, None)


def test_text_beside_an_error_stays() -> None:
    assert read_events(CHAT, {"error": {"code": 500}, "choices": [{"delta": {"content": "b"}}]}).text == "b"


def test_empty_error_is_none() -> None:
    assert read_events(CHAT, _delta(content="a") | {"error": None}, _delta("stop") | {"error": {}}).stop == (
        "end",
        None,
    )


def test_reasoning_is_one_block_per_unbroken_run() -> None:
    read = read_events(
        CHAT, _delta(reasoning_content="a"), _delta(reasoning_content="b"), _delta(content="c"), _delta(reasoning="d"), _delta("stop")
    )  # fmt: skip
    assert read.blocks == [("thinking", "ab"), ("text", "c"), ("thinking", "d")]
    assert read.ended_blocks == [0, 1, 2]


def test_two_names_of_the_same_reasoning_count_once() -> None:
    assert read_events(CHAT, _delta(reasoning_content="a", reasoning="a"), _delta("stop")).thinking == "a"


def test_signature_in_reasoning_details_is_kept_and_its_text_not_doubled() -> None:
    details = [{"type": "reasoning.text", "text": "a", "signature": "s"}]
    read = read_events(CHAT, _delta(reasoning="a", reasoning_details=details), _delta("stop"))
    assert (read.thinking, read.signatures) == ("a", [(0, "s", None)])
    alone = read_events(CHAT, _delta(reasoning_details=[{"type": "reasoning.summary", "summary": "b"}]), _delta("stop"))
    assert alone.thinking == "b"


def test_refusal_is_text_and_the_reason() -> None:
    read = read_events(CHAT, _delta(refusal="No."), _delta("stop"))
    assert (read.text, read.stop) == ("No.", ("refusal", None))


def test_typed_parts_of_mistral_are_text_and_thinking() -> None:
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "a"}], "signature": "s"},
        {"type": "thinking", "thinking": "b"},
        {"type": "text", "text": "c"},
        {"type": "reference", "reference_ids": [1]},
    ]
    read = read_events(ClientApi.MISTRAL, _delta(content=parts), _delta("stop"))
    assert (read.blocks, read.signatures) == ([("thinking", "ab"), ("text", "c")], [(0, "s", None)])


def test_text_of_a_completion_is_text() -> None:
    assert read_events(CHAT, {"choices": [{"index": 0, "text": "x", "finish_reason": "stop"}]}).text == "x"


def test_usage_of_a_chunk_without_choices_counts_and_the_last_stands() -> None:
    usage = {
        "prompt_tokens": 10, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 4},
        "completion_tokens_details": {"reasoning_tokens": 2},
    }  # fmt: skip
    read = read_events(
        CHAT, _delta(content="a"), _delta("stop") | {"usage": {"prompt_tokens": 1}}, {"choices": [], "usage": usage}
    )
    assert read.usage == Usage(10, 5, 4, 0, 2)
    deepseek = read_events(CHAT, _delta("stop") | {"usage": {"prompt_tokens": 9, "prompt_cache_hit_tokens": 3}})
    assert deepseek.usage == Usage(9, 0, 3)


@pytest.mark.parametrize(
    "usage", [{"prompt_tokens": -1}, {"prompt_tokens": True}, {"prompt_tokens": "5"}, {"prompt_tokens": 1e300}]
)
def test_impossible_counts_are_zero(usage: dict[str, object]) -> None:
    assert read_events(CHAT, _delta("stop") | {"usage": usage}).usage == Usage()


def test_strange_shapes_are_no_text() -> None:
    read = read_events(
        CHAT, {"choices": None}, {"choices": [5]}, {"choices": [{"delta": "x"}]}, _delta(content=7), _delta(tool_calls="x"),
        _delta(tool_calls=[3]), _delta(content="a"), _delta("stop"),
    )  # fmt: skip
    assert (read.text, read.calls, read.stop) == ("a", [], ("end", None))


def test_stop_with_calls_counts_as_tool_calls() -> None:
    assert _calls(_call("{}", name="f", id="c", index=0), finish="stop").stop == ("tool_calls", None)


def test_new_id_at_an_old_index_is_a_new_call_and_the_old_id_continues() -> None:
    read = _calls(
        _call('{"a":', name="f", id="c1", index=0),
        _call('{"b":2}', name="g", id="c2", index=0),
        _call("1}", id="c1", index=0),
    )
    assert read.calls == [("c1", "f", {"a": 1}), ("c2", "g", {"b": 2})]


def test_fragment_without_an_id_goes_to_the_latest_call_at_its_index() -> None:
    read = _calls(_call('{"a":', name="f", id="c1", index=0), _call("1}", index=0), _call("", id="", index=0))
    assert read.calls == [("c1", "f", {"a": 1})]


def test_calls_without_index_are_told_apart_by_id_else_the_last_goes_on() -> None:
    read = _calls(
        _call('{"a":', name="f", id="x"), _call("{}", name="g", id="y"), _call("1}", id="x"), _call("", id=None)
    )
    assert read.calls == [("x", "f", {"a": 1}), ("y", "g", {})]
    bare = _calls(_call('{"a":', name="f"), _call("1}"))
    assert bare.calls == [("made1", "f", {"a": 1})]


def test_whole_calls_in_one_list_without_index_and_id_are_two() -> None:
    items = [_call({"a": 1}, name="f"), _call({"b": 2}, name="g")]
    read = read_events(CHAT, _delta("tool_calls", tool_calls=items))
    assert read.calls == [("made1", "f", {"a": 1}), ("made2", "g", {"b": 2})]


@pytest.mark.parametrize(
    ("items", "wanted"),
    [
        ([_call("{}", name="f", index=0), _call(id="late", index=0)], [("late", "f", {})]),
        ([_call('{"a":', name="f", index=0), _call("1}", id="late", index=0)], [("late", "f", {"a": 1})]),
        ([_call("", name="f", index=0), _call("{}", name="f", id="late", index=0)], [("late", "f", {})]),
        # Another name is another call, and an id is made once the call goes on without one.
        ([_call("", name="f", index=0), _call("{}", name="g", id="c", index=0)], [("made1", "f", {}), ("c", "g", {})]),
        ([_call("{", name="f", index=0), _call("", index=0), _call("}", id="c", index=0)], [("made1", "f", {})]),
        ([_call("{", name="f"), _call("}")], [("made1", "f", {})]),
    ],
)
def test_id_that_comes_late_belongs_to_the_same_call(items: list[dict[str, object]], wanted: list[object]) -> None:
    read = _calls(*items)
    assert read.calls == wanted
    assert [c.id for c in read.chunks if isinstance(c, ToolStartChunk)].count("late") <= 1


def test_id_and_name_are_set_once() -> None:
    read = _calls(_call("{", name="f", id="c", index=0), _call("}", name="other", id="c", index=0))
    assert read.calls == [("c", "f", {})]


def test_name_may_come_after_the_first_fragment() -> None:
    read = _calls(_call("{", id="c", index=0), _call("}", name="f", id="c", index=0))
    assert read.calls == [("c", "f", {})]


def test_call_without_a_name_is_an_error() -> None:
    [(call_id, name, error)] = _calls(_call("{}", id="c", index=0)).calls
    assert (call_id, name, error) == ("c", "", "the call names no tool")


def test_indices_decide_the_order_of_calls() -> None:
    read = _calls(_call("{}", name="b", id="2", index=1), _call("{}", name="a", id="1", index=0))
    assert [name for _, name, _ in read.calls] == ["a", "b"]
    far = _calls(_call("{}", name="b", id="2", index=10**9), _call("{}", name="a", id="1", index=-1))
    assert [name for _, name, _ in far.calls] == ["b", "a"]


@pytest.mark.parametrize(
    "arguments",
    ['{"a":1', "{'a':1}", '{"a":1,}', '{"a":1}{"b":2}', "[1]", '"x"', "null", " ", '{"a":1,"a":2}', '{"a":NaN}', '{"a":1e999}',
     '{"b":{"a":1,"a":2}}', "[" * 300 + "]" * 300, '{"a":"\n"}', '{"a":' + "9" * 5000 + "}"],
)  # fmt: skip
def test_arguments_that_are_no_json_object_are_an_error_never_a_repair(arguments: str) -> None:
    [(_, _, error)] = _calls(_call(arguments, name="f", id="c", index=0)).calls
    assert isinstance(error, str)


def test_no_fragment_at_all_means_no_arguments() -> None:
    assert _calls(_call(None, name="f", id="c", index=0)).calls == [("c", "f", {})]
    assert _calls(_call("", name="f", id="c", index=0)).calls == [("c", "f", {})]


def test_arguments_given_as_an_object_are_taken_unless_a_key_stood_twice() -> None:
    assert _calls(_call({"a": [1, {"b": None}]}, name="f", id="c", index=0)).calls == [
        ("c", "f", {"a": [1, {"b": None}]})
    ]


def test_texts_in_arguments_are_valid_unicode() -> None:
    fragments = ['{"a":"\\ud83d', "\\ude00 \\ud800 \\u0000", '"}']
    read = _calls(*(_call(f, name="f", id="c", index=0) for f in fragments))
    assert read.calls == [("c", "f", {"a": "😀 \ufffd \ufffd"})]
    raw = _calls(_call('{"a":"\ud83d', name="f", id="c", index=0), _call('\ude00"}', index=0))
    assert raw.calls == [("c", "f", {"a": "😀"})]


def test_keys_that_become_the_same_are_an_error() -> None:
    [(_, _, error)] = _calls(_call('{"\\ud800":1,"\\udbff":2}', name="f", id="c", index=0)).calls
    assert isinstance(error, str)


@pytest.mark.parametrize("reason", ["length", "content_filter"])
def test_cut_answer_starts_no_call(reason: str) -> None:
    [(_, _, error)] = _calls(_call("{}", name="f", id="c", index=0), finish=reason).calls
    assert isinstance(error, str)


def test_broken_answer_ends_no_call() -> None:
    read = read_events(CHAT, _delta(tool_calls=[_call("{}", name="f", id="c", index=0)]))
    assert (read.calls, read.error) == ([], ErrorKind.TRUNCATED)


def test_whole_answer_gives_the_same_chunks() -> None:
    message = {"content": "hi", "reasoning_content": "t", "tool_calls": [_call('{"a":1}', name="f", id="c")]}
    read = read_whole(
        CHAT, {"id": "r", "choices": [{"message": message, "finish_reason": "stop"}], "usage": {"prompt_tokens": 3}}
    )
    assert read.blocks == [("thinking", "t"), ("text", "hi"), ("tool", "f")]
    assert (read.calls, read.stop, read.usage) == ([("c", "f", {"a": 1})], ("tool_calls", None), Usage(3))


def test_whole_answer_with_an_error_is_an_error() -> None:
    assert read_whole(CHAT, {"error": {"code": 503}}).error is ErrorKind.OVERLOADED


def test_begin_tag_of_a_local_server_is_thinking() -> None:
    read = read_events(
        CHAT,
        _delta(content="<thi"),
        _delta(content="nk>a</th"),
        _delta(content="ink>b <think>"),
        _delta("stop"),
        is_local=True,
    )
    assert read.blocks == [("thinking", "a"), ("text", "b <think>")]
    hosted = read_events(CHAT, _delta(content="<think>a</think>b"), _delta("stop"))
    assert hosted.blocks == [("text", "<think>a</think>b")]


def test_native_chunks_of_llama_cpp_are_text() -> None:
    read = read_events(
        ClientApi.LLAMA_CPP, {"content": "a", "stop": False},
        {"content": "b", "stop": True, "stop_type": "limit", "tokens_evaluated": 7, "tokens_predicted": 2},
    )  # fmt: skip
    assert (read.text, read.stop, read.usage) == ("ab", ("length", None), Usage(7, 2))


@pytest.mark.parametrize(
    ("fields", "reason"),
    [({"stop_type": "eos"}, "end"), ({"stop_type": "word"}, "stop_sequence"), ({"stopped_word": True}, "stop_sequence"), ({"stopped_limit": True}, "length"), ({}, "end")],
)  # fmt: skip
def test_native_stop_of_llama_cpp_becomes_a_reason(fields: dict[str, object], reason: str) -> None:
    assert read_whole(ClientApi.LLAMA_CPP, {"content": "b", "stop": True, **fields}).stop == (reason, None)


def test_native_stream_of_llama_cpp_without_its_end_is_cut() -> None:
    assert read_events(ClientApi.LLAMA_CPP, {"content": "a", "stop": False}).error is ErrorKind.TRUNCATED


def test_llama_cpp_speaks_chat_completions_too() -> None:
    assert read_events(ClientApi.LLAMA_CPP, _delta(content="a"), _delta("stop")).text == "a"


def test_many_keys_with_one_twice_are_refused_at_once() -> None:
    arguments = "{" + ",".join(f'"k{n}":0' for n in range(100_000)) + ',"k99999":1}'
    [(_, _, error)] = _calls(_call(arguments, name="f", id="c", index=0)).calls
    assert isinstance(error, str)
    assert "`k99999` stands twice" in error


def test_reason_of_bad_arguments_is_short() -> None:
    key = "k" * 100_000
    [(_, _, error)] = _calls(_call(f'{{"{key}":1,"{key}":2}}', name="f", id="c", index=0)).calls
    assert isinstance(error, str)
    assert len(error) <= 300


def test_word_of_an_unknown_end_is_short_and_valid_text() -> None:
    stop = read_events(CHAT, _delta("\ud800" + "x" * 5000, content="a")).stop
    assert stop is not None
    assert (stop[0], stop[1]) == ("unknown", "\ufffd" + "x" * 999)


@pytest.mark.slow
def test_answer_of_endless_empty_calls_is_a_protocol_fault() -> None:
    event = _delta(tool_calls=[_call("", name="f", index=n) for n in range(70_000)])
    assert read_events(CHAT, event, _delta("tool_calls")).error is ErrorKind.PROTOCOL
