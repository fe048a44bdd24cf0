"""Every HTTP byte: faults by kind, redirects, proxies, certificates, limits (S109, S111, S112, S114)."""

import asyncio
import logging
import ssl
import sys
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from qodev.base.certificates import read_issuer
from qodev.base.logs import KnownSecrets
from qodev.base.lookups import addresses_of
from qodev.base.net import HttpClient, NetSettings
from qodev.base.netfaults import NetError, NetFault, proxy_fault
from qodev.base.proxies import choose_proxy
from qodev.base.tasks import WorkPool
from tests.fakes.wire import CERTIFICATES, RawAnswer, listening, raw_server, read_request

DIRECT = NetSettings(proxy="none")
OK = RawAnswer(chunks=[b"hello"])


def _client(**options: object) -> HttpClient:
    return HttpClient(proxies=dict, **options)  # type: ignore[arg-type]


async def _fault(url: str, settings: NetSettings = DIRECT, **options: object) -> NetError:
    client = _client(**options)
    try:
        with pytest.raises(NetError) as caught:
            await client.get(url, {}, settings)
    finally:
        await client.close()
    return caught.value


def _server_context(name: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / f"{name}.pem")
    return context


async def test_get_returns_the_whole_answer_and_sends_our_headers_alone() -> None:
    client = _client()
    async with raw_server(RawAnswer(200, {"X-Thing": "a"}, [b"he", b"llo"])) as server:
        answer = await client.get(server.url + "/a%20b?x=%2F&y=$%7Bz%7D", {"Accept": "a/b"}, DIRECT)
    await client.close()
    assert (answer.status, answer.body, answer.headers["x-thing"]) == (200, b"hello", "a")
    [seen] = server.seen
    assert seen.target == "/a%20b?x=%2F&y=$%7Bz%7D"
    assert sorted(seen.headers) == ["accept", "accept-encoding", "host", "user-agent"]
    assert (seen.headers["accept-encoding"], seen.headers["user-agent"][:6]) == ("identity", "qodev/")


async def test_refused_connection_is_a_connect_fault() -> None:
    async with raw_server() as server:
        url = server.url
    fault = await _fault(url)
    assert (fault.kind, fault.message) == (NetFault.CONNECT, "refused the connection")


async def test_unknown_host_is_a_connect_fault() -> None:
    fault = await _fault("http://no-such-host.invalid/")
    assert fault.kind is NetFault.CONNECT


async def test_connection_closed_before_an_answer_is_a_connect_fault() -> None:
    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with listening(hang_up) as url:
        fault = await _fault(url)
    assert fault.kind is NetFault.CONNECT


async def test_silence_is_a_timeout() -> None:
    async with raw_server(RawAnswer(chunks=[b"a"], then="silence", headers={"content-length": "9"})) as server:
        fault = await _fault(server.url, NetSettings("none", idle_s=0.05))
        total = await _fault(server.url, NetSettings("none", total_s=0.05))
    assert (fault.kind, fault.message) == (NetFault.TIMEOUT, "sent nothing for 0.05 s")
    assert (total.kind, total.message) == (NetFault.TIMEOUT, "did not finish within 0.05 s")


async def test_total_time_counts_before_the_headers_too() -> None:
    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async with listening(say_nothing) as url:
        assert (await _fault(url, NetSettings("none", total_s=0.05))).message == "did not finish within 0.05 s"
        assert (await _fault(url, NetSettings("none", idle_s=0.05))).message == "sent nothing for 0.05 s"


async def test_answer_that_ends_early_is_broken() -> None:
    async with raw_server(RawAnswer(chunks=[b"a"], headers={"content-length": "9"})) as server:
        assert (await _fault(server.url)).kind is NetFault.BROKEN


async def test_answer_over_the_limit_is_too_large() -> None:
    client = _client()
    async with raw_server(OK) as server:
        with pytest.raises(NetError) as caught:
            await client.get(server.url, {}, DIRECT, limit_bytes=4)
        assert (await client.get(server.url, {}, DIRECT, limit_bytes=5)).body == b"hello"
    await client.close()
    assert caught.value.kind is NetFault.TOO_LARGE


