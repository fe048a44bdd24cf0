"""What the rig of `scenarios.md` must show about streams and networks: net-41 to net-52, one test for each.

net-48 and net-53 belong to tools and come with them.
"""

import asyncio
import ssl
import tracemalloc
from datetime import UTC, datetime
from email.utils import format_datetime

import pytest

from qodev.base.net import NetSettings
from qodev.types.providers import (
    ErrorChunk,
    ErrorKind,
    RetryChunk,
    StallChunk,
    StopChunk,
    TextChunk,
    ToolEndChunk,
    ToolInputChunk,
)
from tests.fakes.sending import END, HI, NOW, SSE, request_to, retries_of, sender, text_of
from tests.fakes.wire import CERTIFICATES, RawAnswer, instance, raw_server


def _call(fragment: str) -> bytes:
    text = fragment.replace('"', '\\"')
    return (
        b'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"run","arguments":"'
        + text.encode()
        + b'"}}]}}]}\n\n'
    )


async def test_net_41_slow_tokens_are_not_cut() -> None:
    async def slow(_: int) -> None:
        await asyncio.sleep(0.02)  # 20 s, a thousand times faster; 40 of them are longer than the idle limit

    answer = RawAnswer(200, SSE, [HI] * 40 + [END], before_chunk=slow)
    async with raw_server(answer) as server, sender(net=NetSettings("none", idle_s=0.5)) as it:
        chunks = await it.send(request_to(instance(server.url)))
    assert (text_of(chunks), type(chunks[-1])) == ("hi" * 40, StopChunk)


async def test_net_42_comments_for_ever_say_no_progress_and_are_not_cut() -> None:
    now = [NOW]

    async def later(_: int) -> None:
        now[0] += 15
        await asyncio.sleep(0)

    answer = RawAnswer(200, SSE, [HI] + [b": keep-alive\n\n"] * 60 + [END], before_chunk=later)
    async with raw_server(answer) as server, sender(clock=lambda: now[0]) as it:
        chunks = await it.send(request_to(instance(server.url)))
    [stall] = [chunk for chunk in chunks if isinstance(chunk, StallChunk)]
    assert stall.silent_s >= 180
    assert isinstance(chunks[-1], StopChunk)


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "http://no-such-host.invalid"])
async def test_net_43_nobody_there_is_a_connect_error_after_two_retries(url: str) -> None:
    async with sender() as it:
        chunks = await it.send(request_to(instance(url)))
    assert isinstance(chunks[-1], ErrorChunk)
    error = chunks[-1].error
    assert (error.kind, len(retries_of(chunks)), it.waits) == (ErrorKind.CONNECT, 2, [1.0, 2.0])
    assert f"{url}/v1/chat/completions" in error.message
    assert error.url == f"{url}/v1/chat/completions"


async def test_net_43_the_wait_can_be_cancelled() -> None:
    waiting = asyncio.Event()

    async def sleep(_: float) -> None:
        waiting.set()
        await asyncio.Event().wait()

    async with sender(sleep=sleep) as it, asyncio.TaskGroup() as group:
        task = group.create_task(it.send(request_to(instance("http://127.0.0.1:1"))))
        await waiting.wait()
        task.cancel()
    assert task.cancelled()


@pytest.mark.parametrize(
    ("name", "issuer", "authority"),
    [
        ("self_made", "Nobody Ltd", False),
        ("good", "qodev test authority", False),
        ("expired", "qodev test authority", True),
        ("other_name", "qodev test authority", True),
    ],
)
async def test_net_44_bad_certificate_is_a_tls_error_that_names_the_issuer(
    name: str, issuer: str, authority: bool
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / f"{name}.pem")
    ca_file = str(CERTIFICATES / "authority.pem") if authority else None
    async with raw_server(ssl=context) as server, sender({"ref": "sk-1234"}, net=NetSettings("none", ca_file)) as it:
        chunks = await it.send(request_to(instance(server.url, key_ref="ref")))
    assert [type(chunk) for chunk in chunks] == [ErrorChunk]
    assert isinstance(chunks[0], ErrorChunk)
    error = chunks[0].error
    assert error.kind is ErrorKind.TLS
    assert f"`{issuer}`" in error.message
    assert "the system's certificate store" in error.message
    assert server.seen == []


