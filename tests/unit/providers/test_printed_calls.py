"""Calls printed as text, and reasoning in tags (A166, A171)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.providers.printed_calls import HOLD_LIMIT_BYTES, HOLD_S, PrintedCalls
from qodev.providers.think import ThinkSplitter
from qodev.types.agents import ClientApi
from tests.fakes.answers import Read, read_events

NAMES = ("read_file", "run")


def _read(text: str, *, finish: str = "stop", cut: int = 3, names: tuple[str, ...] = NAMES, local: bool = True) -> Read:
    pieces = [text[i : i + cut] for i in range(0, len(text), cut)]
    events = [{"choices": [{"delta": {"content": piece}}]} for piece in pieces]
    end = {"choices": [{"delta": {}, "finish_reason": finish}]}
    return read_events(ClientApi.OPENAI_CHAT, *events, end, is_local=local, tool_names=names)


CALL = {"name": "read_file", "arguments": {"path": 'a{}"b'}}
INPUT = CALL["arguments"]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(CALL),
        json.dumps(CALL, indent=2) + "\n",
        "\n " + json.dumps(CALL),
        "```json\n" + json.dumps(CALL) + "\n```",
        "```\n" + json.dumps(CALL) + "\n```\n",
        "```tool_call\n" + json.dumps(CALL),
        "<tool_call>\n" + json.dumps(CALL) + "\n</tool_call>",
        "<tool_call>" + json.dumps(CALL),
        json.dumps({"tool": "read_file", "parameters": INPUT}),
        json.dumps({"function": "read_file", "arguments": INPUT}),
        json.dumps({"function": {"name": "read_file", "arguments": INPUT}}),
        json.dumps({"arguments": INPUT, "name": "read_file"}),
        json.dumps({"name": "read_file", "arguments": json.dumps(INPUT), "id": "1", "type": "function"}),
        "<think>hm</think>\n" + json.dumps(CALL),
    ],
)
def test_whole_answer_that_is_one_call_becomes_a_call(text: str) -> None:
    for cut in (1, 3, 10_000):
        read = _read(text, cut=cut)
        assert (read.text, read.calls) == ("", [("made1", "read_file", INPUT)])
        assert read.stop == ("tool_calls", None)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(CALL) + " That is all.",
        "Here: " + json.dumps(CALL),
        json.dumps(CALL) + json.dumps(CALL),
        json.dumps({"name": "other", "arguments": {}}),
        json.dumps({"name": "read_file"}),
        json.dumps({"name": "read_file", "arguments": [1]}),
        json.dumps({"name": "read_file", "arguments": "no json"}),
        json.dumps({"name": "read_file", "arguments": {}, "parameters": {}}),
        json.dumps({"name": "read_file", "tool": "run", "arguments": {}}),
        json.dumps({"name": "read_file", "arguments": {}, "description": "d"}),
        json.dumps({"function": {"name": "run", "arguments": {}}, "name": "run"}),
        '{"name": "read_file", "arguments": {"a": 1, "a": 2}}',
        '{"name": "read_file", "arguments": {}',
        '{"names": 1}', '{"age": 5, "name": "read_file"}', "{}", "{ }", "[1]", "{name}", "{", "{ \"na", "``", "```", "<tool", "<tool_call>",
        "```python\nprint(1)\n```", "```json\n[1]\n```", "```a-b\n{}", "plain", "", "  ", "<tool_calls>x",
        "```json\n" + json.dumps(CALL) + "\n```\nDone.",
        "```averyveryveryverylongword\n{}",
    ],
)  # fmt: skip
def test_every_other_answer_appears_whole_and_in_order(text: str) -> None:
    for cut in (1, 3, 10_000):
        read = _read(text, cut=cut)
        assert (read.text, read.calls, read.stop) == (text, [], ("end", None))


def test_nothing_is_held_without_tools_or_from_hosted_servers() -> None:
    assert _read(json.dumps(CALL), names=()).text == json.dumps(CALL)
    assert _read(json.dumps(CALL), local=False).text == json.dumps(CALL)


def test_cut_answer_is_text() -> None:
    read = _read(json.dumps(CALL), finish="length")
    assert (read.text, read.stop) == (json.dumps(CALL), ("length", None))


def test_text_is_held_for_five_seconds_at_most() -> None:
    now = [100.0]
    calls = PrintedCalls(NAMES, lambda: now[0])
    assert calls.held_until is None
    assert calls.feed('{"name": ') == ""
    assert calls.held_until == 100.0 + HOLD_S
    now[0] = 105.0
    assert calls.feed('"run"') == '{"name": "run"'
    assert (calls.held_until, calls.feed(","), calls.finish()) == (None, ",", None)


def test_text_is_held_up_to_64_kib() -> None:
    calls = PrintedCalls(NAMES, lambda: 0.0)
    start = '{"name": "'
    assert calls.feed(start + "é" * ((HOLD_LIMIT_BYTES - len(start)) // 2)) == ""
    assert calls.feed("é") != ""


@given(st.text(alphabet='{}[]":,`\\ \nnametoolcallfunction<>/_1', max_size=60), st.integers(1, 7))
def test_no_text_is_lost_whatever_it_is(text: str, cut: int) -> None:
    read = _read(text, cut=cut)
    assert read.calls or read.text + read.thinking == text or text.lstrip().startswith("<think>")


@given(st.text(alphabet="<think>/ab \n", max_size=40), st.lists(st.integers(0, 40), max_size=6))
def test_think_tags_are_split_the_same_at_every_cut(text: str, cuts: list[int]) -> None:
    places = sorted({min(cut, len(text)) for cut in cuts})
    pieces = [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]
    assert _split(pieces) == _split([text])


def _split(pieces: list[str]) -> tuple[str, str]:
    splitter = ThinkSplitter()
    found = [pair for piece in pieces for pair in splitter.feed(piece)] + splitter.flush()
    return "".join(t for thinks, t in found if thinks), "".join(t for thinks, t in found if not thinks)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("<think>a</think>b", ("a", "b")),
        ("\n <think>a</think>\n\nb", ("a", "\n\nb")),
        ("<think>a", ("a", "")),
        ("<think>a</thi", ("a</thi", "")),
        ("<thin", ("", "<thin")),
        ("a<think>b</think>", ("", "a<think>b</think>")),
        ("<think>a</think><think>b</think>", ("a", "<think>b</think>")),
        ("  ", ("", "  ")),
        ("", ("", "")),
    ],
)
def test_only_the_tag_at_the_beginning_counts(text: str, wanted: tuple[str, str]) -> None:
    assert _split([text]) == wanted


def test_endless_blanks_are_given_out_as_text() -> None:
    splitter, calls = ThinkSplitter(), PrintedCalls(("f",), lambda: 0.0)
    for _ in range(1024):
        assert splitter.feed("\n") == []
        assert calls.feed("\n") == ""
    assert splitter.feed("\n") == [(False, "\n" * 1025)]
    assert calls.feed("\n") == "\n" * 1025


def test_blanks_behind_a_call_are_held_for_a_while_only() -> None:
    calls, call = PrintedCalls(("f",), lambda: 0.0), '{"name":"f","arguments":{}}'
    assert calls.feed(call + "\n" * 1024) == ""
    assert calls.feed("\n") == call + "\n" * 1025


@pytest.mark.parametrize(("call", "after"), [('{"name":"f","arguments":{}}', " and"), ('```json\n{"name":"f"}', "\nx")])
def test_text_behind_a_call_gives_it_out_at_once(call: str, after: str) -> None:
    calls = PrintedCalls(("f",), lambda: 0.0)
    assert [calls.feed(call), calls.feed(after)] == ["", call + after]
