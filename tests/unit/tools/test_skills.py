"""Skills: the file, the folders, the arguments, and the loader that reads everything anew (P199 to P204)."""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qodev.base.codes import Code
from qodev.base.diagnostics import Severity
from qodev.base.files import digest_of
from qodev.base.tasks import WorkPool
from qodev.profiles.builtin import BUILT_IN
from qodev.tools.arguments import check_arguments
from qodev.tools.skill_arguments import expand, read_pairs
from qodev.tools.skill_library import AcceptedSkills, SkillLibrary
from qodev.tools.skill_places import project_places, user_places
from qodev.tools.skill_text import parse_skill
from qodev.tools.skills import SkillSource, find_for_user
from qodev.types.permissions import Step
from qodev.types.skills import Skill, SkillScope, SkillState, loader_name
from qodev.types.tooling import Permit, Tool, ToolCall, ToolContext, ToolOutput, ToolRefusal

MANY = settings(max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))
SOME = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
both = pytest.mark.parametrize(
    "how",
    [
        pytest.param(SOME, id="some"),
        pytest.param(MANY, id="many", marks=[pytest.mark.slow, pytest.mark.laws, pytest.mark.timeout(1800)]),
    ],
)
TEXT = "---\ndescription: Cuts a release.\narguments: [version]\n---\nTag {{version}} and push. Run ./scripts/x.sh.\n"
PLAIN = "---\ndescription: Says how we test.\n---\nUse pytest.\n"


def parse(text: str | bytes, folder: str = "release") -> tuple[Skill | None, list[Code]]:
    content = text if isinstance(text, bytes) else text.encode()
    parsed = parse_skill(content, folder, f"{folder}/SKILL.md", SkillScope.USER)
    return parsed.value, [found.code for found in parsed.diagnostics]


def test_a_skill_is_read_whole() -> None:
    front = 'name: Release\ndescription: "Cuts: a release."\narguments: version, date\nuser-only: true\n'
    rest = "license: MIT\ncompatibility: any\nmetadata:\n  author: x\n"
    skill, found = parse(f"\ufeff---\r\n{front}{rest}---\r\n\r\n# Do {{{{ version }}}}\r\non {{{{date}}}}\r\n\r\n")
    assert found == []
    assert skill is not None
    assert (skill.name, skill.description) == ("release", "Cuts: a release.")
    assert (skill.arguments, skill.is_user_only) == (("version", "date"), True)
    assert skill.body == "# Do {{ version }}\non {{date}}"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("no fence", Code.SKILL_FRONT),
        ("---\ndescription: d\n", Code.SKILL_FRONT),
        ("---\n- a\n---\nb", Code.SKILL_FRONT),
        ("---\ndescription: &a d\n---\nb", Code.SKILL_FRONT),
        ("---\ndescription: d\ndescription: e\n---\nb", Code.SKILL_FRONT),
        ("---\nname: release\n---\nb", Code.SKILL_FIELD),
        ("---\ndescription:\n---\nb", Code.SKILL_FIELD),
        ("---\ndescription: 5\n---\nb", Code.SKILL_FIELD),
        (f"---\ndescription: {'d' * 181}\n---\nb", Code.SKILL_FIELD),
        ("---\nname: other\ndescription: d\n---\nb", Code.SKILL_FIELD),
        ("---\ndescription: d\nallowed-tools: Bash\n---\nb", Code.SKILL_FIELD),
        ("---\ndescription: d\nuser-only: maybe\n---\nb", Code.SKILL_FIELD),
        ("---\ndescription: d\narguments: {a: b}\n---\nb", Code.SKILL_FIELD),
        ("---\ndescription: d\narguments: [a, a]\n---\n{{a}}", Code.SKILL_FIELD),
        ("---\ndescription: d\narguments: [a b]\n---\nb", Code.SKILL_FIELD),
        ("---\ndescription: d\narguments: a,b,c,d,e,f,g,h,i\n---\nb", Code.SKILL_FIELD),
        ("---\ndescription: d\n---\n \n", Code.SKILL_BODY),
        (f"---\ndescription: d\n---\n{'b' * 12_001}", Code.SKILL_BODY),
        ("---\ndescription: d\n---\n{{a}}", Code.SKILL_ARGUMENT),
        ("---\ndescription: d\n---\n{{}}", Code.SKILL_ARGUMENT),
        ("---\ndescription: d\narguments: [a]\n---\nb", Code.SKILL_ARGUMENT),
        (b"---\ndescription: d\n---\n\xff", Code.SKILL_ENCODING),
        ("---\ndescription: d\n---\n" + "ü" * 9_000, Code.SKILL_TOO_LARGE),
    ],
)
def test_what_refuses_a_skill(text: str | bytes, code: Code) -> None:
    assert parse(text) == (None, [code])


