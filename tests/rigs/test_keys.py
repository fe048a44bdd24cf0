"""Keys under faults: the cases key-01 to key-07."""

import asyncio
import base64
import logging
import os
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import pytest
from keyring.backends.chainer import ChainerBackend
from keyring.backends.fail import Keyring as FailKeyring
from keyring.backends.null import Keyring as NullKeyring
from keyring.backends.SecretService import Keyring as SecretServiceKeyring
from keyring.errors import KeyringLocked

from qodev.base.errors import SecretError
from qodev.base.logs import configure_logs
from qodev.settings.key_values import Secret
from qodev.settings.secrets import KeySecrets, allowed_backend, find_backend
from tests.fakes.disk import names_in, text_of
from tests.fakes.keyring_backends import FakeKeyring
from tests.rigs.canary import finds_in_bytes, finds_in_folders, finds_in_processes, finds_in_texts, new_canary


class PlaintextKeyring(FakeKeyring):
    """Keeps keys in a file that anybody can read, as one of `keyrings.alt` does."""


def fixed_chainer(*members: object) -> ChainerBackend:
    class Chainer(ChainerBackend):
        backends = members

    Chainer.__qualname__ = "ChainerBackend"
    Chainer.__module__ = ChainerBackend.__module__
    return Chainer()


def secrets_with(folder: Path, backend: FakeKeyring, **options: float) -> KeySecrets:
    return KeySecrets(folder, {}, find=lambda: (backend, "Fake"), **options)


async def test_key_01_no_backend_is_said_before_a_key_is_typed(tmp_path: Path):
    secrets = KeySecrets(tmp_path, {"KEY": "sk-from-variable"}, find=lambda: allowed_backend(FailKeyring()))
    assert await secrets.probe() is None
    with pytest.raises(SecretError) as caught:
        await secrets.store("item", "sk-abcdefgh", "keyring")
    assert (caught.value.message, caught.value.hint) == (
        "No keyring on this system.",
        "Use an environment variable, or keep the key until qodev quits.",
    )
    await secrets.store("item", "sk-abcdefgh", "memory")
    assert (await secrets.resolve("item")).reveal() == "sk-abcdefgh"
    assert (await secrets.resolve("other | env:KEY")).reveal() == "sk-from-variable"
    assert names_in(tmp_path) == []


async def test_key_01_the_library_of_the_program_finds_none_when_told_so(tmp_path: Path):
    assert os.environ["PYTHON_KEYRING_BACKEND"] == "keyring.backends.fail.Keyring"
    assert await KeySecrets(tmp_path, {}).probe() is None


@pytest.mark.parametrize(
    "chosen", [FailKeyring(), NullKeyring(), PlaintextKeyring(), None], ids=lambda k: type(k).__name__
)
def test_key_02_unsafe_backend_counts_as_none(chosen: object):
    assert allowed_backend(chosen) is None


def test_key_02_of_a_chainer_the_first_allowed_member_is_used():
    safe = SecretServiceKeyring()
    assert allowed_backend(fixed_chainer(PlaintextKeyring(), safe, NullKeyring())) == (safe, "Secret Service")
    assert allowed_backend(fixed_chainer(PlaintextKeyring())) is None


async def test_key_03_unlock_dialog_that_nobody_answers_says_locked_and_the_loop_lives(tmp_path: Path):
    keyring = FakeKeyring()
    secrets = secrets_with(tmp_path, keyring, limit_s=0.2)
    await secrets.store("item", "sk-abcdefgh", "keyring")
    keyring.silence = threading.Event()
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            beats += 1
            await asyncio.sleep(0.01)

    async with asyncio.TaskGroup() as group:
        beating = group.create_task(beat())
        with pytest.raises(SecretError, match="locked"):
            await secrets.resolve("item")
        assert (await secrets.status("item")).state == "set"
        beating.cancel()
    assert beats > 5
    keyring.silence.set()
    keyring.silence = None
    assert (await secrets.resolve("item")).reveal() == "sk-abcdefgh"


async def test_key_03_dismissed_dialog_says_locked(tmp_path: Path):
    keyring = FakeKeyring()
    secrets = secrets_with(tmp_path, keyring)
    await secrets.store("item", "sk-abcdefgh", "keyring")
    keyring.fault = KeyringLocked("Failed to unlock the collection!")
    with pytest.raises(SecretError, match="locked"):
        await secrets.resolve("item")


async def test_key_04_bus_that_dies_gives_one_error_and_a_retry_works(tmp_path: Path):
    keyring = FakeKeyring()
    found = 0

    def find() -> tuple[FakeKeyring, str]:
        nonlocal found
        found += 1
        return keyring, "Fake"

    secrets = KeySecrets(tmp_path, {}, find=find)
    await secrets.store("item", "sk-abcdefgh", "keyring")
    keyring.fault = ConnectionResetError("sk-abcdefgh was on its way")
    with pytest.raises(SecretError) as caught:
        await secrets.resolve("item")
    assert "sk-abcdefgh" not in f"{caught.value!r} {caught.value.hint}"
    assert caught.value.__cause__ is None
    keyring.fault = None
    assert (await secrets.resolve("item")).reveal() == "sk-abcdefgh"
    assert found == 2


