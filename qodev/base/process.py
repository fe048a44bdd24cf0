"""Starts every process: argument list, own group, bounded output, an end that leaves nothing over."""

import asyncio
import errno
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qodev.base import watchdog
from qodev.base.errors import ProcessError
from qodev.base.output import CappedOutput
from qodev.base.tasks import TaskOwner, see_through

OUTPUT_LIMIT_BYTES = 8 * 1024 * 1024
_TERM_GRACE_S = 2.0  # S123: TERM, then KILL after this
_PIPE_GRACE_S = 1.0  # S123: a grandchild may keep a pipe open for this long
_IS_WINDOWS = os.name == "nt"
_PLAIN = {"LC_ALL": "C"}  # an empty environment looks like that of a process which becomes another program


@dataclass(frozen=True, slots=True)
class Completed:
    """How a process ended; a negative `returncode` is the signal that ended it, None one that could not be ended."""

    returncode: int | None
    stdout: bytes
    stderr: bytes
    timed_out: bool
    truncated: bool  # the middle of an output is missing


class RunningProcess:
    """A process that leads its own group; whoever started it ends it."""

    def __init__(
        self, pid: int, exited: "asyncio.Future[int]", drained: "asyncio.Future[None] | None", close: Callable[[], None]
    ) -> None:
        self.pid = pid
        self._exited = exited
        self._drained = drained  # all output has come; None where none comes to us
        self.guard: RunningProcess | None = None  # its watchdog, which ends with it
        self._close = close

    @property
    def returncode(self) -> int | None:
        """Returns the exit code, the negative number of the signal that ended it, or None while it runs."""
        return self._exited.result() if self._exited.done() else None

    async def wait(self) -> int:
        """Waits for the process, not for its children, and at most 1 s more for the rest of its output (S123)."""
        code = await asyncio.shield(self._exited)
        await self._drain()
        return code

    async def _drain(self) -> None:
        if self._drained is not None:
            await asyncio.wait((self._drained,), timeout=_PIPE_GRACE_S)

    async def end(self, grace_s: float = 5.0) -> None:
        """Ends the whole group: TERM, after `grace_s` KILL; safe to call twice and after the end (S123).

        Cancelling it means KILL at once; it still returns only when the process is gone.
        """
        ending = TaskOwner("process", _is_awaited).spawn(self._end(grace_s), name="end")
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            signal_group(self.pid, force=True)
            await see_through(ending)
            raise

    async def _end(self, grace_s: float) -> None:
        if not self._exited.done():
            signal_group(self.pid, force=False)
            await asyncio.wait((self._exited,), timeout=grace_s)
        signal_group(self.pid, force=True)
        await asyncio.wait((self._exited,), timeout=_PIPE_GRACE_S)
        await self._drain()
        self._close()
        if self.guard is not None:
            await self.guard.end(0)


def signal_group(pid: int, *, force: bool) -> None:
    """Sends TERM or KILL to the group that `pid` leads; a group that is gone is no fault."""
    if _IS_WINDOWS:
        # Windows knows no signal that a program without a window could answer.
        command = ("taskkill", "/PID", str(pid), "/T", "/F")
        subprocess.run(command, check=False, capture_output=True)  # noqa: S603 -- our own fixed arguments
        return
    with suppress(ProcessLookupError, PermissionError):  # macOS says "not permitted" of a group of zombies
        os.killpg(pid, signal.SIGKILL if force else signal.SIGTERM)


class Pipes(asyncio.SubprocessProtocol):
    """Hands output on as it comes: nobody has to read, so the child never waits at a full pipe."""

    def __init__(self, on_output: Callable[[int, bytes], None]) -> None:
        loop = asyncio.get_running_loop()
        self.exited: asyncio.Future[int] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()
        self.transport: asyncio.SubprocessTransport | None = None
        self._on_output = on_output

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes the connection to the process."""
        assert isinstance(transport, asyncio.SubprocessTransport)
        self.transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Takes output."""
        self._on_output(fd, data)

    def process_exited(self) -> None:
        """Notes the exit code."""
        assert self.transport is not None
        code = self.transport.get_returncode()
        if code is not None and not self.exited.done():
            self.exited.set_result(code)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 -- asyncio's signature
        """Notes that all output has come."""
        if not self.closed.done():
            self.closed.set_result(None)


