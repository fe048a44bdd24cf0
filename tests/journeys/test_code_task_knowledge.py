"""Skills, the web and the checklist in a Code task over real HTTP: what a model sees, gets, and is refused (P199 to P204, P249)."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from qodev.base.paths import AppPaths
from qodev.services.app import build_services
from qodev.types import work_events
from qodev.types.permissions import ProjectMode
from qodev.types.questions import AnswerOption, CallState, PermissionAnswer
from qodev.types.skills import SkillScope, loader_name
from qodev.types.work import ChecklistItem, ItemStatus
from tests.fakes.wire import RawAnswer, raw_server
from tests.journeys.test_code_task import Stage, profile

BODY = "Tag {{version}}, then run ./scripts/tag.sh."
TEXT = f"---\ndescription: Cuts a release.\narguments: version\n---\n{BODY}\n"
OWN, PROJECTS = loader_name(SkillScope.USER, "release"), loader_name(SkillScope.PROJECT, "release")


@pytest.fixture
async def stage(app_paths: AppPaths, tmp_path: Path) -> AsyncIterator[Stage]:
    profile(app_paths, "Plainly", "default_permission: allow")
    profile(app_paths, "Without", "default_permission: allow", "tools: load_skill_*=deny")
    services = build_services(app_paths, {"HOME": str(app_paths.home)})
    await services.start()
    project = tmp_path / "project"
    write(project / ".qodev" / "skills" / "notes", "---\ndescription: Says how we test.\n---\nUse pytest.\n")
    await services.trust.trust(await services.trust.sheet(str(project)))
    yield Stage(services, [], project)
    await services.stop()


def write(folder: Path, text: str = TEXT) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "SKILL.md").write_text(text, encoding="utf-8")
    return folder


def schema(stage: Stage, request: int = 0) -> dict[str, str]:
    """Returns the tools of a request that was sent: name to everything that is said of it."""
    asked = json.loads(stage.services.offline.seen_requests[request].body)
    return {tool["function"]["name"]: json.dumps(tool["function"]) for tool in asked["tools"]}


async def results(stage: Stage, task: str) -> list[dict[str, str]]:
    blocks = [block for message in await stage.messages(task) for block in message.blocks]
    return [json.loads(text) for block in blocks if (text := getattr(block, "content", None)) and text[:1] == "{"]


async def test_a_skill_is_metadata_until_it_is_called_and_runs_nothing(stage: Stage) -> None:
    folder = write(stage.services.paths.skills / "release")
    script = folder / "scripts" / "tag.sh"
    script.parent.mkdir()
    script.write_text(f"#!/bin/sh\ntouch '{stage.project / 'ran'}'\n")
    script.chmod(0o755)
    task = await stage.task("Plainly")
    (record,) = await stage.run(task, f"{OWN} {json.dumps({'arguments': 'version=1.2'})}")
    assert record.state is CallState.DONE
    assert "Cuts a release." in schema(stage)[OWN]
    assert "Tag" not in json.dumps(schema(stage))
    (result,) = await results(stage, task)
    assert (result["type"], result["name"]) == ("agent_skill_output", "release")
    assert result["content"] == "Tag 1.2, then run ./scripts/tag.sh."
    write(folder, TEXT.replace("Tag", "Mark"))
    await stage.run(task, f"{OWN} {json.dumps({'arguments': 'version=1.3'})}")
    assert (await results(stage, task))[-1]["content"].startswith("Mark 1.3")
    assert not (stage.project / "ran").exists()


async def test_a_projects_skill_goes_before_the_users_while_it_is_accepted(stage: Stage) -> None:
    write(stage.services.paths.skills / "release")
    write(stage.project / ".claude" / "skills" / "release", TEXT.replace("Tag", "Ours:"))
    task = await stage.task("Plainly")
    await stage.run(task, "list_files {}")
    assert OWN in schema(stage)  # the project's is pending, and shadows nothing
    assert PROJECTS not in schema(stage)
    await stage.services.trust.trust(await stage.services.trust.sheet(str(stage.project)))
    (*_, record) = await stage.run(task, f"{PROJECTS} {json.dumps({'arguments': 'version=2'})}")
    assert record.state is CallState.DONE
    assert (await results(stage, task))[-1]["content"].startswith("Ours: 2")
    assert OWN not in schema(stage, -1)


async def test_a_changed_skill_is_refused_in_words(stage: Stage) -> None:
    name = loader_name(SkillScope.PROJECT, "notes")
    task = await stage.task("Plainly", ProjectMode.ASK)
    await stage.run(task, f'{name} {{"arguments": ""}}')
    assert name in schema(stage)
    write(stage.project / ".qodev" / "skills" / "notes", TEXT)
    (*_, record) = await stage.run(task, f'{name} {{"arguments": ""}}')
    assert record.state is CallState.REFUSED


async def test_denied_loaders_are_in_no_schema_and_cannot_be_called(stage: Stage) -> None:
    write(stage.services.paths.skills / "release")
    task = await stage.task("Without")
    (record,) = await stage.run(task, f'{OWN} {{"arguments": "version=1"}}')
    assert record.state is CallState.REFUSED
    assert not any(name.startswith("load_skill_") for name in schema(stage))


async def test_skills_for_people_have_no_loader_and_work_by_name(stage: Stage) -> None:
    write(stage.services.paths.skills / "release", TEXT.replace("arguments", "user-only: true\narguments"))
    task = await stage.task("Plainly")
    (record,) = await stage.run(task, f'{OWN} {{"arguments": "version=1"}}')
    assert record.state is CallState.REFUSED
    assert OWN not in schema(stage)
    found = await stage.services.skills.expand("release", "version=1", str(stage.project))
    assert found.text == "Tag 1, then run ./scripts/tag.sh."


async def test_the_web_is_asked_about_and_never_inside(stage: Stage) -> None:
    stage.answers = lambda _: PermissionAnswer(AnswerOption.ALLOW_ONCE)
    leave = stage.broker.attend()
    task = await stage.task("Plainly", ProjectMode.ASK)
    async with raw_server(RawAnswer(200, {"content-type": "text/plain"}, [b"inside"])) as inside:
        for host in ("127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]"):
            url = f"http://{host}:{urlsplit(inside.url).port}/"
            (*_, record) = await stage.run(task, f"fetch_url {json.dumps({'url': url})}")
            assert record.state is CallState.FAILED  # before anybody was asked
    leave()
    assert inside.seen == []
    assert stage.asked == []
    assert "web_search" not in schema(stage)


async def test_the_users_search_is_asked_once_it_is_set(stage: Stage) -> None:
    stage.answers = lambda _: PermissionAnswer(AnswerOption.ALLOW_ONCE)
    leave = stage.broker.attend()
    task = await stage.task("Plainly", ProjectMode.ASK)
    answer = json.dumps({"results": [{"title": "T", "url": "https://a.b/", "content": "Said."}]}).encode()
    async with raw_server(RawAnswer(200, {"content-type": "application/json"}, [answer])) as server:
        await stage.services.preferences.change("web_search", f"{server.url}/search")
        (record,) = await stage.run(task, 'web_search {"query": "how to"}')
    leave()
    assert record.state is CallState.DONE
    assert [request.view.target for request in stage.asked] == ["how to"]
    assert [seen.target for seen in server.seen] == ["/search?q=how%20to&format=json"]
    assert (await results(stage, task))[-1]["content"] == "1. T\n   https://a.b/\n   Said."


async def test_a_checklist_is_kept_and_told(stage: Stage) -> None:
    task = await stage.task("Plainly")
    items = [{"text": "Look", "status": "completed"}, {"text": "Change", "status": "pending"}]
    (record,) = await stage.run(task, f"update_task_checklist {json.dumps({'items': items})}")
    assert record.state is CallState.DONE
    wanted = (ChecklistItem("Look", ItemStatus.COMPLETED), ChecklistItem("Change", ItemStatus.PENDING))
    assert await stage.services.storage.checklists.read(task) == wanted
    told = [event for event in stage.told if isinstance(event, work_events.ChecklistChanged)]
    assert [event.items for event in told] == [wanted]
