"""Finds the line of a file on which a line of a template stands (A52, A175)."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from qodev.agents.schema import AgentDraft
from qodev.base.diagnostics import Diagnostic

_LONG_VALUE = re.compile(r"[^=\n\"']*(?:\"[^\"\n]*\"[^=\n\"']*|'[^'\n]*'[^=\n\"']*)*(?:=[ \t]*)?('''|\"\"\")(\n?)")


def at_template_line(found: Diagnostic, text: str) -> Diagnostic:
    """Returns a finding moved to the very line of its template; `text` is that of its file, CR LF read as LF."""
    span, inner = found.span, found.template_line
    if span is None or inner is None:
        return found
    line = span.line + _lines_before(text, span.line, span.column) + inner - 1
    if line == span.line or line > text.count("\n") + 1:
        return found
    return replace(found, span=replace(span, line=line, column=1))


def _lines_before(text: str, line: int, column: int) -> int:
    """Returns how many lines below its key a template begins."""
    lines = text.split("\n")
    if not 0 < line <= len(lines):
        return 0
    rest = "\n".join((lines[line - 1][column - 1 :], *lines[line : line + 2]))
    opened = _LONG_VALUE.match(rest)
    return 1 if opened is not None and opened[2] else 0


def placed(found: Iterable[Diagnostic], text_of: Callable[[str], str]) -> tuple[Diagnostic, ...]:
    """Returns findings moved to the lines of their templates; `text_of` gives the text of a path, "" for none."""
    return tuple(at_template_line(d, text_of(d.span.path)) if d.span and d.template_line else d for d in found)


def texts_of(chain: Iterable[AgentDraft]) -> Callable[[str], str]:
    """Returns what gives the text of each file of a chain; blocks when it must be read again."""
    drafts = {draft.source.path: draft for draft in chain}

    def text_of(path: str) -> str:
        draft = drafts.get(path)
        return draft.source.load_text() if draft is not None else ""

    return text_of
