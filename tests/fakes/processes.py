"""What tests ask about other processes, which tell nobody when something has come about."""

import asyncio
from contextlib import suppress
from pathlib import Path


def is_alive(pid: int) -> bool:
    """Tells whether a process runs; a zombie does not."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


async def until_gone(pid: int) -> None:
    """Waits until a process has ended."""
    async with asyncio.timeout(5):
        while is_alive(pid):  # noqa: ASYNC110 -- the system tells nobody
            await asyncio.sleep(0.01)


async def until_written(path: Path) -> str:
    """Waits until a program wrote a whole line to a file, and returns it."""
    async with asyncio.timeout(10):
        while not (written := text_of(path)).endswith("\n"):  # noqa: ASYNC110 -- a shell tells nobody
            await asyncio.sleep(0.01)
    return written.strip()


def text_of(path: Path) -> str:
    """Returns what stands in a file; nothing where there is none yet."""
    return path.read_text() if path.exists() else ""
