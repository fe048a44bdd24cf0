"""Walks through a folder level by level without following a link, within bounds."""

import errno
import os
import threading
import unicodedata
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from qodev.base.filenames import folded_name
from qodev.base.nofollow import OpenedFile, OpenedFolder

# P180: folders of tools and results, which are nobody's text.
SKIPPED_FOLDERS = frozenset(
    {".git", ".vs", ".idea", "bin", "obj", "node_modules", "packages", "dist", "build", "coverage"}
)
_JOINERS = "\u200c\u200d"
_KEPT = 4096


class WalkStopped(Exception):
    """Nobody waits for the walk any more."""


class Entry(NamedTuple):
    """A file, folder or link below the folder that is walked through."""

    path: str  # relative, with `/`
    is_folder: bool = False  # a folder itself, no link to one
    is_link: bool = False
    is_file: bool = False  # a regular file itself

    @property
    def name(self) -> str:
        """Returns the last part of the path."""
        return self.path.rpartition("/")[2]


Sieve = Callable[[str, Sequence[Entry]], Sequence[Entry]]
"""Takes a folder's path, "" or ending in `/`, and its entries, and returns those to keep."""


@dataclass(frozen=True, slots=True)
class Walked:
    """What a walk came to: the upper levels first, each folder's entries by name."""

    entries: tuple[Entry, ...]
    is_cut: bool


def walk_folder(folder: OpenedFolder, *, sieve: Sieve, most: int, stopped: threading.Event) -> Walked:
    """Returns the entries below an open folder; what the sieve leaves out is left out with all in it.

    A folder that cannot be opened, or was swapped for a link meanwhile, stays empty. Blocking; raises WalkStopped, and
    OSError for the folder itself.
    """
    kept = list(_sieved(folder, "", sieve))
    waiting: deque[tuple[str, list[str]]] = deque()
    _queue(waiting, "", kept)
    while waiting and len(kept) <= most:
        parent, paths = waiting.popleft()
        with ExitStack() as opened:
            try:
                holder = _descend(folder, parent, opened)
            except OSError:
                continue
            for path in paths:
                if stopped.is_set():
                    raise WalkStopped
                found = _enter(holder, path, sieve)
                kept += found
                _queue(waiting, f"{path}/", found)
                if len(kept) > most:
                    break
    return Walked(tuple(kept[:most]), len(kept) > most)


def _queue(waiting: deque[tuple[str, list[str]]], prefix: str, found: Sequence[Entry]) -> None:
    below = [entry.path for entry in found if entry.is_folder]
    if below:
        waiting.append((prefix, below))


def _descend(folder: OpenedFolder, path: str, opened: ExitStack) -> OpenedFolder:
    for part in path.split("/")[:-1]:
        folder = opened.enter_context(folder.child(part))
    return folder


def _enter(holder: OpenedFolder, path: str, sieve: Sieve) -> Sequence[Entry]:
    try:
        with holder.child(path.rpartition("/")[2]) as inner:
            return _sieved(inner, f"{path}/", sieve)
    except OSError:
        return ()


def _sieved(folder: OpenedFolder, prefix: str, sieve: Sieve) -> Sequence[Entry]:
    found = folder.entries()
    joined = "".join([entry.name for entry in found])
    if not (joined.isascii() and joined.isprintable()):  # looked at together first: almost every folder is plain
        found = [entry for entry in found if is_nameable(entry.name)]
    found.sort(key=_name_of)
    return sieve(prefix, [_entry(entry, prefix) for entry in found])


_name_of = attrgetter("name")


def _entry(found: "os.DirEntry[str]", prefix: str) -> Entry:
    path = prefix + found.name
    if found.is_file(follow_symlinks=False):
        return Entry(path, False, False, True)  # noqa: FBT003 -- by place: names cost as much as all the rest
    if found.is_dir(follow_symlinks=False):
        return Entry(path, True)  # noqa: FBT003
    return Entry(path, False, found.is_symlink())  # noqa: FBT003


def is_skipped(name: str) -> bool:
    """Tells whether scans leave a folder out (P180)."""
    return name in SKIPPED_FOLDERS or folded_name(name) == ".git"


@lru_cache(_KEPT)
def is_nameable(name: str) -> bool:
    """Tells whether a tool could name a file at all: what cannot be seen, or is no character, is in no path (S49)."""
    if name.isascii():
        return name.isprintable()
    return not any(
        unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp", "Cf") and char not in _JOINERS for char in name
    )


class FolderReader:
    """Reads files below an open folder, each step without a link; files of one folder one after the other are quick."""

    def __init__(self, folder: OpenedFolder) -> None:
        self._folder = folder
        self._place: str | None = None
        self._opened = ExitStack()
        self._holder: OpenedFolder = folder

    def __enter__(self) -> "FolderReader":
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def read(self, path: str, limit_bytes: int) -> OpenedFile:
        """Returns a regular file's bytes; raises OSError: EFBIG for too many, EMLINK for several hard links."""
        found = self._take(path, limit_bytes)
        if found.links > 1:
            raise OSError(errno.EMLINK, "has several hard links", path)
        if len(found.content) > limit_bytes:
            raise OSError(errno.EFBIG, "is too large", path)
        return found

    def starts(self, path: str, length: int) -> bytes:
        """Returns the first bytes of a regular file; raises OSError."""
        return self._take(path, length - 1).content

    def _take(self, path: str, limit_bytes: int) -> OpenedFile:
        place, slash, name = path.rpartition("/")
        if place + slash != self._place:
            self._place = None
            self._opened.close()
            self._opened = ExitStack()
            self._holder = _descend(self._folder, place + slash, self._opened)
            self._place = place + slash
        return self._holder.read(name, limit_bytes)
