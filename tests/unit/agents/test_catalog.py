"""The catalog: reloads, last good versions, caches, and agents of strangers."""

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from qodev.agents import catalog as catalog_module
from qodev.agents.catalog import AgentCatalog, CatalogSettings
from qodev.agents.dryrun import DryRun
from qodev.agents.layers import LayerFolder, scan_folder
from qodev.agents.loading import BuiltIn
from qodev.agents.memory import LoadMemory
from qodev.agents.parse_cache import ParseCache
from qodev.agents.pipelines import DEFAULT_ROSTERS
from qodev.agents.render_child import RenderChild
from qodev.base.errors import ProcessError
from qodev.base.files import make_folders
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.types.agents import AgentSnapshot, Layer, Pipeline
from qodev.types.events import CatalogChanged
from tests.unit.agents.loading_kit import RESOURCES, Disk, agent, child, ids

TEMPLATE = 'k = "{{ tojson(ctx.prefix) }}"\n'


class NearChild(RenderChild):
    """Gives the verdicts of this process, so that tests need not start one; or starts nothing at all."""

    def __init__(self, *, starts: bool = True) -> None:
        self.starts = starts
        self.tried: list[str] = []

    async def check(self, specs, sources_of, inputs):
        if not self.starts:
            raise ProcessError("no child")
        self.tried += [spec.name for spec in specs]
        work = DryRun(inputs)
        return {spec.name: work.verdict(spec, sources_of(spec)) for spec in specs}


class Seat:
    """A catalog on temporary folders with two bundled agents, and everything that it published."""

    def __init__(self, paths: AppPaths, pool: WorkPool, resources: Path, child: RenderChild | None = None) -> None:
        make_folders(paths.folders())
        self.paths = paths
        self.seen: list[AgentSnapshot] = []
        self.changed = asyncio.Event()
        self.built_in = BuiltIn()
        self.extra: tuple[Path, ...] = ()
        settings = CatalogSettings(lambda: self.extra, lambda: self.built_in)
        self.child = NearChild()
        self.catalog = AgentCatalog(resources, paths, settings, pool, self._take, child=child or self.child)
        self.events: list[CatalogChanged] = []

    def _take(self, event: object) -> None:
        assert isinstance(event, CatalogChanged)
        self.events.append(event)
        self.seen.append(self.catalog.snapshot)
        self.changed.set()

    def write(self, place: str, text: str) -> Path:
        path = self.paths.config / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    async def published(self, description: str) -> None:
        """Waits until the agent `Mine` has a description."""
        while self.catalog.snapshot.agents["Mine"].description != description:
            self.changed.clear()
            await self.changed.wait()

    async def reload(self) -> AgentSnapshot:
        return await self.catalog.reload()


@pytest.fixture
def resources(tmp_path: Path) -> Path:
    disk = Disk(tmp_path / "resources")
    disk.write("agents/base.toml", agent("Base", "abstract = true\n") + TEMPLATE)
    disk.write("agents/plain.toml", child("Plain", "Base"))
    for kind in ("providers", "roles"):
        (disk.root / kind).symlink_to(RESOURCES / kind)
    return disk.root


@pytest.fixture
async def seat(app_paths: AppPaths, resources: Path) -> AsyncIterator[Seat]:
    pool = WorkPool()
    yield Seat(app_paths, pool, resources)
    pool.close()


@pytest.mark.slow
async def test_real_child_checks_new_agents(app_paths: AppPaths, resources: Path) -> None:
    pool = WorkPool()
    seat = Seat(app_paths, pool, resources, RenderChild({}, app_paths.cache / "render"))
    seat.write("agents/a.toml", agent("Mine") + TEMPLATE)
    seat.write("agents/b.toml", agent("Bad") + 'k = "{{ bogus() }}"\n')
    snapshot = await seat.reload()
    pool.close()
    assert {name: spec.usable for name, spec in snapshot.agents.items()} == {"Plain": True, "Mine": True, "Bad": False}


