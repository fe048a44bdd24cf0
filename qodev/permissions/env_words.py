"""Reads the words of `env`: split strings, assignments of any name, and where the command begins (S22)."""

from collections.abc import Callable, Sequence

from qodev.permissions.trees import Assignment
from qodev.permissions.words import is_static

_SPLITS_MOST = 8
_VALUES = ("-u", "-C", "--unset", "--chdir")


def split_text(words: Sequence[str], refuse: Callable[[str], None]) -> tuple[str, ...]:
    """Puts the parts of `env -S TEXT` in its place, as often as there is one; they are read like further words."""
    for _ in range(_SPLITS_MOST):
        found = _find_text(words)
        if found is None:
            return tuple(words)
        at, text, after = found
        if not is_static(text) or "\\" in text or "$" in text:
            refuse("env -S")
        parts = [part.replace('"', "").replace("'", "") for part in text.split()]
        words = (*words[:at], *parts, *words[after:])
    refuse("env -S")
    return tuple(words)


def _find_text(words: Sequence[str]) -> tuple[int, str, int] | None:
    """Returns where an option with a text stands, its text, and where the words go on."""
    at = 1
    while at < len(words) and words[at].startswith("-") and words[at] not in ("-", "--"):
        word = words[at]
        follows = words[at + 1] if at + 1 < len(words) else ""
        if word.startswith("--s") and "--split-string".startswith(word.partition("=")[0]):
            _, sign, attached = word.partition("=")
            return (at, attached, at + 1) if sign else (at, follows, at + 2)
        if not word.startswith("--") and "S" in word:
            attached = word[word.index("S") + 1 :]
            return (at, attached, at + 1) if attached else (at, follows, at + 2)
        at += 2 if word in _VALUES or (word[-1:] in "uC" and not word.startswith("--")) else 1
    return None


def take_assignments(words: Sequence[str], start: int | None) -> tuple[tuple[Assignment, ...], tuple[str, ...]]:
    """Returns the `NAME=value` words, odd names too, and the command after them; a lone dash is `-i`."""
    found: list[Assignment] = []
    at = start if start is not None else len(words)
    if words[at : at + 1] == ("-",):
        at += 1
    while at < len(words) and "=" in words[at]:
        name, _, value = words[at].partition("=")
        found.append(Assignment(name, value))
        at += 1
    return tuple(found), tuple(words[at:])
