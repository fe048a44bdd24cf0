"""The settings window: pages, search, rows that act at once, keys, and the questions before it closes (U32 to U37)."""

from collections import Counter
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QTableView,
    QWidget,
)

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.types.messages import MessageRole, TextBlock, ThinkingBlock
from qodev.types.settings import SettingKind
from qodev.ui.kit.access_keys import with_access_keys
from qodev.ui.kit.dialogs import QuestionDialog
from qodev.ui.kit.key_map import key_rows, refusal_of
from qodev.ui.models.core_words import core_text
from qodev.ui.models.notices import Toast
from qodev.ui.models.settings_search import Findable, search_settings
from qodev.ui.models.settings_words import control_name
from qodev.ui.pages.page import Mark, Target
from qodev.ui.pages.window import PLACE
from tests.fakes.pages import add_roles, add_rosters
from tests.fakes.services import make_conversation, make_message

# The names of U181 that belong to this window.
NAMES = (
    *(f"settings.{name}" for name in ("nav", "search", "results", "keys", "reset:proxy", "set_in_file:proxy")),
    *(
        f"settings.general.{name}"
        for name in (
            "language",
            "appearance",
            "text_size",
            "send_key",
            "restore",
            "scroll",
            "thinking",
            "failed_checks",
            "notifications:needs_you",
            "notifications:finished",
            "notifications:failed",
            "notifications:child_finished",
            "tray",
            "busy",
            "proxy",
            "ca_file",
            "editor",
            "prices",
            "data_folder",
            "log_level",
        )
    ),
)
_CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QAbstractSpinBox, QTableView, QListWidget)


@pytest.fixture
def opened(live, services):
    """Returns what opens the General page of a live window; the search makes the other pages too."""
    add_roles(services)
    add_rosters(services, agents=dict(services.agents.snapshot.agents))

    def begin(**values):
        here = live()
        here.services.preferences.values.update(values)
        here.presenters.load("")
        here.window.settings.open("general")
        return here

    return begin


def _page(here):
    return here.window.settings.window.page("general")


def _find(here, name):
    found = here.window.settings.window.findChild(QWidget, name)
    assert found is not None, name
    return found


def test_navigation_lists_all_pages_and_says_what_is_missing(opened, qt_run):
    async def run():
        here = opened()
        nav = here.window.settings.window.nav
        titles = [nav.item(row).text() for row in range(nav.count())]
        assert titles == [
            "General",
            "Providers",
            "Agents",
            "Roles",
            "Pipelines",
            "Profiles",
            "Permissions & trust",
            "MCP & skills",
            "Cloud agents",
        ]
        for row in range(nav.count()):
            item = nav.item(row)
            if not item.flags() & Qt.ItemFlag.ItemIsEnabled:
                assert item.toolTip().startswith("Comes with"), item.text()
        assert nav.currentItem().text() == "General"
        await here.stop()

    qt_run(run())


def test_every_object_name_of_the_table_exists(opened, qt_run):
    async def run():
        here = opened()
        assert here.window.settings.window.objectName() == "settings.dialog"
        assert _page(here).keyboard
        assert [name for name in NAMES if here.window.settings.window.findChild(QWidget, name) is None] == []
        await here.stop()

    qt_run(run())


def test_busy_sign_turns_while_work_is_under_way_and_a_setting_stills_it(opened, qt_run, services):
    services.conversations.add(make_conversation("a", "Alpha"))

    async def run():
        here = opened()
        here.presenters.conversations.select("a")
        await here.settle()
        busy = here.window.centre.chat.header.busy
        assert (busy.isVisible(), busy.turns) == (False, False)
        await services.conversations.send("a", "hello")
        await here.settle()
        assert (busy.isVisible(), busy.turns) == (True, True)
        _find(here, "settings.general.busy").click()
        await here.settle()
        assert (busy.isVisible(), busy.turns) == (True, False)
        await here.stop()

    qt_run(run())


