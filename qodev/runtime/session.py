"""One conversation at work: takes messages, runs their turn, keeps the conversation's own values on disk."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from qodev.base.errors import StoreError, UserFacingError
from qodev.base.tasks import TaskOwner
from qodev.base.text import clip
from qodev.runtime.bench import Workbench
from qodev.runtime.parts import TurnParts
from qodev.runtime.queue import TurnQueue
from qodev.runtime.request import BuiltRequest
from qodev.runtime.session_stores import SessionStores
from qodev.runtime.turn import TurnRunner
from qodev.types.conversation import ChatMode, Conversation, ConversationState, Draft, SentRequest, TurnRequest
from qodev.types.events import ConversationChanged, MessageCommitted, TurnFailed, TurnQueued
from qodev.types.messages import Block, Message, MessageRole, MessageState, Origin, TextBlock
from qodev.types.profiles import Profile
from qodev.types.work_events import HistoryChanged

_TITLE_LIMIT = 72
_LAST_TEXT_LIMIT = 120


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a turn captures when it is sent: the agent is resolved, never Auto; the profile is there by value (P70)."""

    agent: str
    model: str | None
    profile: Profile | None = None  # Code tasks only
    project: str | None = None  # of a Code task: its folder, a private one where none was chosen (P210)


class ConversationSession:
    """Owns one conversation's value; every change goes through it and reaches the disk before it is told."""

    def __init__(
        self,
        conversation: Conversation,
        *,
        stores: SessionStores,
        tasks: TaskOwner,
        make_parts: Callable[["ConversationSession"], TurnParts],
        ranks: Iterator[int],
    ) -> None:
        self._conversation = conversation
        self._ranks = ranks
        self.rank = next(ranks)  # rises with each event of the conversation: order is by counter, not by clock (S169)
        self._store = stores.messages
        self._requests = stores.requests
        self._tasks = tasks
        self._parts = make_parts(self)
        self.queue = TurnQueue(conversation.id, stores.queue, self._parts.emit)
        self._turn: asyncio.Task[None] | None = None
        self._runner: TurnRunner | None = None
        self._saving = asyncio.Lock()
        self._admission = asyncio.Lock()  # one message at a time decides whether it starts or waits

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

    async def send(
        self, text: str, attachments: tuple[Block, ...], chosen: Chosen, *, now: bool = False
    ) -> TurnRequest:
        """Stores a message and starts its turn, or queues it behind the one that runs (U128).

        With `now` it goes before those that wait, and the running turn ends with its present step. On an error nothing
        has changed and nothing was sent.
        """
        request = self._capture(text, attachments, chosen)
        async with self._admission:
            if self.is_running:
                await self._enqueue(request, first=now)
            else:
                await self._begin(request, draft=Draft())
        return request

    async def put_back(self, request: TurnRequest, place: int) -> None:
        """Lets a turn that was taken away wait again at its place."""
        await self.queue.add(request)
        await self.queue.move(request.id, place)
        self._go_on()

    async def resend(self, message_id: str, text: str, attachments: tuple[Block, ...], chosen: Chosen) -> TurnRequest:
        """Sends a message in the place of an earlier one, whose branch goes out of view (U131).

        Raises UserFacingError while a turn runs or when nothing can be sent; then nothing has changed.
        """
        request = self._capture(text, attachments, chosen)
        async with self._admission:
            self._refuse_while_running()
            await self._begin(request, instead_of=message_id)
        return request

    async def rearrange(
        self,
        write: Callable[[Conversation], Awaitable[Conversation]],
        **changes: Any,  # noqa: ANN401  as for `change`
    ) -> Conversation:
        """Lets `write` move messages in or out of view and store the conversation, with `changes`, as it returns it.

        Raises UserFacingError while a turn runs; then nothing has changed.
        """
        async with self._admission, self._saving:
            self._refuse_while_running()
            changed = await write(replace(self._conversation, **changes))
            self._publish(changed)
            self._parts.emit(HistoryChanged(conversation_id=changed.id))
        return self._conversation

    def _refuse_while_running(self) -> None:
        if self.is_running:
            raise UserFacingError("An answer is still coming in this conversation.", "Wait for it or stop it.")

    async def _enqueue(self, request: TurnRequest, *, first: bool) -> None:
        try:
            position = await self.queue.add(request, first=first)
            await self.change(draft=Draft(), updated_at=request.created_at)
        except StoreError:
            with suppress(StoreError):  # who is told that it was not sent must not find it sent
                await self.queue.remove(request.id)
            raise
        self._parts.emit(
            TurnQueued(
                conversation_id=request.conversation_id,
                turn_id=request.id,
                request=request,
                message=self._user_message(request),
                position=position + 1,
            )
        )
        if first and self._runner is not None and not self.queue.is_paused:
            self._runner.end_after_step()
        self._go_on()  # the turn may have ended while this one was stored

    async def _begin(self, request: TurnRequest, *, draft: Draft | None = None, instead_of: str | None = None) -> None:
        """Stores the message and starts its turn; raises UserFacingError with nothing changed.

        `draft` takes the place of what stands in the composer; a turn that waited leaves that alone.
        """
        message = self._user_message(request)
        bench = await self._parts.open_bench(request)
        built = await self._build(request, bench, message, instead_of=instead_of)
        await self._store_start(request, message, draft, instead_of)
        self._start(request, built, bench)

    async def _store_start(
        self, request: TurnRequest, message: Message, draft: Draft | None = None, instead_of: str | None = None
    ) -> None:
        async with self._saving:
            changed = replace(
                self._conversation,
                title=self._conversation.title or _title_of(request.text, request.attachments),
                state=ConversationState.RUNNING,
                draft=self._conversation.draft if draft is None else draft,
                unseen=False,
                updated_at=self._parts.clock(),
                last_text=_one_line(request.text),
            )
            await self._store.append(message, changed, begins=request, instead_of=instead_of)
            self._publish(changed)
            if instead_of is not None:
                self._parts.emit(HistoryChanged(conversation_id=changed.id))
            self._parts.emit(
                TurnQueued(
                    conversation_id=request.conversation_id,
                    turn_id=request.id,
                    request=request,
                    message=message,
                    position=0,
                )
            )

    async def retry(self, chosen: Chosen) -> TurnRequest:
        """Goes on after a stopped, failed or interrupted turn with what stands there; the kept part stays in view."""
        history = await self._store.history(self._conversation.id)
        asked = next((m for m in reversed(history) if m.origin is Origin.USER), None)
        if asked is None or self.is_running:
            raise UserFacingError("There is nothing to run again.", "Send a message first.")
        request = self._capture(asked.text, (), chosen)
        async with self._admission:
            bench = await self._parts.open_bench(request)
            built = await self._build(request, bench)
            self._refuse_while_running()
            await self.change(state=ConversationState.RUNNING, updated_at=request.created_at)
            self._start(request, built, bench)
        return request

    async def resume_queue(self) -> None:
        """Lets what waits run again, beginning at once when nothing runs."""
        self.queue.resume()
        if not self.is_running:
            await self._start_next()

    async def send_queued_now(self, turn_id: str) -> None:
        """Puts a waiting turn in front, lets the running one end with its present step, and what waits run again."""
        if not await self.queue.move(turn_id, 0):
            return  # it has begun: what runs now is not to be ended for it
        if self._runner is not None:
            self.queue.resume()
            self._runner.end_after_step()
        else:
            await self.resume_queue()

    async def _start_next(self) -> None:
        """Starts the first turn that waits; one that cannot start fails, and the rest is paused."""
        async with self._admission:
            if self.is_running:
                return
            request = await self.queue.next()
            if request is None:
                return
            try:
                await self._begin(request)
            except StoreError as fault:
                self._parts.storage_failed(fault)
                self.queue.put_back(request)
            except UserFacingError as fault:
                await self._fail_start(request, fault)
                self.queue.pause()

    async def _fail_start(self, request: TurnRequest, fault: UserFacingError) -> None:
        """Stores a turn that could not start, with the reason, where it would have stood (P71, P209)."""
        await self._store_start(request, self._user_message(request))
        failed = Message(
            id=self._parts.new_id("msg"),
            role=MessageRole.ASSISTANT,
            blocks=(),
            origin=Origin.MODEL,
            state=MessageState.PARTIAL,
            created_at=self._parts.clock(),
            turn_id=request.id,
            agent=request.agent,
            error=fault.message,
            error_hint=fault.hint,
        )
        await self.commit(failed, ConversationState.FAILED)
        conversation, turn = request.conversation_id, request.id
        self._parts.emit(MessageCommitted(conversation_id=conversation, turn_id=turn, message=failed))
        self._parts.emit(
            TurnFailed(conversation_id=conversation, turn_id=turn, text=fault.message, hint=fault.hint, kind="agent")
        )
        await self.queue.ended(request.id)

    async def stop(self) -> None:
        """Stops the turn and waits until what had come is stored; without a turn nothing happens."""
        turn = self._turn
        if turn is not None and not turn.done():
            turn.cancel()
            await asyncio.wait([turn])

    async def wait(self) -> None:
        """Waits until the running turn has ended."""
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

    async def messages(self) -> Sequence[Message]:
        """Returns every message, oldest first."""
        return await self._store.history(self._conversation.id)

    async def _build(
        self, request: TurnRequest, bench: Workbench, *sent: Message, instead_of: str | None = None
    ) -> BuiltRequest:
        """Returns the request with `sent` behind the history, or `instead_of` a message of it; what does not render is refused before it is stored (A81)."""
        history = _before(await self.messages(), instead_of)
        builder = self._parts.builder
        return await self._parts.pool.run(builder.build, builder.snapshot(), request, (*history, *sent), bench.offers)

    def _start(self, request: TurnRequest, built: BuiltRequest, bench: Workbench) -> None:
        self._runner = TurnRunner(request, built, bench, self._parts)
        self._turn = self._tasks.spawn(self._run(request, self._runner), name=f"turn.{request.id}")

    async def _run(self, request: TurnRequest, runner: TurnRunner) -> None:
        try:
            await runner.run()
        except asyncio.CancelledError:
            self.queue.pause()
            raise
        finally:
            # The disk may have refused the end of the turn: what is on screen must not go on saying that it runs.
            if self._conversation.state is ConversationState.RUNNING:
                self._publish(replace(self._conversation, state=ConversationState.FAILED))
            self._runner = None
        with suppress(StoreError):  # the next start marks it as ended too
            await self.queue.ended(request.id)
        self._turn = None
        self._go_on()

    def _go_on(self) -> None:
        """Starts what waits once nothing runs; behind a turn that did not end well it waits for the user."""
        if self.is_running:
            return
        if self._conversation.state is not ConversationState.DONE:
            self.queue.pause()
        elif self.queue.items and not self.queue.is_paused:
            self._tasks.spawn(self._start_next(), name=f"queue.{self._conversation.id}")

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
            project=chosen.project if own.mode is ChatMode.CODE_TASK else own.project,
            created_at=self._parts.clock(),
            script=own.script,
            profile=chosen.profile,
        )

    def _user_message(self, request: TurnRequest) -> Message:
        typed = (TextBlock(request.text),) if request.text else ()
        return Message(
            id=f"msg_{request.id.removeprefix('turn_')}",  # the same while it waits and once it is stored
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


def _before(messages: Sequence[Message], message_id: str | None) -> Sequence[Message]:
    """Returns what stands before a message, all when there is none of that id."""
    place = next((i for i, message in enumerate(messages) if message.id == message_id), len(messages))
    return messages[:place]
