"""Repairs of keys and values in TOML files and in the front matter of roles."""

import re
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

from qodev.agents.fix_texts import FixContext
from qodev.agents.match import find_literal_mark
from qodev.agents.schema import BREAKPOINTS, NAME_LIMIT
from qodev.agents.toml_edit import has_key, remove_key, rename_key, set_key
from qodev.agents.toml_scan import TomlPath
from qodev.agents.toml_text import value_at
from qodev.agents.toml_values import render_flat
from qodev.base.codes import Code
from qodev.base.jsontext import JsonValue
from qodev.base.text import clip

Repaired = tuple[str, str] | None

_FLAGS = frozenset(
    ("enable_thinking", "enable_tools", "cache_prompt", "abstract", "hidden", "verify_tls", "launch.detach")
)
_NUMBERS = frozenset(
    ("schema_version", "timeouts.connect_s", "timeouts.idle_s", "timeouts.total_s", "launch.ready_timeout_s")
)
_LISTS = frozenset(
    ("tags", "cache_breakpoints", "match.file_patterns", "match.path_patterns", "match.project_names", "launch.args")
)
_TABLES = frozenset(("match", "body", "headers", "timeouts", "launch", "launch.env"))
_REQUIRED: Mapping[str, JsonValue] = {  # together they make an agent for any server that speaks Chat Completions
    "provider_instance": "OpenAI Compatible",
    "model": "local-model",
    "endpoint": "/chat/completions",
    "body": {"messages": '[ {% include "partials/openai_messages.jinja" %} ]'},
}
_URL_HINT = re.compile(r'Write url = "(.+)"\.')


def _rename_key(given: FixContext) -> Repaired:
    if given.hint is None or not given.diagnostic.key:
        return None
    title = f"Rename to `{given.hint}`"
    if not (given.diagnostic.file or "").lower().endswith(".toml"):
        return _rename_front_matter(given, title)
    path = given.path
    if has_key(given.text, (*path[:-1], given.hint)):
        return None
    return title, rename_key(given.text, path, given.hint)


def _rename_front_matter(given: FixContext, title: str) -> Repaired:
    lines = given.text.split("\n")
    span = given.diagnostic.span
    at = span.line - 1 if span is not None else 0
    key, name = re.escape(given.diagnostic.key or ""), given.hint
    front = lines[1 : next((n for n, line in enumerate(lines[1:], 1) if line.startswith("---")), 1)]
    if at >= len(lines) or any(re.match(rf"\s*[\"']?{name}[\"']?\s*:", line) for line in front):
        return None
    lines[at], count = re.subn(rf"^(\s*[\"']?){key}([\"']?\s*:)", rf"\g<1>{name}\g<2>", lines[at])
    return (title, "\n".join(lines)) if count else None


def _mend_type(given: FixContext) -> Repaired:
    path, key = given.path, given.diagnostic.key or ""
    value = value_at(given.toml.table, path)
    if key in _FLAGS or key in _NUMBERS:
        meant = _meant(value, is_flag=key in _FLAGS)
        return (f"Write `{render_flat(meant)}`", set_key(given.text, path, meant)) if meant is not None else None
    if key in _LISTS:
        return _mend_list(given, path, value)
    if key in _TABLES or not isinstance(value, bool | int | float):
        return None
    return "Put it in quotes", set_key(given.text, path, _written(given, path))


def _meant(value: object, *, is_flag: bool) -> bool | int | float | None:
    """Returns what a quoted flag or number means."""
    text = value.strip().lower() if isinstance(value, str) else ""
    if is_flag:
        return {"true": True, "false": False}.get(text)
    if re.fullmatch(r"\d{1,15}", text):
        return int(text)
    return float(text) if re.fullmatch(r"\d{1,15}\.\d{1,15}", text) else None


def _written(given: FixContext, path: TomlPath) -> str:
    number = given.toml.find_written(path)
    if number is None:
        raise KeyError(path)
    return given.toml.value_text(number)


def _mend_list(given: FixContext, path: TomlPath, value: Any) -> Repaired:  # noqa: ANN401  what tomllib gives
    if isinstance(value, str):
        return "Write it as an array", set_key(given.text, path, [value])
    if not isinstance(value, list) or any(not isinstance(member, str | bool | int | float) for member in value):
        return None
    texts = [_written(given, (*path, str(at))) if not isinstance(m, str) else m for at, m in enumerate(value)]
    return "Put all members in quotes", set_key(given.text, path, texts)


def _mend_value(given: FixContext) -> Repaired:
    if given.diagnostic.key != "cache_breakpoints" or given.hint is None:
        return None
    path = given.path
    wrong = next(
        at
        for at, point in enumerate(value_at(given.toml.table, path))
        if isinstance(point, str) and point not in BREAKPOINTS
    )
    return f"Write `{given.hint}`", set_key(given.text, (*path, str(wrong)), given.hint)


