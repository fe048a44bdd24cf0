"""Profiles while they are edited: what a text says, what a save would say, and edits of one field or rule (U76 to U80)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Parsed, Severity, SourceSpan
from qodev.base.errors import UserFacingError
from qodev.base.tasks import WorkPool
from qodev.base.text import near_miss
from qodev.permissions.matching import Match, match
from qodev.permissions.rules import matches_tool
from qodev.profiles import edits
from qodev.profiles.documents import check_document, count_bytes, keys_of
from qodev.profiles.examples import example_line
from qodev.profiles.repairs import with_repairs
from qodev.profiles.shadows import command_effect, shadowing_rules
from qodev.profiles.texts import SIZE_LIMIT_BYTES
from qodev.profiles.writing import Unwritable
from qodev.profiles.written import cut_text, read_written
from qodev.services.kept_examples import KeptExamples
from qodev.services.profile_examples import ProfileExamples
from qodev.services.simulator import Simulator, known_tools
from qodev.types.permissions import Effect, Reading
from qodev.types.profile_editing import (
    ExampleReport,
    ExampleResult,
    ProfileAnalysis,
    RuleUse,
    WrittenProfile,
)
from qodev.types.profiles import Profile, ProfileScope, ProfileSnapshot, ToolRule
from qodev.types.tools import COMMAND_TOOLS, MCP_PREFIX, SKILL_PREFIX, ToolName

# With one of these the lines cannot be told apart into fields and rules (U62).
_SYNTAX = (
    Code.PROFILE_NO_OPEN,
    Code.PROFILE_NO_CLOSE,
    Code.PROFILE_NOT_KEY_VALUE,
    Code.PROFILE_DUP_FIELD,
    Code.PROFILE_QUOTE,
    Code.PROFILE_TOOLS_SYNTAX,
    Code.PROFILE_COMMANDS_SYNTAX,
)
_COMMANDS_MATCHED = 100
_BODY = "x"


@dataclass(frozen=True, slots=True)
class ProfileEditing:
    """Works on texts alone: nothing is written, and what is said of a text is what a save would say."""

    snapshot: Callable[[], ProfileSnapshot]
    simulator: Simulator
    examples: ProfileExamples
    pool: WorkPool
    kept: KeptExamples

    async def analyse(self, path: str, text: str) -> ProfileAnalysis:
        """Returns what a text of the user's says and what a save would say of it, its examples left out."""
        return await self.pool.run(self._analyse, Path(path), text)

    async def read(self, profile: Profile, text: str) -> ProfileAnalysis:
        """Returns what the text of a profile says that cannot be changed here; it is judged as it was loaded."""
        return await self.pool.run(self._read, profile, text)

    def _read(self, profile: Profile, text: str) -> ProfileAnalysis:
        written, count = read_written(text), count_bytes(text)
        uses = tuple(_tool_uses(profile)), tuple(_command_uses(profile))
        return ProfileAnalysis(profile.path, written, profile, (), None, count.bytes, count.limit, *uses)

    def _analyse(self, path: Path, text: str) -> ProfileAnalysis:
        snapshot = self.snapshot()
        users = (p for p in (*snapshot.profiles, *snapshot.shadowed) if p.scope is ProfileScope.USER)
        others = keys_of(users, without=str(path))
        written = read_written(text)
        checked = self._check(text, path, written, others)
        found = with_repairs(checked.diagnostics, text.removeprefix("\ufeff"), others)
        syntax = next((one for one in found if one.code in _SYNTAX), None)
        count = count_bytes(text)
        profile = checked.value
        tools = tuple(_tool_uses(profile)) if profile is not None else ()
        commands = tuple(_command_uses(profile)) if profile is not None else ()
        return ProfileAnalysis(
            str(path), written, profile, found, syntax, count.bytes, count.limit, tools=tools, commands=commands
        )

    def _check(self, text: str, path: Path, written: WrittenProfile, others: dict[str, str]) -> Parsed[Profile]:
        """Returns what a save would say; of a text that is too large, or whose name is taken, all the rest too."""
        checked = check_document(text, path.name, str(path), others)
        codes = {one.code for one in checked.diagnostics}
        if Code.PROFILE_TOO_LARGE in codes:
            rest = check_document(_short(text), path.name, str(path), others).diagnostics
            checked = Parsed(None, (*checked.diagnostics, *rest))
        named = written.fields.get("name")
        if checked.value is None and named is not None and codes.isdisjoint((Code.PROFILE_NAME, *_TAKEN)):
            alone = f"---\nname: {named.value}\ndescription: x\n---\n{_BODY}"
            taken = check_document(alone, path.name, str(path), others).diagnostics
            known = {one.code for one in checked.diagnostics}
            moved = (replace(one, span=_moved(one, named.line)) for one in taken if one.code in _TAKEN)
            checked = Parsed(None, (*checked.diagnostics, *(one for one in moved if one.code not in known)))
        return checked

    async def run_examples(self, profile: Profile, tried: Sequence[str] = ()) -> ExampleReport:
        """Returns what came of the examples, and which of their commands and the tried ones each command rule matches."""
        report = await self.examples.report(profile)
        texts = [one.argument for one in report.results if one.tool in COMMAND_TOOLS]
        readings = [await self._reading(text) for text in dict.fromkeys((*texts, *tried)[:_COMMANDS_MATCHED])]
        known = [reading for reading in readings if reading is not None]
        matches = tuple(tuple(_matched(rule.pattern, known)) for rule in profile.command_rules)
        return replace(report, matches=matches)

    async def keep_example(self, profile: Profile, tool: str, argument: str, effect: Effect) -> None:
        """Keeps a case of a profile that cannot be changed; raises UserFacingError."""
        await self.pool.run(self.kept.add, profile, example_line(tool, argument, effect))

    async def forget_example(self, profile: Profile, example: ExampleResult) -> None:
        """Gives up an example that `keep_example` kept; raises UserFacingError."""
        line = example_line(example.tool, example.argument, example.expected)
        await self.pool.run(self.kept.remove, profile, line)

    async def _reading(self, text: str) -> Reading | None:
        try:
            return await self.simulator.read_command(text)
        except UserFacingError:
            return None

    # Edits: each returns the text with that one change, and raises UserFacingError for what no file can hold.

    def set_field(self, text: str, name: str, value: str) -> str:
        """Writes a field with one value."""
        return edits.set_field(text, name, value)

    def set_list(self, text: str, name: str, items: Sequence[str]) -> str:
        """Writes a list of path patterns."""
        return edits.set_list(text, name, items)

    def set_instructions(self, text: str, instructions: str) -> str:
        """Writes the text below the front matter."""
        return edits.set_instructions(text, instructions)

    def set_rule(self, text: str, kind: str, place: int, pattern: str, effect: Effect) -> str:
        """Writes a rule anew, or as a new one behind the last."""
        try:
            if place < len(cut_text(text).entries(kind)):
                return edits.set_rule(text, kind, place, pattern, effect)
            return edits.add_rule(text, kind, pattern, effect)
        except Unwritable as fault:
            raise UserFacingError(f"`{pattern}` cannot be written: {fault}.") from fault

    def remove_rule(self, text: str, kind: str, place: int) -> str:
        """Takes a rule away."""
        return edits.remove_rule(text, kind, place)

    def move_rule(self, text: str, kind: str, place: int, by: int) -> str:
        """Lets a rule change places with another."""
        return edits.move_rule(text, kind, place, by)

    def deny_tools(self, text: str, tools: Sequence[str]) -> str:
        """Denies tools by rules that come last (U79)."""
        return edits.deny_tools(text, tools)

    def add_example(self, text: str, tool: str, argument: str, effect: Effect) -> str:
        """Keeps a case as a comment of the front matter (U91)."""
        return edits.add_comment(text, example_line(tool, argument, effect))


