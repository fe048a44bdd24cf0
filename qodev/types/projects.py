"""Folders that were opened as projects, for the picker (U17)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RecentProject:
    """A folder that was opened; conversations name it by this path."""

    path: str  # resolved
    opened_at: float
    is_declined: bool = False  # somebody looked at the sheet and kept it untrusted; opening it does not ask again
    was_offered: bool = False  # containment was offered once, with the first question about a command (S40)
    is_there: bool = True
    conversations: int = 0
    running: int = 0

    @property
    def name(self) -> str:
        """Returns the last part of the path."""
        return self.path.replace("\\", "/").rstrip("/").rpartition("/")[2] or self.path
