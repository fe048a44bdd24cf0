"""Differences of two texts as they are shown, and lists of changed files (U20, U124)."""

from dataclasses import dataclass
from enum import StrEnum

from qodev.types.changes import Hunk

LINES_UNASKED = 5_000  # above that a difference is computed on request (U124)


class RowKind(StrEnum):
    """What a row of a difference is."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"
    GAP = "gap"  # equal lines that are not shown; `text` is empty


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One row; line numbers count from 1, spans are places in `text` whose words differ."""

    kind: RowKind
    text: str = ""
    before_line: int | None = None
    after_line: int | None = None
    spans: tuple[tuple[int, int], ...] = ()
    hunk: int | None = None  # index of the hunk that it belongs to
    count: int = 0  # of lines that a gap stands for


@dataclass(frozen=True, slots=True)
class FileDiff:
    """What differs in one file; `rows` is empty while it `waits` for somebody to ask for so much (U124)."""

    before: str
    after: str
    hunks: tuple[Hunk, ...] = ()
    rows: tuple[DiffRow, ...] = ()
    unseen: tuple[tuple[str, ...], ...] = ()  # by hunk: code points of what looks the same in both (S189)
    lines: int = 0  # of the longer text
    waits: bool = False
    note: str = ""  # what is to be known of it, such as that the file changed since


class ChangeScope(StrEnum):
    """Which changes a list shows (U20)."""

    LAST_TURN = "last_turn"
    CONVERSATION = "conversation"
    UNCOMMITTED = "uncommitted"
    BRANCH = "branch"


class Standing(StrEnum):
    """How a change of a file stands (U175)."""

    PROPOSED = "proposed"
    APPLIED = "applied"
    REJECTED = "rejected"
    REVERTED = "reverted"
    CHANGED_SINCE = "changed_since"
    NEEDS_REPAIR = "needs_repair"


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """One row of a list of changes; `standing` is None for what git tells, `added` for what no line count fits."""

    id: str
    path: str  # relative to the project
    standing: Standing | None = None
    added: int | None = None
    removed: int | None = None
    turn_id: str = ""
    at: float = 0.0
    changes: tuple[str, ...] = ()  # ids of what was recorded, oldest first
    old_path: str = ""  # where git knew it before


@dataclass(frozen=True, slots=True)
class GitScopes:
    """Whether git can tell changes of a project: why not, and the branches to compare with."""

    reason: str = ""
    branches: tuple[str, ...] = ()
