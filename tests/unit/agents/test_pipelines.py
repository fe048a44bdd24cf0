"""Rosters files: reading, writing with comments kept, and routing."""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.agents.pipelines import DEFAULT_ROSTERS, find_unreachable, parse_pipelines, pick_agent
from qodev.agents.roster_text import TABLE, set_roster
from qodev.agents.rosters import RosterStore, merge_names
from qodev.base.errors import UserFacingError
from qodev.base.tasks import WorkPool
from qodev.types.agents import NeverWins, Pipeline, Roster, RouteVerdict
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


def test_unreachable_entries_are_named_with_what_stands_before_them(disk: Disk) -> None:
    c_files = 'match.file_patterns = ["*.c"]\n'
    texts = {"c": c_files, "c again": c_files, "broken": 'match.path_patterns = ["["]\n', "any": "", "qml": c_files}
    for name, text in texts.items():
        disk.write(f"user/{name}.toml", agent(name, text))
    disk.write("user/x.toml", agent("bad") + 'k = "{{ bogus() }}"\n')
    roster = Roster(Pipeline.CHAT, ("gone", "bad", *texts))
    snapshot = replace(disk.load(), rosters={Pipeline.CHAT: roster})
    assert find_unreachable(snapshot, Pipeline.CHAT) == (
        NeverWins("c again", "c"),
        NeverWins("broken", None),
        NeverWins("qml", "any"),
    )
    without_first = replace(snapshot, rosters={Pipeline.CHAT: Roster(Pipeline.CHAT, ("any", "qml", "bad"))})
    assert find_unreachable(without_first, Pipeline.CHAT) == (NeverWins("qml", "any"),)


def names_in(text: str, key: str) -> object:
    return tomllib.loads(text)["pipelines"][key]


CHAT, COMPRESSION = "chat", "compression"


def test_saving_keeps_comments_and_other_keys() -> None:
    text = set_roster(COMMENTED, CHAT, ["C", "A", "D"])
    assert text == COMMENTED.replace(
        """  "A", # first
  # a note
  "B", # second
  "C", # third
""",
        """  # a note
  "C", # third
  "A", # first
  "D",
""",
    )


@pytest.mark.parametrize(
    ("text", "names", "after"),
    [
        ('[pipelines]\nchat = ["x", \'y\'] # end\n', ["y", "z", "x"], '[pipelines]\nchat = [\'y\', "z", "x"] # end\n'),
        ('[pipelines]\nchat = [ "x", "y" ]\n', ["y"], '[pipelines]\nchat = [ "y" ]\n'),
        ("[pipelines]\nchat = []\n", ["y"], '[pipelines]\nchat = ["y"]\n'),
        ('[pipelines]\nchat = "Z" # one\n', [], "[pipelines]\nchat = [] # one\n"),
        ('[pipelines]\nchat = [\n"a" # A\n, "b"]\n', ["b", "a"], '[pipelines]\nchat = [ "b",\n"a" # A\n,]\n'),
        ('[pipelines]\nchat = ["a", # A\n"b"]', ["b", "a"], '[pipelines]\nchat = [\n"b","a", # A\n]'),
        ('x = 1 # no end', ["a"], 'x = 1 # no end\n\n[pipelines]\nchat = ["a"]\n'),
        ("[pipelines]\n[other]\ny = 1\n", ["a"], '[pipelines]\nchat = ["a"]\n[other]\ny = 1\n'),
        ("[pipelines]", ["a", "b"], '[pipelines]\nchat = [\n  "a",\n  "b",\n]\n'),
        ('pipelines = { chat = ["a"] }\n', ["b"], 'pipelines = { chat = ["b"] }\n'),
        ('pipelines.chat = ["a"]\n', ["a", "b"], 'pipelines.chat = ["a", "b"]\n'),
        ('\ufeff[pipelines]\r\nchat = [\r\n  "a",\r\n]\r\n', ["b", "a"],
         '\ufeff[pipelines]\r\nchat = [\r\n  "b",\r\n  "a",\r\n]\r\n'),
        ('[pipelines]\nchat = ["a", 5, "a"]\n', ["a"], '[pipelines]\nchat = ["a"]\n'),
        ("", ["a"], '[pipelines]\nchat = ["a"]\n'),
    ],
)  # fmt: skip
def test_saving_changes_the_array_alone(text: str, names: list[str], after: str) -> None:
    assert set_roster(text, CHAT, names) == after
    assert names_in(after.removeprefix("\ufeff"), CHAT) == names


def test_saving_into_a_table_of_braces_is_refused() -> None:
    with pytest.raises(ValueError, match="header"):
        set_roster("pipelines = {}\n", CHAT, ["a"])


names = st.lists(st.sampled_from(["A", "B", "C", "D", 'q"uo', "\u00e9\\", "\x7f-"]), max_size=6, unique=True)
ends = st.sampled_from([",\n", ", # note\n", ",", " ,\n# below\n", "\n,\n"])


