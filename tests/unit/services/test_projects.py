"""Folders opened as projects: the list outlives the program, follows links, and takes moved folders along (U17, P137)."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.permissions.policies import PolicyError
from qodev.services.app import Services, build_services
from qodev.services.projects import ProjectError
from qodev.types.conversation import ChatMode


@pytest.fixture
async def services(app_paths: AppPaths, qodev_env: dict[str, str]) -> AsyncIterator[Services]:
    made = build_services(app_paths, qodev_env)
    await made.start()
    yield made
    await made.stop()


def _folder(tmp_path: Path, name: str) -> str:
    folder = tmp_path / name
    folder.mkdir()
    return str(folder)


def _move(before: str, after: Path) -> None:
    Path(before).rename(after)


async def test_opened_folders_are_listed_newest_first_and_outlive_the_program(
    services: Services, tmp_path: Path, app_paths: AppPaths, qodev_env: dict[str, str]
) -> None:
    first, second = _folder(tmp_path, "first"), _folder(tmp_path, "second")
    await services.projects.open(first)
    await services.projects.open(second)
    assert [project.path for project in services.projects.recent] == [second, first]
    again = build_services(app_paths, qodev_env)
    await again.start(with_store=False)
    assert [project.path for project in again.projects.recent] == [second, first]
    await again.stop()


async def test_a_folder_opened_by_a_link_is_what_the_link_leads_to(services: Services, tmp_path: Path) -> None:
    real = _folder(tmp_path, "real")
    link = tmp_path / "link"
    link.symlink_to(real)
    assert (await services.projects.open(str(link))).path == real


@pytest.mark.parametrize("name", ["missing", "file"])
async def test_what_is_no_folder_is_refused_and_nothing_is_listed(
    services: Services, tmp_path: Path, name: str
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ProjectError):
        await services.projects.open(str(tmp_path / name))
    assert not services.projects.recent


async def test_a_folder_that_is_gone_is_marked_and_its_conversations_move_along(
    services: Services, tmp_path: Path
) -> None:
    before = _folder(tmp_path, "before")
    await services.projects.open(before)
    made = await services.conversations.create(before)
    _move(before, tmp_path / "after")
    await services.projects.look()
    found = services.projects.find(before)
    assert found is not None
    assert (found.is_there, found.conversations) == (False, 1)
    await services.projects.reattach(before, str(tmp_path / "after"))
    assert services.conversations.get(made.id).project == str(tmp_path / "after")
    assert [project.path for project in services.projects.recent] == [str(tmp_path / "after")]


async def test_a_folder_that_only_a_conversation_names_is_listed(services: Services, tmp_path: Path) -> None:
    folder = _folder(tmp_path, "named")
    await services.conversations.create(folder)
    assert [project.name for project in services.projects.recent] == ["named"]


async def test_a_declined_folder_stays_declined_when_it_is_opened_again(services: Services, tmp_path: Path) -> None:
    folder = _folder(tmp_path, "other")
    await services.projects.open(folder)
    await services.projects.note_decision(folder, is_declined=True)
    assert (await services.projects.open(folder)).is_declined


async def test_what_was_offered_for_a_folder_is_kept_over_a_start(
    app_paths: AppPaths, qodev_env: dict[str, str], tmp_path: Path
) -> None:
    folder = _folder(tmp_path, "first")
    for was_offered in (False, True):
        made = build_services(app_paths, qodev_env)
        await made.start(with_store=False)
        await made.projects.open(folder)
        assert made.projects.was_offered(folder) is was_offered
        await made.projects.note_offer(folder)
        assert made.projects.was_offered(folder)
        await made.stop()


@pytest.mark.parametrize("content", ["", "[]", '{"projects": [{"path": 1}]}', "\0"])
async def test_a_damaged_list_is_empty_and_can_be_written(
    app_paths: AppPaths, qodev_env: dict[str, str], tmp_path: Path, content: str
) -> None:
    app_paths.data.mkdir(parents=True)
    (app_paths.data / "projects.json").write_text(content)
    made = build_services(app_paths, qodev_env)
    await made.start(with_store=False)
    assert not made.projects.recent
    await made.projects.open(_folder(tmp_path, "first"))
    assert len(made.projects.recent) == 1
    await made.stop()


async def test_a_code_task_without_trust_is_refused_in_one_sentence_and_nothing_is_stored(
    services: Services, tmp_path: Path
) -> None:
    made = await services.conversations.create(_folder(tmp_path, "p"), ChatMode.CODE_TASK)
    with pytest.raises(UserFacingError, match="needs a trusted folder"):
        await services.conversations.send(made.id, "Fix it.")
    assert (await services.conversations.page(made.id)).messages == ()
    assert (await services.conversations.choose_mode(made.id, ChatMode.CHAT)).mode is ChatMode.CHAT


async def test_a_step_cap_is_stored_for_its_project_alone(services: Services, tmp_path: Path) -> None:
    one, other = _folder(tmp_path, "one"), _folder(tmp_path, "other")
    assert (await services.policies.set_max_steps(one, 32)).max_steps == 32
    assert (await services.policies.look(other)).max_steps is None
    await services.policies.start()
    assert (await services.policies.look(one)).max_steps == 32
    assert (await services.policies.set_max_steps(one, None)).max_steps is None


@pytest.mark.parametrize("steps", [7, 65])
async def test_a_step_cap_outside_its_bounds_is_refused(services: Services, tmp_path: Path, steps: int) -> None:
    with pytest.raises(PolicyError):
        await services.policies.set_max_steps(_folder(tmp_path, "p"), steps)
