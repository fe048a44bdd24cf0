"""The agent editor on real services: one document, form and text, findings, origins, completion (U60 to U66)."""

import asyncio
import re

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QPushButton

from qodev.ui.models.agent_editor_state import EditorMode, EditorState
from qodev.ui.pages.agent_chain import AgentHead
from qodev.ui.pages.agent_dialogs import KeyDialog
from qodev.ui.pages.comparison import CompareDialog
from tests.fakes.agent_stage import AgentStage
from tests.ui.stall import StallWatch

MINE = """# My own agent.
schema_version = 1

name        = "Mine"   # the name
extends     = "Claude Sonnet 4.6 Chat"
description = "For reviews."
tags        = ["chat", "review"]

[match]
file_patterns = ["*.py"]

# What is sent.
[body]
max_tokens = 4096  # short answers
"""
KEYS = [
    "schema_version",
    "name",
    "description",
    "provider_instance",
    "model",
    "endpoint",
    "system_prompt",
    "tags",
    "enable_thinking",
    "enable_tools",
    "cache_prompt",
    "cache_ttl",
    "cache_breakpoints",
    "extends",
    "abstract",
    "hidden",
    "match.file_patterns",
    "match.path_patterns",
    "match.project_names",
]


@pytest.fixture
def stage(theme, app_paths):
    app_paths.agents.mkdir(parents=True)
    (app_paths.agents / "mine.toml").write_text(MINE)
    return AgentStage(theme, app_paths)


def _control(stage, key):
    row = stage.page.editor.form.row(key)
    assert row is not None, key
    return row.control


def _text(stage):
    return stage.page.editor.text.edit.text


def _state(stage):
    return stage.presenters.agent_page.editor.state


async def _typed(stage, text):
    """Replaces the text as a person would."""
    edit = stage.page.editor.text.edit
    edit.selectAll()
    edit.insertPlainText(text)
    await stage.rest()


def _problems(stage):
    return stage.page.editor.problems.model.rows


