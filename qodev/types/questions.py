"""Questions about calls: what a person is asked, what can be answered, and what was."""

from dataclasses import dataclass
from enum import StrEnum

from qodev.types.changes import EditProposal
from qodev.types.permissions import ProjectMode
from qodev.types.tooling import CallView
from qodev.types.verdicts import Verdict


class QuestionKind(StrEnum):
    """Who wants to know."""

    CONFIRM = "confirm"  # an ask rule of the profile (P82)
    PROMPT = "prompt"  # the project's mode
    HARD = "hard"  # nobody and nothing answers it but a person (S2)
    REVIEW = "review"  # a proposal of a file change (P183)
    REPEAT = "repeat"  # the third identical call in a row (P139)


class AnswerOption(StrEnum):
    """What a question can be answered with."""

    ALLOW_ONCE = "allow_once"
    ALLOW_EXACTLY = "allow_exactly"
    ALLOW_SWITCH = "allow_switch"  # allow exactly, and switch the project to the mode that honours it (U120)
    DENY = "deny"
    DENY_TELL = "deny_tell"
    DENY_EXACTLY = "deny_exactly"

    @property
    def is_yes(self) -> bool:
        """Tells whether the call goes on."""
        return self in (AnswerOption.ALLOW_ONCE, AnswerOption.ALLOW_EXACTLY, AnswerOption.ALLOW_SWITCH)


@dataclass(frozen=True, slots=True)
class Offer:
    """An answer that is on offer, or why it is not."""

    option: AnswerOption
    disabled: str = ""


class AnsweredBy(StrEnum):
    """Who answered."""

    USER = "user"
    RULE = "rule"  # `--yes-to` named it beforehand
    NOBODY = "nobody"  # there is no window and no terminal
    STOPPED = "stopped"
    TRUST = "trust"  # trust was revoked
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class PermissionRequest:
    """One question about one call; the answer holds for exactly this and is bound to `id` and `digest` (S38)."""

    id: str
    conversation_id: str
    turn_id: str
    call_id: str
    kind: QuestionKind
    asker: str  # "" for the conversation itself, else the child's name
    tool: str
    view: CallView
    verdict: Verdict | None  # None: a repeated call of something that is not on offer
    profile: str
    project: str
    mode: ProjectMode | None  # None: the project's rules could not be read
    offers: tuple[Offer, ...]
    digest: str = ""
    proposal: EditProposal | None = None
    exact_text: str = ""  # what an exact rule would hold
    risks: tuple[str, ...] = ()  # notes, never a verdict (P125)


@dataclass(frozen=True, slots=True)
class PermissionAnswer:
    """How a question was answered; `accepted` are the indexes of hunks, None is all of them."""

    option: AnswerOption
    by: AnsweredBy = AnsweredBy.USER
    note: str = ""  # what the model is told with a no
    accepted: tuple[int, ...] | None = None


class CallState(StrEnum):
    """What became of a call."""

    DONE = "done"
    FAILED = "failed"
    REFUSED = "refused"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question of a call with its answer, for the record."""

    kind: QuestionKind
    option: AnswerOption
    by: AnsweredBy
    at: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class CallRecord:
    """What is kept of a call beside its result: cards are drawn from this alone (P135, U112)."""

    call_id: str
    tool: str
    view: CallView
    state: CallState
    effect: str = ""  # of the verdict; "" when the call was never judged
    value: str = ""  # what the profile said
    stage: str = ""
    reason: str = ""  # reason code (S37)
    rule: str = ""  # the deciding rule's text
    rule_source: str = ""  # profile, project or built_in
    rule_path: str = ""
    rule_line: int | None = None
    mode: str = ""
    sentence: str = ""  # why it was refused, for people and for the model
    answers: tuple[AnsweredQuestion, ...] = ()
    started_at: float = 0.0
    duration_s: float | None = None
    exit_code: int | None = None
    is_cut: bool = False
    is_unasked: bool = False  # applied or run without asking: Auto
    shown: str = ""
    files: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
