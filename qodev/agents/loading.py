"""Loads everything that agents need from disk into one snapshot; blocking, and free of the loop (J1)."""

import gc
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from qodev.agents.causes import CauseBook
from qodev.agents.digests import Surroundings, TemplateDigests
from qodev.agents.inherit import AGENT_HOPS, ALIASES, Family, resolve_chains
from qodev.agents.instances import LoadedInstances, resolve_instances
from qodev.agents.layers import LayerFolder, PartialSet, TomlFile, read_partials, scan_folder
from qodev.agents.lint import AgentLint, LintInput, check_overrides, check_rosters
from qodev.agents.memory import LoadMemory, keep_drafts, keep_instances, keep_roles, keep_rosters
from qodev.agents.pipelines import Rosters, default_rosters, load_rosters
from qodev.agents.precedence import NamedDrafts, find_similar_names, name_drafts
from qodev.agents.roles import load_roles
from qodev.agents.schema import AgentDraft
from qodev.agents.specs import BuiltSpecs, build_specs
from qodev.base.diagnostics import Diagnostic, Parsed, Sink
from qodev.base.paths import AppPaths
from qodev.types.agents import AgentSnapshot, AgentSpec, Layer, ProviderInstance, RoleSpec

_NO_OVERRIDES: Parsed[Mapping[str, str]] = Parsed({})


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """What is part of the program without files: the Offline instance and agent."""

    instances: tuple[ProviderInstance, ...] = ()
    agents: tuple[AgentSpec, ...] = ()


@dataclass(frozen=True, slots=True)
class CatalogSources:
    """Where one load reads from."""

    bundled_agents: Path
    bundled_providers: Path
    bundled_roles: Path
    agents: Path
    providers: Path
    roles: Path
    pipelines: Path
    agent_models: Path
    home: Path
    config: Path
    extra_folders: tuple[Path, ...] = ()
    built_in: BuiltIn = BuiltIn()
    overrides: Parsed[Mapping[str, str]] = _NO_OVERRIDES

    @classmethod
    def of(cls, resources: Path, paths: AppPaths) -> "CatalogSources":
        """Returns the sources of an installation, without extra folders, overrides and built-in agents."""
        return cls(
            bundled_agents=resources / "agents",
            bundled_providers=resources / "providers",
            bundled_roles=resources / "roles",
            agents=paths.agents,
            providers=paths.providers,
            roles=paths.roles,
            pipelines=paths.pipelines,
            agent_models=paths.agent_models,
            home=paths.home,
            config=paths.config,
        )

    def agent_folders(self) -> tuple[LayerFolder, ...]:
        """Returns the folders of agents in the order of their layers; one that is named twice counts once (A4, A5)."""
        folders = [LayerFolder(self.bundled_agents, Layer.BUNDLED), LayerFolder(self.agents, Layer.USER)]
        seen = {folder.path.resolve() for folder in folders}
        for path in self.extra_folders:
            if path.resolve() not in seen:
                seen.add(path.resolve())
                folders.append(LayerFolder(path, Layer.EXTRA, path.name))
        return tuple(folders)


@dataclass(frozen=True, slots=True)
class Definitions:
    """What files say, before any template was tried."""

    snapshot: AgentSnapshot
    ruled_out: Mapping[str, Diagnostic]  # agents that cannot be sent whatever their templates do
    names_by_path: Mapping[str, str]  # each agent file that is there: the name that it holds, "" for a broken one
    chains: Mapping[str, tuple[AgentDraft, ...]]  # of agents and bases, nearest first
    templates: TemplateDigests  # of the partials and roles that are there now

    def foreign(self) -> dict[str, frozenset[str]]:
        """Returns for each agent the digests of those of its files that did not ship with qodev (S90)."""
        names = self.snapshot.agents.keys() & self.chains.keys()
        return {name: self.templates.foreign_parts(self.chains[name]) for name in names}


def load_definitions(sources: CatalogSources, revision: int, memory: LoadMemory | None = None) -> Definitions:
    """Reads all files and resolves them; with the `memory` of the load before only what changed is done anew."""
    with _collector_paused():
        return _Load(sources, LoadMemory() if memory is None else memory).run(revision)


