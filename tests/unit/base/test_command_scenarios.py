"""What a command can do to the one who runs it: flee, flood, dig its folder away, be stopped at any moment (proc-01 to proc-10)."""

import asyncio
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from qodev.base.census import count_tasks, find_orphans
from qodev.base.commands import CommandOrder, Commands, EndCause
from qodev.base.environment import RUN_MARK, build_environment
from qodev.base.errors import ProcessError
from qodev.base.folders import FolderIdentity
from qodev.base.process import run_process, start_process
from tests.fakes.processes import is_alive, text_of

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks at processes below /proc")

ENV = build_environment(os.environ)
CHECKOUT = {"PYTHONPATH": str(Path(__file__).parents[3])}
SHELL = ("bash", "--noprofile", "--norc", "-c")
MIB = 1024 * 1024
MANY = (pytest.mark.laws, pytest.mark.slow, pytest.mark.timeout(900))


def order(text: str, cwd: Path, **options) -> CommandOrder:
    return CommandOrder((*SHELL, text), FolderIdentity.of(cwd), ENV, **options)


async def until(condition, limit_s: float = 10) -> None:
    async with asyncio.timeout(limit_s):
        while not condition():  # noqa: ASYNC110 -- another process tells nobody
            await asyncio.sleep(0.01)


def memory_of(field: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field):
            return int(line.split()[1]) * 1024
    raise AssertionError(field)


def forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")  # proc(5): the peak is what is used now


@dataclass
class Heartbeat:
    """The longest time for which the loop did nothing else."""

    longest_s: float = 0.0


@contextmanager
def beating() -> Iterator[Heartbeat]:
    beat = Heartbeat()

    async def run() -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(0.005)
            beat.longest_s = max(beat.longest_s, time.monotonic() - last)
            last = time.monotonic()

    task = asyncio.get_running_loop().create_task(run())
    yield beat
    task.cancel()


# proc-01


async def test_a_double_fork_into_a_session_of_its_own_is_found_and_ended(commands, tmp_path):
    text = "(setsid sh -c 'sh -c \"echo \\$\\$ > fled; exec sleep 1000\" &') & while ! [ -s fled ]; do :; done"

    end = await commands.run(order(f"{text}; exit 4", tmp_path))

    assert (end.exit_code, end.left) == (4, ())
    assert not is_alive(int(text_of(tmp_path / "fled")))


async def test_what_sheds_its_mark_but_keeps_the_output_open_is_found_by_the_pipe(commands, tmp_path):
    text = "setsid env -i sh -c 'echo $$ > fled; exec sleep 1000' & while ! [ -s fled ]; do :; done"

    end = await commands.run(order(text, tmp_path))

    assert (end.left, end.may_run_on) == ((), False)
    assert not is_alive(int(text_of(tmp_path / "fled")))


async def test_at_the_limit_what_fled_is_ended_too_even_if_it_ignores_term(commands, tmp_path):
    text = "setsid sh -c 'trap \"\" TERM; echo $$ > fled; while :; do sleep 0.05; done' & sleep 1000"

    end = await commands.run(order(text, tmp_path, limit_s=0.5))

    assert (end.cause, end.left) == (EndCause.LIMIT, ())
    assert end.seconds < 3.5
    assert not is_alive(int(text_of(tmp_path / "fled")))


async def test_a_chain_of_processes_that_fork_and_end_is_cut(commands, tmp_path):
    text = "chain() { [ $1 = 0 ] || { sleep 0.01; chain $(($1 - 1)) & }; }; trap '' TERM; chain 3000; sleep 1000"

    end = await commands.run(order(text, tmp_path, limit_s=0.5))

    assert (end.cause, end.left) == (EndCause.LIMIT, ())


# proc-02


@pytest.mark.slow
async def test_five_gigabytes_in_the_background_cost_neither_memory_nor_the_loop(commands, tmp_path):
    text = "head -c 5000000000 /dev/zero | tr '\\0' '\\033'"
    shown: list[int] = []
    await commands.run(order(":", tmp_path))
    forget_peak()
    before = memory_of("VmRSS")

    with beating() as beat:
        command = await commands.start(order(text, tmp_path, limit_s=None), lambda piece: shown.append(len(piece)))
        async with asyncio.timeout(90):
            end = await command.wait()

    assert end.stdout.total_bytes == 5_000_000_000
    assert memory_of("VmHWM") - before < 8 * MIB
    assert max(shown) <= 2 * 8192
    assert beat.longest_s < 0.5  # of a machine that runs other tests; the rest is measured by the benchmarks


async def test_a_command_that_floods_is_stopped_and_says_so(commands, tmp_path):
    end = await commands.run(order("yes", tmp_path))

    assert end.cause is EndCause.FLOOD
    assert end.stdout.total_bytes > 256 * MIB
    assert len(end.stdout.head) + len(end.stdout.tail) == 10_000


