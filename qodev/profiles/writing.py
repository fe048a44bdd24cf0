"""Writes a profile as a native file; reading it again gives the same profile (P243)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from qodev.base.text import BLANKS
from qodev.types.permissions import Effect
from qodev.types.profiles import CommandRule, PathPattern, Profile, ToolRule

_LINE_MOST = 110
_QUOTES = "\"'"


class Unwritable(ValueError):
    """A value that no native file can hold; the text names the field."""


def render_profile(profile: Profile) -> str:
    """Returns the text of a native file; raises Unwritable for an import's rules, or a value of several lines."""
    if profile.rule_sets:
        raise Unwritable("rules of an import have no native form; translate them")
    lines = ["---", *_fields(profile), "---", profile.instructions, ""]
    return "\n".join(lines)


def _fields(profile: Profile) -> Iterator[str]:
    yield _line("name", profile.name)
    yield _line("description", profile.description)
    if profile.model is not None:
        yield _line("model", profile.model)
    if profile.temperature is not None:
        yield f"temperature: {profile.temperature!r}"
    if profile.max_steps is not None:
        yield f"max_steps: {profile.max_steps}"
    yield f"default_permission: {profile.default_permission.value}"
    yield from _rules("tools", profile.tool_rules)
    yield from _rules("commands", profile.command_rules)
    for name, patterns in (("edit_paths", profile.edit_scope.allow), ("deny_edit_paths", profile.edit_scope.deny)):
        if patterns is not None:
            yield _line(name, ", ".join(_pattern(name, pattern) for pattern in patterns))


def _line(name: str, value: str) -> str:
    if any(char in value for char in "\r\n"):
        raise Unwritable(f"`{name}` has several lines")
    needs_quotes = value[:1] in _QUOTES or value.strip(BLANKS) != value
    return f'{name}: "{value}"' if needs_quotes else f"{name}: {value}"


def _rules(name: str, rules: Sequence[ToolRule | CommandRule]) -> Iterator[str]:
    """Yields lines of entries; the lists of several lines add up in order (P18)."""
    line: list[str] = []
    for rule in rules:
        entry = rule_entry(name, rule.pattern, rule.effect)
        if line and len(", ".join((*line, entry))) > _LINE_MOST:
            yield _line(name, ", ".join(line))
            line = []
        line.append(entry)
    if line:
        yield _line(name, ", ".join(line))


def rule_entry(name: str, pattern: str, effect: Effect) -> str:
    """Returns one entry of `tools` or `commands`; raises Unwritable for a pattern with a comma or several lines."""
    if any(char in pattern for char in ",\r\n") or not pattern.strip(BLANKS):
        raise Unwritable(f"a pattern of `{name}` holds a comma or a line break")
    return f"{pattern}={effect.value}"


def _pattern(name: str, pattern: PathPattern) -> str:
    if "," in pattern.text:
        raise Unwritable(f"a pattern of `{name}` holds a comma")
    return pattern.text


def without_places(profile: Profile) -> Profile:
    """Returns the profile without what tells one file from another: for comparing what two of them say."""
    return replace(
        profile,
        tool_rules=tuple(ToolRule(rule.pattern, rule.effect) for rule in profile.tool_rules),
        command_rules=tuple(CommandRule(rule.pattern, rule.effect) for rule in profile.command_rules),
        rule_sets=tuple(tuple(replace(rule, span=None) for rule in rules) for rules in profile.rule_sets),
        edit_scope=replace(
            profile.edit_scope, allow=_bare(profile.edit_scope.allow), deny=_bare(profile.edit_scope.deny)
        ),
        source="",
        path="",
        digest="",
    )


def _bare(patterns: Iterable[PathPattern] | None) -> tuple[PathPattern, ...] | None:
    return None if patterns is None else tuple(PathPattern(pattern.text) for pattern in patterns)
