"""create_file, write_file and apply_patch over real folders: proposed, reviewed, written once and safely (P105 to P116, S49 to S63)."""

import asyncio
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qodev.base.errors import ProcessError
from qodev.base.files import digest_of
from qodev.base.tasks import TaskOwner, WorkPool
from qodev.base.textfiles import decode_file
from qodev.types.changes import ChangeKind, ChangeState
from qodev.types.permissions import Step
from qodev.types.tooling import Permit, ToolRefusal
from qodev.workspace.roots import ProjectRoots
from tests.fakes.disk import bytes_of, names_in, put, text_of
from tests.unit.tools.edit_kit import editing
from tests.unit.tools.file_kit import context_of

posix = pytest.mark.skipif(os.name == "nt", reason="links and modes of POSIX")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    put(folder / "a.py", b"one\ntwo\nthree\n")
    put(folder / "src" / "b.py", b"x\r\ny\r\n")
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


async def test_new_file_with_new_folders_is_proposed_and_written(project: Path) -> None:
    async with editing(project) as tools:
        prepared = await tools.prepare("create_file", "docs/deep/new.md", "# New\n")
        proposal = prepared.proposal
        assert proposal is not None
        assert (proposal.before, proposal.before_sha256, proposal.kind) == (None, None, ChangeKind.CREATE)
        assert proposal.new_folders == ("docs", "docs/deep")
        assert "docs" not in names_in(project)
        output = await prepared.act(Permit(Step.APPLY))
        assert (text_of(project / "docs" / "deep" / "new.md"), output.files) == ("# New\n", ("docs/deep/new.md",))
        (change,) = tools.log.all.values()
        assert (change.path, change.state, change.before_sha256) == ("docs/deep/new.md", ChangeState.DONE, None)
        assert change.after_sha256 == digest_of(b"# New\n")
        assert json.loads(output.content)["content"] == "Created `docs/deep/new.md`."


async def test_change_has_a_checkpoint_from_before(project: Path) -> None:
    async with editing(project) as tools:
        await tools.call("write_file", "a.py", "other\n")
        (change,) = tools.log.all.values()
        assert tools.checkpoints.get(change.before_sha256 or "") == b"one\ntwo\nthree\n"
        assert (change.conversation_id, change.turn_id, change.call_id) == ("conv_1", "turn_1", "call_1")


@pytest.mark.parametrize(
    ("name", "path", "text", "words"),
    [
        ("create_file", "a.py", "x", "exists already"),
        ("write_file", "gone.py", "x", "There is no file"),
        ("apply_patch", "gone.py", "@@ -1 +1 @@\n-a\n+b\n", "There is no file"),
        ("apply_patch", "a.py", "@@ -1 +1 @@\n-wrong\n+b\n", "does not fit"),
        ("apply_patch", "a.py", "@@ -1 +1 @@\n one\n", "Nothing would change"),
        ("write_file", "a.py", "one\ntwo\nthree\n", "Nothing would change"),
        ("write_file", "logo.png", "x", "is not text"),
        ("write_file", "large.txt", "x", "larger than 500,000 bytes"),
        ("write_file", "a.py", "\ud800", "half a character"),
        ("create_file", "n.txt", "a\0b", "NUL"),
        ("create_file", "n.txt", "ä" * 250_001, "`content` is too long: 500,002 bytes"),
        ("write_file", "wide.txt", "x" * 260_000, "too long"),
        ("create_file", "src", "x", "no regular file"),
        ("create_file", "a.py/b", "x", "is a file, no folder"),
    ],
)
async def test_what_cannot_be_is_told_before_anybody_is_asked(
    project: Path, name: str, path: str, text: str, words: str
) -> None:
    put(project / "logo.png", b"\x89PNG\0")
    put(project / "large.txt", b"x" * 500_001)
    put(project / "wide.txt", "w".encode("utf-16"))
    before = tree(project)
    async with editing(project) as tools:
        assert words in await tools.fault(name, path, text)
        assert (tree(project), tools.log.all) == (before, {})


