"""Runs commands: four at once, each with its own group, mark, limits and end (S121 to S129).

`Commands` is the owner of everything that commands leave: what it started ends with it, and with the program.
"""

import asyncio
import itertools
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from qodev.base.census import (
    RunMark,
    SeenProcess,
    end_marked,
    end_processes,
    end_seen,
    find_processes,
    is_same,
    own_mark,
)
from qodev.base.environment import RUN_MARK
from qodev.base.errors import ProcessError
from qodev.base.folders import FolderIdentity
from qodev.base.limits import limited_argv
from qodev.base.live import LiveText
from qodev.base.output import CappedOutput, KeptText, render_kept
from qodev.base.process import Pipes, RunningProcess, Watchdog, check_program, spawn
from qodev.base.start_report import StartReport
from qodev.base.tasks import ErrorSink, TaskOwner, see_through

AT_ONCE = 4  # S126
LIMIT_S = 180.0  # P187
KEPT_POINTS = 10_000  # P188, for each of stdout and stderr
FLOOD_BYTES = 256 * 1024 * 1024  # S126
_RAW_BYTES = 256 * 1024  # kept of each stream until its text is made: many times the text
_GRACE_S = 2.0  # S123: TERM, then KILL after this
_PIPES_S = 1.0  # S123: a grandchild may keep a pipe open for this long
_CLOSING_S = 0.25  # the same once all has been killed

TextSink = Callable[[str], None]
"""Takes plain text as it comes, on the loop's thread."""

Wrap = Callable[[int], tuple[str, ...]]
"""Returns what stands before an argv to contain it, given a handle on which it reports that the command was started."""


@dataclass(frozen=True, slots=True)
class CommandOrder:
    """What is to run; `argv` begins with the shell."""

    argv: tuple[str, ...]
    folder: FolderIdentity  # the one that was judged; another one in its place is refused
    env: Mapping[str, str]  # as `build_environment` makes it
    limit_s: float | None = LIMIT_S  # None for a command in the background, which no flood stops either
    kept_points: int = KEPT_POINTS
    wrap: Wrap | None = None  # what contains it


class EndCause(StrEnum):
    """Why a command ended."""

    EXITED = "exited"
    LIMIT = "limit"  # it took longer than its limit
    FLOOD = "flood"  # it wrote more than `FLOOD_BYTES`
    STOPPED = "stopped"  # somebody wanted that


@dataclass(frozen=True, slots=True)
class CommandEnd:
    """How a command ended; `left` are processes of it that still run, which `Commands.end_left` ends."""

    cause: EndCause
    code: int | None  # exit code; the negative number of the signal that ended it; None when it could not be ended
    stdout: KeptText
    stderr: KeptText
    seconds: float
    left: tuple[SeenProcess, ...] = ()
    may_run_on: bool = False  # something keeps its output open, and the system does not tell what
    has_started: bool = True  # False when what was to contain it could not start, so that nothing ran (S45)

    @property
    def exit_code(self) -> int | None:
        """Returns the exit code, None when a signal ended it."""
        return self.code if self.code is not None and self.code >= 0 else None

    @property
    def is_cut(self) -> bool:
        """Tells whether output is missing."""
        return self.stdout.is_cut or self.stderr.is_cut


