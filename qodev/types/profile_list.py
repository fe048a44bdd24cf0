"""Profiles as lists show them: one row for each that was found, the skipped ones too (U49)."""

from dataclasses import dataclass
from enum import StrEnum

from qodev.types.profiles import ProfileFormat, ProfileMode, ProfileScope


class ProfileState(StrEnum):
    """What became of a profile."""

    ACTIVE = "active"
    REPLACES_BUILT_IN = "replaces_built_in"
    MODEL_NOT_APPLIED = "model_not_applied"
    CHANGED = "changed"  # of a trusted folder, and not accepted as it is now (P58)
    SHADOWED = "shadowed"
    RESERVED = "reserved"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """One found profile or skipped file."""

    name: str
    key: str
    scope: ProfileScope | None  # None for a skipped file of an unknown place
    format: ProfileFormat | None
    mode: ProfileMode | None  # None for a skipped file
    state: ProfileState
    path: str  # "" for a built-in one
    description: str = ""
    detail: str = ""  # by which file it is shadowed, or why it was skipped
    line: int = 0  # of the fault in a skipped file, 0 where there is none

    @property
    def is_skipped(self) -> bool:
        """Tells whether it is a file that was left out."""
        return self.state in (ProfileState.SKIPPED, ProfileState.RESERVED)


class ChoiceState(StrEnum):
    """How a stored choice stands to the list."""

    AVAILABLE = "available"
    MOVED = "moved"  # the name now comes from another tier (P67)
    CHANGED = "changed"  # not accepted as it is now (P58)
    NEEDS_TRUST = "needs_trust"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True)
class ProfileChoice:
    """A conversation's choice with what became of it; `scope` is where the name comes from now."""

    name: str
    state: ChoiceState
    scope: ProfileScope | None
