"""Walks through a folder level by level without following a link, within bounds."""

import errno
import os
import threading
import unicodedata
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache

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


@dataclass(frozen=True, slots=True)
class Entry:
    """A file, folder or link below the folder that is walked through."""

    path: str  # relative, with `/`
    is_folder: bool = False  # a folder itself, no link to one
    is_link: bool = False
    is_file: bool = False  # a regular file itself


@dataclass(frozen=True, slots=True)
class Walked:
    """What a walk came to: the upper levels first, each folder's entries by name."""

    entries: tuple[Entry, ...]
    is_cut: bool


def walk_folder(
    folder: OpenedFolder, *, enters: Callable[[Entry], bool], most: int, stopped: threading.Event
) -> Walked:
    """Returns the entries below an open folder; `enters` is asked about each one, and a no leaves it out with all in it.

    A folder that cannot be opened, or was swapped for a link meanwhile, stays empty. Blocking; raises WalkStopped, and
    OSError for the folder itself.
    """
    kept: list[Entry] = []
    waiting: deque[tuple[str, list[str]]] = deque()
    _list_into(folder, "", kept, waiting, enters)
    while waiting and len(kept) <= most:
        parent, names = waiting.popleft()
        with ExitStack() as opened:
            try:
                holder = _descend(folder, parent, opened)
            except OSError:
                continue
            for name in names:
                if stopped.is_set():
                    raise WalkStopped
                if len(kept) > most:
                    break
                _enter(holder, name, f"{parent}{name}/", kept, waiting, enters)
    return Walked(tuple(kept[:most]), len(kept) > most)


def _descend(folder: OpenedFolder, path: str, opened: ExitStack) -> OpenedFolder:
    for part in path.split("/")[:-1]:
        folder = opened.enter_context(folder.child(part))
    return folder


def _enter(
    holder: OpenedFolder,
    name: str,
    prefix: str,
    kept: list[Entry],
    waiting: deque[tuple[str, list[str]]],
    enters: Callable[[Entry], bool],
) -> None:
    try:
        with holder.child(name) as inner:
            _list_into(inner, prefix, kept, waiting, enters)
    except OSError:
        return


def _list_into(
    folder: OpenedFolder,
    prefix: str,
    kept: list[Entry],
    waiting: deque[tuple[str, list[str]]],
    enters: Callable[[Entry], bool],
) -> None:
    below: list[str] = []
    for found in sorted(folder.entries(), key=lambda entry: entry.name):
        entry = _entry(found, prefix)
        if not is_nameable(found.name) or not enters(entry):
            continue
        kept.append(entry)
        if entry.is_folder:
            below.append(found.name)
    if below:
        waiting.append((prefix, below))


def _entry(found: "os.DirEntry[str]", prefix: str) -> Entry:
    path = prefix + found.name
    if found.is_symlink():
        return Entry(path, is_link=True)
    is_folder = found.is_dir(follow_symlinks=False)
    return Entry(path, is_folder=is_folder, is_file=not is_folder and found.is_file(follow_symlinks=False))


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
