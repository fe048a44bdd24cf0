"""list_files, read_file, search_files, glob_files, grep_files over real folders (P170 to P180, S49, S62)."""

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from qodev.tools.scan import ScanLimits
from qodev.tools.search import PatternChild
from qodev.types.permissions import Step
from qodev.types.tooling import Permit, ToolRefusal
from tests.fakes.disk import put
from tests.unit.tools.file_kit import reading

posix = pytest.mark.skipif(os.name == "nt", reason="links and pipes of POSIX")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for name, text in {
        "README.md": "# Needle\n",
        "src/a.py": "x = 1\nneedle = 2\n",
        "src/deep/b.py": "NEEDLE\r\nlast needle",
        ".github/workflows/ci.yml": "needle: yes\n",
        ".env": "needle=1\n",
        "deploy.pem": "needle\n",
        "my_secrets/plain.txt": "needle\n",
        "node_modules/m/index.js": "needle\n",
        "src/bin/tool.py": "needle\n",
        ".git/config": "[needle]\n",
        "Makefile": "all:\n\tneedle\n",
    }.items():
        put(folder / name, text.encode())
    put(folder / "logo.png", b"\x89PNG\0needle")
    put(folder / "wide.txt", "breit: NEEDLE ä\n".encode("utf-16"))
    put(folder / "latin.txt", "needle ä\n".encode("latin-1"))
    return folder


ALL_HITS = [
    "Makefile:2: \tneedle",
    "README.md:1: # Needle",
    "wide.txt:1: breit: NEEDLE ä",
    "src/a.py:2: needle = 2",
    ".github/workflows/ci.yml:1: needle: yes",
    "src/deep/b.py:1: NEEDLE",
    "src/deep/b.py:2: last needle",
]


@pytest.mark.parametrize("quick", ["pure", "git", "ripgrep"])
async def test_search_finds_text_in_any_case_in_all_that_is_text(project: Path, quick: str) -> None:
    async with reading(project, quick=quick) as tools:
        assert await tools.lines("search_files", query="needle") == ALL_HITS


@pytest.mark.parametrize("quick", ["pure", "git", "ripgrep"])
async def test_grep_finds_the_same_by_a_pattern(project: Path, quick: str) -> None:
    async with reading(project, quick=quick) as tools:
        assert await tools.lines("grep_files", pattern="n[e]+dle") == ALL_HITS
        assert await tools.lines("grep_files", pattern="^needle( =|:)") == [ALL_HITS[3], ALL_HITS[4]]
        assert await tools.lines("grep_files", pattern="needle$") == [ALL_HITS[0], ALL_HITS[1], *ALL_HITS[5:]]
        assert await tools.lines("grep_files", pattern="nothing") == ["[nothing found]"]


async def test_list_shows_upper_levels_first_and_no_secret(project: Path) -> None:
    async with reading(project) as tools:
        assert await tools.lines("list_files", relative_directory="") == [
            *(".github/", "Makefile", "README.md", "latin.txt", "logo.png", "src/", "wide.txt"),
            *(".github/workflows/", "src/a.py", "src/deep/", ".github/workflows/ci.yml", "src/deep/b.py"),
        ]
        assert await tools.lines("list_files", relative_directory="src") == ["src/a.py", "src/deep/", "src/deep/b.py"]


async def test_glob_matches_whole_paths(project: Path) -> None:
    async with reading(project) as tools:
        assert await tools.lines("glob_files", pattern="**/*.py") == ["src/a.py", "src/deep/b.py"]
        assert await tools.lines("glob_files", pattern="*.py") == ["[nothing to list]"]
        assert await tools.lines("glob_files", pattern="src/?.py") == ["src/a.py"]


@pytest.mark.parametrize("pattern", ["/etc/*", "../*", "a/../b", "a\\b", "~/x"])
async def test_glob_leads_nowhere_else(project: Path, pattern: str) -> None:
    async with reading(project) as tools:
        with pytest.raises(ToolRefusal, match="`pattern`"):
            await tools.prepare("glob_files", pattern=pattern)


