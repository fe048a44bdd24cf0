"""Turns results of MCP servers into text for a model; nothing of them is decoded, opened or followed (S149, S152)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from qodev.base.jsontext import JsonValue, dump_compact, dump_pretty
from qodev.tools.envelope import COMMAND_LIMIT, wrap_untrusted
from qodev.tools.mcp_catalog import Operation, OperationKind
from qodev.tools.mcp_messages import decoded_size
from qodev.types.tooling import ToolOutput

_METHODS = {
    OperationKind.TOOL: "tools/call",
    OperationKind.PROMPT: "prompts/get",
    OperationKind.RESOURCE: "resources/read",
    OperationKind.TEMPLATE: "resources/read",
}


@dataclass(frozen=True, slots=True)
class ServerCall:
    """A call as it goes to the server."""

    method: str
    params: Mapping[str, JsonValue]


def call_of(operation: Operation, arguments: Mapping[str, JsonValue], uri: str) -> ServerCall:
    """Returns what is sent for a call; `uri` is the expanded one of a template."""
    method = _METHODS[operation.kind]
    if operation.kind in (OperationKind.RESOURCE, OperationKind.TEMPLATE):
        return ServerCall(method, {"uri": uri})
    return ServerCall(method, {"name": operation.target, "arguments": dict(arguments)})


def output_of(operation: Operation, result: Mapping[str, JsonValue]) -> ToolOutput:
    """Returns the result as untrusted text that says where it comes from."""
    text = "\n".join(_texts(operation.kind, result)) or "(The server answered with nothing.)"
    source = f"MCP server {operation.server}, {operation.name}"
    content, is_cut = wrap_untrusted(source, text, limit=COMMAND_LIMIT)
    facts = (("server", operation.server), ("operation", operation.name))
    return ToolOutput(content, is_error=result.get("isError") is True, shown=text, is_cut=is_cut, facts=facts)


def _texts(kind: OperationKind, result: Mapping[str, JsonValue]) -> Iterator[str]:
    if kind is OperationKind.PROMPT:
        for message in _listed(result.get("messages")):
            yield f"[{message.get('role', '?')}]"
            yield from _block(_mapping(message.get("content")))
        return
    key = "content" if kind is OperationKind.TOOL else "contents"
    blocks = _listed(result.get(key))
    for block in blocks:
        yield from _block(block)
    if not blocks and "structuredContent" in result:
        yield _json(result["structuredContent"])


def _block(block: Mapping[str, JsonValue]) -> Iterator[str]:
    match block.get("type"):
        case "image" | "audio" as kind:
            yield f"[{kind} {_mime(block)}, {_size(block, 'data')}]"
        case "resource":
            yield from _block(_mapping(block.get("resource")))
        case "resource_link":
            yield f"[link {block.get('name', '')}: {block.get('uri', '')}]"
        case _ if isinstance(block.get("text"), str):
            yield str(block["text"])
        case _ if "blob" in block or "size_bytes" in block:
            yield f"[file {block.get('uri', '')} {_mime(block)}, {_size(block, 'blob')}]"
        case _:
            yield _json(block)


def _size(block: Mapping[str, JsonValue], key: str) -> str:
    data = block.get(key)
    size = decoded_size(data) if isinstance(data, str) else block.get("size_bytes")
    if not isinstance(size, int):
        return "size unknown"
    return f"{size:,} bytes, not shown"


def _mime(block: Mapping[str, JsonValue]) -> str:
    found = block.get("mimeType")
    return found if isinstance(found, str) else "of no stated kind"


def _listed(value: JsonValue) -> Sequence[Mapping[str, JsonValue]]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return ()
    return [one if isinstance(one, Mapping) else {"text": str(one)} for one in value]


def _mapping(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, Mapping) else {"text": str(value)}


def _json(value: JsonValue) -> str:
    try:
        return dump_pretty(value)
    except (ValueError, TypeError):
        return "(not readable)"


def size_of(arguments: Mapping[str, JsonValue]) -> int:
    """Returns how many characters the arguments are as JSON; raises JsonFault for what is none."""
    return len(dump_compact(arguments))
