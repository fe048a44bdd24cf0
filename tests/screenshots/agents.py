"""Scenes 17 and 18 and the list of agents: on real services with invented files in a folder of their own."""

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from qodev.base.paths import AppPaths
from qodev.ui.kit.theme import Appearance
from qodev.ui.models.agent_editor_state import EditorMode
from qodev.ui.pages.problems import ProblemsPage
from tests.fakes.agent_stage import AgentStage

if TYPE_CHECKING:
    from tests.screenshots.scenes import Stage

REVIEWER = """# Reviews of the payments team. Short answers, no small talk.
schema_version = 1

name        = "Ledger Reviewer"
description = "Reviews changes of the ledger, one finding a line."
extends     = "Claude Sonnet 4.6 Chat"
tags        = ["review", "ledger"]

enable_thinkin = true

[match]
file_patterns = ["*.py"]
path_patterns = ["*/ledger/*"]

[body]
max_tokens     = 4096  # a review is short
stop_sequences = ["END OF REVIEW"]

[body.output_config]
effort = "medium"
"""
FAST = 'schema_version = 1\nname = "Ledger Fast"\nextends = "Ledger Reviewer"\nmodel = "claude-haiku-4-5"\n'
LOCAL = 'schema_version = 1\nname = "Notes Local"\nextends = "Ollama Base Chat"\nmodel = "qwen3.5:4b"\nhidden = true\n'
UNCLOSED = 'schema_version = 1\nname = "Refund Helper\nextends = "OpenAI Base Chat"\n'
LOST = 'schema_version = 1\nname = "Docs"\nextends = "OpenAI Bse Chat"\nmodel = "gpt-5.5"\n'
BODY = """schema_version = 1
name = "Broken Body"
extends = "Anthropic Base Chat"
model = "claude-sonnet-4-6"

[body]
prompt = '''
{"text": "{{ ctx.prefix }}"}
'''
"""


async def _set_up(stage: "Stage") -> AgentStage:
    folder = Path(tempfile.gettempdir()) / "qodev"
    shutil.rmtree(folder, ignore_errors=True)
    paths = AppPaths.from_env({"QODEV_HOME": str(folder), "HOME": str(folder)}, folder)
    paths.agents.mkdir(parents=True)
    made = AgentStage(stage.window.theme, paths)
    files = (
        ("ledger_reviewer", REVIEWER),
        ("ledger_fast", FAST),
        ("notes", LOCAL),
        ("refund", UNCLOSED),
        ("docs", LOST),
    )
    for name, text in (*files, ("broken_body", BODY)):
        made.write(f"{name}.toml", text)
    appearance = Appearance(stage.window.theme.appearance)
    await made.__aenter__()
    await made.services.preferences.change("appearance", appearance.value)
    stage.shown = made.window

    async def close() -> None:
        await made.__aexit__(None, None, None)
        shutil.rmtree(folder, ignore_errors=True)

    stage.closing.append(close)
    return made


async def agent_editor(stage: "Stage") -> None:
    """Split view, letters, an array that was replaced whole, reasons, the live request, an override with Reset."""
    made = await _set_up(stage)
    await made.services.agents.set_model("Ledger Reviewer", "claude-opus-4-8")
    await made.open("Ledger Reviewer")
    editor = made.page.editor
    editor.set_mode(EditorMode.SPLIT)
    editor.text.go_to(7, 5)
    await made.rest()
    editor.form.ensureVisible(0, 0)
    await stage.settle(0.5)


async def agent_broken(stage: "Stage") -> None:
    """A form that is paused, a quick fix, the last good request, and the Problems pane."""
    made = await _set_up(stage)
    await made.open("Ledger Reviewer")
    editor = made.page.editor
    editor.set_mode(EditorMode.SPLIT)
    await stage.settle(0.5)
    text = editor.text.edit
    text.setFocus(Qt.FocusReason.OtherFocusReason)
    text.go_to(13, 28)
    text.insertPlainText(' "*/payments')
    await made.rest()
    await stage.settle(0.5)
    holder = QWidget()
    holder.resize(1440, 1140)
    problems = ProblemsPage(stage.window.theme)
    made.presenters.general.load()
    problems.show_state(made.presenters.general.problems)
    problems.setFixedHeight(240)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    made.window.setParent(holder, Qt.WindowType.Widget)
    column.addWidget(made.window, 1)
    column.addWidget(problems)
    holder.show()
    made.window.show()
    stage.shown = holder
    await stage.settle(0.5)


async def agent_list(stage: "Stage") -> None:
    """User, bundled and rejected files; hidden agents and bases listed."""
    made = await _set_up(stage)
    made.page.pane.show_hidden.click()
    made.page.pane.show_bases.click()
    await made.open("Broken Body")
    await stage.settle(0.5)


async def agent_small(stage: "Stage") -> None:
    """The least settings window."""
    made = await _set_up(stage)
    made.window.resize(800, 560)
    await made.open("Ledger Reviewer")
    await stage.settle(0.5)


async def agent_form(stage: "Stage") -> None:
    """The form with the body below it, beside the request."""
    made = await _set_up(stage)
    await made.open("Ledger Reviewer")
    made.page.editor.set_mode(EditorMode.FORM)
    made.page.editor.form.focus_key("body.messages")
    await made.rest()
    bar = made.page.editor.form.verticalScrollBar()
    bar.setValue(bar.maximum())
    await stage.settle(0.5)
