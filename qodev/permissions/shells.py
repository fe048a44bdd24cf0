"""Shells and builtins that run a text: `-c`, standard input, eval, trap, alias, source (S24, S25)."""

import posixpath
import re
from collections.abc import Callable, Sequence

from qodev.permissions.dash_spelling import dash_spellings
from qodev.permissions.options import may_be_option
from qodev.permissions.simple import is_plain_anywhere
from qodev.permissions.trees import PIPED, Command
from qodev.permissions.words import is_static

_LIKE_BASH = ("bash", "rbash")
_UNLIKE = ("zsh", "fish", "csh", "tcsh")  # they read much of a text otherwise: only plain texts are judged
SHELLS = frozenset((*_LIKE_BASH, *_UNLIKE, "sh", "dash", "ksh", "ash", "mksh"))
_LONG_WITH_VALUE = ("--rcfile", "--init-file")
_INFORMS = ("--version", "--help")
_DESCRIPTOR = re.compile(r"/(?:dev|proc/[^/]+(?:/task/[^/]+)?)/(?:stdin|fd/(\d+))|/dev/stdin")
_INPUTS = ("<", "<<", "<<-", "<<<", "<&", "<>")

Nest = Callable[[str, str], None]
Refuse = Callable[[str], None]


def read_shell(name: str, command: Command, nest: Nest, refuse: Refuse) -> bool:
    """Reads a shell's words; tells whether it is transparent: it runs a text that was read, and nothing else."""
    nest = _nest_for(name, nest, refuse)
    words = command.words
    if name == "fish" and any(re.match(r"-[^-]*C|-.*c.|--(?:init-)?com", word) for word in words[1:]):
        refuse("option of fish")
    at, has_text, reads_stdin = _read_options(words)
    if at < 0:
        return False
    if has_text:
        at = _skip_dashes(words, at)
    if not all(map(is_static, words[1:at])):
        refuse(f"word before the text of {name}")
    if has_text and at < len(words):
        nest(words[at], "text of a shell")
        return True
    return _read_script(command, words[at:], nest, refuse, reads_stdin=reads_stdin)


def _nest_for(name: str, nest: Nest, refuse: Refuse) -> Nest:
    """Returns how the texts of a shell are taken: as bash reads them, and as the shell itself does."""

    def both(text: str, construct: str) -> None:
        nest(text, construct)
        for other in dash_spellings(text):
            nest(other, construct)

    def plain(text: str, construct: str) -> None:
        nest(text, construct)
        if not is_plain_anywhere(text):
            refuse(f"text of {name}")

    return nest if name in _LIKE_BASH else plain if name in _UNLIKE else both


def _read_options(words: Sequence[str]) -> tuple[int, bool, bool]:
    """Returns where the options end, -1 for one that only informs; whether there is `-c`; whether there is `-s`."""
    at, has_text, reads_stdin = 1, False, False
    while at < len(words):
        word = words[at]
        if word in ("--", "-"):
            return at + 1, has_text, reads_stdin
        if not is_static(word) or word[:1] not in ("-", "+") or len(word) == 1:
            break
        if word in _INFORMS:
            return -1, has_text, reads_stdin
        letters = "" if word.startswith("--") else word[1:]
        has_text = has_text or ("c" in letters and word[0] == "-") or word == "--command"
        reads_stdin = reads_stdin or ("s" in letters and word[0] == "-")
        at += 1 + _values_of(word)
    return at, has_text, reads_stdin


def _values_of(word: str) -> int:
    """Returns how many of the next words belong to an option: one for each `o` in it."""
    if word.startswith("--"):
        return int(word in _LONG_WITH_VALUE)
    return word.count("o") + word.count("O")


def _skip_dashes(words: Sequence[str], at: int) -> int:
    """Skips options and ends of options that stand between `-c` and its text."""
    while at < len(words) and (words[at] in ("--", "-") or (words[at][:1] in ("-", "+") and len(words[at]) > 1)):
        at += 1 if words[at] in ("--", "-") else 1 + _values_of(words[at])
    return at