_TAKEN = (Code.PROFILE_DUPLICATE_NAME, Code.PROFILE_RESERVED_NAME)


def _short(text: str) -> str:
    """Returns a text with its front matter and hardly any instructions, so that the fields can still be judged."""
    cut = cut_text(text)
    if cut.closing is None:
        return text[: SIZE_LIMIT_BYTES // 4]
    return f"{text[: cut.closing.stop]}\n{_BODY}"


def _moved(found: Diagnostic, line: int) -> SourceSpan | None:
    return replace(found.span, line=line) if found.span is not None else None


def errors_of(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Returns the findings that refuse a save."""
    return tuple(one for one in found if one.severity is Severity.ERROR)


def named_tools(profile: Profile) -> tuple[str, ...]:
    """Returns the tools of servers and skills that a profile's rules name whole, without a wildcard."""
    patterns = (rule.pattern for rule in profile.tool_rules)
    return tuple(
        dict.fromkeys(p for p in patterns if p.startswith((MCP_PREFIX, SKILL_PREFIX)) and not any(c in p for c in "*?"))
    )


def _tool_uses(profile: Profile) -> Iterator[RuleUse]:
    names = (*known_tools(), *named_tools(profile))
    for rule, later in zip(profile.tool_rules, shadowing_rules(profile.tool_rules), strict=True):
        matches = tuple(name for name in names if matches_tool(rule.pattern, ToolName(name)))
        line = later.span.line if later is not None and later.span is not None else 0
        yield RuleUse(matches, line, "" if matches else _never(rule))


def _never(rule: ToolRule) -> str:
    """Returns why no tool can ever be called so; servers and skills may still bring tools with their prefix."""
    folded = rule.pattern.casefold()
    literal = folded[: min((folded.index(char) for char in "*?" if char in folded), default=len(folded))]
    if folded == "mcp:*" or any(p.startswith(literal) or literal.startswith(p) for p in (MCP_PREFIX, SKILL_PREFIX)):
        return ""
    near = near_miss(rule.pattern, known_tools())
    return f"No tool is called so. Did you mean `{near}`?" if near else "No tool is called so."


def _command_uses(profile: Profile) -> Iterator[RuleUse]:
    is_off = all(command_effect(profile, tool) is Effect.DENY for tool in COMMAND_TOOLS)
    for later in shadowing_rules(profile.command_rules):
        line = later.span.line if later is not None and later.span is not None else 0
        yield RuleUse((), line, "Every command tool is denied." if is_off else "")


def _matched(pattern: str, readings: Sequence[Reading]) -> Iterator[str]:
    for reading in readings:
        views = (view for clause in reading.clauses for view in clause.views)
        if any(match(pattern, view, folded=True) is not Match.NONE for view in views):
            yield reading.text
