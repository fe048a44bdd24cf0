"""Keeps the messages that a conversation went on from elsewhere, and brings them back into it (U131, U132).

A branch begins at a place of its conversation: behind its `parent` message, "" for the very start, with its `head`. The one in
view lies among the messages like any other; those aside lie in a table of their own, so that nothing else meets them.
"""

from collections.abc import Mapping
from dataclasses import replace

from qodev.base.database import Database
from qodev.base.errors import StoreError
from qodev.base.sqlite import Connection
from qodev.base.text import clip
from qodev.store.codec import DamagedRow, decode_blocks
from qodev.store.conversation_rows import write_conversation
from qodev.store.rows import fetch, fetch_one
from qodev.types.conversation import Conversation, ConversationState
from qodev.types.messages import MessageRole, MessageState, TextBlock

_COPIED = "id, position, length, turn_id, role, origin, state, created_at, text, blocks, extra"
_GONE = "This message is not in the conversation any more."
_LAST_TEXT_LIMIT = 120


class BranchStore:
    """The branches of one database. Every method raises StoreError, and nothing has changed then."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put_aside(self, conversation: Conversation, message_id: str) -> Conversation:
        """Takes a message and all behind it out of view, and returns the conversation as it is stored then."""

        def work(link: Connection) -> Conversation:
            put_aside(link, conversation.id, message_id)
            return _settled(link, conversation)

        return await self._database.write(work)

    async def bring_back(self, conversation: Conversation, head: str) -> Conversation:
        """Puts the branch that begins with `head` into view, and the one that stands in its place aside.

        Returns the conversation as it is stored then.
        """

        def work(link: Connection) -> Conversation:
            _bring_back(link, conversation.id, head)
            return _settled(link, conversation)

        return await self._database.write(work)

    async def families(self, conversation_id: str) -> Mapping[str, tuple[str, ...]]:
        """Returns, by the message in view, the heads of all branches that begin in its place, oldest first."""
        return await self._database.read(lambda link: read_families(link, conversation_id))

    async def aside_turns(self, conversation_id: str) -> tuple[tuple[str, str], ...]:
        """Returns the turns of messages that are out of view, each behind the parent of its branch."""
        query = (
            "SELECT DISTINCT b.parent AS parent, a.turn_id AS turn FROM aside_messages a JOIN branches b"
            " ON b.number = a.branch WHERE b.conversation_id = ? AND a.turn_id IS NOT NULL"
        )
        rows = await self._database.read(lambda link: fetch(link, query, (conversation_id,)))
        return tuple((str(row["parent"]), str(row["turn"])) for row in rows)


def put_aside(link: Connection, conversation_id: str, message_id: str) -> None:
    """Takes a message and all behind it out of view. Raises StoreError when it is not in view."""
    position = _position(link, conversation_id, message_id)
    branch = _branch(link, conversation_id, _before(link, conversation_id, position), message_id)
    values = (branch, conversation_id, position)
    link.execute(
        f"INSERT INTO aside_messages(branch, {_COPIED}) SELECT ?, {_COPIED} FROM messages"  # noqa: S608  names of this module
        " WHERE conversation_id = ? AND position >= ?",
        values,
    )
    link.execute("DELETE FROM messages WHERE conversation_id = ? AND position >= ?", values[1:])


def _bring_back(link: Connection, conversation_id: str, head: str) -> None:
    query = "SELECT number, parent FROM branches WHERE conversation_id = ? AND head = ?"
    found = fetch_one(link, query, (conversation_id, head))
    if found is None:
        raise StoreError("This branch does not exist any more.")
    parent = str(found["parent"])
    place = _position(link, conversation_id, parent) + 1 if parent else 0
    there = _place_behind(link, conversation_id, parent)
    if there == head:
        return
    if there is not None:
        put_aside(link, conversation_id, there)
    number = found["number"]
    assert isinstance(number, int)
    aside = fetch(link, "SELECT number FROM aside_messages WHERE branch = ? ORDER BY position", (number,))
    for position, row in enumerate(aside, place):  # not as they were: the copy of a damaged database closes gaps
        added = link.execute(
            f"INSERT INTO messages(conversation_id, indexed, {_COPIED})"  # noqa: S608  names of this module
            f" SELECT ?, 1, {_COPIED.replace('position', '?')} FROM aside_messages WHERE number = ?",
            (conversation_id, position, row["number"]),
        ).lastrowid
        link.execute(
            "INSERT INTO message_index(rowid, text) SELECT number, text FROM messages WHERE number = ?", (added,)
        )
    link.execute("DELETE FROM aside_messages WHERE branch = ?", (number,))


def _position(link: Connection, conversation_id: str, message_id: str) -> int:
    query = "SELECT position FROM messages WHERE conversation_id = ? AND id = ?"
    row = fetch_one(link, query, (conversation_id, message_id))
    if row is None or not isinstance(row["position"], int):
        raise StoreError(_GONE)
    return row["position"]


def _before(link: Connection, conversation_id: str, position: int) -> str:
    query = "SELECT id FROM messages WHERE conversation_id = ? AND position < ? ORDER BY position DESC LIMIT 1"
    row = fetch_one(link, query, (conversation_id, position))
    return str(row["id"]) if row is not None else ""


def _branch(link: Connection, conversation_id: str, parent: str, head: str) -> int:
    """Returns the number of a branch, which it gets when it leaves the view first: they order branches."""
    query = "INSERT INTO branches(conversation_id, parent, head) VALUES (?, ?, ?) ON CONFLICT(head) DO NOTHING"
    link.execute(query, (conversation_id, parent, head))
    number: int = link.execute("SELECT number FROM branches WHERE head = ?", (head,)).fetchone()[0]
    return number


def read_families(link: Connection, conversation_id: str) -> dict[str, tuple[str, ...]]:
    """Returns the heads of all branches by the message in view in whose place they begin."""
    query = "SELECT parent, head FROM branches WHERE conversation_id = ? ORDER BY number"
    heads: dict[str, list[str]] = {}
    for row in fetch(link, query, (conversation_id,)):
        heads.setdefault(str(row["parent"]), []).append(str(row["head"]))
    found = {}
    for parent, family in heads.items():
        place = _place_behind(link, conversation_id, parent)
        if place is not None:
            found[place] = tuple(family) if place in family else (*family, place)
    return found


def _place_behind(link: Connection, conversation_id: str, parent: str) -> str | None:
    if not parent:
        query = "SELECT id FROM messages WHERE conversation_id = ? ORDER BY position LIMIT 1"
        row = fetch_one(link, query, (conversation_id,))
    else:
        query = (
            "SELECT id FROM messages WHERE conversation_id = ? AND position >"
            " (SELECT position FROM messages WHERE id = ?) ORDER BY position LIMIT 1"
        )
        row = fetch_one(link, query, (conversation_id, parent))
    return str(row["id"]) if row is not None else None


def _settled(link: Connection, conversation: Conversation) -> Conversation:
    """Stores a conversation with the state and the line that its last message in view gives it."""
    query = "SELECT role, state, blocks FROM messages WHERE conversation_id = ? ORDER BY position DESC LIMIT 1"
    row = fetch_one(link, query, (conversation.id,))
    state, text = ConversationState.IDLE, ""
    if row is not None:
        is_whole = row["role"] == MessageRole.ASSISTANT and row["state"] == MessageState.COMPLETE
        state, text = ConversationState.DONE if is_whole else ConversationState.STOPPED, _line(row["blocks"])
    settled = replace(conversation, state=state, last_text=text, unseen=False)
    write_conversation(link, settled)
    return settled


def _line(blocks: object) -> str:
    try:
        known = decode_blocks(blocks).known
    except DamagedRow:
        return ""
    text = " ".join(block.text for block in known if isinstance(block, TextBlock))
    return clip(" ".join(text.split()), _LAST_TEXT_LIMIT)
