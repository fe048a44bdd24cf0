"""Ends a group of processes when the program that started it is gone; runs as a process of its own (S125).

`process` starts this file by its path, with nothing but the standard library: it must be up at once.
"""

import os
import select
import signal
import sys
from contextlib import suppress

_GRACE_S = 5.0


def watch(group: int) -> None:
    """Waits for the end of standard input, then ends `group` by TERM and after a while by KILL."""
    while os.read(0, 4096):
        pass
    with suppress(OSError):
        os.killpg(group, signal.SIGTERM)
        select.select([], [], [], _GRACE_S)
        os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    watch(int(sys.argv[1]))
