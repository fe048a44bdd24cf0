"""Recorded changes are taken back and made again all together or not at all, also through faults and crashes (P227, P185)."""

import errno
import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from qodev.types.changes import ChangeKind, ChangeState, FileChange
from qodev.workspace.rewind import Direction, Rewinder, RewindRefused, plan_steps
from tests.fakes.disk import names_in, put
from tests.rigs.fault_files import Failing, faulty_os
from tests.unit.tools.edit_kit import Editing, editing


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    put(folder / "a.py", b"a\r\n")
    put(folder / "b.py", "\ufeffb\n".encode())
    return folder


@pytest.fixture
async def tools(project: Path) -> AsyncIterator[Editing]:
    async with editing(project) as made:
        yield made


@pytest.fixture
async def edited(tools: Editing) -> Editing:
    """Returns tools after a turn that changed two files, one twice, and made a third."""
    await tools.call("write_file", "a.py", "A\n")
    await tools.call("write_file", "b.py", "B\n")
    await tools.call("create_file", "new/c.py", "C\n")
    await tools.call("apply_patch", "a.py", "@@ -1 +1,2 @@\n-A\n+AA\n+more\n")
    return tools


def rewinder(tools: Editing) -> Rewinder:
    return Rewinder(Path(tools.context.project).parent / "data", tools.checkpoints, lambda: tools.log, tools.pool)


def changes_of(tools: Editing) -> list[FileChange]:
    return list(tools.log.all.values())


def states_of(tools: Editing) -> set[ChangeState]:
    return {change.state for change in tools.log.all.values()}


async def test_turn_is_undone_and_redone_byte_for_byte(project: Path, edited: Editing) -> None:
    before = {"a.py": b"a\r\n", "b.py": "\ufeffb\n".encode()}
    after = tree(project)
    assert after == {"a.py": b"AA\r\nmore\r\n", "b.py": "\ufeffB\n".encode(), "new/c.py": b"C\n"}
    assert await rewinder(edited).undo(changes_of(edited)) == ("a.py", "b.py", "new/c.py")
    assert (tree(project), states_of(edited)) == (before, {ChangeState.UNDONE})
    await rewinder(edited).redo(changes_of(edited))
    assert (tree(project), states_of(edited)) == (after, {ChangeState.DONE})
    await rewinder(edited).undo(changes_of(edited))
    assert tree(project) == before


def rewrite(path: Path) -> None:
    path.write_bytes(b"mine\n")


def link(path: Path) -> None:
    path.rename(path.with_name("aside"))
    path.symlink_to("aside")


@pytest.mark.parametrize(
    ("spoil", "words"), [(rewrite, "it changed since"), (Path.unlink, "it is gone"), (link, "link")]
)
async def test_one_file_that_changed_since_keeps_all_as_they_are(
    project: Path, edited: Editing, spoil, words: str
) -> None:
    spoil(project / "b.py")
    before = tree(project)
    shown = await rewinder(edited).states(changes_of(edited), Direction.UNDO)
    assert [state.path for state in shown if state.problem] == ["b.py"]
    with pytest.raises(RewindRefused) as raised:
        await rewinder(edited).undo(changes_of(edited))
    assert [state.path for state in raised.value.states] == ["b.py"]
    assert words in raised.value.message
    assert (tree(project), states_of(edited)) == (before, {ChangeState.DONE})


async def test_missing_or_damaged_checkpoint_keeps_all_as_they_are(project: Path, edited: Editing) -> None:
    kept = changes_of(edited)[1].before_sha256 or ""
    place = project.parent / "data" / "checkpoints" / kept[:2] / kept[2:]
    for spoil in (lambda: place.write_bytes(b"damaged"), place.unlink):
        spoil()
        before = tree(project)
        with pytest.raises(RewindRefused, match="missing or damaged"):
            await rewinder(edited).undo(changes_of(edited))
        assert tree(project) == before


async def test_change_by_somebody_else_in_between_is_not_lost(project: Path, tools: Editing) -> None:
    await tools.call("write_file", "a.py", "A\n")
    put(project / "a.py", b"mine\n")
    await tools.call("write_file", "a.py", "AA\n")
    with pytest.raises(RewindRefused, match="in between"):
        await rewinder(tools).undo(changes_of(tools))
    await rewinder(tools).undo(changes_of(tools)[1:])
    assert tree(project)["a.py"] == b"mine\n"


