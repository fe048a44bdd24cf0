"""Finds rules that do less than their author may think: for editors and checks, never at load (S32, P104)."""

import re
from collections.abc import Callable, Iterator, Sequence

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Fix, Severity, SourceSpan, TextEdit
from qodev.base.patterns import Wildcard, covers
from qodev.profiles.codev import COMMANDS_MOST
from qodev.profiles.shadows import command_effect
from qodev.types.permissions import Effect
from qodev.types.profiles import CommandRule, Profile, ProfileFormat
from qodev.types.tools import COMMAND_TOOLS

# What *Also deny interpreters* adds (S32), and a call that each of them must stop.
INTERPRETERS = (
    ("sh *", "sh x"),
    ("bash *", "bash x"),
    ("dash *", "dash x"),
    ("zsh *", "zsh x"),
    ("ksh *", "ksh x"),
    ("fish *", "fish x"),
    ("python*", "python3 x"),
    ("pypy*", "pypy3 x"),
    ("node *", "node x"),
    ("deno *", "deno x"),
    ("bun *", "bun x"),
    ("perl*", "perl x"),
    ("ruby*", "ruby x"),
    ("php*", "php x"),
    ("lua*", "lua x"),
    ("tclsh*", "tclsh x"),
    ("Rscript *", "Rscript x"),
    ("julia*", "julia x"),
    ("osascript *", "osascript x"),
    ("pwsh*", "pwsh x"),
    ("powershell*", "powershell x"),
    ("cmd *", "cmd x"),
    ("eval *", "eval x"),
    ("source *", "source x"),
    (". *", ". x"),
    ("./*", "./x"),
)
_NAMED_FIRST = ("python*", "node *", "bash *")  # the best known of those that are left
_BROAD = frozenset(["find", "sed", "awk", "xargs", "env", "git", "tar", "rg", "sort", "man", "ssh", "docker"])
_BROAD_LANGUAGES = re.compile(
    r"(?:sh|bash|dash|zsh|ksh|fish|python|pypy|node|deno|bun|perl|ruby|php|lua|tclsh|rscript|julia|osascript|pwsh"
    r"|powershell|cmd|eval|source|\.)[0-9.]*"
)
_OPTION = re.compile(r"(?:^|[ *])-{1,2}[A-Za-z]")
_PUSHING = re.compile(r"(?:^|[ *])(?:push|publish|deploy|release)(?:$|[ *])")
FIX_TITLE = "Also deny interpreters"


def lint_profile(profile: Profile) -> Iterator[Diagnostic]:
    """Yields warnings about the rules of a profile, those for commands first."""
    rules = _command_rules(profile)
    if not _commands_are_off(profile):
        yield from _interpreters(profile, rules)
        for at, rule in enumerate(rules):
            yield from _overridden(profile, rule, rules[at + 1 :])
            yield from _single(profile, rule, rules)


def _command_rules(profile: Profile) -> tuple[CommandRule, ...]:
    """Returns the rules for commands in order; those of an import's only set are like native ones."""
    if profile.format is not ProfileFormat.OPENCODE:
        return profile.command_rules
    shell = [rules for rules in profile.rule_sets if any(rule.action == "shell" for rule in rules)]
    found = [rule for rules in shell[:1] for rule in rules if rule.action in ("shell", "*")]
    return tuple(CommandRule(rule.resource, rule.effect, rule.span) for rule in found)


def _commands_are_off(profile: Profile) -> bool:
    if profile.format is ProfileFormat.OPENCODE:
        return False
    return all(command_effect(profile, tool) is Effect.DENY for tool in COMMAND_TOOLS)


def _finding(
    code: Code, profile: Profile, rule: CommandRule, message: str, hint: str, fix: Fix | None = None
) -> Diagnostic:
    path = profile.path or None
    return Diagnostic(code, Severity.WARNING, message, profile.name, path, rule.span, "commands", hint, fix)


def _interpreters(profile: Profile, rules: Sequence[CommandRule]) -> Iterator[Diagnostic]:
    """Yields at most one: the first deny that a program which runs programs gets round (S31, S32)."""
    own = {pattern.casefold() for pattern, _call in INTERPRETERS}
    first = next((rule for rule in rules if rule.effect is Effect.DENY and rule.pattern.casefold() not in own), None)
    left = [pattern for pattern, call in INTERPRETERS if _value(profile, rules, call) is not Effect.DENY]
    if first is None or not left:
        return
    named = [pattern for pattern in _NAMED_FIRST if pattern in left][:2] or left[:2]
    shown = ", ".join(f"`{pattern.rstrip(' *')}`" for pattern in named)
    message = f"{shown} and scripts can still do what `{first.pattern}` denies."
    fix, hint = _interpreter_fix(profile, rules, left)
    yield _finding(Code.PROFILE_COMMANDS_INTERPRETER, profile, first, message, hint, fix)


def _value(profile: Profile, rules: Sequence[CommandRule], command: str) -> Effect:
    for rule in reversed(rules):
        if any(Wildcard(form).matches_folded(command) for form in _forms(rule.pattern)):
            return rule.effect
    return profile.default_permission if profile.format is ProfileFormat.OPENCODE else _loosest_tool(profile)


def _loosest_tool(profile: Profile) -> Effect:
    effects = (command_effect(profile, tool) for tool in COMMAND_TOOLS)
    return min(effects, key=lambda effect: effect.strictness)


