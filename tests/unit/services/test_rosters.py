"""The rosters service: changes shown at once, both of two changes kept, and the routing tester."""

import asyncio
import tomllib
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from qodev.agents.pipelines import load_rosters
from qodev.agents.rosters import RosterStore
from qodev.base.errors import UserFacingError
from qodev.base.tasks import TaskOwner, WorkPool
from qodev.services.folder_files import list_project_files
from qodev.services.rosters import RostersService
from qodev.types.agents import AgentSnapshot, MatchRule, NeverWins, Pipeline, Roster
from qodev.types.routing import FileRoute
from tests.fakes.services import make_agent, make_snapshot

CHAT, COMPLETION = Pipeline.CHAT, Pipeline.CODE_COMPLETION
AGENTS = {
    "qml": MatchRule(("*.qml", "*.ui"), ("*/src/*",)),
    "project": MatchRule((), (), ("shop",)),
    "any": MatchRule(),
    "late": MatchRule(("*.c",)),
}


@dataclass
class World:
    """A rosters file, a catalog that reads it, and the service."""

    path: Path
    service: RostersService
    tasks: TaskOwner
    snapshot: AgentSnapshot
    reloads: int = 0

    async def reload(self) -> AgentSnapshot:
        self.reloads += 1
        parsed = load_rosters(self.path)
        assert parsed.value is not None
        self.snapshot = replace(self.snapshot, rosters=parsed.value.by_pipeline, diagnostics=parsed.diagnostics)
        return self.snapshot

    def stored(self, pipeline: Pipeline = CHAT) -> list[str]:
        found: list[str] = tomllib.loads(self.path.read_text())["pipelines"][pipeline.value]
        return found


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    pool, tasks = WorkPool(), TaskOwner("test", _unexpected)
    agents = {name: make_agent(name, match=rule) for name, rule in AGENTS.items()}
    path = tmp_path / "config" / "pipelines.toml"
    made: list[World] = []
    service = RostersService(RosterStore(path, pool), lambda: made[0].snapshot, lambda: made[0].reload(), tasks, pool)
    made.append(World(path, service, tasks, make_snapshot(agents=agents)))
    path.parent.mkdir()
    path.write_text('[pipelines]\nchat = ["qml", "project", "any", "late"]\ncompression = []\n')
    await made[0].reload()
    yield made[0]
    await tasks.stop()
    pool.close()


def _unexpected(name: str, fault: BaseException) -> None:
    raise AssertionError(name) from fault


async def test_change_is_shown_before_the_catalog_has_read_it(world: World) -> None:
    written = await world.service.move(CHAT, "late", 0)
    assert world.reloads == 1
    assert world.service.names(CHAT) == ("late", "qml", "project", "any")
    assert world.stored() == ["late", "qml", "project", "any"]
    await world.tasks.wait()
    assert world.snapshot.rosters[CHAT].agents == ("late", "qml", "project", "any")
    await world.service.undo(written)
    assert world.stored() == ["qml", "project", "any", "late"]


async def test_changes_made_at_once_are_all_kept_in_their_order(world: World) -> None:
    written = await asyncio.gather(
        world.service.remove(CHAT, "project"),
        world.service.add(CHAT, "new", 0),
        world.service.substitute(CHAT, "any", "gone"),
        world.service.add(Pipeline.COMPRESSION, "any"),
    )
    assert [w.is_merged for w in written] == [False] * 4
    assert world.stored() == ["new", "qml", "gone", "late"]
    assert world.stored(Pipeline.COMPRESSION) == ["any"]


async def test_change_of_another_program_is_kept_and_told(world: World) -> None:
    world.path.write_text('[pipelines]\nchat = ["qml", "theirs", "project", "any", "late"]\n')
    written = await world.service.remove(CHAT, "late")
    assert written.is_merged
    assert world.stored() == ["qml", "theirs", "project", "any"]
    assert world.service.names(CHAT) == ("qml", "theirs", "project", "any")


async def test_agent_is_in_a_roster_once(world: World) -> None:
    for change in (world.service.add(CHAT, "qml"), world.service.substitute(CHAT, "any", "qml")):
        with pytest.raises(UserFacingError, match="already"):
            await change
    assert world.stored() == ["qml", "project", "any", "late"]


