"""Folders are watched with Qt, replaced files included (A45)."""

from qodev.ui.watch import QtFolderWatch
from tests.ui.stall import StallWatch


def test_watch_change_in_folder_is_told(qtbot, tmp_path):
    watch = QtFolderWatch()
    calls: list[int] = []
    watch.watch([tmp_path], lambda: calls.append(1))
    (tmp_path / "a.toml").write_text("x = 1\n")
    qtbot.waitUntil(lambda: bool(calls))
    watch.stop()


def test_watch_file_replaced_twice_is_told_twice(qtbot, tmp_path):
    file = tmp_path / "pipelines.toml"
    file.write_text("a")
    watch = QtFolderWatch()
    calls: list[int] = []
    watch.watch([file], lambda: calls.append(1))
    for round_ in (1, 2):
        fresh = tmp_path / f"fresh{round_}"
        fresh.write_text(str(round_))
        fresh.replace(file)
        qtbot.waitUntil(lambda wanted=round_: len(calls) >= wanted)
    watch.stop()


def test_watch_folder_that_comes_later_is_taken_in(qtbot, tmp_path):
    watch = QtFolderWatch()
    calls: list[int] = []
    later = tmp_path / "roles"
    watch.watch([tmp_path, later], lambda: calls.append(1))
    later.mkdir()
    qtbot.waitUntil(lambda: bool(calls))
    seen = len(calls)
    (later / "new.md").write_text("x")
    qtbot.waitUntil(lambda: len(calls) > seen)
    watch.stop()


def test_watch_after_stop_nothing_is_told(qtbot, tmp_path):
    watch = QtFolderWatch()
    calls: list[int] = []
    watch.watch([tmp_path], lambda: calls.append(1))
    watch.stop()
    watch.tell_now()
    (tmp_path / "a").write_text("x")
    qtbot.wait(150)
    assert not calls


def test_watch_file_that_comes_later_and_changes_is_told(qtbot, tmp_path):
    watch = QtFolderWatch()
    calls: list[int] = []
    later = tmp_path / "pipelines.toml"
    watch.watch([later, tmp_path / "none" / "at_all"], lambda: calls.append(1))
    for content in ("a", "b"):
        seen = len(calls)
        later.write_text(content)
        qtbot.waitUntil(lambda before=seen: len(calls) > before)
    watch.stop()


def test_watch_file_written_in_place_is_told(qtbot, tmp_path):
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text("x = 1\n")
    watch = QtFolderWatch()
    calls: list[int] = []
    watch.watch([tmp_path], lambda: calls.append(1))
    qtbot.wait(50)
    for content in ("x = 2\n", "x = 3\n"):
        seen = len(calls)
        with (tmp_path / "a.toml").open("r+") as file:
            file.write(content)
        qtbot.waitUntil(lambda before=seen: len(calls) > before)
    watch.stop()


def test_watch_new_file_is_watched_too(qtbot, tmp_path):
    watch = QtFolderWatch()
    calls: list[int] = []
    watch.watch([tmp_path], lambda: calls.append(1))
    (tmp_path / "new.toml").write_text("x = 1\n")
    qtbot.waitUntil(lambda: bool(calls))
    qtbot.wait(120)
    seen = len(calls)
    with (tmp_path / "new.toml").open("r+") as file:
        file.write("x = 2\n")
    qtbot.waitUntil(lambda: len(calls) > seen)
    watch.stop()


def test_watch_takes_a_thousand_files_without_a_stall(qtbot, tmp_path):
    for number in range(1000):
        (tmp_path / f"{number}.toml").write_text("x = 1\n")
    watch = QtFolderWatch()
    calls: list[int] = []
    stalls = StallWatch()
    stalls.start()
    watch.watch([tmp_path], lambda: calls.append(1))
    qtbot.wait(300)
    with (tmp_path / "999.toml").open("r+") as file:
        file.write("x = 2\n")
    qtbot.waitUntil(lambda: bool(calls))
    stalls.stop()
    stalls.check()
    watch.stop()
