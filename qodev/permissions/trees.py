"""What both shell readers make of a text: simple commands in one form, so that they can be compared (S8, S14)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from qodev.permissions.words import Char, same_marks

_WRITES = (">", ">>", ">|", "&>", "&>>", "<>")
_HARMLESS_TARGETS = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2")
_NETWORK = ("/dev/tcp/", "/dev/udp/")
_CODE = ("$(", "`")
# Variables whose value bash or a program runs (S28).
PROGRAM_NAMES = frozenset(
    [
        "PS4",
        "PROMPT_COMMAND",
        "BASH_ENV",
        "ENV",
        "PAGER",
        "GIT_PAGER",
        "MANPAGER",
        "EDITOR",
        "VISUAL",
        "GIT_EDITOR",
        "GIT_SEQUENCE_EDITOR",
        "GIT_SSH",
        "GIT_SSH_COMMAND",
        "GIT_EXTERNAL_DIFF",
        "GIT_PROXY_COMMAND",
        "GIT_ASKPASS",
        "SSH_ASKPASS",
        "LESSOPEN",
        "LESSCLOSE",
        "BROWSER",
    ]
)


class Unreadable(ValueError):
    """A reader cannot say for sure what a text runs; the text of the fault is a cause for a reason code (S37)."""


@dataclass(frozen=True, slots=True)
class Redirect:
    """A redirection; `body` is the text of a here-document or here-string, with marks for unknown parts."""

    operator: str
    target: str
    body: str | None = None
    descriptor: str = ""  # as written before the operator; empty means the operator's own

    @property
    def writes(self) -> bool:
        """Tells whether it writes to more than a descriptor or a harmless device (S29)."""
        if self.body is not None:
            return False
        if self.target.startswith(_NETWORK):
            return True
        if self.operator == ">&" and (self.target.rstrip("-").isdigit() or self.target == "-"):
            return False
        return self.operator in (*_WRITES, ">&") and self.target not in _HARMLESS_TARGETS

    @property
    def text(self) -> str:
        """Returns it as rules see it."""
        return f"{self.operator} {self.target}"


PIPED = Redirect("|", "", "")  # stands among the redirections around a command that reads a pipe


@dataclass(frozen=True, slots=True)
class Assignment:
    """`NAME=value` before a command, or alone."""

    name: str
    value: str
    sign: str = "="

    @property
    def text(self) -> str:
        """Returns it as rules see it."""
        return f"{self.name}{self.sign}{self.value}"


@dataclass(frozen=True, slots=True)
class Command:
    """A simple command at any depth of a text."""

    words: tuple[str, ...]
    assignments: tuple[Assignment, ...] = ()
    redirects: tuple[Redirect, ...] = ()
    outer: tuple[Redirect, ...] = ()  # of the groups that it stands in

    @property
    def key(self) -> tuple[object, ...]:
        """Returns what the readers must agree on."""
        assigned = tuple(same_marks(assignment.text) for assignment in self.assignments)
        return tuple(map(same_marks, self.words)), assigned


@dataclass(slots=True)
class Program:
    """Everything that a reader found in one text."""

    commands: list[Command] = field(default_factory=list)
    writes: list[Redirect] = field(default_factory=list)  # every writing redirection, wherever it stands
    computes_names: bool = False  # arithmetic over a variable, or a variable named by another (S25)
    prompts: bool = False  # `${x@P}`, which runs what the variable holds (S25)
    sets_program: bool = False  # a loop or an expansion sets one of PROGRAM_NAMES
    codes: set[str] = field(default_factory=set)  # quoted texts in which code stands (S25)
    bare: list[str] = field(default_factory=list)  # unquoted parts of words that are not ASCII (S4, S30)

    def add(self, command: Command) -> None:
        """Takes a command; its own writes are counted."""
        self.commands.append(command)
        self.note_writes(command.redirects)

    def note_word(self, chars: Sequence[Char]) -> None:
        """Keeps the unquoted text of a word if any of it could look like something else, and quoted code."""
        text = "".join(char.text for char in chars if not char.quoted)
        if not text.isascii():
            self.bare.append(text)
        self.note_code("".join(char.text for char in chars))

    def note_code(self, text: str) -> None:
        """Keeps a fixed text in which code stands."""
        if any(code in text for code in _CODE):
            self.codes.add(text)

    def note_name(self, name: str) -> None:
        """Takes the name of a variable that gets a value in another way than by an assignment."""
        self.sets_program = self.sets_program or name in PROGRAM_NAMES

    def merge(self, inner: "Program") -> None:
        """Takes everything that a program inside of this one runs."""
        self.commands.extend(inner.commands)
        self.writes.extend(inner.writes)
        self.bare.extend(inner.bare)
        self.codes |= inner.codes
        self.computes_names = self.computes_names or inner.computes_names
        self.prompts = self.prompts or inner.prompts
        self.sets_program = self.sets_program or inner.sets_program

    def note_writes(self, redirects: Sequence[Redirect]) -> None:
        """Counts the writing ones."""
        self.writes.extend(redirect for redirect in redirects if redirect.writes)

    def agrees_with(self, other: "Program") -> bool:
        """Tells whether two readers found the same clauses and the same writes (S8)."""
        if Counter(c.key for c in self.commands) != Counter(c.key for c in other.commands):
            return False
        return Counter(map(_target, self.writes)) == Counter(map(_target, other.writes))


def _target(write: Redirect) -> str:
    return same_marks(write.target)
