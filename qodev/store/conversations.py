"""Keeps conversations and their messages; a call returns after its commit (S163)."""

from dataclasses import dataclass, replace
from functools import partial

from qodev.base.database import Database
from qodev.base.errors import StoreError
from qodev.base.sqlite import Connection
from qodev.store.branches import put_aside, read_families
from qodev.store.conversation_rows import read_conversation, read_conversations, write_conversation
from qodev.store.message_rows import (
    EncodedMessage,
    encode_message,
    read_all,
    read_lengths,
    read_page,
    write_message,
)
from qodev.store.outputs import OutputFiles
from qodev.store.rows import fetch
from qodev.store.search import find_hits
from qodev.store.work import begin_turn
from qodev.types.conversation import Conversation, ConversationState, MessagePage, QueueState, SearchHit, TurnRequest
from qodev.types.messages import Message

_LARGE_CHARACTERS = 64 * 1024  # a larger message is encoded off the loop
_PURGE_ROWS = 200  # removed in one transaction, so that it stays under 50 ms


@dataclass(frozen=True, slots=True)
class DeletedConversation:
    """What brings a deleted conversation back, until the program ends."""

    conversation: Conversation


class ConversationStore:
    """The conversations of one database. Every method raises StoreError, and nothing is stored then."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._outputs = OutputFiles(database)

    async def list(self) -> tuple[Conversation, ...]:
        """Returns all conversations in one query, the one that changed last first."""
        return await self._database.read(read_conversations)

    async def get(self, conversation_id: str) -> Conversation | None:
        """Returns one conversation, None when it is not there."""
        return await self._database.read(lambda link: read_conversation(link, conversation_id))

    async def save(self, conversation: Conversation) -> None:
        """Inserts or updates a conversation, its draft included."""
        await self._database.write(lambda link: write_conversation(link, conversation))

    async def append(
        self,
        message: Message,
        conversation: Conversation,
        *,
        begins: TurnRequest | None = None,
        instead_of: str | None = None,
    ) -> None:
        """Adds a message, or replaces the one of its id, and saves its conversation, in one transaction.

        With `begins` the turn that the message begins leaves the queue in the same transaction (P226). The message that it
        stands `instead_of` goes aside with all behind it (U131).
        """
        encoded = await self._encode(message)

        def work(link: Connection) -> None:
            write_conversation(link, conversation)
            if instead_of is not None:
                put_aside(link, conversation.id, instead_of)
            write_message(link, conversation.id, encoded, searchable=True)
            if begins is not None:
                begin_turn(link, begins)

        await self._database.write(work)

    async def checkpoint(self, message: Message, conversation_id: str) -> None:
        """Stores a growing answer without waiting for the disk; a power cut may take it, a crash does not."""
        encoded = await self._encode(message)
        await self._database.write(
            lambda link: write_message(link, conversation_id, encoded, searchable=False), durable=False
        )

    async def _encode(self, message: Message) -> EncodedMessage:
        # Characters are what takes time; `repr` of a block would read them all to tell.
        if _weight(message) <= _LARGE_CHARACTERS:
            return encode_message(message)
        return await self._database.compute(lambda: encode_message(self._outputs.keep_long(message)))

    async def page(self, conversation_id: str, before: int | None = None, limit: int = 50) -> MessagePage:
        """Returns the newest messages that lie before position `before`, in order."""

        def work(link: Connection) -> MessagePage:
            page = read_page(link, conversation_id, before, limit)
            return replace(page, branches=read_families(link, conversation_id))

        return await self._database.read(work)

    async def history(self, conversation_id: str) -> tuple[Message, ...]:
        """Returns every message, oldest first."""
        return await self._database.read(lambda link: read_all(link, conversation_id))

    async def lengths(self, conversation_id: str) -> tuple[int, ...]:
        """Returns how many characters each message shows, oldest first, without reading texts."""
        return await self._database.read(lambda link: read_lengths(link, conversation_id))

    async def delete(self, conversation_id: str) -> DeletedConversation:
        """Takes a conversation away; `restore` brings it back until the program ends."""
        conversation = await self.get(conversation_id)
        if conversation is None:
            raise StoreError("This conversation does not exist any more.")
        await self._mark_deleted(conversation_id, deleted=True)
        return DeletedConversation(conversation)

    async def restore(self, deleted: DeletedConversation) -> Conversation:
        """Brings a deleted conversation back as it was."""
        await self._mark_deleted(deleted.conversation.id, deleted=False)
        return deleted.conversation

    async def _mark_deleted(self, conversation_id: str, *, deleted: bool) -> None:
        query = "UPDATE conversations SET deleted = ? WHERE id = ?"
        changed = await self._database.write(lambda link: link.execute(query, (deleted, conversation_id)).rowcount)
        if not changed:
            raise StoreError("This conversation does not exist any more.")

    async def mark_interrupted(self) -> tuple[str, ...]:
        """Marks conversations whose turn ran when the program ended, and returns their ids; called at start."""
        return await self._database.write(_mark_interrupted)

    async def search(self, text: str, limit: int = 50, *, best: bool = False) -> tuple[SearchHit, ...]:
        """Returns titles, then the newest messages, that hold all words; with `best` those that fit best."""
        return await self._database.read(lambda link: find_hits(link, text, limit, best=best))


def _weight(message: Message) -> int:
    names = ("text", "thinking", "data", "content")
    return sum(len(getattr(block, name, "")) for block in message.blocks for name in names)


def _mark_interrupted(link: Connection) -> tuple[str, ...]:
    running, interrupted = str(ConversationState.RUNNING), str(ConversationState.INTERRUPTED)
    query = "UPDATE conversations SET state = ?, unseen = 1 WHERE state = ? RETURNING id"
    link.execute("UPDATE turns SET state = ? WHERE state = ?", (str(QueueState.ENDED), str(QueueState.RUNNING)))
    return tuple(str(row["id"]) for row in fetch(link, query, (interrupted, running)))


async def purge_deleted(database: Database) -> None:
    """Removes for good what an earlier run deleted, a few rows at a time; called once, after the start."""
    outputs = OutputFiles(database)
    while removed := await database.write(_purge_some):
        await database.compute(partial(outputs.remove, removed))
    await database.write(lambda link: link.execute("DELETE FROM conversations WHERE deleted"))


def _purge_some(link: Connection) -> tuple[str, ...]:
    query = (
        "DELETE FROM messages WHERE number IN (SELECT m.number FROM messages m JOIN conversations c"
        " ON c.id = m.conversation_id WHERE c.deleted LIMIT ?) RETURNING id"
    )
    return tuple(str(row["id"]) for row in fetch(link, query, (_PURGE_ROWS,)))
