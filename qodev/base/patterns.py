"""Matches names, commands and paths against patterns with `*` and `?`, in bounded time and without backtracking (S66)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_STRANGE = "\ue000"  # for private use, so hardly in a pattern
_COVER_STEPS = 50_000  # a comparison of two patterns that takes longer says "not covered"


@dataclass(frozen=True, slots=True)
class Wildcard:
    """A pattern in which `*` is any run, `?` one code point, and the whole text must match."""

    text: str

    @property
    def is_stars(self) -> bool:
        """Tells whether it consists of stars only, and so matches everything."""
        return bool(self.text) and not self.text.strip("*")

    def matches(self, subject: str) -> bool:
        """Tells whether the whole subject matches, case counted."""
        return _matches(self.text, subject)

    def matches_folded(self, subject: str) -> bool:
        """Tells whether the whole subject matches in any case.

        Full folding turns one letter into two (`ß`), so that `?` could miss it: both ways of folding are tried.
        """
        if _matches(self.text.casefold(), subject.casefold()):
            return True
        return not (self.text + subject).isascii() and _matches(self.text.lower(), subject.lower())


def _matches(pattern: str, subject: str) -> bool:
    if "?" not in pattern:
        return _has_pieces(pattern.split("*"), subject)
    steps = WildcardSteps(pattern)
    places = steps.start
    for char in subject:
        places = steps.after(places, char)
        if not places:
            return False
    return bool(places & steps.end)


def _has_pieces(pieces: Sequence[str], subject: str) -> bool:
    """Tells whether the pieces between stars stand in the subject one after the other, the outer ones at its ends."""
    first, last = pieces[0], pieces[-1]
    if len(pieces) == 1:
        return subject == first
    if len(subject) < len(first) + len(last) or not subject.startswith(first) or not subject.endswith(last):
        return False
    at, end = len(first), len(subject) - len(last)
    for piece in pieces[1:-1]:
        at = subject.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return True


class WildcardSteps:
    """Where a pattern with `*` and `?` can stand: the bits of a number, the lowest one its begin.

    A match takes one step a character, whatever the pattern is.
    """

    __slots__ = ("_any", "_moves", "_stars", "end", "start")

    def __init__(self, pattern: str) -> None:
        self._moves: dict[str, int] = {}
        self._any = self._stars = 0
        bit = 1
        for at, char in enumerate(pattern):
            if char == "*":
                if pattern[at - 1 : at] == "*":
                    continue  # a run of stars is one
                self._stars |= bit
            elif char == "?":
                self._any |= bit
            else:
                self._moves[char] = self._moves.get(char, 0) | bit
            bit <<= 1
        self.end = bit
        self.start = self._closed(1)

    def after(self, places: int, char: str) -> int:
        """Returns the places after one more character."""
        moved = (places & (self._moves.get(char, 0) | self._any)) << 1
        return self._closed(moved | (places & self._stars))

    def stayed(self, places: int) -> int:
        """Returns the places after something that stars alone may take."""
        return self._closed(places & self._stars)

    def behind(self, places: int) -> int:
        """Returns every place from the lowest one on, where any run may lead."""
        lowest = places & -places
        return (self.end << 1) - lowest if lowest else 0

    def _closed(self, places: int) -> int:
        """Adds the places behind stars, which may match nothing."""
        return places | (places & self._stars) << 1


def covers(later: tuple[str, ...], earlier: tuple[str, ...]) -> bool:
    """Tells whether the patterns `later` together match everything that the patterns `earlier` can match.

    Two samples of each settle most pairs. The rest is a walk over both at once: where `earlier` can be, with all places
    where `later` may be at the same time.
    """
    if not all(any(_matches(one, sample) for one in later) for pattern in earlier for sample in _samples(pattern)):
        return False
    alphabet = {char for pattern in (*later, *earlier) for char in pattern if char not in "*?"} | {""}
    start = _closed(later, frozenset((n, 0) for n in range(len(later))))
    seen = {((n, 0), start) for n in range(len(earlier))}
    waiting = list(seen)
    while waiting:
        (which, place), places = waiting.pop()
        pattern = earlier[which]
        if not pattern[place:].strip("*") and not any(not later[n][at:] for n, at in places):
            return False
        for char in alphabet:
            for target in _steps(pattern, place, char):
                after = ((which, target), _closed(later, _advance(later, places, char)))
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        if len(seen) > _COVER_STEPS:
            return False
    return True


def _samples(pattern: str) -> tuple[str, str]:
    """Returns two texts that the pattern matches: its stars as nothing, and as a character that is in no pattern."""
    plain = pattern.replace("?", _STRANGE)
    return plain.replace("*", ""), plain.replace("*", _STRANGE)


_Places = frozenset[tuple[int, int]]


def _steps(pattern: str, place: int, char: str) -> set[int]:
    """Returns where `pattern` can stand after `char`; "" stands for a character that is in no pattern."""
    found: set[int] = set()
    while place < len(pattern) and pattern[place] == "*":
        found.add(place)
        place += 1
    if place < len(pattern) and (pattern[place] == "?" or (char and pattern[place] == char)):
        found.add(place + 1)
    return found


def _advance(patterns: tuple[str, ...], places: _Places, char: str) -> _Places:
    return frozenset((n, target) for n, place in places for target in _steps(patterns[n], place, char))


def _closed(patterns: tuple[str, ...], places: _Places) -> _Places:
    """Adds the places behind stars, which may match nothing."""
    closed = set(places)
    for which, at in places:
        place = at
        while place < len(patterns[which]) and patterns[which][place] == "*":
            place += 1
            closed.add((which, place))
    return frozenset(closed)


class PathGlob:
    """A path pattern: `*` is any run without `/`, `?` one character but `/`, `**` any run (P108, P109).

    The places where the pattern can stand are the bits of a number, so a match takes one step a character.
    """

    __slots__ = ("_end", "_inside", "_skips_one", "_skips_two", "_stays_all", "_stays_in_segment", "_steps", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._steps: Mapping[str, int]
        steps: defaultdict[str, int] = defaultdict(int)
        masks = {"one": 0, "all": 0, "segment": 0, "skip_one": 0, "skip_two": 0, "inside": 0}
        bit = 1
        for part in _parts(text):
            if part == "**/":  # nothing, or any run that ends in a slash: two places
                masks["skip_one"] |= bit
                masks["skip_two"] |= bit
                bit <<= 1
                masks["all"] |= bit
                masks["inside"] |= bit
            elif part in ("**", "*"):
                masks["skip_one"] |= bit
                masks["all" if part == "**" else "segment"] |= bit
            elif part == "?":
                masks["one"] |= bit
            else:
                steps[part] |= bit
            bit <<= 1
        self._end = bit
        self._steps = {char: mask | (masks["one"] if char != "/" else 0) for char, mask in steps.items()}
        self._steps = {**self._steps, "": masks["one"]}
        self._stays_all, self._stays_in_segment = masks["all"], masks["segment"]
        self._skips_one, self._skips_two, self._inside = masks["skip_one"], masks["skip_two"], masks["inside"]

    def matches(self, path: str) -> bool:
        """Tells whether the whole path matches, character by character as they are."""
        places = self._with_skips(1)
        for char in path:
            moved = (places & self._steps.get(char, self._steps[""] if char != "/" else 0)) << 1
            stays = places & self._stays_all
            if char == "/":
                moved |= (places & self._inside) << 1
            else:
                stays |= places & self._stays_in_segment
            places = self._with_skips(moved | stays)
            if not places:
                return False
        return bool(places & self._end)

    def _with_skips(self, places: int) -> int:
        while True:
            after = places | (places & self._skips_one) << 1 | (places & self._skips_two) << 2
            if after == places:
                return places
            places = after


def _parts(text: str) -> list[str]:
    parts: list[str] = []
    at = 0
    while at < len(text):
        if text.startswith("**", at):
            end = at + 2
            while text.startswith("*", end):
                end += 1
            starts_segment = at == 0 or text[at - 1] == "/"
            is_whole = starts_segment and end - at == 2 and text.startswith("/", end)
            parts.append("**/" if is_whole else "**")
            at = end + is_whole
        else:
            parts.append(text[at])
            at += 1
    return parts
