"""Commands return in time, say how they ended, and leave nothing that is not reported (S121 to S129)."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from qodev.base.commands import CommandEnd, CommandOrder, EndCause, describe_end
from qodev.base.environment import build_environment
from qodev.base.errors import ProcessError
from qodev.base.folders import FolderIdentity
from tests.fakes.processes import is_alive, text_of, until_written

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks at processes below /proc")

ENV = build_environment(os.environ)
SHELL = ("bash", "--noprofile", "--norc", "-c")


def order(text: str, cwd: Path, **options) -> CommandOrder:
    return CommandOrder((*SHELL, text), FolderIdentity.of(cwd), options.pop("env", ENV), **options)


async def test_a_command_gives_both_streams_and_its_code(commands, tmp_path):
    end = await commands.run(order("echo out; echo err >&2; exit 3", tmp_path))

    assert (end.cause, end.exit_code, end.stdout.text, end.stderr.text) == (EndCause.EXITED, 3, "out\n", "err\n")
    assert end.left == ()
    assert not end.is_cut


async def test_at_its_limit_the_whole_group_is_ended(commands, tmp_path):
    end = await commands.run(order("sleep 1000 & echo $!; sleep 1000", tmp_path, limit_s=0.3))

    assert (end.cause, end.code) == (EndCause.LIMIT, -signal.SIGTERM)
    assert end.seconds < 3.3
    assert not is_alive(int(end.stdout.text))


async def test_what_stays_in_the_group_is_listed_and_can_be_ended(commands, tmp_path):
    end = await commands.run(order("sleep 1000 & echo $!", tmp_path))

    assert end.exit_code == 0
    assert [(left.pid, left.command) for left in end.left] == [(int(end.stdout.text), "sleep 1000")]
    assert await commands.left() == end.left
    assert await commands.end_left(end.left) == ()
    assert not is_alive(end.left[0].pid)
    assert await commands.left() == ()


async def test_what_fled_from_the_group_is_found_by_its_mark_and_ended(commands, tmp_path):
    text = "setsid sh -c 'echo $$ > fled; sleep 1000' < /dev/null > /dev/null 2>&1 & while ! [ -s fled ]; do :; done"

    end = await commands.run(order(text, tmp_path))

    assert end.left == ()
    assert not is_alive(int((tmp_path / "fled").read_text()))


async def test_a_folder_in_place_of_the_judged_one_is_refused(commands, tmp_path):
    (tmp_path / "p").mkdir()
    judged = order("echo ran > ../ran", tmp_path / "p")
    (tmp_path / "p").rename(tmp_path / "q")
    with pytest.raises(ProcessError, match="is not there"):
        await commands.run(judged)
    (tmp_path / "p").mkdir()
    with pytest.raises(ProcessError, match="another folder"):
        await commands.run(judged)

    assert not (tmp_path / "ran").exists()


async def test_cancelling_ends_all_before_it_returns(commands, tmp_path):
    task = asyncio.get_running_loop().create_task(
        commands.run(order("setsid sleep 1000 & sleep 1000 & { jobs -p > all; mv all pids; }; wait", tmp_path))
    )
    await until_written(tmp_path / "pids")

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert not any(is_alive(int(pid)) for pid in text_of(tmp_path / "pids").split())


def ended(code: int | None, cause: EndCause = EndCause.EXITED) -> str:
    from qodev.base.output import KeptText

    return describe_end(CommandEnd(cause, code, KeptText(""), KeptText(""), 2.0))


def test_every_kind_of_end_has_a_text_of_its_own():
    texts = [ended(code) for code in (0, 3, 126, 127, 137, -9, None)]
    texts += [ended(-15, cause) for cause in (EndCause.LIMIT, EndCause.FLOOD, EndCause.STOPPED)]

    assert len(set(texts)) == len(texts)
    assert "SIGKILL" in texts[4]
    assert "SIGKILL" in texts[5]


async def test_what_flees_while_it_becomes_another_program_is_found(commands, tmp_path):
    for _ in range(15):  # for a moment such a process shows no mark
        end = await commands.run(order("setsid sleep 1000 >/dev/null 2>&1 & echo $!", tmp_path))
        assert not is_alive(int(end.stdout.text)) or end.left
