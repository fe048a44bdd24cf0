"""The messages of the open conversation: pages from the store, events of its turns, hits in what is not loaded."""

import re
from operator import itemgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from qodev.types.conversation import MessagePage
from qodev.types.event_base import TurnEvent
from qodev.types.events import (
    AnyEvent,
    BlockFinished,
    BlockStarted,
    NoticeRaised,
    StepStarted,
    TextDelta,
    ThinkingDelta,
    ToolInputDelta,
    TurnStarted,
)
from qodev.types.messages import MessageRole
from qodev.types.work_events import HistoryChanged
from qodev.ui.models.call_state import CallEvent
from qodev.ui.models.notices import Notice
from qodev.ui.models.transcript import TranscriptModel
from qodev.ui.models.transcript_live import LiveAnswers
from qodev.ui.models.transcript_rows import context_of
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_LOADING_MS = 200  # U177
_SEARCHED_CHARACTERS = 1_000_000  # of one message
_OF_GROWTH = (
    BlockStarted,
    BlockFinished,
    TextDelta,
    ThinkingDelta,
    ToolInputDelta,
    TurnStarted,
    StepStarted,
    NoticeRaised,
    CallEvent,
)


class TranscriptPresenter(Presenter):
    """Owns the model of the transcript; what comes late for another conversation is dropped."""

    loading_changed = Signal(str)  # what is being loaded, "" when it is there
    place_loaded = Signal(str)  # what to look for, once the message that was wanted is there
    context_loaded = Signal(str, object)  # conversation id, ContextReport of its newest answer
    older_hits_found = Signal(object)  # tuple of (message id, position, count)

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.model = TranscriptModel(self)
        self._conversation_id = ""
        self._revision = 0
        self._search = 0
        self._wanted: tuple[int, str] | None = None
        self._is_loading_older = False
        self._is_loading = False
        self._missed: list[AnyEvent] = []  # what the conversation did while its page was being read
        self._running = LiveAnswers()
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(_LOADING_MS)
        self._slow.timeout.connect(self._on_slow)

    def _on_slow(self) -> None:
        self.loading_changed.emit(self.tr("Loading messages…"))

    def open(self, conversation_id: str) -> None:
        """Shows the newest messages of a conversation; "" shows none."""
        self._conversation_id = conversation_id
        self._revision += 1
        self._missed.clear()
        self._is_loading = bool(conversation_id)
        if conversation_id:
            self._slow.start()
            self.spawn(self._load(conversation_id, self._revision), "load")
        else:
            self._slow.stop()
            self.model.clear()
            self.loading_changed.emit("")

    async def _load(self, conversation_id: str, revision: int) -> None:
        page = await self.services.conversations.page(conversation_id)
        if revision == self._revision:
            self._slow.stop()
            self.loading_changed.emit("")
            self._show(conversation_id, page)
            self._tell_damaged(page)
            await self._go_to_wanted(conversation_id, revision)

    def _show(self, conversation_id: str, page: MessagePage) -> None:
        self._is_loading = False
        running = self._running
        growing, calls = running.find(conversation_id), running.find_calls(conversation_id)
        self.model.show_page(conversation_id, page, growing=growing, calls=calls)
        missed = tuple(event for event in self._missed if not isinstance(event, _OF_GROWTH))
        self._missed.clear()
        self.model.apply(missed)
        last = next((m for m in reversed(page.messages) if m.role is MessageRole.ASSISTANT), None)
        report = context_of(last) if last is not None else None
        if report is not None:
            self.context_loaded.emit(conversation_id, report)

    def want_place(self, position: int, text: str) -> None:
        """Loads up to a message and tells when it is there."""
        self._wanted = position, text
        if self._conversation_id and not self._slow.isActive():
            self.spawn(self._go_to_wanted(self._conversation_id, self._revision), "place")

    async def _go_to_wanted(self, conversation_id: str, revision: int) -> None:
        if self._wanted is not None:
            position, text = self._wanted
            self._wanted = None
            await self._load_until(conversation_id, position, revision)
            if revision == self._revision:
                self.place_loaded.emit(text)

    def _tell_damaged(self, page: MessagePage) -> None:
        if page.damaged:
            text = self.tr("%n message(s) could not be read.", "", page.damaged)
            self.notice_raised.emit(Notice(text, self.tr("They were kept aside.")))

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame: all running answers are followed, those of the open conversation shown."""
        for event in batch:
            self._running.take(event)
        if any(isinstance(e, HistoryChanged) and e.conversation_id == self._conversation_id for e in batch):
            self.open(self._conversation_id)
        mine = tuple(e for e in batch if isinstance(e, TurnEvent) and e.conversation_id == self._conversation_id)
        if self._is_loading:
            self._missed.extend(mine)
        elif mine:
            self.model.apply(mine)

    def load_older(self) -> None:
        """Fetches the page before the one at the top."""
        if self._conversation_id and self.model.has_older and not self._is_loading_older:
            self._is_loading_older = True
            self.spawn(self._load_older(self._conversation_id, self._revision), "load_older")

    async def _load_older(self, conversation_id: str, revision: int) -> None:
        try:
            page = await self.services.conversations.page(conversation_id, self.model.first_position)
        finally:
            self._is_loading_older = False
        if revision == self._revision:
            self.model.prepend_page(page)

    def load_until(self, position: int) -> None:
        """Fetches older pages until the message at `position` is there."""
        if self._conversation_id and position < self.model.first_position:
            self.spawn(self._load_until(self._conversation_id, position, self._revision), "load_until")

    async def _load_until(self, conversation_id: str, position: int, revision: int) -> None:
        while revision == self._revision and position < self.model.first_position:
            before = self.model.first_position
            await self._load_older(conversation_id, revision)
            if self.model.first_position >= before:
                break  # damaged rows: nothing more can be read

    def provider_of(self, agent: str) -> str:
        """Returns the name of the provider that an agent asks, "" when it is gone."""
        snapshot = self.services.agents.snapshot
        spec = snapshot.agents.get(agent)
        instance = snapshot.find_instance(spec.provider_instance) if spec is not None else None
        return instance.name if instance is not None else ""

    def find_older(self, pattern: re.Pattern[str]) -> None:
        """Counts hits in the messages that are not loaded."""
        if self._conversation_id and self.model.has_older:
            self._search += 1
            self.spawn(self._find_older(self._conversation_id, pattern, self._search), "find_older")

    async def _find_older(self, conversation_id: str, pattern: re.Pattern[str], search: int) -> None:
        before = self.model.first_position
        hits: list[tuple[str, int, int]] = []
        while before > 0 and search == self._search:
            page = await self.services.conversations.page(conversation_id, before)
            hits += await self.services.pool.run(count_hits, page, pattern)
            if page.first_position >= before:
                break
            before = page.first_position
        if search == self._search:
            self.older_hits_found.emit(tuple(sorted(hits, key=itemgetter(1))))


def count_hits(page: MessagePage, pattern: re.Pattern[str]) -> list[tuple[str, int, int]]:
    """Returns id, position and number of hits of each message of a page that holds any; blocking."""
    found = []
    for offset, message in enumerate(page.messages):
        count = sum(1 for _ in pattern.finditer(message.text[:_SEARCHED_CHARACTERS]))
        if count:
            found.append((message.id, page.first_position + offset, count))
    return found
