"""Command tools on real parts: both readers, real shells, real folders, processes counted before and after."""

import json
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import token_hex
from typing import Any

from qodev.base.census import find_orphans
from qodev.base.commands import CommandOrder, Commands
from qodev.base.environment import build_environment
from qodev.base.ids import new_id
from qodev.base.tasks import WorkPool
from qodev.permissions.reading import CommandReaders, argument_fault, find_shfmt
from qodev.permissions.simple_reads import find_simple_read
from qodev.tools.background import BackgroundCommands
from qodev.tools.background_tools import ReadBackground, StartBackground, StopBackground
from qodev.tools.commands import CommandPolicy, CommandSources, Plan, Planner, Shell
from qodev.tools.shell import RUN_COMMAND, VERIFY_COMMAND, CommandTool, RunParts
from qodev.types.permissions import Effect, Reading, SimpleRead, Step
from qodev.types.policies import ContainState
from qodev.types.profiles import Profile, ProfileFormat, ProfileScope
from qodev.types.tooling import CallVerb, Permit, PreparedCall, Tool, ToolCall, ToolContext, ToolOutput
from qodev.types.work_events import BackgroundChanged
from qodev.workspace.roots import ProjectRoots

BASH = Shell("bash", ("bash", "--noprofile", "--norc", "-c"))
SH = Shell("sh", ("sh", "-c"))
BUILD = Profile("Build", "Builds", "", Effect.ALLOW, ProfileScope.BUILT_IN, ProfileFormat.BUILT_IN)


class Readings:
    """The readers and functions of `permissions`, as the program wires them."""

    def __init__(self, folder: Path) -> None:
        self._readers = CommandReaders(find_shfmt(os.environ), folder)

    async def read(self, command: str, shell: str) -> Reading:
        return await self._readers.read(command, shell)

    def fault(self, command: str) -> str | None:
        return argument_fault(command)

    def simple_read(self, reading: Reading) -> SimpleRead | None:
        return find_simple_read(reading)

    def protection(self, command: str) -> str | None:
        return "It names git." if "git" in command else None


class Uncontained:
    """Stands where containment is off: nobody may ask it for anything."""

    async def order(self, plan: Plan, order: CommandOrder) -> CommandOrder:
        raise AssertionError(plan.command)

    async def steering_names(self, project: Path) -> frozenset[str]:
        raise AssertionError(project)

    def has_failed(self) -> None:
        raise AssertionError("nothing was contained")


@dataclass
class Desk:
    """A project with its tools; `policy` and `env` may be changed at any moment."""

    root: Path
    commands: Commands
    background: BackgroundCommands
    planner: Planner
    parts: RunParts
    events: list[BackgroundChanged]
    policy: CommandPolicy = field(default_factory=lambda: CommandPolicy(ContainState()))
    env: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    progress: list[str] = field(default_factory=list)
    hidden: tuple[str, ...] = ()
    conversation: str = "c1"
    profile: Profile = BUILD

    def context(self) -> ToolContext:
        return ToolContext(
            conversation_id=self.conversation,
            turn_id="t1",
            project=self.root,
            profile=self.profile,
            is_trusted=lambda: True,
            may_show=self._may_show,
            progress=lambda _call, text: self.progress.append(text),
        )

    def _may_show(self, names: Sequence[str]) -> bool:
        return not set(names) & set(self.hidden)

    def tool(self, name: str) -> Tool:
        made: dict[str, Tool] = {
            "run_command": CommandTool(RUN_COMMAND, CallVerb.RUN, self.planner, self.parts),
            "verify_command": CommandTool(VERIFY_COMMAND, CallVerb.VERIFY, self.planner, self.parts),
            "start_background_command": StartBackground(self.planner, self.parts, self.background),
            "read_background_command": ReadBackground(self.background),
            "stop_background_command": StopBackground(self.background),
        }
        return made[name]

    async def prepare(self, name: str, argument: str) -> PreparedCall:
        key = "id" if "background" in name and not name.startswith("start") else "command"
        return await self.tool(name).prepare(ToolCall("call", name, {key: argument}), self.context())

    async def act(self, name: str, argument: str, step: Step = Step.RUN) -> ToolOutput:
        prepared = await self.prepare(name, argument)
        return await prepared.act(Permit(step))

    async def run(self, command: str) -> ToolOutput:
        return await self.act("run_command", command)

    async def start(self, command: str) -> str:
        output = await self.act("start_background_command", command)
        return dict(output.facts)["id"]


@asynccontextmanager
async def opened(root: Path, other: Path, shell: Shell = BASH, **parts: Any) -> AsyncIterator[Desk]:
    """Opens a project at `root`; afterwards no process of it is left, and no task failed."""
    faults: list[tuple[str, BaseException]] = []
    real = make_folders(root, other)
    pool = WorkPool()
    tag = token_hex(6)  # tests run side by side, and each looks for its own processes alone
    commands = Commands(lambda name, fault: faults.append((name, fault)), tag=tag)
    events: list[BackgroundChanged] = []
    background = BackgroundCommands(
        commands, events.append, lambda name, fault: faults.append((name, fault)), clock=lambda: 7.0, new_id=new_id
    )
    desk: Desk

    async def no_hooks(_root: Path) -> str | None:
        return None

    async def policy(_project: Path) -> CommandPolicy:
        return desk.policy

    sources = CommandSources(shell, Readings(other), policy, ProjectRoots(pool, no_hooks).open, pool)
    run = RunParts(
        commands,
        lambda added: build_environment(desk.env, added=added),
        Uncontained(),
        background.adopt,
        pool,
    )
    desk = Desk(real, commands, background, Planner(sources), replace(run, **parts), events)
    try:
        yield desk
    finally:
        await background.close()
        assert await commands.close() == ()
        pool.close()
        assert find_orphans(tag) == ()
        assert faults == []


def make_folders(root: Path, other: Path) -> Path:
    root.mkdir(exist_ok=True)
    other.mkdir(exist_ok=True)
    return root.resolve()


def content_of(output: ToolOutput) -> str:
    found = json.loads(output.content)
    assert found["type"] == "untrusted_tool_output"
    return str(found["content"])
