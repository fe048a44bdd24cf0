"""Writes, renames and creates files in a folder that was reached without a link (S59, P235).

The handle of the opened folder is used where the system has one, so that no part of the way can be swapped meanwhile.
"""

import os
import secrets
import stat
from pathlib import Path

from qodev.base.files import atomic_create, atomic_write, move_new
from qodev.base.nofollow import LinkFault, OpenedFolder

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_MODE = 0o600


def replace_file(folder: OpenedFolder, name: str, content: bytes) -> None:
    """Writes a file whole, in place of one of that name; raises LinkFault for a link, OSError.

    What was there stays byte for byte as it was when anything fails.
    """
    handle = folder.handle
    if folder.exists(name) and folder.is_link(name):
        raise LinkFault(folder.path / name)
    if handle is None:
        atomic_write(folder.path / name, content)
        return
    temporary = _write_beside(handle, name, content)
    try:
        os.replace(temporary, name, src_dir_fd=handle, dst_dir_fd=handle)
    except BaseException:
        os.unlink(temporary, dir_fd=handle)
        raise
    os.fsync(handle)


def create_file(folder: OpenedFolder, name: str, content: bytes) -> None:
    """Writes a new file whole; raises FileExistsError when there is anything of that name, and OSError."""
    handle = folder.handle
    if handle is None:
        atomic_create(folder.path / name, content)
        return
    temporary = _write_beside(handle, name, content)
    try:
        os.link(temporary, name, src_dir_fd=handle, dst_dir_fd=handle, follow_symlinks=False)
    finally:
        os.unlink(temporary, dir_fd=handle)
    os.fsync(handle)


def rename_file(folder: OpenedFolder, name: str, other: str) -> None:
    """Gives a file another name; raises LinkFault for a link, FileExistsError instead of replacing, and OSError.

    Names that differ by case alone are one file on some systems, and are renamed there too.
    """
    if folder.is_link(name):
        raise LinkFault(folder.path / name)
    if name.casefold() == other.casefold() and _is_same(folder.path / name, folder.path / other):
        os.replace(folder.path / name, folder.path / other)  # noqa: PTH105  beside its handle-based brothers
        return
    move_new(folder.path / name, folder.path / other)


def _is_same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:
        return False


def _write_beside(handle: int, name: str, content: bytes) -> str:
    temporary = f".{name}.qodev-{secrets.token_hex(4)}"
    opened = os.open(temporary, _NEW, _mode_like(handle, name), dir_fd=handle)
    try:
        with os.fdopen(opened, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        os.unlink(temporary, dir_fd=handle)
        raise
    return temporary


def _mode_like(handle: int, name: str) -> int:
    try:
        return stat.S_IMODE(os.stat(name, dir_fd=handle, follow_symlinks=False).st_mode) & 0o777
    except OSError:
        return _MODE
