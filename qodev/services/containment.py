"""Whether and how the commands of a project are contained: what was chosen for it, and whether this machine can do it (S40, S41)."""

import hashlib
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Protocol

from qodev.base.commands import CommandOrder
from qodev.base.contain import Availability
from qodev.base.containment_box import Box
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.services.policies import PoliciesService
from qodev.tools.commands import Plan
from qodev.types.policies import ContainedAs, Containment, ContainState, ProjectPolicy
from qodev.types.tooling import ToolRefusal
from qodev.workspace.project import ProjectRoot
from qodev.workspace.spelling import STEERING_FOLDERS
from qodev.workspace.steering_names import steering_names

_ID_DIGITS = 16


class Containing(Protocol):
    """What contains commands on this machine."""

    async def availability(self, project: Path) -> Availability:
        """Tells whether commands of a project can be contained."""
        ...

    def forget(self) -> None:
        """Asks the system again with the next question."""
        ...

    def order(self, program: Path, box: Box, order: CommandOrder) -> CommandOrder:
        """Returns an order that runs contained. Blocking; raises OSError."""
        ...


class ContainmentService:
    """Says how commands of a project run now, and stores what was chosen."""

    def __init__(self, policies: PoliciesService, containing: Containing) -> None:
        self._policies = policies
        self.containing = containing

    async def look(self, project: str) -> ContainState:
        """Returns how commands of a project run now."""
        return await self.of(await self._policies.look(project))

    async def of(self, policy: ProjectPolicy) -> ContainState:
        """Returns the same for decisions that were looked at already."""
        found = await self.containing.availability(Path(policy.project))
        return ContainState(policy.contain, _sentence(found.fault))

    async def choose(self, project: str, contain: Containment) -> None:
        """Stores what a project wants. Raises PolicyError."""
        await self._policies.set_contain(project, contain)


def _sentence(fault: str) -> str:
    """Returns a cause as a sentence of its own, "" for none."""
    if not fault:
        return ""
    return f"{fault[0].upper()}{fault[1:].rstrip('.')}."


class ContainedStart:
    """Starts commands contained; what steers agents and git stays as it is, keys and qodev's own folders are not seen."""

    def __init__(
        self,
        containing: Containing,
        paths: AppPaths,
        hooks_folder: Callable[[Path], Awaitable[str | None]],
        pool: WorkPool,
    ) -> None:
        self._containing = containing
        self._paths = paths
        self._hooks_folder = hooks_folder
        self._pool = pool

    async def order(self, plan: Plan, order: CommandOrder) -> CommandOrder:
        """Returns how to start a command contained; raises ToolRefusal when that is not possible any more (S45)."""
        project = plan.root.path
        found = await self._containing.availability(project)
        if found.program is None:
            raise ToolRefusal(f"Nothing was run: containment cannot start. {_sentence(found.fault)}")
        hooks = await self._hooks_inside(project)
        box = Box(
            project=project,
            cache=self._paths.cache / "contain" / _id_of(project),
            home=self._paths.home,
            own=(self._paths.config, self._paths.data),
            steering=(*STEERING_FOLDERS, *((hooks,) if hooks else ())),
            allows_network=plan.policy.contain.way is ContainedAs.NETWORK,
        )
        try:
            return await self._pool.run(self._containing.order, found.program, box, order)
        except OSError as fault:
            raise ToolRefusal(f"Nothing was run: containment cannot start. {_sentence(str(fault))}") from fault

    async def steering_names(self, project: Path) -> frozenset[str]:
        """Returns what steers agents or git in a project now (S46)."""
        return await self._pool.run(steering_names, project, await self._hooks_inside(project))

    async def _hooks_inside(self, project: Path) -> str | None:
        """Returns the folder that the repository names for its hooks, where it lies in the project."""
        named = await self._hooks_folder(project)
        try:
            root = await self._pool.run(partial(ProjectRoot.open, project, hooks_folder=named))
        except OSError as fault:
            raise ToolRefusal("Nothing was run: the project's folder is gone.") from fault
        return root.hooks_folder

    def has_failed(self) -> None:
        """Takes that a start has failed: the next command asks the system again, and then a person."""
        self._containing.forget()


def _id_of(project: Path) -> str:
    return hashlib.sha256(str(project).encode("utf-8", "surrogateescape")).hexdigest()[:_ID_DIGITS]
