"""The edit tools over a real project, with the answers of a gate that only this kit gives."""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qodev.base.tasks import WorkPool
from qodev.tools.arguments import check_arguments
from qodev.tools.edit import edit_tools
from qodev.types.changes import EditProposal
from qodev.types.files import ProjectPath
from qodev.types.permissions import Step
from qodev.types.tooling import Permit, PreparedCall, Tool, ToolCall, ToolContext, ToolOutput, ToolRefusal
from qodev.workspace.checkpoints import CheckpointStore
from qodev.workspace.desk import DeskParts, FileDesk
from qodev.workspace.git import Git
from qodev.workspace.roots import ProjectRoots
from tests.fakes.changes import KeptChanges
from tests.unit.tools.file_kit import context_of, no_hooks


@dataclass
class Editing:
    """The edit tools and what they left."""

    tools: dict[str, Tool]
    context: ToolContext
    log: KeptChanges
    checkpoints: CheckpointStore
    pool: WorkPool
    mounts: set[str] = field(default_factory=set)
    rule: Callable[[ProjectPath], str | None] = lambda path: None

    async def prepare(self, name: str, path: str, text: str, *, call: str = "call_1") -> PreparedCall:
        tool = self.tools[name]
        given = {"relative_path": path, "patch" if name == "apply_patch" else "content": text}
        checked = check_arguments(tool.spec.input_schema, given)
        return await tool.prepare(ToolCall(call, name, checked), self.context)

    async def propose(self, name: str, path: str, text: str) -> EditProposal:
        prepared = await self.prepare(name, path, text)
        assert prepared.proposal is not None, prepared.subject.refusal or prepared.fault
        return prepared.proposal

    async def fault(self, name: str, path: str, text: str) -> str:
        """Returns what is wrong with a call before anybody is asked."""
        try:
            prepared = await self.prepare(name, path, text)
        except ToolRefusal as fault:
            return fault.text
        assert prepared.proposal is None
        return prepared.subject.refusal or prepared.fault

    async def call(self, name: str, path: str, text: str, **permit: Any) -> ToolOutput:
        prepared = await self.prepare(name, path, text)
        assert prepared.subject.refusal is None, prepared.subject.refusal
        return await prepared.act(Permit(Step.APPLY, **permit))


@asynccontextmanager
async def editing(project: Path, *, log: KeptChanges | None = None, **fields: Any) -> AsyncIterator[Editing]:
    pool = WorkPool()
    git = Git(os.environ, no_hooks(project.parent))
    roots = ProjectRoots(pool, git.hooks_folder)
    checkpoints = CheckpointStore(project.parent / "data" / "checkpoints")
    made = Editing({}, context_of(project, **fields), log or KeptChanges(), checkpoints, pool)

    numbers = iter(range(1, 10_000))
    desk = FileDesk(
        DeskParts(
            pool=pool,
            roots=roots,
            checkpoints=checkpoints,
            log=lambda: made.log,
            allows=lambda context, kind, path: made.rule(path),
            allows_mount=lambda root, folder: folder in made.mounts,
            clock=lambda: 100.0,
            ids=lambda prefix: f"{prefix}_{next(numbers)}",
        )
    )
    made.tools = {tool.spec.name.name: tool for tool in edit_tools(desk)}
    try:
        yield made
    finally:
        pool.close()
