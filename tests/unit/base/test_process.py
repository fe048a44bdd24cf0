"""Processes start as they should, end with all they started, and never fill a pipe or our memory."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from qodev.base.environment import build_environment
from qodev.base.errors import ProcessError
from qodev.base.process import Completed, run_process, start_detached, start_process
from tests.fakes.processes import is_alive

pytestmark = pytest.mark.skipif(os.name == "nt", reason="uses a POSIX shell")

ENV = build_environment(os.environ)
CHECKOUT = {"PYTHONPATH": str(Path(__file__).parents[3])}


async def run_shell(text: str, cwd: Path, *, limit_s: float = 20, **options) -> Completed:
    return await run_process(["sh", "-c", text], env=ENV, cwd=cwd, limit_s=limit_s, **options)


def count_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def find_running(mark: bytes) -> list[Path]:
    found = []
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if mark in line.read_bytes():
                found.append(line)
    return found


async def until(condition: Callable[[], bool], limit_s: float = 10) -> None:
    async with asyncio.timeout(limit_s):
        while not condition():  # noqa: ASYNC110 -- another process tells nobody
            await asyncio.sleep(0.01)


async def test_run_process_returns_both_outputs_and_the_code(tmp_path):
    done = await run_shell("echo out; echo err >&2; exit 3", tmp_path)

    assert done == Completed(3, b"out\n", b"err\n", timed_out=False, truncated=False)


async def test_run_process_gives_stdin_and_its_end(tmp_path):
    content = b"x" * 3_000_000

    done = await run_process(
        [sys.executable, "-c", "import sys; print(len(sys.stdin.buffer.read()))"],
        env=ENV,
        cwd=tmp_path,
        stdin=content,
        limit_s=20,
    )

    assert done.stdout == b"3000000\n"


async def test_run_process_whose_reader_leaves_early_is_no_fault(tmp_path):
    done = await run_process(["true"], env=ENV, cwd=tmp_path, stdin=b"x" * 3_000_000, limit_s=20)

    assert done.returncode == 0


async def test_run_process_without_stdin_reads_the_end_at_once(tmp_path):
    done = await run_shell("read x; echo $?", tmp_path)

    assert done.stdout == b"1\n"


async def test_run_process_has_no_terminal_and_a_session_of_its_own(tmp_path):
    done = await run_shell("(: < /dev/tty) 2>/dev/null; echo $?; ps -o sid= -p $$; echo $$", tmp_path)

    code, session, pid = done.stdout.split()
    assert code != b"0"
    assert session == pid


async def test_run_process_at_the_limit_ends_the_whole_group(tmp_path):
    done = await run_shell("sleep 1000 & echo $!; sleep 1000", tmp_path, limit_s=0.3)

    assert done.timed_out
    assert done.returncode == -signal.SIGTERM
    await until(lambda: not is_alive(int(done.stdout)), 2)


@pytest.mark.slow
async def test_run_process_that_ignores_term_is_killed(tmp_path):
    done = await run_shell("trap '' TERM; while :; do sleep 0.05; done", tmp_path, limit_s=0.2)

    assert done.timed_out
    assert done.returncode == -signal.SIGKILL


async def test_run_process_leaves_no_background_child(tmp_path):
    done = await run_shell("sleep 1000 & echo $!", tmp_path)

    assert done.returncode == 0
    assert not done.timed_out
    await until(lambda: not is_alive(int(done.stdout)), 2)


async def test_run_process_keeps_reading_beyond_its_limit(tmp_path):
    done = await run_shell("echo first; head -c 30000000 /dev/zero; echo last", tmp_path, output_limit_bytes=2000)

    assert done.truncated
    assert len(done.stdout) == 2000
    assert done.stdout.startswith(b"first\n")
    assert done.stdout.endswith(b"last\n")


async def test_run_process_cancelled_kills_the_group(tmp_path):
    mark = tmp_path / "pid"
    task = asyncio.get_running_loop().create_task(run_shell(f"sleep 1000 & echo $! > {mark}; wait", tmp_path))
    await until(lambda: mark.exists() and mark.read_text().endswith("\n"))

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    pid = int(mark.read_text())
    await until(lambda: not is_alive(pid), 2)


async def test_run_process_cancelled_twice_kills_what_ignores_term(tmp_path):
    mark = tmp_path / "pid"
    text = f"trap '' TERM; echo $$ > {mark}; while :; do sleep 0.05; done"
    task = asyncio.get_running_loop().create_task(run_shell(text, tmp_path))
    await until(lambda: mark.exists() and mark.read_text().endswith("\n"))

    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    pid = int(mark.read_text())
    await until(lambda: not is_alive(pid), 2)


async def test_run_process_cancelled_at_its_start_leaves_nothing(tmp_path):
    for rounds in range(6):
        task = asyncio.get_running_loop().create_task(run_shell("sleep 987.25", tmp_path))
        for _ in range(rounds):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    await until(lambda: not find_running(b"987.25"), 2)


async def test_many_short_processes_leave_descriptors_as_before(tmp_path):
    await run_shell(":", tmp_path)
    before = count_descriptors()

    for _ in range(30):
        await run_shell(":", tmp_path)

    assert count_descriptors() <= before


def write_program(path: Path, text: str, mode: int = 0o755) -> str:
    path.write_text(text)
    path.chmod(mode)
    return str(path)


async def test_a_program_that_cannot_start_says_why(tmp_path):
    folder = str(tmp_path)
    plain = write_program(tmp_path / "plain", "hello", 0o644)
    strange = write_program(tmp_path / "strange", "\x00\x01 no program")
    texts = []
    for argv, cwd in (
        (["no-such-program-here"], tmp_path),
        ([folder], tmp_path),
        ([plain], tmp_path),
        ([strange], tmp_path),
        (["true"], tmp_path / "gone"),
        (["true", "a\0b"], tmp_path),
    ):
        with pytest.raises(ProcessError) as raised:
            await run_process(argv, env=ENV, cwd=cwd, limit_s=5)
        texts.append(raised.value.message)

    assert texts[0] == "`no-such-program-here` was not found."
    assert "is a folder" in texts[1]
    assert "may not be executed" in texts[2]
    assert "no program for this system" in texts[3]
    assert texts[4] == f"The folder `{tmp_path / 'gone'}` is not there."
    assert "NUL" in texts[5]


async def test_start_process_hands_output_on_and_ends(tmp_path):
    pieces: list[bytes] = []
    process = await start_process(
        ["sh", "-c", "echo out; echo err >&2; sleep 1000 & wait"], env=ENV, cwd=tmp_path, on_output=pieces.append
    )
    await until(lambda: b"".join(pieces).count(b"\n") == 2)
    assert process.returncode is None

    await process.end()
    await process.end()

    assert process.returncode == -signal.SIGTERM
    assert await process.wait() == -signal.SIGTERM
    assert not is_alive(process.pid)


async def test_start_process_tells_an_early_end(tmp_path):
    process = await start_process(["sh", "-c", "exit 7"], env=ENV, cwd=tmp_path, on_output=lambda _: None)

    assert await process.wait() == 7
    await process.end()


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from qodev.base.environment import build_environment
from qodev.base.process import start_process

async def main():
    argv = ["sh", "-c", "trap '' HUP; echo $$; sleep 1000"]
    await start_process(argv, env=build_environment(os.environ), cwd=Path("/"), on_output=sys.stdout.buffer.raw.write)
    await asyncio.sleep(0.3)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_a_process_ends_when_its_owner_is_killed(tmp_path):
    done = await run_process([sys.executable, "-c", KILLED], env=ENV | CHECKOUT, cwd=tmp_path, limit_s=20)

    assert done.returncode == -signal.SIGKILL
    await until(lambda: not is_alive(int(done.stdout)))


async def test_a_process_that_ends_takes_its_watchdog_along(tmp_path):
    process = await start_process(["sleep", "1000"], env=ENV, cwd=tmp_path, on_output=lambda _: None)
    guard = process.guard
    assert guard is not None
    assert is_alive(guard.pid)

    await process.end()

    await until(lambda: not is_alive(guard.pid), 2)


async def test_start_detached_writes_to_its_file_and_ends_when_told(tmp_path):
    log = tmp_path / "log"
    process = await start_detached(["sh", "-c", "echo out; sleep 1000"], env=ENV, cwd=tmp_path, output=log)
    await until(lambda: log.read_bytes() == b"out\n")
    assert is_alive(process.pid)
    assert process.returncode is None

    await process.end()

    assert process.returncode == -signal.SIGTERM


async def test_start_detached_of_nothing_raises(tmp_path):
    with pytest.raises(ProcessError):
        await start_detached(["no-such-program-here"], env=ENV, cwd=tmp_path, output=tmp_path / "log")
    with pytest.raises(ProcessError):
        await start_detached(["true"], env=ENV, cwd=tmp_path, output=tmp_path / "none" / "log")
