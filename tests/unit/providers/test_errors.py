"""Errors of requests: kinds, sentences, retries, and nothing secret (A156, A161, S105, S107)."""

import time
from datetime import UTC, datetime
from email.utils import format_datetime

import pytest

from qodev.base.logs import KnownSecrets
from qodev.base.netfaults import NetError, NetFault
from qodev.providers.base import StreamFault
from qodev.providers.errors import ErrorMaker, is_final_refusal
from qodev.providers.retry import parse_retry_after, plan_wait, spoken_wait
from qodev.types.providers import ErrorKind, ProviderError
from tests.fakes.wire import instance

URL = "https://u:p@x.io/v1/chat?tenant=KEY123abc"
NOW = 1_800_000_000.0


def _maker(*hidden: str) -> ErrorMaker:
    return ErrorMaker.of(instance("https://x.io"), URL, KnownSecrets(), hidden)


def _of(status: int, body: bytes = b"{}", **headers: str) -> ProviderError:
    return _maker("sk-canary-1").of_status(status, {k.replace("_", "-"): v for k, v in headers.items()}, body, NOW)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, "invalid"), (401, "auth"), (403, "auth"), (404, "not_found"), (405, "invalid"), (408, "timeout"), (413, "too_large"),
        (418, "invalid"), (422, "invalid"), (429, "rate_limit"), (500, "server"), (502, "server"), (503, "overloaded"),
        (504, "server"), (529, "overloaded"), (599, "server"), (407, "connect"), (301, "protocol"), (304, "protocol"),
    ],
)  # fmt: skip
def test_kind_follows_the_status(status: int, kind: str) -> None:
    error = _of(status)
    assert (error.kind.value, error.status, error.url) == (kind, status, "https://x.io/v1/chat?tenant=…")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b'{"error":{"message":"m","type":"t"}}', "HTTP 400: m"),
        (b'{"error":"m"}', "HTTP 400: m"),
        (b'{"message":"m"}', "HTTP 400: m"),
        (b'{"detail":"m"}', "HTTP 400: m"),
        (b'{"detail":[{"loc":["body"],"msg":"a"},{"msg":"b"},"c"]}', "HTTP 400: a; b; c"),
        (b'{"object":"error","message":{"detail":[{"msg":"m"}]}}', "HTTP 400: m"),
        (b'[{"error":{"code":400,"message":"m","status":"INVALID_ARGUMENT"}}]', "HTTP 400: m"),
        (b"{}", "HTTP 400: Bad Request"),
        (b"[]", "HTTP 400: Bad Request"),
        (b"5", "HTTP 400: Bad Request"),
        (b"", "HTTP 400: Bad Request"),
        (b"just text\nhere", "HTTP 400: just text here"),
        (
            b"<html><head><style>p{}</style></head><script>x</script><h1>Bad gateway</h1></html>",
            "HTTP 400: Bad gateway",
        ),
        (b"<p>cut <scr", "HTTP 400: cut"),
        (b"[" * 9000, "HTTP 400: " + "[" * 512 + "…"),
        ("é".encode() * 300, "HTTP 400: " + "é" * 256 + "…"),
        (b"\xff\x00", "HTTP 400: \ufffd\ufffd"),
    ],
)
def test_message_is_the_vendors_own_or_the_first_bytes(body: bytes, message: str) -> None:
    assert _of(400, body).message == message


def test_unknown_status_has_a_phrase_of_its_own() -> None:
    assert _of(529).message == "HTTP 529: the server refused"


def test_vendors_code_and_request_id_are_kept() -> None:
    error = _of(404, b'{"error":{"message":"m","code":"model_not_found"}}', x_request_id="req_1")
    assert (error.code, error.request_id) == ("model_not_found", "req_1")
    assert error.hint == "Check the model's name and the URL."


@pytest.mark.parametrize(
    "text", ["sk-abc123", "sk-canary-1", "KEY123abc", "Bearer abcdefghijkl", "AKIAABCDEFGHIJKLMNOP", "AIzaSyA1234567890", "ghp_abcdefghijklmnop1234"]
)  # fmt: skip
def test_secrets_and_key_shapes_are_hidden(text: str) -> None:
    shown = _of(401, b'{"error":{"message":"wrong key ' + text.encode() + b'","code":"' + text.encode() + b'"}}')
    assert text.removeprefix("Bearer ") not in repr(shown)
    assert "wrong key" in shown.message


def test_redirect_names_the_host_alone() -> None:
    assert "`other.example`" in _of(301, location="https://u:p@other.example/x?key=1").message
    assert "`x.io`" in _of(301, location="/elsewhere").message
    assert "without saying where" in _of(308).message
    assert "`x.io`" in _of(308, location="http://[broken").message


def test_proxys_log_in_is_said_to_be_the_proxys() -> None:
    assert _of(407).message.startswith("The proxy wants a log-in.")


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("30", 30.0), ("0", 0.0), (" 5 ", 5.0), ("1.5", 1.5), (".5", 0.5), ("1e3", 1000.0), ("1e999", float("inf")), ("-1", None),
        ("", None), ("soon", None), ("nan", None), ("inf", None), ("1_0", None), ("٣", None), (None, None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", None), ("Wed, 99 Oct 2015 07:28:00 GMT", None),
    ],
)  # fmt: skip
def test_retry_after_is_read_or_left(value: str | None, wanted: float | None) -> None:
    assert parse_retry_after(value, NOW) == wanted


