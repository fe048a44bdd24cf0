"""The live request beside an agent: rendered after a pause, overtaken renders dropped, errors lead to the line (U67, U68)."""

import asyncio
import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from qodev.types.conversation import BodySection, Draft, RequestPreview
from qodev.types.editing import EffectiveLeaf, Fixture, Provenance
from qodev.ui.models.json_tree import KEY, MARK, VALUE, JsonTreeModel, TreeMark
from qodev.ui.models.live_request import request_shown
from tests.fakes.request_stage import RequestStage

TEXT = 'schema_version = 1\nname = "Own"\nextends = "Ollama Base Chat"\nmodel = "m"\n'
BROKEN = TEXT + "[body]\nx = '''\n[\n  {{ tojsn(ctx.prefix) }}\n]\n'''\n"


@pytest.fixture
def stage(theme, app_paths):
    return RequestStage(theme, app_paths, {"ANTHROPIC_API_KEY": "sk-ant-sample-0001"})


async def _shown(stage, text=TEXT, path=None):
    stage.root.show()
    stage.pane.set_source(path or stage.path(), text)
    await stage.until(lambda: stage.tools.live.state.has_body and not stage.tools.live.state.is_updating)


def _body(stage):
    return json.loads(stage.tools.live.state.raw)


def test_the_request_of_an_unsaved_text_is_shown_with_address_size_and_shares(stage, qt_run):
    async def scenario():
        async with stage:
            await _shown(stage)
            pane = stage.pane
            assert pane.url.toPlainText() == "POST http://localhost:11434/api/chat"
            assert "tokens" in pane.size_label.text()
            assert pane.sections.text().startswith("system ")
            assert "Content-Type" in pane.headers.toPlainText()
            assert pane.system.toPlainText().startswith("You are")
            assert pane.inserted.text() == "Marked: agent_role developer"
            model = pane.body.model
            assert model.index(0, KEY).data() == "model"
            assert model.index(0, MARK).data() == "Q"
            assert model.index(0, MARK).data(Qt.ItemDataRole.ToolTipRole) == "Added by qodev"

    qt_run(scenario(), 30)


def test_keys_of_the_body_name_the_file_that_wrote_them(stage, qt_run):
    async def scenario():
        async with stage:
            path = stage.path()
            await _shown(stage, TEXT + "[body]\nseed = 7\n", path)
            stage.tools.live.set_origins("another.toml", (EffectiveLeaf("body.seed", 7, Provenance.FILE),))
            assert stage.tools.live.state.marks == {"model": TreeMark("Q", "Added by qodev"), **_added(stage)}
            leaves = (
                EffectiveLeaf("body.seed", 7, Provenance.FILE, path=path, line=6),
                EffectiveLeaf("body.options.num_ctx", 9, Provenance.BASE, agent="Ollama Base Chat"),
                EffectiveLeaf("model", "m", Provenance.FILE),
            )
            stage.tools.live.set_origins(path, leaves)
            marks = stage.tools.live.state.marks
            assert marks["seed"].text == "F"
            assert marks["options.num_ctx"] == TreeMark("B", "Bundled base · Ollama Base Chat")
            assert marks["model"].text == "Q"
            shown = stage.pane.body.model
            places = [shown.index(row, KEY) for row in range(shown.rowCount())]
            assert next(p.siblingAtColumn(MARK).data() for p in places if p.data() == "seed") == "F"

    qt_run(scenario(), 30)


def _added(stage):
    return {key: mark for key, mark in stage.tools.live.state.marks.items() if mark.text == "Q"}


@pytest.mark.parametrize(
    ("shares", "text"),
    [
        ((), ""),
        ((1.0,), "k0 100\u00a0%"),
        ((0.335, 0.335, 0.33), "k0 34\u00a0% · k1 33\u00a0% · k2 33\u00a0%"),
        (
            (0.906, 0.054, 0.014, 0.012, 0.008, 0.006),
            "k0 91\u00a0% · k1 6\u00a0% · k2 1\u00a0% · k3 1\u00a0% · rest 1\u00a0%",
        ),
    ],
)
def test_shares_of_the_body_add_up_to_a_hundred(shares, text):
    sections = tuple(BodySection(f"k{place}", 1, share) for place, share in enumerate(shares))
    preview = RequestPreview("A", "POST", "u", {}, b"{}", "", (), None, 1, sections=sections)
    assert request_shown(preview).sections == text


def test_raw_shows_the_very_bytes(stage, qt_run):
    async def scenario():
        async with stage:
            await _shown(stage)
            stage.pane.body.raw.click()
            preview = await stage.services.editing.preview(stage.path(), TEXT, Fixture("first_turn"))
            assert stage.tools.live.state.raw == preview.body.decode()
            assert stage.pane.body.raw_text.toPlainText() == preview.body.decode().replace("\u2028", "\n")

    qt_run(scenario(), 30)


