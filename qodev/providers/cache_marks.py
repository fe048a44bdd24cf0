"""Puts Anthropic's prompt-caching marks on a request body (A86)."""

from collections.abc import Iterator, Mapping, Sequence

from qodev.base.jsontext import JsonValue
from qodev.providers.base import Shaped, ShapeOptions

_MOST_MARKS = 4
_MARK_KEY = "cache_control"
_HISTORY_TYPES = ("text", "image", "tool_use", "tool_result")


def with_cache_marks(shaped: Shaped, options: ShapeOptions) -> Shaped:
    """Returns `shaped` with marks on system, tools and history, as far as they are asked for, there, and free."""
    mark: dict[str, JsonValue] = {"type": "ephemeral"}
    if options.cache_ttl == "1h":
        mark["ttl"] = "1h"
    body = dict(shaped.body)
    added = list(shaped.added)
    free = _MOST_MARKS - sum(1 for _ in _find_marks(body))
    for name, key, place in (
        ("system", "system", _marked_system),
        ("tools", "tools", _marked_tools),
        ("history", "messages", _marked_history),
    ):
        if free <= 0 or name not in options.cache_breakpoints:
            continue
        marked = place(body.get(key), mark)
        if marked is not None:
            body[key] = marked
            added.append(f"{key}.{_MARK_KEY}")
            free -= 1
    return Shaped(body, shaped.url, shaped.stream, tuple(added))


def _find_marks(value: JsonValue) -> Iterator[None]:
    """Yields once for each mark that the body has already, in system, tools and messages."""
    if isinstance(value, Mapping):
        if value.get(_MARK_KEY):
            yield None
        for key in ("system", "tools", "messages", "content"):
            yield from _find_marks(value.get(key))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            yield from _find_marks(item)


def _marked_system(system: JsonValue, mark: JsonValue) -> JsonValue:
    if isinstance(system, str):
        return [{"type": "text", "text": system, _MARK_KEY: mark}] if system else None
    return _last_marked(system, mark)


def _marked_tools(tools: JsonValue, mark: JsonValue) -> JsonValue:
    return _last_marked(tools, mark)


def _last_marked(blocks: JsonValue, mark: JsonValue) -> JsonValue:
    if not isinstance(blocks, Sequence) or isinstance(blocks, str) or not blocks:
        return None
    last = blocks[-1]
    if not isinstance(last, Mapping) or not _can_mark(last):
        return None
    return [*blocks[:-1], {**last, _MARK_KEY: mark}]


def _marked_history(messages: JsonValue, mark: JsonValue) -> JsonValue:
    if not isinstance(messages, Sequence) or isinstance(messages, str) or len(messages) < 2:
        return None
    message = messages[-2]
    content = message.get("content") if isinstance(message, Mapping) else None
    if not isinstance(message, Mapping) or not isinstance(content, Sequence) or isinstance(content, str):
        return None
    for place in range(len(content) - 1, -1, -1):
        block = content[place]
        if not isinstance(block, Mapping) or block.get("type") not in _HISTORY_TYPES or _is_empty_text(block):
            continue
        if _MARK_KEY in block:
            return None
        marked = [*content[:place], {**block, _MARK_KEY: mark}, *content[place + 1 :]]
        return [*messages[:-2], {**message, "content": marked}, messages[-1]]
    return None


def _can_mark(block: Mapping[str, JsonValue]) -> bool:
    is_thinking = block.get("type") in ("thinking", "redacted_thinking")
    return _MARK_KEY not in block and not is_thinking and not _is_empty_text(block)


def _is_empty_text(block: Mapping[str, JsonValue]) -> bool:
    return block.get("type") == "text" and not block.get("text")
