"""Puts soft limits on a command before its first instruction, without code of ours between fork and start (S128)."""

import asyncio
import os
from collections.abc import Sequence

from qodev.base.census import count_tasks

FILE_BYTES = 16 * 1024**3
TASKS_MORE = 4096
_BLOCK_BYTES = 512  # of POSIX `ulimit -f`
_SHELL = "/bin/sh"
# The shell gives way to the command by `exec`, so nothing of it is left. Shells call the limit of tasks -u or -p, and
# refuse what a lower hard limit forbids, which is then in force anyway.
_LAUNCHER = """{
ulimit -S -c 0
[ "$1" = - ] || ulimit -S -f "$1"
[ "$2" = - ] || ulimit -S -u "$2" || ulimit -S -p "$2"
} 2>/dev/null
shift 2
exec "$@"
"""


async def limited_argv(argv: Sequence[str]) -> tuple[str, ...]:
    """Returns what starts `argv` with no core files, files up to 16 GiB and 4,096 more tasks than its user has now."""
    if os.name == "nt":
        return tuple(argv)
    import resource  # POSIX alone has it

    tasks = await asyncio.to_thread(count_tasks, os.getuid())
    file_blocks = _lower(FILE_BYTES // _BLOCK_BYTES, resource.getrlimit(resource.RLIMIT_FSIZE)[0] // _BLOCK_BYTES)
    most_tasks = "-" if tasks is None else _lower(tasks + TASKS_MORE, resource.getrlimit(resource.RLIMIT_NPROC)[0])
    return (_SHELL, "-c", _LAUNCHER, "sh", file_blocks, most_tasks, *argv)


def _lower(wanted: int, present: int) -> str:
    """Returns the limit to set, `-` when the present one is lower; a negative one is none."""
    return str(wanted) if present < 0 or wanted < present else "-"