def test_typing_never_waits_and_renders_once_when_it_pauses(stage, qt_run):
    async def scenario():
        async with stage:
            await _shown(stage)
            calls = []
            preview = stage.services.editing.preview

            async def counted(path, text, source, **choices):
                calls.append(text)
                return await preview(path, text, source, **choices)

            stage.services.editing.preview = counted
            texts = [f"{TEXT}description = '{n}'\n" for n in range(20)]
            for text in texts:
                stage.pane.set_source(stage.path(), text)
                await asyncio.sleep(0.005)
            assert calls == []
            await stage.until(lambda: bool(calls))
            await stage.tools.live.wait()
            assert calls == texts[-1:]

    qt_run(scenario(), 30)


def test_what_was_overtaken_is_dropped_and_the_last_request_stays_dimmed_meanwhile(stage, qt_run):
    async def scenario():
        async with stage:
            await _shown(stage)
            preview, gate, cancelled = stage.services.editing.preview, asyncio.Event(), []

            async def slow(path, text, source, **choices):
                if "slow" in text:
                    try:
                        await gate.wait()
                    except asyncio.CancelledError:
                        cancelled.append(text)
                        raise
                return await preview(path, text, source, **choices)

            stage.services.editing.preview = slow
            stage.pane.set_source(stage.path(), f"{TEXT}[body]\nslow = 1\n")
            await stage.until(lambda: stage.pane.status.text() == "Updating…")
            assert stage.pane.content.graphicsEffect() is not None
            assert "slow" not in _body(stage)
            stage.pane.set_source(stage.path(), f"{TEXT}[body]\nquick = 1\n")
            await stage.until(lambda: "quick" in _body(stage))
            assert len(cancelled) == 1
            assert stage.pane.content.graphicsEffect() is None

    qt_run(scenario(), 30)


def test_an_error_keeps_the_last_good_request_and_leads_to_the_template_line(stage, qt_run):
    async def scenario():
        async with stage:
            await _shown(stage)
            went = []
            stage.pane.go_to.connect(lambda *place: went.append(place))
            stage.pane.set_source(stage.path(), BROKEN)
            await stage.until(lambda: stage.tools.live.state.is_last_good)
            assert stage.pane.status.text() == "Last good"
            assert stage.pane.content.isVisible()
            assert not stage.pane.copies["curl"].isEnabled()
            (button,) = stage.pane.faults.buttons
            assert button.text() == "Go to line 8"
            button.click()
            assert went == [(stage.path(), 8, 1)]
            stage.pane.set_source(stage.path(), TEXT)
            await stage.until(lambda: not stage.tools.live.state.is_last_good)
            assert not stage.pane.faults.isVisible()

    qt_run(scenario(), 30)


def test_a_text_that_does_not_parse_says_where(stage, qt_run):
    async def scenario():
        async with stage:
            stage.root.show()
            stage.pane.set_source(stage.path(), TEXT + "tags = [\n")
            await stage.until(lambda: bool(stage.tools.live.state.faults))
            assert "is not valid TOML in line" in stage.tools.live.state.faults[0].message
            assert not stage.pane.content.isVisible()
            assert stage.pane.status.text() == "This request cannot be built."

    qt_run(scenario(), 30)


def test_another_file_shows_nothing_of_the_one_before(stage, qt_run):
    async def scenario():
        async with stage:
            await _shown(stage)
            stage.pane.set_source(stage.path("other"), BROKEN)
            assert not stage.pane.content.isVisible()
            await stage.until(lambda: bool(stage.tools.live.state.faults))
            assert not stage.tools.live.state.is_last_good

    qt_run(scenario(), 30)


def test_nothing_is_rendered_while_the_pane_is_hidden(stage, qt_run):
    async def scenario():
        async with stage:
            stage.pane.set_source(stage.path(), TEXT)
            await asyncio.sleep(0.3)
            assert not stage.tools.live.state.has_body
            stage.root.show()
            await stage.until(lambda: stage.tools.live.state.has_body)

    qt_run(scenario(), 30)


def test_sample_role_and_conversation_change_the_request(stage, qt_run):
    async def scenario():
        async with stage:
            made = await stage.services.conversations.create()
            await stage.services.conversations.choose_agent(made.id, "Offline Chat")
            await stage.services.conversations.send(made.id, "What is this?")
            await stage.services.conversations.wait(made.id)
            await _shown(stage)
            await stage.until(lambda: stage.pane.inputs.conversation.count() > 12)
            combo = stage.pane.inputs.conversation
            for label, text in (("Sample: two_calls", "search_files"), (combo.itemText(0), "this?")):
                combo.setCurrentIndex(combo.findText(label))
                combo.activated.emit(combo.currentIndex())
                await stage.until(lambda text=text: text in stage.tools.live.state.raw)
            await stage.services.conversations.save_draft(made.id, Draft("and how"))
            await stage.until(lambda: "and how" in stage.tools.live.state.raw)
            roles = stage.pane.inputs.role
            roles.setCurrentIndex(roles.findText("No role"))
            roles.activated.emit(roles.currentIndex())
            await stage.until(lambda: not stage.tools.live.state.system)
            assert not stage.pane.tabs.isTabEnabled(2)

    qt_run(scenario(), 30)


