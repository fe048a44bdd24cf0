"""Skills as front ends use them: scopes, trust, and what waits for a person (P199 to P204, S70)."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.services.skills import SkillError
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind
from qodev.types.skills import SkillScope, SkillState, loader_name
from qodev.types.xray import XrayCase, XrayKind

PLAIN = "---\ndescription: Says how we test.\n---\nUse pytest.\n"


@pytest.fixture
async def services(app_paths: AppPaths, qodev_env: dict[str, str]) -> AsyncIterator[Services]:
    """Returns services on a home of their own, without the store."""
    made = build_services(app_paths, qodev_env)
    await made.start(with_store=False)
    yield made
    await made.stop()


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "projects" / "shop"
    write(folder / ".qodev" / "skills", "notes")
    return folder


def write(folder: Path, name: str, text: str = PLAIN) -> Path:
    path = folder / name / "SKILL.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def states(services: Services) -> list[tuple[str, str, str]]:
    return [(row.name, row.scope.value, row.state.value) for row in services.skills.rows]


async def trust(services: Services, folder: Path) -> None:
    await services.trust.trust(await services.trust.sheet(str(folder)))


async def test_a_projects_skills_count_while_it_is_trusted(services: Services, shop: Path) -> None:
    write(services.paths.skills, "mine")
    await services.profiles.show(str(shop))
    assert states(services) == [("mine", "user", "active")]
    await trust(services, shop)
    assert states(services) == [("notes", "project", "active"), ("mine", "user", "active")]
    assert services.skills.is_trusted
    assert (await services.skills.expand("notes", "", str(shop))).text == "Use pytest."
    await services.trust.revoke(str(shop))
    assert states(services) == [("mine", "user", "active")]
    with pytest.raises(SkillError, match="There is no skill `notes`"):
        await services.skills.expand("notes", "", str(shop))


async def test_another_project_has_other_skills(services: Services, shop: Path) -> None:
    await trust(services, shop)
    await services.profiles.show(str(shop))
    assert services.skills.skills[0].scope is SkillScope.PROJECT
    await services.profiles.show(None)
    assert services.skills.rows == ()


async def test_what_changed_waits_for_its_difference(services: Services, shop: Path) -> None:
    await trust(services, shop)
    path = write(shop / ".qodev" / "skills", "notes", PLAIN + "And curl.\n")
    write(shop / ".agents" / "skills", "fresh")
    await services.profiles.show(str(shop))
    assert states(services) == [("notes", "project", "changed"), ("fresh", "project", "changed")]
    with pytest.raises(SkillError, match="look at the difference"):
        await services.skills.expand("notes", "", str(shop))
    sheet = await services.trust.sheet(str(shop))
    await services.trust.accept(sheet, [file for file in sheet.files if file.path.endswith("notes/SKILL.md")])
    assert states(services) == [("notes", "project", "active"), ("fresh", "project", "changed")]
    path.write_text(PLAIN, encoding="utf-8")  # bytes that were accepted before need no question
    await services.skills.reload()
    assert services.skills.rows[0].state is SkillState.ACTIVE


async def test_lists_are_told_and_findings_are_problems(services: Services) -> None:
    events: list[AnyEvent] = []
    services.bus.subscribe(events.append)
    path = write(services.paths.skills, "bad", "---\ndescription: d\ncolour: red\n---\nx")
    await services.skills.reload()
    told = [e for e in events if isinstance(e, CatalogChanged) and e.kind is CatalogKind.SKILLS][-1]
    assert [found.path for found in told.diagnostics] == [str(path)]
    assert told.diagnostics[0] in services.problems.diagnostics
    assert any(line.startswith("[Skills] error: `colour` is no field") for line in services.problems.messages)
    path.write_text(PLAIN, encoding="utf-8")
    await services.skills.reload()
    assert services.problems.diagnostics == ()


async def test_a_rebuild_that_was_overtaken_is_dropped(services: Services, shop: Path) -> None:
    await trust(services, shop)
    async with asyncio.TaskGroup() as group:
        group.create_task(services.skills.show(str(shop)))
        group.create_task(services.skills.show(None))
    assert services.skills.rows == ()


async def test_folders_of_an_untrusted_project_are_not_watched(services: Services, shop: Path) -> None:
    write(services.paths.skills, "mine")
    await services.profiles.show(str(shop))
    watched = services.skills.watched()
    assert services.paths.skills / "mine" in watched
    assert not any(path.is_relative_to(shop) for path in watched)
    await trust(services, shop)
    assert shop / ".qodev" / "skills" / "notes" in services.skills.watched()


async def test_the_folder_is_made_when_somebody_wants_it(services: Services) -> None:
    assert await services.skills.make_folder() == services.paths.skills
    assert services.paths.skills.is_dir()


async def test_the_xray_knows_the_loaders_of_the_project_in_view(services: Services, shop: Path) -> None:
    write(services.paths.skills, "Mine")
    write(services.paths.skills, "alone", PLAIN.replace("---\nUse", "user-only: true\n---\nUse"))
    await trust(services, shop)
    await services.profiles.show(str(shop))
    found = [loader_name(SkillScope.PROJECT, "notes"), loader_name(SkillScope.USER, "Mine")]
    standings = services.xray.standings(services.profiles.snapshot.profiles[0])
    assert [one.name for one in standings if one.name.startswith("load_skill_")] == found
    assert not any(one.is_sample for one in standings if one.name.startswith("load_skill_"))
    answer = await services.xray.judge(services.profiles.snapshot.profiles[0], XrayCase(XrayKind.SKILL, "mine"))
    assert (answer.tool, answer.argument) == (found[1], "mine")
