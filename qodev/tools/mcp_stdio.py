"""Talks to an MCP server that is a program of the user's: bounded streams over its input and output (S148)."""

import asyncio
import os
import shutil
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qodev.base.environment import build_environment
from qodev.base.errors import UserFacingError
from qodev.base.piped import PipedProcess, start_piped
from qodev.base.tasks import ErrorSink, TaskOwner, WorkPool
from qodev.tools.mcp_log import ServerLog
from qodev.tools.mcp_messages import (
    IN_WORKER_BYTES,
    LINE_MOST_BYTES,
    STRAY_LINES_MOST,
    LineCutter,
    MessageFault,
    Throttle,
    id_near_the_ends,
    read_message,
)
from qodev.tools.mcp_sdk import Sdk
from qodev.types.servers import ServerEntry

_WAITING_MOST_BYTES = 1024 * 1024  # read and not yet looked at; beyond it the program waits
_SLICE = 50  # lines between two breaths of the loop
_QUIT_S, _TERM_S = 0.6, 1.0  # ten servers are gone within 3 s (S148)


class ServerFault(UserFacingError):
    """A server cannot be used; the message follows its name."""


@dataclass(frozen=True, slots=True)
class StdioParts:
    """What starting a program needs."""

    sdk: Sdk
    env: Mapping[str, str]
    home: Path
    pool: WorkPool
    log: ServerLog
    on_error: ErrorSink


@dataclass(frozen=True, slots=True)
class Streams:
    """A connection as the SDK takes it; `ended` says why it is over."""

    read: Any
    write: Any
    ended: "asyncio.Future[str]"


def environment_of(entry: ServerEntry, env: Mapping[str, str]) -> Mapping[str, str]:
    """Returns what a server sees of our environment: the small usual part and what is mapped, nothing else (P197).

    Raises ServerFault when a mapped variable is not set.
    """
    missing = [ours for _, ours in entry.environment if ours not in env]
    if missing:
        names = ", ".join(f"`{name}`" for name in missing)
        raise ServerFault(f"needs {names}, not set in the environment", "Set it, then start qodev again.")
    return build_environment(env, extra={theirs: env[ours] for theirs, ours in entry.environment})


@asynccontextmanager
async def stdio_streams(entry: ServerEntry, parts: StdioParts) -> AsyncIterator[Streams]:
    """Runs the server for the length of a block; its whole group is gone afterwards. Raises UserFacingError."""
    import anyio

    env = environment_of(entry, parts.env)
    tasks = TaskOwner(f"mcp.{entry.id}", parts.on_error)
    inbox = _Inbox()
    parts.log.begin()
    process = await start_piped(
        _argv(entry, env),
        env=env,
        cwd=Path(entry.folder) if entry.folder else parts.home,
        on_output=inbox.feed,
        on_error=parts.log.feed,
    )
    inbox.process = process
    send, read = anyio.create_memory_object_stream[Any](_SLICE)
    write, outgoing = anyio.create_memory_object_stream[Any](float("inf"))
    ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    reader = _Reader(entry, parts, inbox, send, ended)
    try:
        tasks.spawn(reader.run(), name="read")
        tasks.spawn(_write_all(process, outgoing, parts.sdk), name="write")
        tasks.spawn(_watch(process, inbox), name="watch")
        yield Streams(read, write, ended)
    finally:
        await _end(process, parts.log)
        await tasks.stop()
        for stream in (send, read, write, outgoing):
            stream.close()


def _argv(entry: ServerEntry, env: Mapping[str, str]) -> tuple[str, ...]:
    command = entry.command
    if os.name == "nt":  # there a name without its ending, such as `npx`, starts nothing
        command = shutil.which(command, path=env.get("PATH")) or command
    return (command, *entry.arguments)


async def _write_all(process: PipedProcess, outgoing: Any, sdk: Sdk) -> None:  # noqa: ANN401  the SDK's stream
    with suppress(BrokenPipeError, ConnectionError):  # it reads no more: that it ends is noticed elsewhere
        async for item in outgoing:
            await process.write(sdk.as_line(item))


async def _watch(process: PipedProcess, inbox: "_Inbox") -> None:
    """Notices that the program is gone, or has closed its output."""
    tasks = TaskOwner("mcp.watch", lambda _, __: None)
    gone = tasks.spawn(process.wait(), name="exit")
    closed = tasks.spawn(process.wait_closed(), name="output")
    try:
        await asyncio.wait((gone, closed), return_when=asyncio.FIRST_COMPLETED)
        if not gone.done():
            await asyncio.wait((gone,), timeout=_QUIT_S)
    finally:
        await tasks.stop()
    inbox.close()


async def _end(process: PipedProcess, log: ServerLog) -> None:
    """Lets the program end by itself, then makes it; what is left over is told (P196)."""
    process.resume()  # a program that waits to write could not end
    process.close_input()
    tasks = TaskOwner("mcp.end", lambda _, __: None)
    quitting = tasks.spawn(process.wait(), name="exit")
    try:
        await asyncio.wait((quitting,), timeout=_QUIT_S)
    finally:
        await tasks.stop()
        left = await process.end(_TERM_S)
    for one in left:
        log.note(f"Process {one.pid} is still alive: {one.command}")


