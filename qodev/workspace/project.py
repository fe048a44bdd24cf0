"""A project's folder: known by device and inode, and the one place where a tool's path becomes a real one (S49 to S63)."""

import errno
import os
import stat
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from qodev.base.filenames import folded_name, is_secret_name
from qodev.types.files import PathRefused, ProjectPath
from qodev.workspace.spelling import (
    INSIDE_GIT,
    LEADS_OUT,
    NAMES_PROJECT,
    NEVER_READ,
    Segment,
    is_steering,
    read_spelling,
)


@dataclass(frozen=True, slots=True)
class ProjectRoot:
    """A resolved folder; `open` makes one. A folder that took its place later is not it (S60)."""

    path: Path
    device: int
    inode: int
    folds_case: bool  # names that differ by case are one file here
    hooks_folder: str | None = None  # `core.hooksPath` of the repository, where it lies inside
    hides_hooks: bool = False  # where its hooks lie could not be read, so any file may be one

    @classmethod
    def open(cls, folder: Path, *, hooks_folder: str | None = None) -> "ProjectRoot":
        """Resolves the folder once; raises OSError when it is not there or no folder. Blocking."""
        resolved = Path(os.path.realpath(folder, strict=True))
        found = resolved.stat()
        if not stat.S_ISDIR(found.st_mode):
            raise NotADirectoryError(errno.ENOTDIR, "is no folder", str(resolved))
        inside = _inside(resolved, hooks_folder)
        return cls(resolved, found.st_dev, found.st_ino, probe_folding(resolved), inside)

    def with_hooks(self, hooks_folder: str | None) -> "ProjectRoot":
        """Returns the same folder with the place of the repository's hooks, as its settings write it."""
        return replace(self, hooks_folder=_inside(self.path, hooks_folder))

    def is_there(self) -> bool:
        """Tells whether the folder is still the one that was opened. Blocking."""
        try:
            found = self.path.lstat()
        except OSError:
            return False
        return (found.st_dev, found.st_ino) == (self.device, self.inode)

    def resolve(self, argument: str, *, is_windows: bool = os.name == "nt") -> ProjectPath:
        """Returns where an edit tool's path leads; raises PathRefused. Blocking."""
        if not self.is_there():
            raise PathRefused("the project's folder is gone or was replaced")
        names = self._without_backs(read_spelling(argument, is_windows=is_windows))
        if not names:
            raise PathRefused(NAMES_PROJECT)
        parent, exists_to = self._real_parent(names[:-1])
        real = PurePosixPath(parent.relative_to(self.path).as_posix(), *names[len(exists_to) : -1], names[-1])
        self._check_git(real)
        target = self.path / real
        exists = _check_final(target, is_complete=len(exists_to) == len(names) - 1)
        given = "/".join(names)
        steering = (
            self.hides_hooks or is_steering(given, self.hooks_folder) or is_steering(str(real), self.hooks_folder)
        )
        is_other = _look_at(parent).st_dev != self.device
        return ProjectPath(given, str(real), target, exists, steering, is_other)

    def resolve_read(self, argument: str, *, is_windows: bool = os.name == "nt") -> ProjectPath:
        """Returns where a reading tool's path leads; links are followed inside the project (P178). Raises PathRefused.

        An empty path is the project itself. What is not there is returned all the same, so that rules about it speak
        first. Blocking.
        """
        if not self.is_there():
            raise PathRefused("the project's folder is gone or was replaced")
        names = self._without_backs(read_spelling(argument, is_windows=is_windows)) if argument.strip() else []
        try:
            resolved = Path(os.path.realpath(self.path.joinpath(*names), strict=True))
        except FileNotFoundError:
            return self._missing(names)
        except OSError as fault:
            raise PathRefused(f"`{'/'.join(names)}` cannot be followed") from fault
        if resolved != self.path and self.path not in resolved.parents:
            raise PathRefused(f"`{'/'.join(names)}` leads out of the project")
        real = PurePosixPath(resolved.relative_to(self.path).as_posix())
        self._check_git(real)
        if any(is_secret_name(part) for part in (*real.parts, *names)):
            raise PathRefused(NEVER_READ)
        found = _look_at(resolved)
        if stat.S_ISREG(found.st_mode) and found.st_nlink > 1:
            raise PathRefused(f"`{resolved.name}` has several hard links")
        given = "/".join(names)
        return ProjectPath(given, str(real), resolved, exists=True, is_steering=False)

    def _missing(self, names: list[str]) -> ProjectPath:
        parent, exists_to = self._real_parent(names[:-1])
        real = PurePosixPath(parent.relative_to(self.path).as_posix(), *names[len(exists_to) :])
        self._check_git(real)
        if any(is_secret_name(part) for part in (*real.parts, *names)):
            raise PathRefused(NEVER_READ)
        return ProjectPath("/".join(names), str(real), self.path / real, exists=False, is_steering=False)

    def _without_backs(self, segments: tuple[Segment, ...]) -> list[str]:
        """Resolves `..` by the letters; a `..` that takes back a link has two meanings and is refused."""
        names: list[str] = []
        for segment in segments:
            if not segment.is_back:
                names.append(segment.name)
            elif not names:
                raise PathRefused(LEADS_OUT)
            elif self.path.joinpath(*names).is_symlink():
                raise PathRefused(f"`..` after the link `{'/'.join(names)}` could mean two places")
            else:
                names.pop()
        return names

    def _real_parent(self, names: list[str]) -> tuple[Path, list[str]]:
        """Returns the real path of the deepest folder that exists, and the names up to it."""
        for count in range(len(names), -1, -1):
            lexical = self.path.joinpath(*names[:count])
            try:
                resolved = Path(os.path.realpath(lexical, strict=True))
            except FileNotFoundError:
                if lexical.is_symlink():
                    raise PathRefused(f"the link `{'/'.join(names[:count])}` leads nowhere") from None
                continue
            except OSError as fault:
                raise PathRefused(f"`{'/'.join(names[:count])}` cannot be followed") from fault
            if not resolved.is_dir():
                raise PathRefused(f"`{'/'.join(names[:count])}` is a file, no folder")
            if resolved != self.path and self.path not in resolved.parents:
                raise PathRefused(f"`{'/'.join(names[:count])}` leads out of the project")
            return resolved, names[:count]
        raise PathRefused("the project's folder is gone")

    def _check_git(self, real: PurePosixPath) -> None:
        if any(folded_name(part) == ".git" for part in real.parts):
            raise PathRefused(INSIDE_GIT)


