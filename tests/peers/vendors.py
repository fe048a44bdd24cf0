"""The request types of the vendors' own SDKs, asked whether they know every key and value of a body.

The SDKs of OpenAI and Anthropic describe requests as typed dictionaries, which let unknown keys pass; so the validated
value must equal what went in. Importing an SDK takes seconds and is done inside the functions.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

Body = Mapping[str, Any]
Check = Callable[[Body], None]


def _plain(value: Any) -> Any:
    """Returns a validated value as plain JSON values; pydantic leaves iterables of typed dictionaries lazy."""
    if isinstance(value, Mapping):
        return {key: _plain(member) for key, member in value.items()}
    if isinstance(value, (str, bytes)) or not isinstance(value, (list, tuple, Iterator)):
        return value
    return [_plain(member) for member in value]


def _known_by(adapter: Any, body: Body) -> None:
    known = _plain(adapter.validate_python(body))
    assert known == dict(body), f"the SDK does not know all of it: {known!r} of {dict(body)!r}"


@cache
def openai_chat() -> Check:
    """Returns the check for Chat Completions of OpenAI."""
    from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming
    from pydantic import TypeAdapter

    adapter = TypeAdapter(CompletionCreateParamsStreaming)
    return lambda body: _known_by(adapter, body)


@cache
def openai_completions() -> Check:
    """Returns the check for the older completions of OpenAI, which DeepSeek's fill-in-the-middle follows."""
    from openai.types.completion_create_params import CompletionCreateParamsStreaming
    from pydantic import TypeAdapter

    adapter = TypeAdapter(CompletionCreateParamsStreaming)
    return lambda body: _known_by(adapter, body)


@cache
def openai_responses() -> Check:
    """Returns the check for the Responses API of OpenAI."""
    from openai.types.responses.response_create_params import ResponseCreateParamsStreaming
    from pydantic import TypeAdapter

    adapter = TypeAdapter(ResponseCreateParamsStreaming)
    return lambda body: _known_by(adapter, body)


@cache
def anthropic() -> Check:
    """Returns the check for the Messages API."""
    from anthropic.types.message_create_params import MessageCreateParamsStreaming
    from pydantic import TypeAdapter

    adapter = TypeAdapter(MessageCreateParamsStreaming)

    def check(body: Body) -> None:
        # Version 2 of the SDK no longer names `temperature`, which new models refuse; Haiku 4.5 takes it (A145).
        takes_temperature = body["model"].startswith("claude-haiku-4-5")
        _known_by(adapter, {k: v for k, v in body.items() if not (k == "temperature" and takes_temperature)})

    return check


@cache
def google() -> Check:
    """Returns the check for generateContent; the SDK has no type for the whole body, so its parts are checked."""
    from google.genai import types

    known = {"systemInstruction", "contents", "generationConfig", "tools"}

    def check(body: Body) -> None:
        assert set(body) <= known, f"unknown: {set(body) - known}"
        if "systemInstruction" in body:
            types.Content.model_validate(body["systemInstruction"])
        for content in body["contents"]:
            types.Content.model_validate(content)
        config = types.GenerationConfig.model_validate(body["generationConfig"])
        level = config.thinking_config.thinking_level if config.thinking_config else None
        assert level is None or level in set(types.ThinkingLevel)

    return check


@cache
def mistral_chat() -> Check:
    """Returns the check for chat completions of Mistral AI."""
    from mistralai.client.models import ChatCompletionStreamRequest

    return lambda body: _modelled_by(ChatCompletionStreamRequest, body)


@cache
def mistral_fim() -> Check:
    """Returns the check for fill-in-the-middle completions of Mistral AI."""
    from mistralai.client.models import FIMCompletionStreamRequest

    return lambda body: _modelled_by(FIMCompletionStreamRequest, body)


def _modelled_by(model: Any, body: Body) -> None:
    known = model.model_validate(body).model_dump(mode="json", by_alias=True, exclude_unset=True)
    assert known == dict(body), f"the SDK does not know all of it: {known!r} of {dict(body)!r}"


@cache
def ollama_chat() -> Check:
    """Returns the check for Ollama's chat; messages and options are checked by their own types."""
    from ollama._types import ChatRequest, Message, Options

    def check(body: Body) -> None:
        assert set(body) <= set(ChatRequest.model_fields), f"unknown: {set(body) - set(ChatRequest.model_fields)}"
        ChatRequest.model_validate(body)
        for message in body["messages"]:
            _modelled_by(Message, {k: v for k, v in message.items() if k != "images"})
            assert all(isinstance(image, str) for image in message.get("images", []))  # the SDK's own class reads files
        _modelled_by(Options, body["options"])

    return check


@cache
def ollama_generate() -> Check:
    """Returns the check for Ollama's generate."""
    from ollama._types import GenerateRequest, Options

    def check(body: Body) -> None:
        assert set(body) <= set(GenerateRequest.model_fields)
        GenerateRequest.model_validate(body)
        _modelled_by(Options, body["options"])

    return check
