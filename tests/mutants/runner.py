"""Breaks a copy of the program in one place and asks the tests of that place whether they notice."""

import os
import shutil
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
    try:
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, timeout=_LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return False  # a break that makes a test run for ever is noticed too
    if done.returncode not in (0, 1):
        raise RuntimeError(f"the tests did not run: {done.stdout[-600:].decode()}{done.stderr[-600:].decode()}")
    return done.returncode == 0