async def test_child_tries_each_version_once(seat: Seat) -> None:
    seat.write("agents/a.toml", agent("Mine") + TEMPLATE)
    seat.write("agents/b.toml", agent("Bad") + 'k = "{{ bogus() }}"\n')
    await seat.reload()
    await seat.reload()
    assert sorted(seat.child.tried) == ["Bad", "Mine"]
    seat.write("agents/a.toml", agent("Mine", 'description = "new"\n') + TEMPLATE)
    await seat.reload()
    assert sorted(seat.child.tried) == ["Bad", "Mine", "Mine"]


async def test_first_snapshot_has_marks_and_the_second_results(seat: Seat) -> None:
    seat.write("agents/a.toml", agent("Mine") + TEMPLATE)
    seat.write("agents/b.toml", agent("Bad") + 'k = "{{ bogus() }}"\n')
    await seat.catalog.start()
    first, second = seat.seen
    assert first.checking == {"Plain", "Mine", "Bad"}
    assert first.agents["Plain"].usable
    assert not first.agents["Mine"].usable  # its bytes were never seen
    assert second.checking == frozenset()
    assert {name: spec.usable for name, spec in second.agents.items()} == {"Plain": True, "Mine": True, "Bad": False}
    assert second.agents["Bad"].problem is not None
    assert ids(second) == ["template.unknown_function"]
    assert [event.revision for event in seat.events] == [first.revision, second.revision] == [1, 2]


async def test_reload_without_change_checks_nothing_anew(seat: Seat) -> None:
    seat.write("agents/b.toml", agent("Bad") + 'k = "{{ bogus() }}"\n')
    await seat.reload()
    await seat.reload()
    assert len(seat.seen) == 3  # nothing to mark, so it was published once
    third = seat.seen[2]
    assert third.checking == frozenset()
    assert not third.agents["Bad"].usable
    assert ids(third) == ["template.unknown_function"]


async def test_seen_agents_need_no_child_after_a_restart(seat: Seat, resources: Path) -> None:
    seat.write("agents/a.toml", agent("Mine") + TEMPLATE)
    await seat.reload()
    pool = WorkPool()
    again = Seat(seat.paths, pool, resources)
    again.child.starts = False
    await again.reload()
    assert again.seen[0].agents["Mine"].usable
    assert again.catalog.snapshot.agents["Mine"].usable
    pool.close()


async def test_without_a_child_new_agents_stay_unchecked(seat: Seat) -> None:
    seat.child.starts = False
    seat.write("agents/a.toml", agent("Mine") + TEMPLATE)
    snapshot = await seat.reload()
    assert not snapshot.agents["Mine"].usable
    assert ids(snapshot) == ["dryrun.unchecked"]
    assert snapshot.agents["Plain"].usable


async def test_saved_files_count_as_seen(seat: Seat) -> None:
    seat.child.starts = False
    partial = seat.write("agents/partials/mine.jinja", "{{ tojson(ctx.prefix) }}")
    path = seat.write("agents/a.toml", agent("Mine") + "k = \"{% include 'partials/mine.jinja' %}\"\n")
    role = seat.write("roles/mine.md", "---\nname: x\n---\ntext")
    snapshot = await seat.catalog.accept([path])
    assert not snapshot.agents["Mine"].usable
    snapshot = await seat.catalog.accept([partial, role])
    assert snapshot.agents["Mine"].usable
    seat.write("agents/partials/mine.jinja", "{{ tojson(ctx.suffix | default('')) }}")
    assert not (await seat.reload()).agents["Mine"].usable


async def test_broken_edits_keep_the_last_good_version(seat: Seat) -> None:
    good = agent("Mine", 'description = "good"\n') + TEMPLATE
    path = seat.write("agents/a.toml", good)
    await seat.reload()
    for text, code in (
        (good.replace("model =", "model = ="), "toml.syntax"),
        (good.replace('"Mine"', "5"), "name.invalid"),
        (good + 'j = "{{ bogus() }}"\n', "template.unknown_function"),
        (f'extends = "Nope"\n{good}', "extends.unknown"),
        (good.replace('model = "m"\n', ""), "required.missing"),
        (good.replace('"Mine"', '"Base"'), "name.clash_bundled"),
        (f"schema_version = 2\n{good}", "schema.too_new"),
        (good + "d = 07:32:00\n", "body.bad_value"),
    ):
        path.write_text(text)
        snapshot = await seat.reload()
        assert ids(snapshot) == [code]
        mine = snapshot.agents["Mine"]
        assert (mine.stale, mine.usable, mine.description) == (True, True, "good"), code
        assert "j" not in mine.body
        assert mine.problem is not None
        assert mine.problem.code == code
    path.write_text(good)
    snapshot = await seat.reload()
    assert ids(snapshot) == []
    assert not snapshot.agents["Mine"].stale


