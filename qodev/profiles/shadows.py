"""Finds rules that never decide, and rules that another list overrides (P31, P42)."""

from collections.abc import Iterator, Sequence

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, SourceSpan
from qodev.base.patterns import Wildcard, covers
from qodev.types.permissions import Effect
from qodev.types.profiles import CommandRule, Profile, ToolRule
from qodev.types.tools import COMMAND_TOOLS

MCP_PATTERN = "mcp:*"


def rule_notes(profile: Profile) -> Iterator[Diagnostic]:
    """Yields what is worth knowing about the order of a native profile's rules."""
    first = profile.tool_rules[0] if profile.tool_rules else None
    if first is not None and Wildcard(first.pattern).is_stars:
        message = f"`{first.pattern}={first.effect.value}` as the first rule acts as `default_permission` does."
        yield _note(Code.PROFILE_TOOLS_STAR, message, profile, "tools", first.span)
    yield from _shadowed(profile, "tools", profile.tool_rules)
    yield from _shadowed(profile, "commands", profile.command_rules)
    yield from _command_notes(profile)


def _note(code: Code, message: str, profile: Profile, field: str, span: SourceSpan | None) -> Diagnostic:
    return Diagnostic(code, Severity.INFO, message, subject=profile.name, path=profile.path, span=span, key=field)


def _shadowed(profile: Profile, field: str, rules: Sequence[ToolRule | CommandRule]) -> Iterator[Diagnostic]:
    for rule, later in zip(rules, shadowing_rules(rules), strict=True):
        if later is not None:
            message = f"`{rule.pattern}` never decides: the later `{later.pattern}` matches all that it can."
            yield _note(Code.PROFILE_RULE_SHADOWED, message, profile, field, rule.span)


def shadowing_rules(rules: Sequence[ToolRule | CommandRule]) -> tuple[ToolRule | CommandRule | None, ...]:
    """Returns for each rule the first later one that matches all that it can; None for a rule that may decide (P42)."""
    spelled = [_forms(rule) for rule in rules]
    return tuple(
        next((rules[n] for n in range(at + 1, len(rules)) if covers(spelled[n], spelled[at])), None)
        for at in range(len(rules))
    )


def _forms(rule: ToolRule | CommandRule) -> tuple[str, ...]:
    return _tool_forms(rule.pattern) if isinstance(rule, ToolRule) else _command_forms(rule.pattern)


def _tool_forms(pattern: str) -> tuple[str, ...]:
    folded = pattern.casefold()
    return ("mcp_*" if folded == MCP_PATTERN else folded,)  # every MCP tool, and no other, is called so (P194)


def _command_forms(pattern: str) -> tuple[str, ...]:
    folded = pattern.casefold()
    return (folded, folded[:-2]) if folded.endswith(" *") else (folded,)  # P92


def _command_notes(profile: Profile) -> Iterator[Diagnostic]:
    if not profile.command_rules:
        return
    effects = {tool: _effect_of(profile, tool) for tool in COMMAND_TOOLS}
    if all(effect is Effect.DENY for effect, _rule in effects.values()):
        message = "The command rules are never asked: every command tool is denied."
        yield _note(Code.PROFILE_COMMANDS_UNREACHABLE, message, profile, "commands", profile.command_rules[0].span)
    asking = next((rule for effect, rule in effects.values() if effect is Effect.ASK and rule is not None), None)
    if asking is not None:
        message = f"`{asking.pattern}=ask` counts only where no command rule matches."
        yield _note(Code.PROFILE_ASK_OVERRIDDEN, message, profile, "tools", asking.span)


def command_effect(profile: Profile, tool: str) -> Effect:
    """Returns the tool-level effect that a native profile gives a command tool."""
    return _effect_of(profile, tool)[0]


def _effect_of(profile: Profile, tool: str) -> tuple[Effect, ToolRule | None]:
    for rule in reversed(profile.tool_rules):
        if rule.pattern.casefold() != MCP_PATTERN and Wildcard(rule.pattern).matches_folded(tool):
            return rule.effect, rule
    return profile.default_permission, None
