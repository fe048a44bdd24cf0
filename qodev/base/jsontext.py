"""Reads JSON strictly, writes it one way, and compares it by structure."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

JsonValue: TypeAlias = "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"

DEPTH_LIMIT = 200


class JsonFault(ValueError):
    """A text that is not the JSON it should be; `offset` is in code points."""

    def __init__(self, reason: str, offset: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset = offset


def loads_strict(text: str, *, depth_limit: int = DEPTH_LIMIT) -> JsonValue:
    """Returns the one JSON value that `text` holds.

    Raises JsonFault for anything else: duplicate keys, NaN and infinities, more than `depth_limit` levels.
    """
    try:
        value: JsonValue = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as fault:
        raise JsonFault(fault.msg, fault.pos) from None
    except RecursionError:
        raise JsonFault(f"more than {depth_limit} levels deep") from None
    if depth_of(value, depth_limit) > depth_limit:
        raise JsonFault(f"more than {depth_limit} levels deep")
    return value


def _unique(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise JsonFault(f"the key `{key}` stands twice")
            seen.add(key)
    return result


def _no_constant(name: str) -> JsonValue:
    raise JsonFault(f"`{name}` is not JSON")


def depth_of(value: JsonValue, limit: int) -> int:
    """Returns how deep lists and objects nest, at most `limit` + 1; a plain value is 0."""
    deepest = 0
    pending: list[tuple[JsonValue, int]] = [(value, 0)]
    while pending and deepest <= limit:
        item, level = pending.pop()
        if isinstance(item, Mapping):
            deepest = max(deepest, level + 1)
            pending.extend((child, level + 1) for child in item.values())
        elif isinstance(item, Sequence) and not isinstance(item, str):
            deepest = max(deepest, level + 1)
            pending.extend((child, level + 1) for child in item)
    return deepest


def dump_compact(value: JsonValue) -> str:
    """Returns compact JSON in key order, non-ASCII raw; raises JsonFault for NaN, infinities and foreign values."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (ValueError, TypeError) as fault:
        raise JsonFault(str(fault)) from None


def dump_pretty(value: JsonValue) -> str:
    """Returns JSON with two blanks a level, non-ASCII raw, for people to read."""
    return json.dumps(value, ensure_ascii=False, indent=2)


@dataclass(frozen=True, slots=True)
class JsonChange:
    """One difference: `before` and `after` hold () when the key is absent on that side."""

    path: str  # dotted, such as messages.0.content
    before: tuple[JsonValue, ...]
    after: tuple[JsonValue, ...]


def diff_json(before: JsonValue, after: JsonValue, path: str = "") -> Iterator[JsonChange]:
    """Yields the differences of two values; the order of keys does not count, that of array members does."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in (*before, *(k for k in after if k not in before)):
            yield from _diff_member(before, after, key, path)
    elif _is_list(before) and _is_list(after):
        assert isinstance(before, Sequence)
        assert isinstance(after, Sequence)
        yield from _diff_lists(before, after, path)
    elif before != after or type(before) is not type(after):
        yield JsonChange(path, (before,), (after,))


def _is_list(value: JsonValue) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _diff_member(
    before: Mapping[str, JsonValue], after: Mapping[str, JsonValue], key: str, path: str
) -> Iterator[JsonChange]:
    where = f"{path}.{key}" if path else key
    if key not in after:
        yield JsonChange(where, (before[key],), ())
    elif key not in before:
        yield JsonChange(where, (), (after[key],))
    else:
        yield from diff_json(before[key], after[key], where)


def _diff_lists(before: Sequence[JsonValue], after: Sequence[JsonValue], path: str) -> Iterator[JsonChange]:
    for index in range(max(len(before), len(after))):
        where = f"{path}.{index}" if path else str(index)
        if index >= len(after):
            yield JsonChange(where, (before[index],), ())
        elif index >= len(before):
            yield JsonChange(where, (), (after[index],))
        else:
            yield from diff_json(before[index], after[index], where)


def first_difference(before: JsonValue, after: JsonValue, path: str = "") -> str | None:
    """Returns the key path at which two values first differ in the order they are written, None when they are equal.

    What stands before it is the same text on both sides: a provider's prompt cache reaches as far.
    """
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        return _first_of(list(before.items()), list(after.items()), path)
    if _is_list(before) and _is_list(after):
        assert isinstance(before, Sequence)
        assert isinstance(after, Sequence)
        numbered = [(str(i), v) for i, v in enumerate(before)], [(str(i), v) for i, v in enumerate(after)]
        return _first_of(*numbered, path)
    return None if before == after and type(before) is type(after) else path


def _first_of(before: list[tuple[str, JsonValue]], after: list[tuple[str, JsonValue]], path: str) -> str | None:
    for (key, value), (other_key, other) in zip(before, after, strict=False):
        where = f"{path}.{key}" if path else key
        found = where if key != other_key else first_difference(value, other, where)
        if found is not None:
            return found
    longer = before if len(before) > len(after) else after
    if len(before) == len(after):
        return None
    key = longer[min(len(before), len(after))][0]
    return f"{path}.{key}" if path else key
