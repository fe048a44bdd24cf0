"""Starting and ending: what is loaded when, one window, drafts that outlive a kill (F19, F36, U5, U166, U167)."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QPushButton

from qodev.base.paths import AppPaths
from qodev.ui.app import refusal
from qodev.ui.kit.dialogs import QuestionDialog, ask, quit_question, unsaved_question
from qodev.ui.presenters.window_state import WindowState, load_window_state, save_window_state

HEAVY = ("httpx", "keyring", "jinja2", "tomlkit", "yaml", "mcp", "asyncio", "qasync", "markdown_it", "difflib")
LATER = (  # what is seen once there is something to see
    "qodev.ui.chat.prompt",
    "qodev.ui.chat.review_parts",
    "qodev.ui.models.history_state",
    "qodev.ui.models.mention_rows",
    "qodev.ui.models.question_state",
    "qodev.ui.models.queue_state",
    "qodev.ui.models.review_state",
    "qodev.ui.models.work_state",
)


@pytest.mark.parametrize(
    ("pyside", "python", "is_refused"),
    [("6.12.0", (3, 11), True), ("6.12.0", (3, 12), False), ("6.11.3", (3, 11), False)],
)
def test_bad_pair_of_qt_and_python_is_refused_with_one_sentence(pyside, python, is_refused):
    reason = refusal(pyside, python)
    assert bool(reason) is is_refused
    assert reason.count(". ") == 0


def _run(code: str, env: dict[str, str], **more) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=60, check=False, **more
    )


def test_at_first_paint_nothing_heavy_is_loaded(qodev_env):
    code = f"""
import os, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from qodev.base.paths import AppPaths
from qodev.ui.app import open_window
app = QApplication([])
window, state = open_window(app, AppPaths.from_env(os.environ, Path.cwd()))
print([name for name in {HEAVY!r} if name in sys.modules])
print(window.isVisible(), flush=True)
os._exit(0)
"""
    done = _run(code, qodev_env)
    assert done.stdout.split("\n")[:2] == ["[]", "True"], done.stderr


def test_finishing_the_window_loads_no_view_that_nothing_is_seen_in(qodev_env):
    code = f"""
import os, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from qodev.base.paths import AppPaths
from qodev.ui.app import open_window
app = QApplication([])
window, state = open_window(app, AppPaths.from_env(os.environ, Path.cwd()))
window.finish()
print([name for name in {LATER!r} if name in sys.modules], flush=True)
os._exit(0)
"""
    done = _run(code, qodev_env)
    assert done.stdout == "[]\n", done.stderr


def test_imports_of_the_window_read_no_source(qodev_env):
    code = """
