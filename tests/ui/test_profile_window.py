"""The profile window on real services: list, guard, refused saves, new, renamed, deleted, changed on disk (U73 to U85, P232 to P242)."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget

from qodev.types.xray import XrayKind
from qodev.ui.kit.dialogs import QuestionDialog
from qodev.ui.kit.pills import pill_font
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3
from qodev.ui.models.agent_editor_state import EditorMode
from qodev.ui.pages.comparison import CompareDialog
from qodev.ui.pages.profile_dialogs import RenameProfileDialog
from qodev.ui.pages.profile_pane import ProfilePane
from qodev.ui.pages.profile_parts import translation_label
from tests.fakes.profile_stage import ProfileStage

MINE = "---\nname: Reviewer\ndescription: Reads changes.\n---\nReview what was changed.\n"
OTHER = MINE.replace("Reviewer", "Tester")
OPENCODE = "---\ndescription: Looks.\nmode: subagent\npermission:\n  edit: deny\n---\nLook.\n"


@pytest.fixture
def stage(theme, app_paths):
    made = ProfileStage(theme, app_paths)
    made.write("reviewer.md", MINE)
    made.write("tester.md", OTHER)
    return made


def _lines(stage):
    return [(row.title, row.detail) for row in stage.window.list.list.rows.rows]


def _titles(stage):
    return [row.title for row in stage.window.list.list.rows.rows]


def _current(stage):
    return stage.window.list.list.current.title


def _state_text(stage):
    return stage.window.bar.state.text()


async def _typed(stage, text):
    stage.window.text.selectAll()
    stage.window.text.insertPlainText(text)
    await stage.rest()


async def _saved(stage):
    QTest.keyClick(stage.window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    await stage.rest()
    await stage.services.documents.settled()
    await stage.rest()


# The list


def test_list_groups_profiles_and_names_what_was_skipped(theme, app_paths, qt_run):
    stage = ProfileStage(theme, app_paths, {"XDG_CONFIG_HOME": str(app_paths.home / "xdg")})
    stage.write("reviewer.md", MINE)
    stage.write("broken.md", MINE.replace("Reviewer", "Broken").replace("description", "descripton"))
    (app_paths.profiles / "away.md").symlink_to(app_paths.config / "away")
    folder = app_paths.home / "xdg" / "opencode" / "agents"
    folder.mkdir(parents=True)
    (folder / "looker.md").write_text(OPENCODE)

    async def scenario():
        async with stage:
            headings = [row.title for row in stage.window.list.list.rows.rows if row.is_heading]
            assert headings == ["User", "Built-in", "OpenCode", "Skipped"]
            skipped = next(r for r in stage.window.list.list.rows.rows if r.title == "broken.md")
            assert skipped.detail.startswith("broken.md:")
            await stage.open("looker")
            assert "Imported from OpenCode" in stage.window.read_only.text()
            assert stage.window.bar.name.text().endswith(".md")
            assert stage.window.bar.state.text() == "Read-only"
            assert not stage.window.bar.save.isEnabled()
            assert stage.window.text.text == OPENCODE
            assert stage.window.text.isReadOnly()
            assert "Translate…" in stage.window.copy.toolTip()
            await stage.open("broken.md")
            assert "unknown_field" in [row.code for row in stage.window.problems.model.rows]
            assert not stage.window.text.isReadOnly()
            await stage.open("away.md")
            assert stage.window.read_only.text().startswith("Skipped:")
            assert stage.window.read_only.text().endswith("Its text is not shown.")
            assert stage.window.text.text == ""

    qt_run(scenario(), 30)


def test_built_in_profile_is_read_only_and_can_be_copied(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Plan")
            assert stage.window.read_only.text().startswith("Built into qodev.")
            assert stage.window.text.isReadOnly()
            assert not stage.window.rename.isEnabled()
            stage.window.copy_here.click()
            await stage.rest()
            assert _current(stage) == "Plan copy"
            assert "tools: list_files=allow" in stage.window.text.text
            await _saved(stage)
            assert stage.services.profiles.snapshot.find("Plan copy") is not None

    qt_run(scenario(), 30)


def test_reading_place_stays_when_the_list_is_read_again(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Plan")
            stage.window.text.go_to(5, 3)
            stage.presenters.profiles.refresh()
            await stage.rest()
            assert stage.window.text.textCursor().blockNumber() + 1 == 5
            assert _current(stage) == "Plan"

    qt_run(scenario(), 30)


def test_project_profile_is_managed_in_the_repository(stage, qt_run, tmp_path):
    async def scenario():
        async with stage:
            folder = tmp_path / "project" / ".qodev" / "agents"
            folder.mkdir(parents=True)
            (folder / "house.md").write_text(MINE.replace("Reviewer", "House"))
            project = str(tmp_path / "project")
            await stage.services.trust.trust(await stage.services.trust.sheet(project))
            await stage.services.profiles.show(project)
            await stage.rest()
            await stage.open("House")
            assert stage.window.read_only.text() == "Managed in the repository."
            assert stage.window.external.isEnabled()
            assert not stage.window.delete.isEnabled()

    qt_run(scenario(), 30)


# The guard


@pytest.mark.parametrize("way", ["select", "click", "new", "rename"])
def test_profile_with_changes_is_left_only_after_save_or_revert(stage, qt_run, way):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(stage, MINE + "More.\n")
            if way == "select":
                await stage.open("Tester")
            elif way == "click":
                view = stage.window.list.list
                other = next(n for n, row in enumerate(view.rows.rows) if row.title == "Tester")
                point = view.visualRect(view.rows.index(other)).center()
                QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
                assert view.selectedIndexes() == [view.currentIndex()], "the mark comes back with the selection"
            elif way == "new":
                stage.presenters.profiles.new("blank")
            else:
                stage.presenters.profiles.plan_rename()
            await stage.rest()
            assert _current(stage) == "Reviewer"
            assert _state_text(stage) == "Save or revert reviewer.md first."
            assert stage.window.text.text == MINE + "More.\n"
            assert stage.window.findChild(RenameProfileDialog) is None
            stage.window.bar.revert.click()
            await stage.rest()
            assert stage.window.text.text == MINE
            await stage.open("Tester")
            assert _current(stage) == "Tester"
            assert stage.window.text.text == OTHER

    qt_run(scenario(), 30)


@pytest.mark.parametrize("answer", ["save", "discard", "cancel"])
def test_closing_with_changes_asks(stage, qt_run, answer):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(stage, MINE + "More.\n")
            stage.window.close()
            await stage.rest()
            dialog = stage.window.findChild(QuestionDialog)
            assert stage.window.isVisible()
            {"save": dialog.other, "discard": dialog.act, "cancel": dialog.keep}[answer].click()
            await stage.rest()
            assert stage.window.isVisible() == (answer == "cancel")
            wanted = MINE + "More.\n" if answer == "save" else MINE
            assert (stage.paths.profiles / "reviewer.md").read_text() == wanted

    qt_run(scenario(), 30)


def test_failed_save_keeps_the_window(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(stage, MINE.replace("Reviewer", "Tester"))
            stage.window.close()
            await stage.rest()
            stage.window.findChild(QuestionDialog).other.click()
            await stage.rest()
            assert stage.window.isVisible()
            assert "duplicate_name" in _state_text(stage)

    qt_run(scenario(), 30)


# Refused saves


def _nothing(_stage):
    pass


def _link_file(stage):
    real = stage.paths.profiles / "reviewer.md"
    moved = stage.paths.config / "elsewhere.md"
    real.rename(moved)
    real.symlink_to(moved)


def _link_folder(stage):
    real = stage.paths.profiles
    moved = stage.paths.config / "moved"
    real.rename(moved)
    real.symlink_to(moved)


@pytest.mark.parametrize(
    ("text", "prepare", "said"),
    [
        ("no profile", _nothing, ("line 1", "no_open")),
        (MINE.replace("---\nReview", "Review"), _nothing, ("line 1", "no_close")),
        (MINE.replace("---\nRev", "tool: a=ask\n---\nRev"), _nothing, ("line 4", "unknown_field")),
        (MINE.replace("---\nRev", "temperature: 3\n---\nRev"), _nothing, ("line 4", "temperature")),
        (MINE.replace("---\nRev", "tools: a=execute\n---\nRev"), _nothing, ("line 4", "tools_syntax")),
        (MINE.replace("Reviewer", "tESTER"), _nothing, ("line 2", "duplicate_name")),
        (MINE.replace("Reviewer", "plan"), _nothing, ("line 2", "reserved_name")),
        (MINE.replace("Reviewer", "Orchestrator"), _nothing, ("line 2", "reserved_name")),
        (MINE + "😀" * 9000, _nothing, ("line 1", "too_large")),
        (MINE + "More.\n", _link_file, ("link",)),
        (MINE + "More.\n", _link_folder, ("link",)),
    ],
)
def test_refused_save_says_why_and_leaves_the_bytes_alone(stage, qt_run, text, prepare, said):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            prepare(stage)
            await _typed(stage, text)
            files = [p for p in stage.paths.config.rglob("*.md") if not p.is_symlink()]
            before = {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in files}
            await _saved(stage)
            assert all(part in _state_text(stage) for part in said), _state_text(stage)
            assert {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in files} == before
            assert stage.window.text.text == text

    qt_run(scenario(), 30)


@pytest.mark.parametrize("stem", ["1x", "smoke qa ", "a/b", "..", "../x", "", "con.x"])
def test_file_name_that_no_profile_may_have_is_refused(stage, qt_run, stem):
    async def scenario():
        async with stage:
            stage.presenters.profiles.new("blank")
            await stage.rest()
            box = stage.window.file.file
            await stage.focus(box)
            box.selectAll()
            QTest.keyClick(box, Qt.Key.Key_Delete)
            for letter in stem:
                QTest.keyClick(box, letter)
                await stage.rest()
            assert box.text() == stem, "what was typed stays, the caret too"
            before = sorted(stage.paths.config.rglob("*"))
            await _saved(stage)
            assert "filename" in _state_text(stage)
            assert sorted(stage.paths.config.rglob("*")) == before

    qt_run(scenario(), 30)


def test_new_profile_that_was_reverted_does_not_come_back(stage, qt_run):
    async def scenario():
        async with stage:
            stage.presenters.profiles.new("blank")
            await stage.rest()
            await _typed(stage, stage.window.text.text + "More.\n")
            stage.presenters.profiles.document.flush()
            await stage.rest()
            assert len(await stage.services.documents.drafts()) == 1
            stage.window.bar.revert.click()
            stage.presenters.profiles.document.flush()
            await stage.rest()
            assert await stage.services.documents.drafts() == ()

    qt_run(scenario(), 30)


def test_text_that_is_too_large_still_tells_its_other_faults(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            text = MINE.replace("Reviewer", "Tester").replace("---\nRev", "tool: a=ask\n---\nRev")
            await _typed(stage, text + "x" * 33_000)
            codes = [row.code for row in stage.window.problems.model.rows]
            assert {"too_large", "unknown_field", "duplicate_name"} <= set(codes)
            assert not stage.window.bar.save.isEnabled()

    qt_run(scenario(), 30)


# New


def test_new_profile_is_valid_and_its_file_follows_its_name(stage, qt_run):
    async def scenario():
        async with stage:
            stage.window.list.new.click()
            menu = stage.window.list.new.findChild(QMenu, "profiles.new_menu")
            assert [action.text() for action in menu.actions()] == [
                "Blank",
                "Reviewer",
                "Read-only",
                "No shell",
                "Copy of…",
                "Translate…",
            ]
            menu.actions()[0].trigger()
            menu.close()
            await stage.rest()
            assert stage.window.form.fields["name"].control.text() == "My Agent"
            assert stage.window.form.fields["default_permission"].control.currentData() == "ask"
            assert stage.window.file.file.text() == "my-agent"
            line = stage.window.form.fields["name"].control
            await stage.focus(line)
            line.selectAll()
            QTest.keyClicks(line, "Smoke QA")
            await stage.rest()
            assert stage.window.file.file.text() == "smoke-qa"
            stage.window.file.file.setText("qa")
            stage.window.file.file.textEdited.emit("qa")
            await stage.focus(line)
            QTest.keyClicks(line, "!")
            await stage.rest()
            assert stage.window.file.file.text() == "qa"
            assert not (stage.paths.profiles / "qa.md").exists()
            await _saved(stage)
            assert "name: Smoke QA!" in (stage.paths.profiles / "qa.md").read_text()
            assert stage.services.profiles.snapshot.find("smoke qa!") is not None
            assert _current(stage) == "Smoke QA!"
            assert _state_text(stage) == "Saved"

    qt_run(scenario(), 30)


@pytest.mark.parametrize("template", ["blank", "reviewer", "read_only", "no_shell"])
def test_every_template_is_a_profile_whose_examples_hold(stage, qt_run, template):
    async def scenario():
        async with stage:
            stage.presenters.profiles.new(template)
            await stage.rest()
            assert [row.code for row in stage.window.problems.model.rows if row.severity != "info"] == []
            assert stage.window.bar.save.isEnabled()

    qt_run(scenario(), 30)


def test_revert_of_a_new_profile_restores_the_template(stage, qt_run):
    async def scenario():
        async with stage:
            stage.presenters.profiles.new("blank")
            await stage.rest()
            template = stage.window.text.text
            await _typed(stage, template + "More.\n")
            await stage.open("Tester")
            assert _current(stage) == "My Agent"
            stage.window.bar.revert.click()
            await stage.rest()
            assert stage.window.text.text == template
            await stage.open("Tester")
            assert _current(stage) == "Tester"
            assert "My Agent" not in _titles(stage)
            assert stage.services.documents is not None
            assert await stage.services.documents.drafts() == ()

    qt_run(scenario(), 30)


def test_saved_profile_is_in_the_list_and_the_next_task_uses_it(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(stage, MINE.replace("Reads changes.", "Reads all changes."))
            await _saved(stage)
            assert ("Reviewer", "Reads all changes.") in _lines(stage)
            captured = await stage.services.profiles.capture("Reviewer", None)
            assert captured.description == "Reads all changes."
            assert _current(stage) == "Reviewer"

    qt_run(scenario(), 30)


def test_saving_without_a_change_keeps_bytes_and_line_ends(stage, qt_run):
    async def scenario():
        async with stage:
            path = stage.paths.profiles / "crlf.md"
            content = MINE.replace("Reviewer", "Ends").replace("\n", "\r\n").encode()
            path.write_bytes(content)
            stage.presenters.profiles.refresh()
            await stage.rest()
            await stage.open("Ends")
            await _typed(stage, stage.window.text.text + "x")
            stage.window.text.undo()
            await stage.rest()
            await _saved(stage)
            assert path.read_bytes() == content
            line = stage.window.form.fields["description"].control
            await stage.focus(line)
            line.end(False)
            QTest.keyClicks(line, " More")
            await _saved(stage)
            assert path.read_bytes() == content.replace(b"changes.", b"changes. More")

    qt_run(scenario(), 30)


CLAUDE = "---\nname: tidy-up\ndescription: Tidies.\ntools: Read, Bash\ncolor: red\nmodel: sonnet\n---\nTidy up.\n"


def test_foreign_agent_is_translated_into_a_draft_with_its_losses(theme, app_paths, qt_run):
    stage = ProfileStage(theme, app_paths, {"XDG_CONFIG_HOME": str(app_paths.home / "xdg")})
    folder = app_paths.home / ".claude" / "agents"
    folder.mkdir(parents=True)
    (folder / "tidy-up.md").write_text(CLAUDE)
    opencode = app_paths.home / "xdg" / "opencode" / "agents"
    opencode.mkdir(parents=True)
    (opencode / "looker.md").write_text(OPENCODE)
    (opencode / "broken.md").write_text(OPENCODE.replace("edit: deny", "edit: deny\n  edit: ask"))

    async def scenario():
        async with stage:
            assert [offer.name for offer in stage.window.list.new.offers] == ["broken", "tidy-up"]
            assert [translation_label(offer) for offer in stage.window.list.new.offers] == [
                "broken  ·  OpenCode",
                "tidy-up  ·  Claude Code",
            ]
            stage.window.list.new.translation_chosen.emit(str(folder / "tidy-up.md"))
            await stage.rest()
            assert _current(stage) == "tidy-up"
            assert "Tidy up." in stage.window.text.text
            assert stage.window.losses.isVisibleTo(stage.window)
            lost = stage.window.losses.list
            assert "model" in lost.toPlainText()
            assert lost.verticalScrollBar().maximum() == 0, "two losses are seen whole, however they are broken"
            assert list(stage.paths.profiles.iterdir()) == []
            for name in ("looker", "broken.md"):
                await stage.open(name)
                assert not stage.window.losses.isVisibleTo(stage.window)
                assert stage.window.translate.isVisibleTo(stage.window)
                stage.window.translate.click()
                await stage.rest()
                assert "Look." in stage.window.text.text
                assert stage.window.bar.save.isEnabled()
            await _saved(stage)
            assert not stage.window.losses.isVisibleTo(stage.window)
            assert len(list(stage.paths.profiles.iterdir())) == 1

    qt_run(scenario(), 30)


# Renamed, deleted


def test_rename_moves_the_file_and_conversations_follow(stage, qt_run):
    async def scenario():
        async with stage:
            conversation = await stage.services.conversations.create()
            await stage.services.profile_choices.choose(conversation.id, "Reviewer")
            await stage.open("Reviewer")
            stage.window.rename.click()
            await stage.rest()
            dialog = stage.window.findChild(RenameProfileDialog)
            assert dialog.updates.text() == "Update 1 conversation that uses it"
            assert dialog.updates.isChecked()
            assert not dialog.act.isEnabled()
            dialog.name.setText("Checker")
            dialog.stem.setText("checker")
            dialog.act.click()
            await stage.rest()
            assert sorted(p.name for p in stage.paths.profiles.iterdir()) == ["checker.md", "tester.md"]
            assert _current(stage) == "Checker"
            assert stage.services.conversations.get(conversation.id).profile == "Checker"

    qt_run(scenario(), 30)


def test_rename_to_a_name_that_is_taken_is_refused(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            stage.window.rename.click()
            await stage.rest()
            dialog = stage.window.findChild(RenameProfileDialog)
            dialog.name.setText("TESTER")
            dialog.act.click()
            await stage.rest()
            assert "already the name" in stage.window.banner.text.text()
            assert (stage.paths.profiles / "reviewer.md").read_text() == MINE

    qt_run(scenario(), 30)


def test_deleted_profile_comes_back_with_its_bytes(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await stage.focus(stage.window.list.list)
            QTest.keyClick(stage.window.list.list, Qt.Key.Key_Delete)
            await stage.rest()
            assert not (stage.paths.profiles / "reviewer.md").exists()
            assert "Reviewer" not in _titles(stage)
            assert stage.window.toast.isVisible()
            stage.window.toast.undo.click()
            await stage.rest()
            assert (stage.paths.profiles / "reviewer.md").read_text() == MINE
            assert _current(stage) == "Reviewer"
            assert stage.window.text.text == MINE

    qt_run(scenario(), 30)


# Changed on disk


def test_file_that_changes_while_it_is_clean_is_read_again(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            stage.write("reviewer.md", MINE + "From outside.\n")
            stage.presenters.profiles.refresh()
            await stage.until(lambda: "From outside." in stage.window.text.text)
            assert not stage.window.disk.isVisibleTo(stage.window)

    qt_run(scenario(), 30)


@pytest.mark.parametrize("answer", ["reload", "keep", "compare"])
def test_file_that_changes_while_it_is_edited_asks(stage, qt_run, answer):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(stage, MINE + "Mine.\n")
            stage.write("reviewer.md", MINE + "From outside.\n")
            stage.presenters.profiles.refresh()
            await stage.until(lambda: stage.window.disk.isVisibleTo(stage.window))
            {"reload": stage.window.disk.reload, "keep": stage.window.disk.keep, "compare": stage.window.disk.compare}[
                answer
            ].click()
            await stage.rest()
            shown = stage.window.text.text
            if answer == "reload":
                assert shown == MINE + "From outside.\n"
            elif answer == "keep":
                await _saved(stage)
                assert (stage.paths.profiles / "reviewer.md").read_text() == MINE + "Mine.\n"
            else:
                assert stage.window.findChild(CompareDialog) is not None
                assert shown == MINE + "Mine.\n"

    qt_run(scenario(), 30)


def test_unsaved_text_is_there_again_after_a_kill(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(stage, MINE + "More.\n")
            stage.presenters.profiles.document.flush()
            await stage.rest()
            drafts = await stage.services.documents.drafts()
            assert [(Path(draft.path).name, draft.draft) for draft in drafts] == [("reviewer.md", MINE + "More.\n")]

    qt_run(scenario(), 30)


def test_new_profile_that_was_never_saved_is_there_again_after_a_kill(theme, app_paths, qt_run):
    first, second = ProfileStage(theme, app_paths), ProfileStage(theme, app_paths)

    async def scenario():
        async with first:
            first.presenters.profiles.new("blank")
            await first.rest()
            await _typed(first, first.window.text.text + "More.\n")
            path = first.presenters.profiles.front
        async with second:
            pane = ProfilePane(second.window, theme)
            pane.attach(second.presenters)
            pane.open(path, 1, 1)
            await second.rest()
            assert pane.window.text.text.endswith("More.\n")
            assert pane.window.list.list.current.title == "My Agent"
            await second.open("Plan")
            assert pane.window.bar.state.text() == "Save or revert my-agent.md first."
            pane.window.bar.save.click()
            await second.rest()
            assert "More." in (app_paths.profiles / "my-agent.md").read_text()
            pane.window.close()

    qt_run(scenario(), 60)


# Menus


def test_folder_is_made_for_its_owner_alone(theme, app_paths, qt_run):
    stage = ProfileStage(theme, app_paths)

    async def scenario():
        async with stage:
            wanted = []
            stage.presenters.profiles.folder_wanted.connect(wanted.append)
            stage.window.list.folder.click()
            await stage.rest()
            assert wanted == [str(app_paths.profiles)]
            assert app_paths.profiles.stat().st_mode & 0o777 == 0o700

    qt_run(scenario(), 30)


def test_menu_opens_one_window_that_is_not_modal(stage, qt_run):
    async def scenario():
        async with stage:
            pane = ProfilePane(stage.window, stage.theme)
            pane.attach(stage.presenters)
            runs = pane.actions()
            runs["manage_profiles"]()
            window = pane.window
            assert window.size().toTuple() == (1180, 760)
            assert window.minimumSize().toTuple() == (860, 560)
            assert not window.isModal()
            runs["xray"]()
            assert pane.window is window
            await stage.until(window.xray.value.hasFocus)
            runs["new_profile"]()
            assert window.list.new.findChild(QMenu, "profiles.new_menu") is not None
            window.list.new.findChild(QMenu, "profiles.new_menu").close()
            pane.open(str(stage.paths.profiles / "tester.md"), 3, 1)
            await stage.rest()
            assert window.mode is EditorMode.TEXT
            assert window.text.textCursor().blockNumber() == 2
            window.close()
            await asyncio.sleep(0)

    qt_run(scenario(), 30)


def test_window_that_is_made_anew_shows_the_same(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(stage, MINE + "More.\n")
            stage.window.xray.choose_case(XrayKind.COMMAND, "ls")
            await stage.rest()
            pane = ProfilePane(stage.window, stage.theme)
            pane.attach(stage.presenters)
            pane.manage()
            await stage.rest()
            assert pane.window.text.text == MINE + "More.\n"
            assert pane.window.list.list.current.title == "Reviewer"
            assert pane.window.form.fields["name"].control.text() == "Reviewer"
            assert pane.window.bar.state.text() == "Unsaved changes"
            assert pane.window.xray.value.text() == "ls"
            assert pane.window.xray.cells.isVisibleTo(pane.window)
            stage.presenters.documents.discard_place("profiles")
            await stage.rest()
            pane.window.close()

    qt_run(scenario(), 30)


NAMES = [
    *(f"profiles.{name}" for name in ("list", "new", "copy", "rename", "delete", "external")),
    *(
        f"profile.{name}"
        for name in (
            *("view", "form", "text", "file", "name", "description", "model", "temperature", "max_steps"),
            *("default_permission", "tools", "commands", "deny_interpreters", "edit_paths", "deny_edit_paths"),
            *("instructions", "bytes"),
        )
    ),
    *(
        f"xray.{name}"
        for name in (
            *("kind", "value", "project", "mode", "verdict", "clauses", "ladder", "schema", "schema_filter"),
            *("copy_schema", "direct", "replay", "keep", "examples"),
        )
    ),
    *("doc.bar", "doc.modified", "doc.save", "doc.revert", "doc.state", "banner.disk", "xray"),
]


def test_every_name_stands_once(stage, qt_run):
    async def scenario():
        async with stage:
            assert stage.window.objectName() == "profiles.window"
            counted = {name: len(stage.window.findChildren(QWidget, name)) for name in NAMES}
            assert counted == dict.fromkeys(NAMES, 1)

    qt_run(scenario(), 30)


def test_smallest_window_cuts_nothing(stage, qt_run):
    from tests.screenshots.checks import check_window

    async def scenario():
        async with stage:
            stage.window.resize(860, 560)
            for name in ("Reviewer", "Plan"):
                await stage.open(name)
                assert check_window(stage.window) == []

    qt_run(scenario(), 30)


def test_a_reserved_name_is_shown_whole_beside_its_state(stage, qt_run):
    stage.write("orchestrator.md", MINE.replace("Reviewer", "Orchestrator"))
    for place in range(9):
        stage.write(f"more{place}.md", MINE.replace("Reviewer", f"More {place}"))  # the list scrolls

    async def scenario():
        async with stage:
            view = stage.window.list.list
            place = next(n for n, row in enumerate(view.rows.rows) if row.path.endswith("orchestrator.md"))
            row = view.rows.rows[place]
            assert [pill.text for pill in row.pills] == ["reserved name"]
            assert view.verticalScrollBar().maximum() > 0
            theme = stage.theme.theme
            name = QFontMetrics(theme.font(strong=True)).horizontalAdvance(row.title)
            pill = QFontMetrics(pill_font(theme)).horizontalAdvance("reserved name") + 2 * SPACE_1 + 2
            room = view.visualRect(view.rows.index(place)).width() - SPACE_3 - SPACE_2
            assert name + pill + 2 * SPACE_1 <= room

    qt_run(scenario(), 30)


@pytest.mark.parametrize("name", ["Build", "Reviewer"])
def test_a_table_without_rules_says_so_unless_one_can_be_added(stage, qt_run, name):
    async def scenario():
        async with stage:
            await stage.open(name)
            stage.window.set_mode(EditorMode.FORM)
            await stage.rest()
            for rules in stage.window.form.rules.values():
                assert rules.empty.isHidden() == (name == "Reviewer")
                assert rules.table.isHidden() == (name == "Build")
            assert stage.window.form.rules["tools"].empty.text() == "No rules. The default permission decides."

    qt_run(scenario(), 30)
