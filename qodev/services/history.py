"""Goes back in conversations: fork, edit and resend, rewind, and the branches that this leaves behind (P227, P229, U131, U132)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from qodev.base.errors import StoreError, UserFacingError
from qodev.base.ids import Clock
from qodev.base.text import clip
from qodev.services.conversations import ConversationsService
from qodev.services.file_changes import FileChangesService
from qodev.store.branches import BranchStore
from qodev.store.forks import ForkStore
from qodev.types.changes import ChangeState
from qodev.types.conversation import Conversation, ConversationState, Draft, TurnRequest
from qodev.types.history import RewindScope
from qodev.types.messages import Message, MessageRole, MessageState, Origin, TextBlock
from qodev.workspace.rewind import FileState

_BETWEEN = "\n\n"
_LAST_TEXT_LIMIT = 120


@dataclass(frozen=True, slots=True)
class WayBack:
    """What lies behind a prompt: the messages from it on, and the files that were changed since."""

    prompt: Message
    messages: tuple[Message, ...]  # the prompt first
    files: tuple[FileState, ...]
    turns: tuple[str, ...]  # whose changes of files these are

    @property
    def blocked(self) -> tuple[FileState, ...]:
        """Returns the files that are not as they were recorded; one is enough to keep all as they are."""
        return tuple(state for state in self.files if state.problem)


@dataclass(frozen=True, slots=True)
class Rewound:
    """A rewind as it happened: what `redo` needs to take it back."""

    conversation_id: str
    head: str  # the message from which on the chat left the view, "" when it stayed
    draft: Draft  # what stood in the composer before
    paths: tuple[str, ...]
    turns: tuple[str, ...]  # whose changes were taken back


class HistoryStores(Protocol):
    """Where branches are kept and copies are made, once the database is open."""

    @property
    def branches(self) -> BranchStore:
        """Returns the branches of conversations."""
        ...

    @property
    def forks(self) -> ForkStore:
        """Returns what copies conversations."""
        ...


class HistoryService:
    """Moves between what a conversation was and is; every step is taken whole or not at all."""

    def __init__(
        self,
        conversations: ConversationsService,
        files: FileChangesService,
        stores: HistoryStores,
        clock: Clock,
    ) -> None:
        self._conversations = conversations
        self._files = files
        self._stores = stores
        self._clock = clock

    async def fork(self, conversation_id: str, last: str | None = None) -> Conversation:
        """Copies a conversation up to a message, all for None, into a new one, and returns that (P229).

        Raises UserFacingError, and nothing is left behind then.
        """
        self._refuse_while_running(conversation_id, "forked")
        source = self._conversations.get(conversation_id)
        history = await self._conversations.history(conversation_id)
        kept = history if last is None else _up_to(history, last)
        if not kept:
            raise UserFacingError("There is nothing to copy yet.", "Send a message first.")
        now = self._clock()

        def make(new_id: str) -> Conversation:
            return replace(
                source,
                id=new_id,
                created_at=now,
                updated_at=now,
                state=_state_after(kept),
                unseen=False,
                pinned=False,
                archived=False,
                draft=Draft(),
                last_text=clip(" ".join(kept[-1].text.split()), _LAST_TEXT_LIMIT),
                forked_from=conversation_id,
            )

        made = await self._stores.forks.fork(conversation_id, last, make)
        self._conversations.adopt(made)
        return made

    async def way_back(self, conversation_id: str, message_id: str) -> WayBack:
        """Returns what going back to before a user's message would touch; raises UserFacingError when it is not there."""
        history = await self._conversations.history(conversation_id)
        place = next((i for i, message in enumerate(history) if message.id == message_id), None)
        if place is None or history[place].origin is not Origin.USER:
            raise UserFacingError("This message is not in the conversation any more.", "Choose another one.")
        turns = await self._turns_since(conversation_id, history[:place])
        files = await self._files.states(conversation_id, turns) if turns else ()
        return WayBack(history[place], tuple(history[place:]), files, turns)

    async def _turns_since(self, conversation_id: str, kept: Sequence[Message]) -> tuple[str, ...]:
        """Returns the turns that changed files and stand neither in `kept` nor in a branch that begins in it."""
        earlier = {message.turn_id for message in kept}
        inside = {"", *(message.id for message in kept)} - {kept[-1].id if kept else ""}
        for parent, turn in await self._stores.branches.aside_turns(conversation_id):
            if parent in inside:
                earlier.add(turn)
        changes = await self._files.changes(conversation_id)
        since = (c.turn_id for c in changes if c.state is ChangeState.DONE and c.turn_id not in earlier)
        return tuple(dict.fromkeys(since))

    async def resend(self, conversation_id: str, message_id: str, text: str, *, with_files: bool) -> TurnRequest:
        """Sends `text` in the place of a user's message; with files, what was changed since is taken back first.

        Raises UserFacingError (RewindRefused names the files); then messages and files are as they were.
        """
        self._refuse_while_running(conversation_id, "changed")
        way = await self.way_back(conversation_id, message_id)
        turns = way.turns if with_files else ()
        if turns:
            await self._files.undo(conversation_id, turns)
        try:
            return await self._conversations.resend(conversation_id, way.prompt, text)
        except UserFacingError:
            if turns:
                await self._files.redo(conversation_id, turns)
            raise

    async def rewind(self, conversation_id: str, message_id: str, scope: RewindScope) -> Rewound:
        """Goes back to before a user's message, whose text returns to the composer (P227).

        Raises UserFacingError (RewindRefused names the files); then messages and files are as they were.
        """
        self._refuse_while_running(conversation_id, "rewound")
        way = await self.way_back(conversation_id, message_id)
        turns = way.turns if scope is not RewindScope.CHAT else ()
        paths = await self._files.undo(conversation_id, turns) if turns else ()
        before = self._conversations.get(conversation_id).draft
        if scope is RewindScope.CODE:
            return Rewound(conversation_id, "", before, paths, turns)
        try:
            await self._conversations.rearrange(
                conversation_id,
                lambda conversation: self._stores.branches.put_aside(conversation, message_id),
                _returned(way.prompt, before),
            )
        except UserFacingError:
            if turns:
                await self._files.redo(conversation_id, turns)
            raise
        return Rewound(conversation_id, message_id, before, paths, turns)

    async def redo(self, rewound: Rewound) -> None:
        """Takes a rewind back, unless the conversation or a file has gone on since; raises UserFacingError then."""
        here = rewound.conversation_id
        self._refuse_while_running(here, "changed")
        if rewound.turns:
            await self._files.redo(here, rewound.turns)
        if not rewound.head:
            return
        try:
            await self._conversations.rearrange(
                here, lambda conversation: self._stores.branches.bring_back(conversation, rewound.head), rewound.draft
            )
        except UserFacingError:
            if rewound.turns:
                await self._files.undo(here, rewound.turns)
            raise

    async def show_branch(self, conversation_id: str, head: str) -> None:
        """Puts a branch into view, and the one that stands in its place aside; files stay as they are."""
        self._refuse_while_running(conversation_id, "changed")
        await self._conversations.rearrange(
            conversation_id, lambda conversation: self._stores.branches.bring_back(conversation, head)
        )

    def _refuse_while_running(self, conversation_id: str, verb: str) -> None:
        if self._conversations.is_running(conversation_id):
            raise UserFacingError(f"A conversation cannot be {verb} while an answer is coming.", "Stop it first.")


def _up_to(history: Sequence[Message], last: str) -> Sequence[Message]:
    place = next((i for i, message in enumerate(history) if message.id == last), None)
    if place is None:
        raise StoreError("This message is not in the conversation any more.")
    return history[: place + 1]


def _state_after(messages: Sequence[Message]) -> ConversationState:
    last = messages[-1]
    is_whole = last.role is MessageRole.ASSISTANT and last.state is MessageState.COMPLETE
    return ConversationState.DONE if is_whole else ConversationState.STOPPED


def _returned(prompt: Message, before: Draft) -> Draft:
    """Returns the draft that a prompt comes back as; what stood in the composer stays behind it."""
    text = _BETWEEN.join(part for part in (prompt.text, before.text) if part.strip())
    attachments = tuple(block for block in prompt.blocks if not isinstance(block, TextBlock))
    return Draft(text, (*attachments, *before.attachments))
