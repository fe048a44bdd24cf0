"""Breaks a copy of the program in one place and asks the tests of that place whether they notice."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_COPIED = ("qodev", "tests", "resources", "icons")
_LIMIT_S = 300.0


@dataclass(frozen=True)
class Mutant:
    """One deliberate break: `before` stands once in the file, and `tests` are to fail with `after` in its place."""

    family: str
    path: str
    before: str
    after: str
    tests: tuple[str, ...]


class Outcome(StrEnum):
    """What became of a mutant."""

    NOTICED = "noticed"
    MISSED = "missed"  # the tests pass with the break
    GONE = "gone"  # the text is not in the file any more, or more than once


@contextmanager
def copied_tree() -> Iterator[Path]:
    """Copies what tests need into a folder of its own, and takes it away again."""
    with tempfile.TemporaryDirectory(prefix="qodev-mutants-") as made:
        folder = Path(made)
        for name in _COPIED:
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        yield folder


def is_in_place(mutant: Mutant, root: Path = ROOT) -> bool:
    """Tells whether the text to be broken stands exactly once in its file."""
    return (root / mutant.path).read_text(encoding="utf-8").count(mutant.before) == 1


def try_out(mutant: Mutant, folder: Path) -> Outcome:
    """Breaks the copy, runs the tests, and mends it again."""
    if not is_in_place(mutant, folder):
        return Outcome.GONE
    path = folder / mutant.path
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(mutant.before, mutant.after), encoding="utf-8")
    try:
        return Outcome.MISSED if passes(mutant.tests, folder) else Outcome.NOTICED
    finally:
        path.write_text(whole, encoding="utf-8")


def passes(tests: tuple[str, ...], folder: Path) -> bool:
    """Runs some tests on the copy, up to the first that fails."""
    command = [sys.executable, "-m", "pytest", "-n0", "-q", "-x", "-p", "no:randomly", "-m", "not slow", *tests]
    env = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    ) as process:
        try:
            shown, _ = process.communicate(timeout=_LIMIT_S)
        except subprocess.TimeoutExpired:
            _end_group(process)
            return False  # a break that makes a test run for ever is noticed too
    if process.returncode < 0:
        return False  # and one that makes it end itself: it has a session of its own, so no signal of it comes here
    if process.returncode > 1:
        raise RuntimeError(f"the tests did not run: {shown[-1200:].decode('utf-8', 'replace')}")
    return process.returncode == 0


def _end_group(process: subprocess.Popen[bytes]) -> None:
    if os.name == "nt":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
