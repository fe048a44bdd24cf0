"""Role files, their front matter, and roles imported from JSON."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.agents.role_import import parse_json_roles
from qodev.agents.roles import copy_id, parse_role, render_role
from qodev.types.agents import Layer, RoleSpec
from tests.unit.agents.loading_kit import Disk, ids, shown


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)


def parse(text: str) -> tuple[RoleSpec | None, list[tuple[str, int | None]]]:
    parsed = parse_role(text, "r1", "roles/r1.md", Layer.USER)
    return parsed.value, [(d.code.value, d.span and d.span.line) for d in parsed.diagnostics]  # type: ignore[misc]


def test_front_matter_names_and_describes() -> None:
    role, found = parse('---\nname: My Role\ndescription: "Does: things"\n---\n\n\nOne\n\n  Two  \n\n')
    assert found == []
    assert role is not None
    assert (role.name, role.description, role.text) == ("My Role", "Does: things", "One\n\n  Two  ")


@pytest.mark.parametrize("text", ["Just text {{ 1 }}", "\n\nJust text {{ 1 }}\n \n", "---\n---\nJust text {{ 1 }}"])
def test_without_front_matter_the_name_is_the_id(text: str) -> None:
    role, found = parse(text)
    assert found == []
    assert role is not None
    assert (role.name, role.text) == ("r1", "Just text {{ 1 }}")


@pytest.mark.parametrize(
    ("front", "found"),
    [
        ("name: a\nnam: b", [("key.unknown", 3)]),
        ("name: [a, b]", [("key.type", 2)]),
        ("description: |\n  one\n  two", [("key.type", 2)]),
        ("description: |\n  one", []),
        ("name: true\ndescription: 1.50", []),
        ("name: a\nname: b", [("role.front_matter", 3)]),
        ("name: &x a\ndescription: *x", [("role.front_matter", 2)]),
        ("name: !!str a", [("role.front_matter", 2)]),
        ("- a\n- b", [("role.front_matter", 2)]),
        ("just text", [("role.front_matter", 2)]),
        ("name: 'open", [("role.front_matter", 2)]),
        ("? [a]\n: b", [("role.front_matter", 2)]),
        ("<<: {a: b}", [("key.unknown", 2)]),
        ("a: " + "[" * 3000, [("role.front_matter", 1)]),
        ("name: \x07", [("role.front_matter", 1)]),
    ],
)
def test_front_matter_rows(front: str, found: list[tuple[str, int]]) -> None:
    role, got = parse(f"---\n{front}\n---\ntext\n")
    assert [code for code, _ in got] == [code for code, _ in found]
    if found and found[0][1] > 1:
        assert got == found
    assert (role is None) is any(code == "role.front_matter" for code, _ in found)


def test_scalars_are_text() -> None:
    role, _ = parse("---\nname: no\ndescription: 1.50\n---\nx")
    assert role is not None
    assert (role.name, role.description) == ("no", "1.50")


def test_unclosed_front_matter_is_refused() -> None:
    assert parse("---\nname: a\ntext")[1] == [("role.front_matter", 1)]


def test_empty_role_is_a_warning_and_loads() -> None:
    role, found = parse("---\nname: a\n---\n \n")
    assert found == [("role.empty", 1)]
    assert role is not None
    assert role.text == ""


@settings(max_examples=60)
@given(st.text(max_size=200))
def test_no_text_makes_reading_raise(text: str) -> None:
    parse(text)
    parse(f"---\n{text}\n---\n")


@settings(max_examples=60)
@given(
    st.text(alphabet=st.characters(exclude_categories=("C", "Z")), min_size=1),
    st.text(max_size=20),
    st.text(min_size=1),
)
def test_written_roles_read_back(name: str, description: str, text: str) -> None:
    one_line = " ".join(description.split())
    role, _ = parse(render_role(name, one_line, text.replace("\r", "")))
    if role is not None and one_line.isprintable():
        assert (role.name, role.description) == (name, one_line)


def test_files_of_both_layers(disk: Disk) -> None:
    disk.write("roles/mine.md", "Mine")
    disk.write("roles/developer.md", "Clash")
    disk.write("roles/Bad Name.md", "x")
    disk.write("roles/UP.md", "x")
    disk.write("roles/notes.txt", "x")
    disk.write("roles/.hidden.md", "x")
    disk.write("roles/big.md", "x" * 70_000)
    snapshot = disk.load()
    assert sorted(ids(snapshot)) == ["file.too_large", "role.bad_id", "role.bad_id", "role.clash_bundled"]
    assert len(snapshot.roles) == 7
    assert snapshot.roles["developer"].layer is Layer.BUNDLED
    assert ("role.clash_bundled", "developer.md", 1) in map(shown, snapshot.diagnostics)


def test_copies_get_free_ids() -> None:
    assert copy_id("developer", {"developer"}) == "developer_copy"
    assert copy_id("developer", {"developer_copy"}) == "developer_copy2"
    assert copy_id("developer", {"developer_copy", "developer_copy2"}) == "developer_copy3"


def test_json_roles_are_fitted() -> None:
    document = [
        {"id": "My Role!", "name": "My", "description": "d", "systemPrompt": "one"},
        {"id": "my_role_", "systemPrompt": "two", "builtIn": True},
        {"id": "", "name": "Näme", "systemPrompt": "three"},
        {"id": "empty", "systemPrompt": " "},
        "text",
    ]
    parsed = parse_json_roles(json.dumps(document), "roles.json", {"n_me"})
    assert parsed.value is not None
    assert [(r.id, r.text, r.is_ticked) for r in parsed.value] == [
        ("my_role_", "one", True),
        ("my_role__2", "two", False),
        ("n_me_2", "three", True),
    ]
    assert len(parsed.diagnostics) == 2


def test_json_role_that_no_file_could_hold_is_refused_or_mended() -> None:
    document = '[{"id": "big", "systemPrompt": "' + "x" * 70_000 + '"}, {"id": "half", "systemPrompt": "\\ud800 x"}]'
    parsed = parse_json_roles(document, "roles.json", ())
    assert [(r.id, r.text, r.source_id) for r in parsed.value or ()] == [("half", "? x", "half")]
    assert "entry 1 is larger than 64 KiB" in parsed.diagnostics[0].message
    long = parse_json_roles(json.dumps({"id": "é" + "x" * 300, "systemPrompt": "y"}), "roles.json", ())
    assert [len(r.id) for r in long.value or ()] == [64]


@pytest.mark.parametrize("text", ["{", "[" * 100_000, json.dumps([{}] * 1001)])
def test_json_that_cannot_be_used_is_one_finding(text: str) -> None:
    parsed = parse_json_roles(text, "roles.json", ())
    assert parsed.value is None
    assert len(parsed.diagnostics) == 1