async def test_read_returns_the_text_as_it_is(project: Path) -> None:
    async with reading(project) as tools:
        assert await tools.content("read_file", relative_path="src/deep/b.py") == "NEEDLE\r\nlast needle"
        assert await tools.content("read_file", relative_path="wide.txt") == "breit: NEEDLE ä\n"
        whole = json.loads((await tools.call("read_file", relative_path="./src//a.py")).content)
        assert whole == {
            "type": "untrusted_tool_output",
            "source": "read_file",
            "path": "src/a.py",
            "content": "x = 1\nneedle = 2\n",
            "command": "",
        }


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("gone.py", "There is no file `gone.py`"),
        ("logo.png", "is not text"),
        ("latin.txt", "is not text"),
        ("src", "no regular file"),
        ("large.txt", "larger than 500,000 bytes"),
    ],
)
async def test_what_cannot_be_read_is_told(project: Path, path: str, words: str) -> None:
    put(project / "large.txt", b"x" * 500_001)
    async with reading(project) as tools:
        with pytest.raises(ToolRefusal, match=words):
            await tools.call("read_file", relative_path=path)


async def test_largest_file_is_read_and_cut_in_the_middle(project: Path) -> None:
    put(project / "large.txt", b"a" * 250_000 + b"b" * 250_000)
    async with reading(project) as tools:
        output = await tools.call("read_file", relative_path="large.txt")
        content = json.loads(output.content)["content"]
    assert (output.is_cut, len(content) <= 6_000, content[0], content[-1]) == (True, True, "a", "b")


@pytest.mark.parametrize(
    "path",
    [
        *(".env", ".ENV", "deploy.pem", "my_secrets/plain.txt", ".git/config", ".GIT/config", "../outside/f"),
        *("/etc/hostname", "~/x", "file:///etc/hostname", "src/\u202ea", "a\0b", "src/../../x", "x" * 241),
    ],
)
async def test_what_no_rule_can_allow_is_in_the_subject(project: Path, path: str) -> None:
    async with reading(project) as tools:
        tool = tools.tools["read_file"]
        from qodev.types.tooling import ToolCall

        prepared = await tool.prepare(ToolCall("c", "read_file", {"relative_path": path}), tools.context)
        assert prepared.subject.refusal
        with pytest.raises(ToolRefusal):
            await prepared.act(Permit(Step.RUN))


async def test_rule_about_a_missing_file_can_speak_first(project: Path) -> None:
    async with reading(project) as tools:
        prepared = await tools.prepare("read_file", relative_path="docs/private/gone")
        assert (prepared.subject.refusal, prepared.subject.paths) == (None, ("docs/private/gone",))


def only(*allowed: str) -> Callable[[Sequence[str]], bool]:
    return lambda names: all(name.startswith(allowed) for name in names)


@pytest.mark.parametrize("quick", ["pure", "git", "ripgrep"])
async def test_read_rules_filter_lists_and_hits(project: Path, quick: str) -> None:
    async with reading(project, quick=quick, may_show=only("src/deep", "Makefile")) as tools:
        assert await tools.lines("list_files", relative_directory="") == ["Makefile", "src/deep/", "src/deep/b.py"]
        assert await tools.lines("search_files", query="needle") == [ALL_HITS[0], *ALL_HITS[5:]]
        assert await tools.lines("grep_files", pattern="needle") == [ALL_HITS[0], *ALL_HITS[5:]]
        assert await tools.lines("glob_files", pattern="**") == ["Makefile", "src/deep/b.py"]


@posix
async def test_links_are_followed_inside_alone_and_under_both_names(project: Path, tmp_path: Path) -> None:
    put(tmp_path / "outside" / "f", b"needle outside\n")
    (project / "in").symlink_to("src")
    (project / "out").symlink_to(tmp_path / "outside")
    (project / "f").symlink_to(tmp_path / "outside" / "f")
    os.link(project / "README.md", project / "hard.md")
    os.mkfifo(project / "pipe")
    async with reading(project) as tools:
        assert await tools.content("read_file", relative_path="in/a.py") == "x = 1\nneedle = 2\n"
        prepared = await tools.prepare("read_file", relative_path="in/a.py")
        assert prepared.subject.paths == ("in/a.py", "src/a.py")
        for path in ("out/f", "f", "hard.md"):
            assert (await tools.prepare("read_file", relative_path=path)).subject.refusal
        assert await tools.lines("list_files", relative_directory="in") == ["in/a.py", "in/deep/", "in/deep/b.py"]
        hits = await tools.lines("search_files", query="needle")
        assert [hit for hit in hits if hit not in ALL_HITS] == []
        assert "README.md:1: # Needle" not in hits  # it has two names now
        with pytest.raises(ToolRefusal, match="no regular file"):
            await tools.call("read_file", relative_path="pipe")


