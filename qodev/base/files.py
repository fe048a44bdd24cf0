"""Reads files within bounds and writes them whole or not at all (S159 to S162)."""

import errno
import hashlib
import os
import secrets
import stat
import threading
import time
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Parsed, Severity

_TEMP_MARK = ".qodev-"
_LEFTOVER_AGE_S = 3600.0  # S161
_WINDOWS_TRIES = 10
_WINDOWS_PAUSE_S = 0.2


def digest_of(content: bytes) -> str:
    """Returns the SHA-256 of `content` in hex."""
    return hashlib.sha256(content).hexdigest()


def read_bounded(path: Path, limit_bytes: int) -> bytes:
    """Returns the bytes of a regular file; links are followed.

    Raises OSError when it cannot be opened or is no regular file (without blocking on FIFOs and devices), and
    with EFBIG when it holds more than `limit_bytes`.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags)
    with os.fdopen(handle, "rb") as stream:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "is not a regular file", str(path))
        # Asking for the limit at once would allocate it for every small file: four times the cost of the read.
        wanted = min(found.st_size, limit_bytes) + 1
        content = stream.read(wanted)
        if len(content) == wanted:  # it grew, or its size is not told, as in /proc
            content += stream.read(limit_bytes + 1 - wanted)
    if len(content) > limit_bytes:
        raise OSError(errno.EFBIG, "is too large", str(path))
    return content


def load_text(path: Path, limit_bytes: int) -> Parsed[str]:
    """Returns the text of a UTF-8 file without a leading BOM, CR LF read as LF, or one diagnostic (A7)."""
    try:
        content = read_bounded(path, limit_bytes)
    except OSError as fault:
        return Parsed(None, (_unreadable(path, fault, limit_bytes),))
    return decode_text(content, path)


def decode_text(content: bytes, path: Path) -> Parsed[str]:
    """Returns `content` as text the way `load_text` does; `path` is for the diagnostic alone."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        message = f"`{path.name}` is not UTF-8: a wrong byte in line {line}."
        found = Diagnostic(Code.FILE_ENCODING, Severity.ERROR, message, path=str(path), hint="Save the file as UTF-8.")
        return Parsed(None, (found,))
    return Parsed(text.replace("\r\n", "\n"))


def _unreadable(path: Path, fault: OSError, limit_bytes: int) -> Diagnostic:
    if fault.errno == errno.EFBIG:
        message = f"`{path.name}` is larger than {limit_bytes // 1024} KiB."
        return Diagnostic(Code.FILE_TOO_LARGE, Severity.ERROR, message, path=str(path), hint="Make the file smaller.")
    reason = fault.strerror or "it cannot be opened"
    return Diagnostic(
        Code.FILE_UNREADABLE,
        Severity.ERROR,
        f"`{path.name}` cannot be read: {reason[:1].lower()}{reason[1:]}.",
        path=str(path),
        hint="Check that the file exists and that you may read it.",
    )


def list_files(folder: Path, suffix: str) -> tuple[Path, ...]:
    """Returns the regular files (links followed) directly in `folder` whose name ends in `suffix` in any case.

    Names that begin with a dot are skipped; the order is by name, by code point (A6). A missing folder gives ().
    Raises OSError when the folder is there and cannot be listed.
    """
    try:
        with os.scandir(folder) as entries:
            names = [e.name for e in entries if _is_wanted(e, suffix)]
    except FileNotFoundError:
        return ()
    return tuple(folder / name for name in sorted(names))


def _is_wanted(entry: "os.DirEntry[str]", suffix: str) -> bool:
    # A broken link is kept: opening it then says what is wrong with it instead of hiding it.
    named = entry.name.lower().endswith(suffix) and not entry.name.startswith(".")
    return named and not entry.is_dir()


def atomic_write(path: Path, content: bytes, *, keep_mode: bool = True) -> None:
    """Replaces the content of `path` whole: temporary file beside it, fsync, rename, fsync of the folder (S159).

    A link is replaced at its target and stays a link (S160). The mode is that of the target when there is one and
    `keep_mode` holds, else 0600. Raises OSError; the old file is then as it was.
    """
    target = Path(os.path.realpath(path))
    mode = _mode_for(target, keep_mode=keep_mode)
    temporary = target.parent / f".{target.name}{_TEMP_MARK}{secrets.token_hex(4)}"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        replace_held(temporary, target)
    except BaseException as fault:
        if os.name != "nt" or not isinstance(fault, PermissionError):  # there the kept text is all that was saved
            temporary.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def atomic_create(path: Path, content: bytes) -> None:
    """Writes a new file whole, with mode 0600; raises FileExistsError when there is one, and OSError."""
    temporary = path.parent / f".{path.name}{_TEMP_MARK}{secrets.token_hex(4)}"
    try:
        atomic_write(temporary, content, keep_mode=False)
        move_new(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def move_new(source: Path, target: Path) -> None:
    """Moves a file within a file system, a link itself; raises FileExistsError instead of replacing, and OSError."""
    try:
        os.link(source, target, follow_symlinks=False)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # no hard links here: an empty file of ours holds the name meanwhile
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            source.replace(target)
        except BaseException:
            target.unlink(missing_ok=True)
            raise
    else:
        source.unlink()
    _sync_folder(target.parent)


def _mode_for(target: Path, *, keep_mode: bool) -> int:
    try:
        return stat.S_IMODE(target.stat().st_mode) if keep_mode else 0o600
    except FileNotFoundError:
        return 0o600


def replace_held(temporary: Path, target: Path) -> None:
    """Renames over a file, which another program may hold open for a moment; raises OSError."""
    # Windows refuses while a virus scanner or an editor holds the target; it lets go after a moment (S159).
    for _ in range(_WINDOWS_TRIES if os.name == "nt" else 0):
        try:
            temporary.replace(target)
        except PermissionError:
            threading.Event().wait(_WINDOWS_PAUSE_S)
        else:
            return
    temporary.replace(target)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return  # Windows has no handle of a folder that can be synced
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove_leftovers(folder: Path, now: float) -> tuple[Path, ...]:
    """Removes temporary files of ours that are older than an hour and returns them; others stay (S161)."""
    removed: list[Path] = []
    if not folder.is_dir():
        return ()
    for path in folder.iterdir():
        mark = path.name.rpartition(_TEMP_MARK)[2]
        is_ours = path.name.startswith(".") and _TEMP_MARK in path.name and len(mark) == 8
        if is_ours and path.is_file() and now - path.stat().st_mtime > _LEFTOVER_AGE_S:
            path.unlink(missing_ok=True)
            removed.append(path)
    return tuple(removed)


def make_folders(folders: tuple[Path, ...]) -> tuple[Diagnostic, ...]:
    """Creates the missing ones with mode 0700; each that cannot be made gives a `dir.unwritable` warning (A3)."""
    found: list[Diagnostic] = []
    for folder in folders:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as fault:
            message = f"The folder `{folder}` cannot be created: {(fault.strerror or 'unknown cause').lower()}."
            hint = "Bundled agents work; your own files need this folder."
            found.append(Diagnostic(Code.DIR_UNWRITABLE, Severity.WARNING, message, path=str(folder), hint=hint))
            break  # what lies below or beside it fails for the same cause
    return tuple(found)


def age_s(path: Path, now: float | None = None) -> float:
    """Returns the seconds since the file was written."""
    return (time.time() if now is None else now) - path.stat().st_mtime
