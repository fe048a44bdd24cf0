"""Exports, backups and imports in the window: the preview is what is saved, found secrets are ticked (U139)."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from qodev.types.history import ExportFormat
from qodev.ui.chat.export_dialog import ExportDialog
from tests.fakes.services import make_conversation
from tests.ui.conftest import Live
from tests.ui.controls import faults_of_controls

SECRET = "sk-" + "abcdefgh12345678"


async def start(live: Live) -> None:
    live.services.conversations.add(make_conversation("c1", "Work / later", last_text="x"))
    live.presenters.load("c1")
    await live.settle()


async def act(live: Live, name: str) -> None:
    live.window.action_set[name].trigger()
    await live.settle()


def dialog_of(live: Live) -> ExportDialog:
    (found,) = live.window.findChildren(ExportDialog)
    return found


def file_dialog(live: Live) -> QFileDialog:
    (found,) = live.window.findChildren(QFileDialog)
    return found


def test_found_secrets_are_ticked_and_the_preview_is_what_is_saved(
    live: Callable[[], Live], qt_run, tmp_path: Path
) -> None:
    async def scene() -> None:
        here = live()
        await start(here)
        here.services.transfer.text, here.services.transfer.secrets = f"# Work {SECRET}", (SECRET,)
        await act(here, "export")
        dialog = dialog_of(here)
        assert dialog.objectName() == "export.dialog"
        assert dialog.preview.toPlainText() == "# Work •••"
        row = dialog.secrets.item(0)
        assert row.checkState() is Qt.CheckState.Checked
        assert SECRET not in row.text()
        assert faults_of_controls(dialog) == []
        row.setCheckState(Qt.CheckState.Unchecked)
        assert not dialog.save.isEnabled()
        assert faults_of_controls(dialog) == []
        await here.settle()
        assert dialog.preview.toPlainText() == f"# Work {SECRET}"
        row.setCheckState(Qt.CheckState.Checked)
        await here.settle()
        dialog.save.click()
        chosen = file_dialog(here)
        assert Path(chosen.selectedFiles()[0]).name == "Work-later.md"
        chosen.fileSelected.emit(str(tmp_path / "out.md"))
        await here.settle()
        assert (tmp_path / "out.md").read_text() == "# Work •••"
        await here.stop()

    qt_run(scene())


def test_every_choice_asks_for_another_preview(live: Callable[[], Live], qt_run) -> None:
    async def scene() -> None:
        here = live()
        await start(here)
        await act(here, "export")
        dialog = dialog_of(here)
        for check in (dialog.thinking, dialog.outputs, dialog.images, dialog.project):
            check.click()
            await here.settle()
        dialog.format.setCurrentIndex(2)
        await here.settle()
        last = here.services.transfer.asked[-1]
        assert (last.thinking, last.outputs, last.images, last.project_name) == (False,) * 4
        assert last.format is ExportFormat.JSON
        dialog.cancel.click()
        await here.settle()
        await here.stop()

    qt_run(scene())


@pytest.mark.parametrize(
    ("action", "name", "words"),
    [
        ("backup", "all.json", "2 conversations backed up."),
        ("import_backup", "all.json", "3 conversations added."),
        ("import_backup", "bad.json", ""),
    ],
)
def test_backup_and_import_ask_for_a_file_and_say_what_came_of_it(
    live: Callable[[], Live], qt_run, tmp_path: Path, action: str, name: str, words: str
) -> None:
    async def scene() -> None:
        here = live()
        await start(here)
        await act(here, action)
        file_dialog(here).fileSelected.emit(str(tmp_path / name))
        await here.settle()
        if words:
            assert here.window.messages.toast.text.text() == words
        else:
            assert "Nothing was imported." in here.window.centre.chat.notice_banner.text.text()
        await here.stop()

    qt_run(scene())


def test_backup_that_cannot_be_written_says_why(live: Callable[[], Live], qt_run, tmp_path: Path) -> None:
    async def scene() -> None:
        here = live()
        await start(here)
        here.services.transfer.fault = OSError(28, "No space left on device")
        await act(here, "backup")
        file_dialog(here).fileSelected.emit(str(tmp_path / "all.json"))
        await here.settle()
        assert "no space left" in here.window.centre.chat.notice_banner.text.text()
        await here.stop()

    qt_run(scene())
