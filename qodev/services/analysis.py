"""Says what an agent file comes to while it is edited: fields, effective values with their origins, the chain (U62 to U66)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any

from qodev.agents.inherit import ALIASES, ChainOrigins, merge_chain
from qodev.agents.schema import BREAKPOINTS, CACHE_TTLS, KNOWN_KEYS, MATCH_KEYS, AgentDraft
from qodev.agents.supposing import Supposed
from qodev.base.diagnostics import Diagnostic, Severity, sorted_diagnostics
from qodev.base.jsontext import JsonValue
from qodev.providers.url import effective_url
from qodev.types.agents import AgentSnapshot, Layer, LeafOrigin
from qodev.types.editing import (
    AgentAnalysis,
    ChainLink,
    EffectiveLeaf,
    FieldKind,
    FormField,
    LeafLevel,
    ModelState,
    Provenance,
)

_KINDS: Mapping[str, FieldKind] = {
    "schema_version": FieldKind.NUMBER,
    "system_prompt": FieldKind.LONG_TEXT,
    "cache_ttl": FieldKind.CHOICE,
    **dict.fromkeys(("abstract", "hidden", "enable_thinking", "enable_tools", "cache_prompt"), FieldKind.FLAG),
    **dict.fromkeys(("tags", "cache_breakpoints"), FieldKind.LIST),
    **dict.fromkeys((f"match.{key}" for key in MATCH_KEYS), FieldKind.LIST),
}
_CHOICES: Mapping[str, tuple[str, ...]] = {"cache_ttl": CACHE_TTLS, "cache_breakpoints": BREAKPOINTS}
_REQUIRED = frozenset(("name", "provider_instance", "model", "endpoint"))
_OWN = frozenset(("schema_version", "name", "extends", "abstract", "hidden"))
_LONGEST_CHAIN = 40


@dataclass(frozen=True, slots=True)
class Around:
    """What an analysis needs beside the supposed agent."""

    snapshot: AgentSnapshot  # the one in use: model overrides count as they are now
    models_path: str  # of the file with model overrides
    added: Mapping[str, JsonValue]  # what qodev puts into the body, by key


def analyse(supposed: Supposed, around: Around) -> AgentAnalysis:
    """Returns everything that can be said of a text without rendering it."""
    chain, name = supposed.chain, supposed.name or (supposed.saved.name if supposed.saved is not None else "")
    merged = merge_chain(chain, lambda _: None) if chain else {}
    origins = ChainOrigins(chain) if chain else {}
    model = _model_state(name, merged, around.snapshot)
    parses = supposed.file.table is not None
    url = _url_of(supposed, model)
    return AgentAnalysis(
        path=supposed.path,
        name=name,
        parses=parses,
        syntax=None if parses else next(iter(supposed.file.diagnostics), None),
        diagnostics=sorted_diagnostics((*supposed.diagnostics, *_url_findings(supposed, model, origins))),
        fields=_fields(supposed),
        leaves=tuple(_leaves(supposed, around, merged, origins)),
        chain=tuple(_chain(supposed)),
        model=model,
        is_usable=_is_usable(supposed, url),
        is_abstract=supposed.draft is not None and supposed.draft.abstract,
        instance=str(merged.get("provider_instance", "")),
        url=url,
    )


def _model_state(name: str, merged: Mapping[str, JsonValue], snapshot: AgentSnapshot) -> ModelState:
    written = str(merged.get("model", ""))
    override = snapshot.overrides.get(name)
    return ModelState(override or written, written, override)


def _is_usable(supposed: Supposed, url: str | None) -> bool:
    if not supposed.chain:
        return False
    if supposed.draft is not None and supposed.draft.abstract:
        return True
    return supposed.spec is not None and supposed.problem is None and url is not None


def _url_of(supposed: Supposed, model: ModelState) -> str | None:
    spec = supposed.spec
    instance = supposed.definitions.snapshot.find_instance(spec.provider_instance) if spec is not None else None
    if spec is None or instance is None:
        return None
    return effective_url(instance.url, spec.endpoint, model.resolved).value


def _url_findings(supposed: Supposed, model: ModelState, origins: Mapping[str, LeafOrigin]) -> Iterator[Diagnostic]:
    spec = supposed.spec
    instance = supposed.definitions.snapshot.find_instance(spec.provider_instance) if spec is not None else None
    if spec is None or instance is None:
        return
    origin = origins.get("endpoint")
    for found in effective_url(instance.url, spec.endpoint, model.resolved).diagnostics:
        span = origin.span if origin is not None else spec.span
        yield replace(found, subject=spec.name, key="endpoint", span=span)


def _fields(supposed: Supposed) -> tuple[FormField, ...]:
    table = supposed.file.table
    if table is None:
        return ()
    parents = supposed.chain[1:]
    above = _flat(merge_chain(parents, lambda _: None)) if parents else {}
    origins: Mapping[str, LeafOrigin] = ChainOrigins(parents) if parents else {}
    written = _flat(table)
    known = [key for key in KNOWN_KEYS if key not in ("match", "body")]
    keys = (*known, *(f"match.{key}" for key in MATCH_KEYS))
    unknown = [key for key in written if key not in keys and key != "body"]
    made = [_field(key, supposed, written, (above, origins)) for key in (*keys, *unknown)]
    return tuple(
        replace(field, is_known=False, kind=FieldKind.OTHER) if field.key in unknown else field for field in made
    )


def _flat(table: Mapping[str, Any]) -> dict[str, JsonValue]:
    """Returns the keys of a table outside `body`, those of `match` one by one."""
    flat: dict[str, JsonValue] = {}
    for key, value in table.items():
        if key == "match" and isinstance(value, Mapping):
            flat.update({f"match.{inner}": _as_json(member) for inner, member in value.items()})
        elif key != "body" or not isinstance(value, Mapping):
            flat[key] = _as_json(value)
    return flat


def _as_json(value: Any) -> JsonValue:  # noqa: ANN401  what a TOML reader gives
    if isinstance(value, Mapping):
        return {str(key): _as_json(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(member) for member in value]
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    plain: JsonValue = value
    return plain


def _field(
    key: str,
    supposed: Supposed,
    written: Mapping[str, JsonValue],
    parents: tuple[Mapping[str, JsonValue], Mapping[str, LeafOrigin]],
) -> FormField:
    above, origins = parents
    origin = origins.get(key) if key not in _OWN else None
    return FormField(
        key=key,
        kind=_KINDS.get(key, FieldKind.TEXT),
        value=written.get(key),
        is_written=key in written,
        inherited=above.get(key) if origin is not None else None,
        inherited_from=origin.agent if origin is not None else None,
        inherited_path=origin.span.path if origin is not None else None,
        inherited_line=origin.span.line if origin is not None else 0,
        is_required=key in _REQUIRED,
        choices=_CHOICES.get(key, ()),
        line=supposed.file.source.place_of(key)[0] if key in written else 0,
    )


def _leaves(
    supposed: Supposed, around: Around, merged: Mapping[str, JsonValue], origins: Mapping[str, LeafOrigin]
) -> Iterator[EffectiveLeaf]:
    if not supposed.chain:
        return
    name = supposed.chain[0].name
    override = around.snapshot.overrides.get(name)
    flat = {"name": name, **dict(_flat_leaves(merged, ""))}
    for key in sorted(flat, key=_position):
        if key not in origins:
            continue
        leaf = _leaf(supposed.path, key, flat[key], origins[key])
        yield _overridden(leaf, override, name, around.models_path) if key == "model" and override else leaf
    url = _url_of(supposed, _model_state(name, merged, around.snapshot))
    if url is not None:
        yield EffectiveLeaf("url", url, Provenance.SUBSTITUTED)
    if supposed.spec is not None:
        for key, value in around.added.items():
            yield EffectiveLeaf(f"body.{key}", value, Provenance.ADDED)


def _position(key: str) -> int:
    table = key.partition(".")[0]
    return KNOWN_KEYS.index(table) if table in KNOWN_KEYS else len(KNOWN_KEYS)


def _flat_leaves(value: Mapping[str, JsonValue], prefix: str) -> Iterator[tuple[str, JsonValue]]:
    for key, member in value.items():
        if isinstance(member, Mapping) and member:
            yield from _flat_leaves(member, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", member


def _leaf(path: str, key: str, value: JsonValue, origin: LeafOrigin) -> EffectiveLeaf:
    span = origin.span
    here = LeafLevel(origin.agent, origin.layer, span.path, span.line, value)
    above = (LeafLevel(r.agent, r.layer, r.span.path, r.span.line, r.value) for r in origin.replaced)
    return EffectiveLeaf(
        key=key,
        value=value,
        provenance=_provenance(path, origin),
        agent=origin.agent,
        path=span.path,
        line=span.line,
        column=span.column,
        is_whole_array=isinstance(value, Sequence) and not isinstance(value, str),
        levels=(here, *above),
    )


def _provenance(path: str, origin: LeafOrigin) -> Provenance:
    if origin.span.path == path:
        return Provenance.FILE
    return Provenance.BASE if origin.layer in (Layer.BUNDLED, Layer.BUILT_IN) else Provenance.PARENT


def _overridden(leaf: EffectiveLeaf, model: str, name: str, path: str) -> EffectiveLeaf:
    chosen = LeafLevel(name, Layer.USER, path, 1, model)
    return replace(
        leaf,
        value=model,
        provenance=Provenance.OVERRIDE,
        path=path,
        line=1,
        column=1,
        levels=(chosen, *leaf.levels),
    )


def _chain(supposed: Supposed) -> Iterator[ChainLink]:
    drafts = supposed.definitions.drafts
    here = supposed.draft
    seen: set[str] = set()
    while here is not None and len(seen) < _LONGEST_CHAIN:
        seen.add(here.name)
        wanted = here.extends or ""
        parent = drafts.get(wanted) or drafts.get(ALIASES.get(wanted, ""))
        problem = _break_of(supposed, here, wanted, parent, seen)
        yield ChainLink(here.name, here.source.path, here.source.layer, here.source.place_of("name")[0], problem)
        here = None if problem is not None else parent


def _break_of(
    supposed: Supposed, here: AgentDraft, wanted: str, parent: AgentDraft | None, seen: set[str]
) -> str | None:
    if not wanted:
        return None
    if parent is not None and parent.name not in seen:
        return None
    if parent is not None:
        return f"`{here.name}` extends `{parent.name}`, which leads back here."
    errors = [d for d in supposed.definitions.snapshot.diagnostics if d.severity is Severity.ERROR]
    cause = next((d for d in errors if d.subject == wanted or (d.subject == here.name and d.key == "extends")), None)
    return cause.message if cause is not None else f"There is no agent `{wanted}`."
