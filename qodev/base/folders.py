"""Knows a folder again: by its path, its device and its inode."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from qodev.base.errors import ProcessError
from qodev.base.text import show_hidden

_HAS_PROC = Path("/proc/self/fd").is_dir()


@dataclass(frozen=True, slots=True)
class FolderIdentity:
    """A resolved folder by path, device and inode (S68)."""

    path: str
    device: int
    inode: int

    @classmethod
    def of(cls, folder: Path) -> "FolderIdentity":
        """Returns the identity of a folder that is no link; raises OSError."""
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode):
            raise NotADirectoryError(str(folder))
        return cls(str(folder), found.st_dev, found.st_ino)

    def is_there(self) -> bool:
        """Tells whether this very folder is still at its path."""
        try:
            return FolderIdentity.of(Path(self.path)) == self
        except OSError:
            return False

    @contextmanager
    def entered(self) -> Iterator[Path]:
        """Gives a path that leads to this very folder while the block lasts, whatever is put in its place (S121).

        Raises ProcessError when the folder is gone or another one has its path. Where the system cannot name an open
        folder, the path is the folder's own, checked right before.
        """
        shown = show_hidden(self.path)
        try:
            handle = os.open(self.path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0))
        except OSError as fault:
            if os.name == "nt" and self.is_there():  # Windows opens no folder this way
                yield Path(self.path)
                return
            raise ProcessError(f"The folder `{shown}` is not there.", "Choose a folder that exists.") from fault
        try:
            found = os.fstat(handle)
            if (found.st_dev, found.st_ino) != (self.device, self.inode):
                raise ProcessError(f"`{shown}` is another folder than before.", "Open it again, and look at it.")
            yield Path(f"/proc/self/fd/{handle}") if _HAS_PROC else Path(self.path)
        finally:
            os.close(handle)
