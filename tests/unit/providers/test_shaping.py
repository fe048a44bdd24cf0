"""What the client adds to a rendered body (A73, A74, A82 to A86), tool ids (A94) and headers (A137, A159)."""

import copy
import json
from typing import Any

import pytest

from qodev.providers.base import ShapeOptions, ToolOffer, fit_tool_id, make_call_id
from qodev.providers.registry import dialect_for
from qodev.providers.shaping import offered_tools
from qodev.types.agents import ClientApi

CHAT_URL = "https://x.io/v1/chat/completions"
TOOL = ToolOffer("f", "d", {"type": "object", "const": 1})
NOT_GOOGLE = [api for api in ClientApi if api is not ClientApi.GOOGLE]
MARK = {"type": "ephemeral"}


def _shape(api: ClientApi, body: dict[str, Any], url: str = CHAT_URL, **options: Any) -> dict[str, Any]:
    before = copy.deepcopy(body)
    shaped = dialect_for(api).shape(body, ShapeOptions("m", url, **options))
    assert body == before
    return shaped.body


@pytest.mark.parametrize("api", NOT_GOOGLE)
def test_model_comes_first_and_stream_is_added_last(api: ClientApi) -> None:
    body = _shape(api, {"z": 1, "a": {"c": 1, "b": 2}, "t": 1.0}, "https://x.io/v1/fim/completions")
    assert json.dumps(body) == '{"model": "m", "z": 1, "a": {"c": 1, "b": 2}, "t": 1.0, "stream": true}'


def test_literal_model_and_stream_stand() -> None:
    shaped = dialect_for(ClientApi.OPENAI_CHAT).shape(
        {"a": 1, "model": "own", "stream": False}, ShapeOptions("m", CHAT_URL)
    )
    assert (list(shaped.body.items()), shaped.stream) == ([("model", "own"), ("a", 1), ("stream", False)], False)
    assert shaped.added == ()


@pytest.mark.parametrize("api", [ClientApi.OPENAI_CHAT, ClientApi.LLAMA_CPP])
def test_usage_is_asked_for_in_streaming_chat_completions(api: ClientApi) -> None:
    shaped = dialect_for(api).shape({}, ShapeOptions("m", CHAT_URL + "?x=1"))
    assert shaped.body["stream_options"] == {"include_usage": True}
    assert shaped.added == ("model", "stream", "stream_options")
    assert "stream_options" not in _shape(api, {"stream": False})
    assert "stream_options" not in _shape(api, {}, "https://x.io/v1/completions")
    assert "stream_options" not in _shape(api, {}, stream_options=False)
    assert _shape(api, {"stream_options": None})["stream_options"] is None


@pytest.mark.parametrize("api", [ClientApi.MISTRAL, ClientApi.ANTHROPIC, ClientApi.OPENAI_RESPONSES, ClientApi.OLLAMA])
def test_usage_is_not_asked_for_elsewhere(api: ClientApi) -> None:
    assert "stream_options" not in _shape(api, {})


FUNCTION = {"name": "f", "description": "d", "parameters": TOOL.input_schema}


@pytest.mark.parametrize(
    ("api", "wanted"),
    [
        (ClientApi.OPENAI_CHAT, {"type": "function", "function": FUNCTION}),
        (ClientApi.MISTRAL, {"type": "function", "function": FUNCTION}),
        (ClientApi.LLAMA_CPP, {"type": "function", "function": FUNCTION}),
        (ClientApi.OLLAMA, {"type": "function", "function": FUNCTION}),
        (ClientApi.OPENAI_RESPONSES, {"type": "function", **FUNCTION}),
        (ClientApi.ANTHROPIC, {"name": "f", "description": "d", "input_schema": TOOL.input_schema}),
    ],
)
def test_tools_on_offer_replace_literal_ones_in_their_place(api: ClientApi, wanted: object) -> None:
    body = _shape(api, {"tools": [{"mine": 1}], "z": 1}, tools=(TOOL,))
    assert (body["tools"], list(body)[:3]) == ([wanted], ["model", "tools", "z"])
    assert _shape(api, {"tools": [{"mine": 1}]})["tools"] == [{"mine": 1}]


def _cached(body: dict[str, Any], **options: Any) -> dict[str, Any]:
    return _shape(ClientApi.ANTHROPIC, body, cache_prompt=True, **options)


def test_marks_go_on_system_last_tool_and_second_to_last_message() -> None:
    history = [
        {"role": "user", "content": [{"type": "text", "text": "a"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "b"}, {"type": "thinking", "thinking": "t"}, {"type": "text", "text": ""}]},
        {"role": "user", "content": [{"type": "text", "text": "c"}]},
    ]  # fmt: skip
    body = _cached({"system": "s", "tools": [{"name": "a"}, {"name": "b"}], "messages": history})
    assert body["system"] == [{"type": "text", "text": "s", "cache_control": MARK}]
    assert body["tools"] == [{"name": "a"}, {"name": "b", "cache_control": MARK}]
    assert body["messages"][1]["content"][0] == {"type": "text", "text": "b", "cache_control": MARK}
    assert json.dumps(body).count("cache_control") == 3


@pytest.mark.parametrize(
    "block",
    [
        {"type": "image", "source": {}},
        {"type": "tool_use", "id": "t"},
        {"type": "tool_result", "tool_use_id": "t", "content": ""},
    ],
)
def test_history_mark_goes_on_images_calls_and_results(block: dict[str, Any]) -> None:
    messages = [{"role": "user", "content": [{"type": "text", "text": "a"}, block]}, {"role": "user", "content": []}]
    assert _cached({"messages": messages})["messages"][0]["content"][1] == block | {"cache_control": MARK}


