"""Folders with agent files, and what loading makes of them."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from qodev.agents.catalog import load_snapshot
from qodev.agents.loading import CatalogSources, Definitions, load_definitions
from qodev.agents.memory import LoadMemory
from qodev.base.diagnostics import Diagnostic
from qodev.types.agents import AgentSnapshot

RESOURCES = Path(__file__).parents[3] / "resources"

COMPLETE = 'provider_instance = "Claude"\nmodel = "m"\nendpoint = "/v1/messages"\n[body]\nmax_tokens = 1\n'


def agent(name: str, extra: str = "") -> str:
    """Returns the text of a complete agent file; `extra` stands above its body."""
    return f'name = "{name}"\n{extra}{COMPLETE}'


def child(name: str, parent: str, extra: str = "") -> str:
    return f'name = "{name}"\nextends = "{parent}"\n{extra}'


@dataclass
class Disk:
    """A temporary installation whose bundled instances and roles are qodev's own."""

    root: Path
    memory: LoadMemory = field(default_factory=LoadMemory)
    extra: tuple[str, ...] = ()

    def write(self, place: str, text: str) -> Path:
        path = self.root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    @property
    def sources(self) -> CatalogSources:
        return CatalogSources(
            bundled_agents=self.root / "bundled",
            bundled_providers=RESOURCES / "providers",
            bundled_roles=RESOURCES / "roles",
            agents=self.root / "user",
            providers=self.root / "providers",
            roles=self.root / "roles",
            pipelines=self.root / "pipelines.toml",
            agent_models=self.root / "agent_models.json",
            home=self.root,
            config=self.root,
            extra_folders=tuple(self.root / name for name in self.extra),
        )

    def load(self, **changes: object) -> AgentSnapshot:
        """Loads and checks without any memory."""
        return load_snapshot(replace(self.sources, **changes), 1)  # type: ignore[arg-type]

    def define(self) -> Definitions:
        """Loads with the memory of the load before, without a dry run."""
        return load_definitions(self.sources, 1, self.memory)


def shown(found: Diagnostic) -> tuple[str, str, int | None]:
    """Returns id, file name and line."""
    return found.code.value, Path(found.file or "").name, found.span.line if found.span else None


def ids(snapshot: AgentSnapshot) -> list[str]:
    return [found.code.value for found in snapshot.diagnostics]