import linecache, os
from qodev.ui.kit.imports import keep_imports_plain
keep_imports_plain()
from qodev.ui.app import import_heavy
import_heavy()
print([path for path in linecache.cache if "qodev" in path], flush=True)
os._exit(0)
"""
    done = _run(code, qodev_env)
    assert done.stdout == "[]\n", done.stderr


def test_window_state_survives_and_damage_counts_as_nothing(tmp_path):
    state = WindowState(conversation="c1", text_size=125, inspector=True)
    save_window_state(tmp_path, state)
    assert load_window_state(tmp_path) == state
    (tmp_path / "window.json").write_text(json.dumps({"text_size": "big", "inspector": True, "other": 1}))
    assert load_window_state(tmp_path) == WindowState(inspector=True)
    for text in ("{", "[]", "\xff"):
        (tmp_path / "window.json").write_text(text, encoding="latin-1")
        assert load_window_state(tmp_path) == WindowState()
    assert load_window_state(tmp_path / "missing") == WindowState()


@pytest.mark.parametrize(("running", "text"), [(1, "1 turn is running."), (2, "2 turns are running.")])
def test_quit_question_names_what_is_stopped(running, text):
    question = quit_question(running)
    shown = (question.name, question.text, question.act, question.keep)
    assert shown == ("dialog.quit", text, "Stop and quit", "Keep qodev open")


def test_unsaved_question_names_the_files_and_offers_three_answers():
    question = unsaved_question(["a.toml", "b.toml"])
    assert question.text == "2 files with unsaved changes:\n`a.toml`\n`b.toml`"
    assert (question.other, question.act, question.keep) == ("Save", "Discard 2 files", "Cancel")
    assert unsaved_question(["a.toml"]).act == "Discard 1 file"


def test_question_has_no_default_button_and_escape_is_the_safe_answer(window, qt_run, qtbot):
    async def run():
        import asyncio

        from qodev.base.tasks import TaskOwner

        tasks = TaskOwner("test", lambda _name, _fault: None)
        asked = tasks.spawn(ask(quit_question(1), window), name="ask")
        await asyncio.sleep(0.05)
        dialog = window.findChild(QuestionDialog)
        assert not any(button.isDefault() or button.autoDefault() for button in dialog.findChildren(QPushButton))
        dialog.reject()
        assert await asked is False
        again = tasks.spawn(ask(quit_question(1), window), name="ask")
        await asyncio.sleep(0.05)
        window.findChildren(QuestionDialog)[-1].act.click()
        assert await again is True

    qt_run(run())
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_no_dialog_is_run_by_exec_or_blocks():
    root = Path(__file__).parents[2] / "qodev" / "ui"
    banned = (".exec(", ".exec_(", "processEvents", "QMessageBox.question", "getOpenFileName", "getSaveFileName")
    found = [(p.name, word) for p in root.rglob("*.py") for word in banned if word in p.read_text(encoding="utf-8")]
    assert found == []


SCRIPT = """
import asyncio, os, signal, sys
from PySide6.QtWidgets import QPlainTextEdit
from qodev.ui import app as module

