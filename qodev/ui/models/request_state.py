"""What the Request tab shows of one request, as values (U21)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QLocale

from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.text import show_hidden

_FAULTS_SHOWN = 5
_DECLARATIONS = ("functionDeclarations", "function_declarations")
_SHOWN_BYTES = 100_000  # U107


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("RequestState", text, "", count)


def _nothing_selected() -> str:
    return _tr("Select a turn, or type a message to see its request.")


@dataclass(frozen=True, slots=True)
class RequestState:
    """A request that went out, or the one that sending now would make."""

    title: str = ""
    url: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    system: str = ""
    body: str = ""
    raw: str = ""
    size: str = ""
    faults: tuple["FaultRow", ...] = ()
    notes: tuple[str, ...] = ()
    profile: str = ""  # of a Code task
    tools: tuple[str, ...] = ()  # that the body offers
    hidden: tuple[str, ...] = ()  # that the profile keeps out of it
    steps: tuple[str, ...] = ()
    step: int = 0
    can_copy: bool = False
    is_updating: bool = False
    status: str = field(default_factory=_nothing_selected)


@dataclass(frozen=True, slots=True)
class FaultRow:
    """Why there is no request, or what is odd about it, with the place to go to."""

    message: str
    hint: str = ""
    path: str = ""
    line: int = 0
    column: int = 0
    is_error: bool = True


def faults_of(found: Sequence[Diagnostic], problems: Sequence[str]) -> tuple[FaultRow, ...]:
    """Returns findings as they are shown, and the sentences that no finding says; the first few are enough."""
    rows = [_fault(diagnostic) for diagnostic in found]
    said = {row.message for row in rows}
    return (*rows, *(FaultRow(text) for text in problems if text not in said))[:_FAULTS_SHOWN]


def _fault(found: Diagnostic) -> FaultRow:
    span, is_error = found.span, found.severity is Severity.ERROR
    if span is None:
        return FaultRow(found.message, found.advice or "", is_error=is_error)
    return FaultRow(found.message, found.advice or "", span.path, span.line, span.column, is_error)


def masked_headers(headers: Mapping[str, str], key_name: str | None) -> tuple[tuple[str, str], ...]:
    """Returns headers for the screen: where the key's variable stands, marks are drawn and the variable is named."""
    return tuple((name, _masked(value, key_name)) for name, value in headers.items())


def _masked(value: str, key_name: str | None) -> str:
    before, sign, name = value.rpartition("$")
    is_key = bool(sign) and (name == key_name or (key_name is None and name.isidentifier() and name.isupper()))
    return f"{before}•••••••• (${name})" if is_key else value


def pretty_body(body: bytes) -> str:
    """Returns a body for reading: one value a line, long lists and texts whole."""
    text = body.decode("utf-8", "replace")
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except ValueError:
        return text


def tool_names(body: bytes) -> tuple[str, ...]:
    """Returns the names of the tools in a body, in order, whichever vendor's shape they have."""
    try:
        found = json.loads(body)
    except ValueError:
        return ()
    return tuple(dict.fromkeys(_names_in(found.get("tools")))) if isinstance(found, dict) else ()


def _names_in(tools: object) -> Iterator[str]:
    for entry in tools if isinstance(tools, list) else ():
        if not isinstance(entry, dict):
            continue
        inner = entry.get("function")
        name = entry.get("name") or (inner.get("name") if isinstance(inner, dict) else None)
        if isinstance(name, str):
            yield show_hidden(name)
        for key in _DECLARATIONS:
            yield from _names_in(entry.get(key))


def cut_for_view(text: str) -> str:
    """Returns `text`, its middle left out when it is too long to be laid out at once."""
    if len(text) <= _SHOWN_BYTES:
        return text
    half = _SHOWN_BYTES // 2
    left_out = _tr("… {0} characters are not shown here; copies hold all of them …")
    return f"{text[:half]}\n\n{left_out.format(QLocale().toString(len(text) - 2 * half))}\n\n{text[-half:]}"


def size_text(size_bytes: int, estimate_tokens: int) -> str:
    """Returns the size of a body in words, such as `12.4 kB · ≈ 3.1k tokens`."""
    shown = _tr("%n byte(s)", size_bytes) if size_bytes < 1000 else f"{size_bytes / 1000:.1f} kB"
    if not estimate_tokens:
        return shown
    count = f"{estimate_tokens / 1000:.1f}k" if estimate_tokens >= 1000 else str(estimate_tokens)
    return f"{shown} · {_tr('≈ {0} tokens').format(count)}"
