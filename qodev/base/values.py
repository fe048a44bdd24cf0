"""Turns frozen values into JSON and back by their annotations; fields that are their default are left out."""

import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from qodev.base.jsontext import JsonValue

T = TypeVar("T")
_KIND = "kind"  # of a value whose annotation allows several classes
_UNIONS = (typing.Union, types.UnionType)


class ValueFault(ValueError):
    """A stored value does not fit the annotation that it is read for."""


def encode_value(value: Any) -> JsonValue:  # noqa: ANN401 -- any value that JSON, enums, tuples and frozen classes can say
    """Returns a value as JSON; one of several classes carries its class's name."""
    if isinstance(value, Enum):
        plain: JsonValue = value.value
        return plain
    if is_dataclass(value) and not isinstance(value, type):
        return _encode_object(value)
    if isinstance(value, Mapping):
        return {str(key): encode_value(item) for key, item in value.items()}
    if isinstance(value, Sequence | frozenset) and not isinstance(value, str | bytes):
        return [encode_value(item) for item in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def _encode_object(value: Any) -> dict[str, JsonValue]:  # noqa: ANN401 -- an instance of any dataclass
    encoded: dict[str, JsonValue] = {}
    for entry in fields(value):
        held = getattr(value, entry.name)
        if _default(entry) is MISSING or held != _default(entry):
            encoded[entry.name] = encode_value(held)
    return encoded | {_KIND: type(value).__name__} if _KIND not in encoded else encoded


def _default(entry: "Field[Any]") -> object:
    return entry.default_factory() if entry.default_factory is not MISSING else entry.default


def decode_value(kind: type[T], value: JsonValue) -> T:
    """Returns the value that `encode_value` wrote, of class `kind`. Raises ValueFault."""
    decoded: T = _decode(kind, value)
    return decoded


def _decode(hint: Any, value: JsonValue) -> Any:  # noqa: ANN401 -- one answer a kind of annotation
    if hint is Any or hint == JsonValue:
        return value
    origin = typing.get_origin(hint)
    if origin in _UNIONS:
        return _decode_union(typing.get_args(hint), value)
    if origin is tuple:
        return _decode_tuple(typing.get_args(hint), value)
    if origin is frozenset:
        return frozenset(_decode(typing.get_args(hint)[0], item) for item in _listed(value))
    if origin is not None and issubclass(origin, Mapping):
        return _decode_mapping(typing.get_args(hint)[1], value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _decode_enum(hint, value)
    if is_dataclass(hint):
        return _decode_object(hint, value)
    return _decode_plain(hint, value)


def _decode_union(members: tuple[Any, ...], value: JsonValue) -> Any:  # noqa: ANN401 -- as _decode
    if value is None and type(None) in members:
        return None
    rest = [member for member in members if member is not type(None)]
    classes = [member for member in rest if isinstance(member, type) and is_dataclass(member)]
    if len(classes) > 1 and isinstance(value, Mapping):
        named = next((member for member in classes if member.__name__ == value.get(_KIND)), None)
        if named is None:
            raise ValueFault(f"`{value.get(_KIND)}` is no class that may stand here")
        return _decode(named, value)
    for member in rest:
        try:
            return _decode(member, value)
        except ValueFault:
            continue
    raise ValueFault(f"{value!r:.80} fits none of the kinds that may stand here")


def _decode_tuple(members: tuple[Any, ...], value: JsonValue) -> tuple[Any, ...]:
    items = _listed(value)
    if len(members) == 2 and members[1] is ...:
        return tuple(_decode(members[0], item) for item in items)
    if len(items) != len(members):
        raise ValueFault(f"{len(members)} entries are wanted, {len(items)} are there")
    return tuple(_decode(member, item) for member, item in zip(members, items, strict=True))


def _listed(value: JsonValue) -> list[JsonValue]:
    if not isinstance(value, list):
        raise ValueFault("a list is wanted")
    return value


def _decode_mapping(member: Any, value: JsonValue) -> dict[str, Any]:  # noqa: ANN401 -- as _decode
    if not isinstance(value, Mapping):
        raise ValueFault("an object is wanted")
    return {key: _decode(member, item) for key, item in value.items()}


def _decode_enum(kind: type[Enum], value: JsonValue) -> Enum:
    try:
        return kind(value)
    except ValueError as fault:
        raise ValueFault(str(fault)) from fault


def _decode_object(kind: Any, value: JsonValue) -> Any:  # noqa: ANN401 -- a dataclass
    if not isinstance(value, Mapping):
        raise ValueFault(f"an object is wanted for {kind.__name__}")
    held: dict[str, Any] = {}
    for name, hint, has_default in _shape(kind):
        if name in value:
            held[name] = _decode(hint, value[name])
        elif not has_default:
            raise ValueFault(f"`{name}` of {kind.__name__} is missing")
    return kind(**held)


@cache
def _shape(kind: type[Any]) -> tuple[tuple[str, Any, bool], ...]:
    hints = typing.get_type_hints(kind)
    return tuple((entry.name, hints[entry.name], _default(entry) is not MISSING) for entry in fields(kind))


def _decode_plain(hint: Any, value: JsonValue) -> Any:  # noqa: ANN401 -- as _decode
    if hint is float and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise ValueFault(f"{value!r:.80} is no {getattr(hint, '__name__', hint)}")
    return value
