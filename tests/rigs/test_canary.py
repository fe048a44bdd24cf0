"""key-06: a key reaches one request header and nothing else, however the turn ends (S176, S203)."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.types.conversation import Draft
from qodev.types.events import AnyEvent
from tests.rigs.canary import finds_in_folders, finds_in_texts, new_canary
from tests.servers.offline import offline_server

_APIS = ("anthropic", "openai_chat", "openai_responses", "google", "mistral", "ollama", "llama_cpp")
_BASES = {
    "anthropic": "Anthropic Base Chat",
    "openai_chat": "OpenAI Base Chat",
    "openai_responses": "OpenAI Responses Base",
    "google": "Google Base Chat",
    "mistral": "Mistral Base Chat",
    "ollama": "Ollama Base Chat",
    "llama_cpp": "llama.cpp Base Chat",
}
_HEADERS = {"anthropic": b"x-api-key", "google": b"x-goog-api-key"}
_SCRIPTS = ("echo", "error", "error_in_stream", "cut_stream", "broken_json")


@pytest.fixture
async def rig(app_paths: AppPaths, caplog: pytest.LogCaptureFixture) -> AsyncIterator[tuple[Services, str, object]]:
    caplog.set_level(logging.DEBUG)
    key = new_canary()
    async with offline_server() as server:
        app_paths.providers.mkdir(parents=True)
        app_paths.agents.mkdir(parents=True)
        for api in _APIS:
            _write(
                app_paths.providers / f"{api}.toml", name=api, client_api=api, url=server.url, api_key_ref="env:CANARY"
            )
            agent = {"name": f"agent {api}", "extends": _BASES[api], "provider_instance": api, "model": "echo"}
            _write(app_paths.agents / f"{api}.toml", **agent)
        services = build_services(app_paths, {"HOME": str(app_paths.home), "CANARY": key})
        await services.start()
        yield services, key, server
        await services.stop()


def _write(path: Path, **values: str) -> None:
    path.write_text("".join(f'{name} = "{value}"\n' for name, value in values.items()), encoding="utf-8")


@pytest.mark.slow
async def test_key_06_a_key_stands_in_its_header_and_nowhere_else(
    rig: tuple[Services, str, object], caplog: pytest.LogCaptureFixture
) -> None:
    services, key, server = rig
    told: list[AnyEvent] = []
    shown: list[object] = []
    services.bus.subscribe(told.append)
    for api in _APIS:
        conversation = (await services.conversations.create()).id
        await services.conversations.choose_agent(conversation, f"agent {api}")
        for script in _SCRIPTS:
            await services.conversations.choose_model(conversation, script)
            preview = await services.requests.preview(conversation, Draft("Hi"))
            shown += [preview, *(services.requests.copy_as(preview, form) for form in ("curl", "httpie", "python"))]
            await services.conversations.send(conversation, "Hi")
            await services.conversations.wait(conversation)
        shown += [await services.providers.test(api), await services.providers.key_status(api)]
        shown.append(await services.conversations.page(conversation))
    carried = [r for r in server.requests if key in str(r.headers)]  # type: ignore[attr-defined]
    assert len(carried) >= len(_APIS)
    assert all(key not in r.path and key.encode() not in r.body for r in server.requests)  # type: ignore[attr-defined]
    assert finds_in_texts([*told, *shown, services.secrets, services.problems.messages, caplog.text], key) == []
    assert finds_in_folders([services.paths.config.parent], key) == []
    assert "$CANARY" in str(shown[1])


async def test_key_08_plain_http_to_another_machine_is_refused_without_a_confirm(app_paths: AppPaths) -> None:
    app_paths.providers.mkdir(parents=True)
    app_paths.agents.mkdir(parents=True)
    _write(
        app_paths.providers / "far.toml",
        name="Far",
        client_api="openai_chat",
        url="http://192.0.2.1",
        api_key_ref="env:CANARY",
    )
    agent = {"name": "Far agent", "extends": "OpenAI Base Chat", "provider_instance": "Far", "model": "m"}
    _write(app_paths.agents / "far.toml", **agent)
    services = build_services(app_paths, {"CANARY": new_canary()})
    await services.start()
    try:
        assert "provider.insecure" in [d.code.value for d in services.problems.diagnostics]
        conversation = (await services.conversations.create()).id
        await services.conversations.choose_agent(conversation, "Far agent")
        await services.conversations.send(conversation, "Hi")
        await services.conversations.wait(conversation)
        answer = (await services.conversations.page(conversation)).messages[-1]
        assert answer.error is not None
        assert "unencrypted" in answer.error + (answer.error_hint or "")
    finally:
        await services.stop()
