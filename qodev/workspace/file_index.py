"""Finds files and folders of a project by a few letters, for mentions in the composer (U99).

The index is read in a worker and kept until it is old or the project changes; every file that git's ignore files or the rules
about secrets keep out is in it too, with the reason, so that a person sees why it is refused.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from qodev.base.filenames import folded_name, has_telling_name, is_secret_name
from qodev.base.ignores import IgnoreRule, is_ignored, parse_ignores
from qodev.base.nofollow import open_known_folder
from qodev.base.tasks import WorkPool
from qodev.base.walk import Entry, FolderReader, WalkStopped, is_skipped, walk_folder
from qodev.types.files import FileRoot

ENTRIES_MOST = 100_000
_KEPT_S = 30.0
_IGNORE_BYTES = 256 * 1024
NEVER_SHOWN = "its name looks like that of a secret"
IGNORED = "it is ignored by git"


@dataclass(frozen=True, slots=True)
class IndexedFile:
    """A file or folder of the project; `refused` is why it cannot be mentioned, "" when it can."""

    path: str
    is_folder: bool
    refused: str = ""


@dataclass(frozen=True, slots=True)
class FileIndex:
    """Everything that a project holds, the upper levels first."""

    entries: tuple[IndexedFile, ...]
    folded: tuple[str, ...]  # the paths as they are compared
    is_cut: bool


@dataclass(frozen=True, slots=True)
class FileMatch:
    """One answer; `places` are the characters of the path that were asked for."""

    file: IndexedFile
    places: tuple[int, ...]


def read_index(root: FileRoot, stopped: threading.Event, *, most: int = ENTRIES_MOST) -> FileIndex:
    """Walks through a project. Blocking; raises OSError, WalkStopped."""
    ignores = _Ignores()
    with open_known_folder(root.path, root.device, root.inode) as folder, FolderReader(folder) as reader:
        ignores.reader = reader
        walked = walk_folder(folder, sieve=ignores.sieve, most=most, stopped=stopped)
    entries = tuple(
        IndexedFile(entry.path, entry.is_folder, ignores.refused.get(entry.path, ""))
        for entry in walked.entries
        if not entry.is_link
    )
    return FileIndex(entries, tuple(entry.path.casefold() for entry in entries), walked.is_cut)


class _Ignores:
    """Says which entries of a walk are ignored; what lies in an ignored folder is not even walked through."""

    def __init__(self) -> None:
        self.reader: FolderReader | None = None
        self.refused: dict[str, str] = {}
        self._rules: dict[str, tuple[IgnoreRule, ...]] = {}

    def sieve(self, folder: str, entries: Sequence[Entry]) -> Sequence[Entry]:
        """Keeps the entries of a folder and notes why some are refused; a refused folder stands for what is in it."""
        if folder and self.refused.get(folder[:-1]):
            return ()
        is_telling = has_telling_name([entry.name for entry in entries])
        chain = self._chain(folder)
        kept: list[Entry] = []
        for entry in entries:
            name = entry.path[len(folder) :]
            if is_telling and folded_name(name) == ".git":
                continue
            kept.append(entry)
            if is_telling and is_secret_name(name):
                self.refused[entry.path] = NEVER_SHOWN
            elif (entry.is_folder and is_skipped(name)) or (chain and _is_ignored(chain, entry)):
                self.refused[entry.path] = IGNORED
        return kept

    def _chain(self, folder: str) -> "list[tuple[int, tuple[IgnoreRule, ...]]]":
        """Returns the rules that bind a folder's entries, the nearest first, with how deep their file lies."""
        parts = folder.split("/")[:-1]
        depths = range(len(parts), -1, -1)
        return [(depth, rules) for depth in depths if (rules := self._rules_of("/".join(parts[:depth])))]

    def _rules_of(self, folder: str) -> tuple[IgnoreRule, ...]:
        kept = self._rules.get(folder)
        if kept is None:
            kept = self._rules[folder] = self._read(folder)
        return kept

    def _read(self, folder: str) -> tuple[IgnoreRule, ...]:
        assert self.reader is not None
        try:
            content = self.reader.read(f"{folder}/.gitignore" if folder else ".gitignore", _IGNORE_BYTES).content
        except OSError:
            return ()
        return parse_ignores(content.decode("utf-8", "replace"))


