"""Copies a conversation up to a message into a new one: all of it, or nothing (P229)."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from qodev.base.database import Database
from qodev.base.errors import StoreError
from qodev.base.ids import IdSource
from qodev.base.jsontext import dump_compact
from qodev.base.sqlite import Connection
from qodev.base.values import encode_value
from qodev.store.codec import clean_value
from qodev.store.conversation_rows import write_conversation
from qodev.store.rows import fetch, fetch_one
from qodev.store.work import read_changes
from qodev.types.changes import FileChange
from qodev.types.conversation import Conversation

_COPIED = "position, length, turn_id, role, origin, state, created_at, text, blocks, extra"


class ForkStore:
    """Makes copies within one database."""

    def __init__(self, database: Database, new_id: IdSource) -> None:
        self._database = database
        self._new_id = new_id

    async def fork(self, source: str, last: str | None, make: Callable[[str], Conversation]) -> Conversation:
        """Stores a new conversation with the messages of `source` up to `last`, all for None, and their file changes.

        `make` gets the new id. The bytes of the checkpoints lie under their digests and serve both. Raises StoreError,
        and nothing is stored then.
        """
        made = make(self._new_id("conv"))

        def work(link: Connection) -> None:
            bound = _bound(link, source, last)
            write_conversation(link, made)
            turns = self._copy_messages(link, source, made.id, bound)
            self._copy_changes(link, read_changes(link, source), made.id, turns)
            link.execute(
                "INSERT INTO checklists(conversation_id, items) SELECT ?, items FROM checklists"
                " WHERE conversation_id = ?",
                (made.id, source),
            )

        await self._database.write(work)
        return made

    def _copy_messages(self, link: Connection, source: str, target: str, bound: int) -> frozenset[str]:
        query = "SELECT number, turn_id FROM messages WHERE conversation_id = ? AND position <= ? ORDER BY position"
        rows = fetch(link, query, (source, bound))
        for row in rows:
            number = link.execute(
                f"INSERT INTO messages(id, conversation_id, indexed, {_COPIED})"  # noqa: S608  names of this module
                f" SELECT ?, ?, 1, {_COPIED} FROM messages WHERE number = ?",
                (self._new_id("msg"), target, row["number"]),
            ).lastrowid
            link.execute(
                "INSERT INTO message_index(rowid, text) SELECT number, text FROM messages WHERE number = ?", (number,)
            )
        return frozenset(str(row["turn_id"]) for row in rows if row["turn_id"] is not None)

    def _copy_changes(
        self, link: Connection, changes: Iterable[FileChange], target: str, turns: frozenset[str]
    ) -> None:
        for change in changes:
            if change.turn_id in turns:
                copied = replace(change, id=self._new_id("change"), conversation_id=target)
                values = (copied.id, target, str(copied.state), dump_compact(clean_value(encode_value(copied))))
                query = "INSERT INTO file_changes(id, conversation_id, state, change) VALUES (?, ?, ?, ?)"
                link.execute(query, values)


def _bound(link: Connection, source: str, last: str | None) -> int:
    if last is None:
        query = "SELECT coalesce(max(position), -1) AS position FROM messages WHERE conversation_id = ?"
        row = fetch_one(link, query, (source,))
    else:
        row = fetch_one(link, "SELECT position FROM messages WHERE conversation_id = ? AND id = ?", (source, last))
    if row is None or not isinstance(row["position"], int):
        raise StoreError("This message is not in the conversation any more.")
    return row["position"]
