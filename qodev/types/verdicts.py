"""What a call touches, and what was decided about it, with the rule and the place that decided."""

from dataclasses import dataclass
from enum import StrEnum

from qodev.base.diagnostics import SourceSpan
from qodev.types.permissions import CallKind, Effect, Reading, Step
from qodev.types.tools import ToolName


@dataclass(frozen=True, slots=True)
class PermissionSubject:
    """Everything about a call that rules can look at; made before judging, so that judging is pure."""

    tool: ToolName
    kind: CallKind
    command: Reading | None = None  # command tools
    paths: tuple[str, ...] = ()  # file tools: the path as given and the real one, relative to the project
    refusal: str | None = None  # built-in: why no rule could allow it, such as a path that leaves the project
    is_steering: bool = False  # P114, S56
    folds_case: bool = False  # names that differ by case are one file there (P110)
    query: str | None = None  # glob_files and grep_files: the requested text
    target: str | None = None  # a profile for delegation, a skill for its loader
    server: str = ""  # MCP: the server's id and the operation, for exact rules
    operation: str = ""
    fingerprint: str = ""  # MCP: what the operation looks like now (P129)
    is_simple_read: bool = False  # P121
    is_protected: bool = False  # P120
    uncontained: str = ""  # why a command cannot be contained as its project wants it; a person decides then (S45)


class Stage(StrEnum):
    """The checks of one call, in order (P131)."""

    BUILT_IN = "built_in"
    OFFER = "offer"
    TOOL = "tool"
    PATH = "path"
    COMMAND = "command"
    PROJECT_DENY = "project_deny"
    HARD_ASK = "hard_ask"
    PROFILE_ASK = "profile_ask"
    PROJECT_MODE = "project_mode"
    DEFAULT = "default"


class StageState(StrEnum):
    """What became of a check."""

    PASSED = "passed"
    DECIDED = "decided"
    NOT_REACHED = "not_reached"


@dataclass(frozen=True, slots=True)
class RuleRef:
    """The rule that decided: where it stands and what it says."""

    source: str  # profile, project or built_in
    text: str
    effect: Effect
    span: SourceSpan | None = None


@dataclass(frozen=True, slots=True)
class ClauseVerdict:
    """What was decided about one clause of a command."""

    text: str
    kind: str  # plain, wrapper or possible
    views: tuple[str, ...]
    effect: Effect
    reason: str
    rule: RuleRef | None = None


@dataclass(frozen=True, slots=True)
class LadderRung:
    """One check of a call as the simulator shows it."""

    stage: Stage
    state: StageState
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What happens to a call, and why.

    `value` is what the profile says before the project's mode, `effect` what comes of both: allow runs it, ask asks
    somebody, hard_ask asks in every mode, deny refuses. `actions` are the questions and acts in order.
    """

    effect: Effect
    value: Effect
    stage: Stage
    reason: str  # a reason code, such as `rule:git push *` (S37)
    rule: RuleRef | None
    clauses: tuple[ClauseVerdict, ...]
    steps: tuple[LadderRung, ...]
    actions: tuple[Step, ...]
    is_hidden: bool = False  # in no schema that a model gets
