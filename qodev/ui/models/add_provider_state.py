"""What the window that adds a provider shows (U38)."""

from dataclasses import dataclass, field
from enum import Enum, auto

from qodev.types.instances import InstanceTemplate
from qodev.ui.models.provider_state import KeyPlaceChoice, ProbeState


class AddStep(Enum):
    """The pages of the window, in their order."""

    SERVER = auto()
    KEY = auto()
    TEST = auto()


@dataclass(frozen=True, slots=True)
class AddState:
    """Everything but the key, which stays in its field until it is stored."""

    step: AddStep = AddStep.SERVER
    templates: tuple[InstanceTemplate, ...] = ()
    chosen: int = 0
    name: str = ""
    url: str = ""
    variable: str = ""
    name_problem: str = ""
    url_problem: str = ""
    pasted_url: str = ""
    pasted_endpoint: str = ""
    effective_url: str = ""
    places: tuple[KeyPlaceChoice, ...] = ()
    backend: str | None = None
    is_keyring_known: bool = False
    is_variable_found: bool = False
    made_name: str = ""  # of the provider once its file is written
    is_busy: bool = False
    fault: str = ""
    probe: ProbeState = field(default_factory=ProbeState)

    @property
    def template(self) -> InstanceTemplate | None:
        """Returns the chosen template."""
        return self.templates[self.chosen] if self.chosen < len(self.templates) else None

    @property
    def has_no_keyring(self) -> bool:
        """Tells whether a keyring was looked for and there is none."""
        return self.is_keyring_known and self.backend is None
