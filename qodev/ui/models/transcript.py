"""The transcript of one conversation as rows: pages from the store and events go through one path (U103)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from PySide6.QtCore import QObject, QTimer, Signal

from qodev.types.conversation import MessagePage
from qodev.types.events import (
    AnyEvent,
    BlockFinished,
    BlockStarted,
    ContextLost,
    ContextReported,
    ConversationChanged,
    MessageCommitted,
    NoticeRaised,
    ProgramEvent,
    RequestBuilt,
    RetryScheduled,
    StepStarted,
    TextDelta,
    ThinkingDelta,
    ToolInputDelta,
    TurnCancelled,
    TurnFailed,
    TurnFinished,
    TurnQueued,
    TurnStarted,
    UsageUpdated,
)
from qodev.types.messages import Message, MessageRole, Origin, ToolUseBlock
from qodev.types.work_events import ToolPlanned, WorkEvent
from qodev.ui.models.call_state import CallBook, CallEvent, LiveCalls
from qodev.ui.models.card_rows import CardKind, Row, RowState
from qodev.ui.models.row_list import RowListModel
from qodev.ui.models.tool_rows import call_row, grouped, with_resume
from qodev.ui.models.transcript_live import LiveAnswer, without_growing
from qodev.ui.models.transcript_rows import build_divider, build_rows, with_branches

_SLOW_START_MS = 5000  # U177
_LATELY = 16  # rows in which a notice of the turn that has just ended may stand

TurnEnd = TurnFailed | TurnFinished | TurnCancelled


class TranscriptModel(RowListModel):
    """Rows of the loaded messages, oldest first, then those of the answer that is coming."""

    was_reset = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._conversation_id: str | None = None
        self._first_position = 0
        self._total = 0
        self._live: LiveAnswer | None = None
        self._shown_live = 0  # how many rows the answer that is coming has; queued messages stand after them
        self._first_answer: Message | None = None
        self._last_answer: Message | None = None
        self._book = CallBook()
        self._asking: Message | None = None  # the last answer that asked for calls
        self._turn_model = self._turn_agent = ""
        self._message_ids: set[str] = set()
        self._branches: Mapping[str, tuple[str, ...]] = {}
        self._slow_start = QTimer(self)
        self._slow_start.setSingleShot(True)
        self._slow_start.setInterval(_SLOW_START_MS)
        self._slow_start.timeout.connect(self._on_slow_start)

    # What views read.

    @property
    def conversation_id(self) -> str | None:
        """Returns the conversation that is shown."""
        return self._conversation_id

    @property
    def first_position(self) -> int:
        """Returns the position of the first loaded message; what lies before it is not loaded."""
        return self._first_position

    @property
    def has_older(self) -> bool:
        """Tells whether older messages can be loaded."""
        return self._first_position > 0

    @property
    def is_live(self) -> bool:
        """Tells whether an answer is coming."""
        return self._live is not None

    # What comes in.

    def show_page(
        self,
        conversation_id: str | None,
        page: MessagePage,
        *,
        growing: LiveAnswer | None = None,
        calls: LiveCalls | None = None,
    ) -> None:
        """Replaces everything by the newest page of a conversation, and by what has come of its running turn."""
        self.beginResetModel()
        self._conversation_id = conversation_id
        self._live, self._shown_live = None, 0
        self._slow_start.stop()
        self._book, self._asking, self._message_ids = CallBook(calls), None, set()
        self._first_answer = self._last_answer = None
        self._branches = page.branches
        messages = without_growing(page.messages, growing.turn_id) if growing is not None else page.messages
        self._rows = grouped(self._rows_of(messages, None, has_older=page.first_position > 0))
        self._first_answer = next((m for m in messages if m.role is MessageRole.ASSISTANT), None)
        self._first_position, self._total = page.first_position, page.total
        self._positions = None
        if growing is not None:
            self._live, self._live_at = growing, len(self._rows)
            self._rows.extend(growing.rows())
            self._shown_live = len(self._rows) - self._live_at
        self._rows = with_resume(self._rows)
        self.endResetModel()
        self.was_reset.emit()

    def clear(self) -> None:
        """Shows no conversation."""
        self.show_page(None, MessagePage((), 0, 0))

    def prepend_page(self, page: MessagePage) -> None:
        """Puts older messages before the loaded ones."""
        after = self._last_answer
        self._last_answer = None
        self._branches = page.branches
        asking, self._asking = self._asking, None
        rows = grouped(self._rows_of(page.messages, None, has_older=page.first_position > 0, is_older=True))
        self._asking = asking or self._asking
        joint = build_divider(self._last_answer, self._first_answer) if self._first_answer is not None else None
        self._last_answer = after if after is not None else self._last_answer
        if joint is not None:
            self._insert_joint(joint)
        older = next((m for m in page.messages if m.role is MessageRole.ASSISTANT), None)
        self._first_answer = older or self._first_answer
        self._first_position = page.first_position
        self._insert(0, rows)
        self._group_around(len(rows))

    def apply(self, events: Sequence[AnyEvent]) -> None:
        """Takes one batch of events; those of other conversations are passed over."""
        for event in events:
            if getattr(event, "conversation_id", None) == self._conversation_id:
                self._apply(event)
        if self._live is not None:
            self._show_live(self._live.rows())
        self._offer_resume()

    def _apply(self, event: AnyEvent) -> None:
        if isinstance(event, ProgramEvent | WorkEvent):
            self._called(event)
            return
        match event:
            case TurnQueued():
                self._queued(event)
            case TurnStarted() | StepStarted() | RetryScheduled():
                self._progressed(event)
            case BlockStarted() | BlockFinished() | TextDelta() | ThinkingDelta() | ToolInputDelta():
                self._slow_start.stop()
                self._live_for(event.turn_id).feed(event)
            case MessageCommitted():
                self._committed(event.message)
            case NoticeRaised():
                self._noticed(event)
            case TurnFailed() | TurnFinished() | TurnCancelled():
                self._ended(event)
            case RequestBuilt() | UsageUpdated() | ContextReported() | ConversationChanged():
                pass  # shown by the inspector and the header
            case ContextLost():
                pass  # stored with the answer, and drawn from there
            case _:
                assert_never(event)

    # Turns.

    def _queued(self, event: TurnQueued) -> None:
        if event.position > 0 or event.message.id in self._message_ids:
            return  # what waits is listed above the composer
        self._insert(len(self._rows), self._rows_of((event.message,), self._last_answer))

    def _progressed(self, event: TurnStarted | StepStarted | RetryScheduled) -> None:
        live = self._live_for(event.turn_id)
        if isinstance(event, StepStarted):
            return
        if isinstance(event, RetryScheduled):
            text = self.tr("Retrying in {0} s ({1} of {2})")
            live.retry(event, text.format(round(event.delay_s), event.attempt, event.attempts))
            return
        live.model, live.agent = self._turn_model, self._turn_agent = event.model, event.agent
        self._book.is_running = True
        self._slow_start.start()

    def _live_for(self, turn_id: str) -> LiveAnswer:
        if self._live is None or self._live.turn_id != turn_id:
            self._drop_live()
            self._live = LiveAnswer(turn_id, self._turn_model, self._turn_agent)
            asked = (i for i in range(len(self._rows) - 1, -1, -1) if self._rows[i].turn_id == turn_id)
            self._live_at = next(asked, len(self._rows) - 1) + 1
        return self._live

    def _on_slow_start(self) -> None:
        if self._live is not None:
            self._live.remark(self.tr("A local model may take a minute to load."))
            self._show_live(self._live.rows())

    def _committed(self, message: Message) -> None:
        if message.origin is Origin.TOOL:
            self._took_results(message)
            return
        if message.id in self._message_ids:
            self._committed_again(message)
            return
        rows = self._rows_of((message,), self._last_answer)
        is_answer = message.role is MessageRole.ASSISTANT
        if is_answer and self._live is not None and message.turn_id in (None, self._live.turn_id):
            self._slow_start.stop()
            self._show_live(tuple(rows))
            self._live = None
            self._shown_live = 0
        else:
            self._insert_before_live(rows)

    def _committed_again(self, message: Message) -> None:
        """Replaces what was shown of a message that had been read from the store while it grew."""
        shown = [i for i, row in enumerate(self._rows) if row.message_id == message.id]
        self._book.read((message,))
        rows = build_rows(message, self._book)
        if not shown or message.role is MessageRole.USER:
            return
        first = next((i for i in shown if self._rows[i].kind is not CardKind.DIVIDER), shown[0])
        self._remove(first, shown[-1] - first + 1)
        self._insert(first, rows)
        self._group_around(first)

    # Calls.

    def _called(self, event: ProgramEvent | WorkEvent) -> None:
        if not isinstance(event, CallEvent):
            return
        call_id = self._book.live.feed(event)
        if isinstance(event, ToolPlanned):
            self._show_calls()
        elif call_id and self._asking is not None:
            call = self._book.find(self._asking.id, call_id)
            row = call_row(self._asking, call_id, call) if call is not None else None
            position = self.position_of(row.key) if row is not None else None
            if row is not None and position is not None and self._rows[position] != row:
                self._set(position, row)

    def _show_calls(self) -> None:
        """Shows what is known of the calls of the last answer that asked for some."""
        if self._asking is None:
            return
        shown = self._rows_of_asking(self._asking.id)
        rows = build_rows(self._asking, self._book)
        if len(rows) != len(shown):
            return
        for position, row in zip(shown, rows, strict=True):
            if replace(self._rows[position], group="") != row:
                self._swap(position, row)
        if shown:
            self._group_around(shown[0])
            last = self.position_of(rows[-1].key)
            self._group_around(last if last is not None else shown[-1])

    def _rows_of_asking(self, message_id: str) -> list[int]:
        found: list[int] = []
        for position in range(len(self._rows) - 1, -1, -1):
            row = self._rows[position]
            if row.message_id == message_id and row.kind is not CardKind.DIVIDER:
                found.append(position)
            elif found and row.message_id is not None:
                break
        return found[::-1]

    def _took_results(self, message: Message) -> None:
        """Takes the results of calls; the message comes anew with each."""
        self._book.read((message,))
        self._message_ids.add(message.id)
        self._show_calls()
        rows = build_rows(message, self._book)
        shown = [i for i, row in enumerate(self._rows) if row.message_id == message.id]
        if not shown:
            self._insert_before_live(rows)
        elif rows != tuple(self._rows[shown[0] : shown[-1] + 1]):
            self._remove(shown[0], shown[-1] - shown[0] + 1)
            self._insert(shown[0], rows)

    def _offer_resume(self) -> None:
        """Offers to go on at the end of what was stopped, and nowhere else."""
        last = len(self._rows) - 1
        for position in range(max(0, last - _LATELY), last + 1):
            row = self._rows[position]
            wanted = row.can_resume and position == last
            if row.offers_resume is not wanted:
                self._set(position, replace(row, offers_resume=wanted))

    # Ends.

    def _ended(self, event: TurnEnd) -> None:
        self._slow_start.stop()
        agent = ""
        if self._live is not None and self._live.turn_id == event.turn_id:
            agent = self._live.agent
            self._drop_live()
        self._book.end_turn()
        self._show_calls()
        if isinstance(event, TurnFailed):
            self._failed(event, agent)

    def _failed(self, event: TurnFailed, agent: str) -> None:
        for position in range(len(self._rows) - 1, max(-1, len(self._rows) - 8), -1):
            row = self._rows[position]
            if row.kind is CardKind.ERROR and row.turn_id == event.turn_id:
                if event.hint and not row.hint:
                    self._set(position, replace(row, hint=event.hint))
                return
        row = Row(event.turn_id, CardKind.ERROR, event.text, RowState.FAILED, turn_id=event.turn_id, subject=agent)
        self._insert(len(self._rows), [replace(row, hint=event.hint or "")])

    def _noticed(self, event: NoticeRaised) -> None:
        """Shows a notice before the answer that is coming; one that is stored with its answer stands there."""
        if self._live is not None and self._live.turn_id == event.turn_id:
            self._live.note(event)
            return
        lately = self._rows[-_LATELY:]
        if not any(row.turn_id == event.turn_id and row.text == event.text for row in lately):
            row = Row(f"{event.turn_id}.{event.seq}", CardKind.NOTICE, event.text, turn_id=event.turn_id)
            self._insert_before_live([replace(row, hint=event.hint or "")])

    # Rows.

    def _rows_of(
        self, messages: Sequence[Message], before: Message | None, *, has_older: bool = False, is_older: bool = False
    ) -> list[Row]:
        self._book.read(messages, is_older=is_older)
        rows: list[Row] = []
        for number, message in enumerate(messages):
            self._message_ids.add(message.id)
            divider = build_divider(before, message)
            if divider is not None:
                rows.append(divider)
            made = build_rows(message, self._book, is_first=has_older and not number)
            rows.extend(with_branches(made, self._branches.get(message.id, ())))
            if message.role is MessageRole.ASSISTANT:
                before = message
                if any(isinstance(block, ToolUseBlock) for block in message.blocks):
                    self._asking = message
        self._last_answer = before
        return rows

    def _insert_joint(self, divider: Row) -> None:
        assert self._first_answer is not None
        first = self._first_answer.id
        position = next((i for i, row in enumerate(self._rows) if row.message_id == first), None)
        if position is not None:
            self._insert(position, [divider])

    def _insert_before_live(self, rows: Sequence[Row]) -> None:
        if self._live is None:
            self._insert(len(self._rows), rows)
            return
        self._insert(self._live_at, rows)
        self._live_at += len(rows)

    def _drop_live(self) -> None:
        self._show_live(())
        self._live = None

    def _show_live(self, rows: Sequence[Row]) -> None:
        """Makes the live rows these: cards of one kind in one place are the same card, grown or renamed."""
        start = self._live_at
        if rows and rows[0].kind is CardKind.DIVIDER:
            self._insert_before_live(rows[:1])
            start, rows = self._live_at, rows[1:]
        same = 0
        while same < min(len(rows), self._shown_live) and rows[same].kind is self._rows[start + same].kind:
            self._set(start + same, rows[same])
            same += 1
        self._remove(start + same, self._shown_live - same)
        self._insert(start + same, rows[same:])
        self._shown_live = len(rows)
