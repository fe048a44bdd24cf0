"""The database under kills, damage and crowds: the persistence cases db-01 to db-14."""

import asyncio
import errno
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qodev.base.codes import Code
from qodev.base.database import OpenState
from qodev.base.diagnostics import Severity
from qodev.base.errors import StoreError
from qodev.base.locks import InstanceLock, start_of
from qodev.base.sqlite import DatabaseError, DatabaseFault, read_header
from qodev.base.tasks import WorkPool
from qodev.settings import schema
from qodev.settings.store import SettingsStore
from qodev.store.conversations import ConversationStore
from qodev.store.recovery import check_conversations, open_conversations
from qodev.store.schema import STEPS
from qodev.types.messages import ToolResultBlock, ToolUseBlock
from tests.fakes.disk import bytes_of, names_in, put, text_of
from tests.rigs.forks import FURTHER, ForkServer, fork_server
from tests.unit.store.kit import clock, conversation, message, opened

NAME = "conversations.sqlite"


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    with fork_server() as made:
        yield made


def said_ids(said: list[str], kind: str) -> set[str]:
    return {text.partition(":")[2] for text in said if text.startswith(f"{kind}:")}


def require_whole(path: Path, messages: set[str], requests: set[str]) -> None:
    """Every acknowledged row is there, and the database and its index are whole."""
    with closing(sqlite3.connect(path)) as link:
        assert link.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        link.execute("INSERT INTO message_index(message_index, rank) VALUES ('integrity-check', 0)")
        assert messages - {i for (i,) in link.execute("SELECT id FROM messages")} == set()
        assert requests - {i for (i,) in link.execute("SELECT id FROM requests")} == set()
    assert not [n for n in names_in(path.parent) if "damaged" in n]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_db_01_kill_at_a_thousand_random_points_loses_nothing_acknowledged(server: ForkServer, fast: Path):
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    messages: set[str] = set()
    requests: list[str] = []
    path = fast / NAME
    for number in range(1000):
        ended = server.run("write_store", path=str(path), name=f"k{number}", kill_after_s=chance.uniform(0, 0.015))
        assert ended["killed"], ended
        messages |= said_ids(ended["said"], "message")
        requests += sorted(said_ids(ended["said"], "request"))
        if number % 100 == 99:
            require_whole(path, messages, set(requests[-100:]))  # a conversation keeps the newest 200
    assert len(messages) > 1000


@pytest.mark.slow
def test_db_01_kill_at_50_chosen_statements_loses_nothing_acknowledged(server: ForkServer, fast: Path):
    for at in range(1, 51):
        path = fast / str(at) / NAME
        path.parent.mkdir()
        ended = server.run("write_store", path=str(path), name="k", at=at)
        assert ended["killed"], ended
        again = server.run("write_store", path=str(path), name="again", kill_after_s=0.0)
        assert again["said"][0] == "open", again
        require_whole(path, said_ids(ended["said"], "message"), said_ids(ended["said"], "request"))


async def open_all(folder: Path):
    return await open_conversations(folder / NAME, clock=clock)


async def fill(folder: Path, count: int = 3, text: str = "text") -> None:
    async with opened(folder) as (store, _):
        for number in range(count):
            await store.append(message(f"m{number}", text), conversation())


def only_damaged(folder: Path) -> list[str]:
    return [n for n in names_in(folder) if "damaged" in n]


def make_folder_in_place(path: Path) -> None:
    path.mkdir()
    (path / "file").write_text("the user's")


DAMAGES = {
    "random": lambda path: put(path, random.Random(5).randbytes(20_000)),
    "empty": lambda path: put(path, b""),
    "folder": make_folder_in_place,
    "foreign": lambda path: closing(sqlite3.connect(path)).thing.execute("CREATE TABLE t(a)"),
}