async def test_rules_speak_before_what_is_wrong_with_the_file(project: Path) -> None:
    async with editing(project) as tools:
        prepared = await tools.prepare("write_file", "gone.py", "x")
        assert (prepared.subject.paths, prepared.subject.refusal, bool(prepared.fault)) == (("gone.py",), None, True)
        with pytest.raises(ToolRefusal, match="There is no file"):
            await prepared.act(Permit(Step.APPLY))


@pytest.mark.parametrize(
    ("before", "written", "after"),
    [
        (b"a\r\nb\r\n", "x\ny\n", b"x\r\ny\r\n"),
        (b"a\nb\n", "x\r\ny\r\n", b"x\ny\n"),
        (b"\xef\xbb\xbfa\n", "x\n", b"\xef\xbb\xbfx\n"),
        (b"\xef\xbb\xbfa\n", "\ufeffx\n", b"\xef\xbb\xbfx\n"),
        ("ä\r\n".encode("utf-16"), "ö\n", "ö\r\n".encode("utf-16")),
        (b"\xfe\xff" + "ä\n".encode("utf-16-be"), "ö\n", b"\xfe\xff" + "ö\n".encode("utf-16-be")),
        (b"a\r\nb\nc\r\n", "a\nb\nnew\nc\n", b"a\r\nb\nnew\r\nc\r\n"),
        (b"a", "x\r\ny", b"x\r\ny"),
        (b"a\nb", "a\nc", b"a\nc"),
    ],
)
async def test_form_of_the_file_stays(project: Path, before: bytes, written: str, after: bytes) -> None:
    put(project / "f.txt", before)
    async with editing(project) as tools:
        await tools.call("write_file", "f.txt", written)
    assert bytes_of(project / "f.txt") == after


async def test_patch_keeps_form_and_line_ends(project: Path) -> None:
    put(project / "f.txt", "eins\r\nzwei\r\ndrei".encode("utf-16"))
    async with editing(project) as tools:
        await tools.call("apply_patch", "f.txt", "@@ -2,2 +2,2 @@\n-zwei\n-drei\n+2\n+3\n")
    assert bytes_of(project / "f.txt") == "eins\r\n2\r\n3".encode("utf-16")


@posix
async def test_mode_of_the_file_stays_and_a_new_one_is_the_users_alone_to_write(project: Path) -> None:
    (project / "a.py").chmod(0o766)
    async with editing(project) as tools:
        await tools.call("write_file", "a.py", "x\n")
        await tools.call("create_file", "new.py", "x\n")
    assert (project / "a.py").stat().st_mode & 0o777 == 0o766
    assert (project / "new.py").stat().st_mode & 0o022 == 0


async def test_accepted_hunks_alone_are_written_and_the_rest_is_told(project: Path) -> None:
    put(project / "n.txt", "".join(f"{n}\n" for n in range(1, 31)).encode())
    after = "".join(f"{n}{'!' if n in (3, 15, 27) else ''}\n" for n in range(1, 31))
    async with editing(project) as tools:
        prepared = await tools.prepare("write_file", "n.txt", after)
        assert prepared.proposal is not None
        assert [hunk.before_start for hunk in prepared.proposal.hunks] == [3, 15, 27]
        output = await prepared.act(Permit(Step.APPLY, accepted=(0, 2)))
    assert text_of(project / "n.txt") == after.replace("15!", "15")
    content = json.loads(output.content)["content"]
    assert "Applied 2 of 3 changes" in content
    assert "the change of line 15" in content


@pytest.mark.parametrize("accepted", [(), (7,), (-1,)])
async def test_no_hunk_or_one_that_is_not_there_writes_nothing(project: Path, accepted: tuple[int, ...]) -> None:
    before = tree(project)
    async with editing(project) as tools:
        prepared = await tools.prepare("write_file", "a.py", "other\n")
        with pytest.raises(ToolRefusal):
            await prepared.act(Permit(Step.APPLY, accepted=accepted))
        assert tools.log.all == {}
    assert tree(project) == before


