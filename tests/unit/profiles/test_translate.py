"""Drafts of native profiles from foreign files: what is mapped, what is lost, and that nothing becomes looser (P248)."""

import asyncio
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qodev.permissions.judge import judge
from qodev.permissions.reading import CommandReaders, find_shfmt
from qodev.permissions.rules import governs, is_hidden, tool_outcome
from qodev.profiles.codev import parse_profile
from qodev.profiles.opencode import parse_opencode
from qodev.profiles.translate import ForeignForm, translate
from qodev.profiles.translate_opencode import RuleView
from qodev.types.permissions import CallKind, Effect, Reading
from qodev.types.policies import ProjectPolicy
from qodev.types.profile_drafts import ProfileDraft
from qodev.types.profiles import Profile, ProfileScope
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject
from tests.laws import SOME, law

POLICY = ProjectPolicy("/p", None)


def effect_of(profile: Profile, tool: ToolName) -> Effect:
    return Effect.DENY if is_hidden(profile, tool) else tool_outcome(profile, tool).effect


VIEW = RuleView(governs, lambda profile, tool: tool_outcome(profile, tool).effect, is_hidden)
TOOLS = [
    "list_files",
    "read_file",
    "search_files",
    "create_file",
    "write_file",
    "apply_patch",
    "run_command",
    "verify_command",
    "start_background_command",
    "update_task_checklist",
    "read_background_command",
    "stop_background_command",
    "fetch_url",
    "web_search",
    "load_skill_any",
    "load_skill_git_x",
    "mcp_other_0123456789abcdef",
]


def draft_of(text: str, form: ForeignForm = ForeignForm.CLAUDE_CODE, name: str = "helper.md") -> ProfileDraft:
    return translate(text.encode(), name, form, VIEW)


def profile_of(draft: ProfileDraft) -> Profile:
    parsed = parse_profile(draft.text.encode(), f"{draft.stem}.md", "x.md", ProfileScope.USER)
    assert parsed.value is not None, (draft.text, parsed.diagnostics)
    return parsed.value


def granted(profile: Profile) -> dict[str, str]:
    found = {name: effect_of(profile, ToolName(name)) for name in TOOLS}
    return {name: effect.value for name, effect in found.items() if effect is not Effect.DENY}


READS = {"read_file": "allow"}
ALL = {
    **dict.fromkeys(("list_files", "read_file", "search_files", "update_task_checklist"), "allow"),
    **dict.fromkeys(("read_background_command", "stop_background_command"), "allow"),
    **dict.fromkeys(("create_file", "write_file", "apply_patch", "run_command", "verify_command"), "ask"),
    **dict.fromkeys(("start_background_command", "fetch_url", "web_search"), "ask"),
    **dict.fromkeys(("load_skill_any", "load_skill_git_x", "mcp_other_0123456789abcdef"), "ask"),
}


def without(*names: str) -> dict[str, str]:
    return {name: effect for name, effect in ALL.items() if name not in names}


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("tools: Read", READS),
        ("tools: Read, Unheard", READS),
        ("tools:\n  - Read\n  - Task", READS),
        ("tools: [Read]", READS),
        ("tools: 'Read'", READS),
        ("Tools: Read", READS),
        ("tools:", {}),
        ("tools: {a: b}", {}),
        ("tools: Read, $%", READS),
        ("tools: Edit", {"write_file": "ask", "apply_patch": "ask"}),
        ("tools: Write", {"create_file": "ask", "write_file": "ask"}),
        ("tools: WebFetch(domain:x.org)", {}),
        ("tools: mcp__other", {}),
        ("tools: mcp__*", {"mcp_other_0123456789abcdef": "ask"}),
        ("color: red", ALL),
        ("tools: '*'", ALL),
        ("disallowedTools: WebSearch", without("web_search")),
        ("disallowed-tools: WebSearch", without("web_search")),
        ("disallowedTools: Unheard", {}),
        ("disallowedTools: $%", {}),
        ("disallowedTools: {a: b}", {}),
        ("disallowedTools: mcp__other__x", ALL),
        ("disallowedTools: mcp__other", without("mcp_other_0123456789abcdef")),
        ("disallowedTools: mcp__*", without("mcp_other_0123456789abcdef")),
        ("disallowedTools: Read(secret/**)", without("read_file")),
        ("disallowedTools: Edit([a-z])", without("create_file", "write_file", "apply_patch")),
        ("tools: Read, Bash\npermissionMode: dontAsk", READS),
        ("tools: Read, Bash\npermissionMode: plan", READS),
        ("tools: Read, Write\nisolation: worktree", READS),
        ("tools: Read\npermissionMode: bypassPermissions", READS),
        ("tools: Read\npermissionMode: sudo", {}),
        ("tools: Read\nhooks:\n  PreToolUse: x", {}),
        ("tools: Read\ntools: Bash", {}),
        ("tools: Read\n- what is this", {}),
    ],
)
def test_tool_words_are_mapped_and_what_restricts_is_never_lost(front: str, expected: dict[str, str]) -> None:
    draft = draft_of(f"---\nname: helper\ndescription: Helps.\n{front}\n---\nWork.")
    assert granted(profile_of(draft)) == expected


