"""`extends`: names over layers, chains, merging and the origin of every leaf."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.agents.causes import SourceFile
from qodev.agents.inherit import AGENT_HOPS, ChainOrigins, Family, merge_chain, merge_values, resolve_chains
from qodev.agents.schema import AgentDraft
from qodev.types.agents import Layer
from tests.unit.agents.loading_kit import COMPLETE, Disk, agent, child, ids


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)


def draft(name: str, parent: str | None = None, values: dict[str, Any] | None = None) -> AgentDraft:
    source = SourceFile(f"{name}.toml", Layer.USER, None, name, "")
    return AgentDraft(
        source, name, parent, abstract=False, hidden=False, values=values or {}, bad_values=(), diagnostics=()
    )


def resolve(*drafts: AgentDraft) -> Any:
    return resolve_chains(Family({d.name: d for d in drafts}, "agent", AGENT_HOPS))


# Laws of merging, against a plain recursive oracle.

leaf = st.one_of(st.integers(0, 3), st.lists(st.integers(0, 2), max_size=2), st.just({}))
tables = st.recursive(
    st.dictionaries(st.sampled_from("abc"), leaf, max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), st.one_of(leaf, inner), max_size=3),
    max_leaves=8,
)
chains = st.lists(tables, min_size=1, max_size=4)  # root first


def slow_merge(parent: Any, value: Any) -> Any:
    if not (isinstance(parent, dict) and isinstance(value, dict)):
        return value
    places = [*parent, *(key for key in value if key not in parent)]
    return {key: slow_merge(parent.get(key), value[key]) if key in value else parent[key] for key in places}


def drafts_of(levels: list[dict[str, Any]]) -> list[AgentDraft]:
    found = [draft(f"N{i}", f"N{i - 1}" if i else None, {"body": level}) for i, level in enumerate(levels)]
    return found[::-1]


@settings(max_examples=60)
@given(chains)
def test_merge_agrees_with_the_oracle_in_value_and_order(levels: list[dict[str, Any]]) -> None:
    wanted: Any = levels[0]
    for level in levels[1:]:
        wanted = slow_merge(wanted, level)
    got = merge_chain(drafts_of(levels), lambda _: None)["body"]
    assert repr(got) == repr(wanted)


@settings(max_examples=60)
@given(chains)
def test_merge_changes_no_input(levels: list[dict[str, Any]]) -> None:
    before = repr(levels)
    merge_chain(drafts_of(levels), lambda _: None)
    assert repr(levels) == before


def leaves(value: Any, path: str) -> dict[str, Any]:
    if isinstance(value, dict) and value:
        found: dict[str, Any] = {}
        for key, inner in value.items():
            found |= leaves(inner, f"{path}.{key}")
        return found
    return {path: value}


def value_at(level: Any, path: str) -> Any:
    for key in path.split(".")[1:]:
        if not isinstance(level, dict) or key not in level:
            return "nothing"
        level = level[key]
    return level


@settings(max_examples=60)
@given(chains)
def test_origins_are_the_leaves_and_the_nearest_that_wrote_them(levels: list[dict[str, Any]]) -> None:
    chain = drafts_of(levels)
    merged = merge_chain(chain, lambda _: None)["body"]
    origins = ChainOrigins(chain)
    wanted = leaves(merged, "body")
    assert set(origins) - {"name"} == set(wanted)
    for path, value in wanted.items():
        writers = [d.name for d in chain if value_at(d.values["body"], path) != "nothing"]
        assert origins[path].agent == writers[0]
        if value != {}:
            assert value_at(next(d for d in chain if d.name == writers[0]).values["body"], path) == value


@settings(max_examples=60)
@given(chains)
def test_taking_an_origin_away_changes_that_leaf_alone(levels: list[dict[str, Any]]) -> None:
    chain = drafts_of(levels)
    merged = merge_chain(chain, lambda _: None)["body"]
    for path, origin in ChainOrigins(chain).items():
        if path in ("name", "body") or value_at(merged, path) == {}:
            continue
        index = int(origin.agent[1:])
        without = [_without(level, path) if i == index else level for i, level in enumerate(levels)]
        after = leaves(merge_chain(drafts_of(without), lambda _: None)["body"], "body")
        before = leaves(merged, "body")
        changed = {p for p in before.keys() | after.keys() if before.get(p) != after.get(p)}
        assert all(p == path or p.startswith(f"{path}.") or path.startswith(f"{p}.") for p in changed)
        if origin.replaced:
            shown = origin.replaced[0].value
            assert value_at(merge_chain(drafts_of(without), lambda _: None)["body"], path) == shown


def _without(level: Any, path: str) -> Any:
    _, first, *rest = path.split(".")
    if not rest:
        return {key: value for key, value in level.items() if key != first}
    return {k: _without(v, ".".join(("", *rest))) if k == first else v for k, v in level.items()}


def test_replaced_values_come_nearest_first() -> None:
    chain = drafts_of([{"x": 1}, {"x": [2]}, {}, {"x": 3}])
    replaced = ChainOrigins(chain)["body.x"].replaced
    assert [(one.agent, one.value) for one in replaced] == [("N1", [2]), ("N0", 1)]


def test_scalar_over_a_table_shows_the_whole_table() -> None:
    chain = drafts_of([{"x": {"a": 1, "b": {"c": 2}}}, {"x": 5}])
    (one,) = ChainOrigins(chain)["body.x"].replaced
    assert one.value == {"a": 1, "b": {"c": 2}}


@settings(max_examples=60)
@given(tables, tables, tables)
def test_merging_is_associative_where_no_kind_changes(a: Any, b: Any, c: Any) -> None:
    # Kinds that change (A27) cut inheritance off, so the law holds for values that keep theirs.
    def plain(table: Any) -> Any:
        return {
            k: plain(v) if isinstance(v, dict) else v for k, v in table.items() if isinstance(v, dict) is (k == "a")
        }

    a, b, c = plain(a), plain(b), plain(c)
    assert merge_values(merge_values(a, b), c) == merge_values(a, merge_values(b, c))


# Chains.


@settings(max_examples=60)
@given(st.lists(st.integers(-2, 9), min_size=10, max_size=10))
def test_every_draft_stands_or_has_a_cause(parents: list[int]) -> None:
    names = [f"N{i}" for i in range(10)]
    drafts = [
        draft(n, None if p == -1 else "Nobody" if p == -2 else names[p]) for n, p in zip(names, parents, strict=True)
    ]
    found = resolve(*drafts)
    assert set(found.chains) | set(found.dropped) == set(names)
    assert not set(found.chains) & set(found.dropped)
    for name, chain in found.chains.items():
        walked = [name]
        while (at := parents[int(walked[-1][1:])]) != -1:
            walked.append(names[at])
        assert [d.name for d in chain] == walked
    causes = {id(cause): cause for cause in found.dropped.values()}.values()
    named: list[str] = []
    for cause in causes:
        named += [*(cause.diagnostic.members or (cause.diagnostic.subject,)), *cause.dependants]
    assert sorted(named) == sorted(found.dropped)  # each dropped one is named once, by one root cause


def test_very_long_chain_does_not_overflow() -> None:
    drafts = [draft(f"N{i}", f"N{i - 1}" if i else None) for i in range(20_000)]
    found = resolve(*reversed(drafts))
    assert len(found.chains) == AGENT_HOPS + 1
    (cause,) = {id(c): c for c in found.dropped.values()}.values()
    assert cause.diagnostic.subject == "N33"
    assert len(cause.dependants) == 20_000 - 34


def test_cycle_of_one_says_so() -> None:
    (cause,) = resolve(draft("A", "A")).dropped.values()
    assert cause.diagnostic.members == ("A",)
    assert "itself" in cause.diagnostic.message


# Names over layers, on disk.


def test_unknown_parent_lists_all_that_was_built_on_the_child(disk: Disk) -> None:
    disk.write("user/a.toml", child("A", "Nope"))
    disk.write("user/b.toml", child("B", "A", "abstract = true\n"))
    disk.write("user/c.toml", child("C", "B"))
    (found,) = disk.load().diagnostics
    assert (found.code.value, found.subject, found.dependants) == ("extends.unknown", "A", ("B", "C"))
    assert "Agent 'A' extends unknown agent 'Nope'" in found.message


def test_alias_gives_way_to_a_real_agent(disk: Disk) -> None:
    disk.write("bundled/a.toml", agent("Anthropic Base Chat", "abstract = true\n"))
    disk.write("user/b.toml", agent("Claude Base Chat", "abstract = true\n"))
    disk.write("user/c.toml", child("C", "Claude Base Chat", 'model = "x"\n'))
    snapshot = disk.load()
    assert ids(snapshot) == []
    assert snapshot.agents["C"].parents == ("Claude Base Chat",)


def test_alias_without_its_target_is_an_unknown_parent(disk: Disk) -> None:
    disk.write("user/c.toml", child("C", "Ollama Base FIM"))
    assert ids(disk.load()) == ["extends.unknown"]


def test_two_children_of_a_refused_parent_are_its_dependants(disk: Disk) -> None:
    disk.write("user/p.toml", agent("P", "extends = 1\n"))
    disk.write("user/q.toml", child("Q", "P"))
    disk.write("user/r.toml", child("R", "Q"))
    (found,) = disk.load().diagnostics
    assert (found.code.value, found.dependants) == ("key.type", ("Q", "R"))


def test_missing_key_is_reported_once_for_the_agent_that_misses_it_first(disk: Disk) -> None:
    disk.write("user/p.toml", 'name = "P"\nprovider_instance = "Claude"\nendpoint = "/e"\n[body]\nk = 1\n')
    disk.write("user/q.toml", child("Q", "P"))
    disk.write("user/r.toml", child("R", "P", 'model = "m"\n'))
    snapshot = disk.load()
    (found,) = snapshot.diagnostics
    assert (found.code.value, found.subject, found.key, found.dependants) == ("required.missing", "P", "model", ("Q",))
    assert list(snapshot.agents) == ["R"]


def test_heirs_of_an_incomplete_base_miss_their_keys_themselves(disk: Disk) -> None:
    disk.write("user/p.toml", 'name = "P"\nabstract = true\n')
    disk.write("user/q.toml", child("Q", "P", COMPLETE.replace('model = "m"\n', "")))
    disk.write("user/r.toml", child("R", "P", COMPLETE))
    snapshot = disk.load()
    assert [(d.code.value, d.subject, d.key) for d in snapshot.diagnostics] == [("required.missing", "Q", "model")]


def test_user_beats_extra_and_the_first_extra_folder_beats_the_next(disk: Disk) -> None:
    disk.extra = ("two", "one")
    disk.write("user/z.toml", agent("X", 'description = "user"\n'))
    for name in ("one", "two"):
        disk.write(f"{name}/a.toml", agent("X"))
        disk.write(f"{name}/b.toml", agent("Y", f'description = "{name}"\n'))
    snapshot = disk.load()
    assert (snapshot.agents["X"].description, snapshot.agents["Y"].description) == ("user", "two")
    assert snapshot.agents["Y"].folder == "two"
    assert sorted(Path(d.file or "").parent.name for d in snapshot.diagnostics) == ["one", "one", "two"]
    assert set(ids(snapshot)) == {"name.duplicate"}


def test_extra_folder_cannot_replace_a_bundled_base(disk: Disk) -> None:
    disk.extra = ("one",)
    disk.write("bundled/a.toml", agent("Base", "abstract = true\n"))
    disk.write("one/a.toml", agent("Base"))
    snapshot = disk.load()
    assert ids(snapshot) == ["name.clash_bundled"]
    assert "bundled agents cannot be replaced" in snapshot.diagnostics[0].message
    assert list(snapshot.bases) == ["Base"]


def test_folder_that_is_named_twice_counts_once(disk: Disk) -> None:
    disk.extra = ("user", "one", "./one")
    disk.write("user/a.toml", agent("A"))
    disk.write("one/b.toml", agent("B"))
    assert ids(disk.load()) == []


def test_names_that_differ_by_case_are_two_agents(disk: Disk) -> None:
    disk.write("user/a.toml", agent("chat"))
    disk.write("user/b.toml", agent("Chat"))
    disk.write("user/c.toml", child("CHAT", "chat"))
    snapshot = disk.load()
    assert [(d.code.value, d.subject) for d in snapshot.diagnostics] == [
        ("name.similar", "chat"),
        ("name.similar", "Chat"),
    ]
    assert len(snapshot.agents) == 3


def test_dropped_name_is_similar_to_nothing(disk: Disk) -> None:
    disk.write("user/a.toml", child("chat", "Nope"))
    disk.write("user/b.toml", agent("Chat"))
    assert ids(disk.load()) == ["extends.unknown"]


def test_origin_names_file_line_and_layer(disk: Disk) -> None:
    disk.write("bundled/p.toml", agent("P", "abstract = true\n") + "stop = [1, 2]\n[body.o]\nx = 1\n")
    path = disk.write("user/q.toml", child("Q", "P", 'model = "q"\n[body]\nstop = [3]\n'))
    origins = disk.load().agents["Q"].origins
    stop = origins["body.stop"]
    assert (stop.span.path, stop.span.line, stop.layer, stop.agent) == (str(path), 5, Layer.USER, "Q")
    assert [(one.span.line, one.layer, one.value) for one in stop.replaced] == [(8, Layer.BUNDLED, [1, 2])]
    assert (origins["body.o.x"].span.line, origins["body.o.x"].agent) == (10, "P")
    assert "body.stop.0" not in origins
    assert origins["name"].span.path == str(path)


def test_name_of_an_incomplete_agent_is_similar_to_nothing(disk: Disk) -> None:
    disk.write("user/a.toml", agent("Chat"))
    disk.write("user/b.toml", 'name = "chat"\nprovider_instance = "Claude"\nmodel = "m"\nendpoint = "/x"\n')
    assert ids(disk.load()) == ["required.missing"]
