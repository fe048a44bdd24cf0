"""Runs texts inside the namespaces of the jail, one at a time; standard library alone, started by `jail.py` (S196).

Reads one JSON job a line, `{"shell", "text"}`, and answers with `{"log", "out", "code"}`, the first two in Base64.
Each text gets a process namespace of its own, so all that it started ends with it, and empty folders to write to.
"""

import base64
import ctypes
import json
import os
import resource
import select
import signal
import sys
from pathlib import Path

_NEWPID = 0x20000000
_READ_ONLY, _NO_SUID, _NO_DEV, _REMOUNT, _BIND, _REC, _PRIVATE = 1, 2, 4, 32, 4096, 16384, 1 << 18
_NO_NEW_PRIVS = 38
_NOBODY = 65534
_MIB = 1024 * 1024
_LIMITS = (
    (resource.RLIMIT_FSIZE, 10 * _MIB),
    (resource.RLIMIT_AS, 2048 * _MIB),
    (resource.RLIMIT_CPU, 3),
    (resource.RLIMIT_NPROC, 64),
    (resource.RLIMIT_CORE, 0),
    (resource.RLIMIT_NOFILE, 256),
)
_START = {
    "bash": ["/real/bash", "--noprofile", "--norc", "-c"],
    "dash": ["/real/dash", "-c"],
    "zsh": ["/real/zsh", "-f", "-c"],
}
_LIMIT_S = "4"
_PATIENCE_MS = 8000
_ENV = {"PATH": "/bin:/usr/bin", "HOME": "/home", "LANG": "C.UTF-8", "TERM": "dumb"}
_libc = ctypes.CDLL(None, use_errno=True)


def _check(result, what):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def _mount(source, target, kind, flags, options=None):
    encoded = [None if part is None else os.fsencode(part) for part in (source, target, kind, options)]
    _check(_libc.mount(encoded[0], encoded[1], encoded[2], ctypes.c_ulong(flags), encoded[3]), f"mount {target}")


def _run(folder, job):
    """Runs one text and returns what was started and printed."""
    for name, content in (("log", b""), ("out", b""), ("text", job["text"].encode("utf-8", "surrogatepass"))):
        with (folder / name).open("r+b") as file:
            file.truncate(0)
            file.write(content)
    _empty_folders(folder)
    child = os.fork()
    if child == 0:
        os._exit(_guard(folder, job["shell"]))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    found = {}
    for name in ("log", "out"):
        found[name] = base64.b64encode((folder / name).read_bytes()).decode()
    return {**found, "code": status}


def _empty_folders(folder):
    """Mounts what was written to anew; a text that wrote nothing leaves the mounts as they are."""
    for name in ("w", "tmp", "home"):
        place = folder / name
        if place.is_mount():
            if not any(place.iterdir()):
                continue
            _check(_libc.umount2(os.fsencode(place), 0), f"umount {place}")
        _mount("none", place, "tmpfs", _NO_SUID | _NO_DEV, "size=16m,nr_inodes=2000,mode=1777")


def _guard(folder, shell):
    """Starts the first process of a new namespace and ends it when it takes too long; all others end with it."""
    try:
        _check(_libc.unshare(_NEWPID), "unshare")
        first = os.fork()
    except OSError as fault:
        print(fault, file=sys.stderr, flush=True)
        return 120
    if first == 0:
        try:
            _become(folder, shell)
        finally:
            os._exit(121)
    waiter = select.poll()
    waiter.register(os.pidfd_open(first), select.POLLIN)
    if not waiter.poll(_PATIENCE_MS):
        os.kill(first, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(first, 0)[1])
    return code if code >= 0 else 128 - code


def _become(folder, shell):
    """Gives everything up and becomes the shell; the text comes from its file and goes through no other shell."""
    os.chroot(folder)
    os.chdir("/w")
    text = Path("/text").read_bytes()
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    out = os.open("/out", os.O_WRONLY | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.closerange(3, 256)
    for kind, most in _LIMITS:
        resource.setrlimit(kind, (most, most))
    os.setgroups([])
    os.setresgid(_NOBODY, _NOBODY, _NOBODY)
    os.setresuid(_NOBODY, _NOBODY, _NOBODY)
    _check(_libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl")
    os.setsid()
    os.umask(0o022)
    os.execve("/real/timeout", ["timeout", "-s", "KILL", _LIMIT_S, *_START[shell], text], _ENV)


def main():
    folder = Path(sys.argv[1])
    _mount("none", "/", None, _REC | _PRIVATE)
    null = folder / "dev/null"
    _mount("/dev/null", null, None, _BIND)
    _mount("none", null, None, _BIND | _REMOUNT | _READ_ONLY)
    _mount("proc", folder / "proc", "proc", _NO_SUID | _NO_DEV)
    for line in sys.stdin:
        print(json.dumps(_run(folder, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
