"""Translates an OpenCode agent, skipped or not, into a draft that is nowhere looser (P248).

What the rules come to is written tool by tool; where the native form cannot say it, it says something stricter.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from qodev.base.text import normalize_blanks
from qodev.profiles.drafting import Drafting
from qodev.profiles.fields import STEPS_MOST, temperature_reason
from qodev.profiles.lone_rules import FoundRules, read_lone_rules
from qodev.profiles.loose_front import LooseFront
from qodev.types.permissions import Effect, strictest
from qodev.types.profiles import Profile, ResourceRule
from qodev.types.tools import COMMAND_TOOLS, EDIT_TOOLS, READ_TOOLS, SKILL_PREFIX, ToolName

_OTHERS = (
    *READ_TOOLS,
    "read_background_command",
    "stop_background_command",
    "update_task_checklist",
)
_SKILL = ToolName("load_skill_any")
_WEB = ("fetch_url", "web_search")
_SOME_SERVER = ToolName.of_server("q7x9", "q7x9")
_STEPS = ("steps", "maxsteps")
_REASONS = {
    "model": "choose the model in the conversation, or name one of its connection",
    "mode": "a profile of yours can be chosen everywhere",
    "color": "there is no such field",
    "hidden": "a profile of yours is always listed",
    "disable": "a profile of yours is always listed",
    "disabled": "a profile of yours is always listed",
    "prompt": "the instructions stand below the front matter",
}
_OWN_KEYS = ("name", "description", "temperature", *_STEPS, "permission", "permissions", "tools")


@dataclass(frozen=True, slots=True)
class RuleView:
    """What the functions that judge real calls say of imported rules."""

    governs: Callable[[ResourceRule, ToolName], bool]
    outcome: Callable[[Profile, ToolName], Effect]  # of a tool, before its arguments are looked at
    is_hidden: Callable[[Profile, ToolName], bool]

    def effect(self, profile: Profile, tool: ToolName) -> Effect:
        """Returns the effect of a tool without arguments; deny where it is hidden."""
        return Effect.DENY if self.is_hidden(profile, tool) else self.outcome(profile, tool)


def draft_opencode(front: LooseFront, view: RuleView) -> Drafting:
    """Returns the rules of the draft."""
    draft = Drafting()
    for key, value in front.values.items():
        if key not in _OWN_KEYS:
            draft.lose(value.key, _REASONS.get(key, "it is not known here"), value.line)
    _read_numbers(front, draft)
    found = read_lone_rules(front, draft)
    _write(found, view, draft)
    if front.fault is not None:
        draft.deny_everything("front matter", f"it cannot be read for sure ({front.fault})")
    return draft


def _read_numbers(front: LooseFront, draft: Drafting) -> None:
    heat = front.values.get("temperature")
    if heat is not None:
        reason = temperature_reason((heat.text or "").strip())
        if reason is None:
            draft.temperature = float((heat.text or "").strip())
        else:
            draft.lose(heat.key, reason, heat.line)
    counts = [front.values[key] for key in _STEPS if key in front.values]
    for steps in counts:
        text = (steps.text or "").strip()
        if not (text.isascii() and text.isdigit() and int(text[:9]) > 0):
            draft.lose(steps.key, "it is no number", steps.line)
            continue
        least = min(int(text[:9]), STEPS_MOST, draft.max_steps or STEPS_MOST)
        draft.max_steps = least
        if int(text[:9]) > STEPS_MOST:
            draft.lose(steps.key, f"it is cut to {STEPS_MOST}", steps.line)


def _write(found: FoundRules, view: RuleView, draft: Drafting) -> None:
    """Writes the rules of an import as native ones, tool by tool."""
    if found.denies_all:
        return
    profile = found.profile()
    restricting = _without_grants(profile)
    draft.default = view.effect(restricting, _SOME_SERVER)
    skills = strictest((_unscoped(restricting, _SKILL, view, draft), *_asking_skills(profile)))
    draft.set_tools(("load_skill_*",), skills)
    for pattern, effect in _server_patterns(profile, draft.default):
        draft.set_tools((pattern,), effect)
    if skills is Effect.DENY:  # no pattern after it may loosen it
        draft.set_tools(("load_skill_*",), skills)
    for name in _OTHERS:
        draft.set_tools((name,), _unscoped(profile, ToolName(name), view, draft))
    draft.set_tools(_WEB, Effect.DENY)  # an import never has them (P249)
    _write_edits(profile, view, draft)
    _write_commands(profile, view, draft)
    for action in ("glob", "grep", "subagent"):
        if any(rule.action == action for rules in profile.rule_sets for rule in rules):
            draft.lose(action, "no profile of yours can have this tool")


def _without_grants(profile: Profile) -> Profile:
    """Returns the profile without rules that allow tools by a pattern: what is left counts for tools that nothing names."""
    kept = tuple(
        tuple(rule for rule in rules if rule.effect is not Effect.ALLOW or not rule.action.startswith("tool:"))
        for rules in profile.rule_sets
    )
    return replace(profile, rule_sets=tuple(rules for rules in kept if rules))


def _asking_skills(profile: Profile) -> Iterator[Effect]:
    """Yields ask for each tool pattern that asks about names which some skill's loader may have."""
    for rule in (rule for rules in profile.rule_sets for rule in rules):
        start = re.split(r"[*?]", rule.action.removeprefix("tool:").casefold())[0]
        may_match = start.startswith(SKILL_PREFIX) or SKILL_PREFIX.startswith(start)
        if rule.effect is Effect.ASK and rule.action.startswith("tool:") and may_match:
            yield Effect.ASK


