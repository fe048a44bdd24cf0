"""The action table of U27 and its keys (U8, U10, U28, U29)."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMainWindow, QPlainTextEdit

from qodev.ui.kit.action_table import TABLE, all_specs
from qodev.ui.kit.actions import ActionSet
from qodev.ui.kit.menus import Menu, add_menus

U27 = {
    Menu.FILE: "new_conversation new_code_task open_project recent_projects import_file import_backup export backup "
    "settings close quit",
    Menu.EDIT: "undo redo cut copy copy_plain paste paste_text select_all save_document revert_document find find_next "
    "find_previous find_all",
    Menu.VIEW: "palette sidebar inspector tab_changes tab_request tab_permissions tab_children tab_files problems "
    "next_problem previous_problem next_pane previous_pane next_conversation previous_conversation next_waiting "
    "expand_all collapse_all zoom_in zoom_out zoom_reset appearance_system appearance_light appearance_dark full_screen",
    Menu.CONVERSATION: "send send_now stop resume toggle_task toggle_plan choose_profile choose_agent choose_role "
    "mode_ask mode_read_only mode_allowlist mode_auto fork rewind compact replay view_request next_change "
    "previous_change accept_hunk reject_hunk comment usage rename pin archive delete",
    Menu.AGENTS: "manage_agents new_agent agents_folder reload_agents fixtures compare routing providers roles pipelines",
    Menu.MORE: "manage_profiles profiles_folder new_profile refresh_profiles xray mcp skills cloud trust",
    Menu.HELP: "help shortcuts first_run self_check logs copy_diagnostics about",
}


@pytest.fixture
def shell(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.action_set = ActionSet(window, add_menus(window.menuBar()))
    window.show()
    return window


@pytest.mark.parametrize("menu", list(Menu))
def test_menu_holds_exactly_the_table(menu):
    rows = dict(TABLE)[menu]
    assert [row.id for row in rows] == U27[menu].split()


def test_every_action_is_in_a_menu_with_name_and_status_tip(shell):
    for name in shell.action_set.names:
        action = shell.action_set[name]
        assert action.objectName() == f"action.{name}"
        assert action.statusTip()
        assert action.associatedObjects()


def test_every_disabled_action_says_why(shell):
    for name in shell.action_set.names:
        action = shell.action_set[name]
        if not action.isEnabled():
            reason = shell.action_set.reason(name)
            assert reason
            assert reason in action.toolTip()


def test_keys_are_unique_and_none_is_taken_by_input_methods(shell):
    seen: dict[str, str] = {}
    for name in shell.action_set.names:
        for key in shell.action_set[name].shortcuts():
            text = key.toString(QKeySequence.SequenceFormat.PortableText)
            assert text not in seen, f"{name} and {seen[text]} share {text}"
            assert "Ctrl+Alt" not in text
            assert text not in ("Ctrl+Shift+U", "Ctrl+.", "Ctrl+;")
            seen[text] = name


def _own_keys():
    return [(s.id, k) for s in all_specs() if s.standard is None and not s.own_context for k in s.keys]


@pytest.mark.parametrize("field", [QLineEdit, QPlainTextEdit])
def test_every_key_wins_in_text_field(shell, qtbot, field):
    editor = field(shell)
    shell.setCentralWidget(editor)
    shell.activateWindow()
    editor.setFocus()
    qtbot.waitUntil(editor.hasFocus)
    chosen: list[str] = []
    shell.action_set.triggered.connect(chosen.append)
    for name, keys in _own_keys():
        shell.action_set.set_reason(name, "")
        combination = QKeySequence(keys)[0]
        QTest.keyClick(editor, combination.key(), combination.keyboardModifiers())
        assert chosen == [name], keys
        chosen.clear()


def test_more_menu_of_header_is_the_menu_of_the_bar(shell):
    titles = [action.menu() for action in shell.menuBar().actions()]
    assert shell.action_set.menus[Menu.MORE] in titles


def test_letters_of_the_review_are_not_bound(shell):
    for name in ("accept_hunk", "reject_hunk", "comment"):
        assert not shell.action_set[name].shortcuts()


def test_roles_of_the_mac_menu_are_set(shell):
    roles = {name: shell.action_set[name].menuRole() for name in ("settings", "about", "quit")}
    kinds = type(shell.action_set["quit"].menuRole())
    assert roles == {"settings": kinds.PreferencesRole, "about": kinds.AboutRole, "quit": kinds.QuitRole}


def test_typing_reaches_the_field(shell, qtbot):
    editor = QPlainTextEdit(shell)
    shell.setCentralWidget(editor)
    shell.activateWindow()
    editor.setFocus()
    qtbot.waitUntil(editor.hasFocus)
    QTest.keyClicks(editor, "abc")
    QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert editor.toPlainText() == "abc"
    assert editor.textCursor().selectedText() == "abc"