def test_window_opens_by_its_action_and_again_on_the_last_page(live, qt_run):
    async def run():
        here = live()
        here.window.settings.page = "general"
        here.presenters.load("")
        assert not here.window.action_set.reason("settings")
        here.window.run_action("settings")
        window = here.window.settings.window
        assert (window.isVisible(), window.key) == (True, "general")
        assert (window.minimumWidth(), window.minimumHeight()) == (800, 560)
        window.close()
        assert not here.window.settings.is_shown
        here.window.run_action("settings")
        assert here.window.settings.window is window
        await here.stop()

    qt_run(run())


def test_every_setting_is_found_by_label_and_by_key_and_shown(opened, qt_run):
    async def run():
        here = opened()
        window = here.window.settings.window
        for page in ("profiles", "mcp"):  # each has one of the settings
            window.page(page)
        window.search.begin()
        for state in here.services.preferences.states():
            for wanted in (core_text(state.title), state.key):
                window.search.input.setText(wanted)
                hits = [hit.control for hit in window.search.hits]
                assert control_name(state.key) in hits, wanted
            area = control_name(state.key).split(".")[1]
            window.open_page(
                area if area in ("profiles", "mcp") else "general", Target(control=control_name(state.key))
            )
            control = _find(here, control_name(state.key))
            mark = window.findChild(Mark)
            assert control.isVisible(), state.key
            assert mark is not None, state.key
            mark.end()
        await here.stop()

    qt_run(run())


def test_enter_shows_focuses_and_marks_the_first_hit(opened, qt_run):
    async def run():
        here = opened()
        window = here.window.settings.window
        window.activateWindow()
        window.search.begin()
        QTest.keyClicks(window.search.input, "proxy")
        QTest.keyClick(window.search.input, Qt.Key.Key_Return)
        await here.settle()
        assert QApplication.focusWidget() is _find(here, "settings.general.proxy")
        mark = window.findChild(Mark)
        assert mark.isVisible()
        assert mark._timer.interval() == 2000
        QTest.keyClick(window.search.input, Qt.Key.Key_Escape)
        assert window.search.input.text() == ""
        assert window.nav.isVisible()
        await here.stop()

    qt_run(run())


@pytest.mark.parametrize(
    ("wanted", "page", "label"),
    [
        ("sonnet", "agents", "Claude Sonnet 4.6 Chat"),
        ("reviewer", "roles", "Reviewer"),
        ("ollama", "providers", "Ollama"),
        ("pipelines", "pipelines", "Pipelines"),
        ("dark mode", "general", "Appearance"),
        ("certificate", "general", "CA file"),
        ("QODEV_HOME", "general", "Data folder"),
        ("command palette", "general", "Command palette…"),
    ],
)
def test_search_finds_names_pages_and_synonyms(opened, qt_run, wanted, page, label):
    async def run():
        here = opened()
        search = here.window.settings.window.search
        search.input.setText(wanted)
        await here.settle()
        assert (page, label) in [(hit.page, hit.label) for hit in search.hits]
        await here.stop()

    qt_run(run())


def test_a_toast_stays_above_the_page_that_is_opened_meanwhile(opened, qt_run):
    async def run():
        here = opened()
        window = here.window.settings.window
        window.toast.show_toast(Toast("Something was read again."))
        window.open_page("roles")
        await here.settle()
        assert window.pages.children().index(window.toast) > window.pages.children().index(window.page("roles"))
        await here.stop()

    qt_run(run())


def test_an_action_of_a_submenu_is_found_with_the_name_of_its_menu(opened, qt_run):
    async def run():
        here = opened()
        window = here.window.settings.window
        window.search.input.setText("appearance")
        await here.settle()
        assert "Appearance → Dark" in [hit.label for hit in window.search.hits]
        await here.stop()

    qt_run(run())


