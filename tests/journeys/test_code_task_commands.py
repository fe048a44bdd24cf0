"""Commands in a Code task over real HTTP and real shells: permitted, refused, ended with everything they started (P117 to P124, P186 to P191)."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qodev.base.paths import AppPaths
from qodev.services.app import build_services
from qodev.types import work_events
from qodev.types.permissions import ProjectMode
from qodev.types.policies import Containment
from qodev.types.questions import AnswerOption, CallState, PermissionAnswer, QuestionKind
from qodev.types.work import BackgroundState
from tests.fakes.processes import is_alive, text_of, until_written
from tests.journeys.test_code_task import Stage, profile

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks at processes below /proc")


@pytest.fixture
async def stage(app_paths: AppPaths, tmp_path: Path) -> AsyncIterator[Stage]:
    profile(app_paths, "Pushless", "default_permission: allow", "commands: *=allow, git *=ask, git push *=deny")
    profile(app_paths, "Silent", "default_permission: allow", "tools: run_command=deny")
    services = build_services(app_paths, {"HOME": str(app_paths.home), "PATH": os.environ["PATH"]})
    await services.start()
    project = tmp_path / "project"
    project.mkdir()
    await services.trust.trust(await services.trust.sheet(str(project)))
    made = Stage(services, [], project)
    leave = made.broker.attend()
    yield made
    leave()
    await services.stop()


def command(text: str, tool: str = "run_command") -> str:
    return f"{tool} {json.dumps({'command': text})}"


def yes(_request: object) -> PermissionAnswer:
    return PermissionAnswer(AnswerOption.ALLOW_ONCE)


async def test_a_command_runs_and_the_model_reads_its_output(stage: Stage) -> None:
    task = await stage.task()
    (record,) = await stage.run(task, command("echo one; echo two >&2; exit 3"))
    assert (record.state, record.exit_code, record.shown) == (CallState.DONE, 3, "one\ntwo")
    assert record.is_unasked
    assert record.view.folder == str(stage.project)
    told = [event.text for event in stage.told if isinstance(event, work_events.ToolProgressed)]
    assert "".join(told) in ("one\ntwo\n", "two\none\n")


@pytest.mark.slow
async def test_pushing_is_refused_in_every_mode_and_other_git_follows_the_mode(stage: Stage) -> None:
    stage.answers = yes
    kinds: list[list[QuestionKind]] = []
    for mode in (ProjectMode.ASK, ProjectMode.AUTO):
        task = await stage.task("Pushless", mode)
        for text in ("echo x", "git --version", "git push origin main"):
            stage.asked.clear()
            await stage.run(task, command(text))
            kinds.append([request.kind for request in stage.asked])
        states = [record.state for record in await stage.records(task)]
        assert states == [CallState.DONE, CallState.DONE, CallState.REFUSED]
    assert kinds == [[QuestionKind.PROMPT], [QuestionKind.CONFIRM], [], [], [], []]


async def test_a_tool_that_the_profile_denies_is_not_there(stage: Stage) -> None:
    task = await stage.task("Silent")
    (record,) = await stage.run(task, command("touch done"))
    assert record.state is CallState.REFUSED
    assert not (stage.project / "done").exists()
    asked = json.loads(stage.services.offline.seen_requests[0].body)
    assert "run_command" not in [tool["function"]["name"] for tool in asked["tools"]]


async def test_a_read_only_project_lists_without_asking_and_refuses_the_background(stage: Stage) -> None:
    (stage.project / "a.txt").write_text("x")
    task = await stage.task("Build", ProjectMode.READ_ONLY)
    (listed,) = await stage.run(task, command("ls"))
    assert (listed.shown, dict(listed.facts)["served"]) == ("a.txt", "file functions")
    await stage.run(task, command("sleep 1000", "start_background_command"))
    assert (await stage.records(task))[-1].state is CallState.REFUSED
    assert stage.asked == []


async def test_after_three_failed_checks_nothing_more_runs_in_the_turn(stage: Stage) -> None:
    task = await stage.task()
    calls = [command(f"exit {code}", "verify_command") for code in (1, 2, 3)] + [command("touch done")]
    records = await stage.run(task, "\n".join(calls))
    assert [record.state for record in records[:3]] == [CallState.FAILED] * 3
    assert records[3].state is CallState.REFUSED
    assert not (stage.project / "done").exists()


async def test_stopping_a_turn_ends_the_tree_of_its_command(stage: Stage) -> None:
    task = await stage.task()
    await stage.services.conversations.send(
        task, command("(sleep 1000 & echo $! > a; setsid sleep 1000 & echo $! > b; wait)")
    )
    pids = [int(await until_written(stage.project / name)) for name in "ab"]
    await stage.services.conversations.stop_turn(task)
    async with asyncio.timeout(10):
        await stage.services.conversations.wait(task)
    assert not any(map(is_alive, pids))
    (record,) = await stage.records(task)
    assert record.state is CallState.CANCELLED


@pytest.mark.slow
async def test_a_background_command_outlives_its_turn_and_ends_with_its_conversation(stage: Stage) -> None:
    task = await stage.task()
    (record,) = await stage.run(task, command("echo $$ > pid; echo ready; sleep 1000", "start_background_command"))
    id_, pid = dict(record.facts)["id"], int(text_of(stage.project / "pid"))
    assert is_alive(pid)
    other = await stage.task()
    (refused,) = await stage.run(other, f"stop_background_command {json.dumps({'id': id_})}")
    assert (refused.state, "not yours" in refused.sentence) == (CallState.FAILED, True)
    assert is_alive(pid)
    background = stage.services.code_tasks.background
    assert [one.state for one in background.of(task)] == [BackgroundState.RUNNING]
    await stage.services.conversations.delete(task)
    async with asyncio.timeout(10):
        while is_alive(pid):  # noqa: ASYNC110 -- the system tells nobody
            await asyncio.sleep(0.01)


async def test_quitting_ends_what_runs_in_the_background(stage: Stage) -> None:
    task = await stage.task()
    await stage.run(task, command("echo $$ > pid; sleep 1000", "start_background_command"))
    pid = int(text_of(stage.project / "pid"))
    await stage.services.code_tasks.close()
    assert not is_alive(pid)


async def test_containment_that_cannot_start_is_asked_about_in_auto_too(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qodev.base.contain.find_bwrap", lambda *_: None)
    task = await stage.task()
    await stage.services.policies.set_contain(str(stage.project), Containment.ON)
    stage.answers = lambda _: PermissionAnswer(AnswerOption.DENY)
    (refused,) = await stage.run(task, command("touch done"))
    assert [request.kind for request in stage.asked] == [QuestionKind.HARD]
    assert "cannot start" in stage.asked[0].view.containment
    assert (refused.state, (stage.project / "done").exists()) == (CallState.REFUSED, False)
    stage.answers = yes
    assert (await stage.run(task, command("touch done")))[-1].state is CallState.DONE
    assert (stage.project / "done").exists()
