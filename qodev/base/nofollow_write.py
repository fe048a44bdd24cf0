"""Writes, renames and creates files in a folder that was reached without a link (S59, P235).

The handle of the opened folder is used where the system has one, so that no part of the way can be swapped meanwhile.
"""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from qodev.base.files import atomic_create, atomic_write, move_new, replace_held
from qodev.base.nofollow import LinkFault, OpenedFolder

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_MODE = 0o600
_NEW_MODE = 0o644  # the umask takes from it what it takes
_TAIL_DIGITS = 8
_NAME_BYTES = 255 - len(".") - len(".qodev-") - _TAIL_DIGITS  # of a name that most file systems take


def replace_file(folder: OpenedFolder, name: str, content: bytes) -> None:
    """Writes a file whole, in place of one of that name; raises LinkFault for a link, OSError.

    What was there stays byte for byte as it was when anything fails.
    """
    if folder.exists(name) and folder.is_link(name):
        raise LinkFault(folder.path / name)
    if folder.handle is None:
        atomic_write(folder.path / name, content)
        return
    with staged(folder, name, content, _mode_like(folder.handle, name)) as temporary:
        put_in_place(folder, temporary, name)


def create_file(folder: OpenedFolder, name: str, content: bytes) -> None:
    """Writes a new file whole; raises FileExistsError when there is anything of that name, and OSError."""
    if folder.handle is None:
        atomic_create(folder.path / name, content)
        return
    with staged(folder, name, content, _MODE) as temporary:
        put_new(folder, temporary, name)


@contextmanager
def staged(folder: OpenedFolder, name: str, content: bytes, mode: int | None) -> Iterator[str]:
    """Writes a temporary file beside `name`, synced, and gives its name; one that the body leaves is removed.

    Nobody else can write to it; it gets `mode` as its last step, None is what new files of this user have. Raises OSError.
    """
    temporary = _temporary_name(name)
    try:
        _write_temporary(folder, temporary, content, mode)
        yield temporary
    finally:
        with suppress(FileNotFoundError):
            _unlink(folder, temporary)


def put_in_place(folder: OpenedFolder, temporary: str, name: str) -> None:
    """Gives a staged file the name of another, which it replaces, durably; raises OSError."""
    handle = folder.handle
    if handle is None:
        replace_held(folder.path / temporary, folder.path / name)
        return
    os.replace(temporary, name, src_dir_fd=handle, dst_dir_fd=handle)
    os.fsync(handle)


def put_new(folder: OpenedFolder, temporary: str, name: str) -> None:
    """Gives a staged file a name that nothing has, durably; raises FileExistsError, and OSError."""
    handle = folder.handle
    if handle is None:
        move_new(folder.path / temporary, folder.path / name)
        return
    try:
        os.link(temporary, name, src_dir_fd=handle, dst_dir_fd=handle, follow_symlinks=False)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # no hard links here: an empty file of ours holds the name meanwhile
        os.close(os.open(name, _NEW, _MODE, dir_fd=handle))
        try:
            os.replace(temporary, name, src_dir_fd=handle, dst_dir_fd=handle)
        except BaseException:
            os.unlink(name, dir_fd=handle)
            raise
    else:
        os.unlink(temporary, dir_fd=handle)
    os.fsync(handle)


def remove_file(folder: OpenedFolder, name: str) -> None:
    """Removes a file, durably; raises OSError."""
    _unlink(folder, name)
    if folder.handle is not None:
        os.fsync(folder.handle)


def make_folder(folder: OpenedFolder, name: str) -> None:
    """Makes a folder in another one, durably; raises FileExistsError, OSError."""
    if folder.handle is None:
        (folder.path / name).mkdir()
        return
    os.mkdir(name, 0o777, dir_fd=folder.handle)
    os.fsync(folder.handle)


def remove_folder(folder: OpenedFolder, name: str) -> None:
    """Removes an empty folder; raises OSError."""
    if folder.handle is None:
        (folder.path / name).rmdir()
        return
    os.rmdir(name, dir_fd=folder.handle)


def leftovers_of(folder: OpenedFolder, name: str) -> tuple[str, ...]:
    """Returns the temporary files that a killed write of `name` left beside it."""
    start = _temporary_name(name)[:-_TAIL_DIGITS]
    return tuple(
        found for found in folder.names() if found.startswith(start) and len(found) == len(start) + _TAIL_DIGITS
    )


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


def _temporary_name(name: str) -> str:
    short = name.encode("utf-8", "surrogateescape")[:_NAME_BYTES].decode("utf-8", "ignore")
    return f".{short}.qodev-{secrets.token_hex(_TAIL_DIGITS // 2)}"


def _write_temporary(folder: OpenedFolder, temporary: str, content: bytes, mode: int | None) -> None:
    handle = folder.handle
    first = _NEW_MODE if mode is None else mode & ~0o022
    place = temporary if handle is not None else str(folder.path / temporary)
    opened = os.open(place, _NEW | getattr(os, "O_BINARY", 0), first, dir_fd=handle)
    with os.fdopen(opened, "wb") as stream:
        stream.write(content)
        stream.flush()
        if handle is not None and mode is not None:
            os.fchmod(stream.fileno(), mode)
        os.fsync(stream.fileno())


def _unlink(folder: OpenedFolder, name: str) -> None:
    if folder.handle is None:
        (folder.path / name).unlink()
    else:
        os.unlink(name, dir_fd=folder.handle)


def _mode_like(handle: int, name: str) -> int:
    try:
        return stat.S_IMODE(os.stat(name, dir_fd=handle, follow_symlinks=False).st_mode) & 0o777
    except OSError:
        return _MODE
