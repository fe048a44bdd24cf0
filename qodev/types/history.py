"""What goes back in a conversation, and what goes out of it: values that services and window share (U132, U139)."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum


class RewindScope(StrEnum):
    """What goes back."""

    CHAT = "chat"
    CODE = "code"
    BOTH = "both"


class ExportFormat(StrEnum):
    """What is written; the value is the ending of the file."""

    MARKDOWN = "md"
    HTML = "html"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What goes into an export; `blacked` are found secrets that do not."""

    format: ExportFormat = ExportFormat.MARKDOWN
    thinking: bool = True
    outputs: bool = True
    images: bool = True
    project_name: bool = True  # instead of the path of the folder, wherever it stands
    blacked: AbstractSet[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Exported:
    """The text of an export, and the secrets that were found before any was blacked out."""

    text: str
    secrets: tuple[str, ...]
