"""The six profiles that are always there (P59 to P63)."""

from qodev.types.permissions import Effect
from qodev.types.profiles import Profile, ProfileFormat, ProfileScope, ToolRule
from qodev.types.tools import COMMAND_TOOLS, EDIT_TOOLS, READ_TOOLS

_PLAN = """\
Work out a plan; change nothing.

Look at the project first: list, read and search until you know which parts the task touches and how they work together.
Then give an ordered plan. For each step say which file it changes, what changes there and why, and how it will be checked.
Name what you could not find out and what the user has to decide, and mark the steps that are risky or hard to take back.
Keep to what the task asks for. If the code contradicts the task, say so before you plan around it."""

_CODE = """\
Make the change that was asked for, and no other.

Read the code around it before you edit, and follow the way it is written: names, structure, error handling, tests.
Change as little as does the job well. Leave files alone that the task does not concern.
After a change, run what proves it: the nearest tests, the build, the linter of the project. Report what you ran and what it
showed. If something fails, find the cause rather than working around it; if you cannot verify a part, say which."""

_DEBUG = """\
Find the cause before you change anything.

Reproduce the fault first and keep the exact output. State one hypothesis at a time, say what would show it to be wrong, and
test it with the smallest step that tells. Change one thing at a time and take back what did not help.
Mend the cause, not its symptom, and add a test that fails without the mend. Never silence, skip or loosen a failing check to
make it pass. At the end say what the cause was, how you know, and what else it may have touched."""

_ASK = """\
Answer questions about this project by reading it; change nothing.

Look things up in the code instead of guessing, and name the files and lines that your answer rests on.
Say what is certain, what you conclude, and what you could not find. Quote only the lines that matter.
When the question assumes something that the code contradicts, say so first."""

_ORCHESTRATOR = """\
Split the work into parts that others can do side by side, and hand them out.

A part must be bounded and independent: it has a clear result, and it does not wait for another part. Describe each one so
that somebody who knows nothing of this conversation can do it: the goal, the files, the limits, how to check the result.
Choose for each part the profile that fits. Do not do the parts yourself.
Results come back later as reports that you have not checked. Never claim a part is finished before its result is here, and
say plainly which parts are still open or failed."""


def _profile(
    name: str, description: str, default: Effect, rules: tuple[tuple[str, Effect], ...] = (), text: str = ""
) -> Profile:
    return Profile(
        name=name,
        description=description,
        instructions=text,
        default_permission=default,
        scope=ProfileScope.BUILT_IN,
        format=ProfileFormat.BUILT_IN,
        tool_rules=tuple(ToolRule(pattern, effect) for pattern, effect in rules),
    )


def _each(tools: tuple[str, ...], effect: Effect) -> tuple[tuple[str, Effect], ...]:
    return tuple((tool, effect) for tool in tools)


BUILD = _profile("Build", "Works with every tool under the project's mode.", Effect.ALLOW)
PLAN = _profile(
    "Plan",
    "Reads the project and gives an ordered plan; changes nothing.",
    Effect.DENY,
    _each(READ_TOOLS, Effect.ALLOW),
    _PLAN,
)
CODE = _profile("Code", "Looks first, changes narrowly, verifies.", Effect.ALLOW, text=_CODE)
DEBUG = _profile(
    "Debug",
    "Reproduces a fault and finds its cause; asks before commands.",
    Effect.ALLOW,
    _each(COMMAND_TOOLS, Effect.ASK),
    _DEBUG,
)
ASK = _profile(
    "Ask",
    "Answers by reading; edits and commands are off.",
    Effect.ALLOW,
    (*_each((*EDIT_TOOLS, *COMMAND_TOOLS), Effect.DENY), ("mcp:*", Effect.ASK)),
    _ASK,
)
ORCHESTRATOR = _profile(
    "Orchestrator",
    "Splits work into parts and hands them to child tasks.",
    Effect.DENY,
    (("delegate_task", Effect.ALLOW),),
    _ORCHESTRATOR,
)

BUILT_IN: tuple[Profile, ...] = (BUILD, PLAN, CODE, DEBUG, ASK, ORCHESTRATOR)
