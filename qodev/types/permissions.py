"""Effects, modes, rules and verdicts: what a model may do, and why."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Effect(StrEnum):
    """What a rule says or a verdict is, in order of strictness; no rule can say HARD_ASK (S1, S2)."""

    ALLOW = "allow"
    ASK = "ask"
    HARD_ASK = "hard_ask"
    DENY = "deny"

    @property
    def strictness(self) -> int:
        """Returns the place in the order of strictness, the loosest 0."""
        return _STRICTNESS[self]


_STRICTNESS = {effect: place for place, effect in enumerate(Effect)}


def strictest(effects: Iterable[Effect], *, otherwise: Effect = Effect.ALLOW) -> Effect:
    """Returns the strictest of the effects, `otherwise` when there is none."""
    return max(effects, key=lambda effect: effect.strictness, default=otherwise)


class ProjectMode(StrEnum):
    """How a project answers what its rules leave open; stored by name (P117)."""

    ASK = "ask"
    AUTO = "auto"
    ALLOWLIST = "allowlist"
    READ_ONLY = "read_only"


class CallKind(StrEnum):
    """Groups of tools that a project's mode treats alike (P122, P123)."""

    RUN = "run"
    VERIFY = "verify"
    BACKGROUND = "background"
    EDIT = "edit"
    MCP = "mcp"
    WEB = "web"
    READ = "read"
    SKILL = "skill"
    CHECKLIST = "checklist"
    BACKGROUND_IO = "background_io"
    DELEGATE = "delegate"
    LIST_CHILDREN = "list_children"


class Step(StrEnum):
    """One thing that happens to a call, in order; questions are answered yes or the call ends refused."""

    REFUSE = "refuse"
    CONFIRM = "confirm"  # the question that a profile's ask raises
    PROMPT = "prompt"  # the question that a project's mode raises
    HARD_PROMPT = "hard_prompt"  # the question that no mode and no exact allow answers (S2)
    REVIEW = "review"  # the dialog of a file proposal
    RUN = "run"
    FILE_FUNCTIONS = "file_functions"  # a simple read without a shell (P121)
    APPLY = "apply"

    @property
    def is_question(self) -> bool:
        """Tells whether somebody must answer it."""
        return self in _QUESTIONS


_QUESTIONS = (Step.CONFIRM, Step.PROMPT, Step.HARD_PROMPT, Step.REVIEW)


class ClauseKind(StrEnum):
    """How a clause counts: by all rules, by those that name it alone, or by deny and ask rules alone (S22)."""

    PLAIN = "plain"
    WRAPPER = "wrapper"
    POSSIBLE = "possible"


@dataclass(frozen=True, slots=True)
class Clause:
    """One simple command of a text, in every spelling that a rule may see."""

    text: str  # as written, quotes removed, unknown parts as `…`
    kind: ClauseKind
    views: tuple[str, ...]  # what deny and ask rules see (S19)
    written: tuple[str, ...]  # what allow rules see (S20)
    writes: tuple[str, ...] = ()  # redirections that write (S29)
    written_with_redirects: str = ""


class ReadKind(StrEnum):
    """What a simple read does."""

    WHERE = "where"
    LIST = "list"
    SHOW = "show"


@dataclass(frozen=True, slots=True)
class SimpleRead:
    """A command that only lists or shows files; its paths are relative, without options and dots (P121)."""

    kind: ReadKind
    paths: tuple[str, ...]


POSIX_SHELLS = ("bash", "sh")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a command text comes to; pure data, so that every judge of it says the same (S39)."""

    shell: str  # bash, sh, powershell or cmd
    text: str
    clauses: tuple[Clause, ...]
    opaque: tuple[str, ...] = ()  # causes why it cannot be read for sure (S9)
    doubtful: tuple[str, ...] = ()  # causes for at least a hard ask: what cannot be seen, a missing reader (S13, S30)
    skeletons: tuple[str, ...] = ()  # other spellings of the whole text, for S10

    @property
    def is_sure(self) -> bool:
        """Tells whether the clauses are all that the text runs."""
        return not self.opaque and not self.doubtful
