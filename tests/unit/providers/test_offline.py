"""The offline server answers every wire format, refuses what vendors refuse, and breaks as told."""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from qodev.providers.offline import OfflineServer
from qodev.providers.offline_http import RawAnswer
from tests.servers.offline import CERTIFICATE, offline_server

HELLO: list[Any] = [{"role": "user", "content": "hello"}]
CHAT = "/v1/chat/completions"


@pytest.fixture
async def server() -> AsyncIterator[OfflineServer]:
    async with offline_server() as running:
        yield running


@pytest.fixture
async def client(server: OfflineServer) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, timeout=10) as made:
        yield made


def chat(script: str, text: str = "hello", **fields: Any) -> dict[str, Any]:
    return {"model": script, "messages": [{"role": "user", "content": text}]} | fields


def events_of(text: str) -> list[Any]:
    lines = [line.removeprefix("data: ") for line in text.splitlines() if line.startswith("data: ")]
    return [json.loads(line) for line in lines if line != "[DONE]"]


def text_of(events: list[Any]) -> str:
    return "".join(choice["delta"].get("content") or "" for e in events for choice in e.get("choices", ()))


@pytest.mark.parametrize(
    ("path", "body", "key"),
    [
        ("/v1/messages", chat("echo", max_tokens=9), ("content", 0, "text")),
        ("/chat/completions", chat("echo"), ("choices", 0, "message", "content")),
        (CHAT, chat("echo"), ("choices", 0, "message", "content")),
        ("/responses", {"model": "echo", "input": "hello"}, ("output", 0, "content", 0, "text")),
        ("/v1/responses", {"model": "echo", "input": HELLO}, ("output", 0, "content", 0, "text")),
        (
            "/v1beta/models/echo:generateContent",
            {"contents": [{"role": "user", "parts": [{"text": "hello"}]}]},
            ("candidates", 0, "content", "parts", 0, "text"),
        ),
        ("/api/chat", chat("echo", stream=False), ("message", "content")),
        ("/api/generate", {"model": "echo", "prompt": "hello", "stream": False}, ("response",)),
        ("/v1/fim/completions", {"model": "echo", "prompt": "hello"}, ("choices", 0, "message", "content")),
        ("/beta/completions", {"model": "echo", "prompt": "hello", "suffix": "x"}, ("choices", 0, "text")),
        ("/infill", {"input_prefix": "hello", "input_suffix": ""}, ("content",)),
        ("/completion", {"prompt": "a\nhello\n"}, ("content",)),
    ],
)
async def test_every_path_answers_in_its_format(client, path, body, key):
    answer: Any = (await client.post(path, json=body)).raise_for_status().json()
    for step in key:
        answer = answer[step]

    assert answer == "You said: hello"


async def test_a_stream_holds_words_usage_and_its_end(client):
    body = chat("echo", stream=True, stream_options={"include_usage": True})

    text = (await client.post(CHAT, json=body)).text

    events = events_of(text)
    assert text.endswith("data: [DONE]\n\n")
    assert text_of(events) == "You said: hello"
    assert events[-1]["usage"]["prompt_tokens"] >= len(json.dumps(body)) // 4
    assert len(events) > 4


async def test_usage_in_a_chat_stream_comes_only_when_asked(client):
    events = events_of((await client.post(CHAT, json=chat("echo", stream=True))).text)

    assert all("usage" not in event for event in events)


