"""Finds and ends the processes of a run: its group, what carries its mark, and what holds its pipes (S123, S124).

Linux tells all of that below `/proc`. Elsewhere only the group is known, and only whether it still has members.
"""

import os
import select
import signal
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from qodev.base.environment import RUN_MARK

_PROC = Path("/proc")
HAS_PROC = (_PROC / "self" / "environ").exists()
_COMMAND_POINTS = 200
# A busy machine may take long between the steps of an exec; what has no environment for good costs this much a look.
_PATIENCE_S, _EXEC_S, _YOUNG_S = 0.1, 0.002, 10.0
_FLAGS, _PF_EXITING = 6, 0x4  # of proc(5) and the kernel: what ends has no environment any more
_MARK_PARTS = 4  # number and start of the program, tag, number of the run
_WATCHED_MOST = 64  # open handles while waiting; what lies beyond is found by the next look
_LOOK_S = 0.25
_KILL_S = 0.5
_ROUNDS = 5  # what is ended may have started another one meanwhile
_NO_GROUP = -1


@dataclass(frozen=True, slots=True)
class RunMark:
    """How the processes of a run are known: the group that its first one leads, and the mark in the environment."""

    group: int
    mark: str


@dataclass(frozen=True, slots=True)
class SeenProcess:
    """A process that runs; `started` is in clock ticks since the system started and tells a number's owners apart."""

    pid: int
    started: int
    group: int
    command: str  # argv with blanks between, cut


def own_mark(tag: str = "") -> str:
    """Returns what the marks of this program begin with; no other program, past or present, has the same.

    `tag`, letters and digits, is of those that may report each other's processes, such as qodev with one data folder.
    """
    seen = _stat_of(os.getpid())
    return f"{os.getpid()}.{seen[2] if seen else int(time.time())}.{tag}."


def find_processes(run: RunMark, *, pipes: Collection[int] = ()) -> tuple[SeenProcess, ...]:
    """Returns the living processes of a run, also those that hold one of `pipes`, inode numbers. Blocking.

    Where the system shows no processes, a group that has members is given as one without a command.
    """
    if not HAS_PROC:
        return (SeenProcess(run.group, 0, run.group, ""),) if _has_members(run.group) else ()
    entry = f"{RUN_MARK}={run.mark}".encode()
    patient_until = time.monotonic() + _PATIENCE_S

    def is_of_run(pid: int, group: int, started: int) -> bool:
        if group == run.group or _carries(pid, started, entry, patient_until):
            return True
        return bool(pipes) and _holds(pid, pipes)

    return tuple(_living(is_of_run))


def find_orphans(tag: str = "") -> tuple[SeenProcess, ...]:
    """Returns the processes with marks of `tag` whose program is gone, such as one that was killed (S125). Blocking."""
    if not HAS_PROC:
        return ()
    return tuple(_living(lambda pid, *_: _is_orphan(pid, tag)))


def end_processes(run: RunMark, grace_s: float, hurry: threading.Event) -> tuple[SeenProcess, ...]:
    """Ends a run: TERM to its group and to what left it, KILL after `grace_s` or when `hurry` is set. Blocking.

    Returns what still runs, at most half a second after KILL.
    """
    _signal_all(run, find_processes(run), signal.SIGTERM)
    deadline = time.monotonic() + grace_s
    while time.monotonic() < deadline and not hurry.is_set():
        seen = _find_surely(run)
        if not seen:
            return ()
        _await_one(seen, min(_LOOK_S, deadline - time.monotonic()), hurry)
    deadline = time.monotonic() + _KILL_S
    while True:
        seen = _find_surely(run)
        if not seen or time.monotonic() > deadline:
            return seen
        _signal_all(run, seen, signal.SIGKILL)
        _await_one(seen, 0.05, threading.Event())


def _find_surely(run: RunMark) -> tuple[SeenProcess, ...]:
    """Looks twice before it says that there is nothing: a process may fork and end while the others are looked at."""
    return find_processes(run) or find_processes(run)


def end_seen(seen: Collection[SeenProcess], grace_s: float) -> tuple[SeenProcess, ...]:
    """Ends single processes that were found before, each only if it is still the same one. Blocking."""
    for number, wait_s in ((signal.SIGTERM, grace_s), (signal.SIGKILL, _KILL_S)):
        deadline = time.monotonic() + wait_s
        for process in seen:
            _signal(process, number)
        while (seen := tuple(p for p in seen if is_same(p))) and time.monotonic() < deadline:
            _await_one(seen, min(_LOOK_S, deadline - time.monotonic()), threading.Event())
    return tuple(seen)


def end_marked(mark: str) -> tuple[SeenProcess, ...]:
    """Ends at once what carries a mark, of a run whose first process nobody knows; returns what still runs. Blocking."""
    still: tuple[SeenProcess, ...] = ()
    for _ in range(_ROUNDS):
        seen = _find_surely(RunMark(_NO_GROUP, mark)) if HAS_PROC else ()
        if not seen:
            return ()
        still = end_seen(seen, 0.0)
    return still


def is_same(process: SeenProcess) -> bool:
    """Tells whether a process that was seen still runs and its number was not given to another."""
    if not HAS_PROC:
        return _has_members(process.group)
    found = _stat_of(process.pid)
    return found is not None and found[0] not in "ZX" and found[2] == process.started