def test_retry_after_of_the_old_form_means_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        assert parse_retry_after("Fri Jan 15 08:00:30 2027", 1_800_000_000.0) == 30.0
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    "value", ["-0", "-1", "-1e3", "Wed, 99 Foo 2015", "Wed, 21 Oct 99999 07:28:00 GMT", ",", "0 0"]
)
def test_retry_after_that_says_no_time_is_left(value: str) -> None:
    assert parse_retry_after(value, 1_800_000_000.0) is None


def test_retry_after_may_be_a_date() -> None:
    date = format_datetime(datetime.fromtimestamp(NOW + 30, UTC), usegmt=True)
    assert parse_retry_after(date, NOW) == pytest.approx(30, abs=1)


def _plan(
    status: int | None, kind: ErrorKind, attempt: int = 1, *, after: float | None = None, final: bool = False
) -> float | None:
    error = ProviderError(kind, "m", status=status, retry_after_s=after)
    return plan_wait(error, attempt, lambda: 0.5, is_final=final)


@pytest.mark.parametrize("status", [429, 502, 503, 529])
def test_passing_refusals_are_tried_twice_more(status: int) -> None:
    assert [_plan(status, ErrorKind.SERVER, attempt) for attempt in (1, 2, 3)] == [1.0, 2.0, None]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 407, 408, 413, 500, 504])
def test_other_refusals_are_final(status: int) -> None:
    assert _plan(status, ErrorKind.CONNECT) is None


def test_only_failed_connections_without_a_status_are_tried_again() -> None:
    assert _plan(None, ErrorKind.CONNECT) == 1.0
    assert _plan(None, ErrorKind.TIMEOUT) is None
    assert _plan(None, ErrorKind.TLS) is None


def test_servers_wait_is_kept_up_to_a_minute() -> None:
    assert _plan(429, ErrorKind.RATE_LIMIT, after=60.0) == 60.0
    assert _plan(429, ErrorKind.RATE_LIMIT, after=60.1) is None
    assert _plan(429, ErrorKind.RATE_LIMIT, after=0.0) == 0.0
    assert _plan(429, ErrorKind.RATE_LIMIT, final=True) is None


def test_own_waits_are_spread_by_a_quarter() -> None:
    error = ProviderError(ErrorKind.SERVER, "m", status=502)
    assert [plan_wait(error, 1, lambda n=n: n, is_final=False) for n in (0.0, 1.0)] == [0.75, 1.25]


def test_long_wait_is_told() -> None:
    error = _of(429, retry_after="86400")
    assert (error.retry_after_s, error.message) == (
        86400.0,
        "HTTP 429: Too Many Requests; the server asks to wait 24 h",
    )
    assert _of(429, retry_after="30").message == "HTTP 429: Too Many Requests"
    assert [spoken_wait(s) for s in (61.2, 300, 7200, float("inf"))] == [
        "62 s",
        "5 min",
        "2 h",
        "longer than it can say",
    ]


@pytest.mark.parametrize(
    ("body", "is_final"),
    [
        (b'{"error":{"code":"insufficient_quota"}}', True),
        (b'{"error":{"type":"insufficient_quota","code":null}}', True),
        (b'{"error":{"type":"insufficient_quota","code":"x"}}', True),
        (b'{"error":{"message":"insufficient_quota"}}', False),
        (b"insufficient_quota", False),
        (b"{}", False),
    ],
)
def test_spent_quota_is_told_by_code_or_type(body: bytes, is_final: bool) -> None:
    assert is_final_refusal(body) is is_final


def test_four_ends_are_four_messages_that_name_the_url() -> None:
    maker = _maker()
    errors = [
        maker.of_net(NetError(NetFault.TIMEOUT, "sent nothing for 120 s")),
        maker.of_net(NetError(NetFault.CONNECT, "refused the connection")),
        maker.cancelled(),
        maker.superseded(),
    ]
    assert [error.kind.value for error in errors] == ["timeout", "connect", "cancelled", "superseded"]
    assert len({error.message for error in errors}) == 4
    assert all("https://x.io/v1/chat?tenant=…" in error.message for error in errors)


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (NetFault.TLS, "tls"), (NetFault.PROXY, "connect"), (NetFault.PROTOCOL, "protocol"), (NetFault.BROKEN, "truncated"),
        (NetFault.SECRET_IN_URL, "auth"), (NetFault.TOO_LARGE, "protocol"), (NetFault.REFUSED_REDIRECT, "protocol"),
    ],
)  # fmt: skip
def test_kind_follows_the_fault_of_the_connection(fault: NetFault, kind: str) -> None:
    assert _maker().of_net(NetError(fault, "m")).kind.value == kind


def test_fault_of_a_stream_is_in_the_vendors_words_or_ours() -> None:
    theirs = _maker().of_fault(StreamFault(ErrorKind.SERVER, "boom", "code"), 200)
    assert (theirs.message, theirs.code, theirs.status) == ("The provider reported: boom", "code", 200)
    ours = _maker().of_fault(StreamFault(ErrorKind.TRUNCATED, "the answer ended without its end mark"))
    assert ours.message.startswith("https://x.io/v1/chat?tenant=…: the answer ended")


def test_maker_shows_no_secret_and_endless_texts_are_cut() -> None:
    assert "canary" not in repr(_maker("sk-canary-1"))
    assert len(_maker().of_fault(StreamFault(ErrorKind.SERVER, "x" * 20_000_000)).message) < 600
