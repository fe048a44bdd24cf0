"""Lists the files of a folder that belong to its work: ignore rules counted, links not followed, with a cap."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from qodev.base.files import read_bounded
from qodev.base.ignores import IgnoreRule, is_ignored, parse_ignores

_IGNORE_FILES = (".gitignore", ".ignore")
_IGNORE_LIMIT_BYTES = 256 * 1024
_NEVER = frozenset((".git", ".hg", ".svn"))
_DEPTH_LIMIT = 64


@dataclass(slots=True)
class FoundFiles:
    """Paths below the folder, with `/`, sorted; `unreadable` names folders that cannot be listed."""

    paths: list[str] = field(default_factory=list)
    is_capped: bool = False
    unreadable: list[str] = field(default_factory=list)


def list_project_files(folder: Path, cap: int, is_cancelled: Callable[[], bool]) -> FoundFiles:
    """Returns at most `cap` files; raises OSError when the folder itself cannot be listed. Blocks."""
    with os.scandir(folder):
        pass  # what is below may be unreadable, the folder itself must not
    found = FoundFiles()
    _Walk(folder, cap, is_cancelled, found).visit((), ())
    return found


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules of one ignore file and how deep its folder lies."""

    depth: int
    rules: tuple[IgnoreRule, ...]


@dataclass(slots=True)
class _Walk:
    root: Path
    cap: int
    is_cancelled: Callable[[], bool]
    found: FoundFiles

    def visit(self, parts: tuple[str, ...], above: tuple[_Rules, ...]) -> None:
        """Takes the files of a folder, then those of its folders."""
        if self.is_cancelled() or self.found.is_capped:
            return
        folder = self.root.joinpath(*parts)
        try:
            with os.scandir(folder) as listed:
                entries = sorted(listed, key=lambda entry: entry.name)
        except OSError as fault:
            self.found.unreadable.append(f"{'/'.join(parts)}: {(fault.strerror or 'unknown cause').lower()}")
            return
        rules = (*above, *_own_rules(folder, len(parts)))
        below = [entry.name for entry in entries if self._take(entry, parts, rules)]
        if len(parts) < _DEPTH_LIMIT:
            for name in below:
                self.visit((*parts, name), rules)

    def _take(self, entry: "os.DirEntry[str]", parts: tuple[str, ...], rules: tuple[_Rules, ...]) -> bool:
        """Keeps a file; tells whether the entry is a folder to go into."""
        path = (*parts, entry.name)
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name in _NEVER or _ignored(path, rules, is_folder=is_folder):
            return False
        if not is_folder and entry.is_file(follow_symlinks=False):
            if len(self.found.paths) >= self.cap:
                self.found.is_capped = True
            else:
                self.found.paths.append("/".join(path))
        return is_folder


def _own_rules(folder: Path, depth: int) -> tuple[_Rules, ...]:
    rules: list[_Rules] = []
    for name in _IGNORE_FILES:
        try:
            text = read_bounded(folder / name, _IGNORE_LIMIT_BYTES).decode("utf-8", "replace")
        except OSError:
            continue  # mostly there is none; one that cannot be read ignores nothing
        rules.append(_Rules(depth, parse_ignores(text)))
    return tuple(rules)


def _ignored(path: tuple[str, ...], rules: tuple[_Rules, ...], *, is_folder: bool) -> bool:
    for own in reversed(rules):  # the nearest file decides
        answer = is_ignored(own.rules, path[own.depth :], is_folder=is_folder)
        if answer is not None:
            return answer
    return False
