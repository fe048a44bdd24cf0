"""Tells the processes of one data folder apart: only one that is alone may call another's turns interrupted (S165)."""

import os
from pathlib import Path

from qodev.base.locks import InstanceLock


class ProcessClaim:
    """A lock file of this process beside those of others; held while the database is in use."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock: InstanceLock | None = None

    def enter(self) -> bool:
        """Claims the folder and returns whether no other living process has; files of dead ones are removed.

        Raises OSError when the folder cannot be written.
        """
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = self._folder / f"{os.getpid()}.lock"
        self._lock = InstanceLock(own)
        self._lock.acquire()
        others = [path for path in self._folder.glob("*.lock") if path != own]
        return not [path for path in others if _is_alive(path)]

    def leave(self) -> None:
        """Gives the claim back."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
            (self._folder / f"{os.getpid()}.lock").unlink(missing_ok=True)


def _is_alive(path: Path) -> bool:
    lock = InstanceLock(path)
    if lock.acquire() is not None:
        return True
    lock.release()
    path.unlink(missing_ok=True)
    return False
