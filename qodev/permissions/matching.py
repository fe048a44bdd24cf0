"""Matches command patterns against texts with unknown parts: for every value of them, for some, or for none (S18, S21)."""

import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from itertools import combinations

from qodev.base.patterns import Wildcard, WildcardSteps
from qodev.permissions.words import UNKNOWN

_TAIL = " *"
_REMEMBERED = 4096  # patterns and clauses
# An unknown word of its own may also vanish, with a space beside it.
_LONE = re.compile(f"(?:^|(?<= )){UNKNOWN}(?= |$)")
_LONE_MOST = 4  # with more of them a pattern is taken to match some values only


class Match(Enum):
    """For which values of the unknown parts a pattern matches."""

    NONE = 0
    SOME = 1
    EVERY = 2


def forms_of(pattern: str) -> tuple[str, ...]:
    """Returns the plain patterns that together mean one: a pattern that ends in ` *` also matches without it (P92)."""
    return (pattern, pattern[: -len(_TAIL)]) if pattern.endswith(_TAIL) and len(pattern) > len(_TAIL) else (pattern,)


@lru_cache(_REMEMBERED)
def literal_start(pattern: str) -> str:
    """Returns what every match of an ASCII pattern begins with, folded; nothing for other patterns."""
    start = re.split(r"[*?]", pattern, maxsplit=1)[0]
    return start.rstrip(" ").casefold() if pattern.isascii() else ""


@lru_cache(_REMEMBERED)
def plain_views(views: tuple[str, ...]) -> tuple[str, ...] | None:
    """Returns each view folded, once; None when one has an unknown part or letters that fold in more than one way."""
    return tuple(dict.fromkeys(view.casefold() for view in views)) if all(view.isascii() for view in views) else None


def match(pattern: str, text: str, *, folded: bool) -> Match:
    """Tells for which values of its unknown parts the whole text matches."""
    forms = forms_of(pattern)
    if any(not form.strip("*") for form in forms):
        return Match.EVERY
    if UNKNOWN not in text:
        is_match = any(Wildcard(f).matches_folded(text) if folded else Wildcard(f).matches(text) for f in forms)
        return Match.EVERY if is_match else Match.NONE
    for spell in (str.casefold, str.lower) if folded else (str,):
        spelled = tuple(spell(form) for form in forms)
        if _matches_every(spelled, spell(text)):
            return Match.EVERY
        if any(_matches_some(form, spell(text)) for form in spelled):
            return Match.SOME
    return Match.NONE


def _matches_every(forms: tuple[str, ...], text: str) -> bool:
    """Tells whether stars alone meet the unknown parts, also when words of their own vanish."""
    if len(_LONE.findall(text)) > _LONE_MOST:
        return False
    return all(any(_stars_meet_unknown(form, variant) for form in forms) for variant in _variants(text))


def _variants(text: str) -> Iterator[str]:
    """Yields the text without each choice of its unknown words."""
    places = [lone.start() for lone in _LONE.finditer(text)]
    for count in range(len(places) + 1):
        for gone in combinations(places, count):
            yield _tidy("".join(char for at, char in enumerate(text) if at not in gone))


def _tidy(text: str) -> str:
    return re.sub(" +", " ", text).strip(" ")


def _stars_meet_unknown(pattern: str, text: str) -> bool:
    """Matches like a wildcard, but `?` and letters never match an unknown part."""
    steps = WildcardSteps(pattern)
    places = steps.start
    for char in text:
        places = steps.stayed(places) if char == UNKNOWN else steps.after(places, char)
        if not places:
            return False
    return bool(places & steps.end)


def _matches_some(pattern: str, text: str) -> bool:
    """Tells whether some value makes the text match: an unknown part can meet any run of the pattern."""
    steps = WildcardSteps(pattern)
    at, places = 0, steps.start
    if text[:1] == UNKNOWN and text[1:2] in ("", " "):
        at, places = 2, places | steps.after(steps.behind(places), " ")
    while at < len(text) and places:
        if text[at] == UNKNOWN:
            places = steps.behind(places)
        elif text[at] == " " and text[at + 1 : at + 2] == UNKNOWN and text[at + 2 : at + 3] in ("", " "):
            places |= steps.behind(steps.after(places, " "))
            at += 1
        else:
            places = steps.after(places, text[at])
        at += 1
    return bool(places & steps.end) or (at > len(text) and bool(steps.behind(steps.start) & steps.end))
