"""The file tools as the program wires them: profile and store behind them, events after them (P116, P185, P227)."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from qodev.base.tasks import WorkPool
from qodev.profiles.codev import parse_profile
from qodev.services.file_changes import FileChangesService
from qodev.services.file_tools import FileSetting, edit_refusal, make_file_changes, make_file_tools
from qodev.store.work import FileChanges
from qodev.types.changes import ChangeKind, ChangeState
from qodev.types.events import AnyEvent
from qodev.types.files import ProjectPath
from qodev.types.permissions import Step
from qodev.types.profiles import Profile, ProfileScope
from qodev.types.tooling import Permit, Tool, ToolCall, ToolContext, ToolRefusal
from qodev.types.work_events import FilesChanged
from qodev.workspace.mounts import MountConsents
from qodev.workspace.rewind import RewindRefused
from tests.fakes.disk import names_in, put, text_of
from tests.unit.store.kit import conversation, message, opened
from tests.unit.tools.file_kit import context_of, no_hooks


def profile_of(*fields: str) -> Profile:
    text = "\n".join(("---", "name: P", "description: D.", "default_permission: allow", *fields, "---", "Work."))
    parsed = parse_profile(text.encode(), "p.md", "p.md", ProfileScope.USER)
    assert parsed.value is not None
    return parsed.value


@dataclass
class Wired:
    tools: dict[str, Tool]
    context: ToolContext
    changes: FileChangesService
    log: FileChanges
    events: list[AnyEvent] = field(default_factory=list)

    async def call(self, name: str, **arguments: str) -> None:
        prepared = await self.tools[name].prepare(ToolCall("call_1", name, arguments), self.context)
        await prepared.act(Permit(Step.APPLY))


@asynccontextmanager
async def wired(tmp_path: Path) -> AsyncIterator[Wired]:
    pool = WorkPool()
    events: list[AnyEvent] = []
    async with opened(tmp_path) as (store, database):
        await store.append(message("m1"), conversation("conv_1"))
        log = FileChanges(database)
        setting = FileSetting(pool, os.environ, no_hooks(tmp_path), tmp_path / "data", lambda: log, events.append)
        made = make_file_tools(setting)
        tools = {tool.spec.name.name: tool for tool in made.tools}
        yield Wired(tools, context_of(tmp_path / "project"), make_file_changes(setting), log, events)
    pool.close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    put(tmp_path / "project" / "src" / "a.py", b"one\n")
    return tmp_path / "project"


async def test_edits_of_a_turn_are_told_undone_and_redone(tmp_path: Path, project: Path) -> None:
    async with wired(tmp_path) as work:
        await work.call("write_file", relative_path="src/a.py", content="two\n")
        await work.call("create_file", relative_path="b.py", content="new\n")
        assert await work.changes.undo("conv_1", ["turn_1"]) == ("src/a.py", "b.py")
        assert (text_of(project / "src" / "a.py"), names_in(project)) == ("one\n", ["src"])
        assert await work.changes.undo("conv_1", ["turn_1"]) == ()
        await work.changes.redo("conv_1", ["turn_1"])
        assert (text_of(project / "src" / "a.py"), text_of(project / "b.py")) == ("two\n", "new\n")
        told = [event for event in work.events if isinstance(event, FilesChanged)]
        assert [[(one.path, one.state.value) for one in event.changes] for event in told] == [
            [("src/a.py", "done")],
            [("b.py", "done")],
            [("src/a.py", "undone"), ("b.py", "undone")],
            [("src/a.py", "done"), ("b.py", "done")],
        ]


async def test_undo_that_is_refused_tells_which_file(tmp_path: Path, project: Path) -> None:
    async with wired(tmp_path) as work:
        await work.call("write_file", relative_path="src/a.py", content="two\n")
        put(project / "src" / "a.py", b"mine\n")
        assert [state.problem for state in await work.changes.states("conv_1", ["turn_1"])] == ["it changed since"]
        with pytest.raises(RewindRefused, match=r"src/a\.py"):
            await work.changes.undo("conv_1", ["turn_1"])
        assert (await work.changes.changes("conv_1"))[0].state is ChangeState.DONE


async def test_unclear_file_is_a_warning_at_start(tmp_path: Path, project: Path) -> None:
    async with wired(tmp_path) as work:
        await work.call("write_file", relative_path="src/a.py", content="two\n")
        (change,) = await work.changes.changes("conv_1")
        await work.log.settle(change.id, ChangeState.BEGUN)
        put(project / "src" / "a.py", b"mine\n")
        (found,) = await work.changes.recover()
        assert "`src/a.py`" in found.message
        put(project / "src" / "a.py", b"two\n")
        assert await work.changes.recover() == ()
        assert (await work.changes.changes("conv_1"))[0].state is ChangeState.DONE


@pytest.mark.parametrize(
    ("fields", "kind", "path", "words"),
    [
        (["edit_paths: src/**"], ChangeKind.WRITE, "README.md", "outside what the profile allows (`edit_paths`"),
        (["deny_edit_paths: src/gen/**"], ChangeKind.PATCH, "src/gen/x", "deny_edit_paths: src/gen/**"),
        (["tools: write_file=deny"], ChangeKind.WRITE, "a", "not available"),
        (["tools: write_file=deny"], ChangeKind.CREATE, "a", None),
        (["edit_paths: src/**"], ChangeKind.WRITE, "src/a", None),
        (["tools: write_file=ask"], ChangeKind.WRITE, ".qodev/agents/x.md", None),
    ],
)
def test_rule_right_before_the_write_is_the_profiles(
    tmp_path: Path, fields: list[str], kind: ChangeKind, path: str, words: str | None
) -> None:
    place = ProjectPath(path, path, tmp_path / path, exists=True, is_steering=path.startswith(".qodev"))
    said = edit_refusal(context_of(tmp_path, profile=profile_of(*fields)), kind, place)
    assert said is None if words is None else words in (said or "")


async def test_change_that_cannot_be_recorded_is_not_written(tmp_path: Path, project: Path) -> None:
    async with wired(tmp_path) as work:
        work.context = context_of(project, conversation="conv_that_is_not_stored")
        with pytest.raises(ToolRefusal, match="could not be recorded"):
            await work.call("write_file", relative_path="src/a.py", content="two\n")
    assert text_of(project / "src" / "a.py") == "one\n"


def test_consent_for_a_mount_covers_what_lies_below(tmp_path: Path) -> None:
    consents = MountConsents(tmp_path / "data" / "mounts.json")
    assert not consents.allows(tmp_path, "mnt/a")
    consents.allow(tmp_path, "mnt")
    assert consents.allows(tmp_path, "mnt/a")
    assert not consents.allows(tmp_path, "mnt2")
    assert not consents.allows(tmp_path / "other", "mnt")
    put(tmp_path / "data" / "mounts.json", b"[broken")
    assert not consents.allows(tmp_path, "mnt")
