"""Declares every setting: its key, default, bounds, and the words that the settings page shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

from qodev.base.logs import LEVELS

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option(Generic[T]):
    """One setting; `parse` returns the value that a TOML value stands for, or raises ValueError with the reason."""

    key: str
    default: T
    title: str
    help: str
    parse: Callable[[object], T]
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


def _choice(*choices: str) -> Callable[[object], str]:
    def parse(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError(f"it must be one of {', '.join(f'`{c}`' for c in choices)}")
        return value

    return parse


def _number(least: int, most: int) -> Callable[[object], int]:
    def parse(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"it must be a whole number from {least} to {most}")
        return value

    return parse


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("it must be `true` or `false`")  # noqa: TRY004  a wrong value, whatever its type
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > 4096 or not value.isprintable():
        raise ValueError("it must be one line of text")
    return value


def _proxy(value: object) -> str:
    address = _text(value)
    if address in ("system", "none"):
        return address
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise ValueError("it must be `system`, `none` or an address such as `http://proxy:8080`") from None
    if parts.scheme not in ("http", "https", "socks5") or not parts.hostname or port == 0:
        raise ValueError("it must be `system`, `none` or an address such as `http://proxy:8080`")
    if parts.username or parts.password:
        raise ValueError("it must hold no user name and no password: settings are not a safe place for them")
    return address


def _language(value: object) -> str:
    text = _text(value)
    if text != "system" and not text.replace("_", "").isalnum():
        raise ValueError("it must be `system` or a language such as `de`")
    return text


def _folders(value: object) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Sequence) or len(value) > 100:
        raise ValueError("it must be a list of folders")
    folders = tuple(_text(item) for item in value)
    if not all(Path(folder).expanduser().is_absolute() for folder in folders):
        raise ValueError("each folder must be a whole path, such as `~/agents`")
    return folders


_APPEARANCES = ("system", "light", "dark")
_SEND_KEYS = ("enter", "ctrl_enter")

APPEARANCE = Option(
    "appearance",
    "system",
    "Appearance",
    "Light or dark colours, or those that the desktop uses.",
    _choice(*_APPEARANCES),
    choices=_APPEARANCES,
)
TEXT_SIZE = Option(
    "text_size",
    100,
    "Text size",
    "Scales all text and row heights, in per cent.",
    _number(80, 200),
    least=80,
    most=200,
)
SEND_KEY = Option(
    "send_key",
    "enter",
    "Send with",
    "The key that sends a message; the other one begins a new line.",
    _choice(*_SEND_KEYS),
    choices=_SEND_KEYS,
)
SHOW_THINKING = Option(
    "show_thinking",
    default=True,
    title="Show thinking",
    help="Shows the reasoning of a model as a line that opens; this changes the display only.",
    parse=_flag,
)
LANGUAGE = Option("language", "system", "Language", "The language of the window.", _language)
LOG_LEVEL = Option(
    "log_level",
    "warning",
    "Log level",
    "How much is written to the log files; keys never are.",
    _choice(*LEVELS),
    choices=LEVELS,
)
PROXY = Option(
    "proxy",
    "system",
    "Proxy",
    "The desktop's proxy, none, or an address; servers on this machine are never asked through it.",
    _proxy,
)
CA_FILE = Option(
    "ca_file", "", "CA file", "A PEM file with further certificate authorities, such as that of a company.", _text
)
EXTRA_AGENT_FOLDERS: Option[tuple[str, ...]] = Option(
    "extra_agent_folders",
    (),
    "Extra agent folders",
    "Folders whose agents are listed too; qodev never writes there.",
    _folders,
)

OPTIONS: tuple[Option[Any], ...] = (  # each keeps its own type; a walk over all of them does not need it
    LANGUAGE,
    APPEARANCE,
    TEXT_SIZE,
    SEND_KEY,
    SHOW_THINKING,
    PROXY,
    CA_FILE,
    EXTRA_AGENT_FOLDERS,
    LOG_LEVEL,
)
