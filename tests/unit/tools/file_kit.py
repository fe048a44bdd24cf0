"""What tests of the file tools need: a real project, real parts, and a call made the way the gate makes it."""

import json
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qodev.base.tasks import WorkPool
from qodev.tools.arguments import check_arguments
from qodev.tools.candidates import Preselection
from qodev.tools.find import GlobFiles, GrepFiles
from qodev.tools.read import ListFiles, ReadFile, ReadParts, SearchFiles
from qodev.tools.scan import ScanLimits
from qodev.tools.search import PatternChild, Searching
from qodev.types.permissions import Effect, Step
from qodev.types.profiles import Profile, ProfileFormat, ProfileScope
from qodev.types.tooling import Permit, PreparedCall, Tool, ToolCall, ToolContext, ToolOutput
from qodev.workspace.git import Git
from qodev.workspace.roots import ProjectRoots

PROFILE = Profile("Build", "D.", "Work.", Effect.ALLOW, ProfileScope.BUILT_IN, ProfileFormat.BUILT_IN)
QUICK = ("ripgrep", "git", "pure")


def everything(names: Sequence[str]) -> bool:
    return True


def context_of(
    project: Path, *, may_show: Callable[[Sequence[str]], bool] = everything, turn: str = "turn_1", **fields: Any
) -> ToolContext:
    return ToolContext(
        conversation_id=fields.pop("conversation", "conv_1"),
        turn_id=turn,
        project=Path(os.path.realpath(project)),
        profile=fields.pop("profile", PROFILE),
        is_trusted=lambda: True,
        may_show=may_show,
        progress=lambda call, line: None,
        **fields,
    )


@dataclass
class Reading:
    """The reading tools over one project."""

    parts: ReadParts
    context: ToolContext
    tools: dict[str, Tool] = field(init=False)

    def __post_init__(self) -> None:
        made: list[Tool] = [kind(self.parts) for kind in (ListFiles, ReadFile, SearchFiles, GlobFiles, GrepFiles)]
        self.tools = {tool.spec.name.name: tool for tool in made}

    async def prepare(self, name: str, /, **arguments: Any) -> PreparedCall:
        tool = self.tools[name]
        checked = check_arguments(tool.spec.input_schema, arguments)
        return await tool.prepare(ToolCall("call_1", tool.spec.name.name, checked), self.context)

    async def call(self, name: str, /, **arguments: Any) -> ToolOutput:
        prepared = await self.prepare(name, **arguments)
        assert prepared.subject.refusal is None, prepared.subject.refusal
        return await prepared.act(Permit(Step.RUN))

    async def content(self, name: str, /, **arguments: Any) -> str:
        return json.loads((await self.call(name, **arguments)).content)["content"]

    async def lines(self, name: str, /, **arguments: Any) -> list[str]:
        return (await self.content(name, **arguments)).split("\n")


def no_hooks(folder: Path) -> Path:
    made = folder / "no-hooks"
    made.mkdir(exist_ok=True)
    return made


def make_repository(project: Path) -> None:
    subprocess.run(["git", "init", "-q", str(project)], check=True, capture_output=True)


@asynccontextmanager
async def reading(
    project: Path, *, quick: str = "pure", limits: ScanLimits | None = None, **fields: Any
) -> AsyncIterator[Reading]:
    """Makes the tools with one of the quick programs, or with none."""
    pool = WorkPool()
    if quick == "git":
        make_repository(project)
    git = Git(os.environ, no_hooks(project.parent))
    program = shutil.which("rg")
    assert quick != "ripgrep" or program is not None
    chosen = Preselection(
        os.environ, program if quick == "ripgrep" else None, git if quick == "git" else None, files_least=0
    )
    searching = Searching(pool, PatternChild(os.environ, project.parent), chosen)
    roots = ProjectRoots(pool, git.hooks_folder)
    try:
        yield Reading(ReadParts(pool, roots.open, searching, limits or ScanLimits()), context_of(project, **fields))
    finally:
        pool.close()
