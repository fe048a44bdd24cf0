"""Tells what kind of file system a folder lies on."""

import ctypes
import os
from collections.abc import Callable
from pathlib import Path

FilesystemOf = Callable[[Path], str]
"""Returns the type of the file system that holds a path, "" when the system does not tell."""

_NETWORK = frozenset(
    {
        "nfs",
        "nfs4",
        "cifs",
        "smb",
        "smb2",
        "smb3",
        "smbfs",
        "afs",
        "ceph",
        "glusterfs",
        "lustre",
        "9p",
        "ncpfs",
        "remote",
    }
)
_NETWORK_FUSE = ("sshfs", "rclone", "s3fs", "davfs", "gvfsd", "curlftpfs", "glusterfs")
_DRIVE_REMOTE = 4


def is_network_type(name: str) -> bool:
    """Tells whether a file system of this type lies on another machine (S164)."""
    kind = name.lower()
    return kind in _NETWORK or any(part in kind for part in _NETWORK_FUSE)


def filesystem_of(path: Path) -> str:
    """Returns the type of the file system that holds `path`, "" when it is not known. Blocking."""
    if os.name == "nt":
        drive = path.absolute().drive
        return "remote" if drive.startswith("\\\\") or _is_remote_drive(drive) else ""
    try:
        return _from_mounts(path.resolve(), Path("/proc/self/mountinfo").read_text("utf-8", "replace"))
    except OSError:
        return ""  # no Linux


def _is_remote_drive(drive: str) -> bool:
    windll = getattr(ctypes, "windll", None)
    return windll is not None and windll.kernel32.GetDriveTypeW(f"{drive}\\") == _DRIVE_REMOTE


def _from_mounts(path: Path, mounts: str) -> str:
    """Takes the longest mount point that holds the path; the last of equal ones covers the earlier."""
    best, found = -1, ""
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        fields = before.split()
        if len(fields) < 5 or not after:
            continue
        point = Path(fields[4].replace("\\040", " "))
        if path.is_relative_to(point) and len(point.parts) >= best:
            best, found = len(point.parts), after.split()[0]
    return found
