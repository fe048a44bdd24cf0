"""The messages that wait for their turn, as they were captured when they were sent (U128, U129)."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from qodev.types.conversation import ChatMode, Conversation, QueueItem, TurnRequest
from qodev.types.profiles import ProfileSnapshot, profile_key

_TEXT_LIMIT = 400


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Queue", text, "", count)


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One message that waits; `marks` say where the choice of now differs from what was captured."""

    id: str
    text: str  # one line
    whole: str
    profile: str
    agent: str
    marks: tuple[str, ...] = ()

    @property
    def chosen(self) -> str:
        """Returns what the turn will run with."""
        return " · ".join(part for part in (self.profile, *self.marks, self.agent) if part)

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says."""
        return ", ".join(part for part in (self.text, self.profile, self.agent, *self.marks) if part)


@dataclass(frozen=True, slots=True)
class QueueListState:
    """What waits in the conversation in view."""

    rows: tuple[QueueRow, ...] = ()
    is_paused: bool = False
    is_running: bool = False
    since_start: bool = False  # it was restored, and nothing was resumed yet

    @property
    def head(self) -> str:
        """Returns what stands above the rows."""
        if not self.is_paused:
            return _tr("%n message(s) wait", len(self.rows))
        if self.since_start:
            return _tr("%n queued message(s) are paused since the last start.", len(self.rows))
        return _tr("%n queued message(s) are paused, since the turn before did not end as it should.", len(self.rows))


def queue_rows(
    items: Sequence[QueueItem], conversation: Conversation, snapshot: ProfileSnapshot | None
) -> tuple[QueueRow, ...]:
    """Returns a row for each waiting turn; `snapshot` is None while the profiles are being read."""
    return tuple(_row(item.request, conversation, snapshot) for item in items)


def _row(request: TurnRequest, conversation: Conversation, snapshot: ProfileSnapshot | None) -> QueueRow:
    line = " ".join(request.text.split())
    attached = len(request.attachments)
    if attached:
        line = f"{line} {_tr('(%n attachment(s))', attached)}".strip()
    return QueueRow(
        request.id,
        line[:_TEXT_LIMIT],
        request.text,
        request.profile.name if request.profile is not None else "",
        request.agent,
        tuple(_marks(request, conversation, snapshot)),
    )


def _marks(request: TurnRequest, conversation: Conversation, snapshot: ProfileSnapshot | None) -> list[str]:
    marks = []
    profile = request.profile
    if request.mode is not conversation.mode:
        marks.append(_tr("sent as Code task") if request.mode is ChatMode.CODE_TASK else _tr("sent as Chat"))
    if profile is not None and profile_key(conversation.profile) != profile.key:
        marks.append(_tr("picker: {0}").format(conversation.profile))
    if profile is not None and snapshot is not None:
        now = snapshot.find(profile.name)
        if now is None:
            marks.append(_tr("profile deleted since"))
        elif now.digest != profile.digest or now.scope is not profile.scope:
            marks.append(_tr("profile edited since"))
    if conversation.agent is not None and conversation.agent != request.agent:
        marks.append(_tr("picker: {0}").format(conversation.agent))
    return marks
