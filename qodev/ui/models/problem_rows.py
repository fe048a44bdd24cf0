"""Findings as rows of the Problems pane, and the words of the status bar (U161, U162)."""

from collections.abc import Iterable
from dataclasses import dataclass


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
            lines.append("Affects: " + ", ".join(self.dependants))
        return "\n".join(line for line in lines if line)


@dataclass(frozen=True, slots=True)
class ProblemsState:
    """Everything the pane shows."""

    rows: tuple[ProblemRow, ...] = ()
    messages: tuple[str, ...] = ()
    empty_text: str = "Checking files…"

    @property
    def summary(self) -> str:
        """Returns the words of the status bar, such as `2 errors, 1 warning`; "" without problems."""
        parts = [counted(self.rows, severity) for severity in ("error", "warning")]
        return ", ".join(part for part in parts if part)


def counted(rows: Iterable[ProblemRow], severity: str) -> str:
    """Returns how many rows of a severity there are, in words."""
    count = sum(row.severity == severity for row in rows)
    return f"{count} {severity}{'s' if count != 1 else ''}" if count else ""


@dataclass(frozen=True, slots=True)
class StatusState:
    """What stands in the status bar; empty texts are hidden."""

    problems: str = ""
    problems_severity: str = ""
    running: str = ""
    keyring: str = ""
    network: str = ""
