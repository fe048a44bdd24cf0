"""Files and folders of a project that a message can mention (U99)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MentionedFile:
    """One answer; `refused` is why it cannot be mentioned, `places` are the characters of the path that were asked for."""

    path: str  # relative to the project, with `/`
    is_folder: bool
    refused: str = ""
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MentionList:
    """The best answers, best first; of a folder that is not trusted there are none (U99)."""

    files: tuple[MentionedFile, ...] = ()
    is_trusted: bool = True
