"""Compares two JSON values by structure: key order does not count, members of arrays are aligned by what they are."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from qodev.base.jsontext import JsonValue, dump_compact

_NUMBERED = ("role", "type", "name", "id", "tool_use_id", "tool_call_id", "call_id")
_EXACT_LIMIT = 4000  # members; beyond that arrays are compared place by place


@dataclass(frozen=True, slots=True)
class AlignedChange:
    """One difference; a side that has nothing at this place holds ()."""

    path: str  # such as messages[2].content
    before: tuple[JsonValue, ...]
    after: tuple[JsonValue, ...]


def diff_aligned(before: JsonValue, after: JsonValue, path: str = "") -> Iterator[AlignedChange]:
    """Yields the differences of two values, in the order of the first.

    Members of arrays count where they stand after the change, those that went where they stood before.
    """
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in (*before, *(k for k in after if k not in before)):
            yield from _diff_member(before, after, key, f"{path}.{key}" if path else key)
    elif _is_list(before) and _is_list(after):
        assert isinstance(before, Sequence)
        assert isinstance(after, Sequence)
        yield from _diff_lists(before, after, path)
    elif before != after or type(before) is not type(after):
        yield AlignedChange(path, (before,), (after,))


def _is_list(value: JsonValue) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _diff_member(
    before: Mapping[str, JsonValue], after: Mapping[str, JsonValue], key: str, where: str
) -> Iterator[AlignedChange]:
    if key not in after:
        yield AlignedChange(where, (before[key],), ())
    elif key not in before:
        yield AlignedChange(where, (), (after[key],))
    else:
        yield from diff_aligned(before[key], after[key], where)


def _diff_lists(before: Sequence[JsonValue], after: Sequence[JsonValue], path: str) -> Iterator[AlignedChange]:
    for left, right in _pairs(before, after):
        if right is None:
            assert left is not None
            yield AlignedChange(f"{path}[{left}]", (before[left],), ())
        elif left is None:
            yield AlignedChange(f"{path}[{right}]", (), (after[right],))
        else:
            yield from diff_aligned(before[left], after[right], f"{path}[{right}]")


Pair = tuple[int | None, int | None]


def _pairs(before: Sequence[JsonValue], after: Sequence[JsonValue]) -> Iterator[Pair]:
    """Pairs equal members first, then those between them that are the same thing in another version."""
    if len(before) + len(after) > _EXACT_LIMIT:
        yield from _by_place(range(len(before)), range(len(after)))
        return
    for tag, i1, i2, j1, j2 in _opcodes(before, after, dump_compact):
        if tag == "equal":
            yield from zip(range(i1, i2), range(j1, j2), strict=True)
        else:
            yield from _by_kind(before, after, range(i1, i2), range(j1, j2))


def _by_kind(before: Sequence[JsonValue], after: Sequence[JsonValue], left: range, right: range) -> Iterator[Pair]:
    ours, theirs = [before[i] for i in left], [after[j] for j in right]
    for tag, i1, i2, j1, j2 in _opcodes(ours, theirs, _kind_of):
        if tag == "equal":
            yield from zip(left[i1:i2], right[j1:j2], strict=True)
            continue
        yield from ((i, None) for i in left[i1:i2])
        yield from ((None, j) for j in right[j1:j2])


def _by_place(left: range, right: range) -> Iterator[Pair]:
    for index in range(max(len(left), len(right))):
        yield (index if index < len(left) else None), (index if index < len(right) else None)


def _opcodes(
    before: Sequence[JsonValue], after: Sequence[JsonValue], key_of: Callable[[JsonValue], Hashable]
) -> Sequence[tuple[str, int, int, int, int]]:
    keys = [key_of(item) for item in before], [key_of(item) for item in after]
    return SequenceMatcher(None, *keys, autojunk=False).get_opcodes()


def _kind_of(value: JsonValue) -> Hashable:
    """Returns what makes a member the same thing in two versions: its role, type, name and ids, not its content."""
    if not isinstance(value, Mapping):
        return "list" if _is_list(value) else type(value).__name__
    marks = [str(value.get(key, "")) for key in _NUMBERED]
    function = value.get("function")
    if isinstance(function, Mapping):
        marks.append(str(function.get("name", "")))
    return (*marks, *_inner_ids(value))


def _inner_ids(message: Mapping[str, JsonValue]) -> Iterator[str]:
    """Yields the ids of tool calls and results inside a message, so that it is not taken for another one."""
    for key in ("content", "tool_calls"):
        blocks = message.get(key)
        if not _is_list(blocks):
            continue
        assert isinstance(blocks, Sequence)
        for block in blocks:
            if isinstance(block, Mapping):
                yield from (str(block[name]) for name in ("id", "tool_use_id") if name in block)


def first_place(path: str) -> str:
    """Returns a dotted path up to its first array member, written as `messages[4]`."""
    shown = ""
    for part in path.split("."):
        if part.isdigit() and shown:
            return f"{shown}[{part}]"
        shown = f"{shown}.{part}" if shown else part
    return shown
