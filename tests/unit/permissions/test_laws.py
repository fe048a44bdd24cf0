"""Laws of tool rules, paths and modes over generated inputs: hidden means refused, a deny at the end never loosens (P243)."""

import itertools
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.permissions import tools
from qodev.permissions.command_rules import judge_command
from qodev.permissions.judge import judge
from qodev.permissions.paths import judge_paths
from qodev.permissions.rules import is_hidden, tool_outcome
from qodev.permissions.steps import KIND_OF, Situation, after_answers, plan_steps
from qodev.profiles.builtin import BUILT_IN
from qodev.profiles.opencode import parse_opencode
from qodev.types.permissions import CallKind, Clause, ClauseKind, Effect, ProjectMode, Reading, Step
from qodev.types.policies import ProjectPolicy, ProjectRule, RuleKind
from qodev.types.profiles import (
    CommandRule,
    PathPattern,
    PathScope,
    Profile,
    ProfileFormat,
    ProfileMode,
    ProfileScope,
    ResourceRule,
    ToolRule,
)
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject
from tests.laws import law

EFFECTS = st.sampled_from([Effect.ALLOW, Effect.ASK, Effect.DENY])
NAMES = st.sampled_from(
    [
        *tools.STANDING_TOOLS,
        *tools.FIND_TOOLS,
        *tools.BACKGROUND_TOOLS,
        *tools.WEB_TOOLS,
        "delegate_task",
        "load_skill_git_0123456789ab",
        "unheard_of",
    ]
)
TOOLS = st.builds(ToolName, NAMES) | st.builds(
    ToolName.of_server, st.sampled_from(["github", "git_hub", "x" * 40]), st.sampled_from(["search", "create_issue"])
)
TOOL_PATTERNS = st.sampled_from(
    [
        "*",
        "mcp:*",
        "mcp_*",
        "mcp_github_*",
        "read_fil?",
        "READ_FILE",
        "*file*",
        "run_*",
        "w*",
        "load_skill_*",
        "?*",
        "s*",
    ]
)
RESOURCES = st.sampled_from(["*", "src/**", "git *", "git push*", "docs/?", "SECRET*", "reviewer", "git*"])
ACTIONS = st.sampled_from(["*", "edit", "read", "list", "search", "glob", "grep", "shell", "subagent", "skill", "todo"])
SETS = st.lists(
    st.lists(
        st.builds(ResourceRule, ACTIONS, RESOURCES, EFFECTS)
        | st.builds(ResourceRule, TOOL_PATTERNS.map("tool:{}".format), st.just("*"), EFFECTS),
        min_size=1,
        max_size=5,
    ).map(tuple),
    max_size=3,
).map(tuple)
TEXTS = ("git push x", "git log", "npm test", "ls")
PATTERNS = st.sampled_from(["*", "git *", "git push *", "git push*", "npm test", "ls", "GIT*", "*s*"])
COMMAND_RULES = st.lists(st.builds(CommandRule, PATTERNS, EFFECTS), max_size=5).map(tuple)
PATHS = ("a", "src/a", "src/b/c.ts", "src", "SRC/a", "docs/x.md", "straße", "STRASSE")
PATH_PATTERNS = st.sampled_from(
    ["**", "*", "src/**", "src/*", "**/*.ts", "docs/**", "?", "src", "SRC/a", "stra*", "**/a"]
)
LISTS = st.none() | st.lists(PATH_PATTERNS, min_size=1, max_size=3).map(lambda found: tuple(map(PathPattern, found)))


BASE = Profile(
    name="P",
    description="D",
    instructions="I",
    default_permission=Effect.ASK,
    scope=ProfileScope.USER,
    format=ProfileFormat.CODEV,
)


def profile(**parts: Any) -> Profile:
    return replace(BASE, **parts)


NATIVE = st.builds(
    lambda default, rules, commands, allow, deny: profile(
        default_permission=default, tool_rules=rules, command_rules=commands, edit_scope=PathScope(allow, deny)
    ),
    EFFECTS,
    st.lists(st.builds(ToolRule, TOOL_PATTERNS, EFFECTS), max_size=6).map(tuple),
    COMMAND_RULES,
    LISTS,
    LISTS,
)
IMPORTS = st.builds(
    lambda default, sets, mode: profile(
        default_permission=default, rule_sets=sets, mode=mode, format=ProfileFormat.OPENCODE
    ),
    EFFECTS,
    SETS,
    st.sampled_from(list(ProfileMode)),
)
PROFILES = NATIVE | IMPORTS | st.sampled_from(BUILT_IN)
POLICIES = st.builds(
    ProjectPolicy,
    st.just("/p"),
    st.none() | st.sampled_from(list(ProjectMode)),
    st.just(()) | st.just((ProjectRule(RuleKind.COMMAND, "npm test", Effect.ALLOW),)),
)