@pytest.mark.parametrize("folder", ["Smoke QA", "1x", "é", "a" * 41, "x.md"])
def test_a_folder_needs_a_plain_name(folder: str) -> None:
    assert parse(PLAIN, folder) == (None, [Code.SKILL_FOLDER])


def test_limits_are_reached_exactly() -> None:
    skill, found = parse(f"---\ndescription: {'d' * 180}\n---\n{'b' * 12_000}", "a" * 40)
    assert found == []
    assert skill is not None
    assert len(skill.loader) == 64


def test_findings_say_the_line() -> None:
    parsed = parse_skill(b"---\ndescription: d\ncolour: red\n---\nb\n", "x", "x/SKILL.md", SkillScope.USER)
    [found] = parsed.diagnostics
    assert found.span is not None
    assert (found.span.line, found.message) == (3, "`colour` is no field of a skill.")


BYTES = st.one_of(
    st.binary(max_size=40_000), st.text(max_size=600).map(lambda t: f"---\n{t}\n---\nbody".encode("utf-8", "replace"))
)


@both
def test_no_bytes_make_the_reader_raise(how: settings) -> None:
    @how
    @given(BYTES)
    def check(content: bytes) -> None:
        parsed = parse_skill(content, "x", "x/SKILL.md", SkillScope.USER)
        assert (parsed.value is None) == bool(parsed.diagnostics)

    check()


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("", {}),
        (" \n ", {}),
        ("a=1 b=2", {"a": "1", "b": "2"}),
        ('a="x y"\tb=\'"\'', {"a": "x y", "b": '"'}),
        ("a= b=", {"a": "", "b": ""}),
        ("a=b=c", {"a": "b=c"}),
        ("a=it's", {"a": "it's"}),
    ],
)
def test_pairs_are_read(text: str, pairs: dict[str, str]) -> None:
    assert read_pairs(text) == pairs


@pytest.mark.parametrize("text", ["word", "=x", "a", 'a="x', "a='x\" b=1", 'a="x"y', "a=1 a=2", "a b=1", '"a"=1'])
def test_what_is_no_pair_is_refused(text: str) -> None:
    with pytest.raises(ToolRefusal):
        read_pairs(text)


def skill_of(text: str) -> Skill:
    skill, _ = parse(text)
    assert skill is not None
    return skill


def test_values_are_filled_in_once() -> None:
    skill = skill_of("---\ndescription: d\narguments: [a, b]\n---\n{{a}} {{ b }} {{a}}")
    assert expand(skill, "a={{b}} b='x y'") == "{{b}} x y {{b}}"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("", "needs `version`"),
        ("version=1 colour=red", "no argument `colour`"),
        (f"version={'9' * 3_980}", "at most 12,000"),
        (f"version={'9' * 4_000}", "at most 4,000"),
    ],
)
def test_arguments_that_do_not_fit_are_named(arguments: str, said: str) -> None:
    skill = skill_of("---\ndescription: d\narguments: [version]\n---\n" + "{{version}}\n" * 4)
    with pytest.raises(ToolRefusal, match=said):
        expand(skill, arguments)


@settings(deadline=None)
@given(st.text(max_size=200))
def test_no_arguments_make_filling_in_raise_anything_else(arguments: str) -> None:
    skill = skill_of("---\ndescription: d\narguments: [a]\n---\n<{{a}}>")
    try:
        filled = expand(skill, arguments)
    except ToolRefusal:
        return
    assert filled == f"<{read_pairs(arguments)['a']}>"