@pytest.mark.parametrize("damage", sorted(DAMAGES))
async def test_db_03_unreadable_file_is_set_aside_once_and_said(tmp_path: Path, damage: str):
    DAMAGES[damage](tmp_path / NAME)
    made = await open_all(tmp_path)
    (found,) = made.diagnostics
    assert (found.code, found.severity) == (Code.STORE_DAMAGED, Severity.WARNING)
    (kept,) = only_damaged(tmp_path)
    assert f"`{kept}`" in found.message
    assert "Agents, profiles and settings" in str(found.hint)
    await ConversationStore(made.database).append(message(), conversation())
    await made.database.close()
    made = await open_all(tmp_path)
    assert made.diagnostics == ()
    assert len(await ConversationStore(made.database).list()) == 1
    await made.database.close()
    assert only_damaged(tmp_path) == [kept]


async def test_db_03_file_cut_in_half_is_copied_as_far_as_it_goes(tmp_path: Path):
    await fill(tmp_path, 300, "text " * 500)
    whole = bytes_of(tmp_path / NAME)
    put(tmp_path / NAME, whole[: len(whole) // 2 // 4096 * 4096])
    made = await open_all(tmp_path)
    (found,) = made.diagnostics
    assert found.code is Code.STORE_DAMAGED
    store = ConversationStore(made.database)
    copied = await store.history("conv_1")
    assert f"{len(copied)} messages were copied" in found.message
    assert 50 < len(copied) < 300
    assert [m for m in copied if m != message(m.id, "text " * 500)] == []
    assert await made.database.check() == ()
    await made.database.close()
    (kept,) = only_damaged(tmp_path)
    assert bytes_of(tmp_path / kept) == whole[: len(whole) // 2 // 4096 * 4096]


@pytest.mark.slow
async def test_db_04_one_damaged_page_among_100_000_rows_costs_that_page(fast: Path):
    await fill(fast, 1)
    with closing(sqlite3.connect(fast / NAME)) as link:
        link.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99999) INSERT INTO messages"
            " SELECT NULL, 'x' || i, 'conv_1', i, 10, NULL, role, origin, state, created_at, 0, text, blocks, extra"
            " FROM n, messages m WHERE m.id = 'm0'"
        )
        link.commit()
        page_bytes = link.execute("PRAGMA page_size").fetchone()[0]
        page = link.execute("PRAGMA page_count").fetchone()[0] // 2  # the table was filled last, before its indexes
    with (fast / NAME).open("r+b") as stream:
        stream.seek((page - 1) * page_bytes)
        stream.write(b"\xa5" * page_bytes)
    made = await open_all(fast)
    found = made.diagnostics or await check_conversations(made.database, clock=clock)
    assert [d.code for d in found] == [Code.STORE_DAMAGED]
    (kept,) = only_damaged(fast)
    page_now = await ConversationStore(made.database).page("conv_1")
    assert 99_800 < page_now.total < 100_000
    assert (
        f"{page_now.total} messages were copied, {100_000 - page_now.total} rows could not be read" in found[0].message
    )
    assert page_now.first_position == page_now.total - 50
    assert await made.database.check() == ()
    assert len(await ConversationStore(made.database).search("text")) == 50
    await made.database.close()
    assert kept in names_in(fast)


async def test_db_04_message_whose_conversation_was_lost_gets_one(tmp_path: Path):
    await fill(tmp_path)
    with closing(sqlite3.connect(tmp_path / NAME)) as link:
        link.execute("PRAGMA foreign_keys=OFF")
        link.execute("DELETE FROM conversations")
        link.commit()
    put(tmp_path / NAME, bytes_of(tmp_path / NAME)[:-4096])
    made = await open_all(tmp_path)
    assert [d.code for d in made.diagnostics] == [Code.STORE_DAMAGED]
    store = ConversationStore(made.database)
    (found,) = await store.list()
    assert (found.id, found.title) == ("conv_1", "Recovered conversation")
    assert await store.history("conv_1")
    await made.database.close()


@pytest.mark.slow
def test_db_04_kill_while_copying_leaves_one_to_start_from(server: ForkServer, fast: Path):
    made = fast / "made"
    made.mkdir()
    asyncio.run(fill(made, 30))
    whole = bytes_of(made / NAME)
    for at in range(1, 140, 5):
        path = fast / str(at) / NAME
        put(path, whole[:-4096])
        ended = server.run("recover", path=str(path), at=at)
        again = server.run("recover", path=str(path), at=0)
        assert again["said"] == ["done"], (at, ended, again)
        with closing(sqlite3.connect(path)) as link:
            assert link.execute("SELECT count(*) FROM messages").fetchone()[0] >= 25
            assert link.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert len(only_damaged(path.parent)) == 1


async def test_db_05_wal_without_its_database_is_set_aside(tmp_path: Path):
    put(tmp_path / f"{NAME}-wal", b"\x37\x7f\x06\x82" + b"x" * 5000)
    made = await open_all(tmp_path)
    (found,) = made.diagnostics
    assert found.code is Code.STORE_DAMAGED
    await made.database.close()
    (kept,) = only_damaged(tmp_path)
    assert kept.endswith("-wal")
    assert bytes_of(tmp_path / kept).endswith(b"x" * 5000)


async def test_db_05_wal_left_by_a_kill_is_read(tmp_path: Path, server: ForkServer):
    ended = server.run("write_store", path=str(tmp_path / NAME), name="k", kill_after_s=0.05)
    assert bytes_of(tmp_path / f"{NAME}-wal")
    async with opened(tmp_path) as (store, _):
        assert said_ids(ended["said"], "message") <= {m.id for m in await store.history("conv_1")}


async def test_db_05_database_without_its_wal_opens(tmp_path: Path, server: ForkServer):
    server.run("write_store", path=str(tmp_path / NAME), name="k", kill_after_s=0.05)
    (tmp_path / f"{NAME}-wal").unlink()
    made = await open_all(tmp_path)
    assert await made.database.check() == ()
    await ConversationStore(made.database).append(message(), conversation())
    await made.database.close()


async def test_db_05_foreign_shm_is_made_anew(tmp_path: Path, server: ForkServer):
    ended = server.run("write_store", path=str(tmp_path / NAME), name="k", kill_after_s=0.05)
    put(tmp_path / f"{NAME}-shm", b"\xee" * 32768)
    made = await open_all(tmp_path)
    assert made.diagnostics == ()
    held = {m.id for m in await ConversationStore(made.database).history("conv_1")}
    assert said_ids(ended["said"], "message") <= held
    await made.database.close()


async def test_db_05_damaged_file_is_set_aside_with_its_wal(tmp_path: Path, server: ForkServer):
    server.run("write_store", path=str(tmp_path / NAME), name="k", kill_after_s=0.05)
    wal = bytes_of(tmp_path / f"{NAME}-wal")
    put(tmp_path / NAME, b"not a database" * 1000)
    made = await open_all(tmp_path)
    await made.database.close()
    kept = only_damaged(tmp_path)
    assert [n for n in kept if n.endswith("-wal")]
    assert bytes_of(tmp_path / next(n for n in kept if n.endswith("-wal"))) == wal


async def test_db_05_copy_that_the_disk_refuses_leaves_the_database_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    await fill(tmp_path, 300, "text " * 500)
    spoil_a_page(tmp_path / NAME)
    made = await open_all(tmp_path)

    def refuse(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "open", refuse)
    (found,) = await check_conversations(made.database, clock=clock)
    monkeypatch.undo()
    assert (found.code, found.severity) == (Code.STORE_DAMAGED, Severity.ERROR)
    assert only_damaged(tmp_path) == []
    assert len(await ConversationStore(made.database).list()) == 1
    (found,) = await check_conversations(made.database, clock=clock)
    assert "messages were copied" in found.message
    assert await made.database.check() == ()
    await made.database.close()


def spoil_a_page(path: Path) -> None:
    with path.open("r+b") as stream:
        stream.seek(os.fstat(stream.fileno()).st_size // 2 // 4096 * 4096)
        stream.write(b"\xa5" * 4096)


POWER = Path(__file__).with_name("power_cut.c")


@pytest.fixture(scope="module")
def power_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkServer]:
    """Forks whose files remember what a power cut would leave of them."""
    library = tmp_path_factory.mktemp("power") / "power_cut.so"
    compiler = shutil.which("cc")
    assert compiler is not None
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(POWER), "-ldl"], check=True)
    with fork_server({**os.environ, "LD_PRELOAD": str(library)}) as made:
        yield made


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="the power-cut model needs Linux and a C compiler"
)
def test_db_02_power_cut_loses_nothing_acknowledged(power_server: ForkServer, fast: Path):
    chance = random.Random(2)
    for number in range(60):
        path = fast / str(number) / NAME
        path.parent.mkdir()
        server, wait_s = power_server, chance.uniform(0, 0.1)
        ended = server.run("write_store", path=str(path), name="k", kill_after_s=wait_s)
        cut_power(path)
        # A checkpoint of a growing answer may go; what was committed fully may not.
        acknowledged = {i for i in said_ids(ended["said"], "message") if not i.endswith("-a")}
        require_whole(path, acknowledged, said_ids(ended["said"], "request"))