def reading(text: str) -> Reading:
    clause = Clause(text, ClauseKind.PLAIN, (text,), (text,))
    return Reading("bash", text, (clause,))


def subject_of(tool: ToolName, argument: str) -> PermissionSubject:
    """Returns a call of a tool with some argument, as the gate would make it."""
    kind = KIND_OF.get(tool.name, CallKind.SKILL if tool.is_skill else CallKind.MCP)
    if kind in (CallKind.RUN, CallKind.VERIFY, CallKind.BACKGROUND):
        return PermissionSubject(tool, kind, command=reading(argument))
    if kind in (CallKind.EDIT, CallKind.READ) and tool.name not in tools.FIND_TOOLS:
        return PermissionSubject(tool, kind, paths=(argument,))
    return PermissionSubject(tool, kind, query=argument, target=argument)


@law()
def test_hidden_means_refused_for_every_argument(how: settings) -> None:
    @how
    @given(PROFILES, TOOLS, st.sampled_from([*TEXTS, *PATHS, "SECRET x", "reviewer", "git"]), POLICIES)
    def holds(profile: Profile, tool: ToolName, argument: str, policy: ProjectPolicy) -> None:
        verdict = judge(profile, subject_of(tool, argument), policy)
        if is_hidden(profile, tool):
            assert (verdict.effect, verdict.value, verdict.actions) == (Effect.DENY, Effect.DENY, (Step.REFUSE,))
        if verdict.is_hidden:
            assert verdict.effect is Effect.DENY

    holds()


@law()
def test_what_no_argument_can_get_is_hidden(how: settings) -> None:
    """The other way round, for native profiles: a tool-level deny hides (P81)."""

    @how
    @given(NATIVE, TOOLS)
    def holds(profile: Profile, tool: ToolName) -> None:
        assert is_hidden(profile, tool) is (tool_outcome(profile, tool).effect is Effect.DENY)

    holds()


@law()
def test_a_deny_at_the_end_never_allows_more(how: settings) -> None:
    @how
    @given(NATIVE, TOOLS, TOOL_PATTERNS, PATTERNS, PATH_PATTERNS, st.sampled_from([*TEXTS, *PATHS]), POLICIES)
    def holds(
        before: Profile, tool: ToolName, name: str, command: str, path: str, argument: str, policy: ProjectPolicy
    ) -> None:
        subject = subject_of(tool, argument)
        scope = before.edit_scope
        for after in (
            replace(before, tool_rules=(*before.tool_rules, ToolRule(name, Effect.DENY))),
            replace(before, command_rules=(*before.command_rules, CommandRule(command, Effect.DENY))),
            replace(before, edit_scope=PathScope(scope.allow, (*(scope.deny or ()), PathPattern(path)))),
        ):
            old, new = judge(before, subject, policy), judge(after, subject, policy)
            assert new.value.strictness >= old.value.strictness
            assert new.effect.strictness >= old.effect.strictness

    holds()


@law()
def test_a_deny_at_the_end_of_an_imported_set_never_allows_more(how: settings) -> None:
    @how
    @given(
        IMPORTS, st.integers(0, 2), ACTIONS, RESOURCES, TOOLS, st.sampled_from([*TEXTS, *PATHS, "reviewer"]), POLICIES
    )
    def holds(
        before: Profile, at: int, action: str, resource: str, tool: ToolName, argument: str, policy: ProjectPolicy
    ) -> None:
        sets = [list(rules) for rules in before.rule_sets] or [[]]
        sets[at % len(sets)].append(ResourceRule(action, resource, Effect.DENY))
        after = replace(before, rule_sets=tuple(map(tuple, sets)))
        subject = subject_of(tool, argument)
        old, new = judge(before, subject, policy), judge(after, subject, policy)
        if tool.name not in (*tools.FIND_TOOLS, "delegate_task"):  # a rule of their own brings them (P172, P175)
            assert new.value.strictness >= old.value.strictness

    holds()


