"""Builds the agents that can be used from their chains: required keys, defaults, digests (A10, A18)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from qodev.agents.causes import CauseBook
from qodev.agents.digests import Surroundings, TemplateDigests
from qodev.agents.inherit import ChainOrigins, merge_chain
from qodev.agents.schema import BREAKPOINTS, MATCH_KEYS, AgentDraft
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.jsontext import JsonValue
from qodev.types.agents import AgentSpec, BaseSpec, MatchRule

_REQUIRED_TEXTS = ("provider_instance", "model", "endpoint")
_NO_TABLE: Mapping[str, JsonValue] = {}
_NO_MATCH = MatchRule()


@dataclass(slots=True)
class SpecMemory:
    """Agents of the load before: one whose files are the same objects is taken over as it is."""

    surroundings: str = ""
    templates: TemplateDigests | None = None  # of these surroundings
    made: dict[str, "MadeSpec"] = field(default_factory=dict)
    merged: dict[str, tuple[tuple[AgentDraft, ...], Mapping[str, JsonValue]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MadeSpec:
    """An agent and the drafts that it is made of."""

    chain: tuple[AgentDraft, ...]
    spec: AgentSpec


@dataclass(frozen=True, slots=True)
class BuiltSpecs:
    """Concrete agents and bases by name, in code-point order, and what their templates can reach."""

    agents: dict[str, AgentSpec]
    bases: dict[str, BaseSpec]
    templates: TemplateDigests


def build_specs(
    chains: Mapping[str, tuple[AgentDraft, ...]], around: Surroundings, book: CauseBook, memory: SpecMemory
) -> BuiltSpecs:
    """Returns what the chains give; missing keys go to the book, one finding for each root cause."""
    return _SpecBuilder(chains, around, book, memory).build()


class _SpecBuilder:
    def __init__(
        self,
        chains: Mapping[str, tuple[AgentDraft, ...]],
        around: Surroundings,
        book: CauseBook,
        memory: SpecMemory,
    ) -> None:
        self._chains = chains
        self._book = book
        self._memory = memory
        fingerprint = around.fingerprint()
        if memory.templates is None or memory.surroundings != fingerprint:
            memory.made.clear()
            memory.surroundings = fingerprint
            memory.templates = TemplateDigests(around)
        self._templates = memory.templates
        for known in (memory.made, memory.merged):
            for name in known.keys() - chains.keys():
                del known[name]

    def build(self) -> BuiltSpecs:
        agents: dict[str, AgentSpec] = {}
        bases: dict[str, BaseSpec] = {}
        for name, chain in sorted(self._chains.items()):
            if chain[0].abstract:
                bases[name] = self._base(chain)
                continue
            made = self._agent(name, chain)
            if made is not None:
                agents[name] = made.spec
        return BuiltSpecs(agents, bases, self._templates)

    def _values(self, name: str) -> Mapping[str, JsonValue]:
        chain = self._chains[name]
        known = self._memory.merged.get(name)
        if known is not None and known[0] == chain:
            return known[1]
        merged = merge_chain(chain, self._values)
        self._memory.merged[name] = (chain, merged)
        return merged

    def _agent(self, name: str, chain: tuple[AgentDraft, ...]) -> MadeSpec | None:
        known = self._memory.made.get(name)
        if known is not None and known.chain == chain:
            return known
        values = self._values(name)
        missing = _missing_keys(values)
        for key in missing:
            self._note_missing(key, chain)
        if missing:
            self._memory.made.pop(name, None)
            return None
        made = MadeSpec(chain, build_spec(chain, values, self._templates))
        self._memory.made[name] = made
        return made

    def _note_missing(self, key: str, chain: tuple[AgentDraft, ...]) -> None:
        """The topmost concrete agent that misses the key is the cause for those built on it (A39)."""
        lacking = (draft for draft in reversed(chain) if not draft.abstract and key in self._missing_of(draft))
        draft = next(lacking, chain[0])
        self._book.note(_missing(key, draft), chain[0].name)

    def _missing_of(self, draft: AgentDraft) -> tuple[str, ...]:
        return _missing_keys(self._values(draft.name))

    def _base(self, chain: tuple[AgentDraft, ...]) -> BaseSpec:
        draft, values = chain[0], self._values(chain[0].name)
        return BaseSpec(
            name=draft.name,
            description=_text(values, "description"),
            provider_instance=_text(values, "provider_instance"),
            model=_text(values, "model"),
            layer=draft.source.layer,
            tags=_texts(values, "tags"),
            hidden=draft.hidden,
            span=draft.source.span_of("name"),
        )


def _missing_keys(values: Mapping[str, JsonValue]) -> tuple[str, ...]:
    missing = tuple([key for key in _REQUIRED_TEXTS if not _text(values, key).strip()])
    return missing if values.get("body") else (*missing, "body")


def _missing(key: str, draft: AgentDraft) -> Diagnostic:
    shown = "`[body]`" if key == "body" else f"`{key}`"
    message = (
        f"The agent `{draft.name}` has no {shown}; write it in `{draft.source.name}` or extend a base that has it."
    )
    span = draft.source.span_of(key if key in draft.values else "name")
    return Diagnostic(Code.REQUIRED_MISSING, Severity.ERROR, message, draft.name, span=span, key=key)


def _text(values: Mapping[str, JsonValue], key: str) -> str:
    value = values.get(key, "")
    assert isinstance(value, str)
    return value


def _texts(values: Mapping[str, JsonValue], key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
    value = values.get(key)
    return tuple(value) if isinstance(value, list) else default


def _table(values: Mapping[str, JsonValue], key: str) -> Mapping[str, JsonValue]:
    value = values.get(key)
    return value if isinstance(value, dict) else _NO_TABLE


def _match_rule(table: Mapping[str, JsonValue]) -> MatchRule:
    files, paths, projects = MATCH_KEYS
    return MatchRule(_texts(table, files), _texts(table, paths), _texts(table, projects))


def build_spec(chain: Sequence[AgentDraft], values: Mapping[str, JsonValue], templates: "TemplateDigests") -> AgentSpec:
    """Returns the agent that the merged values of a chain, nearest first, give."""
    draft, *parents = chain
    match = _table(values, "match")
    prompt = values.get("system_prompt")
    source = draft.source
    return AgentSpec(
        name=draft.name,
        description=_text(values, "description"),
        provider_instance=_text(values, "provider_instance"),
        model=_text(values, "model"),
        endpoint=_text(values, "endpoint"),
        system_prompt=prompt if isinstance(prompt, str) else None,
        tags=_texts(values, "tags"),
        enable_thinking=values.get("enable_thinking") is True,
        enable_tools=values.get("enable_tools") is True,
        cache_prompt=values.get("cache_prompt") is True,
        cache_ttl=_text(values, "cache_ttl") or "5m",
        cache_breakpoints=_texts(values, "cache_breakpoints", BREAKPOINTS),
        hidden=draft.hidden,
        match=_match_rule(match) if match else _NO_MATCH,
        body=_table(values, "body"),
        parents=tuple([link.name for link in parents]),
        origins=ChainOrigins(chain),
        layer=source.layer,
        folder=source.folder,
        span=source.span_of("name"),
        digest=templates.digest_of(chain),
        stale=True in [link.stale for link in chain],
    )
