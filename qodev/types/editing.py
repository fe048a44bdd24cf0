"""What editing an agent shows: where every value comes from, what would be sent, and what a change touches."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from qodev.base.diagnostics import Diagnostic
from qodev.base.jsontext import JsonValue
from qodev.types.agents import Layer


class Provenance(StrEnum):
    """Who wrote a value of the merged agent; the letters are those of U66."""

    BASE = "B"  # a bundled parent
    PARENT = "P"  # a parent of the user's own
    FILE = "F"  # this file
    OVERRIDE = "O"  # the model chosen in the settings
    SUBSTITUTED = "S"  # a placeholder filled in
    ADDED = "Q"  # qodev itself


@dataclass(frozen=True, slots=True)
class ChainLink:
    """One step of the `extends` path; `problem` says why the path ends here although it names a parent."""

    name: str
    path: str | None = None
    layer: Layer | None = None
    line: int = 1
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class LeafLevel:
    """What one level of the chain says about a key."""

    agent: str
    layer: Layer
    path: str
    line: int
    value: JsonValue


@dataclass(frozen=True, slots=True)
class EffectiveLeaf:
    """A value of the merged agent with its one origin."""

    key: str  # dotted, such as body.options.num_ctx
    value: JsonValue
    provenance: Provenance
    agent: str = ""  # whose file wrote it; "" for what no file wrote
    path: str = ""
    line: int = 0
    column: int = 0
    is_whole_array: bool = False  # an array replaces the parent's as a whole
    levels: tuple[LeafLevel, ...] = ()  # the winner first


class FieldKind(StrEnum):
    """What control shows a key."""

    TEXT = "text"
    LONG_TEXT = "long_text"
    FLAG = "flag"
    LIST = "list"
    NUMBER = "number"
    CHOICE = "choice"
    OTHER = "other"  # a key that is not known; its value is shown as it is written


@dataclass(frozen=True, slots=True)
class FormField:
    """One key of the file format; `value` counts only when the file itself writes it."""

    key: str  # dotted, such as match.file_patterns
    kind: FieldKind
    value: JsonValue = None
    is_written: bool = False
    inherited: JsonValue = None
    inherited_from: str | None = None  # the agent that wrote what is inherited
    inherited_path: str | None = None
    inherited_line: int = 0
    is_known: bool = True
    is_required: bool = False
    choices: tuple[str, ...] = ()
    line: int = 0  # in this file; 0 when it is not written


@dataclass(frozen=True, slots=True)
class ModelState:
    """The model of an agent: resolved, as its files say, and as the user chose."""

    resolved: str
    file_model: str
    override: str | None = None


@dataclass(frozen=True, slots=True)
class AgentAnalysis:
    """Everything that the editor shows of one text of an agent file; no template was rendered for it."""

    path: str
    name: str
    parses: bool
    syntax: Diagnostic | None
    diagnostics: tuple[Diagnostic, ...]  # of this file
    fields: tuple[FormField, ...]
    leaves: tuple[EffectiveLeaf, ...]
    chain: tuple[ChainLink, ...]  # this agent first
    model: ModelState
    is_usable: bool  # as far as the files say
    is_abstract: bool = False
    instance: str = ""
    url: str | None = None  # the effective address


@dataclass(frozen=True, slots=True)
class Fixture:
    """A made-up conversation as the source of a preview: one of A49 or one of the user's own."""

    name: str


@dataclass(frozen=True, slots=True)
class OpenConversation:
    """A stored conversation as the source of a preview."""

    id: str


PreviewSource = Fixture | OpenConversation


class MatrixState(StrEnum):
    """What came of rendering an agent with a fixture."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"
    NOT_APPLICABLE = "not_applicable"


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """One agent with one fixture."""

    agent: str
    fixture: str
    state: MatrixState
    diagnostic: Diagnostic | None = None


@dataclass(frozen=True, slots=True)
class AgentSide:
    """The loaded agent of a name."""

    name: str


@dataclass(frozen=True, slots=True)
class TextSide:
    """An agent as an unsaved text would make it."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class FileSide:
    """An agent as its file on disk would make it now."""

    path: str


@dataclass(frozen=True, slots=True)
class TurnSide:
    """A request that was sent."""

    conversation_id: str
    turn_id: str
    step: int = 1


BodySide = AgentSide | TextSide | FileSide | TurnSide


class ChangeKind(StrEnum):
    """How one place of two bodies differs."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class BodyChange:
    """One difference; the path counts messages as they stand after the change, or before it when they went."""

    path: str
    kind: ChangeKind
    before: JsonValue = None
    after: JsonValue = None


@dataclass(frozen=True, slots=True)
class BodyComparison:
    """How two requests differ; `cacheable_prefix` is where their bodies first part, such as `messages[4]`."""

    equal: bool
    changes: tuple[BodyChange, ...]
    cacheable_prefix: str | None = None
    a_body: Mapping[str, JsonValue] | None = None
    b_body: Mapping[str, JsonValue] | None = None
    effective: tuple[BodyChange, ...] = ()  # of the merged agents, where both sides are agents
    problems: tuple[Diagnostic, ...] = ()  # why a side has no body

    @property
    def added(self) -> int:
        """Returns how many places only the second body has."""
        return self._count(ChangeKind.ADDED)

    @property
    def removed(self) -> int:
        """Returns how many places only the first body has."""
        return self._count(ChangeKind.REMOVED)

    @property
    def changed(self) -> int:
        """Returns how many places both have with other values."""
        return self._count(ChangeKind.CHANGED)

    def _count(self, kind: ChangeKind) -> int:
        return sum(change.kind is kind for change in self.changes)


@dataclass(frozen=True, slots=True)
class Completion:
    """One way to go on at a place of a text."""

    text: str
    kind: str  # key, agent, instance, partial, function, field, role, value
    detail: str = ""
    start: int = 0  # how many characters before the cursor it replaces


@dataclass(frozen=True, slots=True)
class Reference:
    """A place that names an agent; one that is not the user's own cannot be changed."""

    kind: str  # extends, roster, override
    owner: str  # the agent, the pipeline, or the file of overrides
    path: str
    line: int  # 0: the place in the file is not known
    is_editable: bool = True


@dataclass(frozen=True, slots=True)
class RenamePlan:
    """What renaming an agent changes."""

    name: str
    new_name: str
    path: str
    references: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class DeletePlan:
    """What deleting an agent leaves without it."""

    name: str
    path: str
    children: tuple[str, ...]
    rosters: tuple[str, ...]
    has_override: bool


@dataclass(frozen=True, slots=True)
class AgentTest:
    """What came of one tiny request (A182)."""

    ok: bool
    url: str
    seconds: float
    status: int | None = None
    text: str = ""  # the first words of the answer
    message: str = ""  # what the vendor or qodev says when it failed
