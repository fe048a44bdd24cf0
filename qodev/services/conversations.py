"""Conversations as front ends use them: list, change, send, stop, search."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Protocol

from qodev.base.errors import RoutingError, UserFacingError
from qodev.base.ids import Clock, IdSource
from qodev.base.tasks import TaskOwner
from qodev.runtime.parts import TurnParts
from qodev.runtime.session import Chosen, ConversationSession
from qodev.runtime.session_stores import SessionStores
from qodev.services.offline import AGENT as OFFLINE_AGENT
from qodev.store.conversations import ConversationStore, DeletedConversation
from qodev.store.requests import RequestLog
from qodev.store.search import SearchHit
from qodev.store.work import TurnQueueStore
from qodev.types.agents import Pipeline, RouteTrace
from qodev.types.conversation import (
    ChatMode,
    Conversation,
    ConversationState,
    Draft,
    MessagePage,
    QueueItem,
    TurnRequest,
)
from qodev.types.events import ConversationChanged
from qodev.types.messages import Block, FileBlock, Message, TextBlock
from qodev.types.ports import EventSink
from qodev.types.profiles import Profile

_RETRIABLE = frozenset({ConversationState.STOPPED, ConversationState.FAILED, ConversationState.INTERRUPTED})


class AgentChoice(Protocol):
    """How a conversation's agent is found when it sends."""

    def route(self, pipeline: Pipeline, path: str, project: str) -> RouteTrace:
        """Walks a roster."""
        ...

    def require_usable(self, name: str) -> None:
        """Raises AgentError when no usable agent has this name."""
        ...

    async def prepare(self, name: str) -> None:
        """Starts what an agent needs before its first request, such as the Offline provider."""
        ...


class TaskChoice(Protocol):
    """What a Code task captures when it is sent."""

    async def capture(self, conversation: Conversation) -> tuple[Profile, str]:
        """Returns the profile by value and the folder; raises UserFacingError when it cannot be sent."""
        ...

    async def forget(self, conversation_id: str) -> None:
        """Ends what a conversation keeps running."""
        ...


@dataclass(frozen=True, slots=True)
class ConversationStores:
    """The stores of an open database."""

    conversations: ConversationStore
    requests: RequestLog
    queue: TurnQueueStore


PartsMaker = Callable[[ConversationSession], TurnParts]


