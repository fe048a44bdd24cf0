"""The fixture matrix and the comparison of bodies in their window (U69, U70)."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from qodev.types.editing import MatrixState
from qodev.ui.models.fixture_grid import FixtureGridModel
from qodev.ui.models.rows import AccessibleTextRole, StateRole
from qodev.ui.models.words import CHANGE_WORDS, MATRIX_WORDS
from tests.fakes.editing import FakeEditing
from tests.fakes.request_stage import RequestStage
from tests.ui.stall import stall_watch as stall_watch

BROKEN = (
    'name = "A broken one"\nextends = "Ollama Base Chat"\nmodel = "m"\n[body]\n'
    "x = '{{ tojson(ctx.history[1].content_blocks[0].thinking) }}'\n"
)


@pytest.fixture
def stage(theme, app_paths):
    return RequestStage(theme, app_paths)


async def _filled(stage):
    await stage.write("broken", BROKEN)
    stage.bodies.show_matrix()
    await stage.until(lambda: stage.tools.fixtures.state.cells and not stage.tools.fixtures.state.is_running)
    return stage.bodies.window.fixtures


def _index(page, agent, fixture):
    state = page._shown
    row, column = state.agents.index(agent), state.fixtures.index(fixture)
    return page.proxy.mapFromSource(page.model.index(row, column))


def test_cells_fill_and_say_state_by_icon_and_word(stage, qt_run):
    async def scenario():
        async with stage:
            page = await _filled(stage)
            failed, fine = _index(page, "A broken one", "first_turn"), _index(page, "Mistral Chat", "full")
            assert (failed.data(), failed.data(StateRole)) == ("Failed", "failed")
            assert (fine.data(), fine.data(StateRole)) == ("OK", "ok")
            assert failed.data(AccessibleTextRole).startswith("A broken one with first_turn, Failed, Agent 'A broken")
            assert "failed" in page.status.text()
            assert len({(word.icon, word.text) for word in MATRIX_WORDS.values()}) == len(MatrixState)
            assert len({(word.icon, word.text) for word in CHANGE_WORDS.values()}) == 3

    qt_run(scenario(), 40)


def test_enter_opens_the_request_on_that_context_at_the_fault(stage, qt_run):
    async def scenario():
        async with stage:
            page = await _filled(stage)
            agents, places = [], []
            stage.bodies.agent_wanted.connect(agents.append)
            stage.bodies.place_wanted.connect(lambda *place: places.append(place))
            page.grid.setCurrentIndex(_index(page, "A broken one", "first_turn"))
            assert "undefined" in page.reason.text()
            QTest.keyClick(page.grid, Qt.Key.Key_Return)
            assert agents == ["A broken one"]
            assert places == [(stage.path("broken"), 5, 1)]
            assert stage.tools.live.inputs.conversation == "fixture:first_turn"

    qt_run(scenario(), 40)


def test_filter_keeps_agents_and_run_renders_what_is_shown(stage, qt_run):
    async def scenario():
        async with stage:
            page = await _filled(stage)
            page.filter.setText("broken")
            assert page.proxy.rowCount() == 1
            wanted = []
            page.run_requested.connect(wanted.append)
            page.run.click()
            assert wanted == [("A broken one",)]
            await stage.until(lambda: not stage.tools.fixtures.state.is_running)
            assert len(stage.tools.fixtures.state.cells) > 12, "cells of the others stay"
            page.filter.setText("nothing like it")
            assert page.empty.text() == "Nothing matches the filter."

    qt_run(scenario(), 40)


def test_a_run_can_be_stopped_and_begun_again(stage, qt_run):
    async def scenario():
        async with stage:
            page = await _filled(stage)
            page.run.click()
            await stage.until(lambda: stage.tools.fixtures.state.is_running)
            assert page.run.text() == "Stop"
            page.run.click()
            assert (page.run.text(), page.status.text()) == ("Run", "Stopped.")

    qt_run(scenario(), 40)


def test_changed_agents_are_said(stage, qt_run):
    async def scenario():
        async with stage:
            page = await _filled(stage)
            await stage.write("broken", BROKEN.replace("A broken one", "Another"))
            await stage.until(lambda: "Another" in stage.tools.fixtures.state.agents)
            assert page.status.text() == "Agents have changed. Run again."

    qt_run(scenario(), 40)


def test_a_fixture_of_the_user_is_made_and_opened_as_a_file(stage, qt_run):
    async def scenario():
        async with stage:
            page = await _filled(stage)
            places = []
            stage.bodies.place_wanted.connect(lambda *place: places.append(place))
            page.add.click()
            await stage.until(lambda: bool(places))
            path = str(stage.paths.config / "fixtures" / "own.json")
            assert places == [(path, 1, 1)]
            assert stage.tools.fixtures.state.fixtures[-1] == "own"
            page.grid.horizontalHeader().sectionDoubleClicked.emit(len(stage.tools.fixtures.state.fixtures) - 1)
            assert places == [(path, 1, 1)] * 2

    qt_run(scenario(), 40)


def _choose(combo, text):
    combo.setCurrentIndex(combo.findText(text))
    combo.activated.emit(combo.currentIndex())


def test_two_agents_are_compared_with_counts_and_the_end_of_the_cached_prefix(stage, qt_run):
    async def scenario():
        async with stage:
            stage.bodies.show_compare()
            page, state = stage.bodies.window.bodydiff, lambda: stage.tools.body_diff.state
            await stage.until(lambda: bool(state().sides))
            _choose(page.a, "Claude Haiku 4.5 Chat")
            _choose(page.b, "Claude Sonnet 5 Chat")
            await stage.until(lambda: not state().is_updating and len(state().rows) > 4)
            assert page.counts.text() == "2 added, 0 removed, 2 changed. Cacheable prefix ends at model."
            assert [row.path for row in page.model.rows[:2]] == ["model", "max_tokens"]
            page.swap.click()
            await stage.until(lambda: not state().is_updating and "0 added, 2 removed" in state().counts)
            _choose(page.a, "Claude Haiku 4.5 Chat")
            await stage.until(lambda: not state().is_updating and not state().rows)
            assert page.counts.text() == "No difference."

    qt_run(scenario(), 40)


def test_unsaved_texts_and_sent_turns_are_sides(stage, qt_run):
    async def scenario():
        async with stage:
            path = await stage.write("own", BROKEN.replace("A broken one", "Own").partition("[body]")[0])
            made = await stage.services.conversations.create()
            await stage.services.conversations.choose_agent(made.id, "Offline Chat")
            await stage.services.conversations.send(made.id, "Hello")
            await stage.services.conversations.wait(made.id)
            stage.pane.set_source(path, stage.text("own") + "[body]\nseed = 1\n")
            stage.bodies.show_compare()
            page, state = stage.bodies.window.bodydiff, lambda: stage.tools.body_diff.state
            await stage.until(lambda: bool(state().sides))
            labels = [page.a.itemText(row) for row in range(page.a.count())]
            assert [label.partition(":")[0] for label in labels[-3:]] == ["Saved file", "Text in the editor", "Sent"]
            _choose(page.a, "Saved file: own.toml")
            _choose(page.b, "Text in the editor: own.toml")
            await stage.until(lambda: not state().is_updating and [row.path for row in state().rows][:1] == ["seed"])

    qt_run(scenario(), 40)


def test_a_side_that_does_not_render_leads_to_its_line(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.write("own", BROKEN.replace("thinking) }}", "thinking }}"))
            path = stage.path("own")
            stage.tools.body_diff.note_text(path, stage.text("own"))
            stage.bodies.show_compare()
            state, page = lambda: stage.tools.body_diff.state, stage.bodies.window.bodydiff
            await stage.until(lambda: bool(state().sides))
            _choose(page.a, "Text in the editor: own.toml")
            await stage.until(lambda: bool(state().faults))
            places = []
            stage.bodies.place_wanted.connect(lambda *place: places.append(place))
            page.faults.buttons[0].click()
            assert places == [(path, 5, 1)]

    qt_run(scenario(), 40)


def test_the_menu_opens_both(live, services, qt_run):
    async def scenario():
        services.editing = FakeEditing()
        some = live()
        for name in ("fixtures", "compare"):
            action = some.window.action_set[name]
            assert action.isEnabled(), some.window.action_set.reason(name)
            action.trigger()
            assert some.window.bodies.window.isVisible()
            await some.settle()
            some.window.bodies.window.close()
        assert some.presenters.request_tools.fixtures.state.cells
        await some.stop()

    qt_run(scenario())


def test_a_wish_to_compare_shows_the_window_with_the_second_side_to_be_chosen(stage, qt_run):
    async def scenario():
        async with stage:
            stage.tools.body_diff.compare_with("Mistral Chat")
            page = stage.bodies.window.bodydiff
            assert stage.bodies.is_shown
            await stage.until(lambda: stage.tools.body_diff.state.counts)
            assert page.a.currentText() == "Mistral Chat"
            assert page.b.currentText() not in ("", "Mistral Chat")

    qt_run(scenario(), 40)


def test_controls_are_named_and_reachable(stage, qt_run):
    async def scenario():
        async with stage:
            await _filled(stage)
            window = stage.bodies.window
            names = {w.objectName() for w in window.findChildren(QWidget)}
            assert {f"fixtures.{name}" for name in ("grid", "filter", "run")} <= names
            assert {f"bodydiff.{name}" for name in ("a", "b", "tree", "counts")} <= names
            for name in ("fixtures.grid", "fixtures.filter", "fixtures.run", "bodydiff.a", "bodydiff.tree"):
                widget = window.findChild(QWidget, name)
                assert widget.accessibleName()
                assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            window.close()
            assert not stage.tools.fixtures.state.is_running

    qt_run(scenario(), 40)


def test_cells_are_drawn_in_their_colours(stage, qt_run, theme):
    async def scenario():
        async with stage:
            page = await _filled(stage)
            page.grid.scrollTo(_index(page, "A broken one", "first_turn"))
            rect = page.grid.visualRect(_index(page, "A broken one", "first_turn"))
            image: QImage = page.grid.viewport().grab(rect).toImage()
            pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
            reds = [c for c in pixels if c.red() > 120 and c.red() > c.green() + 60 and c.red() > c.blue() + 60]
            assert reds, theme.theme.color("deny").name()

    qt_run(scenario(), 40)


def test_filling_the_matrix_never_stalls_the_window(stage, qt_run, stall_watch):
    async def scenario():
        async with stage:
            page = await _filled(stage)
            stall_watch.start()
            page.run.click()
            await stage.until(lambda: stage.tools.fixtures.state.is_running)
            await stage.until(lambda: not stage.tools.fixtures.state.is_running)
            stall_watch.stop()

    qt_run(scenario(), 40)


def test_model_keeps_cells_of_rows_that_stay():
    model = FixtureGridModel()
    model.set_shape(("A", "B"), ("full",))
    assert model.index(0, 0).data() == ""
    assert not model.first_failed().isValid()
