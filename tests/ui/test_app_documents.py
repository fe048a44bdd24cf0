"""The whole program with its real core: unsaved documents outlive a kill, quitting asks, settings act live (U5, U35)."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from qodev.base.paths import AppPaths

pytestmark = pytest.mark.slow

SCRIPT = """
import asyncio, os, signal, sys
from PySide6.QtWidgets import QDialog
from qodev.ui import app as module
from qodev.ui.kit.dialogs import QuestionDialog

class Scripted(module.Program):
    async def _start(self, loop):
        await super()._start(loop)
        self._tasks.spawn(self.act(), name="act")

    async def act(self):
        try:
            await self.{act}()
        except BaseException:
            import traceback
            traceback.print_exc()
            self._quit()

    async def until(self, is_so):
        async with asyncio.timeout(40):
            while not is_so():
                await asyncio.sleep(0.02)

    def has_draft(self):
        drafts = (self._paths.state / "drafts").rglob("*")
        return any(b"never saved" in path.read_bytes() for path in drafts if path.is_file())

    async def at_rest(self):
        for presenter in (*self._presenters.all, *self._presenters.pages):
            await presenter.wait()

    async def open_settings_file(self):
        path = str(self._paths.settings)
        self._window.files.open(path)
        await self.until(lambda: self._window.files.front is not None and self._window.files.front.isVisible())
        return self._window.files.front

    def question(self):
        found = [d for d in self._app.topLevelWidgets() if isinstance(d, QuestionDialog) and d.isVisible()]
        return found[0] if found else None

    async def type_and_die(self):
        editor = await self.open_settings_file()
        editor.text.setPlainText("# typed and never saved")
        await self.until(self.has_draft)
        print("typed", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

    async def show_restored(self):
        await self.until(lambda: self._window.files.front is not None and self._window.files.front.isVisible())
        await self.until(lambda: self._window.files.front.text.toPlainText())
        print(self._window.files.front.text.toPlainText(), flush=True)
        print(self._window.files.front.bar.state.text(), flush=True)
        self._quit()

    async def quit_with_unsaved(self):
        editor = await self.open_settings_file()
        editor.text.setPlainText("text_size = 120" + chr(10))
        self._window.quit_requested.emit()
        await self.until(lambda: self.question() is not None)
        print(self.question().objectName(), flush=True)
        self.question().keep.click()
        await self.until(lambda: self.question() is None and not self._is_asking)
        print("still here", not self._quitting.done(), flush=True)
        self._window.quit_requested.emit()
        await self.until(lambda: self.question() is not None)
        self.question().other.click()

    async def change_settings_outside(self):
        self._paths.settings.write_text("text_size = 150" + chr(10) + 'log_level = "debug"' + chr(10))
        await self.until(lambda: self._window.theme.theme.scale == 1.5)
        import logging
        await self.until(lambda: logging.getLogger().level == logging.DEBUG)
        print("the log follows too", flush=True)
        self._quit()

    async def begin_conversation(self):
        self._presenters.conversations.create()
        await self.until(lambda: bool(self._presenters.conversations.state.selected))
        self._quit()

    async def say_conversation(self):
        await asyncio.sleep(0.3)
        print(bool(self._presenters.conversations.state.selected), flush=True)
        self._quit()

    async def repair_agent(self):
        window = self._window
        window.run_action("problems")
        page = window.problems.dock.page
        def wanted():
            return next((row for row in page.model.rows if row.fix and "enable_thinkin" in row.message), None)

        await self.until(wanted)
        row = wanted()
        page.fix_requested.emit(row)
        documents = self._presenters.documents
        await self.until(lambda: bool(documents.dirty()))
        (dirty,) = documents.dirty()
        print(window.settings.window.key, dirty.name, dirty.place, flush=True)
        print(self._presenters.agent_page.documents.text, flush=True)
        await documents.discard_all()
        self._quit()

    async def open_every_page(self):
        for page in ("general", "providers", "agents", "roles", "pipelines"):
            self._window.settings.open(page)
            await self.until(lambda: self._window.settings.window.page(page).isVisible())
            await self.at_rest()
            print(page, self._window.settings.window.key, flush=True)
        self._window.settings.window.search.input.setText("claude")
        await self.until(lambda: len(self._window.settings.window.search.hits) > 5)
        print("found", flush=True)
        self._quit()

module.Program = Scripted
sys.exit(module.run_app())
"""


def _run(act: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    code = SCRIPT.replace("{act}", act)
    return subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=90, check=False
    )


def _settings(env: dict[str, str]) -> Path:
    return AppPaths.from_env(env, Path.cwd()).settings


def test_unsaved_document_outlives_a_killed_process(qodev_env):
    killed = _run("type_and_die", qodev_env)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert not _settings(qodev_env).exists()
    after = _run("show_restored", qodev_env)
    assert after.stdout.splitlines() == ["# typed and never saved", "Unsaved changes"], after.stderr


def test_quitting_asks_about_unsaved_documents_and_saves_them(qodev_env):
    done = _run("quit_with_unsaved", qodev_env)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["dialog.unsaved", "still here True"], done.stderr
    assert _settings(qodev_env).read_text(encoding="utf-8") == "text_size = 120\n"


def test_settings_that_another_program_wrote_act_at_once(qodev_env):
    _settings(qodev_env).parent.mkdir(parents=True, exist_ok=True)
    _settings(qodev_env).write_text("text_size = 100\n", encoding="utf-8")
    done = _run("change_settings_outside", qodev_env)
    assert (done.returncode, done.stdout.strip()) == (0, "the log follows too"), done.stderr


def test_last_conversation_is_opened_at_start_unless_the_setting_says_no(qodev_env):
    assert _run("begin_conversation", qodev_env).returncode == 0
    assert _run("say_conversation", qodev_env).stdout.strip() == "True"
    assert _run("say_conversation", {**qodev_env, "QODEV_RESTORE_AT_START": "off"}).stdout.strip() == "False"


def test_problem_of_an_agent_is_repaired_in_the_agent_editor_and_not_saved(qodev_env):
    agents = AppPaths.from_env(qodev_env, Path.cwd()).agents
    agents.mkdir(parents=True)
    text = 'schema_version = 1\nname = "Mine"\nextends = "OpenAI Base Chat"\nenable_thinkin = true\n'
    (agents / "mine.toml").write_text(text, encoding="utf-8")
    done = _run("repair_agent", qodev_env)
    assert done.returncode == 0, done.stderr
    repaired = text.replace("enable_thinkin", "enable_thinking")
    assert done.stdout.rstrip("\n") == f"agents mine.toml settings\n{repaired}".rstrip("\n"), done.stderr
    assert (agents / "mine.toml").read_text(encoding="utf-8") == text


def test_every_page_opens_with_the_real_core(qodev_env):
    done = _run("open_every_page", qodev_env)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    pages = ("general", "providers", "agents", "roles", "pipelines")
    assert done.stdout.splitlines() == [*(f"{page} {page}" for page in pages), "found"], done.stderr
