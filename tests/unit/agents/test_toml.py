"""Places of keys in TOML texts."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.agents.toml import TomlFault, find_name, find_places, parse_toml

TEXT = '''# comment = 1
name = "A"
"quoted key" = 1
dotted . "in.side".x = """
not = "a key"
[nor.a.table]
"""
stop = [
  "one",  # a comment with ] and "
  { a = 1, b = ["x", 'y'] },
  [1, 2],
]

[body] # the table
time = 1979-05-27 07:32:00
lit = \'\'\'
x = 1\'\'\'
inline = { p = { q = 1 }, r = [3] }
[body.options]
num_ctx = 1
[[list]]
a = 1
[[list]]
a = 2
[list.inner]
b = 3
'''


def test_places_name_every_key_and_member() -> None:
    places = find_places(TEXT)
    assert places["name"] == (2, 1)
    assert places["quoted key"] == (3, 1)
    assert places["dotted.in.side.x"] == (4, 1)
    assert places["stop"] == (8, 1)
    assert places["stop.0"] == (9, 3)
    assert places["stop.1.b.1"] == (10, 22)
    assert places["stop.2.0"] == (11, 4)
    assert places["body"] == (14, 1)
    assert places["body.time"] == (15, 1)
    assert places["body.inline.p.q"] == (18, 18)
    assert places["body.inline.r.0"] == (18, 32)
    assert places["body.options.num_ctx"] == (20, 1)
    assert places["list.0.a"] == (22, 1)
    assert places["list.1.a"] == (24, 1)
    assert places["list.1.inner.b"] == (26, 1)
    assert not any(path.startswith(("not", "nor", "x")) for path in places)


def paths_of(value: object, prefix: str = "") -> set[str]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: set[str] = set()
    for key, inner in members:
        path = f"{prefix}.{key}" if prefix else str(key)
        found |= {path} | paths_of(inner, path)
    return found


def test_places_are_the_paths_that_tomllib_gives() -> None:
    assert set(find_places(TEXT)) == paths_of(tomllib.loads(TEXT))


keys = st.text(alphabet="abc", min_size=1, max_size=2)
strings = st.sampled_from(['"x"', "'y'", '"""\na = 1\n"""', "'''b'''", '"#"', '"\\""', '""""q""""', "1", "1.5", "true"])
values = st.recursive(
    strings,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda xs: f"[ {', '.join(xs)} ]"),
        st.lists(inner, max_size=3).map(lambda xs: "[\n" + "".join(f"{x}, # ]\n" for x in xs) + "]"),
        st.dictionaries(keys, inner, max_size=3).map(
            lambda d: "{" + ", ".join(f"{k} = {v}" for k, v in d.items()) + "}"
        ),
    ),
    max_leaves=8,
)


@settings(max_examples=60)
@given(st.dictionaries(keys, values, max_size=4), st.dictionaries(keys, values, max_size=3))
def test_places_cover_every_path_of_any_text(top: dict[str, str], table: dict[str, str]) -> None:
    lines = [f"{key} = {value}" for key, value in top.items()]
    text = "\n".join([*lines, "[zz.t]", *(f"{key} = {value}" for key, value in table.items())])
    parsed = parse_toml(text)
    if isinstance(parsed, TomlFault):
        return  # an inline table over several lines is no TOML
    assert set(find_places(text)) == paths_of(parsed)


def test_name_is_found_at_a_glance_and_behind_strings() -> None:
    assert find_name('# x\nname = "A"\n') == (2, 1)
    assert find_name('a = """\nname = 1\n"""\n  name = "A"\n') == (4, 3)
    assert find_name('[t]\nname = "A"\n') == (1, 1)
    assert find_name('"name" = "A"\n') == (1, 1)
    assert find_name('x = 1\n"name" = "A"\n') == (2, 1)


def test_fault_at_the_end_has_the_place_of_the_end() -> None:
    fault = parse_toml('name = "A"\n[body\n')
    assert isinstance(fault, TomlFault)
    assert (fault.line, fault.column) == (2, 6)
    end = parse_toml('name = "A"\nx =')
    assert isinstance(end, TomlFault)
    assert (end.line, end.column) == (2, 4)
    assert "at line" not in end.reason


def test_hostile_texts_are_faults_and_no_exceptions() -> None:
    deep_keys = ".".join(["a"] * 5000) + " = 1"
    for text in ("x = " + "[" * 5000 + "]" * 5000, deep_keys, "x = " + "9" * 5000, "x = \x00", "[" * 10, "=" * 10):
        assert isinstance(parse_toml(text), TomlFault), text[:20]


@pytest.mark.parametrize(
    ("start", "part", "column"),
    [
        ("", "a.", 1),
        ("", '"a" . ', 1),
        ("[", "a.", 2),
        ("[[ ", "'a'.", 4),
        ("x = {", "a.", 6),
        ("x = {y = 1, ", "a.", 13),
    ],
)
def test_key_of_very_many_parts_is_refused_at_once(start: str, part: str, column: int) -> None:
    fault = parse_toml("k = 1\n" + start + part * 100_000 + "b")
    assert isinstance(fault, TomlFault)
    assert (fault.line, fault.column) == (2, column)


def test_dots_in_texts_are_no_keys() -> None:
    text = "a." * 300
    assert parse_toml(f"k = '{text}'\nl = [1.5, '{text}']\n# {text}\n") == {"k": text, "l": [1.5, text]}