@dataclass
class Stage:
    """The user's folders, a project, and what somebody accepted of it."""

    root: Path
    pool: WorkPool
    is_trusted: bool = True
    accepted: set[tuple[str, str]] = field(default_factory=set)

    @property
    def project(self) -> Path:
        return self.root / "shop"

    @property
    def library(self) -> SkillLibrary:
        root = self.root
        return SkillLibrary(user_places(root / "config", root / "opencode", root / "home"), self._accepted)

    def _accepted(self, folder: Path) -> AcceptedSkills | None:
        return AcceptedSkills(folder, frozenset(self.accepted)) if self.is_trusted else None

    def write(self, inner: str, text: str = PLAIN, *, accept: bool = True) -> Path:
        path = self.root / inner / "SKILL.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        if accept and inner.startswith("shop/"):
            self.accepted.add((f"{inner.removeprefix('shop/')}/SKILL.md", digest_of(path.read_bytes())))
        return path

    def states(self, project: Path | None = None) -> list[tuple[str, str, str]]:
        rows = self.library.look(project or self.project).rows
        return [(row.name, row.scope.value, row.state.value) for row in rows]

    def context(self, project: Path | None = None) -> ToolContext:
        return ToolContext(
            conversation_id="c",
            turn_id="t",
            project=project or self.project,
            profile=BUILT_IN[0],
            is_trusted=lambda: self.is_trusted,
            may_show=lambda _: True,
            progress=lambda _id, _line: None,
        )

    async def tools(self) -> dict[str, Tool]:
        offered: Sequence[Tool] = await SkillSource(self.library, self.pool).offer(self.context())
        return {tool.spec.name.name: tool for tool in offered}


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    (tmp_path / "shop").mkdir()
    pool = WorkPool()
    yield Stage(tmp_path, pool)
    pool.close()


USER_FOLDERS = ("config/skills", "opencode/skills", "home/.claude/skills", "home/.agents/skills")
PROJECT_FOLDERS = tuple(f"shop/{name}/skills" for name in (".qodev", ".codev", ".opencode", ".claude", ".agents"))


@pytest.mark.parametrize("folder", [*USER_FOLDERS, *PROJECT_FOLDERS])
def test_each_folder_is_read(stage: Stage, folder: str) -> None:
    stage.write(f"{folder}/notes")
    scope = "project" if folder.startswith("shop") else "user"
    assert stage.states() == [("notes", scope, "active")]


def test_project_beats_user_and_earlier_folders_beat_later_ones(stage: Stage) -> None:
    for folder in (*USER_FOLDERS, *PROJECT_FOLDERS):
        stage.write(f"{folder}/notes")
    listing = stage.library.look(stage.project)
    [winner] = listing.skills
    assert winner.path == str(stage.project / ".qodev" / "skills" / "notes" / "SKILL.md")
    assert [row.state for row in listing.rows].count(SkillState.SHADOWED) == 8
    assert all(f"`{winner.path}` comes first." in row.detail for row in listing.rows[1:])
    assert {found.code for found in listing.diagnostics} == {Code.SKILL_SHADOWED}


def test_names_are_compared_folded(stage: Stage) -> None:
    stage.write("config/skills/Notes")
    stage.write("opencode/skills/notes")
    assert stage.states() == [("Notes", "user", "active"), ("notes", "user", "shadowed")]


def test_of_an_untrusted_project_nothing_is_listed(stage: Stage) -> None:
    stage.write(f"{PROJECT_FOLDERS[0]}/notes")
    stage.write(f"{PROJECT_FOLDERS[0]}/broken", "x")
    stage.is_trusted = False
    listing = stage.library.look(stage.project)
    assert (listing.rows, listing.diagnostics) == ((), ())


def test_a_new_or_changed_project_skill_is_pending_and_shadows_nothing(stage: Stage) -> None:
    stage.write("config/skills/notes")
    stage.write(f"{PROJECT_FOLDERS[0]}/notes", accept=False)
    assert stage.states() == [("notes", "project", "changed"), ("notes", "user", "active")]
    stage.write(f"{PROJECT_FOLDERS[0]}/notes")
    assert stage.states() == [("notes", "project", "active"), ("notes", "user", "shadowed")]
    stage.write(f"{PROJECT_FOLDERS[0]}/notes", PLAIN + "More.\n", accept=False)
    assert stage.states()[0] == ("notes", "project", "changed")


def test_at_most_64_of_a_scope_are_read(stage: Stage) -> None:
    for number in range(40):
        stage.write(f"config/skills/a{number}")
        stage.write(f"home/.claude/skills/b{number}", "broken" if number < 10 else PLAIN)
    listing = stage.library.look(None)
    assert len(listing.rows) == 64
    assert [found.code for found in listing.diagnostics].count(Code.SKILL_TOO_MANY) == 1