def _is_ignored(chain: "Sequence[tuple[int, tuple[IgnoreRule, ...]]]", entry: Entry) -> bool:
    parts = entry.path.split("/")
    for depth, rules in chain:
        found = is_ignored(rules, parts[depth:], is_folder=entry.is_folder)
        if found is not None:
            return found
    return False


def find_files(index: FileIndex, asked: str, most: int) -> tuple[FileMatch, ...]:
    """Returns the best answers to a few letters that stand in a path in their order, best first.

    Letters that begin a name or a part of it, that follow each other, and short paths count more. For nothing asked the
    upper levels come first.
    """
    wanted = asked.casefold().replace("\\", "/").replace(" ", "")
    if not wanted:
        return tuple(FileMatch(entry, ()) for entry in index.entries[:most])
    scored: list[tuple[int, int, tuple[int, ...]]] = []
    for number, path in enumerate(index.folded):
        if not _holds(path, wanted):
            continue
        places = _places(path, wanted)
        scored.append((_score(path, places), number, places))
    scored.sort(key=lambda one: (-one[0], one[1]))
    return tuple(_match(index.entries[number], index.folded[number], places) for _, number, places in scored[:most])


def _match(entry: IndexedFile, folded: str, places: tuple[int, ...]) -> FileMatch:
    return FileMatch(
        entry, places if len(folded) == len(entry.path) else ()
    )  # a letter that folds to two moves the rest


def _holds(path: str, wanted: str) -> bool:
    at = 0
    for char in wanted:
        at = path.find(char, at) + 1
        if not at:
            return False
    return True


def _places(path: str, wanted: str) -> tuple[int, ...]:
    """Returns where the letters stand: as one run in the name, as one run anywhere, else as far behind as they can."""
    name = path.rfind("/", 0, len(path) - 1) + 1
    for start in (path.find(wanted, name), path.rfind(wanted)):
        if start >= 0:
            return tuple(range(start, start + len(wanted)))
    places: list[int] = []
    end = len(path)
    for char in reversed(wanted):
        end = path.rfind(char, 0, end)
        places.append(end)
    return tuple(reversed(places))


def _score(path: str, places: Sequence[int]) -> int:
    name = path.rfind("/") + 1
    score = -len(path) // 4
    before = -2
    for place in places:
        is_start = place == 0 or path[place - 1] in "/._- "
        score += 6 * is_start + 4 * (place == before + 1) + 2 * (place >= name)
        before = place
    if places and places[0] == name:
        score += 10
    if len(places) == len(path) - name and places[0] == name:
        score += 20  # the whole name
    return score


class FileSearch:
    """Answers for one project at a time, from an index that is read again when it is old or `forget` says so."""

    def __init__(self, pool: WorkPool, clock: Callable[[], float] = time.monotonic) -> None:
        self._pool = pool
        self._clock = clock
        self._kept: dict[Path, tuple[float, FileIndex]] = {}
        self._reading = asyncio.Lock()

    def forget(self) -> None:
        """Lets the next question read the project anew."""
        self._kept.clear()

    async def find(self, root: FileRoot, asked: str, most: int = 20) -> tuple[FileMatch, ...]:
        """Returns the best answers; raises OSError when the project cannot be read."""
        index = await self.index(root)
        return await self._pool.run(find_files, index, asked, most)

    async def index(self, root: FileRoot) -> FileIndex:
        """Returns the index of a project; raises OSError."""
        async with self._reading:  # letters typed meanwhile wait for the one walk
            kept = self._kept.get(root.path)
            if kept is not None and self._clock() - kept[0] < _KEPT_S:
                return kept[1]
            stopped = threading.Event()
            try:
                index = await self._pool.run(read_index, root, stopped)
            except WalkStopped:
                raise OSError("the walk was stopped") from None
            finally:
                stopped.set()
            self._kept = {root.path: (self._clock(), index)}
            return index
