"""What a person decided for one project: its mode and its exact rules (P117 to P129)."""

from dataclasses import dataclass
from enum import StrEnum

from qodev.base.text import BLANKS
from qodev.types.permissions import Effect, ProjectMode


class RuleKind(StrEnum):
    """What an exact rule is about."""

    COMMAND = "command"
    OPERATION = "operation"  # one operation of one MCP server


class Containment(StrEnum):
    """Whether commands of a project may write and reach out only where they must; stored by name (S40)."""

    OFF = "off"
    ON = "on"
    NETWORK = "network"  # contained, but the network is allowed


class ContainedAs(StrEnum):
    """How a command runs, as its card says it; the window says it in the user's language (S45)."""

    CONTAINED = "Contained: writes only in the project and temp, no network"
    NETWORK = "Contained, network allowed"
    NOT = "Not contained"


CANNOT_START = "containment is on but cannot start: "
"""Stands between how a command runs and the cause, in what its card says (S45)."""


@dataclass(frozen=True, slots=True)
class ContainState:
    """What a project wants of its commands, and whether this machine can do it now.

    `setting` is None when it could not be read: then commands are contained wherever that works. `fault` says why
    containment cannot start, "" when it can.
    """

    setting: Containment | None = Containment.OFF
    fault: str = ""

    @property
    def way(self) -> ContainedAs:
        """Returns how a command runs now; with a fault it runs only after a person said so (S45)."""
        if self.setting is Containment.OFF or self.fault:
            return ContainedAs.NOT
        return ContainedAs.NETWORK if self.setting is Containment.NETWORK else ContainedAs.CONTAINED

    @property
    def has_failed(self) -> bool:
        """Tells whether containment is on and cannot start; what could not be read is asked about anyway (P127)."""
        return bool(self.fault) and self.setting in (Containment.ON, Containment.NETWORK)


@dataclass(frozen=True, slots=True)
class ProjectRule:
    """An exact rule: allow or deny for one command text, or for one operation of one server.

    `text` is the trimmed command or the operation's name; equality decides, nothing is a pattern (P119, P129).
    """

    kind: RuleKind
    text: str
    effect: Effect
    server: str = ""  # the id of the server, operations only; compared folded
    fingerprint: str = ""  # what an operation looked like when it was allowed; a deny has none
    added_at: float = 0.0
    used_at: float | None = None

    @property
    def key(self) -> tuple[RuleKind, str, str]:
        """Returns what two rules about the same thing share."""
        return self.kind, self.server.casefold(), self.text


@dataclass(frozen=True, slots=True)
class ProjectPolicy:
    """The decisions in force for a project; `mode` is None when they could not be read (P127)."""

    project: str
    mode: ProjectMode | None
    rules: tuple[ProjectRule, ...] = ()
    is_stored: bool = False  # else the app-wide default counts (P118)
    fault: str | None = None
    max_steps: int | None = None  # the cap for turns whose profile sets none; None is the usual one (P137)
    contain: Containment | None = Containment.OFF  # None when it could not be read
    variables: tuple[str, ...] = ()  # names of the environment that commands see besides the usual ones (S122)

    def find_command(self, command: str) -> ProjectRule | None:
        """Returns the exact rule for a command, compared as P119 says."""
        return self._find((RuleKind.COMMAND, "", trim_command(command)))

    def find_operation(self, server: str, operation: str) -> ProjectRule | None:
        """Returns the exact rule for an operation; whether an allow still holds its fingerprint decides (P129)."""
        return self._find((RuleKind.OPERATION, server.casefold(), operation))

    def _find(self, key: tuple[RuleKind, str, str]) -> ProjectRule | None:
        return next((rule for rule in self.rules if rule.key == key), None)


def trim_command(command: str) -> str:
    """Returns a command without blanks at its ends; those inside count (P119)."""
    return command.strip(BLANKS)
