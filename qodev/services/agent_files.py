"""Makes, renames and plans the deletion of agent files of the user's own (A178, A180, U72)."""

import re
from collections.abc import Iterable
from pathlib import Path

from qodev.agents.catalog import AgentCatalog
from qodev.agents.schema import AgentDraft
from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.base.text import near_miss
from qodev.services.own_files import ThinAgent, require_free_name, thin_text, write_new
from qodev.services.renames import Renames
from qodev.types.agents import AgentSnapshot, Layer
from qodev.types.editing import DeletePlan, Reference, RenamePlan

_NUMBERED = re.compile(r" copy(?: \d+)?$")


class AgentFiles:
    """Writes the user's agent files; what is bundled or lies in an extra folder is never touched."""

    def __init__(self, catalog: AgentCatalog, paths: AppPaths, pool: WorkPool, renames: Renames) -> None:
        self._catalog = catalog
        self._paths = paths
        self._pool = pool
        self._renames = renames

    async def new(self, name: str, base: str, model: str | None = None) -> str:
        """Writes a short file that extends a base, loads it, and returns its path; raises UserFacingError."""
        self._require_parent(base)
        parent = self._catalog.snapshot.bases.get(base)
        if parent is not None and not parent.model and not model:
            raise UserFacingError(f"`{base}` names no model, so the new agent needs one.", "Choose a model.")
        return await self._write(ThinAgent(self._require_free(name), base, model=model or ""))

    async def duplicate(self, name: str, new_name: str) -> str:
        """Writes a child that differs in nothing but its name, a base for a base; loads it and returns its path."""
        self._require_parent(name)
        snapshot = self._catalog.snapshot
        original = snapshot.agents.get(name) or snapshot.bases[name]
        made = ThinAgent(self._require_free(new_name), name, original.description, abstract=name in snapshot.bases)
        return await self._write(made)

    async def _write(self, made: ThinAgent) -> str:
        path = await self._pool.run(write_new, self._paths.agents, made.name, thin_text(made))
        await self._catalog.accept((path,))
        return str(path)

    def free_name(self, name: str) -> str:
        """Returns a name like `name` that no agent has."""
        stem = _NUMBERED.sub("", name)
        taken = {known.casefold() for known in _names(self._catalog.snapshot)}
        numbers = (f"{stem} copy", *(f"{stem} copy {number}" for number in range(2, len(taken) + 3)))
        return next(one for one in numbers if one.casefold() not in taken)

    def _require_parent(self, name: str) -> None:
        known = tuple(_names(self._catalog.snapshot))
        if name not in known:
            near = near_miss(name, known)
            raise UserFacingError(f"There is no agent `{name}`.", f"Did you mean `{near}`?" if near else None)

    def _require_free(self, name: str) -> str:
        snapshot = self._catalog.snapshot
        wanted = name.strip()
        held = snapshot.agents.get(wanted) or snapshot.bases.get(wanted)
        if held is not None and held.layer in (Layer.BUNDLED, Layer.BUILT_IN):
            message = f"`{wanted}` is a bundled agent: bundled agents cannot be replaced."
            raise UserFacingError(message, "Choose another name; the new agent can extend it.")
        return require_free_name(name, _names(snapshot), "agent")

    def plan_rename(self, name: str, new_name: str) -> RenamePlan:
        """Returns what renaming an agent of the user changes; raises UserFacingError for a name that is taken."""
        draft = self._require_own(name)
        return RenamePlan(name, self._require_free(new_name), draft.source.path, tuple(self._references(name)))

    async def apply_rename(self, plan: RenamePlan) -> str:
        """Changes all files of a plan that are the user's own, or none; returns what `undo` takes."""
        token = await self._pool.run(self._renames.apply, plan)
        await self._catalog.accept(self._renames.paths_of(token))
        return token

    async def undo(self, token: str) -> None:
        """Takes a rename back; raises UserFacingError when one of its files was changed since."""
        paths = self._renames.paths_of(token)
        await self._pool.run(self._renames.undo, token)
        await self._catalog.accept(paths)

    def plan_delete(self, name: str) -> DeletePlan:
        """Returns what would be left without an agent."""
        draft = self._require_own(name)
        found = tuple(self._references(name))
        children = tuple(sorted(r.owner for r in found if r.kind == "extends"))
        rosters = tuple(r.owner for r in found if r.kind == "roster")
        return DeletePlan(name, draft.source.path, children, rosters, any(r.kind == "override" for r in found))

    def _require_own(self, name: str) -> AgentDraft:
        draft = self._catalog.drafts.get(name)
        if draft is None:
            self._require_parent(name)
            raise UserFacingError(f"`{name}` is not an agent of your own.", "Make one with New from this….")
        if draft.source.layer is not Layer.USER:
            kind = "bundled" if draft.source.layer is Layer.BUNDLED else "in an extra folder"
            message = f"`{name}` is {kind}, so it cannot be changed here."
            raise UserFacingError(message, "Make one of your own with New from this….")
        return draft

    def _references(self, name: str) -> Iterable[Reference]:
        for draft in self._catalog.drafts.values():
            if draft.extends == name and draft.name != name:
                span = draft.source.span_of("extends")
                yield Reference("extends", draft.name, span.path, span.line, draft.source.layer is Layer.USER)
        snapshot = self._catalog.snapshot
        for pipeline, roster in snapshot.rosters.items():
            if name in roster.agents and Path(self._paths.pipelines).is_file():
                yield Reference("roster", pipeline.value, str(self._paths.pipelines), 0)
        if name in snapshot.overrides:
            yield Reference("override", self._paths.agent_models.name, str(self._paths.agent_models), 0)


def _names(snapshot: AgentSnapshot) -> Iterable[str]:
    return (*snapshot.agents, *snapshot.bases)
