"""Locks: one owner, taken over when it is dead (S165)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from qodev.base.locks import InstanceLock, LockOwner, held, start_of

HOLDER = """
import sys
from pathlib import Path
from qodev.base.locks import InstanceLock
lock = InstanceLock(Path(sys.argv[1]))
assert lock.acquire() is None
print("held", flush=True)
sys.stdin.read()
"""


def start_holder(path: Path) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_acquire_second_owner_sees_the_first(tmp_path: Path):
    path = tmp_path / "qodev.lock"
    with start_holder(path) as holder:
        assert InstanceLock(path).acquire() == LockOwner(holder.pid, start_of(holder.pid))
        holder.kill()


def test_acquire_after_the_owner_died_takes_over(tmp_path: Path):
    path = tmp_path / "qodev.lock"
    with start_holder(path) as holder:
        holder.kill()
        holder.wait()
    lock = InstanceLock(path)
    assert lock.acquire() is None
    lock.release()


def test_release_lets_the_next_in(tmp_path: Path):
    first, second = (InstanceLock(tmp_path / "l") for _ in range(2))
    assert first.acquire() is None
    assert second.acquire() == LockOwner(os.getpid(), start_of(os.getpid()))
    first.release()
    assert second.acquire() is None
    second.release()
    second.release()


def test_lock_file_is_for_its_owner_alone(tmp_path: Path):
    lock = InstanceLock(tmp_path / "l")
    lock.acquire()
    assert (tmp_path / "l").stat().st_mode & 0o777 == 0o600
    lock.release()


def test_acquire_in_a_missing_folder_raises(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        InstanceLock(tmp_path / "no" / "l").acquire()


def test_start_of_dead_and_own_process():
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    assert start_of(process.pid) is None
    assert start_of(os.getpid())


def test_held_waits_for_the_other_and_gives_up(tmp_path: Path):
    with held(tmp_path / "l"), pytest.raises(TimeoutError), held(tmp_path / "l", limit_s=0.05):
        pass
    with held(tmp_path / "l", limit_s=0.05):
        pass


@pytest.mark.parametrize(
    ("started", "now", "is_owned"),
    [
        ("5", "5", True),
        ("5", "6", False),
        ("5", None, False),
        ("", None, False),
        ("", "6", True),
        ("5", "", True),
    ],
)
def test_acquire_without_system_locks_goes_by_number_and_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: str, now: str | None, is_owned: bool
):
    import errno
    import fcntl

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(fcntl, "flock", refuse)
    (tmp_path / "l").write_text(f'{{"pid": 42, "started": "{started}"}}')
    lock = InstanceLock(tmp_path / "l", starts=lambda pid: now)
    assert lock.acquire() == (LockOwner(42, started) if is_owned else None)
    lock.release()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": "x", "started": ""}', "\xff"])
def test_acquire_over_a_damaged_file_nobody_holds(tmp_path: Path, text: str):
    (tmp_path / "l").write_bytes(text.encode("latin-1"))
    lock = InstanceLock(tmp_path / "l")
    assert lock.acquire() is None
    lock.release()
