"""Matches command patterns against texts with unknown parts: for every value of them, for some, or for none (S18, S21)."""

import re
from enum import Enum

from qodev.base.patterns import Wildcard
from qodev.permissions.words import UNKNOWN

_TAIL = " *"
# An unknown word of its own may also vanish, with the space before it.
_LONE = re.compile(f"(?<= ){UNKNOWN}(?= |$)")


class Match(Enum):
    """For which values of the unknown parts a pattern matches."""

    NONE = 0
    SOME = 1
    EVERY = 2


def forms_of(pattern: str) -> tuple[str, ...]:
    """Returns the plain patterns that together mean one: a pattern that ends in ` *` also matches without it (P92)."""
    return (pattern, pattern[: -len(_TAIL)]) if pattern.endswith(_TAIL) and len(pattern) > len(_TAIL) else (pattern,)


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
    return all(any(_stars_meet_unknown(form, variant) for form in forms) for variant in _variants(text))


def _variants(text: str) -> set[str]:
    """Returns the text, without each unknown word, and without all of them."""
    found = {text, _tidy(_LONE.sub("", text))}
    for lone in _LONE.finditer(text):
        found.add(_tidy(text[: lone.start()] + text[lone.end() :]))
    return found


def _tidy(text: str) -> str:
    return re.sub(" +", " ", text).strip(" ")


def _stars_meet_unknown(pattern: str, text: str) -> bool:
    """Matches like a wildcard, but `?` and letters never match an unknown part."""
    at = place = 0
    star, resume = -1, 0
    while at < len(text):
        char = pattern[place] if place < len(pattern) else ""
        is_same = char == text[at] or (char == "?" and text[at] != UNKNOWN)
        if char == "*":
            star, resume = place, at
            place += 1
        elif char and is_same:
            at, place = at + 1, place + 1
        elif star >= 0:
            resume += 1
            at, place = resume, star + 1
        else:
            return False
    return not pattern[place:].strip("*")


def _matches_some(pattern: str, text: str) -> bool:
    """Tells whether some value makes the text match: an unknown part can meet any run of the pattern.

    Follows the set of places in the pattern that can be reached, so it takes pattern length times text length steps.
    """
    places = _closed(pattern, 1)
    limit = (1 << (len(pattern) + 1)) - 1
    at = 0
    while at < len(text):
        if text[at] == UNKNOWN:
            places = _from_lowest(places, limit)
        elif text[at] == " " and _is_lone(text, at + 1):
            skipped = _closed(pattern, _advance(pattern, places, " "))
            places = places | _from_lowest(skipped, limit)
            at += 1
        else:
            places = _closed(pattern, _advance(pattern, places, text[at]))
        if not places:
            return False
        at += 1
    return bool(places >> len(pattern) & 1)


def _is_lone(text: str, at: int) -> bool:
    return text[at : at + 1] == UNKNOWN and text[at + 1 : at + 2] in ("", " ")


def _from_lowest(places: int, limit: int) -> int:
    """Returns every place from the lowest reached one on."""
    lowest = places & -places
    return limit & ~(lowest - 1) if lowest else 0


def _advance(pattern: str, places: int, char: str) -> int:
    after = 0
    for place, wanted in enumerate(pattern):
        if places >> place & 1:
            if wanted == "*":
                after |= 1 << place
            elif wanted in ("?", char):
                after |= 1 << (place + 1)
    return after


def _closed(pattern: str, places: int) -> int:
    """Adds the places behind stars, which may match nothing."""
    for place, wanted in enumerate(pattern):
        if wanted == "*" and places >> place & 1:
            places |= 1 << (place + 1)
    return places
