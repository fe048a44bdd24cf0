"""Where a session keeps what it has: what it asks of the store."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from qodev.runtime.queue import QueueStore
from qodev.types.conversation import Conversation, SentRequest, TurnRequest
from qodev.types.messages import Message


class SessionStore(Protocol):
    """What a session needs of the store."""

    async def save(self, conversation: Conversation) -> None:
        """Inserts or updates a conversation, durably."""
        ...

    async def append(
        self,
        message: Message,
        conversation: Conversation,
        *,
        begins: TurnRequest | None = None,
        instead_of: str | None = None,
    ) -> None:
        """Inserts or replaces a message, updates its conversation, and begins its turn, in one durable transaction.

        What stands from the message `instead_of` on goes out of view in the same transaction.
        """
        ...

    async def checkpoint(self, message: Message, conversation_id: str) -> None:
        """Inserts or replaces the growing answer, without waiting for the disk."""
        ...

    async def history(self, conversation_id: str) -> Sequence[Message]:
        """Returns every message, oldest first."""
        ...


class SessionRequests(Protocol):
    """Where sent requests are kept."""

    async def add(self, request: SentRequest) -> None:
        """Stores a request."""
        ...


@dataclass(frozen=True, slots=True)
class SessionStores:
    """Where a session keeps what it has."""

    messages: SessionStore
    requests: SessionRequests
    queue: QueueStore