def cut_power(path: Path) -> None:
    """Puts each file back to what was synced last."""
    main, wal = path.with_name(f"{NAME}.synced"), path.with_name(f"{NAME}-wal.synced")
    built = path.with_name(f"{NAME}.new.synced")  # the name under which it was synced before it was renamed
    path.write_bytes((main if main.exists() else built).read_bytes())
    path.with_name(f"{NAME}-wal").write_bytes(wal.read_bytes() if wal.exists() else b"")
    path.with_name(f"{NAME}-shm").unlink(missing_ok=True)


@pytest.mark.slow
def test_db_06_two_processes_with_eight_writers_lose_nothing_and_are_never_locked_out(fast: Path):
    path = fast / NAME
    with fork_server() as one, fork_server() as other:
        one.run("write_many", path=str(path), name="first", writers=1, each=1)
        one.start("write_many", path=str(path), name="a", writers=8, each=1_250)
        other.start("write_many", path=str(path), name="b", writers=8, each=1_250)
        assert [one.answer()["said"], other.answer()["said"]] == [["done"], ["done"]]
    with closing(sqlite3.connect(path)) as link:
        counts = dict(link.execute("SELECT conversation_id, count(*) FROM messages GROUP BY 1"))
        assert (counts["conv_a"], counts["conv_b"]) == (10_000, 10_000)
        places = link.execute("SELECT conversation_id, count(DISTINCT position) FROM messages GROUP BY 1")
        assert dict(places) == counts
        assert link.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.slow
