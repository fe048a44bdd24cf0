"""run_command and verify_command: a command that was permitted runs as it was judged, and its end is told (P186 to P189)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from qodev.base.census import SeenProcess
from qodev.base.commands import CommandEnd, CommandOrder, Commands, EndCause, describe_end
from qodev.base.errors import ProcessError
from qodev.base.folders import FolderIdentity
from qodev.base.tasks import WorkPool
from qodev.base.terminal import plain_terminal
from qodev.base.text import show_hidden
from qodev.tools.commands import Plan, Planner, command_schema
from qodev.tools.envelope import COMMAND_LIMIT, wrap_untrusted
from qodev.tools.simple_reads import MayShow, serve
from qodev.types.files import PathRefused
from qodev.types.permissions import CallKind, Step
from qodev.types.policies import ContainedAs
from qodev.types.tooling import CallVerb, Permit, PreparedCall, ToolCall, ToolContext, ToolOutput, ToolRefusal, ToolSpec
from qodev.types.tools import ToolName

RUN_COMMAND = ToolSpec(
    ToolName("run_command"),
    CallKind.RUN,
    "Runs a command in the project's folder and returns its output and exit code. It ends after 3 minutes at the latest; "
    "for servers and watchers use start_background_command. There is no terminal: nothing can be typed into it.",
    command_schema("The command, for the shell of this machine."),
)
VERIFY_COMMAND = ToolSpec(
    ToolName("verify_command"),
    CallKind.VERIFY,
    "Runs a check of the work that was done, such as the tests. It passes with exit code 0 and fails otherwise; after "
    "several failures edits and commands of the turn are refused.",
    command_schema("The check, for the shell of this machine."),
)
_APPEARED_MOST = 20
_LEFT_MOST = 10


class Container(Protocol):
    """What starts a command contained."""

    async def order(self, plan: Plan, order: CommandOrder) -> CommandOrder:
        """Returns how to start it so; raises ToolRefusal when that is not possible (S45)."""
        ...

    async def steering_names(self, project: Path) -> frozenset[str]:
        """Returns what steers agents or git there now, so that what is new afterwards can be named (S46)."""
        ...

    def has_failed(self) -> None:
        """Takes that a start has failed, so that the next command is asked about (S45)."""
        ...


Adopt = Callable[[str, str, tuple[SeenProcess, ...]], str]
"""Takes over what a command left running: conversation, command, processes; returns the id to stop them by."""


@dataclass(frozen=True, slots=True)
class RunParts:
    """What running needs of the rest of the program."""

    commands: Commands
    environment: Callable[[Sequence[str]], Mapping[str, str]]  # with the names added for the project (S122)
    container: Container
    adopt: Adopt
    pool: WorkPool


class CommandTool:
    """Prepares a command, and runs it once it is permitted."""

    def __init__(self, spec: ToolSpec, verb: CallVerb, planner: Planner, parts: RunParts) -> None:
        self.spec = spec
        self._verb = verb
        self._planner = planner
        self._parts = parts

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        """Reads the command; raises ToolRefusal for what is none."""
        plan = await self._planner.plan(self.spec.name, self.spec.kind, self._verb, call, context)

        async def act(permit: Permit) -> ToolOutput:
            return await self._act(plan, permit, call.id, context)

        async def bind() -> str:
            return await self._planner.digest(plan, context)

        return PreparedCall(plan.subject, plan.view, act, bind)

    async def _act(self, plan: Plan, permit: Permit, call_id: str, context: ToolContext) -> ToolOutput:
        await self._planner.check(plan, context)
        if permit.step is Step.FILE_FUNCTIONS or (plan.simple is not None and plan.policy.contain.has_failed):
            return await self._serve(plan, context.may_show)
        before = await self._steering(plan)
        order = await order_of(plan, self._parts)

        def on_text(piece: str) -> None:
            context.progress(call_id, piece)

        try:
            end = await self._parts.commands.run(order, on_text)
        except ProcessError as fault:
            raise ToolRefusal(f"Nothing was run. {fault.message}") from fault
        if not end.has_started:
            self._parts.container.has_failed()
            raise ToolRefusal(f"Nothing was run: containment did not start. {end.stderr.text.strip()}")
        appeared = sorted(await self._steering(plan) - before)
        return self._output(plan, end, appeared, context.conversation_id)

    async def _serve(self, plan: Plan, may_show: MayShow) -> ToolOutput:
        if plan.simple is None:
            raise ToolRefusal("Nothing was run: this command is not one that file functions can serve.")
        try:
            answer = await self._parts.pool.run(serve, plan.root, plan.simple, may_show)
        except PathRefused as fault:
            raise ToolRefusal(f"Nothing was read: {fault.reason}.") from fault
        stdout, stderr = (plain_terminal(text.encode("utf-8", "replace")) for text in (answer.stdout, answer.stderr))
        report = Report(f"It ended with exit code {answer.exit_code}.", stdout, stderr)
        content, is_cut = report.content(self.spec.name.name, plan.command)
        return ToolOutput(
            content,
            shown=report.shown,
            exit_code=answer.exit_code,
            is_cut=is_cut or answer.is_cut,
            facts=(("served", "file functions"),),
        )

    async def _steering(self, plan: Plan) -> frozenset[str]:
        if not is_contained(plan):
            return frozenset()
        return await self._parts.container.steering_names(plan.root.path)

    def _output(self, plan: Plan, end: CommandEnd, appeared: Sequence[str], conversation_id: str) -> ToolOutput:
        is_check = self.spec.kind is CallKind.VERIFY
        has_passed = end.cause is EndCause.EXITED and end.code == 0
        left_id = self._parts.adopt(conversation_id, plan.command, end.left) if end.left else ""
        notes = (*_notes(plan, end, left_id, has_passed=has_passed), *appeared_notes(appeared))
        verdict = ("The check passed. " if has_passed else "The check failed. ") if is_check else ""
        report = Report(verdict + describe_end(end), end.stdout.text, end.stderr.text, notes)
        content, is_cut = report.content(self.spec.name.name, plan.command)
        check = (("check", "passed" if has_passed else "failed"),) if is_check else ()
        is_error = end.cause is not EndCause.EXITED or (is_check and not has_passed)
        return ToolOutput(
            content,
            is_error=is_error,
            shown=report.shown,
            exit_code=end.code if end.cause is EndCause.EXITED else None,
            is_cut=is_cut or end.is_cut,
            facts=(*check, ("end", describe_end(end)), *_facts(end, appeared)),
        )


def is_contained(plan: Plan) -> bool:
    """Tells whether a command runs contained."""
    return plan.policy.contain.way is not ContainedAs.NOT


async def order_of(plan: Plan, parts: RunParts) -> CommandOrder:
    """Returns how a command is started: by the shell it was judged for, in the very folder, with a built environment."""
    folder = FolderIdentity(str(plan.root.path), plan.root.device, plan.root.inode)
    order = CommandOrder(plan.shell.argv(plan.command), folder, parts.environment(plan.policy.variables))
    return await parts.container.order(plan, order) if is_contained(plan) else order


@dataclass(frozen=True, slots=True)
class Report:
    """What is said of a command that ended: how it ended, what else is to know, and what it wrote."""

    end: str
    stdout: str
    stderr: str
    notes: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """Returns what the card shows: output and notes; how it ended is a fact of its own."""
        parts = [self.stdout, self.stderr, *self.notes]
        return "\n".join(part.rstrip("\n") for part in parts if part.strip())

    def content(self, tool: str, command: str) -> tuple[str, bool]:
        """Returns the whole as the model gets it, and whether it was cut."""
        head = " ".join((self.end, *self.notes))
        streams = [
            f"{name}:\n{text}" for name, text in (("stdout", self.stdout), ("stderr", self.stderr)) if text.strip()
        ]
        body = "".join(stream if stream.endswith("\n") else f"{stream}\n" for stream in streams)
        return wrap_untrusted(tool, f"{head}\n{body or 'It wrote nothing.'}", command=command, limit=COMMAND_LIMIT)


def _notes(plan: Plan, end: CommandEnd, left_id: str, *, has_passed: bool) -> Sequence[str]:
    found: list[str] = []
    if end.left:
        names = ", ".join(_process_text(process) for process in end.left[:_LEFT_MOST])
        found.append(f"It left running: {names}. Stop this with stop_background_command and the id {left_id}.")
    if end.may_run_on:
        found.append("Something that it started keeps its output open and may still run.")
    if is_contained(plan) and not has_passed:
        allowed = (
            "the network was allowed" if plan.policy.contain.way is ContainedAs.NETWORK else "there was no network"
        )
        found.append(f"It ran contained: it could write only in the project and in temp, and {allowed}.")
    return found


def appeared_notes(appeared: Sequence[str]) -> Sequence[str]:
    """Returns what is said of steering files and git settings that were not there before (S46)."""
    if not appeared:
        return ()
    names = ", ".join(f"`{show_hidden(name)}`" for name in appeared[:_APPEARED_MOST])
    more = f" and {len(appeared) - _APPEARED_MOST} more" if len(appeared) > _APPEARED_MOST else ""
    return (
        f"New files that change how agents or git behave: {names}{more}. None of them counts before it is accepted.",
    )


def _facts(end: CommandEnd, appeared: Sequence[str]) -> tuple[tuple[str, str], ...]:
    left = tuple(("left", _process_text(process)) for process in end.left[:_LEFT_MOST])
    return (*left, *(("appeared", name) for name in appeared[:_APPEARED_MOST]))


def _process_text(process: SeenProcess) -> str:
    return f"{process.pid} ({show_hidden(process.command)})" if process.command else str(process.pid)
