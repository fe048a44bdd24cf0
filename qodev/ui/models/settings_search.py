"""Searches all settings: labels, help, keys, synonyms, page names, and names of agents, roles and providers (U33)."""

from collections.abc import Iterable
from dataclasses import dataclass

MOST_OF_A_PAGE = 8


@dataclass(frozen=True, slots=True)
class Findable:
    """What can be found: on which page, under which words, and what is shown then."""

    page: str
    page_title: str
    label: str
    help: str = ""
    key: str = ""
    synonyms: tuple[str, ...] = ()
    control: str = ""
    item: str = ""


@dataclass(frozen=True, slots=True)
class FoundGroup:
    """The hits of one page, best first; `more` counts those that were left off."""

    page: str
    title: str
    hits: tuple[Findable, ...]
    more: int = 0


def search_settings(wanted: str, findables: Iterable[Findable]) -> tuple[FoundGroup, ...]:
    """Returns the hits by page, in the order of the pages; every word must be found somewhere in an entry."""
    words = _folded(wanted).split()
    if not words:
        return ()
    by_page: dict[str, list[tuple[int, int, Findable]]] = {}
    for order, one in enumerate(findables):
        score = _score(words, one)
        if score is not None:
            by_page.setdefault(one.page, []).append((score, order, one))
    groups = []
    for page, scored in by_page.items():
        hits = tuple(one for _, _, one in sorted(scored, key=lambda found: found[:2]))
        kept = hits[:MOST_OF_A_PAGE]
        groups.append(FoundGroup(page, hits[0].page_title, kept, len(hits) - len(kept)))
    return tuple(groups)


def _score(words: list[str], one: Findable) -> int | None:
    """Returns how well an entry fits, lower is better: by label, then key and synonyms, then help."""
    places = (
        _folded(one.label),
        _folded(f"{one.key} {' '.join(one.synonyms)}"),
        _folded(f"{one.page_title} {one.help}"),
    )
    total = 0
    for word in words:
        place = next((index for index, text in enumerate(places) if word in text), None)
        if place is None:
            return None
        total += place * 2 + (0 if places[place].startswith(word) else 1)
    return total


def _folded(text: str) -> str:
    return text.casefold().replace("_", " ").replace("&", "")
