"""Every leaf of a merged agent has one origin, and taking its line away there changes that leaf alone (A174, U66)."""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from qodev.agents.toml_edit import key_span, remove_key
from qodev.base.jsontext import JsonValue
from qodev.services.agents import effective_of
from qodev.types.agents import AgentSpec
from tests.unit.agents.loading_kit import Disk

REQUIRED = ("provider_instance", "model", "endpoint", "body.keep")
SCALARS = st.one_of(st.integers(0, 9), st.booleans(), st.sampled_from(("x", "y\nz", 'say "x"')))
LEAVES: st.SearchStrategy[Any] = st.one_of(SCALARS, st.lists(SCALARS, max_size=2), st.just({}))
BODIES = st.recursive(
    st.dictionaries(st.sampled_from("abc"), LEAVES, max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), st.one_of(LEAVES, inner), max_size=3),
    max_leaves=8,
)
TOPS = st.fixed_dictionaries(
    {},
    optional={
        "description": st.sampled_from(("one", "two")),
        "model": st.sampled_from(("m1", "m2")),
        "tags": st.lists(st.sampled_from(("t", "u")), max_size=2),
        "enable_tools": st.booleans(),
        "system_prompt": st.sampled_from(("be brief", "be\nlong")),
        "match": st.fixed_dictionaries({}, optional={"file_patterns": st.just(["*.c"]), "project_names": st.just([])}),
    },
)
STYLES = st.sampled_from(("headers", "dotted", "inline"))


def value_text(value: JsonValue) -> str:
    """Writes a value; every text is a JSON string, which is TOML too."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {value_text(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else '"' + str(value).replace('"', '\\"').replace("\n", "\\n") + '"'


def table_lines(path: str, table: Mapping[str, Any], style: str) -> Iterator[str]:
    """Writes a table in one of the three ways of TOML, with comments between."""
    if style == "inline" or not table:
        yield f"{path} = {value_text(table)} # {path}\n"
    elif style == "dotted":
        for key, value in table.items():
            if isinstance(value, dict) and value:
                yield from table_lines(f"{path}.{key}", value, style)
            else:
                yield f"{path}.{key} = {value_text(value)}\n# below {key}\n"


def header_lines(path: str, table: Mapping[str, Any]) -> Iterator[str]:
    """Writes a table below its header, tables in it below their own."""
    yield f"\n[{path}] # {path}\n"
    inner = {key: value for key, value in table.items() if isinstance(value, dict) and value}
    for key, value in table.items():
        if key not in inner:
            yield f"{key} = {value_text(value)} # {key}\n"
    for key, value in inner.items():
        yield from header_lines(f"{path}.{key}", value)


def agent_text(name: str, parent: str | None, top: Mapping[str, Any], body: Mapping[str, Any], style: str) -> str:
    """Writes an agent file."""
    lines = [f'name = "{name}"\n']
    if parent is not None:
        lines.append(f'extends = "{parent}"\n')
    tables = {key: value for key, value in {**top, "body": body}.items() if isinstance(value, dict)}
    lines += [f"{key} = {value_text(value)}\n" for key, value in top.items() if key not in tables]
    for key, table in tables.items():
        lines += header_lines(key, table) if style == "headers" else ()
        lines = [*lines[:2], *table_lines(key, table, style), *lines[2:]] if style != "headers" else lines
    return "".join(lines)


@st.composite
def chains(draw: st.DrawFn) -> list[str]:
    """Draws the texts of a chain, the root first."""
    texts: list[str] = []
    for level in range(draw(st.integers(1, 4))):
        top, body = draw(TOPS), draw(BODIES)
        if level == 0:
            needed = {"provider_instance": "Claude", "model": "m0", "endpoint": "/v1/messages"}
            top, body = {**needed, **top}, {**body, "keep": 1}
        texts.append(agent_text(f"N{level}", f"N{level - 1}" if level else None, top, body, draw(STYLES)))
    return texts


def leaves_of(value: JsonValue, key: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Yields the leaves of a merged agent; arrays and empty tables are leaves."""
    if isinstance(value, Mapping) and value:
        for name, inner in value.items():
            yield from leaves_of(inner, f"{key}.{name}" if key else name)
    else:
        yield key, value


def loaded(folder: Path, texts: list[str]) -> AgentSpec:
    """Loads a chain and returns its last agent."""
    disk = Disk(folder)
    for level, text in enumerate(texts):
        disk.write(f"user/n{level}.toml", text)
    return disk.load().agents[f"N{len(texts) - 1}"]


def is_written(spec: AgentSpec, key: str) -> bool:
    """Tells whether some file writes a leaf; defaults and the name are written by none that is inherited."""
    return key in spec.origins and key not in ("name", "extends", "schema_version", "abstract", "hidden")


@settings(max_examples=120, deadline=None)
@given(chains(), st.data())
def test_taking_the_line_of_an_origin_away_changes_that_leaf_alone(texts: list[str], data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        spec = loaded(Path(folder), texts)
        before = dict(leaves_of(effective_of(spec)))
        keys = [key for key in before if is_written(spec, key)]
        for key in keys:
            origin = spec.origins[key]
            span = key_span(Path(origin.span.path).read_text("utf-8"), key.split("."))
            assert span is not None, key
            assert (span.line, span.column) == (origin.span.line, origin.span.column), key
        taken = [key for key in keys if key not in REQUIRED or spec.origins[key].replaced]
        assume(taken)
        key = data.draw(st.sampled_from(taken))
        origin = spec.origins[key]
        level = int(Path(origin.span.path).stem[1:])
        texts[level] = remove_key(texts[level], key.split("."))
        after_spec = loaded(Path(folder), texts)
        after = dict(leaves_of(effective_of(after_spec)))
    changed = {name for name in before.keys() | after.keys() if before.get(name, ...) != after.get(name, ...)}
    assert all(is_about(name, key, before) for name in changed), (changed, key)
    if origin.replaced and not isinstance(origin.replaced[0].value, Mapping):
        assert after[key] == origin.replaced[0].value
        assert after_spec.origins[key].agent == origin.replaced[0].agent


def is_about(name: str, key: str, before: Mapping[str, JsonValue]) -> bool:
    """Tells whether a changed leaf is the one taken away, or was hidden by it: by its table, when that held nothing else."""
    is_around = key.startswith(f"{name}.") and all(leaf == key for leaf in before if leaf.startswith(f"{name}."))
    return name == key or name.startswith(f"{key}.") or is_around
