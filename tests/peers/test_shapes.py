"""The strict shapes refuse what the APIs refuse; a check that lets everything pass proves nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from tests.peers import shapes, vendors

Json = dict[str, Any]

_CALL = {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
_ASKED = {"role": "assistant", "content": None, "tool_calls": [_CALL]}
_ANSWERED = {"role": "tool", "tool_call_id": "c1", "content": "ok"}
_SAID = {"role": "user", "content": "hi"}
_USE = {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "ls", "input": {}}]}
_RESULT = {"type": "tool_result", "tool_use_id": "c1", "content": "ok"}
_WORDS = {"type": "text", "text": "hi"}
_GOOGLE_CALL = {"functionCall": {"name": "ls", "args": {}}}
_GOOGLE_ANSWER = {"role": "user", "parts": [{"functionResponse": {"name": "ls", "response": {"result": "ok"}}}]}
_OLLAMA_CALL = {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "ls", "arguments": {}}}]}

_BAD: list[tuple[str, Callable[..., None], list[Json]]] = [
    ("unknown key", shapes.check_chat, [{**_SAID, "name": None, "cache": True}]),
    ("unknown role", shapes.check_chat, [{"role": "developer2", "content": "x"}]),
    ("late system message", shapes.check_chat, [_SAID, {"role": "system", "content": "x"}]),
    ("call without result", shapes.check_chat, [_ASKED, _SAID]),
    ("result without call", shapes.check_chat, [_SAID, _ANSWERED]),
    ("assistant message of nothing", shapes.check_chat, [{"role": "assistant", "content": None}]),
    ("empty user text", shapes.check_chat, [{"role": "user", "content": ""}]),
    ("empty list of parts", shapes.check_chat, [{"role": "user", "content": []}]),
    ("unknown item", shapes.check_responses, [{"type": "refusal", "text": "x"}]),
    ("output without call", shapes.check_responses, [{"type": "function_call_output", "call_id": "c", "output": ""}]),
    ("text before result", shapes.check_anthropic, [_USE, {"role": "user", "content": [_WORDS, _RESULT]}]),
    ("use without result", shapes.check_anthropic, [_USE, {"role": "user", "content": [_WORDS]}]),
    ("message without blocks", shapes.check_anthropic, [{"role": "user", "content": []}]),
    ("text of blanks", shapes.check_anthropic, [{"role": "user", "content": [{"type": "text", "text": " "}]}]),
    ("unsigned call", shapes.check_google, [{"role": "model", "parts": [_GOOGLE_CALL]}, _GOOGLE_ANSWER]),
    ("role of another API", shapes.check_google, [{"role": "assistant", "parts": [{"text": "x"}]}]),
    ("empty text part", shapes.check_google, [{"role": "user", "parts": [{"text": ""}]}]),
    ("call without result", shapes.check_ollama, [_OLLAMA_CALL, _SAID]),
    ("empty tool name", shapes.check_ollama, [_OLLAMA_CALL, {"role": "tool", "content": "ok", "tool_name": ""}]),
]


@pytest.mark.parametrize(("check", "rows"), [row[1:] for row in _BAD], ids=[f"{c.__name__}-{n}" for n, c, _ in _BAD])
def test_shape_refuses(check: Callable[..., None], rows: list[Json]) -> None:
    with pytest.raises((AssertionError, ValidationError)):
        check(rows)


def test_mistral_refuses_a_user_message_after_a_tool_message_and_others_take_it() -> None:
    rows = [_ASKED, _ANSWERED, _SAID]
    shapes.check_chat(rows)
    with pytest.raises(AssertionError):
        shapes.check_chat(rows, mistral=True)


@pytest.mark.slow
@pytest.mark.parametrize("check", [vendors.openai_chat, vendors.anthropic, vendors.mistral_chat, vendors.ollama_chat])
@pytest.mark.parametrize("wrong", [{"max_tokns": 5}, {"messages": [{"role": "user", "content": "x", "extra": 1}]}])
def test_sdk_check_refuses_a_key_that_the_sdk_does_not_know(check: Callable[[], vendors.Check], wrong: Json) -> None:
    body = {"model": "m", "max_tokens": 5, "stream": True, "messages": [{"role": "user", "content": "x"}]}
    if check is vendors.ollama_chat:
        body = {"model": "m", "stream": True, "messages": [{"role": "user", "content": "x"}], "options": {}}
    check()(body)
    with pytest.raises((AssertionError, ValidationError)):
        check()({**body, **wrong})
