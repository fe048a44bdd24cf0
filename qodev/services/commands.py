"""The command tools of Code tasks as the program offers them (P186 to P191)."""

import shutil
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.base.commands import Commands
from qodev.base.environment import build_environment
from qodev.base.ids import Clock, IdSource
from qodev.base.paths import AppPaths
from qodev.base.tasks import ErrorSink, WorkPool
from qodev.permissions.reading import CommandReaders, argument_fault
from qodev.permissions.simple_reads import find_simple_read
from qodev.services.containment import ContainedStart, ContainmentService
from qodev.services.left_processes import tag_of
from qodev.services.policies import PoliciesService
from qodev.tools.background import BackgroundCommands
from qodev.tools.background_tools import ReadBackground, StartBackground, StopBackground
from qodev.tools.commands import CommandPolicy, CommandSources, Planner, Shell
from qodev.tools.shell import RUN_COMMAND, VERIFY_COMMAND, CommandTool, RunParts
from qodev.tools.simple_reads import CommandRoot
from qodev.types.permissions import Reading, SimpleRead
from qodev.types.ports import EventSink
from qodev.types.tooling import CallVerb, Tool, ToolContext

_BASH = ("--noprofile", "--norc", "-c")
_POWERSHELL = ("-NoProfile", "-NonInteractive", "-Command")


@dataclass(frozen=True, slots=True)
class CommandSetting:
    """What the command tools need of the rest of the program."""

    env: Mapping[str, str]
    is_windows: bool
    readers: CommandReaders
    policies: PoliciesService
    containment: ContainmentService
    hooks_folder: Callable[[Path], Awaitable[str | None]]
    paths: AppPaths
    open_root: Callable[[ToolContext], Awaitable[CommandRoot]]  # raises PathRefused
    key_variables: Callable[[], Iterable[str]]  # names that keys are taken from
    pool: WorkPool
    emit: EventSink
    on_error: ErrorSink
    clock: Clock
    new_id: IdSource


class CommandTools:
    """Offers the tools, and owns every process that they start."""

    def __init__(self, setting: CommandSetting) -> None:
        self._setting = setting
        self._commands = Commands(setting.on_error, tag=tag_of(setting.paths))
        self.background = BackgroundCommands(
            self._commands, setting.emit, setting.on_error, clock=setting.clock, new_id=setting.new_id
        )
        sources = CommandSources(
            find_shell(setting.env, is_windows=setting.is_windows),
            _Readings(setting),
            self._policy,
            setting.open_root,
            setting.pool,
        )
        parts = RunParts(
            self._commands,
            self._environment,
            ContainedStart(setting.containment.containing, setting.paths, setting.hooks_folder, setting.pool),
            self.background.adopt,
            setting.pool,
        )
        planner = Planner(sources)
        self._tools: tuple[Tool, ...] = (
            CommandTool(RUN_COMMAND, CallVerb.RUN, planner, parts),
            CommandTool(VERIFY_COMMAND, CallVerb.VERIFY, planner, parts),
            StartBackground(planner, parts, self.background),
            ReadBackground(self.background),
            StopBackground(self.background),
        )

    async def offer(self, context: ToolContext) -> Sequence[Tool]:  # noqa: ARG002 -- a ToolSource; these stand in every turn
        """Returns the tools; they are the same in every turn."""
        return self._tools

    async def forget(self, conversation_id: str) -> None:
        """Ends what a conversation keeps running."""
        await self.background.forget(conversation_id)

    async def close(self) -> None:
        """Ends every command; the program quits."""
        await self.background.close()
        await self._commands.close()

    async def _policy(self, project: Path) -> CommandPolicy:
        policy = await self._setting.policies.look(str(project))
        return CommandPolicy(await self._setting.containment.of(policy), policy.variables)

    def _environment(self, added: Sequence[str]) -> Mapping[str, str]:
        barred = tuple(self._setting.key_variables())
        return build_environment(self._setting.env, added=added, key_refs=barred)


@dataclass(frozen=True, slots=True)
class _Readings:
    """How `permissions` reads commands."""

    setting: CommandSetting

    async def read(self, command: str, shell: str) -> Reading:
        return await self.setting.readers.read(command, shell)

    def fault(self, command: str) -> str | None:
        return argument_fault(command)

    def simple_read(self, reading: Reading) -> SimpleRead | None:
        return find_simple_read(reading)

    def protection(self, command: str) -> str | None:
        return self.setting.policies.protection(command)


def find_shell(env: Mapping[str, str], *, is_windows: bool) -> Shell:
    """Returns the shell that runs commands here: bash, without it sh, and PowerShell on Windows (S3, S33).

    Only whole paths are searched, so that no project can bring a shell of its own.
    """
    folders = [part for part in env.get("PATH", "").split(";" if is_windows else ":") if Path(part).is_absolute()]
    path = (";" if is_windows else ":").join(folders)
    if is_windows:
        found = shutil.which("pwsh", path=path) or shutil.which("powershell", path=path) or "powershell"
        return Shell("powershell", (found, *_POWERSHELL))
    bash = shutil.which("bash", path=path)
    if bash is not None:
        return Shell("bash", (bash, *_BASH))
    return Shell("sh", (shutil.which("sh", path=path) or "/bin/sh", "-c"))
