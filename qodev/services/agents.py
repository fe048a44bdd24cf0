"""Agents as front ends use them: the snapshot, routing, addresses, model overrides."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from qodev.agents.catalog import AgentCatalog
from qodev.agents.pipelines import pick_agent
from qodev.base.diagnostics import Diagnostic, Parsed
from qodev.base.errors import AgentError
from qodev.base.jsontext import JsonValue
from qodev.base.text import near_miss
from qodev.providers.url import effective_url
from qodev.services.own_files import NewAgent, agent_text, require_free_name, write_new
from qodev.settings.overrides import ModelOverrides
from qodev.types.agents import AgentSnapshot, AgentSpec, Layer, LeafOrigin, Pipeline, ProviderInstance, RouteTrace


class AgentsService:
    """Answers everything about agents from the catalog's snapshot."""

    def __init__(
        self,
        catalog: AgentCatalog,
        overrides: ModelOverrides,
        folder: Path,
        prepare_built_in: Callable[[], Awaitable[None]],
        launch: Callable[[ProviderInstance], Awaitable[None]],
    ) -> None:
        self._catalog = catalog
        self._overrides = overrides
        self._prepare_built_in = prepare_built_in
        self._launch = launch
        self.folder = folder

    @property
    def snapshot(self) -> AgentSnapshot:
        """Returns everything that is loaded now."""
        return self._catalog.snapshot

    async def reload(self) -> AgentSnapshot:
        """Reads all folders again and returns the new snapshot once its dry runs are done."""
        return await self._catalog.reload()

    def route(self, pipeline: Pipeline, path: str, project: str) -> RouteTrace:
        """Walks a roster for a file and a project (A115)."""
        return pick_agent(self.snapshot, pipeline, path, project)

    def find(self, name: str) -> AgentSpec | None:
        """Returns the concrete agent of that name."""
        return self.snapshot.agents.get(name)

    def require(self, name: str) -> AgentSpec:
        """Returns the concrete agent of that name; raises AgentError with a near miss when there is none."""
        spec = self.find(name)
        if spec is None:
            near = near_miss(name, self.snapshot.agents)
            hint = f"Did you mean `{near}`?" if near else "Choose another agent."
            raise AgentError(f"There is no agent `{name}`.", hint=hint)
        return spec

    def require_usable(self, name: str) -> None:
        """Raises AgentError when no usable agent has this name or its instance is missing (A48, A136)."""
        spec = self.require(name)
        if not spec.usable:
            raise AgentError(f"The agent `{name}` cannot be used.", (spec.problem,) if spec.problem else ())
        if self.snapshot.find_instance(spec.provider_instance) is None:
            raise AgentError(
                f"The agent `{name}` names the provider instance `{spec.provider_instance}`, which does not exist.",
                hint="Add the instance, or choose another agent.",
            )

    async def prepare(self, name: str) -> None:
        """Starts what an agent needs before a request: the Offline provider, or the server of a `[launch]` table."""
        spec = self.find(name)
        if spec is None:
            return
        if spec.layer is Layer.BUILT_IN:
            await self._prepare_built_in()
        instance = self.snapshot.find_instance(spec.provider_instance)
        if instance is not None and instance.launch is not None:
            await self._launch(instance)

    def instance_of(self, name: str) -> ProviderInstance | None:
        """Returns the provider instance of an agent, if it is there."""
        return self.snapshot.find_instance(self.require(name).provider_instance)

    def url_of(self, name: str) -> Parsed[str]:
        """Returns an agent's effective URL, its model override counted (A129)."""
        instance = self.instance_of(name)
        if instance is None:
            return Parsed(None)
        return effective_url(instance.url, self.require(name).endpoint, self.snapshot.model_of(name))

    def describe(self, name: str) -> "AgentDescription":
        """Returns an agent's effective configuration with the origin of every key (A174)."""
        spec = self.require(name)
        url = self.url_of(name)
        found = [d for d in self.snapshot.diagnostics if name in (d.subject, *d.dependants)]
        return AgentDescription(name, effective_of(spec), spec.origins, spec.parents, url.value, tuple(found))

    async def add(self, made: NewAgent) -> AgentSpec:
        """Writes a file for a new agent and loads it; raises UserFacingError, also for a name that exists."""
        taken = (*self.snapshot.agents, *self.snapshot.bases)
        free = replace(made, name=require_free_name(made.name, taken, "agent"))
        path = await asyncio.to_thread(write_new, self.folder, free.name, agent_text(free))
        await self._catalog.reload()
        spec = self.find(free.name)
        if spec is None:
            raise AgentError(f"`{path}` was written, but does not load.", hint="See the list of problems.")
        return spec

    async def set_model(self, agent: str, model: str | None) -> None:
        """Stores a model override, or removes it; it counts from the next request (A121, A123)."""
        await self._overrides.set(agent, model)
        await self._catalog.reload()


def effective_of(spec: AgentSpec) -> dict[str, JsonValue]:
    """Returns the merged agent with the keys of its file format, in their usual order."""
    match = spec.match
    return {
        "name": spec.name,
        "description": spec.description,
        "provider_instance": spec.provider_instance,
        "model": spec.model,
        "endpoint": spec.endpoint,
        "system_prompt": spec.system_prompt,
        "tags": list(spec.tags),
        "enable_thinking": spec.enable_thinking,
        "enable_tools": spec.enable_tools,
        "cache_prompt": spec.cache_prompt,
        "cache_ttl": spec.cache_ttl,
        "cache_breakpoints": list(spec.cache_breakpoints),
        "hidden": spec.hidden,
        "match": {
            "file_patterns": list(match.file_patterns),
            "path_patterns": list(match.path_patterns),
            "project_names": list(match.project_names),
        },
        "body": dict(spec.body),
    }


@dataclass(frozen=True, slots=True)
class AgentDescription:
    """What is shown of one agent."""

    name: str
    effective: Mapping[str, JsonValue]
    origins: Mapping[str, LeafOrigin]
    parents: tuple[str, ...]
    url: str | None
    diagnostics: tuple[Diagnostic, ...]

    def leaves(self) -> Iterator[tuple[str, JsonValue]]:
        """Yields each key path with its value; an array is one leaf."""
        yield from _leaves(self.effective, "")


def _leaves(value: JsonValue, path: str) -> Iterator[tuple[str, JsonValue]]:
    if isinstance(value, Mapping) and value:
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}" if path else key)
    else:
        yield path, value


def url_problems(snapshot: AgentSnapshot) -> tuple[Diagnostic, ...]:
    """Returns the findings about addresses, one for each instance and kind, with the agents it touches (A39)."""
    merged: dict[tuple[str, str, str], tuple[Diagnostic, set[str]]] = {}
    for spec in snapshot.agents.values():
        instance = snapshot.find_instance(spec.provider_instance)
        if instance is None:
            continue
        for found in effective_url(instance.url, spec.endpoint, snapshot.model_of(spec.name)).diagnostics:
            key = (instance.name, found.code.value, found.message)
            placed = replace(found, subject=instance.name, path=instance.span.path, span=instance.span)
            merged.setdefault(key, (placed, set()))[1].add(spec.name)
    return tuple(replace(found, dependants=tuple(sorted(names))) for found, names in merged.values())
