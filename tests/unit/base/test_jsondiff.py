"""Differences of JSON by structure: key order does not count, members are aligned by what they are (U70)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.base.jsondiff import AlignedChange, diff_aligned, first_place
from qodev.base.jsontext import JsonValue

Change = tuple[str, tuple[JsonValue, ...], tuple[JsonValue, ...]]


def user(text: str) -> JsonValue:
    return {"role": "user", "content": text}


def answer(text: str) -> JsonValue:
    return {"role": "assistant", "content": text}


def call(call_id: str, arguments: JsonValue) -> JsonValue:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": call_id, "input": arguments}]}


CASES: list[tuple[JsonValue, JsonValue, list[Change]]] = [  # before, after, changes as (path, before, after)
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}, []),
    ({"a": 1}, {"a": 1.0}, [("a", (1,), (1.0,))]),
    ({"a": True}, {"a": 1}, [("a", (True,), (1,))]),
    ({"a": None}, {}, [("a", (None,), ())]),
    ({"m": [user("1"), answer("2")]}, {"m": [user("0"), user("1"), answer("2")]}, [("m[0]", (), (user("0"),))]),
    (
        {"m": [user("1"), answer("2"), user("3")]},
        {"m": [user("3")]},
        [("m[0]", (user("1"),), ()), ("m[1]", (answer("2"),), ())],
    ),
    ({"m": [user("1"), answer("2")]}, {"m": [user("1"), answer("x")]}, [("m[1].content", ("2",), ("x",))]),
    (
        {"m": [call("a", 1), call("b", 2)]},
        {"m": [call("b", 3)]},
        [("m[0]", (call("a", 1),), ()), ("m[0].content[0].input", (2,), (3,))],
    ),
    ({"stop": ["a", "b"]}, {"stop": ["b"]}, [("stop[0]", ("a",), ())]),
]


@pytest.mark.parametrize(("before", "after", "changes"), CASES)
def test_changes_are_found_at_the_place_that_changed(
    before: JsonValue, after: JsonValue, changes: list[Change]
) -> None:
    assert list(diff_aligned(before, after)) == [AlignedChange(*change) for change in changes]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab", max_size=2),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["role", "id", "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(JSON, JSON)
def test_values_without_a_difference_are_equal_and_equal_ones_have_none(before: JsonValue, after: JsonValue) -> None:
    assert list(diff_aligned(before, before)) == []
    if not list(diff_aligned(before, after)):
        assert before == after


@given(JSON, JSON)
def test_both_directions_find_as_many_places(before: JsonValue, after: JsonValue) -> None:
    there, back = list(diff_aligned(before, after)), list(diff_aligned(after, before))
    assert bool(there) == bool(back)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("messages.4.content.0.text", "messages[4]"),
        ("model", "model"),
        ("options.num_ctx", "options.num_ctx"),
        ("", ""),
    ],
)
def test_a_place_ends_at_its_first_member(path: str, place: str) -> None:
    assert first_place(path) == place
