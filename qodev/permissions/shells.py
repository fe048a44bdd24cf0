"""Shells and builtins that run a text: `-c`, standard input, eval, trap, alias, source (S24, S25)."""

import posixpath
from collections.abc import Callable, Sequence

from qodev.permissions.trees import Command
from qodev.permissions.words import is_static

SHELLS = frozenset(("sh", "bash", "dash", "zsh", "ksh", "ash", "mksh", "rbash", "fish"))
_STDIN = ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
_LONG_WITH_VALUE = ("--rcfile", "--init-file", "--init-command", "--command")
_INFORMS = ("--version", "--help")

Nest = Callable[[str, str], None]
Refuse = Callable[[str], None]


def read_shell(command: Command, nest: Nest, refuse: Refuse) -> bool:
    """Reads a shell's words; tells whether it is transparent: it runs a text that was read, and nothing else."""
    words = command.words
    at, has_text, reads_input = 1, False, False
    while at < len(words):
        word = words[at]
        if not is_static(word):
            break
        if word in ("--", "-"):
            at += 1
            if word == "-" or not has_text:
                break
            break
        if word[0] not in "-+" or len(word) == 1:
            break
        if word in _INFORMS:
            return False
        letters = word[1:] if not word.startswith("--") else ""
        has_text = has_text or ("c" in letters and word[0] == "-") or word == "--command"
        reads_input = reads_input or ("s" in letters and word[0] == "-")
        takes_next = letters[-1:] in ("o", "O") or word in _LONG_WITH_VALUE
        at += 2 if takes_next and word != "--command" else 1
    if has_text:
        at = _skip_dashes(words, at)
    if has_text and at < len(words):
        nest(words[at], "text of a shell")
        return True
    return _read_input(command, words[at:], nest, refuse, reads_input=reads_input)


def _skip_dashes(words: Sequence[str], at: int) -> int:
    """Skips options and ends of options that stand between `-c` and its text."""
    while at < len(words) and (words[at] in ("--", "-") or (words[at][:1] in "-+" and len(words[at]) > 1)):
        at += 2 if words[at][-1:] in ("o", "O") and not words[at].startswith("--") else 1
    return at


def _read_input(command: Command, rest: Sequence[str], nest: Nest, refuse: Refuse, *, reads_input: bool) -> bool:
    script = rest[0] if rest else None
    if script is not None and not is_static(script):
        refuse("script of a shell")
        return False
    if script is not None and not reads_input and not is_stdin(script):
        return False  # a script file: its command line is judged (S31)
    return _read_stdin(command, nest, refuse)


def _read_stdin(command: Command, nest: Nest, refuse: Refuse) -> bool:
    """Reads a text that comes by a here-document or here-string; another's input cannot be known."""
    bodies = [redirect.body for redirect in command.redirects if redirect.body is not None]
    if bodies:
        nest(bodies[-1], "here-document to a shell")
        return True
    if any(
        redirect.operator == "<" and is_static(redirect.target) and not is_stdin(redirect.target)
        for redirect in command.redirects
    ):
        return False  # a file, as if it were named
    refuse("a shell that reads another's input")
    return False


def is_stdin(path: str) -> bool:
    """Tells whether a path, in any spelling, is standard input."""
    return posixpath.normpath(path).replace("//", "/") in _STDIN


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


def read_alias(command: Command, nest: Nest) -> dict[str, str]:
    """Reads `alias NAME=TEXT…` and returns what was defined."""
    found: dict[str, str] = {}
    for word in command.words[1:]:
        name, sign, text = word.partition("=")
        if sign:
            nest(text, "alias")
            found[name] = text
    return {name: text for name, text in found.items() if is_static(text)}


def read_source(command: Command, nest: Nest, refuse: Refuse) -> None:
    """Reads `source FILE`: a fixed file is a script file, standard input is a text, all else is unknown."""
    rest = [word for word in command.words[1:] if word != "--"]
    if not rest:
        return
    if not is_static(rest[0]):
        refuse("source")
    elif is_stdin(rest[0]):
        _read_stdin(command, nest, refuse)


def read_at(command: Command, nest: Nest, refuse: Refuse) -> None:
    """Reads `at TIME`, whose text comes by standard input unless a file is named or jobs are listed."""
    if any(word[:2] in ("-f", "-l", "-r", "-d", "-c") for word in command.words[1:]):
        return
    _read_stdin(command, nest, refuse)
