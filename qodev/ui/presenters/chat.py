"""The open conversation: loading, sending, stopping, drafts (U95 to U98, U104, U130)."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from qodev.base.errors import StoreError, UserFacingError
from qodev.types.conversation import ChatMode, Conversation, ConversationState, Draft
from qodev.types.event_base import TurnEvent
from qodev.types.events import (
    AnyEvent,
    ContextLost,
    ContextReported,
    InstanceStateChanged,
    RequestBuilt,
    StorageAlarmRaised,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from qodev.types.messages import Block, ContextReport, FileBlock
from qodev.ui.models.chat_state import ChatState, ContextCount, context_detail, counted, why_not_now, why_not_sent
from qodev.ui.models.notices import Notice
from qodev.ui.models.task_state import TaskState
from qodev.ui.models.words import CONVERSATION_WORDS, Activity
from qodev.ui.presenters.activity import ActivityLog
from qodev.ui.presenters.attachments import chip_of, load_attachment, pasted_image, pasted_text
from qodev.ui.presenters.consents import ConsentPresenter
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.launches import LaunchLog
from qodev.ui.presenters.transcript import TranscriptPresenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_DRAFT_PAUSE_MS = 500  # U98
_RETRIABLE = (ConversationState.STOPPED, ConversationState.FAILED, ConversationState.INTERRUPTED)


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Chat", text, "", count)


class ChatPresenter(Presenter):
    """Holds the open conversation and what stands in its composer."""

    state_changed = Signal(object)  # ChatState
    draft_loaded = Signal(str)  # text, to be put into the composer
    draft_changed = Signal(object)  # Draft
    sent = Signal()  # the message is on disk: the composer can be emptied
    store_failed = Signal(object)  # Notice for banner.store, None when it is over
    conversation_wanted = Signal()  # something was typed and no conversation is open

    def __init__(
        self,
        services: "Services",
        activity: ActivityLog,
        transcript: TranscriptPresenter,
        consents: ConsentPresenter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(services, parent)
        self._activity = activity
        self._consents = consents
        self._launches = LaunchLog()
        self._sending: dict[str, asyncio.Task[None]] = {}
        self._conversation: Conversation | None = None
        self._draft = Draft()
        self._is_dirty = False
        self._transcript = transcript
        self._context: dict[str, ContextCount] = {}
        self.state = ChatState()
        self._draft_timer = QTimer(self)
        self._draft_timer.setSingleShot(True)
        self._draft_timer.setInterval(_DRAFT_PAUSE_MS)
        self._draft_timer.timeout.connect(self._store_draft)
        transcript.loading_changed.connect(self._on_loading_changed)
        transcript.context_loaded.connect(self._on_context_loaded)

    def _on_loading_changed(self, text: str) -> None:
        self._set(loading=text)

    def _on_context_loaded(self, conversation_id: str, report: ContextReport) -> None:
        """Shows the count that was stored with the newest answer, unless a newer one has come."""
        self._context.setdefault(conversation_id, counted(report))
        self._set()

    @property
    def draft(self) -> Draft:
        """Returns what stands in the composer."""
        return self._draft

    def open(self, conversation: Conversation | None) -> None:
        """Shows a conversation, or none; what was typed in the one before is stored first."""
        if conversation is not None and self._adopts(conversation):
            self._conversation = conversation
            self._transcript.open(conversation.id)
            self._is_dirty = True
            self._store_draft()
            self._set()
            return
        self.flush()
        self._conversation = conversation
        self.load_draft(conversation.draft if conversation is not None else Draft())
        self._transcript.open(conversation.id if conversation is not None else "")

    def load_draft(self, draft: Draft) -> None:
        """Shows a draft that is stored already."""
        self._draft, self._is_dirty = draft, False
        self.draft_loaded.emit(draft.text)
        self.draft_changed.emit(draft)
        self._set()

    def _adopts(self, conversation: Conversation) -> bool:
        """Tells whether `conversation` was made for what already stands in the composer."""
        is_new = not conversation.last_text and conversation.draft == Draft()
        return self._conversation is None and is_new and self._draft != Draft()

    def update(self, conversation: Conversation | None) -> None:
        """Takes the newest values of the open conversation, its messages unchanged."""
        if conversation is not None and self._conversation is not None and conversation.id == self._conversation.id:
            self._conversation = conversation
            self._set()

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""
        self.draft_loaded.emit(self._draft.text)
        self.draft_changed.emit(self._draft)
        self._set()
        self.state_changed.emit(self.state)

    def set_choices(self, state: ChatState) -> None:
        """Takes over what the pickers offer."""
        self._set(
            agents=state.agents,
            agent=state.agent,
            agent_label=state.agent_label,
            roles=state.roles,
            role=state.role,
            scripts=state.scripts,
            script=state.script,
            model=state.model,
        )

    def set_task(self, state: TaskState) -> None:
        """Takes over why a Code task cannot be sent."""
        self._set(task_reason=state.send_reason)

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        here = self._conversation.id if self._conversation is not None else ""
        for event in batch:
            self._note(event)
        of_turns = (e.conversation_id for e in batch if isinstance(e, TurnEvent))
        if here in of_turns or any(isinstance(e, InstanceStateChanged) for e in batch):
            self._set()

    def _note(self, event: AnyEvent) -> None:
        if isinstance(event, StorageAlarmRaised):
            self.store_failed.emit(_store_notice(event.text))
        elif isinstance(event, InstanceStateChanged):
            self._launches.take(event)
        elif isinstance(event, RequestBuilt):
            self._context[event.conversation_id] = ContextCount(event.sent_request.estimate_tokens)
        elif isinstance(event, ContextReported | ContextLost):
            self._context[event.conversation_id] = counted(event.report)
        elif isinstance(event, TurnStarted):
            self.spoken.emit(self.tr("Answer started"))
        elif isinstance(event, TurnFinished):
            self.spoken.emit(self.tr("Answer finished"))
        elif isinstance(event, TurnFailed):
            self.alarm_spoken.emit(self.tr("Failed: {0}").format(event.text))

    def note_text(self, text: str) -> None:
        """Takes the text of the composer; it is stored half a second after the last key (U98)."""
        self._change_draft(replace(self._draft, text=text))

    def attach_paths(self, paths: tuple[str, ...]) -> None:
        """Reads files and attaches them; each that cannot be attached gives a notice."""
        self.spawn(self._attach_paths(paths), "attach")

    async def _attach_paths(self, paths: tuple[str, ...]) -> None:
        for path in paths:
            try:
                block = await self.services.pool.run(load_attachment, Path(path))
            except UserFacingError as fault:
                self.notice_raised.emit(Notice(fault.message, fault.hint or "", path))
            else:
                self.attach(block)

    def attach_text(self, text: str) -> None:
        """Attaches a long text that was pasted (U101)."""
        self._attach_checked(pasted_text, text)

    def attach_image(self, content: bytes) -> None:
        """Attaches a picture that was pasted, as PNG."""
        self._attach_checked(pasted_image, content)

    def _attach_checked(self, make: Callable[[Any], Block], content: object) -> None:
        try:
            self.attach(make(content))
        except UserFacingError as fault:
            self.notice_raised.emit(Notice(fault.message, fault.hint or ""))

    def attach(self, block: Block) -> None:
        """Adds a block to the draft."""
        self._change_draft(replace(self._draft, attachments=(*self._draft.attachments, block)))

    def remove_attachment(self, position: int) -> None:
        """Takes a block out of the draft."""
        kept = tuple(b for i, b in enumerate(self._draft.attachments) if i != position)
        self._change_draft(replace(self._draft, attachments=kept))

    def _change_draft(self, draft: Draft) -> None:
        if draft == self._draft:
            return
        was_blank = self._draft == Draft()
        self._draft = draft
        self._is_dirty = True
        if self._conversation is None:
            if was_blank and self.state.is_ready:
                self.conversation_wanted.emit()
        else:
            self._draft_timer.start()
        self.draft_changed.emit(draft)
        self._set()

    def flush(self) -> None:
        """Stores the draft now; called on leaving a conversation, the window or the program."""
        if self._draft_timer.isActive() or self._is_dirty:
            self._store_draft()

    def _store_draft(self) -> None:
        self._draft_timer.stop()
        if self._conversation is not None and self._is_dirty:
            self._is_dirty = False
            self.spawn(self._save_draft(self._conversation.id, self._draft), "save_draft")

    async def _save_draft(self, conversation_id: str, draft: Draft) -> None:
        try:
            await self.services.conversations.save_draft(conversation_id, draft)
        except StoreError as fault:
            self.store_failed.emit(_store_notice(fault.message))
        else:
            self.store_failed.emit(None)

    def send(self) -> None:
        """Sends what stands in the composer; it stays there until it is on disk (U104)."""
        if self.state.send_reason:
            self.notice_raised.emit(Notice(self.tr("Nothing was sent."), self.state.send_reason))
        elif self._conversation is not None:
            self._start(self._conversation.id, self._send(self._conversation.id, self._draft), "send")

    def send_with(self, conversation_id: str, guidance: FileBlock) -> None:
        """Sends the same with guidance that what was typed asked for, unless another conversation is open by now."""
        if self._conversation is None or self._conversation.id != conversation_id:
            return
        if not self.state.send_reason:
            others = (b for b in self._draft.attachments if getattr(b, "path", "") != guidance.path)
            self._change_draft(replace(self._draft, attachments=(guidance, *others)))  # the last file chooses an agent
        self.send()

    def send_now(self) -> None:
        """Sends before all that waits: a chat stops, a Code task ends its present step (U128); else it is sending."""
        if self._conversation is not None and self.state.is_running and self._draft.text.strip():
            here = self._conversation.id
            self._start(here, self._interrupt_and_send(here, self._draft), "send_now")
        else:
            self.send()

    def _start(self, conversation_id: str, work: Coroutine[Any, Any, None], name: str) -> None:
        if conversation_id in self._sending:
            work.close()
            return
        task = self.spawn(work, name)
        if task is not None:
            self._sending[conversation_id] = task
            task.add_done_callback(partial(self._on_sent, conversation_id))
        self._set()

    def _on_sent(self, conversation_id: str, _task: object) -> None:
        self._sending.pop(conversation_id, None)
        self._launches.arrive(conversation_id)
        self._set()

    async def may_go(self, conversation_id: str, attachments: tuple[Block, ...] = ()) -> bool:
        """Asks what must be asked before a key goes out, and notes which server may have to be started."""
        name = self.services.conversations.agent_for(conversation_id, attachments)
        spec = self.services.agents.snapshot.agents.get(name)
        if spec is None or self.services.agents.snapshot.find_instance(spec.provider_instance) is None:
            return True  # sending says what is wrong
        if not await self._consents.ask(spec.provider_instance):
            return False
        self._launches.wait(conversation_id, spec.provider_instance)
        return True

    async def _interrupt_and_send(self, conversation_id: str, draft: Draft) -> None:
        if self.services.conversations.get(conversation_id).mode is ChatMode.CODE_TASK:
            await self._send(conversation_id, draft, now=True)
            return
        self._mark_stopping(conversation_id)
        await self.services.conversations.stop_turn(conversation_id)
        await self._send(conversation_id, draft)

    async def _send(self, conversation_id: str, draft: Draft, *, now: bool = False) -> None:
        self._draft_timer.stop()
        try:
            if not await self.may_go(conversation_id, draft.attachments):
                return
            await self.services.conversations.send(conversation_id, draft.text, draft.attachments, now=now)
        except StoreError as fault:
            self.store_failed.emit(_store_notice(fault.message))
            return
        self.store_failed.emit(None)
        if self._conversation is not None and self._conversation.id == conversation_id and self._draft == draft:
            self._draft = Draft()
            self._is_dirty = True
            self.sent.emit()
            self.draft_changed.emit(self._draft)
            self._store_draft()
            self._set()

    def stop_turn(self) -> None:
        """Stops the running turn; the state reads Stopping at once (U130)."""
        if self._conversation is None or not self.state.is_running:
            return
        if self._activity.find(self._conversation.id) is None:
            self._sending[self._conversation.id].cancel()  # only a server is being started; the text stays
        else:
            self._mark_stopping(self._conversation.id)
            self.spawn(self.services.conversations.stop_turn(self._conversation.id), "stop_turn")

    def _mark_stopping(self, conversation_id: str) -> None:
        self._activity.stopping(conversation_id)
        self._set()

    def retry(self) -> None:
        """Runs the last message again."""
        if self._conversation is not None:
            self._start(self._conversation.id, self._retry(self._conversation.id), "retry")

    async def _retry(self, conversation_id: str) -> None:
        if await self.may_go(conversation_id):
            await self.services.conversations.retry(conversation_id)

    def set_ready(self, on: bool) -> None:  # noqa: FBT001  # one fact
        """Tells that the services have started."""
        self._set(is_ready=on)
        if on and self._conversation is None and self._draft != Draft():
            self.conversation_wanted.emit()

    def _set(self, **changes: object) -> None:
        """Works the state out anew, from `changes` and from what has happened, and tells it if it is another."""
        base = replace(self.state, **changes)  # type: ignore[arg-type]  # fields by name
        conversation = self._conversation
        activity = self._activity.find(conversation.id) if conversation is not None else None
        word = CONVERSATION_WORDS[conversation.state] if conversation is not None else None
        launch = self._launches.word(conversation.id) if conversation is not None and activity is None else None
        word = launch or (activity.value if activity is not None else word)
        is_running = activity is not None or launch is not None
        count = self._context.get(conversation.id) if conversation is not None else None
        after = replace(
            base,
            conversation_id=conversation.id if conversation is not None else "",
            title=(conversation.title if conversation is not None else "") or self.tr("New conversation"),
            state=word.text if word is not None else "",
            state_icon=word.icon if word is not None else "",
            state_role=word.role if word is not None else "muted",
            is_running=is_running,
            launching=self._launches.sentence(conversation.id) if conversation is not None and launch else "",
            is_stopping=activity is Activity.STOPPING,
            can_retry=not is_running and conversation is not None and conversation.state in _RETRIABLE,
            chips=tuple(chip_of(block) for block in self._draft.attachments),
            send_reason=self._send_reason(base),
            project=PurePath(conversation.project).name if conversation is not None and conversation.project else "",
            context=count.short if count is not None else "",
            context_detail=context_detail(count),
            is_context_lost=count is not None and count.is_lost,
        )
        if after != self.state:
            self.state = after
            self.state_changed.emit(after)

    def _send_reason(self, base: ChatState) -> str:
        here = self._conversation
        if not base.is_ready or (here is not None and here.id in self._sending):
            return why_not_now(base)
        is_empty = not self._draft.text.strip() and not self._draft.attachments
        return why_not_sent(base, is_empty=is_empty, is_made=here is not None)


def _store_notice(reason: str) -> Notice:
    text = _tr("Could not save. qodev keeps this chat in memory; free space on the disk and retry.")
    return Notice(text, details=reason)
