"""Rosters files: reading, writing with comments kept, and routing."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.agents.pipelines import DEFAULT_ROSTERS, find_unreachable, parse_pipelines, pick_agent
from qodev.agents.rosters import RosterStore, render_rosters
from qodev.base.tasks import WorkPool
from qodev.types.agents import Pipeline, Roster, RouteVerdict
from tests.unit.agents.loading_kit import Disk, agent, shown

COMMENTED = """# my rosters
[pipelines] # the table
# about chat
chat = [
  "A", # first
  # a note
  "B", # second
  "C", # third
] # end
compression = "Z" # one
[other]
x = 1
"""


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[pipelines]\nchat = = 1\n", [("pipelines.syntax", 2)]),
        ("x = 1\n", [("pipelines.syntax", 1)]),
        ("pipelines = 5\n", [("pipelines.syntax", 1)]),
        ("[pipelines]\nchat = true\n", [("pipelines.type", 2)]),
        ('[pipelines]\nchat = [\n  "A",\n  "A",\n  [],\n]\n', [("pipelines.duplicate", 4), ("pipelines.type", 5)]),
        (f'[pipelines]\nchat = ["{"x" * 257}"]\n', [("pipelines.type", 2)]),
        ('[pipelines]\nchatt = ["A"]\n', [("key.unknown", 2)]),
    ],
)
def test_findings_have_their_lines(text: str, found: list[tuple[str, int]]) -> None:
    parsed = parse_pipelines(text)
    assert [(d.code.value, d.span and d.span.line) for d in parsed.diagnostics] == found
    assert all(d.severity == "warning" for d in parsed.diagnostics)


def test_unknown_names_are_kept_and_reported_where_they_stand(disk: Disk) -> None:
    disk.write("user/a.toml", agent("Alpha"))
    disk.write("user/b.toml", agent("Base", "abstract = true\n"))
    disk.write(
        "pipelines.toml", '[pipelines]\nchat = ["Alpha", "Gone"]\ncompression = "Alpa"\nquick_refactor = ["Base"]\n'
    )
    snapshot = disk.load()
    assert [(shown(d)[0], shown(d)[2], d.subject, d.hint) for d in snapshot.diagnostics] == [
        ("pipelines.unknown_agent", 2, "Gone", None),
        ("pipelines.unknown_agent", 3, "Alpa", "Alpha"),
        ("pipelines.unknown_agent", 4, "Base", None),
    ]
    assert snapshot.rosters[Pipeline.CHAT].agents == ("Alpha", "Gone")
    assert snapshot.rosters[Pipeline.CODE_COMPLETION].agents == DEFAULT_ROSTERS[Pipeline.CODE_COMPLETION]


def test_unreadable_file_means_the_defaults(disk: Disk) -> None:
    (disk.root / "pipelines.toml").write_bytes(b"\xff")
    snapshot = disk.load()
    assert [d.code.value for d in snapshot.diagnostics] == ["pipelines.syntax"]
    assert snapshot.rosters[Pipeline.CHAT].agents == DEFAULT_ROSTERS[Pipeline.CHAT]


def test_trace_goes_on_after_the_winner_and_says_why(disk: Disk) -> None:
    disk.write("user/a.toml", agent("Any"))
    disk.write(
        "user/q.toml", agent("Qml", 'match.file_patterns = ["*.qml"]\nmatch.project_names = ["P"]\nhidden = true\n')
    )
    disk.write("user/b.toml", agent("Base", "abstract = true\n"))
    disk.write("user/x.toml", agent("Bad") + 'k = "{{ bogus() }}"\n')
    snapshot = disk.load()
    roster = Roster(Pipeline.CHAT, ("Gone", "Base", "Bad", "Qml", "Any", "Qml"))
    trace = pick_agent(replace(snapshot, rosters={Pipeline.CHAT: roster}), Pipeline.CHAT, "x.qml", "P")
    assert trace.winner == "Qml"
    assert [step.verdict for step in trace.steps] == [
        RouteVerdict.NOT_LOADED,
        RouteVerdict.NOT_LOADED,
        RouteVerdict.UNUSABLE,
        RouteVerdict.ACCEPTED,
        RouteVerdict.ACCEPTED,
        RouteVerdict.ACCEPTED,
    ]
    assert "bogus" in (trace.steps[2].reason or "")
    assert find_unreachable(replace(snapshot, rosters={Pipeline.CHAT: roster}), Pipeline.CHAT) == ("Qml",)


def names_in(text: str, key: str) -> object:
    return tomllib.loads(text)["pipelines"][key]


def test_saving_keeps_comments_and_other_keys() -> None:
    text = render_rosters(COMMENTED, Pipeline.CHAT, ["C", "A", "D"])
    assert names_in(text, "chat") == ["C", "A", "D"]
    for comment in ("# my rosters", "# the table", "# about chat", "# end", "# one"):
        assert comment in text
    assert tomllib.loads(text)["other"] == {"x": 1}
    assert names_in(text, "compression") == "Z"


def test_saving_replaces_a_single_text_and_adds_the_table() -> None:
    assert names_in(render_rosters(COMMENTED, Pipeline.COMPRESSION, ["Y", "X"]), "compression") == ["Y", "X"]
    assert names_in(render_rosters("", Pipeline.CHAT, []), "chat") == []
    assert names_in(render_rosters("x = 1\n", Pipeline.CHAT, ["A"]), "chat") == ["A"]


names = st.lists(st.sampled_from(["A", "B", "C", "D", 'q"uo', "\u00e9\\"]), max_size=6, unique=True)


@given(names, names)
def test_any_rearrangement_reads_back(before: list[str], after: list[str]) -> None:
    text = render_rosters("# head\n[pipelines]\n", Pipeline.CHAT, before)
    assert names_in(text, "chat") == before
    commented = text.replace(",\n", ", # note\n")
    again = render_rosters(commented, Pipeline.CHAT, after)
    assert names_in(again, "chat") == after
    assert again.startswith("# head")


async def test_store_writes_and_keeps_a_broken_file_aside(tmp_path: Path) -> None:
    pool = WorkPool()
    path = tmp_path / "pipelines.toml"
    store = RosterStore(path, pool)
    await store.set(Pipeline.CHAT, [" A ", "A", "B"])
    parsed = store.load()
    assert parsed.value is not None
    assert parsed.value.by_pipeline[Pipeline.CHAT].agents == ("A", "B")
    path.write_text("[pipelines\n")
    await store.set(Pipeline.CHAT, ["C"])
    assert names_in(path.read_text(), "chat") == ["C"]
    assert (tmp_path / "pipelines.toml.bak").read_text() == "[pipelines\n"
    pool.close()
