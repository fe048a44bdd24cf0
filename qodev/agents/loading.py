"""Turns what was read from disk into one snapshot; blocking, and free of the loop (J1)."""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from qodev.agents.causes import CauseBook
from qodev.agents.digests import Surroundings, TemplateDigests
from qodev.agents.inherit import AGENT_HOPS, ALIASES, Family, resolve_chains
from qodev.agents.instances import LoadedInstances, resolve_instances
from qodev.agents.layers import PartialSet
from qodev.agents.lint import AgentLint, LintInput, check_overrides, check_rosters
from qodev.agents.material import Material, read_material
from qodev.agents.memory import LoadMemory, keep_drafts, keep_instances, keep_roles, keep_rosters
from qodev.agents.pipelines import Rosters, default_rosters
from qodev.agents.places import BuiltIn as BuiltIn
from qodev.agents.places import CatalogSources as CatalogSources
from qodev.agents.precedence import NamedDrafts, find_similar_names, name_drafts
from qodev.agents.schema import AgentDraft
from qodev.agents.specs import BuiltSpecs, build_specs
from qodev.base.diagnostics import Diagnostic, Sink
from qodev.types.agents import AgentSnapshot, AgentSpec, ProviderInstance, RoleSpec


@dataclass(frozen=True, slots=True)
class Definitions:
    """What files say, before any template was tried."""

    snapshot: AgentSnapshot
    ruled_out: Mapping[str, Diagnostic]  # agents that cannot be sent whatever their templates do
    names_by_path: Mapping[str, str]  # each agent file that is there: the name that it holds, "" for a broken one
    chains: Mapping[str, tuple[AgentDraft, ...]]  # of agents and bases, nearest first
    templates: TemplateDigests  # of the partials and roles that are there now
    drafts: Mapping[str, AgentDraft] = field(default_factory=dict)  # by name, those without a whole chain too

    def foreign(self) -> dict[str, frozenset[str]]:
        """Returns for each agent the digests of those of its files that did not ship with qodev (S90)."""
        names = self.snapshot.agents.keys() & self.chains.keys()
        return {name: self.templates.foreign_parts(self.chains[name]) for name in names}


def load_definitions(sources: CatalogSources, revision: int, memory: LoadMemory | None = None) -> Definitions:
    """Reads all files and resolves them; with the `memory` of the load before only what changed is done anew."""
    kept = LoadMemory() if memory is None else memory
    with collector_paused():
        return resolve_material(read_material(sources, kept), revision, kept)