async def test_part_of_the_turns_is_undone(project: Path, edited: Editing) -> None:
    await rewinder(edited).undo(changes_of(edited)[2:])
    assert tree(project) == {"a.py": b"A\r\n", "b.py": "\ufeffB\n".encode()}


@pytest.mark.parametrize("call", ["open", "write", "fsync", "replace"])
async def test_fault_at_any_call_changes_nothing_or_all(project: Path, edited: Editing, call: str) -> None:
    after = tree(project)
    kept = dict(edited.log.all)
    met = 0
    for at in range(1, 60):
        edited.log.all = dict(kept)
        fault = Failing(call, errno.ENOSPC if call != "fsync" else errno.EIO, at=at)
        try:
            with faulty_os(fault):
                await rewinder(edited).undo(changes_of(edited))
        except RewindRefused:
            met += 1
            assert (tree(project), states_of(edited)) == (after, {ChangeState.DONE})
            continue
        assert states_of(edited) == {ChangeState.UNDONE}
        await rewinder(edited).redo(changes_of(edited))
        assert tree(project) == after
        if not fault.met:
            break
    assert met > 0
    assert not any(".qodev-" in name for name in names_in(project))


def of(before: str | None, after: str | None, path: str = "a") -> FileChange:
    return FileChange("c", "v", "t", "k", "/p", path, ChangeKind.WRITE, before, after, 0.0)


def test_steps_lead_from_the_last_to_the_first() -> None:
    steps = plan_steps([of(None, "1"), of("1", "2"), of("x", "y", "b"), of("2", None)], Direction.UNDO)
    assert [(step.path, step.found, step.wanted, step.is_broken) for step in steps] == [("b", "y", "x", False)]
    steps = plan_steps([of(None, "1"), of("1", "2")], Direction.REDO)
    assert [(step.found, step.wanted) for step in steps] == [(None, "2")]
    assert plan_steps([of("1", "2"), of("3", "4")], Direction.UNDO)[0].is_broken


async def test_crash_before_the_write_drops_the_record(project: Path, edited: Editing) -> None:
    ghost = replace(
        changes_of(edited)[0], id="ghost", before_sha256=changes_of(edited)[3].after_sha256, after_sha256="0" * 64
    )
    await edited.log.begin(replace(ghost, state=ChangeState.BEGUN))
    put(project / ".a.py.qodev-0123abcd", b"half")
    recovered = await rewinder(edited).recover()
    assert ([one.id for one in recovered.dropped], recovered.done, recovered.unclear) == (["ghost"], (), ())
    assert "ghost" not in edited.log.all
    assert ".a.py.qodev-0123abcd" not in names_in(project)


async def test_crash_after_the_write_settles_the_record(project: Path, edited: Editing) -> None:
    last = changes_of(edited)[3]
    edited.log.all[last.id] = replace(last, state=ChangeState.BEGUN)
    recovered = await rewinder(edited).recover()
    assert [one.id for one in recovered.done] == [last.id]
    assert states_of(edited) == {ChangeState.DONE}


async def test_file_that_is_neither_before_nor_after_is_told_and_kept(project: Path, edited: Editing) -> None:
    last = changes_of(edited)[3]
    edited.log.all[last.id] = replace(last, state=ChangeState.BEGUN)
    put(project / "a.py", b"mine\n")
    recovered = await rewinder(edited).recover()
    assert [state.path for state in recovered.unclear] == ["a.py"]
    assert edited.log.all[last.id].state is ChangeState.BEGUN
    assert tree(project)["a.py"] == b"mine\n"


async def test_temporary_files_of_others_stay(project: Path, edited: Editing) -> None:
    last = changes_of(edited)[3]
    edited.log.all[last.id] = replace(last, state=ChangeState.BEGUN)
    others = (".a.py.qodev-draft", ".a.py.swp", ".b.py.qodev-0123abcd")
    for name in others:
        put(project / name, b"x")
    await rewinder(edited).recover()
    assert set(others) <= set(names_in(project))


async def test_checkpoints_are_private_and_pruned(project: Path, edited: Editing) -> None:
    folder = project.parent / "data" / "checkpoints"
    if os.name != "nt":
        assert modes(folder) == {0o600, 0o700}
    kept = {changes_of(edited)[0].before_sha256 or ""}
    assert edited.checkpoints.prune(kept) == 2
    assert edited.checkpoints.get(next(iter(kept))) == b"a\r\n"


def modes(folder: Path) -> set[int]:
    return {path.stat().st_mode & 0o777 for path in (folder, *folder.rglob("*"))}