@given(names, names, ends, st.sampled_from(["", "\n", " ", "# c\n"]))
def test_any_rearrangement_reads_back_and_keeps_the_rest(
    before: list[str], after: list[str], end: str, opening: str
) -> None:
    members = "".join(f"{json.dumps(name).replace(chr(127), chr(92) + 'u007f')}{end}" for name in before)
    head, tail = "# head\n[pipelines]\nx = 1\nchat = ", ' # tail\ncompression = ["Z"] # z\n'
    again = set_roster(f"{head}[{opening}{members}]{tail}", CHAT, after)
    assert names_in(again, CHAT) == after
    assert again.startswith(head)
    assert again.endswith(tail)
    assert again.count("# below") == (end.count("# below") * len(before))
    kept = len(set(before) & set(after))
    assert again.count("# note") == end.count("# note") * kept


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RosterStore]:
    pool = WorkPool()
    yield RosterStore(tmp_path / "pipelines.toml", pool)
    pool.close()


def chat_on_disk(path: Path) -> object:
    return names_in((path / "pipelines.toml").read_text(), CHAT)


async def test_change_of_a_missing_file_writes_that_roster_alone(store: RosterStore, tmp_path: Path) -> None:
    defaults = DEFAULT_ROSTERS[Pipeline.CHAT]
    written = await store.change(Pipeline.CHAT, defaults, (" A ", "A", *defaults))
    assert written.after == ("A", *defaults)
    assert tomllib.loads((tmp_path / "pipelines.toml").read_text()) == {TABLE: {CHAT: ["A", *defaults]}}
    await store.take_back(written)
    assert not (tmp_path / "pipelines.toml").exists()


async def test_change_never_overwrites_a_broken_file(store: RosterStore, tmp_path: Path) -> None:
    path = tmp_path / "pipelines.toml"
    path.write_text("[pipelines\n")
    with pytest.raises(UserFacingError, match="broken"):
        await store.change(Pipeline.CHAT, DEFAULT_ROSTERS[Pipeline.CHAT], ["C"])
    path.write_bytes(b"\xff")
    with pytest.raises(UserFacingError, match="broken"):
        await store.change(Pipeline.CHAT, DEFAULT_ROSTERS[Pipeline.CHAT], ["C"])
    assert path.read_bytes() == b"\xff"


async def test_replacing_a_broken_file_keeps_it_aside(store: RosterStore, tmp_path: Path) -> None:
    for name in ("pipelines.toml", "pipelines.toml.bak"):
        (tmp_path / name).write_text("[pipelines\n")
    kept = await store.replace_broken({Pipeline.CHAT: ("A", "B"), Pipeline.COMPRESSION: ()})
    assert kept == tmp_path / "pipelines.toml.bak1"
    assert kept.read_text() == "[pipelines\n"
    assert tomllib.loads((tmp_path / "pipelines.toml").read_text()) == {TABLE: {CHAT: ["A", "B"], COMPRESSION: []}}


async def test_undo_is_byte_for_byte_while_nothing_else_happened(store: RosterStore, tmp_path: Path) -> None:
    (tmp_path / "pipelines.toml").write_text(COMMENTED)
    written = await store.change(Pipeline.CHAT, ("A", "B", "C"), ("A", "C"))
    assert chat_on_disk(tmp_path) == ["A", "C"]
    await store.take_back(written)
    assert (tmp_path / "pipelines.toml").read_text() == COMMENTED


async def test_changes_of_two_programs_are_both_kept(store: RosterStore, tmp_path: Path) -> None:
    path = tmp_path / "pipelines.toml"
    path.write_text('[pipelines]\nchat = ["A", "outside", "C"]\n')
    written = await store.change(Pipeline.CHAT, ("A", "B", "C"), ("C", "A", "B", "mine"))
    assert written.is_merged
    assert chat_on_disk(tmp_path) == ["C", "A", "outside", "mine"]
    path.write_text(path.read_text() + "# later\n")
    await store.take_back(written)
    assert chat_on_disk(tmp_path) == ["A", "outside", "C"]
    assert path.read_text().endswith("# later\n")


rosters = st.lists(st.sampled_from("ABCDEFG"), max_size=5, unique=True)


@given(rosters, rosters, rosters)
def test_merge_loses_no_addition_and_brings_nothing_back(b: list[str], mine: list[str], theirs: list[str]) -> None:
    merged = merge_names(b, mine, theirs)
    assert len(set(merged)) == len(merged)
    assert set(merged) == (set(mine) & set(theirs)) | (set(mine) - set(b)) | (set(theirs) - set(b))
    assert merge_names(b, mine, b) == tuple(mine)
    assert set(merge_names(b, b, theirs)) == set(theirs)