async def test_broken_file_is_told_kept_and_replaced_only_when_asked(world: World) -> None:
    broken = "[pipelines]\n\nchat = [\n"
    world.path.write_text(broken)
    before = world.snapshot.rosters
    await world.reload()
    world.snapshot = replace(world.snapshot, rosters={p: replace(r, stale=True) for p, r in before.items()})
    fault = world.service.fault
    assert fault is not None
    assert (fault.line, fault.path, fault.is_older) == (4, str(world.path), True)
    with pytest.raises(UserFacingError, match="broken"):
        await world.service.remove(CHAT, "qml")
    assert world.path.read_text() == broken
    kept = await world.service.replace_broken()
    assert kept is not None
    assert kept.read_text() == broken
    assert world.stored() == ["qml", "project", "any", "late"]
    assert world.service.fault is None


async def test_file_that_cannot_be_written_is_told(world: World) -> None:
    world.path.unlink()
    world.path.parent.rmdir()
    world.path.parent.write_text("a file where the folder was")
    with pytest.raises(UserFacingError, match="cannot be written"):
        await world.service.remove(CHAT, "qml")
    assert world.service.names(CHAT) == ("qml", "project", "any", "late")


async def test_path_that_is_a_folder_is_told(world: World) -> None:
    world.path.unlink()
    world.path.mkdir()
    with pytest.raises(UserFacingError, match=r"cannot be written|broken"):
        await world.service.remove(CHAT, "qml")


async def test_walk_says_what_fitted_and_what_refused_in_all_pipelines(world: World) -> None:
    walks = {walk.trace.pipeline: walk for walk in world.service.walk("/p/src/a.ui", "other")}
    assert set(walks) == set(Pipeline)
    chat = walks[CHAT]
    assert chat.trace.winner == "qml"
    assert [(s.name, s.verdict.value, s.by) for s in chat.trace.steps] == [
        ("qml", "accepted", ()),
        ("project", "refused", ("project_names",)),
        ("any", "accepted", ()),
        ("late", "refused", ("file_patterns",)),
    ]
    assert [(c.dimension, c.fitted) for c in chat.trace.steps[0].checks] == [
        ("file_patterns", "*.ui"),
        ("path_patterns", "*/src/*"),
    ]
    assert chat.never == (NeverWins("late", "any"),)
    assert walks[Pipeline.COMPRESSION].trace.winner is None


def _fill(folder: Path) -> None:
    files = {
        "src/a.qml": "", "src/b.c": "", "build/x.c": "", ".git/config": "", ".gitignore": "build/\n*.log\n",
        "src/.gitignore": "!keep.log\n", "src/keep.log": "", "x.log": "", "src/sub/deep.ui": "",
    }  # fmt: skip
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "loop").symlink_to(folder)


async def test_table_holds_the_winners_of_the_files_that_are_not_ignored(world: World, tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    _fill(folder)
    rows: list[FileRoute] = []
    end = await world.service.tabulate(folder, "other", rows.extend)
    assert (end.files, end.is_capped, end.unreadable) == (6, False, ())
    order = list(Pipeline)
    assert {row.path: row.winners[order.index(CHAT)] for row in rows} == {
        ".gitignore": "any",
        "src/.gitignore": "any",
        "src/a.qml": "qml",
        "src/b.c": "any",
        "src/keep.log": "any",
        "src/sub/deep.ui": "qml",
    }
    rows.clear()
    assert (await world.service.tabulate(folder, "shop", rows.extend, cap=2)).is_capped
    assert [row.path for row in rows] == [".gitignore", "src/.gitignore"]


async def test_table_agrees_with_the_router_for_each_file(world: World, tmp_path: Path) -> None:
    _fill(tmp_path)
    rows: list[FileRoute] = []
    await world.service.tabulate(tmp_path, "shop", rows.extend)
    for row in rows:
        walks = world.service.walk(f"{tmp_path.as_posix()}/{row.path}", "shop")
        assert row.winners == tuple(walk.trace.winner for walk in walks)


async def test_folder_that_is_gone_is_told(world: World, tmp_path: Path) -> None:
    with pytest.raises(UserFacingError, match="cannot be read"):
        await world.service.tabulate(tmp_path / "gone", "", list.clear)  # type: ignore[arg-type]  # never called


async def test_listing_stops_when_it_is_cancelled(tmp_path: Path) -> None:
    _fill(tmp_path)
    asked = 0

    def is_cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 1

    assert list_project_files(tmp_path, 100, is_cancelled).paths == [".gitignore"]


async def test_missing_roster_is_empty(world: World) -> None:
    world.snapshot = replace(world.snapshot, rosters={CHAT: Roster(CHAT, ("qml",))})
    assert world.service.names(COMPLETION) == ()
