"""The transcript of one conversation as rows: pages from the store and events go through one path (U103)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, QTimer, Signal

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
from qodev.types.messages import Message, MessageRole, ToolResultBlock, ToolUseBlock
from qodev.types.work_events import WorkEvent
from qodev.ui.models.rows import NO_INDEX, AccessibleTextRole, IdRole, Index, RowRole, StateRole
from qodev.ui.models.transcript_live import LiveAnswer, without_growing
from qodev.ui.models.transcript_rows import (
    CardKind,
    Row,
    RowState,
    build_divider,
    build_rows,
    collect_results,
)
from qodev.ui.models.transcript_words import card_name, card_text

_SLOW_START_MS = 5000  # U177
_LATELY = 16  # rows in which a notice of the turn that has just ended may stand

TurnEnd = TurnFailed | TurnFinished | TurnCancelled


@dataclass(frozen=True, slots=True)
class Renamed:
    """A card kept its place and content but has its final id now."""

    before: str
    after: str


class TranscriptModel(QAbstractListModel):
    """Rows of the loaded messages, oldest first, then those of the answer that is coming."""

    renamed = Signal(object)  # Renamed
    was_reset = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._positions: dict[str, int] | None = {}
        self._conversation_id: str | None = None
        self._first_position = 0
        self._total = 0
        self._live: LiveAnswer | None = None
        self._live_at = 0  # where the rows of the answer that is coming begin; queued messages stand after them
        self._shown_live = 0  # how many these are
        self._first_answer: Message | None = None
        self._last_answer: Message | None = None
        self._results: dict[str, ToolResultBlock] = {}
        self._calls: frozenset[str] = frozenset()
        self._message_ids: set[str] = set()
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

    def row(self, position: int) -> Row:
        """Returns the row at `position`."""
        return self._rows[position]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Returns all rows in order."""
        return tuple(self._rows)

    def position_of(self, key: str) -> int | None:
        """Returns where the row with that key stands, or None."""
        if self._positions is None:
            self._positions = {row.key: position for position, row in enumerate(self._rows)}
        return self._positions.get(key)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return card_name(row)
        if role == AccessibleTextRole:
            return f"{card_name(row)}. {card_text(row)}"
        return {IdRole: row.object_name, StateRole: row.state.value, RowRole: row}.get(int(role))

    # What comes in.

    def show_page(self, conversation_id: str | None, page: MessagePage, *, growing: LiveAnswer | None = None) -> None:
        """Replaces everything by the newest page of a conversation, and by what has come of its running turn."""
        self.beginResetModel()
        self._conversation_id = conversation_id
        self._live, self._shown_live = None, 0
        self._slow_start.stop()
        self._results, self._calls, self._message_ids = {}, frozenset(), set()
        self._first_answer = self._last_answer = None
        messages = without_growing(page.messages, growing.turn_id) if growing is not None else page.messages
        self._rows = self._rows_of(messages, None)
        self._first_answer = next((m for m in messages if m.role is MessageRole.ASSISTANT), None)
        self._first_position, self._total = page.first_position, page.total
        self._positions = None
        if growing is not None:
            self._live, self._live_at = growing, len(self._rows)
            self._rows.extend(growing.rows())
            self._shown_live = len(self._rows) - self._live_at
        self.endResetModel()
        self.was_reset.emit()

    def clear(self) -> None:
        """Shows no conversation."""
        self.show_page(None, MessagePage((), 0, 0))

    def prepend_page(self, page: MessagePage) -> None:
        """Puts older messages before the loaded ones."""
        after = self._last_answer
        self._last_answer = None
        rows = self._rows_of(page.messages, None)
        joint = build_divider(self._last_answer, self._first_answer) if self._first_answer is not None else None
        self._last_answer = after if after is not None else self._last_answer
        if joint is not None:
            self._insert_joint(joint)
        older = next((m for m in page.messages if m.role is MessageRole.ASSISTANT), None)
        self._first_answer = older or self._first_answer
        self._first_position = page.first_position
        self._insert(0, rows)

    def apply(self, events: Sequence[AnyEvent]) -> None:
        """Takes one batch of events; those of other conversations are passed over."""
        for event in events:
            if getattr(event, "conversation_id", None) == self._conversation_id:
                self._apply(event)
        if self._live is not None:
            self._show_live(self._live.rows())

    def _apply(self, event: AnyEvent) -> None:
        if isinstance(event, ProgramEvent | WorkEvent):
            return
        match event:
            case TurnQueued():
                self._queued(event)
            case TurnStarted() | RetryScheduled():
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
            case StepStarted() | RequestBuilt() | UsageUpdated() | ContextReported() | ConversationChanged():
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

    def _progressed(self, event: TurnStarted | RetryScheduled) -> None:
        live = self._live_for(event.turn_id)
        if isinstance(event, RetryScheduled):
            text = self.tr("Retrying in {0} s ({1} of {2})")
            live.retry(event, text.format(round(event.delay_s), event.attempt, event.attempts))
            return
        live.model, live.agent = event.model, event.agent
        self._slow_start.start()

    def _live_for(self, turn_id: str) -> LiveAnswer:
        if self._live is None or self._live.turn_id != turn_id:
            self._drop_live()
            self._live = LiveAnswer(turn_id)
            asked = (i for i in range(len(self._rows) - 1, -1, -1) if self._rows[i].turn_id == turn_id)
            self._live_at = next(asked, len(self._rows) - 1) + 1
        return self._live

    def _on_slow_start(self) -> None:
        if self._live is not None:
            self._live.remark(self.tr("A local model may take a minute to load."))
            self._show_live(self._live.rows())

    def _committed(self, message: Message) -> None:
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
        rows = build_rows(message, self._results, self._calls)
        if not shown or message.role is MessageRole.USER:
            return
        first = next((i for i in shown if self._rows[i].kind is not CardKind.DIVIDER), shown[0])
        self._remove(first, shown[-1] - first + 1)
        self._insert(first, rows)

    def _ended(self, event: TurnEnd) -> None:
        self._slow_start.stop()
        agent = ""
        if self._live is not None and self._live.turn_id == event.turn_id:
            agent = self._live.agent
            self._drop_live()
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

    def _rows_of(self, messages: Sequence[Message], before: Message | None) -> list[Row]:
        self._results |= collect_results(messages)
        self._calls |= {b.id for m in messages for b in m.blocks if isinstance(b, ToolUseBlock)}
        rows: list[Row] = []
        for message in messages:
            self._message_ids.add(message.id)
            divider = build_divider(before, message)
            if divider is not None:
                rows.append(divider)
            rows.extend(build_rows(message, self._results, self._calls))
            if message.role is MessageRole.ASSISTANT:
                before = message
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

    def _insert(self, position: int, rows: Sequence[Row]) -> None:
        if not rows:
            return
        if position < self._live_at:
            self._live_at += len(rows)
        self.beginInsertRows(QModelIndex(), position, position + len(rows) - 1)
        is_end = position == len(self._rows)
        self._rows[position:position] = rows
        if is_end and self._positions is not None:
            self._positions.update((row.key, position + i) for i, row in enumerate(rows))
        else:
            self._positions = None
        self.endInsertRows()

    def _remove(self, position: int, count: int) -> None:
        if count <= 0:
            return
        if position < self._live_at:
            self._live_at -= count
        self.beginRemoveRows(QModelIndex(), position, position + count - 1)
        del self._rows[position : position + count]
        self._positions = None
        self.endRemoveRows()

    def _set(self, position: int, row: Row) -> None:
        before = self._rows[position]
        if row is before:
            return
        self._rows[position] = row
        if row.key != before.key:
            self._positions = None
            self.renamed.emit(Renamed(before.key, row.key))
        index = self.index(position)
        self.dataChanged.emit(index, index)

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
