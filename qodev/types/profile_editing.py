"""What a profile's text says, as an editor shows it: fields as they are written, rules with what they match (U76, U77)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from qodev.base.diagnostics import Diagnostic
from qodev.types.permissions import Effect
from qodev.types.profiles import Profile
from qodev.types.verdicts import RuleRef, Verdict

TOOLS, COMMANDS = "tools", "commands"


@dataclass(frozen=True, slots=True)
class WrittenField:
    """One field with a single value, or a path list, as the text has it; `line` counts from 1."""

    name: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class WrittenRule:
    """One entry of `tools` or `commands`; `effect` is None while it is no effect."""

    pattern: str
    effect: Effect | None
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class WrittenProfile:
    """A text cut into its fields, whatever is wrong with their values; `is_whole` is False without its two fences."""

    fields: Mapping[str, WrittenField] = field(default_factory=dict)
    tools: tuple[WrittenRule, ...] = ()
    commands: tuple[WrittenRule, ...] = ()
    unknown: tuple[WrittenField, ...] = ()
    instructions: str = ""
    body_line: int = 1
    is_whole: bool = False

    def value(self, name: str) -> str:
        """Returns what a field says, "" when it is not written."""
        found = self.fields.get(name)
        return found.value if found is not None else ""


@dataclass(frozen=True, slots=True)
class RuleUse:
    """What is known about one rule of a valid profile beside what it says."""

    matches: tuple[str, ...] = ()  # known tools, or the commands of the examples
    shadowed_by: int = 0  # the line of the later rule that decides in its place, 0 for none
    never: str = ""  # why it can never match, "" when it can


@dataclass(frozen=True, slots=True)
class ProfileAnalysis:
    """One text as it stands: its fields, the findings of the loader and of a save, and the profile when it is one."""

    path: str
    written: WrittenProfile
    profile: Profile | None
    diagnostics: tuple[Diagnostic, ...]
    syntax: Diagnostic | None  # why the form cannot follow the text
    bytes: int
    limit: int
    tools: tuple[RuleUse, ...] = ()  # of a valid profile, one for each rule
    commands: tuple[RuleUse, ...] = ()


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """One example of a profile with what came of it; `got` is an effect or a sentence."""

    tool: str
    argument: str
    expected: Effect
    got: str
    line: int
    verdict: Verdict | None = None

    @property
    def is_met(self) -> bool:
        """Tells whether it came out as expected."""
        return self.got == self.expected.value


@dataclass(frozen=True, slots=True)
class ExampleReport:
    """All examples of a text, the findings about them, and which command rules match their commands."""

    results: tuple[ExampleResult, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    matches: tuple[tuple[str, ...], ...] = ()  # for each command rule


@dataclass(frozen=True, slots=True)
class ToolStanding:
    """How one tool stands under a profile: in the schema that a model gets, or hidden, and by which rule (U89)."""

    name: str
    effect: Effect
    is_offered: bool
    rule: RuleRef | None = None  # None for the default
    reason: str = ""  # why it is hidden
    is_sample: bool = False  # stands for tools that no server and no skill has brought yet