def _check_final(target: Path, *, is_complete: bool) -> bool:
    """Tells whether the file exists; raises PathRefused for all but a regular file with one name (S53)."""
    if not is_complete:
        return False
    try:
        found = target.lstat()
    except FileNotFoundError:
        return False
    except OSError as fault:
        raise PathRefused(f"`{target.name}` cannot be looked at") from fault
    if stat.S_ISLNK(found.st_mode):
        raise PathRefused(f"`{target.name}` is a link to `{_link_target(target)}`")
    if not stat.S_ISREG(found.st_mode):
        raise PathRefused(f"`{target.name}` is no regular file")
    if found.st_nlink > 1:
        raise PathRefused(f"`{target.name}` has several hard links")
    return True


def _look_at(path: Path) -> os.stat_result:
    try:
        return path.stat()
    except OSError as fault:
        raise PathRefused(f"`{path.name}` changed while it was looked at") from fault


def _link_target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:
        return "an unknown place"


def _inside(root: Path, hooks_folder: str | None) -> str | None:
    """Returns the hooks folder relative to the root, None where it lies elsewhere."""
    if not hooks_folder:
        return None
    place = Path(os.path.normpath(root / Path(hooks_folder).expanduser()))
    return place.relative_to(root).as_posix() if root in place.parents else None


def probe_folding(root: Path) -> bool:
    """Tells whether names that differ by case are one file: an existing name is asked for with its case flipped (P110)."""
    for candidate in (root, *_some_names(root)):
        flipped = candidate.parent / candidate.name.swapcase()
        if flipped.name == candidate.name:
            continue
        try:
            other, own = flipped.stat(), candidate.stat()
        except OSError:
            return False
        return (other.st_dev, other.st_ino) == (own.st_dev, own.st_ino)
    return os.name == "nt"


def _some_names(root: Path) -> list[Path]:
    try:
        with os.scandir(root) as entries:
            return [root / entry.name for entry, _ in zip(entries, range(16), strict=False)]
    except OSError:
        return []
