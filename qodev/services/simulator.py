"""Explains what would happen to a call, with the functions that decide about real ones and without any effect (P240, U86)."""

import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.filenames import is_secret_name
from qodev.base.tasks import WorkPool
from qodev.permissions.judge import judge
from qodev.permissions.reading import CommandReaders, argument_fault
from qodev.permissions.simple_reads import find_simple_read
from qodev.permissions.steps import KIND_OF
from qodev.types.files import PathRefused, ProjectPath
from qodev.types.permissions import CallKind, ProjectMode, Reading
from qodev.types.policies import ProjectPolicy
from qodev.types.profiles import Profile
from qodev.types.tools import MCP_PREFIX, SKILL_PREFIX, ToolName
from qodev.types.verdicts import PermissionSubject, Verdict
from qodev.workspace.project import ProjectRoot
from qodev.workspace.spelling import NAMES_PROJECT, NEVER_READ, is_steering, plain_path

_COMMANDS = (CallKind.RUN, CallKind.VERIFY, CallKind.BACKGROUND)
_FINDING = ("glob_files", "grep_files")
_NO_PROJECT = "no project"


@dataclass(frozen=True, slots=True)
class SimulatedCall:
    """A call that somebody typed: a tool and the one argument that rules look at.

    `argument` is a command, a path, a query, a profile's name or an address, as the tool takes it. `mode` stands in for
    the project's own.
    """

    tool: str
    argument: str = ""
    project: Path | None = None
    mode: ProjectMode | None = None
    shell: str = "bash"


@dataclass(frozen=True, slots=True)
class SimulatorParts:
    """What explaining needs: readers, the project's decisions, and where its hooks lie."""

    readers: CommandReaders
    policy_of: Callable[[str], ProjectPolicy]
    protection: Callable[[str], str | None]
    hooks_folder: Callable[[Path], Awaitable[str | None]]
    pool: WorkPool


class Simulator:
    """Judges typed calls; nothing runs, nothing is stored, nothing is asked."""

    def __init__(self, parts: SimulatorParts) -> None:
        self._parts = parts

    async def explain(self, profile: Profile, call: SimulatedCall) -> Verdict:
        """Returns the verdict for a call; raises UserFacingError for what is no call at all."""
        subject = await self._subject(call)
        policy = self._policy_of(call)
        if call.mode is not None:
            policy = replace(policy, mode=call.mode)
        return judge(profile, subject, policy)

    def _policy_of(self, call: SimulatedCall) -> ProjectPolicy:
        return self._parts.policy_of(str(call.project) if call.project is not None else _NO_PROJECT)

    async def explain_modes(self, profile: Profile, call: SimulatedCall) -> Mapping[ProjectMode, Verdict]:
        """Returns the verdict of every mode, the call read once (U87); raises UserFacingError for what is no call."""
        subject = await self._subject(call)
        policy = await self._parts.pool.run(self._policy_of, call)
        return {mode: judge(profile, subject, replace(policy, mode=mode)) for mode in ProjectMode}

    async def mode_of(self, project: Path | None) -> ProjectMode | None:
        """Returns the mode that a project has now; None when its rules could not be read (P127)."""
        return (await self._parts.pool.run(self._policy_of, SimulatedCall("", project=project))).mode

    async def read_command(self, text: str, shell: str = "bash") -> Reading:
        """Returns what a command text comes to; raises UserFacingError for a text that no tool takes."""
        fault = argument_fault(text)
        if fault is None:
            reading = await self._parts.readers.read(text, shell)
            if reading.clauses or not reading.is_sure:
                return reading
            fault = "the text holds no command"
        raise UserFacingError(f"This is no command to judge: {fault}.", "Type one such as `git status`.")

    async def _subject(self, call: SimulatedCall) -> PermissionSubject:
        kind, name = kind_of(call.tool), ToolName(call.tool)
        if kind in _COMMANDS:
            return await self._command_subject(call, kind, name)
        if call.tool in _FINDING:
            return PermissionSubject(name, kind, query=call.argument)
        if kind in (CallKind.DELEGATE, CallKind.SKILL):
            return PermissionSubject(name, kind, target=call.argument or None)
        if kind is CallKind.MCP:
            return _server_subject(call)
        if kind in (CallKind.EDIT, CallKind.READ) and call.argument:
            is_edit = kind is CallKind.EDIT
            hooks = await self._parts.hooks_folder(call.project) if is_edit and call.project is not None else None
            return await self._parts.pool.run(_path_subject, call, kind, name, hooks)
        return PermissionSubject(name, kind)

    async def _command_subject(self, call: SimulatedCall, kind: CallKind, name: ToolName) -> PermissionSubject:
        reading = await self.read_command(call.argument, call.shell)
        return PermissionSubject(
            name,
            kind,
            command=reading,
            is_simple_read=await self._parts.pool.run(self._is_simple_read, reading, call.project),
            is_protected=self._parts.protection(reading.text) is not None,
        )

    def _is_simple_read(self, reading: Reading, project: Path | None) -> bool:
        found = find_simple_read(reading)
        if found is None or project is None:
            return found is not None
        try:
            root = ProjectRoot.open(project)
            resolved = [root.resolve_read(path) for path in found.paths]
        except (OSError, PathRefused):
            return False
        return all(path.given == path.real for path in resolved)  # a link is not served (P121)


