"""Projects: the picker of the sidebar, opening, switching, folders that are gone (U12, U17, U24, U25)."""

import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QListView, QMenu, QPushButton

from qodev.base.paths import AppPaths
from qodev.services.profile_wiring import empty_folder
from qodev.types.conversation import ChatMode
from qodev.types.events import TurnStarted
from qodev.types.permissions import ProjectMode
from qodev.types.policies import Containment
from qodev.ui.kit.dialogs import QuestionDialog
from qodev.ui.kit.theme import ThemeController
from qodev.ui.models.project_state import ALL, NONE
from tests.fakes.services import make_conversation
from tests.ui.controls import faults_of_controls
from tests.ui.project_kit import Desk, Run, Scenario, profile


def _titles(desk: Desk) -> list[str]:
    return [row.title for row in desk.presenters.conversations.state.rows if row.id]


async def _two(desk: Desk) -> tuple[str, str]:
    first, second = desk.folder("first"), desk.folder("second")
    await desk.start(
        make_conversation("c1", "Of first", project=first, last_text="a"),
        make_conversation("c2", "Of second", project=second, last_text="b"),
        make_conversation("c3", "Of none", last_text="c"),
    )
    return first, second


def test_the_list_holds_projects_then_all_none_and_open(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await _two(desk)
        button = desk.find(QPushButton, "sidebar.project")
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        popup = desk.window.sidebar.project.button.popup
        model = desk.find(QListView, "sidebar.projects", popup).model()
        lines = [str(model.index(row, 0).data()).strip() for row in range(model.rowCount())]
        assert [line.split("  ·  ")[0] for line in lines] == [
            "first",
            "second",
            "✓ All projects",
            "No project",
            "Open folder…",
        ]
        assert "Not trusted" in lines[0]
        popup.hide()

    run(scenario)


def test_choosing_lists_the_conversations_of_a_project_of_none_or_all(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        _first, second = await _two(desk)
        projects = desk.presenters.projects
        assert sorted(_titles(desk)) == ["Of first", "Of none", "Of second"]
        projects.choose(second)
        await desk.settle()
        assert (_titles(desk), desk.conversation.id) == (["Of second"], "c2")
        assert desk.text("sidebar.project") == "second ▾"
        projects.choose(NONE)
        await desk.settle()
        assert _titles(desk) == ["Of none"]
        projects.choose(ALL)
        await desk.settle()
        assert len(_titles(desk)) == 3

    run(scenario)


def test_opening_moves_an_untouched_conversation_and_shows_its_project(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.start()
        folder = desk.folder("ledger")
        desk.presenters.projects.open(folder)
        await desk.settle()
        assert (desk.conversation.id, desk.conversation.project) == ("c1", folder)
        assert desk.window.centre.chat.header.project.text() == "ledger"
        wanted = "Ask about this project, or switch to Code task to change it."
        assert desk.window.centre.chat.empty.text.text() == wanted
        assert (desk.text("status.trust"), desk.text("status.mode")) == ("Not trusted", "Ask")
        assert desk.text("status.contain") == "Not contained"

    run(scenario)


def test_opening_keeps_a_conversation_with_words_where_it_was(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.start(make_conversation("c1", "Old", last_text="words"))
        folder = desk.folder("ledger")
        desk.presenters.projects.open(folder)
        await desk.settle()
        assert desk.services.conversations.get("c1").project is None
        assert desk.conversation.id != "c1"
        assert desk.conversation.project == folder
        desk.window.run_action("new_conversation")
        await desk.settle()
        assert desk.conversation.project == folder

    run(scenario)


def test_what_is_no_folder_is_said_and_nothing_changes(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.start()
        desk.presenters.projects.open(str(Path(desk.folder("a")) / "missing"))
        await desk.settle()
        assert "cannot be opened" in desk.window.centre.chat.notice_banner.text.text()
        assert desk.conversation.project is None

    run(scenario)


def test_open_project_asks_for_a_folder_without_blocking(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.start()
        folder = desk.folder("ledger")
        desk.window.action_set["open_project"].trigger()
        dialog = desk.find(QFileDialog, "dialog.open_project")
        dialog.fileSelected.emit(folder)
        dialog.close()
        await desk.settle()
        assert desk.conversation.project == folder
        menu = desk.find(QMenu, "menu.recent_projects")
        assert [action.text() for action in menu.actions()] == ["ledger"]

    run(scenario)


def test_a_missing_folder_reads_missing_and_can_be_pointed_elsewhere(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        gone = str(Path(desk.folder("x")).parent / "gone")
        await desk.start(make_conversation("c1", "Old", project=gone, last_text="words"))
        desk.presenters.projects.choose(gone)
        await desk.settle()
        assert _titles(desk) == ["Old"]
        assert desk.text("status.trust") == "Missing"
        reattach = desk.find(QAbstractButton, "sidebar.reattach")
        assert reattach.isVisibleTo(desk.window)
        after = desk.folder("after")
        desk.click("sidebar.reattach")
        dialog = desk.find(QFileDialog, "dialog.reattach")
        dialog.fileSelected.emit(after)
        dialog.close()
        await desk.settle()
        assert desk.services.conversations.get("c1").project == after
        assert not reattach.isVisibleTo(desk.window)

    run(scenario)


def test_switching_stops_no_work_and_the_list_counts_it(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        first, second = await _two(desk)
        desk.services.conversations.running_ids.add("c1")
        started = TurnStarted(conversation_id="c1", turn_id="t", agent="x", model="y", agents_revision=1)
        desk.services.bus.emit(started)
        desk.presenters.projects.choose(second)
        await desk.settle()
        row = next(row for row in desk.presenters.projects.state.rows if row.value == first)
        assert "1 running" in row.detail
        assert not [call for call in desk.services.conversations.calls if call[0] == "stop_turn"]

    run(scenario)


def test_status_and_picker_follow_the_conversation_in_view(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        first, _second = await _two(desk)
        await desk.services.policies.set_mode(first, ProjectMode.READ_ONLY)
        await desk.settle()
        assert (desk.text("status.mode"), desk.text("picker.mode")) == ("Read-only", "Read-only ▾")
        desk.presenters.conversations.select("c2")
        await desk.settle()
        assert (desk.text("status.mode"), desk.text("picker.mode")) == ("Ask", "Ask ▾")
        desk.presenters.conversations.select("c3")
        await desk.settle()
        assert desk.find(QAbstractButton, "status.mode").isHidden()
        assert desk.find(QAbstractButton, "picker.mode").isHidden()
        assert not desk.window.action_set["mode_ask"].isEnabled()

    run(scenario)


@pytest.mark.parametrize("answer", ["act", "keep"])
def test_auto_is_asked_about_with_the_sentence_of_the_mode(run: Callable[[Scenario], None], answer: str) -> None:
    async def scenario(desk: Desk) -> None:
        root = await desk.trusted({"AGENTS.md": "One.\n"})
        desk.folder("project", {"AGENTS.md": "Two.\n"})
        desk.window.action_set["mode_auto"].trigger()
        await desk.settle()
        dialog = desk.find(QuestionDialog, "dialog.auto")
        said = [label.text() for label in dialog.findChildren(type(desk.window.centre.chat.empty.text))]
        assert (
            "Runs commands and edits without asking. Deny rules still block; ask rules in profiles are approved by"
            in (said[0])
        )
        assert "1 file of the folder waits for your decision:\n`AGENTS.md`" in said[0]
        assert (dialog.act.text(), dialog.keep.text()) == ("Switch to Auto", "Keep Ask")
        assert not any(button.isDefault() for button in dialog.findChildren(QPushButton))
        QTest.mouseClick(getattr(dialog, answer), Qt.MouseButton.LeftButton)
        await desk.settle()
        wanted = ProjectMode.AUTO if answer == "act" else ProjectMode.ASK
        assert (await desk.services.policies.look(root)).mode is wanted
        assert desk.window.action_set["mode_auto"].isChecked() is (answer == "act")

    run(scenario)


@pytest.mark.parametrize("is_ticked", [True, False])
def test_containment_is_offered_with_auto_where_it_works(run: Callable[[Scenario], None], is_ticked: bool) -> None:
    async def scenario(desk: Desk) -> None:
        desk.services.contain_fault = ""
        root = await desk.trusted({})
        desk.window.action_set["mode_auto"].trigger()
        await desk.settle()
        dialog = desk.find(QuestionDialog, "dialog.auto")
        assert dialog.offer is not None
        assert not dialog.offer.isChecked()
        dialog.offer.setChecked(is_ticked)
        QTest.mouseClick(dialog.act, Qt.MouseButton.LeftButton)
        await desk.settle()
        policy = await desk.services.policies.look(root)
        assert policy.mode is ProjectMode.AUTO
        assert policy.contain is (Containment.ON if is_ticked else Containment.OFF)

    run(scenario)


def test_a_no_to_auto_leaves_containment_as_it_is(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        desk.services.contain_fault = ""
        root = await desk.trusted({})
        desk.window.action_set["mode_auto"].trigger()
        await desk.settle()
        dialog = desk.find(QuestionDialog, "dialog.auto")
        assert dialog.offer is not None
        dialog.offer.setChecked(True)
        QTest.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)
        await desk.settle()
        assert (await desk.services.policies.look(root)).contain is Containment.OFF

    run(scenario)


def test_the_branch_of_the_project_in_view_is_shown_and_followed(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        empty_folder(desk.services.paths).mkdir(
            parents=True
        )  # where programs of ours start, made when the program does
        root = Path(await desk.trusted({}))
        assert desk.find(QAbstractButton, "status.branch").isHidden()
        _git(root, "init", "-q", "-b", "feature/ledger")
        desk.presenters.mode.look()
        await desk.settle()
        assert desk.text("status.branch") == "feature/ledger"
        _git(root, "symbolic-ref", "HEAD", "refs/heads/other")
        desk.click("status.branch")
        await desk.settle()
        assert desk.text("status.branch") == "other"

    run(scenario)


def _git(root: Path, *args: str) -> None:
    subprocess.run(["git", *args], cwd=root, check=True, capture_output=True)


def test_the_window_names_every_control_and_every_reason(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await _two(desk)
        assert faults_of_controls(desk.window.sidebar) == []
        assert faults_of_controls(desk.window.centre.chat.composer.tasks) == []

    run(scenario)


def test_the_chosen_project_is_there_again_at_the_next_start(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        first, _second = await _two(desk)
        desk.presenters.load("", first)
        await desk.settle()
        assert desk.presenters.projects.state.chosen == first
        desk.presenters.load("", "/a folder that nobody opened")
        await desk.settle()
        assert desk.presenters.projects.state.chosen == ALL

    run(scenario)


def test_rows_of_code_tasks_name_their_profile(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        made = make_conversation("c1", "Task", profile="Plan")
        await desk.start(replace(made, mode=ChatMode.CODE_TASK), make_conversation("c2", "Talk", profile="Plan"))
        shown = {row.id: row.profile for row in desk.presenters.conversations.state.rows if row.id}
        assert shown == {"c1": "Plan", "c2": ""}

    run(scenario)


def test_a_project_its_trust_and_the_profile_are_there_after_a_restart(
    theme: ThemeController, app_paths: AppPaths, qodev_env: dict[str, str], tmp_path: Path, qt_run: Callable[..., None]
) -> None:
    folder = tmp_path / "src" / "ledger"
    (folder / ".qodev" / "agents").mkdir(parents=True)
    (folder / ".qodev" / "agents" / "mine.md").write_text(profile("Mine"))

    async def first() -> str:
        run = Run(theme, app_paths, qodev_env)
        await run.start()
        run.presenters.projects.open(str(folder))
        await run.settle()
        run.presenters.trust.accept()
        await run.settle()
        run.presenters.task.set_code(True)
        run.presenters.task.choose("Mine")
        run.presenters.mode.choose(ProjectMode.READ_ONLY)
        await run.settle()
        opened = run.presenters.conversations.state.selected
        await run.stop()
        return opened

    async def scenario() -> None:
        opened = await first()
        again = Run(theme, app_paths, qodev_env)
        await again.start(opened, str(folder))
        try:
            state = again.presenters.task.state
            assert (state.is_code, state.profile, state.mark) == (True, "Mine", "")
            assert again.presenters.projects.state.label == "ledger"
            assert (again.window.status.trust.text(), again.window.status.mode.text()) == ("Trusted", "Read-only")
            assert again.presenters.chat.state.send_reason == "Type a message."
        finally:
            await again.stop()

    qt_run(scenario(), 30)