class Scripted(module.Program):
    async def _start(self, loop):
        await super()._start(loop)
        self._tasks.spawn(self.act(), name="act")

    async def act(self):
        try:
            await {act}
        except BaseException:
            import traceback
            traceback.print_exc()
            self._quit()

    async def type_and_die(self):
        self._presenters.conversations.create()
        await asyncio.sleep(0.3)
        self._window.centre.chat.composer.input.setPlainText("never lost")
        await asyncio.sleep(1.2)
        print("typed", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

    async def show_draft(self):
        await asyncio.sleep(0.3)
        rows = [row.id for row in self._presenters.conversations.state.rows if row.id]
        self._presenters.conversations.select(rows[0])
        await asyncio.sleep(0.3)
        print(self._window.centre.chat.composer.input.toPlainText(), flush=True)
        self._quit()

    async def wait_to_be_raised(self):
        self._window.showMinimized()
        print("ready", flush=True)
        for _ in range(200):
            await asyncio.sleep(0.05)
            if not self._window.isMinimized():
                print("raised", flush=True)
                break
        self._quit()

    async def answer_offline(self):
        first_run = self._presenters.first_run
        first_run.choose_offline()
        await asyncio.sleep(0.5)
        first_run.use_offline("echo", "hello there")
        for _ in range(100):
            await asyncio.sleep(0.05)
            if self._presenters.chat.state.state == "Done":
                break
        model = self._presenters.transcript.model
        print([row.text for row in model.rows], flush=True)
        self._window.run_action("tab_request")
        await asyncio.sleep(0.6)
        print(self._window.inspector.inspector.request.url.text(), flush=True)
        self._quit()

    async def change_language(self):
        first = self._window
        print(first.centre.chat.composer.send.text(), flush=True)
        self._presenters.conversations.create()
        await asyncio.sleep(0.3)
        first.centre.chat.composer.input.setPlainText("half a thought")
        first.profiles.manage()
        first.bodies.show_matrix()
        await self._services.preferences.change("language", "zh_CN")
        for _ in range(100):
            await asyncio.sleep(0.05)
            if self._window is not first:
                break
        await asyncio.sleep(0.3)
        composer = self._window.centre.chat.composer
        print(composer.send.text(), composer.input.toPlainText(), flush=True)
        panes = (self._window.profiles, self._window.bodies)
        print([pane.window.windowTitle() for pane in panes if pane.is_shown], self._window.settings.is_shown, flush=True)
        self._window.quit_requested.emit()

    async def change_language_while_unsaved(self):
        first = self._window
        path = next(self._paths.agents.glob("*.toml"))
        first.files.open(str(path))
        await asyncio.sleep(0.5)
        text = first.settings.window.findChild(QPlainTextEdit, "agent.text")
        text.appendPlainText("# half a thought")
        await asyncio.sleep(0.5)
        await self._services.preferences.change("language", "zh_CN")
        await asyncio.sleep(0.5)
        print(self._window is first, text.toPlainText().endswith("# half a thought"), flush=True)
        first.settings.window.page("agents").save()
        for _ in range(100):
            await asyncio.sleep(0.05)
            if self._window is not first:
                break
        await asyncio.sleep(0.5)
        settings = self._window.settings
        print(settings.is_shown, settings.page, settings.window.windowTitle(), flush=True)
        print(settings.window.findChild(QPlainTextEdit, "agent.text").toPlainText().splitlines()[-1], flush=True)
        self._window.quit_requested.emit()

    async def say_and_quit(self):
        print(self._window.centre.chat.composer.send.text(), flush=True)
        self._quit()

module.Program = Scripted
sys.exit(module.run_app())
"""


def _program(act: str) -> str:
    return SCRIPT.replace("{act}", f"self.{act}()")


@pytest.mark.slow
def test_draft_outlives_a_killed_process(qodev_env):
    killed = _run(_program("type_and_die"), qodev_env)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert "typed" in killed.stdout
    after = _run(_program("show_draft"), qodev_env)
    assert after.returncode == 0, after.stderr
    assert after.stdout.strip() == "never lost"


@pytest.mark.slow
def test_second_start_raises_the_first_window_and_ends(qodev_env):
    first = subprocess.Popen(
        [sys.executable, "-c", _program("wait_to_be_raised")],
        env=qodev_env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert first.stdout.readline().strip() == "ready"
        second = _run("import sys; from qodev.ui.app import run_app; sys.exit(run_app())", qodev_env)
        assert second.returncode == 0, second.stderr
        out, err = first.communicate(timeout=60)
        assert "raised" in out, err
    finally:
        first.kill()
        first.wait()


@pytest.mark.slow
def test_first_answer_offline_with_the_real_core(qodev_env):
    done = _run(_program("answer_offline"), qodev_env)
    assert done.returncode == 0, done.stderr
    assert "hello there" in done.stdout
    assert "POST http://127.0.0.1:" in done.stdout
    data = AppPaths.from_env(qodev_env, Path.cwd()).data
    assert load_window_state(data).conversation
    assert load_window_state(data).has_passed_first_run


@pytest.mark.slow
def test_language_changes_while_the_program_runs_and_holds_at_the_next_start(qodev_env):
    done = _run(_program("change_language"), qodev_env)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.splitlines() == ["Send", "发送 half a thought", "['智能体配置档案', '智能体的请求'] False"]
    after = _run(_program("say_and_quit"), qodev_env)
    assert (after.returncode, after.stdout.strip()) == (0, "发送"), after.stderr
    data = AppPaths.from_env(qodev_env, Path.cwd()).data
    assert load_window_state(data).language == "zh_CN"


@pytest.mark.slow
def test_another_language_waits_for_unsaved_text_and_brings_the_settings_back(qodev_env):
    paths = AppPaths.from_env(qodev_env, Path.cwd())
    paths.agents.mkdir(parents=True)
    (paths.agents / "mine.toml").write_text('name = "Mine"\nextends = "Anthropic Base Chat"\nmodel = "m"\n')
    done = _run(_program("change_language_while_unsaved"), qodev_env)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.splitlines() == ["True True", "True agents 设置", "# half a thought"]


def test_every_widget_class_of_ours_has_a_parent_or_an_owner(window):
    orphans = [w for w in window.findChildren(QObject) if w.parent() is None]
    assert orphans == []
