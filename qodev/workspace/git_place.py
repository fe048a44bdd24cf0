"""Finds the repository that belongs to a folder without asking git, which would look in the folders above too (S137)."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.files import read_bounded
from qodev.base.text import show_hidden

_POINTER_BYTES = 4096
_POINTER = b"gitdir: "


class GitRefused(UserFacingError):
    """A folder in which git is not called: it is no repository, or not the user's own (S143)."""


@dataclass(frozen=True, slots=True)
class GitPlace:
    """Where a repository lies: `folder` is the checkout, `git_dir` its own git folder, `common` the shared one."""

    folder: Path
    git_dir: Path
    common: Path
    is_own: bool  # all of it belongs to the user who runs qodev

    @property
    def is_linked(self) -> bool:
        """Tells whether it is a worktree beside a main checkout."""
        return self.git_dir != self.common


def find_place(root: Path) -> GitPlace:
    """Returns the place of the repository whose top folder is `root`, a resolved path. Blocking; raises GitRefused."""
    shown = show_hidden(str(root))
    entry = root / ".git"
    try:
        git_dir = _follow(entry) if entry.is_file() else Path(os.path.realpath(entry, strict=True))
        common = git_dir / _first_line(git_dir / "commondir") if (git_dir / "commondir").is_file() else git_dir
        common = Path(os.path.realpath(common, strict=True))
        is_own = all(_is_own(path) for path in {root, entry, git_dir, common})
    except (OSError, ValueError) as fault:
        raise GitRefused(f"`{shown}` is not the top folder of a git repository.", "Run `git init` there.") from fault
    if not (common / "objects").is_dir():
        raise GitRefused(f"`{shown}` is not the top folder of a git repository.", "Run `git init` there.")
    return GitPlace(root, git_dir, common, is_own)


def _follow(pointer: Path) -> Path:
    """Returns the folder that the file `.git` of a worktree names."""
    line = read_bounded(pointer, _POINTER_BYTES).rstrip(b"\r\n")
    if not line.startswith(_POINTER):
        raise ValueError(line)
    return Path(os.path.realpath(pointer.parent / os.fsdecode(line.removeprefix(_POINTER)), strict=True))


def _first_line(file: Path) -> str:
    return os.fsdecode(read_bounded(file, _POINTER_BYTES).rstrip(b"\r\n"))


def _is_own(path: Path) -> bool:
    if os.name == "nt":  # owners are lists of rights there; git's own check is left to git
        return True
    found = path.lstat()
    return found.st_uid == os.geteuid() or stat.S_ISLNK(found.st_mode)
