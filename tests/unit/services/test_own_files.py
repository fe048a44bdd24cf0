"""Small files of the user's own: an instance and an agent are written, loaded, and replace nothing (U158)."""

from collections.abc import AsyncIterator

import pytest

from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.services.own_files import NewAgent, require_address
from qodev.types.agents import ClientApi


@pytest.fixture
async def services(app_paths: AppPaths) -> AsyncIterator[Services]:
    """Returns services without conversations."""
    made = build_services(app_paths, {"HOME": str(app_paths.home)})
    await made.start(with_store=False)
    yield made
    await made.stop()


async def test_added_instance_is_loaded_and_its_agent_can_be_used(services):
    made = await services.providers.add("Own: 1", ClientApi.OLLAMA, "http://10.0.0.5:11434/")
    assert (made.url, made.client_api, made.api_key_ref) == ("http://10.0.0.5:11434", ClientApi.OLLAMA, "")
    spec = await services.agents.add(NewAgent("qwen on Own", "Ollama Base Chat", "Own: 1", 'q"wen'))
    assert (spec.model, spec.usable) == ('q"wen', True)
    assert services.agents.url_of("qwen on Own").value == "http://10.0.0.5:11434/api/chat"


async def test_names_that_exist_are_refused_and_no_file_is_replaced(services, app_paths):
    await services.providers.add("Own", ClientApi.OLLAMA, "http://10.0.0.5:11434")
    await services.providers.add("Own!", ClientApi.OLLAMA, "http://10.0.0.6:11434")
    for name in ("own", "Claude", " ", "a\nb"):
        with pytest.raises(UserFacingError):
            await services.providers.add(name, ClientApi.OLLAMA, "http://10.0.0.7:11434")
    with pytest.raises(UserFacingError):
        await services.agents.add(NewAgent("Ollama Base Chat", "Ollama Base Chat", "Own", "m"))
    assert sorted(path.name for path in app_paths.providers.glob("*.toml")) == ["own.toml", "own_2.toml"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "host:11434",
        "ftp://a",
        "http://",
        "http://a:0",
        "http://a:x",
        "http://u:p@a",
        "http://a?k=1",
        "http://a\x07b",
    ],
)
def test_what_is_no_address_is_refused(text):
    with pytest.raises(UserFacingError):
        require_address(text)