@law()
def test_a_further_clause_never_loosens(how: settings) -> None:
    @how
    @given(COMMAND_RULES, EFFECTS, st.sampled_from(TEXTS), st.sampled_from(TEXTS))
    def holds(rules: tuple[CommandRule, ...], level: Effect, first: str, second: str) -> None:
        one, two = reading(first), reading(second)
        joined = Reading("bash", f"{first}; {second}", (*one.clauses, *two.clauses))
        alone = judge_command(rules, level, one).effect
        assert judge_command(rules, level, joined).effect.strictness >= alone.strictness

    holds()


@law()
def test_the_last_matching_tool_rule_decides(how: settings) -> None:
    @how
    @given(NATIVE, TOOLS)
    def holds(profile: Profile, tool: ToolName) -> None:
        expected = profile.default_permission
        for rule in profile.tool_rules:
            if _names_tool(rule.pattern.casefold(), tool):
                expected = rule.effect
        assert tool_outcome(profile, tool).effect is expected

    holds()


def _names_tool(pattern: str, tool: ToolName) -> bool:
    if pattern == "mcp:*":
        return tool.name.startswith("mcp_")
    expression = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    return any(re.fullmatch(expression, name, re.IGNORECASE) for name in tool.names)


@law()
def test_the_last_matching_command_rule_decides(how: settings) -> None:
    """Against a slow oracle: whole-text regular expressions, from the last rule to the first."""

    @how
    @given(COMMAND_RULES, EFFECTS, st.sampled_from(TEXTS))
    def holds(rules: tuple[CommandRule, ...], level: Effect, text: str) -> None:
        expected = next((rule.effect for rule in reversed(rules) if _matches(rule, text)), level)
        assert judge_command(rules, level, reading(text)).effect is expected

    holds()


def _matches(rule: CommandRule, text: str) -> bool:
    flags = re.DOTALL if rule.effect is Effect.ALLOW else re.DOTALL | re.IGNORECASE
    forms = [rule.pattern, rule.pattern[:-2]] if rule.pattern.endswith(" *") else [rule.pattern]
    return any(re.fullmatch(re.escape(form).replace(r"\*", ".*").replace(r"\?", "."), text, flags) for form in forms)


@law()
def test_path_lists_agree_with_a_slow_oracle(how: settings) -> None:
    segment = st.text("ab.é", min_size=1, max_size=3)
    paths = st.lists(segment, min_size=1, max_size=4).map("/".join)
    pieces = st.sampled_from(["*", "**", "?", "a", "b", ".", "**/", "/"])
    patterns = st.lists(pieces, min_size=1, max_size=6).map("".join).filter(lambda text: "//" not in text)

    @how
    @given(patterns, paths)
    def holds(pattern: str, path: str) -> None:
        scope = PathScope((PathPattern(pattern),), None)
        is_allowed = judge_paths(scope, (path,), folds_case=False).effect is Effect.ALLOW
        assert is_allowed is (re.fullmatch(_glob_expression(pattern), path, re.DOTALL) is not None)
        denied = judge_paths(PathScope(None, (PathPattern(pattern),)), (path,), folds_case=False).effect is Effect.DENY
        assert denied or not is_allowed

    holds()


def _glob_expression(pattern: str) -> str:
    out, at = "", 0
    while at < len(pattern):
        starts = at == 0 or pattern[at - 1] == "/"
        stars = len(pattern[at:]) - len(pattern[at:].lstrip("*"))
        if stars == 2 and starts and pattern[at + 2 : at + 3] == "/":
            out, at = f"{out}(?:.*/)?", at + 3
        elif stars >= 2:
            out, at = f"{out}.*", at + stars
        elif stars == 1:
            out, at = f"{out}[^/]*", at + 1
        else:
            out, at = f"{out}{'[^/]' if pattern[at] == '?' else re.escape(pattern[at])}", at + 1
    return out


def test_every_name_of_a_file_must_pass_the_lists() -> None:
    scope = PathScope((PathPattern("src/**"),), (PathPattern("src/generated/**"),))
    for names in (("src/a", "out/a"), ("out/a", "src/a"), ("src/a", "src/generated/a"), ("src/a", "src/generated")):
        assert judge_paths(scope, names, folds_case=False).effect is Effect.DENY
    assert judge_paths(scope, ("src/a", "src/b"), folds_case=False).effect is Effect.ALLOW


