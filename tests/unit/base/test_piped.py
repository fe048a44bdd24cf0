"""A program that is talked to: both outputs apart, a full input that waits, and an end that takes the whole group."""

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from qodev.base.errors import ProcessError
from qodev.base.piped import PipedProcess, start_piped

ECHO = "import sys\nfor line in sys.stdin: sys.stderr.write('e'); sys.stderr.flush(); print(line.upper(), end='', flush=True)"


async def start(code: str, folder: Path, out: Callable[[bytes], None], err: Callable[[bytes], None]) -> PipedProcess:
    argv = (sys.executable, "-I", "-c", code)
    return await start_piped(argv, env=dict(os.environ), cwd=folder, on_output=out, on_error=err)


async def test_lines_go_in_and_come_out_and_outputs_are_apart(tmp_path: Path):
    out, err, arrived = bytearray(), bytearray(), asyncio.Event()

    def take(piece: bytes) -> None:
        out.extend(piece)
        arrived.set()

    process = await start(ECHO, tmp_path, take, err.extend)
    await process.write(b"hello\n")
    async with asyncio.timeout(10):
        await arrived.wait()
        process.close_input()
        assert await process.wait() == 0
        await process.wait_closed()
    assert bytes(out).strip() == b"HELLO"
    assert err == b"e"
    with pytest.raises(BrokenPipeError):
        await process.write(b"more\n")
    await process.end(0)


async def test_writer_waits_for_a_program_that_does_not_read_and_learns_that_it_is_gone(tmp_path: Path):
    process = await start("import time; time.sleep(60)", tmp_path, lambda _: None, lambda _: None)
    writing = asyncio.get_running_loop().create_task(process.write(b"x" * 2_000_000))
    done, _ = await asyncio.wait((writing,), timeout=0.2)
    assert not done
    await process.end(1)
    async with asyncio.timeout(5):
        await writing
    assert process.returncode is not None


async def test_paused_program_waits_with_its_output(tmp_path: Path):
    came, first = bytearray(), asyncio.Event()

    def take(piece: bytes) -> None:
        came.extend(piece)
        first.set()

    process = await start("import sys\nsys.stdout.write('x' * 5_000_000)", tmp_path, take, lambda _: None)
    await first.wait()
    process.pause()
    await asyncio.sleep(0.2)
    assert len(came) < 5_000_000
    process.resume()
    async with asyncio.timeout(10):
        await process.wait()
    assert len(came) == 5_000_000
    await process.end(0)


@pytest.mark.skipif(sys.platform != "linux", reason="finds what left its group by its mark")
async def test_end_takes_what_left_the_group_too(tmp_path: Path):
    came, told = bytearray(), asyncio.Event()

    def take(piece: bytes) -> None:
        came.extend(piece)
        if came.endswith(b"\n"):
            told.set()

    child = "import subprocess, sys; c = subprocess.Popen(['sleep', '600'], start_new_session=True); print(c.pid, flush=True); sys.stdin.read()"
    process = await start(child, tmp_path, take, lambda _: None)
    async with asyncio.timeout(10):
        await told.wait()
    assert await process.end(1) == ()
    assert state_of(int(came)) in ("", "Z", "X")  # gone, or not yet reaped by whoever inherited it


def state_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][:1]
    except OSError:
        return ""


async def test_program_that_is_not_there_says_so(tmp_path: Path):
    with pytest.raises(ProcessError, match="was not found"):
        await start_piped(("no-such-program",), env={}, cwd=tmp_path, on_output=print, on_error=print)
