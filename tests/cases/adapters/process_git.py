"""qodev's git operations in hostile repositories: none of the programs that these name may start (S137 to S147)."""

import asyncio
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.workspace.git import Git
from tests.cases.kit import Case, difference
from tests.rigs.hostile_repos import HostileRepo, make_hostile_repo

# As the parts of qodev that need them call them; a worktree is filled by a call of its own (S141).
_OPS: dict[str, tuple[Sequence[str], ...]] = {
    "status": (("status", "--porcelain=v2", "-z"),),
    "diff": (("diff",), ("diff", "--stat", "HEAD")),
    "log": (("log", "-p", "--all"),),
    "show": (("show", "HEAD"),),
    "ls_files": (("ls-files", "-z", "--cached", "--others", "--exclude-standard"),),
    "add": (("add", "--all", "--", "."),),
    "commit": (("commit", "-q", "-m", "work"),),
    "checkout": (("checkout", "-q", "-f", "other"), ("checkout", "-q", "-f", "main")),
    "merge": (("merge", "-q", "--no-edit", "other"), ("merge", "--abort")),
    "stash": (("stash", "list"),),
    "worktree_list": (("worktree", "list", "--porcelain"),),
}


def run_git(case: Case) -> str | None:
    """Makes the repository, tries each operation, and counts the markers."""
    with tempfile.TemporaryDirectory() as made:
        repo = make_hostile_repo(Path(made), case["repo"])
        (repo.top / "no-hooks").mkdir()
        git = Git({**os.environ, "HOME": str(repo.top / "home")}, repo.top / "no-hooks")
        asyncio.run(_operate(git, repo, case["ops"]))
        return difference(f"markers {repo.markers}", case["expect"]["markers"], len(repo.markers))


async def _operate(git: Git, repo: HostileRepo, ops: Sequence[str]) -> None:
    for op in ops:
        if op == "worktree_add":
            await _add_worktree(git, repo)
        elif op == "sub_status":
            await _try(git, repo.path / "sub", "status", "--porcelain=v2", "-z")
        else:
            for args in _OPS[op]:
                await _try(git, repo.path, *args)


async def _add_worktree(git: Git, repo: HostileRepo) -> None:
    folder = repo.top / "worktree"
    await _try(git, repo.path, "worktree", "add", "-q", "-b", "child", str(folder), "HEAD")
    await _try(git, repo.path, "worktree", "lock", str(folder))
    await _try(git, folder, "checkout", "-q", "-f", "child")
    await _try(git, folder, "status", "--porcelain=v2", "-z")


async def _try(git: Git, root: Path, *args: str) -> None:
    with suppress(UserFacingError):  # failing or not, no program starts
        await git.run(root, *args)
