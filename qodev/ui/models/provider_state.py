"""What the panels of one provider show: its form, its key, its test, its server (U39 to U42)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from qodev.base.jsontext import JsonValue
from qodev.types.instances import HostedConsent, InstanceField, KeyView
from qodev.types.providers import LaunchState, LaunchStatus


@dataclass(frozen=True, slots=True)
class FormProblem:
    """A finding about the text, at the key it is about."""

    severity: str
    text: str
    key: str
    line: int


@dataclass(frozen=True, slots=True)
class ProviderForm:
    """The form over one text; while the text does not parse it keeps the last good values and is paused."""

    path: str = ""
    fields: Mapping[str, InstanceField] = field(default_factory=dict)
    unknown: tuple[tuple[str, JsonValue], ...] = ()
    problems: tuple[FormProblem, ...] = ()
    read_only: str = ""  # why nothing can be changed
    paused: str = ""  # where the text does not parse
    effective_url: str = ""
    list_url: str = ""
    pasted_url: str = ""  # what would stay of a URL that was pasted whole, "" where none was
    pasted_endpoint: str = ""
    parents: tuple[str, ...] = ()  # names that can be extended
    name: str = ""  # of the instance that the text gives, "" when it gives none
    key_ref: str = ""

    def value(self, key: str) -> JsonValue:
        """Returns what counts for a key: what the file says, else what it inherits."""
        found = self.fields.get(key)
        if found is None:
            return None
        return found.value if found.is_written else found.inherited


class KeyPlaceChoice(StrEnum):
    """Where a key can be kept, as the combo offers it (U40)."""

    KEYRING = "keyring"
    VARIABLE = "variable"
    MEMORY = "memory"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class KeyState:
    """What the key panel shows; never a key."""

    view: KeyView | None = None  # None: nothing is known yet
    ref: str = ""
    is_busy: bool = False
    fault: str = ""
    can_change_ref: bool = False  # the document is the user's own
    places: tuple[KeyPlaceChoice, ...] = ()
    movable: str = ""  # the entry that the reference named before, which holds a key that nobody else reads

    @property
    def has_no_keyring(self) -> bool:
        """Tells whether a keyring was looked for and there is none."""
        return self.view is not None and self.view.is_probed and self.view.backend is None


class StepState(StrEnum):
    """How a step of a test stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of a connection test."""

    name: str
    state: StepState = StepState.WAITING
    text: str = ""
    url: str = ""
    status: int | None = None
    vendor_text: str = ""


STEP_NAMES = ("address", "tls", "sign_in", "models")
MESSAGE_STEP = "message"


@dataclass(frozen=True, slots=True)
class ExplanationView:
    """Plain words about a failure, and what the button does."""

    title: str
    text: str
    action: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class ProbeState:
    """What the test panel shows."""

    name: str = ""
    steps: tuple[StepView, ...] = ()
    is_running: bool = False
    is_ok: bool | None = None  # None: never tested, or cancelled
    tested_at: float = 0.0
    explanation: ExplanationView | None = None
    details: str = ""  # raw error, status and request id
    models: tuple[str, ...] = ()
    models_text: str = ""  # how many, or why there are none
    is_fetching: bool = False
    refusal: str = ""  # why it cannot be tested now
    note: str = ""  # such as that it was cancelled


@dataclass(frozen=True, slots=True)
class ServerState:
    """What the panel of a local server shows."""

    name: str = ""
    can_launch: bool = False
    status: LaunchStatus = field(default_factory=lambda: LaunchStatus("", LaunchState.IDLE))
    command: str = ""
    folder: str = ""
    variables: tuple[str, ...] = ()
    refusal: str = ""  # why it cannot be started now

    @property
    def is_alive(self) -> bool:
        """Tells whether there is something to stop."""
        return self.status.state in (LaunchState.STARTING, LaunchState.PROBING, LaunchState.READY)


@dataclass(frozen=True, slots=True)
class HostedState:
    """What the two consent switches show."""

    name: str = ""
    host: str = ""
    is_hosted: bool = False
    consent: HostedConsent = field(default_factory=HostedConsent)
