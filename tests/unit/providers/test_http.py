"""Requests over real sockets: headers, keys, retries, one end (A83, A159, A161, S103 to S113)."""

import asyncio
import gzip
import json
from dataclasses import replace

import pytest

from qodev.base.net import NetSettings
from qodev.types.agents import ClientApi
from qodev.types.providers import ErrorChunk, ErrorKind, StallChunk, StopChunk, TextChunk
from tests.fakes.sending import END, HI, NOW, SSE, request_to, retries_of, sender, text_of
from tests.fakes.wire import MemorySecrets, RawAnswer, instance, listening, raw_server, read_request

ANSWER = RawAnswer(200, SSE, [HI, END])


async def test_request_goes_out_as_built_with_the_key_last() -> None:
    async with raw_server(ANSWER) as server, sender({"ref": "sk-secret-key"}) as it:
        request = request_to(instance(server.url, key_ref="ref"))
        chunks = await it.send(request)
    [seen] = server.seen
    assert (seen.method, seen.target, seen.body) == ("POST", "/v1/chat/completions", request.body)
    assert seen.headers["authorization"] == "Bearer sk-secret-key"
    assert (seen.headers["accept"], seen.headers["content-type"]) == (
        "text/event-stream",
        "application/json; charset=utf-8",
    )
    assert (text_of(chunks), type(chunks[-1])) == ("hi", StopChunk)


@pytest.mark.parametrize(
    ("api", "header", "value"),
    [
        (ClientApi.ANTHROPIC, "x-api-key", "sk-1234"),
        (ClientApi.GOOGLE, "x-goog-api-key", "sk-1234"),
        (ClientApi.OLLAMA, "authorization", "Bearer sk-1234"),
        (ClientApi.MISTRAL, "authorization", "Bearer sk-1234"),
    ],
)
async def test_key_header_follows_the_client_api(api: ClientApi, header: str, value: str) -> None:
    async with raw_server(ANSWER) as server, sender({"ref": "sk-1234"}) as it:
        await it.send(request_to(instance(server.url, api, key_ref="ref"), "/models/m:streamGenerateContent"))
    assert server.seen[0].headers[header] == value
    assert "sk-1234" not in server.seen[0].target


async def test_no_key_means_no_key_header() -> None:
    async with raw_server(ANSWER) as server, sender() as it:
        await it.send(request_to(instance(server.url, key_ref="missing")))
    assert "authorization" not in server.seen[0].headers


async def test_own_header_of_the_same_name_replaces_the_key() -> None:
    target = {"AUTHORIZATION": "Basic abc=", "X-Team": "env:TEAM", "X-None": "env:NONE", "accept": "a/b"}
    async with raw_server(ANSWER) as server, sender({"ref": "sk-1234"}, env={"TEAM": "t 1"}) as it:
        await it.send(request_to(instance(server.url, key_ref="ref", headers=target)))
    headers = server.seen[0].headers
    assert (headers["authorization"], headers["x-team"], headers["accept"]) == ("Basic abc=", "t 1", "a/b")
    assert "x-none" not in headers


async def test_variables_of_headers_are_asked_of_the_secret_store_without_an_environment() -> None:
    async with raw_server(ANSWER) as server, sender({"env:TEAM": "t1"}) as it:
        await it.send(request_to(instance(server.url, headers={"X-Team": "env:TEAM"})))
    assert server.seen[0].headers["x-team"] == "t1"


@pytest.mark.parametrize("key", ["", "qq ww", "qqé", "qqww\n", "qqww\x00", "x" * 4097, " qqww"])
async def test_key_that_no_header_may_hold_is_refused_and_not_shown(key: str) -> None:
    async with raw_server(ANSWER) as server, sender({"ref": key}) as it:
        error = await it.error(request_to(instance(server.url, key_ref="ref")))
    assert (error.kind, server.seen) == (ErrorKind.AUTH, [])
    assert "qq" not in repr(error)
    assert "xxx" not in repr(error)


