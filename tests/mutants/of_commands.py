"""Breaks of the command tools: what runs, what an approval is about, and whose background commands are whose."""

from tests.mutants.runner import Mutant

SHELL = ("tests/unit/tools/test_shell.py",)
BACKGROUND = ("tests/unit/tools/test_background.py",)
JUDGE = ("tests/unit/permissions/test_judge.py",)
POLICIES = ("tests/unit/permissions/test_policies.py",)

MUTANTS: tuple[Mutant, ...] = (
    Mutant("approval", "qodev/tools/commands.py", "        if digest != plan.digest:", "        if False:", SHELL),
    Mutant("approval", "qodev/tools/commands.py", "        list(policy.variables),\n", "", SHELL),
    Mutant("approval", "qodev/tools/commands.py", "contain.way.value],\n", "],\n", SHELL),
    Mutant("approval", "qodev/tools/commands.py", "profile.scope.value, profile.digest]", "]", SHELL),
    Mutant("simple_read", "qodev/tools/simple_reads.py", "place.given == place.real and ", "", SHELL),
    Mutant("simple_read", "qodev/tools/simple_reads.py", " and may_show(place.names)", "", SHELL),
    Mutant("simple_read", "qodev/tools/commands.py", " if kind is CallKind.RUN else None", "", SHELL),
    Mutant("check", "qodev/tools/shell.py", "EndCause.EXITED and end.code == 0", "EndCause.EXITED", SHELL),
    Mutant("contained", "qodev/permissions/judge.py", "    if subject.uncontained and", "    if False and", JUDGE),
    Mutant("contained", "qodev/permissions/policies.py", ", contain=None)", ")", POLICIES),
    Mutant("background", "qodev/tools/background.py", " or entry.conversation_id != conversation_id:", ":", BACKGROUND),
    Mutant("background", "qodev/tools/background.py", " + self._starting", "", BACKGROUND),
    Mutant(
        "background",
        "qodev/tools/background.py",
        "asyncio.get_running_loop().call_soon(self._emit, event)",
        "self._emit(event)",
        BACKGROUND,
    ),
    Mutant("background", "qodev/tools/background.py", " or bool(self.left)\n", "\n", BACKGROUND),
)
