"""Commands that scripts call in loops, beside the interpreter alone."""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks._kit import Row, Samples, Scale, child_env, fast_folder, interleave, require, run_child
from qodev import __version__

_ROUNDS = 11


def rows() -> list[Row]:
    """Returns the rows of this subject."""
    note = "CPU of the process; byte code written before on both sides"
    return [Row("cli.version", _version, note), Row("cli.paths", _paths, note)]


def _script() -> str:
    beside = Path(sys.executable).parent / "qodev"
    require(beside.exists(), "the `qodev` script is not installed beside this interpreter")
    return str(beside)


def _version(scale: Scale) -> Samples:
    return _measure(scale, ["--version"], f"qodev {__version__}\n")


def _paths(scale: Scale) -> Samples:
    return _measure(scale, ["paths"], "config ")


def _measure(scale: Scale, arguments: Sequence[str], expected: str) -> Samples:
    home = fast_folder()
    env = child_env(home)

    def subject() -> float:
        child = run_child([_script(), *arguments], env)
        require(child.output.startswith(expected), f"it printed {child.output[:80]!r}")
        return child.cpu_ms

    def floor() -> float:
        return run_child([sys.executable, "-c", "pass"], env).cpu_ms

    try:
        return interleave(subject, floor, scale.rounds(_ROUNDS))
    finally:
        shutil.rmtree(home, ignore_errors=True)