def _mend_name(given: FixContext) -> Repaired:
    value = given.toml.table.get("name")
    if value is None:
        stem = PurePath(given.diagnostic.file or "").stem.replace("_", " ").strip()
        name = f"{stem[:1].upper()}{stem[1:]}"
    else:
        text = value if isinstance(value, str) else _written(given, ("name",)) if isinstance(value, int | float) else ""
        name = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if not name or len(name) > NAME_LIMIT:
        return None
    return f"Name it `{clip(name, 60)}`", set_key(given.text, ("name",), name)


def _insert_required(given: FixContext) -> Repaired:
    key = given.diagnostic.key or ""
    if key not in _REQUIRED:
        return None
    shown = "[body]" if key == "body" else key
    return f"Add `{shown}`", set_key(given.text, (key,), _REQUIRED[key])


def _replace_by_hint(given: FixContext) -> Repaired:
    if given.hint is None:
        return None
    return f"Replace by `{given.hint}`", set_key(given.text, given.path, given.hint)


def _mend_instance(given: FixContext) -> Repaired:
    return _replace_by_hint(given) if given.diagnostic.key in ("client_api", "url") else None


def _split_url(given: FixContext) -> Repaired:
    found = _URL_HINT.fullmatch(given.diagnostic.hint or "")
    return (f"Set url to `{found[1]}`", set_key(given.text, ("url",), found[1])) if found is not None else None


def _move_model(given: FixContext) -> Repaired:
    model = value_at(given.toml.table, ("body", "model"))
    if not isinstance(model, str) or not model.strip() or "{{" in model or "{%" in model:
        return None
    moved = set_key(remove_key(given.text, ("body", "model")), ("model",), model)
    return "Move it to the top of the file", moved


def _quote_value(given: FixContext) -> Repaired:
    return "Write it as text", set_key(given.text, given.path, _written(given, given.path))


def _mend_globs(given: FixContext) -> Repaired:
    path = given.path
    patterns = [p for p in value_at(given.toml.table, path) if isinstance(p, str)]
    plain = list(dict.fromkeys(one for pattern in patterns for one in _alternatives(pattern.replace("\\", "/"))))
    if len(plain) > _MOST_PATTERNS or any(find_literal_mark(pattern) for pattern in plain):
        return None
    return "Write plain patterns", set_key(given.text, path, plain)


_MOST_PATTERNS = 100
_BRACES = re.compile(r"(?s)(.*?)\{([^{}]*)\}(.*)")


def _alternatives(pattern: str) -> list[str]:
    """Returns the patterns that a pattern with `{a,b}` was meant to be."""
    found = _BRACES.fullmatch(pattern) if pattern.count("{") <= 4 else None
    if found is None or "[" in pattern:
        return [pattern]
    return [one for part in found[2].split(",") for one in _alternatives(f"{found[1]}{part}{found[3]}")]


def _mend_entry(given: FixContext) -> Repaired:
    path, near = given.path, given.hint
    entries = value_at(given.toml.table, path)
    if near is None or near in entries:
        return None
    for at, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, str) and entry.strip() == given.diagnostic.subject:
            return f"Replace by `{near}`", set_key(given.text, (*path, str(at)), near)
    return None


def _drop_repeated(given: FixContext) -> Repaired:
    path = given.path
    seen: set[str] = set()
    for at, entry in enumerate(value_at(given.toml.table, path)):
        name = entry.strip() if isinstance(entry, str) else ""
        if name in seen and f"`{name}`" in given.diagnostic.message:
            return f"Remove the second `{clip(name, 60)}`", remove_key(given.text, (*path, str(at)))
        seen.add(name)
    return None


TABLE_FIXES: Mapping[Code, Callable[[FixContext], Repaired]] = {
    Code.KEY_UNKNOWN: _rename_key,
    Code.KEY_TYPE: _mend_type,
    Code.KEY_VALUE: _mend_value,
    Code.NAME_INVALID: _mend_name,
    Code.REQUIRED_MISSING: _insert_required,
    Code.EXTENDS_UNKNOWN: _replace_by_hint,
    Code.EXTENDS_ALIAS: _replace_by_hint,
    Code.PROVIDER_UNKNOWN: _replace_by_hint,
    Code.PROVIDER_CASE: _replace_by_hint,
    Code.PROVIDER_INVALID: _mend_instance,
    Code.URL_FULL_PASTED: _split_url,
    Code.BODY_MODEL_LITERAL: _move_model,
    Code.BODY_BAD_VALUE: _quote_value,
    Code.MATCH_GLOB_LITERAL: _mend_globs,
    Code.PIPELINES_UNKNOWN_AGENT: _mend_entry,
    Code.PIPELINES_DUPLICATE: _drop_repeated,
}
