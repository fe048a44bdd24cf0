"""Files as people bring them: the user's own examples and agents in inja style load, render and stream."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.types.conversation import ConversationState
from tests.servers.offline import offline_server

INJA = Path(__file__).parent / "inja"

# The three examples of the user's document on agents, as they stand there.
EXAMPLES = {
    "My DeepSeek Chat": '''schema_version = 1

name        = "My DeepSeek Chat"
description = "DeepSeek V3 via an OpenAI-compatible endpoint."

provider_instance = "OpenAI Compatible"
model             = "deepseek-chat"
endpoint          = "/chat/completions"

system_prompt = """{{ agent_role() }}"""

[body]
max_tokens  = 8192
temperature = 0.7
stream      = true
messages    = """
[ {% include "partials/openai_messages.jinja" %} ]
"""
''',
    "My DeepSeek Chat, short": """schema_version = 1

extends = "OpenAI Compatible Base Chat"
name    = "My DeepSeek Chat"
model   = "deepseek-chat"
""",
    "My Mistral (low temp)": """schema_version = 1

extends = "Mistral Base Chat"
name    = "My Mistral (low temp)"
model   = "mistral-small-latest"

[body]
temperature = 0.3
""",
}
_INSTANCES = {
    "OpenAI Compatible": "openai_chat",
    "Mistral AI": "mistral",
    "Claude": "anthropic",
    "OpenAI (Responses API)": "openai_responses",
    "Google AI": "google",
    "Ollama (Native)": "ollama",
}


@pytest.fixture
async def at_home(app_paths: AppPaths) -> AsyncIterator[Services]:
    """Services in which the vendors' instances point at the scripted provider server."""
    async with offline_server() as server:
        app_paths.providers.mkdir(parents=True)
        app_paths.agents.mkdir(parents=True)
        for number, (name, api) in enumerate(_INSTANCES.items()):
            text = f'name = "{name}"\nclient_api = "{api}"\nurl = "{server.url}"\n'
            (app_paths.providers / f"{number}.toml").write_text(text, encoding="utf-8")
        services = build_services(app_paths, {"HOME": str(app_paths.home)})
        await services.start()
        yield services
        await services.stop()


async def _answer(services: Services, agent: str, model: str | None = None) -> str:
    conversation = await services.conversations.create()
    await services.conversations.choose_agent(conversation.id, agent)
    await services.conversations.choose_model(conversation.id, model)
    await services.conversations.send(conversation.id, 'A "question", with\na line end')
    await services.conversations.wait(conversation.id)
    assert services.conversations.get(conversation.id).state is ConversationState.DONE
    return (await services.conversations.page(conversation.id)).messages[-1].text


@pytest.mark.parametrize("example", EXAMPLES)
async def test_example_of_the_document_loads_renders_and_streams(at_home: Services, example: str) -> None:
    (at_home.paths.agents / "example.toml").write_text(EXAMPLES[example], encoding="utf-8")
    snapshot = await at_home.agents.reload()
    name = example.partition(",")[0]
    assert [d for d in snapshot.diagnostics if d.subject == name] == []
    assert snapshot.agents[name].usable
    assert "question" in await _answer(at_home, name, model="echo")


async def test_agents_in_inja_style_load_render_and_stream(at_home: Services) -> None:
    for path in INJA.glob("*.toml"):
        shutil.copy(path, at_home.paths.agents)
    snapshot = await at_home.agents.reload()
    names = sorted(n for n in snapshot.agents if n.startswith("Inja"))
    assert len(names) == 10
    assert [
        (d.subject, d.code.value, d.message) for d in snapshot.diagnostics if (d.subject or "").startswith("Inja")
    ] == []
    for name in names:
        assert await _answer(at_home, name)


async def test_hundred_broken_files_leave_the_good_one_alone(
    at_home: Services, caplog: pytest.LogCaptureFixture
) -> None:
    breaks = (
        ("name = ", 1),
        ('name = "B{n}"\nextends = "Nothing"\n', 2),
        ('name = "B{n}"\nextends = "Mistral Base Chat"\nmodel = "m"\n[body]\nx = "{{{{ tojsn(ctx.history) }}}}"\n', 5),
        ('name = "B{n}"\nextends = "Mistral Base Chat"\nmodel = "m"\n[body]\nx = "{{% if %}}"\n', 5),
        ('name = "B{n}"\n\nextends = 5\n', 3),
    )
    for number in range(100):
        text, _ = breaks[number % len(breaks)]
        (at_home.paths.agents / f"b{number:03}.toml").write_text(text.format(n=number), encoding="utf-8")
    (at_home.paths.agents / "good.toml").write_text(EXAMPLES["My Mistral (low temp)"], encoding="utf-8")
    snapshot = await at_home.agents.reload()
    by_file: dict[str, list[int]] = {}
    for found in snapshot.diagnostics:
        if found.severity.value == "error":
            by_file.setdefault(Path(found.file or "").name, []).append(found.span.line if found.span else 0)
    assert by_file == {f"b{n:03}.toml": [breaks[n % len(breaks)][1]] for n in range(100)}
    assert "question" in await _answer(at_home, "My Mistral (low temp)", model="echo")
    assert "Traceback" not in caplog.text
