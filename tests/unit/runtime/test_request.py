"""The one builder of requests: bodies, what is shown of them, and what stops them (A73, A81, A84, A87 to A92)."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from qodev.agents.loading import CatalogSources, load_definitions
from qodev.base.assets import resource
from qodev.base.errors import AgentError
from qodev.base.jsontext import JsonValue
from qodev.base.paths import AppPaths
from qodev.runtime.context import TokenMeter
from qodev.runtime.request import BuilderPlaces, BuiltRequest, RequestBuilder
from qodev.types.agents import AgentSnapshot
from qodev.types.conversation import ChatMode, TurnRequest
from qodev.types.messages import Block, FileBlock, Message, MessageRole, MessageState, Origin, TextBlock

AGENT = "OpenAI GPT-5.5 Chat"
HISTORY = "{{ tojson(ctx.history) }}"
USER, ASSISTANT = MessageRole.USER, MessageRole.ASSISTANT


@cache
def _bundled() -> AgentSnapshot:
    paths = AppPaths.from_env({"QODEV_HOME": "/nowhere", "HOME": "/nowhere"}, Path("/"))
    return load_definitions(CatalogSources.of(resource("agents").parent, paths), 1).snapshot


def _say(role: MessageRole, *blocks: Block | str, state: MessageState = MessageState.COMPLETE) -> Message:
    whole = tuple(TextBlock(b) if isinstance(b, str) else b for b in blocks)
    return Message("m", role, whole, Origin.USER, state, 0.0)


def _built(*history: Message, body: Mapping[str, JsonValue] | None = None, model: str | None = None) -> BuiltRequest:
    spec = _bundled().agents[AGENT]
    changed = spec if body is None else replace(spec, body=body)
    snapshot = replace(_bundled(), agents={AGENT: changed})
    places = BuilderPlaces(Path("/nowhere"), Path("/nowhere"))
    builder = RequestBuilder(lambda: snapshot, places, TokenMeter(), lambda _: True, lambda instance, _: instance)
    turn = TurnRequest("t", "c", "x", (), AGENT, None, model, ChatMode.CHAT, None, 0.0)
    return builder.build(snapshot, turn, history or (_say(USER, "hi"),))


def _sent(*history: Message, body: Mapping[str, JsonValue] | None = None) -> dict[str, Any]:
    sent: dict[str, Any] = json.loads(_built(*history, body=body).request.body)
    return sent


def test_model_stands_first_and_keys_keep_their_order_and_kind() -> None:
    built = _built(body={"z": 1, "a": {"y": 1.0, "b": "{{ 2 }}"}, "plain": "${MODEL}"})
    written = built.request.body.decode()
    assert written == (
        '{"model":"gpt-5.5","z":1,"a":{"y":1.0,"b":2},"plain":"${MODEL}","stream":true,'
        '"stream_options":{"include_usage":true}}'
    )
    assert built.added == ("model", "stream", "stream_options")


def test_key_is_shown_by_name_and_never_in_the_request() -> None:
    built = _built()
    assert built.sent.headers["Authorization"] == "Bearer $OPENAI_API_KEY"
    assert (built.request.key_header, "Authorization" in built.request.headers) == ("Authorization", False)


@pytest.mark.parametrize(
    ("body", "key", "cause"),
    [
        ({"a": {"b": ["{{ ctx.nothing.x }}"]}}, "body.a.b.0", "`ctx.nothing.x` is undefined"),
        ({"messages": "{{ 1 / 0 }}"}, "body.messages", "Division by zero"),
        ({"messages": "{{ ctx.model }} 2"}, "body.messages", "JSON"),
    ],
)
def test_body_that_does_not_render_stops_and_says_agent_key_and_cause(body: Any, key: str, cause: str) -> None:
    with pytest.raises(AgentError) as caught:
        _built(body=body)
    assert all(said in caught.value.message for said in (AGENT, f"`{key}`", cause))


def test_literal_tools_go_out_and_are_known_to_the_reader_of_the_answer() -> None:
    tools = [{"type": "function", "function": {"name": "ls", "parameters": {}}}]
    built = _built(body={"messages": [], "tools": tools})
    assert json.loads(built.request.body)["tools"] == tools
    assert built.request.tool_names == ("ls",)


def test_files_stand_in_the_text_unless_the_template_shows_them() -> None:
    asked = _say(USER, "look", FileBlock("a.py", "x = 1"))
    plain = _sent(asked, body={"history": HISTORY})
    assert plain["history"][0]["content"] == "File: a.py\n```\nx = 1\n```\n\nlook"
    shown = _sent(asked, body={"history": HISTORY, "files": "{{ tojson(ctx.files_metadata) }}"})
    assert shown["history"][0]["content"] == "look"
    assert shown["files"] == [{"file_path": "a.py", "content": "x = 1"}]


def test_part_of_an_answer_goes_back_only_where_its_message_was_not_sent_again() -> None:
    part = MessageState.PARTIAL
    kept = (_say(USER, "a"), _say(ASSISTANT, "part", state=part), _say(USER, "b"))
    assert [m["content"] for m in _sent(*kept, body={"h": HISTORY})["h"]] == ["a", "part", "b"]
    again = (_say(USER, "a"), _say(ASSISTANT, "part", state=part), _say(ASSISTANT, "more", state=part))
    assert [m["content"] for m in _sent(*again, body={"h": HISTORY})["h"]] == ["a"]
    later = (*again, _say(ASSISTANT, "whole"), _say(USER, "b"))
    assert [m["content"] for m in _sent(*later, body={"h": HISTORY})["h"]] == ["a", "whole", "b"]


@pytest.mark.parametrize("text", ["\ud800", "a\ud83d\ude00b", "\0"])
def test_request_is_valid_utf8_whatever_was_typed(text: str) -> None:
    built = _built(_say(USER, text, FileBlock(text, text)), model=f"m{text}")
    assert json.loads(built.request.body.decode("utf-8"))["model"][0] == "m"


def test_context_of_a_chat_has_every_field() -> None:
    sent = _sent(body={"c": "{{ tojson(ctx) }}"})["c"]
    own = {key: sent[key] for key in ("prefix", "suffix", "files_metadata", "client_api", "model", "language")}
    assert own == {
        "prefix": "", "suffix": "", "files_metadata": [], "client_api": "openai_chat", "model": "gpt-5.5", "language": "",
    }  # fmt: skip
    assert ([m["role"] for m in sent["history"]], bool(sent["system_prompt"])) == (["user"], True)