@pytest.mark.parametrize("query", ["key=qqww", "x=1&API_KEY=qqww", "Token=qqww", "a=b&password=qqww"])
async def test_url_with_a_key_in_its_query_is_not_asked(query: str) -> None:
    async with raw_server(ANSWER) as server, sender() as it:
        error = await it.error(request_to(instance(f"{server.url}?{query}")))
    assert (error.kind, server.seen) == (ErrorKind.INVALID, [])
    assert "qqww" not in repr(error)


async def test_longest_key_is_sent() -> None:
    async with raw_server(ANSWER) as server, sender({"ref": "x" * 4096}) as it:
        await it.send(request_to(instance(server.url, key_ref="ref")))
    assert len(server.seen[0].headers["authorization"]) == 4096 + len("Bearer ")


async def test_locked_keyring_is_an_auth_error_and_nothing_is_sent() -> None:
    async with raw_server(ANSWER) as server, sender(secrets=MemorySecrets(broken="ref")) as it:
        error = await it.error(request_to(instance(server.url, key_ref="ref")))
    assert (error.kind, error.message, server.seen) == (ErrorKind.AUTH, "The keyring is locked.", [])


@pytest.mark.parametrize("headers", [{"X-A": "b\r\nX-C: d"}, {"X A": "b"}, {"X-A": "é"}, {"": "b"}])
async def test_header_that_cannot_be_sent_is_an_error_without_its_value(headers: dict[str, str]) -> None:
    async with raw_server(ANSWER) as server, sender() as it:
        error = await it.error(request_to(instance(server.url, headers=headers)))
    assert (error.kind, server.seen) == (ErrorKind.INVALID, [])
    assert "X-C: d" not in error.message


async def test_key_does_not_travel_unencrypted_unless_confirmed() -> None:
    def never(_: object) -> NetSettings:
        raise AssertionError("a connection was begun")

    target = instance("http://192.0.2.1:9", key_ref="ref")
    async with sender({"ref": "sk-1234"}) as it:
        it.provider._net = never  # type: ignore[assignment]
        error = await it.error(request_to(target))
    assert error.kind is ErrorKind.AUTH
    assert "unencrypted to `192.0.2.1`" in error.message


async def test_confirmed_instance_may_send_its_key_unencrypted() -> None:
    async with (
        raw_server(ANSWER) as proxy,
        sender({"ref": "sk-1234"}, net=NetSettings(proxy.url), may_send_plain=lambda _: True) as it,
    ):
        chunks = await it.send(request_to(instance("http://provider.example", key_ref="ref")))
    assert text_of(chunks) == "hi"
    assert proxy.seen[0].target == "http://provider.example/v1/chat/completions"


async def test_plain_http_without_a_key_needs_no_consent() -> None:
    async with raw_server(ANSWER) as proxy, sender(net=NetSettings(proxy.url)) as it:
        assert text_of(await it.send(request_to(instance("http://provider.example")))) == "hi"


async def test_refusals_that_pass_are_tried_again_and_shown() -> None:
    busy, later = RawAnswer(429), RawAnswer(503, {"retry-after": "7"})
    async with raw_server(busy, later, ANSWER) as server, sender() as it:
        chunks = await it.send(request_to(instance(server.url)))
    shown = [(r.attempt, r.attempts, r.delay_s, r.kind.value) for r in retries_of(chunks)]
    assert shown == [(1, 2, 1.0, "rate_limit"), (2, 2, 7.0, "overloaded")]
    assert (it.waits, text_of(chunks), len(server.seen)) == ([1.0, 7.0], "hi", 3)


async def test_third_refusal_is_the_last() -> None:
    async with raw_server(RawAnswer(502)) as server, sender() as it:
        chunks = await it.send(request_to(instance(server.url)))
    assert len(server.seen) == 3
    assert isinstance(chunks[-1], ErrorChunk)
    assert (chunks[-1].error.status, chunks[-1].error.kind) == (502, ErrorKind.SERVER)


