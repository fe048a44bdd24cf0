"""The database: transactions, durability, readers, faults and steps."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from qodev.base.database import Database, OpenState
from qodev.base.sqlite import (
    DatabaseError,
    DatabaseFault,
    Step,
    adopt_database,
    build_database,
    building_path,
    connect,
    read_header,
)
from tests.fakes.disk import bytes_of, names_in, put

ID = 0x1234
STEPS = (Step("one", ("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)",)),)
MORE = (*STEPS, Step("two", ("ALTER TABLE t ADD COLUMN c TEXT", "UPDATE t SET c = 'x'")))


def create(path: Path, steps=STEPS) -> Path:
    build_database(path, application_id=ID, steps=steps, fill=lambda link: None)
    adopt_database(path)
    return path


@asynccontextmanager
async def opened(path: Path | None, steps=STEPS, **options) -> AsyncIterator[Database]:
    database = Database(path, application_id=ID, steps=steps, **options)
    await database.open()
    try:
        yield database
    finally:
        await database.close()


async def rows(database: Database) -> list[tuple]:
    return await database.read(lambda link: link.execute("SELECT * FROM t ORDER BY a").fetchall())


async def insert(database: Database, text: str, **options) -> None:
    await database.write(lambda link: link.execute("INSERT INTO t(b) VALUES (?)", (text,)), **options)


async def test_open_wal_and_full_commits(tmp_path: Path):
    async with opened(create(tmp_path / "d")) as database:
        assert (database.opened.state, database.opened.journal) == (OpenState.READY, "wal")
        pragmas = ("synchronous", "foreign_keys")
        kept = await database.write(lambda link: [link.execute(f"PRAGMA {p}").fetchone()[0] for p in pragmas])
        assert kept == [2, 1]


async def test_write_durable_and_not_set_the_level_each_time(tmp_path: Path):
    levels: list[int] = []

    def work(link: sqlite3.Connection) -> None:
        levels.append(link.execute("PRAGMA synchronous").fetchone()[0])

    async with opened(create(tmp_path / "d")) as database:
        for durable in (True, False, False, True):
            await database.write(work, durable=durable)
    assert levels == [2, 1, 1, 2]


async def test_write_is_seen_by_readers_after_it_returns(tmp_path: Path):
    async with opened(create(tmp_path / "d")) as database:
        await asyncio.gather(*(insert(database, str(n)) for n in range(20)))
        assert len(await rows(database)) == 20


async def test_write_that_raises_leaves_nothing(tmp_path: Path):
    def work(link: sqlite3.Connection) -> None:
        link.execute("INSERT INTO t(b) VALUES ('a')")
        raise KeyError("mine")

    async with opened(create(tmp_path / "d")) as database:
        with pytest.raises(KeyError):
            await database.write(work)
        assert await rows(database) == []
        await insert(database, "b")
        assert len(await rows(database)) == 1


async def test_read_cannot_write(tmp_path: Path):
    async with opened(create(tmp_path / "d")) as database:
        with pytest.raises(DatabaseError) as caught:
            await database.read(lambda link: link.execute("DELETE FROM t"))
        assert caught.value.fault is DatabaseFault.READ_ONLY


async def test_read_sees_one_state_while_another_writes(tmp_path: Path):
    first, go_on = threading.Event(), threading.Event()

    def read_twice(link: sqlite3.Connection) -> tuple[int, int]:
        before = link.execute("SELECT count(*) FROM t").fetchone()[0]
        first.set()
        go_on.wait(10)
        return before, link.execute("SELECT count(*) FROM t").fetchone()[0]

    async with opened(create(tmp_path / "d")) as database:
        reading = asyncio.ensure_future(database.read(read_twice))  # noqa: TID251  the test owns and awaits it
        await database.compute(lambda: first.wait(10))
        await insert(database, "a")
        go_on.set()
        assert await reading == (0, 0)


async def test_full_database_is_named_and_nothing_is_stored(tmp_path: Path):
    async with opened(create(tmp_path / "d")) as database:
        await database.write(lambda link: link.execute("PRAGMA max_page_count = 10"))
        with pytest.raises(DatabaseError) as caught:
            await insert(database, "x" * 1_000_000)
        assert caught.value.fault is DatabaseFault.FULL
        assert str(tmp_path / "d") in caught.value.message
        await insert(database, "small")
        assert [b for _, b in await rows(database)] == ["small"]


async def test_memory_database_keeps_what_is_written(tmp_path: Path):
    async with opened(None) as database:
        await insert(database, "a")
        assert await rows(database) == [(1, "a")]
        assert database.opened.state is OpenState.MEMORY


async def test_exclusive_uses_the_rollback_journal_and_still_reads(tmp_path: Path):
    async with opened(create(tmp_path / "d"), exclusive=True) as database:
        assert database.opened.journal == "delete"
        await insert(database, "a")
        assert await rows(database) == [(1, "a")]
        with closing(sqlite3.connect(tmp_path / "d", timeout=0)) as other, pytest.raises(sqlite3.OperationalError):
            other.execute("SELECT * FROM t")


async def test_steps_are_applied_after_a_backup(tmp_path: Path):
    async with opened(create(tmp_path / "d")) as database:
        await insert(database, "a")
    async with opened(tmp_path / "d", MORE) as database:
        assert await rows(database) == [(1, "a", "x")]
        assert (database.opened.version, database.opened.backup) == (2, tmp_path / "d.backup-v1")
    async with opened(tmp_path / "d.backup-v1") as database:
        assert await rows(database) == [(1, "a")]
    async with opened(tmp_path / "d", MORE) as database:
        assert database.opened.backup is None


async def test_step_that_fails_leaves_the_tables_before(tmp_path: Path):
    create(tmp_path / "d")
    broken = (*STEPS, Step("two", ("ALTER TABLE t ADD COLUMN c TEXT", "SELECT nonsense(")))
    with pytest.raises(DatabaseError):
        async with opened(tmp_path / "d", broken):
            pass
    async with opened(tmp_path / "d") as database:
        assert await rows(database) == []


async def test_foreign_database_is_refused(tmp_path: Path):
    link = sqlite3.connect(tmp_path / "d")
    link.execute("CREATE TABLE t(a)")
    link.close()
    with pytest.raises(DatabaseError) as caught:
        async with opened(tmp_path / "d"):
            pass
    assert caught.value.fault is DatabaseFault.DAMAGED


async def test_call_before_open_and_after_close_raises(tmp_path: Path):
    database = Database(create(tmp_path / "d"), application_id=ID, steps=STEPS)
    with pytest.raises(DatabaseError):
        await insert(database, "a")
    with pytest.raises(DatabaseError):
        await rows(database)
    await database.open()
    await database.close()
    await database.close()
    for call in (insert(database, "a"), rows(database), database.compute(lambda: 1)):
        with pytest.raises(DatabaseError) as caught:
            await call
        assert caught.value.fault is DatabaseFault.CLOSED


async def test_check_of_a_whole_database_finds_nothing(tmp_path: Path):
    async with opened(create(tmp_path / "d")) as database:
        await insert(database, "a")
        assert await database.check() == ()


async def test_rebuild_gives_the_file_free_and_goes_on(tmp_path: Path):
    path = create(tmp_path / "d")
    async with opened(path) as database:
        await insert(database, "a")
        await rows(database)

        def work() -> list[str]:
            names = names_in(tmp_path)
            create(path)
            return names

        assert await database.rebuild(work) == ["d"]
        assert await rows(database) == []
        await insert(database, "b")


async def test_rebuild_that_fails_goes_on_with_the_file_as_it_is(tmp_path: Path):
    async with opened(create(tmp_path / "d")) as database:
        await insert(database, "a")

        def work() -> None:
            raise OSError("no space")

        with pytest.raises(OSError, match="no space"):
            await database.rebuild(work)
        assert await rows(database) == [(1, "a")]


def test_build_leaves_no_name_until_it_is_adopted(tmp_path: Path):
    path = tmp_path / "d"
    assert build_database(path, application_id=ID, steps=STEPS, fill=lambda link: 5) == 5
    assert names_in(tmp_path) == ["d.new"]
    assert building_path(path).stat().st_mode & 0o777 == 0o600
    adopt_database(path)
    assert (read_header(path).application_id, read_header(path).version) == (ID, 1)


def test_build_that_fails_is_not_marked_as_whole(tmp_path: Path):
    def fill(link: sqlite3.Connection) -> None:
        raise OSError("no space")

    with pytest.raises(OSError, match="no space"):
        build_database(tmp_path / "d", application_id=ID, steps=STEPS, fill=fill)
    assert read_header(building_path(tmp_path / "d")).application_id == 0


def test_read_header_changes_no_byte(tmp_path: Path):
    path = create(tmp_path / "d")
    before = bytes_of(path)
    read_header(path)
    assert (bytes_of(path), names_in(tmp_path)) == (before, ["d"])


def test_read_header_of_random_bytes_says_damaged(tmp_path: Path):
    put(tmp_path / "d", bytes(range(256)) * 64)
    with pytest.raises(DatabaseError) as caught:
        read_header(tmp_path / "d")
    assert caught.value.fault is DatabaseFault.DAMAGED


def test_connect_does_not_make_a_file(tmp_path: Path):
    with pytest.raises(sqlite3.OperationalError):
        connect(tmp_path / "d").execute("SELECT 1")
    assert names_in(tmp_path) == []
