"""Lists the names that steer agents or git in a folder, so that a new one is noticed after a command ran (S46)."""

from pathlib import Path

from qodev.base.nofollow import OpenedFolder, open_folder
from qodev.workspace.spelling import STEERING_FOLDERS
from qodev.workspace.steering import INSTRUCTION_FILES

_GIT_FILES = ("config", "config.worktree")
_GIT_FOLDERS = ("hooks", "info")
_NAMES_MOST = 2_000
_DEPTH_MOST = 8


def steering_names(root: Path, hooks_folder: str | None = None) -> frozenset[str]:
    """Returns the paths of what exists, relative to the folder with `/`; links are named, not followed. Blocking.

    `hooks_folder` is where the repository's `core.hooksPath` points, relative to the folder.
    """
    found: set[str] = set()
    for place in (*STEERING_FOLDERS, *((hooks_folder,) if hooks_folder else ())):
        _collect(root, tuple(part for part in place.split("/") if part), found)
    for folder in _GIT_FOLDERS:
        _collect(root, (".git", folder), found)
    found.update(name for name in INSTRUCTION_FILES if _exists(root, (), name))
    found.update(f".git/{name}" for name in _GIT_FILES if _exists(root, (".git",), name))
    return frozenset(found)


def _exists(root: Path, parts: tuple[str, ...], name: str) -> bool:
    try:
        with open_folder(root, *parts) as folder:
            return folder.exists(name)
    except OSError:
        return False


def _collect(root: Path, parts: tuple[str, ...], found: set[str]) -> None:
    *above, last = parts
    try:
        with open_folder(root, *above) as parent:
            if not parent.exists(last):
                return
            if not parent.is_folder(last):
                found.add("/".join(parts))  # a file or a link in the folder's place
                return
            with parent.child(last) as folder:
                _names(folder, "/".join(parts), found, _DEPTH_MOST)
    except OSError:
        return


def _names(folder: OpenedFolder, prefix: str, found: set[str], depth: int) -> None:
    for name in sorted(folder.names()):
        if len(found) >= _NAMES_MOST:
            return
        path = f"{prefix}/{name}"
        if folder.is_folder(name) and depth:
            try:
                with folder.child(name) as below:
                    _names(below, path, found, depth - 1)
            except OSError:
                found.add(path)
        else:
            found.add(path)
