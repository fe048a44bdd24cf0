"""Tools whose acts only note that they happened, for tests of the way that leads to an act."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from qodev.base.jsontext import JsonValue
from qodev.tools.arguments import closed_object, text
from qodev.types.permissions import CallKind, Clause, ClauseKind, Reading
from qodev.types.tooling import (
    CallVerb,
    CallView,
    Permit,
    PreparedCall,
    Tool,
    ToolCall,
    ToolContext,
    ToolOutput,
    ToolRefusal,
    ToolSpec,
)
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject

_KINDS = {
    "read_file": CallKind.READ,
    "run_command": CallKind.RUN,
    "verify_command": CallKind.VERIFY,
    "fetch_url": CallKind.WEB,
}


@dataclass(slots=True)
class NotedTool:
    """Takes one text; its act adds that text to `acts`. `bound` is what an approval of it is bound to."""

    name: str
    acts: list[str] = field(default_factory=list)
    bound: str = "same"
    exit_code: int = 0
    key: str = "argument"  # what its text is called
    waits: asyncio.Event | None = None
    started: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def spec(self) -> ToolSpec:
        schema: dict[str, JsonValue] = closed_object({self.key: text("what", 4_000)})
        return ToolSpec(ToolName(self.name), _KINDS[self.name], f"Notes {self.name}.", schema)

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        argument = str(call.input[self.key])
        if argument == "outside":
            raise ToolRefusal("The path leads out of the project.")
        kind = _KINDS[self.name]
        reading = _reading(argument) if kind in (CallKind.RUN, CallKind.VERIFY) else None
        subject = PermissionSubject(ToolName(self.name), kind, command=reading)
        return PreparedCall(subject, CallView(CallVerb.RUN, argument), self._acting(argument), self._bind)

    async def _bind(self) -> str:
        return self.bound

    def _acting(self, argument: str):
        async def act(permit: Permit) -> ToolOutput:
            self.started.set()
            if self.waits is not None:
                await self.waits.wait()
            if argument == "crash":
                raise RuntimeError("inside")
            self.acts.append(argument)
            return ToolOutput(f"did {argument}", exit_code=self.exit_code)

        return act


def _reading(command: str) -> Reading:
    clauses = tuple(
        Clause(part, ClauseKind.PLAIN, (part,), (part,)) for part in (one.strip() for one in command.split(";")) if part
    )
    return Reading("bash", command, clauses)


@dataclass(slots=True)
class NotedTools:
    """Offers noted tools."""

    tools: Sequence[Tool]
    forgotten: list[str] = field(default_factory=list)

    async def offer(self, context: ToolContext) -> Sequence[Tool]:
        return self.tools

    async def forget(self, conversation_id: str) -> None:
        self.forgotten.append(conversation_id)

    async def close(self) -> None:
        self.forgotten.append("all")
