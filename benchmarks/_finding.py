"""grep and glob over 10,000 files, with everything that the tools do: walk, rules, candidates, the matching process."""

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from benchmarks._kit import Row, Samples, Scale, require
from benchmarks.store import with_folder
from qodev.base.tasks import WorkPool
from qodev.tools.candidates import Preselection
from qodev.tools.find import fitting
from qodev.tools.scan import Scan, ScanLimits, scan_folder
from qodev.tools.search import PatternChild, Searching
from qodev.workspace.project import ProjectRoot

_FILES, _FEW_FILES = 10_000, 200
_RARE, _COMMON = "needle_[a-z]", "com+on"
_ALL = ScanLimits(entries=100_000, files=100_000, hits=200)
_UNCAPPED = ScanLimits(entries=100_000, files=100_000, hits=100_000)


def rows() -> list[Row]:
    """Returns the rows of the finding tools."""
    place = "wall clock; files of 2 kB on a tmpfs where there is one, read before on both sides"
    return [
        Row("search.grep", lambda scale: with_folder(_grep(scale)), f"{place}; beside rg, else a walk that reads all"),
        Row("search.grep_cap", lambda scale: with_folder(_capped(scale)), f"{place}; beside the same without a cap"),
        Row("search.glob", lambda scale: with_folder(_glob(scale)), "process CPU; beside a walk by os.scandir"),
    ]


_Work = Callable[[Path], Awaitable[Samples]]


def _lay_out(folder: Path, scale: Scale) -> ProjectRoot:
    line = "some words of a usual line of source, as there are many\n"
    for number in range(scale.pick(_FILES, _FEW_FILES)):
        place = folder / "tree" / f"part{number % 40}" / f"group{number % 400}"
        place.mkdir(parents=True, exist_ok=True)
        common = "a common word\n" * (3 + (number % 10 < 3))
        rare = "needle_x\n" if number % 100 == 0 else ""
        (place / f"file{number}.py").write_text(line * 34 + common + rare)
    return ProjectRoot.open(folder / "tree")


def _scan(root: ProjectRoot) -> Scan:
    return scan_folder(root, None, lambda names: True, _ALL, threading.Event())  # noqa: ARG005 -- no read rules


def _searching(pool: WorkPool, folder: Path) -> Searching:
    return Searching(pool, PatternChild(os.environ, folder), Preselection(os.environ, shutil.which("rg"), None))


def _grep(scale: Scale) -> _Work:
    async def measure(folder: Path) -> Samples:
        root, pool = _lay_out(folder, scale), WorkPool()
        searching = _searching(pool, folder)
        pairs = []
        for _ in range(scale.rounds() + 1):
            began = time.perf_counter()
            found = await searching.find_pattern(root, await pool.run(_scan, root), _RARE, _ALL)
            ours = time.perf_counter() - began
            began = time.perf_counter()
            theirs = await pool.run(_plain_grep, root.path)
            pairs.append((ours, time.perf_counter() - began))
            require(len(found.hits) == theirs, f"{len(found.hits)} hits against {theirs}")
        pool.close()
        return Samples([a * 1000 for a, _ in pairs[1:]], [b * 1000 for _, b in pairs[1:]])

    return measure


def _plain_grep(folder: Path) -> int:
    program = shutil.which("rg")
    if program is None:
        return sum("needle_" in path.read_text() for path in folder.rglob("*.py"))
    done = subprocess.run([program, "--no-config", "-n", _RARE], cwd=folder, capture_output=True, check=False)
    return len(done.stdout.splitlines())


def _capped(scale: Scale) -> _Work:
    async def measure(folder: Path) -> Samples:
        root, pool = _lay_out(folder, scale), WorkPool()
        searching, scan = _searching(pool, folder), _scan(root)
        pairs = []
        for _ in range(scale.rounds(3) + 1):
            began = time.perf_counter()
            found = await searching.find_pattern(root, scan, _COMMON, _ALL)
            ours = time.perf_counter() - began
            began = time.perf_counter()
            whole = await searching.find_pattern(root, scan, _COMMON, _UNCAPPED)
            pairs.append((ours, time.perf_counter() - began))
            require((len(found.hits), found.is_cut) == (200, True), f"{len(found.hits)} hits")
            require(len(whole.hits) == 3.3 * len(scan.files), f"{len(whole.hits)} hits in all")
        pool.close()
        return Samples([a * 1000 for a, _ in pairs[1:]], [b * 1000 for _, b in pairs[1:]])

    return measure


def _glob(scale: Scale) -> _Work:
    async def measure(folder: Path) -> Samples:
        root, pool = _lay_out(folder, scale), WorkPool()
        pairs = []
        for _ in range(scale.rounds() + 1):
            began = time.process_time()
            scan = await pool.run(_scan, root)
            found = await pool.run(fitting, "**/file*7.py", scan.files, folds_case=False)
            ours = time.process_time() - began
            began = time.process_time()
            theirs = await pool.run(_plain_walk, str(root.path))
            pairs.append((ours, time.process_time() - began))
            require(len(found) == theirs, f"{len(found)} files against {theirs}")
        pool.close()
        return Samples([a * 1000 for a, _ in pairs[1:]], [b * 1000 for _, b in pairs[1:]])

    return measure


def _plain_walk(folder: str) -> int:
    waiting, count = [folder], 0
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                else:
                    count += entry.name.startswith("file") and entry.name.endswith("7.py")
    return count
