"""Says what a folder's pending profiles would change: which appear, what they replace, what becomes less strict (S75)."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from qodev.permissions import tools
from qodev.permissions.rules import is_hidden, tool_outcome
from qodev.types.permissions import Effect
from qodev.types.profiles import PathPattern, PathScope, Profile, ProfileScope, ProfileSnapshot
from qodev.types.tools import COMMAND_TOOLS, SKILL_PREFIX, ToolName
from qodev.types.trust import Loosening

PROJECT_SCOPES = (ProfileScope.PROJECT, ProfileScope.PROJECT_OPENCODE)
_KNOWN = (
    *tools.STANDING_TOOLS,
    *tools.FIND_TOOLS,
    *tools.BACKGROUND_TOOLS,
    *tools.WEB_TOOLS,
    "delegate_task",
)
_SKILL = f"{SKILL_PREFIX}any"
_SERVER = ToolName.of_server("any", "tool")


def loosened(before: Profile, after: Profile, file: str) -> Iterator[Loosening]:
    """Yields what `after` is less strict about than `before`, by tools, command rules and edit paths."""
    for subject, tool in _subjects(before):
        old, new = _value(before, tool), _value(after, tool)
        if new.strictness < old.strictness:
            yield Loosening(after.name, file, subject, old, new)
    yield from _commands(before, after, file)
    if _is_wider(before.edit_scope, after.edit_scope):
        yield Loosening(after.name, file, "edit paths", None, None)


def _subjects(before: Profile) -> Iterator[tuple[str, ToolName]]:
    yield from ((name, ToolName(name)) for name in _KNOWN)
    yield "skills", ToolName(_SKILL)
    yield "MCP tools", _SERVER
    for rule in before.tool_rules:  # what a pattern named apart is asked by a name that it matches
        name = rule.pattern.replace("*", "").replace("?", "x")
        if name and ("*" in rule.pattern or "?" in rule.pattern) and rule.pattern.casefold() != "mcp:*":
            yield rule.pattern, ToolName(name)


def _value(profile: Profile, tool: ToolName) -> Effect:
    return Effect.DENY if is_hidden(profile, tool) else tool_outcome(profile, tool).effect


def _commands(before: Profile, after: Profile, file: str) -> Iterator[Loosening]:
    """Yields deny and ask rules for commands that `after` does not have as strictly."""
    if all(_value(after, ToolName(name)) is Effect.DENY for name in COMMAND_TOOLS):
        return
    kept = {pattern.casefold(): effect for pattern, effect in _command_rules(after)}
    for pattern, effect in _command_rules(before):
        now = kept.get(pattern.casefold())
        if effect is not Effect.ALLOW and (now is None or now.strictness < effect.strictness):
            yield Loosening(after.name, file, f"command {pattern}", effect, now)


def _command_rules(profile: Profile) -> Iterator[tuple[str, Effect]]:
    yield from ((rule.pattern, rule.effect) for rule in profile.command_rules)
    for rules in profile.rule_sets:
        yield from ((rule.resource, rule.effect) for rule in rules if rule.action == "shell")


def _is_wider(before: PathScope, after: PathScope) -> bool:
    if not _texts(before.deny) <= _texts(after.deny):
        return True
    return before.allow is not None and (after.allow is None or not _texts(after.allow) <= _texts(before.allow))


def _texts(patterns: Sequence[PathPattern] | None) -> set[str]:
    return {pattern.text for pattern in patterns or ()}


def project_profiles(snapshot: ProfileSnapshot, root: str) -> dict[str, Profile]:
    """Returns the profiles that a folder's files give, by their path relative to it."""
    found: dict[str, Profile] = {}
    for profile in (*snapshot.profiles, *snapshot.shadowed):
        path = PurePath(profile.path)
        if profile.scope in PROJECT_SCOPES and path.is_relative_to(root):
            found[path.relative_to(root).as_posix()] = profile
    return found
