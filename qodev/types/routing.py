"""What the pages of rosters and roles show: walks, tables over a folder, changes that can be taken back."""

from dataclasses import dataclass

from qodev.types.agents import NeverWins, Pipeline, RoleSpec, RouteTrace


@dataclass(frozen=True, slots=True)
class WrittenRoster:
    """What a change left in the rosters file, and the texts that undo needs."""

    pipeline: Pipeline
    before: tuple[str, ...]
    after: tuple[str, ...]
    text_before: str | None  # None: there was no file
    text_after: str
    is_merged: bool  # the roster on disk was another one than the one that was changed


@dataclass(frozen=True, slots=True)
class RosterFault:
    """The rosters file is broken; `is_older` says that the rosters read before are in use, else the defaults are."""

    message: str
    path: str
    line: int
    column: int
    is_older: bool


@dataclass(frozen=True, slots=True)
class PipelineWalk:
    """How a pipeline chose, and its entries that no file can reach."""

    trace: RouteTrace
    never: tuple[NeverWins, ...]


@dataclass(frozen=True, slots=True)
class FileRoute:
    """The winners for one file of a folder, in the order of `Pipeline`; `path` is below the folder."""

    path: str
    winners: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class FolderEnd:
    """How reading a folder ended."""

    files: int
    is_capped: bool  # there are more files than were looked at
    unreadable: tuple[str, ...]  # folders that cannot be listed, with the cause


@dataclass(frozen=True, slots=True)
class RoleEntry:
    """A role and the agents whose system prompt names its id."""

    role: RoleSpec
    agents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoleForm:
    """The parts of a role's text; `fault` says why they cannot be told apart, then `text` is the whole file."""

    name: str
    description: str
    text: str
    fault: str | None = None
    line: int = 1


@dataclass(frozen=True, slots=True)
class RoleOffer:
    """A role found in a JSON file, not yet written; one that came with another program is unticked (A106)."""

    id: str
    name: str
    description: str
    text: str
    is_ticked: bool
    source_id: str  # as the file writes it
