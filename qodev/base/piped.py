"""Starts a program that is talked to over its input and output; whoever started it ends it."""

import asyncio
import asyncio.subprocess
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from qodev.base.census import RunMark, SeenProcess, end_processes, own_mark
from qodev.base.environment import RUN_MARK
from qodev.base.process import Pipes, RunningProcess, Watchdog, spawn

_OUT = 1
_PIPE = asyncio.subprocess.PIPE


class _TalkingPipes(Pipes):
    """Pipes whose input can be full and whose output can be told to wait."""

    def __init__(self, on_output: Callable[[int, bytes], None]) -> None:
        super().__init__(on_output)
        self.writable = asyncio.Event()
        self.writable.set()
        self.out_closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def pause_writing(self) -> None:
        self.writable.clear()

    def resume_writing(self) -> None:
        self.writable.set()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002 -- asyncio's signature
        if fd == 0:
            self.writable.set()  # who waits to write must learn that there is nobody
        if fd == _OUT and not self.out_closed.done():
            self.out_closed.set_result(None)


class PipedProcess:
    """A running program with its input open and its two outputs apart."""

    def __init__(self, process: RunningProcess, pipes: _TalkingPipes, mark: str) -> None:
        self._process = process
        self._pipes = pipes
        self._mark = mark

    @property
    def pid(self) -> int:
        """Returns the number of the process, which is that of its group."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Returns the exit code, the negative number of a signal, None while it runs."""
        return self._process.returncode

    async def write(self, content: bytes) -> None:
        """Writes to the program's input and waits while that is full; raises BrokenPipeError when it is closed."""
        pipe = self._pipe(0)
        if not isinstance(pipe, asyncio.WriteTransport) or pipe.is_closing():
            raise BrokenPipeError("the program reads no more")
        pipe.write(content)
        await self._pipes.writable.wait()

    def close_input(self) -> None:
        """Tells the program that nothing more comes."""
        pipe = self._pipe(0)
        if pipe is not None:
            pipe.close()

    def pause(self) -> None:
        """Lets the program wait with its output: its pipe fills."""
        self._read(lambda pipe: pipe.pause_reading())

    def resume(self) -> None:
        """Takes output again."""
        self._read(lambda pipe: pipe.resume_reading())

    def _read(self, change: Callable[[asyncio.ReadTransport], None]) -> None:
        pipe = self._pipe(_OUT)
        if isinstance(pipe, asyncio.ReadTransport):
            with suppress(RuntimeError):  # closed meanwhile
                change(pipe)

    def _pipe(self, fd: int) -> asyncio.BaseTransport | None:
        return self._pipes.transport.get_pipe_transport(fd) if self._pipes.transport is not None else None

    async def wait(self) -> int:
        """Waits for the process, not for its children, and at most 1 s more for the rest of its output."""
        return await self._process.wait()

    async def wait_closed(self) -> None:
        """Waits until the program has closed its output, whether it goes on or not."""
        await asyncio.shield(self._pipes.out_closed)

    async def end(self, grace_s: float) -> tuple[SeenProcess, ...]:
        """Ends the whole group: TERM, after `grace_s` KILL, and what left the group; safe to call twice (S123, S124).

        Returns what still runs all the same.
        """
        await self._process.end(grace_s)
        return await asyncio.to_thread(end_processes, RunMark(self.pid, self._mark), 0.0, threading.Event())


async def start_piped(
    argv: Sequence[str],
    *,
    env: Mapping[str, str],
    cwd: Path,
    on_output: Callable[[bytes], None],
    on_error: Callable[[bytes], None],
) -> PipedProcess:
    """Starts a program; what it writes to its two outputs comes to the two callables, on the loop's thread.

    The owner awaits `end()` in every case. If we are killed, a watchdog ends it (S125). Raises ProcessError when it
    cannot be started.
    """
    pipes = _TalkingPipes(lambda fd, piece: on_output(piece) if fd == _OUT else on_error(piece))
    mark = f"{own_mark()}{secrets.token_hex(4)}"
    process = await spawn(argv, pipes, env=dict(env) | {RUN_MARK: mark}, cwd=cwd, streams=(_PIPE, _PIPE))
    try:
        guard = await Watchdog.start(mark)
        if guard is not None:
            guard.watch(process.pid)
            process.guard = guard.process
    except BaseException:
        await process.end(0)
        raise
    return PipedProcess(process, pipes, mark)