def count_tasks(user: int) -> int | None:
    """Returns how many processes and threads a user has, None where the system does not tell. Blocking."""
    if not HAS_PROC:
        return None
    count = 0
    for pid in _pids():
        with suppress(OSError):
            if (_PROC / str(pid)).stat().st_uid == user:
                count += len(os.listdir(_PROC / str(pid) / "task"))  # noqa: PTH208 -- a third of the time of iterdir
    return count


def _pids() -> Iterator[int]:
    return (int(name) for name in os.listdir(_PROC) if name.isdigit())  # noqa: PTH208


def _living(is_wanted: Callable[[int, int, int], bool]) -> Iterator[SeenProcess]:
    """Yields processes but ours, and no zombies; `is_wanted` takes number, group and start."""
    ours = os.getpid()
    for pid in _pids():
        found = _stat_of(pid)
        if found is None or pid == ours or found[0] in "ZX" or not found[1]:  # threads of the kernel are in no group
            continue
        if not is_wanted(pid, found[1], found[2]):
            continue
        yield SeenProcess(pid, found[2], found[1], _command_of(pid))


def _stat_of(pid: int) -> tuple[str, int, int] | None:
    """Returns state, group and start of a process, None when it is gone."""
    try:
        fields = _fields_of(pid)
    except OSError:
        return None
    return fields[0], int(fields[2]), int(fields[19])


def _fields_of(pid: int) -> list[str]:
    """Returns the fields of proc(5) behind the name, which may hold blanks and brackets; raises OSError."""
    text = (_PROC / str(pid) / "stat").read_text(encoding="ascii", errors="replace")
    return text.rpartition(")")[2].split()


def _command_of(pid: int) -> str:
    try:
        raw = (_PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return ""
    return raw.rstrip(b"\0").replace(b"\0", b" ").decode("utf-8", "replace")[:_COMMAND_POINTS]


def _environment_of(pid: int) -> list[bytes]:
    try:
        return (_PROC / str(pid) / "environ").read_bytes().split(b"\0")
    except OSError:  # gone, or another user's
        return []


def _carries(pid: int, started: int, entry: bytes, patient_until: float) -> bool:
    """Tells whether a process carries a mark; one that becomes another program right now has none for a moment."""
    lines = _environment_of(pid)
    while lines == [b""] and _is_young(started) and not _is_ending(pid) and time.monotonic() < patient_until:
        threading.Event().wait(_EXEC_S)
        lines = _environment_of(pid)
    return entry in lines


def _is_ending(pid: int) -> bool:
    try:
        return bool(int(_fields_of(pid)[_FLAGS]) & _PF_EXITING)
    except OSError:
        return True


def _is_young(started: int) -> bool:
    return time.clock_gettime(time.CLOCK_BOOTTIME) - started / os.sysconf("SC_CLK_TCK") < _YOUNG_S


def _is_orphan(pid: int, tag: str) -> bool:
    start = f"{RUN_MARK}=".encode()
    marks = [line for line in _environment_of(pid) if line.startswith(start)]
    parts = marks[0].removeprefix(start).decode("ascii", "replace").split(".") if marks else []
    if len(parts) != _MARK_PARTS or parts[2] != tag or not (parts[0].isdigit() and parts[1].isdigit()):
        return False
    found = _stat_of(int(parts[0]))
    return found is None or found[0] in "ZX" or found[2] != int(parts[1])


def _holds(pid: int, pipes: Collection[int]) -> bool:
    wanted = {f"pipe:[{inode}]" for inode in pipes}
    with suppress(OSError):
        for handle in (_PROC / str(pid) / "fd").iterdir():
            with suppress(OSError):
                if str(handle.readlink()) in wanted:
                    return True
    return False


def _has_members(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # macOS says so of a group of zombies
        return False
    return True


def _signal_all(run: RunMark, seen: Collection[SeenProcess], number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(run.group, number)  # at once, so that a process that forks meanwhile gets it too
    for process in seen:
        if process.group != run.group:
            _signal(process, number)


def _signal(process: SeenProcess, number: signal.Signals) -> None:
    """Sends a signal to exactly the process that was seen, not to one that got its number since."""
    if not HAS_PROC:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.group, number)
        return
    with suppress(OSError):
        handle = os.pidfd_open(process.pid)
        try:
            if is_same(process):
                signal.pidfd_send_signal(handle, number)
        finally:
            os.close(handle)


def _await_one(seen: Collection[SeenProcess], wait_s: float, hurry: threading.Event) -> None:
    """Waits until all of `seen` have ended, at most `wait_s`, less when `hurry` is set."""
    if not HAS_PROC:
        hurry.wait(min(0.02, wait_s))
        return
    poll = select.poll()
    deadline = time.monotonic() + wait_s
    with ExitStack() as handles:
        waiting: set[int] = set()
        for process in tuple(seen)[:_WATCHED_MOST]:
            with suppress(OSError):
                handle = os.pidfd_open(process.pid)
                handles.callback(os.close, handle)
                poll.register(handle, select.POLLIN)
                waiting.add(handle)
        while waiting and not hurry.is_set() and (rest := deadline - time.monotonic()) > 0:
            for handle, _ in poll.poll(max(1.0, min(rest, 0.02) * 1000)):
                poll.unregister(handle)
                waiting.discard(handle)
