"""The permission X-ray: judges typed cases and lists tools with the functions that decide about real calls (U86 to U89)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from qodev.base.errors import UserFacingError
from qodev.permissions.refusals import refusal_text
from qodev.permissions.rules import is_hidden, is_offered, tool_outcome
from qodev.services.profile_editing import named_tools
from qodev.services.simulator import SimulatedCall, Simulator, kind_of, known_tools
from qodev.types.permissions import CallKind, Effect
from qodev.types.profile_editing import ToolStanding
from qodev.types.profiles import Profile, ProfileFormat, ResourceRule
from qodev.types.tools import MCP_PREFIX, SKILL_PREFIX, ToolName
from qodev.types.verdicts import RuleRef, Verdict
from qodev.types.xray import XrayAnswer, XrayCase, XrayKind

_TOOL_OF = {
    XrayKind.COMMAND: "run_command",
    XrayKind.EDIT: "write_file",
    XrayKind.READ: "read_file",
    XrayKind.WEB: "fetch_url",
    XrayKind.DELEGATION: "delegate_task",
}
_COMMANDS = (CallKind.RUN, CallKind.VERIFY, CallKind.BACKGROUND)
# Stand for the tools that servers and skills bring, where none is named.
_SAMPLES = (f"{MCP_PREFIX}server_operation", f"{SKILL_PREFIX}skill")


@dataclass(frozen=True, slots=True)
class XrayService:
    """Answers what a profile makes of a case; nothing runs and nothing is stored."""

    simulator: Simulator
    loaders: Callable[[], Mapping[str, str]]  # of the skills in view: their names, folded, to those of their tools

    async def judge(self, profile: Profile, case: XrayCase) -> XrayAnswer:
        """Returns the verdict of every mode; raises UserFacingError for what is no case."""
        tool, argument = call_of(profile, case, self.loaders())
        call = SimulatedCall(tool, argument, case.project)
        verdicts = await self.simulator.explain_modes(profile, call)
        is_command = kind_of(tool) in _COMMANDS
        reading = await self.simulator.read_command(argument) if is_command else None
        return XrayAnswer(tool, argument, verdicts, await self.simulator.mode_of(case.project), reading)

    def refusal(self, verdict: Verdict, tool: str) -> str:
        """Returns what a model is told of a refused call, "" when it is not refused."""
        return refusal_text(verdict, tool)

    def shown_tool(self, tool: str, argument: str) -> str:
        """Returns the name of the tool that a call is about: of an operation the name that a model sees."""
        server, _, operation = argument.partition("/")
        return ToolName.of_server(server, operation).name if tool == "mcp" else tool

    def standings(self, profile: Profile, tried: Iterable[str] = ()) -> tuple[ToolStanding, ...]:
        """Returns every known tool, the loaders of skills among them, those that rules name, and those that were tried (U89)."""
        named = [*self.loaders().values(), *named_tools(profile), *tried]
        names = dict.fromkeys((*known_tools(), *named))
        samples = (name for name in _SAMPLES if not any(one.startswith(name.split("_")[0] + "_") for one in named))
        return (
            *(_standing(profile, ToolName(name), is_sample=False) for name in names),
            *(_standing(profile, ToolName(name), is_sample=True) for name in samples),
        )


def call_of(profile: Profile, case: XrayCase, loaders: Mapping[str, str]) -> tuple[str, str]:
    """Returns the tool and the argument that a case means; raises UserFacingError for one that means none.

    `loaders` maps names of skills, folded, to those of their tools.
    """
    value = case.value if case.kind is XrayKind.COMMAND else case.value.strip()
    if case.kind is XrayKind.TOOL:
        tool, _, argument = value.partition(":")
        if tool.strip().casefold() == "mcp" or not tool.strip():
            raise UserFacingError("This names no tool.", "Type one such as `write_file`, or `write_file: src/a.py`.")
        return tool.strip(), argument.strip()
    if case.kind is XrayKind.MCP:
        return _server_call(value)
    if case.kind is XrayKind.SKILL:
        known = loaders.get(value.casefold(), f"{SKILL_PREFIX}{value}")
        return value if value.startswith(SKILL_PREFIX) else known, value
    if case.kind is XrayKind.SEARCH:
        return "grep_files" if profile.format is ProfileFormat.OPENCODE else "search_files", value
    return _TOOL_OF[case.kind], value


def _server_call(value: str) -> tuple[str, str]:
    if value.startswith(MCP_PREFIX):
        return value, ""
    server, _, operation = value.partition("/")
    if not server or not operation:
        raise UserFacingError("This names no operation of a server.", "Type one such as `github/create_issue`.")
    return "mcp", value


def _standing(profile: Profile, tool: ToolName, *, is_sample: bool) -> ToolStanding:
    outcome = tool_outcome(profile, tool)
    is_absent = not is_offered(profile, tool)
    hidden = is_hidden(profile, tool)
    rule = outcome.rule
    reference = None
    if rule is not None:
        text = f"{rule.action} {rule.resource}" if isinstance(rule, ResourceRule) else rule.pattern
        reference = RuleRef("profile", text, rule.effect, rule.span)
    reason = next(_reasons(profile, tool, is_absent=is_absent, is_hidden=hidden), "")
    effect = Effect.DENY if is_absent or hidden else outcome.effect
    return ToolStanding(tool.name, effect, not (is_absent or hidden), reference, reason, is_sample)


def _reasons(profile: Profile, tool: ToolName, *, is_absent: bool, is_hidden: bool) -> Iterator[str]:
    if is_hidden:
        yield "denied"
    elif is_absent and tool.name in ("glob_files", "grep_files"):
        yield "only for imported profiles with such rules"
    elif is_absent:
        yield "only for Orchestrator" if profile.format is not ProfileFormat.OPENCODE else "not offered"