async def test_older_version_goes_on_while_an_edit_is_being_checked(seat: Seat) -> None:
    path = seat.write("agents/a.toml", agent("Mine", 'description = "old"\n'))
    await seat.reload()
    path.write_text(agent("Mine", 'description = "new"\n'))
    await seat.reload()
    marked, final = seat.seen[2:]
    assert (marked.checking, final.checking) == ({"Mine"}, frozenset())
    assert (marked.agents["Mine"].description, marked.agents["Mine"].stale) == ("old", True)
    assert marked.agents["Mine"].usable
    assert (final.agents["Mine"].description, final.agents["Mine"].stale) == ("new", False)


async def test_deleted_and_renamed_agents_disappear(seat: Seat) -> None:
    path = seat.write("agents/a.toml", agent("Mine"))
    other = seat.write("agents/b.toml", agent("Other"))
    await seat.reload()
    path.unlink()
    other.write_text(agent("Renamed"))
    assert set((await seat.reload()).agents) == {"Plain", "Renamed"}


async def test_restart_counts_only_what_is_on_disk(seat: Seat, resources: Path) -> None:
    path = seat.write("agents/a.toml", agent("Mine"))
    await seat.reload()
    path.write_text("name = ")
    assert (await seat.reload()).agents["Mine"].stale
    pool = WorkPool()
    again = Seat(seat.paths, pool, resources)
    assert set((await again.reload()).agents) == {"Plain"}
    pool.close()


async def test_children_of_a_broken_parent_go_on_with_its_last_good_version(seat: Seat) -> None:
    parent = seat.write("agents/p.toml", agent("P", "abstract = true\n"))
    kid = seat.write("agents/q.toml", child("Q", "P"))
    await seat.reload()
    parent.write_text("name = ")
    kid.write_text(child("Q", "P", 'model = "edited"\n'))
    snapshot = await seat.reload()
    assert (snapshot.agents["Q"].model, snapshot.agents["Q"].stale, snapshot.agents["Q"].usable) == (
        "edited",
        True,
        True,
    )
    assert ids(snapshot) == ["toml.syntax"]
    assert snapshot.diagnostics[0].dependants == ()


async def test_last_good_version_whose_partial_broke_is_not_used(seat: Seat) -> None:
    partial = seat.write("agents/partials/x.jinja", "1")
    path = seat.write("agents/a.toml", agent("Mine") + "k = \"{% include 'partials/x.jinja' %}\"\n")
    assert (await seat.reload()).agents["Mine"].usable
    partial.write_text("{{ bogus() }}")
    snapshot = await seat.reload()
    assert not snapshot.agents["Mine"].usable
    assert not snapshot.agents["Mine"].stale
    path.write_text("x = ")
    assert not (await seat.reload()).agents["Mine"].usable


async def test_instances_roles_and_rosters_keep_their_last_good_versions(seat: Seat) -> None:
    box = seat.write("providers/b.toml", 'name = "Box"\nclient_api = "google"\nurl = "http://h"\n')
    claude = seat.write("providers/c.toml", 'name = "Claude"\nextends = "Claude"\nurl = "https://mine"\n')
    role = seat.write("roles/mine.md", "---\nname: Mine\n---\ntext")
    rosters = seat.write("pipelines.toml", '[pipelines]\nchat = ["Plain"]\n')
    seat.write("agents/a.toml", agent("Mine").replace('"Claude"', '"Box"'))
    await seat.reload()
    box.write_text('name = "Box"\nclient_api = "google"\nurl = "nothing"\n')
    claude.write_text("name = ")
    role.write_text("---\nname: [\n---\ntext")
    rosters.write_text("[pipelines")
    snapshot = await seat.reload()
    assert set(ids(snapshot)) == {"provider.invalid", "toml.syntax", "role.front_matter", "pipelines.syntax"}
    assert (snapshot.instances["Box"].url, snapshot.instances["Box"].stale) == ("http://h", True)
    assert (snapshot.instances["Claude"].url, snapshot.instances["Claude"].stale) == ("https://mine", True)
    assert (snapshot.roles["mine"].name, snapshot.roles["mine"].stale) == ("Mine", True)
    assert (snapshot.rosters[Pipeline.CHAT].agents, snapshot.rosters[Pipeline.CHAT].stale) == (("Plain",), True)
    for path in (box, claude, role, rosters):
        path.unlink()
    snapshot = await seat.reload()
    assert "Box" not in snapshot.instances
    assert snapshot.instances["Claude"].layer is Layer.BUNDLED
    assert "mine" not in snapshot.roles
    assert snapshot.rosters[Pipeline.CHAT].agents == DEFAULT_ROSTERS[Pipeline.CHAT]