# proc-03


async def test_a_folder_that_is_deleted_while_the_command_runs_becomes_no_other_folder(commands, tmp_path):
    folder = tmp_path / "p"
    folder.mkdir()

    end = await commands.run(order("rm -r ../p; mkdir ../p; echo x > made; echo $?", folder))

    assert end.stdout.text == "1\n"
    assert os.listdir(folder) == []  # noqa: PTH208


# proc-04


async def census_after(commands: Commands, cwd: Path, count: int) -> tuple[int, int, int]:
    """Runs short commands and returns descriptors, threads, and children that nobody waited for."""
    for _ in range(0, count, 4):
        await asyncio.gather(*(commands.run(order(":", cwd)) for _ in range(4)))
    await until(lambda: not zombies(), 5)
    return len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task")), zombies()  # noqa: PTH208


def zombies() -> int:
    found = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            found += fields[0] == "Z" and int(fields[1]) == os.getpid()
    return found


async def until_no_waiter() -> None:
    # asyncio of Python 3.11 waits for each child in a thread of its own, which ends a moment after the child
    await until(
        lambda: not [name for name in map(text_of, Path("/proc/self/task").glob("*/comm")) if "waitpid" in name]
    )


@pytest.mark.parametrize("count", [60, pytest.param(10_000, marks=MANY)])
async def test_short_commands_leave_descriptors_threads_and_zombies_as_before(commands, tmp_path, count):
    await census_after(commands, tmp_path, 40)  # every worker thread has been started
    before = await census_after(commands, tmp_path, 4)

    after = await census_after(commands, tmp_path, count)

    assert after[0] <= before[0]
    assert after[1] <= before[1] + 4
    assert after[2] == 0


# proc-05


@pytest.mark.parametrize("rounds", range(0, 24, 3))
async def test_cancelling_during_the_start_leaves_nothing(commands, tmp_path, rounds):
    task = asyncio.get_running_loop().create_task(commands.run(order("echo $$ >> pids; sleep 1000", tmp_path)))
    for _ in range(rounds):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert not any(is_alive(int(pid)) for pid in text_of(tmp_path / "pids").split())


async def test_cancelling_a_stop_kills_at_once(commands, tmp_path):
    text = "trap '' TERM; echo $$ > pid; while :; do sleep 0.05; done"
    command = await commands.start(order(text, tmp_path))
    await until(lambda: text_of(tmp_path / "pid").endswith("\n"))
    stopping = asyncio.get_running_loop().create_task(command.stop())
    await asyncio.sleep(0.05)
    assert not stopping.done()
    began = time.monotonic()

    stopping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stopping

    assert time.monotonic() - began < 1.5
    assert not is_alive(command.pid)


async def test_a_command_has_one_final_state_however_often_it_is_stopped(commands, tmp_path):
    command = await commands.start(order("sleep 1000", tmp_path, limit_s=None))

    first, second, waited = await asyncio.gather(command.stop(), command.stop(), command.wait())

    assert first is second is waited is await command.stop()
    assert first.cause is EndCause.STOPPED


async def test_stopping_after_the_end_changes_nothing(commands, tmp_path):
    command = await commands.start(order("exit 7", tmp_path))
    end = await command.wait()

    assert await command.stop() is end
    assert (end.cause, end.exit_code) == (EndCause.EXITED, 7)


# proc-06

