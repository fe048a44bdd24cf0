"""The trust sheet, the difference of changed files, and taking trust back (U151 to U155, S75)."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QLabel, QPlainTextEdit, QPushButton

from qodev.ui.chat.trust_sheet import TrustDiff, TrustSheet
from tests.ui.controls import faults_of_controls
from tests.ui.project_kit import REVIEWER, Desk, Scenario, profile

FILES = {
    ".qodev/agents/reviewer.md": REVIEWER.replace("write_file=deny", "write_file=allow"),
    ".qodev/agents/plan.md": profile("Plan"),
    ".qodev/agents/odd.md": profile("Odd", text="Go\u202eback."),
    ".qodev/skills/notes/SKILL.md": "---\nname: notes\ndescription: n\n---\nText\n",
    "AGENTS.md": "Be kind.\n",
}


async def _opened(desk: Desk) -> TrustSheet:
    await desk.start()
    desk.own_profile("reviewer.md", REVIEWER)
    await desk.services.profiles.reload()
    desk.presenters.projects.open(desk.folder("ledger", FILES))
    await desk.settle()
    return desk.find(TrustSheet, "trust.sheet")


def test_opening_an_unknown_folder_shows_what_trust_would_do(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        sheet = await _opened(desk)
        assert desk.window.centre.currentWidget() is sheet
        assert sheet.title.text() == "Trust “ledger”?"
        assert sheet.effects.texts == (
            "2 profiles appear in the picker",
            "`reviewer` replaces your own",
            "`Plan` is ignored: reserved name",
            "1 skill can be loaded",
            "1 instruction file is read in Code tasks",
            "`reviewer` is weaker than your profile of that name: `write_file` was Deny, becomes Allow",
        )
        fixed = "Trust loads this folder's profiles and skills as they are now; changed ones wait for you. "
        assert sheet.promise.text() == fixed + "It does not change the permission mode."
        assert [file.path for file in sheet.files.rows.rows] == sorted(FILES)
        assert faults_of_controls(sheet) == []

    run(scenario)


def test_the_first_run_ends_with_a_project_and_its_sheet(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.start()
        root = desk.folder("first")
        desk.window.centre.show_first_run()
        desk.presenters.first_run.use_try_out()
        await desk.settle()
        assert desk.window.centre.shows_first_run
        desk.click("firstrun.project")
        dialog = desk.window.findChild(QFileDialog, "dialog.open_project")
        dialog.fileSelected.emit(root)
        dialog.close()
        await desk.settle()
        assert desk.window.centre.currentWidget() is desk.find(TrustSheet, "trust.sheet")
        assert (desk.conversation.project, desk.conversation.agent) == (root, "Try-out Chat")

    run(scenario)


def test_what_cannot_be_seen_and_what_is_weaker_is_marked_and_in_front(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        sheet = await _opened(desk)
        marks = {file.path: file.marks for file in sheet.files.rows.rows if file.marks}
        assert marks == {
            ".qodev/agents/odd.md": ("hidden characters",),
            ".qodev/agents/reviewer.md": ("weaker than your own",),
        }
        assert "Go⟦U+202E⟧back." in desk.find(QPlainTextEdit, "trust.list.text").toPlainText()

    run(scenario)


def test_nothing_is_in_effect_while_the_sheet_is_read(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await _opened(desk)
        names = [entry.name for entry in desk.presenters.task.state.profiles]
        assert "Odd" not in names
        assert not desk.services.trust.is_trusted(desk.conversation.project)
        assert desk.text("status.trust") == "Not trusted"

    run(scenario)


def test_accepting_brings_profiles_at_once_and_leaves_the_mode(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await _opened(desk)
        await desk.listen()
        desk.click("trust.accept")
        await desk.settle()
        assert desk.window.centre.shows_chat
        assert "Odd" in [entry.name for entry in desk.presenters.task.state.profiles]
        assert (desk.text("status.trust"), desk.text("status.mode")) == ("Trusted", "Ask")
        assert desk.window.action_set["trust"].text() == "Stop trusting this folder"

    run(scenario)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_never_trusts_not_even_on_the_button(run: Callable[[Scenario], None], key: Qt.Key) -> None:
    async def scenario(desk: Desk) -> None:
        sheet = await _opened(desk)
        await desk.listen()
        for target in (sheet, sheet.accept):
            target.setFocus()
            QTest.keyClick(target, key)
        await desk.settle()
        assert not any(button.isDefault() for button in sheet.findChildren(QPushButton))
        assert not desk.services.trust.is_trusted(desk.conversation.project)

    run(scenario)


def test_the_sheet_is_deaf_for_a_moment(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        sheet = await _opened(desk)
        sheet.deaf.begin()
        QTest.mouseClick(sheet.accept, Qt.MouseButton.LeftButton)
        QTest.keyClick(sheet.accept, Qt.Key.Key_Space)
        QTest.keyClick(sheet, Qt.Key.Key_Escape)
        await desk.settle()
        assert desk.window.centre.currentWidget() is sheet
        assert not desk.services.trust.is_trusted(desk.conversation.project)

    run(scenario)


def test_escape_keeps_it_untrusted_and_it_is_not_asked_again(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        sheet = await _opened(desk)
        await desk.listen()
        QTest.keyClick(sheet, Qt.Key.Key_Escape)
        await desk.settle()
        assert desk.window.centre.shows_chat
        project = desk.conversation.project
        assert not desk.services.trust.is_trusted(project)
        desk.presenters.projects.choose("*")
        desk.presenters.projects.choose(str(project))
        await desk.settle()
        assert desk.window.centre.shows_chat
        assert not desk.find(QAbstractButton, "picker.task:code").isEnabled()
        desk.window.run_action("trust")
        await desk.settle()
        assert desk.window.centre.currentWidget() is sheet

    run(scenario)


def test_the_parent_is_offered_by_name_and_trusts_what_lies_below(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        sheet = await _opened(desk)
        project = str(desk.conversation.project)
        parent = str(Path(project).parent)
        assert sheet.above.text() == f"Trust `{parent}` and all folders in it"
        await desk.listen()
        desk.click("trust.parent")
        await desk.settle()
        assert [record.path for record in await desk.services.trust.folders()] == [parent]
        assert desk.services.trust.is_trusted(project)

    run(scenario)


def test_the_home_folder_cannot_be_trusted_and_says_why(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.start()
        desk.presenters.projects.open(desk.home())
        await desk.settle()
        sheet = desk.find(TrustSheet, "trust.sheet")
        assert not sheet.accept.isEnabled()
        assert "It is the home folder." in sheet.remarks.text()
        assert "It is the home folder." in sheet.accept.toolTip()

    run(scenario)


def test_a_changed_file_waits_with_banner_and_difference(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = await desk.trusted({".qodev/agents/reviewer.md": REVIEWER, "AGENTS.md": "One.\n"})
        desk.folder("project", {".qodev/agents/reviewer.md": REVIEWER.replace("deny", "ask"), "AGENTS.md": "Two.\n"})
        await desk.services.profiles.reload()
        await desk.settle()
        banner = desk.window.centre.chat.trust_banner
        assert banner.text.text().startswith("2 trusted files changed since ")
        assert desk.text("status.trust") == "Changed"
        desk.click("banner.trust.retry")
        await desk.settle()
        diff = desk.find(TrustDiff, "trust.diff")
        assert desk.window.centre.currentWidget() is diff
        assert (
            "`reviewer` is weaker than when you accepted it: `write_file` was Deny, becomes Ask" in diff.effects.texts
        )
        area = desk.find(QPlainTextEdit, "trust.diff.list.text")
        shown = area.toPlainText()
        grounds = {
            line[:1]: area.document().findBlockByNumber(n).blockFormat().background().color().name()
            for n, line in enumerate(shown.splitlines())
        }
        palette = desk.window.theme.theme.palette
        assert (grounds["+"].upper(), grounds["−"].upper()) == (palette.add_bg.upper(), palette.del_bg.upper())
        assert "− tools: write_file=deny" in shown
        assert "+ tools: write_file=ask" in shown
        assert faults_of_controls(diff) == []
        await desk.listen()
        desk.click("trust.diff.accept_one")
        await desk.settle()
        assert [file.path for file in diff.files.rows.rows] == ["AGENTS.md"]
        await desk.listen()
        desk.click("trust.accept_changes")
        await desk.settle()
        assert desk.window.centre.shows_chat
        assert not banner.isVisibleTo(desk.window)
        assert desk.services.trust.look(Path(root)).pending == ()

    run(scenario)


def test_stop_trusting_counts_at_once(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted({".qodev/agents/mine.md": profile("Mine")})
        desk.presenters.task.choose("Mine")
        await desk.settle()
        desk.window.run_action("trust")
        await desk.settle()
        state = desk.presenters.task.state
        assert not desk.services.trust.is_trusted(desk.conversation.project)
        assert (state.profile, state.mark) == ("Mine", "needs trust")
        assert [entry.name for entry in state.profiles if entry.problem] == ["Mine"]
        assert desk.text("status.trust") == "Not trusted"
        assert desk.presenters.chat.state.send_reason == "The folder is not trusted. Trust it to work in it."

    run(scenario)


def test_the_difference_can_end_trust_and_has_no_default(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = await desk.trusted({"AGENTS.md": "One.\n"})
        desk.folder("project", {"AGENTS.md": "Two.\n"})
        desk.presenters.trust.show_diff(root)
        await desk.settle()
        diff = desk.find(TrustDiff, "trust.diff")
        assert not any(button.isDefault() for button in diff.findChildren(QPushButton))
        await desk.listen()
        desk.click("trust.revoke", diff)
        await desk.settle()
        assert not desk.services.trust.is_trusted(root)

    run(scenario)


def test_a_folder_that_was_exchanged_under_the_sheet_is_not_trusted(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await _opened(desk)
        project = str(desk.conversation.project)
        _exchange(project)
        await desk.listen()
        desk.click("trust.accept")
        await desk.settle()
        assert not desk.services.trust.is_trusted(project)

    run(scenario)


def _exchange(project: str) -> None:
    path = Path(project)
    path.rename(path.with_name("away"))
    path.mkdir()


def test_a_trusted_folder_without_files_says_so(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = await desk.trusted({})
        desk.presenters.trust.show_sheet(root)
        await desk.settle()
        sheet = desk.find(TrustSheet, "trust.sheet")
        assert sheet.effects.texts == ("No file of this folder changes what an agent may do",)
        assert sheet.decline.text() == "Close"
        texts = [label.text() for label in sheet.findChildren(QLabel)]
        assert "The folder holds no profiles, skills or instruction files." in texts

    run(scenario)
