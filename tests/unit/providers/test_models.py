"""Model lists as hostile data, connection tests in steps, local servers (A141, U41, U158, S115)."""

import asyncio
import json
from dataclasses import replace

import pytest

from qodev.base.logs import KnownSecrets
from qodev.base.net import HttpClient, NetSettings
from qodev.providers.models import (
    LocalPort,
    find_local_servers,
    list_models,
    read_models,
)
from qodev.providers.sending import Sealing
from qodev.types.agents import ClientApi
from qodev.types.providers import ErrorKind, ProviderFailure
from tests.fakes.wire import MemorySecrets, RawAnswer, instance, listening, raw_server

DIRECT = NetSettings("none")
LIST = RawAnswer(200, {}, [b'{"data":[{"id":"a"},{"id":"b"}]}'])


def _sealing(keys: dict[str, str] | None = None) -> Sealing:
    return Sealing(MemorySecrets(keys or {}), KnownSecrets())


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ({"data": [{"id": "gpt", "object": "model"}]}, ("gpt", "gpt", None, None, None)),
        ({"data": [{"id": "claude", "display_name": "Claude"}]}, ("claude", "Claude", None, None, None)),
        (
            {"models": [{"name": "models/g", "displayName": "G", "inputTokenLimit": 10, "outputTokenLimit": 5}]},
            ("g", "G", 10, 5, None),
        ),
        ({"models": [{"name": "q:7b", "model": "q:7b", "size": 1}]}, ("q:7b", "q:7b", None, None, None)),
        ([{"id": "x"}], ("x", "x", None, None, None)),
        (
            {"data": [{"id": "o/r", "name": "O: R", "context_length": 9, "supported_parameters": ["tools"]}]},
            ("o/r", "O: R", 9, None, True),
        ),
        ({"data": [{"id": "o/s", "supported_parameters": []}]}, ("o/s", "o/s", None, None, False)),
        (
            {"data": [{"id": "m", "max_context_length": 8, "capabilities": {"function_calling": False}}]},
            ("m", "m", 8, None, False),
        ),
        ({"data": [{"id": "l", "meta": {"n_ctx_train": 7}}], "models": "x"}, ("l", "l", 7, None, None)),
    ],
)
def test_lists_of_all_vendors_are_read(body: object, wanted: tuple[object, ...]) -> None:
    models = read_models(json.dumps(body).encode())
    assert models is not None
    assert [(m.id, m.title, m.window_tokens, m.output_tokens, m.tools) for m in models] == [wanted]


@pytest.mark.parametrize("body", [b"", b"<html>", b"5", b"{}", b'{"data":5}', b'"data"', b"[" * 9000, b'{"error":"x"}'])
def test_anything_else_is_no_list(body: bytes) -> None:
    assert read_models(body) is None


def test_hostile_lists_are_counted_cut_and_cleaned() -> None:
    entries: list[object] = [5, {}, {"id": 7}, {"id": ""}, {"id": "x\ud800\0" + "y" * 500}, {"id": "d"}, {"id": "d"}]
    models = read_models(json.dumps({"data": entries + [{"id": f"m{n}"} for n in range(9000)]}).encode())
    assert models is not None
    assert len(models) == 5000
    assert (len(models[0].id), models[0].id[:3], models[0].id[-1]) == (200, "x\ufffd\ufffd", "…")
    assert [m.id for m in models[1:3]] == ["d", "m0"]


async def _failure(answer: RawAnswer, **changes: object) -> ProviderFailure:
    client = HttpClient(proxies=dict)
    async with raw_server(answer) as server:
        target = replace(instance(server.url), **changes)  # type: ignore[arg-type]
        with pytest.raises(ProviderFailure) as caught:
            await list_models(target, client, _sealing(), DIRECT)
    await client.close()
    return caught.value


async def test_list_is_asked_for_with_the_key_in_its_header() -> None:
    client = HttpClient(proxies=dict)
    async with raw_server(LIST) as server:
        target = instance(server.url, ClientApi.ANTHROPIC, key_ref="ref")
        models = await list_models(target, client, _sealing({"ref": "sk-1234"}), DIRECT)
    await client.close()
    [seen] = server.seen
    assert (seen.method, seen.target, seen.headers["x-api-key"]) == ("GET", "/v1/models?limit=1000", "sk-1234")
    assert seen.headers["anthropic-version"] == "2023-06-01"
    assert "content-type" not in seen.headers
    assert [model.id for model in models] == ["a", "b"]


async def test_refused_list_shows_status_url_and_the_vendors_message() -> None:
    failure = await _failure(RawAnswer(403, {}, [b'{"error":{"message":"no"}}']))
    assert (failure.error.kind, failure.message) == (ErrorKind.AUTH, "HTTP 403: no")
    assert failure.error.url.endswith("/v1/models")


async def test_refused_list_tells_of_no_wait_that_a_date_asks_for() -> None:
    refused = RawAnswer(429, {"retry-after": "Fri, 15 Jan 2027 08:00:30 GMT"}, [b'{"error":{"message":"slow"}}'])
    assert (await _failure(refused)).message == "HTTP 429: slow"


async def test_answer_that_is_no_list_is_a_protocol_error() -> None:
    assert (await _failure(RawAnswer(200, {}, [b"<html>"]))).error.kind is ErrorKind.PROTOCOL
    assert (await _failure(RawAnswer(302, {"location": "http://other.example/"}))).error.kind is ErrorKind.PROTOCOL


async def test_bad_url_is_an_invalid_error() -> None:
    assert (await _failure(LIST, url="nonsense")).error.kind is ErrorKind.INVALID


async def test_list_that_drips_ends_in_time() -> None:
    client = HttpClient(proxies=dict)
    async with raw_server(RawAnswer(200, {"content-length": "99"}, [b"{"], then="silence")) as server:
        with pytest.raises(ProviderFailure) as caught:
            await list_models(instance(server.url), client, _sealing(), NetSettings("none", total_s=0.05))
    await client.close()
    assert caught.value.error.kind is ErrorKind.TIMEOUT


async def test_local_servers_are_looked_for_all_at_once() -> None:
    async def silent(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        await reader.read()

    client = HttpClient(proxies=dict)
    await client.warm(DIRECT)
    ollama = RawAnswer(200, {}, [b'{"models":[{"name":"q"}]}'])
    async with (
        raw_server(ollama) as one,
        raw_server(RawAnswer(404)) as two,
        listening(silent) as three,
        raw_server() as gone,
    ):
        places = [
            LocalPort(int(url.rpartition(":")[2]), f"I{n}", "/api/tags")
            for n, url in enumerate((one.url, two.url, three))
        ]
        gone_port = LocalPort(int(gone.url.rpartition(":")[2]), "I3", "/x")
        found = await find_local_servers(client, [*places, gone_port], 0.2)
    await client.close()
    assert [server.instance for server in found] == ["I0", "I1", "I2", "I3"]
    assert [None if s.models is None else [m.id for m in s.models] for s in found] == [["q"], None, None, None]
    assert one.seen[0].target == "/api/tags"