def test_db_06_two_first_starts_at_once_make_one_database(tmp_path: Path):
    with fork_server() as one, fork_server() as other:
        for number in range(20):
            folder = tmp_path / str(number)
            folder.mkdir()
            for server, name in ((one, "a"), (other, "b")):
                server.start("open_store", path=str(folder / NAME), go=str(folder / "go"), name=name)
            (folder / "go").touch()
            assert [one.answer()["said"], other.answer()["said"]] == [[], []]
            with closing(sqlite3.connect(folder / NAME)) as link:
                assert link.execute("SELECT id FROM messages ORDER BY id").fetchall() == [("a",), ("b",)]


def test_db_07_second_start_sees_the_first_and_a_dead_one_is_taken_over(tmp_path: Path):
    first, second = InstanceLock(tmp_path / "qodev.lock"), InstanceLock(tmp_path / "qodev.lock")
    assert first.acquire() is None
    owner = second.acquire()
    assert owner is not None
    assert (owner.pid, owner.started) == (os.getpid(), start_of(os.getpid()))
    first.release()
    put(tmp_path / "qodev.lock", b'{"pid": 999999999, "started": "1"}')
    assert second.acquire() is None
    second.release()


async def test_db_08_network_folder_uses_the_rollback_journal_and_says_so(tmp_path: Path):
    made = await open_conversations(tmp_path / NAME, clock=clock, filesystem=lambda folder: "nfs4")
    assert made.database.opened.journal == "delete"
    assert [(d.code, d.severity) for d in made.diagnostics] == [(Code.STORE_NETWORK, Severity.INFO)]
    store = ConversationStore(made.database)
    await store.append(message(), conversation())
    assert len(await store.history("conv_1")) == 1
    assert f"{NAME}-wal" not in names_in(tmp_path)
    await made.database.close()