@posix
async def test_link_that_appears_after_judging_is_not_followed(project: Path, tmp_path: Path) -> None:
    async with reading(project) as tools:
        prepared = await tools.prepare("read_file", relative_path="src/a.py")
        (project / "src" / "a.py").unlink()
        (project / "src" / "a.py").symlink_to("../README.md")
        with pytest.raises(ToolRefusal, match="somewhere else"):
            await prepared.act(Permit(Step.RUN))


def replace_folder(project: Path) -> None:
    project.rename(project.with_name("moved"))
    project.mkdir()


async def test_folder_in_the_projects_place_is_refused(project: Path) -> None:
    async with reading(project) as tools:
        await tools.lines("list_files", relative_directory="")
        replace_folder(project)
        put(project / "other.txt", b"needle\n")
        for name, arguments in {"search_files": {"query": "needle"}, "glob_files": {"pattern": "**"}}.items():
            with pytest.raises(ToolRefusal, match="was replaced"):
                await tools.call(name, **arguments)
        assert (await tools.prepare("read_file", relative_path="other.txt")).subject.refusal


async def test_names_that_cannot_be_seen_are_left_out(project: Path) -> None:
    put(project / "x\nREADME.md:1: forged", b"needle\n")
    put(project / "a\u202eb", b"needle\n")
    async with reading(project) as tools:
        assert await tools.lines("search_files", query="needle") == ALL_HITS


LIMITS = ScanLimits(entries=40, names=5, files=6, hits=4, width=30)


async def test_limits_are_kept_and_said(tmp_path: Path) -> None:
    project = tmp_path / "many"
    for number in range(30):
        put(project / f"f{number:02}.txt", b"needle\n" if number in (1, 9) else b"")
    async with reading(project, limits=LIMITS) as tools:
        listed = await tools.call("list_files", relative_directory="")
        names = json.loads(listed.content)["content"].split("\n")
        assert (names[:5], listed.is_cut) == ([f"f{n:02}.txt" for n in range(5)], True)
        assert "5 names are shown, there are more" in names[5]
        lines = await tools.lines("search_files", query="needle")
        assert lines == ["f01.txt:1: needle", "[… only the first 6 files were searched]"]
        put(project / "f00.txt", b"needle\n" * 9)
        for name, arguments in {"search_files": {"query": "needle"}, "grep_files": {"pattern": "needle"}}.items():
            lines = await tools.lines(name, **arguments)
            assert lines[:4] == [f"f00.txt:{n}: needle" for n in range(1, 5)]
            assert lines[4:] == ["[… 4 lines are shown, there are more: search for something narrower]"]
        for number in range(60):
            put(project / f"g{number:02}.txt", b"")
        assert (await tools.call("glob_files", pattern="f0?.txt")).is_cut


async def test_long_lines_show_the_match(project: Path) -> None:
    put(project / "long.txt", b"x" * 400 + b"pin" + b"y" * 400 + b"\npin" + b"z" * 900 + b"\n")
    async with reading(project) as tools:
        first, second = await tools.lines("search_files", query="pin")
    for line in (first, second):
        text = line.split(": ", 1)[1]
        assert "pin" in text
        assert len(text) <= 320


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "(?P<x>", "\\"])
async def test_bad_pattern_is_an_argument_fault(project: Path, pattern: str) -> None:
    async with reading(project) as tools:
        with pytest.raises(ToolRefusal, match="`pattern` is no regular expression"):
            await tools.prepare("grep_files", pattern=pattern)


async def test_query_over_lines_is_an_argument_fault(project: Path) -> None:
    async with reading(project) as tools:
        with pytest.raises(ToolRefusal, match="`query` must be one line"):
            await tools.prepare("search_files", query="a\nb")


async def test_process_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    child = PatternChild(os.environ, tmp_path)
    with pytest.raises(ToolRefusal, match="takes too long"):
        await child.find("(a|a)*$", [("a.txt", "a" * 60 + "!")], 5, 80, 0.5)


@pytest.mark.slow
@pytest.mark.timeout(60)
async def test_pattern_that_explodes_is_ended(project: Path) -> None:
    put(project / "aaa.txt", b"a" * 60 + b"!\n")
    async with reading(project) as tools:
        with pytest.raises(ToolRefusal, match="takes too long"):
            await tools.call("grep_files", pattern="(a|a)*$")


async def test_git_that_refuses_the_folder_changes_nothing(project: Path) -> None:
    async with reading(project, quick="git") as tools:
        put(project / ".git" / "HEAD", b"no head")
        assert await tools.lines("search_files", query="needle") == ALL_HITS
