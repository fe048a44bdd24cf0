"""Changes of files: as a tool proposes them, as a person reviews them, and as they were recorded."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

CHANGED_MEANWHILE = "changed after this proposal. Nothing was written."
"""How a sentence about a file ends that is no longer what was reviewed (U127)."""


class ChangeKind(StrEnum):
    """How a file changes."""

    CREATE = "create"
    WRITE = "write"
    PATCH = "patch"


@dataclass(frozen=True, slots=True)
class Hunk:
    """One run of changed lines; lines count from 1 and keep their ends, so that joining them gives the text back."""

    before_start: int
    before: tuple[str, ...]
    after_start: int
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EditProposal:
    """What an edit tool wants to do to one file; nothing is written before it is accepted (P183)."""

    id: str
    call_id: str
    path: str  # relative to the project, as it is judged and shown
    kind: ChangeKind
    before: str | None  # decoded; None when the file does not exist
    after: str
    hunks: tuple[Hunk, ...]
    before_sha256: str | None  # of the bytes on disk when it was proposed
    new_folders: tuple[str, ...] = ()  # P181
    is_steering: bool = False  # P114
    marks: tuple[str, ...] = ()  # sentences about what a reviewer must see (S57)


class ChangeState(StrEnum):
    """How far a recorded change came."""

    BEGUN = "begun"  # about to be written; after a crash the file tells whether it was
    DONE = "done"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class FileChange:
    """One change of one file as it was recorded before and after the write (P185)."""

    id: str
    conversation_id: str
    turn_id: str
    call_id: str
    project: str
    path: str
    kind: ChangeKind
    before_sha256: str | None  # key of the checkpoint that holds the bytes before; None: the file did not exist
    after_sha256: str | None  # None: the file is gone afterwards
    at: float
    state: ChangeState = ChangeState.BEGUN


class ChangeLog(Protocol):
    """Where changes are recorded, durably."""

    async def begin(self, change: FileChange) -> None:
        """Records a change that is about to be written."""
        ...

    async def settle(self, change_id: str, state: ChangeState) -> None:
        """Records how it ended."""
        ...

    async def drop(self, change_id: str) -> None:
        """Takes away the record of a change that was never written."""
        ...

    async def changes(self, conversation_id: str) -> Sequence[FileChange]:
        """Returns the changes of a conversation, oldest first."""
        ...

    async def unsettled(self) -> Sequence[FileChange]:
        """Returns the changes that a crash left begun."""
        ...
