"""Finds what a command starts: wrappers, shells, carriers and git's own ways, down to plain commands (S22 to S28)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from qodev.permissions import carriers, env_words, git_forms, options
from qodev.permissions.dash_spelling import dash_spellings
from qodev.permissions.evaluated import DECLARES, computes_words, refuse_names
from qodev.permissions.options import TRANSPARENT
from qodev.permissions.shells import (
    SHELLS,
    descriptor_of,
    has_input,
    read_alias,
    read_at,
    read_eval,
    read_input,
    read_shell,
    read_source,
    read_trap,
)
from qodev.permissions.trees import PROGRAM_NAMES, Command
from qodev.permissions.words import UNKNOWN, is_static, requoted

_DEPTH_MOST = 32
_ALIASES_MOST = 8
_WORDS_MOST = 20_000  # over all commands that one text could start; hostile texts would make millions


class StartKind(StrEnum):
    """How a command counts: by all rules, by those that name it alone, or by deny and ask rules alone."""

    PLAIN = "plain"
    WRAPPER = "wrapper"
    POSSIBLE = "possible"


@dataclass(frozen=True, slots=True)
class Start:
    """A command that a text starts."""

    command: Command
    kind: StartKind = StartKind.PLAIN


@dataclass(slots=True)
class Starts:
    """Everything that one text's commands start: commands, further texts, and what cannot be known."""

    found: list[Start] = field(default_factory=list)
    nested: list[str] = field(default_factory=list)
    opaque: list[str] = field(default_factory=list)  # causes
    aliases: dict[str, str] = field(default_factory=dict)
    computes_names: bool = False  # a builtin computes a word of its own (S25)
    words_left: int = _WORDS_MOST

    def spend(self, words: int) -> bool:
        """Takes words of a command that is looked at; tells whether there were enough left (S12)."""
        self.words_left -= words + 1
        if self.words_left < 0:
            self.opaque.append("too many commands")
        return self.words_left >= 0

    def nest(self, text: str, construct: str) -> None:
        """Takes a text that is read like the outer one; an unknown part makes it opaque."""
        if is_static(text):
            self.nested.append(text)
        else:
            self.opaque.append(construct)

    def nest_for_sh(self, text: str, construct: str) -> None:
        """Takes a text for some plain shell: as bash reads it and as dash does."""
        self.nest(text, construct)
        for other in dash_spellings(text):
            self.nest(other, construct)


def find_starts(commands: Sequence[Command]) -> Starts:
    """Returns what the commands of one text start, wrappers taken apart."""
    starts = Starts()
    for command in commands:
        _expand(command, starts, 0)
    return starts


def alias_texts(commands: Sequence[Command], aliases: Mapping[str, str]) -> list[str]:
    """Returns what commands come to whose first word is an alias, defined anywhere in the text (S24)."""
    return [
        _use_alias(command.words, aliases, 0) for command in commands if command.words and command.words[0] in aliases
    ]


def _use_alias(words: Sequence[str], aliases: Mapping[str, str], depth: int) -> str:
    """Returns a command with its alias put in; behind a blank at an alias's end the next word is looked up too."""
    text, rest = aliases[words[0]], words[1:]
    first, blank, more = text.partition(" ")
    if first in aliases and first != words[0] and depth < _ALIASES_MOST:
        text = _use_alias((first,), aliases, depth + 1) + blank + more
    if text[-1:].isspace() and rest and rest[0] in aliases and depth < _ALIASES_MOST:
        return text + _use_alias(rest, aliases, depth + 1)
    return " ".join((text, *map(requoted, rest)))


def program_name(word: str) -> str:
    """Returns the name of a program without folder, case and Windows' extension."""
    name = word.rsplit("/", 1)[-1].casefold()
    stem, dot, extension = name.rpartition(".")
    return stem if dot and stem and extension in ("exe", "cmd", "bat", "com") else name


def _is_handle(word: str) -> bool:
    """Tells whether a program is named by what a process holds: `/proc/self/exe` is the shell itself, whatever its name."""
    return word.endswith("/exe") or descriptor_of(word) is not None


def _expand(command: Command, starts: Starts, depth: int) -> None:
    if not starts.spend(len(command.words)):
        return
    _read_assignments(command, starts)
    if depth > _DEPTH_MOST:
        starts.opaque.append("nesting")
        return
    if not command.words:
        starts.found.append(Start(command))
        return
    name = program_name(command.words[0])
    starts.computes_names = starts.computes_names or computes_words(command)
    if not is_static(name) or _is_handle(command.words[0]):
        starts.opaque.append("command word")
        starts.found.append(Start(command, StartKind.POSSIBLE))
    elif name in TRANSPARENT:
        _expand_wrapper(name, command, starts, depth)
    elif name in SHELLS:
        _expand_shell(command, starts)
    elif name in _READERS:
        starts.found.append(Start(command, _READERS[name](command, starts)))
    else:
        starts.found.append(Start(command))
        _expand_carried(name, command, starts, depth)


