"""What one load leaves for the next: parsed files, finished agents, and last good versions (A46, F21)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from qodev.agents.instances import LoadedInstances
from qodev.agents.layers import TomlFile
from qodev.agents.parse_cache import ParseCache
from qodev.agents.pipelines import Rosters
from qodev.agents.precedence import NamedDrafts
from qodev.agents.schema import AgentDraft, RefusedFile, parse_agent
from qodev.agents.specs import SpecMemory
from qodev.types.agents import Layer, ProviderInstance, RoleSpec


@dataclass(slots=True)
class LoadMemory:
    """Everything that loads remember; owned by the catalog, used by one load at a time.

    Last good versions live here alone, so after a restart only what is on disk counts (A46).
    """

    cache: ParseCache = field(default_factory=ParseCache)
    specs: SpecMemory = field(default_factory=SpecMemory)
    drafts: dict[TomlFile, AgentDraft | RefusedFile] = field(default_factory=dict)
    good_drafts: dict[str, AgentDraft] = field(default_factory=dict)
    stale_drafts: dict[str, AgentDraft] = field(default_factory=dict)
    good_instances: dict[str, ProviderInstance] = field(default_factory=dict)
    good_roles: dict[str, RoleSpec] = field(default_factory=dict)
    good_rosters: Rosters | None = None

    def read_draft(self, file: TomlFile) -> AgentDraft | RefusedFile:
        """Returns the draft of a readable file; the same file gives the same draft."""
        draft = self.drafts.get(file)
        if draft is None:
            assert file.table is not None
            draft = parse_agent(file.table, file.source, is_json=file.is_json)
            self.drafts[file] = draft
        return draft

    def branch(self, path: str) -> "LoadMemory":
        """Returns a copy for a supposition about one file: what it learns stays with it.

        No last good version stands in for that file.
        """
        specs = replace(self.specs, made=dict(self.specs.made), merged=dict(self.specs.merged))
        good = {other: draft for other, draft in self.good_drafts.items() if other != path}
        copied = replace(self, cache=ParseCache(), specs=specs, good_drafts=good)
        copied.drafts, copied.stale_drafts = dict(self.drafts), dict(self.stale_drafts)
        return copied

    def note_good(self, good: Iterable[AgentDraft], present: Collection[str]) -> None:
        """Takes drafts of agents that passed every check, and drops those whose file is gone."""
        kept = {path: draft for path, draft in self.good_drafts.items() if path in present}
        self.good_drafts = kept | {draft.source.path: draft for draft in good if not draft.stale}

    def forget_files(self, present: Iterable[TomlFile]) -> None:
        """Drops the drafts of files that are gone or changed."""
        self.drafts = {file: self.drafts[file] for file in present if file in self.drafts}


def keep_drafts(named: NamedDrafts, memory: LoadMemory, reserved: frozenset[str]) -> None:
    """Puts the last good version of each broken file in its place, unless its name stands for another file now."""
    for path in sorted(named.broken):
        good = memory.good_drafts.get(path)
        if good is None or good.name in named.drafts or good.name in reserved:
            continue
        stale = memory.stale_drafts.get(path)
        if stale is None:
            stale = memory.stale_drafts[path] = replace(good, stale=True, diagnostics=())
        named.drafts[good.name] = stale
        named.refused.pop(good.name, None)
    memory.stale_drafts = {path: draft for path, draft in memory.stale_drafts.items() if path in named.broken}


def keep_instances(loaded: LoadedInstances, memory: LoadMemory) -> Mapping[str, ProviderInstance]:
    """Returns the instances with the last good version of each broken file in its place."""
    instances = dict(loaded.instances)
    for path in sorted(loaded.failed & memory.good_instances.keys()):
        good = memory.good_instances[path]
        holder = instances.get(good.name)
        if holder is None or (holder.layer is Layer.BUNDLED and good.overrides_bundled):
            instances[good.name] = replace(good, stale=True)
    good_now = {i.span.path: i for i in instances.values() if not i.stale}
    kept = {path: memory.good_instances[path] for path in loaded.failed & memory.good_instances.keys()}
    memory.good_instances = {**kept, **good_now}
    return instances


def keep_roles(roles: Mapping[str, RoleSpec], memory: LoadMemory) -> Mapping[str, RoleSpec]:
    """Returns the roles with the last good version of each broken file that is still there."""
    kept = dict(roles)
    for path, good in memory.good_roles.items():
        if good.id not in kept and Path(path).exists():
            kept[good.id] = replace(good, stale=True)
    memory.good_roles = {role.span.path: replace(role, stale=False) for role in kept.values()}
    return kept


def keep_rosters(rosters: Rosters, memory: LoadMemory) -> Rosters:
    """Returns the rosters, or the last good ones while the file is broken."""
    if not rosters.is_broken:
        memory.good_rosters = rosters
        return rosters
    good = memory.good_rosters
    if good is None:
        return rosters
    stale = {pipeline: replace(roster, stale=True) for pipeline, roster in good.by_pipeline.items()}
    return replace(good, by_pipeline=stale, is_broken=True)