def rewrite(path: Path) -> None:
    path.write_bytes(b"ONE\ntwo\nthree\n")


def touch(path: Path) -> None:
    os.utime(path, ns=(1, 1))


def replace_by_equal(path: Path) -> None:
    content = path.read_bytes()
    path.unlink()
    path.write_bytes(content)


def link(path: Path) -> None:
    path.rename(path.with_name("real.py"))
    path.symlink_to("real.py")


def second_name(path: Path) -> None:
    os.link(path, path.with_name("second.py"))


@posix
@pytest.mark.parametrize("change", [rewrite, touch, replace_by_equal, link, second_name, Path.unlink])
async def test_file_that_changed_since_is_not_written(project: Path, change) -> None:
    async with editing(project) as tools:
        prepared = await tools.prepare("write_file", "a.py", "other\n")
        change(project / "a.py")
        before = tree(project)
        with pytest.raises(ToolRefusal) as raised:
            await prepared.act(Permit(Step.APPLY))
        assert "Nothing was written" in raised.value.text
        assert (tree(project), tools.log.all) == (before, {})


@posix
async def test_file_that_appeared_since_is_not_replaced(project: Path) -> None:
    async with editing(project) as tools:
        prepared = await tools.prepare("create_file", "made/new.py", "x\n")
        put(project / "made" / "new.py", b"somebody's\n")
        with pytest.raises(ToolRefusal, match="changed after this proposal"):
            await prepared.act(Permit(Step.APPLY))
    assert text_of(project / "made" / "new.py") == "somebody's\n"


@posix
async def test_parent_that_became_a_link_is_not_followed(project: Path, tmp_path: Path) -> None:
    put(tmp_path / "outside" / "b.py", b"x\r\ny\r\n")
    async with editing(project) as tools:
        prepared = await tools.prepare("write_file", "src/b.py", "z\n")
        swap_for_link(project / "src", tmp_path / "outside")
        with pytest.raises(ToolRefusal):
            await prepared.act(Permit(Step.APPLY))
    assert tree(tmp_path / "outside") == {"b.py": b"x\r\ny\r\n"}


def swap_for_link(place: Path, target: Path) -> None:
    place.rename(place.with_name("aside"))
    place.symlink_to(target)


@posix
async def test_folder_in_the_projects_place_is_refused(project: Path) -> None:
    async with editing(project) as tools:
        prepared = await tools.prepare("write_file", "a.py", "x\n")
        swap_for_copy(project)
        with pytest.raises(ToolRefusal):
            await prepared.act(Permit(Step.APPLY))
        assert "replaced" in await tools.fault("write_file", "a.py", "x\n")
    assert text_of(project / "a.py") == "one\ntwo\nthree\n"


def swap_for_copy(project: Path) -> None:
    project.rename(project.with_name("moved"))
    put(project / "a.py", b"one\ntwo\nthree\n")


async def test_rules_are_asked_again_right_before_the_write(project: Path) -> None:
    async with editing(project) as tools:
        prepared = await tools.prepare("write_file", "a.py", "other\n")
        tools.rule = lambda path: f"`edit_paths` does not hold `{path.real}`."
        with pytest.raises(ToolRefusal, match="edit_paths"):
            await prepared.act(Permit(Step.APPLY))
        assert tools.log.all == {}
    assert text_of(project / "a.py") == "one\ntwo\nthree\n"


@posix
@pytest.mark.parametrize("name", ["write_file", "create_file"])
async def test_folder_that_is_carried_off_during_the_write_takes_nothing_along(
    project: Path, tmp_path: Path, name: str
) -> None:
    def carry_off(path: object) -> None:
        (project / "src").rename(tmp_path / "carried")
        shutil.copytree(tmp_path / "carried", project / "src", ignore=shutil.ignore_patterns(".*"))

    async with editing(project) as tools:
        prepared = await tools.prepare(name, "src/b.py" if name == "write_file" else "src/c.py", "z\n")
        tools.rule = carry_off
        with pytest.raises(ToolRefusal, match="changed after this proposal"):
            await prepared.act(Permit(Step.APPLY))
    assert tree(tmp_path / "carried") == {"b.py": b"x\r\ny\r\n"}


