"""kill -9 at random points of a running Code task that edits: what was told is stored, the files are what the records say.

`QODEV_KILL_POINTS=40 python -m pytest tests/rigs/test_killed_tasks.py` is the run by hand; every run does a few.
"""

import asyncio
import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.types.changes import ChangeState, FileChange
from qodev.types.conversation import ConversationState
from qodev.types.permissions import ProjectMode

POINTS = int(os.environ.get("QODEV_KILL_POINTS", "6"))
SEED = int(os.environ.get("QODEV_KILL_SEED", str(random.randrange(1_000_000))))
STEPS = 7


def _prompt() -> str:
    """Returns a task that makes files, changes each of them, and starts commands that outlive the call."""
    steps = []
    for n in range(STEPS):
        make = {"relative_path": f"made/{n}.txt", "content": f"one {n}\n" * 200}
        change = {"relative_path": f"made/{n}.txt", "content": f"two {n}\n" * 300}
        steps.append(
            f"create_file {json.dumps(make)}\nrun_command {json.dumps({'command': f'sleep 0.0{n}; echo {n}'})}"
        )
        steps.append(f"write_file {json.dumps(change)}")
    return "\n---\n".join(steps)


def _killed(env: dict[str, str], project: Path, after_lines: int, wait_s: float) -> list[dict[str, Any]]:
    """Kills `qodev run` some moments after its n-th event and returns the events that were told."""
    argv = (sys.executable, "-m", "qodev", "run", "--json", "--agent", "Offline Chat", "--model", "call_tool")
    told: list[dict[str, Any]] = []
    with subprocess.Popen(
        (*argv, "--project", str(project), "--mode", "auto", "--max-steps", "64", _prompt()),
        env=env,
        cwd=project.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            told.append(json.loads(line))
            if len(told) == after_lines:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(wait_s)
                process.kill()
                break
        # What it had written before it died.
        told.extend(json.loads(line) for line in process.stdout if line.endswith("\n"))
    return told


def _points() -> Iterator[tuple[int, float]]:
    chance = random.Random(SEED)
    for _ in range(POINTS):
        yield chance.randrange(3, 40 + STEPS * 18), chance.random() * 0.05


def _digest(path: Path) -> str | None:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None


def _files(project: Path) -> dict[str, str | None]:
    return {str(path.relative_to(project)): _digest(path) for path in project.rglob("*") if path.is_file()}


def _made(project: Path) -> None:
    project.mkdir()
    (project / "kept.txt").write_text("mine\n")


async def _trusted(env: dict[str, str], project: Path) -> None:
    services = build_services(AppPaths.from_env(env, project.parent), env)
    await services.start()
    await services.trust.trust(await services.trust.sheet(str(project)))
    await services.policies.set_mode(str(project), ProjectMode.AUTO)
    await services.stop()


@pytest.mark.slow
@pytest.mark.parametrize("point", list(_points()), ids=lambda point: f"{point[0]}-{point[1]:.3f}")
async def test_killed_task_leaves_files_and_records_that_agree(
    qodev_env: dict[str, str], tmp_path: Path, point: tuple[int, float]
) -> None:
    project = tmp_path / "project"
    _made(project)
    await _trusted(qodev_env, project)
    told = await asyncio.to_thread(_killed, qodev_env, project, *point)
    services = build_services(AppPaths.from_env(qodev_env, tmp_path), qodev_env)
    await services.start()
    try:
        await _check(services, project, told)
    finally:
        await services.stop()


async def _check(services: Services, project: Path, told: list[dict[str, Any]]) -> None:
    assert told, "the program did not start"
    (conversation,) = services.conversations.all
    has_ended = any(event["type"] in ("TurnFinished", "TurnFailed") for event in told)
    wanted = {ConversationState.INTERRUPTED} if not has_ended else set(ConversationState)
    assert conversation.state in wanted or not any(event["type"] == "TurnStarted" for event in told), SEED
    stored = {message.id for message in (await services.conversations.page(conversation.id, limit=500)).messages}
    committed = {event["message"]["id"] for event in told if event["type"] == "MessageCommitted"}
    assert committed <= stored, SEED
    assert not services.conversations.is_running(conversation.id)  # nothing runs by itself
    assert services.offline.seen_requests == ()
    changes = await services.storage.changes.changes(conversation.id)
    assert not [change for change in changes if change.state is ChangeState.BEGUN], SEED
    last = _last(changes)
    found = _files(project)
    assert found.pop("kept.txt") == hashlib.sha256(b"mine\n").hexdigest()
    assert found == {path: change.after_sha256 for path, change in last.items()}, SEED
    finished = [event["record"] for event in told if event["type"] == "ToolFinished"]
    for record in finished:  # nothing is told as done that is not there
        assert set(record["files"]) <= set(last), SEED


def _last(changes: tuple[FileChange, ...]) -> dict[str, FileChange]:
    return {change.path: change for change in changes if change.state is ChangeState.DONE}
