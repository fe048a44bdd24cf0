"""Files under faults: the persistence cases save-01 to save-13."""

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from qodev.base.codes import Code
from qodev.base.database import OpenState
from qodev.base.errors import SettingsError
from qodev.base.files import atomic_write, remove_leftovers
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.settings import schema
from qodev.settings.overrides import ModelOverrides
from qodev.settings.store import SettingsStore
from qodev.store.conversations import ConversationStore
from qodev.store.recovery import open_conversations
from tests.fakes.disk import bytes_of, modes_in, names_in, put
from tests.rigs.fault_files import Failing, faulty_os
from tests.rigs.forks import fork_server, text_number
from tests.unit.store.kit import clock, conversation, message, opened

NO_SPACE = [(call, errno.ENOSPC) for call in ("open", "write", "fsync", "close", "replace")]
FAULTS = [*NO_SPACE, ("write", errno.EDQUOT), ("fsync", errno.EIO), ("write", errno.EIO)]


@pytest.fixture
def pool():
    made = WorkPool()
    yield made
    made.close()


def settings(path: Path, pool: WorkPool) -> SettingsStore:
    return SettingsStore(path, lambda event: None, pool, clock=clock)


@pytest.mark.slow
def test_save_01_kill_at_each_of_50_points_leaves_a_whole_text(fast: Path):
    path = fast / "plan.md"
    with fork_server() as server:
        for at in range(1, 51):
            path.unlink(missing_ok=True)
            ended = server.run("save_texts", path=str(path), at=at)
            assert ended["killed"]
            saved = len(ended["said"])
            whole = [text_number(n) for n in (saved - 1, saved) if n >= 0]
            assert (path.read_bytes() in whole) if path.exists() else saved == 0


def test_save_02_old_leftovers_of_ours_go_and_others_stay(tmp_path: Path):
    put(tmp_path / "a.toml", b"x")
    with fork_server() as server:
        server.run("save_texts", path=str(tmp_path / "a.toml"), at=3)
    (leftover,) = (n for n in names_in(tmp_path) if n != "a.toml")
    for name in ("notes.tmp", ".a.toml.swp", ".b.qodev-draft", "c~"):
        put(tmp_path / name, b"the user's")
        os.utime(tmp_path / name, (0, 0))
    assert remove_leftovers(tmp_path, time.time()) == ()
    assert remove_leftovers(tmp_path, time.time() + 3601) == (tmp_path / leftover,)
    assert names_in(tmp_path) == [".a.toml.swp", ".b.qodev-draft", "a.toml", "c~", "notes.tmp"]


@pytest.mark.parametrize(("call", "number"), FAULTS)
async def test_save_03_full_disk_leaves_the_file_and_names_it(tmp_path: Path, pool: WorkPool, call: str, number: int):
    path = tmp_path / "settings.toml"
    put(path, b"# mine\ntext_size = 120\n")
    store = settings(path, pool)
    store.load()
    # The first file that is opened is the lock, the second is read.
    with faulty_os(Failing(call, number, at=3 if call == "open" else 1, again=True)):
        (found,) = await store.set(schema.APPEARANCE, "dark")
    assert (found.code, str(path) in found.message) == (Code.SETTINGS_UNSAVED, True)
    assert bytes_of(path) == b"# mine\ntext_size = 120\n"
    assert [n for n in names_in(tmp_path) if ".qodev-" in n] == []
    assert store.get(schema.APPEARANCE) == "dark"
    atomic_write(tmp_path / "elsewhere.toml", b"saved as")
    assert await store.save() == ()
    assert bytes_of(path) == b'# mine\ntext_size = 120\nappearance = "dark"\n'


@pytest.mark.parametrize(("call", "number"), [*NO_SPACE, ("fsync", errno.EIO)])
async def test_save_03_full_disk_leaves_model_overrides(tmp_path: Path, pool: WorkPool, call: str, number: int):
    path = tmp_path / "agent_models.json"
    put(path, b'{"A": "m"}')
    with (
        faulty_os(Failing(call, number, at=3 if call == "open" else 1, again=True)),
        pytest.raises(SettingsError, match=r"agent_models\.json"),
    ):
        await ModelOverrides(path, pool).set("B", "n")
    assert bytes_of(path) == b'{"A": "m"}'


