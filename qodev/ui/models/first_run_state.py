"""What the first-run page shows, as values (U156 to U160)."""

from dataclasses import dataclass
from enum import Enum


class Door(Enum):
    """Which part of the page is open."""

    DOORS = "doors"
    OFFLINE = "offline"
    LOCAL = "local"
    KEY = "key"
    TRY_OUT = "try_out"
    PROJECT = "project"  # a conversation is prepared; which folder it works in is asked last


class KeySource(Enum):
    """Where a key is kept; a variable is only read."""

    KEYRING = "keyring"
    ENVIRONMENT = "environment"
    MEMORY = "memory"
    FILE = "file"


class ServerKind(Enum):
    """What kind of server listens at an own address."""

    OLLAMA = "ollama"
    CHAT_COMPLETIONS = "openai_chat"
    LLAMA_CPP = "llama_cpp"


@dataclass(frozen=True, slots=True)
class ScriptRow:
    """A first message of the offline provider."""

    id: str
    title: str
    description: str


@dataclass(frozen=True, slots=True)
class ServerRow:
    """One probed port."""

    url: str
    instance: str
    text: str
    models: tuple[str, ...] = ()
    is_found: bool = False


@dataclass(frozen=True, slots=True)
class ProviderRow:
    """A provider that wants a key."""

    name: str
    description: str
    key_ref: str
    variables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step of a connection test."""

    name: str
    is_ok: bool
    text: str


@dataclass(frozen=True, slots=True)
class FirstRunState:
    """Everything on the page."""

    door: Door = Door.DOORS
    is_busy: bool = False
    busy_text: str = ""
    scripts: tuple[ScriptRow, ...] = ()
    servers: tuple[ServerRow, ...] = ()
    providers: tuple[ProviderRow, ...] = ()
    provider: str = ""  # the one whose key is looked at
    key_state: str = ""
    has_key: bool = False
    keyring_name: str = ""
    is_keyring_known: bool = False  # nobody types a key before it is known where it can be kept
    steps: tuple[StepRow, ...] = ()
    test_text: str = ""
    is_test_ok: bool = False
    models: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    is_try_out_ready: bool = False
