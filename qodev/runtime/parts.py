"""What a turn works with, and what it asks of its surroundings."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from qodev.base.errors import StoreError
from qodev.base.ids import Clock, IdSource
from qodev.base.tasks import WorkPool
from qodev.runtime.bench import Workbench
from qodev.runtime.context import TokenMeter
from qodev.runtime.request import RequestBuilder
from qodev.types.conversation import ConversationState, SentRequest, TurnRequest
from qodev.types.messages import Message
from qodev.types.ports import EventSink
from qodev.types.providers import Provider


class TurnStore(Protocol):
    """Where a turn keeps its messages and requests."""

    async def commit(self, message: Message, state: ConversationState) -> None:
        """Stores a message and the conversation's state in one transaction, durably."""
        ...

    async def checkpoint(self, message: Message) -> None:
        """Stores an answer that still grows."""
        ...

    async def sent(self, request: SentRequest) -> None:
        """Stores a request that is about to go out."""
        ...

    async def messages(self) -> Sequence[Message]:
        """Returns the messages of the conversation, oldest first."""
        ...


@dataclass(frozen=True, slots=True)
class TurnParts:
    """What a turn works with."""

    builder: RequestBuilder
    provider: Provider
    store: TurnStore
    meter: TokenMeter
    pool: WorkPool
    emit: EventSink
    clock: Clock
    new_id: IdSource
    storage_failed: Callable[[StoreError], None]
    listed_window: Callable[[str, str], int | None]  # instance and model to tokens, from a fetched model list
    open_bench: Callable[[TurnRequest], Awaitable[Workbench]]  # the tools of a Code task; raises UserFacingError
