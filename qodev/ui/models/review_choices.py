"""What a person decides and says about changed lines (U125, U126)."""

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QCoreApplication

from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.words import StateWord

_QUOTED = 80  # points of a line that a comment repeats


def _tr(text: str) -> str:
    return QCoreApplication.translate("Review", text)


class Choice(Enum):
    """What a person said of one change; the value is its word."""

    OPEN = StateWord(QT_TRANSLATE_NOOP("States", "Open"), "waiting", "muted")
    ACCEPTED = StateWord(QT_TRANSLATE_NOOP("States", "Accepted"), "ok", "allow")
    REJECTED = StateWord(QT_TRANSLATE_NOOP("States", "Rejected"), "failed", "deny")


@dataclass(frozen=True, slots=True)
class Place:
    """A line on one side of a difference, counted from 1."""

    line: int
    is_before: bool = False


@dataclass(frozen=True, slots=True)
class Comment:
    """What a person wrote to lines; a draft until it is sent (U126)."""

    path: str
    first: Place
    last: int
    quoted: str
    text: str

    @property
    def where(self) -> str:
        """Returns the lines in words."""
        side = _tr("before the change") if self.first.is_before else ""
        lines = (
            _tr("line {0}").format(self.first.line)
            if self.last == self.first.line
            else _tr("lines {0} to {1}").format(self.first.line, self.last)
        )
        return f"{lines} ({side})" if side else lines

    @property
    def as_text(self) -> str:
        """Returns it as it goes out."""
        quoted = self.quoted if len(self.quoted) <= _QUOTED else f"{self.quoted[:_QUOTED]}…"
        return f"- `{self.path}`, {self.where}, `{quoted.strip()}`: {self.text}"