def test_search_without_hits_says_so(opened, qt_run):
    async def run():
        here = opened()
        search = here.window.settings.window.search
        search.input.setText("zzzz")
        assert search.empty.text() == "Nothing matches `zzzz`."
        assert search.empty.isVisible()
        await here.stop()

    qt_run(run())


def test_search_groups_by_page_and_puts_labels_before_help():
    entries = (
        Findable("a", "A", "Other", help="the proxy of it"),
        Findable("a", "A", "Proxy"),
        Findable("b", "B", "Key", key="the_proxy"),
    )
    groups = search_settings("proxy", entries)
    assert [(g.page, [h.label for h in g.hits]) for g in groups] == [("a", ["Proxy", "Other"]), ("b", ["Key"])]
    assert search_settings("  ", entries) == ()


def test_every_control_has_a_name_and_every_disabled_one_a_reason(opened, qt_run):
    async def run():
        here = opened()
        page = _page(here)
        page.tabs.setCurrentIndex(1)
        names = Counter(w.objectName() for w in page.findChildren(QWidget) if w.objectName().startswith("settings."))
        assert [name for name, count in names.items() if count > 1] == []
        for widget in page.findChildren(QWidget):
            name = widget.objectName()
            if isinstance(widget, _CONTROLS) and name.startswith("settings."):
                said = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
                assert said, name
                assert widget.accessibleIdentifier() == name
                assert widget.isEnabled() or widget.toolTip(), name
        await here.stop()

    qt_run(run())


def test_labels_have_access_keys_and_lead_to_their_control(opened, qt_run):
    async def run():
        here = opened()
        rows = _page(here).rows
        letters = [
            row.label.text()[row.label.text().index("&") + 1] for row in rows.values() if "&" in row.label.text()
        ]
        assert len(letters) > 15
        assert len({letter.upper() for letter in letters}) == len(letters)
        assert all(row.label.buddy() is row.field.control for row in rows.values())
        await here.stop()

    qt_run(run())


def test_access_keys_are_letters_used_once():
    assert with_access_keys(["Proxy", "Prices", "语言", "P & R"]) == ("&Proxy", "P&rices", "语言 (&A)", "P && R")


@pytest.mark.parametrize(
    ("key", "act", "stored"),
    [
        ("show_thinking", lambda control: control.click(), False),
        ("busy_animation", lambda control: control.click(), False),
        ("text_size", lambda control: control.setValue(130), 130),
        ("notify_failed", lambda control: QTest.keyClick(control, Qt.Key.Key_Down), "sound"),
        ("log_level", lambda control: QTest.keyClick(control, Qt.Key.Key_Up), "info"),
        ("external_editor", lambda control: QTest.keyClicks(control, "code {file}"), "code {file}"),
        ("ca_file", lambda control: QTest.keyClicks(control, "/etc/company.pem"), "/etc/company.pem"),
        (
            "extra_agent_folders",
            lambda control: control.setPlainText("/team/agents\n\n~/more"),
            ("/team/agents", "~/more"),
        ),
    ],
)
def test_choice_is_stored_and_reset_takes_the_default_again(opened, qt_run, key, act, stored):
    async def run():
        here = opened()
        control, reset = _find(here, control_name(key)), _find(here, f"settings.reset:{key}")
        control.setFocus()
        assert reset.isHidden()
        act(control)
        await here.settle(0.3)
        assert here.services.preferences.value(key) == stored
        assert not reset.isHidden()
        reset.click()
        await here.settle()
        assert here.services.preferences.value(key) == here.services.preferences.state(key).default
        assert reset.isHidden()
        assert key not in here.services.preferences.values
        await here.stop()

    qt_run(run())