def test_untidy_front_matter_is_read_line_by_line() -> None:
    draft = draft_of(
        '---\nname: code-reviewer\ndescription: Use it when: code changed.\\n<example>user: "x"</example>\n'
        "tools: Read, Grep\nmodel: sonnet\n---\n\nYou review.\n"
    )
    profile = profile_of(draft)
    assert (profile.name, draft.stem, profile.instructions) == ("code-reviewer", "code-reviewer", "You review.")
    assert granted(profile) == {"read_file": "allow", "search_files": "allow"}
    assert {loss.field for loss in draft.losses} == {"front matter", "model"}


def test_a_long_description_is_cut_and_said() -> None:
    draft = draft_of(f"---\nname: x\ndescription: {'long ' * 60}\n---\nWork.")
    assert len(profile_of(draft).description) <= 180
    assert "description" in {loss.field for loss in draft.losses}


def test_numbers_are_kept_within_bounds() -> None:
    profile = profile_of(draft_of("---\nname: x\ndescription: D\nmaxTurns: 40\ntemperature: 0.4\n---\nWork."))
    assert (profile.max_steps, profile.temperature) == (8, 0.4)


@pytest.mark.parametrize("text", ["", "no front matter", "---\nname: x", "\xff", "---\n---\n"])
def test_any_text_becomes_a_draft_that_denies(text: str) -> None:
    profile = profile_of(translate(text.encode("latin-1"), "a b.md", ForeignForm.CLAUDE_CODE, VIEW))
    assert profile.default_permission is Effect.DENY


def test_the_name_is_free() -> None:
    draft = translate(b"---\nname: Plan\ndescription: D\n---\nW", "p.md", ForeignForm.QODER, VIEW, ["plan 2"])
    assert draft.name == "Plan 3"


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> CommandReaders:
    path = find_shfmt({"PATH": str(Path(sys.executable).parent)}) or Path(shutil.which("shfmt") or "")
    return CommandReaders(path if path.is_file() else None, tmp_path_factory.mktemp("empty"))


def read(readers: CommandReaders, text: str) -> Reading:
    return asyncio.run(readers.read(text, "bash"))


def value(profile: Profile, subject: PermissionSubject) -> Effect:
    return judge(profile, subject, POLICY).value


def command(reading: Reading, tool: str = "run_command") -> PermissionSubject:
    return PermissionSubject(ToolName(tool), CallKind.RUN, command=reading)


def edit(path: str) -> PermissionSubject:
    return PermissionSubject(ToolName("write_file"), CallKind.EDIT, paths=(path,))


