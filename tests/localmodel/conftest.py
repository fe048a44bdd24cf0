"""What tests with a real llama.cpp server share: the files, a running server, and requests in four formats (F50)."""

import dataclasses
import os
import tomllib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from qodev.base.assets import resource
from qodev.base.diagnostics import SourceSpan
from qodev.base.jsontext import dump_compact
from qodev.base.net import HttpClient, NetSettings
from qodev.providers.base import ShapeOptions, ToolOffer
from qodev.providers.http import HttpProvider
from qodev.providers.launch import Launcher
from qodev.providers.registry import dialect_for
from qodev.services.try_out import free_port
from qodev.services.try_out_files import ServerFiles, instance_text
from qodev.types.agents import ClientApi, LaunchSpec, Layer, ProviderInstance, Timeouts
from qodev.types.providers import LaunchState, ProviderRequest, StreamChunk, TextChunk, ThinkingChunk

PATHS = {
    ClientApi.LLAMA_CPP: "/v1/chat/completions",
    ClientApi.OPENAI_CHAT: "/v1/chat/completions",
    ClientApi.ANTHROPIC: "/v1/messages",
    ClientApi.OPENAI_RESPONSES: "/v1/responses",
}
APIS = tuple(PATHS)
MODEL = "smollm2"


@pytest.fixture(scope="session")
def files() -> ServerFiles:
    """Returns the files that the environment names; unset is a skip that says so."""
    named = [os.environ.get(name, "") for name in ("QODEV_LLAMA_SERVER", "QODEV_LLAMA_MODEL")]
    if not all(named):
        pytest.skip("QODEV_LLAMA_SERVER and QODEV_LLAMA_MODEL do not name a llama.cpp server and a model")
    return ServerFiles(Path(named[0]), Path(named[1]), resource("local/smollm2_tools.jinja"))


@pytest.fixture(scope="module")
def instance(files: ServerFiles) -> ProviderInstance:
    """Returns the very instance that the try-out set-up writes, on a port of its own."""
    made = tomllib.loads(instance_text(files, free_port()))
    launch = made["launch"]
    return ProviderInstance(
        name=made["name"],
        client_api=ClientApi(made["client_api"]),
        description=made["description"],
        url=made["url"],
        api_key_ref="",
        headers={},
        timeouts=Timeouts(),
        proxy="none",
        ca_file=None,
        verify_tls=True,
        launch=LaunchSpec(launch["command"], tuple(launch["args"]), ready_url=launch["ready_url"], ready_timeout_s=60),
        layer=Layer.USER,
        overrides_bundled=False,
        span=SourceSpan("try_out_model.toml", 1),
    )


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client() -> AsyncIterator[HttpClient]:
    made = HttpClient()
    yield made
    await made.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def launcher(client: HttpClient) -> AsyncIterator[Launcher]:
    made = Launcher(os.environ, lambda _: None, client, poll_s=0.1)
    yield made
    await made.close()


class Speaker:
    """Asks a running server in any of its formats."""

    def __init__(self, instance: ProviderInstance, provider: HttpProvider) -> None:
        self._instance = instance
        self._provider = provider

    def request(self, api: ClientApi, body: dict[str, Any], tools: Sequence[ToolOffer] = ()) -> ProviderRequest:
        """Returns a request as the program would shape it."""
        dialect = dialect_for(api)
        options = ShapeOptions(MODEL, self._instance.url + PATHS[api], tuple(tools))
        shaped = dialect.shape({"stream": True} | body, options)
        return ProviderRequest(
            client_api=api,
            instance=dataclasses.replace(self._instance, client_api=api),
            method="POST",
            url=shaped.url,
            headers=dialect.headers(stream=shaped.stream),
            body=dump_compact(shaped.body).encode(),
            key_header=None,
            stream=shaped.stream,
            tool_names=tuple(tool.name for tool in tools),
            added=shaped.added,
        )

    def stream(
        self, api: ClientApi, body: dict[str, Any], tools: Sequence[ToolOffer] = ()
    ) -> AsyncIterator[StreamChunk]:
        """Returns the stream of an answer."""
        return self._provider.stream(self.request(api, body, tools))

    async def ask(self, api: ClientApi, body: dict[str, Any], tools: Sequence[ToolOffer] = ()) -> list[StreamChunk]:
        """Returns a whole answer."""
        return [chunk async for chunk in self.stream(api, body, tools)]


class NoKeys:
    """A store without keys: the local server needs none."""

    async def resolve(self, ref: str) -> None:
        return None


async def start_speaker(launcher: Launcher, instance: ProviderInstance, client: HttpClient) -> Speaker:
    """Starts a server and returns who asks it."""
    await launcher.start(instance)
    status = launcher.status(instance.name)
    assert status.state is LaunchState.READY, status.text
    return Speaker(instance, HttpProvider(client, NoKeys(), lambda _: NetSettings(proxy="none")))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def speaker(launcher: Launcher, instance: ProviderInstance, client: HttpClient) -> Speaker:
    return await start_speaker(launcher, instance, client)


@pytest_asyncio.fixture(loop_scope="module")
async def fresh_speaker(instance: ProviderInstance, client: HttpClient) -> AsyncIterator[Speaker]:
    """Asks a server that has answered nothing yet: kept prompts change the last digits, and with them what is said."""
    launcher = Launcher(os.environ, lambda _: None, client, poll_s=0.1)
    yield await start_speaker(launcher, on_another_port(instance), client)
    await launcher.close()


def on_another_port(instance: ProviderInstance) -> ProviderInstance:
    """Returns the same server at another address."""
    assert instance.launch is not None
    before, after = instance.url.rpartition(":")[2], str(free_port())
    args = tuple(after if part == before else part for part in instance.launch.args)
    ready = instance.launch.ready_url.replace(before, after)
    launch = dataclasses.replace(instance.launch, args=args, ready_url=ready)
    return dataclasses.replace(instance, url=instance.url.replace(before, after), launch=launch)


def body_of(api: ClientApi, text: str, *, tokens: int = 24) -> dict[str, Any]:
    """Returns a body with one user message; temperature 0, so that a run is like the last one."""
    if api is ClientApi.OPENAI_RESPONSES:
        return {"input": [{"role": "user", "content": text}], "max_output_tokens": tokens, "temperature": 0}
    return {"messages": [{"role": "user", "content": text}], "max_tokens": tokens, "temperature": 0}


def text_of(chunks: Sequence[StreamChunk]) -> str:
    """Returns what was said."""
    return "".join(chunk.text for chunk in chunks if isinstance(chunk, TextChunk | ThinkingChunk))
