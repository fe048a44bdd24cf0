"""Turns the table of an agent file into a draft: keys, types, values, names (A10 to A17)."""

import math
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from qodev.agents.causes import Findings, SourceFile
from qodev.agents.match import FILE_PATTERNS, PATH_PATTERNS, PROJECT_NAMES, GlobFault, MatchGlob, find_literal_mark
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.jsontext import JsonValue
from qodev.base.text import near_miss

SUPPORTED_SCHEMA = 1
NAME_LIMIT = 256
BREAKPOINTS = ("system", "tools", "history")
CACHE_TTLS = ("5m", "1h")

MATCH_KEYS = (FILE_PATTERNS, PATH_PATTERNS, PROJECT_NAMES)
_TEXT_KEYS = ("description", "provider_instance", "model", "endpoint", "system_prompt", "cache_ttl")
_FLAG_KEYS = ("enable_thinking", "enable_tools", "cache_prompt")
_LIST_KEYS = ("tags", "cache_breakpoints")
_OWN_KEYS = ("schema_version", "name", "extends", "abstract", "hidden")  # never inherited (A29)
_KINDS: Mapping[str, str] = {
    **dict.fromkeys(_OWN_KEYS, "own"),
    **dict.fromkeys(_TEXT_KEYS, "text"),
    **dict.fromkeys(_FLAG_KEYS, "flag"),
    **dict.fromkeys(_LIST_KEYS, "list"),
    **dict.fromkeys(("match", "body"), "table"),
}
KNOWN_KEYS = tuple(_KINDS)


@dataclass(frozen=True, slots=True, eq=False)
class AgentDraft:
    """What one file says, before `extends`; `values` holds what children inherit."""

    source: SourceFile
    name: str
    extends: str | None
    abstract: bool
    hidden: bool
    values: Mapping[str, JsonValue]
    bad_values: tuple[str, ...]  # key paths of `body` that no JSON can hold (A75)
    diagnostics: tuple[Diagnostic, ...]
    templates: tuple[str, ...] = ()  # of its body and prompt
    stale: bool = False  # an older version of the file's agent (A46)


@dataclass(frozen=True, slots=True, eq=False)
class RefusedFile:
    """A file that gives no agent or instance; its first finding is the cause of what fails with it (A35)."""

    source: SourceFile
    name: str | None
    diagnostics: tuple[Diagnostic, ...]


def parse_agent(table: Mapping[str, Any], source: SourceFile, *, is_json: bool = False) -> AgentDraft | RefusedFile:
    """Returns the draft of a file, or why it is refused; `is_json` says that every value is JSON already."""
    if source.is_clean:
        return _draft_clean(table, source)
    findings = Findings(source)
    name = read_name(table.get("name"))
    if name is None:
        return RefusedFile(source, None, (_invalid_name(source, table.get("name")),))
    findings.subject = name
    if _is_too_new(table.get("schema_version")):
        return RefusedFile(source, name, (_too_new(source, name, table["schema_version"]),))
    is_refused = _check_vital_keys(table, findings)
    values = _read_values(table, findings)
    if is_refused:
        return RefusedFile(source, name, tuple(sorted(findings.found, key=lambda d: d.severity is not Severity.ERROR)))
    bad_values: tuple[str, ...] = ()
    if "body" in table:
        values["body"], bad_values = (table["body"], ()) if is_json else _read_body(table["body"])
    flags = {key: _read_flag(table, key, findings) for key in ("abstract", "hidden")}
    source.is_clean = not findings.found and not bad_values
    return AgentDraft(
        source,
        name,
        table.get("extends") or None,
        bool(flags["abstract"]),
        bool(flags["hidden"]),
        values,
        bad_values,
        tuple(findings.found),
        tuple(_find_templates(values)) if source.has_templates else (),
    )


def _draft_clean(table: Mapping[str, Any], source: SourceFile) -> AgentDraft:
    values = dict(table)
    for key in _OWN_KEYS:
        values.pop(key, None)
    parent, abstract, hidden = table.get("extends") or None, table.get("abstract", False), table.get("hidden", False)
    templates = tuple(_find_templates(values)) if source.has_templates else ()
    return AgentDraft(source, table["name"].strip(), parent, abstract, hidden, values, (), (), templates)


def _find_templates(values: Mapping[str, JsonValue]) -> Iterator[str]:
    pending = [values.get("system_prompt"), values.get("body")]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            if "{%" in value or "{{" in value:
                yield value
        elif isinstance(value, dict):
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)


def read_name(value: object) -> str | None:
    """Returns a name without blanks around it, or None when it cannot be one (A17)."""
    if not isinstance(value, str):
        return None
    name = value.strip()
    # All of category C would refuse the joiners of emoji and of several scripts, which names may hold.
    has_controls = not value.isprintable() and any(map(_is_control, value.strip(" \t")))
    return name if name and len(name) <= NAME_LIMIT and not has_controls else None


