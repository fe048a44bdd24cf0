"""Says what is wrong with something a person wrote, where, and how to mend it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from qodev.base.codes import Code

T = TypeVar("T")


class Severity(StrEnum):
    """How bad a finding is: an ERROR is not loaded, a WARNING loads but something in it has no effect."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


_ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A place in a file; lines and columns count from 1, in code points."""

    path: str
    line: int
    column: int = 1
    end_line: int | None = None
    end_column: int | None = None


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Replaces the text of a span by another text."""

    span: SourceSpan
    text: str
    before: str | None = None  # what must stand there, so that no other text is changed


@dataclass(frozen=True, slots=True)
class Fix:
    """A mechanical repair."""

    title: str
    edits: tuple[TextEdit, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding with its root cause (A38, A39)."""

    code: Code
    severity: Severity
    message: str
    subject: str | None = None  # the agent, role, instance or pipeline it is about
    path: str | None = None  # the file, also when no place in it is known
    span: SourceSpan | None = None
    key: str | None = None  # key path, such as body.messages
    hint: str | None = None  # what to do; for near misses the suggested name alone (A40)
    fix: Fix | None = None
    members: tuple[str, ...] = ()  # agents of a cycle, sorted
    dependants: tuple[str, ...] = ()  # agents that fail because of it, sorted
    template_line: int | None = None  # inside the template that stands at `span`, from 1

    @property
    def advice(self) -> str | None:
        """Returns what to do as a sentence; None when there is no hint, or the message says it already."""
        if not self.hint or f"`{self.hint}`" in self.message:
            return None
        return self.hint if self.hint.endswith((".", "?", "…")) else f"Did you mean `{self.hint}`?"

    @property
    def file(self) -> str | None:
        """Returns the path of the file the finding is in."""
        return self.span.path if self.span is not None else self.path


def sorted_diagnostics(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Orders by severity, then file, then line (A43)."""
    return tuple(
        sorted(found, key=lambda d: (_ORDER[d.severity], d.file or "", d.span.line if d.span else 0, d.code, d.message))
    )


@dataclass(frozen=True, slots=True)
class Parsed(Generic[T]):
    """What came of reading something from outside: a value or None, and every finding."""

    value: T | None
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(slots=True)
class Sink:
    """Collects the findings of one pass."""

    found: list[Diagnostic] = field(default_factory=list)

    def add(self, diagnostic: Diagnostic) -> None:
        """Takes one finding."""
        self.found.append(diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Takes several findings."""
        self.found.extend(diagnostics)

    @property
    def has_errors(self) -> bool:
        """Tells whether anything found is an error."""
        return any(d.severity is Severity.ERROR for d in self.found)

    def done(self) -> tuple[Diagnostic, ...]:
        """Returns what was found, ordered as A43 says."""
        return sorted_diagnostics(self.found)