async def test_net_45_loopback_goes_through_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    from qodev.base.proxies import system_proxies

    async with raw_server(RawAnswer(500)) as proxy, raw_server(RawAnswer(200, SSE, [HI, END])) as server:
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        async with sender(net=NetSettings("system"), proxies=system_proxies) as it:
            assert text_of(await it.send(request_to(instance(server.url)))) == "hi"
            away = await it.error(request_to(instance("http://provider.example")))
    assert (len(proxy.seen), away.status) == (1, 500)


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_net_46_log_in_that_the_proxy_wants_is_named_as_the_proxys(scheme: str) -> None:
    wants = RawAnswer(407, {"proxy-authenticate": 'Basic realm="office"', "content-length": "0"})
    async with (
        raw_server(wants) as proxy,
        sender({"ref": "sk-1234"}, net=NetSettings(proxy.url), may_send_plain=lambda _: True) as it,
    ):
        chunks = await it.send(request_to(instance(f"{scheme}://provider.example", key_ref="ref")))
    assert [type(chunk) for chunk in chunks] == [ErrorChunk]
    assert isinstance(chunks[0], ErrorChunk)
    assert "proxy wants a log-in" in chunks[0].error.message
    assert chunks[0].error.hint is not None
    assert len(proxy.seen) == 1


async def test_net_47_cancel_in_a_call_closes_at_once_keeps_the_text_and_ends_no_call() -> None:
    answer = RawAnswer(200, SSE, [HI, _call('{"command":"rm -rf build')], then="silence")
    found = []
    async with raw_server(answer) as server, sender() as it:

        async def read() -> None:
            async for chunk in it.provider.stream(request_to(instance(server.url))):
                found.append(chunk)
                if isinstance(chunk, ToolInputChunk):
                    begun.set()

        begun = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            task = group.create_task(read())
            await begun.wait()
            task.cancel()
        async with asyncio.timeout(1):
            await server.closed.wait()
    assert text_of(found) == "hi"
    assert not [chunk for chunk in found if isinstance(chunk, ToolEndChunk)]


async def test_net_49_error_body_that_drips_for_ever_is_read_for_a_bounded_time() -> None:
    async def drip(number: int) -> None:
        await asyncio.sleep(0.01 if number < 3 else 60)

    answer = RawAnswer(429, {"retry-after": "90"}, [b'{"error":'] + [b"x"] * 9, before_chunk=drip)
    async with raw_server(answer) as server, sender(error_body_s=0.1) as it:
        error = await it.error(request_to(instance(server.url)))
    assert (error.kind, error.status, error.retry_after_s) == (ErrorKind.RATE_LIMIT, 429, 90.0)


async def test_net_50_endless_arguments_are_a_protocol_error_with_bounded_memory() -> None:
    answer = RawAnswer(200, SSE, [_call("{")], repeat=(_call("x" * 16_000) * 4, 1024))
    last = None
    async with raw_server(answer) as server, sender() as it:
        tracemalloc.start()
        async for chunk in it.provider.stream(request_to(instance(server.url))):
            last = chunk
            assert not isinstance(chunk, ToolEndChunk)
        _, peak_bytes = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert isinstance(last, ErrorChunk)
    assert last.error.kind is ErrorKind.PROTOCOL
    assert peak_bytes < (4 + 16) * 1024 * 1024


async def test_net_51_wait_until_a_date_is_kept_and_shown() -> None:
    date = format_datetime(datetime.fromtimestamp(NOW + 30, UTC), usegmt=True)
    async with (
        raw_server(RawAnswer(429, {"retry-after": date}), RawAnswer(200, SSE, [HI, END])) as server,
        sender() as it,
    ):
        chunks = await it.send(request_to(instance(server.url)))
    assert [type(chunk) for chunk in chunks[:1]] == [RetryChunk]
    assert it.waits == [pytest.approx(30, abs=1)]
    assert text_of(chunks) == "hi"


async def test_net_52_answer_of_another_request_never_reaches_a_stopped_one() -> None:
    async with (
        raw_server(RawAnswer(200, SSE, [HI], then="silence"), RawAnswer(200, SSE, [HI, END])) as server,
        sender() as it,
    ):
        stopped = it.provider.stream(request_to(instance(server.url)))
        async for chunk in stopped:
            if isinstance(chunk, TextChunk):
                break
        await stopped.aclose()
        assert text_of(await it.send(request_to(instance(server.url)))) == "hi"
        assert [chunk async for chunk in stopped] == []
