"""The one decision: exact rules, modes, paths, servers, imports, and what is said about the deciding rule (P119 to P131)."""

from dataclasses import replace

import pytest

from qodev.permissions.judge import judge
from qodev.profiles.builtin import BUILD, ORCHESTRATOR, PLAN
from qodev.profiles.codev import parse_profile
from qodev.profiles.opencode import parse_opencode
from qodev.types.permissions import CallKind, Clause, ClauseKind, Effect, ProjectMode, Reading, Step
from qodev.types.policies import ProjectPolicy, ProjectRule, RuleKind
from qodev.types.profiles import Profile, ProfileScope, ResourceRule
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject, Stage, StageState

KINDS = {
    "run_command": CallKind.RUN,
    "verify_command": CallKind.VERIFY,
    "start_background_command": CallKind.BACKGROUND,
}


def native(front: str) -> Profile:
    text = f"---\nname: R\ndescription: D.\n{front}\n---\nWork."
    parsed = parse_profile(text.encode(), "r.md", "r.md", ProfileScope.USER)
    assert parsed.value is not None, parsed.diagnostics
    return parsed.value


def imported(front: str) -> Profile:
    text = f"---\ndescription: D.\n{front}\n---\nWork."
    parsed = parse_opencode(text.encode(), "r.md", "r.md", ProfileScope.USER_OPENCODE)
    assert parsed.value is not None, parsed.diagnostics
    return parsed.value


def command(text: str, tool: str = "run_command") -> PermissionSubject:
    clauses = tuple(Clause(part, ClauseKind.PLAIN, (part,), (part,)) for part in text.split("; "))
    return PermissionSubject(ToolName(tool), KINDS[tool], command=Reading("bash", text, clauses))


def unread(text: str) -> PermissionSubject:
    reading = Reading("bash", text, (), ("opaque:eval",), skeletons=(text, text.replace('"', "")))
    return PermissionSubject(ToolName("run_command"), CallKind.RUN, command=reading)


def edit(*paths: str, tool: str = "write_file") -> PermissionSubject:
    return PermissionSubject(ToolName(tool), CallKind.EDIT, paths=paths)


def reading(path: str) -> PermissionSubject:
    return PermissionSubject(ToolName("read_file"), CallKind.READ, paths=(path,))


def server(fingerprint: str = "f") -> PermissionSubject:
    name = ToolName.of_server("github", "search")
    return PermissionSubject(name, CallKind.MCP, server="GitHub", operation="search", fingerprint=fingerprint)


def policy(mode: ProjectMode | None, *rules: ProjectRule) -> ProjectPolicy:
    return ProjectPolicy("/p", mode, rules)


def deny(text: str) -> ProjectRule:
    return ProjectRule(RuleKind.COMMAND, text, Effect.DENY)


def allow(text: str) -> ProjectRule:
    return ProjectRule(RuleKind.COMMAND, text, Effect.ALLOW)


SEARCH = ProjectRule(RuleKind.OPERATION, "search", Effect.ALLOW, server="github", fingerprint="f")
ASKING = native("commands: *=allow, git *=ask, git push *=deny")


@pytest.mark.parametrize("mode", [None, *ProjectMode])
@pytest.mark.parametrize("tool", KINDS)
def test_an_exact_deny_wins_in_every_mode_and_for_every_command_tool(mode: ProjectMode | None, tool: str) -> None:
    verdict = judge(BUILD, command("npm test", tool), policy(mode, deny("npm test")))
    assert (verdict.effect, verdict.stage, verdict.actions) == (Effect.DENY, Stage.PROJECT_DENY, (Step.REFUSE,))
    assert judge(BUILD, command("npm test ", tool), policy(mode, deny("npm test"))).effect is Effect.DENY
    assert judge(BUILD, command("npm testx", tool), policy(ProjectMode.AUTO, deny("npm test"))).effect is Effect.ALLOW


def test_an_exact_deny_wins_over_a_chain_that_cannot_be_read_for_sure() -> None:
    verdict = judge(BUILD, unread('eval "npm test"'), policy(ProjectMode.AUTO, deny("npm test")))
    assert verdict.effect is Effect.DENY


@pytest.mark.parametrize("mode", [None, *ProjectMode])
def test_a_command_that_cannot_be_contained_is_asked_about_in_every_mode(mode: ProjectMode | None) -> None:
    subject = replace(command("npm test"), uncontained="bwrap is missing")
    verdict = judge(BUILD, subject, policy(mode, allow("npm test")))
    assert (verdict.effect, verdict.reason) == (Effect.HARD_ASK, "contain:bwrap is missing")
    assert verdict.actions == (Step.HARD_PROMPT, Step.RUN)


