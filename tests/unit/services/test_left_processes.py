"""What an earlier qodev left running is reported once, and only to the one with the same data folder (S125)."""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from qodev.base.codes import Code
from qodev.base.environment import build_environment
from qodev.base.paths import AppPaths
from qodev.base.process import run_process
from qodev.services.left_processes import report_left, tag_of

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks at processes below /proc")

CHECKOUT = {"PYTHONPATH": str(Path(__file__).parents[3])}
KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from qodev.base.commands import CommandOrder, Commands
from qodev.base.environment import build_environment
from qodev.base.folders import FolderIdentity

async def main():
    commands = Commands(print, tag=sys.argv[1])
    order = CommandOrder(("sleep", "1000"), FolderIdentity.of(Path.cwd()), build_environment(os.environ), None)
    command = await commands.start(order)
    os.kill(commands._watchdog.process.pid, signal.SIGKILL)
    print(command.pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def paths_of(home: Path) -> AppPaths:
    return AppPaths.from_env({"QODEV_HOME": str(home)}, home)


async def test_a_process_of_a_killed_qodev_is_reported_to_the_next_one(tmp_path):
    mine, other = paths_of(tmp_path / "a"), paths_of(tmp_path / "b")
    env = build_environment(os.environ) | CHECKOUT
    argv = [sys.executable, "-c", KILLED, tag_of(mine)]
    done = await run_process(argv, env=env, cwd=tmp_path.resolve(), limit_s=20)
    pid = int(done.stdout)
    try:
        found = report_left(mine)

        assert [diagnostic.code for diagnostic in found] == [Code.PROCESS_LEFT]
        assert f"`sleep 1000` (process {pid})" in found[0].message
        assert report_left(other) == ()
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
