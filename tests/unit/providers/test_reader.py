"""Answers from bytes: forms, faults, limits, and every cut of the case files (S99 to S104)."""

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest

from qodev.providers.base import StreamFault
from qodev.providers.reader import AnswerForm, AnswerReader, form_of
from qodev.providers.registry import dialect_for
from qodev.types.agents import ClientApi
from qodev.types.providers import ErrorKind
from tests.cases.__main__ import DATA
from tests.fakes.answers import Read, context, read_bytes, read_events, wire

CHAT = ClientApi.OPENAI_CHAT
STOP = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}


def _say(text: str) -> dict[str, object]:
    return {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}


def _successes() -> Iterator[Any]:
    for line in (DATA / "security" / "streams.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        said = case["answer"]
        if said["status"] == 200 and "repeat" not in said and "html" not in str(said.get("headers")):
            yield pytest.param(case, id=case["id"])


def _read(case: dict[str, Any], pieces: list[bytes]) -> tuple[object, ...]:
    headers = case["answer"].get("headers", {})
    is_whole = headers.get("content-type") == "application/json"
    read = read_bytes(
        ClientApi(case["api"]),
        pieces,
        form=AnswerForm.WHOLE if is_whole else AnswerForm.STREAM,
        encoding=headers.get("content-encoding", ""),
    )
    calls = [call for call in read.calls if case["expect"].get("calls")]
    return read.text, read.thinking, calls, read.stop, read.error, read.usage


@pytest.mark.parametrize("case", list(_successes()))
def test_answer_is_the_same_at_every_cut(case: dict[str, Any]) -> None:
    data = b"".join(base64.b64decode(chunk) for chunk in case["answer"].get("chunks_b64", []))
    whole = _read(case, [data])
    if "text" in case["expect"]:
        assert whole[0] == case["expect"]["text"]
    for place in range(1, len(data)):
        assert _read(case, [data[:place], data[place:]]) == whole, place
    assert _read(case, [data[i : i + 1] for i in range(len(data))]) == whole


@pytest.mark.parametrize(
    ("content_type", "asked", "wanted"),
    [
        ("text/event-stream", False, AnswerForm.STREAM),
        ("application/x-ndjson", False, AnswerForm.STREAM),
        ("Application/JSON; charset=utf-8", True, AnswerForm.WHOLE),
        ("", True, AnswerForm.STREAM),
        ("", False, AnswerForm.WHOLE),
        ("text/plain", True, AnswerForm.STREAM),
    ],
)
def test_form_follows_the_content_type(content_type: str, asked: bool, wanted: AnswerForm) -> None:
    assert form_of(content_type, asked_for_stream=asked) is wanted


@pytest.mark.parametrize("content_type", ["text/html", "TEXT/HTML; charset=x", "application/xhtml+xml"])
def test_web_page_is_no_answer(content_type: str) -> None:
    with pytest.raises(StreamFault) as caught:
        form_of(content_type, asked_for_stream=True)
    assert caught.value.kind is ErrorKind.PROTOCOL


@pytest.mark.parametrize("event", [b"5", b'"x"', b"null", b"[1]", b"{", b'{"a":NaN}', b"{'a':1}", b"[" * 5000])
def test_event_that_is_no_json_object_is_a_protocol_fault(event: bytes) -> None:
    read = read_bytes(CHAT, [wire(CHAT, [_say("hi")]), b"data: " + event + b"\n\n", wire(CHAT, [STOP])])
    assert (read.text, read.error, read.stop) == ("hi", ErrorKind.PROTOCOL, None)


def test_last_event_cut_in_its_middle_is_dropped() -> None:
    read = read_bytes(CHAT, [wire(CHAT, [_say("hi")]) + b'data: {"choi'])
    assert (read.text, read.error) == ("hi", ErrorKind.TRUNCATED)


def test_last_event_without_its_blank_line_counts() -> None:
    read = read_bytes(CHAT, [wire(CHAT, [_say("hi"), STOP]).rstrip(b"\n")])
    assert (read.text, read.stop) == ("hi", ("end", None))


def test_nothing_follows_the_end() -> None:
    read = read_bytes(CHAT, [wire(CHAT, [_say("a"), STOP], done=True) + wire(CHAT, [_say("b")])])
    assert (read.text, read.stop) == ("a", ("end", None))


@pytest.mark.parametrize("mark", [b"data:[DONE]", b"data:  [DONE]", b"data: [DONE] \t"])
def test_blanks_around_done_do_not_count(mark: bytes) -> None:
    assert read_bytes(CHAT, [wire(CHAT, [_say("a"), STOP]) + mark + b"\n\ndata: junk\n\n"]).stop == ("end", None)


@pytest.mark.parametrize("levels", [5, 200, 900, 960, 975, 989, 995, 100_000])
@pytest.mark.parametrize("member", ["error", "message", "detail"])
def test_error_of_any_depth_is_read_without_a_fall(levels: int, member: str) -> None:
    nested = f'{{"error":{{"{member}":' * levels + "1" + "}}" * levels
    assert read_bytes(CHAT, [b"data: " + nested.encode() + b"\n\n"]).fault is not None
    assert read_bytes(CHAT, [nested.encode()], form=AnswerForm.WHOLE).fault is not None


@pytest.mark.parametrize("levels", [100, 300, 900, 960, 975, 985, 990, 995])
def test_arguments_of_any_depth_are_read_without_a_fall(levels: int) -> None:
    deep = '{"a":' * levels + "1" + "}" * levels
    line = f'{{"message":{{"tool_calls":[{{"function":{{"name":"f","arguments":{deep}}}}}]}},"done":true}}\n'
    read = read_bytes(ClientApi.OLLAMA, [line.encode()])
    assert read.error is ErrorKind.PROTOCOL or (levels > 200) is isinstance(read.calls[0][2], str)


def test_done_alone_is_no_end() -> None:
    assert read_bytes(CHAT, [wire(CHAT, [_say("a")], done=True)]).error is ErrorKind.TRUNCATED


def test_invalid_utf8_nul_and_halves_become_replacement_marks() -> None:
    raw = b'data: {"choices":[{"delta":{"content":"a\xff\xe2\x82b\x00c\\u0000d\\ud83d"}}]}\n\n'
    second = b'data: {"choices":[{"delta":{"content":"\\ude00e\\ud800"}}]}\n\n'
    read = read_bytes(CHAT, [raw, second, wire(CHAT, [STOP])])
    assert read.text == "a\ufffd\ufffdb\ufffdc\ufffdd😀e\ufffd"


def test_separators_of_lines_inside_json_are_text() -> None:
    assert read_events(CHAT, _say("a\u2028b\u0085c"), STOP).text == "a\u2028b\u0085c"
    raw = 'data: {"choices":[{"delta":{"content":"a\u2028b\u0085c"}}]}\n\n'.encode()
    assert read_bytes(CHAT, [raw, wire(CHAT, [STOP])]).text == "a\u2028b\u0085c"


@pytest.mark.slow
def test_answer_over_64_mib_is_a_protocol_fault() -> None:
    big = wire(CHAT, [_say("x" * 9_000_000)])
    assert read_bytes(CHAT, [big] * 7 + [wire(CHAT, [STOP])]).stop == ("end", None)
    for last in ("", "\ud800"):
        read = read_bytes(CHAT, [*[big] * 7, wire(CHAT, [_say("x" * 9_000_000 + last)])])
        assert read.error is ErrorKind.PROTOCOL
        assert "64 MiB" in str(read.fault)


def test_arguments_over_4_mib_are_a_protocol_fault_and_end_no_call() -> None:
    def delta(text: str) -> dict[str, object]:
        call = {"index": 0, "id": "c", "function": {"name": "f", "arguments": text}}
        return {"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]}

    read = read_bytes(CHAT, [wire(CHAT, [delta("x" * 1_000_000)])] * 5)
    assert (read.error, read.calls) == (ErrorKind.PROTOCOL, [])


def test_whole_answer_over_its_limit_is_a_protocol_fault() -> None:
    read = read_bytes(CHAT, [b" " * 1024 * 1024] * 17, form=AnswerForm.WHOLE)
    assert read.error is ErrorKind.PROTOCOL


def test_whole_answer_that_is_no_json_is_a_protocol_fault() -> None:
    assert read_bytes(CHAT, [b"<b>no</b>"], form=AnswerForm.WHOLE).error is ErrorKind.PROTOCOL
    assert read_bytes(CHAT, [b"[]"], form=AnswerForm.WHOLE).error is ErrorKind.PROTOCOL
    assert read_bytes(CHAT, [b""], form=AnswerForm.WHOLE).error is ErrorKind.TRUNCATED


def test_json_lines_under_the_name_of_json_are_read_as_lines() -> None:
    lines = wire(ClientApi.OLLAMA, [{"message": {"content": "a"}}, {"message": {"content": "b"}, "done": True}])
    read = read_bytes(ClientApi.OLLAMA, [lines], form=AnswerForm.WHOLE)
    assert (read.text, read.stop) == ("ab", ("end", None))
    assert read_bytes(ClientApi.OLLAMA, [b'{"a"\n{'], form=AnswerForm.WHOLE).error is ErrorKind.PROTOCOL


def _broken(data: bytes, form: AnswerForm = AnswerForm.STREAM) -> Read:
    dialect = dialect_for(CHAT)
    reader = AnswerReader(dialect, dialect.new_parser(context()), form)
    chunks = reader.feed(data)
    last, fault = reader.finish(StreamFault(ErrorKind.TIMEOUT, "late"))
    return Read(chunks + last, fault)


def test_connection_that_breaks_after_the_end_mark_changes_nothing() -> None:
    assert _broken(wire(CHAT, [_say("a"), STOP])).stop == ("end", None)
    assert _broken(wire(CHAT, [_say("a")])).error is ErrorKind.TIMEOUT
    assert _broken(b'{"choi', AnswerForm.WHOLE).error is ErrorKind.TIMEOUT


def test_packing_that_was_not_asked_for_is_a_protocol_fault() -> None:
    assert read_bytes(CHAT, [b"x"], encoding="br").error is ErrorKind.PROTOCOL


def test_held_text_is_due_only_while_the_answer_goes_on() -> None:
    dialect = dialect_for(CHAT)
    parser = dialect.new_parser(context(is_local=True, tool_names=("f",)))
    reader = AnswerReader(dialect, parser, AnswerForm.STREAM)
    assert reader.feed(wire(CHAT, [_say('{"name": "f",')]))[1:] == []
    assert reader.held_until == 5.0
    assert [type(chunk).__name__ for chunk in reader.release()] == ["TextChunk"]
    assert reader.held_until is None
    reader.feed(b"data: [DONE]\n\n")
    assert reader.held_until is None
