"""Makes repositories whose own settings, hooks and attributes want to start programs (S199); each one leaves a marker."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# The marker names what asked for it. Filters and drivers expect their input back.
_PROGRAM = """#!/bin/sh
: > "{marks}/$(basename "$0").$$"
cat 2>/dev/null
exit 0
"""
_QUIET = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
}
_SIGNATURE = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQEzBAABCAAdFiEE\n =AbCd\n -----END PGP SIGNATURE-----\n"
HOOKS = ("post-checkout", "pre-commit", "post-commit", "post-index-change", "reference-transaction", "post-merge")
"""Hooks that plain git starts in ordinary work."""


@dataclass(frozen=True, slots=True)
class HostileRepo:
    """A repository in `top/repo`, with its program and the folder of the markers beside it."""

    top: Path

    @property
    def path(self) -> Path:
        """Returns the checkout."""
        return self.top / "repo"

    @property
    def markers(self) -> list[str]:
        """Returns the markers that programs left."""
        return sorted(path.name for path in (self.top / "marks").iterdir())

    def git(self, *args: str, check: bool = True, given: str = "") -> str:
        """Runs plain git, as it runs outside of qodev."""
        env = {"PATH": os.environ["PATH"], "HOME": str(self.top / "home"), **_QUIET}
        done = subprocess.run(
            ["git", *args], cwd=self.path, env=env, check=check, capture_output=True, text=True, input=given
        )
        return done.stdout

    def write_program(self, place: Path) -> None:
        """Writes the program that leaves a marker."""
        place.write_text(_PROGRAM.format(marks=self.top / "marks"))
        place.chmod(0o755)


def make_hostile_repo(top: Path, wanted: Mapping[str, Any]) -> HostileRepo:
    """Makes a repository: two commits on main, one on `other`, all change `a.txt`, and a dirty tree.

    `wanted` is what the case files of security name `repo`.
    """
    made = HostileRepo(top.resolve())
    for folder in ("repo", "marks", "home"):
        (made.top / folder).mkdir()
    made.write_program(made.top / "prog")
    _make_history(made)
    if wanted.get("signed"):
        _sign_head(made)
    if wanted.get("missing_blob"):
        blob = made.git("rev-parse", "HEAD~1:a.txt").strip()
        (made.path / ".git/objects" / blob[:2] / blob[2:]).unlink()
    if wanted.get("bare_inside"):
        _put_bare_inside(made)
    (made.path / "a.txt").write_text("dirty\n")
    (made.path / "new.txt").write_text("untracked\n")
    _set_traps(made, wanted)
    return made


def _make_history(made: HostileRepo) -> None:
    made.git("init", "-q", "-b", "main")
    made.git("config", "user.name", "Tester")
    made.git("config", "user.email", "tester@example.invalid")
    for number in (1, 2):
        (made.path / "a.txt").write_text(f"main {number}\n")
        (made.path / "b.txt").write_text("same\n")
        made.git("add", ".")
        made.git("commit", "-q", "-m", f"main {number}")
    made.git("checkout", "-q", "-b", "other", "HEAD~1")
    (made.path / "a.txt").write_text("other\n")
    made.git("commit", "-q", "-a", "-m", "other")
    made.git("checkout", "-q", "main")


def _sign_head(made: HostileRepo) -> None:
    head, text = made.git("cat-file", "commit", "HEAD").split("\n\n", 1)
    signed = f"{head}\n{_SIGNATURE}\n{text}"
    commit = made.git("hash-object", "-t", "commit", "-w", "--stdin", given=signed).strip()
    made.git("update-ref", "HEAD", commit)


def _put_bare_inside(made: HostileRepo) -> None:
    bare = made.path / "sub"
    made.git("init", "-q", "--bare", str(bare))
    with (bare / "config").open("a") as file:
        file.write(f"[core]\n\tbare = false\n\tworktree = ..\n\tfsmonitor = {made.top / 'prog'}\n")
    shutil.copy(made.path / ".git/index", bare / "index")


def _set_traps(made: HostileRepo, wanted: Mapping[str, Any]) -> None:
    names = {"{prog}": str(made.top / "prog"), "{top}": str(made.top), "{repo}": str(made.path)}
    git_dir = made.path / ".git"
    for hook in wanted.get("hooks", ()):
        made.write_program(git_dir / "hooks" / hook)
    if "info_attributes" in wanted:
        (git_dir / "info").mkdir(exist_ok=True)
        (git_dir / "info/attributes").write_text(wanted["info_attributes"])
    if "include" in wanted:
        (made.top / "inc").write_text(_filled(wanted["include"], names))
    _write_settings(git_dir / "config", wanted.get("config", ()), names)
    if "worktree_config" in wanted:
        _write_settings(git_dir / "config", [["extensions.worktreeConfig", "true"]], names)
        _write_settings(git_dir / "config.worktree", wanted["worktree_config"], names)


def _write_settings(file: Path, settings: Sequence[Sequence[str]], names: Mapping[str, str]) -> None:
    """Writes settings as text, since git itself would refuse some of them."""
    with file.open("a") as stream:
        for name, value in settings:
            section, _, rest = name.partition(".")
            owner, _, key = rest.rpartition(".")
            head = f'[{section} "{owner}"]' if owner else f"[{section}]"
            stream.write(f'{head}\n\t{key} = "{_filled(value, names)}"\n')


def _filled(text: str, names: Mapping[str, str]) -> str:
    for name, value in names.items():
        text = text.replace(name, value)
    return text
