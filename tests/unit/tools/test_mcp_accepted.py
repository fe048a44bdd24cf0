"""What was accepted is kept whole, told apart by digest, and counts for nothing once it cannot be read (S150, S151)."""

import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from qodev.tools.mcp_accepted import Accepted, AcceptedServers, AcceptError, difference, launch_digest, launch_text
from qodev.types.servers import ServerEntry, Transport

ENTRY = ServerEntry("one", "One", Transport.STDIO, command="npx", arguments=("-y", "server"), environment=(("A", "B"),))


def store(folder: Path) -> AcceptedServers:
    made = AcceptedServers(folder / "data" / "accepted.json")
    made.load()
    return made


def test_launch_is_kept_for_the_next_run(tmp_path: Path):
    store(tmp_path).accept_launch(ENTRY)
    known = store(tmp_path).of("ONE").launch
    assert known == Accepted(launch_digest(ENTRY), launch_text(ENTRY))
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "data" / "accepted.json").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "change",
    [
        {"command": "npm"},
        {"arguments": ("-y", "other")},
        {"arguments": ("-y server",)},
        {"folder": "/srv"},
        {"environment": (("A", "C"),)},
        {"environment": ()},
    ],
)
def test_every_part_of_a_launch_counts(change: dict[str, object]):
    assert launch_digest(replace(ENTRY, **change)) != launch_digest(ENTRY)  # type: ignore[arg-type]


@pytest.mark.parametrize("change", [{"name": "Other"}, {"is_enabled": False}, {"call_s": 5}])
def test_what_starts_nothing_else_does_not_count(change: dict[str, object]):
    assert launch_digest(replace(ENTRY, **change)) == launch_digest(ENTRY)  # type: ignore[arg-type]


def test_launch_shows_each_word_and_no_value():
    shown = launch_text(replace(ENTRY, arguments=("a b", "x\u202ey")))
    assert shown.splitlines() == [
        *("program: npx", "argument 1: a b", "argument 2: x⟦U+202E⟧y"),
        *("folder: your home folder", "variable A: from $B"),
    ]


def test_operations_that_are_gone_are_forgotten(tmp_path: Path):
    made = store(tmp_path)
    made.accept_operations("one", {"a": Accepted("1", "x"), "b": Accepted("2", "y")}, frozenset({"a", "b"}))
    made.accept_operations("one", {"b": Accepted("3", "z")}, frozenset({"b"}))
    assert store(tmp_path).of("one").operations == {"b": Accepted("3", "z")}
    made.forget("one")
    assert store(tmp_path).of("one").operations == {}


def test_other_window_sees_a_decision(tmp_path: Path):
    here, there = store(tmp_path), store(tmp_path)
    there.accept_launch(ENTRY)
    assert here.of("one").launch is None
    assert here.refresh()
    assert here.of("one").launch is not None
    assert not here.refresh()


@pytest.mark.parametrize(
    "content", [b"{", b"[]", b'{"version": 2, "servers": {}}', b'{"version": 1, "servers": {"a": 1}}', b"\xff"]
)
def test_file_that_cannot_be_read_accepts_nothing_and_is_kept(tmp_path: Path, content: bytes):
    path = tmp_path / "data" / "accepted.json"
    path.parent.mkdir()
    path.write_bytes(content)
    made = store(tmp_path)
    assert made.fault is not None
    assert made.of("a").launch is None
    with pytest.raises(AcceptError):
        made.accept_launch(ENTRY)
    assert path.read_bytes() == content


def test_difference_shows_changed_lines():
    assert difference("a\nb\nc", "a\nB\nc").splitlines() == ["@@ -1,3 +1,3 @@", " a", "-b", "+B", " c"]
