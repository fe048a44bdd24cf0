"""Answers of every API, stored and sent on to every bundled chat agent: bodies stay strict, signatures whole (A88 to A94)."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from qodev.agents.loading import CatalogSources, load_definitions
from qodev.base.assets import resource
from qodev.base.paths import AppPaths
from qodev.runtime.accumulator import AnswerAccumulator
from qodev.runtime.context import TokenMeter
from qodev.runtime.request import BuilderPlaces, RequestBuilder
from qodev.types.agents import AgentSnapshot, ClientApi
from qodev.types.conversation import ChatMode, TurnRequest
from qodev.types.messages import (
    Block,
    ImageBlock,
    Message,
    MessageRole,
    MessageState,
    Origin,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    Usage,
)
from tests.fakes.answers import read_events
from tests.peers import shapes

_LONG_ID = "call_" + "x" * 70 + "!"


def _chat(**delta: object) -> dict[str, object]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": delta.pop("finish", None)}]}


def _chat_call(place: int, call_id: str) -> dict[str, object]:
    return {"index": place, "id": call_id, "function": {"name": "ls", "arguments": '{"p": "ä"}'}}


_CHAT = [
    _chat(reasoning_content="why"), _chat(content="look"),
    _chat(tool_calls=[_chat_call(0, _LONG_ID), _chat_call(1, "call_1")]), _chat(finish="tool_calls"),
]  # fmt: skip


def _block(place: int, block: dict[str, object], *deltas: dict[str, object]) -> list[dict[str, object]]:
    begun = {"type": "content_block_start", "index": place, "content_block": block}
    grown = [{"type": "content_block_delta", "index": place, "delta": delta} for delta in deltas]
    return [begun, *grown, {"type": "content_block_stop", "index": place}]


_ARGUMENTS = {"type": "input_json_delta", "partial_json": '{"p": "ä"}'}
_ANTHROPIC = [
    *_block(0, {"type": "thinking", "thinking": ""}, {"type": "thinking_delta", "thinking": "why"},
            {"type": "signature_delta", "signature": "SIGNED"}),
    *_block(1, {"type": "redacted_thinking", "data": "HIDDEN"}),
    *_block(2, {"type": "text", "text": ""}, {"type": "text_delta", "text": "look"}),
    *_block(3, {"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}}, _ARGUMENTS),
    *_block(4, {"type": "tool_use", "id": "toolu_2", "name": "ls", "input": {}}, _ARGUMENTS),
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}}, {"type": "message_stop"},
]  # fmt: skip


def _done(place: int, item: dict[str, object]) -> dict[str, object]:
    return {"type": "response.output_item.done", "output_index": place, "item": item}


_RESPONSES = [
    _done(0, {"type": "reasoning", "id": "rs_1", "summary": [{"text": "why"}], "encrypted_content": "SIGNED"}),
    _done(1, {"type": "message", "id": "m_1", "content": [{"type": "output_text", "text": "look"}]}),
    _done(2, {"type": "function_call", "id": "fc_1", "call_id": _LONG_ID, "name": "ls", "arguments": '{"p": "ä"}'}),
    _done(3, {"type": "function_call", "id": "fc_2", "call_id": "call_1", "name": "ls", "arguments": '{"p": "ä"}'}),
    {"type": "response.completed", "response": {"status": "completed"}},
]
_GOOGLE_PARTS = [
    {"text": "why", "thought": True, "thoughtSignature": "SIGNED"},
    {"text": "look"},
    {"functionCall": {"name": "ls", "args": {"p": "ä"}, "id": "g1"}, "thoughtSignature": "SIGNED CALL"},
    {"functionCall": {"name": "ls", "args": {"p": "ä"}, "id": "g2"}},
]
_GOOGLE = [{"candidates": [{"content": {"parts": _GOOGLE_PARTS}, "finishReason": "STOP"}]}]
_OLLAMA_CALL = {"function": {"name": "ls", "arguments": {"p": "ä"}}}
_OLLAMA = [
    {"message": {"thinking": "why"}}, {"message": {"content": "look"}},
    {"message": {"tool_calls": [_OLLAMA_CALL, _OLLAMA_CALL]}}, {"done": True, "done_reason": "stop"},
]  # fmt: skip
_ANSWERS: dict[ClientApi, list[Any]] = {
    ClientApi.ANTHROPIC: _ANTHROPIC,
    ClientApi.OPENAI_CHAT: _CHAT,
    ClientApi.OPENAI_RESPONSES: _RESPONSES,
    ClientApi.GOOGLE: _GOOGLE,
    ClientApi.MISTRAL: _CHAT,
    ClientApi.LLAMA_CPP: _CHAT,
    ClientApi.OLLAMA: _OLLAMA,
}


@cache
def _bundled() -> AgentSnapshot:
    paths = AppPaths.from_env({"QODEV_HOME": "/nowhere", "HOME": "/nowhere"}, Path("/"))
    return load_definitions(CatalogSources.of(resource("agents").parent, paths), 1).snapshot


_CHATS = sorted(name for name, spec in _bundled().agents.items() if "chat" in spec.tags)


def _message(role: MessageRole, *blocks: Block, api: ClientApi | None = None) -> Message:
    origin = Origin.USER if role is MessageRole.USER else Origin.MODEL
    return Message("m", role, blocks, origin, MessageState.COMPLETE, 0.0, client_api=api.value if api else None)


@cache
def _story(maker: ClientApi) -> tuple[Message, ...]:
    """Returns a conversation whose first answer came over the wire of `maker`, with calls, results and an image."""
    answer = AnswerAccumulator("c", "t", Usage(), lambda: 0.0)
    for chunk in read_events(maker, *_ANSWERS[maker]).chunks:
        list(answer.feed(chunk))
    calls = [b for b in answer.blocks if isinstance(b, ToolUseBlock)]
    assert [c.input for c in calls] == [{"p": "ä"}] * 2
    results = [ToolResultBlock(c.id, c.name, "a.py", is_error=n == 1, vendor_id="x") for n, c in enumerate(calls)]
    return (
        _message(MessageRole.USER, TextBlock("list it")),
        _message(MessageRole.ASSISTANT, *answer.blocks, api=maker),
        _message(MessageRole.USER, *results, TextBlock("go on")),
        _message(MessageRole.ASSISTANT, TextBlock("done"), api=maker),
        _message(MessageRole.USER, ImageBlock("QQ==", "image/png"), TextBlock("and this?")),
    )


def _build(agent: str, history: tuple[Message, ...]) -> dict[str, Any]:
    builder = RequestBuilder(
        _bundled, BuilderPlaces(Path("/nowhere"), Path("/nowhere")), TokenMeter(), lambda _: True, lambda i, _: i
    )
    turn = TurnRequest("t", "c", "x", (), agent, None, None, ChatMode.CHAT, None, 0.0)
    body: dict[str, Any] = json.loads(builder.build(_bundled(), turn, history).request.body)
    return body


def _without_mark(message: dict[str, Any]) -> dict[str, Any]:
    return message | {"content": [{k: v for k, v in b.items() if k != "cache_control"} for b in message["content"]]}


def _check(api: ClientApi, body: dict[str, Any]) -> None:
    match api:
        case ClientApi.ANTHROPIC:
            shapes.check_anthropic([_without_mark(message) for message in body["messages"]])
        case ClientApi.OPENAI_RESPONSES:
            shapes.check_responses(body["input"])
        case ClientApi.GOOGLE:
            shapes.check_google(body["contents"])
        case ClientApi.OLLAMA:
            shapes.check_ollama(body["messages"])
        case _:
            shapes.check_chat(body["messages"], mistral=api is ClientApi.MISTRAL)


@pytest.mark.parametrize("maker", _ANSWERS)
@pytest.mark.parametrize("agent", _CHATS)
def test_conversation_of_any_api_goes_on_with_any_chat_agent(agent: str, maker: ClientApi) -> None:
    api = _bundled().instances[_bundled().agents[agent].provider_instance].client_api
    body = _build(agent, _story(maker))
    _check(api, body)
    text = json.dumps(body)
    is_own = api is maker
    keeps = {ClientApi.ANTHROPIC: ("SIGNED", "HIDDEN"), ClientApi.OPENAI_RESPONSES: ("SIGNED", "rs_1"),
             ClientApi.GOOGLE: ("SIGNED", "SIGNED CALL")}.get(maker, ())  # fmt: skip
    assert [f'"{mark}"' in text for mark in keeps] == [is_own] * len(keeps)
    assert all(said in text for said in ("look", "go on", "done", "and this?", "a.py"))
    assert ("skip_thought_signature_validator" in text) is (api is ClientApi.GOOGLE)


def test_own_parts_go_back_to_google_as_they_came() -> None:
    sent = _build("Google Gemini 3.5 Flash Chat", _story(ClientApi.GOOGLE))["contents"]
    stamped = _GOOGLE_PARTS[3] | {"thoughtSignature": "skip_thought_signature_validator"}  # A152: the first unsigned
    assert sent[1]["parts"] == [*_GOOGLE_PARTS[:3], stamped]
    assert [part["functionResponse"]["id"] for part in sent[2]["parts"][:2]] == ["g1", "g2"]


def test_own_reasoning_goes_back_to_the_responses_api_as_it_came() -> None:
    sent = _build("OpenAI GPT-5.5 Responses Chat", _story(ClientApi.OPENAI_RESPONSES))["input"]
    summary = [{"type": "summary_text", "text": "why"}]
    assert sent[1] == {"type": "reasoning", "id": "rs_1", "summary": summary, "encrypted_content": "SIGNED"}
    calls = [item["call_id"] for item in sent if item.get("type") == "function_call"]
    assert [item["call_id"] for item in sent if item.get("type") == "function_call_output"] == calls
    assert all(len(call) <= 64 for call in calls)
