"""The swap race (S204, race-01): a second process exchanges a folder and a link while tools write; nothing lands outside.

By hand: `python -m tests.rigs.write_swaps 100000` for each of the three places, with the figure for docs/reliability.md.
"""

import argparse
import asyncio
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from qodev.types.permissions import Step
from qodev.types.tooling import Permit, ToolRefusal
from tests.unit.tools.edit_kit import editing

PLACES = ("folder", "folder above", "file")
ROOT = Path(__file__).parents[2]
_LINGERING = 30


@dataclass
class Outcome:
    """What a race came to."""

    swaps: int
    written: int = 0
    refused: int = 0
    outside: dict[str, bytes] = field(default_factory=dict)  # what changed behind the link


def lay_out(base: Path) -> tuple[Path, Path]:
    """Makes a project and a folder outside that looks the same."""
    for root in ("project", "outside"):
        (base / root / "top" / "src").mkdir(parents=True)
        (base / root / "top" / "src" / "p.txt").write_bytes(b"first\n")
    return base / "project", base / "outside"


def place_of(which: str, project: Path, outside: Path) -> tuple[Path, Path]:
    """Returns what is swapped and what the link leads to."""
    below = {"folder": "top/src", "folder above": "top", "file": "top/src/p.txt"}[which]
    return project / below, outside / below


def swap(place: Path, other: Path, count: int) -> None:
    """Exchanges what is at a path with a link to another place, and back, `count` times."""
    aside = place.with_name(f"{place.name}.aside")
    for _ in range(count):
        place.rename(aside)
        with contextlib.suppress(FileExistsError):  # the writer made a folder in the gap
            place.symlink_to(other)
            _linger(place)
            place.unlink()
        _put_back(aside, place)
        _linger(place)


def _linger(place: Path) -> None:
    for _ in range(_LINGERING):
        os.path.lexists(place)


def _put_back(aside: Path, place: Path) -> None:
    for _ in range(10_000):
        with contextlib.suppress(OSError):
            aside.rename(place)
            return
        with contextlib.suppress(OSError):
            place.unlink() if place.is_file() else shutil.rmtree(place)


def race(base: Path, which: str, swaps: int) -> Outcome:
    """Writes through the tools until the other process has made its swaps."""
    project, outside = lay_out(base)
    before = tree(outside)
    place, other = place_of(which, project, outside)
    argv = [sys.executable, "-m", "tests.rigs.write_swaps", "--swap", str(place), str(other), str(swaps)]
    got = Outcome(swaps)
    with subprocess.Popen(argv, cwd=ROOT) as swapper:
        asyncio.run(_write_while(project, got, lambda: swapper.poll() is None))
        assert swapper.wait() == 0
    after = tree(outside)
    got.outside = {name: after.get(name, b"") for name in before | after if after.get(name) != before.get(name)}
    return got


async def _write_while(project: Path, got: Outcome, goes_on: Callable[[], bool]) -> None:
    async with editing(project) as tools:
        while goes_on():
            for name, path in (("write_file", "top/src/p.txt"), ("create_file", f"top/src/n{got.written}.txt")):
                try:
                    prepared = await tools.prepare(name, path, f"{got.written} {got.refused}\n")
                    await prepared.act(Permit(Step.APPLY))
                    got.written += 1
                except ToolRefusal:
                    got.refused += 1


def tree(folder: Path) -> dict[str, bytes]:
    """Returns every file below a folder, a link as what it names."""
    found = (p for p in sorted(folder.rglob("*")) if p.is_symlink() or p.is_file())
    return {str(p.relative_to(folder)): str(p.readlink()).encode() if p.is_symlink() else p.read_bytes() for p in found}


def main() -> int:
    """Runs one side of a race, or races over all places."""
    parser = argparse.ArgumentParser(prog="python -m tests.rigs.write_swaps", description=__doc__)
    parser.add_argument("swaps", nargs="?", type=int, default=100_000)
    parser.add_argument("--swap", nargs=3, metavar=("PLACE", "OTHER", "COUNT"))
    options = parser.parse_args()
    if options.swap:
        swap(Path(options.swap[0]), Path(options.swap[1]), int(options.swap[2]))
        return 0
    bad = 0
    for which in PLACES:
        memory = Path("/dev/shm")
        with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
            began = time.monotonic()
            got = race(Path(made), which, options.swaps)
        bad += bool(got.outside)
        print(
            f"{which}: {got.swaps} swaps, {got.written} written, {got.refused} refused, "
            f"{len(got.outside)} outside, {time.monotonic() - began:.0f} s",
            flush=True,
        )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
