"""Laws of `extends` chains: every leaf has one origin, and taking its line away changes exactly that leaf (A174)."""

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qodev.agents.toml_edit import remove_key
from qodev.base.jsontext import JsonValue
from qodev.base.paths import AppPaths
from qodev.types.editing import AgentAnalysis, EffectiveLeaf, Provenance
from tests.unit.services.editing_kit import put, read, running

ROOT = 'provider_instance = "Ollama (Native)"\nmodel = "m"\nendpoint = "/api/chat"\n'
KEEPS = "keep = 1\n"  # a body without keys would be a missing one

VALUES = st.sampled_from(["1", "2.5", "true", '"text"', "'''\nlong\n'''", "[1, 2]", "[]", "[{ a = 1 }, { a = 2 }]"])
KEYS = st.sampled_from(["a", "b", "t.x", "t.y", "t.u.v", '"d k"', "c"])
TOPS = st.dictionaries(st.sampled_from(["description", "cache_ttl", "tags", "enable_tools"]), st.booleans(), max_size=3)
LINES = {
    "description": ('description = "one" # why\n', 'description = "two"\n'),
    "cache_ttl": ('cache_ttl = "1h"\n', 'cache_ttl = "5m"\n'),
    "tags": ('tags = ["a", "b"]\n', "tags = []\n"),
    "enable_tools": ("enable_tools = true\n", "enable_tools = false\n"),
}
LEVELS = st.lists(st.tuples(TOPS, st.dictionaries(KEYS, VALUES, max_size=5)), min_size=1, max_size=4)


def text_of(level: int, tops: Mapping[str, bool], body: Mapping[str, str]) -> str:
    parent = f'extends = "L{level - 1}"\n' if level else ROOT
    head = "".join(LINES[key][on] for key, on in tops.items())
    inner = "".join(f"# about {key}\n{key} = {value}\n" for key, value in body.items())
    return f'# level {level}\nname = "L{level}"\n{parent}{head}[body]\n{KEEPS if not level else ""}{inner}'


def values(found: AgentAnalysis) -> dict[str, JsonValue]:
    written = (Provenance.FILE, Provenance.PARENT)
    return {leaf.key: leaf.value for leaf in found.leaves if leaf.provenance in written}


def written(found: AgentAnalysis) -> list[EffectiveLeaf]:
    fixed = ("name", "provider_instance", "model", "endpoint", "body.keep")
    return [leaf for leaf in found.leaves if leaf.path and leaf.key not in fixed]


def path_of(key: str) -> tuple[str, ...]:
    return tuple(key.split("."))


async def check_chain(paths: AppPaths, levels: list[tuple[Mapping[str, bool], Mapping[str, str]]]) -> None:
    paths.agents.mkdir(parents=True)
    texts = {str(paths.agents / f"l{n}.toml"): text_of(n, *level) for n, level in enumerate(levels)}
    for path, text in texts.items():
        put(path, text)
    own = list(texts)[-1]
    async with running(paths) as services:
        before = await services.editing.analyse(own, texts[own])
        assert len({leaf.key for leaf in before.leaves}) == len(before.leaves)
        for leaf in written(before):
            without = remove_key(texts[leaf.path], path_of(leaf.key))
            put(leaf.path, without)
            await services.agents.reload()
            after = await services.editing.analyse(own, read(own))
            assert_one_changed(leaf, before, after)
            put(leaf.path, texts[leaf.path])


def assert_one_changed(leaf: EffectiveLeaf, before: AgentAnalysis, after: AgentAnalysis) -> None:
    was, now = values(before), values(after)
    differing = {key for key in was.keys() | now.keys() if key not in was or key not in now or was[key] != now[key]}
    # A key that replaced a table gives way to the leaves of that table; a table that is left empty is a leaf itself.
    inside = {key for key in differing if key == leaf.key or key.startswith(f"{leaf.key}.")}
    above = {key for key in differing if leaf.key.startswith(f"{key}.") and now.get(key) == {}}
    assert differing == inside | above
    if len(leaf.levels) == 1:
        assert leaf.key not in now
    elif not isinstance(leaf.levels[1].value, Mapping):
        assert now[leaf.key] == leaf.levels[1].value


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(LEVELS)
def test_taking_a_line_away_changes_exactly_its_leaf(
    levels: list[tuple[Mapping[str, bool], Mapping[str, str]]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        paths = AppPaths.from_env({"QODEV_HOME": str(root / "home"), "HOME": str(root / "user")}, root)
        asyncio.run(check_chain(paths, levels))
