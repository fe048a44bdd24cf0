"""Background commands: places, output, owners, ends (P190, P191)."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qodev.tools.background import RecentText
from qodev.types.permissions import CallKind, Step
from qodev.types.tooling import CallVerb, Permit, ToolRefusal
from qodev.types.work import BackgroundState
from qodev.types.work_events import BackgroundChanged
from tests.fakes.processes import is_alive, text_of, until_gone, until_written
from tests.unit.tools.command_kit import Desk, content_of, opened

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks at processes below /proc")

SERVER = "echo $$ > pid; echo ready; sleep 1000"


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    async with opened(tmp_path / "project", tmp_path / "empty") as made:
        yield made


async def started(desk: Desk, name: str = "pid") -> tuple[str, int]:
    """Starts a server and returns its id and the number of its shell."""
    id_ = await desk.start(SERVER.replace("> pid", f"> {name}"))
    return id_, int(await until_written(desk.root / name))


def states(desk: Desk, id_: str) -> list[str]:
    found = [event.command.state.value for event in desk.events if event.command.id == id_]
    return [state for place, state in enumerate(found) if not place or found[place - 1] != state]


async def test_a_command_is_started_read_and_stopped(desk: Desk) -> None:
    output = await desk.act("start_background_command", SERVER)
    id_ = dict(output.facts)["id"]
    assert content_of(output) == f"Started with the id {id_}. It runs.\nready\n"
    pid = int(await until_written(desk.root / "pid"))
    read = await desk.act("read_background_command", id_)
    assert content_of(read) == "It runs.\nIt wrote nothing new."
    stopped = await desk.act("stop_background_command", id_)
    assert content_of(stopped).startswith("It was stopped after")
    assert not is_alive(pid)
    await asyncio.sleep(0)
    assert states(desk, id_) == ["running", "stopping", "ended"]


async def test_what_fails_at_once_is_said_at_once(desk: Desk) -> None:
    output = await desk.act("start_background_command", "echo bad >&2; exit 3")
    assert "It ended with exit code 3.\nbad" in content_of(output)
    assert output.exit_code == 3


async def test_views_and_subjects_are_those_of_their_kinds(desk: Desk) -> None:
    prepared = await desk.prepare("start_background_command", "ls")
    assert (prepared.subject.kind, prepared.view.verb) == (CallKind.BACKGROUND, CallVerb.START)
    assert not prepared.subject.is_simple_read
    id_, _pid = await started(desk)
    read = await desk.prepare("read_background_command", id_)
    assert (read.subject.kind, read.view.verb, read.view.target) == (CallKind.BACKGROUND_IO, CallVerb.WATCH, id_)
    assert dict(read.view.facts)["command"] == SERVER


async def test_reads_give_what_is_new_in_pieces_and_say_what_is_lost(desk: Desk) -> None:
    os.mkfifo(desk.root / "go")
    id_ = await desk.start("read x < go; seq 1 10000; sleep 1000")
    (desk.root / "go").write_text("\n")
    async with asyncio.timeout(10):
        while "10000\n" not in desk.background.find("c1", id_).tail:  # noqa: ASYNC110 -- a shell tells nobody
            await asyncio.sleep(0.01)
    reads = [await desk.act("read_background_command", id_) for _ in range(5)]
    texts = [content_of(read) for read in reads]
    assert all(len(text) <= 8_000 for text in texts)
    assert "no longer kept" in texts[0]
    assert "more characters follow" in texts[0]
    assert reads[0].is_cut
    together = "".join(read.shown for read in reads)
    assert together.endswith("9999\n10000\n")
    assert 20_000 < len(together) <= 24_000
    assert texts[-1] == "It runs.\nIt wrote nothing new."


async def test_a_line_without_an_end_can_be_read(desk: Desk) -> None:
    id_ = await desk.start("printf 'Name: '; echo x > asked; sleep 1000")
    await until_written(desk.root / "asked")
    assert "Name: " in content_of(await desk.act("read_background_command", id_))


async def test_no_escapes_come_through(desk: Desk) -> None:
    output = await desk.act("start_background_command", r"printf '\033[2J\033]0;t\007x\033[31my\n'; sleep 1000")
    assert output.shown == "xy\n"
    assert "\x1b" not in output.content


@pytest.mark.slow
async def test_three_run_in_a_conversation_and_eight_in_all(desk: Desk) -> None:
    for conversation, count in (("c1", 3), ("c2", 3), ("c3", 2)):
        desk.conversation = conversation
        for _ in range(count):
            await desk.start("sleep 1000")
    with pytest.raises(ToolRefusal, match="8 background commands run already"):
        await desk.start("sleep 1000")
    desk.conversation = "c1"
    with pytest.raises(ToolRefusal, match="3 background commands of this conversation"):
        await desk.start("sleep 1000")
    await desk.background.stop("c1", desk.background.of("c1")[0].id)
    await desk.start("sleep 1000")


async def test_places_hold_when_many_start_at_once(desk: Desk) -> None:
    prepared = [await desk.prepare("start_background_command", "sleep 1000") for _ in range(6)]
    results = await asyncio.gather(*(one.act(Permit(Step.RUN)) for one in prepared), return_exceptions=True)
    assert sum(isinstance(one, ToolRefusal) for one in results) == 3
    assert len(desk.background.of("c1")) == 3


@pytest.mark.slow
async def test_one_that_is_stopping_keeps_its_place(desk: Desk) -> None:
    ids = [await desk.start(f"trap '' TERM; echo $$ > pid{n}; while :; do sleep 0.1; done") for n in range(3)]
    for number in range(3):
        await until_written(desk.root / f"pid{number}")
    stopping = asyncio.ensure_future(desk.background.stop("c1", ids[0]))  # noqa: TID251 -- the test is its owner
    await asyncio.sleep(0)
    assert desk.background.find("c1", ids[0]).state is BackgroundState.STOPPING
    with pytest.raises(ToolRefusal, match="3 background commands"):
        await desk.start("sleep 1000")
    assert (await stopping).state is BackgroundState.ENDED
    await desk.start("sleep 1000")


@pytest.mark.parametrize("tool", ["read_background_command", "stop_background_command"])
async def test_the_id_of_another_conversation_is_not_yours(desk: Desk, tool: str) -> None:
    id_, pid = await started(desk)
    desk.conversation = "c2"
    for other in (id_, "bg_unknown", ""):
        with pytest.raises(ToolRefusal, match="not yours"):
            await desk.prepare(tool, other)
    assert is_alive(pid)


async def test_stop_can_be_repeated_and_comes_together(desk: Desk) -> None:
    id_, pid = await started(desk)
    first, second = await asyncio.gather(desk.background.stop("c1", id_), desk.background.stop("c1", id_))
    assert first == second
    assert not is_alive(pid)
    again = await desk.act("stop_background_command", id_)
    assert dict(again.facts)["state"] == "ended"


@pytest.mark.slow
async def test_what_ignores_term_and_what_fled_is_gone_in_three_seconds(desk: Desk) -> None:
    id_ = await desk.start(
        "trap '' TERM; setsid sleep 1000 & echo $! > fled; echo $$ > pid; while :; do sleep 0.1; done"
    )
    pids = [int(await until_written(desk.root / name)) for name in ("pid", "fled")]
    loop = asyncio.get_running_loop()
    began = loop.time()
    await desk.background.stop("c1", id_)
    assert loop.time() - began < 3.5
    assert not any(map(is_alive, pids))


async def test_what_a_command_leaves_still_counts_and_is_stopped(desk: Desk) -> None:
    output = await desk.act("start_background_command", "sleep 1000 >/dev/null 2>&1 & echo $! > pid")
    id_, pid = dict(output.facts)["id"], int(text_of(desk.root / "pid"))
    async with asyncio.timeout(10):
        while desk.background.find("c1", id_).state is BackgroundState.RUNNING:  # noqa: ASYNC110 -- its shell ends
            await asyncio.sleep(0.01)
    assert str(pid) in desk.background.find("c1", id_).note
    assert is_alive(pid)
    await desk.start("sleep 1000")
    await desk.start("sleep 1000")
    with pytest.raises(ToolRefusal, match="3 background commands"):
        await desk.start("sleep 1000")
    await desk.background.stop("c1", id_)
    assert not is_alive(pid)
    assert "Still running" not in desk.background.find("c1", id_).note


async def test_what_was_left_and_ended_by_itself_frees_its_place(desk: Desk) -> None:
    output = await desk.run("sleep 1000 >/dev/null 2>&1 & echo $!")
    pid = int(output.shown.split()[0])
    (entry,) = desk.background.of("c1")
    assert entry.state is BackgroundState.RUNNING
    os.kill(pid, signal.SIGKILL)
    await until_gone(pid)
    read = await desk.act("read_background_command", entry.id)
    assert dict(read.facts)["state"] == "ended"


async def test_an_observer_that_fails_does_not_prevent_stopping(tmp_path: Path) -> None:
    async with opened(tmp_path / "project", tmp_path / "empty") as desk:
        loop = asyncio.get_running_loop()
        faults: list[object] = []
        loop.set_exception_handler(lambda _loop, context: faults.append(context["exception"]))

        def fail(_event: object) -> None:
            raise RuntimeError("observer")

        desk.background._emit = fail
        id_, pid = await started(desk)
        await desk.background.stop("c1", id_)
        await asyncio.sleep(0)
        assert not is_alive(pid)
        assert faults


async def test_forgetting_a_conversation_ends_its_commands_alone(desk: Desk) -> None:
    _first, mine = await started(desk, "mine")
    desk.conversation = "c2"
    other, theirs = await started(desk, "theirs")
    await desk.background.forget("c1")
    assert not is_alive(mine)
    assert desk.background.of("c1") == ()
    assert is_alive(theirs)
    assert desk.background.find("c2", other).state is BackgroundState.RUNNING


async def test_closing_ends_all(desk: Desk) -> None:
    _id, pid = await started(desk)
    await desk.background.close()
    assert not is_alive(pid)


async def test_no_flood_stops_it_and_little_is_kept(desk: Desk) -> None:
    id_ = await desk.start("yes | head -c 30000000; echo end; echo x > done; sleep 1000")
    await until_written(desk.root / "done")
    async with asyncio.timeout(10):
        while not desk.background.find("c1", id_).tail.endswith("end\n"):  # noqa: ASYNC110 -- output comes in its time
            await asyncio.sleep(0.01)
    assert desk.background.find("c1", id_).state is BackgroundState.RUNNING
    assert len([event for event in desk.events if isinstance(event, BackgroundChanged)]) < 100


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.floats(0, 0.06))
def test_cancelling_a_start_at_any_point_leaves_what_is_known(
    tmp_path_factory: pytest.TempPathFactory, after_s: float
) -> None:
    place = tmp_path_factory.mktemp("cancel")

    async def go() -> None:
        async with opened(place / "project", place / "empty") as desk:  # its end takes the census
            task = asyncio.ensure_future(desk.start("sleep 1000"))  # noqa: TID251 -- the test is its owner
            await asyncio.sleep(after_s)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert len(desk.background.of("c1")) == len(desk.commands._running)

    asyncio.run(go())


@pytest.mark.slow
async def test_when_qodev_dies_its_commands_end(desk: Desk) -> None:
    script = f"""
