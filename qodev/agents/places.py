"""The folders and files that one load reads from (A2, A4, A5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from qodev.agents.layers import LayerFolder
from qodev.base.diagnostics import Parsed
from qodev.base.paths import AppPaths
from qodev.types.agents import AgentSpec, Layer, ProviderInstance

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

    def provider_folders(self) -> tuple[LayerFolder, ...]:
        """Returns the folders of provider instances."""
        return LayerFolder(self.bundled_providers, Layer.BUNDLED), LayerFolder(self.providers, Layer.USER)

    def role_folders(self) -> tuple[LayerFolder, ...]:
        """Returns the folders of roles."""
        return LayerFolder(self.bundled_roles, Layer.BUNDLED), LayerFolder(self.roles, Layer.USER)