def test_what_is_denied_stays_denied_where_nothing_can_be_contained() -> None:
    denied = replace(command("git push x"), uncontained="bwrap is missing")
    assert judge(ASKING, denied, policy(ProjectMode.AUTO)).effect is Effect.DENY
    behind = replace(command("npm test", "start_background_command"), uncontained="bwrap is missing")
    assert judge(BUILD, behind, policy(ProjectMode.READ_ONLY)).actions == (Step.REFUSE,)
    assert judge(BUILD, behind, policy(ProjectMode.AUTO, deny("npm test"))).effect is Effect.DENY


@pytest.mark.parametrize(
    ("text", "mode", "effect", "actions"),
    [
        ("npm test", ProjectMode.ASK, Effect.ASK, (Step.PROMPT, Step.RUN)),
        ("git log", ProjectMode.ASK, Effect.ASK, (Step.CONFIRM, Step.RUN)),
        ("git push x", ProjectMode.ASK, Effect.DENY, (Step.REFUSE,)),
        ("npm test", ProjectMode.AUTO, Effect.ALLOW, (Step.RUN,)),
        ("git log", ProjectMode.AUTO, Effect.ALLOW, (Step.RUN,)),
        ("git push x", ProjectMode.AUTO, Effect.DENY, (Step.REFUSE,)),
        ("npm test; git push x", ProjectMode.AUTO, Effect.DENY, (Step.REFUSE,)),
    ],
)
def test_the_users_own_example(text: str, mode: ProjectMode, effect: Effect, actions: tuple[Step, ...]) -> None:
    verdict = judge(ASKING, command(text), policy(mode))
    assert (verdict.effect, verdict.actions) == (effect, actions)


def test_the_deciding_rule_is_named_with_its_place() -> None:
    verdict = judge(ASKING, command("npm test; git push x"), policy(ProjectMode.AUTO))
    assert verdict.rule is not None
    assert verdict.rule.span is not None
    assert (verdict.rule.text, verdict.rule.span.line, verdict.reason) == ("git push *", 4, "rule:git push *")
    assert [clause.effect for clause in verdict.clauses] == [Effect.ALLOW, Effect.DENY]
    states = [rung.state for rung in verdict.steps]
    assert states.count(StageState.DECIDED) == 1
    assert states.index(StageState.DECIDED) < states.index(StageState.NOT_REACHED)


@pytest.mark.parametrize(
    ("mode", "protected", "actions"),
    [
        (ProjectMode.ALLOWLIST, False, (Step.RUN,)),
        (ProjectMode.ALLOWLIST, True, (Step.PROMPT, Step.RUN)),
        (ProjectMode.ASK, False, (Step.PROMPT, Step.RUN)),
    ],
)
def test_an_exact_allow_counts_in_allowlist_and_never_for_protected_commands(
    mode: ProjectMode, protected: bool, actions: tuple[Step, ...]
) -> None:
    subject = replace(command("npm test"), is_protected=protected)
    assert judge(BUILD, subject, policy(mode, allow("npm test"))).actions == actions


def test_a_profiles_deny_is_not_lifted_by_an_exact_allow() -> None:
    verdict = judge(ASKING, command("git push x"), policy(ProjectMode.ALLOWLIST, allow("git push x")))
    assert verdict.effect is Effect.DENY


@pytest.mark.parametrize("mode", [ProjectMode.AUTO, ProjectMode.ALLOWLIST, ProjectMode.ASK])
def test_what_cannot_be_read_is_asked_in_every_mode_and_denied_where_a_deny_is_live(mode: ProjectMode) -> None:
    text = 'eval "$X"'
    asked = judge(BUILD, unread(text), policy(mode, allow(text)))
    assert (asked.effect, asked.stage, asked.actions) == (
        Effect.HARD_ASK,
        Stage.HARD_ASK,
        (Step.HARD_PROMPT, Step.RUN),
    )
    assert judge(ASKING, unread(text), policy(mode)).effect is Effect.DENY


def test_unreadable_rules_prompt_even_where_nothing_would_ask() -> None:
    unreadable = policy(None)
    assert judge(BUILD, command("ls"), unreadable).actions == (Step.PROMPT, Step.RUN)
    assert judge(native("tools: run_command=ask"), command("ls"), unreadable).actions == (Step.PROMPT, Step.RUN)
    assert judge(BUILD, server(), unreadable).actions == (Step.PROMPT, Step.RUN)
    assert judge(BUILD, edit("a"), unreadable).actions == (Step.REVIEW, Step.APPLY)
    assert judge(PLAN, command("ls"), unreadable).effect is Effect.DENY


