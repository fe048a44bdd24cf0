"""Declares every setting: its key, default, bounds, and the words that the settings page shows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from qodev.base.logs import LEVELS
from qodev.settings import readers
from qodev.types.settings import SettingKind

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option(Generic[T]):
    """One setting; `parse` returns the value that a TOML value stands for, or raises ValueError with the reason."""

    key: str
    default: T
    title: str
    help: str
    parse: Callable[[object], T]
    kind: SettingKind
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    @property
    def variable(self) -> str:
        """Returns the environment variable that decides over the file; "" where a line of text cannot."""
        is_table = self.kind in (SettingKind.PRICES, SettingKind.KEYS, SettingKind.FOLDERS)
        return "" if is_table else f"QODEV_{self.key.upper()}"


_APPEARANCES = ("system", "light", "dark")
_SEND_KEYS = ("enter", "ctrl_enter")
_LANGUAGES = ("system", "en", "zh_CN")
_NOTIFICATIONS = ("off", "visual", "sound")

LANGUAGE = Option(
    "language",
    "system",
    "Language",
    "The language of the window; the desktop's own where qodev speaks it.",
    readers.read_language,
    SettingKind.CHOICE,
    _LANGUAGES,
)
APPEARANCE = Option(
    "appearance",
    "system",
    "Appearance",
    "Light or dark colours, or those that the desktop uses.",
    readers.read_choice(*_APPEARANCES),
    SettingKind.CHOICE,
    _APPEARANCES,
)
TEXT_SIZE = Option(
    "text_size",
    100,
    "Text size",
    "Scales all text and row heights, in per cent.",
    readers.read_number(80, 200),
    SettingKind.NUMBER,
    least=80,
    most=200,
)
BUSY_ANIMATION = Option(
    "busy_animation",
    default=True,
    title="Busy animation",
    help="Moves the sign of what is under way; off, it stands still.",
    parse=readers.read_flag,
    kind=SettingKind.FLAG,
)
TRAY_ICON = Option(
    "tray_icon",
    default=False,
    title="Tray icon",
    help="Shows an icon of qodev where the desktop keeps those of running programs.",
    parse=readers.read_flag,
    kind=SettingKind.FLAG,
)
SEND_KEY = Option(
    "send_key",
    "enter",
    "Send with",
    "The key that sends a message; the other one begins a new line.",
    readers.read_choice(*_SEND_KEYS),
    SettingKind.CHOICE,
    _SEND_KEYS,
)
RESTORE_AT_START = Option(
    "restore_at_start",
    default=True,
    title="Restore at start",
    help="Opens the conversation that was open when qodev ended.",
    parse=readers.read_flag,
    kind=SettingKind.FLAG,
)
KEEP_SCROLLING = Option(
    "keep_scrolling",
    default=True,
    title="Keep scrolling",
    help="Follows an answer while it grows, as long as its end is in view.",
    parse=readers.read_flag,
    kind=SettingKind.FLAG,
)
SHOW_THINKING = Option(
    "show_thinking",
    default=True,
    title="Show thinking",
    help="Shows the reasoning of a model as a line that opens; this changes the display only.",
    parse=readers.read_flag,
    kind=SettingKind.FLAG,
)
FAILED_CHECKS = Option(
    "failed_checks",
    2,
    "Failed checks",
    "How many checks of a Code task may fail before the rest of its edits and commands are refused.",
    readers.read_number(0, 3),
    SettingKind.NUMBER,
    least=0,
    most=3,
)
EXTERNAL_EDITOR = Option(
    "external_editor",
    "",
    "External editor",
    "A command that opens files, such as `code --goto {file}:{line}`; nothing means the system's own choice.",
    readers.read_text,
    SettingKind.TEXT,
)
NOTIFY_NEEDS_YOU = Option(
    "notify_needs_you",
    "visual",
    "When something needs you",
    "What happens when a question waits while another window is in front.",
    readers.read_choice(*_NOTIFICATIONS),
    SettingKind.CHOICE,
    _NOTIFICATIONS,
)
NOTIFY_FINISHED = Option(
    "notify_finished",
    "visual",
    "When an answer is finished",
    "What happens when a turn ends while another window is in front.",
    readers.read_choice(*_NOTIFICATIONS),
    SettingKind.CHOICE,
    _NOTIFICATIONS,
)
NOTIFY_FAILED = Option(
    "notify_failed",
    "visual",
    "When a turn failed",
    "What happens when a turn fails while another window is in front.",
    readers.read_choice(*_NOTIFICATIONS),
    SettingKind.CHOICE,
    _NOTIFICATIONS,
)
NOTIFY_CHILD_FINISHED = Option(
    "notify_child_finished",
    "visual",
    "When a child task is finished",
    "What happens when delegated work ends while another window is in front.",
    readers.read_choice(*_NOTIFICATIONS),
    SettingKind.CHOICE,
    _NOTIFICATIONS,
)
PROXY = Option(
    "proxy",
    "system",
    "Proxy",
    "The desktop's proxy, none, or an address; servers on this machine are never asked through it.",
    readers.read_proxy,
    SettingKind.TEXT,
    ("system", "none"),
)
CA_FILE = Option(
    "ca_file",
    "",
    "CA file",
    "A PEM file with further certificate authorities, such as that of a company.",
    readers.read_file,
    SettingKind.FILE,
)
EXTRA_AGENT_FOLDERS: Option[tuple[str, ...]] = Option(
    "extra_agent_folders",
    (),
    "Extra agent folders",
    "Folders whose agents are listed too; qodev never writes there.",
    readers.read_folders,
    SettingKind.FOLDERS,
)
CODEV_PROFILES = Option(
    "codev_profiles",
    "",
    "Codev profiles",
    "Codev's own folder of agents, whose profiles are listed too; qodev never writes there.",
    readers.read_folder,
    SettingKind.TEXT,
)
WEB_SEARCH = Option(
    "web_search",
    "",
    "Web search",
    "The address of a search that Code tasks may ask, such as that of SearXNG; nothing means that there is none.",
    readers.read_search,
    SettingKind.TEXT,
)
PRICES: Option[Mapping[str, Mapping[str, float]]] = Option(
    "prices",
    {},
    "Prices per model",
    "What a million tokens cost, in and out; the cost of an answer stands under it.",
    readers.read_prices,
    SettingKind.PRICES,
)
LOG_LEVEL = Option(
    "log_level",
    "warning",
    "Log level",
    "How much is written to the log files; keys never are.",
    readers.read_choice(*LEVELS),
    SettingKind.CHOICE,
    LEVELS,
)
KEYS: Option[Mapping[str, tuple[str, ...]]] = Option(
    "keys",
    {},
    "Keys of actions",
    "The keys of every action; a key belongs to one action alone.",
    readers.read_keys,
    SettingKind.KEYS,
)

OPTIONS: tuple[Option[Any], ...] = (  # each keeps its own type; a walk over all of them does not need it
    LANGUAGE,
    APPEARANCE,
    TEXT_SIZE,
    BUSY_ANIMATION,
    TRAY_ICON,
    SEND_KEY,
    RESTORE_AT_START,
    KEEP_SCROLLING,
    SHOW_THINKING,
    FAILED_CHECKS,
    EXTERNAL_EDITOR,
    NOTIFY_NEEDS_YOU,
    NOTIFY_FINISHED,
    NOTIFY_FAILED,
    NOTIFY_CHILD_FINISHED,
    PROXY,
    CA_FILE,
    EXTRA_AGENT_FOLDERS,
    CODEV_PROFILES,
    WEB_SEARCH,
    PRICES,
    LOG_LEVEL,
    KEYS,
)