async def test_instance_that_became_abstract_is_no_broken_edit(seat: Seat) -> None:
    path = seat.write("providers/b.toml", 'name = "Box"\nclient_api = "google"\nurl = "http://h"\n')
    await seat.reload()
    path.write_text(path.read_text() + "abstract = true\n")
    assert "Box" not in (await seat.reload()).instances


async def test_built_in_agents_and_instances_cannot_be_taken(seat: Seat, resources: Path) -> None:
    donor = await seat.reload()
    offline = replace(donor.instances["Claude"], name="Offline", layer=Layer.BUILT_IN)
    chat = replace(donor.agents["Plain"], name="Offline Chat", provider_instance="Offline", layer=Layer.BUILT_IN)
    seat.built_in = BuiltIn((offline,), (chat,))
    seat.write("agents/a.toml", agent("Offline Chat"))
    seat.write("agents/b.toml", agent("Uses").replace('"Claude"', '"Offline"'))
    seat.write("providers/o.toml", 'name = "Offline"\nclient_api = "google"\nurl = "http://h"\n')
    snapshot = await seat.reload()
    assert sorted(ids(snapshot)) == ["name.clash_bundled", "name.clash_bundled"]
    assert snapshot.agents["Offline Chat"] is chat
    assert snapshot.instances["Offline"] is offline
    assert snapshot.agents["Uses"].usable


async def test_reloads_at_once_are_joined_and_the_last_state_wins(seat: Seat) -> None:
    seat.write("agents/a.toml", agent("Mine", 'description = "0"\n'))
    tasks = []
    for number in range(1, 6):
        seat.write("agents/a.toml", agent("Mine", f'description = "{number}"\n'))
        tasks.append(asyncio.get_running_loop().create_task(seat.reload()))
    await asyncio.gather(*tasks)
    assert seat.catalog.snapshot.agents["Mine"].description == "5"
    assert seat.catalog.snapshot.checking == frozenset()
    revisions = [event.revision for event in seat.events]
    assert revisions == sorted(set(revisions))


async def test_results_of_an_overtaken_check_are_dropped(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    seat.write("agents/a.toml", agent("Mine", 'description = "old"\n'))
    gate = seat.catalog._gate
    check, held, entered = gate.check, asyncio.Event(), asyncio.Event()

    async def slow(*args: object) -> object:
        report = await check(*args)  # type: ignore[arg-type]
        entered.set()
        await held.wait()
        return report

    gate.check = slow  # type: ignore[method-assign,assignment]
    first = asyncio.get_running_loop().create_task(seat.reload())
    await entered.wait()
    gate.check = check  # type: ignore[method-assign]
    seat.write("agents/a.toml", agent("Mine", 'description = "new"\n'))
    second = asyncio.get_running_loop().create_task(seat.reload())
    await seat.published("new")
    held.set()
    await asyncio.gather(first, second)
    assert seat.catalog.snapshot.agents["Mine"].description == "new"
    assert seat.catalog.snapshot.agents["Mine"].usable
    assert [snapshot.agents["Mine"].description for snapshot in seat.seen] == ["old", "new", "new"]


async def test_cancelled_reload_leaves_the_catalog_usable(seat: Seat) -> None:
    seat.write("agents/a.toml", agent("Mine"))
    task = asyncio.get_running_loop().create_task(seat.reload())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await seat.reload()).agents["Mine"].usable


