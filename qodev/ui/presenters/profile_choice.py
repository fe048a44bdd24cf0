"""The profile of the open conversation, and whether it is a chat or a Code task (U93, P64 to P74)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.base.diagnostics import Severity
from qodev.services.profile_choices import PLAN, choice_of
from qodev.types.conversation import DEFAULT_PROFILE, SCHEMA_VERSION, ChatMode, Conversation
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind, TrustChanged
from qodev.types.profile_list import ChoiceState, ProfileChoice
from qodev.types.profiles import ProfileSnapshot
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.models.task_state import (
    TaskState,
    checking,
    mark_of,
    no_project,
    not_trusted,
    profile_entries,
)
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_BLOCKING = (ChoiceState.NEEDS_TRUST, ChoiceState.UNAVAILABLE, ChoiceState.CHANGED)


class ProfileChoicePresenter(Presenter):
    """Lists the profiles of the project in view; what is chosen is stored at once and counts for the next turn."""

    state_changed = Signal(object)  # TaskState

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.state = TaskState(code_reason=no_project())
        self._conversation: Conversation | None = None

    def open(self, conversation: Conversation | None) -> None:
        """Shows the choice of another conversation, or a newer one of the same."""
        before, self._conversation = self._conversation, conversation
        is_other = conversation is not None and (before is None or before.id != conversation.id)
        project = conversation.project if conversation is not None else None
        if conversation is not None and (is_other or project != self.services.profiles.project):
            self.spawn(self._follow(conversation), "profiles")
        self.refresh()

    async def _follow(self, conversation: Conversation) -> None:
        """Lists the profiles of the conversation's project, and brings a choice of an older release over (P73)."""
        if conversation.project != self.services.profiles.project:
            await self.services.profiles.show(conversation.project)
        if conversation.schema_version < SCHEMA_VERSION:
            await self.services.profile_choices.opened(conversation.id)
        self.refresh()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        if any(isinstance(e, TrustChanged) or _is_profiles(e) for e in batch):
            self.refresh()
            conversation = self._conversation
            if conversation is not None and conversation.schema_version < SCHEMA_VERSION:
                self.spawn(self._follow(conversation), "profiles")  # the folder may be trusted now (P73)

    def tell_again(self) -> None:
        """Tells everything to a window that was made in another language."""
        self.refresh()
        self.state_changed.emit(self.state)

    def refresh(self) -> None:
        """Builds the list anew; the choice stays what it is (P66)."""
        after = self._state_of(self._conversation)
        if after != self.state:
            self.state = after
            self.state_changed.emit(after)

    def _state_of(self, conversation: Conversation | None) -> TaskState:
        if conversation is None:
            return TaskState(code_reason=no_project())
        profiles = self.services.profiles
        if not profiles.snapshot.revision or profiles.project != conversation.project:
            return _unknown(conversation)
        return self._known(conversation, profiles.snapshot)

    def _known(self, conversation: Conversation, snapshot: ProfileSnapshot) -> TaskState:
        is_trusted = snapshot.project is not None
        choice = choice_of(conversation, snapshot)
        mark, note = mark_of(choice)
        reason = "" if is_trusted else not_trusted() if conversation.project else no_project()
        rows = self.services.profiles.rows
        return TaskState(
            conversation.id,
            conversation.mode is ChatMode.CODE_TASK,
            reason,
            bool(conversation.project) and not is_trusted,
            profile_entries(snapshot, rows, choice),
            choice.name,
            mark,
            note,
            _send_reason(conversation, choice, reason),
            sum(found.severity is not Severity.INFO for found in snapshot.diagnostics),
        )

    def choose(self, name: str) -> None:
        """Stores the profile of the next Code task."""
        if self._conversation is not None:
            self.spawn(self._choose(self._conversation.id, name), "choose_profile")

    def choose_plan(self) -> None:
        """Chooses Plan, whatever is chosen now."""
        self.choose(PLAN)

    def choose_build(self) -> None:
        """Chooses Build, whatever is chosen now."""
        self.choose(DEFAULT_PROFILE)

    async def _choose(self, conversation_id: str, name: str) -> None:
        chosen = await self.services.profile_choices.choose(conversation_id, name)
        self.spoken.emit(self.tr("Profile: {0}").format(chosen.name))

    def switch_plan(self) -> None:
        """Goes to Plan, or back to the choice before it (U30)."""
        if self._conversation is not None and self.state.is_code:
            self.spawn(self._switch(self._conversation.id), "switch_plan")

    async def _switch(self, conversation_id: str) -> None:
        chosen = await self.services.profile_choices.switch_plan(conversation_id)
        if chosen is not None:
            self.spoken.emit(self.tr("Profile: {0}").format(chosen.name))

    def set_code(self, on: bool) -> None:  # noqa: FBT001  # a switch's slot
        """Makes the conversation a Code task or a chat."""
        if self._conversation is None or on == self.state.is_code:
            return
        if on and self.state.code_reason:
            self.notice_raised.emit(Notice(self.state.code_reason))
            return
        mode = ChatMode.CODE_TASK if on else ChatMode.CHAT
        self.spawn(self.services.conversations.choose_mode(self._conversation.id, mode), "task")

    def toggle_code(self) -> None:
        """Switches between chat and Code task."""
        self.set_code(not self.state.is_code)

    def reload(self) -> None:
        """Reads all profiles from the disk again."""
        self.spawn(self._reload(), "refresh")

    async def _reload(self) -> None:
        found = await self.services.profiles.reload()
        self.toast_raised.emit(Toast(self.tr("%n profile(s) read.", "", len(found.profiles))))


def _unknown(conversation: Conversation) -> TaskState:
    """Returns what is shown while the profiles of its project are read: the name, and nothing against it."""
    reason = checking() if conversation.project else no_project()
    is_code = conversation.mode is ChatMode.CODE_TASK
    return TaskState(
        conversation.id, is_code, reason, profile=conversation.profile, send_reason=reason if is_code else ""
    )


def _send_reason(conversation: Conversation, choice: ProfileChoice, reason: str) -> str:
    """Returns why a Code task cannot be sent: no trust, or the profile that was chosen."""
    if conversation.mode is not ChatMode.CODE_TASK:
        return ""
    if reason:
        return reason
    return mark_of(choice)[1] if choice.state in _BLOCKING else ""


def _is_profiles(event: AnyEvent) -> bool:
    return isinstance(event, CatalogChanged) and event.kind is CatalogKind.PROFILES
