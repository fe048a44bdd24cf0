"""The pages Permissions & trust and Profiles of the settings (U49 to U52)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QSpinBox,
    QWidget,
)

from qodev.types.permissions import Effect, ProjectMode
from qodev.types.policies import Containment, ProjectRule, RuleKind
from qodev.ui.chat.trust_sheet import TrustSheet
from qodev.ui.kit.dialogs import QuestionDialog
from qodev.ui.pages.permissions_dialogs import RuleDialog, TrialDialog
from qodev.ui.pages.permissions_parts import RowsTable
from qodev.ui.pages.window import SettingsWindow
from tests.fakes.services import NOW
from tests.ui.controls import faults_of_controls
from tests.ui.project_kit import Desk, Scenario, profile

PAGE = "settings.permissions"


async def _page(desk: Desk, key: str = "permissions") -> SettingsWindow:
    desk.window.settings.open(key)
    await desk.settle()
    found = desk.window.settings.window
    assert found is not None
    return found


def _cells(table: RowsTable) -> list[list[str]]:
    model = table.model()
    rows, columns = range(model.rowCount()), range(model.columnCount())
    return [[str(model.index(row, column).data()) for column in columns] for row in rows]


def test_modes_stand_with_word_and_sentence_and_act_at_once(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = await desk.trusted({})
        window = await _page(desk)
        radios = window.findChildren(QRadioButton)
        assert [radio.text() for radio in radios] == ["Ask", "Read-only", "Allowlist", "Auto"]
        assert radios[0].isChecked()
        said = radios[1].accessibleDescription()
        assert said == "Reads without asking, refuses background commands, asks for the rest."
        radios[2].click()
        await desk.settle()
        assert (await desk.services.policies.look(root)).mode is ProjectMode.ALLOWLIST
        assert desk.text("status.mode") == "Allowlist"

    run(scenario)


def test_auto_is_asked_about_and_a_no_leaves_the_mode_marked(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = await desk.trusted({})
        window = await _page(desk)
        auto = desk.find(QRadioButton, f"{PAGE}.mode:auto", window)
        auto.click()
        await desk.settle()
        dialog = next(
            w for w in (window.findChild(QuestionDialog), desk.window.findChild(QuestionDialog)) if w is not None
        )
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await desk.settle()
        assert (await desk.services.policies.look(root)).mode is ProjectMode.ASK
        assert desk.find(QRadioButton, f"{PAGE}.mode:ask", window).isChecked()
        assert not auto.isChecked()

    run(scenario)


def test_new_projects_are_never_auto(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted({})
        window = await _page(desk)
        combo = desk.find(QComboBox, f"{PAGE}.default_mode", window)
        assert [combo.itemText(i) for i in range(combo.count())] == ["Ask", "Read-only", "Allowlist"]
        combo.setCurrentIndex(1)
        combo.activated.emit(1)
        await desk.settle()
        assert desk.services.policies.default_mode is ProjectMode.READ_ONLY
        assert desk.text("status.mode") == "Read-only"

    run(scenario)


def test_the_step_cap_belongs_to_the_project(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = await desk.trusted({})
        window = await _page(desk)
        spin = desk.find(QSpinBox, f"{PAGE}.max_steps", window)
        assert (spin.value(), spin.minimum(), spin.maximum()) == (8, 8, 64)
        spin.setValue(32)
        await desk.settle()
        assert (await desk.services.policies.look(root)).max_steps == 32

    run(scenario)


async def _with_rules(desk: Desk) -> tuple[str, SettingsWindow, RowsTable]:
    root = await desk.trusted({})
    allow = ProjectRule(RuleKind.COMMAND, "npm  test", Effect.ALLOW, added_at=NOW, used_at=NOW)
    deny = ProjectRule(RuleKind.OPERATION, "drop", Effect.DENY, server="db", added_at=NOW)
    for rule in (allow, deny):
        await desk.services.policies.add_rule(root, rule)
    window = await _page(desk)
    return root, window, desk.find(RowsTable, f"{PAGE}.rules", window)


def test_rules_say_where_they_count(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        _root, _window, table = await _with_rules(desk)
        assert [row[:4] for row in _cells(table)] == [
            ["Allow", "Command", "npm  test", "Counts in Allowlist"],
            ["Deny", "MCP operation", "db / drop", "Blocks in every mode"],
        ]
        assert [row[5] for row in _cells(table)][1] == "never"

    run(scenario)


def test_a_rule_is_added_and_a_protected_command_is_refused_while_it_is_typed(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root, window, table = await _with_rules(desk)
        desk.click(f"{PAGE}.add", window)
        dialog = desk.find(RuleDialog, "dialog.rule", window)
        text = desk.find(QLineEdit, "dialog.rule.text", dialog)
        text.setText("git push origin main")
        assert not dialog.store.isEnabled()
        assert dialog.reason.text() == (
            "An allow rule would never count for it. It names git or its folder. A deny rule would."
        )
        dialog.effect.setCurrentIndex(dialog.effect.findData(Effect.DENY))
        assert dialog.store.isEnabled()
        QTest.mouseClick(dialog.store, Qt.MouseButton.LeftButton)
        await desk.settle()
        policy = await desk.services.policies.look(root)
        assert policy.find_command("git push origin main").effect is Effect.DENY
        assert len(_cells(table)) == 3

    run(scenario)


@pytest.mark.parametrize(("also", "mode"), [(True, ProjectMode.ALLOWLIST), (False, ProjectMode.ASK)])
def test_an_allow_rule_that_would_not_count_says_so_and_offers_the_mode(
    run: Callable[[Scenario], None], also: bool, mode: ProjectMode
) -> None:
    async def scenario(desk: Desk) -> None:
        root, window, _table = await _with_rules(desk)
        desk.click(f"{PAGE}.add", window)
        dialog = desk.find(RuleDialog, "dialog.rule", window)
        assert dialog.switch.isHidden(), "there is nothing to store yet"
        assert all(button.icon().isNull() for button in dialog.findChildren(QAbstractButton)), "as in other dialogs"
        dialog.text.setText("make check")
        assert "An allow rule counts in Allowlist; this project is in Ask." in dialog.reason.text()
        dialog.switch.setChecked(also)
        QTest.mouseClick(dialog.store, Qt.MouseButton.LeftButton)
        await desk.settle()
        policy = await desk.services.policies.look(root)
        assert (policy.find_command("make check").effect, policy.mode) == (Effect.ALLOW, mode)

    run(scenario)


def test_a_deny_rule_needs_no_mode(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        _root, window, _table = await _with_rules(desk)
        desk.click(f"{PAGE}.add", window)
        dialog = desk.find(RuleDialog, "dialog.rule", window)
        dialog.text.setText("make check")
        dialog.effect.setCurrentIndex(dialog.effect.findData(Effect.DENY))
        assert dialog.switch.isHidden()

    run(scenario)


def test_a_rule_is_changed_without_leaving_the_one_before(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root, window, table = await _with_rules(desk)
        table.selectRow(0)
        desk.click(f"{PAGE}.edit", window)
        dialog = desk.find(RuleDialog, "dialog.rule", window)
        assert dialog.text.text() == "npm  test"
        dialog.text.setText("npm run test")
        dialog.accept()
        dialog.accepted_rule.emit(ProjectRule(RuleKind.COMMAND, "npm run test", Effect.ALLOW), False)
        await desk.settle()
        rules = (await desk.services.policies.look(root)).rules
        assert [rule.text for rule in rules if rule.kind is RuleKind.COMMAND] == ["npm run test"]

    run(scenario)


def test_a_deleted_rule_comes_back_by_undo(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root, window, table = await _with_rules(desk)
        table.selectRow(1)
        QTest.keyClick(table, Qt.Key.Key_Delete)
        await desk.settle()
        assert len((await desk.services.policies.look(root)).rules) == 1
        undo = next(b for b in window.findChildren(QAbstractButton, "toast.undo") if b.isVisibleTo(window))
        QTest.mouseClick(undo, Qt.MouseButton.LeftButton)
        await desk.settle()
        assert len((await desk.services.policies.look(root)).rules) == 2

    run(scenario)


def test_a_command_is_explained_by_the_functions_that_decide(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root, window, _table = await _with_rules(desk)
        await desk.services.policies.add_rule(root, ProjectRule(RuleKind.COMMAND, "make clean", Effect.DENY))
        desk.click(f"{PAGE}.test", window)
        dialog = desk.find(TrialDialog, "dialog.test_rule", window)
        command = desk.find(QLineEdit, "dialog.test_rule.command", dialog)
        word = desk.find(QLabel, "dialog.test_rule.word", dialog)
        command.setText("make clean")
        desk.click("dialog.test_rule.test", dialog)
        await desk.settle()
        assert word.text() == "Blocked"
        assert "make clean" in desk.find(QPlainTextEdit, "dialog.test_rule.details", dialog).toPlainText()
        command.setText("ls")
        QTest.keyClick(command, Qt.Key.Key_Return)
        await desk.settle()
        assert word.text() != "Blocked"
        dialog.close()

    run(scenario)


def test_unreadable_rules_make_the_page_read_only(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted({})
        file = Path(desk.services.policies.file)
        _write(file, "{")
        await desk.services.policies.start()
        window = await _page(desk)
        banner = desk.find(QWidget, f"{PAGE}.fault", window)
        assert banner.accessibleName() == f"Rules could not be read. Every decision asks until `{file}` is repaired."
        for name in ("mode:auto", "mode:ask", "add", "max_steps", "default_mode"):
            control = desk.find(QWidget, f"{PAGE}.{name}", window)
            assert not control.isEnabled(), name
            assert control.toolTip() == "Rules could not be read. Repair the file first."
        assert not desk.window.action_set["mode_auto"].isEnabled()
        assert desk.text("picker.mode") == "Ask ▾"

    run(scenario)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_rules_of_another_program_are_told(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root, window, _table = await _with_rules(desk)
        file = Path(desk.services.policies.file)
        _write(file, _with_one_more(file, root))
        await desk.services.profiles.reload()
        await desk.settle()
        text = desk.find(QLabel, f"{PAGE}.reloaded", window).text()
        assert text.startswith("Rules reloaded ")
        assert text.endswith("(3 rules)")

    run(scenario)


def _with_one_more(file: Path, root: str) -> str:
    document: Any = json.loads(file.read_text())
    rule = {"kind": "command", "text": "rm -rf /", "effect": "deny", "added": 0, "used": None}
    next(p for p in document["projects"] if p["path"] == root)["rules"].append(rule)
    return json.dumps(document)


def test_folders_say_what_they_enable_and_can_be_reviewed_and_left(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = await desk.trusted({".qodev/agents/a.md": profile("A"), "AGENTS.md": "x\n"})
        window = await _page(desk)
        table = desk.find(RowsTable, f"{PAGE}.folders", window)
        cells = _cells(table)[0]
        assert (cells[0], cells[1], cells[3]) == (root, "Trusted", "1 profile, 1 instruction file")
        desk.click(f"{PAGE}.review", window)
        await desk.settle()
        assert isinstance(desk.window.centre.currentWidget(), TrustSheet)
        desk.click(f"{PAGE}.revoke", window)
        await desk.settle()
        assert _cells(table) == []
        assert not desk.services.trust.is_trusted(root)

    run(scenario)


def test_containment_says_why_it_is_not_there(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted({})
        window = await _page(desk)
        contain = desk.find(QComboBox, f"{PAGE}.contain", window)
        reason = "Not available: Bubblewrap (bwrap) was not found."
        assert (contain.isEnabled(), contain.toolTip()) == (False, reason)
        assert desk.text("status.contain") == "Not contained"
        assert faults_of_controls(window) == []

    run(scenario)


def test_containment_is_chosen_per_project_and_the_status_bar_says_it(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        desk.services.contain_fault = ""
        root = await desk.trusted({})
        window = await _page(desk)
        contain = desk.find(QComboBox, f"{PAGE}.contain", window)
        assert [contain.itemText(place) for place in range(contain.count())] == ["Off", "On", "On, network allowed"]
        said = []
        for place in (1, 2, 0):
            contain.setCurrentIndex(place)
            contain.activated.emit(place)
            await desk.settle()
            said.append(desk.text("status.contain"))
        assert said == ["Contained", "Contained, network allowed", "Not contained"]
        assert (await desk.services.policies.look(root)).contain is Containment.OFF
        assert faults_of_controls(window) == []

    run(scenario)


def test_containment_that_fails_is_said_and_can_be_switched_off(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = await desk.trusted({})
        await desk.services.policies.set_contain(root, Containment.ON)
        await desk.settle()
        assert desk.text("status.contain") == "Containment failed"
        assert "Bubblewrap (bwrap) was not found" in desk.find(QAbstractButton, "status.contain").toolTip()
        contain = desk.find(QComboBox, f"{PAGE}.contain", await _page(desk))
        assert (contain.isEnabled(), contain.currentText()) == (True, "On")
        contain.activated.emit(0)
        await desk.settle()
        assert desk.text("status.contain") == "Not contained"

    run(scenario)


def test_variables_for_commands_are_stored_and_a_secret_is_refused(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = await desk.trusted({})
        window = await _page(desk)
        field = desk.find(QLineEdit, f"{PAGE}.variables", window)
        QTest.keyClicks(field, "SSH_AUTH_SOCK, LLM_HOME")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await desk.settle()
        assert (await desk.services.policies.look(root)).variables == ("LLM_HOME", "SSH_AUTH_SOCK")
        assert field.text() == "LLM_HOME, SSH_AUTH_SOCK"
        field.selectAll()
        QTest.keyClicks(field, "MY_TOKEN")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await desk.settle()
        assert (await desk.services.policies.look(root)).variables == ("LLM_HOME", "SSH_AUTH_SOCK")
        assert field.text() == "LLM_HOME, SSH_AUTH_SOCK"

    run(scenario)


def test_without_a_project_nothing_can_be_changed_and_it_says_why(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.start()
        window = await _page(desk)
        add = desk.find(QAbstractButton, f"{PAGE}.add", window)
        assert (add.isEnabled(), add.toolTip()) == (False, "Open a project first.")
        assert desk.find(QComboBox, f"{PAGE}.default_mode", window).isEnabled()

    run(scenario)


def test_every_profile_that_was_found_has_a_row(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        desk.own_profile("mine.md", profile("Mine"))
        desk.own_profile("plan.md", profile("Plan"))
        desk.own_profile("broken.md", "no front matter")
        await desk.trusted({".qodev/agents/mine.md": profile("Mine")})
        window = await _page(desk, "profiles")
        rows = {(row[0], row[1]): row[3] for row in _cells(desk.find(RowsTable, "settings.profiles.table", window))}
        assert rows["Build", "Built-in"] == "Active"
        assert rows["Mine", "Project"] == "Active"
        assert rows["Mine", "User"].startswith("Shadowed: ")
        assert rows["Plan", "User"].startswith("Reserved name: ")
        assert rows["broken.md", "User"].startswith("Skipped: ")
        assert faults_of_controls(window) == []

    run(scenario)


def test_edit_opens_the_profile_in_its_window_and_the_folder_is_a_setting(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        desk.own_profile("mine.md", profile("Mine"))
        await desk.trusted({})
        window = await _page(desk, "profiles")
        table = desk.find(RowsTable, "settings.profiles.table", window)
        table.selectRow(next(i for i, row in enumerate(_cells(table)) if row[0] == "Mine"))
        desk.click("settings.profiles.edit", window)
        await desk.settle()
        opened = desk.window.profiles.window
        assert opened is not None
        assert desk.presenters.profiles.front.endswith("mine.md")
        assert desk.find(QLineEdit, "settings.profiles.extra_folder", window).isEnabled()
        opened.close()

    run(scenario)
