"""Reads `.gitignore` files: which files of a folder do not belong to its work.

The patterns of Git are matched without regular expressions, so that no file of a repository can make one explode.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class IgnoreRule:
    """One line of an ignore file."""

    parts: tuple[str, ...]  # of the path below the folder of the file; `**` stands for any number of them
    is_negated: bool
    folders_only: bool

    def fits(self, path: Sequence[str], *, is_folder: bool) -> bool:
        """Tells whether the line names this path, given by its parts below the folder of the file."""
        return (is_folder or not self.folders_only) and _fits_parts(self.parts, tuple(path))


def parse_ignores(text: str) -> tuple[IgnoreRule, ...]:
    """Returns the rules of an ignore file in their order; blank lines and comments are none."""
    return tuple(rule for line in text.splitlines() if (rule := _parse_line(line)) is not None)


def _parse_line(line: str) -> IgnoreRule | None:
    pattern = line.rstrip() if not line.rstrip().endswith("\\") else line.rstrip() + " "
    if not pattern or pattern.startswith("#"):
        return None
    is_negated = pattern.startswith("!")
    pattern = pattern[is_negated:]
    folders_only = pattern.endswith("/")
    pattern = pattern.rstrip("/")
    is_anchored = "/" in pattern
    parts = tuple(part for part in pattern.split("/") if part)
    if not parts:
        return None
    return IgnoreRule(parts if is_anchored else ("**", *parts), is_negated, folders_only)


def is_ignored(rules: Sequence[IgnoreRule], path: Sequence[str], *, is_folder: bool) -> bool | None:
    """Returns what the last fitting rule says of a path; None when no rule names it."""
    for rule in reversed(rules):
        if rule.fits(path, is_folder=is_folder):
            return not rule.is_negated
    return None


def _fits_parts(parts: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Matches part by part, going back only to the last `**`: the work is at most the product of the lengths."""
    at = behind = mark = 0
    star = -1
    while behind < len(path):
        if at < len(parts) and parts[at] == "**":
            star, mark = at, behind
            at += 1
        elif at < len(parts) and fits_name(parts[at], path[behind]):
            at, behind = at + 1, behind + 1
        elif star >= 0:
            mark += 1
            at, behind = star + 1, mark
        else:
            return False
    if at < len(parts) and parts[at:] == ("**",):
        return behind > 0 and at > 0  # `a/**` names what lies in a, not a itself
    return at == len(parts)


def fits_name(pattern: str, name: str) -> bool:
    """Tells whether a pattern of `*`, `?`, `[...]` and escapes fits a whole name, with regard to case."""
    atoms = _atoms(pattern)
    at = behind = mark = 0
    star = -1
    while behind < len(name):
        if at < len(atoms) and atoms[at] is None:
            star, mark = at, behind
            at += 1
        elif at < len(atoms) and _fits_char(atoms[at], name[behind]):
            at, behind = at + 1, behind + 1
        elif star >= 0:
            mark += 1
            at, behind = star + 1, mark
        else:
            return False
    return all(atom is None for atom in atoms[at:])


@dataclass(frozen=True, slots=True)
class _Set:
    """A `[...]`."""

    ranges: tuple[tuple[str, str], ...]
    is_negated: bool


_Atom = str | _Set | None
"""A character ("" fits any), a set, or None for `*`."""


def _fits_char(atom: _Atom, char: str) -> bool:
    if isinstance(atom, _Set):
        return any(low <= char <= high for low, high in atom.ranges) is not atom.is_negated
    return atom in ("", char)


@lru_cache(maxsize=1024)  # each pattern is tried on every file of a folder
def _atoms(pattern: str) -> tuple[_Atom, ...]:
    atoms: list[_Atom] = []
    at = 0
    while at < len(pattern):
        char = pattern[at]
        at += 1
        if char == "*":
            if not atoms or atoms[-1] is not None:
                atoms.append(None)
        elif char == "?":
            atoms.append("")
        elif char == "\\" and at < len(pattern):
            atoms.append(pattern[at])
            at += 1
        elif char == "[" and pattern.find("]", at + 1) > 0:
            members, at = _read_set(pattern, at)
            atoms.append(members)
        else:
            atoms.append(char)
    return tuple(atoms)


def _read_set(pattern: str, at: int) -> tuple[_Set, int]:
    is_negated = pattern[at] in "!^"
    at += is_negated
    end = pattern.find("]", at + 1)
    end = end if end > 0 else len(pattern)
    ranges: list[tuple[str, str]] = []
    while at < end:
        low = high = pattern[at]
        if pattern.startswith("-", at + 1) and at + 2 < end:
            high = pattern[at + 2]
            at += 2
        ranges.append((low, high))
        at += 1
    return _Set(tuple(ranges), is_negated), end + 1
