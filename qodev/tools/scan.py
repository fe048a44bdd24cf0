"""Looks through a project for the reading tools: what they may see of it, within their limits (P178, P180, S62)."""

import errno
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from qodev.base.filenames import folded_name, has_telling_name, is_secret_name
from qodev.base.nofollow import OpenedFolder, open_known_folder
from qodev.base.textfiles import TEXT_LIMIT_BYTES, FileText, decode_file
from qodev.base.walk import SKIPPED_FOLDERS, Entry, FolderReader, walk_folder
from qodev.types.files import FileRoot, PathRefused, ProjectPath
from qodev.types.tooling import ToolRefusal

MayShow = Callable[[Sequence[str]], bool]
_WIDE = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class ScanLimits:
    """How far a scan goes (P180)."""

    entries: int = 10_000  # looked at
    names: int = 160  # listed
    files: int = 500  # searched
    hits: int = 50
    width: int = 320  # of a line, in code points


class Found(NamedTuple):
    """What a scan may show, the upper levels first: the name as given and, for opening, the real one."""

    shown: str
    real: str
    is_folder: bool


@dataclass(frozen=True, slots=True)
class Scan:
    """What was found, and whether the project holds more than was looked at."""

    found: tuple[Found, ...]
    is_cut: bool

    @property
    def files(self) -> tuple[Found, ...]:
        """Returns the files alone."""
        return tuple(found for found in self.found if not found.is_folder)


@dataclass(frozen=True, slots=True)
class Hit:
    """A line that matches."""

    path: str
    line: int
    text: str


def scan_folder(
    root: FileRoot, start: ProjectPath | None, may_show: MayShow, limits: ScanLimits, stopped: threading.Event
) -> Scan:
    """Returns files and folders below a folder of the project, the whole project for None.

    Links are not followed: what they lead to inside the project is found under its own name. Blocking; raises
    PathRefused and OSError.
    """
    shown, real = (start.given, start.real) if start is not None and start.given else ("", ".")
    with opened_root(root) as top, ExitStack() as opened:
        folder = top
        for part in () if real == "." else real.split("/"):
            folder = opened.enter_context(folder.child(part))
        walked = walk_folder(folder, sieve=_readable, most=limits.entries, stopped=stopped)
    before, behind = _prefix(shown), _prefix("" if real == "." else real)
    found: list[Found] = []
    for entry in walked.entries:
        if entry.is_folder or entry.is_file:
            one = Found(before + entry.path, behind + entry.path, entry.is_folder)
            if may_show((one.shown,) if before == behind else (one.shown, one.real)):
                found.append(one)
    return Scan(tuple(found), walked.is_cut)


def _readable(folder: str, entries: Sequence[Entry]) -> Sequence[Entry]:
    """Leaves out what tools never look at: secrets, git's own, folders of tools and results (P178, P180, S62)."""
    start = len(folder)
    names = [entry.path[start:] for entry in entries]
    is_telling = has_telling_name(names)
    return [
        entry
        for entry, name in zip(entries, names, strict=True)
        if not (is_telling and (is_secret_name(name) or folded_name(name) == ".git"))
        and (entry.is_file or name not in SKIPPED_FOLDERS)
    ]


def _prefix(folder: str) -> str:
    return f"{folder}/" if folder else ""


@contextmanager
def opened_root(root: FileRoot) -> Iterator[OpenedFolder]:
    """Opens a project's folder; raises PathRefused when another one took its place (S60)."""
    with ExitStack() as opened:
        try:
            folder = opened.enter_context(open_known_folder(root.path, root.device, root.inode))
        except OSError as fault:
            raise PathRefused("the project's folder is gone or was replaced") from fault
        yield folder


def read_texts(root: FileRoot, paths: Sequence[str], stopped: threading.Event) -> Iterator[tuple[str, str]]:
    """Yields the real path and text of each file that is one; others are left out (P178, P179). Blocking."""
    with opened_root(root) as folder, FolderReader(folder) as reader:
        for path in paths:
            if stopped.is_set():
                return
            try:
                text = decode_file(reader.read(path, TEXT_LIMIT_BYTES).content)
            except OSError:
                continue
            if text is not None:
                yield path, text.text


def read_text(root: FileRoot, place: ProjectPath) -> FileText:
    """Returns the text of one file; raises ToolRefusal for what is none, and PathRefused. Blocking."""
    name = place.given
    try:
        with opened_root(root) as folder, FolderReader(folder) as reader:
            content = reader.read(place.real, TEXT_LIMIT_BYTES).content
    except OSError as fault:
        raise ToolRefusal(_reading_fault(name, fault)) from fault
    text = decode_file(content)
    if text is None:
        raise ToolRefusal(f"`{name}` is not text: it is neither UTF-8 nor UTF-16 with a byte order mark.")
    return text


def _reading_fault(name: str, fault: OSError) -> str:
    match fault.errno:
        case errno.ENOENT:
            return f"There is no file `{name}`."
        case errno.EFBIG:
            return f"`{name}` is larger than {TEXT_LIMIT_BYTES:,} bytes, the most that is read."
        case errno.EMLINK:
            return f"`{name}` has several hard links."
        case errno.EINVAL | errno.EISDIR:
            return f"`{name}` is no regular file."
        case errno.ENOTDIR | errno.ELOOP:
            return f"`{name}` changed while it was looked at."
        case _:
            return f"`{name}` cannot be read: {(fault.strerror or 'unknown cause').lower()}."


def wide_texts(root: FileRoot, paths: Sequence[str]) -> set[str]:
    """Returns the files that begin as UTF-16. Blocking."""
    wide: set[str] = set()
    with opened_root(root) as folder, FolderReader(folder) as reader:
        for path in paths:
            try:
                if reader.starts(path, len(_WIDE[0])) in _WIDE:
                    wide.add(path)
            except OSError:
                continue
    return wide
