"""git is called so that a repository starts nothing, and only in repositories of the user's own (S137 to S143)."""

import os
from pathlib import Path

import pytest

from qodev.workspace.git import Git
from qodev.workspace.git_place import GitRefused, find_place
from tests.rigs.hostile_repos import HOOKS, HostileRepo, make_hostile_repo

ALL_TRAPS = {
    "config": [
        ["core.fsmonitor", "{prog}"],
        ["filter.a=b.clean", "{prog}"],
        ["filter.a=b.smudge", "{prog}"],
        ["filter.a=b.required", "true"],
        ["diff.external", "{prog}"],
        ["diff.z.textconv", "{prog}"],
        ["merge.m.driver", "{prog} %A %O %B"],
    ],
    "hooks": HOOKS,
    "info_attributes": "* filter=a=b merge=m diff=z\n",
}


@pytest.fixture
def git(tmp_path: Path) -> Git:
    (tmp_path / "no-hooks").mkdir()
    (tmp_path / "home").mkdir()
    return Git({**os.environ, "HOME": str(tmp_path / "home")}, tmp_path / "no-hooks")


def make(tmp_path: Path, **wanted: object) -> HostileRepo:
    (tmp_path / "made").mkdir()
    return make_hostile_repo(tmp_path / "made", wanted)


@pytest.mark.parametrize(
    "wanted",
    [
        {"config": [["core.fsmonitor", "{prog}"]]},
        {"hooks": HOOKS},
        {"config": [["filter.x.clean", "{prog}"]], "info_attributes": "* filter=x\n"},
        {"include": "[core]\n\tfsmonitor = {prog}\n", "config": [["include.path", "{top}/inc"]]},
        {"worktree_config": [["core.fsmonitor", "{prog}"]]},
    ],
)
def test_the_traps_catch_plain_git(tmp_path, wanted):
    repo = make(tmp_path, **wanted)

    repo.git("add", ".")
    repo.git("commit", "-q", "-m", "x")

    assert repo.markers != []


async def test_work_in_a_hostile_repository_is_done_and_starts_nothing(git, tmp_path):
    repo = make(tmp_path, **ALL_TRAPS)

    await git.text(repo.path, "add", "--all", "--", ".")
    await git.text(repo.path, "commit", "-q", "-m", "work")
    changes = await git.text(repo.path, "show", "--stat", "--format=%s", "HEAD")

    difference = await git.text(repo.path, "diff", "HEAD~1")

    assert changes.startswith("work\n")
    assert "-main 2\n+dirty\n" in difference
    assert "a.txt" in changes
    assert "new.txt" in changes
    assert repo.markers == []


async def test_a_filter_that_was_set_since_the_last_call_is_taken_away_too(git, tmp_path):
    repo = make(tmp_path)
    await git.text(repo.path, "status")
    repo.git("config", "filter.late.clean", str(repo.top / "prog"))
    (repo.path / ".git/info").mkdir(exist_ok=True)
    (repo.path / ".git/info/attributes").write_text("* filter=late\n")

    await git.text(repo.path, "add", "--all", "--", ".")

    assert repo.markers == []


async def test_a_filter_of_the_user_is_not_run_either(git, tmp_path):
    repo = make(tmp_path, info_attributes="* filter=lfs\n")
    (tmp_path / "home" / ".gitconfig").write_text(f'[filter "lfs"]\n\tclean = {repo.top / "prog"}\n\trequired = true\n')

    await git.text(repo.path, "add", "--all", "--", ".")

    assert repo.markers == []


async def test_a_worktree_is_added_empty_and_filled_by_a_call_of_its_own(git, tmp_path):
    # The filter exists for the new worktree alone, so no list made before could name it.
    include = [["includeIf.gitdir:**/worktrees/**.path", "{top}/inc"]]
    text = '[filter "w"]\n\tsmudge = {prog}\n\tclean = {prog}\n'
    repo = make(tmp_path, config=include, include=text, info_attributes="* filter=w\n")
    added = repo.top / "added"

    await git.text(repo.path, "worktree", "add", "-q", "-b", "child", str(added))
    assert [path.name for path in added.iterdir()] == [".git"]
    await git.text(added, "checkout", "-q", "-f", "child")

    assert (added / "a.txt").read_text() == "main 2\n"
    assert find_place(added).is_linked
    assert find_place(added).common == repo.path / ".git"
    assert repo.markers == []


async def test_a_merge_goes_by_gits_own_driver_and_can_be_undone(git, tmp_path):
    repo = make(tmp_path, **ALL_TRAPS)
    await git.text(repo.path, "checkout", "-q", "-f", "main")

    merged = await git.run(repo.path, "merge", "-q", "--no-edit", "other")
    assert "<<<<<<<" in (repo.path / "a.txt").read_text()
    await git.text(repo.path, "merge", "--abort")

    assert merged.returncode == 1
    assert (repo.path / "a.txt").read_text() == "main 2\n"
    assert repo.markers == []


async def test_a_folder_that_is_no_repository_is_refused_even_inside_one(git, tmp_path):
    repo = make(tmp_path, bare_inside=True)
    (repo.path / "plain").mkdir()
    for folder in (repo.path / "plain", repo.path / "sub", tmp_path):
        with pytest.raises(GitRefused, match="is not the top folder"):
            await git.run(folder, "status")

    assert await git.hooks_folder(repo.path / "plain") is None
    assert repo.markers == []


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="gives a file to another user")
async def test_a_repository_of_another_user_is_refused_unless_the_user_says_it_is_safe(git, tmp_path):
    repo = make(tmp_path)
    os.chown(repo.path / ".git", 65534, 65534)
    with pytest.raises(GitRefused, match="another user"):
        await git.run(repo.path, "status")

    (tmp_path / "home" / ".gitconfig").write_text(f"[safe]\n\tdirectory = {repo.path}\n")

    assert "new.txt" in await git.text(repo.path, "status")


async def test_a_git_that_is_too_old_is_refused(tmp_path):
    repo = make(tmp_path)
    old = tmp_path / "old-git"
    old.write_text("#!/bin/sh\necho git version 2.30.9\n")
    old.chmod(0o755)
    (tmp_path / "no-hooks").mkdir()

    with pytest.raises(GitRefused, match="git is older"):
        await Git(os.environ, tmp_path / "no-hooks", str(old)).run(repo.path, "status")
