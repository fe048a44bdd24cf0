"""Edits of single keys in TOML texts."""

import copy
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from qodev.agents.toml_edit import has_key, key_span, remove_key, rename_key, set_key
from qodev.agents.toml_text import TomlEditError
from qodev.base.jsontext import JsonValue
from tests.unit.agents.made_toml import VALUES_TO_SET, Document, documents

LAW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault

TEXT = """# about this file
name = "A"   # the name
model = 'm'

[body] # what is sent
max_tokens = 10
thinking = { type = "on", deep = {x=1} }
# top_p = 1

[body.options]
num_ctx = 1 # tokens
stop = [
  "a", # first
  "b",
]
"""


def test_a_set_value_keeps_its_quotes_and_comment() -> None:
    assert set_key(TEXT, ("name",), "B") == TEXT.replace('"A"', '"B"')
    assert set_key(TEXT, ("model",), "n") == TEXT.replace("'m'", "'n'")


def test_a_text_that_is_no_toml_is_refused() -> None:
    with pytest.raises(TomlEditError, match="line 2"):
        set_key("a = 1\nb = ", ("a",), 2)


def test_a_new_key_stands_in_the_usual_order() -> None:
    changed = set_key(TEXT, ("endpoint",), "/v1")
    assert changed == TEXT.replace("model =", 'endpoint = "/v1"\nmodel =')


def test_a_new_table_comes_at_the_end() -> None:
    assert set_key(TEXT, ("match", "file_patterns"), ["*.c"]) == f'{TEXT}\n[match]\nfile_patterns = ["*.c"]\n'


def test_a_removed_key_takes_its_own_comment_alone() -> None:
    assert remove_key(TEXT, ("body", "options", "num_ctx")) == TEXT.replace("num_ctx = 1 # tokens\n", "")


def test_a_key_is_renamed_wherever_it_is_written() -> None:
    changed = rename_key(TEXT, ("body",), "b")
    assert changed == TEXT.replace("[body", "[b")
    assert tomllib.loads(changed)["b"] == tomllib.loads(TEXT)["body"]


def test_line_ends_and_bom_stay() -> None:
    text = "\ufeff" + TEXT.replace("\n", "\r\n")
    assert set_key(text, ("system_prompt",), "a\nb").count("\r\n") == text.count("\r\n") + 3
    assert "\n" not in set_key(text, ("system_prompt",), "a\nb").replace("\r\n", "")
    assert has_key(text, ("body", "thinking", "deep"))
    span = key_span(text, ("name",))
    assert span is not None
    assert (span.line, span.column, span.end_column) == (2, 1, 11)


ROSTER = """chat = [
  "a", # quick
  # when a is down
  "b",  # slow
  "c"   # last
]
"""


@pytest.mark.parametrize(
    ("names", "before", "after"),
    [
        (["a", "b", "c", "d"], '"c"   # last\n', '"c",   # last\n  "d"\n'),
        (["a", "c"], '  "b",  # slow\n', ""),
        (["a", "b"], '  "c"   # last\n', ""),
        (["z", "a", "b", "c"], '  "a"', '  "z",\n  "a"'),
        (["a", "z", "c"], '"b"', '"z"'),
    ],
)
def test_members_that_stay_keep_their_lines(names: list[JsonValue], before: str, after: str) -> None:
    assert set_key(ROSTER, ("chat",), names) == ROSTER.replace(before, after)


@LAW
@given(st.lists(st.sampled_from("abcdef"), unique=True, min_size=1), st.data())
def test_an_array_changes_by_members(names: list[str], data: st.DataObject) -> None:
    lines = [f'  "{name}", # {name}\n' for name in names]
    text = f"x = 1\nlist = [\n{''.join(lines)}]\ny = 2\n"
    wanted = data.draw(
        st.permutations([*names, "new"]).flatmap(lambda all_: st.integers(1, len(all_)).map(lambda n: all_[:n]))
    )
    after = set_key(text, ("list",), wanted)
    assert read(after) == {"x": 1, "list": wanted, "y": 2}
    if wanted == [name for name in names if name in wanted]:
        assert after == f"x = 1\nlist = [\n{''.join(line for line in lines if line[3] in wanted)}]\ny = 2\n"


