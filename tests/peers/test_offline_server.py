"""The vendors' own clients read the offline server: the strictest check that its formats are theirs."""

import json
from typing import Any

import pytest

from tests.servers.offline import offline_server

pytestmark = [
    pytest.mark.slow,  # importing the SDKs takes seconds
    pytest.mark.filterwarnings("ignore"),  # theirs, not ours
]

CALL = 'read_file {"path": "a.py"}'
WANTED = {"path": "a.py"}


def turn(text: str) -> list[Any]:
    return [{"role": "user", "content": text}]


async def test_anthropic_client_reads_text_thinking_and_calls():
    anthropic = pytest.importorskip("anthropic")
    async with offline_server() as server, anthropic.AsyncAnthropic(base_url=server.url, api_key="k") as client:
        async with client.messages.stream(model="thinking", max_tokens=99, messages=turn("hello")) as stream:
            message = await stream.get_final_message()
        assert [block.type for block in message.content] == ["thinking", "text"]
        assert message.content[0].signature
        assert "hello" in message.content[1].text
        assert message.stop_reason == "end_turn"
        assert message.usage.input_tokens > 0
        assert message.usage.output_tokens > 1

        async with client.messages.stream(model="call_tool", max_tokens=99, messages=turn(CALL)) as stream:
            message = await stream.get_final_message()
        assert message.content[1].name == "read_file"
        assert message.content[1].input == WANTED
        assert message.stop_reason == "tool_use"

        whole = await client.messages.create(model="call_tool", max_tokens=99, messages=turn(CALL))
        assert whole.content[1].input == WANTED
        with pytest.raises(anthropic.NotFoundError):
            await client.messages.create(model="nobody", max_tokens=99, messages=turn("x"))
        assert (await client.models.list()).data[0].id == "echo"


async def test_openai_client_reads_chat_completions():
    openai = pytest.importorskip("openai")
    async with offline_server() as server, openai.AsyncOpenAI(base_url=f"{server.url}/v1", api_key="k") as client:
        stream = await client.chat.completions.create(
            model="call_tool", messages=turn(CALL), stream=True, stream_options={"include_usage": True}
        )
        chunks = [chunk async for chunk in stream]
        arguments = "".join(
            call.function.arguments for c in chunks for choice in c.choices for call in choice.delta.tool_calls or ()
        )
        assert json.loads(arguments) == WANTED
        assert chunks[-2].choices[0].finish_reason == "tool_calls"
        assert chunks[-1].usage.prompt_tokens > 0
        whole = await client.chat.completions.create(model="echo", messages=turn("hello"))
        assert whole.choices[0].message.content == "You said: hello"
        text = await client.completions.create(model="echo", prompt="a\nb", suffix="c")
        assert text.choices[0].text == "You said: b"
        assert (await client.models.list()).data[0].id == "echo"


async def test_openai_client_reads_responses():
    openai = pytest.importorskip("openai")
    async with offline_server() as server, openai.AsyncOpenAI(base_url=f"{server.url}/v1", api_key="k") as client:
        async with client.responses.stream(model="thinking", input="hello") as stream:
            async for _ in stream:
                pass
            response = await stream.get_final_response()
        assert [item.type for item in response.output] == ["reasoning", "message"]
        assert "hello" in response.output_text
        async with client.responses.stream(model="call_tool", input=CALL) as stream:
            async for _ in stream:
                pass
            response = await stream.get_final_response()
        assert json.loads(response.output[1].arguments) == WANTED
        whole = await client.responses.create(model="echo", input="hello")
        assert whole.output_text == "You said: hello"
        cut = await client.responses.create(model="length", input="hello")
        assert cut.incomplete_details.reason == "max_output_tokens"


async def test_google_client_reads_generate_content():
    genai = pytest.importorskip("google.genai")
    async with offline_server() as server:
        client = genai.Client(api_key="k", http_options={"base_url": server.url})
        stream = await client.aio.models.generate_content_stream(model="call_tool", contents=CALL)
        parts = [part async for chunk in stream for part in chunk.candidates[0].content.parts]
        calls = [part.function_call for part in parts if part.function_call]
        assert [(call.name, call.args) for call in calls] == [("read_file", WANTED)]
        whole = await client.aio.models.generate_content(model="thinking", contents="hello")
        assert "hello" in whole.text
        assert whole.candidates[0].content.parts[0].thought
        assert whole.usage_metadata.thoughts_token_count > 0
        await client.aio.aclose()
        client.close()


async def test_ollama_client_reads_chat_and_generate():
    ollama = pytest.importorskip("ollama")
    async with offline_server() as server:
        client = ollama.AsyncClient(host=server.url)
        parts = [part async for part in await client.chat(model="call_tool", messages=turn(CALL), stream=True)]
        calls = [call for part in parts for call in part.message.tool_calls or ()]
        assert calls[0].function.arguments == WANTED
        assert parts[-1].done
        assert parts[-1].prompt_eval_count > 0
        whole = await client.generate(model="echo", prompt="a\nb", suffix="c")
        assert whole.response == "You said: b"
        assert (await client.list()).models[0].model == "echo"
        await client._client.aclose()


async def test_mistral_client_reads_chat_and_fill_in_the_middle():
    mistralai = pytest.importorskip("mistralai.client")
    async with offline_server() as server, mistralai.Mistral(api_key="k", server_url=server.url) as client:
        whole = await client.chat.complete_async(model="call_tool", messages=turn(CALL))
        assert json.loads(whole.choices[0].message.tool_calls[0].function.arguments) == WANTED
        stream = await client.fim.stream_async(model="echo", prompt="a\nb", suffix="c")
        events = [event async for event in stream]
        assert "".join(e.data.choices[0].delta.content for e in events) == "You said: b"
        assert events[-1].data.usage.prompt_tokens > 0
