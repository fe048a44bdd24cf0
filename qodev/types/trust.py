"""What a person sees before and after trusting a folder: its steering files and what they would change (U151 to U155)."""

from dataclasses import dataclass
from enum import StrEnum

from qodev.types.permissions import Effect
from qodev.types.profiles import Profile


class FileState(StrEnum):
    """How a steering file stands to what was accepted (S70)."""

    ACCEPTED = "accepted"
    NEW = "new"
    CHANGED = "changed"  # another content of this file was accepted before


@dataclass(frozen=True, slots=True)
class SheetFile:
    """A file that changes what an agent may do or is told, as it was read for the sheet."""

    kind: str  # profile, skill or instructions
    path: str  # relative to the folder, with `/`
    digest: str
    content: bytes
    state: FileState
    accepted: str | None = None  # the text that was accepted last, where it is kept
    profile: Profile | None = None  # what it comes to, of a profile that can be read
    fault: str = ""  # why it is no profile

    @property
    def text(self) -> str:
        """Returns the content as text; what is no UTF-8 is marked."""
        return self.content.decode("utf-8", "replace").removeprefix("\ufeff")


@dataclass(frozen=True, slots=True)
class Loosening:
    """Something that would become less strict than what is in force without the pending files (S75)."""

    profile: str
    file: str  # relative to the folder
    subject: str  # a tool, or what the profile's commands and paths lose
    before: Effect | None
    after: Effect | None


@dataclass(frozen=True, slots=True)
class TrustSheet:
    """A folder before a decision: everything is shown, nothing is in effect by that."""

    path: str  # resolved
    opened_as: str  # as it was named; differs where a link led to it
    is_trusted: bool
    since: float | None
    covered_by: str | None  # the folder that was trusted, this one or one above it
    refusal: str | None  # why it cannot be trusted at all
    parent: str | None  # offered too, None when it cannot be trusted
    files: tuple[SheetFile, ...]
    identity: tuple[int, int]  # device and inode of the folder that was shown
    digest: str  # over kinds, paths and digests of all files: what a command line names (S78)
    appears: tuple[str, ...] = ()  # profiles that the pending files bring
    skills: tuple[str, ...] = ()  # skills that they bring
    shadowed: tuple[str, ...] = ()  # names of other profiles that they replace
    ignored: tuple[str, ...] = ()  # reserved names that they try to take
    allowed: tuple[Loosening, ...] = ()
    remarks: tuple[str, ...] = ()  # foreign owners, files that others may write, network folders, links

    @property
    def pending(self) -> tuple[SheetFile, ...]:
        """Returns the files that wait for a decision."""
        return tuple(file for file in self.files if file.state is not FileState.ACCEPTED)


@dataclass(frozen=True, slots=True)
class TrustRecord:
    """A folder that is trusted, for lists."""

    path: str
    since: float
    is_there: bool  # the very folder that was trusted is still at its path