def _is_control(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Zl", "Zp")


def _invalid_name(source: SourceFile, value: object) -> Diagnostic:
    reason = "has no `name`" if value is None else "has a `name` that cannot be used"
    return Diagnostic(
        Code.NAME_INVALID,
        Severity.ERROR,
        f"`{source.name}` {reason}; the file is not loaded.",
        span=source.span_of("name"),
        key="name",
        hint=f"Give it a name of 1 to {NAME_LIMIT} characters without control characters.",
    )


def _is_too_new(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > SUPPORTED_SCHEMA


def _too_new(source: SourceFile, name: str, version: int) -> Diagnostic:
    # The number is not printed when it is absurdly long: Python refuses to turn such numbers into text.
    shown = str(version) if version < 10**9 else "a later one"
    return Diagnostic(
        Code.SCHEMA_TOO_NEW,
        Severity.ERROR,
        f"`{source.name}` has `schema_version` {shown}, and this qodev reads up to {SUPPORTED_SCHEMA}.",
        name,
        span=source.span_of("schema_version"),
        key="schema_version",
        hint="Install a newer qodev.",
    )


def _check_vital_keys(table: Mapping[str, Any], findings: Findings) -> bool:
    """Going on without these would send something else than was written (A13)."""
    before = len(findings.found)
    version = table.get("schema_version", 1)
    if not isinstance(version, int) or isinstance(version, bool):
        findings.wrong_type("schema_version", "a whole number", severity=Severity.ERROR)
    elif version < 1:
        findings.bad_value("schema_version", "must be at least 1")
        before += 1
    if not isinstance(table.get("extends", ""), str):
        findings.wrong_type("extends", "the name of an agent", severity=Severity.ERROR)
    if not isinstance(table.get("body", {}), dict):
        findings.wrong_type("body", "a table", severity=Severity.ERROR)
    return len(findings.found) > before


def _read_values(table: Mapping[str, Any], findings: Findings) -> dict[str, JsonValue]:
    values: dict[str, JsonValue] = {}
    for key, value in table.items():
        kind = _KINDS.get(key)
        if kind == "text":
            _read_text(key, value, values, findings)
        elif kind == "flag":
            if isinstance(value, bool):
                values[key] = value
            else:
                findings.wrong_type(key, "`true` or `false`")
        elif kind == "list":
            _read_list(key, value, values, findings)
        elif key == "match":
            _read_match(value, values, findings)
        elif kind is None:
            findings.unknown_key(key, KNOWN_KEYS)
    if "cache_breakpoints" in values:
        _check_breakpoints(values, findings)
    return values


def _read_text(key: str, value: object, values: dict[str, JsonValue], findings: Findings) -> None:
    if not isinstance(value, str):
        findings.wrong_type(key, "text")
    elif key == "cache_ttl" and value not in CACHE_TTLS:
        findings.bad_value(key, 'must be "5m" or "1h"')
    else:
        values[key] = value


def _read_flag(table: Mapping[str, Any], key: str, findings: Findings) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        findings.wrong_type(key, "`true` or `false`")
        return False
    return value


def _read_list(key: str, value: object, values: dict[str, JsonValue], findings: Findings, prefix: str = "") -> None:
    if not isinstance(value, list):
        findings.wrong_type(prefix + key, "an array of texts")
        return
    texts = [member for member in value if isinstance(member, str)]
    if len(texts) < len(value):
        findings.dropped_members(prefix + key, "texts")
    values[key] = texts


def _check_breakpoints(values: dict[str, JsonValue], findings: Findings) -> None:
    points = values.get("cache_breakpoints")
    if not isinstance(points, list):
        return
    wrong = [point for point in points if point not in BREAKPOINTS]
    if wrong:
        shown = ", ".join(f"`{point}`" for point in wrong[:5])
        reason = f"takes `system`, `tools` and `history`, not {shown}"
        findings.bad_value("cache_breakpoints", reason, near_miss(str(wrong[0]), BREAKPOINTS))
        values["cache_breakpoints"] = [point for point in points if point in BREAKPOINTS]


def _read_match(value: object, values: dict[str, JsonValue], findings: Findings) -> None:
    if not isinstance(value, dict):
        findings.wrong_type("match", "a table")
        return
    rule: dict[str, JsonValue] = {}
    for key, patterns in value.items():
        if key in MATCH_KEYS:
            _read_list(key, patterns, rule, findings, "match.")
        else:
            findings.unknown_key(f"match.{key}", MATCH_KEYS)
    for key in (FILE_PATTERNS, PATH_PATTERNS):
        patterns = rule.get(key, [])
        assert isinstance(patterns, list)
        for pattern in patterns:
            _check_glob(f"match.{key}", pattern, findings)
    values["match"] = rule


def _check_glob(key: str, pattern: str, findings: Findings) -> None:
    try:
        MatchGlob.parse(pattern)
    except GlobFault as fault:
        message = f"The pattern `{pattern}` of `{key}` fits nothing: {fault}."
        findings.add(Code.MATCH_GLOB, Severity.WARNING, key, message)
        return
    mark = find_literal_mark(pattern)
    if mark is not None:
        message = f"`{mark}` has no meaning in the pattern `{pattern}` of `{key}`; it stands for itself."
        hint = "Write `/` in paths." if mark == "\\" else "Write one pattern for each alternative."
        findings.add(Code.MATCH_GLOB_LITERAL, Severity.WARNING, key, message, hint)


def _read_body(body: dict[str, Any]) -> tuple[JsonValue, tuple[str, ...]]:
    """Returns the body with values that JSON cannot hold as text, and where those stand (A75)."""
    bad: list[str] = []
    if not _is_json(body):
        return _to_json(body, "body", bad), tuple(bad)
    return body, ()


def _is_json(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_is_json, value.values()))
    if isinstance(value, list):
        return all(map(_is_json, value))
    return not isinstance(value, date | time) and not (isinstance(value, float) and not math.isfinite(value))


def _to_json(value: Any, path: str, bad: list[str]) -> JsonValue:  # noqa: ANN401  what tomllib gives, before it is known
    if isinstance(value, dict):
        return {key: _to_json(member, f"{path}.{key}", bad) for key, member in value.items()}
    if isinstance(value, list):
        return [_to_json(member, f"{path}.{index}", bad) for index, member in enumerate(value)]
    if _is_json(value):
        plain: JsonValue = value
        return plain
    bad.append(path)
    return value.isoformat() if isinstance(value, datetime | date | time) else str(value)
