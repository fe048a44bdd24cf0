"""The store and the settings on a real read-only mount and on a real full disk (S201, S170, S167)."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.store.kit import conversation, message, opened

ROOT = Path(__file__).parents[2]
UNSHARE = ["unshare", "--mount", "--map-root-user"]


def can_mount(tmp: Path) -> bool:
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return False
    script = f"mount -t tmpfs -o size=1m none {tmp}"
    return subprocess.run([*UNSHARE, "sh", "-c", script], capture_output=True, check=False).returncode == 0


@pytest.fixture
def run_mounted(tmp_path: Path):
    """Runs a script with `folder` mounted by `mount`, in a namespace of its own; returns the lines it prints."""
    probe = tmp_path / "probe"
    probe.mkdir()
    if not can_mount(probe):
        pytest.skip("this machine allows no mount namespace")

    def run(mount: str, folder: Path, script: str) -> list[str]:
        command = f'{mount} && exec "$@"'
        argv = [*UNSHARE, "sh", "-c", command, "sh", sys.executable, "-c", script, str(folder)]
        done = subprocess.run(argv, capture_output=True, text=True, cwd=ROOT, check=False, timeout=100)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    return run


READ_ONLY = """
import asyncio, sys
from pathlib import Path
from qodev.base.errors import StoreError
from qodev.base.tasks import WorkPool
from qodev.settings import schema
from qodev.settings.store import SettingsStore
from qodev.store.conversations import ConversationStore
from qodev.store.recovery import check_conversations, open_conversations
from tests.unit.store.kit import clock, conversation, message

async def main():
    folder = Path(sys.argv[1])
    for name in ("conversations.sqlite", "new.sqlite"):
        made = await open_conversations(folder / name, clock=clock)
        store = ConversationStore(made.database)
        print(made.database.opened.state, [str(d.code) for d in made.diagnostics], len(await store.history("conv_1")))
        try:
            await store.append(message("later"), conversation())
            print("stored")
        except StoreError as fault:
            print(fault.fault)
        print(len(await check_conversations(made.database, clock=clock)))
        await made.database.close()
    pool = WorkPool()
    settings = SettingsStore(folder / "settings.toml", lambda event: None, pool, clock=clock)
    print([str(d.code) for d in settings.load()], settings.get(schema.TEXT_SIZE))
    print([str(d.code) for d in await settings.set(schema.TEXT_SIZE, 150)], settings.get(schema.TEXT_SIZE))
    pool.close()

asyncio.run(main())
"""


async def test_save_05_read_only_mount_reads_what_is_there_and_keeps_the_rest_in_memory(tmp_path: Path, run_mounted):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "settings.toml").write_text("text_size = 120\n")
    async with opened(folder) as (store, _):
        await store.append(message("m"), conversation())
    before = {p.name: p.read_bytes() for p in folder.iterdir()}
    mount = f"mount --bind {folder} {folder} && mount -o remount,ro,bind {folder}"
    assert run_mounted(mount, folder, READ_ONLY) == [
        "read_only ['store.unsaved'] 1",
        "read_only",
        "0",
        "memory ['store.unsaved'] 0",
        "stored",
        "0",
        "[] 120",
        "['settings.unsaved'] 150",
    ]
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == before


FULL = """
import asyncio, sys
from pathlib import Path
from qodev.base.errors import StoreError
from qodev.base.tasks import WorkPool
from qodev.settings import schema
from qodev.settings.store import SettingsStore
from qodev.store.conversations import ConversationStore
from qodev.store.recovery import open_conversations
from tests.unit.store.kit import clock, conversation, message

async def main():
    folder = Path(sys.argv[1])
    made = await open_conversations(folder / "conversations.sqlite", clock=clock)
    store = ConversationStore(made.database)
    pool = WorkPool()
    settings = SettingsStore(folder / "settings.toml", lambda event: None, pool, clock=clock)
    await settings.set(schema.TEXT_SIZE, 110)
    ballast = folder / "ballast"
    ballast.write_bytes(b"x" * 300_000)
    stored = 0
    try:
        while True:
            await store.append(message(f"m{stored}", "word " * 2000), conversation())
            stored += 1
    except StoreError as fault:
        print(fault.fault, str(folder) in fault.message)
    print(stored > 3, [m.id for m in await store.history("conv_1")] == [f"m{n}" for n in range(stored)])
    with open(folder / "rest", "wb", buffering=0) as rest:
        try:
            while True:
                rest.write(b"x" * 512)
        except OSError:
            pass
    print([str(d.code) for d in await settings.set(schema.TEXT_SIZE, 150)], (folder / "settings.toml").read_text().strip())
    ballast.unlink()
    print(await settings.save(), (folder / "settings.toml").read_text().strip())
    await store.append(message("last"), conversation())
    print((await store.history("conv_1"))[-1].id, await made.database.check())
    await made.database.close()
    pool.close()

asyncio.run(main())
"""


def test_db_14_really_full_disk_stores_nothing_says_so_and_goes_on_when_there_is_space(tmp_path: Path, run_mounted):
    folder = tmp_path / "data"
    folder.mkdir()
    assert run_mounted(f"mount -t tmpfs -o size=1m none {folder}", folder, FULL) == [
        "full True",
        "True True",
        "['settings.unsaved'] text_size = 110",
        "() text_size = 150",
        "last ()",
    ]


EDITING = """
import asyncio, sys
from pathlib import Path
from tests.unit.tools.edit_kit import editing

async def main():
    project = Path(sys.argv[1]).parent
    async with editing(project) as tools:
        print((await tools.prepare("write_file", "mounted/a.txt", "new")).subject.refusal)
        print((await tools.prepare("create_file", "mounted/deep/b.txt", "new")).subject.refusal)
        print((await tools.prepare("write_file", "plain.txt", "new")).subject.refusal)
        tools.mounts |= {"mounted"}
        await tools.call("write_file", "mounted/a.txt", "new")
        print(Path(sys.argv[1], "a.txt").read_text())

asyncio.run(main())
"""


def test_path_01_mount_inside_the_project_is_refused_until_it_is_allowed(tmp_path: Path, run_mounted) -> None:
    folder = tmp_path / "project" / "mounted"
    folder.mkdir(parents=True)
    (tmp_path / "project" / "plain.txt").write_text("old")
    script = f"mount -t tmpfs -o size=1m none {folder} && echo old > {folder}/a.txt"
    first, second, third, text = run_mounted(script, folder, EDITING)
    assert "another device" in first
    assert "another device" in second
    assert (third, text) == ("None", "new")