class ConversationsService:
    """Owns a session for each conversation; the list in memory is what the store holds."""

    def __init__(  # noqa: PLR0913  wiring, done in one place
        self,
        stores: Callable[[], ConversationStores],
        agents: AgentChoice,
        task_choice: Callable[[], TaskChoice],
        make_parts: PartsMaker,
        *,
        emit: EventSink,
        clock: Clock,
        new_id: IdSource,
        tasks: TaskOwner,
    ) -> None:
        self._stores_of = stores
        self._task_choice = task_choice
        self._agents = agents
        self._make_parts = make_parts
        self._emit = emit
        self._clock = clock
        self._new_id = new_id
        self._tasks = tasks
        self._ranks = itertools.count()
        self._sessions: dict[str, ConversationSession] = {}

    def _store_of(self) -> ConversationStore:
        return self._stores_of().conversations

    async def start(self, *, is_alone: bool) -> None:
        """Reads the list; with no other process at work, turns that never ended are marked interrupted."""
        if is_alone:
            await self._store_of().mark_interrupted()
        for conversation in reversed(await self._store_of().list()):
            self._sessions[conversation.id] = self._session(conversation)
        for conversation_id in await self._stores_of().queue.conversations():
            if conversation_id in self._sessions:
                await self._sessions[conversation_id].queue.restore()

    async def stop(self) -> None:
        """Stops every turn; what had come is stored."""
        await asyncio.gather(*(s.stop() for s in self._sessions.values() if s.is_running))

    def _session(self, conversation: Conversation) -> ConversationSession:
        return ConversationSession(
            conversation,
            stores=SessionStores(self._store_of(), self._stores_of().requests, self._stores_of().queue),
            tasks=self._tasks,
            make_parts=self._make_parts,
            ranks=self._ranks,
        )

    @property
    def all(self) -> tuple[Conversation, ...]:
        """Returns every conversation, pinned ones first, then the newest."""
        found = sorted(self._sessions.values(), key=lambda s: (not s.conversation.pinned, -s.rank))
        return tuple(session.conversation for session in found)

    def get(self, conversation_id: str) -> Conversation:
        """Returns one conversation; raises UserFacingError when it is gone."""
        return self._require(conversation_id).conversation

    def _require(self, conversation_id: str) -> ConversationSession:
        session = self._sessions.get(conversation_id)
        if session is None:
            raise UserFacingError("This conversation does not exist any more.", "Choose another one.")
        return session

    def is_running(self, conversation_id: str) -> bool:
        """Tells whether a turn is at work."""
        session = self._sessions.get(conversation_id)
        return session is not None and session.is_running

    @property
    def running(self) -> tuple[str, ...]:
        """Returns the ids of the conversations in which a turn is at work."""
        return tuple(key for key, session in self._sessions.items() if session.is_running)

    async def create(self, project: str | None = None, mode: ChatMode = ChatMode.CHAT) -> Conversation:
        """Makes an empty conversation and stores it."""
        now = self._clock()
        agent = self._first_agent()
        made = Conversation(
            self._new_id("conv"), title="", created_at=now, updated_at=now, agent=agent, project=project, mode=mode
        )
        await self._store_of().save(made)
        self._sessions[made.id] = self._session(made)
        self._emit(ConversationChanged(conversation=made))
        return made

    def _first_agent(self) -> str | None:
        """Returns what a new conversation begins with: Auto, or Offline while nothing else has ever answered here.

        Whoever tries qodev without a key would else find that the second conversation cannot send.
        """
        newest = max(self._sessions.values(), key=lambda s: s.rank, default=None)
        if newest is None or newest.conversation.agent != OFFLINE_AGENT:
            return None
        others = (s.conversation for s in self._sessions.values() if s.conversation.agent != OFFLINE_AGENT)
        return None if any(c.state is ConversationState.DONE for c in others) else OFFLINE_AGENT

    async def rename(self, conversation_id: str, title: str) -> Conversation:
        """Changes the title; a blank one leaves it as it is."""
        wanted = " ".join(title.split())
        session = self._require(conversation_id)
        return await session.change(title=wanted) if wanted else session.conversation

    async def choose_agent(self, conversation_id: str, name: str | None) -> Conversation:
        """Chooses the agent of the next turn; None is Auto."""
        return await self._require(conversation_id).change(agent=name)

    async def choose_role(self, conversation_id: str, role_id: str | None) -> Conversation:
        """Chooses the role; "" is *No role*, None is the default."""
        return await self._require(conversation_id).change(role_id=role_id)

    async def choose_model(self, conversation_id: str, model: str | None) -> Conversation:
        """Chooses a model for this conversation alone; None is the agent's."""
        return await self._require(conversation_id).change(model=model)

    async def choose_script(self, conversation_id: str, script: str | None) -> Conversation:
        """Chooses the script of the Offline provider."""
        return await self._require(conversation_id).change(script=script)

    async def choose_project(self, conversation_id: str, project: str | None) -> Conversation:
        """Chooses the folder that the conversation is about."""
        return await self._require(conversation_id).change(project=project)

    async def choose_mode(self, conversation_id: str, mode: ChatMode) -> Conversation:
        """Chooses whether the next turn is a chat or a Code task."""
        return await self._require(conversation_id).change(mode=mode)

    async def choose_profile(
        self, conversation_id: str, name: str, scope: str | None, before_plan: str | None, *, version: int | None = None
    ) -> Conversation:
        """Chooses the profile of the next Code task, with its tier and where the Plan switch leads back to (P66, P69)."""
        session = self._require(conversation_id)
        stored = session.conversation.schema_version if version is None else version
        return await session.change(
            profile=name, profile_scope=scope, profile_before_plan=before_plan, schema_version=stored
        )

    async def pin(self, conversation_id: str, on: bool) -> Conversation:  # noqa: FBT001  the one argument besides the id
        """Pins a conversation to the top of its group, or lets it go."""
        return await self._require(conversation_id).change(pinned=on)

    async def archive(self, conversation_id: str, on: bool) -> Conversation:  # noqa: FBT001
        """Takes a conversation out of the list, or brings it back; refused while a turn runs (P230)."""
        self._refuse_while_running(conversation_id, "archived")
        if on:
            await self._task_choice().forget(conversation_id)
        return await self._require(conversation_id).change(archived=on)

    async def mark_seen(self, conversation_id: str) -> Conversation:
        """Says that the newest answer was on screen."""
        return await self._require(conversation_id).change(unseen=False)

    async def save_draft(self, conversation_id: str, draft: Draft) -> Conversation:
        """Stores what stands in the composer."""
        return await self._require(conversation_id).change(draft=draft)

    async def delete(self, conversation_id: str) -> DeletedConversation:
        """Removes a conversation and returns what `restore` brings back; refused while a turn runs (P230)."""
        self._refuse_while_running(conversation_id, "deleted")
        session = self._require(conversation_id)
        await self._task_choice().forget(conversation_id)
        deleted = await self._store_of().delete(conversation_id)
        del self._sessions[conversation_id]
        self._emit(ConversationChanged(conversation=session.conversation, removed=True))
        return deleted

    async def restore(self, deleted: DeletedConversation) -> Conversation:
        """Brings a deleted conversation back as it was."""
        conversation = await self._store_of().restore(deleted)
        self._sessions[conversation.id] = self._session(conversation)
        self._emit(ConversationChanged(conversation=conversation))
        return conversation

    def _refuse_while_running(self, conversation_id: str, verb: str) -> None:
        if self.is_running(conversation_id):
            raise UserFacingError(f"A conversation cannot be {verb} while an answer is coming.", "Stop it first.")

    async def page(self, conversation_id: str, before: int | None = None, limit: int = 50) -> MessagePage:
        """Returns the newest messages before position `before`."""
        return await self._store_of().page(conversation_id, before, limit)

    async def send(
        self, conversation_id: str, text: str, attachments: tuple[Block, ...] = (), *, now: bool = False
    ) -> TurnRequest:
        """Stores a message and starts its turn, or queues it behind the one that runs; `now` puts it in front (U128).

        Raises UserFacingError (no text, no agent, no trust, the disk is full); then nothing has changed.
        """
        if not text.strip() and not attachments:
            raise UserFacingError("There is nothing to send.", "Type a message.")
        session = self._require(conversation_id)
        chosen = await self._choose(session.conversation, attachments)
        return await session.send(text, attachments, chosen, now=now)

    async def resend(self, conversation_id: str, message: Message, text: str) -> TurnRequest:
        """Sends `text` in the place of a user's message, with its attachments; the old branch goes aside (U131).

        Raises UserFacingError like `send`, and while a turn runs; then nothing has changed.
        """
        attachments = tuple(block for block in message.blocks if not isinstance(block, TextBlock))
        if not text.strip() and not attachments:
            raise UserFacingError("There is nothing to send.", "Type a message.")
        session = self._require(conversation_id)
        chosen = await self._choose(session.conversation, attachments)
        return await session.resend(message.id, text, attachments, chosen)

    async def rearrange(
        self,
        conversation_id: str,
        write: Callable[[Conversation], Awaitable[Conversation]],
        draft: Draft | None = None,
    ) -> Conversation:
        """Lets `write` move messages in or out of view, with another draft unless it is None; refused while a turn runs."""
        changes = {} if draft is None else {"draft": draft}
        return await self._require(conversation_id).rearrange(write, **changes)

    async def history(self, conversation_id: str) -> tuple[Message, ...]:
        """Returns every message in view, oldest first."""
        return await self._store_of().history(conversation_id)

    def adopt(self, conversation: Conversation) -> None:
        """Takes a conversation that was stored already into the list."""
        self._sessions[conversation.id] = self._session(conversation)
        self._emit(ConversationChanged(conversation=conversation))

    async def retry(self, conversation_id: str) -> TurnRequest:
        """Runs the last message again after a turn that was stopped, failed or interrupted (U130)."""
        session = self._require(conversation_id)
        if session.conversation.state not in _RETRIABLE:
            raise UserFacingError("The last turn ended as it should.", "Send a new message instead.")
        return await session.retry(await self._choose(session.conversation, ()))

    async def stop_turn(self, conversation_id: str) -> None:
        """Stops the running turn; its text is kept."""
        await self._require(conversation_id).stop()

    async def wait(self, conversation_id: str) -> None:
        """Waits until the running turn has ended."""
        await self._require(conversation_id).wait()

    def agent_for(self, conversation_id: str, attachments: tuple[Block, ...] = ()) -> str:
        """Returns the agent that a message sent now would go to; raises UserFacingError when none fits."""
        conversation = self._require(conversation_id).conversation
        return conversation.agent or self._auto(conversation, attachments)

    async def _choose(self, conversation: Conversation, attachments: tuple[Block, ...]) -> Chosen:
        name = self.agent_for(conversation.id, attachments)
        await self._agents.prepare(name)
        self._agents.require_usable(name)
        if conversation.mode is ChatMode.CHAT:
            return Chosen(name, conversation.model)
        profile, project = await self._task_choice().capture(conversation)
        return Chosen(name, conversation.model, profile, project)

    def _auto(self, conversation: Conversation, attachments: tuple[Block, ...]) -> str:
        files = [b.path for b in attachments if isinstance(b, FileBlock)]
        path, project = files[-1] if files else "", _project_name(conversation.project)
        trace = self._agents.route(Pipeline.CHAT, path, project)
        if trace.winner is None:
            raise RoutingError(Pipeline.CHAT.value, path, project)
        return trace.winner

    def queue_of(self, conversation_id: str) -> tuple[tuple[QueueItem, ...], bool]:
        """Returns the turns that wait, and whether they are paused."""
        queue = self._require(conversation_id).queue
        return queue.items, queue.is_paused

    async def edit_queued(self, conversation_id: str, turn_id: str, text: str) -> bool:
        """Changes the text of a waiting turn; what it captured stays. Tells whether it still waited."""
        queue = self._require(conversation_id).queue
        found = next((item.request for item in queue.items if item.request.id == turn_id), None)
        return found is not None and await queue.replace(replace(found, text=text))

    async def move_queued(self, conversation_id: str, turn_id: str, place: int) -> None:
        """Moves a waiting turn to another place."""
        await self._require(conversation_id).queue.move(turn_id, place)

    async def remove_queued(self, conversation_id: str, turn_id: str) -> TurnRequest | None:
        """Takes a waiting turn away; `restore_queued` brings it back."""
        return await self._require(conversation_id).queue.remove(turn_id)

    async def restore_queued(self, request: TurnRequest, place: int) -> None:
        """Brings a removed turn back to its place."""
        await self._require(request.conversation_id).put_back(request, place)

    async def send_queued_now(self, conversation_id: str, turn_id: str) -> None:
        """Puts a waiting turn in front, and lets the running one end with its present step (U128)."""
        await self._require(conversation_id).send_queued_now(turn_id)

    async def resume_queue(self, conversation_id: str) -> None:
        """Lets what waits run again."""
        await self._require(conversation_id).resume_queue()

    async def discard_queue(self, conversation_id: str) -> tuple[TurnRequest, ...]:
        """Takes away all that waits, and returns it."""
        queue = self._require(conversation_id).queue
        removed = [await queue.remove(item.request.id) for item in queue.items]
        return tuple(one for one in removed if one is not None)

    async def search(self, text: str, limit: int = 50) -> tuple[SearchHit, ...]:
        """Returns the newest messages that hold all words of `text`."""
        return await self._store_of().search(text, limit)


def _project_name(project: str | None) -> str:
    return project.replace("\\", "/").rstrip("/").rpartition("/")[2] if project else ""
