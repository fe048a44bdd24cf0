"""Paths of edit tools against real trees: links, pipes, worktrees, git's own folder (S49 to S63)."""

import asyncio
import os
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from qodev.profiles.codev import parse_profile
from qodev.types.permissions import Effect
from qodev.types.profiles import PathScope, ProfileScope
from qodev.workspace.git import Git
from qodev.workspace.project import ProjectRoot
from tests.cases.adapters.profiles_edit_paths import verdict
from tests.cases.kit import Case, difference

_QUIET = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1"}


def run(case: Case) -> str | None:
    """Judges one write under a profile made of the case's lists."""
    scope = _scope(case)
    if scope is None:
        return difference("verdict", case["expect"], "invalid")
    with tempfile.TemporaryDirectory() as made:
        base = Path(made).resolve()
        (base / "outside").mkdir()
        (base / "outside" / "f").write_text("f")
        opened = _lay_out(case, base)
        (base / "no-hooks").mkdir()
        hooks = asyncio.run(Git(os.environ, base / "no-hooks").hooks_folder(opened))
        root = replace(ProjectRoot.open(opened, hooks_folder=hooks), folds_case=case["fs"] == "insensitive")
        got = verdict(root, scope, case["path"], is_windows=case["os"] == "windows")
    return difference("verdict", case["expect"], got.value if got is not Effect.ASK else "ask")


def _scope(case: Case) -> PathScope | None:
    """Returns the lists as a real profile holds them; None when the profile is refused."""
    lists = [f"{key}: {','.join(case[key])}" for key in ("edit_paths", "deny_edit_paths") if case.get(key) is not None]
    text = "\n".join(("---", "name: Case", "description: A case.", *lists, "---", "Work."))
    parsed = parse_profile(text.encode(), "case.md", "case.md", ProfileScope.USER)
    return parsed.value.edit_scope if parsed.value is not None else None


def _lay_out(case: Case, base: Path) -> Path:
    tree = case.get("tree", [])
    project = base / "project"
    if any(entry[0] == "worktree" for entry in tree):
        _git(base, "init", "-q", "main")
        _git(base / "main", "-c", "user.name=T", "-c", "user.email=t@x", "commit", "-q", "--allow-empty", "-m", "x")
        _git(base / "main", "worktree", "add", "-q", "../project")
    project.mkdir(exist_ok=True)
    opened = project
    for kind, *rest in tree:
        if kind == "rootlink":
            opened = base / "link-to-project"
            opened.symlink_to(project)
        elif kind == "gitconfig":
            _git(project, "init", "-q")
            _git(project, "config", *rest)
        elif kind != "worktree":
            _make(kind, project, base, *rest)
    return opened


def _make(kind: str, project: Path, base: Path, name: str, other: str = "") -> None:
    path = project / name
    if kind == "dir":
        path.mkdir(parents=True, exist_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "file":
        path.write_text(other)
    elif kind == "symlink":
        path.symlink_to(other.replace("@outside", str(base / "outside")))
    elif kind == "hardlink":
        os.link(project / other, path)
    else:
        os.mkfifo(path)


def _git(folder: Path, *args: str) -> None:
    subprocess.run(["git", *args], cwd=folder, env=_QUIET, check=True, capture_output=True)