async def run_process(
    argv: Sequence[str],
    *,
    env: Mapping[str, str],
    cwd: Path,
    stdin: bytes = b"",
    limit_s: float,
    output_limit_bytes: int = OUTPUT_LIMIT_BYTES,
) -> Completed:
    """Runs a program to its end and returns its output; every process of its group is gone afterwards.

    At `limit_s` the group gets TERM and after 2 s KILL; so does cancelling. Each output is kept up to
    `output_limit_bytes`, head and tail, and read to its end. Raises ProcessError when the program cannot be started.
    """
    outputs = {1: CappedOutput(output_limit_bytes), 2: CappedOutput(output_limit_bytes)}
    pipes = Pipes(lambda fd, piece: outputs[fd].feed(piece))
    process = await spawn(argv, pipes, env=env, cwd=cwd, streams=(subprocess.PIPE, subprocess.PIPE))
    timed_out = False
    try:
        _write_all(pipes, stdin)
        async with asyncio.timeout(limit_s):
            await process.wait()
    except TimeoutError:
        timed_out = process.returncode is None
    finally:
        await process.end(_TERM_GRACE_S)
    truncated = any(output.truncated for output in outputs.values())
    return Completed(process.returncode, outputs[1].content, outputs[2].content, timed_out, truncated)


def _write_all(pipes: Pipes, content: bytes) -> None:
    assert pipes.transport is not None
    pipe = pipes.transport.get_pipe_transport(0)
    assert isinstance(pipe, asyncio.WriteTransport)
    if content:
        pipe.write(content)
    pipe.close()  # after what was written has left


async def start_process(
    argv: Sequence[str], *, env: Mapping[str, str], cwd: Path, on_output: Callable[[bytes], None]
) -> RunningProcess:
    """Starts a program that runs beside us; `on_output` gets stdout and stderr as they come, on the loop's thread.

    The owner awaits `end()` in every case, also when the program ended by itself: children of it may still run.
    If we are killed, a watchdog ends it (S125). Raises ProcessError when it cannot be started.
    """
    pipes = Pipes(lambda _, piece: on_output(piece))
    process = await spawn(argv, pipes, env=env, cwd=cwd, streams=(subprocess.DEVNULL, subprocess.STDOUT))
    try:
        process.guard = await _start_watchdog(process.pid)
    except BaseException:
        await process.end(0)
        raise
    return process


async def _start_watchdog(group: int) -> RunningProcess | None:
    """Starts a process that ends `group` when our end of its pipe closes; None where there can be none."""
    found = await Watchdog.start("")
    if found is None:
        return None
    found.watch(group)
    return found.process


class Watchdog:
    """A process that ends groups of processes when we are gone, however we ended (S125)."""

    def __init__(self, process: RunningProcess, pipe: asyncio.WriteTransport) -> None:
        self.process = process
        self._pipe = pipe

    @classmethod
    async def start(cls, mark: str) -> "Watchdog | None":
        """Starts one that also ends every process whose mark begins with `mark`; None where there can be none."""
        if _IS_WINDOWS:
            return None
        pipes = Pipes(lambda *_: None)
        process = await spawn(
            watchdog_argv(mark), pipes, env=_PLAIN, cwd=Path("/"), streams=(subprocess.PIPE, subprocess.DEVNULL)
        )
        assert pipes.transport is not None
        pipe = pipes.transport.get_pipe_transport(0)
        assert isinstance(pipe, asyncio.WriteTransport)
        return cls(process, pipe)

    def watch(self, group: int) -> None:
        """Adds a group that ends with us."""
        self._pipe.write(f"+{group}\n".encode())

    def release(self, group: int) -> None:
        """Takes a group out that has ended, before its number can belong to another."""
        self._pipe.write(f"-{group}\n".encode())

    async def close(self) -> None:
        """Ends the watchdog and nothing else."""
        await self.process.end(0)


def watchdog_argv(mark: str) -> tuple[str, ...]:
    """Returns how the watchdog is started: a file with nothing but the standard library, or the frozen program."""
    if getattr(sys, "frozen", False):
        return (sys.executable, "--watchdog", mark)
    return (sys.executable, "-I", "-S", str(Path(watchdog.__file__)), mark)


