"""Finds words in titles and messages by full text, newest first (U138, F31)."""

from qodev.base.sqlite import Connection
from qodev.store.rows import Row, fetch
from qodev.types.conversation import SearchHit as SearchHit

_BEGIN, _END = "\ufdd0", "\ufdd1"  # noncharacters: no text that is shown holds them
_SNIPPET_WORDS = 24
_TITLE_LIMIT = 10

# CROSS JOIN keeps the order of the tables: the index first, so that only as many rows are read as are shown.
_MESSAGES = """
    SELECT m.id AS message_id, m.conversation_id, m.position, m.created_at AS at, c.title,
        snippet(message_index, 0, ?, ?, '…', ?) AS snippet
    FROM message_index CROSS JOIN messages m ON m.number = message_index.rowid
        CROSS JOIN conversations c ON c.id = m.conversation_id
    WHERE message_index MATCH ? AND NOT c.deleted ORDER BY {order} LIMIT ?"""
_TITLES = """
    SELECT NULL AS message_id, c.id AS conversation_id, NULL AS position, c.updated_at AS at, c.title,
        snippet(title_index, 0, ?, ?, '…', ?) AS snippet
    FROM title_index CROSS JOIN conversations c ON c.number = title_index.rowid
    WHERE title_index MATCH ? AND NOT c.deleted ORDER BY c.changed DESC LIMIT ?"""


def find_hits(link: Connection, text: str, limit: int, *, best: bool = False) -> tuple[SearchHit, ...]:
    """Returns titles, then messages, that hold all words; the last word may be the beginning of one.

    `best` puts the messages that fit best first, which reads every hit.
    """
    wanted = _expression(text)
    if not wanted:
        return ()
    titles = fetch(link, _TITLES, (_BEGIN, _END, _SNIPPET_WORDS, wanted, min(limit, _TITLE_LIMIT)))
    query = _MESSAGES.format(order="message_index.rank" if best else "message_index.rowid DESC")
    messages = fetch(link, query, (_BEGIN, _END, _SNIPPET_WORDS, wanted, limit))
    return tuple(_hit(row) for row in (*titles, *messages))[:limit]


def _expression(text: str) -> str:
    """Quotes each word, so that nothing typed is read as an operator."""
    quoted = ['"' + word.replace('"', '""') + '"' for word in text.replace("\0", " ").split() if _has_letter(word)]
    return " ".join(quoted) + "*" if quoted else ""


def _has_letter(word: str) -> bool:
    return any(char.isalnum() for char in word)


def _hit(row: Row) -> SearchHit:
    snippet, marks = _unmark(str(row["snippet"]))
    message_id, position, at = row["message_id"], row["position"], row["at"]
    return SearchHit(
        conversation_id=str(row["conversation_id"]),
        title=str(row["title"]),
        message_id=message_id if isinstance(message_id, str) else None,
        position=position if isinstance(position, int) else None,
        at=at if isinstance(at, float) else 0.0,
        snippet=snippet,
        marks=marks,
    )


def _unmark(marked: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    plain, marks = "", []
    for part in marked.split(_BEGIN):
        inside, found, after = part.partition(_END)
        if found:
            marks.append((len(plain), len(plain) + len(inside)))
        plain += inside + after
    return plain, tuple(marks)