def resolve_material(material: Material, revision: int, memory: LoadMemory) -> Definitions:
    """Resolves what was read; reads no file but the places of keys in findings."""
    return _Load(material, memory).run(revision)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pauses the cyclic garbage collector: a load makes many objects that live and hardly any garbage.

    Collecting meanwhile walks the new objects again and again, which takes a quarter of the time of a load.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Load:
    """One load: what its steps share."""

    def __init__(self, material: Material, memory: LoadMemory) -> None:
        self._material = material
        self._built_in = material.sources.built_in
        self._memory = memory
        self._sink = Sink()
        self._book = CauseBook()

    def run(self, revision: int) -> Definitions:
        """Returns what was loaded."""
        self._sink.extend(self._material.diagnostics)
        partials = self._material.partials
        instances = self._load_instances()
        roles = self._load_roles()
        named = self._name()
        chains = self._resolve(named)
        built = build_specs(chains, _surroundings(partials, roles), self._book, self._memory.specs)
        loaded = built.agents.keys() | built.bases.keys()
        self._sink.extend(find_similar_names({name: chains[name][0] for name in chains if name in loaded}))
        ruled_out = self._lint(built, chains, instances)
        snapshot = self._snapshot(revision, built, instances, roles)
        refused = {key: found.refused for key, found in partials.items() if found.refused}
        snapshot = replace(snapshot, partials=_texts(partials), refused_partials=refused)
        names = _names_by_path(self._material, named)
        return Definitions(snapshot, ruled_out, names, chains, built.templates, named.drafts)

    def _load_instances(self) -> tuple[LoadedInstances, Mapping[str, ProviderInstance]]:
        built_in = {instance.name: instance for instance in self._built_in.instances}
        files = [file for one in self._material.providers for file in one.files]
        loaded = resolve_instances(files, frozenset(built_in))
        return loaded, {**keep_instances(loaded, self._memory), **built_in}

    def _load_roles(self) -> Mapping[str, RoleSpec]:
        parsed = self._material.roles
        self._sink.extend(parsed.diagnostics)
        return keep_roles(parsed.value or {}, self._memory)

    def _name(self) -> NamedDrafts:
        reserved = frozenset(spec.name for spec in self._built_in.agents)
        files = [one.files for one in self._material.agents]
        named = name_drafts(files, reserved, self._book, self._memory.read_draft)
        self._memory.forget_files(file for folder in files for file in folder)
        keep_drafts(named, self._memory, reserved)
        self._sink.extend(named.found)
        return named

    def _resolve(self, named: NamedDrafts) -> Mapping[str, tuple[AgentDraft, ...]]:
        resolution = resolve_chains(Family(named.drafts, "agent", AGENT_HOPS, named.refused, ALIASES))
        self._sink.extend(resolution.notes)
        for cause in resolution.dropped.values():
            self._book.keep(cause)
        return resolution.chains

    def _lint(
        self,
        built: BuiltSpecs,
        chains: Mapping[str, tuple[AgentDraft, ...]],
        instances: tuple[LoadedInstances, Mapping[str, ProviderInstance]],
    ) -> Mapping[str, Diagnostic]:
        loaded, in_use = instances
        lint = AgentLint(LintInput(built.agents, chains, in_use, loaded.lost), self._book)
        lint.check()
        self._sink.extend(loaded.diagnostics)
        self._sink.extend(loaded.book.done())
        self._sink.extend(self._book.done())
        return lint.unusable

    def _snapshot(
        self,
        revision: int,
        built: BuiltSpecs,
        instances: tuple[LoadedInstances, Mapping[str, ProviderInstance]],
        roles: Mapping[str, RoleSpec],
    ) -> AgentSnapshot:
        agents = {**built.agents, **{spec.name: spec for spec in self._built_in.agents}}
        rosters = self._load_rosters(agents, frozenset(built.bases))
        return AgentSnapshot(
            revision=revision,
            agents=agents,
            bases=built.bases,
            roles=roles,
            instances=instances[1],
            rosters=rosters.by_pipeline,
            overrides=self._overrides(agents),
            partials={},
            diagnostics=self._sink.done(),
        )

    def _load_rosters(self, agents: Mapping[str, AgentSpec], bases: frozenset[str]) -> Rosters:
        parsed = self._material.rosters
        self._sink.extend(parsed.diagnostics)
        rosters = keep_rosters(parsed.value or default_rosters(), self._memory)
        self._sink.extend(check_rosters(rosters, agents, bases))
        return rosters

    def _overrides(self, agents: Mapping[str, AgentSpec]) -> Mapping[str, str]:
        sources = self._material.sources
        self._sink.extend(sources.overrides.diagnostics)
        overrides = sources.overrides.value or {}
        self._sink.extend(check_overrides(overrides, agents, str(sources.agent_models)))
        return overrides


def _texts(partials: Mapping[str, PartialSet]) -> dict[str, Mapping[str, str]]:
    return {key: found.texts for key, found in partials.items()}


def _surroundings(partials: Mapping[str, PartialSet], roles: Mapping[str, RoleSpec]) -> Surroundings:
    # A refused partial takes part too: an agent that includes it is another one when it becomes readable.
    refused = {key: {name: f"\0{why}" for name, why in found.refused.items()} for key, found in partials.items()}
    return Surroundings({key: {**found.texts, **refused[key]} for key, found in partials.items()}, roles)


def _names_by_path(material: Material, named: NamedDrafts) -> dict[str, str]:
    names = {file.source.path: "" for one in material.agents for file in one.files}
    names.update((draft.source.path, name) for name, draft in named.drafts.items() if not draft.stale)
    return names
