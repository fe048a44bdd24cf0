"""Findings as rows of the Problems pane, and the words of the status bar (U161, U162)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication

from qodev.base.diagnostics import Fix
from qodev.ui.models.lists import in_a_row
from qodev.ui.models.marks import QT_TRANSLATE_NOOP


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Problems", text, "", count)


def _checking() -> str:
    return _tr("Checking files…")


_WORDS = {
    "error": QT_TRANSLATE_NOOP("Problems", "Error"),
    "warning": QT_TRANSLATE_NOOP("Problems", "Warning"),
    "info": QT_TRANSLATE_NOOP("Problems", "Info"),
}
_COUNTS: dict[str, Callable[[int], str]] = {
    "error": lambda count: _tr("%n error(s)", count),
    "warning": lambda count: _tr("%n warning(s)", count),
    "info": lambda count: _tr("%n info(s)", count),
}


@dataclass(frozen=True, slots=True)
class ProblemRow:
    """One finding; `line` 0 means that no place in a file is known."""

    severity: str
    message: str
    subject: str
    path: str
    line: int
    column: int
    code: str
    hint: str
    dependants: tuple[str, ...] = ()
    fix: Fix | None = None

    @property
    def place(self) -> str:
        """Returns file and line, the file by its name alone."""
        name = self.path.replace("\\", "/").rpartition("/")[2]
        return f"{name}:{self.line}" if self.line else name

    @property
    def text(self) -> str:
        """Returns everything about it, for copying."""
        place = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        lines = [f"{self.severity}: {self.message} [{self.code}]", place, self.hint]
        if self.dependants:
            lines.append(_tr("Affects: {0}").format(in_a_row(self.dependants)))
        return "\n".join(line for line in lines if line)


@dataclass(frozen=True, slots=True)
class ProblemsState:
    """Everything the pane shows."""

    rows: tuple[ProblemRow, ...] = ()
    messages: tuple[str, ...] = ()
    empty_text: str = field(default_factory=_checking)

    @property
    def summary(self) -> str:
        """Returns the words of the status bar, such as `2 errors, 1 warning`; "" without problems."""
        return in_a_row(counted(self.rows, severity) for severity in ("error", "warning"))


def severity_word(severity: str) -> str:
    """Returns how grave a finding is, in a word."""
    return _tr(_WORDS[severity])


def counted(rows: Iterable[ProblemRow], severity: str) -> str:
    """Returns how many rows of a severity there are, in words."""
    count = sum(row.severity == severity for row in rows)
    return _COUNTS[severity](count) if count else ""


@dataclass(frozen=True, slots=True)
class StatusState:
    """What stands in the status bar; empty texts are hidden."""

    problems: str = ""
    problems_severity: str = ""
    running: str = ""
    keyring: str = ""
    network: str = ""