@pytest.mark.parametrize(
    ("rule", "fingerprint", "mode", "actions"),
    [
        (SEARCH, "f", ProjectMode.ALLOWLIST, (Step.RUN,)),
        (SEARCH, "changed", ProjectMode.ALLOWLIST, (Step.PROMPT, Step.RUN)),
        (SEARCH, "f", ProjectMode.ASK, (Step.PROMPT, Step.RUN)),
        (replace(SEARCH, effect=Effect.DENY, fingerprint=""), "changed", ProjectMode.AUTO, (Step.REFUSE,)),
        (replace(SEARCH, server="gitlab"), "f", ProjectMode.ALLOWLIST, (Step.PROMPT, Step.RUN)),
    ],
)
def test_an_operation_is_allowed_exactly_while_it_looks_the_same(
    rule: ProjectRule, fingerprint: str, mode: ProjectMode, actions: tuple[Step, ...]
) -> None:
    assert judge(BUILD, server(fingerprint), policy(mode, rule)).actions == actions


SCOPED = native("edit_paths: src/**, index.html\ndeny_edit_paths: src/generated/**")


@pytest.mark.parametrize(
    ("paths", "effect", "text"),
    [
        (("src/a.ts",), Effect.ALLOW, None),
        (("index.html",), Effect.ALLOW, None),
        (("README.md",), Effect.DENY, "edit_paths"),
        (("src/generated/x",), Effect.DENY, "deny_edit_paths: src/generated/**"),
        (("src/generated",), Effect.DENY, "deny_edit_paths: src/generated/**"),
        (("src/link", "other/x"), Effect.DENY, "edit_paths"),
    ],
)
@pytest.mark.parametrize("tool", ["create_file", "write_file", "apply_patch"])
def test_edit_paths_bind_the_edit_tools_in_auto_too(
    tool: str, paths: tuple[str, ...], effect: Effect, text: str | None
) -> None:
    verdict = judge(SCOPED, edit(*paths, tool=tool), policy(ProjectMode.AUTO))
    assert verdict.effect is effect
    assert verdict.rule is None or verdict.rule.text == text


@pytest.mark.parametrize("front", ["tools: run_command=deny", "default_permission: deny"])
def test_a_tool_level_deny_is_final_whatever_the_command_rules_say(front: str) -> None:
    verdict = judge(
        native(f"{front}\ncommands: *=allow, npm test=allow"), command("npm test"), policy(ProjectMode.AUTO)
    )
    assert (verdict.effect, verdict.is_hidden) == (Effect.DENY, True)


def test_edit_paths_do_not_bind_commands() -> None:
    assert judge(SCOPED, command("rm README.md"), policy(ProjectMode.AUTO)).effect is Effect.ALLOW


def test_an_edit_of_what_steers_agents_is_reviewed_in_every_mode() -> None:
    subject = replace(edit(".qodev/agents/x.md"), is_steering=True)
    assert judge(BUILD, subject, policy(ProjectMode.AUTO)).actions == (Step.REVIEW, Step.APPLY)
    assert judge(native("tools: write_file=ask"), subject, policy(ProjectMode.ASK)).actions == (
        Step.CONFIRM,
        Step.REVIEW,
        Step.APPLY,
    )


def test_what_no_rule_can_allow_is_refused_first() -> None:
    verdict = judge(BUILD, replace(edit("../x"), refusal="the path leads out"), policy(ProjectMode.AUTO))
    assert (verdict.effect, verdict.stage) == (Effect.DENY, Stage.BUILT_IN)


@pytest.mark.parametrize("tool", ["write_file", "run_command", "fetch_url", "delegate_task", "load_skill_x", "mcp_a_b"])
def test_plan_has_nothing_but_reading(tool: str) -> None:
    kind = KINDS.get(tool, CallKind.EDIT if tool == "write_file" else CallKind.MCP)
    subject = command("ls") if tool == "run_command" else PermissionSubject(ToolName(tool), kind, paths=("a",))
    verdict = judge(PLAN, subject, policy(ProjectMode.AUTO))
    assert (verdict.effect, verdict.is_hidden) == (Effect.DENY, True)
    assert judge(PLAN, reading("a"), policy(ProjectMode.ASK)).effect is Effect.ALLOW