@pytest.mark.parametrize(
    ("path", "body", "where"),
    [
        (CHAT, {"messages": []}, "`messages`"),
        (CHAT, {"messages": [{"role": "model", "content": "x"}]}, "role"),
        (CHAT, {"messages": [{"role": "tool", "tool_call_id": "1", "content": "x"}]}, "tool"),
        ("/v1/messages", {"messages": HELLO}, "max_tokens"),
        ("/v1/messages", {"max_tokens": 1, "messages": [{"role": "system", "content": "x"}]}, "role"),
        (
            "/v1/messages",
            {"max_tokens": 1, "messages": [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1"}]}]},
            "tool_use",
        ),
        ("/responses", {"input": []}, "input"),
        ("/responses", {"input": [{"role": "tool", "content": "x"}]}, "role"),
        ("/responses", {"input": [{"type": "function_call_output", "call_id": "1", "output": "x"}]}, "call_id"),
        ("/models/echo:generateContent", {"contents": [{"role": "assistant", "parts": []}]}, "role"),
        ("/api/chat", {"messages": [{"role": "model", "content": "x"}]}, "role"),
        ("/infill", {}, "input_prefix"),
        ("/mistral/v1/chat/completions", {"messages": [{"role": "tool", "tool_call_id": "1"}, *HELLO]}, "after role"),
        (CHAT, {"model": 5, "messages": HELLO}, "model"),
        (CHAT, [], "object"),
    ],
)
async def test_an_illegal_request_is_refused_with_400(client, path, body, where):
    answer = await client.post(path, json=body)

    assert answer.status_code == 400
    assert where in answer.text
    assert "error" in answer.json()


async def test_a_body_that_is_no_json_is_refused_in_the_vendors_shape(client):
    anthropic = await client.post("/v1/messages", content=b"{nonsense")
    google = await client.post("/models/echo:generateContent", content=b"\xff")
    ollama = await client.post("/api/chat", content=b"{}}")

    assert anthropic.json()["error"]["type"] == "invalid_request_error"
    assert google.json()["error"]["status"] == "INVALID_ARGUMENT"
    assert isinstance(ollama.json()["error"], str)


async def test_an_unknown_model_is_refused_and_an_unknown_path_too(client):
    assert (await client.post(CHAT, json=chat("nobody"))).status_code == 404
    assert (await client.post("/nowhere", json={})).status_code == 404
    assert (await client.get("/nowhere")).status_code == 404
    assert (await client.put(CHAT, json={})).status_code == 405


async def test_rate_limit_refuses_once_and_then_answers(client):
    first = await client.post(CHAT, json=chat("rate_limit"))
    second = await client.post(CHAT, json=chat("rate_limit"))

    assert first.status_code == 429
    assert first.headers["retry-after"] == "1"
    assert second.status_code == 200


async def test_error_script_gives_the_vendors_error(client):
    answer = await client.post("/v1/messages", json=chat("error", max_tokens=1))

    assert answer.status_code == 500
    assert answer.json()["error"]["type"] == "api_error"


async def test_error_in_stream_and_broken_json_end_early(client):
    failed = (await client.post(CHAT, json=chat("error_in_stream", stream=True))).text
    broken = (await client.post("/api/chat", json=chat("broken_json"))).text.splitlines()

    assert "error" in events_of(failed)[-1]
    assert "[DONE]" not in failed
    with pytest.raises(ValueError, match="Unterminated string"):
        json.loads(broken[-2])


async def test_cut_stream_breaks_the_connection(client):
    with pytest.raises(httpx.RemoteProtocolError):
        await client.post(CHAT, json=chat("cut_stream", stream=True))


async def test_split_utf8_cuts_inside_characters_and_loses_none(client):
    pieces: list[bytes] = []
    async with client.stream("POST", CHAT, json=chat("split_utf8", stream=True)) as answer:
        pieces.extend([piece async for piece in answer.aiter_raw()])

    assert "你好, 😀" in text_of(events_of(b"".join(pieces).decode()))


async def test_big_answer_is_big(client):
    answer = await client.post(CHAT, json=chat("big_answer", stream=True))

    assert len(text_of(events_of(answer.text))) > 190_000


async def test_cut_context_reports_less_than_was_sent(client):
    usage = (await client.post(CHAT, json=chat("cut_context", "word " * 4000))).json()["usage"]

    assert usage["prompt_tokens"] < 1000


async def test_length_stops_at_the_limit_in_every_format(client):
    google = {"contents": [{"role": "user", "parts": [{"text": "hello"}]}]}
    assert (await client.post(CHAT, json=chat("length"))).json()["choices"][0]["finish_reason"] == "length"
    assert (await client.post("/v1/messages", json=chat("length", max_tokens=1))).json()["stop_reason"] == "max_tokens"
    assert (await client.post("/api/chat", json=chat("length", stream=False))).json()["done_reason"] == "length"
    found = (await client.post("/models/length:generateContent", json=google)).json()
    assert found["candidates"][0]["finishReason"] == "MAX_TOKENS"


async def test_slow_script_waits_between_words_only():
    waited: list[float] = []

    async def pace(seconds: float) -> None:
        waited.append(seconds)

    server = OfflineServer(pace=pace)
    await server.start()
    async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
        await client.post(CHAT, json=chat("slow", stream=True))
    await server.stop()

    assert len(waited) > 100
    assert set(waited) == {0.4}


@pytest.mark.parametrize(
    ("path", "headers", "key"),
    [
        ("/v1/models", {}, "data"),
        ("/models", {}, "data"),
        ("/v1/models?limit=1000", {"anthropic-version": "2023-06-01"}, "data"),
        ("/models?pageSize=1000", {}, "models"),
        ("/api/tags", {}, "models"),
        ("/props", {}, "default_generation_settings"),
        ("/health", {}, "status"),
    ],
)
async def test_lists_and_small_questions_are_answered(client, path, headers, key):
    assert key in (await client.get(path, headers=headers)).raise_for_status().json()


async def test_requests_are_kept_as_they_came(server, client):
    await client.post("/v1/chat/completions?a=b", json=chat("echo"), headers={"X-Mark": "yes"})

    seen = server.requests[-1]
    assert (seen.method, seen.path, seen.query) == ("POST", CHAT, "a=b")
    assert seen.headers["x-mark"] == "yes"
    assert json.loads(seen.body)["model"] == "echo"


async def test_raw_answers_come_first_and_chunk_by_chunk(server, client):
    server.raw.append(RawAnswer(201, {"content-type": "text/plain"}, (b"a", b"b"), (b"c", 3)))
    pieces: list[bytes] = []

    async with client.stream("POST", CHAT, json={}) as answer:
        pieces.extend([piece async for piece in answer.aiter_raw()])

    assert answer.status_code == 201
    assert pieces == [b"a", b"b", b"c", b"c", b"c"]
    assert (await client.post(CHAT, json=chat("echo"))).status_code == 200


async def test_raw_reset_and_silence_break_as_told(server, client):
    server.raw.append(RawAnswer(chunks=(b"a",), then="reset"))
    with pytest.raises(httpx.ReadError):
        await client.post(CHAT, json={})
    server.raw.append(RawAnswer(chunks=(b"a",), then="silence"))
    with pytest.raises(httpx.ReadTimeout):
        await client.post(CHAT, json={}, timeout=0.2)


async def test_raw_always_answers_everything(server, client):
    server.raw_always = RawAnswer(503)

    assert [(await client.get(path)).status_code for path in ("/health", "/models")] == [503, 503]


async def test_a_tls_client_meets_bytes_that_are_not_tls(server, client):
    with pytest.raises(httpx.ConnectError, match="SSL"):
        await client.get(server.broken_tls_url)


async def test_a_self_made_certificate_is_refused_and_trusted_when_named():
    async with offline_server(tls=True) as server:
        async with httpx.AsyncClient(trust_env=False) as client:
            with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
                await client.get(f"{server.url}/health")
        import ssl

        context = ssl.create_default_context(cafile=str(CERTIFICATE))
        async with httpx.AsyncClient(trust_env=False, verify=context) as client:
            assert (await client.get(f"{server.url}/health")).status_code == 200


async def test_what_is_no_http_is_refused(server):
    import asyncio

    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
    writer.write(b"nonsense\r\n\r\n")
    assert (await reader.read()).startswith(b"HTTP/1.1 400")
    writer.close()


async def test_chunked_request_bodies_are_read(client):
    async def pieces() -> AsyncIterator[bytes]:
        body = json.dumps(chat("echo")).encode()
        yield body[:10]
        yield body[10:]

    assert (await client.post(CHAT, content=pieces())).status_code == 200


async def test_stop_ends_a_client_that_waits(server):
    server.raw_always = RawAnswer(chunks=(b"a",), then="silence")
    async with httpx.AsyncClient(trust_env=False) as client, client.stream("POST", server.url + CHAT) as answer:
        pieces = answer.aiter_raw()
        assert await anext(pieces) == b"a"
        await server.stop()
        await server.stop()
        with pytest.raises(httpx.HTTPError):
            await anext(pieces)