async def test_nothing_heavy_runs_on_the_loop(seat: Seat) -> None:
    for number in range(60):
        seat.write(f"agents/a{number}.toml", agent(f"A{number}") + TEMPLATE)
    gaps: list[float] = []

    async def beat() -> None:
        while True:
            before = time.thread_time()
            await asyncio.sleep(0.002)
            gaps.append(time.thread_time() - before)

    task = asyncio.get_running_loop().create_task(beat())
    await seat.reload()
    task.cancel()
    assert max(gaps) < 0.1  # CPU of the loop's thread between two beats


# Caches.


def settle(folder: Path) -> None:
    """Makes all files look old enough to be trusted by their stamp."""
    for path in folder.rglob("*.toml"):
        os.utime(path, (1e9, 1e9))


def test_cached_files_are_not_read_again(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.write("user/a.toml", agent("A", 'zz = 1\ndescription = "old"\n') + TEMPLATE)
    settle(tmp_path / "user")
    cache = tmp_path / "cache.json"
    disk.memory = LoadMemory(ParseCache(cache))
    before = disk.define()
    disk.memory.cache.save()
    same_size = (tmp_path / "user/a.toml").read_text().replace('"old"', '"new"')
    (tmp_path / "user/a.toml").write_text(same_size)
    settle(tmp_path / "user")
    disk.memory = LoadMemory(ParseCache(cache))
    after = disk.define()
    assert after.snapshot.agents["A"].description == "old"  # stamp and size are the same: F21 takes the cache's word
    assert after.snapshot.agents["A"].digest == before.snapshot.agents["A"].digest
    assert [d.code.value for d in after.snapshot.diagnostics] == ["key.unknown"]
    assert after.snapshot.diagnostics[0].span is not None
    assert after.snapshot.agents["A"].span == before.snapshot.agents["A"].span


def test_cached_load_equals_a_cold_one(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    for source in sorted((RESOURCES / "agents").glob("*.toml")):
        disk.write(f"bundled/{source.name}", source.read_text())
    disk.write("user/a.toml", agent("A", "zz = 1\n") + "d = 07:32:00\n")
    disk.write("user/b.toml", "x = ")
    disk.write("user/c.toml", agent("C", 'cache_ttl = "1d"\n'))
    disk.write("user/d.toml", agent(" D ", "hidden = true\n") + '[match]\nfile_patterns = ["*.py", ""]\n')
    settle(tmp_path)
    disk.memory = LoadMemory(ParseCache(tmp_path / "cache.json"))
    cold = disk.define()
    disk.memory.cache.save()
    disk.memory = LoadMemory(ParseCache(tmp_path / "cache.json"))
    warm = disk.define()
    assert warm.snapshot.diagnostics == cold.snapshot.diagnostics
    assert list(warm.snapshot.agents) == list(cold.snapshot.agents)
    for name, spec in cold.snapshot.agents.items():
        other = warm.snapshot.agents[name]
        assert (json.dumps(spec.body), spec.digest, spec.span) == (json.dumps(other.body), other.digest, other.span)
        assert dict(spec.origins) == dict(other.origins)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b'{"format":2,"schema":1,"files":5}', b"\xff", b"[" * 100_000]
)
def test_damaged_cache_is_dropped_silently(tmp_path: Path, content: bytes) -> None:
    disk = Disk(tmp_path)
    disk.write("user/a.toml", agent("A"))
    settle(tmp_path)
    (tmp_path / "cache.json").write_bytes(content)
    disk.memory = LoadMemory(ParseCache(tmp_path / "cache.json"))
    loaded = disk.define()
    assert list(loaded.snapshot.agents) == ["A"]
    assert loaded.snapshot.diagnostics == ()
    disk.memory.cache.save()
    assert json.loads((tmp_path / "cache.json").read_bytes())["format"] == 2


