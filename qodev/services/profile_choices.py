"""The profile of each conversation: chosen and stored by name, switched to Plan and back, brought over from older releases.

A name that does not resolve stays as it is and is said; nothing falls back to Build in silence (P66 to P74).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from qodev.services.profiles import ProfilesService
from qodev.types.conversation import DEFAULT_PROFILE, SCHEMA_VERSION, ChatMode, Conversation
from qodev.types.profile_list import ChoiceState, ProfileChoice
from qodev.types.profiles import ProfileScope, ProfileSnapshot, profile_key

PLAN = "Plan"
_OLD_DEFAULT = "code"  # what an older release called its default (P73)
_PROJECT_SCOPES = (ProfileScope.PROJECT.value, ProfileScope.PROJECT_OPENCODE.value)


class Conversations(Protocol):
    """Where choices are stored."""

    @property
    def all(self) -> Sequence[Conversation]:
        """Returns every conversation."""
        ...

    def get(self, conversation_id: str) -> Conversation:
        """Returns a conversation."""
        ...

    async def choose_profile(
        self, conversation_id: str, name: str, scope: str | None, before_plan: str | None, *, version: int | None = None
    ) -> Conversation:
        """Stores a choice, at once."""
        ...


def choice_of(conversation: Conversation, snapshot: ProfileSnapshot) -> ProfileChoice:
    """Returns how the stored choice stands to the list of its project."""
    profile = snapshot.find(conversation.profile)
    is_untrusted = bool(conversation.project) and snapshot.project is None
    if is_untrusted and conversation.profile_scope in _PROJECT_SCOPES:
        return ProfileChoice(conversation.profile, ChoiceState.NEEDS_TRUST, None)
    if profile is None:
        return ProfileChoice(conversation.profile, ChoiceState.UNAVAILABLE, None)
    if profile.path in snapshot.pending:
        return ProfileChoice(profile.name, ChoiceState.CHANGED, profile.scope)
    has_moved = conversation.profile_scope not in (None, profile.scope.value)
    return ProfileChoice(profile.name, ChoiceState.MOVED if has_moved else ChoiceState.AVAILABLE, profile.scope)


def switched(conversation: Conversation, snapshot: ProfileSnapshot) -> str:
    """Returns the name that the Plan switch leads to (P68)."""
    if profile_key(conversation.profile) != profile_key(PLAN):
        return PLAN
    before = conversation.profile_before_plan
    return before if before is not None and snapshot.find(before) is not None else DEFAULT_PROFILE


def migrated(conversation: Conversation, snapshot: ProfileSnapshot) -> Conversation:
    """Returns the conversation as this release stores it; the same one while an untrusted folder leaves it open (P73)."""
    if conversation.schema_version >= SCHEMA_VERSION:
        return conversation
    if profile_key(conversation.profile) != _OLD_DEFAULT:
        return replace(conversation, schema_version=SCHEMA_VERSION)
    if conversation.project and snapshot.project is None:
        return conversation  # the folder may hold a profile of that name
    found = snapshot.find(conversation.profile)
    is_built_in = found is None or found.scope is ProfileScope.BUILT_IN
    name = DEFAULT_PROFILE if is_built_in else conversation.profile
    return replace(conversation, profile=name, schema_version=SCHEMA_VERSION)


class ProfileChoices:
    """Stores choices; each one is for the next turn, whatever runs or waits now."""

    def __init__(self, conversations: Conversations, profiles: ProfilesService) -> None:
        self._conversations = conversations
        self._profiles = profiles

    async def opened(self, conversation_id: str) -> ProfileChoice:
        """Brings an older choice over, once, and returns how the choice stands."""
        conversation = self._conversations.get(conversation_id)
        snapshot = await self._snapshot(conversation)
        after = migrated(conversation, snapshot)
        if after != conversation:
            conversation = await self._conversations.choose_profile(
                conversation_id,
                after.profile,
                after.profile_scope,
                after.profile_before_plan,
                version=after.schema_version,
            )
        return choice_of(conversation, snapshot)

    async def choose(self, conversation_id: str, name: str) -> ProfileChoice:
        """Stores another profile, with the tier that the name comes from now."""
        conversation = self._conversations.get(conversation_id)
        snapshot = await self._snapshot(conversation)
        found = snapshot.find(name)
        is_plan = profile_key(name) == profile_key(PLAN)
        leaves = is_plan and profile_key(conversation.profile) != profile_key(PLAN)
        before = conversation.profile if leaves else conversation.profile_before_plan if is_plan else None
        changed = await self._conversations.choose_profile(
            conversation_id,
            found.name if found is not None else name,
            found.scope.value if found is not None else None,
            before,
        )
        return choice_of(changed, snapshot)

    async def rename(self, before: str, after: str) -> int:
        """Lets the conversations that name a profile name it anew, and returns how many did (P238)."""
        key = profile_key(before)
        users = [one for one in self._conversations.all if profile_key(one.profile) == key]
        for one in users:
            earlier = one.profile_before_plan
            earlier = after if earlier is not None and profile_key(earlier) == key else earlier
            await self._conversations.choose_profile(one.id, after, one.profile_scope, earlier)
        return len(users)

    async def switch_plan(self, conversation_id: str) -> ProfileChoice | None:
        """Goes to Plan, or back to the choice before it; in a chat nothing happens (P68)."""
        conversation = self._conversations.get(conversation_id)
        if conversation.mode is not ChatMode.CODE_TASK:
            return None
        snapshot = await self._snapshot(conversation)
        return await self.choose(conversation_id, switched(conversation, snapshot))

    async def _snapshot(self, conversation: Conversation) -> ProfileSnapshot:
        shown = self._profiles.snapshot
        if shown.revision and self._profiles.project == conversation.project:
            return shown
        return await self._profiles.snapshot_of(conversation.project)
