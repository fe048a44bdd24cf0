"""Says what a contained command may write, must not change, and does not see (S42)."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

GIT_PROTECTED = ("config", "config.worktree", "hooks", "info")
COMMON_PROTECTED = ("config", "hooks", "info", "HEAD", "index")
_HIDDEN = (
    *(".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".netrc", ".config/gh", ".config/gcloud"),
    *(".mozilla", ".config/google-chrome", ".config/chromium"),
)


@dataclass(frozen=True, slots=True)
class Box:
    """The limits of one project's contained commands; all paths are resolved."""

    project: Path
    cache: Path  # private to the project's contained commands
    home: Path
    own: tuple[Path, ...]  # folders of qodev that commands must not see
    steering: tuple[str, ...]  # names of steering folders, relative to the project with `/` (S56)
    allows_network: bool = False
    common_git: Path | None = None  # of a child: the git folder that it shares with the main checkout

    @property
    def writable(self) -> tuple[Path, ...]:
        """Returns the folders that a command may write in, but for what `protected` names."""
        return tuple(path for path in (self.project, self.cache, self.common_git) if path is not None)

    @property
    def protected(self) -> tuple[Path, ...]:
        """Returns what stays as it is inside of the writable folders, whether it is there or not."""
        git = self.project / ".git"
        found = [git / name for name in GIT_PROTECTED] if not git.is_file() else [git]
        found += [self.project / name for name in self.steering]
        if self.common_git is not None:
            found += [self.common_git / name for name in COMMON_PROTECTED]
        return tuple(dict.fromkeys(found))

    @property
    def hidden(self) -> tuple[Path, ...]:
        """Returns the folders and files that hold keys or belong to qodev, whether they are there or not."""
        return tuple(dict.fromkeys((*(self.home / name for name in _HIDDEN), *self.own)))

    def held(self) -> Iterator[Path]:
        """Yields folders between a writable one and what is protected in it, outermost first, each once.

        As places of their own they cannot be renamed, which would carry the protection away with them. Blocking.
        """
        seen: set[Path] = set()
        for path in self.protected:
            top = next((folder for folder in self.writable if path.is_relative_to(folder)), path.parent)
            for parent in reversed(path.parents):
                if parent != top and parent.is_relative_to(top) and parent not in seen and _is_own_folder(parent):
                    seen.add(parent)
                    yield parent


def _is_own_folder(path: Path) -> bool:
    return path.is_dir() and Path(os.path.realpath(path)) == path