async def test_db_09_newer_version_is_read_only_and_no_byte_changes(tmp_path: Path):
    await fill(tmp_path)
    with closing(sqlite3.connect(tmp_path / NAME)) as link:
        link.execute(f"PRAGMA user_version={len(STEPS) + 1}")
        link.execute("ALTER TABLE messages ADD COLUMN mood TEXT")
        link.commit()
    before = bytes_of(tmp_path / NAME)
    made = await open_all(tmp_path)
    assert [d.code for d in made.diagnostics] == [Code.STORE_NEWER]
    assert made.database.opened.state is OpenState.NEWER
    store = ConversationStore(made.database)
    assert len(await store.history("conv_1")) == 3
    assert len(await store.search("text")) == 3
    with pytest.raises(DatabaseError) as caught:
        await store.append(message("new"), conversation())
    assert caught.value.fault is DatabaseFault.READ_ONLY
    assert await check_conversations(made.database, clock=clock) == ()
    await made.database.close()
    assert bytes_of(tmp_path / NAME) == before


def test_db_10_migration_killed_at_each_statement_is_before_or_after(tmp_path: Path, server: ForkServer):
    made = tmp_path / "made"
    made.mkdir()
    asyncio.run(fill(made))
    whole = bytes_of(made / NAME)
    seen: set[int] = set()
    after = len(STEPS) + 1
    for at in range(1, 60):
        path = tmp_path / str(at) / NAME
        put(path, whole)
        ended = server.run("migrate", path=str(path), at=at)
        version = read_header(path).version
        seen.add(version)
        with closing(sqlite3.connect(path)) as link:
            columns = [row[1] for row in link.execute("PRAGMA table_info(messages)")]
            tables = [row[0] for row in link.execute("SELECT name FROM sqlite_schema")]
            assert ("mood" in columns, "further" in tables) == (version == after, version == after)
            assert link.execute("SELECT count(*) FROM messages").fetchone() == (3,)
            assert link.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        backup = path.with_name(f"{NAME}.backup-v{len(STEPS)}")
        if version == after:
            assert read_header(backup).version == len(STEPS)
        if not ended["killed"]:
            break
    else:
        pytest.fail("the migration has more statements than the test expects")
    assert seen == {len(STEPS), after}
    assert at > len(FURTHER.statements)


SETTINGS_DAMAGES = {
    "cut_off": b'appearance = "dark"\ntext_size = ',
    "nul": b'appearance = "dark"\n\0\n',
    "duplicate_keys": b'appearance = "dark"\nappearance = "light"\n',
    "not_utf8": b'appearance = "\xff"\n',
    "50_mb": b"# " + b"x" * 50_000_000 + b"\n",
    "depth_10_000": b"a = " + b"[" * 10_000 + b"]" * 10_000,
    "depth_101": b"a = " + b"[" * 101 + b"]" * 101,
    "random": random.Random(7).randbytes(5000),
}