async def test_nothing_is_tried_again_after_the_first_byte() -> None:
    broken = RawAnswer(200, SSE | {"content-length": "999"}, [HI])
    async with raw_server(broken) as server, sender() as it:
        chunks = await it.send(request_to(instance(server.url)))
    assert (text_of(chunks), retries_of(chunks), len(server.seen)) == ("hi", [], 1)
    assert isinstance(chunks[-1], ErrorChunk)
    assert chunks[-1].error.kind is ErrorKind.TRUNCATED


REFUSES = RawAnswer(400, chunks=[b'{"error":{"message":"unknown field stream_options"}}'])


async def test_refused_stream_options_are_left_out_for_this_instance_from_then_on() -> None:
    async with raw_server(REFUSES, ANSWER) as server, sender() as it:
        target = instance(server.url)
        assert it.provider.takes_stream_options(target)
        first = await it.send(request_to(target))
        assert not it.provider.takes_stream_options(target)
        await it.send(request_to(target))
        assert it.provider.takes_stream_options(replace(target, name="Other"))
    assert (text_of(first), retries_of(first)) == ("hi", [])
    assert [("stream_options" in json.loads(seen.body)) for seen in server.seen] == [True, False, False]


@pytest.mark.parametrize(
    ("answer", "added"),
    [(REFUSES, ()), (RawAnswer(400, chunks=[b"{}"]), ("stream_options",)), (RawAnswer(422, chunks=REFUSES.chunks), ("stream_options",))],
)  # fmt: skip
async def test_other_bad_requests_are_final(answer: RawAnswer, added: tuple[str, ...]) -> None:
    async with raw_server(answer, ANSWER) as server, sender() as it:
        error = await it.error(request_to(instance(server.url), added=added))
    assert (error.kind, len(server.seen)) == (ErrorKind.INVALID, 1)


async def test_second_refusal_of_the_options_ends() -> None:
    async with raw_server(REFUSES) as server, sender() as it:
        assert (await it.error(request_to(instance(server.url)))).kind is ErrorKind.INVALID
    assert len(server.seen) == 2


async def test_web_page_with_success_is_a_protocol_error() -> None:
    async with raw_server(RawAnswer(200, {"content-type": "text/html"}, [b"<html>Log in"])) as server, sender() as it:
        chunks = await it.send(request_to(instance(server.url)))
    assert [type(chunk) for chunk in chunks] == [ErrorChunk]
    assert isinstance(chunks[0], ErrorChunk)
    assert (chunks[0].error.kind, chunks[0].error.status) == (ErrorKind.PROTOCOL, 200)


async def test_whole_answer_is_read_when_no_stream_was_asked_for() -> None:
    body = b'{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}'
    async with raw_server(RawAnswer(200, {}, [body])) as server, sender() as it:
        chunks = await it.send(request_to(instance(server.url), stream=False))
    assert text_of(chunks) == "hi"


async def test_error_body_that_drips_is_cut_by_time_and_by_size() -> None:
    async def never(number: int) -> None:
        if number:
            await asyncio.Event().wait()

    drip = RawAnswer(429, {"content-length": "999"}, [b'{"error":"slow', b"x"], before_chunk=never)
    huge = RawAnswer(400, {}, [b"y" * 50_000] * 4)
    async with raw_server(drip) as server, sender(error_body_s=0.05) as it:
        error = await it.error(request_to(instance(server.url)))
    assert (error.status, error.message) == (429, 'HTTP 429: {"error":"slow')
    async with raw_server(huge) as server, sender() as it:
        assert len((await it.error(request_to(instance(server.url)))).message) < 600


