"""What builtins of bash compute or set by the words that they get: subscripts, numbers, names, tables (S25, S28)."""

from collections.abc import Callable, Sequence

from qodev.permissions.trees import PROGRAM_NAMES, Command
from qodev.permissions.words import is_static

DECLARES = ("export", "declare", "typeset", "readonly", "local")
_NAMING = (*DECLARES, "unset", "read", "getopts", "mapfile", "readarray")
_TESTS = ("test", "[")
_TABLES = ("BASH_ALIASES", "BASH_CMDS")


def computes_words(command: Command) -> bool:
    """Tells whether bash computes a word as an expression, in which quoted code would run."""
    name, rest = command.words[0], command.words[1:]
    if name == "let":
        return True
    if name in DECLARES and any(_is_number_option(word) for word in rest):
        return True
    if name in _TESTS:
        return any(word in ("-v", "-R") or not is_static(word) for word in rest) and _has_subscript(rest)
    if name == "printf" or name == "wait":
        return any(word.startswith(("-v", "-p")) for word in rest) and _has_subscript(rest)
    return name in _NAMING and _has_subscript(rest)


def _is_number_option(word: str) -> bool:
    """Tells whether an option makes a variable a number or another's name, or could."""
    is_option = word.startswith(("-", "+"))
    return (is_option and ("i" in word or "n" in word)) or (
        not is_static(word) and (is_option or not is_static(word[:1]))
    )


def _has_subscript(words: Sequence[str]) -> bool:
    return any("[" in word or not is_static(word) for word in words)


def refuse_names(command: Command, refuse: Callable[[str], None]) -> None:
    """Refuses what gives a variable that programs run a value in a way that is not read."""
    assigned = [assignment.name for assignment in command.assignments]
    for table in _TABLES:
        if any(table in word for word in (*assigned, *command.words)):
            refuse(table)
    for name in assigned:
        if name.startswith(("BASH_FUNC_", "GIT_CONFIG_")) or name == "GIT_EXEC_PATH":
            refuse(name)
    if not command.words:
        return
    name, rest = command.words[0], command.words[1:]
    if name in ("read", "mapfile", "readarray", "getopts", "printf") and any(word in PROGRAM_NAMES for word in rest):
        refuse(f"{name} into a program's variable")
    if name in DECLARES and any(word.partition("=")[2] in PROGRAM_NAMES for word in rest):
        refuse(f"{name} of another's name")
