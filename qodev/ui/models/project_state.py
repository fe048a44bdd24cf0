"""The project picker: folders opened lately, and which conversations the sidebar lists (U17)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from qodev.types.projects import RecentProject
from qodev.ui.models.words import FolderWord, StateWord

ALL = "*"  # every conversation; a path can never be this
NONE = ""  # those that belong to no project


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Projects", text, "", count)


@dataclass(frozen=True, slots=True)
class ProjectRow:
    """One line of the picker; `value` is ALL, NONE or a path."""

    value: str
    name: str
    path: str = ""
    word: StateWord | None = None
    running: int = 0

    @property
    def detail(self) -> str:
        """Returns trust and work in words."""
        parts = [self.word.text if self.word is not None else ""]
        parts.append(_tr("%n running", self.running) if self.running else "")
        return " · ".join(part for part in parts if part)

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says."""
        return ", ".join(part for part in (self.name, self.path, self.detail) if part)


@dataclass(frozen=True, slots=True)
class ProjectsState:
    """What the sidebar shows of projects."""

    rows: tuple[ProjectRow, ...] = ()
    chosen: str = ALL

    @property
    def current(self) -> ProjectRow | None:
        """Returns the chosen line."""
        return next((row for row in self.rows if row.value == self.chosen), None)

    @property
    def label(self) -> str:
        """Returns what the button says."""
        return self.current.name if self.current is not None else _tr("All projects")

    @property
    def is_missing(self) -> bool:
        """Tells whether the folder of the chosen project is gone."""
        return self.current is not None and self.current.word is FolderWord.MISSING.value

    @property
    def missing_text(self) -> str:
        """Returns what can be done about a folder that is gone."""
        return _tr("The folder is gone. Its conversations stay readable.") if self.is_missing else ""


def project_rows(projects: Sequence[RecentProject], words: Mapping[str, FolderWord]) -> tuple[ProjectRow, ...]:
    """Returns the folders, the newest first, then All projects and No project."""
    found = [ProjectRow(p.path, p.name, p.path, word_of(p, words).value, p.running) for p in projects]
    return (*found, ProjectRow(ALL, _tr("All projects")), ProjectRow(NONE, _tr("No project")))


def word_of(project: RecentProject, words: Mapping[str, FolderWord]) -> FolderWord:
    """Returns how a folder stands, in a word."""
    return FolderWord.MISSING if not project.is_there else words.get(project.path, FolderWord.CHECKING)
