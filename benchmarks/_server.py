"""A model server that plays prepared streams; runs in a process of its own, so that nobody else pays for it.

The first parts of a request's path say what is played: `/KIND/COUNT/PACE_US/...`. With a pace each event is written
alone when it is due, and its text is the time of that; without one all are written at once, in pieces of 4 KiB.
"""

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks._data import anthropic_events, ollama_lines, openai_events, pieces
from benchmarks._kit import CheckError

_PIECE_BYTES = 4096
_MAKERS: dict[str, Callable[[Sequence[str]], list[bytes]]] = {
    "openai": openai_events,
    "anthropic": anthropic_events,
    "ollama": ollama_lines,
    "phrases": openai_events,
}
PHRASE_WORDS = 4
_STAMP_DIGITS = 20


def stamp() -> str:
    """Returns the time now as text of fixed length; the clock is that of every process of this machine."""
    return f"{time.monotonic_ns():0{_STAMP_DIGITS}d}"


class _Playing:
    """Answers requests, one a connection."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, int], list[bytes]] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            await self._skip_body(head, reader)
            _, path, _ = head.split(b" ", 2)
            kind, count, pace_us = path.decode().strip("/").split("/")[:3]
            content = "application/x-ndjson" if kind == "ollama" else "text/event-stream"
            writer.write(f"HTTP/1.1 200 OK\r\ncontent-type: {content}\r\nconnection: close\r\n\r\n".encode())
            await self._play(kind, int(count), int(pace_us), writer)
            writer.close()

    async def _skip_body(self, head: bytes, reader: asyncio.StreamReader) -> None:
        for line in head.lower().split(b"\r\n"):
            if line.startswith(b"content-length:"):
                await reader.readexactly(int(line.partition(b":")[2]))

    async def _play(self, kind: str, count: int, pace_us: int, writer: asyncio.StreamWriter) -> None:
        if pace_us:
            await self._paced(kind, count, pace_us / 1_000_000, writer)
            return
        if (kind, count) not in self._made:
            self._made[kind, count] = _MAKERS[kind](pieces(count, PHRASE_WORDS if kind == "phrases" else 1))
        whole = b"".join(self._made[kind, count])
        for start in range(0, len(whole), _PIECE_BYTES):
            writer.write(whole[start : start + _PIECE_BYTES])
            await writer.drain()

    async def _paced(self, kind: str, count: int, pace_s: float, writer: asyncio.StreamWriter) -> None:
        marker = "~" * _STAMP_DIGITS
        first, *middle = _MAKERS[kind]([marker] * count)
        loop = asyncio.get_running_loop()
        due = loop.time()
        writer.write(first)
        for event in middle:
            due += pace_s
            await asyncio.sleep(max(0.0, due - loop.time()))
            writer.write(event.replace(marker.encode(), stamp().encode()))
            await writer.drain()


async def _main() -> None:
    server = await asyncio.start_server(_Playing().serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)  # until whoever started this is gone


@contextmanager
def running() -> Iterator[int]:
    """Runs a server and gives its port."""
    root = Path(__file__).resolve().parent.parent
    argv = [sys.executable, "-m", "benchmarks._server"]
    with subprocess.Popen(argv, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            port = process.stdout.readline().strip()
            if not port:
                raise CheckError("the server of the streams did not start")
            yield int(port)
        finally:
            process.stdin.close()
            process.terminate()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_main())
