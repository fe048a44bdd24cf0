"""Places of files in a project, and what the file tools need of the folder that they work on."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from qodev.base.textfiles import FileText
from qodev.types.changes import ChangeKind, EditProposal, FileChange
from qodev.types.tooling import ToolContext


class PathRefused(ValueError):
    """A path that no rule can allow; the text says why, for the model and the person."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class ProjectPath:
    """What a path argument comes to: what is judged, shown and opened is this value."""

    given: str  # relative to the project, normalised
    real: str  # the same place after links, relative to the project
    path: Path  # where it is
    exists: bool
    is_steering: bool  # S56: reviewed in every mode
    is_other_device: bool = False  # S58: a mount inside the project

    @property
    def names(self) -> tuple[str, ...]:
        """Returns every name that rules must let pass (S51)."""
        return (self.given,) if self.given == self.real else (self.given, self.real)


class FileRoot(Protocol):
    """A project's folder, known by device and inode; its methods block."""

    @property
    def path(self) -> Path:
        """Returns the resolved folder."""
        ...

    @property
    def device(self) -> int:
        """Returns the number of its device."""
        ...

    @property
    def inode(self) -> int:
        """Returns its number on the device."""
        ...

    @property
    def folds_case(self) -> bool:
        """Tells whether names that differ by case are one file there."""
        ...

    def is_there(self) -> bool:
        """Tells whether the folder is still the one that was opened (S60)."""
        ...

    def resolve(self, argument: str) -> ProjectPath:
        """Returns where an edit tool's path leads; raises PathRefused."""
        ...

    def resolve_read(self, argument: str) -> ProjectPath:
        """Returns where a reading tool's path leads, the project itself for an empty one; raises PathRefused."""
        ...


OpenRoot = Callable[[ToolContext], Awaitable[FileRoot]]
"""Returns the folder that a call works on; raises PathRefused when it is gone."""


@dataclass(frozen=True, slots=True)
class FileMark:
    """What tells a file from every later state of it (S59)."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    sha256: str
    mode: int


@dataclass(frozen=True, slots=True)
class EditTarget:
    """A file as an edit tool finds it; `text` and `mark` are None for one that does not exist."""

    root: FileRoot
    path: ProjectPath
    text: FileText | None = None
    mark: FileMark | None = None
    new_folders: tuple[str, ...] = ()
    fault: str = ""  # why it cannot be edited though it is there: it is no text, or too large


@dataclass(frozen=True, slots=True)
class AppliedEdit:
    """An edit that was written."""

    change: FileChange
    applied: tuple[int, ...]  # indexes of hunks
    rejected: tuple[int, ...]


class EditDesk(Protocol):
    """Looks at files for edits and carries them out, checkpoint first."""

    async def look(self, context: ToolContext, argument: str) -> EditTarget:
        """Returns what lies at a path; raises PathRefused."""
        ...

    async def propose(
        self, target: EditTarget, call_id: str, kind: ChangeKind, after: Callable[[], str]
    ) -> EditProposal:
        """Returns the edit as a person reviews it; `after` makes the new text, in a worker.

        Raises ToolRefusal of `after`, and for a text that cannot be stored.
        """
        ...

    async def binding(self, context: ToolContext, target: EditTarget, proposal: EditProposal) -> str:
        """Returns a digest of the proposal and of what lies at its path now (S38)."""
        ...

    async def apply(
        self, context: ToolContext, target: EditTarget, proposal: EditProposal, accepted: tuple[int, ...] | None
    ) -> AppliedEdit:
        """Writes the accepted hunks, with a checkpoint before and everything checked again; raises ToolRefusal.

        Cancelling it leaves the file as it was, or whole and recorded.
        """
        ...
