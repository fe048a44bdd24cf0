"""What every test gets: offscreen Qt, folders of its own, and no network but loopback."""

import gc
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before any test imports Qt
for _name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy", "QODEV_HOME"):
    os.environ.pop(_name, None)
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"  # no test reaches a real keyring unasked

import pytest  # noqa: E402  the platform is chosen first

from qodev.base.paths import AppPaths  # noqa: E402

_LOOPBACK = ("127.", "::1", "localhost")

gc.disable()  # until everything is collected: thousands of tests, none of them garbage


def pytest_collection_finish() -> None:
    """Lets Python's collector begin, and keeps it from walking all tests each time."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """Keeps Python's collector on this thread around tests with Qt: in a worker it deletes windows, and Qt crashes.

    Not a fixture, since a test's arguments, its window among them, live on until its last fixture has ended.
    """
    if not _has_qt(item):
        return (yield)
    if gc.isenabled():
        gc.disable()
        gc.freeze()  # what was imported for the whole run is not looked at again by each collection
    try:
        return (yield)
    finally:
        if not _has_qt(nextitem):
            for held in ("last_type", "last_value", "last_traceback"):
                sys.__dict__.pop(held, None)  # the frames of a failure hold the windows of their test
            gc.collect()
            gc.enable()


def _has_qt(item: pytest.Item | None) -> bool:
    return "qapp" in getattr(item, "fixturenames", ())


_OVER_RIGHTS = "-dac_override,-dac_read_search"  # with which root reads and writes whatever the rights of a file say
_IN_CHILD = "QODEV_TEST_RIGHTS"


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test with the marker `rights` in a child that the rights of files bind, when root runs the tests."""
    if pyfuncitem.get_closest_marker("rights") is None or _IN_CHILD in os.environ:
        return None
    if os.name == "nt":
        pytest.skip("files have no such rights there")
    if os.geteuid() != 0:
        return None
    if shutil.which("setpriv") is None:
        pytest.skip("root, and no setpriv to give up what root may")
    gives_up = ["setpriv", "--bounding-set", _OVER_RIGHTS, "--inh-caps", _OVER_RIGHTS]
    with tempfile.TemporaryDirectory() as made:
        runs = [sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:randomly", "--basetemp", f"{made}/tests"]
        done = subprocess.run(
            [*gives_up, *runs, pyfuncitem.nodeid],
            cwd=pyfuncitem.config.rootpath,
            env=os.environ | {_IN_CHILD: "1"},
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    return True


@pytest.fixture(autouse=True)
def _loopback_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuses every connection that leaves this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        if isinstance(address, tuple) and not str(address[0]).startswith(_LOOPBACK):
            raise OSError(f"a test tried to reach {address[0]}")
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture
def app_paths(tmp_path: Path) -> AppPaths:
    """Returns folders below a temporary QODEV_HOME; none exists yet."""
    env = {"QODEV_HOME": str(tmp_path / "home"), "HOME": str(tmp_path / "user")}
    return AppPaths.from_env(env, tmp_path)


@pytest.fixture
def qodev_env(tmp_path: Path) -> dict[str, str]:
    """Returns an environment for child processes that keeps everything below a temporary folder."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    home = tmp_path / "user"
    home.mkdir(exist_ok=True)
    return kept | {
        "QODEV_HOME": str(tmp_path / "home"),
        "HOME": str(home),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