def test_one_bad_skill_hides_no_other(stage: Stage) -> None:
    stage.write("config/skills/bad", "---\nx\n---\ny")
    stage.write("config/skills/good")
    assert stage.states() == [("bad", "user", "skipped"), ("good", "user", "active")]
    assert stage.library.look(None).rows[0].text == "---\nx\n---\ny"


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
@pytest.mark.parametrize(
    ("link", "target", "severity"),
    [
        ("shop/.qodev", "elsewhere", Severity.WARNING),
        ("shop/.qodev/skills", "elsewhere/skills", Severity.WARNING),
        ("shop/.qodev/skills/notes", "elsewhere/skills/notes", Severity.WARNING),
        ("shop/.qodev/skills/notes/SKILL.md", "elsewhere/skills/notes/SKILL.md", Severity.ERROR),
        ("home/.claude", "elsewhere", Severity.WARNING),
        ("opencode", "elsewhere", Severity.WARNING),
    ],
)
def test_nothing_behind_a_link_is_read(stage: Stage, link: str, target: str, severity: Severity) -> None:
    stage.write("elsewhere/skills/notes")
    path = stage.root / link
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(stage.root / target)
    listing = stage.library.look(stage.project)
    assert listing.skills == ()
    assert [(found.code, found.severity) for found in listing.diagnostics] == [(Code.SKILL_LINK, severity)]


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
@pytest.mark.parametrize(("folder", "count"), [(PROJECT_FOLDERS[0], 0), (USER_FOLDERS[0], 1)])
def test_hard_links_are_refused_in_projects_alone(stage: Stage, folder: str, count: int) -> None:
    path = stage.write(f"{folder}/notes")
    os.link(path, stage.root / "second")
    assert len(stage.library.look(stage.project).skills) == count


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
def test_what_is_no_file_is_said(stage: Stage) -> None:
    (stage.root / "config/skills/pipe").mkdir(parents=True)
    os.mkfifo(stage.root / "config/skills/pipe/SKILL.md")
    (stage.root / "config/skills/folder/SKILL.md").mkdir(parents=True)
    (stage.root / "config/skills/empty").mkdir()
    (stage.root / "config/skills/.hidden").mkdir()
    listing = stage.library.look(None)
    assert [found.code for found in listing.diagnostics] == [
        Code.SKILL_UNREADABLE,
        Code.SKILL_UNREADABLE,
        Code.SKILL_NO_FILE,
    ]
    assert [row.state for row in listing.rows] == [SkillState.SKIPPED, SkillState.SKIPPED]


def test_a_file_of_another_case_is_hinted_at(stage: Stage) -> None:
    path = stage.write("config/skills/notes")
    path.rename(path.with_name("skill.md"))
    if path.exists():
        return  # names that differ by case are one file here
    [found] = stage.library.look(None).diagnostics
    assert found.hint == "Rename `skill.md` to `SKILL.md`."


def test_project_places_are_those_of_trust(stage: Stage) -> None:
    assert [place.folder for place in project_places(stage.project)] == [stage.root / name for name in PROJECT_FOLDERS]


async def call(tool: Tool, stage: Stage, arguments: str = "") -> ToolOutput:
    given = check_arguments(tool.spec.input_schema, {"arguments": arguments})
    prepared = await tool.prepare(ToolCall("1", tool.spec.name.name, given), stage.context())
    return await prepared.act(Permit(Step.RUN))


async def refusal(tool: Tool, stage: Stage, arguments: str = "") -> str:
    with pytest.raises(ToolRefusal) as caught:
        await call(tool, stage, arguments)
    return caught.value.text


async def test_a_loader_tells_metadata_and_gives_guidance(stage: Stage) -> None:
    stage.write("config/skills/release", TEXT)
    tools = await stage.tools()
    [(name, tool)] = tools.items()
    assert name == loader_name(SkillScope.USER, "release")
    assert name.startswith("load_skill_release_")
    told = f"{tool.spec.description} {json.dumps(tool.spec.input_schema)}"
    assert "Cuts a release." in told
    assert "version" in told
    assert "Tag" not in told
    output = await call(tool, stage, "version=1.2")
    body = json.loads(output.content)
    assert (body["type"], body["name"], body["scope"]) == ("agent_skill_output", "release", "user")
    assert body["content"] == output.shown == "Tag 1.2 and push. Run ./scripts/x.sh."
    assert not output.is_error


