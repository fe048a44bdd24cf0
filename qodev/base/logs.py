"""Writes log files, and hides secrets in everything that is logged (S177)."""

import base64
import logging
import logging.handlers
import os
import re
import sys
import traceback
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from urllib.parse import quote, quote_plus

MARK = "•••"
LEVELS = ("debug", "info", "warning", "error")

_FILE_BYTES = 1024 * 1024
_FILES = 5
_SHORTEST_IN_HOST = 12
_SHORTEST = 4  # a shorter value stands in ordinary words; hiding those would hide the log
_KEY_NAMES = "x-api-key|api-key|x-goog-api-key"
_LINE_NAMES = "authorization|proxy-authorization|set-cookie|cookie"
_NAMES = f"{_KEY_NAMES}|{_LINE_NAMES}"
SECRET_QUERY_NAMES = ("key", "api_key", "apikey", "token", "access_token", "auth", "secret", "password")  # S111
_QUERY = "|".join(SECRET_QUERY_NAMES)
_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL), MARK),
    # A header as it stands in a request, in a mapping's repr, in a list of byte pairs, or in JSON; also cut off.
    (re.compile(rf"""(?i)\b({_NAMES})(["']?\s*+[:=,]\s*+)(b?(["'])).*?(\4|(?=[\r\n])|\Z)"""), rf"\1\2\3{MARK}\5"),
    (re.compile(rf"""(?i)\b({_LINE_NAMES})(["']?\s*+[:=]\s*+)(?!b?["'])[^\r\n,}}\]]+"""), rf"\1\2{MARK}"),
    (re.compile(rf"""(?i)\b({_KEY_NAMES})(["']?\s*+:\s*+)(?!b?["'])[^\r\n,}}\]]+"""), rf"\1\2{MARK}"),
    # Of a setting or on a command line a key ends at a blank; the words behind it stay.
    (re.compile(rf"""(?i)\b({_KEY_NAMES})(["']?\s*+=\s*+)(?!b?["'])[^\s,}}\]]+"""), rf"\1\2{MARK}"),
    (re.compile(rf"(?i)([?&;](?:[\w-]*[-_])?(?:{_QUERY})=)[^&#\s\"'<>]+"), rf"\1{MARK}"),
    (re.compile(r"(?i)\b(bearer|basic)\s+[\w.~+/=-]{8,}"), rf"\1 {MARK}"),
    (re.compile(r"\b(sk-)[A-Za-z0-9_-]{8,}"), MARK),
    (re.compile(r"\bgh[pousr]_[A-Za-z0-9]{16,}"), MARK),
    (re.compile(r"\bgithub_pat_[A-Za-z0-9_]{16,}"), MARK),
    (re.compile(r"\bAKIA[A-Z0-9]{12,}"), MARK),
    (re.compile(r"\beyJ[A-Za-z0-9_-]{8,1024}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*"), MARK),
)
_URL_USER = re.compile(r"(?<=://)[^/@\s]+@")


class KnownSecrets:
    """The values of keys that this run has seen, in every spelling that hides them badly; printed as their number."""

    def __init__(self) -> None:
        self._spellings: frozenset[str] = frozenset()
        self._count = 0

    def add(self, value: str) -> None:
        """Takes a value that must not be seen from now on."""
        found = _spellings_of(value)
        if found and not found <= self._spellings:
            self._spellings |= found
            self._count += 1

    def hide(self, text: str) -> str:
        """Returns `text` with every known value as marks, longest first, so that no rest of one stays."""
        for spelling in sorted((s for s in self._spellings if s in text), key=len, reverse=True):
            text = text.replace(spelling, MARK)
        return text

    def found_in(self, text: str) -> tuple[str, ...]:
        """Returns the known values that stand in `text`, in the spelling they have there, longest first."""
        return tuple(sorted((s for s in self._spellings if s in text), key=lambda s: (-len(s), s)))

    def stand_in(self, text: str) -> bool:
        """Tells whether `text` holds a known value in any spelling."""
        return any(spelling in text for spelling in self._spellings)

    def stand_in_host(self, host: str) -> bool:
        """Tells whether a host name holds a known value in any case; words such as `ollama` are no secrets there."""
        folded = host.casefold()
        return any(len(spelling) >= _SHORTEST_IN_HOST and spelling.casefold() in folded for spelling in self._spellings)

    def __repr__(self) -> str:
        return f"KnownSecrets({self._count})"