def test_impossible_value_is_said_below_the_field_and_the_old_one_holds(opened, qt_run):
    async def run():
        here = opened()
        row = _page(here).rows["proxy"]
        row.field.combo.setCurrentIndex(2)
        row.field.combo.activated.emit(2)
        QTest.keyClicks(row.field.edit, "not a proxy")
        await here.settle(0.3)
        assert row.fault.text().startswith("Proxy cannot be set: it must be `system`")
        assert row.fault.isVisible()
        assert here.services.preferences.value("proxy") == "system"
        row.field.edit.clear()
        QTest.keyClicks(row.field.edit, "http://proxy:8080")
        await here.settle(0.3)
        assert row.fault.isHidden()
        assert here.services.preferences.value("proxy") == "http://proxy:8080"
        await here.stop()

    qt_run(run())


def test_prices_are_stored_by_model_and_a_word_is_refused(opened, qt_run):
    async def run():
        here = opened(prices={"qwen3": {"input": 0.5, "output": 1.0}})
        row = _page(here).rows["prices"]
        table = row.field.table.table
        assert [table.item(0, column).text() for column in range(3)] == ["qwen3", "0.5", "1"]
        _find(here, "settings.general.prices.add").click()
        table.item(1, 0).setText("sonnet")
        table.item(1, 1).setText("3")
        await here.settle()
        assert here.services.preferences.value("prices")["sonnet"] == {"input": 3.0, "output": 0.0}
        table.item(1, 2).setText("much")
        await here.settle()
        assert "must be a number" in row.fault.text()
        table.item(1, 2).setText("15")
        table.setCurrentCell(0, 0)
        _find(here, "settings.general.prices.remove").click()
        await here.settle()
        assert here.services.preferences.value("prices") == {"sonnet": {"input": 3.0, "output": 15.0}}
        await here.stop()

    qt_run(run())


def test_forced_value_is_read_only_and_names_the_variable(live, qt_run):
    async def run():
        here = live()
        here.services.preferences.store.forced["log_level"] = "QODEV_LOG_LEVEL"
        here.presenters.load("")
        here.window.settings.open("general")
        row = _page(here).rows["log_level"]
        assert not row.field.control.isEnabled()
        assert "Set by the environment variable `QODEV_LOG_LEVEL`." in row.help.text()
        assert row.reset.isHidden()
        await here.stop()

    qt_run(run())


def test_a_value_of_the_file_that_has_no_effect_is_said_in_its_row_and_can_be_reset(opened, qt_run):
    async def run():
        here = opened()
        row = _page(here).rows["text_size"]
        store = here.services.preferences.store
        message = "`text_size` in `settings.toml` has no effect: it must be a whole number from 80 to 200."
        store.diagnostics = (Diagnostic(Code.SETTINGS_VALUE, Severity.WARNING, message, key="text_size"),)
        await store.save()
        await here.settle()
        assert row.fault.text() == message
        assert row.reset.isVisibleTo(row)
        store.diagnostics = ()
        await store.save()
        await here.settle()
        assert not row.fault.isVisibleTo(row)
        await here.stop()

    qt_run(run())


def test_failed_write_keeps_the_value_and_a_banner_names_file_and_cause(opened, qt_run):
    message = "`settings.toml` cannot be written: no space left on device. The change holds until qodev quits."

    async def run():
        here = opened()
        banner = here.window.settings.window.store_banner
        assert banner.isHidden()
        here.services.preferences.store.unwritable = Diagnostic(Code.SETTINGS_UNSAVED, Severity.WARNING, message)
        _find(here, "settings.general.thinking").click()
        await here.settle()
        assert banner.isVisible()
        assert banner.text.text() == message
        assert here.services.preferences.value("show_thinking") is False
        here.services.preferences.store.unwritable = None
        banner.retry.click()
        await here.settle()
        assert banner.isHidden()
        await here.stop()

    qt_run(run())


