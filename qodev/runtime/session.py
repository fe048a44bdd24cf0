"""One conversation at work: takes messages, runs their turn, keeps the conversation's own values on disk."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from qodev.base.errors import UserFacingError
from qodev.base.tasks import TaskOwner
from qodev.base.text import clip
from qodev.runtime.request import BuiltRequest
from qodev.runtime.turn import TurnParts, TurnRunner
from qodev.types.conversation import Conversation, ConversationState, Draft, SentRequest, TurnRequest
from qodev.types.events import ConversationChanged, TurnQueued
from qodev.types.messages import Block, Message, MessageRole, MessageState, Origin, TextBlock

_TITLE_LIMIT = 72
_LAST_TEXT_LIMIT = 120


class SessionStore(Protocol):
    """What a session needs of the store."""

    async def save(self, conversation: Conversation) -> None:
        """Inserts or updates a conversation, durably."""
        ...

    async def append(self, message: Message, conversation: Conversation) -> None:
        """Inserts or replaces a message and updates its conversation in one transaction, durably."""
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
class Chosen:
    """What a turn captures when it is sent: the agent is resolved, never Auto."""

    agent: str
    model: str | None


class ConversationSession:
    """Owns one conversation's value; every change goes through it and reaches the disk before it is told."""

    def __init__(
        self,
        conversation: Conversation,
        *,
        store: SessionStore,
        requests: SessionRequests,
        tasks: TaskOwner,
        make_parts: Callable[["ConversationSession"], TurnParts],
        ranks: Iterator[int],
    ) -> None:
        self._conversation = conversation
        self._ranks = ranks
        self.rank = next(ranks)  # rises with each event of the conversation: order is by counter, not by clock (S169)
        self._store = store
        self._requests = requests
        self._tasks = tasks
        self._parts = make_parts(self)
        self._turn: asyncio.Task[None] | None = None
        self._saving = asyncio.Lock()

    @property
    def conversation(self) -> Conversation:
        """Returns the conversation as it is stored."""
        return self._conversation

    @property
    def is_running(self) -> bool:
        """Tells whether a turn is at work."""
        return self._turn is not None and not self._turn.done()

    async def change(self, **changes: Any) -> Conversation:  # noqa: ANN401  the fields of Conversation, checked by replace
        """Changes fields of the conversation, stores it, then tells it; on a StoreError nothing has changed."""
        async with self._saving:
            changed = replace(self._conversation, **changes)
            if changed != self._conversation:
                await self._store.save(changed)
                self._publish(changed)
        return self._conversation

    async def send(self, text: str, attachments: tuple[Block, ...], chosen: Chosen) -> TurnRequest:
        """Stores a message and starts its turn; on an error nothing has changed and nothing was sent."""
        if self.is_running:
            raise UserFacingError(
                "An answer is still coming in this conversation.", "Wait for it or stop it, then send again."
            )
        request = self._capture(text, attachments, chosen)
        message = self._user_message(request)
        built = await self._build(request, message)
        async with self._saving:
            if self.is_running:
                raise UserFacingError("An answer is still coming in this conversation.", "Wait for it or stop it.")
            changed = replace(
                self._conversation,
                title=self._conversation.title or _title_of(text, attachments),
                state=ConversationState.RUNNING,
                draft=Draft(),
                unseen=False,
                updated_at=request.created_at,
                last_text=_one_line(text),
            )
            await self._store.append(message, changed)
            self._publish(changed)
            self._parts.emit(
                TurnQueued(
                    conversation_id=request.conversation_id,
                    turn_id=request.id,
                    request=request,
                    message=message,
                    position=0,
                )
            )
            self._start(request, built)
        return request

    async def retry(self, chosen: Chosen) -> TurnRequest:
        """Runs the last message again after a stopped, failed or interrupted turn; the kept part stays in view."""
        history = await self._store.history(self._conversation.id)
        asked = next((m for m in reversed(history) if m.role is MessageRole.USER), None)
        if asked is None or self.is_running:
            raise UserFacingError("There is nothing to run again.", "Send a message first.")
        request = self._capture(asked.text, (), chosen)
        built = await self._build(request)
        if self.is_running:
            raise UserFacingError("An answer is still coming in this conversation.", "Wait for it or stop it.")
        await self.change(state=ConversationState.RUNNING, updated_at=request.created_at)
        self._start(request, built)
        return request

    async def stop(self) -> None:
        """Stops the turn and waits until what had come is stored; without a turn nothing happens."""
        turn = self._turn
        if turn is not None and not turn.done():
            turn.cancel()
            await asyncio.wait([turn])

    async def wait(self) -> None:
        """Waits for the running turn to end, however it ends."""
        if self._turn is not None:
            await asyncio.wait([self._turn])

    # What a turn asks of its store: TurnStore.

    async def commit(self, message: Message, state: ConversationState) -> None:
        """Stores an answer and the state that it leaves the conversation in."""
        async with self._saving:
            last = _one_line(message.text) or self._conversation.last_text
            changed = replace(
                self._conversation, state=state, unseen=True, updated_at=self._parts.clock(), last_text=last
            )
            await self._store.append(message, changed)
            self._publish(changed)

    async def checkpoint(self, message: Message) -> None:
        """Stores an answer that still grows."""
        await self._store.checkpoint(message, self._conversation.id)

    async def sent(self, request: SentRequest) -> None:
        """Stores a request that is about to go out."""
        await self._requests.add(request)

    async def _build(self, request: TurnRequest, *sent: Message) -> BuiltRequest:
        """Returns the request with `sent` behind the history; what does not render is refused before it is stored (A81)."""
        history = await self._store.history(request.conversation_id)
        builder = self._parts.builder
        return await self._parts.pool.run(builder.build, builder.snapshot(), request, (*history, *sent))

    def _start(self, request: TurnRequest, built: BuiltRequest) -> None:
        self._turn = self._tasks.spawn(self._run(request, built), name=f"turn.{request.id}")

    async def _run(self, request: TurnRequest, built: BuiltRequest) -> None:
        try:
            await TurnRunner(request, built, self._parts).run()
        finally:
            # The disk may have refused the end of the turn: what is on screen must not go on saying that it runs.
            if self._conversation.state is ConversationState.RUNNING:
                self._publish(replace(self._conversation, state=ConversationState.FAILED))

    def _capture(self, text: str, attachments: tuple[Block, ...], chosen: Chosen) -> TurnRequest:
        own = self._conversation
        return TurnRequest(
            id=self._parts.new_id("turn"),
            conversation_id=own.id,
            text=text,
            attachments=attachments,
            agent=chosen.agent,
            role_id=own.role_id,
            model=chosen.model,
            mode=own.mode,
            project=own.project,
            created_at=self._parts.clock(),
            script=own.script,
        )

    def _user_message(self, request: TurnRequest) -> Message:
        typed = (TextBlock(request.text),) if request.text else ()
        return Message(
            id=self._parts.new_id("msg"),
            role=MessageRole.USER,
            blocks=(*request.attachments, *typed),
            origin=Origin.USER,
            state=MessageState.COMPLETE,
            created_at=request.created_at,
            turn_id=request.id,
        )

    def _publish(self, conversation: Conversation) -> None:
        if conversation.updated_at != self._conversation.updated_at:
            self.rank = next(self._ranks)
        self._conversation = conversation
        self._parts.emit(ConversationChanged(conversation=conversation))


def _title_of(text: str, attachments: tuple[Block, ...]) -> str:
    first = _one_line(text)
    if not first and attachments:
        first = str(getattr(attachments[0], "path", "Image"))
    return clip(first, _TITLE_LIMIT)


def _one_line(text: str) -> str:
    return clip(" ".join(text.split()), _LAST_TEXT_LIMIT)
