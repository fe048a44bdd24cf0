"""Gives the double of the services what the Roles and Pipelines pages need: the real services on small stand-ins."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from qodev.agents.pipelines import Rosters, load_rosters
from qodev.agents.roles import parse_role
from qodev.agents.rosters import RosterStore
from qodev.base.diagnostics import Diagnostic
from qodev.base.tasks import TaskOwner
from qodev.services.roles import RolesService
from qodev.services.rosters import RostersService
from qodev.types.agents import AgentSnapshot, AgentSpec, Layer, MatchRule, RoleSpec
from qodev.types.documents import DocumentKind, TrashedFile
from tests.fakes.documents import FakeDocuments
from tests.fakes.services import FakeServices, make_agent

BUNDLED_ROLES = {
    "developer": ("Developer", "Writes code.", "You write code that others can read."),
    "reviewer": ("Reviewer", "Reads code.", "You read code and say what matters."),
}


class RoleDocuments(FakeDocuments):
    """Role files in memory; the catalog of the services follows each change."""

    def __init__(self, services: FakeServices) -> None:
        super().__init__(self._follow)
        self._services = services
        self._stale: dict[str, RoleSpec] = {}
        self.folder = services.paths.roles
        for role_id, (name, description, text) in BUNDLED_ROLES.items():
            path = f"bundled/{role_id}.md"
            self.files[path] = f"---\nname: {name}\ndescription: {description}\n---\n\n{text}\n"
            self.read_only[path] = "Bundled roles are read-only."
        self._follow()

    def path_of(self, role_id: str) -> str:
        """Returns the path of a role of the user's."""
        return str(self.folder / f"{role_id}.md")

    def _follow(self) -> None:
        roles: dict[str, RoleSpec] = {}
        found: list[Diagnostic] = []
        for path, text in self.files.items():
            layer = Layer.BUNDLED if path.startswith("bundled/") else Layer.USER
            parsed = parse_role(text, Path(path).stem, path, layer)
            found.extend(parsed.diagnostics)
            role = parsed.value or (replace(self._stale[path], stale=True) if path in self._stale else None)
            if role is not None:
                roles[role.id] = role
                self._stale[path] = role
        agents = self._services.agents
        agents.replace(replace(agents.snapshot, roles=roles, diagnostics=tuple(found)))

    async def create(self, kind: DocumentKind, stem: str, text: str) -> str:
        assert kind is DocumentKind.ROLE
        self.change(self.path_of(stem), text)
        return self.path_of(stem)

    async def trash(self, path: str) -> TrashedFile:
        trashed = await super().trash(path)
        self._stale.pop(path, None)
        self._follow()
        return trashed

    async def restore(self, trashed: TrashedFile) -> None:
        await super().restore(trashed)
        self._follow()

    async def settled(self) -> None:
        """Nothing is ever under way here."""


def add_pages(services: FakeServices) -> None:
    """Gives the services what the pages of roles and rosters ask for, on what is there."""
    _set_roles(services, services.documents)
    _set_rosters(services)


def add_roles(services: FakeServices) -> RoleDocuments:
    """Gives the services roles in memory."""
    documents = RoleDocuments(services)
    services.documents = documents
    _set_roles(services, documents)
    return documents


def _set_roles(services: Any, documents: Any) -> None:
    folder = services.paths.roles
    services.roles = RolesService(lambda: services.agents.snapshot, documents, folder, services.pool)


ROSTER_AGENTS: dict[str, MatchRule] = {
    "QML Coder": MatchRule(("*.qml", "*.js"), ("*/ui/*",)),
    "Shop Chat": MatchRule((), (), ("shop",)),
    "Claude Chat": MatchRule(),
    "Late Chat": MatchRule(("*.md",)),
}
ROSTERS = """# mine
[pipelines]
code_completion = ["QML Coder", "Gone FIM"]
chat = [
  "Shop Chat", # for the shop
  "QML Coder",
  "Claude Chat",
  "Late Chat",
]
compression = ["Claude Chat"]
quick_refactor = []
"""


def roster_agent(name: str, rule: MatchRule) -> AgentSpec:
    """Returns an agent of the user's with a rule."""
    return make_agent(name, match=rule, layer=Layer.USER, tags=("chat", "cloud"), description=f"{name} helps.")


def add_rosters(services: FakeServices, text: str = ROSTERS, agents: dict[str, AgentSpec] | None = None) -> Path:
    """Gives the services rosters on disk and returns the path of their file."""
    path = services.paths.pipelines
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    made = agents or {name: roster_agent(name, rule) for name, rule in ROSTER_AGENTS.items()}
    fake = services.agents
    fake.snapshot = replace(fake.snapshot, agents=made, rosters=_read(path).by_pipeline)
    return path


def _set_rosters(services: Any) -> None:
    path, fake = services.paths.pipelines, services.agents

    async def reload() -> AgentSnapshot:
        parsed = load_rosters(path)
        fake.replace(replace(fake.snapshot, rosters=_read(path).by_pipeline, diagnostics=parsed.diagnostics))
        snapshot: AgentSnapshot = fake.snapshot
        return snapshot

    store, tasks = RosterStore(path, services.pool), TaskOwner("rosters", _unexpected)
    services.rosters = RostersService(store, lambda: fake.snapshot, reload, tasks, services.pool)
    services.reload_rosters = reload  # as the folder watch would


def _read(path: Path) -> Rosters:
    parsed = load_rosters(path)
    assert parsed.value is not None
    return parsed.value


def _unexpected(name: str, fault: BaseException) -> None:
    raise AssertionError(name) from fault
