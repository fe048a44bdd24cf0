"""Commands that scripts call in loops, beside the interpreter alone."""

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks._kit import Row, Samples, Scale, child_env, fast_folder, interleave, require, run_child
from qodev import __version__

_ROUNDS = 11
_PROFILES = 64


def rows() -> list[Row]:
    """Returns the rows of this subject."""
    note = "CPU of the process; byte code written before on both sides"
    return [
        Row("cli.version", _version, note),
        Row("cli.paths", _paths, note),
        Row("cli.explain", _explain, f"{note}; children counted"),
    ]


def _script() -> str:
    beside = Path(sys.executable).parent / "qodev"
    require(beside.exists(), "the `qodev` script is not installed beside this interpreter")
    return str(beside)


def _version(scale: Scale) -> Samples:
    return _measure(scale, ["--version"], f"qodev {__version__}\n")


def _paths(scale: Scale) -> Samples:
    return _measure(scale, ["paths"], "config ")


def _explain(scale: Scale) -> Samples:
    """Judges a compound command under one of 64 profiles, both readers included."""

    def prepare(home: Path) -> None:
        folder = home / "qodev" / "config" / "profiles"
        folder.mkdir(parents=True)
        for n in range(_PROFILES):
            rules = ", ".join(["*=allow", *(f"tool{n} sub{m}*=deny" for m in range(20))])
            text = f"---\nname: P{n}\ndescription: For the benchmark.\ncommands: {rules}\n---\nWork.\n"
            (folder / f"p{n:02}.md").write_text(text, encoding="utf-8")

    arguments = ["permissions", "explain", "--profile", "P7", "--command", 'git status && (ls "$HOME" | wc -l)']
    return _measure(scale, arguments, "", prepare=prepare, floor_code="import asyncio", within="wc -l")


def _measure(
    scale: Scale,
    arguments: Sequence[str],
    expected: str,
    *,
    prepare: Callable[[Path], None] | None = None,
    floor_code: str = "pass",
    within: str = "",
) -> Samples:
    home = fast_folder()
    env = child_env(home)
    if prepare is not None:
        prepare(home)

    def subject() -> float:
        child = run_child([_script(), *arguments], env)
        is_right = child.output.startswith(expected) and within in child.output
        require(is_right, f"it printed {child.output[:80]!r}")
        return child.cpu_ms

    def floor() -> float:
        return run_child([sys.executable, "-c", floor_code], env).cpu_ms

    try:
        return interleave(subject, floor, scale.rounds(_ROUNDS))
    finally:
        shutil.rmtree(home, ignore_errors=True)