FLEEING = (
    "trap '' TERM; setsid sh -c 'echo $$ >> pids; exec sleep 1000' & sleep 1000 & echo $! >> pids; wait; sleep 1000"
)
UNMARKED = "for n in 1 2; do env -i sleep 1000 & echo $! >> pids; done; wait"
OWNER = """
import asyncio, os, signal, sys
from pathlib import Path
from qodev.base.commands import CommandOrder, Commands
from qodev.base.environment import build_environment
from qodev.base.folders import FolderIdentity

async def main():
    commands = Commands(print, tag="scenario")  # other tests look for orphans of theirs
    order = CommandOrder(("bash", "-c", sys.argv[1]), FolderIdentity.of(Path.cwd()), build_environment(os.environ), None)
    for _ in range(2):
        await commands.start(order)
    while len(Path("pids").read_text().split()) < 4 if Path("pids").exists() else True:
        await asyncio.sleep(0.01)
    if "guardless" in sys.argv:
        os.kill(commands._watchdog.process.pid, signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


@pytest.mark.parametrize("text", [FLEEING, UNMARKED])
async def test_commands_end_within_three_seconds_when_qodev_is_killed(tmp_path, text):
    done = await run_process(
        [sys.executable, "-c", OWNER, text], env=ENV | CHECKOUT, cwd=tmp_path.resolve(), limit_s=20
    )

    assert done.returncode == -signal.SIGKILL
    pids = [int(pid) for pid in text_of(tmp_path / "pids").split()]
    assert len(pids) == 4
    await until(lambda: not any(map(is_alive, pids)), 3)


async def test_what_outlives_qodev_and_its_watchdog_is_reported_at_the_next_start(tmp_path):
    argv = [sys.executable, "-c", OWNER, FLEEING, "guardless"]
    done = await run_process(argv, env=ENV | CHECKOUT, cwd=tmp_path.resolve(), limit_s=20)
    assert done.returncode == -signal.SIGKILL
    pids = [int(pid) for pid in text_of(tmp_path / "pids").split()]

    orphans = find_orphans("scenario")
    groups = {process.group for process in orphans if process.pid in pids}
    for process in orphans:
        if process.pid in pids or process.group in groups:
            os.kill(process.pid, signal.SIGKILL)

    assert set(pids) <= {process.pid for process in orphans}
    assert len(pids) == 4


async def test_a_number_that_another_program_has_now_makes_no_owner(tmp_path):
    env = ENV | {RUN_MARK: f"{os.getpid()}.1.other.1"}  # our number, but nothing starts in the first tick of a system
    process = await start_process(["sleep", "1000"], env=env, cwd=tmp_path, on_output=lambda _: None)

    found = [seen.pid for seen in find_orphans("other")]
    await process.end()

    assert process.pid in found


async def test_a_running_command_is_no_orphan(commands, tmp_path):
    command = await commands.start(order("sleep 1000", tmp_path))

    assert command.pid not in [process.pid for process in find_orphans()]
    await command.stop()


# proc-07


@pytest.fixture
def core_files() -> Iterator[None]:
    """Lets this program write core files, as far as it may."""
    before = resource.getrlimit(resource.RLIMIT_CORE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    yield
    resource.setrlimit(resource.RLIMIT_CORE, before)


async def test_limits_hold_for_the_shell_and_its_first_child(commands, tmp_path, core_files):
    text = "grep -E 'core|file size|processes' /proc/$$/limits; ulimit -c 2>&1; dd if=/dev/zero of=big bs=1 count=1 seek=20G"
    tasks = count_tasks(os.getuid())
    assert tasks is not None

    end = await commands.run(order(text, tmp_path))

    limits = {line[:25].strip(): line.split()[-3:-1] for line in end.stdout.text.splitlines() if line.startswith("Max")}
    assert limits["Max core file size"][0] == "0"
    assert limits["Max file size"][0] == str(16 * 1024**3)
    assert abs(int(limits["Max processes"][0]) - tasks - 4096) < 500
    assert end.code == -signal.SIGXFSZ


# proc-08


async def test_a_hundred_commands_run_four_at_once_in_the_order_they_were_asked_for(commands, tmp_path):
    text = "echo {0} >> begun; sleep 0.02; echo {0} >> ended"
    running: list[int] = []

    async def run(number: int) -> None:
        await commands.run(order(text.format(number), tmp_path), None)
        running.append(number)

    await asyncio.gather(*(run(number) for number in range(100)))

    begun = [int(line) for line in text_of(tmp_path / "begun").splitlines()]
    assert sorted(begun) == list(range(100))
    assert max(abs(place - number) for place, number in enumerate(begun)) < 4
    assert sorted(running) == list(range(100))


# proc-10


async def test_a_command_that_cannot_be_started_says_why(commands, tmp_path):
    (tmp_path / "plain").write_text("hello")
    here = FolderIdentity.of(tmp_path)
    texts = []
    for program in ("no-such-program-here", str(tmp_path), str(tmp_path / "plain")):
        with pytest.raises(ProcessError) as raised:
            await commands.run(CommandOrder((program,), here, ENV))
        texts.append(raised.value.message)

    assert "was not found" in texts[0]
    assert "is a folder" in texts[1]
    assert "may not be executed" in texts[2]


async def test_nothing_starts_once_commands_are_closed(tmp_path):
    commands = Commands(print)
    command = await commands.start(order("sleep 1000", tmp_path))

    assert await commands.close() == ()

    assert not is_alive(command.pid)
    with pytest.raises(ProcessError, match="closing"):
        await commands.run(order(":", tmp_path))


async def test_a_watchdog_that_was_killed_is_replaced(commands, tmp_path):
    first = await commands.start(order("sleep 1000", tmp_path))
    guard = commands._watchdog
    os.kill(guard.process.pid, signal.SIGKILL)
    await guard.process.wait()

    await commands.run(order(":", tmp_path))

    assert commands._watchdog is not guard
    assert commands._watchdog.process.returncode is None
    await first.stop()
