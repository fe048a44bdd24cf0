"""Provider instances as they are listed, edited, tested and explained (U38 to U42)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from qodev.base.diagnostics import Diagnostic
from qodev.base.jsontext import JsonValue
from qodev.types.agents import ClientApi, Layer, ProviderInstance

KeyPlace = Literal["keyring", "memory", "file"]
"""Where qodev can keep a key itself."""


class InstanceState(StrEnum):
    """What is known of an instance; the words are those of U175."""

    READY = "ready"  # its last test succeeded, and nothing that matters changed since
    NO_KEY = "no_key"
    UNREACHABLE = "unreachable"  # its last test failed
    NOT_TESTED = "not_tested"
    INVALID = "invalid"  # its file gives no instance


@dataclass(frozen=True, slots=True)
class InstanceRow:
    """One entry of the list of providers: an instance, or a file that gives none."""

    path: str  # of its file; "" for the built-in one
    name: str
    url: str
    layer: Layer
    state: InstanceState
    client_api: ClientApi | None = None
    description: str = ""
    overrides_bundled: bool = False
    is_abstract: bool = False
    is_stale: bool = False  # an older version is in use (A46)
    has_launch: bool = False
    problem: Diagnostic | None = None  # the first error of its file
    note: str = ""  # why it is not ready, as a sentence
    tested_at: float = 0.0  # 0: never


@dataclass(frozen=True, slots=True)
class InstanceTemplate:
    """A way to begin a new instance: a wire format with its usual address and the usual variable of its key."""

    client_api: ClientApi
    url: str
    variable: str  # "" where none is usual


@dataclass(frozen=True, slots=True)
class InstanceField:
    """One key of an instance's file: what the file says, and what it would inherit."""

    key: str  # dotted, such as timeouts.idle_s
    value: JsonValue  # of this file, None when it is not written
    is_written: bool
    inherited: JsonValue = None
    inherited_from: str = ""  # name of the parent, "" for the program's own default


@dataclass(frozen=True, slots=True)
class InstanceAnalysis:
    """What a text would give if it were saved: its values, findings, and the addresses that would be called."""

    syntax: Diagnostic | None  # why it does not parse; the rest is then empty
    diagnostics: tuple[Diagnostic, ...] = ()
    fields: Mapping[str, InstanceField] | None = None
    unknown: Mapping[str, JsonValue] | None = None  # keys that the format does not have
    instance: ProviderInstance | None = None
    effective_url: str = ""
    list_url: str = ""
    pasted: "PastedUrl | None" = None

    @property
    def parses(self) -> bool:
        """Tells whether the text is TOML."""
        return self.syntax is None


@dataclass(frozen=True, slots=True)
class PastedUrl:
    """A full endpoint that was pasted as the URL of an instance, and the part that belongs there (A127)."""

    url: str
    endpoint: str


@dataclass(frozen=True, slots=True)
class VariableState:
    """A variable of the environment that can hold a key."""

    name: str
    is_found: bool


@dataclass(frozen=True, slots=True)
class KeyView:
    """Where the key of an instance can be and whether it is there; never the key (U40)."""

    state: Literal["set", "not_set", "none"]  # none: the instance needs no key
    source: str  # keyring, memory, file, env:NAME, or ""
    item: str  # the entry of the key store, "" where only variables are named
    variables: tuple[VariableState, ...]
    backend: str | None  # name of the keyring, None when there is none or nobody has looked
    is_probed: bool  # whether a keyring was looked for
    shared_with: tuple[str, ...] = ()  # other instances that read the same entry


@dataclass(frozen=True, slots=True)
class HostedConsent:
    """What the person agreed to for Code tasks of a hosted instance (U42)."""

    code: bool = False
    sharing: bool = False


@dataclass(frozen=True, slots=True)
class LaunchPreview:
    """What starting a server would run: the expanded command, its folder, and the names of variables it is given."""

    argv: tuple[str, ...]
    folder: str
    variables: tuple[str, ...]
    ready_url: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A file that names an instance, and whether it can be changed with it."""

    path: str
    name: str  # of the agent or instance
    key: str  # provider_instance or extends
    line: int
    is_editable: bool


@dataclass(frozen=True, slots=True)
class InstanceRename:
    """What giving an instance another name would change."""

    path: str
    before: str
    after: str
    references: tuple[Reference, ...]

    @property
    def fixed(self) -> tuple[Reference, ...]:
        """Returns the references that the user does not own, which would be left behind."""
        return tuple(r for r in self.references if not r.is_editable)


@dataclass(frozen=True, slots=True)
class InstanceRemoval:
    """What removing an instance would mean."""

    path: str
    name: str
    breaks: tuple[str, ...]  # agents that could not be sent any more
    children: tuple[str, ...]  # instances that extend it and would not load
    restores_bundled: bool
    key_item: str = ""  # the stored key that nobody else reads, "" when there is none


class ExplanationAction(StrEnum):
    """What helps; the front end offers it as a button."""

    NONE = "none"
    EDIT_KEY = "edit_key"
    EDIT_URL = "edit_url"
    USE_URL = "use_url"  # `value` is the URL
    EDIT_PROXY = "edit_proxy"
    EDIT_CA_FILE = "edit_ca_file"
    START_SERVER = "start_server"
    RETRY = "retry"
    TYPE_MODEL = "type_model"


@dataclass(frozen=True, slots=True)
class Explanation:
    """A failed connection test in plain words: what happened, why that usually is, and what to do."""

    title: str
    text: str
    action: ExplanationAction = ExplanationAction.NONE
    value: str = ""
