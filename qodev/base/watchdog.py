"""Ends groups of processes when the program that started them is gone; runs as a process of its own (S125).

`process` starts this file by its path, with nothing but the standard library: it must be up at once. It reads lines:
`+GROUP` adds a group, `-GROUP` takes one out; the end of the input is the end of the program.
"""

import os
import select
import signal
import sys
from contextlib import suppress

_GRACE_S = 2.0  # S123
_MARK = b"QODEV_RUN="  # as in `environment`, which is not imported here


def watch(mark: str) -> None:
    """Reads groups from standard input to its end, then ends them, and every process whose mark begins with `mark`."""
    groups = _read_groups()
    if not groups and not mark:
        return
    _signal(groups, mark, signal.SIGTERM)
    select.select([], [], [], _GRACE_S)
    _signal(groups, mark, signal.SIGKILL)


def _read_groups() -> set[int]:
    groups: set[int] = set()
    waiting = b""
    while piece := os.read(0, 4096):
        *lines, waiting = (waiting + piece).split(b"\n")
        for line in lines:
            change = groups.add if line[:1] == b"+" else groups.discard
            change(int(line[1:]))
    return groups


def _signal(groups: set[int], mark: str, number: signal.Signals) -> None:
    for group in groups:
        with suppress(OSError):
            os.killpg(group, number)
    for pid in _marked(mark) if mark else ():
        with suppress(OSError):
            os.kill(pid, number)


def _marked(mark: str) -> list[int]:
    """Returns the processes that carry the mark, those too that left their group; none where the system hides it."""
    wanted = _MARK + mark.encode()
    found = []
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else ():  # noqa: PTH112, PTH208 -- pathlib is slow to load
        with suppress(OSError):
            if name.isdigit():
                with open(f"/proc/{name}/environ", "rb") as file:  # noqa: PTH123 -- as above
                    if any(entry.startswith(wanted) for entry in file.read().split(b"\0")):
                        found.append(int(name))
    return found


def main() -> int:
    """Watches for the program that started this one; the last argument is the mark, which may be empty."""
    watch(sys.argv[-1])
    return 0


if __name__ == "__main__":
    main()
