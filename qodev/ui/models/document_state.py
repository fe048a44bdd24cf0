"""What an editor shows of its document: the state in one word, and what happened to the file meanwhile (U35)."""

from dataclasses import dataclass

from qodev.types.documents import DocumentState
from qodev.ui.models.diff_lines import DiffLine


@dataclass(frozen=True, slots=True)
class DocumentView:
    """The document in front of one editor; an empty path means that none is open."""

    path: str = ""
    name: str = ""  # of the file
    state: DocumentState = DocumentState.SAVED
    is_dirty: bool = False
    read_only: str = ""  # why it may not be changed
    fault: str = ""  # why it could not be saved, and what to do
    is_gone: bool = False  # the file was deleted meanwhile
    is_restored: bool = False  # the unsaved text was kept from before


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the disk and the editor have different; no lines when the texts are equal."""

    path: str
    name: str
    lines: tuple[DiffLine, ...]


@dataclass(frozen=True, slots=True)
class DirtyDocument:
    """A document with changes that are not saved; `place` says which window shows it."""

    path: str
    name: str
    place: str
