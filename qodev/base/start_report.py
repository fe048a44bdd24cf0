"""Hears from what contains a command whether the command was started (S45)."""

import os
from contextlib import suppress

_REPORT_BYTES = 4096


class StartReport:
    """A pipe on which what contains a command reports that it was started."""

    def __init__(self) -> None:
        self._ours = self._theirs = -1

    def open(self) -> int:
        """Returns the handle to report on."""
        self._ours, self._theirs = os.pipe()
        os.set_blocking(self._ours, False)
        return self._theirs

    def close_theirs(self) -> None:
        """Closes the handle here, once it has been inherited."""
        os.close(self._theirs)

    def says_started(self) -> bool:
        """Reads the report and closes the pipe. bubblewrap tells an exit code only of what it has started."""
        report = b""
        with suppress(BlockingIOError):
            report = os.read(self._ours, _REPORT_BYTES)
        os.close(self._ours)
        return b"started" in report or b'"exit-code"' in report
