"""Logs hide secrets, stay small, and end before data does (S177, S167)."""

import base64
import errno
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.base.logs import KnownSecrets, RedactingFormatter, configure_logs, redact

KEY = "Zq9-custom/vendor+key=37"


@pytest.fixture
def secrets() -> KnownSecrets:
    known = KnownSecrets()
    known.add(KEY)
    return known


@pytest.mark.parametrize(
    "text",
    [
        f"key {KEY} end",
        f"https://h/?x={quote(KEY)}&b",
        f"https://h/?x={quote(KEY, safe='')}&b",
        "Basic " + base64.b64encode(f"user:{KEY}".encode()).decode(),
        "x" + base64.b64encode(f"a{KEY}b".encode()).decode(),
        base64.urlsafe_b64encode(f"ab{KEY}bc".encode()).decode(),
    ],
)
def test_redact_known_value_in_any_spelling(secrets: KnownSecrets, text: str):
    hidden = redact(text, secrets)
    assert "•••" in hidden
    for part in (KEY, KEY[-4:], quote(KEY, safe=""), base64.b64encode(KEY.encode()).decode()[4:-4]):
        assert part not in hidden


@given(
    st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_+/=.", min_size=12, max_size=60),
    st.binary(max_size=5),
    st.binary(max_size=5),
)
def test_redact_base64_around_a_known_value_leaves_no_four_of_its_characters(key: str, before: bytes, after: bytes):
    known = KnownSecrets()
    known.add(key)
    text = base64.b64encode(before + key.encode() + after).decode()
    hidden = redact(text, known)
    left = hidden.split("•••")
    assert len(left) >= 2
    # What stays at both ends holds at most the one character of the key that shares its digits with a neighbour.
    assert len(left[0]) <= (len(before) * 8 + 16) // 6 + 1
    assert len(left[-1]) <= (len(after) * 8 + 16) // 6 + 3


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Authorization: Bearer abc.def", "Authorization: •••"),
        ("authorization: Basic dXNlcg==\r\nHost: h", "authorization: •••\r\nHost: h"),
        ("{'x-api-key': 'abcd', 'host': 'h'}", "{'x-api-key': '•••', 'host': 'h'}"),
        ("[(b'api-key', b'abcd'), (b'host', b'h')]", "[(b'api-key', b'•••'), (b'host', b'h')]"),
        ('{"x-goog-api-key": "abcd"}', '{"x-goog-api-key": "•••"}'),
        ("Cookie: a=b; c=d", "Cookie: •••"),
        ("cookie=a=b; c=d", "cookie=•••"),
        ("api-key=abcd done", "api-key=••• done"),
        ("x-api-key: abcd done", "x-api-key: •••"),
        ("https://h/p?key=abc&x=1", "https://h/p?key=•••&x=1"),
        ("https://h/p?x=1&api_key=abc#f", "https://h/p?x=1&api_key=•••#f"),
        ("https://h/p?access_token=abc", "https://h/p?access_token=•••"),
        ("https://user:word@h/p", "https://•••@h/p"),
        ("sent sk-proj-abcdefgh1234 to", "sent ••• to"),
        ("ghp_" + "a" * 36, "•••"),
        ("github_pat_" + "a" * 30, "•••"),
        ("AKIAIOSFODNN7EXAMPLE", "•••"),
        ("eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSM", "•••"),
        ("a\n-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nb", "a\n•••\nb"),
        ("-----BEGIN PRIVATE KEY-----\ncut off", "•••"),
        ("Bearer abcdefghijkl", "Bearer •••"),
        ("x-api-key: 'cut off", "x-api-key: '•••"),
    ],
)
def test_redact_headers_queries_and_shapes(text: str, hidden: str):
    assert redact(text, KnownSecrets()) == hidden


@pytest.mark.parametrize(
    "text",
    ["a plain sentence", "max_tokens: 5", "the key is in the drawer", "https://h/p?keyboard=1", "skill-set-of-words"],
)
def test_redact_leaves_other_texts(text: str):
    assert redact(text, KnownSecrets()) == text


def test_redact_takes_time_in_proportion_to_the_text():
    text = "-eyJaaaaaaaaaa" * 8_000 + "?-_" * 20_000 + "cookie: '" * 10_000
    assert redact(text, KnownSecrets())


