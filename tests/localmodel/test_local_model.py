"""A real llama.cpp server with a very small model: structure is checked, never wording, never time (F50)."""

import json
import os
from typing import Any

import pytest

from qodev.base.net import HttpClient, NetSettings
from qodev.base.netfaults import NetError
from qodev.providers.base import ToolOffer
from qodev.providers.launch import Launcher
from qodev.types.agents import ClientApi, ProviderInstance
from qodev.types.messages import StopReason
from qodev.types.providers import (
    ErrorChunk,
    ErrorKind,
    LaunchState,
    MessageStartChunk,
    StopChunk,
    StreamChunk,
    TextChunk,
    ToolEndChunk,
    ToolStartChunk,
    UsageChunk,
)
from tests.localmodel.conftest import APIS, Speaker, body_of, on_another_port, text_of

# A busy machine answers a few tokens a second; only a server that hangs may fail for time.
pytestmark = [
    pytest.mark.localmodel,
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.asyncio(loop_scope="module"),  # one server for all of them
]

LOCAL = NetSettings(proxy="none")
TOOL = ToolOffer(
    "read_file",
    "Reads a file.",
    {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
)
CALL = 'Repeat exactly, nothing else:\n<tool_call>\n{"name": "read_file", "arguments": {"path": "a.py"}}\n</tool_call>'


async def health_of(client: HttpClient, instance: ProviderInstance) -> int | None:
    try:
        return (await client.get(f"{instance.url}/health", {}, LOCAL)).status
    except NetError:
        return None


async def test_launch_adopt_stop(instance: ProviderInstance, client: HttpClient):
    instance = on_another_port(instance)
    launcher = Launcher(os.environ, lambda _: None, client, poll_s=0.1)
    assert await health_of(client, instance) is None
    await launcher.start(instance)
    own = launcher.status(instance.name)
    assert (own.state, own.adopted) == (LaunchState.READY, False)
    assert await health_of(client, instance) == 200
    assert own.log

    other = Launcher({}, lambda _: None, client)
    await other.start(instance)
    assert other.status(instance.name).adopted
    await other.stop(instance.name)
    await other.close()
    assert await health_of(client, instance) == 200

    await launcher.stop(instance.name)
    assert launcher.status(instance.name).state is LaunchState.IDLE
    assert await health_of(client, instance) is None
    await launcher.close()


@pytest.mark.parametrize("api", APIS)
async def test_an_answer_streams_with_usage_and_one_end(speaker: Speaker, api: ClientApi):
    chunks = await speaker.ask(api, body_of(api, "Name three colours."))

    assert isinstance(chunks[0], MessageStartChunk)
    assert sum(isinstance(chunk, TextChunk) for chunk in chunks) > 1
    assert text_of(chunks).strip()
    usage = [chunk.usage for chunk in chunks if isinstance(chunk, UsageChunk)][-1]
    assert usage.input_tokens > 5
    assert 0 < usage.output_tokens <= 24
    last = chunks[-1]
    assert isinstance(last, StopChunk)
    assert last.reason in (StopReason.END, StopReason.LENGTH)
    assert sum(isinstance(chunk, StopChunk | ErrorChunk) for chunk in chunks) == 1


# llama.cpp says `completed` in Responses also where the limit cut the answer.
@pytest.mark.parametrize("api", [api for api in APIS if api is not ClientApi.OPENAI_RESPONSES])
async def test_the_token_limit_is_told(speaker: Speaker, api: ClientApi):
    chunks = await speaker.ask(api, body_of(api, "Tell a long story about a ship.", tokens=4))

    assert isinstance(chunks[-1], StopChunk)
    assert chunks[-1].reason is StopReason.LENGTH


@pytest.mark.parametrize("api", APIS)
async def test_cancelling_in_mid_answer_frees_the_server(speaker: Speaker, api: ClientApi):
    stream: Any = speaker.stream(api, body_of(api, "Tell a very long story about a ship.", tokens=2000))
    async for chunk in stream:
        if isinstance(chunk, TextChunk):
            break
    await stream.aclose()

    # The one slot of the server is free again, else this would wait for the rest of the story.
    assert isinstance((await speaker.ask(api, body_of(api, "Say yes.", tokens=4)))[-1], StopChunk)


@pytest.mark.parametrize("api", APIS)
async def test_a_prompt_beyond_the_context_is_refused_or_told(speaker: Speaker, api: ClientApi):
    words = 6000

    chunks = await speaker.ask(api, body_of(api, "tree " * words))

    last = chunks[-1]
    if isinstance(last, ErrorChunk):
        assert last.error.kind in (ErrorKind.INVALID, ErrorKind.TOO_LARGE)
        assert "context" in last.error.message
    else:
        usage = [chunk.usage for chunk in chunks if isinstance(chunk, UsageChunk)][-1]
        assert usage.input_tokens < words


@pytest.mark.parametrize("api", [ClientApi.LLAMA_CPP, ClientApi.OPENAI_CHAT])
async def test_an_answer_follows_a_json_schema(speaker: Speaker, api: ClientApi):
    schema = {
        "type": "object",
        "properties": {"colour": {"enum": ["red", "green"]}, "count": {"enum": [1, 2, 3]}},
        "required": ["colour", "count"],
        "additionalProperties": False,
    }
    form = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}

    chunks = await speaker.ask(api, body_of(api, "Choose a colour and a count.", tokens=64) | {"response_format": form})

    answer = json.loads(text_of(chunks))
    assert answer["colour"] in ("red", "green")
    assert answer["count"] in (1, 2, 3)


