"""Files that are edited as documents: what they are, how they stand, and what came of saving one (U35)."""

from dataclasses import dataclass
from enum import StrEnum

from qodev.base.diagnostics import Diagnostic


class DocumentKind(StrEnum):
    """What a file is, by its folder."""

    AGENT = "agent"
    INSTANCE = "instance"
    ROLE = "role"
    PROFILE = "profile"
    PIPELINES = "pipelines"
    MODELS = "models"
    PARTIAL = "partial"
    SETTINGS = "settings"
    OTHER = "other"


class DocumentState(StrEnum):
    """How an open document stands to its file."""

    SAVED = "saved"
    UNSAVED = "unsaved"
    CANNOT_SAVE = "cannot_save"
    SAVING = "saving"
    CHANGED_ON_DISK = "changed_on_disk"
    READ_ONLY = "read_only"


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """A file as it was read: `text` holds its BOM and line ends; `digest` is of its bytes, "" when there is no file."""

    path: str
    kind: DocumentKind
    text: str
    digest: str
    read_only: str | None = None  # why it cannot be saved
    draft: str | None = None  # text that was typed before and never saved (U5)
    draft_base: str | None = None  # the digest of the file that the draft was typed over


@dataclass(frozen=True, slots=True)
class DiskState:
    """What is on disk now; `text` is None when the file is gone or is no text, `digest` "" when it is gone."""

    digest: str
    text: str | None


@dataclass(frozen=True, slots=True)
class Saved:
    """The file holds `text` now."""

    text: str
    digest: str


@dataclass(frozen=True, slots=True)
class DiskChanged:
    """Nothing was written: the file is no longer the one that was opened; `text` is None when it is gone."""

    text: str | None
    digest: str


@dataclass(frozen=True, slots=True)
class SaveRefused:
    """Nothing was written, and the file is byte for byte as it was."""

    message: str
    hint: str | None = None
    diagnostic: Diagnostic | None = None


SaveOutcome = Saved | DiskChanged | SaveRefused


@dataclass(frozen=True, slots=True)
class TrashedFile:
    """A deleted file: where it was, where it is kept now, and its name."""

    path: str
    kept_at: str
    title: str
