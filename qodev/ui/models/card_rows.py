"""What a row of the transcript is: its kind, its state, what it says (U102)."""

from dataclasses import dataclass
from enum import StrEnum

from qodev.ui.models.call_state import CallNow


class CardKind(StrEnum):
    """Kinds of card; the object name of a card is `card.<kind>:<id>`."""

    USER = "user"
    ANSWER = "answer"
    THINKING = "thinking"
    TOOL = "tool"
    SKILL = "skill"  # guidance that a skill gave (U114)
    GROUP = "group"  # neighbouring calls that succeeded (U111)
    CHILD = "child"
    NOTICE = "notice"
    ERROR = "error"
    DIVIDER = "divider"


class RowState(StrEnum):
    """What a card is doing or how it ended; the words are those of U175."""

    DONE = "done"
    WAITING = "waiting"  # nothing has come yet
    RETRYING = "retrying"
    THINKING = "thinking"
    ANSWERING = "answering"
    ASKING = "asking"  # a call waits for a person
    RUNNING = "running"  # a call runs
    REFUSED = "refused"
    APPLIED = "applied"  # a change of a file
    REJECTED = "rejected"
    STOPPED = "stopped"
    FAILED = "failed"
    INTERRUPTED = "interrupted"

    @property
    def is_live(self) -> bool:
        """Tells whether more may come."""
        return self in _LIVE


_LIVE = frozenset(
    {
        RowState.WAITING,
        RowState.RETRYING,
        RowState.THINKING,
        RowState.ANSWERING,
        RowState.ASKING,
        RowState.RUNNING,
    }
)


class Say(StrEnum):
    """Sentences of qodev's own that a row stands for; `transcript_words` turns them into the user's language."""

    NOTHING = ""
    LENGTH = "length"
    REFUSAL = "refusal"
    CONTENT_FILTER = "content_filter"
    STOP_SEQUENCE = "stop_sequence"
    UNKNOWN_STOP = "unknown_stop"
    STOPPED_EMPTY = "stopped_empty"
    INTERRUPTED_EMPTY = "interrupted_empty"
    HIDDEN_THINKING = "hidden_thinking"
    CALL_WITHOUT_TOOL = "call_without_tool"
    ORPHAN_RESULT = "orphan_result"
    CALL_WAITS = "call_waits"
    UNRECORDED_RESULT = "unrecorded_result"
    CORRECTED = "corrected"
    CONTEXT_LOST = "context_lost"
    AGENT_CHANGED = "agent_changed"
    MODEL_CHANGED = "model_changed"
    PROFILE_CHANGED = "profile_changed"


@dataclass(frozen=True, slots=True)
class Attached:
    """A file or an image of the user's, as the card names it."""

    name: str
    size_bytes: int
    is_image: bool
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Footer:
    """What stands under an answer (U116)."""

    agent: str
    model: str
    at: float
    duration_s: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    profile: str = ""  # that a Code task ran under
    facts: tuple[tuple[str, str], ...] = ()  # about the turn, on demand: names of the core with their values (P72)


@dataclass(frozen=True, slots=True)
class Row:
    """One card. `text` is its source: Markdown of an answer, the words of anything else."""

    id: str
    kind: CardKind
    text: str = ""
    state: RowState = RowState.DONE
    message_id: str | None = None
    turn_id: str | None = None
    say: Say = Say.NOTHING
    subject: str = ""  # tool, agent or model that the card is about
    target: str = ""  # what a tool worked on
    output: str = ""  # what a tool gave
    hint: str = ""
    duration_s: float | None = None
    attached: tuple[Attached, ...] = ()
    footer: Footer | None = None
    call: CallNow | None = None  # of a card of a tool or a skill: all of it is drawn from this
    group: str = ""  # key of the group that the card stands in
    counts: tuple[tuple[str, int], ...] = ()  # of a group: how many calls of each verb
    can_resume: bool = False  # a notice about a turn that can go on
    offers_resume: bool = False  # and nothing came after it
    branches: tuple[str, ...] = ()  # heads of all that begin in the place of this prompt, oldest first (U131)

    @property
    def key(self) -> str:
        """Returns a name that is unique in the transcript."""
        return f"{self.kind}:{self.id}"

    @property
    def object_name(self) -> str:
        """Returns the name of the card's widget (U181)."""
        return f"card.{self.key}"
