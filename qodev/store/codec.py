"""Turns blocks and messages into JSON and back; what it does not know is kept, what it cannot take is replaced."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any, TypeVar

from qodev.base.jsontext import JsonValue, dump_compact
from qodev.base.text import join_surrogates
from qodev.types.messages import (
    Block,
    FileBlock,
    ImageBlock,
    Message,
    MessageRole,
    MessageState,
    Origin,
    RedactedThinkingBlock,
    StopReason,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    Usage,
)

T = TypeVar("T")

KINDS: Mapping[str, type[Block]] = {
    "text": TextBlock,
    "thinking": ThinkingBlock,
    "redacted_thinking": RedactedThinkingBlock,
    "tool_use": ToolUseBlock,
    "tool_result": ToolResultBlock,
    "image": ImageBlock,
    "file": FileBlock,
}
_NAMES = {cls: kind for kind, cls in KINDS.items()}
_FIELDS: Mapping[type[Block], "tuple[Field[Any], ...]"] = {cls: fields(cls) for cls in KINDS.values()}
_COUNTS = tuple(entry.name for entry in fields(Usage))
_MAYBE_TEXT = str | None
_MAYBE_NUMBER = float | None
_EXTRA_TEXTS = ("request_id", "stop_detail", "client_api", "agent", "model", "error", "error_hint")
_EXTRA_KEYS = frozenset({*_EXTRA_TEXTS, "stop", "usage", "duration_s", "provider_data"})
_STOPS: Mapping[str, StopReason] = {str(reason): reason for reason in StopReason}
_DEPTH_LIMIT = 100  # S168
_TOO_DEEP = "…"


class DamagedRow(ValueError):
    """A stored row is not what this or any known version writes."""


@dataclass(frozen=True, slots=True)
class StoredBlocks:
    """What a row's blocks hold: those known, and how many another version wrote."""

    known: tuple[Block, ...]
    unknown: int