class RunningCommand:
    """A command that runs; it has one final state, however often and late it is stopped (S123)."""

    def __init__(self, order: CommandOrder, mark: str, on_text: TextSink | None) -> None:
        loop = asyncio.get_running_loop()
        self.order = order
        self._mark = mark
        self._outputs = {1: CappedOutput(_RAW_BYTES), 2: CappedOutput(_RAW_BYTES)}
        self._live = LiveText(on_text) if on_text is not None else None
        self._cause: asyncio.Future[EndCause] = loop.create_future()
        self._hurry = threading.Event()
        self._began_s = 0.0
        self._process: RunningProcess | None = None
        self._report = StartReport() if order.wrap is not None else None
        self.life: asyncio.Task[CommandEnd] | None = None  # set by `Commands`

    @property
    def pid(self) -> int:
        """Returns the number of its first process, which is also that of its group."""
        assert self._process is not None
        return self._process.pid

    @property
    def run(self) -> RunMark:
        """Returns how its processes are known."""
        return RunMark(self.pid, self._mark)

    @property
    def line(self) -> str:
        """Returns the line that it is writing; whole lines went to its sink."""
        return self._live.line if self._live is not None else ""

    @property
    def has_ended(self) -> bool:
        """Tells whether `wait` would return at once."""
        return self.life is not None and self.life.done()

    async def wait(self) -> CommandEnd:
        """Waits for the end; cancelling the wait does not end the command."""
        assert self.life is not None
        return await asyncio.shield(self.life)

    async def stop(self) -> CommandEnd:
        """Ends all its processes, by TERM and after 2 s by KILL, and returns the final state.

        Cancelling it means KILL at once; it still returns only after the end.
        """
        assert self.life is not None
        self._end_because(EndCause.STOPPED)
        try:
            return await asyncio.shield(self.life)
        except asyncio.CancelledError:
            self._hurry.set()
            await see_through(self.life)
            raise

    async def output(self) -> tuple[KeptText, KeptText]:
        """Returns what it wrote so far to stdout and stderr."""
        points = self.order.kept_points
        first, second = await asyncio.to_thread(lambda: [render_kept(o, points) for o in self._outputs.values()])
        return first, second

    def take(self, stream: int, piece: bytes) -> None:
        """Takes output as it comes; the reader of its pipes calls this."""
        self._outputs[stream].feed(piece)
        if self._live is not None:
            self._live.feed(piece)
        if self.order.limit_s is not None and sum(o.total_bytes for o in self._outputs.values()) > FLOOD_BYTES:
            self._end_because(EndCause.FLOOD)

    def _end_because(self, cause: EndCause) -> None:
        if not self._cause.done():
            self._cause.set_result(cause)

    @contextmanager
    def reporting(self) -> Iterator[tuple[int, ...]]:
        """Gives the handle that what contains the command reports on, while it is started; none without containment."""
        if self._report is None:
            yield ()
            return
        try:
            yield (self._report.open(),)
        except BaseException:
            self._report.says_started()
            raise
        finally:
            self._report.close_theirs()

    def begin(self, process: RunningProcess) -> None:
        """Takes its first process, which has been started."""
        self._process = process
        self._began_s = asyncio.get_running_loop().time()

    async def live(self, pipes: Pipes) -> CommandEnd:
        """Is its life from the start of its first process to its final state."""
        pipes.exited.add_done_callback(lambda _: self._end_because(EndCause.EXITED))
        loop = asyncio.get_running_loop()
        limit_s = self.order.limit_s
        timer = loop.call_later(limit_s, self._end_because, EndCause.LIMIT) if limit_s is not None else None
        cause = await self._cause
        if timer is not None:
            timer.cancel()
        left, may_run_on = await self._settle(cause, pipes)
        await asyncio.wait((pipes.exited, pipes.closed), timeout=_CLOSING_S, return_when=asyncio.ALL_COMPLETED)
        assert pipes.transport is not None
        pipes.transport.close()
        if self._live is not None:
            self._live.finish()
        has_started = self._report is None or self._report.says_started() or cause is not EndCause.EXITED
        stdout, stderr = await self.output()
        took_s = loop.time() - self._began_s
        assert self._process is not None
        return CommandEnd(cause, self._process.returncode, stdout, stderr, took_s, left, may_run_on, has_started)

    async def _settle(self, cause: EndCause, pipes: Pipes) -> tuple[tuple[SeenProcess, ...], bool]:
        """Ends what must end; returns what runs on, and whether something unknown may."""
        assert self._process is not None
        if os.name == "nt":  # there a tree is known by its first process alone, and ended at once
            await self._process.end(0)
            return (), False
        if cause is EndCause.EXITED:
            return await self._after_exit(pipes)
        return await asyncio.to_thread(end_processes, self.run, _GRACE_S, self._hurry), False

    async def _after_exit(self, pipes: Pipes) -> tuple[tuple[SeenProcess, ...], bool]:
        """Looks at what the command left: its group may run on, what fled from it is ended (S123, S124)."""
        await asyncio.wait((pipes.closed,), timeout=_PIPES_S)
        is_held = not pipes.closed.done()
        inodes = _inodes_of(pipes) if is_held else ()
        seen = await asyncio.to_thread(find_processes, self.run, pipes=inodes)
        fled = [process for process in seen if process.group != self.pid]
        still = await asyncio.to_thread(end_seen, fled, _GRACE_S) if fled else ()
        left = (*(process for process in seen if process.group == self.pid), *still)
        return left, is_held and not seen


def _inodes_of(pipes: Pipes) -> tuple[int, ...]:
    assert pipes.transport is not None
    ends = (pipes.transport.get_pipe_transport(stream) for stream in (1, 2))
    files = [end.get_extra_info("pipe") for end in ends if end is not None]
    return tuple(os.fstat(file.fileno()).st_ino for file in files if not file.closed)


