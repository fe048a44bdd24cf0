"""Judges a path by the two lists of a profile: deny always wins, then one allow pattern is needed (P105 to P111, S51, S52)."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from qodev.base.patterns import PathGlob
from qodev.types.permissions import Effect
from qodev.types.profiles import PathPattern, PathScope

_TAIL = "/**"
_KEPT = 2048


@dataclass(frozen=True, slots=True)
class PathOutcome:
    """What the lists say of a path, and the pattern that decides; None when no pattern does."""

    effect: Effect  # allow or deny
    pattern: PathPattern | None = None
    is_denied_by_list: bool = False  # a deny pattern matched, rather than no allow pattern


def judge_paths(scope: PathScope, paths: Sequence[str], *, folds_case: bool) -> PathOutcome:
    """Returns the outcome for a file under all its names, as given and as real; each must pass (S51)."""
    for path in paths:
        denied = next((p for p in scope.deny or () if denies(p.text, path)), None)
        if denied is not None:
            return PathOutcome(Effect.DENY, denied, is_denied_by_list=True)
    if scope.allow is None:
        return PathOutcome(Effect.ALLOW)
    allowed: PathPattern | None = None
    for path in paths:
        allowed = next((p for p in scope.allow if allows(p.text, path, folds_case=folds_case)), None)
        if allowed is None:
            return PathOutcome(Effect.DENY)
    return PathOutcome(Effect.ALLOW, allowed)


def denies(pattern: str, path: str) -> bool:
    """Tells whether a deny pattern covers a path: in any case, and the folder itself of a pattern that ends in `/**`."""
    subject = _folded(path)
    return any(_glob(form).matches(subject) for form in denied_forms(_folded(pattern)))


def denied_forms(pattern: str) -> tuple[str, ...]:
    """Returns the patterns that a deny stands for: one that ends in `/**` covers the folder's own path too (S52)."""
    return (pattern, pattern.removesuffix(_TAIL)) if pattern.endswith(_TAIL) else (pattern,)


def allows(pattern: str, path: str, *, folds_case: bool) -> bool:
    """Tells whether an allow pattern covers a path, with case as the file system has it."""
    if folds_case:
        return _glob(_folded(pattern)).matches(_folded(path))
    return _glob(unicodedata.normalize("NFC", pattern)).matches(unicodedata.normalize("NFC", path))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


@lru_cache(_KEPT)
def _glob(pattern: str) -> PathGlob:
    return PathGlob(pattern)