def _read_script(command: Command, rest: Sequence[str], nest: Nest, refuse: Refuse, *, reads_stdin: bool) -> bool:
    script = rest[0] if rest else None
    if script is not None and not is_static(script):
        refuse("script of a shell")
        return False
    if script is not None and not reads_stdin:
        descriptor = descriptor_of(script)
        # A script file's command line is judged (S31); a descriptor is a text.
        return descriptor is not None and read_input(command, nest, refuse, descriptor)
    return read_input(command, nest, refuse)


def read_input(command: Command, nest: Nest, refuse: Refuse, descriptor: str = "0") -> bool:
    """Reads a text that comes by a here-document or here-string; another's input cannot be known."""
    given = [one for one in command.redirects if one.operator in _INPUTS and (one.descriptor or "0") == descriptor]
    last = given[-1] if given else None
    if last is not None and last.body is not None:
        nest(last.body, "here-document to a shell")
        return True
    if last is not None and last.operator == "<" and is_static(last.target) and descriptor_of(last.target) is None:
        return False  # a file, as if it were named
    refuse("a shell that reads another's input")
    return False


def has_input(command: Command) -> bool:
    """Tells whether something is piped or redirected to a command."""
    return any(one == PIPED or one.operator in _INPUTS for one in (*command.redirects, *command.outer))


def is_stdin(path: str) -> bool:
    """Tells whether a path, in any spelling, is standard input."""
    return descriptor_of(path) == "0"


def descriptor_of(path: str) -> str | None:
    """Returns the number of the descriptor that a path, in any spelling, stands for; None for a file."""
    found = _DESCRIPTOR.fullmatch(posixpath.normpath(path).replace("//", "/"))
    return None if found is None else str(int(found[1] or "0"))


def read_eval(command: Command, nest: Nest) -> bool:
    """Reads `eval WORDS…`; tells whether there was a text."""
    rest = command.words[1:]
    rest = rest[1:] if rest[:1] == ("--",) else rest
    text = " ".join(word for word in rest if word != "''")
    if text:
        nest(text, "eval")
    return bool(text)


def read_trap(command: Command, nest: Nest) -> None:
    """Reads `trap TEXT SIGNAL…`."""
    rest = [word for word in command.words[1:] if word != "--"]
    if rest and rest[0] not in ("-", "''", "-l", "-p", "-P"):
        nest(rest[0], "trap")


def read_alias(command: Command, nest: Nest, refuse: Refuse) -> dict[str, str]:
    """Reads `alias NAME=TEXT…` and returns what was defined."""
    found: dict[str, str] = {}
    for word in command.words[1:]:
        name, sign, text = word.partition("=")
        if sign:
            nest(text, "alias")
            found[name] = text
        if not is_static(word) and not (sign and is_static(name)):
            refuse("alias")
    return {name: text for name, text in found.items() if is_static(text)}


def read_source(command: Command, nest: Nest, refuse: Refuse) -> None:
    """Reads `source FILE`: a fixed file is a script file, a descriptor is a text, all else is unknown."""
    rest = [word for word in command.words[1:] if word != "--"]
    if not rest:
        return
    if not is_static(rest[0]):
        refuse("source")
        return
    descriptor = descriptor_of(rest[0])
    if descriptor is not None:
        read_input(command, nest, refuse, descriptor)


def read_at(command: Command, nest: Nest, refuse: Refuse) -> None:
    """Reads `at TIME`, whose text comes by standard input unless a file is named or jobs are listed."""
    if any(map(may_be_option, command.words[1:])):
        refuse("option of at")
    if any(word[:2] in ("-f", "-l", "-r", "-d", "-c") for word in command.words[1:]):
        return
    read_input(command, nest, refuse)
