"""Nothing is written outside while somebody swaps folders for links (race-01); faults and kills leave what the record says."""

import errno
import os
from pathlib import Path

import pytest

from qodev.types.changes import ChangeState
from qodev.types.permissions import Step
from qodev.types.tooling import Permit, ToolRefusal
from qodev.workspace.rewind import Rewinder
from tests.fakes.changes import KeptChanges
from tests.fakes.disk import bytes_of, names_in, put
from tests.rigs.fault_files import Failing, faulty_os
from tests.rigs.forks import fork_server
from tests.rigs.write_swaps import PLACES, race, tree
from tests.unit.tools.edit_kit import editing

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links and handles of POSIX")

SWAPS = 3_000


@pytest.mark.slow
@pytest.mark.parametrize("which", PLACES)
def test_race_01_nothing_is_written_behind_a_swapped_link(which: str, tmp_path: Path) -> None:
    got = race(tmp_path, which, SWAPS)
    assert got.outside == {}
    assert got.written > 0
    assert got.refused > 0


CALLS = [(call, errno.ENOSPC) for call in ("open", "write", "fsync", "close", "replace")]


@pytest.mark.parametrize(
    ("call", "number"), [*CALLS, ("write", errno.EDQUOT), ("fsync", errno.EIO), ("open", errno.EROFS)]
)
@pytest.mark.parametrize("name", ["write_file", "create_file"])
async def test_fault_at_each_call_leaves_what_the_record_says(
    name: str, call: str, number: int, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    met = 0
    for at in range(1, 40):
        path = "a.txt" if name == "write_file" else f"made{at}/a.txt"
        put(project / "a.txt", b"before\n")
        before = tree(project)
        async with editing(project) as tools:
            prepared = await tools.prepare(name, path, f"after {at}\n")
            fault = Failing(call, number, at=at)
            try:
                with faulty_os(fault):
                    await prepared.act(Permit(Step.APPLY))
            except ToolRefusal as refused:
                met += 1
                was_written = "was written" in refused.text and "Nothing" not in refused.text
                states = [change.state for change in tools.log.all.values()]
                assert states == ([ChangeState.DONE] if was_written else [])
                assert was_written or tree(project) == before
                assert not was_written or bytes_of(project / path) == f"after {at}\n".encode()
            if not fault.met:
                break
    assert met > 0 or (name, call) == ("create_file", "replace")  # a new file is linked to its name
    assert [name for name in names_in(project) if ".qodev-" in name] == []


@pytest.mark.slow
async def test_kill_at_each_call_of_an_edit_leaves_files_that_the_record_explains(fast: Path) -> None:
    project = fast / "project"
    with fork_server() as server:
        for at in range(1, 60):
            put(project / "a.txt", b"before\n")
            (fast / "log.json").unlink(missing_ok=True)
            ended = server.run("edit_files", base=str(fast), at=at)
            log = KeptChanges(fast / "log.json")
            async with editing(project, log=log) as tools:
                await Rewinder(fast / "data", tools.checkpoints, lambda: log, tools.pool).recover()  # noqa: B023
            done = [change for change in log.all.values() if change.state is ChangeState.DONE]
            assert len(done) == len(log.all) >= len(ended["said"])
            expected = f"after {len(done) - 1}\n".encode() if done else b"before\n"
            assert bytes_of(project / "a.txt") == expected
            assert [name for name in names_in(project) if ".qodev-" in name] == []
            if not ended["killed"]:
                break
    assert at > 20


@pytest.mark.slow
async def test_kill_at_each_call_of_an_undo_undoes_all_or_nothing(fast: Path) -> None:
    project = fast / "project"
    both = ({"a.txt": b"after 2\n", "b.txt": b"after 1\n"}, {"a.txt": b"before\n", "b.txt": b"before\n"})
    seen: set[int] = set()
    with fork_server() as server:
        for at in range(1, 90):
            for name in ("a.txt", "b.txt"):
                put(project / name, b"before\n")
            log = KeptChanges(None)
            async with editing(project, log=log) as tools:
                for number, name in enumerate(("a.txt", "b.txt", "a.txt")):
                    await tools.call("write_file", name, f"after {number}\n")
            KeptChanges(fast / "log.json").copy(log)
            ended = server.run("undo_files", base=str(fast), at=at)
            log = KeptChanges(fast / "log.json")
            async with editing(project, log=log) as tools:
                recovered = await Rewinder(fast / "data", tools.checkpoints, lambda: log, tools.pool).recover()  # noqa: B023
            states = {change.state for change in log.all.values()}
            found = tree(project)
            assert recovered.unclear == ()
            assert (found, states) in ((both[0], {ChangeState.DONE}), (both[1], {ChangeState.UNDONE}))
            seen.add(both.index(found))
            if not ended["killed"]:
                break
    assert seen == {0, 1}