async def test_key_05_renamed_entry_is_written_and_read_back_before_the_former_goes(tmp_path: Path):
    keyring = FakeKeyring()
    secrets = secrets_with(tmp_path, keyring)
    await secrets.store("before", "sk-abcdefgh", "keyring")
    keyring.calls.clear()
    await secrets.rename("before", "after")
    assert keyring.calls == [
        ("get", "before"),
        ("set", "after"),
        ("get", "after"),
        ("get", "before"),
        ("delete", "before"),
    ]
    assert keyring.held == {("qodev", "after"): "sk-abcdefgh"}
    assert [(await secrets.status(r)).state for r in ("before", "after")] == ["not_set", "set"]


async def test_key_05_rename_that_is_not_kept_leaves_the_former_entry(tmp_path: Path):
    keyring = FakeKeyring()
    secrets = secrets_with(tmp_path, keyring)
    await secrets.store("before", "sk-abcdefgh", "keyring")
    keyring.forgets = True
    with pytest.raises(SecretError):
        await secrets.rename("before", "after")
    assert keyring.held == {("qodev", "before"): "sk-abcdefgh"}
    assert (await secrets.status("before")).state == "set"


@dataclass
class Request:
    """Stands for whatever holds a request when something goes wrong."""

    headers: dict[str, str]
    secret: Secret


async def test_key_07_debug_log_and_traceback_of_a_request_hold_no_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    key = new_canary()
    secrets = secrets_with(tmp_path / "data", FakeKeyring())
    await secrets.store("item", key, "keyring")
    held = await secrets.resolve("item")
    undo = configure_logs(tmp_path / "logs", "debug", secrets=secrets.known)
    encoded = base64.b64encode(f"user:{key}".encode()).decode()
    request = Request({"Authorization": f"Bearer {key}"}, held)
    try:
        logging.getLogger("qodev").debug("sending %r %s %s", request, f"https://h/?key={key}", encoded)
        raise_with(request, key)
    except ValueError as fault:
        logging.getLogger("qodev").exception("it failed")
        sys.excepthook(ValueError, fault, fault.__traceback__)
    undo()
    written = text_of(tmp_path / "logs" / "qodev.log")
    assert "sending" in written
    assert "Illegal header value" in written
    assert finds_in_folders([tmp_path], key) == []
    assert not finds_in_bytes(capsys.readouterr().err.encode(), key)
    assert finds_in_texts([held, secrets, secrets.known], key) == []


def raise_with(request: Request, key: str) -> None:
    raise ValueError(f"Illegal header value b'Bearer {key}' in {request!r}")


def test_canary_finds_what_it_should(tmp_path: Path):
    key = new_canary()
    for name, content in {
        "plain": f"x{key}y".encode(),
        "base64_0": base64.b64encode(f"{key}".encode()),
        "base64_1": base64.b64encode(f"a{key}b".encode()),
        "base64_2": base64.b64encode(f"ab{key}".encode()),
        "utf16": key.encode("utf-16-le"),
        "clean": b"nothing",
        f"named-{key}": b"",
    }.items():
        (tmp_path / name).write_bytes(content)
    found = [Path(p).name for p in finds_in_folders([tmp_path], key, allowed=[tmp_path / "plain"])]
    assert found == ["base64_0", "base64_1", "base64_2", f"named-{key}", "utf16"]
    assert len(finds_in_texts([ValueError(key), "clean", Secret(key)], key)) == 1


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="only Linux tells what a process was started with")
def test_canary_finds_arguments_and_environments():
    key = new_canary()
    argv = [sys.executable, "-c", "import sys; print(1, flush=True); sys.stdin.read()", key]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "X": key}) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert finds_in_processes([process.pid, 1 << 30], key) == [f"{process.pid}/cmdline", f"{process.pid}/environ"]
        process.kill()


REAL = """
import asyncio, sys
from pathlib import Path
from qodev.base.errors import SecretError
from qodev.settings.secrets import KeySecrets

async def main():
    folder = Path(sys.argv[1])
    secrets = KeySecrets(folder, {})
    print(await secrets.probe())
    await secrets.store("item", "sk-real-service", "keyring")
    again = KeySecrets(folder, {})
    print((await again.resolve("item")).reveal(), (await again.status("item")).source)
    await again.rename("item", "other")
    print(await again.resolve("item"), (await again.resolve("other")).reveal())
    await again.clear("other")
    print(await again.resolve("other"), (await again.status("other")).state)

asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.skipif(
    not (shutil.which("dbus-run-session") and shutil.which("gnome-keyring-daemon")),
    reason="needs dbus-run-session and gnome-keyring-daemon",
)
def test_real_secret_service_keeps_renames_and_forgets_a_key(tmp_path: Path):
    home = tmp_path / "home"
    (home / "run").mkdir(parents=True, mode=0o700)
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(home / "run"),
        "XDG_DATA_HOME": str(home / "share"),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    script = 'printf word | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$@"'
    argv = ["dbus-run-session", "--", "sh", "-c", script, "sh", sys.executable, "-c", REAL, str(tmp_path / "data")]
    done = subprocess.run(argv, env=env, capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == [
        "Secret Service",
        "sk-real-service keyring",
        "None sk-real-service",
        "None not_set",
    ], done.stderr
    assert finds_in_folders([tmp_path / "data"], "sk-real-service") == []


def test_find_backend_is_what_the_program_uses():
    assert KeySecrets.__init__.__kwdefaults__["find"] is find_backend
