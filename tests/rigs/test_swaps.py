"""Folders and files that somebody swaps for links between check and read: what lies behind a link is never read (P56, S71)."""

import contextlib
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from qodev.base.codes import Code
from qodev.base.nofollow import open_folder
from qodev.base.nofollow_write import replace_file
from qodev.profiles.catalog import ProfileSources, load_profiles
from qodev.profiles.files import ProfileFiles
from qodev.types.files import PathRefused
from qodev.types.profiles import ProfileScope
from qodev.workspace.project import ProjectRoot
from qodev.workspace.steering import find_steering

GOOD = "---\nname: Good\ndescription: D.\n---\nInside.\n"
EVIL = "---\nname: Evil\ndescription: D.\n---\nOutside.\n"
ROUNDS = 400
ENOUGH, MOST = 30, 20_000  # how often the link must have been met, and when the rig gives up
_LINGERING = 20

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links and handles of POSIX")


@contextmanager
def swapping(place: Path, other: Path) -> Iterator[None]:
    """Lets a thread exchange what is at a path with a link to another place, as fast as it can."""
    ended = threading.Event()
    aside = place.with_name(f"{place.name}.aside")

    def swap() -> None:
        while not ended.is_set():
            place.rename(aside)
            with contextlib.suppress(FileExistsError):  # somebody made a folder in the gap
                place.symlink_to(other)
                _linger(place)
                place.unlink()
            _put_back(aside, place)
            _linger(place)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _linger(place: Path) -> None:
    """Gives others a chance to run, as each call of the system does."""
    for _ in range(_LINGERING):
        place.is_symlink()


def _put_back(aside: Path, place: Path) -> None:
    """Renames; whoever made a folder in the gap loses it."""
    for _ in range(1_000):
        with contextlib.suppress(OSError):
            aside.rename(place)
            return
        shutil.rmtree(place, ignore_errors=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".qodev" / "agents").mkdir(parents=True)
    (folder / ".qodev" / "agents" / "p.md").write_text(GOOD)
    return folder


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    for inner in ("agents", ".qodev/agents", "src"):
        (tmp_path / "outside" / inner).mkdir(parents=True)
    for inner in ("agents/p.md", ".qodev/agents/p.md", "p.md", "src/p.md"):
        (tmp_path / "outside" / inner).write_text(EVIL)
    return tmp_path / "outside"


SWAPS: dict[str, Callable[[Path, Path], tuple[Path, Path]]] = {
    "file": lambda project, outside: (project / ".qodev" / "agents" / "p.md", outside / "p.md"),
    "folder": lambda project, outside: (project / ".qodev" / "agents", outside / "agents"),
    "folder above": lambda project, outside: (project / ".qodev", outside / ".qodev"),
}


@pytest.mark.parametrize("which", SWAPS)
def test_a_profile_behind_a_swapped_link_is_never_loaded(which: str, project: Path, outside: Path) -> None:
    sources = ProfileSources(project.parent / "config", project.parent / "home", {}, None, project)
    seen: set[str] = set()
    links = 0
    with swapping(*SWAPS[which](project, outside)):
        for _ in range(MOST):
            found = load_profiles(sources, 1)
            seen.update(p.instructions for p in found.profiles if p.scope is ProfileScope.PROJECT)
            links += any(d.code in (Code.PROFILE_SYMLINK_FILE, Code.PROFILE_SYMLINK_DIR) for d in found.diagnostics)
            if links >= ENOUGH:
                break
    assert seen <= {"Inside."}
    assert links >= ENOUGH
    assert [p.name for p in load_profiles(sources, 1).profiles if p.scope is ProfileScope.PROJECT] == ["Good"]


@pytest.mark.parametrize("which", SWAPS)
def test_a_steering_file_behind_a_swapped_link_is_never_accepted(which: str, project: Path, outside: Path) -> None:
    place, other = SWAPS[which](project, outside)
    contents: set[bytes] = set()
    links = 0
    with swapping(place, other):
        for _ in range(MOST):
            was_link = place.is_symlink()
            contents.update(file.content for file in find_steering(project))
            links += was_link and place.is_symlink()
            if links >= ENOUGH:
                break
    assert contents <= {GOOD.encode()}
    assert links >= ENOUGH


def test_a_saved_profile_never_lands_behind_a_swapped_link(tmp_path: Path, outside: Path) -> None:
    config = tmp_path / "config"
    (config / "profiles").mkdir(parents=True)
    path = config / "profiles" / "p.md"
    path.write_text(GOOD)
    with swapping(config / "profiles", outside / "agents"):
        for number in range(60):
            ProfileFiles(config).save(path, GOOD.replace("D.", f"D{number}."), "", overwrite=True)
    assert (outside / "agents" / "p.md").read_text() == EVIL
    assert [path.name for path in (outside / "agents").iterdir()] == ["p.md"]


def test_a_file_written_through_a_handle_stays_in_the_folder_that_was_opened(tmp_path: Path, outside: Path) -> None:
    (tmp_path / "in").mkdir()
    with open_folder(tmp_path, "in") as folder:
        (tmp_path / "in").rename(tmp_path / "moved")
        (tmp_path / "in").symlink_to(outside / "agents")
        replace_file(folder, "p.md", b"new")
    assert (tmp_path / "moved" / "p.md").read_bytes() == b"new"
    assert (outside / "agents" / "p.md").read_text() == EVIL


def test_an_edit_path_that_is_swapped_is_refused_or_inside(project: Path, outside: Path) -> None:
    (project / "src").mkdir()
    (project / "src" / "p.md").write_text(GOOD)
    root = ProjectRoot.open(project)
    with swapping(project / "src", outside / "src"):
        for _ in range(ROUNDS):
            try:
                found = root.resolve("src/p.md")
            except PathRefused:
                continue
            assert found.path.is_relative_to(root.path)
            assert found.real == "src/p.md"
