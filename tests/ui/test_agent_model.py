"""Model override, test and rename of the agent in front, on real services and a server on loopback (U71, U72)."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qodev.types.providers import ModelInfo
from qodev.ui.models.agent_fit import fit_pills
from qodev.ui.pages.agent_dialogs import RenameDialog
from tests.fakes.agent_stage import AgentStage
from tests.fakes.services import make_agent
from tests.servers.offline import offline_server

INSTANCE = """name = "Near"
client_api = "openai_chat"
url = "{url}"
"""
AGENT = """schema_version = 1
name = "Mine"
provider_instance = "Near"
model = "echo"
endpoint = "/chat/completions"

[body]
messages = '''
[ {% include "partials/openai_messages.jinja" %} ]
'''
"""
CHILD = 'schema_version = 1\nextends = "Mine"  # my parent\nname = "Child"\n'
DEAD = "http://127.0.0.1:9/v1"


def _fill(paths, url):
    paths.agents.mkdir(parents=True)
    paths.providers.mkdir(parents=True)
    (paths.providers / "near.toml").write_text(INSTANCE.format(url=url))
    (paths.agents / "mine.toml").write_text(AGENT)
    (paths.agents / "child.toml").write_text(CHILD)
    paths.pipelines.write_text('[pipelines]\nchat = ["Mine"]\n')


@pytest.fixture
def make_stage(theme, app_paths):
    def make(url):
        _fill(app_paths, url)
        return AgentStage(theme, app_paths)

    return make


def _row(stage):
    return stage.page.editor.model


def test_first_opening_fetches_the_list_and_says_how_many(make_stage, qt_run):
    async def scenario():
        async with offline_server() as server, make_stage(f"{server.url}/v1") as stage:
            await stage.open("Mine")
            assert not _row(stage).note.isVisible()
            _row(stage).combo.showPopup()
            assert _row(stage).note.text() == "Loading models…"
            await stage.until(lambda: _row(stage).combo.count())
            assert _row(stage).note.text() == f"{_row(stage).combo.count()} models"
            _row(stage).combo.hidePopup()

    qt_run(scenario(), 30)


def test_unreachable_provider_says_url_and_status_and_takes_a_typed_name(make_stage, qt_run):
    async def scenario():
        async with make_stage(DEAD) as stage:
            await stage.open("Mine")
            _row(stage).combo.showPopup()
            await stage.until(lambda: _row(stage).note.text().startswith("Unreachable. Type a model name."))
            assert "127.0.0.1:9" in _row(stage).note.text()
            _row(stage).combo.hidePopup()
            _row(stage).line.selectAll()
            QTest.keyClicks(_row(stage).line, "typed-model")
            QTest.keyClick(_row(stage).line, Qt.Key.Key_Return)
            await stage.until(lambda: stage.services.agents.snapshot.overrides.get("Mine") == "typed-model")

    qt_run(scenario(), 30)


def test_override_is_stored_at_once_marked_when_unlisted_and_taken_back_by_reset(make_stage, qt_run, app_paths):
    async def scenario():
        async with offline_server() as server, make_stage(f"{server.url}/v1") as stage:
            await stage.open("Mine")
            row = _row(stage)
            assert not row.reset.isVisible()
            row.combo.showPopup()
            await stage.until(lambda: row.combo.count())
            row.combo.hidePopup()
            row.line.selectAll()
            QTest.keyClicks(row.line, "nowhere-listed")
            QTest.keyClick(row.line, Qt.Key.Key_Return)
            await stage.until(lambda: row.reset.isVisible())
            await stage.rest()
            assert json.loads(app_paths.agent_models.read_text()) == {"Mine": "nowhere-listed"}
            assert "`nowhere-listed` is not in the list" in row.note.text()
            assert row.from_file.text() == "File says: echo"
            assert stage.page.editor.text.edit.text == AGENT
            assert "override" in stage.page.editor.head.pills.texts
            mark = stage.page.editor.form.row("model").bar.mark
            assert mark.letter == "O"
            row.reset.click()
            await stage.until(lambda: not row.reset.isVisible())
            assert json.loads(app_paths.agent_models.read_text()) == {}

    qt_run(scenario(), 30)


def test_override_counts_for_the_very_next_request_of_an_open_conversation(make_stage, qt_run):
    async def scenario():
        async with offline_server() as server, make_stage(f"{server.url}/v1") as stage:
            conversations = stage.services.conversations
            talk = await conversations.create()
            await conversations.choose_agent(talk.id, "Mine")
            await conversations.send(talk.id, "One")
            await stage.until(lambda: not conversations.is_running(talk.id))
            await stage.open("Mine")
            _row(stage).line.selectAll()
            QTest.keyClicks(_row(stage).line, "error")
            _row(stage).line.clear()
            QTest.keyClicks(_row(stage).line, "thinking")
            QTest.keyClick(_row(stage).line, Qt.Key.Key_Return)
            await stage.until(lambda: stage.services.agents.snapshot.overrides.get("Mine") == "thinking")
            await conversations.send(talk.id, "Two")
            await stage.until(lambda: not conversations.is_running(talk.id))
            bodies = [json.loads(r.body) for r in server.requests if r.body]
            assert [body["model"] for body in bodies] == ["echo", "thinking"]

    qt_run(scenario(), 30)


def test_pick_in_a_conversation_and_in_the_editor_are_one_choice(make_stage, qt_run):
    async def scenario():
        async with make_stage(DEAD) as stage:
            await stage.open("Mine")
            await stage.services.agents.set_model("Mine", "from-chat")
            await stage.rest()
            assert _row(stage).combo.currentText() == "from-chat"

    qt_run(scenario(), 30)


def test_test_shows_status_url_time_and_the_first_text(make_stage, qt_run):
    async def scenario():
        async with offline_server() as server, make_stage(f"{server.url}/v1") as stage:
            await stage.open("Mine")
            _row(stage).test.click()
            assert _row(stage).answer.text() == "Testing…"
            stage.page.editor.show_state(stage.presenters.agent_page.editor.state)  # as each edit of the text does
            assert _row(stage).test.toolTip() == "The test is under way."
            assert not _row(stage).test.isEnabled()
            await stage.until(lambda: _row(stage).answer.text().startswith("200 · "))
            assert _row(stage).test.isEnabled()
            assert " s · " in _row(stage).answer.text()
            assert "/v1/chat/completions" in _row(stage).answer.toolTip()

    qt_run(scenario(), 30)


def test_failed_test_shows_what_the_vendor_or_the_network_says(make_stage, qt_run):
    async def scenario():
        async with make_stage(DEAD) as stage:
            await stage.open("Mine")
            _row(stage).test.click()
            await stage.until(lambda: _row(stage).answer.property("look") == "error")
            assert "127.0.0.1:9" in _row(stage).answer.text()

    qt_run(scenario(), 30)


def test_agent_that_cannot_be_used_cannot_be_tested_and_says_why(make_stage, qt_run):
    async def scenario():
        async with make_stage(DEAD) as stage:
            stage.write("bad.toml", AGENT.replace('"Mine"', '"Bad"') + 'x = "{{ nope() }}"\n')
            await stage.reload()
            await stage.open("Bad")
            assert not _row(stage).test.isEnabled()
            assert "mend its errors" in _row(stage).test.toolTip()

    qt_run(scenario(), 30)


def test_rename_lists_references_changes_them_and_can_be_undone(make_stage, qt_run, app_paths):
    async def scenario():
        async with make_stage(DEAD) as stage:
            await stage.services.agents.set_model("Mine", "other")
            talk = await stage.services.conversations.create()
            await stage.services.conversations.choose_agent(talk.id, "Mine")
            await stage.open("Mine")
            before = {p.name: p.read_text() for p in (*app_paths.agents.glob("*.toml"), app_paths.pipelines)}
            stage.page.editor.rename.click()
            dialog = stage.page.findChild(RenameDialog)
            dialog.name.setText("Child")
            assert not dialog.act.isEnabled()
            dialog.name.setText("Ours")
            listed = dialog.references.toPlainText()
            assert "`Child` extends it · child.toml:2" in listed
            assert "pipeline Chat" in listed
            assert "model override" in listed
            assert "agent_models.json" in listed
            assert ".json:" not in listed  # no line that nobody looked up
            assert "1 conversation will go on with it" in dialog.head.text()
            dialog.act.click()
            editor = stage.presenters.agent_page.editor
            await stage.until(lambda: editor.state.name == "Ours")
            assert 'extends = "Ours"  # my parent' in (app_paths.agents / "child.toml").read_text()
            assert '"Ours"' in app_paths.pipelines.read_text()
            assert stage.services.agents.snapshot.overrides == {"Ours": "other"}
            await stage.until(stage.page.toast.undo.isVisible)
            assert stage.services.conversations.get(talk.id).agent == "Ours"
            stage.page.toast.undo.click()
            await stage.until(lambda: "Mine" in stage.services.agents.snapshot.agents)
            await stage.until(lambda: stage.services.conversations.get(talk.id).agent == "Mine")
            after = {p.name: p.read_text() for p in (*app_paths.agents.glob("*.toml"), app_paths.pipelines)}
            assert after == before

    qt_run(scenario(), 30)


def test_rename_waits_for_unsaved_changes(make_stage, qt_run):
    async def scenario():
        async with make_stage(DEAD) as stage:
            await stage.open("Mine")
            stage.page.editor.form.row("hidden").control.click()
            await stage.rest()
            assert not stage.page.editor.rename.isEnabled()
            assert stage.page.editor.rename.toolTip() == "Save or revert the changes first."

    qt_run(scenario(), 30)


def test_ollama_is_asked_what_the_model_can_do_and_a_pill_warns(make_stage, qt_run, app_paths):
    async def scenario():
        async with offline_server() as server, make_stage(server.url) as stage:
            near = INSTANCE.format(url=server.url).replace("openai_chat", "ollama")
            (app_paths.providers / "near.toml").write_text(near)
            stage.write("mine.toml", AGENT.replace("/chat/completions", "/api/chat").replace("openai_m", "ollama_m"))
            await stage.reload()
            await stage.open("Mine")
            assert "the model reads no images" not in stage.page.editor.head.pills.texts
            _row(stage).combo.showPopup()
            await stage.until(lambda: "the model reads no images" in stage.page.editor.head.pills.texts)
            _row(stage).combo.hidePopup()

    qt_run(scenario(), 30)


@pytest.mark.parametrize(
    ("changes", "model", "words"),
    [
        ({"enable_tools": True}, ModelInfo("m", "m", tools=False), ["the model has no tools"]),
        ({"enable_tools": True}, ModelInfo("m", "m", tools=True), []),
        ({"enable_tools": True}, ModelInfo("m", "m"), []),
        (
            {"body": {"messages": "[{% include 'x' %}]"}},
            ModelInfo("m", "m", images=False),
            ["the model reads no images"],
        ),
        (
            {"body": {"suffix": "{{ tojson(ctx.suffix) }}"}},
            ModelInfo("m", "m", completes=False),
            ["the model is for chat only"],
        ),
        ({"enable_tools": True}, None, []),
    ],
)
def test_pills_warn_where_an_agent_asks_more_than_its_model_can(changes, model, words):
    assert [pill.text for pill in fit_pills(make_agent("A", **changes), model)] == words