def _server_patterns(profile: Profile, default: Effect) -> Iterator[tuple[str, Effect]]:
    """Yields what tool patterns restrict beyond the default; they stand before the named tools, which decide for themselves."""
    rules = [rule for rules in profile.rule_sets for rule in rules if rule.action.startswith("tool:")]
    for effect in (Effect.ASK, Effect.DENY):
        if effect is Effect.ASK and default is not Effect.ALLOW:
            continue  # it would loosen what the default denies
        for rule in rules:
            pattern = rule.action.removeprefix("tool:")
            if rule.effect is effect:
                yield pattern, effect
                if len(pattern) <= 60 and pattern.casefold() != "mcp:*":
                    yield f"mcp_{pattern}", effect


def _governing(profile: Profile, tool: ToolName, view: RuleView) -> list[list[ResourceRule]]:
    sets = ([rule for rule in rules if view.governs(rule, tool)] for rules in profile.rule_sets)
    return [rules for rules in sets if rules]


def _is_scoped(rule: ResourceRule) -> bool:
    return rule.resource != "*"


def _unscoped(profile: Profile, tool: ToolName, view: RuleView, draft: Drafting) -> Effect:
    scoped = [rule for rules in _governing(profile, tool, view) for rule in rules if _is_scoped(rule)]
    if scoped:
        draft.lose(scoped[0].action, f"`{tool.name}` cannot be limited to some resources here, so it is denied")
        return Effect.DENY
    return view.effect(profile, tool)


def _parted(sets: list[list[ResourceRule]]) -> tuple[Effect, list[list[ResourceRule]]]:
    """Returns the strictest of the sets that speak of everything, and the sets that do not."""
    plain = [rules for rules in sets if not any(_is_scoped(rule) for rule in rules)]
    scoped = [rules for rules in sets if any(_is_scoped(rule) for rule in rules)]
    floor = strictest(rules[-1].effect for rules in plain)
    has_lost_deny = len(sets) > 1 and any(rule.effect is Effect.DENY for rules in plain for rule in rules)
    return Effect.DENY if has_lost_deny else floor, scoped