class _Inbox:
    """Lines that came and were not looked at yet; while there are many the program waits."""

    def __init__(self) -> None:
        self.process: PipedProcess | None = None
        self._lines: deque[tuple[bytes, bool]] = deque()
        self._bytes = 0
        self._cutter = LineCutter(LINE_MOST_BYTES)
        self._arrived = asyncio.Event()
        self._is_closed = False
        self._is_paused = False

    def feed(self, piece: bytes) -> None:
        for line, is_whole in self._cutter.feed(piece):
            self._lines.append((line, is_whole))
            self._bytes += len(line)
        self._arrived.set()
        if self._bytes > _WAITING_MOST_BYTES and self.process is not None and not self._is_paused:
            self._is_paused = True
            self.process.pause()

    def close(self) -> None:
        self._is_closed = True
        self._arrived.set()

    async def next(self) -> tuple[bytes, bool] | None:
        """Returns the next line and whether it is whole, None at the end."""
        while not self._lines:
            if self._is_closed:
                return None
            self._arrived.clear()
            await self._arrived.wait()
        line, is_whole = self._lines.popleft()
        self._bytes -= len(line)
        if self._is_paused and self._bytes < _WAITING_MOST_BYTES // 4 and self.process is not None:
            self._is_paused = False
            self.process.resume()
        return line, is_whole


class _Reader:
    """Turns lines into messages for the session, within the limits."""

    def __init__(
        self,
        entry: ServerEntry,
        parts: StdioParts,
        inbox: _Inbox,
        send: Any,  # noqa: ANN401  the SDK's stream
        ended: "asyncio.Future[str]",
    ) -> None:
        self._entry = entry
        self._parts = parts
        self._inbox = inbox
        self._send = send
        self._ended = ended
        self._throttle = Throttle(asyncio.get_running_loop().time)
        self._stray = 0

    async def run(self) -> None:
        """Reads until the program is gone or breaks a limit for good."""
        reason = ""
        try:
            reason = await self._read()
        except (OSError, RuntimeError) as closed:  # our own side of the stream ended
            reason = f"stopped ({type(closed).__name__})"
        finally:
            self._tell_dropped()
            if not self._ended.done():
                self._ended.set_result(reason or self._last_words())
            self._send.close()

    async def _read(self) -> str:
        import anyio

        count = 0
        while (found := await self._inbox.next()) is not None:
            count += 1
            if count % _SLICE == 0:
                await asyncio.sleep(0)
            item = await self._item(*found)
            if self._stray >= STRAY_LINES_MOST:
                return f"printed {STRAY_LINES_MOST} lines that are no messages, and was stopped"
            if item is not None:
                try:
                    await self._send.send(item)
                except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                    return "stopped"
        return ""

    async def _breathe(self) -> None:
        pause_s = self._throttle.wait_s()
        if pause_s:
            await asyncio.sleep(pause_s)  # it sends more than anybody could mean; its pipe fills meanwhile

    async def _item(self, line: bytes, is_whole: bool) -> Any:  # noqa: ANN401, FBT001  the SDK's item
        if not is_whole:
            return self._too_long(line)
        text = line.strip()
        if not text:
            return None
        # Looked at before it is read: a hundred thousand notices a second must cost next to nothing.
        if b'"id"' not in text and text.startswith(b"{") and not self._throttle.takes_notice():
            return None
        try:
            return await self._parsed(text)
        except MessageFault as fault:
            self._stray += 1
            self._parts.log.note(f"No message ({fault}): {text[:200].decode('utf-8', 'replace')}")
            return None

    async def _parsed(self, text: bytes) -> Any:  # noqa: ANN401  the SDK's item
        await self._breathe()
        if len(text) > IN_WORKER_BYTES:
            message = await self._parts.pool.run(read_message, text)
        else:
            message = read_message(text)
        if "method" in message and b'"id"' in text and not self._throttle.takes_notice():
            return None
        try:
            return self._parts.sdk.as_item(message)
        except ValueError:
            raise MessageFault("not what a message must be") from None

    def _too_long(self, line: bytes) -> Any:  # noqa: ANN401  the SDK's item
        limit = f"a line longer than {LINE_MOST_BYTES // 1024 // 1024} MiB"
        self._parts.log.note(f"Sent {limit}; it is left out.")
        request = id_near_the_ends(line)
        return None if request is None else self._parts.sdk.error_item(request, f"The server answered with {limit}.")

    def _tell_dropped(self) -> None:
        if self._throttle.dropped:
            self._parts.log.note(f"{self._throttle.dropped:,} messages beyond 100 a second were dropped.")

    def _last_words(self) -> str:
        process = self._inbox.process
        code = process.returncode if process is not None else None
        how = "closed its output" if code is None else f"ended with exit code {code}"
        how = f"was ended by signal {-code}" if code is not None and code < 0 else how
        tail = self._parts.log.tail
        return f"{how}\n{tail}" if tail else f"{how} and said nothing"
