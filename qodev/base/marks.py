"""Writes the moments of a start where benchmarks and the packaging test can read them (F9)."""

import time
from collections.abc import Mapping
from enum import StrEnum


class Moment(StrEnum):
    """What a start goes through, in this order."""

    PAINT = "paint"  # the first paint of the window is on screen
    LOOP = "loop"  # the first coroutine ran
    READY = "ready"  # the services run
    USABLE = "usable"  # everything is connected and loaded, and the loop takes keys


def mark(moment: Moment, env: Mapping[str, str]) -> None:
    """Adds a line to the file that `QODEV_MARK` names: the moment, the machine's clock and this process's CPU in ns."""
    path = env.get("QODEV_MARK")
    if path:
        with open(path, "a", encoding="ascii") as file:  # noqa: PTH123  pathlib is not needed at a start
            file.write(f"{moment} {time.monotonic_ns()} {time.process_time_ns()}\n")
