"""Moves files to the system's trash and back: by the freedesktop rules, to `~/.Trash`, or through the Windows shell.

Where there is none, or it must not be used, a file goes to a folder `.trash` beside it (A180).
"""

import contextlib
import ctypes
import os
import stat
import sys
import urllib.parse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import chain, count
from pathlib import Path

from qodev.base.files import atomic_create, move_new
from qodev.base.ids import Clock

_TRIES = 10_000


@dataclass(frozen=True, slots=True)
class Trash:
    """Where deleted files go; `env` is that of this process, `home` the user's folder.

    With `QODEV_HOME` set nothing is written outside that folder (A2), so files stay beside their place.
    """

    env: Mapping[str, str]
    home: Path
    clock: Clock
    platform: str = sys.platform

    def put(self, path: Path) -> Path:
        """Moves a file away, a link itself, and returns where it is kept. Raises OSError. Blocking."""
        os.lstat(path)  # a missing file is said before a folder is made for it
        for move in self._moves(path):
            with contextlib.suppress(OSError):
                return move()
        return _put_into(path, path.parent / ".trash")

    def _moves(self, path: Path) -> Iterator[Callable[[], Path]]:
        if self.env.get("QODEV_HOME"):
            return
        if self.platform == "win32":
            yield partial(_recycle, path)
        elif self.platform == "darwin":
            yield partial(_put_into, path, self.home / ".Trash")
        else:
            for folder, top in self._shared_folders(path):
                yield partial(self._put_by_rules, path, folder, top)

    def _shared_folders(self, path: Path) -> Iterator[tuple[Path, Path | None]]:
        """Yields the trash folders that may be used, with the folder that paths in them are relative to."""
        own = self.env.get("XDG_DATA_HOME") or str(self.home / ".local" / "share")
        if _device_of(Path(own)) == path.parent.stat().st_dev:
            yield Path(own) / "Trash", None
            return
        top = next(folder for folder in path.absolute().parents if folder.is_mount() or folder == folder.parent)
        shared, user = top / ".Trash", str(os.getuid())
        if shared.is_dir() and not shared.is_symlink() and shared.stat().st_mode & stat.S_ISVTX:
            yield shared / user, top
        yield top / f".Trash-{user}", top

    def _put_by_rules(self, path: Path, folder: Path, top: Path | None) -> Path:
        files, infos = folder / "files", folder / "info"
        for made in (folder, files, infos):
            made.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = path.absolute() if top is None else path.absolute().relative_to(top)
        date = datetime.fromtimestamp(self.clock()).astimezone().strftime("%Y-%m-%dT%H:%M:%S")
        text = f"[Trash Info]\nPath={urllib.parse.quote(os.fsencode(place))}\nDeletionDate={date}\n"
        for name in _free_names(path):
            info = infos / f"{name}.trashinfo"
            try:
                atomic_create(info, text.encode())  # the one who makes it owns the name
            except FileExistsError:
                continue
            try:
                move_new(path, files / name)
            except FileExistsError:
                info.unlink()
            except OSError:
                info.unlink()
                raise
            else:
                return files / name
        raise FileExistsError(f"no free name for {path.name} in the trash")


def restore(kept: Path, path: Path) -> None:
    """Moves a file back from where `Trash.put` kept it. Raises FileExistsError when its place is taken, and OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    move_new(kept, path)
    if kept.parent.name == "files":
        (kept.parent.parent / "info" / f"{kept.name}.trashinfo").unlink(missing_ok=True)
    elif kept.name.startswith("$R"):
        kept.with_name(f"$I{kept.name[2:]}").unlink(missing_ok=True)
    elif kept.parent.name == ".trash":
        with contextlib.suppress(OSError):  # others are kept there
            kept.parent.rmdir()


def _device_of(folder: Path) -> int:
    return next(place.stat().st_dev for place in (folder, *folder.parents) if place.exists())


def _free_names(path: Path) -> Iterator[str]:
    numbered = (f"{path.stem} {number}{path.suffix}" for number in count(2))
    yield from (name for name, _ in zip(chain((path.name,), numbered), range(_TRIES), strict=False))


def _put_into(path: Path, folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name in _free_names(path):
        try:
            move_new(path, folder / name)
        except FileExistsError:
            continue
        return folder / name
    raise FileExistsError(f"no free name for {path.name} in {folder}")


def _recycle(path: Path) -> Path:
    """Hands a file to the Windows shell and finds where it put it."""
    whole = path.absolute()
    _shell_delete(whole)
    kept = find_recycled(Path(f"{whole.drive}\\$Recycle.Bin"), str(whole))
    return kept if kept is not None else whole


def find_recycled(folder: Path, original: str) -> Path | None:
    """Returns the newest file in a recycle bin that was at `original`; `$I…` files tell where each `$R…` was."""
    found: list[tuple[int, Path]] = []
    for info in folder.glob("*/$I*"):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            content = info.read_bytes()
            start = 28 if content[:1] == b"\x02" else 24  # since Windows 10 the length stands before the path
            if content[start:].decode("utf-16-le").partition("\0")[0].casefold() == original.casefold():
                found.append((int.from_bytes(content[16:24], "little"), info.with_name(f"$R{info.name[2:]}")))
    return max(found)[1] if found else None


def _shell_delete(path: Path) -> None:
    if sys.platform == "win32":
        delete, silent_with_undo = 3, 0x0004 | 0x0010 | 0x0040 | 0x0400
        request = _ShellOperation(None, delete, f"{path}\0", None, silent_with_undo, 0, None, None)
        failed = ctypes.windll.shell32.SHFileOperationW(ctypes.byref(request))
        if failed or request.was_aborted:
            raise OSError(failed, "the shell could not move it to the recycle bin", str(path))
        return
    raise OSError("there is no Windows shell here")


class _ShellOperation(ctypes.Structure):
    """The `SHFILEOPSTRUCTW` of the Windows shell."""

    _fields_ = (
        ("window", ctypes.c_void_p),
        ("function", ctypes.c_uint),
        ("source", ctypes.c_wchar_p),
        ("target", ctypes.c_wchar_p),
        ("flags", ctypes.c_ushort),
        ("was_aborted", ctypes.c_int),
        ("names", ctypes.c_void_p),
        ("title", ctypes.c_wchar_p),
    )
