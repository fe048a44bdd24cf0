"""Finds what a command starts: wrappers, shells, carriers and git's own ways, down to plain commands (S22 to S28)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from qodev.permissions import carriers, git_forms, options
from qodev.permissions.options import TRANSPARENT, Options
from qodev.permissions.shells import SHELLS, read_alias, read_at, read_eval, read_shell, read_source, read_trap
from qodev.permissions.trees import Assignment, Command
from qodev.permissions.words import UNKNOWN, is_static

_DEPTH_MOST = 32
_NESTED_NAMES = frozenset(
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
_DECLARES = ("export", "declare", "typeset", "readonly", "local")


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

    def nest(self, text: str, construct: str) -> None:
        """Takes a text that is read like the outer one; an unknown part makes it opaque."""
        if is_static(text):
            self.nested.append(text)
        else:
            self.opaque.append(construct)


def find_starts(commands: Sequence[Command]) -> Starts:
    """Returns what the commands of one text start, wrappers taken apart."""
    starts = Starts()
    for command in commands:
        _expand(command, starts, 0)
    _use_aliases(commands, starts)
    return starts


def _use_aliases(commands: Sequence[Command], starts: Starts) -> None:
    for command in commands:
        text = starts.aliases.get(command.words[0]) if command.words else None
        if text is not None:
            rest = [carriers.requoted(word) for word in command.words[1:] if is_static(word)]
            starts.nest(" ".join((text, *rest)), "alias")


def program_name(word: str) -> str:
    """Returns the name of a program without folder, case and Windows' extension."""
    name = word.rsplit("/", 1)[-1].casefold()
    stem, dot, extension = name.rpartition(".")
    return stem if dot and stem and extension in ("exe", "cmd", "bat", "com") else name


def _expand(command: Command, starts: Starts, depth: int) -> None:
    _read_assignments(command, starts)
    if depth > _DEPTH_MOST:
        starts.opaque.append("nesting")
        return
    if not command.words:
        starts.found.append(Start(command))
        return
    name = program_name(command.words[0])
    if not is_static(name):
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
    is_transparent = read_shell(command, starts.nest, starts.opaque.append)
    starts.found.append(Start(command, StartKind.WRAPPER if is_transparent else StartKind.PLAIN))


_Reader = Callable[[Command, Starts], StartKind]


def _read_eval(command: Command, starts: Starts) -> StartKind:
    return StartKind.WRAPPER if read_eval(command, starts.nest) else StartKind.PLAIN


def _read_trap(command: Command, starts: Starts) -> StartKind:
    read_trap(command, starts.nest)
    return StartKind.PLAIN


def _read_alias(command: Command, starts: Starts) -> StartKind:
    starts.aliases.update(read_alias(command, starts.nest))
    return StartKind.PLAIN


def _read_source(command: Command, starts: Starts) -> StartKind:
    read_source(command, starts.nest, starts.opaque.append)
    return StartKind.PLAIN


def _read_at(command: Command, starts: Starts) -> StartKind:
    read_at(command, starts.nest, starts.opaque.append)
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
        starts.nest(text, name)
    starts.opaque.extend(carried.opaque)
    for words in carried.commands:
        _expand(Command(tuple(words), (), (), command.outer), starts, depth + 1)
    for words in carried.possible:
        _add_possible(words, command, starts, depth)


def _add_possible(words: Sequence[str], command: Command, starts: Starts, depth: int) -> None:
    """Takes a command that may be started: deny and ask rules see it and what it would start."""
    inner = Starts()
    _expand(Command(tuple(words), (), (), command.outer), inner, depth + 1)
    starts.found.extend(Start(start.command, StartKind.POSSIBLE) for start in inner.found)
    starts.nested.extend(inner.nested)


def _expand_wrapper(name: str, command: Command, starts: Starts, depth: int) -> None:
    words = _split_env_text(command.words, starts) if name == "env" else command.words
    parsed = options.parse(words, TRANSPARENT[name])
    if name == "command" and parsed.has("v", "V"):
        starts.found.append(Start(command))  # a look-up, which starts nothing
        return
    if not parsed.is_known:
        starts.found.append(Start(command))
        for at in range(1, len(words)):
            _add_possible(words[at:], command, starts, depth)
        return
    assigned, rest = (
        _env_assignments(words, parsed.start) if name == "env" else ((), words[parsed.start or len(words) :])
    )
    if parsed.has_unknown or any(not is_static(assignment.text) for assignment in assigned):
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


def _split_env_text(words: Sequence[str], starts: Starts) -> tuple[str, ...]:
    """Puts the parts of `env -S TEXT` in its place; they are read like further words."""
    table = Options(flags="i0v", values="uC", long_flags=TRANSPARENT["env"].long_flags, long_values=("unset", "chdir"))
    for at, word in enumerate(words[1:], start=1):
        text = None
        after = at + 1
        if word.startswith("--s") and "--split-string".startswith(word.partition("=")[0]):
            _, sign, attached = word.partition("=")
            text, after = (attached, at + 1) if sign else (words[at + 1] if at + 1 < len(words) else "", at + 2)
        elif word.startswith("-") and not word.startswith("--") and "S" in word:
            attached = word[word.index("S") + 1 :]
            text, after = (attached, at + 1) if attached else (words[at + 1] if at + 1 < len(words) else "", at + 2)
        if text is not None:
            if not is_static(text):
                starts.opaque.append("env -S")
            parts = [part.replace('"', "").replace("'", "") for part in text.split()]
            return (*words[:at], *parts, *words[after:])
        if not word.startswith("-") and "=" not in word and options.parse(words, table).start == at:
            break
    return tuple(words)


def _env_assignments(words: Sequence[str], start: int | None) -> tuple[tuple[Assignment, ...], tuple[str, ...]]:
    """Returns the `NAME=value` words of env, odd names too, and the command after them."""
    found: list[Assignment] = []
    at = start if start is not None else len(words)
    while at < len(words) and "=" in words[at]:
        name, _, value = words[at].partition("=")
        found.append(Assignment(name, value))
        at += 1
    return tuple(found), tuple(words[at:])


def _read_assignments(command: Command, starts: Starts) -> None:
    """Reads values that programs run, before a command, alone, or by export (S28)."""
    given = [(assignment.name, assignment.value) for assignment in command.assignments]
    if command.words and command.words[0] in _DECLARES:
        given.extend(
            (name, value) for word in command.words[1:] for name, sign, value in (word.partition("="),) if sign
        )
    for name, value in given:
        if name.rstrip("+") in _NESTED_NAMES and value:
            starts.nest(value, name)
        elif name.startswith("GIT_CONFIG_") or name == "GIT_EXEC_PATH":
            starts.opaque.append(name)