@contextmanager
def _collector_paused() -> Iterator[None]:
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

    def __init__(self, sources: CatalogSources, memory: LoadMemory) -> None:
        self._sources = sources
        self._memory = memory
        self._sink = Sink()
        self._book = CauseBook()
        self._now_ns = time.time_ns()
        self._present: set[str] = set()

    def run(self, revision: int) -> Definitions:
        """Returns what was loaded."""
        folders = self._sources.agent_folders()
        files = [self._read_folder(folder) for folder in folders]
        partials = self._read_partials(folders)
        instances = self._load_instances()
        roles = self._load_roles()
        self._memory.cache.forget_missing(self._present)
        named = self._name(files)
        chains = self._resolve(named)
        built = build_specs(chains, _surroundings(partials, roles), self._book, self._memory.specs)
        loaded = built.agents.keys() | built.bases.keys()
        self._sink.extend(find_similar_names({name: chains[name][0] for name in chains if name in loaded}))
        ruled_out = self._lint(built, chains, instances)
        snapshot = self._snapshot(revision, built, instances, roles)
        refused = {key: found.refused for key, found in partials.items() if found.refused}
        snapshot = replace(snapshot, partials=_texts(partials), refused_partials=refused)
        names = _names_by_path(files, named)
        return Definitions(snapshot, ruled_out, names, chains, built.templates)

    def _read_folder(self, folder: LayerFolder) -> list[TomlFile]:
        stamps, found = scan_folder(folder.path, ".toml")
        self._sink.extend(found)
        self._present.update(stamp.path for stamp in stamps)
        return self._memory.cache.read(stamps, folder, self._now_ns)

    def _read_partials(self, folders: Sequence[LayerFolder]) -> dict[str, PartialSet]:
        partials: dict[str, PartialSet] = {}
        for folder in folders:
            read = read_partials(folder.path)
            self._sink.extend(read.diagnostics)
            partials[folder.key] = read
        return partials

    def _load_instances(self) -> tuple[LoadedInstances, Mapping[str, ProviderInstance]]:
        folders = (
            LayerFolder(self._sources.bundled_providers, Layer.BUNDLED),
            LayerFolder(self._sources.providers, Layer.USER),
        )
        built_in = {instance.name: instance for instance in self._sources.built_in.instances}
        files = [file for folder in folders for file in self._read_folder(folder)]
        loaded = resolve_instances(files, frozenset(built_in))
        return loaded, {**keep_instances(loaded, self._memory), **built_in}

    def _load_roles(self) -> Mapping[str, RoleSpec]:
        bundled = LayerFolder(self._sources.bundled_roles, Layer.BUNDLED)
        parsed = load_roles((bundled, LayerFolder(self._sources.roles, Layer.USER)))
        self._sink.extend(parsed.diagnostics)
        return keep_roles(parsed.value or {}, self._memory)

    def _name(self, files: Sequence[Sequence[TomlFile]]) -> NamedDrafts:
        reserved = frozenset(spec.name for spec in self._sources.built_in.agents)
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
        agents = {**built.agents, **{spec.name: spec for spec in self._sources.built_in.agents}}
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
        parsed = load_rosters(self._sources.pipelines)
        self._sink.extend(parsed.diagnostics)
        rosters = keep_rosters(parsed.value or default_rosters(), self._memory)
        self._sink.extend(check_rosters(rosters, agents, bases))
        return rosters

    def _overrides(self, agents: Mapping[str, AgentSpec]) -> Mapping[str, str]:
        parsed = self._sources.overrides
        self._sink.extend(parsed.diagnostics)
        overrides = parsed.value or {}
        self._sink.extend(check_overrides(overrides, agents, str(self._sources.agent_models)))
        return overrides


def _texts(partials: Mapping[str, PartialSet]) -> dict[str, Mapping[str, str]]:
    return {key: found.texts for key, found in partials.items()}


def _surroundings(partials: Mapping[str, PartialSet], roles: Mapping[str, RoleSpec]) -> Surroundings:
    # A refused partial takes part too: an agent that includes it is another one when it becomes readable.
    refused = {key: {name: f"\0{why}" for name, why in found.refused.items()} for key, found in partials.items()}
    return Surroundings({key: {**found.texts, **refused[key]} for key, found in partials.items()}, roles)


def _names_by_path(files: Sequence[Sequence[TomlFile]], named: NamedDrafts) -> dict[str, str]:
    names = {file.source.path: "" for folder in files for file in folder}
    names.update((draft.source.path, name) for name, draft in named.drafts.items() if not draft.stale)
    return names