def _spellings_of(value: str) -> frozenset[str]:
    if len(value) < _SHORTEST:
        return frozenset()
    raw = value.encode("utf-8", "surrogatepass")
    plain = {value, quote(value, safe=""), quote_plus(value), quote(value), value.encode("unicode_escape").decode()}
    return frozenset(plain | _base64_of(raw))


def _base64_of(raw: bytes) -> set[str]:
    """Returns what of the value's base64 is the same at each of the three places it can begin in a longer text."""
    found: set[str] = set()
    for shift in range(3):
        for encode in (base64.standard_b64encode, base64.urlsafe_b64encode):
            text = encode(b"\0" * shift + raw).decode().rstrip("=")
            # The first and last characters mix with what stands around the value.
            cut = text[(0, 2, 3)[shift] : len(text) - (1 if (len(raw) + shift) % 3 else 0)]
            if len(cut) >= _SHORTEST * 2:
                found.add(cut)
    return found


def redact(text: str, secrets: KnownSecrets) -> str:
    """Returns `text` without known secrets, secret headers, key-like query values, and texts shaped like keys."""
    hidden = secrets.hide(text)
    for shape, replacement in _SHAPES:
        hidden = shape.sub(replacement, hidden)
    return _URL_USER.sub(f"{MARK}@", hidden)


def find_secrets(text: str, secrets: KnownSecrets) -> tuple[str, ...]:
    """Returns what `redact` would hide in `text`, each once: known values first, then what is shaped like a secret."""
    found = dict.fromkeys(secrets.found_in(text))
    rest = secrets.hide(text)
    for shape, replacement in (*_SHAPES, (_URL_USER, f"{MARK}@")):
        found.update(dict.fromkeys(match.group() for match in shape.finditer(rest) if match.group() not in found))
        rest = shape.sub(replacement, rest)
    return tuple(secret for secret in found if secret.strip(MARK))


class RedactingFormatter(logging.Formatter):
    """Formats a record whole, its traceback and arguments included, then hides the secrets."""

    def __init__(self, secrets: KnownSecrets) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line or lines of a record."""
        return redact(super().format(record), self._secrets)


class _QuietFiles(logging.handlers.RotatingFileHandler):
    """Log files for their owner alone, which end before data does: a full disk stops them without a word (S167)."""

    def _open(self) -> TextIOWrapper:
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  name of the base class
        """Gives up on writing; the program goes on."""


def configure_logs(folder: Path, level: str, *, secrets: KnownSecrets) -> Callable[[], None]:
    """Sends all logging to files in `folder` and what ends threads to them too; returns what undoes it.

    Where no file can be made, warnings go to stderr. Nothing that is written holds a known secret.
    """
    root = logging.getLogger()
    handler = _file_handler(folder) or logging.StreamHandler(sys.stderr)
    if not isinstance(handler, logging.FileHandler):
        handler.setLevel(logging.WARNING)
    handler.setFormatter(RedactingFormatter(secrets))
    before = (root.level, sys.excepthook, logging.raiseExceptions)
    root.addHandler(handler)
    set_log_level(level)
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)  # at info they log URLs (S112)
    logging.raiseExceptions = False
    sys.excepthook = _excepthook(secrets)

    def undo() -> None:
        root.removeHandler(handler)
        handler.close()
        root.setLevel(before[0])
        sys.excepthook, logging.raiseExceptions = before[1], before[2]

    return undo


def set_log_level(level: str) -> None:
    """Changes how much is written, at once."""
    logging.getLogger().setLevel(level.upper() if level in LEVELS else logging.WARNING)


def _file_handler(folder: Path) -> logging.Handler | None:
    path = folder / "qodev.log"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handler = _QuietFiles(path, maxBytes=_FILE_BYTES, backupCount=_FILES - 1, encoding="utf-8")
    except OSError:
        return None
    return handler


def _excepthook(
    secrets: KnownSecrets,
) -> Callable[[type[BaseException], BaseException, TracebackType | None], None]:
    def hook(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        logging.getLogger("qodev").critical("unhandled", exc_info=(kind, fault, trace))
        sys.stderr.write(redact("".join(traceback.format_exception(kind, fault, trace)), secrets))

    return hook
