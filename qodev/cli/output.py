"""Prints tables, JSON and faults the same way for every command, and names the exit codes."""

import dataclasses
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path

from qodev.base.diagnostics import Diagnostic
from qodev.base.text import show_hidden

DONE, PROBLEMS, USAGE, FAILED, CANCELLED = 0, 1, 2, 3, 130
"""Exit codes of every command (architecture.md, section 11)."""


def as_json(value: object) -> object:
    """Returns `value` in types that JSON knows: values become objects, enums their text, bytes UTF-8 text."""
    if isinstance(value, Diagnostic):
        return diagnostic_json(value)
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: as_json(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_json(item) for item in value]
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value) if isinstance(value, Path) else value


def diagnostic_json(found: Diagnostic) -> dict[str, object]:
    """Returns a diagnostic with the keys of the command line contract."""
    return {
        "id": found.code.value,
        "severity": found.severity.value,
        "message": found.message,
        "file": found.file,
        "line": found.span.line if found.span else None,
        "column": found.span.column if found.span else None,
        "key": found.key,
        "name": found.subject,
        "hint": found.hint,
        "members": list(found.members),
        "dependants": list(found.dependants),
    }


def print_json(value: object, *, indent: int | None = 2) -> None:
    """Prints one JSON document, UTF-8, and flushes: a reader may be waiting for the line."""
    sys.stdout.write(json.dumps(as_json(value), ensure_ascii=False, indent=indent) + "\n")
    sys.stdout.flush()


def print_text(text: str) -> None:
    """Prints text as it is, with a line end."""
    sys.stdout.write(text + "\n")


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Prints rows under headings, in columns as wide as their widest cell; what cannot be seen is marked."""
    cells = [tuple(headings), *(tuple(show_hidden(cell).replace("\n", " ") for cell in row) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    for row in cells:
        print_text("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def print_diagnostics(found: Iterable[Diagnostic]) -> None:
    """Prints findings as `file:line:column: severity id: message`, with hint and dependants below."""
    for diagnostic in found:
        span = diagnostic.span
        place = (
            f"{span.path}:{span.line}:{span.column}: " if span else f"{diagnostic.file}: " if diagnostic.file else ""
        )
        print_text(f"{place}{diagnostic.severity.value} {diagnostic.code.value}: {show_hidden(diagnostic.message)}")
        if diagnostic.advice:
            print_text(f"  {show_hidden(diagnostic.advice)}")
        if diagnostic.dependants:
            print_text(f"  also affected: {', '.join(diagnostic.dependants)}")


def say(text: str) -> None:
    """Tells something to a person, on standard error."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def fail(kind: str, message: str, hint: str | None, *, as_document: bool) -> None:
    """Tells a failure: with `--json` as the contract's document, else as a sentence on standard error."""
    if as_document:
        print_json({"error": {"kind": kind, "message": message, "hint": hint}})
    else:
        say(f"qodev: {message}" + (f" {hint}" if hint else ""))
