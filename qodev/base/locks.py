"""Lets one process at a time own something, through a lock file that a dead owner does not keep (S165)."""

import errno
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_PAUSE_S = 0.02
_UNSUPPORTED = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL}


@dataclass(frozen=True, slots=True)
class LockOwner:
    """Who holds a lock; `started` tells a process from a later one of the same number, "" where it is unknown."""

    pid: int
    started: str


def start_of(pid: int) -> str | None:
    """Returns when a process began, None when there is none of that number, "" when the system does not tell."""
    if os.name == "nt":
        return None  # os.kill ends processes there; the system's own lock decides alone
    if Path("/proc/self/stat").exists():
        return _start_in_proc(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        return ""
    return ""


def _start_in_proc(pid: int) -> str | None:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return None
    return stat.rpartition(")")[2].split()[19]  # field 22: ticks since the machine started


class InstanceLock:
    """A lock file with the owner's number and start.

    The system's lock on the open file decides, and it ends with its process. Where a file system has none, the
    owner's number and start decide.
    """

    def __init__(self, path: Path, *, starts: Callable[[int], str | None] = start_of) -> None:
        self._path = path
        self._starts = starts
        self._handle: int | None = None

    def acquire(self) -> LockOwner | None:
        """Takes the lock and returns None, or returns who has it. Raises OSError."""
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            owner = self._owner(handle)
            if owner is not None:
                os.close(handle)
                return owner
            self._sign(handle)
        except BaseException:
            os.close(handle)
            raise
        self._handle = handle
        return None

    def release(self) -> None:
        """Gives the lock back; without it nothing happens. The file stays: removing it would race with a new owner."""
        if self._handle is not None:
            os.ftruncate(self._handle, 0)
            os.close(self._handle)
            self._handle = None

    def _owner(self, handle: int) -> LockOwner | None:
        try:
            is_free = _try_lock(handle)
        except OSError as fault:
            if fault.errno not in _UNSUPPORTED:
                raise
            owner = _read_owner(handle)
            return owner if owner is not None and self._lives(owner) else None
        return None if is_free else _read_owner(handle) or LockOwner(0, "")

    def _lives(self, owner: LockOwner) -> bool:
        started = self._starts(owner.pid)
        return started is not None and (started == owner.started or "" in (started, owner.started))

    def _sign(self, handle: int) -> None:
        pid = os.getpid()
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, json.dumps({"pid": pid, "started": self._starts(pid) or ""}).encode())


def _read_owner(handle: int) -> LockOwner | None:
    os.lseek(handle, 0, os.SEEK_SET)
    try:
        held = json.loads(os.read(handle, 4096))
        return LockOwner(int(held["pid"]), str(held["started"]))
    except (ValueError, KeyError, TypeError, OSError):
        return None  # its owner is just writing it


def _try_lock(handle: int) -> bool:
    if sys.platform == "win32":
        import msvcrt  # there is none elsewhere

        os.lseek(handle, 1 << 20, os.SEEK_SET)  # far behind the text, which others must be able to read
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl  # there is none on Windows

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def held(path: Path, limit_s: float = 5.0) -> Iterator[None]:
    """Holds a lock file while the body reads, changes and writes something that other processes write too.

    Blocking. Raises TimeoutError when another process keeps it for `limit_s`, and OSError.
    """
    lock = InstanceLock(path)
    waiting = threading.Event()
    for _ in range(max(1, round(limit_s / _PAUSE_S))):
        if lock.acquire() is None:
            break
        waiting.wait(_PAUSE_S)
    else:
        raise TimeoutError(errno.ETIMEDOUT, "another program keeps its lock", str(path))
    try:
        yield
    finally:
        lock.release()
