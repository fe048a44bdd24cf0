"""Checks the arguments of a call against the schema that the model was given, naming the argument (P132, P176)."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from qodev.base.jsontext import JsonValue
from qodev.base.text import clip
from qodev.types.tooling import ToolRefusal

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

JsonObject = Mapping[str, JsonValue]
_SHOWN_LIMIT = 80


def closed_object(properties: JsonObject, *, optional: Iterable[str] = ()) -> dict[str, JsonValue]:
    """Returns the schema of an object that takes these properties and no others, all required but the optional ones."""
    left_out = set(optional)
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in left_out],
        "additionalProperties": False,
    }


def text(description: str, most: int, *, least: int = 1) -> JsonValue:
    """Returns the schema of a text of `least` to `most` code points."""
    shape: dict[str, JsonValue] = {"type": "string", "description": description, "maxLength": most}
    return shape | ({"minLength": least} if least else {})


def check_arguments(schema: JsonObject, given: JsonObject) -> JsonObject:
    """Returns the arguments without nulls for what is optional (P176); raises ToolRefusal that names what does not fit."""
    kept = _without_nulls(schema, given)
    fault = _first_fault(schema, kept)
    if fault is not None:
        raise ToolRefusal(fault)
    return kept


def _without_nulls(schema: JsonObject, given: JsonObject) -> JsonObject:
    properties, required = schema.get("properties"), schema.get("required")
    known = properties if isinstance(properties, Mapping) else {}
    needed = required if isinstance(required, list) else []
    return {key: value for key, value in given.items() if value is not None or key in needed or key not in known}


def _first_fault(schema: JsonObject, given: JsonObject) -> str | None:
    # Imported on first use: it takes longer than everything else that a chat needs.
    from jsonschema import exceptions
    from jsonschema.validators import extend, validator_for
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    # A server's regular expression could take for ever (the server checks its own), and a `$ref` must not lead out.
    ignored = {"pattern": _anything, "patternProperties": _anything}
    kind: Any = extend(validator_for(schema), ignored)  # type: ignore[no-untyped-call]
    try:
        kind.check_schema(schema)
        fault = exceptions.best_match(kind(schema, registry=Registry()).iter_errors(given))
    except (exceptions.SchemaError, exceptions.UnknownType, Unresolvable, RecursionError) as broken:
        first = next(iter(str(broken).splitlines()), type(broken).__name__)
        return f"The tool's own schema cannot be used: {clip(first, _SHOWN_LIMIT)}"
    return _sentence(fault) if fault is not None else None


def _anything(validator: object, wanted: object, instance: object, schema: object) -> Iterable["ValidationError"]:  # noqa: ARG001 -- jsonschema's signature
    return ()


def _sentence(fault: "ValidationError") -> str:
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in fault.absolute_path).lstrip(".")
    wanted: Any = fault.validator_value
    schema: Any = fault.schema
    given: Any = fault.instance
    match fault.validator:
        case "required":
            missing = next((name for name in wanted if name not in given), "")
            return f"The argument `{_inner(place, missing)}` is missing."
        case "additionalProperties":
            extra = next(iter(sorted(set(given) - set(schema.get("properties", {})))), "")
            return f"There is no argument `{_inner(place, extra)}`."
        case "type":
            return f"The argument `{place}` must be of type {_types(wanted)}."
        case "maxLength":
            return f"The argument `{place}` is too long: {len(given)} characters, at most {wanted}."
        case "minLength":
            return f"The argument `{place}` is too short: it needs {wanted} or more characters."
        case "maxItems":
            return f"The argument `{place}` has too many entries: {len(given)}, at most {wanted}."
        case "enum":
            return f"The argument `{place}` must be one of {', '.join(map(str, wanted))}."
        case _:
            return f"The argument `{place or 'object'}` does not fit: {clip(fault.message, _SHOWN_LIMIT)}."


def _inner(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _types(wanted: str | list[str]) -> str:
    return wanted if isinstance(wanted, str) else " or ".join(wanted)
