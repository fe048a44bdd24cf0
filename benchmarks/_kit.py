"""Rounds, clocks and children: everything a row needs to measure qodev beside its floor (performance.md, section 1)."""

import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

Side = Callable[[], float]
"""Does the work once and returns what it cost."""


class CheckError(Exception):
    """A side gave another result than it should (F5)."""


class SkipRow(Exception):
    """A floor or peer is missing; the text says which."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How much a row does: all of it, or as little as a smoke test needs (F16)."""

    small: bool = False

    def pick(self, full: int, tiny: int) -> int:
        """Returns `full`, or `tiny` in a smoke test."""
        return tiny if self.small else full

    def rounds(self, wanted: int = 5) -> int:
        """Returns how many rounds count."""
        return 1 if self.small else wanted


@dataclass(frozen=True, slots=True)
class Samples:
    """What both sides cost, round by round; `info` are figures for people."""

    subject: Sequence[float]
    floor: Sequence[float]
    unit: str = "ms"
    info: Mapping[str, float] = field(default_factory=dict)

    @property
    def ratio(self) -> float:
        """Returns the quotient of the medians (F2)."""
        return statistics.median(self.subject) / max(statistics.median(self.floor), 1e-9)

    @property
    def spread(self) -> tuple[float, float]:
        """Returns the least and the greatest quotient of a round."""
        quotients = [a / max(b, 1e-9) for a, b in zip(self.subject, self.floor, strict=True)]
        return min(quotients), max(quotients)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of section 3; `note` says which clock decides, which caches are warm, and where files lie."""

    id: str
    measure: Callable[[Scale], Samples]
    note: str = ""


def interleave(subject: Side, floor: Side, rounds: int, *, unit: str = "ms") -> Samples:
    """Runs both sides in turn, after one warm-up round that is thrown away (F1)."""
    subject()
    floor()
    pairs = [(subject(), floor()) for _ in range(rounds)]
    return Samples([a for a, _ in pairs], [b for _, b in pairs], unit)


def worst(found: Mapping[str, Samples]) -> Samples:
    """Returns the samples with the highest ratio, and the ratios of all as figures for people."""
    top = max(found.values(), key=lambda samples: samples.ratio)
    ratios = {f"ratio {name}": samples.ratio for name, samples in found.items()}
    return replace(top, info={**top.info, **ratios})


def require(condition: object, what: str) -> None:
    """Raises CheckError when a side gave another result than it should (F5)."""
    if not condition:
        raise CheckError(what)


def percentile(values: Sequence[float], share: float) -> float:
    """Returns the value below which `share` of them lie; 0.99 of a few is the greatest."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def thread_cpu_ms(work: Callable[[], object]) -> float:
    """Returns the CPU milliseconds that `work` costs this thread (F3)."""
    before = time.thread_time()
    work()
    return (time.thread_time() - before) * 1000


def process_cpu_ms(work: Callable[[], object]) -> float:
    """Returns the CPU milliseconds that `work` costs this process, worker threads counted."""
    before = time.process_time()
    work()
    return (time.process_time() - before) * 1000


def wall_ms(work: Callable[[], object]) -> float:
    """Returns the milliseconds that pass during `work`."""
    before = time.perf_counter()
    work()
    return (time.perf_counter() - before) * 1000


@dataclass(frozen=True, slots=True)
class Child:
    """How a child process went: milliseconds and what it printed."""

    wall_ms: float
    cpu_ms: float
    output: str


def run_child(argv: Sequence[str], env: Mapping[str, str], *, stdin: str = "", limit_s: float = 120) -> Child:
    """Runs a program to its end; its CPU time includes that of its own children. Raises CheckError when it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    done = subprocess.run(
        argv, env=dict(env), input=stdin, capture_output=True, text=True, timeout=limit_s, check=False
    )
    wall = (time.perf_counter() - started) * 1000
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise CheckError(f"{argv[0]} ended with {done.returncode}: {done.stderr[-500:]}")
    cpu = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000
    return Child(wall, cpu, done.stdout)


def private_mb(pid: int) -> float:
    """Returns the private memory of a process and its descendants in MB (F8). Raises SkipRow off Linux."""
    folder = Path(f"/proc/{pid}")
    if not (folder / "smaps_rollup").exists():
        raise SkipRow("private memory is read from /proc/PID/smaps_rollup, which is Linux's")
    lines = (folder / "smaps_rollup").read_text(encoding="ascii").splitlines()
    own_kb = sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Clean:", "Private_Dirty:")))
    children = (folder / "task" / str(pid) / "children").read_text(encoding="ascii").split()
    return own_kb / 1024 + sum(private_mb(int(child)) for child in children)


def child_env(home: Path, **more: str) -> dict[str, str]:
    """Returns an environment that keeps a child's files below `home`."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR", "PYTHONPATH") if name in os.environ}
    fixed = {
        "HOME": str(home),
        "QODEV_HOME": str(home / "qodev"),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    return kept | fixed | more


def fast_folder() -> Path:
    """Returns a new folder on a tmpfs where there is one (F10)."""
    base = Path("/dev/shm")
    return Path(
        tempfile.mkdtemp(prefix="qodev-bench-", dir=base if base.is_dir() and os.access(base, os.W_OK) else None)
    )


def environment() -> dict[str, object]:
    """Returns what belongs beside every figure (F6)."""
    try:
        qt = version("PySide6-Essentials")
    except PackageNotFoundError:
        qt = "-"
    return {
        "python": platform.python_version(),
        "pyside": qt,
        "platform": platform.platform(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "executable": Path(sys.executable).name,
    }
