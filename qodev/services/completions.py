"""Completes agent files: keys, names of agents and instances, and what templates may use (U64, A179)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from qodev.agents.names import CTX_FIELDS, FUNCTIONS, GENERAL_FUNCTIONS, PROMPT_FUNCTIONS
from qodev.agents.schema import BREAKPOINTS, CACHE_TTLS, KNOWN_KEYS, MATCH_KEYS
from qodev.base.text import clip
from qodev.types.agents import AgentSnapshot
from qodev.types.editing import Completion

_LOOK_BACK = 20_000  # characters before the cursor that are looked at
_DETAIL_LIMIT = 80
_TEMPLATE = re.compile(r"\{\{|\{%|\}\}|%\}")
_LONG_QUOTES = re.compile(r"'''|\"\"\"")
_VALUE = re.compile(r"""^[ \t]*(?P<key>[\w.]+)[ \t]*=[ \t]*(?:\[[^\]]*)?["'](?P<typed>[^"']*)$""")
_KEY = re.compile(r"^[ \t]*(?P<typed>[\w.]*)$")
_HEADER = re.compile(r"^[ \t]*\[(?P<typed>[\w.]*)$")
_TABLE = re.compile(r"^[ \t]*\[(?P<table>[\w.]+)\]", re.MULTILINE)
_ASSIGNED = re.compile(r"^[ \t]*(?P<key>[\w.]+)[ \t]*=", re.MULTILINE)
_INCLUDED = re.compile(r"""\b(?:include|import|from|extends)\s+["'](?P<typed>[^"']*)$""")
_ROLE = re.compile(r"""\bagent_role\(\s*["'](?P<typed>[^"']*)$""")
_FIELD = re.compile(r"\bctx\.(?P<typed>\w*)$")
_WORD = re.compile(r"(?<![\w.])(?P<typed>[A-Za-z_]\w*)$")
_FIELDS: Mapping[str, str] = {
    "system_prompt": "the rendered prompt; absent when it is blank",
    "prefix": "the text before the cursor",
    "suffix": "the text after the cursor",
    "files_metadata": "attached files, each with `file_path` and `content`",
    "history": "the messages, oldest first",
    "client_api": "the wire format of the instance",
    "model": "the resolved model",
    "language": "the language of the file; empty in a chat",
}


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the cursor stands: the text before it, and its line up to it."""

    before: str
    line: str


def complete(snapshot: AgentSnapshot, path: str, text: str, at: tuple[int, int]) -> tuple[Completion, ...]:
    """Returns how a text goes on at a line and column, both from 1; names that begin with what is typed come first."""
    place = _place_of(text, at)
    template = _template_before(place.before)
    found = _in_template(snapshot, path, place, template) if template is not None else _in_toml(snapshot, place, text)
    return tuple(sorted(found, key=lambda one: (one.kind, one.text.casefold())))


def _place_of(text: str, at: tuple[int, int]) -> _Place:
    lines = text.split("\n")
    line = min(max(at[0], 1), len(lines))
    here = lines[line - 1][: max(at[1] - 1, 0)]
    before = "\n".join((*lines[: line - 1], here))
    return _Place(before[-_LOOK_BACK:], here)


def _template_before(before: str) -> str | None:
    """Returns what was typed of the template tag around the cursor, None outside of one."""
    marks = list(_TEMPLATE.finditer(before))
    return before[marks[-1].end() :] if marks and marks[-1][0] in ("{{", "{%") else None


def _in_template(snapshot: AgentSnapshot, path: str, place: _Place, tag: str) -> Iterable[Completion]:
    included = _INCLUDED.search(tag)
    if included is not None:
        return _offer(_partials(snapshot, path), "partial", included["typed"])
    role = _ROLE.search(tag)
    if role is not None:
        return _offer({r.id: r.description or r.name for r in snapshot.roles.values()}, "role", role["typed"])
    field = _FIELD.search(tag)
    if field is not None:
        return _offer({name: _FIELDS.get(name, "") for name in CTX_FIELDS}, "field", field["typed"])
    word = _WORD.search(tag)
    typed = word["typed"] if word is not None else ""
    if word is None and tag and tag[-1] not in " \t\n(,|[{~+":
        return ()
    in_prompt = _key_before(place.before) == "system_prompt"
    functions = FUNCTIONS if in_prompt else GENERAL_FUNCTIONS
    details = {name: "reads for prompts" if name in PROMPT_FUNCTIONS else "" for name in functions}
    root = () if in_prompt else _offer({"ctx": "the data of the request"}, "field", typed)
    return (*_offer(details, "function", typed), *root)


def _partials(snapshot: AgentSnapshot, path: str) -> dict[str, str]:
    own = snapshot.partials.get(str(PurePath(path).parent), {})
    bundled = snapshot.partials.get("", {})
    return {**dict.fromkeys(own, "beside this file"), **dict.fromkeys(bundled, "bundled")}


def _key_before(before: str) -> str:
    keys = list(_ASSIGNED.finditer(before))
    return keys[-1]["key"] if keys else ""


def _in_toml(snapshot: AgentSnapshot, place: _Place, text: str) -> Iterable[Completion]:
    if len(_LONG_QUOTES.findall(place.before)) % 2:
        return ()
    value = _VALUE.match(place.line)
    if value is not None:
        return _offer(_values(snapshot, value["key"]), _value_kind(value["key"]), value["typed"])
    header = _HEADER.match(place.line)
    if header is not None:
        return _offer({"match": "when this agent is meant", "body": "what is sent"}, "key", header["typed"])
    key = _KEY.match(place.line)
    return _offer(_keys(place, text), "key", key["typed"]) if key is not None else ()


def _values(snapshot: AgentSnapshot, key: str) -> dict[str, str]:
    if key == "extends":
        bases = {base.name: base.description for base in snapshot.bases.values()}
        return {**{spec.name: spec.description for spec in snapshot.agents.values()}, **bases}
    if key == "provider_instance":
        return {instance.name: instance.url for instance in snapshot.instances.values()}
    if key == "tags":
        return dict.fromkeys((tag for spec in snapshot.agents.values() for tag in spec.tags), "")
    plain: Mapping[str, Sequence[str]] = {"cache_ttl": CACHE_TTLS, "cache_breakpoints": BREAKPOINTS}
    return dict.fromkeys(plain.get(key, ()), "")


def _value_kind(key: str) -> str:
    return {"extends": "agent", "provider_instance": "instance"}.get(key, "value")


def _keys(place: _Place, text: str) -> dict[str, str]:
    tables = list(_TABLE.finditer(place.before))
    table = tables[-1]["table"] if tables else ""
    if table == "match":
        return dict.fromkeys(MATCH_KEYS, "")
    if table:
        return {}
    written = {found["key"] for found in _ASSIGNED.finditer(text)} - {place.line.strip()}
    return {key: "" for key in KNOWN_KEYS if key not in written and key not in ("match", "body")}


def _offer(names: Mapping[str, str], kind: str, typed: str) -> tuple[Completion, ...]:
    folded = typed.casefold()
    fitting = [name for name in names if folded in name.casefold() and name != typed]
    return tuple(Completion(name, kind, clip(names[name], _DETAIL_LIMIT), len(typed)) for name in fitting)
