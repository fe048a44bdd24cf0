"""Lists of changed files: by record and by git, with their states and differences (U20, U124)."""

import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from qodev.base.errors import UserFacingError
from qodev.base.tasks import WorkPool
from qodev.services.changes import ChangesParts, ChangesService
from qodev.services.git_changes import GitChanges
from qodev.types.changes import ChangeState
from qodev.types.conversation import Conversation, MessagePage
from qodev.types.diffs import ChangeScope, Standing
from qodev.workspace.checkpoints import CheckpointStore
from qodev.workspace.git import Git
from tests.fakes.disk import put, text_of
from tests.unit.services.test_file_tools import Wired, wired
from tests.unit.tools.file_kit import no_hooks

S = ChangeScope


class NoMessages:
    """A conversation in which nothing was rejected."""

    def get(self, conversation_id: str) -> Conversation:
        return Conversation(conversation_id, "", 0.0, 0.0)

    async def page(self, conversation_id: str, before: int | None = None, limit: int = 50) -> MessagePage:
        return MessagePage((), 0, 0)


@dataclass
class Listing:
    work: Wired
    changes: ChangesService
    project: Path

    async def standings(self, scope: ChangeScope = S.CONVERSATION) -> dict[str, Standing | None]:
        return {row.path: row.standing for row in await self.changes.files("conv_1", scope)}


@asynccontextmanager
async def listing(tmp_path: Path, *, has_project: bool = True) -> AsyncIterator[Listing]:
    project = tmp_path / "project"
    pool = WorkPool()

    async def project_of(conversation_id: str) -> Path | None:
        return project.resolve() if has_project else None

    async with wired(tmp_path) as work:
        git = GitChanges(Git(os.environ, no_hooks(tmp_path)), pool)
        checkpoints = CheckpointStore(tmp_path / "data" / "checkpoints")
        parts = ChangesParts(work.changes, checkpoints, NoMessages(), project_of, git, pool)
        yield Listing(work, ChangesService(parts), project)
    pool.close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    put(tmp_path / "project" / "a.py", b"one\ntwo\n")
    return tmp_path / "project"


def git(project: Path, *args: str) -> None:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *args], cwd=project, check=True, capture_output=True)


@pytest.fixture
def repository(project: Path) -> Path:
    put(project / "old.py", b"old\n")
    git(project, "init", "-q", "-b", "main")
    git(project, "add", ".")
    git(project, "commit", "-qm", "first")
    return project


async def test_changes_of_one_turn_and_file_are_one_row(tmp_path: Path, project: Path) -> None:
    async with listing(tmp_path) as made:
        await made.work.call("write_file", relative_path="a.py", content="one\n2\n")
        await made.work.call("write_file", relative_path="a.py", content="one\n2\n3\n")
        (row,) = await made.changes.files("conv_1", S.CONVERSATION)
        assert (row.path, row.added, row.removed, row.standing) == ("a.py", 2, 1, Standing.APPLIED)
        diff = await made.changes.diff("conv_1", row)
        assert (diff.before, diff.after) == ("one\ntwo\n", "one\n2\n3\n")


async def test_standing_follows_the_file(tmp_path: Path, project: Path) -> None:
    async with listing(tmp_path) as made:
        await made.work.call("write_file", relative_path="a.py", content="1\n")
        (row,) = await made.changes.files("conv_1", S.CONVERSATION)
        put(project / "a.py", b"mine\n")
        assert await made.standings() == {"a.py": Standing.CHANGED_SINCE}
        diff = await made.changes.diff("conv_1", row)
        assert (diff.after, "changed since" in diff.note) == ("mine\n", True)
        put(project / "a.py", b"1\n")
        assert await made.changes.undo("conv_1", row.changes) == ("a.py",)
        assert text_of(project / "a.py") == "one\ntwo\n"
        assert await made.standings() == {"a.py": Standing.REVERTED}
        assert (await made.changes.diff("conv_1", row)).after == "1\n"
        assert await made.changes.redo("conv_1", row.changes) == ("a.py",)
        assert text_of(project / "a.py") == "1\n"
        (change,) = await made.work.changes.changes("conv_1")
        await made.work.log.settle(change.id, ChangeState.BEGUN)
        assert await made.standings() == {"a.py": Standing.NEEDS_REPAIR}


async def test_a_lost_checkpoint_is_said(tmp_path: Path, project: Path) -> None:
    async with listing(tmp_path) as made:
        await made.work.call("write_file", relative_path="a.py", content="1\n")
        (row,) = await made.changes.files("conv_1", S.CONVERSATION)
        for place in (tmp_path / "data" / "checkpoints").glob("??/*"):
            place.unlink()
        with pytest.raises(UserFacingError, match=r"checkpoint of `a\.py` is missing"):
            await made.changes.diff("conv_1", row)


async def test_git_tells_changed_new_and_removed_files(tmp_path: Path, repository: Path) -> None:
    async with listing(tmp_path) as made:
        put(repository / "a.py", b"one\nTWO\n")
        put(repository / "new.py", b"n\nm\n")
        put(repository / "sp ace\u00e9.txt", b"x\n")
        (repository / "old.py").unlink()
        rows = {row.path: row for row in await made.changes.files("conv_1", S.UNCOMMITTED)}
        counts = {path: (row.added, row.removed) for path, row in rows.items()}
        assert counts == {"a.py": (1, 1), "new.py": (2, 0), "sp ace\u00e9.txt": (1, 0), "old.py": (0, 1)}
        diff = await made.changes.diff("conv_1", rows["a.py"])
        assert (diff.before, diff.after) == ("one\ntwo\n", "one\nTWO\n")
        assert (await made.changes.diff("conv_1", rows["old.py"])).after == ""


async def test_a_branch_is_compared_with_from_where_it_was_left(tmp_path: Path, repository: Path) -> None:
    git(repository, "checkout", "-qb", "next")
    put(repository / "b.py", b"b\n")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "second")
    async with listing(tmp_path) as made:
        assert (await made.changes.git_scopes("conv_1")).branches == ("heads/main", "heads/next")
        (row,) = await made.changes.files("conv_1", S.BRANCH, "heads/main")
        assert (row.path, row.added) == ("b.py", 1)
        assert (await made.changes.diff("conv_1", row, "heads/main")).before == ""


async def test_a_repository_without_a_commit_has_new_files(tmp_path: Path, project: Path) -> None:
    git(project, "init", "-q")
    async with listing(tmp_path) as made:
        assert [row.path for row in await made.changes.files("conv_1", S.UNCOMMITTED)] == ["a.py"]


async def test_outside_git_and_without_a_folder_the_reason_is_said(tmp_path: Path, project: Path) -> None:
    async with listing(tmp_path) as made:
        assert "git repository" in (await made.changes.git_scopes("conv_1")).reason
        with pytest.raises(UserFacingError, match="git repository"):
            await made.changes.files("conv_1", S.UNCOMMITTED)
    (tmp_path / "none").mkdir()
    async with listing(tmp_path / "none", has_project=False) as made:
        assert (await made.changes.git_scopes("conv_1")).reason == "This conversation has no folder."


async def test_what_is_no_text_is_not_compared(tmp_path: Path, repository: Path) -> None:
    async with listing(tmp_path) as made:
        put(repository / "a.py", b"\0\1\2")
        (row,) = await made.changes.files("conv_1", S.UNCOMMITTED)
        with pytest.raises(UserFacingError, match="no text"):
            await made.changes.diff("conv_1", row)