def _path_subject(call: SimulatedCall, kind: CallKind, name: ToolName, hooks: str | None) -> PermissionSubject:
    """Resolves a path as the tools do; without a project it is judged by its letters."""
    if call.tool == "search_files":
        return PermissionSubject(name, kind)
    if call.project is None:
        return _plain_subject(call, kind, name)
    try:
        root = ProjectRoot.open(call.project, hooks_folder=hooks)
    except OSError as fault:
        raise UserFacingError(f"`{call.project}` cannot be opened: {fault.strerror or fault}.") from fault
    try:
        found = root.resolve(call.argument) if kind is CallKind.EDIT else root.resolve_read(call.argument)
    except PathRefused as fault:
        return PermissionSubject(name, kind, paths=(call.argument,), refusal=fault.reason)
    return _of_path(name, kind, found, folds_case=root.folds_case)


def _plain_subject(call: SimulatedCall, kind: CallKind, name: ToolName) -> PermissionSubject:
    """Judges a path by its letters: what no project can hold is refused here too, links are not known."""
    try:
        path = plain_path(call.argument, is_windows=os.name == "nt")
    except PathRefused as fault:
        return PermissionSubject(name, kind, paths=(call.argument,), refusal=fault.reason)
    if kind is CallKind.EDIT:
        refusal = None if path else NAMES_PROJECT
        return PermissionSubject(name, kind, paths=(path,), is_steering=is_steering(path, None), refusal=refusal)
    is_secret = any(map(is_secret_name, path.split("/")))
    return PermissionSubject(name, kind, paths=(path,), refusal=NEVER_READ if is_secret else None)


def _of_path(name: ToolName, kind: CallKind, found: ProjectPath, *, folds_case: bool) -> PermissionSubject:
    paths = (found.given,) if found.given == found.real else (found.given, found.real)
    return PermissionSubject(name, kind, paths=paths, is_steering=found.is_steering, folds_case=folds_case)


def _server_subject(call: SimulatedCall) -> PermissionSubject:
    """Returns the subject of an MCP call: `server/operation` as the tool or as the argument."""
    server, _, operation = call.argument.partition("/")
    if not server or not operation:
        return PermissionSubject(ToolName(call.tool), CallKind.MCP)
    return PermissionSubject(ToolName.of_server(server, operation), CallKind.MCP, server=server, operation=operation)


def kind_of(tool: str) -> CallKind:
    """Returns the group that a tool belongs to; raises UserFacingError for a name that no tool has."""
    if tool in KIND_OF:
        return KIND_OF[tool]
    if tool.startswith(SKILL_PREFIX):
        return CallKind.SKILL
    if tool.startswith(MCP_PREFIX) or tool == "mcp":
        return CallKind.MCP
    raise UserFacingError(f"There is no tool `{tool}`.", f"Tools are {', '.join(known_tools())}.")


def known_tools() -> Sequence[str]:
    """Returns the names of the standing tools."""
    return tuple(KIND_OF)
