"""Starts of the window, each in a fresh process, beside a bare PySide6 window (F9)."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks._data import age, conversation, messages, write_agents
from benchmarks._kit import (
    CheckError,
    Row,
    Samples,
    Scale,
    SkipRow,
    child_env,
    fast_folder,
    interleave,
    private_mb,
    require,
    run_child,
)
from qodev.base.assets import resource

_ROOT = Path(__file__).resolve().parent.parent
_ROUNDS = 11
_LIMIT_S = 60.0
_IDLE_S = 3.0  # a start goes on in the background for a while after it is usable
_ORDER = ("paint", "loop", "ready", "usable")


def rows() -> list[Row]:
    """Returns the rows of this subject."""
    cpu = "process CPU to the program's mark; code in the page cache and compiled on both sides"
    return [
        Row("startup.paint", _paint, cpu),
        Row("startup.loop", _loop, cpu),
        Row(
            "startup.usable", _usable, f"{cpu}; 200 agents, one broken file, seen by an earlier start; profiles to come"
        ),
        Row("startup.gap", _gap, "wall time; a heartbeat of 8 ms from the first paint until usable"),
        Row(
            "startup.cold",
            _cold,
            "wall time to the first paint; files of code dropped from the page cache as far as allowed",
        ),
        Row("startup.memory", _memory, f"private memory {_IDLE_S:g} s after the start"),
        Row("startup.memory_chat", _memory_chat, f"private memory {_IDLE_S:g} s after the start"),
    ]


@dataclass(frozen=True, slots=True)
class Mark:
    """When a moment came: since the spawn, and on the process's own CPU."""

    wall_ms: float
    cpu_ms: float


