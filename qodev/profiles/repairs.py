"""Offers mechanical repairs for what is wrong with a profile's text (U65, U80)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Fix, SourceSpan, TextEdit
from qodev.profiles.codev import FIELDS
from qodev.profiles.documents import free_name, renamed
from qodev.profiles.edits import remove_rule
from qodev.profiles.fields import near_field, unquoted
from qodev.profiles.written import FieldLine, cut_text
from qodev.types.profile_editing import COMMANDS, TOOLS

Repair = Callable[[Diagnostic, str, Iterable[str]], Fix | None]


def with_repairs(found: Iterable[Diagnostic], text: str, taken: Iterable[str]) -> tuple[Diagnostic, ...]:
    """Returns the findings, each with its repair where there is one; `taken` are the keys of other profiles."""
    keys = tuple(taken)
    return tuple(one if one.fix is not None else replace(one, fix=_repair(one, text, keys)) for one in found)


def _repair(found: Diagnostic, text: str, taken: Iterable[str]) -> Fix | None:
    repair = _REPAIRS.get(found.code)
    return repair(found, text, taken) if repair is not None and found.span is not None else None


def _whole(found: Diagnostic, text: str, title: str, after: str) -> Fix | None:
    """Returns a repair that turns one text into another by the lines that differ."""
    if after == text or found.span is None:
        return None
    before, now = text.split("\n"), after.split("\n")
    start = next((n for n, (a, b) in enumerate(zip(before, now, strict=False)) if a != b), min(len(before), len(now)))
    same = 0
    while same < min(len(before), len(now)) - start and before[-1 - same] == now[-1 - same]:
        same += 1
    span = SourceSpan(found.span.path, start + 1, 1, len(before) - same + 1, 1)
    put = "".join(f"{line}\n" for line in now[start : len(now) - same])
    if len(before) - same == len(before):  # the last line has no end of its own
        span = SourceSpan(found.span.path, start + 1, 1, len(before), len(before[-1]) + 1)
        put = put.removesuffix("\n")
    return Fix(title, (TextEdit(span, put),))


def _line_of(found: Diagnostic, text: str) -> FieldLine | None:
    assert found.span is not None, "looked at before"
    return next((field for field in cut_text(text).fields if field.line.number == found.span.line), None)


def _rename_field(found: Diagnostic, text: str, _taken: Iterable[str]) -> Fix | None:
    field, key = _line_of(found, text), found.key or ""
    near = near_field(unquoted(key), FIELDS)
    if field is None or near is None or found.span is None:
        return None
    column = found.span.column
    span = SourceSpan(found.span.path, found.span.line, column, found.span.line, column + len(key))
    return Fix(f"Rename to `{near}`", (TextEdit(span, near, key),))


def _remove_line(found: Diagnostic, text: str, _taken: Iterable[str]) -> Fix | None:
    field = _line_of(found, text)
    if field is None:
        return None
    return _whole(found, text, "Remove this line", text[: field.line.start] + text[field.line.after :])


def _close_quote(found: Diagnostic, text: str, _taken: Iterable[str]) -> Fix | None:
    field = _line_of(found, text)
    if field is None:
        return None
    quote = text[field.start : field.start + 1]
    return _whole(found, text, "Close the quotes", f"{text[: field.stop]}{quote}{text[field.stop :]}")


def _open_fence(found: Diagnostic, text: str, _taken: Iterable[str]) -> Fix | None:
    return _whole(found, text, "Add `---` above", f"---\n{text}") if text.strip() else None


def _remove_entry(found: Diagnostic, text: str, _taken: Iterable[str]) -> Fix | None:
    kind = found.key or ""
    if kind not in (TOOLS, COMMANDS) or found.span is None:
        return None
    entries = cut_text(text).entries(kind)
    places = (
        place
        for place, entry in enumerate(entries)
        if entry.field.line.number == found.span.line
        and abs(entry.start - entry.field.line.start + 1 - found.span.column) <= 1
    )
    place = next(places, None)
    if place is None:
        return None
    shown = text[entries[place].start : entries[place].stop]
    return _whole(found, text, f"Remove `{shown}`", remove_rule(text, kind, place))


def _other_name(found: Diagnostic, text: str, taken: Iterable[str]) -> Fix | None:
    name = free_name(found.subject or "", taken)
    return _whole(found, text, f"Call it `{name}`", renamed(text, name))


_REPAIRS: Mapping[Code, Repair] = {
    Code.PROFILE_UNKNOWN_FIELD: _rename_field,
    Code.PROFILE_DUP_FIELD: _remove_line,
    Code.PROFILE_PATH_EMPTY: _remove_line,
    Code.PROFILE_QUOTE: _close_quote,
    Code.PROFILE_NO_OPEN: _open_fence,
    Code.PROFILE_TOOLS_DUPLICATE: _remove_entry,
    Code.PROFILE_COMMANDS_DUPLICATE: _remove_entry,
    Code.PROFILE_RULE_SHADOWED: _remove_entry,
    Code.PROFILE_DUPLICATE_NAME: _other_name,
    Code.PROFILE_RESERVED_NAME: _other_name,
}