def test_what_cannot_be_written_is_refused() -> None:
    for path, value in ((("name", "x"), 1), (("model",), None), (("body", "options", "stop", "7"), "z"), ((), 1)):
        with pytest.raises(TomlEditError):
            set_key(TEXT, path, value)
    with pytest.raises(TomlEditError, match="already"):
        rename_key(TEXT, ("name",), "model")


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("a\nb\n", '"""\na\nb\n"""'),
        ("a\\d\nb", "'''\na\\d\nb'''"),
        ("{{ tojson(x) }} " * 8, f'"""\n{"{{ tojson(x) }} " * 8}"""'),
        ('say "x"', "'say \"x\"'"),
        ('it\'s "x"', '"it\'s \\"x\\""'),
        ("\x00\x7f", '"\\u0000\\u007F"'),
    ],
)
def test_a_new_text_reads_well(value: str, written: str) -> None:
    assert set_key("", ("system_prompt",), value) == f"system_prompt = {written}\n"


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("'a'", "b\\c", "'b\\c'"),
        ("'a'", "it's", '"it\'s"'),
        ('"a"', 'say "x"', '"say \\"x\\""'),
        ('"""\na"""', "b", '"""\nb"""'),
        ("'''\na'''", "b\nc", "'''\nb\nc'''"),
        ('"a"', "b\nc", '"""\nb\nc"""'),
        ("[\n    1,\n]", [5, 6], "[\n    5,\n    6,\n]"),
        ("{ a = 1 }", {"a": 1, "b": 2}, "{ a = 1, b = 2 }"),
        ("{ a = 1, b = 2 }", {"b": 2}, "{ b = 2 }"),
    ],
)
def test_the_style_of_a_value_is_kept(before: str, value: JsonValue, after: str) -> None:
    assert set_key(f"x = {before} # c\n", ("x",), value) == f"x = {after} # c\n"


@pytest.mark.parametrize(
    ("text", "path", "after"),
    [
        ("", ("body", "x"), "[body]\nx = 1\n"),
        ("# only\n", ("a",), "# only\na = 1\n"),
        ("a = 1", ("b",), "a = 1\nb = 1"),
        ("a = 1", ("t", "b"), "a = 1\n\n[t]\nb = 1"),
        ("# c\n[t]\n", ("name",), "name = 1\n\n# c\n[t]\n"),
        ("[t.u]\na = 1\n", ("t", "b"), "[t]\nb = 1\n\n[t.u]\na = 1\n"),
        ("[t]\na = 1\n\n[z]\nq = 1\n", ("t", "u", "b"), "[t]\na = 1\n\n[t.u]\nb = 1\n\n[z]\nq = 1\n"),
        ("t.a = 1\nz = 1\n", ("t", "b"), "t.a = 1\nt.b = 1\nz = 1\n"),
        ("t = {}\n", ("t", "b"), "t = { b = 1 }\n"),
        ("t = { u = { a = 1 } }\n", ("t", "u", "b"), "t = { u = { a = 1, b = 1 } }\n"),
        ("[[t]]\na = 1\n\n[[t]]\na = 2\n", ("t", "0", "b"), "[[t]]\na = 1\nb = 1\n\n[[t]]\na = 2\n"),
        ("name   = 2\n", ("model",), "name   = 2\nmodel  = 1\n"),
        ("name=2\n", ("model",), "name=2\nmodel=1\n"),
        (
            "# about\n\n# the name\nname = 2\n",
            ("schema_version",),
            "# about\n\nschema_version = 1\n# the name\nname = 2\n",
        ),
    ],
)
def test_a_new_key_goes_where_it_belongs(text: str, path: tuple[str, ...], after: str) -> None:
    assert set_key(text, path, 1) == after


@pytest.mark.parametrize(
    ("text", "path", "after"),
    [
        ("a = 1\nb = 2", ("b",), "a = 1\n"),
        ("# kept\na = 1 # goes\n# kept too\n", ("a",), "# kept\n# kept too\n"),
        ('a = """\nx\n""" # goes\nb = 2\n', ("a",), "b = 2\n"),
        ("[t]\na = 1\n", ("t", "a"), "[t]\n"),
        ("[t]\na = 1\n\n[u]\nb = 1\n", ("t",), "[u]\nb = 1\n"),
        ("a = 1\n\n[t]\nb = 1\n", ("t",), "a = 1\n"),
        ("t.a = 1\nb = 2\nt.c = 3\n", ("t",), "b = 2\n"),
        ("t = { a = 1, b = 2 }\n", ("t", "a"), "t = { b = 2 }\n"),
        ("t = { a = 1 }\n", ("t", "a"), "t = {}\n"),
        ("a = 1\n", ("missing",), "a = 1\n"),
    ],
)
def test_what_is_removed_leaves_the_rest(text: str, path: tuple[str, ...], after: str) -> None:
    assert remove_key(text, path) == after


def read(text: str) -> dict[str, Any]:
    """Reads a text as the loader does."""
    return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))