@pytest.mark.parametrize(("call", "number"), FAULTS)
def test_save_03_fault_at_each_of_50_calls_leaves_the_text_saved_last(fast: Path, call: str, number: int):
    path = fast / "plan.md"
    for at in range(1, 51):
        fault = Failing(call, number, at=at)
        saved = b"before"
        put(path, saved)
        for text in (f"{at} {n}\n".encode() for n in range(50)):
            try:
                with faulty_os(fault):
                    atomic_write(path, text)
            except OSError:
                # Only the sync of the folder comes after the new text has its name.
                assert bytes_of(path) in (saved, text)
            saved = bytes_of(path)
            if fault.met:
                break
        assert fault.met == 1
        assert names_in(fast) == ["plan.md"]


@pytest.mark.parametrize(("call", "number"), [("write", errno.EDQUOT), ("fsync", errno.EIO)])
def test_save_04_one_failed_call_counts_although_the_next_would_work(tmp_path: Path, call: str, number: int):
    path = tmp_path / "a"
    put(path, b"before")
    fault = Failing(call, number)
    with faulty_os(fault), pytest.raises(OSError, match=os.strerror(number)):
        atomic_write(path, b"after")
    assert (fault.met, bytes_of(path)) == (1, b"before")


async def test_save_05_no_folder_starts_says_so_once_and_keeps_in_memory(tmp_path: Path, pool: WorkPool):
    put(tmp_path / "home", b"a file where the folders should be")
    store = settings(tmp_path / "home" / "config" / "settings.toml", pool)
    assert store.load() == ()
    assert [d.code for d in await store.set(schema.TEXT_SIZE, 120)] == [Code.SETTINGS_UNSAVED]
    assert [d.code for d in await store.set(schema.TEXT_SIZE, 130)] == [Code.SETTINGS_UNSAVED]
    assert store.get(schema.TEXT_SIZE) == 130
    made = await open_conversations(tmp_path / "home" / "data" / "c.sqlite", clock=clock)
    assert [d.code for d in made.diagnostics] == [Code.STORE_UNSAVED]
    assert made.database.opened.state is OpenState.MEMORY
    conversations = ConversationStore(made.database)
    await conversations.append(message(), conversation())
    assert [m.id for m in await conversations.history("conv_1")] == ["msg_1"]
    await made.database.close()
    assert names_in(tmp_path) == ["home"]


