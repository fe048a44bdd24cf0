"""Writes the arguments of bubblewrap (S42)."""

import os
from pathlib import Path

from qodev.base.containment_box import Box

_NAMESPACES = (
    *("--die-with-parent", "--new-session"),
    *("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
)
_SYSTEM = ("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/run")  # noqa: S108
_RESOLVER = "/etc/resolv.conf"


def bwrap_probe_argv(program: Path) -> tuple[str, ...]:
    """Returns what must end with 0 where containment can start (S41)."""
    return (str(program), *_NAMESPACES, "--unshare-net", *_SYSTEM, "--", "true")


def bwrap_argv(program: Path, box: Box, folder: Path, status_handle: int) -> tuple[str, ...]:
    """Returns what stands before a command's own argv; it reports on `status_handle` that the command was started.

    The order of mounts matters: a project below `/tmp` stays visible, what is protected lies over the project, what
    is hidden over all. Blocking, since only what exists can be covered.
    """
    above = [path for path in _existing(box.hidden) if any(folder.is_relative_to(path) for folder in box.writable)]
    beside = [path for path in _existing(box.hidden) if path not in above]
    argv = [str(program), *_NAMESPACES, *(() if box.allows_network else ("--unshare-net",)), *_SYSTEM]
    argv += _resolver() if box.allows_network else ()
    argv += _covers(above)
    for path in box.writable:
        argv += ("--bind", str(path), str(path))
    for path in box.held():
        argv += ("--bind", str(path), str(path))
    for path in _existing(box.protected):
        argv += ("--ro-bind", str(path), str(path))
    argv += _covers(beside)
    for path in (*above, *beside):
        if path.is_dir():
            argv += ("--remount-ro", str(path))
    return (*argv, "--chdir", str(folder), "--json-status-fd", str(status_handle), "--")


def _existing(paths: tuple[Path, ...]) -> list[Path]:
    """Returns where the paths really lead, since nothing can be mounted on a link."""
    return list(dict.fromkeys(Path(os.path.realpath(path)) for path in paths if path.exists()))


def _covers(paths: list[Path]) -> list[str]:
    argv: list[str] = []
    for path in paths:
        argv += ("--tmpfs", str(path)) if path.is_dir() else ("--ro-bind", os.devnull, str(path))
    return argv


def _resolver() -> tuple[str, ...]:
    """Returns how names are resolved although `/run`, where the file often lies, is empty."""
    real = os.path.realpath(_RESOLVER)
    return ("--ro-bind-try", real, real) if real.startswith(("/run/", "/tmp/")) else ()  # noqa: S108
