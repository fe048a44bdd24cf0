"""Windows of single files, repairs from the Problems pane, and what tells people outside the window (U35, U162, U165)."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QSystemTrayIcon

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Fix, Severity, SourceSpan, TextEdit
from qodev.types.conversation import TurnOutcome
from qodev.types.documents import SaveRefused
from qodev.types.events import CatalogChanged, CatalogKind, TurnFailed, TurnFinished
from qodev.types.messages import StopReason, Usage
from qodev.ui.kit.dialogs import QuestionDialog
from qodev.ui.models.editor_command import editor_arguments
from qodev.ui.pages.comparison import CompareDialog
from tests.fakes.pages import add_roles, add_rosters
from tests.fakes.services import make_conversation

PATH = "notes/mine.toml"


@pytest.fixture
def begun(live, services):
    """Returns what opens a file in a live window."""

    async def begin(text="a = 1\nb = 2\n"):
        services.documents.files[PATH] = text
        here = live()
        here.presenters.load("")
        here.window.files.open(PATH, 2, 1)
        await here.settle()
        return here, here.window.files.front

    return begin


def test_file_window_shows_name_state_and_reasons(begun, qt_run):
    async def run():
        here, editor = await begun()
        bar = editor.bar
        assert (bar.name.text(), bar.state.text(), bar.modified.text()) == ("mine.toml", "Saved", "")
        assert bar.save.toolTip() == "Nothing was changed."
        editor.text.insertPlainText("x")
        assert (bar.state.text(), bar.modified.text()) == ("Unsaved changes", "•")
        assert bar.save.isEnabled()
        bar.revert.click()
        await here.settle()
        assert editor.text.toPlainText() == "a = 1\nb = 2\n"
        assert bar.state.text() == "Saved"
        editor.text.undo()
        assert editor.text.toPlainText() == "a = 1\nxb = 2\n"
        assert bar.state.text() == "Unsaved changes"
        await here.stop()

    qt_run(run())


def test_file_window_says_what_is_wrong_with_the_text_while_it_is_typed(begun, qt_run):
    async def run():
        here, editor = await begun()
        wrong = Diagnostic(
            Code.KEY_UNKNOWN, Severity.WARNING, "Unknown key `b`.", span=SourceSpan(PATH, 2), hint="Did you mean `a`?"
        )
        here.services.documents.found = {PATH: (wrong,)}
        editor.text.insertPlainText("x")
        await here.settle(0.5)
        assert editor.found.isVisible()
        assert editor.found.text() == "Line 2: Unknown key `b`. Did you mean `a`?"
        assert [mark.line for mark in editor.text.marks] == [2]
        here.services.documents.found = {}
        editor.text.insertPlainText("y")
        await here.settle(0.5)
        assert not editor.found.isVisible()
        await here.stop()

    qt_run(run())


def test_changed_on_disk_offers_compare_reload_and_keep(begun, qt_run):
    async def run():
        here, editor = await begun()
        editor.text.insertPlainText("mine")
        here.services.documents.change(PATH, "theirs\n")
        await here.settle()
        banner = editor.banner
        assert banner.isVisible()
        assert banner.text.text() == "`mine.toml` changed on disk while it has unsaved changes here."
        assert editor.bar.state.text() == "Changed on disk"
        assert not editor.bar.save.isEnabled()
        assert editor.bar.save.toolTip() == "Choose Reload or Keep mine first."
        assert editor.bar.revert.isEnabled()
        banner.compare.click()
        await here.settle()
        dialog = editor.findChild(CompareDialog)
        assert "− theirs" in dialog.text.toPlainText()
        assert "+ minea" not in dialog.text.toPlainText()
        dialog.reject()
        banner.reload.click()
        await here.settle()
        assert editor.text.toPlainText() == "theirs\n"
        assert banner.isHidden()
        await here.stop()

    qt_run(run())


def test_refused_save_says_why_in_bar_and_banner(begun, qt_run):
    async def run():
        here, editor = await begun()
        here.services.documents.refusal = SaveRefused("`mine.toml` cannot be written: no space left.", "Free space.")
        editor.text.insertPlainText("x")
        QTest.keyClick(editor.text, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        editor.bar.save.click()
        await here.settle()
        assert editor.bar.state.text() == "Cannot save"
        assert editor.banner.text.text() == "`mine.toml` cannot be written: no space left. Free space."
        assert not editor.banner.compare.isVisible()
        editor.close()
        editor.findChild(QuestionDialog).other.click()
        await here.settle()
        assert editor.isVisible()
        await here.stop()

    qt_run(run())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("code", "--goto", "{file}:{line}"), ("code", "--goto", "/a b.toml:7")),
        (("vim", "+{line}"), ("vim", "+7", "/a b.toml")),
        (("gedit",), ("gedit", "/a b.toml")),
    ],
)
def test_editor_command_gets_file_and_line(words, expected):
    assert editor_arguments(words, "/a b.toml", 7) == expected


def test_external_editor_of_the_settings_is_started_and_a_missing_one_is_said(begun, qt_run, services, tmp_path):
    mark = tmp_path / "told"
    program = tmp_path / "editor"
    program.write_text(f'#!/bin/sh\necho "$1 $2" > "{mark}.part" && mv "{mark}.part" "{mark}"\n', encoding="utf-8")
    program.chmod(0o700)

    async def run():
        here, editor = await begun()
        services.preferences.values["external_editor"] = f"{program} {{file}} {{line}}"
        editor.bar.external.click()
        async with asyncio.timeout(4):
            while not mark.exists():
                await here.settle()
        assert mark.read_text(encoding="utf-8") == f"{PATH} 2\n"
        services.preferences.values["external_editor"] = str(tmp_path / "none")
        editor.bar.external.click()
        await here.settle()
        shown = editor.toast.text.text()  # the window in front says it
        assert shown.startswith(f"The editor `{tmp_path / 'none'}` cannot be started.")
        await here.stop()

    qt_run(run())


def test_problem_is_repaired_as_an_unsaved_edit_that_can_be_undone(live, services, qt_run):
    fix = Fix("Write `bb`", (TextEdit(SourceSpan(PATH, 1, 1, 1, 2), "bb"),))
    services.documents.files[PATH] = "b = 1\n"
    span = SourceSpan(PATH, 1, 1)
    services.problems.diagnostics = (
        Diagnostic(Code.KEY_UNKNOWN, Severity.WARNING, "Unknown key 'b'", span=span, fix=fix),
        Diagnostic(Code.KEY_UNKNOWN, Severity.WARNING, "Unknown key 'z'", span=span),
    )

    async def run():
        here = live()
        here.presenters.load("")
        here.services.bus.emit(CatalogChanged(kind=CatalogKind.AGENTS, revision=2, diagnostics=()))
        await here.settle()
        here.window.run_action("problems")
        page = here.window.problems.dock.page
        page.list.selectRow(1)
        assert page.fix.toolTip() == "No repair is known for it."
        page.list.selectRow(0)
        assert (page.fix.isEnabled(), page.fix.toolTip()) == (True, "Write `bb`")
        page.fix.click()
        await here.settle()
        editor = here.window.files.front
        assert editor.text.toPlainText() == "bb = 1\n"
        assert editor.is_dirty
        assert services.documents.files[PATH] == "b = 1\n"
        page.fix.click()
        await here.settle()
        assert editor.text.toPlainText() == "bb = 1\n"
        assert editor.toast.text.text() == "`mine.toml` has unsaved changes. Save or revert them, then repair it."
        editor.text.undo()
        assert editor.text.toPlainText() == "b = 1\n"
        assert not editor.is_dirty
        await here.stop()

    qt_run(run())


def test_unsaved_text_of_an_earlier_run_is_opened_at_start(live, services, qt_run):
    services.documents.files[PATH] = "a"

    async def run():
        digest = (await services.documents.look(PATH)).digest
        services.documents.kept[PATH] = ("typed before", digest)
        here = live()
        here.presenters.load("")
        await here.settle()
        editor = here.window.files.front
        assert editor.text.toPlainText() == "typed before"
        assert editor.bar.state.text() == "Unsaved changes"
        assert here.window.messages.toast.text.text() == "Restored unsaved changes in 1 file."
        await here.stop()

    qt_run(run())


def test_two_windows_of_one_file_never_lose_a_text(begun, qt_run):
    async def run():
        here, editor = await begun()
        other = here.presenters.documents.make("settings")
        other.open(PATH)
        await here.settle()
        editor.text.insertPlainText("one ")
        other.set_text("two")
        other.save()
        await here.settle()
        assert here.services.documents.files[PATH] == "two"
        assert editor.banner.isVisible()
        assert editor.text.toPlainText() == "a = 1\none b = 2\n"
        await here.stop()

    qt_run(run())


def _finished(conversation_id):
    outcome = TurnOutcome(StopReason.END, Usage(1, 1), 1, None)
    return TurnFinished(conversation_id=conversation_id, turn_id="t", outcome=outcome)


@pytest.mark.parametrize(
    ("setting", "value", "told"),
    [
        ("notify_finished", "visual", [("Alpha", "Done", False)]),
        ("notify_finished", "sound", [("Alpha", "Done", True)]),
        ("notify_finished", "off", []),
    ],
)
def test_finished_turn_is_told_as_the_setting_says(live, services, qt_run, monkeypatch, setting, value, told):
    services.conversations.add(make_conversation("a", "Alpha"))
    services.preferences.values[setting] = value

    async def run():
        here = live()
        here.presenters.load("a")
        heard = []
        here.window.desktop.told.connect(heard.append)
        monkeypatch.setattr(QApplication, "activeWindow", lambda: None)
        services.bus.emit(_finished("a"))
        await here.settle()
        assert [(n.title, n.state, n.has_sound) for n in heard] == told
        await here.stop()

    qt_run(run())


def test_failed_turn_is_told_but_not_while_a_window_is_in_front(live, services, qt_run, monkeypatch):
    services.conversations.add(make_conversation("a", "Alpha"))
    failed = TurnFailed(conversation_id="a", turn_id="t", text="Nothing answers.", hint=None, kind="connect")

    async def run():
        here = live()
        here.presenters.load("a")
        heard = []
        here.window.desktop.told.connect(heard.append)
        monkeypatch.setattr(QApplication, "activeWindow", lambda: here.window)
        services.bus.emit(failed)
        await here.settle()
        assert heard == []
        monkeypatch.setattr(QApplication, "activeWindow", lambda: None)
        services.bus.emit(failed)
        await here.settle()
        assert [(n.title, n.state) for n in heard] == [("Alpha", "Failed")]
        await here.stop()

    qt_run(run())


@pytest.mark.qt_log_ignore("systemTrayWindowChanged", "raise()")
def test_tray_icon_is_there_only_where_there_is_a_tray(live, services, qt_run, monkeypatch):
    async def run():
        here = live()
        here.presenters.load("")
        here.window.settings.open("general")
        row = here.window.settings.window.page("general").rows["tray_icon"]
        assert row.help.text() == "This desktop has no place for such icons."
        assert not row.field.control.isEnabled()
        here.window.desktop.set_tray(True)
        assert not here.window.desktop.has_tray
        monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
        services.preferences.values["tray_icon"] = True
        here.presenters.notifications.load()
        assert here.window.desktop.has_tray
        services.preferences.values["tray_icon"] = False
        here.presenters.notifications.load()
        assert not here.window.desktop.has_tray
        await here.stop()

    qt_run(run())


def test_palette_lists_settings_behind_a_colon(live, services, qt_run):
    async def run():
        here = live()
        here.presenters.load("")
        here.window.run_action("palette")
        field = here.window.findChild(QLineEdit, "palette.input")
        QTest.keyClicks(field, ":log level")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await here.settle()
        assert here.window.settings.window.key == "general"
        control = here.window.settings.window.page("general").rows["log_level"].field.control
        assert control.isVisible()
        await here.stop()

    qt_run(run())


def test_actions_of_pages_open_them(live, services, qt_run):
    add_roles(services)
    add_rosters(services)

    async def run():
        here = live()
        here.presenters.load("")
        for action, page in (("roles", "roles"), ("pipelines", "pipelines"), ("shortcuts", "general")):
            assert not here.window.action_set.reason(action)
            here.window.run_action(action)
            assert here.window.settings.window.key == page
        assert here.window.settings.window.page("general").keyboard.table.isVisible()
        await here.settle()
        await here.stop()

    qt_run(run())
