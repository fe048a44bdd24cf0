"""Decides whether a file and a project fit a `[match]` table, and says what refuses (A108 to A115)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qodev.types.agents import MatchRule

FILE_PATTERNS = "file_patterns"
PATH_PATTERNS = "path_patterns"
PROJECT_NAMES = "project_names"


class GlobFault(ValueError):
    """A glob that cannot fit anything; the text says why."""


@dataclass(frozen=True, slots=True)
class _Class:
    """A `[...]`: single characters and ranges; `negated` turns its answer round."""

    ranges: tuple[tuple[str, str], ...]
    negated: bool

    def fits(self, char: str) -> bool:
        """Tells whether the character, in any case, is a member."""
        spellings = {char, _fold(char), _single(char.upper(), char)}
        inside = any(low <= spelling <= high for low, high in self.ranges for spelling in spellings)
        return inside is not self.negated


_Atom = str | _Class | None
"""A folded character, a class, or None for `?`."""


@dataclass(frozen=True, slots=True)
class MatchGlob:
    """A glob, case-insensitive and anchored at both ends: the runs between its stars (A112)."""

    runs: tuple[tuple[_Atom, ...], ...]

    @classmethod
    def parse(cls, pattern: str) -> "MatchGlob":
        """Returns the glob; raises GlobFault for an empty pattern, an open `[` or a reversed range (A113)."""
        if not pattern:
            raise GlobFault("it is empty")
        runs: list[tuple[_Atom, ...]] = []
        run: list[_Atom] = []
        for atom in _atoms(pattern):
            if atom == "*":
                runs.append(tuple(run))
                run = []
            else:
                run.append(None if atom == "?" else atom.folded if isinstance(atom, _Literal) else atom)
        runs.append(tuple(run))
        return cls(tuple(runs))

    def fits(self, subject: str) -> bool:
        """Tells whether the glob fits the whole subject; each run is looked for once, so no pattern explodes."""
        folded = [_fold(char) for char in subject]
        first, *rest = self.runs
        if not rest:
            return len(first) == len(subject) and _stands_at(first, subject, folded, 0)
        *middle, last = rest
        if len(first) + len(last) > len(subject) or not _stands_at(first, subject, folded, 0):
            return False
        end = len(subject) - len(last)
        at = len(first)
        for run in middle:
            found = _find(run, subject, folded, range(at, end - len(run) + 1))
            if found is None:
                return False
            at = found + len(run)
        return _stands_at(last, subject, folded, end)


@dataclass(frozen=True, slots=True)
class _Literal:
    folded: str


def _atoms(pattern: str) -> Iterator["str | _Literal | _Class"]:
    at = 0
    while at < len(pattern):
        char = pattern[at]
        at += 1
        if char == "[":
            members, at = _parse_class(pattern, at)
            yield members
        elif char in "*?":
            yield char
        else:
            yield _Literal(_fold(char))


def _parse_class(pattern: str, at: int) -> tuple[_Class, int]:
    negated = pattern.startswith("!", at)
    at += negated
    end = pattern.find("]", at + 1)  # a `]` that comes first is a member
    if end < 0:
        raise GlobFault("a `[` is not closed")
    ranges: list[tuple[str, str]] = []
    while at < end:
        low = high = pattern[at]
        if pattern.startswith("-", at + 1) and at + 2 < end:
            high = pattern[at + 2]
            at += 2
        if low > high:
            raise GlobFault(f"the range `{low}-{high}` is reversed")
        ranges.append((low, high))
        at += 1
    return _Class(tuple(ranges), negated), end + 1


def _single(text: str, otherwise: str) -> str:
    return text if len(text) == 1 else otherwise


def _fold(char: str) -> str:
    return _single(char.casefold(), _single(char.lower(), char))


def _fits(atom: _Atom, char: str, folded: str) -> bool:
    if atom is None:
        return True
    return atom == folded if isinstance(atom, str) else atom.fits(char)


def _stands_at(run: Sequence[_Atom], subject: str, folded: Sequence[str], at: int) -> bool:
    return all(_fits(atom, subject[at + i], folded[at + i]) for i, atom in enumerate(run))


def _find(run: Sequence[_Atom], subject: str, folded: Sequence[str], places: range) -> int | None:
    return next((at for at in places if _stands_at(run, subject, folded, at)), None)


_WHOLE_CLASS = re.compile(r"\[!?.[^\]]*\]", re.DOTALL)
_BRACES = re.compile(r"\{[^{}]*\}")


def find_literal_mark(pattern: str) -> str | None:
    """Returns the part of a glob that looks like syntax and is literal text: `{a,b}` or a backslash (A114)."""
    braces = _BRACES.search(_WHOLE_CLASS.sub("?", pattern))
    if braces is not None:
        return braces.group()
    return "\\" if "\\" in pattern else None


def find_refusals(rule: MatchRule, path: str, project: str) -> tuple[str, ...]:
    """Returns the dimensions that refuse, in the order of A115; "" is no file and no project."""
    subject = path.replace("\\", "/")
    name = subject.rpartition("/")[2]
    refusals: list[str] = []
    if rule.file_patterns and not _any_fits(rule.file_patterns, (name, subject) if path else ()):
        refusals.append(FILE_PATTERNS)
    if rule.path_patterns and not _any_fits(rule.path_patterns, (subject,) if path else ()):
        refusals.append(PATH_PATTERNS)
    if rule.project_names and (not project or project not in rule.project_names):
        refusals.append(PROJECT_NAMES)
    return tuple(refusals)


def find_fitting(patterns: Sequence[str], subjects: Sequence[str]) -> str | None:
    """Returns the first pattern that fits one of the subjects; a broken pattern fits nothing (A113)."""
    return next((p for p in patterns if any(_fits_one(p, subject) for subject in subjects)), None)


def _any_fits(patterns: Sequence[str], subjects: Sequence[str]) -> bool:
    return find_fitting(patterns, subjects) is not None


def _fits_one(pattern: str, subject: str) -> bool:
    try:
        return MatchGlob.parse(pattern).fits(subject)
    except GlobFault:
        return False