def test_the_open_conversation_stands_first_and_is_called_current(stage, qt_run):
    async def scenario():
        async with stage:
            first, second = [await stage.services.conversations.create() for _ in range(2)]
            await stage.services.conversations.rename(first.id, "Ledger")
            stage.presenters.conversations.load()
            stage.presenters.conversations.select(first.id)
            await _shown(stage)
            combo = stage.pane.inputs.conversation
            await stage.until(lambda: combo.itemText(0) == "Current: Ledger")
            stage.presenters.conversations.select(second.id)
            await stage.until(lambda: combo.itemText(0) == "Current: New conversation")

    qt_run(scenario(), 30)


def test_a_render_that_takes_long_can_be_cancelled(stage, qt_run):
    async def scenario():
        async with stage:
            await _shown(stage)
            cancelled = asyncio.Event()

            async def endless(*_args, **_choices):
                try:
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    cancelled.set()
                    raise

            stage.services.editing.preview = endless
            stage.tools.live._long.setInterval(50)
            stage.pane.set_source(stage.path(), f"{TEXT}[body]\nseed = 1\n")
            await stage.until(stage.pane.cancel.isVisible)
            assert stage.pane.status.text() == "Updating… Still working."
            stage.pane.cancel.click()
            await cancelled.wait()
            assert stage.pane.status.text() == "Stopped. Change the text to go on."
            assert not stage.pane.cancel.isVisible()
            assert "seed" not in _body(stage)

    qt_run(scenario(), 30)


CLAUDE = TEXT.replace("Ollama Base Chat", "Anthropic Base Chat")


def test_copies_hold_the_key_only_when_asked_and_the_switch_goes_off_by_itself(stage, qt_run):
    async def scenario():
        async with stage:
            await _shown(stage, CLAUDE)
            pane, clipboard = stage.pane, QGuiApplication.clipboard()
            assert not pane.include_key.isChecked()
            assert "••••" in pane.headers.toPlainText()
            pane.copies["curl"].click()
            await stage.until(lambda: bool(pane.copied.text()))
            assert "$ANTHROPIC_API_KEY" in clipboard.text()
            assert "sk-ant-sample" not in clipboard.text()
            pane.include_key.setChecked(True)
            pane.copies["python"].click()
            await stage.until(lambda: "key itself" in pane.copied.text())
            assert "sk-ant-sample-0001" in clipboard.text()
            stage.root.hide()
            assert not pane.include_key.isChecked()

    qt_run(scenario(), 30)


def test_a_provider_without_a_key_says_why_there_is_none_to_include(stage, qt_run):
    async def scenario():
        async with stage:
            await _shown(stage)
            assert not stage.pane.include_key.isEnabled()
            assert stage.pane.include_key.toolTip() == "This provider needs no key."

    qt_run(scenario(), 30)


def test_open_places_of_the_body_stay_open(stage, qt_run):
    async def scenario():
        async with stage:
            await _shown(stage)
            tree, model = stage.pane.body.tree, stage.pane.body.model
            tree.expand(model.find("messages"))
            tree.expand(model.find("messages[0]"))
            stage.pane.set_source(stage.path(), f"{TEXT}[body]\nseed = 4\n")
            await stage.until(lambda: "seed" in _body(stage))
            assert tree.isExpanded(model.find("messages[0]"))

    qt_run(scenario(), 30)


def test_marks_in_the_address_count_characters_and_not_units(stage, qt_run):
    async def scenario():
        async with stage:
            text = TEXT.replace("Ollama Base Chat", "Google Base Chat").replace('"m"', '"gemini"')
            await _shown(stage, text)
            (selection,) = stage.pane.url.extraSelections()
            assert selection.cursor.selectedText() == "gemini"
            stage.pane.url.show_marked("😀 gemini", [(2, 8)])
            (selection,) = stage.pane.url.extraSelections()
            assert selection.cursor.selectedText() == "gemini"

    qt_run(scenario(), 30)


def test_every_control_is_named_and_says_why_it_is_off(stage, qt_run):
    async def scenario():
        async with stage:
            await _shown(stage)
            names = {w.objectName() for w in stage.pane.findChildren(QWidget)}
            wanted = "conversation role project profile url headers system body raw size status copy_curl copy_httpie"
            wanted += " copy_python include_key"
            assert {f"request.{name}" for name in wanted.split()} <= names
            for widget in stage.pane.findChildren(QWidget):
                if widget.objectName().startswith("request.") and not widget.isEnabled() and widget.isVisible():
                    assert widget.toolTip(), widget.objectName()

    qt_run(scenario(), 30)


def test_tree_makes_members_when_they_are_asked_for():
    model = JsonTreeModel()
    model.set_value({"a": [{"b": "x" * 500}, None], "c": {}}, {"a[0]": TreeMark("Q", "why")})
    found = model.find("a[0].b")
    assert model.node(found).path == "a[0].b"
    assert len(found.siblingAtColumn(VALUE).data()) < 200
    assert model.find("a[0]").siblingAtColumn(MARK).data() == "Q"
    assert model.node(model.find("a[7].z")).path == "a"
    assert model.rowCount(model.find("c")) == 0
