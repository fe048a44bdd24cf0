"""Reads the arguments of tool calls strictly: never a repair (S101)."""

import json
import math
from collections.abc import Mapping, Sequence

from qodev.base.jsontext import JsonFault, JsonValue, loads_strict
from qodev.base.text import clip, join_surrogates

_REASON_LIMIT = 300


def parse_arguments(text: str) -> tuple[Mapping[str, JsonValue] | None, str | None]:
    """Returns the arguments of a call, or why they are none; no fragment at all means no arguments (S101)."""
    if not text:
        return {}, None
    try:
        value = clean_json(loads_strict(text))
    except (JsonFault, ValueError) as fault:
        return None, clip(f"the arguments are not valid JSON: {fault}", _REASON_LIMIT)
    if not isinstance(value, Mapping):
        return None, "the arguments are not a JSON object"
    return value, None


def clean_json(value: JsonValue) -> JsonValue:
    """Returns `value` with valid Unicode in every text; raises JsonFault when two keys become the same, or a number none."""
    if isinstance(value, str):
        return join_surrogates(value)
    if isinstance(value, Mapping):
        made = {join_surrogates(key): clean_json(item) for key, item in value.items()}
        if len(made) != len(value):
            raise JsonFault("a key stands twice")
        return made
    if isinstance(value, Sequence):
        return [clean_json(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise JsonFault("a number is too large")
    return value


def arguments_text(value: object) -> str:
    """Returns arguments that came as an object, or as text, as text."""
    if isinstance(value, str):
        return value
    try:
        return "" if value is None else json.dumps(value, ensure_ascii=False)
    except RecursionError:  # reading came just as deep as it may; this is a frame deeper
        return "["


class RepeatedKeys(dict[str, JsonValue]):
    """An object in whose text a key stood twice: fine in most of an event, not in the arguments of a call (S101)."""

    __slots__ = ("key",)

    def __init__(self, pairs: Sequence[tuple[str, JsonValue]]) -> None:
        super().__init__(pairs)
        seen: set[str] = set()
        self.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # add gives None


def find_repeated_key(value: object) -> str | None:
    """Returns a key that stood twice anywhere in `value`."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, RepeatedKeys):
            return item.key
        pending.extend(item.values() if isinstance(item, Mapping) else item if isinstance(item, list) else ())
    return None
