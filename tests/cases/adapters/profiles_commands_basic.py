"""What a native profile says of a command text: tool rules, then command rules clause by clause (P86 to P104)."""

import asyncio

from qodev.permissions.command_rules import judge_command
from qodev.permissions.reading import argument_fault
from qodev.permissions.rules import is_hidden, tool_outcome
from qodev.types.permissions import Effect
from qodev.types.tools import ToolName
from tests.cases.adapters.profiles_tools import profile_of
from tests.cases.adapters.security_commands import readers
from tests.cases.kit import Case, difference


def run(case: Case) -> str | None:
    """Judges one call."""
    profile = profile_of(case)
    tool = ToolName(case["tool"])
    level = tool_outcome(profile, tool).effect
    got = {"value": _value(case, level), "hidden": is_hidden(profile, tool)}
    return difference("answer", case["expect"], got)


def _value(case: Case, level: Effect) -> str:
    if argument_fault(case["command"]) is not None:
        return "argument_error"
    if level is Effect.DENY:
        return level.value  # final: no command is looked at (P88)
    reading = asyncio.run(readers(True).read(case["command"], case["shell"]))
    if reading.is_sure and not reading.clauses:
        return "argument_error"
    return judge_command(profile_of(case).command_rules, level, reading).effect.value
