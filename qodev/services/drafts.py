"""Keeps unsaved texts of documents on disk, so that a killed program loses none of them (U5)."""

import contextlib
import errno
import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from qodev.base.files import atomic_write, move_new, read_bounded
from qodev.base.ids import new_id
from qodev.base.locks import InstanceLock

_LIMIT_BYTES = 16 * 1024 * 1024  # a document is at most 1 MiB; JSON may need six bytes for each of them
_LOCK = "owner.lock"
_TRIES = 5


@dataclass(frozen=True, slots=True)
class Draft:
    """Text that was typed over a file with the digest `base`, and never saved."""

    path: str
    text: str
    base: str


class DraftStore:
    """A folder for each running program; those of programs that ended are taken over, each by one other.

    Two programs that edit one file thus keep two drafts. Everything here blocks and raises OSError.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own = folder / new_id("run")
        self._lock = InstanceLock(self._own / _LOCK)
        self._is_entered = False

    def keep(self, draft: Draft) -> None:
        """Writes a draft in the place of the last one of its file; it can be read by its owner alone."""
        content = json.dumps(asdict(draft)).encode()
        self._enter()
        try:
            atomic_write(self._own / _name_of(draft.path), content, keep_mode=False)
        except FileNotFoundError:  # somebody cleaned the folder up while it was still empty
            self._is_entered = False
            self._enter()
            atomic_write(self._own / _name_of(draft.path), content, keep_mode=False)

    def drop(self, path: str) -> None:
        """Removes the draft of a file, if there is one."""
        (self._own / _name_of(path)).unlink(missing_ok=True)

    def find(self, path: str) -> Draft | None:
        """Returns the draft of a file, taking it over from a program that ended."""
        self._take_over(_name_of(path))
        return _read(self._own / _name_of(path))

    def all(self) -> tuple[Draft, ...]:
        """Returns every draft of this program and of those that ended, by path."""
        self._take_over("*.json")
        found = (_read(file) for file in self._own.glob("*.json"))
        return tuple(sorted((draft for draft in found if draft is not None), key=lambda draft: draft.path))

    def leave(self) -> None:
        """Gives the folder up; drafts in it wait for the next program."""
        if self._is_entered:
            _remove_empty(self._own)
            self._lock.release()
            self._is_entered = False

    def _enter(self) -> None:
        for _ in range(_TRIES + 1):
            if self._is_entered:
                return
            self._own = self._folder / new_id("run")
            self._own.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = InstanceLock(self._own / _LOCK)
            with contextlib.suppress(FileNotFoundError):  # as above: another name is as good
                self._is_entered = self._lock.acquire() is None
        raise OSError(errno.EAGAIN, "no folder for drafts can be claimed", str(self._folder))

    def _take_over(self, pattern: str) -> None:
        for folder in self._abandoned():
            for file in sorted(folder.glob(pattern)):
                self._enter()
                # A second draft of one file stays where it is until the first one is saved or dropped.
                with contextlib.suppress(FileExistsError):
                    move_new(file, self._own / file.name)

    def _abandoned(self) -> Iterator[Path]:
        """Yields the folders of programs that ended, newest first, each locked while it is used."""
        for folder in sorted(self._folder.glob("run_*"), reverse=True):
            if folder == self._own:
                continue
            lock = InstanceLock(folder / _LOCK)
            try:
                is_free = lock.acquire() is None
            except OSError:
                continue
            if is_free:
                try:
                    yield folder
                    _remove_empty(folder)
                finally:
                    lock.release()


def _name_of(path: str) -> str:
    return f"{hashlib.sha256(path.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.json"


def _read(file: Path) -> Draft | None:
    try:
        held = json.loads(read_bounded(file, _LIMIT_BYTES))
        return Draft(str(held["path"]), str(held["text"]), str(held["base"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _remove_empty(folder: Path) -> None:
    if not any(folder.glob("*.json")):
        with contextlib.suppress(OSError):
            for unfinished in folder.glob(".*"):  # its owner was killed while it wrote
                unfinished.unlink(missing_ok=True)
            (folder / _LOCK).unlink(missing_ok=True)
            folder.rmdir()
