"""Reads a command text for the shell that would run it (S3, S33)."""

import shutil
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

from qodev.base.text import BLANKS
from qodev.permissions.shell import TEXT_BYTES_MOST, TEXT_POINTS_MOST, BashReader
from qodev.permissions.windows import read_windows
from qodev.types.permissions import POSIX_SHELLS, Reading

_PROGRAM = "shfmt.exe" if sys.platform == "win32" else "shfmt"


def find_shfmt(env: Mapping[str, str]) -> Path | None:
    """Returns the program of the `shfmt-py` wheel: beside this Python, in a frozen build beside the program, or on the path."""
    beside = (Path(sys.executable).parent, Path(sysconfig.get_path("scripts")), Path(getattr(sys, "_MEIPASS", ".")))
    for folder in beside:
        if (folder / _PROGRAM).is_file():
            return folder / _PROGRAM
    found = shutil.which("shfmt", path=env.get("PATH"))
    return Path(found) if found else None


class CommandReaders:
    """Reads texts for bash, sh, PowerShell and cmd; `folder` is an empty one of ours."""

    def __init__(self, shfmt: Path | None, folder: Path) -> None:
        self._bash = BashReader(shfmt, folder)
        self._sh = BashReader(shfmt, folder, "sh")

    @property
    def is_complete(self) -> bool:
        """Tells whether both readers for bash are there (S13)."""
        return self._bash.shfmt is not None

    async def read(self, text: str, shell: str) -> Reading:
        """Returns what a text comes to; never raises for a text."""
        if shell in POSIX_SHELLS:
            return await (self._bash if shell == "bash" else self._sh).read(text)
        return read_windows(text, shell)


def argument_fault(text: str) -> str | None:
    """Returns why a text is no command at all, before any rule is asked (P87, S12)."""
    if not text.strip(BLANKS):
        return "the command is empty"
    if len(text) > TEXT_POINTS_MOST:
        return f"the command has more than {TEXT_POINTS_MOST:,} characters"
    if len(text.encode("utf-8", "surrogatepass")) > TEXT_BYTES_MOST:
        return f"the command has more than {TEXT_BYTES_MOST:,} bytes"
    return None
