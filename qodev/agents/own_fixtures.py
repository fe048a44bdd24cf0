"""Reads fixtures of the user's own: template data as JSON, with everything left out that can be filled in (A87, U69)."""

from collections.abc import Mapping, Sequence

from qodev.agents.names import CTX_FIELDS
from qodev.base.jsontext import JsonFault, JsonValue, loads_strict
from qodev.base.text import near_miss

_DEFAULTS: Mapping[str, JsonValue] = {
    "prefix": "",
    "suffix": "",
    "language": "",
    "files_metadata": [],
    "history": [],
    "client_api": "openai_chat",
    "model": "sample-model",
}
_ROLES = ("user", "assistant", "tool")
_JOINT = "\n\n"  # A88


class FixtureFault(ValueError):
    """A text that is no fixture; `line` counts from 1."""

    def __init__(self, reason: str, line: int = 1) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def parse_fixture(text: str) -> Mapping[str, JsonValue]:
    """Returns the template data that a text holds; raises FixtureFault."""
    try:
        value = loads_strict(text)
    except JsonFault as fault:
        raise FixtureFault(f"it is no valid JSON: {fault.reason}", text.count("\n", 0, fault.offset) + 1) from None
    if not isinstance(value, Mapping):
        raise FixtureFault("it must be a JSON object with the fields of `ctx`")
    for key in value:
        if key not in CTX_FIELDS:
            near = near_miss(key, CTX_FIELDS)
            raise FixtureFault(f"`{key}` is no field of `ctx`" + (f"; did you mean `{near}`?" if near else ""))
    history = value.get("history", [])
    if not _is_array(history):
        raise FixtureFault("`history` must be an array of messages")
    assert isinstance(history, Sequence)
    messages = [_message(message, number) for number, message in enumerate(history)]
    return {**_DEFAULTS, **value, "history": messages}


def _is_array(value: JsonValue) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _message(message: JsonValue, number: int) -> JsonValue:
    if not isinstance(message, Mapping) or message.get("role") not in _ROLES:
        raise FixtureFault(f"message {number} must be an object whose `role` is one of {', '.join(_ROLES)}")
    content, blocks = message.get("content"), message.get("content_blocks")
    if blocks is None:
        if not isinstance(content, str):
            raise FixtureFault(f"message {number} needs `content` as text, or `content_blocks`")
        filled: JsonValue = [{"type": "text", "text": content}] if content else []
        return {**message, "content": content, "content_blocks": filled}
    if not _is_array(blocks) or not all(_is_block(block) for block in _members(blocks)):
        raise FixtureFault(f"`content_blocks` of message {number} must be an array of objects with a `type`")
    texts = [str(b.get("text", "")) for b in _members(blocks) if isinstance(b, Mapping) and b.get("type") == "text"]
    joined = _JOINT.join(text for text in texts if text)
    return {**message, "content": content if isinstance(content, str) else joined}


def _members(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()


def _is_block(block: JsonValue) -> bool:
    return isinstance(block, Mapping) and isinstance(block.get("type"), str)
