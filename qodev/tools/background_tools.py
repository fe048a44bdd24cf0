"""start_background_command, read_background_command and stop_background_command (P190, P191)."""

from dataclasses import dataclass

from qodev.tools.arguments import closed_object, text
from qodev.tools.background import BackgroundCommands, BackgroundRead
from qodev.tools.commands import Planner, command_schema
from qodev.tools.envelope import COMMAND_LIMIT, wrap_untrusted
from qodev.tools.shell import RunParts, order_of
from qodev.types.permissions import CallKind
from qodev.types.tooling import (
    CallVerb,
    CallView,
    Permit,
    PreparedCall,
    ToolCall,
    ToolContext,
    ToolOutput,
    ToolRefusal,
    ToolSpec,
)
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject
from qodev.types.work import BackgroundCommand, BackgroundState

START = ToolSpec(
    ToolName("start_background_command"),
    CallKind.BACKGROUND,
    "Starts a command that runs beside the conversation, such as a server or a watcher, and returns its id. Read its "
    "output with read_background_command and end it with stop_background_command; at most three run at a time.",
    command_schema("The command, for the shell of this machine."),
)
_ID = closed_object({"id": text("The id that start_background_command returned.", 80)})
READ = ToolSpec(
    ToolName("read_background_command"),
    CallKind.BACKGROUND_IO,
    "Returns what a background command of this conversation wrote since it was read last, and whether it still runs.",
    _ID,
)
STOP = ToolSpec(
    ToolName("stop_background_command"),
    CallKind.BACKGROUND_IO,
    "Ends a background command of this conversation with everything that it started.",
    _ID,
)
_FIRST_LOOK_S = 0.5  # what fails at once is said at once
_HEAD_ROOM = 600  # of a result, for the sentence before the output


@dataclass(frozen=True, slots=True)
class StartBackground:
    """Starts a command as it was judged."""

    planner: Planner
    parts: RunParts
    background: BackgroundCommands
    spec: ToolSpec = START

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        """Reads the command; raises ToolRefusal for what is none."""
        plan = await self.planner.plan(self.spec.name, self.spec.kind, CallVerb.START, call, context)

        async def act(_permit: Permit) -> ToolOutput:
            await self.planner.check(plan, context)
            order = await order_of(plan, self.parts)
            owner = context.conversation_id
            started = await self.background.start(owner, plan.command, order)
            await self.background.wait(owner, started.id, _FIRST_LOOK_S)
            found = await self.background.read(owner, started.id, COMMAND_LIMIT - _HEAD_ROOM)
            if not found.has_started:
                self.parts.container.has_failed()
                raise ToolRefusal(f"Nothing was run: containment did not start. {found.text.strip()}")
            return _output(self.spec, found, f"Started with the id {started.id}. ")

        async def bind() -> str:
            return await self.planner.digest(plan, context)

        return PreparedCall(plan.subject, plan.view, act, bind)


@dataclass(frozen=True, slots=True)
class ReadBackground:
    """Gives output that was not read before."""

    background: BackgroundCommands
    spec: ToolSpec = READ

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        """Finds the command; raises ToolRefusal for one of another conversation."""
        owner, id_ = context.conversation_id, str(call.input.get("id", ""))
        command = self.background.find(owner, id_)

        async def act(_permit: Permit) -> ToolOutput:
            return _output(self.spec, await self.background.read(owner, id_, COMMAND_LIMIT - _HEAD_ROOM))

        return PreparedCall(_subject(self.spec), _view(CallVerb.WATCH, command), act)


@dataclass(frozen=True, slots=True)
class StopBackground:
    """Ends a command."""

    background: BackgroundCommands
    spec: ToolSpec = STOP

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        """Finds the command; raises ToolRefusal for one of another conversation."""
        owner, id_ = context.conversation_id, str(call.input.get("id", ""))
        command = self.background.find(owner, id_)

        async def act(_permit: Permit) -> ToolOutput:
            await self.background.stop(owner, id_)
            return _output(self.spec, await self.background.read(owner, id_, COMMAND_LIMIT - _HEAD_ROOM))

        return PreparedCall(_subject(self.spec), _view(CallVerb.STOP, command), act)


def _subject(spec: ToolSpec) -> PermissionSubject:
    return PermissionSubject(spec.name, spec.kind)


def _view(verb: CallVerb, command: BackgroundCommand) -> CallView:
    return CallView(verb, command.id, facts=(("command", command.command),))


def _output(spec: ToolSpec, read: BackgroundRead, before: str = "") -> ToolOutput:
    command = read.command
    body = read.text if read.text.strip() else "It wrote nothing new."
    head = f"{before}{_state_text(command)}{_gaps(read)}"
    content, is_cut = wrap_untrusted(spec.name.name, f"{head}\n{body}", command=command.command, limit=COMMAND_LIMIT)
    return ToolOutput(
        content,
        shown=read.text,
        exit_code=command.exit_code,
        is_cut=is_cut or bool(read.lost or read.more),
        facts=(("id", command.id), ("state", command.state.value)),
    )


def _state_text(command: BackgroundCommand) -> str:
    match command.state:
        case BackgroundState.RUNNING:
            return "It runs."
        case BackgroundState.STOPPING:
            return "It is being stopped."
        case BackgroundState.ENDED:
            return command.note or "It has ended."


def _gaps(read: BackgroundRead) -> str:
    lost = f" {read.lost} characters before this are no longer kept." if read.lost else ""
    more = f" {read.more} more characters follow: read again." if read.more else ""
    return lost + more
