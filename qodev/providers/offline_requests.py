"""Reads what is sent to the offline server: which format a path means, what is asked, and whether it may be asked so."""

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from qodev.base.jsontext import JsonFault, JsonValue, loads_strict
from qodev.providers.offline_anthropic import AnthropicWire, anthropic_error
from qodev.providers.offline_google import GoogleWire, google_error
from qodev.providers.offline_local import LlamaWire, OllamaChatWire, OllamaGenerateWire, llama_error, ollama_error
from qodev.providers.offline_openai import ChatWire, MistralWire, TextWire, openai_error
from qodev.providers.offline_responses import ResponsesWire
from qodev.providers.offline_wire import Wire

_CHARACTERS_PER_TOKEN = 3  # generous: only the script that cuts the context may look as if it had


class RequestFault(Exception):
    """A request that the vendor would refuse with 400."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """The part of a request that scripts and wires need."""

    model: str
    is_stream: bool
    wants_usage: bool
    text: str
    results: tuple[str, ...]
    tools: tuple[str, ...]
    prompt_tokens: int
    rounds: int = 0  # answers since the user last wrote something


@dataclass(frozen=True, slots=True)
class Route:
    """One way to ask: the format of its answer, its errors, and how its body is read."""

    wire: type[Wire]
    error_body: Callable[[int, str], JsonValue]
    read: Callable[[Mapping[str, JsonValue]], tuple[str, tuple[str, ...]]]  # the user's text, the tool results
    streams_by_default: bool = False


def find_route(path: str) -> Route | None:
    """Returns how a request to `path` (without its query) is answered, None for an unknown path."""
    for pattern, route in _ROUTES:
        if pattern.search(path):
            return route
    return None


def read_exchange(route: Route, path: str, query: str, body: bytes) -> Exchange:
    """Returns what a body asks for; raises RequestFault for one that the vendor would refuse."""
    try:
        asked = loads_strict(body.decode("utf-8"))
    except (JsonFault, UnicodeDecodeError) as fault:
        raise RequestFault(f"The body is not valid JSON: {fault}.") from fault
    if not isinstance(asked, Mapping):
        raise RequestFault("The body must be a JSON object.")
    text, results = route.read(asked)
    options = asked.get("stream_options")
    return Exchange(
        model=_model_of(asked, path),
        is_stream=_is_stream(route, asked, path, query),
        wants_usage=isinstance(options, Mapping) and options.get("include_usage") is True,
        text=text,
        results=results,
        tools=tuple(_tool_names(asked)),
        prompt_tokens=len(body.decode()) // _CHARACTERS_PER_TOKEN + 1,
        rounds=_rounds(asked),
    )


def _rounds(asked: Mapping[str, JsonValue]) -> int:
    """Returns how many answers the model gave since the user last wrote something."""
    turns = next((found for key in ("messages", "contents", "input") if (found := _objects(asked.get(key)))), ())
    rounds, was_model = 0, False
    for turn in turns:
        is_model = turn.get("role") in ("assistant", "model") or turn.get("type") == "function_call"
        if turn.get("role") == "user" and (_plain(turn.get("content")) or _plain(turn.get("parts"))):
            rounds = 0
        rounds += is_model and not was_model
        was_model = is_model
    return rounds


def _model_of(asked: Mapping[str, JsonValue], path: str) -> str:
    in_path = re.search(r"/models/([^/]+):\w+$", path)
    if in_path:
        return unquote(in_path.group(1))
    model = asked.get("model", "")
    if not isinstance(model, str):
        raise RequestFault("`model` must be a string.")
    return model


def _is_stream(route: Route, asked: Mapping[str, JsonValue], path: str, query: str) -> bool:
    if route.wire is GoogleWire:
        return path.endswith(":streamGenerateContent") and "alt=sse" in query
    return asked.get("stream", route.streams_by_default) is True


def _texts_of(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from _texts_of(member)
    elif isinstance(value, Sequence):
        for member in value:
            yield from _texts_of(member)


def _tool_names(asked: Mapping[str, JsonValue]) -> Iterator[str]:
    for tool in _objects(asked.get("tools", ())):
        for declared in (*_objects(tool.get("functionDeclarations", ())), *_objects((tool.get("function"),)), tool):
            name = declared.get("name")
            if isinstance(name, str):
                yield name


def _objects(value: JsonValue) -> tuple[Mapping[str, JsonValue], ...]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        return ()
    return tuple(member for member in value if isinstance(member, Mapping))


def _turns(asked: Mapping[str, JsonValue], key: str, roles: Sequence[str]) -> tuple[Mapping[str, JsonValue], ...]:
    """Returns the non-empty list of turns below `key`, every role one of `roles`."""
    turns = _objects(asked.get(key))
    given = asked.get(key)
    if not turns or not isinstance(given, Sequence) or len(turns) != len(given):
        raise RequestFault(f"`{key}` must be a list of objects and not empty.")
    for number, turn in enumerate(turns):
        if turn.get("role") not in roles:
            raise RequestFault(f"`{key}[{number}].role` must be one of {', '.join(roles)}, not {turn.get('role')!r}.")
    return turns


def _plain(content: JsonValue) -> str:
    """Returns the text of a content that is a text or a list of parts."""
    if isinstance(content, str):
        return content
    texts = (part.get("text") for part in _objects(content))
    return "\n\n".join(text for text in texts if isinstance(text, str))


def _last_user_text(turns: Sequence[Mapping[str, JsonValue]], key: str = "content") -> str:
    for turn in reversed(turns):
        text = _plain(turn.get(key)) if turn.get("role") == "user" else ""
        if text:
            return text
    return ""


def _read_chat(asked: Mapping[str, JsonValue]) -> tuple[str, tuple[str, ...]]:
    turns = _turns(asked, "messages", ("system", "developer", "user", "assistant", "tool"))
    open_ids: set[JsonValue] = set()
    for turn in turns:
        if turn["role"] == "assistant":
            open_ids = {call.get("id") for call in _objects(turn.get("tool_calls", ()))}
        elif turn["role"] == "tool" and turn.get("tool_call_id") not in open_ids:
            raise RequestFault("A message of role `tool` must follow an assistant message with its `tool_calls`.")
    return _last_user_text(turns), _trailing_tools(turns)


def _read_mistral(asked: Mapping[str, JsonValue]) -> tuple[str, tuple[str, ...]]:
    turns = _turns(asked, "messages", ("system", "user", "assistant", "tool"))
    for before, turn in itertools.pairwise(turns):
        if before["role"] == "tool" and turn["role"] == "user":
            raise RequestFault("Unexpected role 'user' after role 'tool'")
    return _read_chat(asked)


def _trailing_tools(turns: Sequence[Mapping[str, JsonValue]]) -> tuple[str, ...]:
    results: list[str] = []
    for turn in reversed(turns):
        if turn["role"] != "tool":
            break
        results.insert(0, _plain(turn.get("content")))
    return tuple(results)


def _read_ollama(asked: Mapping[str, JsonValue]) -> tuple[str, tuple[str, ...]]:
    turns = _turns(asked, "messages", ("system", "user", "assistant", "tool"))
    return _last_user_text(turns), _trailing_tools(turns)


def _read_anthropic(asked: Mapping[str, JsonValue]) -> tuple[str, tuple[str, ...]]:
    turns = _turns(asked, "messages", ("user", "assistant"))
    limit = asked.get("max_tokens")
    if not isinstance(limit, int) or limit < 1:
        raise RequestFault("max_tokens: Field required")
    used: set[JsonValue] = set()
    for number, turn in enumerate(turns):
        parts = _objects(turn.get("content"))
        for part in parts:
            if part.get("type") == "tool_result" and part.get("tool_use_id") not in used:
                raise RequestFault(f"messages.{number}: a `tool_result` needs its `tool_use` in the message before.")
        used = {part.get("id") for part in parts if part.get("type") == "tool_use"}
    last = _objects(turns[-1].get("content"))
    results = tuple(_plain(part.get("content")) for part in last if part.get("type") == "tool_result")
    return _last_user_text(turns), results


def _read_responses(asked: Mapping[str, JsonValue]) -> tuple[str, tuple[str, ...]]:
    given = asked.get("input")
    if isinstance(given, str):
        return given, ()
    items = _objects(given)
    if not items:
        raise RequestFault("`input` must be a text or a list of items.")
    called = {item.get("call_id") for item in items if item.get("type") == "function_call"}
    results: list[str] = []
    for item in items:
        if item.get("type", "message") == "message":
            if item.get("role") not in ("user", "assistant", "system", "developer"):
                raise RequestFault(f"`input`: {item.get('role')!r} is no role.")
            results = []
        elif item.get("type") == "function_call_output":
            if item.get("call_id") not in called:
                raise RequestFault(f"No tool call found for function call output with call_id {item.get('call_id')}.")
            results.append(_plain(item.get("output")))
    return _last_user_text(items), tuple(results)


def _read_google(asked: Mapping[str, JsonValue]) -> tuple[str, tuple[str, ...]]:
    turns = _turns(asked, "contents", ("user", "model"))
    responses = (part.get("functionResponse") for part in _objects(turns[-1].get("parts")))
    results = tuple("\n".join(_texts_of(found.get("response"))) for found in responses if isinstance(found, Mapping))
    return _last_user_text(turns, "parts"), results


def _read_prompt(asked: Mapping[str, JsonValue]) -> tuple[str, tuple[str, ...]]:
    prompt = asked.get("prompt", asked.get("input_prefix"))
    if not isinstance(prompt, str):
        raise RequestFault("`prompt` or `input_prefix` must be a text.")
    lines = [line for line in prompt.splitlines() if line.strip()]
    return (lines[-1] if lines else ""), ()


_ROUTES: tuple[tuple[re.Pattern[str], Route], ...] = (
    (re.compile(r"/v1/messages$"), Route(AnthropicWire, anthropic_error, _read_anthropic)),
    # Mistral's chat has OpenAI's path; a base address that ends in `/mistral` tells them apart.
    (re.compile(r"/mistral/(v1/)?chat/completions$"), Route(MistralWire, openai_error, _read_mistral)),
    (re.compile(r"/chat/completions$"), Route(ChatWire, openai_error, _read_chat)),
    (re.compile(r"/fim/completions$"), Route(MistralWire, openai_error, _read_prompt)),
    (re.compile(r"/completions$"), Route(TextWire, openai_error, _read_prompt)),
    (re.compile(r"/responses$"), Route(ResponsesWire, openai_error, _read_responses)),
    (re.compile(r"/models/[^/]+:(streamG|g)enerateContent$"), Route(GoogleWire, google_error, _read_google)),
    (re.compile(r"/api/chat$"), Route(OllamaChatWire, ollama_error, _read_ollama, streams_by_default=True)),
    (re.compile(r"/api/generate$"), Route(OllamaGenerateWire, ollama_error, _read_prompt, streams_by_default=True)),
    (re.compile(r"/(completion|infill)$"), Route(LlamaWire, llama_error, _read_prompt)),
)
