"""The profile editor on real services: one document, form and text, rules, findings, repairs (U61, U62, U76 to U85)."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit

from qodev.ui.models.agent_editor_state import EditorMode
from qodev.ui.pages.agent_fields import QuietCombo
from tests.fakes.profile_stage import ProfileStage
from tests.ui.controls import faults_of_controls
from tests.ui.stall import StallWatch

MINE = """---
# My own.
name: Reviewer
description:  Reads changes.
default_permission: allow
tools: create_file=deny, write_file=deny, mcp:*=deny
commands: *=allow, git *=ask,   git push *=deny
max_steps: 6
edit_paths: src/**, index.html
---

Review what was changed.
"""
FIELDS = [
    "name",
    "description",
    "model",
    "temperature",
    "max_steps",
    "default_permission",
    "edit_paths",
    "deny_edit_paths",
    "instructions",
]


@pytest.fixture
def stage(theme, app_paths):
    made = ProfileStage(theme, app_paths)
    made.write("reviewer.md", MINE)
    return made


def _text(stage):
    return stage.window.text.text


def _control(stage, name):
    return stage.window.form.fields[name].control


def _rules(stage, kind):
    return [(row.pattern, row.effect.value) for row in stage.window.form.rules[kind].model.rows if not row.is_new]


def _codes(stage):
    return [row.code for row in stage.window.problems.model.rows]


async def _typed(stage, text):
    """Replaces the text as a person would."""
    stage.window.text.selectAll()
    stage.window.text.insertPlainText(text)
    await stage.rest()


def test_form_has_exactly_the_fields_of_the_format(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            form = stage.window.form
            assert [*form.fields, *form.rules] == [*FIELDS, "tools", "commands"]
            assert _control(stage, "name").text() == "Reviewer"
            assert _control(stage, "max_steps").currentData() == "6"
            assert _control(stage, "default_permission").currentText() == "Allow: the project's mode decides"
            assert _control(stage, "edit_paths").toPlainText() == "src/**\nindex.html"
            assert _control(stage, "instructions").toPlainText() == "Review what was changed."
            assert _rules(stage, "commands") == [("*", "allow"), ("git *", "ask"), ("git push *", "deny")]
            assert form.rules["tools"].header.text() == "Later matching rules win."
            assert "hosted OpenAI requests report" in form.fields["temperature"].note.text()
            assert "shell commands can still change files" in form.fields["edit_paths"].note.text()

    qt_run(scenario(), 30)


def test_every_control_has_a_name_and_a_reason(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            assert faults_of_controls(stage.window) == []
            await stage.open("Plan")
            assert faults_of_controls(stage.window) == []

    qt_run(scenario(), 30)


def test_form_edit_changes_its_own_line_alone_and_is_one_step_of_undo(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            line = _control(stage, "description")
            await stage.focus(line)
            line.end(False)
            for letter in " ok":
                QTest.keyClicks(line, letter)
                await stage.rest()
            assert _text(stage) == MINE.replace("Reads changes.", "Reads changes. ok")
            QTest.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            await stage.rest()
            assert _text(stage) == MINE
            assert line.text() == "Reads changes."

    qt_run(scenario(), 30)


def test_text_edit_reaches_the_form(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(
                stage, MINE.replace("name: Reviewer", "name: Checker").replace("max_steps: 6", "temperature: 0.2")
            )
            assert _control(stage, "name").text() == "Checker"
            assert _control(stage, "temperature").text() == "0.2"
            assert _control(stage, "max_steps").currentData() == ""

    qt_run(scenario(), 30)


def test_choosing_an_effect_writes_it(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            combo = _control(stage, "default_permission")
            combo.setCurrentIndex(3)
            combo.activated.emit(3)
            await stage.rest()
            assert _text(stage) == MINE.replace("default_permission: allow", "default_permission: deny")
            combo.activated.emit(0)
            await stage.rest()
            assert _text(stage) == MINE.replace("default_permission: allow\n", "")
            assert combo.currentText().startswith("Not written; Ask")

    qt_run(scenario(), 30)


def test_instructions_are_edited_in_the_form(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            edit = _control(stage, "instructions")
            await stage.focus(edit)
            edit.moveCursor(QTextCursor.MoveOperation.End)
            QTest.keyClick(edit, Qt.Key.Key_Return)
            QTest.keyClicks(edit, "More")
            await stage.rest()
            assert _text(stage) == MINE.replace("changed.\n", "changed.\nMore\n")

    qt_run(scenario(), 30)


def test_caret_and_field_follow_each_other(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await stage.focus(_control(stage, "max_steps"))
            await stage.rest()
            assert stage.window.text.textCursor().blockNumber() + 1 == 8
            stage.window.set_mode(EditorMode.TEXT)
            stage.window.text.go_to(4, 1)
            await stage.rest()
            marked = [name for name, field in stage.window.form.fields.items() if field.property("look") == "current"]
            assert marked == ["description"]

    qt_run(scenario(), 30)


def test_wrong_value_is_told_at_the_field_and_stays(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            line = _control(stage, "temperature")
            await stage.focus(line)
            QTest.keyClicks(line, "3")
            await stage.rest()
            assert "from 0 to 2" in stage.window.form.fields["temperature"].note.text()
            assert line.text() == "3"
            assert not stage.window.bar.save.isEnabled()
            assert "temperature" in stage.window.bar.state.text()

    qt_run(scenario(), 30)


# Rules


async def _edit_cell(stage, kind, place, column):
    table = stage.window.form.rules[kind].table
    await stage.focus(table)
    table.setCurrentIndex(table.model().index(place, column))
    table.edit(table.model().index(place, column))
    kinds = QLineEdit if column == 0 else QComboBox
    return next(one for one in table.findChildren(kinds) if one.isVisible())


def test_pattern_is_edited_in_the_table(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            editor = await _edit_cell(stage, "commands", 1, 0)
            editor.setText("git log *")
            QTest.keyClick(editor, Qt.Key.Key_Return)
            await stage.rest()
            assert _text(stage) == MINE.replace("git *=ask", "git log *=ask")

    qt_run(scenario(), 30)


def test_effect_is_chosen_with_its_sentence(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            combo = await _edit_cell(stage, "tools", 0, 1)
            assert [combo.itemText(n) for n in range(combo.count())] == [
                "Ask: you confirm each call; in Auto approved by itself",
                "Allow: the project's mode decides",
                "Deny: hidden from the model and blocked",
            ]
            combo.setCurrentIndex(0)
            combo.activated.emit(0)
            await stage.rest()
            assert _text(stage) == MINE.replace("create_file=deny", "create_file=ask")

    qt_run(scenario(), 30)


def test_rule_is_added_moved_and_removed_by_the_keyboard(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            editor = await _edit_cell(stage, "commands", 3, 0)
            editor.setText("npm publish *")
            QTest.keyClick(editor, Qt.Key.Key_Return)
            await stage.rest()
            assert _rules(stage, "commands")[3] == ("npm publish *", "ask")
            table = stage.window.form.rules["commands"].table
            await stage.focus(table)
            stage.window.form.rules["commands"].choose(3)
            QTest.keyClick(table, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
            await stage.rest()
            assert [pattern for pattern, _effect in _rules(stage, "commands")] == [
                "*",
                "git *",
                "npm publish *",
                "git push *",
            ]
            assert stage.window.form.rules["commands"].current.pattern == "npm publish *"
            QTest.keyClick(table, Qt.Key.Key_Delete)
            await stage.rest()
            assert _text(stage) == MINE.replace(",   git push", ", git push")
            QTest.keyClick(table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            await stage.rest()
            assert len(_rules(stage, "commands")) == 4

    qt_run(scenario(), 30)


def test_rules_say_what_they_match_and_what_keeps_them_from_deciding(stage, qt_run):
    async def scenario():
        async with stage:
            text = MINE.replace(
                "*=allow, git *=ask,   git push *=deny", "git push *=deny, *=allow\n# expect allow: npm test"
            )
            stage.write("reviewer.md", text.replace("create_file=deny", "read_files=deny, *_file=deny"))
            stage.presenters.profiles.refresh()
            await stage.rest()
            await stage.open("Reviewer")
            tools, commands = (stage.window.form.rules[kind].model.rows for kind in ("tools", "commands"))
            assert tools[0].mark == "can never match"
            assert "Did you mean `read_file`?" in tools[0].detail
            assert tools[1].matches == ("create_file", "write_file", "read_file")
            assert commands[0].mark == "shadowed by line 7"
            assert commands[1].matches == ("npm test",)
            stage.window.form.rules["tools"].choose(1)
            assert "create_file, write_file, read_file" in stage.window.form.rules["tools"].detail.text()

    qt_run(scenario(), 30)


def test_interpreters_can_be_denied_with_one_button(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            assert "commands_interpreter" in _codes(stage)
            button = stage.window.form.deny_interpreters
            assert button.isVisibleTo(stage.window)
            button.click()
            await stage.rest()
            assert ("python*", "deny") in _rules(stage, "commands")
            assert "commands_interpreter" not in _codes(stage)
            assert not button.isVisibleTo(stage.window)

    qt_run(scenario(), 30)


def test_path_lists_offer_to_deny_the_command_tools(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            stage.window.form.deny_commands.click()
            await stage.rest()
            assert _rules(stage, "tools")[-2:] == [("run_command", "deny"), ("verify_command", "deny")]
            assert not stage.window.form.deny_commands.isVisibleTo(stage.window)

    qt_run(scenario(), 30)


# Findings


def test_form_pauses_while_the_text_is_no_profile(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(stage, MINE.replace("default_permission: allow", "default_permission"))
            assert stage.window.paused.text().startswith("Form paused: line 5, column 1.")
            assert _control(stage, "name").text() == "Reviewer"
            assert _control(stage, "name").isReadOnly()
            await _typed(stage, MINE)
            assert stage.window.paused.text() == ""
            assert not _control(stage, "name").isReadOnly()

    qt_run(scenario(), 30)


def test_unknown_field_is_marked_at_its_line_and_renamed_by_its_repair(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(stage, MINE.replace("tools:", "tool:"))
            row = next(row for row in stage.window.problems.model.rows if row.code == "unknown_field")
            assert (row.line, row.hint) == (6, "Did you mean `tools`?")
            assert [mark.line for mark in stage.window.text.marks if mark.severity == "error"] == [6]
            assert "Not saved: line 6, unknown_field" in stage.window.bar.state.text()
            assert stage.window.form.unknown.text() == "`tool` in line 6 is not known."
            stage.window.problems.choose(row.id)
            stage.window.problems.fix.click()
            await stage.rest()
            assert _text(stage) == MINE

    qt_run(scenario(), 30)


def test_problem_leads_to_its_line(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(stage, MINE.replace("max_steps: 6", "max_steps: 9"))
            place = next(n for n, row in enumerate(stage.window.problems.model.rows) if row.code == "max_steps")
            stage.window.problems.list.activated.emit(stage.window.problems.model.index(place, 0))
            await stage.rest()
            assert stage.window.mode is EditorMode.TEXT
            assert stage.window.text.textCursor().blockNumber() + 1 == 8

    qt_run(scenario(), 30)


@pytest.mark.parametrize(
    ("added", "bytes_shown", "look"),
    [
        ("", f"{len(MINE):,}", "secondary"),
        ("😀" * 9000, f"{len(MINE) + 36_000:,}", "error"),
        ("x" * 29_600, "", "warning"),
    ],
)
def test_byte_counter_counts_what_would_be_written(stage, qt_run, added, bytes_shown, look):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(stage, MINE + added)
            count = stage.window.file.count
            assert bytes_shown in count.text()
            assert count.text().endswith("/ 32,768 bytes")
            assert count.property("look") == look

    qt_run(scenario(), 30)


def test_typing_never_stalls_the_window(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            rules = ", ".join(f"program-{n} *=deny" for n in range(36))
            await _typed(stage, MINE.replace("git *=ask", rules) + "Look closely.\n" * 900)
            stage.window.set_mode(EditorMode.TEXT)
            await stage.focus(stage.window.text)
            watch = StallWatch()
            watch.start()
            for letter in "a few more words to be typed":
                QTest.keyClicks(stage.window.text, letter)
                await asyncio.sleep(0.03)
            watch.stop()
            watch.check()
            await stage.rest()

    qt_run(scenario(), 60)


def test_a_choice_without_room_ends_in_an_ellipsis_and_is_whole_with_room(theme, qt_run):
    async def scenario():
        combo = QuietCombo()
        combo.addItem("Ask: you confirm each call; in Auto approved by itself")
        combo.setSizeAdjustPolicy(QuietCombo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.resize(200, combo.sizeHint().height())
        combo.show()
        assert combo.shown_text.endswith("…")
        assert combo.fontMetrics().horizontalAdvance(combo.shown_text) < 180
        combo.resize(900, combo.sizeHint().height())
        assert combo.shown_text == combo.itemText(0)
        combo.hide()

    qt_run(scenario(), 30)
