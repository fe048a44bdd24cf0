"""Full-text search beside a scan with `LIKE`; the finding tools beside ripgrep and a walk."""

import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from benchmarks import _finding as finding
from benchmarks._data import COMMON_NEEDLE, RARE_NEEDLE, short_messages
from benchmarks._kit import Row, Samples, Scale, require
from benchmarks.store import make_database, with_folder
from qodev.store.conversations import ConversationStore
from qodev.types.conversation import SearchHit

_LIMIT = 50
_SCAN = (
    "SELECT m.id, m.text FROM messages m JOIN conversations c ON c.id = m.conversation_id"
    " WHERE m.text LIKE ? AND NOT c.deleted ORDER BY m.number DESC LIMIT ?"
)


def rows() -> list[Row]:
    """Returns the rows of this subject."""
    place = "process CPU; the database on a tmpfs where there is one, read before on both sides"
    return [
        Row("search.fts", _newest, f"{place}; a word that fifty messages hold"),
        Row("search.ranked", _ranked, f"{place}; a word of most messages"),
        *finding.rows(),
    ]


def _newest(scale: Scale) -> Samples:
    return _measure(scale, RARE_NEEDLE, lambda store: store.search(RARE_NEEDLE, _LIMIT), is_newest=True)


def _ranked(scale: Scale) -> Samples:
    return _measure(scale, COMMON_NEEDLE, lambda store: store.search(COMMON_NEEDLE, _LIMIT, best=True), is_newest=False)


Search = Callable[[ConversationStore], Awaitable[tuple[SearchHit, ...]]]


def _measure(scale: Scale, word: str, search: Search, *, is_newest: bool) -> Samples:
    async def measure(folder: Path) -> Samples:
        path = folder / "c.sqlite"
        database = await make_database(path, list(short_messages(scale.pick(100_000, 3000))))
        store = ConversationStore(database)
        plain = sqlite3.connect(path)
        pairs = []
        for _ in range(scale.rounds() + 1):
            started = time.process_time()
            hits = await search(store)
            ours = (time.process_time() - started) * 1000
            started = time.process_time()
            found = plain.execute(_SCAN, (f"%{word}%", _LIMIT if is_newest else -1)).fetchall()
            pairs.append((ours, (time.process_time() - started) * 1000))
            _check(hits, found, is_newest=is_newest)
        plain.close()
        await database.close()
        return Samples([a for a, _ in pairs[1:]], [b for _, b in pairs[1:]])

    return with_folder(measure)


def _check(hits: tuple[SearchHit, ...], found: list[tuple[str, str]], *, is_newest: bool) -> None:
    ours, theirs = [hit.message_id for hit in hits], [name for name, _ in found]
    require(len(ours) == _LIMIT, f"{len(ours)} hits were found")
    require(ours == theirs if is_newest else set(ours) <= set(theirs), "the two sides found different messages")
    require(all(hit.marks for hit in hits), "a hit marks nothing")