async def test_stalled_stream_is_told_once_and_goes_on() -> None:
    now = [NOW]

    async def pass_time(number: int) -> None:
        now[0] += 100 if number in (1, 2, 3) else 0
        await asyncio.sleep(0.01)

    chunks = [HI, b": ping\n\n", b": ping\n\n", b": ping\n\n", END]
    async with (
        raw_server(RawAnswer(200, SSE, chunks, before_chunk=pass_time)) as server,
        sender(clock=lambda: now[0]) as it,
    ):
        found = await it.send(request_to(instance(server.url)))
    assert [type(c).__name__ for c in found if isinstance(c, TextChunk | StallChunk | StopChunk)] == [
        "TextChunk",
        "StallChunk",
        "StopChunk",
    ]


@pytest.mark.parametrize("idle_s", [0.0, 600.0])
async def test_long_silence_is_told_where_the_instance_allows_it(idle_s: float) -> None:
    seconds = iter(range(1000))
    told = asyncio.Event()

    async def wait(number: int) -> None:
        if number == 1:
            await told.wait()

    clock = lambda: NOW + 200 * next(seconds)  # noqa: E731  each look at it takes a while, so that no wait is real
    answer, settings = RawAnswer(200, SSE, [HI, END], before_chunk=wait), NetSettings("none", idle_s=idle_s)
    async with raw_server(answer) as server, sender(clock=clock, net=settings) as it:
        async for chunk in it.provider.stream(request_to(instance(server.url))):
            if isinstance(chunk, StallChunk):
                told.set()
    assert isinstance(chunk, StopChunk)


async def test_held_text_is_given_out_in_time_though_nothing_comes() -> None:
    seconds = iter(range(1000))
    begun = b'data: {"choices":[{"delta":{"content":"{\\"name\\": "}}]}\n\n'
    released = asyncio.Event()

    async def wait(number: int) -> None:
        if number == 1:
            await released.wait()

    answer = RawAnswer(200, SSE, [begun, HI, END], before_chunk=wait)
    clock = lambda: NOW + 1.6 * next(seconds)  # noqa: E731  each look at it takes a while, so that no wait is real
    async with raw_server(answer) as server, sender(clock=clock) as it:
        texts = []
        async for chunk in it.provider.stream(request_to(instance(server.url), tool_names=("f",))):
            if isinstance(chunk, TextChunk):
                texts.append(chunk.text)
                released.set()
    assert texts == ['{"name": ', "hi"]


async def test_closing_the_stream_closes_the_connection() -> None:
    silent = RawAnswer(200, SSE, [HI], then="silence")
    async with raw_server(silent) as server, sender() as it:
        stream = it.provider.stream(request_to(instance(server.url)))
        async for chunk in stream:
            if isinstance(chunk, TextChunk):
                break
        await stream.aclose()
        async with asyncio.timeout(1):
            await server.closed.wait()


async def test_cancelling_while_text_is_held_closes_the_connection() -> None:
    begun = b'data: {"choices":[{"delta":{"content":"{"}}]}\n\n'
    sent = asyncio.Event()

    async def tell(number: int) -> None:
        if number == 1:
            sent.set()
            await asyncio.Event().wait()

    answer = RawAnswer(200, SSE, [begun, HI], before_chunk=tell)
    async with raw_server(answer) as server, sender() as it, asyncio.TaskGroup() as group:
        task = group.create_task(it.send(request_to(instance(server.url), tool_names=("f",))))
        await sent.wait()
        await asyncio.sleep(0)
        task.cancel()
    assert task.cancelled()


async def test_connection_serves_again_after_a_complete_answer() -> None:
    connections = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        body = HI + END
        while await read_request(reader) is not None:
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n")
            writer.write(b"content-length: %d\r\n\r\n%s" % (len(body), body))

    async with listening(serve) as url, sender() as it:
        for _ in range(3):
            assert text_of(await it.send(request_to(instance(url)))) == "hi"
    assert connections == 1


async def test_packed_error_body_is_read() -> None:
    packed = RawAnswer(404, {"content-encoding": "gzip"}, [gzip.compress(b'{"error":"no such model"}')])
    async with raw_server(packed) as server, sender() as it:
        assert (await it.error(request_to(instance(server.url)))).message == "HTTP 404: no such model"