@pytest.mark.parametrize(
    ("front", "commands"),
    [
        (
            "tools: Bash(git status:*), Bash(npm test)",
            {"git status -s": "ask", "npm test": "ask", "npm test x": "deny"},
        ),
        ("tools: Bash(git status:*)", {"git statusx": "deny", "ls": "deny", "git status; rm x": "deny"}),
        ("tools: Bash(a?)", {"ab": "deny", "a?": "deny"}),
        ("tools: Bash\ndisallowedTools: Bash(git push:*)", {"git push x": "deny", "git pushx": "deny", "ls": "ask"}),
        ("tools: Bash(git:*)\ndisallowedTools: Bash(git push)", {"git push": "deny", "git log": "ask"}),
        ("disallowedTools: 'Bash(a, b)'", {"ls": "deny"}),
    ],
)
def test_command_details_are_kept(readers: CommandReaders, front: str, commands: dict[str, str]) -> None:
    profile = profile_of(draft_of(f"---\nname: x\ndescription: D\n{front}\n---\nWork."))
    assert {text: value(profile, command(read(readers, text))).value for text in commands} == commands


@pytest.mark.parametrize(
    ("front", "paths"),
    [
        ("tools: Edit(src/**)", {"src/a": "ask", "b": "deny"}),
        ("tools: Edit, Write(src/**)", {"src/a": "ask", "b": "deny"}),
        ("tools: Edit(//etc/**)", {"a": "deny"}),
        ("disallowedTools: Edit(*.env)", {"a.env": "deny", "x/a.env": "deny", "x/a.env/b": "deny", "b": "ask"}),
        ("disallowedTools: Edit(/gen/)", {"gen/a": "deny", "gen": "deny", "b": "ask"}),
    ],
)
def test_edit_details_are_kept(front: str, paths: dict[str, str]) -> None:
    profile = profile_of(draft_of(f"---\nname: x\ndescription: D\n{front}\n---\nWork."))
    assert {path: value(profile, edit(path)).value for path in paths} == paths


OPENCODE_SKIPPED = [
    ("top_p: 1\npermission:\n  edit: deny", {"write_file": "deny", "run_command": "ask"}),
    ("hidden: true\npermission:\n  bash: deny", {"run_command": "deny"}),
    ("permission:\n  bash: denied", {"run_command": "deny", "read_file": "ask"}),
    ("permission:\n  unheard_*: deny", {"run_command": "ask", "mcp_unheard_x": "deny"}),
    ("permission:\n  unheard_*: allow", {"run_command": "ask", "mcp_unheard_x": "ask"}),
    ("permission:\n  ': ;': deny", {"run_command": "deny", "read_file": "deny"}),
    ("permission:\n  external_directory: deny\n  edit: allow\n  oops: allow", {"write_file": "allow"}),
    ("permission:\n  edit: allow\n  '*': deny", {"write_file": "deny", "read_file": "deny"}),
    ("permission: deny\npermissions:\n- {action: '*', resource: '*', effect: allow}", {"run_command": "deny"}),
    ("permissions:\n- {action: edit, resource: '*'}", {"write_file": "deny", "read_file": "ask"}),
    ("permissions:\n- {action: list, resource: src, effect: deny}", {"list_files": "deny", "read_file": "ask"}),
    ("permissions:\n- nonsense", {"run_command": "deny", "read_file": "deny"}),
    ("permissions: 5", {"read_file": "deny"}),
    ("permission:\n  bash: ask\n  bash: allow", {"read_file": "deny", "run_command": "deny"}),
    ("permission:\n  read:\n    docs/**: allow", {"read_file": "deny", "write_file": "ask"}),
]


@pytest.mark.parametrize(("front", "expected"), OPENCODE_SKIPPED)
def test_a_skipped_opencode_agent_becomes_a_draft(front: str, expected: dict[str, str]) -> None:
    draft = draft_of(f"---\ndescription: D\n{front}\n---\nWork.", ForeignForm.OPENCODE)
    profile = profile_of(draft)
    assert {name: effect_of(profile, ToolName(name)).value for name in expected} == expected
    assert draft.losses or "hidden" in front


def rule(action: str, effect: str, resource: str = "*") -> str:
    return f"- {{action: '{action}', resource: '{resource}', effect: {effect}}}"


