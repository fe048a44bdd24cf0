"""Profiles: instructions and ordered rules for a Code task, whatever format they were written in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from qodev.base.diagnostics import Diagnostic, SourceSpan
from qodev.types.permissions import Effect

# Folders of a project that are read, in order (P43, P199).
PROJECT_PROFILE_FOLDERS = ((".qodev", "agents"), (".codev", "agents"))
PROJECT_OPENCODE_FOLDERS = ((".opencode", "agents"), (".opencode", "agent"))
PROJECT_SKILL_FOLDERS = tuple((name, "skills") for name in (".qodev", ".codev", ".opencode", ".claude", ".agents"))
OPENCODE_DEPTH_MOST = 8  # P247


class ProfileMode(StrEnum):
    """Where a profile may be chosen: as the main one, for children, or both (P64)."""

    PRIMARY = "primary"
    SUBAGENT = "subagent"
    ALL = "all"


class ProfileFormat(StrEnum):
    """What a profile was written in."""

    BUILT_IN = "built_in"
    CODEV = "codev"
    OPENCODE = "opencode"
    QODER_MARKDOWN = "qoder_markdown"
    QODER_AGENT = "qoder_agent"


class ProfileScope(StrEnum):
    """Which tier a profile comes from, best first, as it is shown (P43)."""

    PROJECT = "project"
    USER = "user"
    PROJECT_OPENCODE = "project-opencode"
    USER_OPENCODE = "user-opencode"
    LIBRARY = "library"
    BUILT_IN = "built-in"


@dataclass(frozen=True, slots=True)
class ToolRule:
    """What a profile says of the tools whose names match."""

    pattern: str
    effect: Effect
    span: SourceSpan | None = None


@dataclass(frozen=True, slots=True)
class CommandRule:
    """What a profile says of the clauses that match; the pattern is blank-normalised (P90)."""

    pattern: str
    effect: Effect
    span: SourceSpan | None = None


@dataclass(frozen=True, slots=True)
class ResourceRule:
    """An imported rule: `edit src/** allow`; the action may be `tool:<pattern>` (P155)."""

    action: str
    resource: str
    effect: Effect
    span: SourceSpan | None = None


@dataclass(frozen=True, slots=True)
class PathPattern:
    """A path pattern and where it stands."""

    text: str
    span: SourceSpan | None = None


@dataclass(frozen=True, slots=True)
class PathScope:
    """The two lists that bind the edit tools; None means that the list is absent (P107)."""

    allow: tuple[PathPattern, ...] | None = None
    deny: tuple[PathPattern, ...] | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile with everything that it says, by value."""

    name: str
    description: str
    instructions: str
    default_permission: Effect
    scope: ProfileScope
    format: ProfileFormat
    mode: ProfileMode = ProfileMode.ALL
    model: str | None = None
    temperature: float | None = None
    max_steps: int | None = None
    tool_rules: tuple[ToolRule, ...] = ()
    command_rules: tuple[CommandRule, ...] = ()
    rule_sets: tuple[tuple[ResourceRule, ...], ...] = ()  # imports only
    edit_scope: PathScope = field(default_factory=PathScope)
    source: str = ""  # the file's text, kept with a captured turn (P70)
    path: str = ""
    digest: str = ""  # SHA-256 of the file's bytes (P58)

    @property
    def key(self) -> str:
        """Returns what names are compared by (P9)."""
        return profile_key(self.name)


def profile_key(name: str) -> str:
    """Returns the form of a profile name that is equal for equal names: NFKC and case-folded (P9)."""
    import unicodedata

    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


@dataclass(frozen=True, slots=True)
class ProfileRef:
    """What a conversation stores of its choice."""

    name: str
    scope: ProfileScope | None = None


@dataclass(frozen=True, slots=True)
class ProfileSnapshot:
    """Every profile that counts now, Build first (P63); immutable, a rebuild makes the next revision."""

    revision: int
    project: str | None
    profiles: tuple[Profile, ...]
    shadowed: tuple[Profile, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    pending: frozenset[str] = frozenset()  # paths of a trusted project's files that were not accepted as they are (P58)
    scopes: Mapping[str, ProfileScope] = field(default_factory=dict)  # where each file lies that a finding names

    def find(self, name: str) -> Profile | None:
        """Returns the profile of that name, compared as P9 says."""
        key = profile_key(name)
        return next((profile for profile in self.profiles if profile.key == key), None)
