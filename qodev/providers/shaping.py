"""Adds to a rendered body what the client itself says: model, streaming, usage, tools (A73, A82 to A85)."""

from collections.abc import Callable, Mapping, Sequence

from qodev.base.jsontext import JsonValue
from qodev.providers.base import JsonObject, Shaped, ShapeOptions, ToolOffer
from qodev.providers.parsing import object_of, objects_of, text_of

ToolShape = Callable[[ToolOffer], JsonValue]


def shape_body(body: JsonObject, options: ShapeOptions, tool_shape: ToolShape) -> Shaped:
    """Returns `body` with the model first, `stream`, and the tools on offer; a literal `model` stands (A74)."""
    added = []
    shaped: dict[str, JsonValue] = {"model": body.get("model", options.model)}
    if "model" not in body:
        added.append("model")
    shaped.update(body)
    if "stream" not in shaped:
        shaped["stream"] = True
        added.append("stream")
    if options.tools:
        shaped["tools"] = [tool_shape(tool) for tool in options.tools]
        added.append("tools")
    return Shaped(shaped, options.url, shaped["stream"] is not False, tuple(added))


def with_usage(shaped: Shaped, options: ShapeOptions) -> Shaped:
    """Asks a streaming chat-completions request for its usage, unless the body has its own options (A83)."""
    is_chat = options.url.partition("?")[0].rstrip("/").endswith("/chat/completions")
    if not (is_chat and shaped.stream and options.stream_options) or "stream_options" in shaped.body:
        return shaped
    body = shaped.body | {"stream_options": {"include_usage": True}}
    return Shaped(body, shaped.url, shaped.stream, (*shaped.added, "stream_options"))


def chat_tool(tool: ToolOffer) -> JsonValue:
    """Returns a tool as Chat Completions, Mistral, llama.cpp and Ollama want it."""
    function: JsonValue = {"name": tool.name, "description": tool.description, "parameters": tool.input_schema}
    return {"type": "function", "function": function}


def responses_tool(tool: ToolOffer) -> JsonValue:
    """Returns a tool as the Responses API wants it."""
    return {
        "type": "function",
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.input_schema,
    }


def anthropic_tool(tool: ToolOffer) -> JsonValue:
    """Returns a tool as Anthropic wants it."""
    return {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema}


def google_tools(tools: Sequence[ToolOffer]) -> JsonValue:
    """Returns the tools as Gemini wants them: one entry, without the schema keywords that it refuses."""
    declared: list[JsonValue] = [
        {"name": tool.name, "description": tool.description, "parameters": _google_schema(tool.input_schema)}
        for tool in tools
    ]
    return [{"functionDeclarations": declared}]


def offered_tools(body: JsonObject) -> tuple[str, ...]:
    """Returns the names of the tools that go out with a body, in whatever shape and whoever wrote them (A84, A171)."""
    names: list[str] = []
    for tool in objects_of(body.get("tools")):
        declared = objects_of(tool.get("functionDeclarations")) or [object_of(tool.get("function")) or tool]
        names += [text_of(function.get("name")) for function in declared]
    return tuple(name for name in names if name)


_REFUSED_KEYWORDS = frozenset(("$ref", "$schema", "additionalProperties", "oneOf", "allOf", "const"))
_LITERALS = frozenset(("enum", "default", "example", "examples", "required"))
_NAMED_SCHEMAS = frozenset(("properties", "patternProperties", "$defs", "definitions", "dependentSchemas"))


def _google_schema(schema: JsonValue) -> JsonValue:
    if isinstance(schema, Mapping):
        return {key: _google_member(key, value) for key, value in schema.items() if key not in _REFUSED_KEYWORDS}
    if isinstance(schema, Sequence) and not isinstance(schema, str):
        return [_google_schema(item) for item in schema]
    return schema


def _google_member(key: str, value: JsonValue) -> JsonValue:
    if key in _LITERALS:
        return value
    if key in _NAMED_SCHEMAS and isinstance(value, Mapping):  # its keys are names, whatever they look like
        return {name: _google_schema(schema) for name, schema in value.items()}
    return _google_schema(value)