def _interpreter_fix(profile: Profile, rules: Sequence[CommandRule], left: Sequence[str]) -> tuple[Fix | None, str]:
    """Returns the repair and what to say; none where the profile is no file of ours or has no room for it."""
    have = {rule.pattern for rule in rules}
    added = [pattern for pattern in left if pattern not in have]
    last = rules[-1].span
    if profile.format is not ProfileFormat.CODEV or last is None or last.end_line is None:
        return None, "Deny the interpreters too."
    if len(rules) + len(added) > COMMANDS_MOST:
        room = COMMANDS_MOST - len(rules)
        return None, f"{len(added)} rules would deny them and there is room for {room}; join some, or deny run_command."
    text = "".join(f", {pattern}=deny" for pattern in added)
    end = SourceSpan(last.path, last.end_line, last.end_column or 1, last.end_line, last.end_column)
    return Fix(FIX_TITLE, (TextEdit(end, text),)), f"{FIX_TITLE}, or deny run_command."


def _overridden(profile: Profile, rule: CommandRule, later: Sequence[CommandRule]) -> Iterator[Diagnostic]:
    """Yields for a deny that a later, looser rule takes back whole."""
    if rule.effect is not Effect.DENY:
        return
    by = next((other for other in later if other.effect is not Effect.DENY and _covers(other, rule)), None)
    if by is None:
        return
    if Wildcard(by.pattern).is_stars:
        code, message = Code.PROFILE_COMMANDS_STAR_AFTER_DENY, "takes back every rule before it"
        text = f"`{by.pattern}={by.effect.value}` {message}, `{rule.pattern}=deny` too."
    else:
        code = Code.PROFILE_COMMANDS_SHADOWED_DENY
        text = f"`{rule.pattern}=deny` has no effect: the later `{by.pattern}={by.effect.value}` decides instead."
    yield _finding(code, profile, rule, text, "Later rules win: put the deny last.")


def _covers(later: CommandRule, earlier: CommandRule) -> bool:
    return covers(_folded(later.pattern), _folded(earlier.pattern))


def _forms(pattern: str) -> tuple[str, ...]:
    return (pattern, pattern[:-2]) if pattern.endswith(" *") else (pattern,)  # P92


def _folded(pattern: str) -> tuple[str, ...]:
    return tuple(form.casefold() for form in _forms(pattern))


def _single(profile: Profile, rule: CommandRule, rules: Sequence[CommandRule]) -> Iterator[Diagnostic]:
    """Yields what is doubtful about one rule, whatever its place."""
    for applies, code, message, hint, text in _CHECKS:
        if not applies(rule, rules):
            continue
        fix = None
        if text and profile.format is ProfileFormat.CODEV and rule.span is not None:
            fixed = text.format(pattern=rule.pattern)
            fix = Fix(f"Write `{fixed}`", (TextEdit(rule.span, fixed),))
        yield _finding(code, profile, rule, message.format(pattern=rule.pattern), hint, fix)


def _has_no_tail(rule: CommandRule, rules: Sequence[CommandRule]) -> bool:
    if rule.effect is not Effect.DENY or rule.pattern.endswith(("*", "?")):
        return False
    longer = (f"{rule.pattern.casefold()} *",)
    return not any(other.effect is Effect.DENY and covers(_folded(other.pattern), longer) for other in rules)


def _is_broad_allow(rule: CommandRule, _rules: Sequence[CommandRule]) -> bool:
    if rule.effect is not Effect.ALLOW or not rule.pattern.endswith("*") or Wildcard(rule.pattern).is_stars:
        return False
    name = rule.pattern.rstrip("*").casefold().partition(" ")[0].rpartition("/")[2]
    return name in _BROAD or _BROAD_LANGUAGES.fullmatch(name) is not None


def _names_option(rule: CommandRule, _rules: Sequence[CommandRule]) -> bool:
    return rule.effect is Effect.DENY and _OPTION.search(rule.pattern) is not None


def _asks_before_push(rule: CommandRule, _rules: Sequence[CommandRule]) -> bool:
    return rule.effect is Effect.ASK and _PUSHING.search(rule.pattern.casefold()) is not None


_Check = Callable[[CommandRule, Sequence[CommandRule]], bool]
_CHECKS: tuple[tuple[_Check, Code, str, str, str], ...] = (
    (
        _has_no_tail,
        Code.PROFILE_COMMANDS_NO_TAIL,
        "`{pattern}=deny` stops only a command without further words.",
        "End the pattern in ` *`.",
        "{pattern} *=deny",
    ),
    (
        _is_broad_allow,
        Code.PROFILE_COMMANDS_BROAD_ALLOW,
        "`{pattern}=allow` allows more than it seems: this program can start others or write files.",
        "Name the harmless forms one by one.",
        "",
    ),
    (
        _names_option,
        Code.PROFILE_COMMANDS_OPTION_DENY,
        "`{pattern}=deny` misses other spellings of the option, such as a short form or another order.",
        "Deny the command itself.",
        "",
    ),
    (
        _asks_before_push,
        Code.PROFILE_COMMANDS_ASK_IN_AUTO,
        "`{pattern}=ask` does not ask in Auto, which approves it.",
        "Use deny to keep it blocked.",
        "{pattern}=deny",
    ),
)
