"""Serves commands that only list or show files, without a shell and without following a link (P121)."""

import errno
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from qodev.base.nofollow import LinkFault, open_folder
from qodev.types.files import FileRoot
from qodev.types.permissions import ReadKind, SimpleRead

NAMES_MOST = 200
FILE_BYTES_MOST = 256 * 1024
_ALL_MOST = 1024 * 1024  # of all files of one command; what is more could be kept by nobody (P188)

MayShow = Callable[[Sequence[str]], bool]


class CommandRoot(FileRoot, Protocol):
    """The folder of a project as commands need it: known again by device and inode (S38)."""

    @property
    def device(self) -> int:
        """Returns the number of its device."""
        ...

    @property
    def inode(self) -> int:
        """Returns its number there."""
        ...


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """What the program would have written, and how it would have ended."""

    stdout: str
    stderr: str = ""
    exit_code: int = 0
    is_cut: bool = False


def may_serve(root: CommandRoot, read: SimpleRead, may_show: MayShow) -> bool:
    """Tells whether every path is one inside the project that no link leads to and no read rule hides. Blocking.

    Raises PathRefused for a path that no reading tool takes, such as one with a secret's name.
    """
    places = [root.resolve_read(path) for path in read.paths]
    return all(place.exists and place.given == place.real and may_show(place.names) for place in places)


def serve(root: CommandRoot, read: SimpleRead, may_show: MayShow) -> ReadAnswer:
    """Returns what the command says; raises PathRefused for a path that became another one meanwhile. Blocking."""
    if read.kind is ReadKind.WHERE:
        return ReadAnswer(f"{root.path}\n")
    if not may_serve(root, read, may_show):
        return ReadAnswer("", "a path is gone, or leads through a link\n", 1)
    answers = _listings(root, read.paths, may_show) if read.kind is ReadKind.LIST else _contents(root, read.paths)
    return ReadAnswer(
        "".join(answer.stdout for answer in answers),
        "".join(answer.stderr for answer in answers),
        max((answer.exit_code for answer in answers), default=0),
        any(answer.is_cut for answer in answers),
    )


def _contents(root: CommandRoot, paths: Sequence[str]) -> list[ReadAnswer]:
    """Shows one file after the other; of many large ones the rest is left out."""
    answers: list[ReadAnswer] = []
    for place, path in enumerate(paths):
        if sum(len(answer.stdout) for answer in answers) > _ALL_MOST:
            mark = f"[… {len(paths) - place} more files …]\n"
            return [*answers, ReadAnswer(mark, is_cut=True)]
        answers.append(_content(root, path))
    return answers


def _content(root: CommandRoot, path: str) -> ReadAnswer:
    *folders, name = _parts(path)
    try:
        with open_folder(root.path, *folders) as folder:
            found = folder.read(name, FILE_BYTES_MOST)
    except OSError as fault:
        return _fault("cat", path, fault)
    if found.links > 1:
        return ReadAnswer("", f"cat: {path}: the file has several names, so it is not shown\n", 1)
    is_cut = len(found.content) > FILE_BYTES_MOST
    text = found.content[:FILE_BYTES_MOST].decode("utf-8", "ignore" if is_cut else "replace")
    mark = f"\n[… {path} is larger than 256 KiB; the rest is left out …]\n" if is_cut else ""
    return ReadAnswer(text + mark, is_cut=is_cut)


def _listings(root: CommandRoot, paths: Sequence[str], may_show: MayShow) -> list[ReadAnswer]:
    """Lists as `ls` does: files first, then folders, each with a heading when there are several."""
    if not paths:
        return [_folder(root, "", may_show)]
    files = sorted(path for path in paths if not _is_folder(root, path))
    folders = sorted(path for path in paths if path not in files)
    answers = [_file(root, path) for path in files]
    for place, path in enumerate(folders):
        listed = _folder(root, path, may_show)
        gap = "\n" if files or place else ""
        heading = f"{gap}{path}:\n" if len(paths) > 1 and not listed.exit_code else ""
        answers.append(ReadAnswer(heading + listed.stdout, listed.stderr, listed.exit_code, listed.is_cut))
    return answers


def _is_folder(root: CommandRoot, path: str) -> bool:
    *folders, name = _parts(path)
    try:
        with open_folder(root.path, *folders) as folder:
            return folder.is_folder(name)
    except OSError:
        return False


def _file(root: CommandRoot, path: str) -> ReadAnswer:
    *folders, name = _parts(path)
    try:
        with open_folder(root.path, *folders) as folder:
            is_there = folder.exists(name)
    except OSError as fault:
        return _fault("ls", path, fault)
    return ReadAnswer(f"{path}\n") if is_there else _fault("ls", path, FileNotFoundError(errno.ENOENT, ""))


def _folder(root: CommandRoot, path: str, may_show: MayShow) -> ReadAnswer:
    parts = _parts(path)
    try:
        with open_folder(root.path, *parts) as folder:
            names = sorted(name for name in folder.names() if not name.startswith("."))
    except OSError as fault:
        return _fault("ls", path or ".", fault)
    shown = [name for name in names if may_show(("/".join((*parts, name)),))]
    text = "".join(f"{name}\n" for name in shown[:NAMES_MOST])
    if len(shown) <= NAMES_MOST:
        return ReadAnswer(text)
    return ReadAnswer(f"{text}[… {len(shown) - NAMES_MOST} more names …]\n", is_cut=True)


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


def _fault(program: str, path: str, fault: OSError) -> ReadAnswer:
    if isinstance(fault, FileNotFoundError):
        reason = "No such file or directory"
    elif isinstance(fault, LinkFault):
        reason = "a link is not followed"
    elif isinstance(fault, NotADirectoryError):
        reason = "Not a directory"
    elif fault.errno == errno.EINVAL:
        reason = "not a regular file"
    else:
        reason = fault.strerror or type(fault).__name__
    return ReadAnswer("", f"{program}: {path}: {reason}\n", 1)