def test_form_has_a_control_for_every_key_of_the_format(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            kinds = {key: _control(stage, key) for key in KEYS}
            assert all(control.accessibleName() for control in kinds.values())
            assert kinds["name"].objectName() == "agent.field:name"
            assert kinds["name"].text() == "Mine"
            assert kinds["tags"].toPlainText() == "chat\nreview"
            assert isinstance(kinds["cache_ttl"], QComboBox)
            assert isinstance(kinds["enable_thinking"], QCheckBox)
            assert isinstance(kinds["system_prompt"], QPlainTextEdit)

    qt_run(scenario(), 30)


def test_edit_in_the_form_changes_the_bytes_of_its_key_alone(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            line = _control(stage, "description")
            line.setFocus()
            line.selectAll()
            QTest.keyClicks(line, "Short.")
            await stage.rest()
            assert _text(stage) == MINE.replace('"For reviews."', '"Short."')
            assert line.text() == "Short."

    qt_run(scenario(), 30)


def test_typing_in_a_field_is_one_step_of_the_one_undo_stack(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            line = _control(stage, "description")
            line.setFocus()
            line.end(False)
            for letter in "abc":
                QTest.keyClicks(line, letter)
                await stage.rest()
            assert 'description = "For reviews.abc"' in _text(stage)
            QTest.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            await stage.rest()
            assert _text(stage) == MINE
            assert line.text() == "For reviews."
            QTest.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
            await stage.rest()
            assert line.text() == "For reviews.abc"

    qt_run(scenario(), 30)


def test_text_edit_reaches_the_form(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            await _typed(stage, MINE.replace("For reviews.", "For all."))
            assert _control(stage, "description").text() == "For all."

    qt_run(scenario(), 30)


def test_text_edits_and_form_edits_share_one_undo_stack(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            await _typed(stage, MINE + "# end\n")
            _control(stage, "hidden").click()
            await stage.rest()
            assert re.search(r"^hidden\s*= true$", _text(stage), re.MULTILINE)
            stage.page.editor.text.edit.undo()
            await stage.rest()
            assert "hidden" not in _text(stage)
            assert not _control(stage, "hidden").isChecked()
            stage.page.editor.text.edit.undo()
            await stage.rest()
            assert _text(stage) == MINE

    qt_run(scenario(), 30)


def test_form_is_paused_with_the_last_good_values_while_the_text_does_not_parse(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            await _typed(stage, MINE.replace('"For reviews."', '"For reviews.'))
            editor = stage.page.editor
            assert editor.paused.isVisible()
            assert editor.paused.text().startswith("Form paused: line 6, column ")
            assert _control(stage, "description").text() == "For reviews."
            assert _control(stage, "description").isReadOnly()
            assert not _control(stage, "hidden").isEnabled()
            assert [row.code for row in _problems(stage)] == ["toml.syntax"]
            await _typed(stage, MINE)
            assert not editor.paused.isVisible()
            assert not _control(stage, "description").isReadOnly()

    qt_run(scenario(), 30)


def test_inherited_required_keys_show_value_and_origin_as_placeholder(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            model = _control(stage, "model")
            assert model.text() == ""
            assert (
                model.placeholderText()
                == "claude-sonnet-4-6 · from Claude Sonnet 4.6 Chat, claude_sonnet46_chat.toml:7"
            )
            assert "Anthropic Base Chat" in _control(stage, "endpoint").placeholderText()

    qt_run(scenario(), 30)


def test_unknown_key_and_unknown_value_stay_visible_and_are_marked(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            await _typed(stage, MINE.replace("[match]", 'cache_ttl = "2h"\nenable_thinkin = true\n[match]'))
            row = stage.page.editor.form.row("enable_thinkin")
            assert row.note.text() == "not known"
            assert row.line.text() == "true"
            ttl = stage.page.editor.form.row("cache_ttl")
            assert ttl.combo.currentText() == "2h"
            assert ttl.note.text() == "not known: 2h"

    qt_run(scenario(), 30)


def test_thinking_switch_says_that_it_is_a_badge(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            row = stage.page.editor.form.row("enable_thinking")
            assert row.note.text().startswith("Badge only; the body decides what is sent.")
            assert row.note.isVisibleTo(stage.page.editor.form)

    qt_run(scenario(), 30)


def test_emptied_list_writes_an_empty_list_and_reset_takes_it_back(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            patterns = _control(stage, "match.file_patterns")
            patterns.setFocus()
            patterns.selectAll()
            QTest.keyClick(patterns, Qt.Key.Key_Delete)
            await stage.rest()
            assert "file_patterns = []" in _text(stage)
            stage.presenters.agent_page.editor.select_key("match.file_patterns")
            stage.page.editor.why.reset.click()
            await stage.rest()
            assert "file_patterns" not in _text(stage)

    qt_run(scenario(), 30)


def test_caret_and_form_field_follow_each_other(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            editor = stage.page.editor
            editor.set_mode(EditorMode.SPLIT)
            editor.text.go_to(7, 3)
            await stage.rest()
            assert editor.form.row("tags").property("look") == "current"
            assert editor.why.title.text() == "tags"
            _control(stage, "name").setFocus()
            await stage.rest()
            assert editor.text.edit.textCursor().blockNumber() + 1 == 4
            editor.text.go_to(14, 2)
            await stage.rest()
            assert editor.form.body.current.dotted == "body.max_tokens"

    qt_run(scenario(), 30)


def test_body_tree_shows_key_type_value_and_origin(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            model = stage.page.editor.form.body.model
            rows = {}

            def walk(parent):
                for row in range(model.rowCount(parent)):
                    here = model.index(row, 0, parent)
                    rows[model.node(here).dotted] = [str(here.siblingAtColumn(c).data()) for c in range(4)]
                    walk(here)

            walk(model.index_of(model.root))
            assert rows["body.max_tokens"] == ["max_tokens", "number", "4096", "F  mine.toml:14"]
            assert rows["body.thinking"][1] == "table"
            assert rows["body.thinking.type"][:3] == ["type", "text", "adaptive"]
            assert rows["body.thinking.type"][3].startswith("B  claude_sonnet46_chat.toml:")
            assert rows["body.messages"][1] == "template"
            assert rows["body.stream"][1:3] == ["switch", "true"]

    qt_run(scenario(), 30)


def test_buttons_of_the_head_stand_below_the_name_where_there_is_no_room_beside_it(theme):
    head = AgentHead(theme)
    button = QPushButton("A button of some length")
    head.buttons.addWidget(button)
    head.show_state(EditorState(name="A name of some length"), ())
    head.resize(900, 120)
    head.show()
    assert button.mapTo(head, QPoint(0, 0)).x() > head.name.x()
    head.resize(button.sizeHint().width() + 30, 120)
    for part in (head, head.top, head):  # the row asks for more height once it knows its width
        part.layout().activate()
    assert button.mapTo(head, QPoint(0, 0)).y() >= head.name.geometry().bottom()
    head.deleteLater()


def test_value_of_the_body_is_changed_added_renamed_and_removed(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            body = stage.page.editor.form.body
            body.show_key("body.max_tokens")
            body.leaf.number.selectAll()
            QTest.keyClicks(body.leaf.number, "512")
            await stage.rest()
            assert _text(stage) == MINE.replace("max_tokens = 4096", "max_tokens = 512")
            body.add.click()
            dialog = body.findChild(KeyDialog)
            dialog.name.setText("top_k")
            dialog.kind.setCurrentIndex(dialog.kind.findData("number"))
            dialog.act.click()
            await stage.rest()
            assert "top_k = 0" in _text(stage)
            assert body.current.dotted == "body.top_k"
            body.rename.click()
            dialog = next(d for d in body.findChildren(KeyDialog) if d.isVisible())
            dialog.name.setText("top_p")
            dialog.act.click()
            await stage.rest()
            assert "top_p = 0" in _text(stage)
            assert "top_k" not in _text(stage)
            body.remove.click()
            await stage.rest()
            assert _text(stage) == MINE.replace("max_tokens = 4096", "max_tokens = 512")

    qt_run(scenario(), 30)


def test_inherited_key_of_the_body_is_written_when_it_is_changed_and_cannot_be_removed(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            body = stage.page.editor.form.body
            body.show_key("body.thinking.type")
            assert not body.remove.isEnabled()
            assert "inherited" in body.remove.toolTip()
            body.leaf.edit.setFocus()
            body.leaf.edit.selectAll()
            QTest.keyClicks(body.leaf.edit, "enabled")
            await stage.rest()
            spec = stage.presenters.agent_page.editor.state
            leaf = next(one for one in spec.leaves if one.key == "body.thinking.type")
            assert (leaf.value, leaf.provenance.value) == ("enabled", "F")
            assert [level.value for level in leaf.levels] == ["enabled", "adaptive"]

    qt_run(scenario(), 30)


def test_unknown_key_is_underlined_with_code_line_hint_and_a_fix_that_can_be_undone(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            broken = MINE.replace("[match]", "enable_thinkin = true\n[match]")
            await _typed(stage, broken)
            row = _problems(stage)[0]
            assert (row.code, row.line, row.severity) == ("key.unknown", 9, "warning")
            assert "enable_thinking" in f"{row.message} {row.hint}"
            mark = stage.page.editor.text.edit.marks[0]
            assert (mark.line, mark.severity) == (9, "warning")
            problems = stage.page.editor.problems
            problems.choose(row.id)
            assert problems.fix.text() == "Rename to `enable_thinking`"
            problems.fix.click()
            await stage.rest()
            assert _text(stage) == broken.replace("enable_thinkin ", "enable_thinking ")
            assert _problems(stage) == ()
            stage.page.editor.text.edit.undo()
            await stage.rest()
            assert _text(stage) == broken

    qt_run(scenario(), 30)


def test_dry_run_failure_names_context_key_and_line_with_the_snippet(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            await _typed(stage, MINE + 'prompt = """\n"{{ ctx.prefix }}"\n"""\n')
            await stage.until(lambda: any(row.code == "body.invalid_json" for row in _problems(stage)))
            row = next(row for row in _problems(stage) if row.code == "body.invalid_json")
            assert "body.prompt" in row.message
            assert row.line in (15, 16)
            assert "tojson" in f"{row.hint} {row.message}"

    qt_run(scenario(), 30)


def test_why_lists_each_level_up_to_the_winner_and_reset_shows_the_inherited_value(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            editor = stage.page.editor
            stage.presenters.agent_page.editor.select_key("body.max_tokens")
            rows = editor.why.model.rows
            assert [(row.value, row.is_winner) for row in rows] == [("4096", True), ("16000", False), ("8192", False)]
            assert "mine.toml:14" in rows[0].text
            stage.presenters.agent_page.editor.select_key("tags")
            assert "Arrays are not merged" in editor.why.note.text()
            bar = editor.form.row("tags").bar
            assert bar.mark.letter == "F"
            assert "replaced whole" in bar.toolTip()
            stage.presenters.agent_page.editor.select_key("body.max_tokens")
            editor.why.reset.click()
            await stage.rest()
            assert "max_tokens" not in _text(stage)
            assert [row.value for row in editor.why.model.rows] == ["16000", "8192"]
            assert not editor.why.reset.isEnabled()
            assert editor.why.reset.toolTip() == "This file does not write it."

    qt_run(scenario(), 30)


def test_chain_links_lead_to_the_parents_and_a_missing_parent_is_named(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            chain = stage.page.editor.head.chain
            assert chain.texts == ("Mine", "Claude Sonnet 4.6 Chat", "Anthropic Base Chat")
            await _typed(stage, MINE.replace('"Claude Sonnet 4.6 Chat"', '"Nobody"'))
            assert any("Nobody" in text for text in chain.texts)
            await _typed(stage, MINE.replace('"Claude Sonnet 4.6 Chat"', '"Mine"'))
            assert any("leads back" in text or "cycle" in text for text in chain.texts)

    qt_run(scenario(), 30)


def test_link_of_the_chain_opens_the_bundled_parent_read_only(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            button = stage.page.editor.head.chain.findChild(object, "agent.chain:1")
            button.click()
            await stage.until(lambda: _state(stage).name == "Claude Sonnet 4.6 Chat")
            await stage.rest()
            editor = stage.page.editor
            assert editor.text.edit.isReadOnly()
            assert _control(stage, "description").isReadOnly()
            assert editor.doc.state.text() == "Read-only"
            assert editor.new_from.isVisible()

    qt_run(scenario(), 30)


def test_completion_lists_functions_in_a_template_and_inserts_one(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            editor = stage.page.editor
            editor.set_mode(EditorMode.TEXT)
            await _typed(stage, MINE + 'prompt = """\n{{ toj\n"""\n')
            edit = editor.text.edit
            await stage.focus(edit)
            edit.go_to(16, 7)
            QTest.keyClick(edit, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
            await stage.until(lambda: edit.is_completing)
            assert "tojson" in [row.text for row in edit.completions.model.rows]
            QTest.keyClick(edit, Qt.Key.Key_Return)
            assert "{{ tojson" in edit.text
            assert not edit.is_completing

    qt_run(scenario(), 30)


def test_completion_works_in_a_template_leaf_of_the_body(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            stage.page.editor.set_mode(EditorMode.FORM)
            body = stage.page.editor.form.body
            body.show_key("body.messages")
            edit = body.leaf.edit
            await stage.focus(edit)
            edit.selectAll()
            QTest.keyClicks(edit, "{{ ctx.hist")
            await stage.until(lambda: edit.is_completing)
            assert "history" in " ".join(row.text for row in edit.completions.model.rows)
            QTest.keyClick(edit, Qt.Key.Key_Escape)
            assert not edit.is_completing

    qt_run(scenario(), 30)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_mark_of_the_file_are_kept_when_one_key_is_edited_and_saved(stage, qt_run, app_paths, end, mark):
    async def scenario():
        async with stage:
            before = mark + MINE.replace("\n", end)
            stage.write("mine.toml", before)
            await stage.reload()
            await stage.open("Mine")
            _control(stage, "abstract").click()
            await stage.rest()
            stage.page.save()
            await stage.rest()
            saved = (app_paths.agents / "mine.toml").read_bytes().decode()
            assert saved.replace(f"abstract = true{end}", "") == before or "abstract" in saved
            assert [line for line in saved.split(end) if "abstract" not in line] == before.split(end)

    qt_run(scenario(), 30)


def test_clean_document_is_read_again_when_the_file_changes(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            stage.write("mine.toml", MINE.replace("For reviews.", "From outside."))
            await stage.reload()
            await stage.until(lambda: "From outside." in _text(stage))
            await stage.rest()
            assert _control(stage, "description").text() == "From outside."
            assert not stage.page.editor.disk.isVisible()

    qt_run(scenario(), 30)


def test_dirty_document_offers_reload_and_keep_when_the_file_changes(stage, qt_run, app_paths):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            _control(stage, "hidden").click()
            await stage.rest()
            mine = _text(stage)
            stage.write("mine.toml", MINE.replace("For reviews.", "From outside."))
            await stage.reload()
            disk = stage.page.editor.disk
            await stage.until(disk.isVisible)
            assert _text(stage) == mine
            disk.keep.click()
            await stage.until(lambda: not disk.isVisible())
            stage.page.save()
            await stage.rest()
            assert (app_paths.agents / "mine.toml").read_text() == mine

    qt_run(scenario(), 30)


def test_saved_agent_is_used_at_once(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            line = _control(stage, "description")
            line.setFocus()
            line.selectAll()
            QTest.keyClicks(line, "New words.")
            await stage.rest()
            stage.page.editor.doc.save.click()
            await stage.until(lambda: stage.services.agents.snapshot.agents["Mine"].description == "New words.")

    qt_run(scenario(), 30)


def test_typing_goes_on_while_a_dry_run_is_slow(stage, qt_run):
    async def scenario():
        async with stage:
            loop = "{% for i in range(400) %}{% for j in range(400) %}{{ i * j }},{% endfor %}{% endfor %}"
            slow = MINE + f"slow = '''\n[ {loop} 0 ]\n'''\n"
            await stage.open("Mine")
            stage.page.editor.set_mode(EditorMode.TEXT)
            await _typed(stage, slow)
            edit = stage.page.editor.text.edit
            edit.setFocus()
            edit.go_to(6, 19)
            watch = StallWatch()
            watch.start()
            for letter in "abcdefghijklmnopqrstuvwxyz":
                QTest.keyClicks(edit, letter)
                await asyncio.sleep(0.03)
            watch.stop()
            watch.check()
            assert "abcdefghijklmnopqrstuvwxyz" in edit.text
            await stage.rest()
            assert "abcdefghijklmnopqrstuvwxyz" in _control(stage, "description").text()

    qt_run(scenario(), 60)


def test_built_in_agent_without_a_file_shows_nothing_to_edit(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            stage.page.show_agent("Offline Chat")
            await stage.rest()
            assert not stage.page.editor.isVisible()
            assert "no file" in stage.page.welcome.text()

    qt_run(scenario(), 30)


def test_field_that_is_typed_into_is_not_disturbed(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            line = _control(stage, "description")
            assert isinstance(line, QLineEdit)
            line.setFocus()
            line.setCursorPosition(3)
            QTest.keyClicks(line, "x")
            await stage.rest()
            assert line.cursorPosition() == 4

    qt_run(scenario(), 30)


def test_live_request_follows_the_unsaved_text_and_keeps_the_last_good_one(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            pane = stage.page.request
            await stage.until(lambda: "4096" in stage.presenters.live_request.state.raw)
            await _typed(stage, MINE.replace("4096", "77"))
            await stage.until(lambda: "77" in stage.presenters.live_request.state.raw)
            await _typed(stage, MINE.replace("4096", "77 77"))
            await stage.until(lambda: "Last good" in pane.status.text())
            assert "77" in stage.presenters.live_request.state.raw

    qt_run(scenario(), 30)


def test_compare_shows_both_texts(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            _control(stage, "hidden").click()
            await stage.rest()
            stage.write("mine.toml", MINE.replace("For reviews.", "From outside."))
            await stage.reload()
            await stage.until(stage.page.editor.disk.isVisible)
            stage.page.editor.disk.compare.click()
            await stage.until(lambda: stage.page.findChild(CompareDialog))
            dialog = stage.page.findChild(CompareDialog)
            assert "From outside." in dialog.text.toPlainText()
            dialog.reject()

    qt_run(scenario(), 30)


def test_request_takes_the_place_of_the_form_in_a_narrow_window(stage, qt_run):
    async def scenario():
        async with stage:
            stage.window.resize(800, 560)
            await stage.open("Mine")
            editor = stage.page.editor
            assert not stage.page.request.isVisible()
            assert editor.form.isVisible()
            editor.request_button.click()
            assert stage.page.request.isVisible()
            assert not editor.form.isVisible()
            editor.request_button.click()
            assert editor.form.isVisible()

    qt_run(scenario(), 30)


def test_finding_of_a_row_leads_to_its_line(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            await _typed(stage, MINE + "\nenable_thinkin = 1\n[match]\n")
            row = _problems(stage)[0]
            stage.page.editor.problems.place_chosen.emit(row.path, row.line, row.column)
            await stage.rest()
            assert stage.page.editor.text.edit.textCursor().blockNumber() + 1 == row.line
            assert stage.page.editor.mode is not EditorMode.FORM

    qt_run(scenario(), 30)


def test_quick_fix_above_a_syntax_error_can_still_be_made(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            typo = MINE.replace("[match]", "enable_thinkin = true\n[match]")
            await _typed(stage, typo)
            edit = stage.page.editor.text.edit
            edit.go_to(16, 18)
            edit.insertPlainText("'")
            await stage.rest()
            codes = [row.code for row in _problems(stage)]
            assert codes == ["toml.syntax", "key.unknown"]
            row = _problems(stage)[1]
            stage.page.editor.problems.choose(row.id)
            stage.page.editor.problems.fix.click()
            await stage.rest()
            assert "enable_thinking = true" in _text(stage)
            assert "enable_thinkin " not in _text(stage)

    qt_run(scenario(), 30)


def test_form_edit_of_a_text_with_errors_of_meaning_goes_on(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            await _typed(stage, MINE.replace('"Claude Sonnet 4.6 Chat"', '"Nobody"'))
            _control(stage, "hidden").click()
            await stage.rest()
            assert _control(stage, "hidden").isChecked()
            assert "error" in stage.page.editor.head.pills.texts

    qt_run(scenario(), 30)


def test_hard_spaces_survive_an_edit(stage, qt_run):
    async def scenario():
        async with stage:
            stage.write("mine.toml", MINE.replace("For reviews.", "For\u00a0reviews."))
            await stage.reload()
            await stage.open("Mine")
            await stage.focus(stage.page.editor.form.row("hidden").control)
            _control(stage, "hidden").click()
            await stage.rest()
            assert "For\u00a0reviews." in _text(stage)

    qt_run(scenario(), 30)


def test_changes_can_be_undone_after_looking_at_another_agent(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            _control(stage, "hidden").click()
            await stage.rest()
            await stage.open("Claude Sonnet 4.6 Chat")
            await stage.open("Mine")
            assert "hidden" in _text(stage)
            stage.page.editor.text.edit.undo()
            await stage.rest()
            assert _text(stage) == MINE
            assert stage.page.editor.doc.state.text() == "Saved"

    qt_run(scenario(), 30)


def test_revert_takes_the_saved_text_and_undo_brings_the_changes_back(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            _control(stage, "hidden").click()
            await stage.rest()
            changed = _text(stage)
            stage.page.editor.doc.revert.click()
            await stage.until(lambda: _text(stage) == MINE)
            stage.page.editor.text.edit.undo()
            await stage.rest()
            assert _text(stage) == changed

    qt_run(scenario(), 30)