async def test_binding_differs_as_soon_as_the_file_does(project: Path) -> None:
    async with editing(project) as tools:
        prepared = await tools.prepare("write_file", "a.py", "other\n")
        first = await prepared.bind()
        assert await prepared.bind() == first
        put(project / "a.py", b"changed\n")
        assert await prepared.bind() != first


@posix
async def test_link_inside_is_judged_and_written_under_its_real_name(project: Path) -> None:
    (project / "lib").symlink_to("src")
    async with editing(project) as tools:
        prepared = await tools.prepare("write_file", "lib/b.py", "z\n")
        assert prepared.subject.paths == ("lib/b.py", "src/b.py")
        await prepared.act(Permit(Step.APPLY))
        (change,) = tools.log.all.values()
    assert (text_of(project / "src" / "b.py"), change.path) == ("z\n", "src/b.py")


@pytest.mark.parametrize("path", [".qodev/agents/x.md", ".claude/settings.json", "src/.agents/y", ".Opencode/z"])
async def test_steering_file_is_marked(project: Path, path: str) -> None:
    async with editing(project) as tools:
        prepared = await tools.prepare("create_file", path, "x\n")
        assert prepared.subject.is_steering
        assert prepared.proposal is not None
        assert prepared.proposal.is_steering
        assert prepared.proposal.marks == ("This file can change how agents, their tools or git hooks behave.",)
        assert (await prepared.act(Permit(Step.APPLY))).files == (path,)


async def test_project_whose_hooks_cannot_be_read_has_every_edit_reviewed(project: Path) -> None:
    async def no_git(folder: Path) -> str | None:
        raise ProcessError("`git` was not found.")

    pool = WorkPool()
    root = await ProjectRoots(pool, no_git).open_for_edit(context_of(project))
    assert root.resolve("a.py").is_steering
    pool.close()


async def test_folder_of_hooks_steers(project: Path) -> None:
    make_repository(project, "core.hooksPath", "scripts/hooks")
    async with editing(project) as tools:
        assert (await tools.prepare("create_file", "scripts/hooks/pre-commit", "x\n")).subject.is_steering
        assert not (await tools.prepare("create_file", "scripts/build", "x\n")).subject.is_steering


def make_repository(project: Path, *setting: str) -> None:
    subprocess.run(["git", "init", "-q", str(project)], check=True, capture_output=True)
    subprocess.run(["git", "-C", str(project), "config", *setting], check=True, capture_output=True)


@pytest.mark.parametrize(
    ("path", "content", "words"),
    [
        ("Makefile", "all:\n", "commands that `make` runs"),
        (".gitattributes", "* text\n", "filters"),
        ("sub/.envrc", "x\n", "direnv"),
        (".github/workflows/ci.yml", "on: push\n", "GitHub"),
        (".vscode/tasks.json", "{}\n", "tasks"),
        ("package.json", '{"scripts": {"a": "b"}}\n', "npm"),
        ("x.py", "a = '\u202e'\n", "cannot be seen: U+202E"),
        ("x.py", "pаypal = 1\n", "two scripts"),
        ("pаypal.py", "x = 1\n", "The file's name"),
    ],
)
async def test_what_a_reviewer_must_see_is_marked_and_not_refused(
    project: Path, path: str, content: str, words: str
) -> None:
    async with editing(project) as tools:
        proposal = await tools.propose("create_file", path, content)
        assert any(words in mark for mark in proposal.marks)
        output = await tools.call("create_file", path, content, is_unasked=True)
        assert [value for name, value in output.facts if name == "mark"] == list(proposal.marks)


@pytest.mark.parametrize(
    ("path", "content"), [("a.txt", "plain\n"), (".gitignore", "x\n"), ("b.txt", "Größe 中文 Ω\n")]
)
async def test_ordinary_change_has_no_mark(project: Path, path: str, content: str) -> None:
    async with editing(project) as tools:
        assert (await tools.propose("create_file", path, content)).marks == ()


