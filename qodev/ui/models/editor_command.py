"""Turns the setting of an external editor into a program and its arguments; no shell is involved (U36)."""

from collections.abc import Sequence

_FILE, _LINE = "{file}", "{line}"


def editor_arguments(words: Sequence[str], path: str, line: int) -> tuple[str, ...]:
    """Returns the words of a command with file and line filled in; a command that names no file gets it at its end."""
    filled = tuple(word.replace(_FILE, path).replace(_LINE, str(line)) for word in words)
    return filled if any(_FILE in word for word in words) else (*filled, path)