PRINT_PATHS = """
import os, sys
from pathlib import Path
from qodev.base.paths import AppPaths, folder_notices
paths = AppPaths.from_env(os.environ, Path.cwd())
for folder in (paths.config, paths.data, paths.state, paths.cache):
    print(folder)
print(len(folder_notices(os.environ)))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the variables are those of XDG")
@pytest.mark.parametrize("wrong", ["relative", "file", "home_unset"])
def test_save_06_unusable_variables_fall_back_and_are_said_once(tmp_path: Path, wrong: str):
    put(tmp_path / "file", b"")
    home = tmp_path / "me"
    home.mkdir()
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(Path(__file__).parents[2])}
    if wrong == "home_unset":
        del env["HOME"]
        import pwd  # there is none on Windows

        home = Path(pwd.getpwuid(os.getuid()).pw_dir)
    else:
        env["XDG_CONFIG_HOME"] = "some/folder" if wrong == "relative" else str(tmp_path / "file")
    done = subprocess.run(
        [sys.executable, "-c", PRINT_PATHS], env=env, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    *folders, notices = done.stdout.split()
    assert folders[0] == str(home / ".config" / "qodev")
    assert all(folder.startswith(str(home)) for folder in folders)
    assert notices == ("0" if wrong == "home_unset" else "1")


async def test_save_07_link_into_a_dotfiles_folder_stays_a_link(tmp_path: Path, pool: WorkPool):
    target = tmp_path / "dotfiles" / "qodev.toml"
    put(target, b"text_size = 120\n")
    path = tmp_path / "config" / "settings.toml"
    path.parent.mkdir()
    path.symlink_to(target)
    store = settings(path, pool)
    store.load()
    await store.set(schema.APPEARANCE, "dark")
    assert path.is_symlink()
    assert bytes_of(target) == b'text_size = 120\nappearance = "dark"\n'
    assert [n for n in names_in(target.parent) if n != "qodev.toml"] == []


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o400])
async def test_save_08_mode_is_never_wider_than_before(tmp_path: Path, pool: WorkPool, mode: int):
    path = tmp_path / "settings.toml"
    put(path, b"")
    path.chmod(mode)
    before = os.umask(0)
    try:
        await settings(path, pool).set(schema.APPEARANCE, "dark")
        atomic_write(tmp_path / "new", b"x")
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 & ~mode == 0
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o600


async def test_save_08_files_of_ours_are_for_the_owner_alone(tmp_path: Path, pool: WorkPool):
    before = os.umask(0)
    try:
        await settings(tmp_path / "config" / "settings.toml", pool).set(schema.APPEARANCE, "dark")
        (tmp_path / "data").mkdir(mode=0o700)
        async with opened(tmp_path / "data") as (store, _):
            await store.append(message(), conversation())
            modes = modes_in(tmp_path)
    finally:
        os.umask(before)
    assert set(modes.values()) == {0o600}
    assert {"settings.toml", "conversations.sqlite", "conversations.sqlite-wal"} <= set(modes)


@pytest.mark.skipif(os.name != "nt", reason="only Windows refuses to replace a file that another program holds")
def test_save_09_windows_waits_for_the_program_that_holds_the_target(tmp_path: Path):
    path = tmp_path / "a"
    put(path, b"before")
    code = "import sys, time; f = open(sys.argv[1], 'rb'); print('held', flush=True); time.sleep(float(sys.argv[2]))"
    for hold_s, saved in (("1", True), ("5", False)):
        with subprocess.Popen([sys.executable, "-c", code, str(path), hold_s], stdout=subprocess.PIPE) as holder:
            assert holder.stdout is not None
            holder.stdout.readline()
            if saved:
                atomic_write(path, b"after")
            else:
                with pytest.raises(PermissionError):
                    atomic_write(path, b"later")
    (kept,) = (n for n in names_in(tmp_path) if n != "a")
    assert (bytes_of(path), bytes_of(tmp_path / kept)) == (b"after", b"later")


async def test_save_10_what_another_program_changed_or_deleted_is_not_overwritten(tmp_path: Path, pool: WorkPool):
    path = tmp_path / "settings.toml"
    put(path, b"text_size = 120\n")
    store = settings(path, pool)
    store.load()
    put(path, b"text_size = 150 # edited by hand\nproxy = 'none'\n")
    await store.set(schema.APPEARANCE, "dark")
    assert bytes_of(path) == b"text_size = 150 # edited by hand\nproxy = 'none'\nappearance = \"dark\"\n"
    path.unlink()
    await store.set(schema.APPEARANCE, "light")
    assert bytes_of(path) == b'appearance = "light"\n'


@pytest.mark.parametrize(
    "content",
    [
        b"text_size = 120\r\n# why\r\n\r\nproxy = 'none'\r\n",
        b"\xef\xbb\xbftext_size = 120\n",
        b"text_size = 120",
        b"\ttext_size\t=\t120\t# tabs\n\n\n[mine]\nx = [\n  1,\n  2, # two\n]\n",
        "text_size = 120 # ä 🙂\n".encode(),
    ],
)
async def test_save_11_what_was_not_edited_is_byte_equal(tmp_path: Path, pool: WorkPool, content: bytes):
    path = tmp_path / "settings.toml"
    put(path, content)
    store = settings(path, pool)
    store.load()
    await store.set(schema.TEXT_SIZE, 130)
    assert bytes_of(path) == content.replace(b"120", b"130")
    await store.set(schema.TEXT_SIZE, 120)
    assert bytes_of(path) == content


async def test_save_13_clock_that_jumps_back_changes_no_order(tmp_path: Path):
    async with opened(tmp_path) as (store, _):
        for number, now in enumerate((1000.0, 900.0, 950.0)):
            await store.append(message(f"m{number}", created_at=now), conversation(f"c{number}", updated_at=now))
            await store.append(message(f"x{number}", created_at=now), conversation("all", updated_at=now))
        assert [m.id for m in await store.history("all")] == ["x0", "x1", "x2"]
        assert [c.id for c in await store.list()] == ["all", "c2", "c1", "c0"]
        assert [h.message_id for h in await store.search("text")] == ["x2", "m2", "x1", "m1", "x0", "m0"]


def test_paths_below_qodev_home_need_no_other_variable(tmp_path: Path):
    paths = AppPaths.from_env({"QODEV_HOME": str(tmp_path)}, tmp_path)
    assert paths.config == tmp_path / "config"
