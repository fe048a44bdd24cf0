"""Cases that the permission X-ray judges, and what comes of them (U86 to U89)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from qodev.types.permissions import Effect, ProjectMode, Reading
from qodev.types.verdicts import RuleRef, Verdict


class XrayKind(StrEnum):
    """What is typed into the X-ray (U86)."""

    COMMAND = "command"
    TOOL = "tool"
    EDIT = "edit"
    READ = "read"
    MCP = "mcp"
    SKILL = "skill"
    SEARCH = "search"
    WEB = "web"
    DELEGATION = "delegation"


@dataclass(frozen=True, slots=True)
class XrayCase:
    """One case: what is called, and for which project."""

    kind: XrayKind
    value: str
    project: Path | None = None


@dataclass(frozen=True, slots=True)
class XrayAnswer:
    """The verdict of every mode; `tool` and `argument` are the call that was judged."""

    tool: str
    argument: str
    verdicts: Mapping[ProjectMode, Verdict]
    mode: ProjectMode | None  # the project's own; None when its rules cannot be read
    reading: Reading | None = None  # of a command

    @property
    def value(self) -> Effect:
        """Returns what the profile itself says, which no mode changes."""
        return self.verdicts[ProjectMode.ASK].value


@dataclass(frozen=True, slots=True)
class ReplayedCall:
    """A call of a conversation as it was decided, and as it would be under another profile (U90)."""

    id: str
    tool: str
    argument: str
    before: Effect | None  # None: it was never judged, such as a tool that was not on offer
    after: Effect | None  # None: it is no call that rules can judge; `reason` says why
    reason: str
    rule: RuleRef | None = None

    @property
    def is_changed(self) -> bool:
        """Tells whether it would be decided otherwise; what was never judged was refused."""
        return self.after is not None and (self.before or Effect.DENY) is not self.after