def test_entries_of_another_shape_are_read_anew(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    path = disk.write("user/a.toml", agent("A"))
    settle(tmp_path)
    size = path.stat().st_size
    entry = [10**18, size, "digest", 1, 1, True, True, "no table"]
    (tmp_path / "cache.json").write_text(json.dumps({"format": 2, "schema": 1, "files": {str(path): entry}}))
    disk.memory = LoadMemory(ParseCache(tmp_path / "cache.json"))
    assert list(disk.define().snapshot.agents) == ["A"]


def test_young_files_are_read_whatever_their_stamp_says(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    path = disk.write("user/a.toml", agent("A", 'description = "old"\n'))
    stamp = path.stat()
    assert disk.define().snapshot.agents["A"].description == "old"
    path.write_text(agent("A", 'description = "new"\n'))
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert disk.define().snapshot.agents["A"].description == "new"


def test_file_that_was_young_when_it_was_read_is_read_once_more(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    path = disk.write("user/a.toml", agent("A", 'description = "old"\n'))
    stamp = path.stat()
    cache = ParseCache(tmp_path / "cache.json")
    disk.memory = LoadMemory(cache)
    disk.define()
    cache.save()
    path.write_text(agent("A", 'description = "new"\n'))
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    folder = LayerFolder(tmp_path / "user", Layer.USER)
    stamps, _ = scan_folder(folder.path, ".toml")
    later = time.time_ns() + 3_600_000_000_000
    for one in (cache, ParseCache(tmp_path / "cache.json")):
        (file,) = one.read(stamps, folder, later)
        assert file.table is not None
        assert file.table["description"] == "new"


def test_reload_takes_over_agents_whose_files_did_not_change(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.write("user/p.toml", agent("P"))
    disk.write("user/q.toml", child("Q", "P"))
    disk.write("user/r.toml", agent("R"))
    before = disk.define().snapshot.agents
    disk.write("user/p.toml", agent("P", 'description = "x"\n'))
    after = disk.define().snapshot.agents
    assert after["R"] is before["R"]
    assert after["P"] is not before["P"]
    assert after["Q"].description == "x"


def test_partials_and_roles_change_the_digest_of_those_that_reach_them(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.write("user/partials/a.jinja", "{% include 'partials/b.jinja' %}")
    disk.write("user/partials/b.jinja", "1")
    disk.write("user/partials/c.jinja", "1")
    disk.write("user/a.toml", agent("A") + "k = \"{% include 'partials/a.jinja' %}\"\n")
    disk.write("user/b.toml", agent("B"))

    def digests() -> tuple[str, str]:
        agents = disk.define().snapshot.agents
        return agents["A"].digest, agents["B"].digest

    first = digests()
    disk.write("user/partials/c.jinja", "2")
    assert digests() == first
    disk.write("user/partials/b.jinja", "2")
    second = digests()
    assert (second[0] != first[0], second[1]) == (True, first[1])
    disk.write("roles/mine.md", "text")
    third = digests()
    assert (third[0] != second[0], third[1]) == (True, first[1])


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_partials_outside_their_folder_are_refused(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    outside = disk.write("outside.jinja", "1")
    disk.write("user/a.toml", agent("A") + "k = \"{% include 'partials/x.jinja' %}\"\n")
    (tmp_path / "user/partials").mkdir()
    (tmp_path / "user/partials/x.jinja").symlink_to(outside)
    snapshot = disk.load()
    assert ids(snapshot) == ["include.forbidden"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such files there")
def test_odd_files_are_skipped_or_named(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.write("user/a.toml", agent("A"))
    os.mkfifo(tmp_path / "user/fifo.toml")
    (tmp_path / "user/folder.toml").mkdir()
    (tmp_path / "user/broken.toml").symlink_to(tmp_path / "nothing")
    (tmp_path / "user/linked.toml").symlink_to(disk.write("elsewhere/l.toml", agent("L")))
    (tmp_path / "user/big.toml").write_text("# " + "x" * 1024 * 1024)
    (tmp_path / "user/latin.toml").write_bytes(b'name = "\xe9"\n')
    snapshot = disk.load()
    assert sorted(snapshot.agents) == ["A", "L"]
    assert sorted(ids(snapshot)) == ["file.encoding", "file.too_large", "file.unreadable"]


def test_catalog_module_owns_the_names_of_the_contract() -> None:
    assert {"AgentCatalog", "CatalogSettings", "CatalogSources", "load_snapshot"} <= set(vars(catalog_module))
