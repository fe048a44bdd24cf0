"""Opens folders and files step by step without following a link, and reads from the handle that was checked (P54 to P56).

Where the system knows `dir_fd` (Linux, macOS) each step is an open relative to the last one, so that nobody can swap a
folder between check and read. On Windows each path is looked at before it is opened, which leaves a moment for a swap.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

_HAS_HANDLES = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW") and hasattr(os, "O_DIRECTORY")
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_FILE = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class LinkFault(OSError):
    """A link stands where a folder or a file of its own was expected; `filename` is its path."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.ELOOP, "is a link", str(path))


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """What was read from one handle: its bytes, and what the system said of the file as it was opened."""

    content: bytes
    status: os.stat_result

    @property
    def links(self) -> int:
        """Returns how many names the file has."""
        return self.status.st_nlink


class OpenedFolder(AbstractContextManager["OpenedFolder"]):
    """A folder that was reached without a link; names below it are opened relative to it."""

    def __init__(self, path: Path, handle: int | None, name: str = "") -> None:
        self._above = path
        self._name = name
        self._handle = handle

    @property
    def path(self) -> Path:
        """Returns where it was reached; joined when somebody asks, since walks open thousands."""
        return self._above / self._name if self._name else self._above

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._handle is not None:
            os.close(self._handle)

    @property
    def handle(self) -> int | None:
        """Returns the open handle, None where the system has none for folders."""
        return self._handle

    def exists(self, name: str) -> bool:
        """Tells whether there is anything of that name, a link that leads nowhere too."""
        return self._look(name) is not None

    def names(self) -> list[str]:
        """Returns the names in the folder, in no order."""
        return os.listdir(self._handle if self._handle is not None else self.path)  # noqa: PTH208  by its handle

    def entries(self) -> "list[os.DirEntry[str]]":
        """Returns what is in the folder with its kind, in no order."""
        with os.scandir(self._handle if self._handle is not None else self.path) as found:
            return list(found)

    def is_folder(self, name: str) -> bool:
        """Tells whether a name is a folder itself, not a link to one."""
        found = self._look(name)
        return found is not None and stat.S_ISDIR(found.st_mode) and not _is_junction(self.path / name)

    def is_link(self, name: str) -> bool:
        """Tells whether a name is a link; what cannot be looked at counts as one (P55)."""
        found = self._look(name)
        return found is None or stat.S_ISLNK(found.st_mode) or _is_junction(self.path / name)

    def _look(self, name: str) -> os.stat_result | None:
        try:
            if self._handle is None:
                return (self.path / name).lstat()
            return os.stat(name, dir_fd=self._handle, follow_symlinks=False)
        except OSError:
            return None

    def child(self, name: str) -> "OpenedFolder":
        """Opens a folder in it; raises LinkFault for a link, FileNotFoundError, NotADirectoryError, OSError."""
        if self._handle is None:
            return _open_by_path(self.path / name)
        try:
            return OpenedFolder(self._above, os.open(name, _FOLDER, dir_fd=self._handle), self._below(name))
        except OSError as fault:
            if fault.errno in (errno.ELOOP, errno.ENOTDIR, errno.EMLINK) and self.is_link(name):
                raise LinkFault(self.path / name) from fault
            raise

    def _below(self, name: str) -> str:
        return f"{self._name}/{name}" if self._name else name

    def read(self, name: str, limit_bytes: int) -> OpenedFile:
        """Reads a regular file, at most one byte more than the limit.

        Raises LinkFault for a link, OSError with EINVAL for what is no regular file, and OSError.
        """
        path = self.path / name
        if self._handle is None and self.is_link(name):
            raise LinkFault(path)
        try:
            handle = os.open(path if self._handle is None else name, _FILE, dir_fd=self._handle)
        except OSError as fault:
            if fault.errno in (errno.ELOOP, errno.EMLINK):
                raise LinkFault(path) from fault
            raise
        with os.fdopen(handle, "rb") as stream:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode):
                raise OSError(errno.EINVAL, "is not a regular file", str(path))
            return OpenedFile(stream.read(limit_bytes + 1), found)


def _is_junction(path: Path) -> bool:
    """Tells whether a folder of Windows is a junction, which `lstat` does not call a link (Python 3.12 has `isjunction`)."""
    if os.name != "nt":
        return False
    try:
        attributes = getattr(path.lstat(), "st_file_attributes", 0)
    except OSError:
        return True
    return bool(attributes & getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0x400))


def _open_by_path(path: Path) -> OpenedFolder:
    if path.is_symlink() or _is_junction(path):
        raise LinkFault(path)
    if not stat.S_ISDIR(path.lstat().st_mode):
        raise NotADirectoryError(errno.ENOTDIR, "is not a folder", str(path))
    return OpenedFolder(path, None)


@contextmanager
def open_folder(root: Path, *parts: str, checks_ancestors: bool = False) -> Iterator[OpenedFolder]:
    """Opens `root` and then each part below it without following a link.

    With `checks_ancestors` no folder above the root may be a link either; else the root is taken as it resolves.
    Raises LinkFault, FileNotFoundError, OSError.
    """
    start, names = (Path(root.anchor), (*root.parts[1:], *parts)) if checks_ancestors else (root, parts)
    with ExitStack() as opened:
        folder = opened.enter_context(_open_root(start))
        for name in names:
            folder = opened.enter_context(folder.child(name))
        yield folder


@contextmanager
def open_known_folder(root: Path, device: int, inode: int) -> Iterator[OpenedFolder]:
    """Opens a folder that was seen before; raises FileNotFoundError when another one took its place, and OSError (S60)."""
    with _open_root(root) as folder:
        found = root.stat() if folder.handle is None else os.fstat(folder.handle)
        if (found.st_dev, found.st_ino) != (device, inode):
            raise FileNotFoundError(errno.ENOENT, "was replaced by another folder", str(root))
        yield folder


def _open_root(root: Path) -> OpenedFolder:
    if not _HAS_HANDLES:
        if not root.is_dir():
            raise FileNotFoundError(errno.ENOENT, "is no folder", str(root))
        return OpenedFolder(root, None)
    return OpenedFolder(root, os.open(root, _FOLDER & ~os.O_NOFOLLOW))
