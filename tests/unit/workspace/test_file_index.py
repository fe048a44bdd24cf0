"""Mentions find files by a few letters, and say why one is refused (U99)."""

import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.base.tasks import WorkPool
from qodev.workspace.file_index import IGNORED, NEVER_SHOWN, FileIndex, FileSearch, IndexedFile, find_files
from qodev.workspace.project import ProjectRoot
from tests.fakes.disk import put

FILES = (
    *("README.md", "src/main.py", "src/chat/composer.py", "src/chat/compose_box.py", "docs/my notes.md"),
    *(
        ".env",
        "keys/server.pem",
        "node_modules/x/index.js",
        "out/a.log",
        "out/keep.log",
        "sub/deep/tmp/f",
        ".github/ci.yml",
    ),
)


@pytest.fixture
def root(tmp_path: Path) -> ProjectRoot:
    for name in FILES:
        put(tmp_path / "project" / name, b"x")
    put(tmp_path / "project" / ".gitignore", b"*.log\n!keep.log\n")
    put(tmp_path / "project" / "sub" / ".gitignore", b"tmp/\n")
    put(tmp_path / "project" / ".git" / "config", b"x")
    if os.name != "nt":
        (tmp_path / "project" / "link").symlink_to("src")
    return ProjectRoot.open(tmp_path / "project")


@pytest.fixture
def search():
    pool = WorkPool()
    yield FileSearch(pool)
    pool.close()


async def test_index_holds_what_is_refused_with_its_reason(root: ProjectRoot, search: FileSearch) -> None:
    index = await search.index(root)
    refused = {entry.path: entry.refused for entry in index.entries if entry.refused}
    assert refused == {
        ".env": NEVER_SHOWN,
        "keys/server.pem": NEVER_SHOWN,
        "node_modules": IGNORED,
        "out/a.log": IGNORED,
        "sub/deep/tmp": IGNORED,
    }
    paths = {entry.path for entry in index.entries}
    assert {"src", "src/main.py", "out/keep.log", ".github/ci.yml"} <= paths
    assert not {"link", ".git", "node_modules/x", "sub/deep/tmp/f"} & paths


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("main", "src/main.py"),
        ("composer", "src/chat/composer.py"),
        ("ccomp", "src/chat/composer.py"),
        ("cbox", "src/chat/compose_box.py"),
        ("READ", "README.md"),
        ("src/chat", "src/chat"),
        ("mynotes", "docs/my notes.md"),
        ("my notes", "docs/my notes.md"),
        ("chat\\comp", "src/chat/composer.py"),
        ("ci", ".github/ci.yml"),
    ],
)
async def test_few_letters_find_the_file(root: ProjectRoot, search: FileSearch, asked: str, first: str) -> None:
    found = await search.find(root, asked)
    assert found[0].file.path == first


async def test_nothing_asked_gives_the_upper_levels(root: ProjectRoot, search: FileSearch) -> None:
    assert [match.file.path for match in await search.find(root, "", 3)] == [".env", ".github", ".gitignore"]


async def test_new_file_is_found_after_forgetting(root: ProjectRoot, search: FileSearch) -> None:
    assert await search.find(root, "brandnew") == ()
    put(root.path / "brandnew.py", b"x")
    assert await search.find(root, "brandnew") == ()
    search.forget()
    assert [match.file.path for match in await search.find(root, "brandnew")] == ["brandnew.py"]


async def test_project_that_is_gone_is_a_fault(root: ProjectRoot, search: FileSearch) -> None:
    move_away(root.path)
    with pytest.raises(OSError, match=r"replaced|No such file"):
        await search.find(root, "x")


def move_away(folder: Path) -> None:
    folder.rename(folder.with_name("moved"))


def index_of(*paths: str) -> FileIndex:
    return FileIndex(tuple(IndexedFile(path, False) for path in paths), tuple(map(str.casefold, paths)), False)


@given(st.lists(st.text(alphabet="ab/._ß", min_size=1, max_size=12), max_size=8), st.text(alphabet="ab/._", max_size=4))
def test_every_answer_holds_the_letters_in_order_at_the_places_told(paths: list[str], asked: str) -> None:
    found = find_files(index_of(*paths), asked, 100)
    for match in found:
        if asked and match.places:
            assert "".join(match.file.path[at].casefold() for at in match.places) == asked
            assert list(match.places) == sorted(set(match.places))
    expected = [path for path in paths if holds(path.casefold(), asked)]
    assert sorted(match.file.path for match in found) == sorted(expected)


def holds(path: str, asked: str) -> bool:
    letters = iter(path)
    return all(char in letters for char in asked)


def test_letter_costs_little_in_a_large_project() -> None:
    index = index_of(*(f"package_{n % 97}/module_{n % 1009}/file_{n}.py" for n in range(50_000)))
    began = time.process_time()
    assert find_files(index, "mfile9", 20)
    assert time.process_time() - began < 1.0
