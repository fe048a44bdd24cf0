"""Calls of tools: what a tool offers, what a call is prepared to, and what it came to."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from qodev.base.errors import QodevError
from qodev.base.jsontext import JsonValue
from qodev.types.changes import EditProposal
from qodev.types.permissions import CallKind, ProjectMode, Step
from qodev.types.profiles import Profile
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject


class ToolRefusal(QodevError):
    """A call that cannot be made as it stands; the text is for the model, it is never a dialog (P132).

    Its arguments do not fit, its path leads out of the project, the file changed meanwhile, the server is gone.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model is told of it; `input_schema` is a closed JSON Schema object (P176)."""

    name: ToolName
    kind: CallKind
    description: str
    input_schema: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call as the model made it, its arguments parsed."""

    id: str
    name: str
    input: Mapping[str, JsonValue]


class CallVerb(StrEnum):
    """What a call does, in one word; the window says it in the user's language."""

    RUN = "run"
    VERIFY = "verify"
    START = "start"  # a background command
    WATCH = "watch"  # the output of one
    STOP = "stop"
    LIST = "list"
    READ = "read"
    SEARCH = "search"
    CREATE = "create"
    WRITE = "write"
    PATCH = "patch"
    NOTE = "note"  # the checklist
    FETCH = "fetch"
    ASK_WEB = "ask_web"
    LOAD = "load"  # a skill
    CALL = "call"  # an operation of a server
    DELEGATE = "delegate"
    TELL = "tell"  # a child
    LOOK = "look"  # at the children


@dataclass(frozen=True, slots=True)
class CallView:
    """What a person is shown of a call, in cards and questions alike."""

    verb: CallVerb
    target: str  # one line: the command, the path, server/operation, the skill
    text: str = ""  # the whole text that runs or goes out; empty where target is all
    shell: str = ""
    folder: str = ""  # the working folder, of commands
    containment: str = ""  # how a command is contained (S45), "" where that is no question
    facts: tuple[tuple[str, str], ...] = ()  # (name, value), such as a server's id or a skill's scope


@dataclass(frozen=True, slots=True)
class Permit:
    """What the gate lets an act do: nothing but this step, and of a proposal nothing but these hunks."""

    step: Step  # RUN, FILE_FUNCTIONS or APPLY
    accepted: tuple[int, ...] | None = None  # indexes of hunks; None is all of them
    is_unasked: bool = False  # nobody saw it before: Auto


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """What an act came to; `content` is exactly what the model gets (P177)."""

    content: str
    is_error: bool = False
    shown: str = ""  # plain text for the card; "" means that `content` is shown
    exit_code: int | None = None
    is_cut: bool = False
    files: tuple[str, ...] = ()  # changed, relative to the project
    facts: tuple[tuple[str, str], ...] = ()  # about the result, as in CallView


Act = Callable[[Permit], Awaitable[ToolOutput]]


async def _unbound() -> str:
    return ""


@dataclass(frozen=True, slots=True)
class PreparedCall:
    """A call that was looked at: what rules judge, what people see, and the act that the gate may let happen.

    `bind` returns a digest of everything that an approval is about; the gate takes it before it asks and again right
    before the act, and a difference refuses (S38). `act` raises ToolRefusal for what changed since. `fault` is why the act
    would fail as things stand, such as a patch that does not fit: the gate refuses with it once the rules let the call
    through and before anybody is asked, so that a path outside the rules is told by its rule alone (P131, P182).
    """

    subject: PermissionSubject
    view: CallView
    act: Act
    bind: Callable[[], Awaitable[str]] = _unbound
    proposal: EditProposal | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a call belongs to. The profile is the captured one; trust is looked at anew with every question (S72)."""

    conversation_id: str
    turn_id: str
    project: Path  # the resolved root
    profile: Profile
    is_trusted: Callable[[], bool]  # blocking
    may_show: Callable[[Sequence[str]], bool]  # whether read rules allow a path, under all of its names (P170, P178)
    progress: Callable[[str, str], None]  # call id and a line of output as it comes
    max_failed_checks: int = 2  # P189
    mode: ProjectMode | None = None  # for this run alone, in the place of the project's own
    begins: bool = True  # False for a look at what would be sent: nothing is started or kept for it (P197)


class Tool(Protocol):
    """Something that a model may call."""

    @property
    def spec(self) -> ToolSpec:
        """Returns what the model is told."""
        ...

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        """Reads what judging needs; nothing happens yet. Raises ToolRefusal (P131, P132)."""
        ...


class ToolSource(Protocol):
    """Where tools come from: the standing ones, skills, servers."""

    async def offer(self, context: ToolContext) -> Sequence[Tool]:
        """Returns the tools of a turn that begins, or as they stand for a look; profiles and agents filter them afterwards (P84)."""
        ...

    async def forget(self, conversation_id: str) -> None:
        """Ends what a conversation keeps running: it was deleted or archived."""
        ...

    async def close(self) -> None:
        """Ends everything: the program does."""
        ...
