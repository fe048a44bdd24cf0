"""Strict shapes of what the vendors' APIs take: no key too many, roles legal, ids paired (A153).

Written from the vendors' API references, independent of the partials and of the SDKs. The SDKs' own types are looser:
they let unknown keys pass and know nothing of pairs.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Text = Annotated[str, Field(min_length=1)]
Json = Mapping[str, Any]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


# Chat Completions


class TextPart(Strict):
    type: Literal["text"]
    text: Text


class ImageAddress(Strict):
    url: Text


class ImagePart(Strict):
    type: Literal["image_url"]
    image_url: ImageAddress


class Function(Strict):
    name: Text
    arguments: str


class FunctionCall(Strict):
    id: Text
    type: Literal["function"]
    function: Function


class ChatSystem(Strict):
    role: Literal["system"]
    content: Text


class ChatUser(Strict):
    role: Literal["user"]
    content: Text | Annotated[list[TextPart | ImagePart], Field(min_length=1)]


class ChatAssistant(Strict):
    role: Literal["assistant"]
    content: Text | None
    reasoning_content: str | None = None
    tool_calls: Annotated[list[FunctionCall], Field(min_length=1)] | None = None


class ChatTool(Strict):
    role: Literal["tool"]
    tool_call_id: Text
    content: str


CHAT: TypeAdapter[Any] = TypeAdapter(
    list[Annotated[ChatSystem | ChatUser | ChatAssistant | ChatTool, Field(discriminator="role")]]
)


def check_chat(messages: Sequence[Json], *, paired: bool = True, mistral: bool = False) -> None:
    """Checks `messages` of Chat Completions; with `mistral` also that no user message follows a tool message."""
    CHAT.validate_python(list(messages))
    assert all(m["role"] != "system" for m in messages[1:]), "a system message that is not the first"
    waiting: list[str] = []
    for position, message in enumerate(messages):
        if message["role"] == "assistant":
            assert message["content"] is not None or message.get("tool_calls"), "an assistant message of nothing"
            calls = message.get("tool_calls") or []
            assert all(isinstance(json.loads(c["function"]["arguments"]), dict) for c in calls)
            assert not (waiting and paired), f"calls without result: {waiting}"
            waiting = [c["id"] for c in calls]
        elif message["role"] == "tool":
            _take(waiting, message["tool_call_id"], paired=paired)
        else:
            assert not (waiting and paired), f"calls without result: {waiting}"
            follows_tool = position > 0 and messages[position - 1]["role"] == "tool"
            assert not (mistral and follows_tool), "Mistral refuses a user message after a tool message"


def _take(waiting: list[str], call: str, *, paired: bool) -> None:
    if call in waiting:
        waiting.remove(call)
    else:
        assert not paired, f"a result without call: {call}"


# Responses API


class InputText(Strict):
    type: Literal["input_text"]
    text: Text


class InputImage(Strict):
    type: Literal["input_image"]
    detail: Literal["auto", "low", "high"]
    image_url: Text


class EasyUser(Strict):
    role: Literal["user"]
    content: Text | Annotated[list[InputText | InputImage], Field(min_length=1)]


class EasyAssistant(Strict):
    role: Literal["assistant"]
    content: Text


class SummaryText(Strict):
    type: Literal["summary_text"]
    text: Text


class Reasoning(Strict):
    type: Literal["reasoning"]
    id: Text
    summary: list[SummaryText]
    encrypted_content: Text


class ResponsesCall(Strict):
    type: Literal["function_call"]
    call_id: Text
    name: Text
    arguments: str


class ResponsesOutput(Strict):
    type: Literal["function_call_output"]
    call_id: Text
    output: str


RESPONSES: TypeAdapter[Any] = TypeAdapter(list[EasyUser | EasyAssistant | Reasoning | ResponsesCall | ResponsesOutput])


def check_responses(items: Sequence[Json], *, paired: bool = True) -> None:
    """Checks `input` of the Responses API."""
    RESPONSES.validate_python(list(items))
    waiting: list[str] = []
    for item in items:
        if item.get("type") == "function_call":
            assert isinstance(json.loads(item["arguments"]), dict)
            waiting.append(item["call_id"])
        elif item.get("type") == "function_call_output":
            _take(waiting, item["call_id"], paired=paired)
    assert not (waiting and paired), f"calls without result: {waiting}"


# Messages API


class AnthropicText(Strict):
    type: Literal["text"]
    text: Annotated[str, Field(pattern=r"\S")]


class AnthropicThinking(Strict):
    type: Literal["thinking"]
    thinking: str
    signature: Text


class AnthropicRedacted(Strict):
    type: Literal["redacted_thinking"]
    data: Text


class AnthropicUse(Strict):
    type: Literal["tool_use"]
    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$")]
    name: Text
    input: dict[str, Any]


class AnthropicResult(Strict):
    type: Literal["tool_result"]
    tool_use_id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$")]
    content: str
    is_error: Literal[True] | None = None


class Base64Source(Strict):
    type: Literal["base64"]
    media_type: Literal["image/png", "image/jpeg", "image/gif", "image/webp"]
    data: Text


class UrlSource(Strict):
    type: Literal["url"]
    url: Text


class AnthropicImage(Strict):
    type: Literal["image"]
    source: Annotated[Base64Source | UrlSource, Field(discriminator="type")]


class AnthropicUser(Strict):
    role: Literal["user"]
    content: Text | Annotated[list[AnthropicText | AnthropicResult | AnthropicImage], Field(min_length=1)]


class AnthropicAssistant(Strict):
    role: Literal["assistant"]
    content: Annotated[list[AnthropicText | AnthropicThinking | AnthropicRedacted | AnthropicUse], Field(min_length=1)]


ANTHROPIC: TypeAdapter[Any] = TypeAdapter(
    list[Annotated[AnthropicUser | AnthropicAssistant, Field(discriminator="role")]]
)


def check_anthropic(messages: Sequence[Json], *, paired: bool = True) -> None:
    """Checks `messages` of the Messages API: results stand first in the message right after their calls."""
    ANTHROPIC.validate_python(list(messages))
    waiting: list[str] = []
    for message in messages:
        blocks = message["content"] if isinstance(message["content"], list) else []
        kinds = [b["type"] for b in blocks]
        results = [b["tool_use_id"] for b in blocks if b["type"] == "tool_result"]
        assert kinds[: len(results)] == ["tool_result"] * len(results), "results stand before other blocks"
        assert not paired or results == waiting, f"results {results} for calls {waiting}"
        waiting = [b["id"] for b in blocks if b["type"] == "tool_use"]
    assert not (waiting and paired), f"calls without result: {waiting}"


# generateContent


class GoogleText(Strict):
    text: Text
    thoughtSignature: Text | None = None  # noqa: N815


class GoogleSigned(Strict):
    text: str
    thoughtSignature: Text  # noqa: N815


class GoogleThought(Strict):
    text: str
    thought: Literal[True]
    thoughtSignature: Text  # noqa: N815


class GoogleCall(Strict):
    id: Text | None = None
    name: Text
    args: dict[str, Any]


class GoogleCallPart(Strict):
    functionCall: GoogleCall  # noqa: N815
    thoughtSignature: Text | None = None  # noqa: N815


class GoogleResult(Strict):
    result: str


class GoogleFault(Strict):
    error: str


class GoogleResponse(Strict):
    id: Text | None = None
    name: str
    response: GoogleResult | GoogleFault


class GoogleResponsePart(Strict):
    functionResponse: GoogleResponse  # noqa: N815


class GoogleBlob(Strict):
    mimeType: Text  # noqa: N815
    data: Text


class GoogleInlinePart(Strict):
    inlineData: GoogleBlob  # noqa: N815


class GoogleFile(Strict):
    mimeType: Text  # noqa: N815
    fileUri: Text  # noqa: N815


class GoogleFilePart(Strict):
    fileData: GoogleFile  # noqa: N815


class GoogleUser(Strict):
    role: Literal["user"]
    parts: Annotated[list[GoogleText | GoogleResponsePart | GoogleInlinePart | GoogleFilePart], Field(min_length=1)]


class GoogleModel(Strict):
    role: Literal["model"]
    parts: Annotated[
        list[GoogleText | GoogleSigned | GoogleThought | GoogleCallPart | GoogleInlinePart], Field(min_length=1)
    ]


GOOGLE: TypeAdapter[Any] = TypeAdapter(list[Annotated[GoogleUser | GoogleModel, Field(discriminator="role")]])


def check_google(contents: Sequence[Json], *, paired: bool = True) -> None:
    """Checks `contents` of generateContent: every call turn is signed and answered by name in the next one."""
    GOOGLE.validate_python(list(contents))
    waiting: list[str] = []
    for turn in contents:
        calls = [p for p in turn["parts"] if "functionCall" in p]
        results = [p["functionResponse"]["name"] for p in turn["parts"] if "functionResponse" in p]
        assert all("functionResponse" in p for p in turn["parts"][: len(results)]), "results stand first"
        assert not paired or results == waiting, f"results {results} for calls {waiting}"
        assert not calls or "thoughtSignature" in calls[0], "Gemini 3 refuses an unsigned call"
        waiting = [p["functionCall"]["name"] for p in calls]
    assert not (waiting and paired), f"calls without result: {waiting}"


# Ollama


class OllamaFunction(Strict):
    name: Text
    arguments: dict[str, Any]


class OllamaCall(Strict):
    function: OllamaFunction


class OllamaUser(Strict):
    role: Literal["user"]
    content: str
    images: Annotated[list[Text], Field(min_length=1)] | None = None


class OllamaAssistant(Strict):
    role: Literal["assistant"]
    content: str
    thinking: str | None = None
    tool_calls: Annotated[list[OllamaCall], Field(min_length=1)] | None = None


class OllamaTool(Strict):
    role: Literal["tool"]
    content: str
    tool_name: Text | None = None


OLLAMA: TypeAdapter[Any] = TypeAdapter(
    list[Annotated[ChatSystem | OllamaUser | OllamaAssistant | OllamaTool, Field(discriminator="role")]]
)


def check_ollama(messages: Sequence[Json], *, paired: bool = True) -> None:
    """Checks `messages` of Ollama's chat: results follow their calls by count, since the API has no ids."""
    OLLAMA.validate_python(list(messages))
    assert all(m["role"] != "system" for m in messages[1:]), "a system message that is not the first"
    waiting = 0
    for message in messages:
        if message["role"] == "tool":
            assert waiting > 0 or not paired, "a result without call"
            waiting = max(0, waiting - 1)
            continue
        assert waiting == 0 or not paired, "a call without result"
        if message["role"] == "user":
            assert message["content"] or message.get("images"), "a user message of nothing"
        elif message["role"] == "assistant":
            assert message["content"] or message.get("tool_calls"), "an assistant message of nothing"
            waiting = len(message.get("tool_calls") or [])
    assert waiting == 0 or not paired, "a call without result"


# Completion


class Infill(Strict):
    """llama.cpp's /infill; the server's other options are not used by bundled agents."""

    model: Text | None = None
    input_prefix: str
    input_suffix: str
    n_predict: int
    temperature: float
    stream: bool


class Fim(Strict):
    """/v1/fim/completions of Mistral, /beta/completions of DeepSeek."""

    model: Text | None = None
    prompt: str
    suffix: str | None = None
    max_tokens: int
    temperature: float
    stream: bool


def check_infill(body: Json) -> None:
    """Checks a body for /infill."""
    Infill.model_validate(dict(body))


def check_fim(body: Json) -> None:
    """Checks a body for a fill-in-the-middle endpoint."""
    Fim.model_validate(dict(body))
