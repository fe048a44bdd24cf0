"""Decides whether a file and a project fit a `[match]` table, and says what refuses (A108 to A115)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from qodev.types.agents import DimensionCheck, MatchRule

FILE_PATTERNS = "file_patterns"
PATH_PATTERNS = "path_patterns"
PROJECT_NAMES = "project_names"
_KEPT = 512


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


def check_dimensions(rule: MatchRule, path: str, project: str) -> tuple[DimensionCheck, ...]:
    """Returns how each dimension that is set judges, in the order of A115; "" is no file and no project."""
    subject = path.replace("\\", "/")
    name = subject.rpartition("/")[2]
    checks: list[DimensionCheck] = []
    if rule.file_patterns:
        fitted = find_fitting(rule.file_patterns, (name, subject) if path else ())
        checks.append(DimensionCheck(FILE_PATTERNS, rule.file_patterns, fitted))
    if rule.path_patterns:
        fitted = find_fitting(rule.path_patterns, (subject,) if path else ())
        checks.append(DimensionCheck(PATH_PATTERNS, rule.path_patterns, fitted))
    if rule.project_names:
        fitted = project if project and project in rule.project_names else None
        checks.append(DimensionCheck(PROJECT_NAMES, rule.project_names, fitted))
    return tuple(checks)


def find_fitting(patterns: Sequence[str], subjects: Sequence[str]) -> str | None:
    """Returns the first pattern that fits one of the subjects; a broken pattern fits nothing (A113)."""
    return next((p for p in patterns if any(_fits_one(p, subject) for subject in subjects)), None)


def _fits_one(pattern: str, subject: str) -> bool:
    glob = _glob_of(pattern)
    return glob is not None and glob.fits(subject)


@lru_cache(maxsize=_KEPT)  # the same few patterns are tried on every file of a folder
def _glob_of(pattern: str) -> MatchGlob | None:
    try:
        return MatchGlob.parse(pattern)
    except GlobFault:
        return None


def fits_nothing(rule: MatchRule) -> bool:
    """Tells whether a dimension has only broken globs, so that no file is ever accepted (A113)."""
    dimensions = (rule.file_patterns, rule.path_patterns)
    return any(patterns and not any(_glob_of(p) for p in patterns) for patterns in dimensions)


def accepts_all_of(wider: MatchRule, narrower: MatchRule) -> bool:
    """Tells whether `wider` surely accepts whatever `narrower` accepts; False where that is not plain to see."""
    needs_file = bool(narrower.file_patterns or narrower.path_patterns)
    return (
        _covers(wider.file_patterns, narrower.file_patterns, needs_file=needs_file)
        and _covers(wider.path_patterns, narrower.path_patterns, needs_file=needs_file)
        and (not wider.project_names or _is_part(narrower.project_names, wider.project_names))
    )


def _covers(wider: Sequence[str], narrower: Sequence[str], *, needs_file: bool) -> bool:
    if not wider or (needs_file and any(set(pattern) == {"*"} for pattern in wider)):
        return True
    return _is_part([p.casefold() for p in narrower], [p.casefold() for p in wider])


def _is_part(some: Sequence[str], of: Sequence[str]) -> bool:
    return bool(some) and set(some) <= set(of)
