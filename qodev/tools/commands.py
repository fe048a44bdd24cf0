"""Looks at a command before it may run: reads it, finds out how it would run, and what an approval of it is about (S38)."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from qodev.base.jsontext import JsonValue, dump_compact
from qodev.base.tasks import WorkPool
from qodev.base.text import clip
from qodev.tools.arguments import closed_object, text
from qodev.tools.simple_reads import CommandRoot, may_serve
from qodev.types.files import PathRefused
from qodev.types.permissions import CallKind, Reading, SimpleRead
from qodev.types.policies import CANNOT_START, ContainState
from qodev.types.profiles import Profile
from qodev.types.tooling import CallVerb, CallView, ToolCall, ToolContext, ToolRefusal
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject

COMMAND_MOST = 4_000  # code points (P87)
_TARGET_MOST = 160


@dataclass(frozen=True, slots=True)
class Shell:
    """The shell of this machine: what its texts are read as, and how it is started (S3, S33)."""

    kind: str  # bash, sh, powershell or cmd, as the readers know it
    start: tuple[str, ...]  # program and options; the text follows as the last argument

    def argv(self, command: str) -> tuple[str, ...]:
        """Returns the argument list that runs a text."""
        return (*self.start, command)


@dataclass(frozen=True, slots=True)
class CommandPolicy:
    """How a project wants its commands to run, and whether the machine can do so now."""

    contain: ContainState
    variables: tuple[str, ...] = ()  # names that the user added


class CommandReading(Protocol):
    """How texts are read and judged beforehand; the functions are those of `permissions`."""

    async def read(self, command: str, shell: str) -> Reading:
        """Returns what a text comes to."""
        ...

    def fault(self, command: str) -> str | None:
        """Returns why a text is no command at all (P87)."""
        ...

    def simple_read(self, reading: Reading) -> SimpleRead | None:
        """Returns what a text reads when it only lists or shows files (P121)."""
        ...

    def protection(self, command: str) -> str | None:
        """Returns why a command can never be allowed exactly (P120)."""
        ...


@dataclass(frozen=True, slots=True)
class CommandSources:
    """What planning a command needs of the rest of the program."""

    shell: Shell
    reading: CommandReading
    policy: Callable[[Path], Awaitable[CommandPolicy]]  # of a project, as it is now
    open_root: Callable[[ToolContext], Awaitable[CommandRoot]]  # raises PathRefused when it is gone
    pool: WorkPool


@dataclass(frozen=True, slots=True)
class Plan:
    """A command as it was looked at; it runs exactly so, or not at all."""

    command: str  # as it is run
    shell: Shell
    root: CommandRoot
    policy: CommandPolicy
    digest: str
    subject: PermissionSubject
    view: CallView
    simple: SimpleRead | None


def command_schema(description: str) -> Mapping[str, JsonValue]:
    """Returns the schema of a tool that takes a command."""
    return closed_object({"command": text(description, COMMAND_MOST)})


class Planner:
    """Looks at commands for the three tools that start them."""

    def __init__(self, sources: CommandSources) -> None:
        self._sources = sources

    async def plan(self, name: ToolName, kind: CallKind, verb: CallVerb, call: ToolCall, context: ToolContext) -> Plan:
        """Returns what a call would run; raises ToolRefusal for what is no command (P87, P132)."""
        sources = self._sources
        reading = await self._read(str(call.input.get("command", "")))
        root = await self._open(context)
        policy = await sources.policy(context.project)
        simple = await self._simple(reading, kind, root, context)
        subject = PermissionSubject(
            name,
            kind,
            command=reading,
            is_simple_read=simple is not None,
            is_protected=sources.reading.protection(reading.text) is not None,
            uncontained=policy.contain.fault if policy.contain.has_failed and simple is None else "",
        )
        digest = digest_of(sources.shell, reading.text, root, policy, context.profile)
        view = view_of(verb, sources.shell, reading.text, root, policy)
        return Plan(reading.text, sources.shell, root, policy, digest, subject, view, simple)

    async def _open(self, context: ToolContext) -> CommandRoot:
        try:
            return await self._sources.open_root(context)
        except PathRefused as fault:
            raise ToolRefusal(f"Nothing was run: {fault.reason}.") from fault

    async def _read(self, command: str) -> Reading:
        reading = self._sources.reading
        fault = reading.fault(command)
        found = await reading.read(command, self._sources.shell.kind) if fault is None else None
        if found is None or (not found.clauses and found.is_sure):
            raise ToolRefusal(f"The argument `command` does not fit: {fault or 'the text holds no command'}.")
        return found

    async def _simple(
        self, reading: Reading, kind: CallKind, root: CommandRoot, context: ToolContext
    ) -> SimpleRead | None:
        found = self._sources.reading.simple_read(reading) if kind is CallKind.RUN else None
        if found is None:
            return None
        try:
            is_served = await self._sources.pool.run(may_serve, root, found, context.may_show)
        except PathRefused:
            return None  # no reading tool takes the path: the shell may say what it thinks of it, if somebody lets it
        return found if is_served else None

    async def digest(self, plan: Plan, context: ToolContext) -> str:
        """Returns the digest of the same command as things stand now (S38); "" when its folder is gone."""
        sources = self._sources
        if not await sources.pool.run(plan.root.is_there):
            return ""
        policy = await sources.policy(context.project)
        return digest_of(sources.shell, plan.command, plan.root, policy, context.profile)

    async def check(self, plan: Plan, context: ToolContext) -> None:
        """Raises ToolRefusal when anything that the approval was about has changed since (S38)."""
        digest = await self.digest(plan, context)
        if not digest:
            raise ToolRefusal(
                "Nothing was run: the project's folder is gone or was replaced since the command was seen."
            )
        if digest != plan.digest:
            raise ToolRefusal("Nothing was run: how commands run in this project changed since the command was seen.")


def digest_of(shell: Shell, command: str, root: CommandRoot, policy: CommandPolicy, profile: Profile) -> str:
    """Returns the SHA-256 of everything that an approval of a command is about (S38)."""
    contain = policy.contain
    about: list[JsonValue] = [
        [shell.kind, *shell.start],
        command,
        [str(root.path), root.device, root.inode],
        list(policy.variables),
        [contain.setting.value if contain.setting is not None else None, contain.way.value],
        [profile.name, profile.scope.value, profile.digest],
    ]
    return hashlib.sha256(dump_compact(about).encode("utf-8", "surrogatepass")).hexdigest()


def view_of(verb: CallVerb, shell: Shell, command: str, root: CommandRoot, policy: CommandPolicy) -> CallView:
    """Returns what people see of a command: the whole text, and how it runs."""
    first = command.split("\n", 1)[0]
    is_whole = first == command and len(command) <= _TARGET_MOST
    facts = (("variables", ", ".join(policy.variables)),) if policy.variables else ()
    return CallView(
        verb,
        clip(first, _TARGET_MOST) if first == command else clip(f"{first} …", _TARGET_MOST),
        text="" if is_whole else command,
        shell=shell.kind,
        folder=str(root.path),
        containment=containment_text(policy.contain),
        facts=facts,
    )


def containment_text(contain: ContainState) -> str:
    """Returns how a command runs, as its card says it (S45)."""
    if contain.has_failed:
        return f"{contain.way.value}: {CANNOT_START}{contain.fault}"
    return contain.way.value
