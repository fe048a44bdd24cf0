"""What a profile says of a tool before its arguments are looked at: last match wins, denied tools are hidden (P76 to P85).

Native profiles have one ordered list; imports have rule sets, of which the strictest counts (P155, P159).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from qodev.base.patterns import Wildcard
from qodev.permissions.tools import ACTION_WORDS, FIND_TOOLS, GOVERNED, WEB_TOOLS
from qodev.types.permissions import Effect, strictest
from qodev.types.profiles import Profile, ProfileFormat, ProfileMode, ResourceRule, ToolRule
from qodev.types.tools import ToolName

_MCP_PATTERN = "mcp:*"
_ACTION_OF_FIND = {"glob_files": "glob", "grep_files": "grep"}
_DELEGATE = "delegate_task"
_LISTING = ("list_files", "search_files")


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    """An effect and the rule that gave it; None means the profile's default."""

    effect: Effect
    rule: ToolRule | ResourceRule | None = None


def tool_outcome(profile: Profile, tool: ToolName) -> RuleOutcome:
    """Returns the tool-level value of a profile with its deciding rule (P76, P155)."""
    if profile.format is ProfileFormat.OPENCODE:
        return _import_outcome(profile, tool, _unscoped_outcome)
    for rule in reversed(profile.tool_rules):
        if matches_tool(rule.pattern, tool):
            return RuleOutcome(rule.effect, rule)
    return RuleOutcome(profile.default_permission)


def matches_tool(pattern: str, tool: ToolName) -> bool:
    """Tells whether a tool pattern matches any name of a tool, in any case (P77 to P79)."""
    if pattern.casefold() == _MCP_PATTERN:
        return tool.is_mcp
    return any(Wildcard(pattern).matches_folded(name) for name in tool.names)


def is_hidden(profile: Profile, tool: ToolName) -> bool:
    """Tells whether no argument could give anything but deny, so that no schema may hold the tool (P81, P168)."""
    if profile.format is not ProfileFormat.OPENCODE:
        return tool_outcome(profile, tool).effect is Effect.DENY
    return any(survivors == {Effect.DENY} for survivors in _survivors(profile, tool))


def is_offered(profile: Profile, tool: ToolName) -> bool:
    """Tells whether a profile brings a tool that not every profile has: finding, delegation, the web (P62, P172, P175, P249)."""
    if profile.format is not ProfileFormat.OPENCODE:
        return tool.name not in (*FIND_TOOLS, _DELEGATE) or (
            tool.name == _DELEGATE and profile.format is ProfileFormat.BUILT_IN and profile.key == "orchestrator"
        )
    rules = [rule for rules in profile.rule_sets for rule in rules]
    if tool.name in _ACTION_OF_FIND:
        own = _ACTION_OF_FIND[tool.name]
        return any(rule.action in (own, "*") for rule in rules) and not is_hidden(profile, tool)
    if tool.name == _DELEGATE:
        has_own = any(rule.action == "subagent" for rule in rules)
        return has_own and profile.mode is not ProfileMode.SUBAGENT and not is_hidden(profile, tool)
    return tool.name not in WEB_TOOLS


def governs(rule: ResourceRule, tool: ToolName) -> bool:
    """Tells whether an imported rule speaks of a tool."""
    if rule.action == "*":
        return True
    if not rule.action.startswith("tool:"):
        return _action_governs(rule.action, tool)
    pattern = rule.action.removeprefix("tool:")
    if matches_tool(pattern, tool) or any(_without_prefix(pattern, name) for name in tool.names if tool.is_mcp):
        return True
    has_wildcard = "*" in pattern or "?" in pattern
    actions = {action for word, action in ACTION_WORDS.items() if Wildcard(pattern).matches_folded(word)}
    return has_wildcard and any(_action_governs(action, tool) for action in actions)


def _without_prefix(pattern: str, name: str) -> bool:
    return Wildcard(pattern).matches_folded(name.removeprefix("mcp_"))


def _action_governs(action: str, tool: ToolName) -> bool:
    return tool.is_skill if action == "skill" else tool.name in GOVERNED.get(action, ())


def is_scoped(rule: ResourceRule) -> bool:
    """Tells whether a rule speaks of some resources only."""
    return rule.resource != "*"


def _survivors(profile: Profile, tool: ToolName) -> Iterator[set[Effect]]:
    """Yields for each governing set the effects that some resource can still get; without a set the default."""
    is_governed = False
    for rules in profile.rule_sets:
        governing = [rule for rule in rules if governs(rule, tool)]
        if governing:
            is_governed = True
            yield _surviving(governing, profile.default_permission)
    if not is_governed:
        yield {profile.default_permission}


def _surviving(rules: Sequence[ResourceRule], default: Effect) -> set[Effect]:
    effects = {default}
    for rule in rules:
        effects = effects | {rule.effect} if is_scoped(rule) else {rule.effect}
    return effects


SetJudge = Callable[[Sequence[ResourceRule], ToolName, Effect], RuleOutcome]


def _import_outcome(profile: Profile, tool: ToolName, judge: SetJudge) -> RuleOutcome:
    """Returns the strictest over the sets that govern a tool (P155, P159)."""
    outcomes = [
        judge(governing, tool, profile.default_permission)
        for rules in profile.rule_sets
        if (governing := [rule for rule in rules if governs(rule, tool)])
    ]
    return strictest_outcome(outcomes, RuleOutcome(profile.default_permission))


def strictest_outcome(outcomes: Sequence[RuleOutcome], otherwise: RuleOutcome) -> RuleOutcome:
    """Returns the first of the strictest outcomes."""
    worst = strictest(outcome.effect for outcome in outcomes)
    return next((outcome for outcome in outcomes if outcome.effect is worst), otherwise)


def _unscoped_outcome(rules: Sequence[ResourceRule], tool: ToolName, default: Effect) -> RuleOutcome:
    """Reads rules in order without a resource; a scoped allow or ask of reading lets the listing tools run (P171)."""
    outcome = RuleOutcome(default)
    for rule in rules:
        if not is_scoped(rule):
            outcome = RuleOutcome(rule.effect, rule)
        elif tool.name in _LISTING and rule.effect is not Effect.DENY:
            outcome = RuleOutcome(Effect.ALLOW, rule)
    return outcome


def resource_outcome(profile: Profile, tool: ToolName, matches: Callable[[ResourceRule], bool]) -> RuleOutcome:
    """Returns what an import says of one resource: in each set the last rule that matches it, else the default.

    `matches` tells whether a scoped rule's resource fits; unscoped ones fit always.
    """

    def last_match(rules: Sequence[ResourceRule], _tool: ToolName, default: Effect) -> RuleOutcome:
        for rule in reversed(rules):
            if not is_scoped(rule) or matches(rule):
                return RuleOutcome(rule.effect, rule)
        return RuleOutcome(default)

    return _import_outcome(profile, tool, last_match)