async def test_scopes_have_loaders_of_their_own(stage: Stage) -> None:
    assert loader_name(SkillScope.USER, "x") != loader_name(SkillScope.PROJECT, "x")


async def test_the_text_is_read_anew_at_each_call(stage: Stage) -> None:
    path = stage.write("config/skills/notes")
    tool = next(iter((await stage.tools()).values()))
    path.write_text(PLAIN.replace("pytest", "unittest"), encoding="utf-8")
    assert (await call(tool, stage)).shown == "Use unittest."
    path.write_text("broken", encoding="utf-8")
    assert "cannot be used any more" in await refusal(tool, stage)
    path.parent.rename(path.parent.with_name("other"))
    assert "removed or renamed" in await refusal(tool, stage)


async def test_a_changed_project_skill_is_refused_until_it_is_accepted(stage: Stage) -> None:
    stage.write(f"{PROJECT_FOLDERS[0]}/notes")
    tool = next(iter((await stage.tools()).values()))
    assert (await call(tool, stage)).shown == "Use pytest."
    stage.write(f"{PROJECT_FOLDERS[0]}/notes", PLAIN + "And more.\n", accept=False)
    assert "must look at the difference" in await refusal(tool, stage)
    assert await stage.tools() == {}
    stage.write(f"{PROJECT_FOLDERS[0]}/notes", PLAIN + "And more.\n")
    assert (await call(tool, stage)).shown == "Use pytest.\nAnd more."


async def test_a_project_skill_ends_with_trust(stage: Stage) -> None:
    stage.write(f"{PROJECT_FOLDERS[0]}/notes")
    tool = next(iter((await stage.tools()).values()))
    prepared = await tool.prepare(ToolCall("1", "x", {"arguments": ""}), stage.context())
    stage.is_trusted = False
    with pytest.raises(ToolRefusal, match="not trusted any more"):
        await prepared.act(Permit(Step.RUN))
    assert "not trusted any more" in await refusal(tool, stage)
    assert await stage.tools() == {}


async def test_an_approval_is_bound_to_the_text(stage: Stage) -> None:
    path = stage.write("config/skills/notes")
    tool = next(iter((await stage.tools()).values()))
    prepared = await tool.prepare(ToolCall("1", "x", {"arguments": ""}), stage.context())
    before = await prepared.bind()
    assert before == await prepared.bind()
    path.write_text(PLAIN + "x", encoding="utf-8")
    assert before != await prepared.bind()
    assert (prepared.subject.target, prepared.view.target) == ("notes", "notes")


async def test_user_only_skills_are_for_people_alone(stage: Stage) -> None:
    path = stage.write("config/skills/notes")
    tool = next(iter((await stage.tools()).values()))
    path.write_text(PLAIN.replace("---\nUse", "user-only: true\n---\nUse"), encoding="utf-8")
    assert await stage.tools() == {}
    assert "only be used by the user" in await refusal(tool, stage)
    assert find_for_user(stage.library, "NOTES", "", None).text == "Use pytest."


def test_a_person_is_told_why_a_skill_cannot_be_used(stage: Stage) -> None:
    stage.write(f"{PROJECT_FOLDERS[0]}/notes", accept=False)
    with pytest.raises(ToolRefusal, match="must look at the difference"):
        find_for_user(stage.library, "notes", "", stage.project)
    with pytest.raises(ToolRefusal, match="There is no skill `other`"):
        find_for_user(stage.library, "other", "", stage.project)


async def test_shadowed_later_is_refused(stage: Stage) -> None:
    stage.write("config/skills/notes")
    tool = next(iter((await stage.tools()).values()))
    stage.write(f"{PROJECT_FOLDERS[0]}/notes")
    assert "does not count" in await refusal(tool, stage)


async def test_loading_runs_nothing(stage: Stage) -> None:
    script = stage.root / "config/skills/release/scripts/x.sh"
    script.parent.mkdir(parents=True)
    script.write_text(f"#!/bin/sh\ntouch '{stage.root / 'ran'}'\n")
    script.chmod(0o755)
    stage.write("config/skills/release", TEXT)
    tool = next(iter((await stage.tools()).values()))
    await call(tool, stage, "version=`./scripts/x.sh`")
    assert not (stage.root / "ran").exists()