async def start_detached(argv: Sequence[str], *, env: Mapping[str, str], cwd: Path, output: Path) -> RunningProcess:
    """Starts a program that outlives us; its output goes to the file `output`, since our pipes would end with us.

    Raises ProcessError when it cannot be started or the file cannot be written.
    """
    loop = asyncio.get_running_loop()
    exited: asyncio.Future[int] = loop.create_future()
    try:
        handle = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
    except OSError as fault:
        raise ProcessError(f"The log `{output}` cannot be written: {fault.strerror}.") from fault
    try:
        child = subprocess.Popen(  # noqa: S603, ASYNC220 -- starting is quick; asyncio's child would end with its loop
            argv, env=dict(env), cwd=cwd, stdin=subprocess.DEVNULL, stdout=handle, stderr=handle, **_group_options()
        )
    except (OSError, ValueError) as fault:
        raise _start_error(argv, cwd, fault) from fault
    finally:
        os.close(handle)
    threading.Thread(target=_report_exit, args=(child, loop, exited), name=f"child-{child.pid}", daemon=True).start()
    return RunningProcess(child.pid, exited, None, lambda: None)


def _report_exit(
    child: "subprocess.Popen[bytes]", loop: asyncio.AbstractEventLoop, exited: "asyncio.Future[int]"
) -> None:
    code = child.wait()
    with suppress(RuntimeError):  # the loop has been closed: nobody waits any more
        loop.call_soon_threadsafe(exited.set_result, code)


async def spawn(
    argv: Sequence[str],
    pipes: Pipes,
    *,
    env: Mapping[str, str],
    cwd: Path,
    streams: tuple[int, int] = (subprocess.DEVNULL, subprocess.PIPE),
    handles: Sequence[int] = (),
) -> RunningProcess:
    """Starts a program as the leader of a new session; what it writes goes to `pipes`. Raises ProcessError.

    `streams` are its stdin and stderr, as of `subprocess`; it inherits no handle of ours but `handles`, under the same numbers.
    """
    loop = asyncio.get_running_loop()
    options: dict[str, Any] = {"stdin": streams[0], "stdout": subprocess.PIPE, "stderr": streams[1]} | _group_options()
    if handles:
        options["pass_fds"] = tuple(handles)
    program = loop.subprocess_exec(lambda: pipes, *argv, env=dict(env), cwd=cwd, **options)
    starting = TaskOwner("process", _is_awaited).spawn(program, name="start")
    try:
        # Shielded: asyncio of Python 3.11 loses the child, or waits for ever, when cancelled while it connects the pipes.
        transport, _ = await asyncio.shield(starting)
    except asyncio.CancelledError:
        starting.add_done_callback(_end_unwanted)
        await see_through(starting)
        if pipes.transport is not None:
            await see_through(pipes.exited, _PIPE_GRACE_S)
        raise
    except (OSError, ValueError) as fault:
        raise _start_error(argv, cwd, fault) from fault
    return RunningProcess(transport.get_pid(), pipes.exited, pipes.closed, transport.close)


def _is_awaited(name: str, fault: BaseException) -> None:
    """Takes a fault of starting, which `spawn` meets itself."""


def _end_unwanted(starting: "asyncio.Task[tuple[asyncio.SubprocessTransport, Pipes]]") -> None:
    if not starting.cancelled() and starting.exception() is None:
        transport = starting.result()[0]
        signal_group(transport.get_pid(), force=True)
        transport.close()


def _group_options() -> dict[str, Any]:
    if _IS_WINDOWS:
        return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    return {"start_new_session": True}


def check_program(program: str, env: Mapping[str, str], cwd: Path) -> None:
    """Raises the ProcessError that starting `program` would, for what is started by way of another program."""
    if shutil.which(program, path=env.get("PATH")) is None:
        is_there = os.sep in program and (cwd / program).exists()
        raise _start_error((program,), cwd, OSError(errno.EACCES if is_there else errno.ENOENT, ""))


def _start_error(argv: Sequence[str], cwd: Path, fault: OSError | ValueError) -> ProcessError:
    """Says why a program did not start, each cause in words of its own (S127)."""
    program = argv[0] if argv else ""
    if not cwd.is_dir():
        return ProcessError(f"The folder `{cwd}` is not there.", "Choose a folder that exists.")
    if Path(program).is_dir():
        return ProcessError(f"`{program}` is a folder, not a program.", "Name the program in it.")
    if isinstance(fault, ValueError):
        return ProcessError(f"`{program}` cannot be started: an argument holds a NUL character.")
    if fault.errno == errno.ENOENT:
        return ProcessError(f"`{program}` was not found.", "Check its name, or give its full path.")
    if fault.errno == errno.EACCES:
        return ProcessError(f"`{program}` may not be executed.", "Check its permissions.")
    if fault.errno == errno.ENOEXEC:
        return ProcessError(f"`{program}` is no program for this system.", "Check that it was made for this machine.")
    return ProcessError(f"`{program}` cannot be started: {fault.strerror or fault}.")
