"""Replaces the bytes of one file of a project, or does nothing (S59, P184, P116).

Each folder on the way is opened relative to the one before and never through a link; the new bytes are on disk beside the
target before the last look at path, rules and content; the rename happens in the folder that was opened.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

from qodev.base.files import digest_of
from qodev.base.nofollow import LinkFault, OpenedFile, OpenedFolder, open_known_folder
from qodev.base.nofollow_write import (
    make_folder,
    put_in_place,
    put_new,
    remove_file,
    remove_folder,
    staged,
)
from qodev.base.textfiles import TEXT_LIMIT_BYTES
from qodev.types.changes import CHANGED_MEANWHILE
from qodev.types.files import FileMark, FileRoot, PathRefused, ProjectPath
from qodev.types.tooling import ToolRefusal

StillAllowed = Callable[[ProjectPath], str | None]
"""Says, in a sentence, why rules no longer let a path be written, None when they do; blocking (P116)."""


def _anything(path: ProjectPath) -> str | None:  # noqa: ARG001 -- no rule binds the user's own undo
    return None


@dataclass(frozen=True, slots=True)
class WriteOrder:
    """One write as it was decided: `content` None removes the file, `mark` None means that there is none yet."""

    root: FileRoot
    path: ProjectPath
    mark: FileMark | None
    content: bytes | None
    still_allowed: StillAllowed = _anything


class FileChanged(ToolRefusal):
    """The file is no longer what was looked at."""

    def __init__(self, name: str) -> None:
        super().__init__(f"`{name}` {CHANGED_MEANWHILE}")


def mark_of(found: OpenedFile) -> FileMark:
    """Returns what tells this file from every later state of it."""
    status = found.status
    return FileMark(
        status.st_dev,
        status.st_ino,
        status.st_size,
        status.st_mtime_ns,
        digest_of(found.content),
        status.st_mode & 0o777,
    )


def read_marked(root: FileRoot, real: str) -> OpenedFile:
    """Reads a file of a project without following a link; at most one byte more than the cap. Raises OSError."""
    with open_known_folder(root.path, root.device, root.inode) as top, ExitStack() as opened:
        folder = top
        *parents, name = real.split("/")
        for part in parents:
            folder = opened.enter_context(folder.child(part))
        return folder.read(name, TEXT_LIMIT_BYTES)


def write_file(order: WriteOrder) -> None:
    """Carries out a write. Blocking; raises ToolRefusal when anything is not as it was decided, and OSError.

    After an OSError the file is as it was, or whole and new: only the last sync comes after the rename.
    """
    *parents, name = order.path.real.split("/")
    with _opened_parent(order, parents) as folder:
        if order.content is None:
            _check_again(order, folder, name)
            remove_file(folder, name)
            return
        mode = order.mark.mode if order.mark is not None else None
        with staged(folder, name, order.content, mode) as temporary:
            _check_again(order, folder, name)
            if order.mark is None:
                _put_new(order, folder, temporary, name)
            else:
                put_in_place(folder, temporary, name)


def _put_new(order: WriteOrder, folder: OpenedFolder, temporary: str, name: str) -> None:
    try:
        put_new(folder, temporary, name)
    except FileExistsError:
        raise FileChanged(order.path.given) from None


@contextmanager
def _opened_parent(order: WriteOrder, parents: list[str]) -> Iterator[OpenedFolder]:
    """Opens the folder of the target and makes the missing ones; those it made go again when the body fails."""
    made: list[tuple[OpenedFolder, str]] = []
    with ExitStack() as opened:
        try:
            yield _descend(opened, order, parents, made)
        except BaseException:
            for holder, part in reversed(made):
                with suppress(OSError):
                    remove_folder(holder, part)
            raise


def _descend(
    opened: ExitStack, order: WriteOrder, parents: list[str], made: list[tuple[OpenedFolder, str]]
) -> OpenedFolder:
    root = order.root
    try:
        folder: OpenedFolder = opened.enter_context(open_known_folder(root.path, root.device, root.inode))
        for part in parents:
            folder = _step(opened, folder, part, made, makes=order.mark is None)
    except (LinkFault, FileNotFoundError, FileExistsError, NotADirectoryError):
        raise FileChanged(order.path.given) from None
    return folder


def _step(
    opened: ExitStack, folder: OpenedFolder, part: str, made: list[tuple[OpenedFolder, str]], *, makes: bool
) -> OpenedFolder:
    try:
        return opened.enter_context(folder.child(part))
    except FileNotFoundError:
        if not makes:
            raise
    make_folder(folder, part)
    made.append((folder, part))
    return opened.enter_context(folder.child(part))


def _check_again(order: WriteOrder, folder: OpenedFolder, name: str) -> None:
    """Looks once more at path, rules and content, right before the act (P116, P184)."""
    path = order.path
    try:
        now = order.root.resolve(path.given)
    except PathRefused as fault:
        raise ToolRefusal(f"`{path.given}` can no longer be written: {fault.reason}. Nothing was written.") from fault
    is_same = (now.given, now.real, now.is_steering) == (path.given, path.real, path.is_steering)
    if not is_same or now.exists is not (order.mark is not None):
        raise FileChanged(path.given)
    refusal = order.still_allowed(now)
    if refusal is not None:
        raise ToolRefusal(f"{refusal} Nothing was written.")
    if not _is_at(folder, now):
        raise FileChanged(path.given)
    if order.mark is None:
        return  # nothing may have the name: the rename itself sees to that
    try:
        found = folder.read(name, TEXT_LIMIT_BYTES)
    except OSError as fault:
        raise FileChanged(path.given) from fault
    if found.links > 1 or mark_of(found) != order.mark:
        raise FileChanged(path.given)


def _is_at(folder: OpenedFolder, now: ProjectPath) -> bool:
    """Tells whether the folder that was opened is the one that the path leads to now."""
    parent = now.path.parent
    try:
        if folder.handle is None:
            return os.path.realpath(parent) == str(folder.path)
        opened, found = os.fstat(folder.handle), parent.lstat()
    except OSError:
        return False
    return (opened.st_dev, opened.st_ino) == (found.st_dev, found.st_ino)
