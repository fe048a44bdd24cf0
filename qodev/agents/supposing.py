"""Answers what would be if an agent file held another text: the loader's own steps on what it has read (A174, A175)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from qodev.agents.fixes import with_fixes
from qodev.agents.layers import TomlFile
from qodev.agents.loading import Definitions, collector_paused, resolve_material
from qodev.agents.material import Material
from qodev.agents.memory import LoadMemory
from qodev.agents.schema import AgentDraft
from qodev.base.diagnostics import Diagnostic
from qodev.types.agents import AgentSnapshot, AgentSpec


@dataclass(frozen=True, slots=True)
class Supposed:
    """What a load would give if one file held another text."""

    path: str
    text: str
    file: TomlFile
    draft: AgentDraft | None  # None when the text gives no agent
    saved: AgentDraft | None  # what the file holds on disk
    definitions: Definitions

    @property
    def name(self) -> str:
        """Returns the name of the agent, "" when the text gives none."""
        return self.draft.name if self.draft is not None else ""

    @property
    def chain(self) -> tuple[AgentDraft, ...]:
        """Returns the agent and its parents, nearest first; () when a parent is missing or wrong."""
        chain = self.definitions.chains.get(self.name, ())
        return chain if chain and chain[0] is self.draft else ()

    @property
    def spec(self) -> AgentSpec | None:
        """Returns the agent, None for a base and for one that does not come to be."""
        return self.definitions.snapshot.agents.get(self.name) if self.chain else None

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Returns what is said about the file, with repairs, and about others where that is why its agent fails."""
        found = (d for d in self.definitions.snapshot.diagnostics if d.file == self.path or self._is_touched(d))
        return self.with_fixes(found)

    def with_fixes(self, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Returns findings with the repairs of those that are in the file itself."""
        return with_fixes(found, lambda path: self.file.source.text if path == self.path else None)

    def _is_touched(self, found: Diagnostic) -> bool:
        return bool(self.name) and self.name in (found.subject, *found.members, *found.dependants)

    @property
    def problem(self) -> Diagnostic | None:
        """Returns why the agent cannot be sent whatever its templates do."""
        return self.definitions.ruled_out.get(self.name)

    def snapshot_from(self, current: AgentSnapshot) -> AgentSnapshot:
        """Returns the snapshot in use with the supposed agent in its place."""
        spec = self.spec
        if spec is None:
            return current
        supposed = self.definitions.snapshot
        agents: Mapping[str, AgentSpec] = {**current.agents, spec.name: spec}
        return replace(current, agents=agents, partials=supposed.partials, refused_partials=supposed.refused_partials)


def suppose(material: Material, memory: LoadMemory, path: str, text: str) -> Supposed:
    """Returns what would be if the agent file `path` held `text`; reads nothing, and `memory` learns nothing.

    Costs some ten milliseconds with a thousand agents, since all that did not change is taken over.
    """
    supposed = material.supposing(path, text)
    file = next(file for one in supposed.agents for file in one.files if file.source.path == path)
    branch = memory.branch(path)
    with collector_paused():
        definitions = resolve_material(supposed, 0, branch)
        draft = branch.read_draft(file) if file.table is not None else None
    saved = next((d for f, d in memory.drafts.items() if f.source.path == path and isinstance(d, AgentDraft)), None)
    return Supposed(path, text, file, draft if isinstance(draft, AgentDraft) else None, saved, definitions)
