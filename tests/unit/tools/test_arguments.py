"""Arguments of calls are checked by their schema, and a fault names the argument (P132, P176)."""

import pytest

from qodev.base.jsontext import JsonValue
from qodev.tools.arguments import check_arguments, closed_object, text
from qodev.types.tooling import ToolRefusal

SCHEMA = closed_object(
    {
        "path": text("where", 5),
        "mode": {"type": "string", "enum": ["head", "snapshot"]},
        "items": {"type": "array", "maxItems": 2, "items": closed_object({"name": text("a name", 3)})},
    },
    optional=("mode", "items"),
)


def fault_of(given: dict[str, JsonValue], schema: dict[str, JsonValue] = SCHEMA) -> str:
    with pytest.raises(ToolRefusal) as raised:
        check_arguments(schema, given)
    return raised.value.text


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "`path` is missing"),
        ({"path": "a", "else": 1}, "no argument `else`"),
        ({"path": 1}, "`path` must be of type string"),
        ({"path": None}, "`path` must be of type string"),
        ({"path": "abcdef"}, "`path` is too long: 6 characters, at most 5"),
        ({"path": ""}, "`path` is too short"),
        ({"path": "a", "mode": "tail"}, "`mode` must be one of head, snapshot"),
        ({"path": "a", "items": [{"name": "x"}] * 3}, "`items` has too many entries: 3, at most 2"),
        ({"path": "a", "items": [{}]}, "`items[0].name` is missing"),
        ({"path": "a", "items": [{"name": "x", "y": 1}]}, "no argument `items[0].y`"),
    ],
)
def test_fault_names_the_argument(given: dict[str, JsonValue], words: str) -> None:
    assert words in fault_of(given)


def test_null_counts_as_left_out_for_what_is_optional() -> None:
    assert check_arguments(SCHEMA, {"path": "a", "mode": None}) == {"path": "a"}


def test_length_counts_code_points() -> None:
    assert check_arguments(SCHEMA, {"path": "\U0001f600" * 5}) == {"path": "\U0001f600" * 5}


def test_servers_pattern_is_left_to_the_server() -> None:
    schema: dict[str, JsonValue] = {"type": "object", "properties": {"a": {"type": "string", "pattern": "(a+)+$"}}}
    assert check_arguments(schema, {"a": "a" * 64 + "!"})


@pytest.mark.parametrize(
    "broken",
    [
        {"type": "object", "properties": {"a": {"$ref": "http://127.0.0.1:9/schema.json"}}},
        {"type": "object", "properties": {"a": {"$ref": "#/nowhere"}}},
        {"type": "object", "properties": {"a": {"type": 5}}},
        {"type": "object", "properties": 7},
    ],
)
def test_broken_schema_of_a_server_is_a_refusal(broken: dict[str, JsonValue]) -> None:
    assert "schema" in fault_of({"a": 1}, broken)
