"""What a new conversation begins with, and what the choices of role and agent do to a request."""

import json

import pytest

from qodev.base.errors import RoutingError
from qodev.services.app import Services
from qodev.types.conversation import Draft
from qodev.types.messages import FileBlock

OFFLINE = "Offline Chat"


async def _system_prompt(services: Services, role_id: str | None) -> str | None:
    """Returns the system message that really went out."""
    made = await services.conversations.create()
    await services.conversations.choose_agent(made.id, OFFLINE)
    await services.conversations.choose_script(made.id, "echo")
    await services.conversations.choose_role(made.id, role_id)
    await services.conversations.send(made.id, "Hello")
    await services.conversations.wait(made.id)
    messages = json.loads(services.offline.seen_requests[-1].body)["messages"]
    return next((message["content"] for message in messages if message["role"] == "system"), None)


async def test_no_role_means_none_and_nothing_chosen_means_developer(services: Services) -> None:
    roles = services.agents.snapshot.roles
    assert await _system_prompt(services, "") is None
    assert await _system_prompt(services, None) == roles["developer"].text
    assert await _system_prompt(services, "reviewer") == roles["reviewer"].text


async def test_role_that_is_edited_counts_from_the_next_request(services: Services) -> None:
    await services.roles.new("mine", text="You are brief.")
    assert await _system_prompt(services, "mine") == "You are brief."
    path = services.roles.require("mine").span.path
    opened = await services.documents.open(path)
    after = services.roles.set_part(opened.text, "text", "You are {{ kind }}.")
    await services.documents.save(path, after, base_digest=opened.digest)
    await services.documents.settled()
    assert await _system_prompt(services, "mine") == "You are {{ kind }}."


async def test_offline_is_inherited_while_nothing_else_has_answered(services: Services) -> None:
    first = await services.conversations.create()
    assert first.agent is None
    await services.conversations.choose_agent(first.id, OFFLINE)
    second = await services.conversations.create()
    assert second.agent == OFFLINE
    await services.conversations.choose_agent(second.id, None)
    assert (await services.conversations.create()).agent is None


async def test_offline_is_not_inherited_once_another_provider_has_answered(services: Services) -> None:
    path = services.paths.agents / "mine.toml"
    path.write_text('name = "Mine"\nextends = "OpenAI Base Chat"\nprovider_instance = "Offline"\nmodel = "echo"\n')
    await services.agents.reload()
    await services.offline.ensure_started()
    other = await services.conversations.create()
    await services.conversations.choose_agent(other.id, "Mine")
    await services.conversations.send(other.id, "Hello")
    await services.conversations.wait(other.id)
    offline = await services.conversations.create()
    await services.conversations.choose_agent(offline.id, OFFLINE)
    assert (await services.conversations.create()).agent is None


async def test_chat_without_a_fitting_agent_says_pipeline_and_file_and_sends_nothing(services: Services) -> None:
    services.paths.pipelines.write_text("[pipelines]\nchat = []\n", encoding="utf-8")
    await services.agents.reload()
    made = await services.conversations.create()
    with pytest.raises(RoutingError, match="the chat pipeline takes a message without a file") as without:
        await services.conversations.send(made.id, "Hello")
    assert (without.value.path, without.value.project) == ("", "")
    with pytest.raises(RoutingError, match=r"the chat pipeline matches `a\.py`") as found:
        await services.conversations.send(made.id, "Hello", (FileBlock("/p/a.py", "x"),))
    assert found.value.path == "/p/a.py"
    assert (await services.conversations.page(made.id)).messages == ()
    assert services.offline.seen_requests == ()
    assert services.conversations.get(made.id).draft == Draft()


async def test_roster_that_is_changed_counts_at_once_in_the_chat(services: Services) -> None:
    from qodev.types.agents import Pipeline

    written = await services.rosters.add(Pipeline.CHAT, OFFLINE, 0)
    await services.tasks.wait()
    assert services.agents.route(Pipeline.CHAT, "", "").winner == OFFLINE
    await services.rosters.undo(written)
    await services.tasks.wait()
    assert services.agents.route(Pipeline.CHAT, "", "").winner != OFFLINE
    assert not services.paths.pipelines.exists()
