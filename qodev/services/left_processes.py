"""Reports at start what commands of an earlier qodev left running, one that was killed with its watchdog (S125)."""

import hashlib
import os

from qodev.base.census import SeenProcess, find_orphans
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.paths import AppPaths
from qodev.base.text import clip, show_hidden

_TAG_DIGITS = 12
_SHOWN_POINTS = 80


def tag_of(paths: AppPaths) -> str:
    """Returns what marks the processes of one data folder: another one's are none of ours to report."""
    return hashlib.sha256(os.fsencode(os.path.realpath(paths.data))).hexdigest()[:_TAG_DIGITS]


def report_left(paths: AppPaths) -> tuple[Diagnostic, ...]:
    """Returns one warning for each process. Blocking; finds nothing where the system hides what processes belong to."""
    return tuple(_warning(process) for process in find_orphans(tag_of(paths)))


def _warning(process: SeenProcess) -> Diagnostic:
    command = clip(show_hidden(process.command), _SHOWN_POINTS)
    message = f"`{command}` (process {process.pid}) still runs; a command of an earlier qodev started it."
    return Diagnostic(Code.PROCESS_LEFT, Severity.WARNING, message, hint="End it by its number if it is not wanted.")