SITUATIONS = tuple(
    Situation(kind, value, mode, exact, is_simple_read=simple, is_protected=protected, is_steering=steering)
    for kind, value, mode, exact, simple, protected, steering in itertools.product(
        CallKind,
        Effect,
        (None, *ProjectMode),
        (None, Effect.ALLOW, Effect.DENY),
        (False, True),
        (False, True),
        (False, True),
    )
)


def test_modes_over_every_situation() -> None:
    """All of P122 and P123 at once: the promises that hold whatever else is the case."""
    for call in SITUATIONS:
        steps = plan_steps(call)
        headless = after_answers(steps, can_ask=False, says_yes=False)
        acts = [step for step in steps if step in (Step.RUN, Step.APPLY, Step.FILE_FUNCTIONS)]
        assert len(acts) + (Step.REFUSE in steps) == 1, call
        if Effect.DENY in (call.value, call.exact):
            assert steps == (Step.REFUSE,), call
        if call.value is Effect.HARD_ASK and acts:
            assert any(step.is_question for step in steps), call
            assert headless == (Step.REFUSE,), call
        if call.mode is None and call.kind in (CallKind.RUN, CallKind.MCP) and acts:
            assert any(step.is_question for step in steps), call
        if call.is_steering and call.kind is CallKind.EDIT and acts:
            assert Step.REVIEW in steps, call
        if any(step.is_question for step in steps):
            assert headless == (Step.REFUSE,), call
        assert sum(step in (Step.CONFIRM, Step.PROMPT, Step.HARD_PROMPT) for step in steps) <= 1, call


def test_an_exact_allow_counts_in_allowlist_alone() -> None:
    for call in SITUATIONS:
        if call.exact is Effect.ALLOW and (call.mode is not ProjectMode.ALLOWLIST or call.is_protected):
            without = Situation(
                call.kind,
                call.value,
                call.mode,
                is_simple_read=call.is_simple_read,
                is_protected=call.is_protected,
                is_steering=call.is_steering,
            )
            assert plan_steps(call) == plan_steps(without), call


WORDS = {"edit": "write_file", "bash": "run_command", "read": "read_file"}
OPENCODE_PATTERNS = {
    "edit": ["*", "src/**", "src/*", "docs/x.md", "**"],
    "read": ["*", "src/**", "docs/**"],
    "bash": ["*", "git *", "git push*", "npm test"],
}
ARGUMENTS = {"edit": PATHS[:6], "read": PATHS[:6], "bash": TEXTS}


@st.composite
def opencode_rules(draw: st.DrawFn) -> tuple[str, list[tuple[str, str]], str]:
    word = draw(st.sampled_from(sorted(WORDS)))
    pairs = st.tuples(st.sampled_from(OPENCODE_PATTERNS[word]), st.sampled_from(["ask", "allow", "deny"]))
    rules = draw(st.lists(pairs, min_size=1, max_size=5, unique_by=lambda pair: pair[0]))
    return word, rules, draw(st.sampled_from(ARGUMENTS[word]))


@law()
@pytest.mark.parametrize("is_legacy", [True, False])
def test_an_import_is_never_looser_than_the_files_own_rule(how: settings, is_legacy: bool) -> None:
    @how
    @given(opencode_rules())
    def holds(case: tuple[str, list[tuple[str, str]], str]) -> None:
        word, rules, argument = case
        if is_legacy:
            front = "\n".join(("permission:", f"  {word}:", *(f"    {p!r}: {effect}" for p, effect in rules)))
        else:
            shown = (f"- {{action: {word}, resource: {p!r}, effect: {effect}}}" for p, effect in rules)
            front = "\n".join(("permissions:", *shown))
        content = f"---\ndescription: D\n{front}\n---\nWork.".encode()
        imported = parse_opencode(content, "a.md", "a.md", ProfileScope.USER_OPENCODE).value
        assert imported is not None
        own = next((effect for p, effect in reversed(rules) if _covers(p, argument)), None)
        got = judge(imported, subject_of(ToolName(WORDS[word]), argument), ProjectPolicy("/p", ProjectMode.AUTO)).value
        if own is not None:
            assert got.strictness >= Effect(own).strictness
        else:
            assert got is not Effect.ALLOW

    holds()


def _covers(pattern: str, text: str) -> bool:
    """OpenCode's own match: `*` is any run, `?` one character."""
    forms = [pattern, pattern[:-2]] if pattern.endswith(" *") else [pattern]
    return any(
        re.fullmatch(re.escape(form).replace(r"\*", ".*").replace(r"\?", "."), text, re.DOTALL) for form in forms
    )
