"""`--version`, `paths` and `check`."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from qodev import __version__

# Modules that cost more than argparse are imported where they are used: `--version` is asked for in loops and hooks.


if TYPE_CHECKING:
    from qodev.services.checks import CheckReport


def show_version(options: argparse.Namespace) -> int:
    """Prints the version."""
    sys.stdout.write(f'{{"version": "{__version__}"}}\n' if options.json else f"qodev {__version__}\n")
    return 0


def show_paths(options: argparse.Namespace) -> int:
    """Prints where files lie; makes none of the folders."""
    from qodev.base.paths import AppPaths
    from qodev.cli.output import DONE, print_json, print_text

    paths = AppPaths.from_env(os.environ, Path.cwd())
    folders = {name: str(getattr(paths, name)) for name in ("config", "data", "state", "cache")}
    if options.json:
        print_json(folders)
    else:
        for name, folder in folders.items():
            print_text(f"{name:7} {folder}")
    return DONE


def check(options: argparse.Namespace) -> int:
    """Checks user files, or those under the given paths, and prints every finding."""
    from qodev.cli.session import run_with_services

    return print_report(run_with_services(lambda services: services.check(options.paths)), options)


def print_report(report: "CheckReport", options: argparse.Namespace) -> int:
    """Prints findings as a check does, and returns the exit code."""
    from qodev.base.diagnostics import Severity
    from qodev.cli.output import DONE, PROBLEMS, print_diagnostics, print_json, print_text
    from qodev.cli.sarif import write_sarif

    if options.sarif is not None:
        write_sarif(options.sarif, report.diagnostics)
    if options.json:
        print_json({"diagnostics": report.diagnostics, "checked": report.checked})
    else:
        print_diagnostics(report.diagnostics)
        named = getattr(options, "paths", ())
        print_text(_summary(len(report.diagnostics), report.checked, is_named=bool(named)))
    has_error = any(d.severity is Severity.ERROR for d in report.diagnostics)
    return PROBLEMS if has_error else DONE


def _summary(found: int, checked: int, *, is_named: bool) -> str:
    if checked == 0 and found == 0 and is_named:
        return "There are no files of qodev there to check."
    if checked == 0:
        return "There are no files of yours to check." if found == 0 else _counted(found, "problem") + "."
    return f"{_counted(found, 'problem') if found else 'No problems'} in {_counted(checked, 'file')}."


def _counted(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"
