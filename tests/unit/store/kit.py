"""Values and stores that the tests of `store` share."""

from contextlib import asynccontextmanager
from pathlib import Path

from qodev.base.database import Database
from qodev.store.conversations import ConversationStore
from qodev.store.recovery import open_conversations
from qodev.types.conversation import Conversation
from qodev.types.messages import Block, Message, MessageRole, MessageState, Origin, TextBlock

NOW = 1_750_000_000.0


def conversation(name: str = "conv_1", **fields) -> Conversation:
    return Conversation(**{"id": name, "title": name, "created_at": NOW, "updated_at": NOW, **fields})


def message(name: str = "msg_1", *blocks: Block | str, **fields) -> Message:
    made = tuple(TextBlock(b) if isinstance(b, str) else b for b in blocks) or (TextBlock(f"text of {name}"),)
    values = {
        "id": name,
        "role": MessageRole.USER,
        "blocks": made,
        "origin": Origin.USER,
        "state": MessageState.COMPLETE,
        "created_at": NOW,
    }
    return Message(**{**values, **fields})


def clock() -> float:
    return NOW


@asynccontextmanager
async def opened(folder: Path):
    """Opens the store in a folder, and closes it."""
    made = await open_conversations(folder / "conversations.sqlite", clock=clock)
    try:
        yield ConversationStore(made.database), made.database
    finally:
        await made.database.close()


async def damage_text(database: Database, name: str, column: str, value: object) -> None:
    """Puts something into a row of messages that the store would not write."""
    query = f"UPDATE messages SET {column} = ? WHERE id = ?"
    await database.write(lambda link: link.execute(query, (value, name)))
