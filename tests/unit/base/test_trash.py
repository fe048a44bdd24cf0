"""The system's trash, and the folder beside a file where there is none."""

import sys
from pathlib import Path

import pytest

from qodev.base.trash import Trash, find_recycled, restore

NOON = 1_700_000_000.0
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the freedesktop rules are for Linux")


def trash(home: Path, platform: str = "linux", **env: str) -> Trash:
    """Returns a trash whose home is a temporary folder."""
    return Trash(env, home, lambda: NOON, platform)


@linux_only
def test_a_file_goes_to_the_home_trash_with_its_place_and_date(tmp_path: Path) -> None:
    file = tmp_path / "my agents" / "é 100%.toml"
    file.parent.mkdir()
    file.write_bytes(b"x\r\n")
    kept = trash(tmp_path).put(file)
    folder = tmp_path / ".local" / "share" / "Trash"
    assert kept == folder / "files" / file.name
    lines = (folder / "info" / f"{file.name}.trashinfo").read_text("ascii").splitlines()
    assert lines[:2] == ["[Trash Info]", f"Path={tmp_path}/my%20agents/%C3%A9%20100%25.toml"]
    assert lines[2].startswith("DeletionDate=2023-11-1")
    assert folder.stat().st_mode & 0o077 == 0
    restore(kept, file)
    assert file.read_bytes() == b"x\r\n"
    assert [*(folder / "files").iterdir(), *(folder / "info").iterdir()] == []


@linux_only
def test_the_trash_follows_the_data_folder(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text("a")
    assert trash(tmp_path, XDG_DATA_HOME=str(tmp_path / "data")).put(file) == tmp_path / "data/Trash/files/a.toml"


@linux_only
def test_equal_names_are_told_apart(tmp_path: Path) -> None:
    kept = []
    for content in ("1", "2", "3"):
        file = tmp_path / "a.toml"
        file.write_text(content)
        kept.append(trash(tmp_path).put(file))
    assert [path.name for path in kept] == ["a.toml", "a 2.toml", "a 3.toml"]
    assert [path.read_text() for path in kept] == ["1", "2", "3"]


@linux_only
def test_a_link_goes_itself(tmp_path: Path) -> None:
    target = tmp_path / "target.toml"
    target.write_text("x")
    link = tmp_path / "link.toml"
    link.symlink_to(target)
    kept = trash(tmp_path).put(link)
    assert kept.is_symlink()
    assert target.read_text() == "x"
    restore(kept, link)
    assert link.is_symlink()


def test_with_a_home_of_its_own_nothing_leaves_it(tmp_path: Path) -> None:
    file = tmp_path / "config" / "a.toml"
    file.parent.mkdir()
    file.write_text("x")
    kept = trash(tmp_path, QODEV_HOME=str(tmp_path)).put(file)
    assert kept == tmp_path / "config" / ".trash" / "a.toml"
    restore(kept, file)
    assert file.read_text() == "x"
    assert not kept.parent.exists()


@pytest.mark.rights
def test_a_trash_that_cannot_be_written_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / ".local").mkdir(mode=0o500)
    file = tmp_path / "a.toml"
    file.write_text("x")
    assert trash(tmp_path).put(file) == tmp_path / ".trash" / "a.toml"


@linux_only
def test_a_trash_that_is_a_file_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / ".local").write_text("no folder")
    file = tmp_path / "a.toml"
    file.write_text("x")
    assert trash(tmp_path).put(file) == tmp_path / ".trash" / "a.toml"


def test_macos_has_one_folder(tmp_path: Path) -> None:
    file = tmp_path / "agents" / "a.toml"
    file.parent.mkdir()
    file.write_text("x")
    assert trash(tmp_path, "darwin").put(file) == tmp_path / ".Trash" / "a.toml"


@pytest.mark.skipif(sys.platform == "win32", reason="there is a shell")
def test_without_a_windows_shell_the_file_stays_beside(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text("x")
    assert trash(tmp_path, "win32").put(file) == tmp_path / ".trash" / "a.toml"


def test_a_restored_file_replaces_none(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text("before")
    kept = trash(tmp_path, QODEV_HOME="x").put(file)
    file.write_text("new")
    with pytest.raises(FileExistsError):
        restore(kept, file)
    assert (file.read_text(), kept.read_text()) == ("new", "before")


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        trash(tmp_path).put(tmp_path / "nothing.toml")
    assert list(tmp_path.iterdir()) == []


def info(version: int, path: str, date: int) -> bytes:
    """Returns the bytes of a `$I` file of a recycle bin."""
    head = version.to_bytes(8, "little") + (5).to_bytes(8, "little") + date.to_bytes(8, "little")
    if version == 1:
        return head + path.encode("utf-16-le").ljust(520, b"\0")
    return head + (len(path) + 1).to_bytes(4, "little") + f"{path}\0".encode("utf-16-le")


def test_a_recycled_file_is_found_by_its_place(tmp_path: Path) -> None:
    bin_ = tmp_path / "S-1-5-21"
    bin_.mkdir()
    (bin_ / "$I111.toml").write_bytes(info(2, "C:\\Users\\me\\a.toml", 10))
    (bin_ / "$I222.toml").write_bytes(info(2, "c:\\users\\ME\\a.toml", 20))
    (bin_ / "$I333.toml").write_bytes(info(1, "C:\\Users\\me\\b.toml", 30))
    (bin_ / "$Ibad").write_bytes(b"\x02")
    assert find_recycled(tmp_path, "C:\\Users\\me\\a.toml") == bin_ / "$R222.toml"
    assert find_recycled(tmp_path, "C:\\Users\\me\\b.toml") == bin_ / "$R333.toml"
    assert find_recycled(tmp_path, "C:\\Users\\me\\c.toml") is None
    (bin_ / "$R222.toml").write_text("x")
    restore(bin_ / "$R222.toml", tmp_path / "a.toml")
    assert not (bin_ / "$I222.toml").exists()
