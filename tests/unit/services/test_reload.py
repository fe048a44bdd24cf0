"""Changes become one reload after a moment of quiet."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from qodev.base.tasks import TaskOwner
from qodev.services.reload import FolderReloads, SharedWatch


class _Watch:
    """A watch that a test pulls by hand."""

    def __init__(self) -> None:
        self.paths: list[Sequence[Path]] = []
        self.changed: Callable[[], None] = lambda: None

    def watch(self, paths: Sequence[Path], changed: Callable[[], None]) -> None:
        self.paths.append(paths)
        self.changed = changed

    def stop(self) -> None:
        self.paths.append(())


def _unexpected(name: str, fault: BaseException) -> None:
    raise AssertionError(name) from fault


async def test_a_burst_of_changes_is_one_reload() -> None:
    reloaded = asyncio.Event()
    count = 0

    async def reload() -> None:
        nonlocal count
        count += 1
        reloaded.set()

    tasks, watch = TaskOwner("test", _unexpected), _Watch()
    reloads = FolderReloads(reload, tasks, quiet_s=0.01)
    reloads.start(watch, lambda: [Path("agents")])
    for _ in range(20):
        watch.changed()
    await asyncio.wait_for(reloaded.wait(), 5)
    await tasks.wait()
    assert count == 1
    assert watch.paths == [[Path("agents")], [Path("agents")]]
    reloads.stop()


async def test_stopping_drops_the_reload_that_was_due() -> None:
    async def reload() -> None:
        raise AssertionError("reloaded after the end")

    tasks, watch = TaskOwner("test", _unexpected), _Watch()
    reloads = FolderReloads(reload, tasks, quiet_s=0.01)
    reloads.start(watch, list)
    watch.changed()
    reloads.stop()
    await tasks.wait()
    assert not watch.paths[-1]


def test_two_watchers_share_one_watch() -> None:
    watch = _Watch()
    shared = SharedWatch(watch)
    one, two = shared.part(), shared.part()
    told: list[str] = []
    one.watch([Path("agents")], lambda: told.append("one"))
    two.watch([Path("profiles"), Path("agents")], lambda: told.append("two"))
    assert watch.paths[-1] == (Path("agents"), Path("profiles"))
    watch.changed()
    assert told == ["one", "two"]
    one.stop()
    assert watch.paths[-1] == (Path("profiles"), Path("agents"))
    watch.changed()
    assert told == ["one", "two", "two"]
    two.stop()
    assert not watch.paths[-1]