def test_long_caching_has_its_time() -> None:
    assert _cached({"system": "s"}, cache_ttl="1h")["system"][0]["cache_control"] == MARK | {"ttl": "1h"}


@pytest.mark.parametrize(
    "body",
    [
        {}, {"system": ""}, {"system": []}, {"system": 5}, {"system": [{"type": "text", "text": ""}]}, {"tools": []},
        {"system": ["x"]}, {"messages": [{"role": "user", "content": [{"type": "text", "text": "a"}]}]},
        {"messages": [{"content": "text"}, {"content": "b"}]}, {"messages": ["x", "y"]}, {"messages": "xy"},
        {"messages": [{"content": [{"type": "thinking", "thinking": "t"}, 5]}, {"content": []}]},
        {"messages": [{"content": [{"type": "text", "text": "a", "cache_control": MARK}]}, {"content": []}]},
        {"system": [{"type": "thinking", "thinking": "t"}]},
        {"system": [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral", "ttl": "1h"}}]},
    ],
)  # fmt: skip
def test_missing_or_unmarkable_parts_get_no_mark(body: dict[str, Any]) -> None:
    assert _cached(body) == {"model": "m", **body, "stream": True}


def test_never_more_than_four_marks_and_existing_ones_count() -> None:
    marked = {"type": "text", "text": "x", "cache_control": MARK}
    plain = {"type": "text", "text": "x"}
    messages = [{"content": [marked, marked, marked]}, {"content": [plain]}, {"content": [plain]}]
    body = _cached({"system": "s", "tools": [{"name": "a"}], "messages": messages})
    assert json.dumps(body).count("cache_control") == 4
    assert isinstance(body["system"], list)


def test_breakpoints_choose_and_other_apis_ignore_caching() -> None:
    body = {"system": "s", "tools": [{"name": "a"}]}
    assert "cache_control" not in json.dumps(_cached(body, cache_breakpoints=("tools",))["system"])
    assert "cache_control" not in json.dumps(_shape(ClientApi.ANTHROPIC, body))
    assert "cache_control" not in json.dumps(_shape(ClientApi.OPENAI_CHAT, body, cache_prompt=True))


@pytest.mark.parametrize("api", list(ClientApi))
def test_headers_say_what_is_sent_and_wanted(api: ClientApi) -> None:
    headers = dialect_for(api).headers(stream=True)
    assert headers["User-Agent"].startswith("qodev/")
    assert headers["Accept"] == ("application/x-ndjson" if api is ClientApi.OLLAMA else "text/event-stream")
    assert dialect_for(api).headers(stream=False)["Accept"] == "application/json"
    assert ("anthropic-version" in headers) is (api is ClientApi.ANTHROPIC)


@pytest.mark.parametrize(
    ("api", "tool_id", "wanted"),
    [
        (ClientApi.ANTHROPIC, "toolu_A-1", "toolu_A-1"),
        (ClientApi.MISTRAL, "abc123XYZ", "abc123XYZ"),
        (ClientApi.OPENAI_CHAT, "c" * 40, "c" * 40),
        (ClientApi.OPENAI_RESPONSES, "c" * 64, "c" * 64),
        (ClientApi.GOOGLE, "any:thing", "any:thing"),
        (ClientApi.OLLAMA, "", ""),
    ],
)
def test_tool_id_that_fits_stays(api: ClientApi, tool_id: str, wanted: str) -> None:
    assert fit_tool_id(api, tool_id) == wanted


@pytest.mark.parametrize(
    ("api", "pattern"),
    [
        (ClientApi.ANTHROPIC, r"[A-Za-z0-9_-]+"),
        (ClientApi.MISTRAL, r"[A-Za-z0-9]{9}"),
        (ClientApi.OPENAI_CHAT, r".{1,40}"),
        (ClientApi.LLAMA_CPP, r".{1,40}"),
        (ClientApi.OPENAI_RESPONSES, r".{1,64}"),
    ],
)
def test_tool_ids_are_fitted_apart_and_stable(api: ClientApi, pattern: str) -> None:
    import re

    ids = [f"functions.f:{n}" + "x" * 60 for n in range(50)] + ["a.b", "a:b", "a b", "\ud800"]
    fitted = [fit_tool_id(api, tool_id) for tool_id in ids]
    assert all(re.fullmatch(pattern, one) for one in fitted)
    assert len(set(fitted)) == len(ids)
    assert fitted == [fit_tool_id(api, tool_id) for tool_id in ids]


def test_made_ids_fit_every_api() -> None:
    made = make_call_id()
    assert all(fit_tool_id(api, made) == made for api in ClientApi)


@pytest.mark.parametrize("api", list(ClientApi))
def test_names_of_offered_tools_are_read_from_every_shape(api: ClientApi) -> None:
    tools = (ToolOffer("a", "", {"type": "object"}), ToolOffer("b", "", {"type": "object"}))
    shaped = dialect_for(api).shape({}, ShapeOptions("m", "https://x.io/v1/chat/completions", tools))
    assert offered_tools(shaped.body) == ("a", "b")


def test_tools_that_name_nothing_are_not_offered() -> None:
    assert offered_tools({"tools": [{"type": "web_search"}, 1, {"function": {"name": ""}}, {"function": []}]}) == ()
    assert offered_tools({"tools": {"name": "a"}}) == offered_tools({}) == ()