async def test_bytes_that_are_no_http_are_a_fault() -> None:
    async def babble(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"\x00\x01 what\r\n\r\n")
        writer.close()

    async with listening(babble) as url:
        fault = await _fault(url)
    assert (fault.kind, fault.message) == (NetFault.PROTOCOL, "does not answer in HTTP")


@pytest.mark.parametrize("header", ["a\nb", "é", "a\x00b"])
async def test_bad_header_value_is_a_fault_without_the_value(header: str) -> None:
    client = _client()
    async with raw_server(OK) as server:
        with pytest.raises(NetError) as caught:
            await client.get(server.url, {"X-Key": header}, DIRECT)
    await client.close()
    assert header not in caught.value.message
    assert caught.value.__cause__ is None


async def test_get_follows_three_redirects_on_the_same_origin() -> None:
    moved = RawAnswer(302, {"location": "/next"})
    client = _client()
    async with raw_server(moved, RawAnswer(307, {"location": "/last?x=1"}), OK) as server:
        answer = await client.get(server.url + "/first", {"X-Key": "k"}, DIRECT)
    await client.close()
    assert answer.body == b"hello"
    assert [seen.target for seen in server.seen] == ["/first", "/next", "/last?x=1"]


@pytest.mark.parametrize(
    "location",
    [
        "http://other.example/x",
        "//other.example/x",
        "https://127.0.0.1/x",
        "http://127.0.0.1:1/x",
        "",
        "x:y",
        "http://[",
    ],
)
async def test_redirect_to_another_origin_is_refused(location: str) -> None:
    async with raw_server(RawAnswer(302, {"location": location} if location else {})) as server:
        fault = await _fault(server.url + "/")
        assert (fault.kind, len(server.seen)) == (NetFault.REFUSED_REDIRECT, 1)


@pytest.mark.parametrize(
    "url", ["http://[", "http://[::1", "http://x:99999/", "http://x:abc/", "x", "http://a\x00/", ""]
)
async def test_url_that_nobody_can_read_is_a_fault(url: str) -> None:
    fault = await _fault(url)
    assert fault.kind is NetFault.PROTOCOL


async def test_endless_redirects_end() -> None:
    answers = [RawAnswer(302, {"location": f"/{n}"}) for n in range(9)]
    async with raw_server(*answers) as server:
        fault = await _fault(server.url)
        assert (fault.kind, len(server.seen)) == (NetFault.REFUSED_REDIRECT, 4)


async def test_stream_follows_no_redirect() -> None:
    client = _client()
    async with raw_server(RawAnswer(302, {"location": "/next"})) as server:
        response = await client.stream("POST", server.url, {"X-Key": "k"}, b"{}", DIRECT)
        assert (response.status, len(server.seen)) == (302, 1)
        await response.close()
    await client.close()


async def test_url_with_a_known_secret_is_refused_before_a_connection() -> None:
    known = KnownSecrets()
    known.add("sk-canary-value")
    async with raw_server(OK) as server:
        fault = await _fault(server.url + "?x=sk-canary-value", known=known)
        assert (fault.kind, server.seen) == (NetFault.SECRET_IN_URL, [])


async def test_key_that_is_a_word_of_the_host_refuses_nothing() -> None:
    known = KnownSecrets()
    known.add("localhost")
    client = _client(known=known)
    async with raw_server(OK) as server:
        url = server.url.replace("127.0.0.1", "localhost")
        assert (await client.get(url, {}, DIRECT)).body == b"hello"
    await client.close()


async def test_log_names_method_host_and_status_and_no_url(caplog: pytest.LogCaptureFixture) -> None:
    client = _client()
    with caplog.at_level(logging.DEBUG):
        async with raw_server(OK) as server:
            await client.get(server.url + "/path?q=value", {}, DIRECT)
    await client.close()
    text = " ".join(record.getMessage() for record in caplog.records)
    assert "GET 127.0.0.1 200" in text
    assert "value" not in text
    assert "path" not in text