def test_set_in_file_opens_the_file_at_the_key(opened, qt_run, app_paths):
    app_paths.settings.parent.mkdir(parents=True, exist_ok=True)
    app_paths.settings.write_text('# mine\ntext_size = 110\nproxy = "none"\n', encoding="utf-8")

    async def run():
        here = opened()
        here.services.documents.files[str(app_paths.settings)] = app_paths.settings.read_text(encoding="utf-8")
        _find(here, "settings.set_in_file:proxy").click()
        await here.settle()
        editor = here.window.files.front
        assert editor.path == str(app_paths.settings)
        assert editor.text.textCursor().blockNumber() == 2
        editor.close()
        await here.stop()

    qt_run(run())


def test_data_folder_is_shown_copied_and_says_how_it_moves(opened, qt_run, app_paths):
    async def run():
        here = opened()
        assert _find(here, "settings.general.data_folder").text() == str(app_paths.data)
        _find(here, "settings.general.data_folder.copy").click()
        assert QGuiApplication.clipboard().text() == str(app_paths.data)
        texts = [label.text() for label in _page(here).folder.findChildren(QLabel)]
        assert any("QODEV_HOME" in text for text in texts)
        promise = _find(here, "settings.general.promise")
        assert promise.text() == "qodev sends data only to the providers and servers you set up."
        await here.stop()

    qt_run(run())


def test_settings_act_at_once(opened, qt_run, services):
    thought = make_message("m1", "Yes.", MessageRole.ASSISTANT)
    services.conversations.add(make_conversation("a", "Alpha"))
    services.conversations.pages["a"] = (replace(thought, blocks=(ThinkingBlock("Hm."), TextBlock("Yes."))),)

    async def run():
        here = opened()
        here.presenters.conversations.select("a")
        await here.settle()
        stack = here.window.transcript.view.stack
        assert stack.is_shown(0)
        _find(here, "settings.general.thinking").click()
        _find(here, "settings.general.text_size").setValue(120)
        await here.settle()
        assert not stack.is_shown(0)
        assert here.window.theme.theme.scale == 1.2
        here.services.preferences.values["appearance"] = "dark"  # as an editor outside would
        await here.services.preferences.save()
        await here.settle()
        assert here.window.theme.theme.palette.is_dark
        assert _find(here, "settings.general.appearance").currentText() == "Dark"
        await here.stop()

    qt_run(run())


def _keyboard(here):
    page = _page(here)
    page.tabs.setCurrentIndex(1)
    return page.keyboard


def _press(panel, key):
    panel.capture.edit.setKeySequence(QKeySequence(key))


def test_captured_key_works_at_once_and_is_stored(opened, qt_run):
    async def run():
        here = opened()
        panel = _keyboard(here)
        panel.show_action("inspector")
        panel.change.click()
        assert panel.capture.text.text() == "Press the new key for Inspector."
        _press(panel, "Ctrl+Alt+I")
        assert "Ctrl+Alt" in panel.capture.text.text()
        _press(panel, "Ctrl+I")
        await here.settle()
        assert here.services.preferences.value("keys") == {"inspector": ("Ctrl+I",)}
        assert here.window.action_set["inspector"].shortcuts() == [QKeySequence("Ctrl+I")]
        panel.show_action("inspector")
        panel.reset.click()
        await here.settle()
        assert here.services.preferences.value("keys") == {}
        assert here.window.action_set["inspector"].shortcuts() == [QKeySequence("Ctrl+Shift+B")]
        await here.stop()

    qt_run(run())


def test_clash_names_the_other_action_and_can_be_taken(opened, qt_run):
    async def run():
        here = opened()
        panel = _keyboard(here)
        panel.show_action("inspector")
        panel.change.click()
        _press(panel, "Ctrl+B")
        assert panel.capture.text.text() == "Ctrl+B belongs to View → Sidebar."
        assert here.services.preferences.value("keys") == {}
        panel.capture.take.click()
        await here.settle()
        assert here.services.preferences.value("keys") == {"sidebar": (), "inspector": ("Ctrl+B",)}
        assert here.window.action_set["sidebar"].shortcuts() == []
        panel.reset_all.click()
        await here.settle()
        assert here.window.action_set["sidebar"].shortcuts() == [QKeySequence("Ctrl+B")]
        assert not panel.reset_all.isEnabled()
        await here.stop()

    qt_run(run())