import asyncio, sys
from pathlib import Path
sys.path[:0] = {sys.path!r}
from tests.unit.tools.command_kit import opened

async def go():
    async with opened(Path({str(desk.root)!r}), Path({str(desk.root.parent / "empty")!r})) as desk:
        await desk.start("echo $$ > pid; sleep 1000")
        await asyncio.sleep(1000)

asyncio.run(go())
"""
    child = subprocess.Popen([sys.executable, "-c", script])  # noqa: ASYNC220 -- killed below
    try:
        pid = int(await until_written(desk.root / "pid"))
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()
    await until_gone(pid)


@given(st.lists(st.text("ab\n", max_size=9_000), max_size=8), st.integers(1, 9_000))
def test_reads_together_give_the_end_of_the_text_once(pieces: list[str], most: int) -> None:
    recent, whole, given_back, lost_in_all = RecentText(), "", "", 0
    for piece in pieces:
        recent.add(piece)
        whole += piece
        text, lost, more = recent.take(most)
        given_back += text
        lost_in_all += lost
        assert len(text) <= most
        assert more == 0 or len(text) == most
    while (taken := recent.take(most))[0]:
        given_back += taken[0]
        lost_in_all += taken[1]
    assert len(given_back) + lost_in_all == len(whole)
    assert whole.endswith(given_back[-min(len(given_back), 24_000) :])