async def test_clients_are_shared_by_settings_and_built_in_the_pool() -> None:
    pool = WorkPool()
    client = _client(pool=pool)
    await client.warm()
    async with raw_server(OK) as server:
        for settings in (DIRECT, NetSettings("none", idle_s=3.0), NetSettings("none", verify_tls=False)):
            await client.get(server.url, {}, settings)
    assert len(client._clients) == 2
    await client.close()
    pool.close()
    with pytest.raises(NetError):
        await client.get("http://127.0.0.1:1", {}, DIRECT)


def test_import_of_the_module_does_not_load_the_library() -> None:
    import subprocess

    code = (
        "import sys, qodev.providers.http; print([m for m in ('httpx', 'truststore', 'httpcore') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_library_is_imported_without_its_command_line() -> None:
    import subprocess

    code = (
        "import asyncio, sys; from qodev.base.net import HttpClient; asyncio.run(HttpClient().warm());"
        "print([m for m in ('httpx', 'click', 'rich', 'pygments') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['httpx']"


async def test_certificate_of_a_named_authority_is_accepted() -> None:
    client = _client()
    async with raw_server(OK, ssl=_server_context("good")) as server:
        settings = NetSettings("none", ca_file=str(CERTIFICATES / "authority.pem"))
        assert (await client.get(server.url, {}, settings)).body == b"hello"
    await client.close()


@pytest.mark.parametrize("name", ["self_made", "expired", "other_name", "good"])
async def test_check_can_be_switched_off_for_one_instance(name: str) -> None:
    client = _client()
    async with raw_server(OK, ssl=_server_context(name)) as server:
        assert (await client.get(server.url, {}, NetSettings("none", verify_tls=False))).body == b"hello"
    await client.close()


async def test_record_that_cannot_be_decrypted_breaks_the_answer() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_request(reader)
        writer.write(b"HTTP/1.1 200 OK\r\n\r\nhello")
        await writer.drain()
        below = writer.transport._ssl_protocol._transport  # type: ignore[attr-defined]  # past TLS
        below.write(b"\x17\x03\x03\x00\x10" + b"x" * 16)
        await reader.read()

    async with listening(serve, ssl=_server_context("good")) as url:
        fault = await _fault(url, NetSettings("none", verify_tls=False))
    assert fault.kind is NetFault.BROKEN


async def test_server_that_speaks_no_tls_is_a_tls_fault() -> None:
    async def babble(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    async with listening(babble) as url:
        fault = await _fault(url.replace("http:", "https:"))
    assert fault.kind is NetFault.TLS


async def test_proxy_that_does_not_answer_is_named() -> None:
    async with raw_server() as server:
        proxy = server.url
    fault = await _fault("http://provider.example/v1", NetSettings(proxy))
    assert fault.kind is NetFault.PROXY
    assert proxy.removeprefix("http://") in fault.message


@pytest.mark.parametrize("text", [None, "no certificate"])
async def test_unusable_ca_file_is_a_tls_fault_that_names_it(text: str | None, tmp_path: Path) -> None:
    path = tmp_path / "ca.pem"
    if text is not None:
        path.write_text(text)
    fault = await _fault("https://127.0.0.1:1", NetSettings("none", ca_file=str(path)))
    assert fault.kind is NetFault.TLS
    assert str(path) in fault.message


def test_issuer_is_read_from_a_certificate() -> None:
    def der(name: str) -> bytes:
        return ssl.PEM_cert_to_DER_cert(
            (CERTIFICATES / f"{name}.pem").read_text().partition("-----BEGIN CERT")[2].join(["-----BEGIN CERT", ""])
        )

    assert read_issuer(der("good")) == "qodev test authority"
    assert read_issuer(der("self_made")) == "Nobody Ltd"


@pytest.mark.parametrize("data", [b"", b"\x30", b"\x30\x05abc", b"\x30\x84\xff\xff\xff\xff", b"\x30\x00"])
def test_damaged_certificate_has_no_issuer(data: bytes) -> None:
    assert read_issuer(data) is None


SYSTEM = {"http": "http://p:1", "https": "q:2", "no": ".corp, x.io:8443, *.lan"}


@pytest.mark.parametrize(
    ("url", "setting", "wanted"),
    [
        ("https://a.io/x", "system", "http://q:2"),
        ("http://a.io/x", "system", "http://p:1"),
        ("http://a.io/x", "none", None),
        ("http://a.io/x", "http://own:3", "http://own:3"),
        ("http://localhost:1/x", "http://own:3", None),
        ("http://127.0.0.9/x", "system", None),
        ("http://[::1]:1/x", "system", None),
        ("http://localhost.:1/x", "http://own:3", None),
        ("http://[::ffff:127.0.0.1]:1/x", "http://own:3", None),
        ("http://[::ffff:192.0.2.1]:1/x", "http://own:3", "http://own:3"),
        ("http://a.corp/x", "system", None),
        ("http://corp/x", "system", None),
        ("http://acorp/x", "system", "http://p:1"),
        ("https://x.io:8443/x", "system", None),
        ("https://x.io/x", "system", "http://q:2"),
        ("http://nas.lan/x", "system", None),
    ],
)
def test_proxy_is_chosen_by_setting_scheme_and_host(url: str, setting: str, wanted: str | None) -> None:
    assert choose_proxy(url, setting, lambda: SYSTEM) == wanted


def test_proxy_for_all_and_for_nobody() -> None:
    assert choose_proxy("https://a.io", "system", lambda: {"all": "http://p:1", "no": ""}) == "http://p:1"
    assert choose_proxy("https://a.io", "system", lambda: {"all": "http://p:1", "no": "*"}) is None
    assert choose_proxy("https://a.io", "system", dict) is None


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:1", "nonsense://x", "http://[broken"])
async def test_unusable_proxy_is_a_proxy_fault(proxy: str) -> None:
    assert (await _fault("http://a.example/", NetSettings(proxy))).kind is NetFault.PROXY


def test_proxys_refusal_is_read_from_its_status() -> None:
    assert proxy_fault("403 Forbidden").status == 403
    assert proxy_fault("something").status is None


async def test_closing_a_response_ends_the_connection() -> None:
    client = _client()
    async with raw_server(RawAnswer(chunks=[b"a"], then="silence", headers={"content-length": "9"})) as server:
        response = await client.stream("POST", server.url, {}, b"{}", DIRECT)
        async with aclosing(response.iter_raw()) as pieces:
            assert await anext(pieces) == b"a"
        await response.close()
        async with asyncio.timeout(1):
            await server.closed.wait()
    await client.close()


async def test_a_request_to_an_address_keeps_its_name_and_asks_nobody_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", lambda *a, **_: asked.append(a))
    client = _client()
    async with raw_server(OK) as server:
        url = f"http://name.example:{urlsplit(server.url).port}/a"
        answer = await client.get(url, {}, replace(DIRECT, address="127.0.0.1"))
    await client.close()
    assert (answer.body, asked) == (b"hello", [])
    assert server.seen[0].headers["host"] == urlsplit(url).netloc


async def test_a_proxy_goes_before_an_address() -> None:
    client = _client()
    async with raw_server(OK) as proxy:
        await client.get("http://name.example/a", {}, NetSettings(proxy.url, address="127.0.0.1"))
    await client.close()
    assert proxy.seen[0].target == "http://name.example/a"


async def test_a_name_that_cannot_be_looked_up_is_a_connect_fault() -> None:
    for name in ("no-such-host.invalid", "a" * 70 + ".invalid"):
        with pytest.raises(NetError) as caught:
            await addresses_of(name, 5)
        assert caught.value.kind is NetFault.CONNECT
    assert "127.0.0.1" in await addresses_of("127.0.0.1", 5)