def test_actions_are_filtered_by_name_and_key(opened, qt_run):
    async def run():
        here = opened()
        panel = _keyboard(here)
        panel.filter.setText("palette")
        assert [panel.proxy.index(row, 0).data() for row in range(panel.proxy.rowCount())] == ["Command palette…"]
        panel.filter.setText("ctrl+w")
        assert [panel.proxy.index(row, 0).data() for row in range(panel.proxy.rowCount())] == ["Close window"]
        panel.show_action("accept_hunk")
        assert panel.change.toolTip() == "Its keys count only where it is used, and cannot be changed."
        await here.stop()

    qt_run(run())


@pytest.mark.parametrize(
    ("key", "is_free"),
    [
        ("Ctrl+I", True),
        ("F6", True),
        ("Shift+F6", True),
        ("Shift+Esc", True),
        ("Alt+Left", True),
        ("A", False),
        ("Shift+A", False),
        ("Return", False),
        ("Tab", False),
        ("Ctrl+Alt+Q", False),
        ("Ctrl+Shift+U", False),
        ("Ctrl+.", False),
        ("Ctrl+;", False),
        ("", False),
    ],
)
def test_keys_that_typing_needs_are_refused(key, is_free):
    assert (refusal_of(key) == "") is is_free


def test_rows_of_keys_follow_the_choice():
    rows = {row.id: row for row in key_rows({"quit": (), "palette": ("Ctrl+P",)})}
    assert (rows["quit"].keys, rows["quit"].is_changed) == ((), True)
    assert (rows["palette"].keys, rows["settings"].keys) == (("Ctrl+P",), ("Ctrl+,",))
    assert rows["appearance_dark"].path == "View → Appearance"


def _dirty(here, path="agents/mine.toml"):
    here.services.documents.files[path] = "a"
    document = here.presenters.documents.make(PLACE)
    document.open(path)
    return document


@pytest.mark.parametrize(
    ("answer", "is_open", "text"), [("keep", True, "a"), ("act", False, "a"), ("other", False, "b")]
)
def test_closing_with_unsaved_documents_asks(opened, qt_run, answer, is_open, text):
    async def run():
        here = opened()
        window = here.window.settings.window
        document = _dirty(here)
        await here.settle()
        document.set_text("b")
        window.close()
        dialog = window.findChild(QuestionDialog, "dialog.unsaved")
        assert window.isVisible()
        assert dialog.findChild(QLabel).text() == "1 file with unsaved changes:\n`mine.toml`"
        assert [b.text() for b in (dialog.other, dialog.act, dialog.keep)] == ["Save", "Discard 1 file", "Cancel"]
        assert not any(button.isDefault() for button in dialog.findChildren(QPushButton))
        getattr(dialog, answer).click()
        await here.settle()
        assert window.isVisible() is is_open
        assert here.services.documents.files["agents/mine.toml"] == text
        await here.stop()

    qt_run(run())


def test_save_that_fails_keeps_the_window_open(opened, qt_run):
    async def run():
        here = opened()
        window = here.window.settings.window
        document = _dirty(here)
        await here.settle()
        document.set_text("b")
        here.services.documents.change("agents/mine.toml", "theirs")
        window.close()
        window.findChild(QuestionDialog, "dialog.unsaved").other.click()
        await here.settle()
        assert window.isVisible()
        assert document.text == "b"
        await here.stop()

    qt_run(run())


def test_kinds_of_settings_all_have_a_control(opened, qt_run):
    async def run():
        here = opened()
        kinds = {state.kind for state in here.services.preferences.states()}
        assert kinds == set(SettingKind)
        await here.stop()

    qt_run(run())
