"""Agents as front ends use them: the snapshot, routing, addresses, model overrides."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from qodev.agents.catalog import AgentCatalog
from qodev.agents.pipelines import pick_agent
from qodev.base.diagnostics import Diagnostic, Parsed
from qodev.base.errors import AgentError
from qodev.base.text import near_miss
from qodev.providers.url import effective_url
from qodev.settings.overrides import ModelOverrides
from qodev.types.agents import AgentSnapshot, AgentSpec, Layer, Pipeline, ProviderInstance, RouteTrace


class AgentsService:
    """Answers everything about agents from the catalog's snapshot."""

    def __init__(
        self,
        catalog: AgentCatalog,
        overrides: ModelOverrides,
        folder: Path,
        prepare_built_in: Callable[[], Awaitable[None]],
    ) -> None:
        self._catalog = catalog
        self._overrides = overrides
        self._prepare_built_in = prepare_built_in
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
        """Starts what a built-in agent needs before its first request."""
        spec = self.find(name)
        if spec is not None and spec.layer is Layer.BUILT_IN:
            await self._prepare_built_in()

    def instance_of(self, name: str) -> ProviderInstance | None:
        """Returns the provider instance of an agent, if it is there."""
        return self.snapshot.find_instance(self.require(name).provider_instance)

    def url_of(self, name: str) -> Parsed[str]:
        """Returns an agent's effective URL, its model override counted (A129)."""
        instance = self.instance_of(name)
        if instance is None:
            return Parsed(None)
        return effective_url(instance.url, self.require(name).endpoint, self.snapshot.model_of(name))

    async def set_model(self, agent: str, model: str | None) -> None:
        """Stores a model override, or removes it; it counts from the next request (A121, A123)."""
        await self._overrides.set(agent, model)
        await self._catalog.reload()


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
