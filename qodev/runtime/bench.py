"""The tools of one Code task: which are on offer under its profile, and what running one of them needs."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from qodev.permissions.gate import PermissionGate
from qodev.permissions.rules import is_hidden, is_offered
from qodev.providers.base import ToolOffer
from qodev.types.profiles import Profile
from qodev.types.tooling import Tool, ToolContext

USUAL_STEPS = 8  # P137


@dataclass(frozen=True, slots=True)
class Workbench:
    """Everything that the calls of one turn need; a chat has an empty one."""

    context: ToolContext | None = None
    gate: PermissionGate | None = None
    tools: Mapping[str, Tool] = field(default_factory=dict)  # on offer, by function name
    hidden: tuple[str, ...] = ()  # known tools that the profile hides
    max_steps: int = 1
    steps_set_by: str = ""  # who set the cap, as a notice names it; "" is qodev's own
    asker: str = ""  # a child's name
    require: Callable[[], Awaitable[None]] | None = None  # raises UserFacingError once the turn may not go on (P209)
    accept_written: Callable[[str], Awaitable[None]] | None = None  # a steering file that a review accepted (S56)
    report_fault: Callable[[str, BaseException], None] | None = None  # a tool's own fault, with where it happened

    @property
    def offers(self) -> tuple[ToolOffer, ...]:
        """Returns the tools as a request offers them."""
        specs = [tool.spec for tool in self.tools.values()]
        return tuple(ToolOffer(spec.name.name, spec.description, spec.input_schema) for spec in specs)


def offered(profile: Profile, tools: Sequence[Tool]) -> tuple[dict[str, Tool], tuple[str, ...]]:
    """Returns the tools that a profile leaves in a schema, and the names of those it hides (P80, P84).

    A name that two tools claim belongs to the first, so that no server can take the place of a standing tool.
    """
    shown: dict[str, Tool] = {}
    hidden: dict[str, None] = {}
    for tool in tools:
        name = tool.spec.name
        if name.name in shown or name.name in hidden:
            continue
        if is_hidden(profile, name) or not is_offered(profile, name):
            hidden[name.name] = None
        else:
            shown[name.name] = tool
    return shown, tuple(hidden)


def step_cap(profile: Profile, project_cap: int | None) -> tuple[int, str]:
    """Returns how many requests a turn may make, and who says so (P137)."""
    if profile.max_steps is not None:
        line = next((text for text in (_where(profile),) if text), "")
        return profile.max_steps, line or f"the profile {profile.name}"
    return (project_cap, "the project's settings") if project_cap is not None else (USUAL_STEPS, "")


def _where(profile: Profile) -> str:
    """Returns `reviewer.md:7` for the line that sets the cap."""
    name = profile.path.replace("\\", "/").rpartition("/")[2]
    words = ("max_steps", "maxsteps", "steps")
    for number, line in enumerate(profile.source.splitlines(), 1):
        key = line.partition(":")[0].strip().strip("\"'").casefold()
        if key in words:
            return f"{name}:{number}"
    return ""
