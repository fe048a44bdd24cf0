"""Splicing: laws that hold for every value, and the wording of faults."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.agents.meter import LOAD_LIMITS, Counters
from qodev.agents.splice import SpliceFault, remove_commas, splice
from qodev.agents.values import write_json
from tests.unit.agents.rendering import render

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)
NASTY = st.text(alphabet='],}"\\\n\t{[:%# \u2028😀')


@settings(deadline=None)
@given(VALUES)
def test_json_survives_splicing(value: object) -> None:
    assert splice(json.dumps(value, ensure_ascii=False)).value == value


@settings(deadline=None)
@given(VALUES)
def test_tojson_output_survives_splicing(value: object) -> None:
    text = write_json(value, Counters(LOAD_LIMITS))
    assert splice(text).value == value
    assert json.dumps(splice(text).value) == json.dumps(value)


@settings(deadline=None)
@given(NASTY | st.text())
def test_rendered_tojson_gives_the_very_text(text: str) -> None:
    output = render("[{{ tojson(x) }}, ]", {"x": text})
    assert splice(output).value == [text]


@settings(deadline=None)
@given(st.lists(NASTY | st.text()))
def test_comma_cleaning_never_changes_strings(texts: list[str]) -> None:
    strings = [json.dumps(text, ensure_ascii=False) for text in texts]
    joined = ",".join(strings)
    assert remove_commas(joined) == joined
    assert json.loads(remove_commas(f"[{joined}{',' if texts else ''} \n]")) == texts


@settings(deadline=None)
@given(VALUES)
def test_valid_json_is_never_changed_by_cleaning(value: object) -> None:
    text = json.dumps(value)
    assert remove_commas(text) == text


def commas_at_every_end(value: object) -> str:
    """Writes a value with a comma before every closing bracket."""
    if isinstance(value, list):
        return "[" + "".join(commas_at_every_end(inner) + " ,\n" for inner in value) + "]"
    if isinstance(value, dict):
        return (
            "{" + "".join(f"{json.dumps(key)}: {commas_at_every_end(inner)},\t" for key, inner in value.items()) + "}"
        )
    return json.dumps(value)


@settings(deadline=None)
@given(VALUES)
def test_commas_at_every_end_are_forgiven(value: object) -> None:
    assert splice(commas_at_every_end(value)).value == value


@pytest.mark.parametrize(
    "text", ["[1,,]", "[,1]", "[,,]", "{,,}", "[1,],", "[1],", '{"a":1,,}', "[1 ,, ]", ",", "[[1,,],]"]
)
def test_other_commas_stay_faults(text: str) -> None:
    with pytest.raises(SpliceFault):
        splice(text)


@pytest.mark.parametrize(("text", "value"), [("[,]", []), ("{,}", {}), ("[[,],]", [[]]), ('{"a":[1,],}', {"a": [1]})])
def test_lone_commas_before_brackets_go(text: str, value: object) -> None:
    assert splice(text).value == value


def test_depth_200_passes_and_201_does_not() -> None:
    assert splice("[" * 200 + "]" * 200).value is not None
    with pytest.raises(SpliceFault, match="levels"):
        splice("[" * 201 + "]" * 201)
    with pytest.raises(SpliceFault, match="levels"):
        splice("[" * 50_000 + "]" * 50_000)


def test_number_of_too_many_digits_is_a_fault() -> None:
    with pytest.raises(SpliceFault):
        splice("9" * 5000)


def test_halves_of_pairs_become_replacement_characters_in_keys_and_values() -> None:
    assert splice('{"\\ud800":["a\\udc00", "\\ud83d\\ude00"]}').value == {"\ufffd": ["a\ufffd", "😀"]}
    assert splice('"\ud800"').value == "\ufffd"


def test_duplicate_key_is_named_and_the_last_counts() -> None:
    spliced = splice('{"a":1,"b":{"c":1,"c":2}}')
    assert (spliced.value, spliced.duplicate) == ({"a": 1, "b": {"c": 2}}, "c")


def test_fault_says_why_and_shows_at_most_500_characters_around_it() -> None:
    with pytest.raises(SpliceFault) as raised:
        splice('["' + "x" * 2000 + '", y, "' + "z" * 2000 + '"]')
    assert raised.value.reason == "a value is expected"
    assert len(raised.value.snippet) <= 500
    assert " y," in raised.value.snippet


def test_a_key_among_very_many_stands_twice_without_delay() -> None:
    many = ",".join(f'"{number}":1' for number in range(100_000))
    assert splice("{" + many + ',"z":1,"z":2}').duplicate == "z"