def _expand_shell(command: Command, starts: Starts) -> None:
    name = program_name(command.words[0])
    is_transparent = read_shell(name, command, starts.nest, starts.opaque.append)
    starts.found.append(Start(command, StartKind.WRAPPER if is_transparent else StartKind.PLAIN))


_Reader = Callable[[Command, Starts], StartKind]


def _read_eval(command: Command, starts: Starts) -> StartKind:
    return StartKind.WRAPPER if read_eval(command, starts.nest) else StartKind.PLAIN


def _read_trap(command: Command, starts: Starts) -> StartKind:
    read_trap(command, starts.nest)
    return StartKind.PLAIN


def _read_alias(command: Command, starts: Starts) -> StartKind:
    starts.aliases.update(read_alias(command, starts.nest, starts.opaque.append))
    return StartKind.PLAIN


def _read_source(command: Command, starts: Starts) -> StartKind:
    read_source(command, starts.nest, starts.opaque.append)
    return StartKind.PLAIN


def _read_at(command: Command, starts: Starts) -> StartKind:
    read_at(command, starts.nest_for_sh, starts.opaque.append)
    return StartKind.PLAIN


_READERS: Mapping[str, _Reader] = {
    "eval": _read_eval,
    "trap": _read_trap,
    "alias": _read_alias,
    "source": _read_source,
    ".": _read_source,
    "at": _read_at,
    "batch": _read_at,
}


def _expand_carried(name: str, command: Command, starts: Starts, depth: int) -> None:
    carried = git_forms.carried(command.words) if name == "git" else carriers.carried(name, command)
    for text in carried.texts:
        starts.nest_for_sh(text, name)
    if carried.reads_input or (carried.takes_input and has_input(command)):
        read_input(command, starts.nest_for_sh, starts.opaque.append)
    starts.opaque.extend(carried.opaque)
    for words in carried.commands:
        _expand(Command(tuple(words), (), (), command.outer), starts, depth + 1)
    for words in carried.possible:
        _add_possible(words, command, starts, depth)


def _add_possible(words: Sequence[str], command: Command, starts: Starts, depth: int) -> None:
    """Takes a command that may be started: deny and ask rules see it and what it would start."""
    inner = Starts(words_left=starts.words_left)
    _expand(Command(tuple(words), (), (), command.outer), inner, depth + 1)
    starts.found.extend(Start(start.command, StartKind.POSSIBLE) for start in inner.found)
    starts.nested.extend(inner.nested)
    starts.words_left = inner.words_left
    if inner.words_left < 0:
        starts.opaque.append("too many commands")


def _expand_wrapper(name: str, command: Command, starts: Starts, depth: int) -> None:
    words = env_words.split_text(command.words, starts.opaque.append) if name == "env" else command.words
    parsed = options.parse(words, TRANSPARENT[name])
    if name == "command" and parsed.has("v", "V"):
        starts.found.append(Start(command))  # a look-up, which starts nothing
        return
    if not parsed.is_known:
        if not all(map(is_static, words)):
            starts.opaque.append(f"word before the command of {name}")
        starts.found.append(Start(command))
        for at in range(1, len(words)):
            _add_possible(words[at:], command, starts, depth)
        return
    assigned, rest = (
        env_words.take_assignments(words, parsed.start) if name == "env" else ((), words[parsed.start or len(words) :])
    )
    if parsed.has_unknown or any(not is_static(one.name) or UNKNOWN in one.value for one in assigned):
        starts.opaque.append(f"word before the command of {name}")
    if name == "xargs":
        rest = _with_unknown_tail(
            rest or ("echo",), parsed.values("I", "i", "replace"), is_given=parsed.has("I", "i", "replace")
        )
    if not rest:
        starts.found.append(Start(command))
        return
    starts.found.append(Start(replace(command, assignments=(), redirects=()), StartKind.WRAPPER))
    inner = Command(tuple(rest), (*command.assignments, *assigned), command.redirects, command.outer)
    _expand(inner, starts, depth + 1)


def _with_unknown_tail(words: Sequence[str], marks: Sequence[str], *, is_given: bool) -> tuple[str, ...]:
    """Returns what xargs runs: an unknown tail, or each place of the mark unknown."""
    if not is_given:
        return (*words, UNKNOWN)
    mark = next((value for value in marks if value), "{}")
    return tuple(word.replace(mark, UNKNOWN) for word in words)


def _read_assignments(command: Command, starts: Starts) -> None:
    """Reads values that programs run, before a command, alone, or by export (S28)."""
    given = [(assignment.name, assignment.value) for assignment in command.assignments]
    refuse_names(command, starts.opaque.append)
    if command.words and command.words[0] in DECLARES:
        given.extend(
            (name, value) for word in command.words[1:] for name, sign, value in (word.partition("="),) if sign
        )
    for name, value in given:
        if name.rstrip("+") in PROGRAM_NAMES and value:
            starts.nest_for_sh(value, name)