def clean_value(value: JsonValue, level: int = 0) -> JsonValue:
    """Returns `value` as a store can take it: no lone surrogate, NUL, NaN or infinity, at most 100 levels (S168)."""
    if isinstance(value, str):
        return join_surrogates(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if not isinstance(value, Mapping | Sequence):
        return value
    if level >= _DEPTH_LIMIT:
        return _TOO_DEEP
    if isinstance(value, Mapping):
        return {join_surrogates(str(key)): clean_value(item, level + 1) for key, item in value.items()}
    return [clean_value(item, level + 1) for item in value]


def encode_block(block: Block) -> dict[str, JsonValue]:
    """Returns a block as a JSON object with its kind; values that are their default are left out."""
    encoded: dict[str, JsonValue] = {"kind": _NAMES[type(block)]}
    for entry in fields(block):
        value = getattr(block, entry.name)
        if entry.default is MISSING or value != entry.default:
            encoded[entry.name] = clean_value(value)
    return encoded


def decode_block(value: JsonValue) -> Block | None:
    """Returns the block that `value` holds, None for a kind that this version does not know.

    Raises DamagedRow.
    """
    if not isinstance(value, dict) or not isinstance(value.get("kind"), str):
        raise DamagedRow("a block has no kind")
    cls = KINDS.get(str(value["kind"]))
    if cls is None:
        return None
    held: dict[str, Any] = {  # each value is checked against the type of its field
        entry.name: _field(entry, value) for entry in _FIELDS[cls] if entry.name in value or entry.default is MISSING
    }
    return cls(**held)


def _field(entry: "Field[Any]", value: Mapping[str, JsonValue]) -> JsonValue:
    held = value.get(entry.name)
    if entry.type is str:
        fits = isinstance(held, str)
    elif entry.type is bool:
        fits = isinstance(held, bool)
    elif entry.type == _MAYBE_TEXT:
        fits = held is None or isinstance(held, str)
    elif entry.type == _MAYBE_NUMBER:
        fits = held is None or (isinstance(held, int | float) and not isinstance(held, bool))
    else:
        fits = isinstance(held, dict)
    if not fits:
        raise DamagedRow(f"`{entry.name}` of a block has the wrong type")
    return held


def encode_blocks(blocks: Sequence[Block], before: str | None = None) -> str:
    """Returns blocks as JSON text; unknown kinds and keys of the text that stood there `before` stay."""
    encoded: list[JsonValue] = [encode_block(block) for block in blocks]
    if before is not None:
        encoded = _keep_unknown(encoded, _read_list(before))
    return dump_compact(encoded)


def decode_blocks(text: object) -> StoredBlocks:
    """Returns what `encode_blocks` wrote. Raises DamagedRow."""
    decoded = [decode_block(value) for value in _parse(text, list)]
    known = tuple(block for block in decoded if block is not None)
    return StoredBlocks(known, len(decoded) - len(known))


def _read_list(text: str) -> list[JsonValue]:
    try:
        return _parse(text, list)
    except DamagedRow:
        return []


def _keep_unknown(encoded: list[JsonValue], before: Sequence[JsonValue]) -> list[JsonValue]:
    pending = list(encoded)
    merged: list[JsonValue] = []
    for earlier in before:
        if not isinstance(earlier, Mapping):
            continue
        if earlier.get("kind") not in KINDS:
            merged.append(earlier)
        elif pending:
            merged.append(_with_unknown_keys(pending.pop(0), earlier))
    return merged + pending


def _with_unknown_keys(block: JsonValue, earlier: Mapping[str, JsonValue]) -> JsonValue:
    if not isinstance(block, Mapping) or block.get("kind") != earlier.get("kind"):
        return block
    known = {entry.name for entry in fields(KINDS[str(block["kind"])])} | {"kind"}
    return {**block, **{key: value for key, value in earlier.items() if key not in known}}


def encode_extra(message: Message, before: str | None = None) -> str:
    """Returns the lesser fields of a message as JSON text; unknown keys that stood there `before` stay."""
    extra: dict[str, JsonValue] = {name: getattr(message, name) for name in (*_EXTRA_TEXTS, "duration_s")}
    extra["stop"] = None if message.stop is None else str(message.stop)
    extra["usage"] = None if message.usage is None else encode_usage(message.usage)
    extra["provider_data"] = message.provider_data or None
    kept: dict[str, JsonValue] = {key: clean_value(value) for key, value in extra.items() if value is not None}
    if before is not None:
        kept |= {key: value for key, value in _read_object(before).items() if key not in _EXTRA_KEYS}
    return dump_compact(kept)


def _read_object(text: str) -> dict[str, JsonValue]:
    try:
        return _parse(text, dict)
    except DamagedRow:
        return {}


def encode_usage(usage: Usage) -> dict[str, JsonValue]:
    """Returns the counts of a usage by name."""
    return {name: getattr(usage, name) for name in _COUNTS}


def decode_message(row: Mapping[str, object], blocks: tuple[Block, ...]) -> Message:
    """Returns the message of a row whose blocks are read already. Raises DamagedRow."""
    extra = _parse(row["extra"], dict)
    texts: dict[str, str] = {name: extra[name] for name in _EXTRA_TEXTS if isinstance(extra.get(name), str)}
    duration = extra.get("duration_s")
    provider_data = extra.get("provider_data", {})
    try:
        return Message(
            id=_require(row, "id", str),
            role=MessageRole(_require(row, "role", str)),
            blocks=blocks,
            origin=Origin(_require(row, "origin", str)),
            state=MessageState(_require(row, "state", str)),
            created_at=_require(row, "created_at", float),
            turn_id=_maybe(row, "turn_id", str),
            usage=_usage(extra.get("usage")),
            stop=_stop(extra.get("stop")),
            duration_s=float(duration) if isinstance(duration, int | float) else None,
            provider_data=provider_data if isinstance(provider_data, Mapping) else {},
            **texts,
        )
    except ValueError as fault:
        raise DamagedRow(str(fault)) from fault


def _usage(value: JsonValue) -> Usage | None:
    if not isinstance(value, Mapping):
        return None
    counts = {name: value.get(name) for name in _COUNTS}
    return Usage(**{name: count for name, count in counts.items() if isinstance(count, int)})


def _stop(value: JsonValue) -> StopReason | None:
    if value is None:
        return None
    return _STOPS.get(value, StopReason.UNKNOWN) if isinstance(value, str) else StopReason.UNKNOWN


def _parse(text: object, kind: type[T]) -> T:
    if not isinstance(text, str):
        raise DamagedRow("a value is no text")
    try:
        # Our own text: what `loads_strict` guards against in foreign ones would triple the cost of opening a page.
        value = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise DamagedRow(str(fault)) from fault
    if not isinstance(value, kind):
        raise DamagedRow(f"a value is no {kind.__name__}")
    return value


def parse_object(text: object) -> dict[str, JsonValue]:
    """Returns the JSON object that a column holds. Raises DamagedRow."""
    return _parse(text, dict)


def parse_list(text: object) -> list[JsonValue]:
    """Returns the JSON list that a column holds. Raises DamagedRow."""
    return _parse(text, list)


def _require(row: Mapping[str, object], name: str, kind: type[T]) -> T:
    value = row[name]
    if not isinstance(value, kind):
        raise DamagedRow(f"`{name}` has the wrong type")
    return value


def _maybe(row: Mapping[str, Any], name: str, kind: type[T]) -> T | None:
    value = row.get(name)
    return value if isinstance(value, kind) else None


def searched_text(blocks: Sequence[Block]) -> str:
    """Returns what a search looks in: texts, tool output and attached files, hidden reasoning left out."""
    parts: list[str] = []
    for block in blocks:
        if isinstance(block, TextBlock):
            parts.append(block.text)
        elif isinstance(block, ToolResultBlock):
            parts.append(block.content)
        elif isinstance(block, FileBlock):
            parts.append(f"{block.path}\n{block.text}")
    return join_surrogates("\n\n".join(parts))


def shown_length(blocks: Sequence[Block]) -> int:
    """Returns how many characters a message shows, for the height it will need."""
    sizes = (
        len(b.text) if isinstance(b, TextBlock) else len(b.thinking) if isinstance(b, ThinkingBlock) else len(b.content)
        for b in blocks
        if isinstance(b, TextBlock | ThinkingBlock | ToolResultBlock)
    )
    return sum(sizes)
