"""The list of conversations: groups, filter, selection, and what can be done with a row (U12 to U16)."""

import time
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QObject, QTimer, Signal

from qodev.types.conversation import ChatMode, Conversation, ConversationState
from qodev.types.events import AnyEvent, ConversationChanged
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.models.project_state import ALL, NONE
from qodev.ui.models.sidebar import SidebarRow, SidebarState, without_marks
from qodev.ui.models.words import CONVERSATION_WORDS, Activity
from qodev.ui.presenters.activity import ActivityLog
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_MINUTE_MS = 60_000
GROUPS = (
    QT_TRANSLATE_NOOP("Sidebar", "Needs you"),
    QT_TRANSLATE_NOOP("Sidebar", "Running"),
    QT_TRANSLATE_NOOP("Sidebar", "Today"),
    QT_TRANSLATE_NOOP("Sidebar", "Older"),
)
_NEEDS_YOU, _RUNNING, _TODAY, _OLDER = GROUPS


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Sidebar", text, "", count)


def folded(text: str) -> str:
    """Returns `text` without case and accents, for filtering."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))


def group_of(conversation: Conversation, activity: Activity | None, today: QDate) -> str:
    """Returns the one group that a conversation is in (U13)."""
    if activity is not None or conversation.state is ConversationState.RUNNING:
        return _RUNNING
    failed = conversation.state is ConversationState.FAILED and conversation.unseen
    if failed or conversation.state is ConversationState.INTERRUPTED:
        return _NEEDS_YOU
    day = QDateTime.fromSecsSinceEpoch(int(conversation.updated_at)).date()
    return _TODAY if day >= today else _OLDER


class ConversationsPresenter(Presenter):
    """Holds the list, which conversation is open, and the undo of what was deleted."""

    state_changed = Signal(object)  # SidebarState
    opened = Signal(str)  # id of a conversation, "" for none
    current_changed = Signal(object)  # Conversation or None

    def __init__(
        self,
        services: "Services",
        activity: ActivityLog,
        parent: QObject | None = None,
        *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(services, parent)
        self._clock = clock
        self._activity = activity
        self._known: dict[str, Conversation] = {}
        self._folded: dict[str, str] = {}
        self._rows: dict[str, tuple[Conversation, Activity | None, SidebarRow]] = {}
        self._ordered: list[tuple[str, list[tuple[str, SidebarRow]]]] = []
        self._deleted: dict[str, Any] = {}  # what `restore` takes; its type is the store's
        self._project = ALL  # whose conversations are listed
        self.state = SidebarState(is_loading=True)
        self._minute = QTimer(self)
        self._minute.setInterval(_MINUTE_MS)
        self._minute.timeout.connect(self.refresh)

    def load(self) -> None:
        """Takes over what the services know; called once they have started."""
        for conversation in self.services.conversations.all:
            self._remember(conversation)
        self._minute.start()
        self._set(is_loading=False)

    def _remember(self, conversation: Conversation) -> None:
        self._known[conversation.id] = conversation
        self._folded[conversation.id] = folded(conversation.title)

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        is_changed = False
        for event in batch:
            if isinstance(event, ConversationChanged):
                is_changed = self._changed(event) or is_changed
            elif self._activity.apply(event) is not None:
                is_changed = True
        if is_changed:
            self.refresh()

    def _changed(self, event: ConversationChanged) -> bool:
        conversation = event.conversation
        before = self._known.get(conversation.id)
        if event.removed:
            self._known.pop(conversation.id, None)
            self._folded.pop(conversation.id, None)
            if conversation.id == self.state.selected:
                self.select("")
            return True
        self._remember(conversation)
        if conversation.id == self.state.selected:
            self.current_changed.emit(conversation)
            self._mark_seen(conversation)
        return before is None or _shown(before) != _shown(conversation)

    @property
    def current(self) -> Conversation | None:
        """Returns the conversation that is open."""
        return self._known.get(self.state.selected)

    def find(self, conversation_id: str) -> Conversation | None:
        """Returns a conversation of the list, None when it is gone."""
        return self._known.get(conversation_id)

    @property
    def count(self) -> int:
        """Returns how many conversations there are, archived ones counted."""
        return len(self._known)

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""
        self._rows.clear()  # they hold words
        self.refresh()
        self.current_changed.emit(self.current)

    def refresh(self) -> None:
        """Builds the list anew from what is known."""
        shows_archived = self.state.shows_archived
        listed = [c for c in self._known.values() if self._project == ALL or (c.project or NONE) == self._project]
        self._ordered = self._in_order([c for c in listed if c.archived == shows_archived])
        archived = sum(c.archived for c in listed)
        self._set(rows=self._filtered(), archived_count=archived, total=len(self._known))

    def _in_order(self, shown: list[Conversation]) -> list[tuple[str, list[tuple[str, SidebarRow]]]]:
        today = datetime.fromtimestamp(self._clock()).astimezone().date()
        day = QDate(today.year, today.month, today.day)
        groups: dict[str, list[Conversation]] = {name: [] for name in GROUPS}
        for conversation in shown:
            groups[group_of(conversation, self._activity.find(conversation.id), day)].append(conversation)
        for members in groups.values():
            members.sort(key=_order)
        return [(name, [(self._folded[c.id], self._row(c)) for c in members]) for name, members in groups.items()]

    def _filtered(self) -> tuple[SidebarRow, ...]:
        words = folded(self.state.filter_text).split()
        rows: list[SidebarRow] = []
        for name, members in self._ordered:
            found = members
            for word in words:
                found = [member for member in found if word in member[0]]
            if found:
                rows.append(SidebarRow("", _tr(name)))
                rows.extend([row for _, row in found])
        return tuple(rows)

    def _row(self, conversation: Conversation) -> SidebarRow:
        activity = self._activity.find(conversation.id)
        cached = self._rows.get(conversation.id)
        if cached is not None and cached[0] is conversation and cached[1] is activity:
            return cached[2]
        word = activity.value if activity is not None else CONVERSATION_WORDS[conversation.state]
        row = SidebarRow(
            conversation.id,
            conversation.title or self.tr("New conversation"),
            word.text,
            word.icon,
            word.role,
            conversation.updated_at,
            without_marks(conversation.last_text),
            conversation.unseen,
            conversation.pinned,
            conversation.profile if conversation.mode is ChatMode.CODE_TASK else "",
        )
        self._rows[conversation.id] = (conversation, activity, row)
        return row

    def _set(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]  # fields by name
        if changes.keys() & {"shows_archived", "is_loading"}:
            self.refresh()
        else:
            self.state_changed.emit(self.state)

    def set_filter(self, text: str) -> None:
        """Shows only titles that hold all the words."""
        if text != self.state.filter_text:
            self.state = replace(self.state, filter_text=text)
            self._set(rows=self._filtered())

    def show_archived(self, on: bool) -> None:  # noqa: FBT001  # a toggle's slot
        """Shows archived conversations instead of the others."""
        self._set(shows_archived=on)

    def show_project(self, project: str) -> None:
        """Lists the conversations of a project, of none, or all; the open one stays open."""
        self._project = project
        self.refresh()

    async def enter(self, project: str) -> None:
        """Opens a conversation of a project: the open one, the first one, or an empty one that is made its own."""
        current = self.current
        if current is not None and current.project == project:
            return
        listed = next((row.id for row in self.state.rows if row.id and self._known[row.id].project == project), "")
        if listed:
            self.select(listed)
        elif current is not None and _is_empty(current):
            self._remember(await self.services.conversations.choose_project(current.id, project))
            self.refresh()
        else:
            await self._create(project)

    def select(self, conversation_id: str) -> None:
        """Opens a conversation."""
        if conversation_id == self.state.selected:
            return
        if conversation_id and conversation_id not in self._known:
            self._remember(self.services.conversations.get(conversation_id))  # its event comes with the next frame
            self.refresh()
        self._set(selected=conversation_id)
        self.opened.emit(conversation_id)
        current = self.current
        self.current_changed.emit(current)
        if current is not None:
            self._mark_seen(current)

    def _mark_seen(self, conversation: Conversation) -> None:
        if conversation.unseen:
            self.spawn(self.services.conversations.mark_seen(conversation.id), "mark_seen")

    def select_beside(self, step: int) -> None:
        """Opens the conversation `step` rows below (above when negative)."""
        ids = [row.id for row in self.state.rows if row.id]
        if not ids:
            return
        here = ids.index(self.state.selected) if self.state.selected in ids else (-1 if step > 0 else len(ids))
        self.select(ids[max(0, min(len(ids) - 1, here + step))])

    def select_waiting(self) -> None:
        """Opens the first conversation that needs the user."""
        rows = self.state.rows
        heading = next((i for i, row in enumerate(rows) if row.is_heading and row.title == _tr(_NEEDS_YOU)), None)
        if heading is None:
            self.notice_raised.emit(Notice(self.tr("Nothing needs you.")))
        else:
            self.select(rows[heading + 1].id)

    def select_running(self) -> None:
        """Opens the next conversation in which something is at work."""
        running = [row.id for row in self.state.rows if row.id and self._activity.find(row.id) is not None]
        if running:
            here = running.index(self.state.selected) if self.state.selected in running else -1
            self.select(running[(here + 1) % len(running)])

    def create(self) -> None:
        """Starts an empty conversation and opens it; one that is empty already is used again."""
        self._begin(ChatMode.CHAT)

    def begin_task(self) -> None:
        """Starts an empty Code task and opens it."""
        self._begin(ChatMode.CODE_TASK)

    def _begin(self, mode: ChatMode) -> None:
        project = self._new_project()
        found = (c for c in self._known.values() if c.project == project and c.mode is mode and _is_empty(c))
        empty = next(found, None)
        if empty is not None:
            self.select(empty.id)
        else:
            self.spawn(self._create(project, mode), "create")

    def _new_project(self) -> str | None:
        """Returns the project of a new conversation: the chosen one, else that of the open conversation."""
        if self._project == ALL:
            return self.current.project if self.current is not None else None
        return self._project or None

    async def _create(self, project: str | None, mode: ChatMode = ChatMode.CHAT) -> None:
        conversation = await self.services.conversations.create(project, mode)
        self._remember(conversation)
        self.refresh()
        self.select(conversation.id)

    def rename(self, conversation_id: str, title: str) -> None:
        """Stores another title."""
        cleaned = " ".join(title.split())
        if cleaned:
            self.spawn(self.services.conversations.rename(conversation_id, cleaned), "rename")

    def pin(self, conversation_id: str, on: bool) -> None:  # noqa: FBT001  # a toggle's slot
        """Keeps a conversation at the top of its group."""
        self.spawn(self.services.conversations.pin(conversation_id, on), "pin")

    def why_not_removed(self, conversation_id: str) -> str:
        """Returns why a conversation cannot be archived or deleted now, or ''."""
        return self.tr("It is running. Stop it first.") if self._activity.find(conversation_id) is not None else ""

    def archive(self, conversation_id: str, on: bool) -> None:  # noqa: FBT001  # a toggle's slot
        """Moves a conversation to Archived or back."""
        reason = self.why_not_removed(conversation_id)
        if reason:
            self.notice_raised.emit(Notice(self.tr("The conversation cannot be archived."), reason))
            return
        self.spawn(self._archive(conversation_id, on=on), "archive")

    async def _archive(self, conversation_id: str, *, on: bool) -> None:
        await self.services.conversations.archive(conversation_id, on)
        if on:
            self.toast_raised.emit(Toast(self.tr("Conversation archived."), f"archive:{conversation_id}"))

    def delete(self, conversation_id: str) -> None:
        """Deletes a conversation; the toast takes it back."""
        reason = self.why_not_removed(conversation_id)
        if reason:
            self.notice_raised.emit(Notice(self.tr("The conversation cannot be deleted."), reason))
            return
        self.spawn(self._delete(conversation_id), "delete")

    async def _delete(self, conversation_id: str) -> None:
        title = self._known[conversation_id].title or self.tr("New conversation")
        token = await self.services.conversations.delete(conversation_id)
        self._deleted[conversation_id] = token
        if conversation_id == self.state.selected:
            self.select("")
        self._known.pop(conversation_id, None)
        self.refresh()
        self.toast_raised.emit(Toast(self.tr("“{0}” deleted.").format(title), f"delete:{conversation_id}"))

    def undo(self, what: str) -> None:
        """Takes back what a toast named."""
        kind, _, conversation_id = what.partition(":")
        if kind == "archive":
            self.spawn(self.services.conversations.archive(conversation_id, False), "unarchive")
        elif conversation_id in self._deleted:
            self.spawn(self._restore(conversation_id), "restore")

    async def _restore(self, conversation_id: str) -> None:
        await self.services.conversations.restore(self._deleted.pop(conversation_id))
        for conversation in self.services.conversations.all:
            self._remember(conversation)
        self.refresh()
        self.select(conversation_id)


def _shown(conversation: Conversation) -> tuple[object, ...]:
    """Returns what the list shows of a conversation; its draft and choices change nothing there."""
    c = conversation
    task = c.mode, c.profile, c.project
    return c.title, c.state, c.updated_at, c.last_text, c.unseen, c.pinned, c.archived, task


def _order(conversation: Conversation) -> tuple[bool, float]:
    return not conversation.pinned, -conversation.updated_at


def _is_empty(conversation: Conversation) -> bool:
    untouched = conversation.state is ConversationState.IDLE and not conversation.last_text
    return (
        untouched and not conversation.draft.text and not conversation.draft.attachments and not conversation.archived
    )
