"""Which branch a project is on (U24)."""

import os
import subprocess
from pathlib import Path

from qodev.workspace.git import Git


def run(folder: Path, *args: str) -> str:
    name = ["-c", "user.name=a", "-c", "user.email=a@b"]
    done = subprocess.run(["git", *name, *args], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


async def branch_of(folder: Path) -> str:
    empty = folder.parent / "empty"
    make(empty)
    return await Git(os.environ, empty).branch(folder)


def make(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


async def test_a_branch_is_named_before_its_first_commit(tmp_path: Path) -> None:
    project = make(tmp_path / "project")
    run(project, "init", "-q", "-b", "feature/ledger")
    assert await branch_of(project) == "feature/ledger"
    assert await branch_of(make(project / "src")) == ""  # git is called for top folders alone


async def test_without_a_branch_the_commit_is_named(tmp_path: Path) -> None:
    project = make(tmp_path / "project")
    run(project, "init", "-q")
    run(project, "commit", "-q", "--allow-empty", "-m", "one")
    run(project, "checkout", "-q", "--detach")
    assert await branch_of(project) == run(project, "rev-parse", "--short", "HEAD")


async def test_a_folder_without_a_repository_has_none(tmp_path: Path) -> None:
    assert await branch_of(make(tmp_path / "project")) == ""


async def test_without_git_there_is_none(tmp_path: Path) -> None:
    project = make(tmp_path / "project")
    run(project, "init", "-q")
    assert await Git({"PATH": str(tmp_path)}, project, program=str(tmp_path / "git")).branch(project) == ""