def test_delegation_is_offered_to_orchestrator_alone() -> None:
    subject = PermissionSubject(ToolName("delegate_task"), CallKind.DELEGATE, target="Reviewer")
    assert judge(ORCHESTRATOR, subject, policy(ProjectMode.ASK)).effect is Effect.ALLOW
    for other in (BUILD, native("tools: delegate_task=allow")):
        verdict = judge(other, subject, policy(ProjectMode.AUTO))
        assert (verdict.effect, verdict.stage, verdict.is_hidden) == (Effect.DENY, Stage.OFFER, True)


V2 = """permissions:
- {action: edit, resource: '*', effect: deny}
- {action: edit, resource: src/**, effect: allow}
- {action: edit, resource: src/ask/**, effect: ask}
- {action: read, resource: docs/**, effect: allow}
- {action: read, resource: docs/private/**, effect: deny}
- {action: glob, resource: '*.py', effect: allow}
- {action: subagent, resource: 'rev*', effect: allow}"""


@pytest.mark.parametrize(
    ("subject", "effect"),
    [
        (edit("src/a"), Effect.ALLOW),
        (edit("src/ask/a"), Effect.ASK),
        (edit("README"), Effect.DENY),
        (edit("src/a", "README"), Effect.DENY),
        (reading("docs/g"), Effect.ALLOW),
        (reading("docs/private/k"), Effect.DENY),
        (reading("README"), Effect.ASK),
        (PermissionSubject(ToolName("glob_files"), CallKind.READ, query="a.py"), Effect.ALLOW),
        (PermissionSubject(ToolName("glob_files"), CallKind.READ, query="*"), Effect.ASK),
        (PermissionSubject(ToolName("grep_files"), CallKind.READ, query="x"), Effect.DENY),
        (PermissionSubject(ToolName("delegate_task"), CallKind.DELEGATE, target="reviewer"), Effect.ALLOW),
        (PermissionSubject(ToolName("delegate_task"), CallKind.DELEGATE, target="other"), Effect.ASK),
        (command("ls"), Effect.ASK),
    ],
)
def test_an_import_decides_by_resource(subject: PermissionSubject, effect: Effect) -> None:
    assert judge(imported(V2), subject, policy(ProjectMode.AUTO)).value is effect


@pytest.mark.parametrize(
    "front", ["permission: allow", "mode: all", "permissions: [{action: '*', resource: '*', effect: allow}]"]
)
@pytest.mark.parametrize("tool", ["fetch_url", "web_search"])
def test_the_web_is_on_offer_to_no_import(front: str, tool: str) -> None:
    verdict = judge(imported(front), PermissionSubject(ToolName(tool), CallKind.WEB), policy(ProjectMode.AUTO))
    assert (verdict.effect, verdict.stage, verdict.is_hidden) == (Effect.DENY, Stage.OFFER, True)


def test_a_legacy_push_deny_blocks_in_auto() -> None:
    profile = imported('permission:\n  bash:\n    "git push*": deny')
    assert judge(profile, command("git push origin"), policy(ProjectMode.AUTO)).effect is Effect.DENY


def test_a_steering_edit_says_why_it_is_reviewed() -> None:
    subject = replace(edit(".qodev/agents/x.md"), is_steering=True)
    verdict = judge(BUILD, subject, policy(ProjectMode.AUTO))
    assert (verdict.stage, verdict.reason) == (Stage.HARD_ASK, "built_in:it changes how agents behave")


def test_the_strictest_set_of_an_import_decides_about_a_command() -> None:
    allows = (ResourceRule("shell", "*", Effect.ALLOW),)
    denies = (*allows, ResourceRule("shell", "git push*", Effect.DENY))
    for sets in ((allows, denies), (denies, allows)):
        profile = replace(imported("permission: allow"), rule_sets=sets)
        assert judge(profile, command("git push x"), policy(ProjectMode.AUTO)).effect is Effect.DENY
        assert judge(profile, command("git log"), policy(ProjectMode.AUTO)).effect is Effect.ALLOW


def test_an_exact_deny_of_an_operation_names_the_projects_rule() -> None:
    rule = replace(SEARCH, effect=Effect.DENY, fingerprint="")
    verdict = judge(BUILD, server(), policy(ProjectMode.AUTO, rule))
    assert verdict.rule is not None
    assert (verdict.stage, verdict.rule.source, verdict.rule.text) == (
        Stage.PROJECT_DENY,
        "project",
        "GitHub/search",
    )


def test_a_text_without_a_command_is_a_hard_ask_whatever_the_rules_say() -> None:
    subject = PermissionSubject(ToolName("run_command"), CallKind.RUN, command=Reading("bash", "# nothing", ()))
    verdict = judge(native("commands: *=allow"), subject, policy(ProjectMode.AUTO))
    assert (verdict.effect, verdict.reason) == (Effect.HARD_ASK, "unreadable:no command")