@pytest.mark.parametrize("api", APIS)
async def test_a_tool_is_called_and_its_result_read(fresh_speaker: Speaker, api: ClientApi):
    body = body_of(api, CALL, tokens=128)

    chunks = await fresh_speaker.ask(api, body, [TOOL])

    started = next(chunk for chunk in chunks if isinstance(chunk, ToolStartChunk))
    ended = next(chunk for chunk in chunks if isinstance(chunk, ToolEndChunk))
    assert started.name == "read_file"
    assert ended.input == {"path": "a.py"}
    assert isinstance(chunks[-1], StopChunk)
    assert chunks[-1].reason is StopReason.TOOL_CALLS

    short = body_of(api, CALL, tokens=8)
    followed = await fresh_speaker.ask(api, with_result(api, short, started, "print('hello')"), [TOOL])
    assert isinstance(followed[-1], StopChunk)
    assert count_of(followed) > count_of(chunks)


def count_of(chunks: list[StreamChunk]) -> int:
    return [chunk.usage.input_tokens for chunk in chunks if isinstance(chunk, UsageChunk)][-1]


def with_result(api: ClientApi, body: dict[str, Any], call: ToolStartChunk, result: str) -> dict[str, Any]:
    """Returns the body of the next step: the call and its result after the question."""
    arguments = {"path": "a.py"}
    if api is ClientApi.OPENAI_RESPONSES:
        called = {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": json.dumps(arguments)}
        answered = {"type": "function_call_output", "call_id": call.id, "output": result}
        return body | {"input": [*body["input"], called, answered]}
    if api is ClientApi.ANTHROPIC:
        used = {"type": "tool_use", "id": call.id, "name": call.name, "input": arguments}
        told = {"type": "tool_result", "tool_use_id": call.id, "content": result}
        turns = [{"role": "assistant", "content": [used]}, {"role": "user", "content": [told]}]
    else:
        function = {"name": call.name, "arguments": json.dumps(arguments)}
        calls = [{"id": call.id, "type": "function", "function": function}]
        turns = [
            {"role": "assistant", "content": None, "tool_calls": calls},
            {"role": "tool", "tool_call_id": call.id, "content": result},
        ]
    return body | {"messages": [*body["messages"], *turns]}
