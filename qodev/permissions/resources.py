"""What imported rules say of one resource: a path, a query, a profile, a skill (P157, P169 to P175)."""

import unicodedata
from collections.abc import Callable, Sequence

from qodev.base.patterns import Wildcard
from qodev.permissions.paths import denied_forms
from qodev.permissions.rules import RuleOutcome, resource_outcome, strictest_outcome
from qodev.types.permissions import CallKind, Effect
from qodev.types.profiles import Profile, ProfileFormat, ResourceRule
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject

_LISTS = ("list_files", "search_files")


def resource_of(profile: Profile, subject: PermissionSubject) -> RuleOutcome | None:
    """Returns what an import says of the call's resource; None when the call has none."""
    if subject.tool.name in _LISTS:
        return None  # they run and show only what may be read (P170, P171)
    if subject.paths and subject.kind in (CallKind.EDIT, CallKind.READ):
        outcomes = [_of_path(profile, subject, path) for path in subject.paths]
        return strictest_outcome(outcomes, outcomes[0])
    if subject.query is not None:
        return resource_outcome(profile, subject.tool, _matches_text(subject.query))
    if subject.target is not None:
        return resource_outcome(profile, subject.tool, _matches_name(subject.target))
    return None


def may_show(profile: Profile, subject: PermissionSubject, path: str) -> bool:
    """Tells whether list and search results may hold a path: only where reading it is allowed (P170)."""
    return _of_path(profile, subject, path).effect is Effect.ALLOW


def reading_filter(profile: Profile, *, folds_case: bool) -> Callable[[Sequence[str]], bool]:
    """Returns a test of a path by all of its names: whether reading results may hold it; native profiles have no such rule."""
    if profile.format is not ProfileFormat.OPENCODE:
        return lambda names: True  # noqa: ARG005 -- the test's signature
    subject = PermissionSubject(ToolName("read_file"), CallKind.READ, folds_case=folds_case)
    return lambda names: all(may_show(profile, subject, name) for name in names)


def _of_path(profile: Profile, subject: PermissionSubject, path: str) -> RuleOutcome:
    return resource_outcome(profile, subject.tool, _matches_path(path, folds_case=subject.folds_case))


def _matches_path(path: str, *, folds_case: bool) -> Callable[[ResourceRule], bool]:
    """Returns a test for paths: deny compares folded and covers the folder itself, the rest as the file system (P110, S52)."""
    name = unicodedata.normalize("NFC", path)

    def matches(rule: ResourceRule) -> bool:
        pattern = unicodedata.normalize("NFC", rule.resource)
        if rule.effect is not Effect.DENY:
            return Wildcard(pattern).matches_folded(name) if folds_case else Wildcard(pattern).matches(name)
        return any(Wildcard(form).matches_folded(name) for form in denied_forms(pattern))

    return matches


def _matches_text(query: str) -> Callable[[ResourceRule], bool]:
    text = unicodedata.normalize("NFC", query)

    def matches(rule: ResourceRule) -> bool:
        wild = Wildcard(unicodedata.normalize("NFC", rule.resource))
        return wild.matches(text) if rule.effect is Effect.ALLOW else wild.matches_folded(text)

    return matches


def _matches_name(name: str) -> Callable[[ResourceRule], bool]:
    def matches(rule: ResourceRule) -> bool:
        return Wildcard(rule.resource).matches_folded(name)

    return matches
