"""The calls of a conversation are judged again under another profile, changed verdicts first (U90)."""

from dataclasses import replace
from pathlib import Path

import pytest

from qodev.base.paths import AppPaths
from qodev.services.app import build_services
from qodev.types.permissions import Effect, ProjectMode
from tests.fakes.tools import NotedTool, NotedTools
from tests.journeys.test_code_task import Stage, profile


def run(command: str) -> str:
    return f'run_command {{"command": "{command}"}}'


async def test_replay_shows_what_another_text_would_decide(
    app_paths: AppPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = [NotedTool("read_file"), NotedTool("run_command", key="command")]
    monkeypatch.setattr("qodev.services.task_wiring._sources", lambda *_: (NotedTools(tools),))
    profile(app_paths, "Reviewer", "default_permission: allow", "commands: *=allow, git push *=deny")
    services = build_services(app_paths, {"HOME": str(app_paths.home)})
    await services.start()
    project = tmp_path / "project"
    project.mkdir()
    await services.trust.trust(await services.trust.sheet(str(project)))
    stage = Stage(services, tools, project)
    task = await stage.task("Reviewer", ProjectMode.AUTO)
    steps = [run("npm test"), run("git push origin"), 'fetch_url {"url": "http://x"}']
    await stage.run(task, "\n---\n".join(steps))
    own = services.profiles.snapshot.find("Reviewer")
    assert own is not None
    same = await services.replays.judge(own, task)
    assert [(one.argument, one.before, one.after) for one in same if one.tool == "run_command"] == [
        ("npm test", Effect.ALLOW, Effect.ALLOW),
        ("git push origin", Effect.DENY, Effect.DENY),
    ]
    loose = replace(own, command_rules=())
    changed = await services.replays.judge(loose, task)
    assert changed[0].argument == "git push origin"
    assert changed[0].is_changed
    assert (changed[0].before, changed[0].after) == (Effect.DENY, Effect.ALLOW)
    assert stage.acts("run_command") == ["npm test"]  # nothing runs
    await services.stop()
