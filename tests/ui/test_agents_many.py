"""A thousand agents, errors among them: the page opens, filters and reloads without holding the window (U1, U43)."""

import asyncio

import pytest
from PySide6.QtTest import QTest

from qodev.ui.models.agent_editor_state import EditorMode
from tests.fakes.agent_stage import AgentStage
from tests.ui.stall import StallWatch

COUNT = 1000
_PROMPT = "You review code for the ledger, line by line. " * 20


def _agent(number):
    if number % 50 == 7:
        return f'name = "Agent {number}\n'
    if number % 50 == 8:
        return f'schema_version = 1\nname = "Agent {number}"\nextends = "Nobody {number}"\n'
    tags = f'["team{number % 40}", "chat"]'
    unknown = "enable_thinkin = true\n" if number % 20 == 3 else ""
    return (
        f'schema_version = 1\nname = "Agent {number}"\nextends = "Anthropic Base Chat"\nmodel = "model-{number}"\n'
        f'description = "Number {number}."\ntags = {tags}\nsystem_prompt = "{_PROMPT}{number}"\n{unknown}'
    )


@pytest.fixture
def many(theme, app_paths):
    app_paths.agents.mkdir(parents=True)
    for number in range(COUNT):
        (app_paths.agents / f"agent_{number:04}.toml").write_text(_agent(number))
    return AgentStage(theme, app_paths)


def _count(stage):
    return sum(not row.is_heading for row in stage.page.pane.list.rows.rows)


@pytest.mark.slow
def test_page_opens_filters_and_reloads_a_thousand_agents_without_a_stall(many, qt_run):
    async def scenario():
        watch = StallWatch()
        async with many as stage:
            await stage.rest()
            assert _count(stage) > COUNT
            watch.start()
            stage.page.opened()
            await stage.rest()
            stage.page.pane.filter.setFocus()
            for letter in "ledger 77":
                QTest.keyClicks(stage.page.pane.filter, letter)
                await asyncio.sleep(0.02)
            assert 0 < _count(stage) < 100
            stage.page.pane.filter.clear()
            await asyncio.sleep(0.05)
            stage.write("agent_0500.toml", _agent(500).replace("Number", "Nummer"))
            stage.page.pane.reload.click()
            await stage.until(stage.page.toast.isVisible)
            await stage.rest()
            await stage.open("Agent 999")
            stage.page.editor.set_mode(EditorMode.SPLIT)
            edit = stage.page.editor.text.edit
            await stage.focus(edit)
            edit.go_to(5, 16)
            for letter in "typed without a wait":
                QTest.keyClicks(edit, letter)
                await asyncio.sleep(0.03)
            await stage.rest()
            assert "typed without a wait" in stage.page.editor.form.row("description").control.text()
            watch.stop()
        watch.check()

    qt_run(scenario(), 110)


@pytest.mark.slow
def test_filter_of_a_thousand_agents_answers_each_key_at_once(many, qt_run):
    async def scenario():
        watch = StallWatch()
        async with many as stage:
            await stage.rest()
            watch.start()
            for text in ("l", "le", "led", "ledg", "ledge", "ledger", "ledger 9", "ledger 99", ""):
                stage.page.pane.filter.setText(text)
                await asyncio.sleep(0.02)
            watch.stop()
        assert watch.longest_s < 0.05  # U43

    qt_run(scenario(), 110)
