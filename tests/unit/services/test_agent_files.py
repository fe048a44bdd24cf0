"""Agents that are made, renamed in all their references, and planned to be deleted (A178, A180, U72)."""

import json
from collections.abc import AsyncIterator

import pytest

from qodev.base.errors import UserFacingError
from qodev.base.ids import new_id
from qodev.base.locks import held
from qodev.base.paths import AppPaths
from qodev.services.app import Services
from qodev.services.renames import Renames
from tests.unit.services.editing_kit import BASE, own, put, read, running, write


@pytest.fixture
async def services(app_paths: AppPaths) -> AsyncIterator[Services]:
    async with running(app_paths) as made:
        yield made


async def test_a_new_agent_is_short_and_usable_at_once(services: Services) -> None:
    path = await services.editing.new("My Agent", BASE, "qwen3")
    assert read(path) == f'schema_version = 1\n\nname = "My Agent"\nextends = "{BASE}"\nmodel = "qwen3"\n'
    assert services.agents.snapshot.agents["My Agent"].usable


async def test_a_duplicate_says_nothing_but_whose_child_it_is(services: Services) -> None:
    path = await services.editing.duplicate("Claude Haiku 4.5 Chat", "Mine")
    keys = [line.split(" = ")[0] for line in read(path).splitlines() if " = " in line]
    assert keys == ["schema_version", "name", "extends", "description"]
    compared = services.agents.describe("Mine").effective["body"]
    assert compared == services.agents.describe("Claude Haiku 4.5 Chat").effective["body"]


@pytest.mark.parametrize(
    ("name", "said"), [("Claude Haiku 4.5 Chat", "bundled agents cannot be replaced"), ("", "needs a name")]
)
async def test_a_name_that_cannot_be_taken_is_refused_with_advice(services: Services, name: str, said: str) -> None:
    with pytest.raises(UserFacingError, match=said):
        await services.editing.new(name, BASE, "m")


async def test_an_unknown_base_is_refused_with_a_near_miss(services: Services) -> None:
    with pytest.raises(UserFacingError) as fault:
        await services.editing.new("Mine", "Ollama Base Chta")
    assert fault.value.hint == f"Did you mean `{BASE}`?"


async def test_free_names_count_up(services: Services) -> None:
    assert services.editing.free_name("Mistral Chat") == "Mistral Chat copy"
    await services.editing.new("Mistral Chat copy", "Mistral Chat")
    assert services.editing.free_name("Mistral Chat copy") == "Mistral Chat copy 2"


async def test_a_base_without_a_model_asks_for_one_and_its_duplicate_is_a_base(services: Services) -> None:
    with pytest.raises(UserFacingError, match="needs one"):
        await services.editing.new("Mine", BASE)
    await services.editing.duplicate(BASE, "My base")
    assert "My base" in services.agents.snapshot.bases


async def prepared(services: Services) -> dict[str, str]:
    """Writes an agent with a child, a roster and an override."""
    files = {
        "own": await write(services, "own", own("Own", "# mine\n")),
        "child": await write(services, "child", '# above\nname = "Child"\nextends = "Own" # here\nmodel = "c"\n'),
        "rosters": str(services.paths.pipelines),
    }
    services.paths.pipelines.write_text('[pipelines]\nchat = [ "Own", # first\n  "Offline Chat" ]\n')
    await services.agents.set_model("Own", "chosen")
    return files


async def test_renaming_changes_every_reference_and_nothing_else(services: Services) -> None:
    files = await prepared(services)
    plan = services.editing.plan_rename("Own", "Ours")
    assert {(r.kind, r.owner) for r in plan.references} == {
        ("extends", "Child"),
        ("roster", "chat"),
        ("override", "agent_models.json"),
    }
    await services.editing.apply_rename(plan)
    assert read(files["own"]) == own("Ours", "# mine\n")
    assert 'extends = "Ours" # here' in read(files["child"])
    assert read(services.paths.pipelines) == '[pipelines]\nchat = [ "Ours", # first\n  "Offline Chat" ]\n'
    assert json.loads(read(services.paths.agent_models)) == {"Ours": "chosen"}
    assert services.agents.snapshot.agents["Child"].usable
    assert services.agents.snapshot.model_of("Ours") == "chosen"


async def test_a_rename_is_taken_back_in_one_step(services: Services) -> None:
    files = await prepared(services)
    kept = [*files.values(), str(services.paths.agent_models)]
    before = [read(path) for path in kept]
    token = await services.editing.apply_rename(services.editing.plan_rename("Own", "Ours"))
    await services.editing.undo(token)
    assert [read(path) for path in kept] == before
    assert services.agents.snapshot.agents["Own"].usable


async def test_a_rename_is_not_taken_back_over_a_later_change(services: Services) -> None:
    files = await prepared(services)
    token = await services.editing.apply_rename(services.editing.plan_rename("Own", "Ours"))
    put(files["child"], "# somebody else\n")
    with pytest.raises(UserFacingError, match="was changed since"):
        await services.editing.undo(token)
    assert read(files["child"]) == "# somebody else\n"
    assert '"Ours"' in read(files["own"])


async def test_a_rename_that_cannot_be_made_changes_nothing(services: Services) -> None:
    files = await prepared(services)
    plan = services.editing.plan_rename("Own", "Ours")
    before = {path: read(path) for path in files.values()}
    services.paths.agent_models.write_text("{broken")
    with pytest.raises(UserFacingError):
        await services.editing.apply_rename(plan)
    assert {path: read(path) for path in files.values()} == before


async def test_a_rename_waits_for_nobody_who_keeps_a_lock_for_ever(services: Services) -> None:
    files = await prepared(services)
    renames = Renames(new_id, services.paths.state, lock_limit_s=0.05)
    lock = services.paths.pipelines.with_name(".pipelines.toml.lock")
    with held(lock), pytest.raises(UserFacingError, match="Nothing was changed"):
        renames.apply(services.editing.plan_rename("Own", "Ours"))
    assert read(files["own"]) == own("Own", "# mine\n")


async def test_what_is_not_the_users_own_is_not_renamed(services: Services) -> None:
    with pytest.raises(UserFacingError, match="cannot be changed here"):
        services.editing.plan_rename("Claude Haiku 4.5 Chat", "Mine")


async def test_a_deletion_lists_children_rosters_and_the_override(services: Services) -> None:
    await prepared(services)
    plan = services.editing.plan_delete("Own")
    assert (plan.children, plan.rosters, plan.has_override) == (("Child",), ("chat",), True)