@pytest.mark.parametrize(
    ("rules", "tool", "expected"),
    [
        ((rule("mcp_q*", "allow"),), "mcp_other_x", "ask"),
        ((rule("*", "allow"), rule("load_skill_*", "ask"), rule("skill", "deny")), "load_skill_any", "deny"),
        ((rule("skill", "allow"), rule("load_skill_git*", "ask")), "load_skill_git_x", "ask"),
        ((rule("skill", "allow"), rule("load_skill_git*", "deny")), "load_skill_git_x", "deny"),
        ((rule("*", "deny"), rule("other_*", "ask")), "mcp_unheard_x", "deny"),
        ((rule("*", "allow"), rule("other_*", "deny")), "mcp_other_x", "deny"),
    ],
)
def test_patterns_of_an_import_loosen_nothing_beside_them(rules: tuple[str, ...], tool: str, expected: str) -> None:
    front = "\n".join(("permissions:", *rules))
    profile = profile_of(draft_of(f"---\ndescription: D\n{front}\n---\nWork.", ForeignForm.OPENCODE))
    assert effect_of(profile, ToolName(tool)).value == expected


@pytest.mark.parametrize(
    ("rules", "paths"),
    [
        (
            (rule("edit", "deny"), rule("edit", "allow", "**/*.md")),
            {"a.md": "deny", "x/a.md": "allow", "x/y/a.md": "allow"},
        ),
        ((rule("edit", "allow"), rule("edit", "deny", "src/?")), {"src/a/b": "deny", "src/a": "deny", "b": "allow"}),
        ((rule("edit", "allow"), rule("edit", "deny", "src/*")), {"src/a/b": "deny", "b": "allow"}),
        ((rule("edit", "deny"), rule("edit", "allow", "src/*")), {"src/a": "allow", "src/a/b": "deny"}),
        ((rule("edit", "deny"), rule("edit", "ask", "src/**")), {"src/a": "ask", "b": "deny"}),
        ((rule("edit", "allow", "src/**"), rule("edit", "deny")), {"src/a": "deny"}),
    ],
)
def test_paths_of_an_import_are_nowhere_wider(rules: tuple[str, ...], paths: dict[str, str]) -> None:
    front = "\n".join(("permissions:", *rules))
    profile = profile_of(draft_of(f"---\ndescription: D\n{front}\n---\nWork.", ForeignForm.OPENCODE))
    assert {path: value(profile, edit(path)).value for path in paths} == paths


EFFECTS = st.sampled_from(["ask", "allow", "deny"])
COMMANDS = ("git push x", "git status", "npm test", "npm test && git push", "ls > f", "sudo git push", 'eval "$X"')
PATHS = ("a", "src/a", "src/b/c.ts", "docs/x.md", "src", "SRC/a")
COMMAND_PATTERNS = st.sampled_from(["*", "git *", "git push*", "git push *", "npm test", "ls*", "*push*", "a,b *"])
PATH_PATTERNS = st.sampled_from(["*", "src/**", "src/*", "**/*.ts", "docs/**", "?", "src/?", "**", "SRC/a", "a,b"])
TOOL_WORDS = st.sampled_from(
    ["mcp_other_*", "other_*", "*other*", "load_skill_git*", "s*", "verify_*", "read_file", "w*"]
)
LEGACY = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["edit", "write", "bash", "read", "skill", "todowrite", "task"]), EFFECTS),
        st.tuples(st.just("bash"), st.dictionaries(COMMAND_PATTERNS, EFFECTS, min_size=1, max_size=4)),
        st.tuples(st.sampled_from(["edit", "write"]), st.dictionaries(PATH_PATTERNS, EFFECTS, min_size=1, max_size=4)),
        st.tuples(st.just("read"), st.dictionaries(PATH_PATTERNS, EFFECTS, min_size=1, max_size=2)),
    ),
    max_size=5,
    unique_by=lambda entry: entry[0],
)
V2 = st.lists(
    st.one_of(
        st.tuples(st.just("*"), st.just("*"), EFFECTS),
        st.tuples(st.sampled_from(["edit", "write", "read"]), PATH_PATTERNS, EFFECTS),
        st.tuples(st.sampled_from(["shell", "bash"]), COMMAND_PATTERNS, EFFECTS),
        st.tuples(st.sampled_from(["list", "todowrite", "skill"]), st.just("*"), EFFECTS),
        st.tuples(st.just("skill"), st.sampled_from(["git*", "any"]), EFFECTS),
        st.tuples(TOOL_WORDS, st.just("*"), EFFECTS),
    ),
    min_size=1,
    max_size=7,
)