class Commands:
    """Starts commands and ends them; one lives as long as the program's services."""

    def __init__(self, on_error: ErrorSink, *, at_once: int = AT_ONCE, tag: str = "") -> None:
        self._turns = asyncio.Semaphore(at_once)  # first come, first served
        self._tasks = TaskOwner("commands", on_error)
        self._owner = own_mark(tag)
        self._numbers = itertools.count(1)
        self._watchdog: Watchdog | None = None
        self._watching = asyncio.Lock()
        self._running: set[RunningCommand] = set()
        self._left: dict[SeenProcess, RunMark] = {}
        self._is_closed = False

    async def run(self, order: CommandOrder, on_text: TextSink | None = None) -> CommandEnd:
        """Runs a command to its end; while four others run it waits for its turn.

        Cancelling ends all its processes before this returns. Raises ProcessError when it cannot be started.
        """
        async with self._turns:
            command = await self.start(order, on_text)
            try:
                return await command.wait()
            except asyncio.CancelledError:
                await command.stop()
                raise

    async def start(self, order: CommandOrder, on_text: TextSink | None = None) -> RunningCommand:
        """Starts a command that runs beside others; raises ProcessError when it cannot be started."""
        if self._is_closed:
            raise ProcessError("Nothing was started: qodev is closing.")
        mark = f"{self._owner}{next(self._numbers)}"
        command = RunningCommand(order, mark, on_text)
        pipes = Pipes(command.take)
        env = {**order.env, RUN_MARK: mark}
        watchdog = await self._watched()
        with command.reporting() as handles, order.folder.entered() as folder:
            check_program(order.argv[0], env, folder)
            wrapper = await asyncio.to_thread(order.wrap, *handles) if order.wrap is not None else ()
            argv = await limited_argv((*wrapper, *order.argv))
            try:
                process = await spawn(argv, pipes, env=env, cwd=folder, handles=handles)
            except asyncio.CancelledError:  # it may have run already, and something may have left its group
                await see_through(self._tasks.spawn(asyncio.to_thread(end_marked, mark), name=f"end-{mark}"))
                raise
        if watchdog is not None:
            watchdog.watch(process.pid)
        command.begin(process)
        self._running.add(command)
        command.life = self._tasks.spawn(self._live(command, pipes), name=f"run-{mark}")
        return command

    async def _live(self, command: RunningCommand, pipes: Pipes) -> CommandEnd:
        try:
            end = await command.live(pipes)
        finally:
            self._running.discard(command)
        self._left.update(dict.fromkeys(end.left, command.run))
        if not end.left and self._watchdog is not None:
            self._watchdog.release(command.pid)
        return end

    async def _watched(self) -> Watchdog | None:
        """Returns the watchdog of all commands, a new one when it has ended (S125)."""
        async with self._watching:
            if self._watchdog is not None and self._watchdog.process.returncode is not None:
                await self._watchdog.close()
                self._watchdog = None
            if self._watchdog is None:
                self._watchdog = await Watchdog.start(self._owner)
                for group in {run.group for run in self._left.values()} | {c.pid for c in self._running}:
                    if self._watchdog is not None:
                        self._watchdog.watch(group)
            return self._watchdog

    async def left(self) -> tuple[SeenProcess, ...]:
        """Returns what earlier commands left running (S123)."""
        gone = await asyncio.to_thread(lambda: [process for process in self._left if not is_same(process)])
        self._forget(gone)
        return tuple(self._left)

    async def end_left(self, processes: tuple[SeenProcess, ...]) -> tuple[SeenProcess, ...]:
        """Ends processes that commands left, those started by them too; returns those that still run."""
        runs = {self._left[process] for process in processes if process in self._left}
        still: list[SeenProcess] = []
        for run in runs:
            still.extend(await asyncio.to_thread(end_processes, run, _GRACE_S, threading.Event()))
        self._forget([p for p, run in self._left.items() if run in runs and p not in still])
        return tuple(still)

    def _forget(self, processes: list[SeenProcess]) -> None:
        groups = {self._left.pop(process).group for process in processes if process in self._left}
        for group in groups - {run.group for run in self._left.values()}:
            if self._watchdog is not None:
                self._watchdog.release(group)

    async def close(self) -> tuple[SeenProcess, ...]:
        """Ends every command and all that they left, at once; returns what still runs. Nothing starts afterwards."""
        self._is_closed = True
        await asyncio.gather(*(command.stop() for command in tuple(self._running)))
        still = await self.end_left(tuple(self._left))
        await self._tasks.stop()
        if self._watchdog is not None:
            await self._watchdog.close()
            self._watchdog = None
        return still


def describe_end(end: CommandEnd) -> str:
    """Returns one sentence on how a command ended, another one for each cause (S127)."""
    taken = f"after {end.seconds:.0f} s"
    match end.cause:
        case EndCause.LIMIT:
            return f"It was ended {taken}, since it reached its time limit."
        case EndCause.FLOOD:
            return f"It was ended {taken}, since it wrote more than {FLOOD_BYTES // 1024 // 1024} MiB."
        case EndCause.STOPPED:
            return f"It was stopped {taken}."
        case EndCause.EXITED:
            return _exit_text(end.code)


def _exit_text(code: int | None) -> str:
    if code is None:
        return "It could not be ended."
    if code < 0:
        return f"It was ended by the signal {_signal_name(-code)}."
    if code == 127:  # POSIX, of every shell
        return "It ended with exit code 127: a command was not found."
    if code == 126:
        return "It ended with exit code 126: a command was found, but may not be executed."
    if 128 < code < 192:
        return f"It ended with exit code {code}, which shells give when the signal {_signal_name(code - 128)} ended it."
    return f"It ended with exit code {code}."


def _signal_name(number: int) -> str:
    try:
        return f"{number} ({signal.Signals(number).name})"
    except ValueError:
        return str(number)
