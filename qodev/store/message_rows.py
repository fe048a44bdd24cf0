"""Writes and reads the rows of messages: by page, by length, and into the full-text index."""

from dataclasses import dataclass

from qodev.base.sqlite import Connection
from qodev.base.text import join_surrogates
from qodev.store.codec import (
    DamagedRow,
    decode_blocks,
    decode_message,
    encode_blocks,
    encode_extra,
    searched_text,
    shown_length,
)
from qodev.store.rows import Row, fetch, fetch_number
from qodev.types.conversation import MessagePage
from qodev.types.messages import Message

_READ = "SELECT id, position, turn_id, role, origin, state, created_at, blocks, extra FROM messages"


@dataclass(frozen=True, slots=True)
class EncodedMessage:
    """A message as its row will hold it, made before the transaction begins."""

    message: Message
    blocks: str
    extra: str
    text: str
    length: int


def encode_message(message: Message) -> EncodedMessage:
    """Returns the texts of a row; a value that a store cannot take is replaced (S168)."""
    blocks, text = encode_blocks(message.blocks), searched_text(message.blocks)
    return EncodedMessage(message, blocks, encode_extra(message), text, shown_length(message.blocks))


def write_message(link: Connection, conversation_id: str, encoded: EncodedMessage, *, searchable: bool) -> None:
    """Inserts at the end of its conversation, or replaces the message of that id where it stands.

    The full-text index is fed when `searchable`; a growing answer is not (F30).
    """
    known = link.execute("SELECT number FROM messages WHERE id = ?", (encoded.message.id,)).fetchone()
    if known is None:
        number = _insert(link, conversation_id, encoded, indexed=searchable)
    else:
        number = _update(link, encoded, known[0], indexed=searchable)
    if searchable:
        link.execute("INSERT INTO message_index(rowid, text) VALUES (?, ?)", (number, encoded.text))


def _insert(link: Connection, conversation_id: str, encoded: EncodedMessage, *, indexed: bool) -> int:
    message = encoded.message
    cursor = link.execute(
        "INSERT INTO messages(id, conversation_id, position, length, turn_id, role, origin, state, created_at, indexed,"
        " text, blocks, extra) VALUES (?, ?,"
        " (SELECT coalesce(max(position), -1) + 1 FROM messages WHERE conversation_id = ?),"
        " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            message.id,
            conversation_id,
            conversation_id,
            encoded.length,
            None if message.turn_id is None else join_surrogates(message.turn_id),
            str(message.role),
            str(message.origin),
            str(message.state),
            message.created_at,
            indexed,
            encoded.text,
            encoded.blocks,
            encoded.extra,
        ),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def _update(link: Connection, encoded: EncodedMessage, number: int, *, indexed: bool) -> int:
    message = encoded.message
    (before,) = fetch(link, "SELECT indexed, text, blocks, extra FROM messages WHERE number = ?", (number,))
    if before["indexed"]:
        link.execute(
            "INSERT INTO message_index(message_index, rowid, text) VALUES ('delete', ?, ?)",
            (number, str(before["text"])),
        )
    link.execute(
        "UPDATE messages SET length = ?, turn_id = ?, role = ?, origin = ?, state = ?, created_at = ?, indexed = ?,"
        " text = ?, blocks = ?, extra = ? WHERE number = ?",
        (
            encoded.length,
            None if message.turn_id is None else join_surrogates(message.turn_id),
            str(message.role),
            str(message.origin),
            str(message.state),
            message.created_at,
            indexed,
            encoded.text,
            encode_blocks(message.blocks, str(before["blocks"])),
            encode_extra(message, str(before["extra"])),
            number,
        ),
    )
    return number


def read_page(link: Connection, conversation_id: str, before: int | None, limit: int) -> MessagePage:
    """Returns the newest messages that lie before position `before`, in order; rows that are damaged are counted."""
    bound = "AND position < ?" if before is not None else ""
    values = (conversation_id, before, limit) if before is not None else (conversation_id, limit)
    query = f"{_READ} WHERE conversation_id = ? {bound} ORDER BY position DESC LIMIT ?"
    rows = fetch(link, query, values)[::-1]
    total = fetch_number(link, "SELECT count(*) FROM messages WHERE conversation_id = ?", (conversation_id,))
    return _page(rows, total)


def _page(rows: list[Row], total: int) -> MessagePage:
    messages: list[Message] = []
    damaged = unknown = 0
    for row in rows:
        try:
            blocks = decode_blocks(row["blocks"])
            messages.append(decode_message(row, blocks.known))
        except DamagedRow:
            damaged += 1
        else:
            unknown += blocks.unknown
    first = rows[0]["position"] if rows else 0
    return MessagePage(tuple(messages), first if isinstance(first, int) else 0, total, damaged, unknown)


def read_all(link: Connection, conversation_id: str) -> tuple[Message, ...]:
    """Returns every message that can be read, oldest first."""
    rows = fetch(link, f"{_READ} WHERE conversation_id = ? ORDER BY position", (conversation_id,))
    return _page(rows, len(rows)).messages


def read_lengths(link: Connection, conversation_id: str) -> tuple[int, ...]:
    """Returns how many characters each message shows, oldest first; no text is read (F30)."""
    # One joined text costs half of what 10,000 rows cost.
    query = (
        "SELECT group_concat(length, ' ') FROM"
        " (SELECT length FROM messages WHERE conversation_id = ? ORDER BY position)"
    )
    joined: str | None = link.execute(query, (conversation_id,)).fetchone()[0]
    return tuple(map(int, joined.split())) if joined else ()
