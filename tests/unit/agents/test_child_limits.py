"""The limits that the render child sets on itself hold (S91)."""

import os
import signal
import sys
from pathlib import Path

import pytest

from qodev.base.environment import build_environment
from qodev.base.process import Completed, run_process

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="limits of another kind there")

START = "from qodev.agents.child_limits import OwnLimits; limits = OwnLimits(); limits.next_agent()\n"


async def run_limited(code: str, folder: Path) -> Completed:
    argv = (sys.executable, "-B", "-c", START + code)
    return await run_process(argv, env=build_environment(os.environ), cwd=folder, limit_s=20)


async def test_memory_is_limited(tmp_path: Path) -> None:
    done = await run_limited(
        "try:\n    bytearray(700 * 1024 * 1024)\nexcept MemoryError:\n    raise SystemExit(5)", tmp_path
    )
    assert done.returncode == 5


async def test_small_work_passes(tmp_path: Path) -> None:
    done = await run_limited("print(len(bytearray(100 * 1024 * 1024)))", tmp_path)
    assert (done.returncode, done.stdout) == (0, b"104857600\n")


@pytest.mark.slow
async def test_time_is_limited(tmp_path: Path) -> None:
    done = await run_limited("while True:\n    pass", tmp_path)
    assert done.returncode in (-signal.SIGALRM, -signal.SIGXCPU)
    assert not done.timed_out


async def test_no_file_can_be_written(tmp_path: Path) -> None:
    code = "f = open('x', 'wb', buffering=0)\ntry:\n    f.write(b'1')\nexcept OSError:\n    raise SystemExit(6)"
    assert (await run_limited(code, tmp_path)).returncode == 6


@pytest.mark.slow
async def test_next_agent_gets_its_own_time(tmp_path: Path) -> None:
    code = "import time\nfor _ in range(3):\n    limits.next_agent()\n    end = time.monotonic() + 1\n    while time.monotonic() < end:\n        pass\nprint('done')"
    assert (await run_limited(code, tmp_path)).stdout == b"done\n"
