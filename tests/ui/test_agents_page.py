"""The Agents page on real services: list, filter, groups, new, delete, reload (U43 to U45, A172, A178, A180)."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QToolButton

from qodev.ui.kit.dialogs import QuestionDialog
from qodev.ui.models.agent_rows import AgentRowKind
from qodev.ui.pages.agent_dialogs import NewAgentDialog
from qodev.ui.pages.page import Target
from qodev.ui.pages.window import SettingsWindow
from qodev.ui.watch import QtFolderWatch
from tests.fakes.agent_stage import AgentStage

MINE = """schema_version = 1
extends = "Anthropic Base Chat"
name = "Mine"
description = "For ledgers."
model = "my-model"
tags = ["one", "two", "three", "four"]
system_prompt = "You count carefully."
"""
CHILD = 'schema_version = 1\nextends = "Mine"\nname = "Mine Too"\n'
HIDDEN = 'schema_version = 1\nextends = "Mine"\nname = "Mine Hidden"\nhidden = true\n'
BROKEN = '# one\nname = "x\n'


@pytest.fixture
def stage(theme, app_paths):
    app_paths.agents.mkdir(parents=True)
    (app_paths.agents / "mine.toml").write_text(MINE)
    (app_paths.agents / "child.toml").write_text(CHILD)
    (app_paths.agents / "hidden.toml").write_text(HIDDEN)
    (app_paths.agents / "broken.toml").write_text(BROKEN)
    return AgentStage(theme, app_paths)


def _rows(stage):
    return stage.page.pane.list.rows.rows


def _titles(stage):
    return [row.title for row in _rows(stage) if not row.is_heading]


def _row(stage, title):
    return next(row for row in _rows(stage) if row.title == title)


def _filter(stage, text):
    stage.page.pane.filter.setText(text)


def test_list_is_grouped_by_layer_then_by_instance_with_counts(stage, qt_run):
    async def scenario():
        async with stage:
            headings = [(row.title, row.count) for row in _rows(stage) if row.is_heading]
            groups = [row.title for row in _rows(stage) if row.kind is AgentRowKind.GROUP]
            assert groups == ["User", "Bundled", "Not loaded"]
            assert headings[:2] == [("User", 2), ("Claude", 2)]
            assert ("Not loaded", 1) in headings
            assert _titles(stage)[:2] == ["Mine", "Mine Too"]

    qt_run(scenario(), 30)


@pytest.mark.parametrize("word", ["MINE", "my-model", "ledgers", "three", "claude", "/v1/messages", "count carefully"])
def test_filter_finds_name_model_description_tag_instance_endpoint_and_prompt(stage, qt_run, word):
    async def scenario():
        async with stage:
            _filter(stage, word)
            assert "Mine" in _titles(stage)
            _filter(stage, f"{word} nowhere-at-all")
            assert _titles(stage) == []
            assert stage.page.pane.empty.text() == f"Nothing matches `{word} nowhere-at-all`."

    qt_run(scenario(), 30)


def test_row_shows_model_pills_three_tags_and_the_number_of_more(stage, qt_run):
    async def scenario():
        async with stage:
            row = _row(stage, "Mine")
            words = [pill.text for pill in row.pills]
            assert row.detail == "my-model"
            assert words[0] == "user"
            assert words[-4:] == ["#one", "#two", "#three", "+1"]
            assert "tools" in words
            assert row.tip == "For ledgers."
            assert "bundled" in [pill.text for pill in _row(stage, "Claude Sonnet 4.6 Chat").pills]

    qt_run(scenario(), 30)


def test_tag_chip_shows_its_count_and_narrows_the_list(stage, qt_run):
    async def scenario():
        async with stage:
            chips = [c for c in stage.page.pane.tags.findChildren(QToolButton) if c.property("tag") == "chat"]
            count = sum(
                "chat" in (s.tags or ()) for s in stage.services.agents.snapshot.agents.values() if not s.hidden
            )
            assert chips[0].text() == f"chat {count}"
            chips[0].click()
            assert len(_titles(stage)) == count

    qt_run(scenario(), 30)


def test_hidden_agents_and_bases_are_listed_by_their_switches_alone(stage, qt_run):
    async def scenario():
        async with stage:
            assert "Mine Hidden" not in _titles(stage)
            assert "Anthropic Base Chat" not in _titles(stage)
            stage.page.pane.show_hidden.click()
            stage.page.pane.show_bases.click()
            assert "hidden" in [pill.text for pill in _row(stage, "Mine Hidden").pills]
            assert "base" in [pill.text for pill in _row(stage, "Anthropic Base Chat").pills]

    qt_run(scenario(), 30)


def test_file_that_is_not_loaded_has_a_row_and_enter_opens_its_line(stage, qt_run):
    async def scenario():
        async with stage:
            row = _row(stage, "broken.toml")
            assert row.kind is AgentRowKind.REJECTED
            assert row.tip.startswith("`broken.toml` is not loaded: line 2, ")
            assert stage.page.pane.list.choose(row.id)
            assert stage.page.pane.open.isVisible()
            assert stage.page.pane.open.text() == "Open at line"
            assert stage.page.rejected.isVisible()
            assert stage.page.rejected.text() == row.tip
            QTest.keyClick(stage.page.pane.list, Qt.Key.Key_Return)
            edit = stage.page.editor.text.edit
            await stage.until(lambda: "name" in edit.text)
            await stage.until(lambda: edit.textCursor().blockNumber() == 1)
            assert edit.isVisible()

    qt_run(scenario(), 30)


def test_loser_of_two_files_with_one_name_says_so(stage, qt_run, app_paths):
    async def scenario():
        async with stage:
            stage.write("a_mine.toml", MINE)
            await stage.reload()
            row = _row(stage, "a_mine.toml")
            assert "Two files hold the agent `Mine`" in row.detail
            assert [pill.text for pill in row.pills] == ["not used"]

    qt_run(scenario(), 30)


def test_agents_that_hang_on_a_broken_parent_are_listed_with_its_cause(stage, qt_run):
    async def scenario():
        async with stage:
            stage.write("lost.toml", 'schema_version = 1\nextends = "Nowhere"\nname = "Lost"\n')
            stage.write("lost_child.toml", 'schema_version = 1\nextends = "Lost"\nname = "Lost Child"\n')
            await stage.reload()
            assert "Nowhere" in _row(stage, "lost.toml").detail
            assert "Nowhere" in _row(stage, "Lost Child").detail

    qt_run(scenario(), 30)


def test_broken_edit_keeps_the_agent_with_older_version_in_use(stage, qt_run):
    async def scenario():
        async with stage:
            stage.write("mine.toml", 'name = "Mine\n')
            await stage.reload()
            assert "older version in use" in [pill.text for pill in _row(stage, "Mine").pills]
            assert _row(stage, "mine.toml").kind is AgentRowKind.REJECTED

    qt_run(scenario(), 30)


def test_agent_whose_body_fails_stays_listed_with_its_error(stage, qt_run):
    async def scenario():
        async with stage:
            stage.write("bad.toml", MINE.replace('"Mine"', '"Bad"') + '[body]\nx = "{{ nope() }}"\n')
            await stage.reload()
            await stage.until(lambda: "error" in [p.text for p in _row(stage, "Bad").pills])
            assert "nope" in _row(stage, "Bad").tip

    qt_run(scenario(), 30)


def test_override_is_a_pill_and_the_resolved_model(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.services.agents.set_model("Mine", "other")
            await stage.rest()
            assert _row(stage, "Mine").detail == "other"
            assert "override" in [pill.text for pill in _row(stage, "Mine").pills]

    qt_run(scenario(), 30)


def test_new_refuses_a_bundled_name_with_advice_and_writes_a_short_file(stage, qt_run, app_paths):
    async def scenario():
        async with stage:
            stage.page.pane.new.click()
            dialog = stage.page.findChild(NewAgentDialog)
            assert dialog is not None
            dialog.base.setText("Anthropic Base Chat")
            dialog.model.setText("m-1")
            dialog.name.setText("Claude Sonnet 4.6 Chat")
            assert not dialog.act.isEnabled()
            assert "bundled agents cannot be replaced" in dialog.problem.text()
            assert "New from this…" in dialog.problem.text()
            dialog.name.setText("Fresh")
            assert dialog.act.isEnabled()
            dialog.act.click()
            editor = stage.presenters.agent_page.editor
            await stage.until(lambda: editor.state.name == "Fresh")
            text = (app_paths.agents / "fresh.toml").read_text()
            assert 'extends = "Anthropic Base Chat"' in text
            assert 'model = "m-1"' in text
            assert stage.services.agents.snapshot.agents["Fresh"].usable
            assert stage.page.pane.list.current.title == "Fresh"

    qt_run(scenario(), 30)


def test_compare_with_leads_to_the_comparison_with_this_agent_as_its_first_side(stage, qt_run):
    async def scenario():
        async with stage:
            diff = stage.presenters.request_tools.body_diff
            asked = []
            diff.wanted.connect(lambda: asked.append((diff.state.a, diff.state.b)))
            assert not stage.page.pane.compare.isEnabled()
            await stage.open("Mine")
            stage.page.pane.compare.click()
            assert asked == [("agent:Mine", "")]
            diff.open()
            await stage.until(lambda: diff.state.b)
            assert diff.state.b != "agent:Mine"

    qt_run(scenario(), 30)


def test_a_rename_is_told_once_and_not_as_a_change_from_outside(stage, qt_run):
    async def scenario():
        async with stage:
            said = []
            stage.presenters.documents.toast_raised.connect(said.append)
            await stage.open("Mine")
            own = stage.presenters.agent_page
            own.plan_rename("Mine", "Ours")
            own.apply_rename()
            await stage.until(lambda: "Ours" in stage.services.agents.snapshot.agents)
            await stage.rest()
            assert 'name = "Ours"' in own.documents.text
            assert said == []
            assert stage.page.toast.text.text() == "`Mine` is `Ours` now."

    qt_run(scenario(), 30)


def test_new_lists_every_base_by_the_arrow_key_and_by_parts_of_a_name(stage, qt_run):
    async def scenario():
        async with stage:
            stage.page.pane.new.click()
            dialog = stage.page.findChild(NewAgentDialog)
            popup = dialog.base.completer().popup()
            QTest.keyClick(dialog.base, Qt.Key.Key_Down)
            assert popup.isVisible()
            every = popup.model().rowCount()
            popup.hide()
            QTest.keyClicks(dialog.base, "base chat")
            assert 0 < popup.model().rowCount() < every
            assert popup.property("look") == "popup"  # else it is a window of transparent rows

    qt_run(scenario(), 30)


def test_new_from_this_offers_a_free_name_and_selects_the_child(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Claude Sonnet 4.6 Chat")
            stage.page.pane.new_from.click()
            dialog = stage.page.findChild(NewAgentDialog)
            name = dialog.name.text()
            assert name not in stage.services.agents.snapshot.agents
            dialog.act.click()
            editor = stage.presenters.agent_page.editor
            await stage.until(lambda: editor.state.name == name)
            spec = stage.services.agents.snapshot.agents[name]
            assert spec.parents[0] == "Claude Sonnet 4.6 Chat"
            assert not editor.state.read_only

    qt_run(scenario(), 30)


def test_delete_lists_who_uses_it_goes_to_the_trash_and_can_be_undone(stage, qt_run, app_paths):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            stage.page.pane.delete.click()
            await stage.until(lambda: stage.page.findChild(QuestionDialog))
            dialog = stage.page.findChild(QuestionDialog)
            assert not any(b.isDefault() for b in dialog.findChildren(QPushButton))
            assert dialog.keep.hasFocus() or not dialog.isActiveWindow()
            text = " ".join(label.text() for label in dialog.findChildren(type(stage.page.welcome)))
            assert "`Mine Too`" in text
            dialog.act.click()
            await stage.until(lambda: not (app_paths.agents / "mine.toml").exists())
            await stage.until(lambda: "Mine" not in _titles(stage))
            await stage.until(lambda: stage.page.toast.undo.isVisible())
            stage.page.toast.undo.click()
            await stage.until(lambda: (app_paths.agents / "mine.toml").exists())
            assert (app_paths.agents / "mine.toml").read_text() == MINE
            await stage.until(lambda: "Mine" in _titles(stage))

    qt_run(scenario(), 30)


def test_bundled_agent_cannot_be_deleted_and_says_why(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Claude Sonnet 4.6 Chat")
            assert not stage.page.pane.delete.isEnabled()
            assert stage.page.pane.delete.toolTip() == "Only agents of your own can be deleted."

    qt_run(scenario(), 30)


def test_reload_takes_new_files_and_says_how_many(stage, qt_run):
    async def scenario():
        async with stage:
            stage.write("fresh.toml", MINE.replace('"Mine"', '"Fresh"'))
            stage.page.pane.reload.click()
            await stage.until(lambda: "Fresh" in _titles(stage))
            await stage.until(lambda: stage.page.toast.isVisible())
            assert stage.page.toast.text.text() == "1 agent reloaded."

    qt_run(scenario(), 30)


def test_selection_and_filter_survive_a_reload(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine Too")
            _filter(stage, "mine")
            stage.write("fresh.toml", MINE.replace('"Mine"', '"Mine Fresh"'))
            await stage.reload()
            assert stage.page.pane.list.current.title == "Mine Too"
            assert "Mine Fresh" in _titles(stage)
            assert "Claude Sonnet 4.6 Chat" not in _titles(stage)

    qt_run(scenario(), 30)


def test_page_without_own_agents_says_what_to_do(theme, app_paths, qt_run):
    async def scenario():
        async with AgentStage(theme, app_paths) as stage:
            assert stage.page.welcome.text() == "No agent of your own. Use New from this… on a bundled one."

    qt_run(scenario(), 30)


def test_page_says_that_agents_are_loading(theme, app_paths, qt_run):
    async def scenario():
        async with AgentStage(theme, app_paths) as stage:
            fresh = type(stage.presenters.agent_page.list)(stage.services)
            assert fresh.state.empty_text == "Loading agents…"
            await asyncio.sleep(0)

    qt_run(scenario(), 30)


def test_every_control_of_the_page_is_named_and_says_why_it_is_disabled(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            for button in stage.page.findChildren(QPushButton) + stage.page.findChildren(QToolButton):
                if not button.objectName() or button.objectName().startswith("qt_"):  # of Qt itself
                    continue
                assert button.accessibleName() or button.text(), button.objectName()
                if not button.isEnabled() and button.isVisibleTo(stage.page):
                    assert button.toolTip(), button.objectName()
            assert all(
                line.accessibleName()
                for line in stage.page.findChildren(QLineEdit)
                if line.objectName()[:8] == "settings"
            )

    qt_run(scenario(), 30)


def test_search_and_problems_reveal_an_agent_or_a_line_of_its_file(stage, qt_run, app_paths):
    async def scenario():
        async with stage:
            stage.page.reveal(Target(item="Mine Too"))
            editor = stage.presenters.agent_page.editor
            await stage.until(lambda: editor.state.name == "Mine Too")
            stage.page.reveal(Target(path=str(app_paths.agents / "mine.toml"), line=4, column=3))
            edit = stage.page.editor.text.edit
            await stage.until(lambda: editor.state.name == "Mine")
            await stage.rest()
            assert edit.textCursor().blockNumber() == 3
            assert edit.isVisible()
            assert stage.page.pane.list.current.title == "Mine"

    qt_run(scenario(), 30)


def test_hidden_agent_is_revealed_although_the_list_leaves_it_out(stage, qt_run):
    async def scenario():
        async with stage:
            _filter(stage, "nothing of this kind")
            await stage.open("Mine Hidden")
            assert stage.page.pane.show_hidden.isChecked()
            assert stage.page.pane.list.current.title == "Mine Hidden"

    qt_run(scenario(), 30)


def test_unsaved_changes_are_a_pill_and_survive_looking_at_another_agent(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            stage.page.editor.form.row("hidden").control.click()
            await stage.rest()
            changed = stage.page.editor.text.edit.text
            assert "unsaved" in [pill.text for pill in _row(stage, "Mine").pills]
            await stage.open("Mine Too")
            await stage.open("Mine")
            assert stage.page.editor.text.edit.text == changed
            stage.page.editor.doc.revert.click()
            await stage.until(lambda: stage.page.editor.text.edit.text == MINE)
            await stage.until(lambda: "unsaved" not in [pill.text for pill in _row(stage, "Mine").pills])

    qt_run(scenario(), 30)


def test_agents_of_an_extra_folder_have_a_group_its_name_and_are_read_only(stage, qt_run, tmp_path):
    async def scenario():
        extra = tmp_path / "team"
        extra.mkdir()
        (extra / "theirs.toml").write_text(MINE.replace('"Mine"', '"Theirs"'))
        (extra / "bad.toml").write_text("x = \n")
        async with stage:
            await stage.services.preferences.change("extra_agent_folders", (str(extra),))
            await stage.reload()
            groups = [row.title for row in _rows(stage) if row.kind is AgentRowKind.GROUP]
            assert groups == ["User", "Extra folders", "Bundled", "Not loaded"]
            assert "team" in [pill.text for pill in _row(stage, "Theirs").pills]
            assert _row(stage, "bad.toml").kind is AgentRowKind.REJECTED
            await stage.open("Theirs")
            assert stage.page.editor.text.edit.isReadOnly()
            assert stage.page.editor.read_only_row.isVisible()
            assert not stage.page.pane.delete.isEnabled()

    qt_run(scenario(), 30)


def test_page_made_anew_shows_what_was_in_front_with_its_unsaved_text(stage, qt_run, theme):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            stage.page.editor.form.row("hidden").control.click()
            await stage.rest()
            changed = stage.page.editor.text.edit.text
            window = SettingsWindow(theme, stage.presenters)
            window.open_page("agents")
            page = window.page("agents")
            await stage.rest()
            assert page.editor.text.edit.text == changed
            assert page.editor.form.row("name").control.text() == "Mine"
            assert page.editor.isVisible()
            window.hide()
            window.deleteLater()

    qt_run(scenario(), 30)


def test_menu_key_shows_what_can_be_done_to_a_row(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            stage.page.pane.list.menu_requested.emit(stage.page.mapToGlobal(stage.page.rect().center()))
            menu = stage.page.findChild(QMenu)
            words = [action.text() for action in menu.actions()]
            assert words == ["New from this…", "Open at line", "Compare with…", "Delete…"]
            menu.close()

    qt_run(scenario(), 30)


def test_keys_alone_go_through_the_list_and_into_the_form(stage, qt_run):
    async def scenario():
        async with stage:
            view = stage.page.pane.list
            await stage.focus(view)
            QTest.keyClick(view, Qt.Key.Key_Down)
            assert view.current.title == "Mine"
            QTest.keyClick(view, Qt.Key.Key_Down)
            assert view.current.title == "Mine Too"
            QTest.keyClick(view, Qt.Key.Key_Down)
            assert not view.current.is_heading
            QTest.keyClick(view, Qt.Key.Key_Up)
            editor = stage.presenters.agent_page.editor
            await stage.until(lambda: editor.state.name == "Mine Too")
            QTest.keyClick(view, Qt.Key.Key_Return)
            assert stage.page.editor.form.row("name").control.hasFocus()

    qt_run(scenario(), 30)


def test_files_that_changed_on_disk_are_told_with_their_number(stage, qt_run):
    async def scenario():
        async with stage:
            for name in ("One", "Two", "Three"):
                stage.write(f"{name}.toml", MINE.replace('"Mine"', f'"{name}"'))
            await stage.reload()
            await stage.until(stage.page.toast.isVisible)
            assert stage.page.toast.text.text() == "3 agents reloaded."

    qt_run(scenario(), 30)


def test_own_save_is_not_told_as_a_change_on_disk(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Mine")
            stage.page.editor.form.row("hidden").control.click()
            await stage.rest()
            stage.page.save()
            await stage.until(lambda: stage.services.agents.snapshot.agents["Mine"].hidden)
            await stage.rest()
            assert not stage.page.toast.isVisible()

    qt_run(scenario(), 30)


def test_file_that_another_program_writes_in_place_is_noticed(stage, qt_run, app_paths):
    watch = QtFolderWatch()

    async def scenario():
        async with stage:
            stage.services.watch_folders(watch)
            await stage.open("Mine")
            await asyncio.sleep(0.05)
            with (app_paths.agents / "mine.toml").open("r+") as file:
                file.write(MINE.replace("For ledgers.", "For letters."))
            await stage.until(lambda: "For letters." in stage.page.editor.text.edit.text)
            await stage.until(lambda: _row(stage, "Mine").tip == "For letters.")

    qt_run(scenario(), 30)