async def test_package_file_is_marked_only_when_its_scripts_change(project: Path) -> None:
    put(project / "package.json", b'{"scripts": {"a": "b"}, "version": "1"}')
    async with editing(project) as tools:
        same = await tools.propose("write_file", "package.json", '{"version": "2", "scripts": {"a": "b"}}')
        other = await tools.propose("write_file", "package.json", '{"scripts": {"a": "c"}}')
    assert (len(same.marks), len(other.marks)) == (0, 1)


async def test_file_whose_name_is_as_long_as_can_be_is_written(project: Path) -> None:
    name = "n" * 236 + ".txt"
    async with editing(project) as tools:
        await tools.call("create_file", name, "x\n")
        await tools.call("write_file", name, "y\n")
    assert text_of(project / name) == "y\n"


async def test_cancelled_write_is_whole_and_recorded_or_was_never_begun(project: Path) -> None:
    owner = TaskOwner("test", lambda name, fault: None)
    async with editing(project) as tools:
        for turns in range(12):
            put(project / "a.py", b"before\n")
            prepared = await tools.prepare("write_file", "a.py", f"after {turns}\n")
            tools.log.all.clear()
            task = owner.spawn(prepared.act(Permit(Step.APPLY)), name="act")
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait((task,))
            states = [change.state for change in tools.log.all.values()]
            expected = (b"before\n", []) if not states else (f"after {turns}\n".encode(), [ChangeState.DONE])
            assert (bytes_of(project / "a.py"), states) == expected
    assert not any(".qodev-" in name for name in names_in(project))


@pytest.mark.rights
async def test_read_only_folder_is_told(project: Path) -> None:
    (project / "src").chmod(0o555)
    async with editing(project) as tools:
        with pytest.raises(ToolRefusal, match="could not be written: permission denied"):
            await tools.call("write_file", "src/b.py", "z\n")
        with pytest.raises(ToolRefusal, match="could not be written: permission denied"):
            await tools.call("create_file", "src/made/c.py", "z\n")
        assert tools.log.all == {}
    (project / "src").chmod(0o755)
    assert tree(project)["src/b.py"] == b"x\r\ny\r\n"


@pytest.mark.rights
async def test_file_that_may_not_be_read_is_told(project: Path) -> None:
    (project / "a.py").chmod(0o000)
    async with editing(project) as tools:
        assert "cannot be read: permission denied" in await tools.fault("write_file", "a.py", "x\n")
    (project / "a.py").chmod(0o644)


TEXTS = st.text(alphabet="ab\r\nä\u2028 ", max_size=30)
FORMS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16"])


@given(TEXTS, TEXTS, FORMS, st.sets(st.integers(0, 6)))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_choice_of_hunks_is_text_of_the_same_form(
    tmp_path_factory: pytest.TempPathFactory, before: str, after: str, form: str, chosen: set[int]
) -> None:
    project = tmp_path_factory.mktemp("law") / "project"
    put(project / "f", before.encode(form))

    async def write() -> None:
        async with editing(project) as tools:
            prepared = await tools.prepare("write_file", "f", after)
            if prepared.proposal is not None:
                accepted = tuple(at for at in chosen if at < len(prepared.proposal.hunks))
                if accepted:
                    await prepared.act(Permit(Step.APPLY, accepted=accepted))

    asyncio.run(write())
    found, was = decode_file(bytes_of(project / "f")), decode_file(before.encode(form))
    assert found is not None
    assert was is not None
    assert found.form == was.form


def test_tools_name_what_they_take(project: Path) -> None:
    async def specs() -> dict[str, list[str]]:
        async with editing(project) as tools:
            return {name: list(tool.spec.input_schema["required"]) for name, tool in tools.tools.items()}

    assert asyncio.run(specs()) == {
        "create_file": ["relative_path", "content"],
        "write_file": ["relative_path", "content"],
        "apply_patch": ["relative_path", "patch"],
    }