def legacy_text(entries: list[tuple[str, object]], tools: dict[str, bool]) -> str:
    lines = ["permission:"] if entries else []
    for key, rules in entries:
        if isinstance(rules, dict):
            lines += [f"  {key}:", *(f"    {pattern!r}: {effect}" for pattern, effect in rules.items())]
        else:
            lines.append(f"  {key}: {rules}")
    lines += ["tools:", *(f"  {key!r}: {str(on).lower()}" for key, on in tools.items())] if tools else []
    return "\n".join(lines)


def v2_text(rules: list[tuple[str, str, str]]) -> str:
    shown = (
        f"- {{action: {action!r}, resource: {resource!r}, effect: {effect}}}" for action, resource, effect in rules
    )
    return "\n".join(("permissions:", *shown))


FRONTS = st.one_of(
    st.builds(legacy_text, LEGACY, st.dictionaries(TOOL_WORDS | st.just("bash"), st.booleans(), max_size=3)),
    st.builds(v2_text, V2),
)


def test_a_command_that_is_allowed_after_it_was_asked_about_still_asks(readers: CommandReaders) -> None:
    """The allow does not reach `ls > f`, which the rule before it asks about (found with 20,000 inputs)."""
    front = v2_text([("*", "*", "allow"), ("shell", "ls*", "ask"), ("shell", "ls*", "allow")])

    check_looseness(front, [read(readers, text) for text in COMMANDS])
    draft = draft_of(f"---\ndescription: D\n{front}\n---\nWork.", ForeignForm.OPENCODE)

    assert [(rule.pattern, rule.effect.value) for rule in profile_of(draft).command_rules] == [
        ("*", "allow"),
        ("ls*", "ask"),
    ]
    assert "`ls*`" in [loss.field for loss in draft.losses]


@law(settings(SOME, suppress_health_check=[HealthCheck.too_slow]))
def test_a_draft_of_an_import_is_nowhere_looser(how: settings, readers: CommandReaders) -> None:
    readings = [read(readers, text) for text in COMMANDS]

    @how
    @given(FRONTS)
    def holds(front: str) -> None:
        check_looseness(front, readings)

    holds()


def check_looseness(front: str, readings: list[Reading]) -> None:
    content = f"---\ndescription: D\n{front}\n---\nWork.".encode()
    source = parse_opencode(content, "a.md", "a.md", ProfileScope.USER_OPENCODE).value
    after = profile_of(translate(content, "a.md", ForeignForm.OPENCODE, VIEW))
    if source is None:
        return
    for name in TOOLS:
        if name not in ("fetch_url", "web_search"):
            assert effect_of(after, ToolName(name)).strictness >= _tool_value(source, name).strictness, name
    for reading in readings:
        for tool in ("run_command", "verify_command"):
            before, now = (value(profile, command(reading, tool)) for profile in (source, after))
            assert now.strictness >= before.strictness, (reading.text, tool, before, now)
    for path in PATHS:
        before, now = value(source, edit(path)), value(after, edit(path))
        assert now.strictness >= before.strictness, (path, before, now)


def _tool_value(profile: Profile, name: str) -> Effect:
    """Returns the loosest that some argument can get: a draft may ask about each path what the file asks about some."""
    tool = ToolName(name)
    if name in (
        "create_file",
        "write_file",
        "apply_patch",
        "run_command",
        "verify_command",
        "start_background_command",
    ):
        return Effect.DENY if is_hidden(profile, tool) else Effect.ALLOW
    return effect_of(profile, tool)