def _write_commands(profile: Profile, view: RuleView, draft: Drafting) -> None:
    tool = ToolName("run_command")
    sets = _governing(profile, tool, view)
    floor, scoped = _parted(sets)
    same = all(_governing(profile, ToolName(name), view) == sets for name in COMMAND_TOOLS)
    if not scoped:
        for name in COMMAND_TOOLS:
            draft.set_tools((name,), _plain_command(profile, ToolName(name), view, draft))
        return
    if view.is_hidden(profile, tool):
        draft.set_tools(COMMAND_TOOLS, Effect.DENY)
        return
    if len(scoped) > 1 or not same or floor is Effect.DENY:
        draft.set_tools(COMMAND_TOOLS, Effect.DENY)
        draft.lose("bash", "several lists for commands cannot be joined here, so commands are denied")
        return
    draft.set_tools(COMMAND_TOOLS, Effect.ASK)
    draft.add_command("*", strictest((profile.default_permission, floor)))
    for rule in scoped[0]:
        draft.add_command(rule.resource, strictest((rule.effect, floor)), _line(rule))
    denied = {normalize_blanks(rule.resource) for rule in scoped[0] if rule.effect is Effect.DENY}
    taken_back = next((p for p in denied if draft.commands.get(p, Effect.DENY) is not Effect.DENY), None)
    if taken_back is not None:
        draft.set_tools(COMMAND_TOOLS, Effect.DENY)
        draft.lose("bash", f"`{taken_back}` is denied and a later rule takes that back, so commands are denied")


def _plain_command(profile: Profile, tool: ToolName, view: RuleView, draft: Drafting) -> Effect:
    """Returns the effect of a command tool that no rule limits; a deny that was taken back counts for texts that cannot be read."""
    effect = view.effect(profile, tool)
    denies = any(rule.effect is Effect.DENY for rules in _governing(profile, tool, view) for rule in rules)
    if denies and effect is not Effect.DENY:
        draft.lose(tool.name, "a rule denies it and a later one takes that back, so it is denied")
        return Effect.DENY
    return effect


def _since_reset(rules: Sequence[ResourceRule]) -> Sequence[ResourceRule]:
    """Returns the rules from the last one that speaks of everything on: it replaces those before it."""
    last = max((at for at, rule in enumerate(rules) if not _is_scoped(rule)), default=0)
    return rules[last:]


def _write_edits(profile: Profile, view: RuleView, draft: Drafting) -> None:
    sets = _governing(profile, ToolName("write_file"), view)
    floor, scoped = _parted(sets)
    same = all(_governing(profile, ToolName(name), view) == sets for name in EDIT_TOOLS)
    if not scoped:
        for name in EDIT_TOOLS:
            draft.set_tools((name,), view.effect(profile, ToolName(name)))
        return
    if view.is_hidden(profile, ToolName("write_file")):
        draft.set_tools(EDIT_TOOLS, Effect.DENY)
        return
    if len(scoped) > 1 or not same or floor is Effect.DENY:
        draft.set_tools(EDIT_TOOLS, Effect.DENY)
        draft.lose("edit", "several lists for paths cannot be joined here, so edits are denied")
        return
    base, rules = profile.default_permission, list(_since_reset(scoped[0]))
    if not _is_scoped(rules[0]):
        base, rules = rules[0].effect, rules[1:]
    asks = base is Effect.ASK or floor is Effect.ASK or any(rule.effect is Effect.ASK for rule in rules)
    draft.set_tools(EDIT_TOOLS, Effect.ASK if asks else Effect.ALLOW)
    if base is Effect.DENY:
        draft.edit_paths = []
    for rule in rules:
        if rule.effect is Effect.DENY:
            draft.add_path(_wider(rule.resource), Effect.DENY, _line(rule))
        elif base is Effect.DENY:
            draft.add_path(_narrower(rule.resource), Effect.ALLOW, _line(rule))


def _wider(pattern: str) -> str:
    """Returns a path pattern here that matches at least what one of OpenCode's does, whose `*` and `?` cross folders."""
    return re.sub(r"\*+", "**", pattern.replace("?", "*"))


def _narrower(pattern: str) -> str:
    """Returns a path pattern here that matches at most that: `**/` matches no empty run there."""
    return re.sub(r"(?:^|(?<=/))\*\*/", "*/**/", pattern)


def _line(rule: ResourceRule) -> int:
    return rule.span.line if rule.span is not None else 0