@dataclass(slots=True)
class Started:
    """A program that runs, with its marks so far."""

    process: subprocess.Popen[bytes]
    marks_file: Path
    spawned_ns: int

    def wait_for(self, moment: str) -> Mark:
        """Returns when `moment` came; raises CheckError when the program ends or hangs before."""
        until = time.monotonic() + _LIMIT_S
        while time.monotonic() < until:
            found = self._marks()
            if moment in found:
                self._check(found, moment)
                return found[moment]
            if self.process.poll() is not None:
                raise CheckError(f"the program ended before `{moment}`: {self._complaint()}")
            _pause(0.005)
        raise CheckError(f"`{moment}` did not come within {_LIMIT_S:g} s")

    def _complaint(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read()[-500:].decode(errors="replace")

    def _marks(self) -> dict[str, Mark]:
        with suppress(FileNotFoundError):
            lines = [line.split() for line in self.marks_file.read_text(encoding="ascii").splitlines()]
            whole = [line for line in lines if len(line) == 3]
            return {n: Mark((int(wall) - self.spawned_ns) / 1e6, int(cpu) / 1e6) for n, wall, cpu in whole}
        return {}

    def _check(self, found: dict[str, Mark], moment: str) -> None:
        expected = _ORDER[: _ORDER.index(moment) + 1] if len(found) > 1 else (moment,)
        times = [found[name].wall_ms for name in expected]
        require(times == sorted(times), "the moments came in another order")


def _pause(seconds: float) -> None:
    time.sleep(seconds)  # noqa: TID251  whoever watches another process has no event to wait for


class Home:
    """Folders for starts of the program."""

    def __init__(self) -> None:
        self.folder = fast_folder()
        self._count = 0

    @property
    def config(self) -> Path:
        """Returns where the user's files lie."""
        return self.folder / "qodev" / "config"

    @property
    def data(self) -> Path:
        """Returns where conversations lie."""
        return self.folder / "qodev" / "data"

    def environment(self) -> dict[str, str]:
        """Returns the environment of one start, with a file for its marks."""
        self._count += 1
        return child_env(self.folder, QODEV_MARK=str(self.folder / f"marks{self._count}"), PYTHONPATH=str(_ROOT))

    @contextmanager
    def start(self, argv: Sequence[str]) -> Iterator[Started]:
        """Runs a program until the block is left."""
        env = self.environment()
        spawned_ns = time.monotonic_ns()
        process = subprocess.Popen(argv, env=env, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            yield Started(process, Path(env["QODEV_MARK"]), spawned_ns)
        finally:
            process.kill()  # at once: its folders are thrown away, and a tidy end would take longer than the start
            process.wait()
            assert process.stderr is not None
            process.stderr.close()


@contextmanager
def _home() -> Iterator[Home]:
    home = Home()
    try:
        yield home
    finally:
        shutil.rmtree(home.folder, ignore_errors=True)


def _program() -> list[str]:
    return [sys.executable, "-m", "qodev", "app"]


def _bare() -> list[str]:
    return [sys.executable, "-m", "benchmarks._start", "bare"]


def _paint(scale: Scale) -> Samples:
    with _home() as home:
        return _to_mark(home, scale, "paint")


def _loop(scale: Scale) -> Samples:
    with _home() as home:
        return _to_mark(home, scale, "loop")


def _usable(scale: Scale) -> Samples:
    with _home() as home:
        write_agents(home.config / "agents", scale.pick(200, 30))
        broken = home.config / "agents" / "broken.toml"
        broken.write_text('name = "Broken\n', encoding="utf-8")
        age(broken)
        with home.start(_program()) as started:
            started.wait_for("usable")
            _pause(_IDLE_S)  # the check of unseen agents is stored at its end
        return _to_mark(home, scale, "usable")


def _to_mark(home: Home, scale: Scale, moment: str) -> Samples:
    walls: list[float] = []

    def subject() -> float:
        with home.start(_program()) as started:
            mark = started.wait_for(moment)
        walls.append(mark.wall_ms)
        return mark.cpu_ms

    def floor() -> float:
        with home.start(_bare()) as started:
            return started.wait_for("paint").cpu_ms

    found = interleave(subject, floor, scale.rounds(_ROUNDS))
    return Samples(found.subject, found.floor, info={"wall ms": sorted(walls)[len(walls) // 2]})


def _gap(scale: Scale) -> Samples:
    with _home() as home:
        wanted = run_child([sys.executable, "-m", "benchmarks._start", "names"], home.environment()).output

        def subject() -> float:
            return float(run_child([sys.executable, "-m", "benchmarks._start", "gaps"], home.environment()).output)

        def floor() -> float:
            argv = [sys.executable, "-m", "benchmarks._start", "idle"]
            return float(run_child(argv, home.environment(), stdin=wanted).output)

        return interleave(subject, floor, scale.rounds(_ROUNDS))


def _cold(scale: Scale) -> Samples:
    if not hasattr(os, "posix_fadvise"):
        raise SkipRow("the page cache cannot be dropped for a file on this system")
    files = _code_files(tiny=scale.small)

    def cost(home: Home, argv: Sequence[str]) -> float:
        _drop(files)
        with home.start(argv) as started:
            return started.wait_for("paint").wall_ms

    with _home() as home:
        return interleave(lambda: cost(home, _program()), lambda: cost(home, _bare()), scale.rounds(_ROUNDS))


def _code_files(*, tiny: bool) -> list[Path]:
    places = [Path(resource("")).parent / "qodev"]
    if not tiny:
        places += [Path(sysconfig.get_path(name)) for name in ("purelib", "stdlib")]
    kinds = (".py", ".pyc", ".so", ".svg", ".abi3.so")
    found = {path for place in places for path in place.rglob("*") if path.suffix in kinds or ".so." in path.name}
    return sorted(path for path in found if path.is_file())


def _drop(files: Sequence[Path]) -> None:
    for path in files:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(handle)


def _memory(scale: Scale) -> Samples:
    with _home() as home:
        return _idle_memory(home, scale)


def _memory_chat(scale: Scale) -> Samples:
    from benchmarks.store import make_database

    with _home() as home:
        home.data.mkdir(parents=True)

        async def fill() -> None:
            made = list(messages(scale.pick(10_000, 60)))
            await (await make_database(home.data / "conversations.sqlite", made)).close()

        asyncio.run(fill())
        state = {"conversation": conversation().id, "has_passed_first_run": True}
        (home.data / "window.json").write_text(json.dumps(state), encoding="utf-8")
        return _idle_memory(home, scale)


def _idle_memory(home: Home, scale: Scale) -> Samples:
    def cost(argv: Sequence[str], moment: str) -> float:
        with home.start(argv) as started:
            started.wait_for(moment)
            _pause(0.2 if scale.small else _IDLE_S)
            return private_mb(started.process.pid)

    return interleave(lambda: cost(_program(), "usable"), lambda: cost(_bare(), "paint"), scale.rounds(), unit="MB")
