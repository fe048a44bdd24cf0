"""Scenes of the settings window and of documents."""

from typing import TYPE_CHECKING

from qodev.ui.pages.page import Target

if TYPE_CHECKING:
    from tests.screenshots.scenes import Stage

_FILE = "/home/user/.config/qodev/settings.toml"
_TEXT = '# Mine\ntext_size = 110\nproxy = "none"\n'


async def _open(stage: "Stage", page: str, target: Target | None = None) -> None:
    stage.presenters.load("")
    stage.window.settings.open(page, target)
    stage.shown = stage.window.settings.window
    await stage.settle()


async def settings_search(stage: "Stage") -> None:
    """A query with hits on several pages, and the found control marked."""
    await _open(stage, "general")
    window = stage.window.settings.window
    assert window is not None
    window.search.input.setText("agent")
    await stage.settle(0.5)
    window.open_page("general", Target(control="settings.general.extra_agent_folders"))
    await stage.settle(0.1)


async def general(stage: "Stage") -> None:
    """Changed, forced and refused settings."""
    stage.services.preferences.values["send_key"] = "ctrl_enter"
    stage.services.preferences.store.forced["restore_at_start"] = "QODEV_RESTORE_AT_START"
    await _open(stage, "general")


async def general_below(stage: "Stage") -> None:
    """Prices, notifications, and an address of a proxy that was refused."""
    stage.services.preferences.values["prices"] = {
        "claude-sonnet-4-6": {"input": 3.0, "output": 15.0},
        "qwen3.5:4b": {"input": 0.0, "output": 0.0},
    }
    stage.services.preferences.values["proxy"] = "http://proxy:8080"
    await _open(stage, "general", Target(control="settings.general.ca_file"))
    stage.presenters.settings.change("proxy", "proxy")
    await stage.settle()


async def keyboard(stage: "Stage") -> None:
    """A clash that names the other action."""
    stage.services.preferences.values["keys"] = {"inspector": ("Ctrl+I",)}
    await _open(stage, "general", Target(control="settings.keys", item="problems"))
    page = stage.window.settings.window.page("general")  # type: ignore[union-attr]  # it was opened
    page.keyboard.change.click()
    page.keyboard.capture.edit.setKeySequence("Ctrl+B")
    await stage.settle()


async def file_changed(stage: "Stage") -> None:
    """A file that another program wrote while it has unsaved changes."""
    stage.services.documents.files[_FILE] = _TEXT
    stage.presenters.load("")
    stage.window.files.open(_FILE, 3, 1)
    await stage.settle()
    editor = stage.window.files.front
    assert editor is not None
    editor.text.insertPlainText("log_level = 'debug'\n")
    stage.services.documents.change(_FILE, _TEXT.replace("110", "120"))
    stage.shown = editor
    await stage.settle()