def paths_in(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yields the path of everything below a value."""
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, member in pairs:
            yield (*path, str(key))
            yield from paths_in(member, (*path, str(key)))


def changed(table: Any, path: tuple[str, ...], change: Callable[[Any, Any], None]) -> Any:
    """Returns a copy of a table after `change` was called with the holder of the last key, and that key."""
    copied = copy.deepcopy(table)
    here = copied
    for key in path[:-1]:
        here = here[int(key)] if isinstance(here, list) else here.setdefault(key, {})
    change(here, int(path[-1]) if isinstance(here, list) else path[-1])
    return copied


def same(one: object, other: object) -> bool:
    """Compares with not-a-number equal to itself, and types told apart."""
    return repr(one) == repr(other)


@LAW
@given(documents(), st.data())
def test_setting_a_line_changes_its_value_alone(document: Document, data: st.DataObject) -> None:
    assume(document.lines)
    line = data.draw(st.sampled_from(document.lines))
    value = data.draw(VALUES_TO_SET)
    text = document.text
    assume(not (isinstance(value, dict) and isinstance(value_of(read(text), line.path), dict)))
    after = set_key(text, line.path, value)
    assert after.startswith(text[: line.value[0]])
    assert after.endswith(text[line.value[1] :])
    assert len(after) >= line.value[0] + len(text) - line.value[1]
    expected = changed(read(text), line.path, lambda holder, key: holder.__setitem__(key, value))
    assert same(read(after), expected)
    assert set_key(after, line.path, value) == after


def value_of(table: Any, path: tuple[str, ...]) -> Any:
    """Returns what stands at a path."""
    for key in path:
        table = table[int(key)] if isinstance(table, list) else table[key]
    return table


@LAW
@given(documents(), st.data())
def test_removing_a_line_takes_that_line_alone(document: Document, data: st.DataObject) -> None:
    assume(document.lines)
    line = data.draw(st.sampled_from(document.lines))
    after = remove_key(document.text, line.path)
    assert after == document.text[: line.start] + document.text[line.end :]
    assert not has_key(after, line.path)


@LAW
@given(documents(), st.data())
def test_renaming_a_line_changes_its_key_alone(document: Document, data: st.DataObject) -> None:
    assume(document.lines)
    line = data.draw(st.sampled_from(document.lines))
    name = data.draw(st.sampled_from(("fresh", "two words", "dot.ted")))
    written = name if name == "fresh" else f'"{name}"'
    after = rename_key(document.text, line.path, name)
    assert after == document.text[: line.key[0]] + written + document.text[line.key[1] :]


@LAW
@given(documents(), st.data())
def test_a_renamed_part_gets_its_name_back(document: Document, data: st.DataObject) -> None:
    before = read(document.text)
    paths = sorted(path for path in paths_in(before) if not path[-1].isdecimal() and re.fullmatch(r"[a-z_]+", path[-1]))
    assume(paths)
    path = data.draw(st.sampled_from(paths))
    after = rename_key(document.text, path, "fresh")
    renamed = (*path[:-1], "fresh")
    assert same(value_of(read(after), renamed), value_of(before, path))
    assert not has_key(after, path)
    assert rename_key(after, renamed, path[-1]) == document.text


@LAW
@given(documents(), st.data())
def test_any_part_is_set_and_removed_without_its_neighbours(document: Document, data: st.DataObject) -> None:
    before = read(document.text)
    paths = sorted(paths_in(before))
    assume(paths)
    path = data.draw(st.sampled_from(paths))
    if data.draw(st.booleans()):
        value = data.draw(VALUES_TO_SET)
        holder = value_of(before, path[:-1])
        assume(not (isinstance(holder, list) and isinstance(holder[0], dict) and not isinstance(value, dict)))
        after = set_key(document.text, path, value)
        assert equal_tables(read(after), changed(before, path, lambda holder, key: holder.__setitem__(key, value)))
    else:
        after = remove_key(document.text, path)
        expected = changed(before, path, lambda holder, key: holder.__delitem__(key))
        assert equal_tables(without_empty(read(after), path), without_empty(expected, path))
    for comment in comments_outside(document, path):
        assert comment in after


def equal_tables(one: Any, other: Any) -> bool:
    """Compares without the order of keys."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal_tables(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(equal_tables, one, other))
    return same(one, other)


def without_empty(table: Any, path: tuple[str, ...]) -> Any:
    """Returns a table without what is left empty above a path."""
    copied = copy.deepcopy(table)
    for depth in range(len(path) - 1, 0, -1):
        try:
            if not value_of(copied, path[:depth]):
                copied = changed(copied, path[:depth], lambda holder, key: holder.__delitem__(key))
        except (KeyError, IndexError):
            continue
    return copied


def comments_outside(document: Document, path: tuple[str, ...]) -> Iterator[str]:
    """Yields the lines that have nothing to do with a path."""
    for line in document.lines:
        shorter = min(len(path), len(line.path))
        if line.path[:shorter] != path[:shorter] and not any(key.isdecimal() for key in path):
            yield document.text[line.start : line.end]


@LAW
@given(documents(), st.data())
def test_a_new_key_is_added_and_nothing_else(document: Document, data: st.DataObject) -> None:
    text = document.text
    before = read(text)
    tables = [(), *(path for path in paths_in(before) if isinstance(value_of(before, path), dict))]
    rest = data.draw(st.sampled_from((("new",), ("new one",), ("schema_version",), ("new", "deep"), ("endpoint",))))
    path = (*data.draw(st.sampled_from(tables)), *rest)
    value = data.draw(VALUES_TO_SET)
    after = set_key(text, path, value)
    expected = changed(before, path, lambda holder, key: holder.__setitem__(key, value))
    assert equal_tables(read(after), expected)
    head = next((n for n in range(len(text)) if text[n] != after[n]), len(text))
    assert after.endswith(text[head:])
    assert equal_tables(without_empty(read(remove_key(after, path)), path), without_empty(before, path))
