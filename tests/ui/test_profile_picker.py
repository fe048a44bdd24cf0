"""The upper row of the composer: Chat or Code task, the profile and what becomes of it (U30, U92, U93, P64 to P74)."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QListView

from qodev.types.conversation import ChatMode
from qodev.ui.chat.trust_sheet import TrustSheet
from tests.fakes.services import make_conversation
from tests.ui.project_kit import Desk, Scenario, profile

AGENTS = ".qodev/agents"


def _lines(desk: Desk) -> list[str]:
    """Returns the lines of the open list."""
    picker = desk.window.centre.chat.composer.tasks.profile
    picker.open_popup()
    model = desk.find(QListView, "profilepicker.list", picker.popup).model()
    lines = [str(model.index(row, 0).data()).strip() for row in range(model.rowCount())]
    picker.popup.hide()
    return lines


def test_in_a_chat_the_picker_says_why_it_cannot_be_used(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.start()
        picker = desk.find(QAbstractButton, "picker.profile")
        assert (picker.isEnabled(), picker.toolTip()) == (False, "Profiles apply to Code tasks.")
        code = desk.find(QAbstractButton, "picker.task:code")
        assert (code.isEnabled(), code.toolTip()) == (False, "A Code task works in a folder. Open a project first.")
        assert desk.window.action_set.reason("toggle_plan") == "Profiles apply to Code tasks."

    run(scenario)


def test_without_trust_a_code_task_is_refused_and_trust_is_offered(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.start(make_conversation("c1", "First", project=desk.folder("p")))
        code = desk.find(QAbstractButton, "picker.task:code")
        assert (code.isEnabled(), code.toolTip()) == (False, "The folder is not trusted. Trust it to work in it.")
        assert desk.find(QAbstractButton, "picker.trust").isVisibleTo(desk.window)
        desk.click("picker.trust")
        await desk.settle()
        assert desk.window.centre.currentWidget() is desk.find(TrustSheet, "trust.sheet")

    run(scenario)


def test_a_trusted_folder_makes_code_tasks_that_can_be_sent(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted({}, mode=ChatMode.CHAT)
        desk.click("picker.task:code")
        await desk.settle()
        assert desk.conversation.mode.value == "code_task"
        desk.window.centre.chat.composer.input.setPlainText("Fix it.")
        await desk.settle()
        send = desk.find(QAbstractButton, "composer.send")
        assert (send.isEnabled(), send.text()) == (True, "Send")
        desk.click("picker.task:chat")
        await desk.settle()
        assert desk.conversation.mode.value == "chat"
        assert send.isEnabled()

    run(scenario)


def test_build_is_first_then_groups_with_badges_and_no_helpers(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        desk.own_profile("mine.md", profile("Mine", "max_steps: 3\nmodel: big\n"))
        helper = "---\ndescription: Helps\nmode: subagent\n---\nHelp.\n"
        await desk.trusted({f"{AGENTS}/ours.md": profile("Ours"), ".opencode/agents/helper.md": helper})
        lines = _lines(desk)
        assert lines[0] == "BUILT-IN"
        assert lines[1].startswith("✓ Build")
        assert lines[lines.index("USER") + 1].startswith("Mine  ·  User  ·  big  ·  3 steps")
        assert lines[lines.index("PROJECT") + 1].startswith("Ours  ·  Project")
        assert not any("helper" in line for line in lines)
        assert lines[-2:] == ["Refresh", "Manage agent profiles…"]

    run(scenario)


def test_typing_filters_and_enter_stores_at_once(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted({f"{AGENTS}/ours.md": profile("Ours")})
        picker = desk.window.centre.chat.composer.tasks.profile
        desk.window.run_action("choose_profile")
        QTest.keyClicks(picker.popup.filter, "our")
        QTest.keyClick(picker.popup.filter, Qt.Key.Key_Return)
        await desk.settle()
        assert (desk.conversation.profile, desk.conversation.profile_scope) == ("Ours", "project")
        assert picker.text() == "Ours ▾"

    run(scenario)


def test_headings_are_passed_over_by_the_keys(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted({f"{AGENTS}/ours.md": profile("Ours")})
        picker = desk.window.centre.chat.composer.tasks.profile
        picker.open_popup()
        seen = []
        for _ in range(12):
            seen.append(str(picker.popup.list.currentIndex().data()).strip())
            QTest.keyClick(picker.popup.filter, Qt.Key.Key_Down)
        picker.popup.hide()
        assert not {"Built-in", "Project"} & set(seen)
        assert seen[-1] == "Manage agent profiles…"

    run(scenario)


def test_each_conversation_keeps_its_own_choice(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = await desk.trusted({})
        other = make_conversation("c2", "Second", project=root, mode=ChatMode.CODE_TASK, last_text="x")
        desk.services.conversations.add(other)
        desk.presenters.conversations.load()
        desk.presenters.task.choose("Ask")
        await desk.settle()
        desk.presenters.conversations.select("c2")
        await desk.settle()
        assert desk.text("picker.profile") == "Build ▾"
        desk.presenters.conversations.select("c1")
        await desk.settle()
        assert desk.text("picker.profile") == "Ask ▾"

    run(scenario)


def test_a_name_that_is_gone_stays_and_nothing_falls_back(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        desk.own_profile("mine.md", profile("Mine"))
        await desk.trusted({})
        desk.presenters.task.choose("Mine")
        await desk.settle()
        _remove(desk, "mine.md")
        await desk.services.profiles.reload()
        await desk.settle()
        assert desk.text("picker.profile") == "Mine (not available) ▾"
        assert _lines(desk)[0] == "✓ Mine  ·  not available"
        assert desk.presenters.chat.state.send_reason == "`Mine` is not available. Choose another profile."
        assert desk.conversation.profile == "Mine"
        desk.own_profile("mine.md", profile("Mine"))
        await desk.services.profiles.reload()
        await desk.settle()
        assert desk.text("picker.profile") == "Mine ▾"

    run(scenario)


def _remove(desk: Desk, file: str) -> None:
    (Path(desk.services.paths.profiles) / file).unlink()


def test_a_name_that_comes_from_elsewhere_now_says_so(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        desk.own_profile("mine.md", profile("Mine"))
        root = await desk.trusted({})
        desk.presenters.task.choose("Mine")
        await desk.settle()
        desk.folder("project", {f"{AGENTS}/mine.md": profile("Mine")})
        sheet = await desk.services.trust.sheet(root)
        await desk.services.trust.accept(sheet, sheet.pending)
        await desk.settle()
        assert desk.text("picker.profile") == "Mine (now Project) ▾"
        assert "`Mine` now comes from: Project." in desk.find(QAbstractButton, "picker.profile").toolTip()

    run(scenario)


def test_a_changed_profile_is_marked_and_cannot_be_chosen(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted({f"{AGENTS}/ours.md": profile("Ours")})
        desk.presenters.task.choose("Ours")
        desk.folder("project", {f"{AGENTS}/ours.md": profile("Ours", text="Something else.")})
        await desk.services.profiles.reload()
        await desk.settle()
        assert desk.text("picker.profile") == "Ours (changed) ▾"
        assert any(line.startswith("✓ Ours  ·  Project  ·  changed") for line in _lines(desk))
        assert "was changed since it was accepted" in desk.presenters.chat.state.send_reason

    run(scenario)


@pytest.mark.parametrize(("first", "path"), [("Build", ["Plan", "Build", "Plan"]), ("Ask", ["Plan", "Ask", "Plan"])])
def test_the_plan_key_alternates_with_the_choice_before(
    run: Callable[[Scenario], None], first: str, path: list[str]
) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted({})
        desk.presenters.task.choose(first)
        await desk.settle()
        desk.window.activateWindow()
        seen = []
        for _ in path:
            QTest.keyClick(
                desk.window.centre.chat.composer.input,
                Qt.Key.Key_A,
                Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
            )
            await desk.settle()
            seen.append(desk.conversation.profile)
        assert seen == path

    run(scenario)


def test_a_choice_of_an_older_release_is_brought_over_once(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = desk.folder("p")
        old = make_conversation("c1", "Old", project=root, mode=ChatMode.CODE_TASK, profile="Code", schema_version=1)
        await desk.start(old)
        assert desk.services.conversations.get("c1").profile == "Code"  # the folder may hold a profile of that name
        await desk.services.trust.trust(await desk.services.trust.sheet(root))
        await desk.settle()
        assert desk.conversation.profile == "Build"
        desk.presenters.task.choose("Code")
        await desk.settle()
        desk.presenters.conversations.select("")
        desk.presenters.conversations.select("c1")
        await desk.settle()
        assert desk.conversation.profile == "Code"

    run(scenario)


def test_typed_commands_choose_the_profile_that_they_name(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted({})
        field = desk.window.centre.chat.composer.input
        for command, wanted in (("/build", "Build"), ("/plan", "Plan"), ("/plan", "Plan"), ("/build", "Build")):
            field.setPlainText(command)
            desk.window.centre.chat.composer.send_requested.emit()
            await desk.settle()
            assert desk.conversation.profile == wanted
        field.setPlainText("/status")
        desk.window.centre.chat.composer.send_requested.emit()
        await desk.settle()
        said = desk.window.messages.toast.text.text()
        assert said.endswith("Trusted · mode Ask · 0 exact rules · profile Build")

    run(scenario)


def test_problems_and_refresh_stand_at_the_end(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        desk.own_profile("broken.md", "---\nname: Broken\ntool: x\n---\n")
        await desk.trusted({})
        assert _lines(desk)[-3:] == ["3 problems", "Refresh", "Manage agent profiles…"]
        desk.own_profile("broken.md", profile("Mended"))
        picker = desk.window.centre.chat.composer.tasks.profile
        picker.refresh_requested.emit()
        await desk.settle()
        assert any(line.startswith("Mended") for line in _lines(desk))

    run(scenario)


def test_errors_and_warnings_are_counted_together_and_listed_on_demand(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        lead = "---\ndescription: Leads\nmode: primary\nmodel: a/b\n---\nLead.\n"
        plan, same = profile("Plan"), profile("Same")
        await desk.trusted({f"{AGENTS}/plan.md": plan, f"{AGENTS}/same.md": same, ".opencode/agents/lead.md": lead})
        desk.own_profile("same.md", same)
        picker = desk.window.centre.chat.composer.tasks.profile
        picker.refresh_requested.emit()
        await desk.settle()
        assert _lines(desk)[-3] == "2 problems", "a reserved name and a model; what is shadowed is no problem"
        picker.problems_requested.emit()
        assert desk.window.problems.is_shown

    run(scenario)


def test_the_list_stays_below_its_line_while_it_is_filtered(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.trusted({f"{AGENTS}/p{number}.md": profile(f"P{number}") for number in range(9)})
        picker = desk.window.centre.chat.composer.tasks.profile
        picker.open_popup()
        before = picker.popup.filter.geometry()
        QTest.keyClicks(picker.popup.filter, "p3")
        picker.popup.layout().activate()
        gap = picker.popup.list.y() - picker.popup.filter.geometry().bottom()
        assert (picker.popup.filter.geometry(), gap < 16) == (before, True)
        picker.popup.hide()

    run(scenario)


def test_a_new_code_task_belongs_to_the_project_and_begins_with_build(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = await desk.trusted({})
        before = desk.services.conversations.get("c1")
        desk.services.conversations.add(replace(before, last_text="used"))
        desk.presenters.conversations.load()
        desk.window.run_action("new_code_task")
        await desk.settle()
        made = desk.conversation
        assert (made.id != "c1", made.project, made.mode, made.profile) == (True, root, ChatMode.CODE_TASK, "Build")

    run(scenario)