@pytest.mark.parametrize("damage", sorted(SETTINGS_DAMAGES))
async def test_db_11_damaged_settings_are_kept_once_and_defaults_hold(tmp_path: Path, damage: str):
    content = SETTINGS_DAMAGES[damage]
    path = tmp_path / "settings.toml"
    pool = WorkPool()
    for _ in range(2):  # the same bytes come back, from a synchronised folder: no second copy
        put(path, content)
        store = SettingsStore(path, lambda event: None, pool, clock=clock)
        assert [d.code for d in store.load()] == [Code.SETTINGS_DAMAGED]
        assert store.get(schema.APPEARANCE) == "system"
        assert store.load() == ()
        (kept,) = only_damaged(tmp_path)
        assert bytes_of(tmp_path / kept) == content
    await store.set(schema.APPEARANCE, "dark")
    assert text_of(path) == 'appearance = "dark"\n'
    assert only_damaged(tmp_path) == [kept]
    pool.close()


@pytest.mark.slow
async def test_db_13_values_that_a_store_cannot_take_are_replaced_and_output_is_capped(tmp_path: Path):
    output = "out\ud800put\0" + "z" * 100_000_000
    blocks = (ToolUseBlock("t\ud83d", "n", {"a\0": ["\udfff", float("nan")]}), ToolResultBlock("t", "n", output))
    async with opened(tmp_path) as (store, _):
        await store.append(message("a", "\ud83d\ude00 \ud800 \0", *blocks), conversation(title="\udead\0"))
        (stored,) = await store.history("conv_1")
        assert stored.blocks[0].text == "\U0001f600 \ufffd \ufffd"
        assert stored.blocks[1] == ToolUseBlock("t\ufffd", "n", {"a\ufffd": ["\ufffd", None]})
        assert stored.blocks[2].content.startswith("out\ufffdput\ufffdzzz")
        assert (await store.get("conv_1")).title == "\ufffd\ufffd"
    assert (tmp_path / NAME).stat().st_size < 2_000_000
    (name,) = names_in(tmp_path / "outputs")
    assert (tmp_path / "outputs" / name).stat().st_size == 16 * 1024 * 1024


@pytest.mark.parametrize("call", ["append", "save", "draft", "checkpoint"])
async def test_db_14_full_disk_stores_nothing_and_says_so(tmp_path: Path, call: str):
    text = "x" * 2_000_000
    async with opened(tmp_path) as (store, database):
        await store.append(message("before"), conversation())
        await database.write(lambda link: link.execute(f"PRAGMA max_page_count = {pages(link)}"))
        calls = {
            "append": lambda: store.append(message("after", text), conversation(title="after")),
            "save": lambda: store.save(conversation(title=text)),
            "draft": lambda: store.save(conversation(last_text=text)),
            "checkpoint": lambda: store.checkpoint(message("after", text), "conv_1"),
        }
        with pytest.raises(StoreError) as caught:
            await calls[call]()
        assert str(tmp_path / NAME) in caught.value.message
        assert "full" in caught.value.message
        assert await store.list() == (conversation(),)
        assert [m.id for m in await store.history("conv_1")] == ["before"]
        await database.write(lambda link: link.execute("PRAGMA max_page_count = 100000"))
        await calls[call]()


def pages(link: sqlite3.Connection) -> int:
    return link.execute("PRAGMA page_count").fetchone()[0] + 2


async def test_db_14_full_disk_at_the_first_start_keeps_all_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "open", refuse)
    made = await open_all(tmp_path)
    monkeypatch.undo()
    (found,) = made.diagnostics
    assert (found.code, "no space left" in found.message) == (Code.STORE_UNSAVED, True)
    await ConversationStore(made.database).append(message(), conversation())
    await made.database.close()


async def test_db_14_full_disk_while_copying_leaves_the_damaged_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    await fill(tmp_path)
    damaged = bytes_of(tmp_path / NAME)[:-4096]
    put(tmp_path / NAME, damaged)

    def refuse(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "open", refuse)
    made = await open_all(tmp_path)
    monkeypatch.undo()
    assert [d.code for d in made.diagnostics] == [Code.STORE_UNSAVED]
    await made.database.close()
    assert bytes_of(tmp_path / NAME) == damaged
