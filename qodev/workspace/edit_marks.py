"""Says what a reviewer must see about an edit, and must not be refused for it: files that start things, hidden letters (S57)."""

import json
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from qodev.base.filenames import folded_name
from qodev.base.text import hidden_characters
from qodev.types.changes import Hunk
from qodev.types.files import ProjectPath

_STARTS = {
    ".gitattributes": "It can make git run filters and drivers.",
    ".gitmodules": "It says where git fetches submodules from.",
    ".envrc": "It is run by direnv when somebody enters the folder.",
    ".mcp.json": "It names servers that other programs start.",
    "makefile": "It holds commands that `make` runs.",
    "gnumakefile": "It holds commands that `make` runs.",
}
_FOLDERS = {
    (".github", "workflows"): "It is run by GitHub when it is pushed.",
    (".vscode",): "It can hold tasks that an editor runs.",
}
_WORD = re.compile(r"\w+")
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN")  # those with look-alikes
_NAMED = 5


def marks_of(path: ProjectPath, before: str | None, after: str, hunks: Sequence[Hunk]) -> tuple[str, ...]:
    """Returns sentences in the order in which they are shown."""
    marks = []
    if path.is_steering:
        marks.append("This file can change how agents, their tools or git hooks behave.")
    marks += _starting(path.real, before, after)
    marks += _odd("The file's name", (path.given,))
    marks += _odd("The change", [line for hunk in hunks for line in hunk.after])
    return tuple(marks)


def _starting(path: str, before: str | None, after: str) -> list[str]:
    names = [folded_name(name) for name in path.split("/")]
    if names[-1] in _STARTS:
        return [_STARTS[names[-1]]]
    if names[-1] == "package.json":
        same = before is not None and _scripts(before) == _scripts(after) is not None
        return [] if same else ["It can hold scripts that npm runs."]
    for folder, says in _FOLDERS.items():
        if any(tuple(names[at : at + len(folder)]) == folder for at in range(len(names) - 1)):
            return [says]
    return []


def _scripts(text: str) -> str | None:
    """Returns what `package.json` says of scripts in one form, None when it cannot be read."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return json.dumps(document.get("scripts", {}), sort_keys=True) if isinstance(document, dict) else None


def _odd(what: str, texts: Sequence[str]) -> list[str]:
    hidden: dict[str, None] = {}
    mixed: dict[str, None] = {}
    for text in texts:
        if text.isascii() and text.isprintable():
            continue
        bare = text.removesuffix("\n").removesuffix("\r")
        hidden.update(dict.fromkeys(hidden_characters(bare)))
        mixed.update(dict.fromkeys(word for word in _WORD.findall(bare) if is_mixed(word)))
    marks = []
    if hidden:
        points = ", ".join(f"U+{ord(char):04X}" for char in list(hidden)[:_NAMED])
        marks.append(f"{what} holds characters that cannot be seen: {points}.")
    if mixed:
        words = ", ".join(f"`{word}`" for word in list(mixed)[:_NAMED])
        marks.append(f"{what} holds words of letters from two scripts that look alike: {words}.")
    return marks


def is_mixed(word: str) -> bool:
    """Tells whether a word has letters of two scripts whose letters look alike."""
    return not word.isascii() and len({script for char in word if (script := _script(char))}) > 1


@lru_cache(4096)
def _script(char: str) -> str:
    name = unicodedata.name(char, "")
    return next((script for script in _SCRIPTS if name.startswith(f"{script} ")), "")