def test_known_secrets_too_short_to_hide_are_not_taken():
    known = KnownSecrets()
    known.add("")
    known.add("abc")
    assert known.hide("abc") == "abc"


def test_known_secrets_print_as_their_number(secrets: KnownSecrets):
    assert repr(secrets) == "KnownSecrets(1)"
    assert secrets.stand_in(f"https://h/?a={KEY}")
    assert not secrets.stand_in("https://h/")


@pytest.fixture
def logs(tmp_path: Path, secrets: KnownSecrets) -> Iterator[Path]:
    undo = configure_logs(tmp_path / "logs", "debug", secrets=secrets)
    yield tmp_path / "logs" / "qodev.log"
    undo()


def test_configure_logs_writes_for_the_owner_alone_without_secrets(logs: Path):
    logging.getLogger("qodev.x").info("sending %s with %r", KEY, {"x-api-key": "other-secret"})
    text = logs.read_text(encoding="utf-8")
    assert "sending ••• with {'x-api-key': '•••'}" in text
    assert logs.stat().st_mode & 0o777 == 0o600
    assert logs.parent.stat().st_mode & 0o777 == 0o700


def test_configure_logs_hides_secrets_in_tracebacks(logs: Path):
    try:
        int(f"bad header {KEY}")
    except ValueError:
        logging.getLogger("qodev.x").exception("failed")
    text = logs.read_text(encoding="utf-8")
    assert "bad header •••" in text
    assert KEY not in text


def test_excepthook_logs_and_prints_without_secrets(logs: Path, capsys: pytest.CaptureFixture[str]):
    try:
        int(KEY)
    except ValueError as fault:
        sys.excepthook(ValueError, fault, fault.__traceback__)
    printed = capsys.readouterr().err
    assert "base 10: '•••'" in printed
    assert KEY not in printed + logs.read_text(encoding="utf-8")


def test_http_loggers_stay_at_warning(logs: Path):
    assert logging.getLogger("httpx").level == logging.WARNING
    assert logging.getLogger("httpcore").level == logging.WARNING


@pytest.mark.slow
def test_log_files_are_bounded_and_each_is_for_the_owner_alone(logs: Path):
    logger = logging.getLogger("qodev.x")
    for _ in range(60):
        logger.info("x" * 100_000)
    files = sorted(logs.parent.iterdir())
    assert len(files) == 5
    assert all(f.stat().st_mode & 0o777 == 0o600 for f in files)
    assert sum(f.stat().st_size for f in files) < 6 * 1024 * 1024


def test_configure_logs_without_folder_still_starts(tmp_path: Path, secrets: KnownSecrets, capsys):
    (tmp_path / "logs").write_text("a file")
    undo = configure_logs(tmp_path / "logs", "info", secrets=secrets)
    logging.getLogger("qodev.x").warning("seen %s", KEY)
    logging.getLogger("qodev.x").info("not seen")
    undo()
    printed = capsys.readouterr().err
    assert "seen •••" in printed
    assert "not seen" not in printed


def test_full_disk_ends_logging_without_a_word(logs: Path, capsys: pytest.CaptureFixture[str]):
    handler = logging.getLogger().handlers[-1]

    class Full:
        def write(self, text: str) -> None:
            raise OSError(errno.ENOSPC, "no space")

        def flush(self) -> None: ...
        def close(self) -> None: ...
        def seek(self, *_: int) -> None: ...
        def tell(self) -> int:
            return 0

    stream, handler.stream = handler.stream, Full()
    logging.getLogger("qodev.x").error("a line")
    handler.stream = stream
    assert capsys.readouterr().err == ""


def test_formatter_hides_a_value_that_only_appears_when_formatted(secrets: KnownSecrets):
    record = logging.LogRecord("n", logging.INFO, "", 1, "%s%s", (KEY[:5], KEY[5:]), None)
    assert KEY not in RedactingFormatter(secrets).format(record)


def test_a_host_name_holds_a_key_in_any_case_and_no_ordinary_word():
    known = KnownSecrets()
    known.add("ollama")
    known.add("sk-Abcdef0123456789")
    assert known.stand_in_host("x.SK-ABCDEF0123456789.example.com")
    assert not known.stand_in_host("ollama.com")
