"""The permission X-ray on real services: it judges the unsaved text as the gate would, and changes nothing (U86 to U91)."""

import asyncio
import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from qodev.services.simulator import SimulatedCall
from qodev.types.permissions import Effect, ProjectMode
from qodev.types.xray import ReplayedCall, XrayKind
from qodev.ui.models.agent_editor_state import EditorMode
from qodev.ui.models.xray_replay import replay_state
from qodev.ui.models.xray_state import cells_of, rungs_of
from qodev.ui.pages.xray_replay import ReplayView
from qodev.ui.pages.xray_tools import ExamplesView
from tests.fakes.profile_stage import ProfileStage

MINE = """---
name: Reviewer
description: Reads changes.
default_permission: allow
tools: write_file=deny, mcp:*=deny, mcp_github_search_*=allow
commands: *=allow, git *=ask, git push *=deny
edit_paths: src/**
deny_edit_paths: src/generated/**
# expect deny: git push origin main
---
Review what was changed.
"""
PUSH = "git push origin main"


@pytest.fixture
def stage(theme, app_paths):
    made = ProfileStage(theme, app_paths)
    made.write("reviewer.md", MINE)
    return made


def _cells(stage):
    return [cell.word.text for cell in stage.presenters.profiles.xray.state.cells]


def _shown(stage):
    return [cell.word.text() for cell in stage.window.xray.cells.cells.values()]


def _state(stage):
    return stage.presenters.profiles.xray.state


async def _typed(stage, text):
    stage.window.text.selectAll()
    stage.window.text.insertPlainText(text)
    await stage.rest()


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (XrayKind.COMMAND, "npm test", ["Asks you", "Runs", "Asks you", "Asks you"]),
        (XrayKind.COMMAND, "git log", ["Asks you", "Runs", "Asks you", "Asks you"]),
        (XrayKind.COMMAND, PUSH, ["Blocked"] * 4),
        (XrayKind.COMMAND, f"npm test && {PUSH}", ["Blocked"] * 4),
        (XrayKind.TOOL, "write_file: src/a.py", ["Hidden"] * 4),
        (XrayKind.TOOL, "create_file: src/a.py", ["Asks you", "Runs", "Asks you", "Asks you"]),
        (XrayKind.TOOL, "create_file: src/generated/a.py", ["Blocked"] * 4),
        (XrayKind.READ, "README.md", ["Runs"] * 4),
        (XrayKind.MCP, "github/create_issue", ["Hidden"] * 4),
        (XrayKind.MCP, "github/search_repos", ["Asks you", "Runs", "Asks you", "Asks you"]),
        (XrayKind.SKILL, "release", ["Runs"] * 4),
        (XrayKind.SEARCH, "TODO", ["Runs"] * 4),
        (XrayKind.WEB, "https://example.org", ["Asks you", "Runs", "Asks you", "Asks you"]),
        (XrayKind.DELEGATION, "Ask", ["Hidden"] * 4),
    ],
)
def test_every_mode_has_its_verdict(stage, qt_run, kind, value, expected):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await stage.judge(kind, value)
            assert _shown(stage) == expected
            assert all(cell.sentence.text() for cell in stage.window.xray.cells.cells.values())

    qt_run(scenario(), 30)


def test_verdict_is_the_gates_own(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            profile = stage.presenters.profiles.xray.profile
            for text in ("npm test", PUSH, 'bash -c "git push"', "$x", "ls > out"):
                await stage.judge(XrayKind.COMMAND, text)
                verdicts = {
                    mode: await stage.services.simulator.explain(profile, SimulatedCall("run_command", text, mode=mode))
                    for mode in ProjectMode
                }
                assert _state(stage).cells == cells_of(verdicts, ProjectMode.ASK, direct=False)
                assert _state(stage).rungs == rungs_of(verdicts[ProjectMode.ASK])

    qt_run(scenario(), 30)


def test_clauses_name_rule_and_line_and_nested_ones_are_indented(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await stage.judge(XrayKind.COMMAND, 'npm test; bash -c "git push origin main"')
            rows = {row.text: row for row in _state(stage).clauses}
            assert rows["npm test"].rule == "*=allow"
            nested = rows[PUSH]
            assert nested.depth == 1
            assert (nested.rule, nested.place.text, nested.effect) == ("git push *=deny", "reviewer.md:6", "Deny")
            assert nested.is_deciding

    qt_run(scenario(), 30)


def test_clause_without_a_rule_says_whose_value_counts(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(stage, MINE.replace("*=allow, git *=ask", "echo *=allow, git *=ask"))
            await stage.judge(XrayKind.COMMAND, "npm test")
            readings = stage.window.xray.why.readings
            assert readings.text() == "Allow: no command rule matches, so the tool's own value counts."
            await stage.judge(XrayKind.COMMAND, "echo x > out.txt")
            assert readings.text().startswith(
                "Allow: no allow rule covers `> out.txt`, so the tool's own value counts."
            )

    qt_run(scenario(), 30)


def test_text_that_cannot_be_read_says_what_follows(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await stage.judge(XrayKind.COMMAND, "$x push")
            assert "could not be read, and a deny rule might match: blocked" in [
                row.text for row in _state(stage).clauses
            ]
            await _typed(stage, MINE.replace(", git push *=deny", ""))
            await stage.rest()
            assert _shown(stage) == ["Always asks"] * 4
            assert any("asks in every mode" in row.text for row in _state(stage).clauses)
            stage.window.xray.why.clauses.setCurrentIndex(stage.window.xray.why.clauses_model.index(0, 0))
            last = stage.window.xray.why.clauses_model.index(len(_state(stage).clauses) - 1, 0)
            stage.window.xray.why.clauses.setCurrentIndex(last)
            said = stage.window.xray.why.readings.text()
            assert said == _state(stage).clauses[-1].text, "the whole reason, and no reading that it is not"

    qt_run(scenario(), 30)


def test_hidden_characters_are_drawn(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await _typed(stage, MINE.replace("main\n---", "main\n# expect allow: echo \u202egnp\n---"))
            await stage.judge(XrayKind.COMMAND, "echo \u202egnp")
            assert "\u202e" not in "".join(f"{row.text}{row.readings}" for row in _state(stage).clauses)
            assert any("U+202E" in row.text for row in _state(stage).examples)

    qt_run(scenario(), 30)


def test_every_check_is_shown_whole_and_the_row_of_the_keyboard_stays_in_sight(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            stage.window.resize(860, 560)
            stage.window.show()
            stage.window.xray.choose_case(XrayKind.COMMAND, PUSH)
            await stage.until(lambda: _state(stage).rungs)
            await stage.rest()
            why = stage.window.xray.why
            last = why.rungs_model.index(why.rungs_model.rowCount() - 1, 0)
            assert why.ladder.visualRect(last).bottom() <= why.ladder.viewport().height()
            await stage.focus(why.ladder)
            QTest.keyClick(why.ladder, Qt.Key.Key_End)
            place = why.ladder.viewport().mapTo(why.area.viewport(), why.ladder.visualRect(last).center())
            assert why.area.viewport().rect().contains(place)

    qt_run(scenario(), 30)


def test_enter_in_the_ladder_opens_the_deciding_line(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await stage.judge(XrayKind.TOOL, "create_file: src/generated/a.py")
            words = [(row.title, row.state.text) for row in _state(stage).rungs]
            assert ("Path rules", "Decided here") in words
            assert words[-1][1] == "Not reached"
            ladder = stage.window.xray.why.ladder
            await stage.focus(ladder)
            QTest.keyClick(ladder, Qt.Key.Key_Return)
            await stage.rest()
            assert stage.window.mode is EditorMode.TEXT
            assert stage.window.text.textCursor().blockNumber() + 1 == 8

    qt_run(scenario(), 30)


def test_unsaved_text_is_judged_while_it_is_typed(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await stage.judge(XrayKind.COMMAND, PUSH)
            assert _shown(stage) == ["Blocked"] * 4
            await _typed(stage, MINE.replace("git push *=deny", "git push *=ask"))
            assert _shown(stage) == ["Asks you", "Runs", "Asks you", "Asks you"]
            await _typed(stage, "no profile")
            assert stage.window.xray.stale.isVisibleTo(stage.window)
            assert _shown(stage) == ["Asks you", "Runs", "Asks you", "Asks you"]
            assert (stage.paths.profiles / "reviewer.md").read_text() == MINE

    qt_run(scenario(), 30)


def test_last_value_wins_over_those_typed_before(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            seen = []
            stage.presenters.profiles.xray.state_changed.connect(lambda state: seen.append(state.cells))
            stage.window.xray.value.setFocus()
            for letter in f"npm test; {PUSH}":
                QTest.keyClicks(stage.window.xray.value, letter)
                await asyncio.sleep(0)
            await stage.rest()
            assert _shown(stage) == ["Blocked"] * 4
            assert len(seen) < len(f"npm test; {PUSH}")

    qt_run(scenario(), 30)


def test_direct_call_of_a_hidden_tool_is_blocked_and_shows_the_refusal(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await stage.judge(XrayKind.TOOL, "write_file: src/a.py")
            stage.window.xray.direct.click()
            await stage.rest()
            assert _shown(stage) == ["Blocked"] * 4
            assert stage.window.xray.refusal.text() == "The model is told: The tool `write_file` is not available."

    qt_run(scenario(), 30)


def test_tools_show_what_a_model_sees_and_by_which_rule(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await stage.judge(XrayKind.MCP, "github/search_repos")
            await stage.judge(XrayKind.MCP, "github/create_issue")
            rows = {row.name: row for row in _state(stage).tools}
            assert rows["write_file"].state.text == "Hidden"
            assert (rows["write_file"].rule, rows["write_file"].place.text) == ("write_file=deny", "reviewer.md:5")
            assert rows["read_file"].state.text == "In schema"
            search = next(row for name, row in rows.items() if name.startswith("mcp_github_search"))
            create = next(row for name, row in rows.items() if name.startswith("mcp_github_create"))
            assert (search.state.text, create.state.text) == ("In schema", "Hidden")
            assert create.rule == "mcp:*=deny"
            offered = sum(row.is_offered for row in rows.values())
            assert stage.window.xray.tools.count.text() == f"{offered} of {len(rows)} tools visible"
            stage.window.xray.tools.filter.setText("mcp")
            named = [name for name, row in rows.items() if "mcp" in f"{name}{row.rule}"]
            assert [row.name for row in stage.window.xray.tools.model.rows] == named
            assert search.name in named
            tools = stage.window.xray.tools
            assert tools.detail.isHidden()
            tools.list.setCurrentIndex(tools.model.index(tools.model.find_row(create.name), 0))
            assert tools.detail.toPlainText().split("\n") == [create.name, "mcp:*=deny", "reviewer.md:5"]
            tools.filter.setText("nothing of this name")
            assert tools.detail.isHidden()
            stage.window.xray.tools.copy.click()
            await stage.until(lambda: "read_file" in QGuiApplication.clipboard().text())
            names = [tool["function"]["name"] for tool in json.loads(QGuiApplication.clipboard().text())]
            assert "write_file" not in names

    qt_run(scenario(), 30)


def test_plan_hides_all_but_looking(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Plan")
            offered = [row.name for row in _state(stage).tools if row.is_offered]
            assert offered == ["list_files", "read_file", "search_files"]

    qt_run(scenario(), 30)


def test_case_is_kept_as_an_example_that_runs_while_typing(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await stage.judge(XrayKind.COMMAND, "git log")
            stage.window.xray.keep.click()
            await stage.rest()
            assert stage.window.text.text == MINE.replace("main\n---", "main\n# expect ask: git log\n---")
            assert [(row.text, row.is_met) for row in _state(stage).examples] == [(PUSH, True), ("git log", True)]
            await stage.judge(XrayKind.EDIT, "src/a.py")
            stage.window.xray.keep.click()
            await stage.rest()
            assert "# expect deny write_file: src/a.py" in stage.window.text.text
            await _typed(stage, stage.window.text.text.replace("git push *=deny", "git push *=ask"))
            failing = [row for row in stage.window.problems.model.rows if row.code == "example_failed"]
            assert [row.line for row in failing] == [9]
            assert [row.is_met for row in _state(stage).examples] == [False, True, True]
            stage.window.xray.tabs.setCurrentIndex(2)
            stage.window.xray.examples.list.activated.emit(stage.window.xray.examples.model.index(0, 0))
            assert stage.window.text.textCursor().blockNumber() + 1 == 9

    qt_run(scenario(), 30)


def test_examples_of_read_only_profiles_are_kept_by_qodev(stage, qt_run):
    async def scenario():
        async with stage:
            await stage.open("Plan")
            await stage.judge(XrayKind.COMMAND, "ls")
            stage.window.xray.keep.click()
            await stage.rest()
            assert [(row.text, row.is_met, row.line) for row in _state(stage).examples] == [("ls", True, 0)]
            kept = json.loads((stage.paths.data / "profile_examples.json").read_text())
            assert kept["examples"] == {"built-in:plan": ["# expect deny: ls"]}
            await stage.open("Reviewer")
            assert len(_state(stage).examples) == 1
            await stage.open("Plan")
            assert [row.text for row in _state(stage).examples] == ["ls"]
            stage.window.xray.tabs.setCurrentIndex(2)
            examples = stage.window.xray.examples.list
            await stage.focus(examples)
            examples.setCurrentIndex(stage.window.xray.examples.model.index(0, 0))
            QTest.keyClick(examples, Qt.Key.Key_Delete)
            await stage.rest()
            assert _state(stage).examples == ()

    qt_run(scenario(), 30)


def test_kept_examples_run_at_load_and_a_file_that_cannot_be_read_stays(stage, qt_run):
    file = stage.paths.data / "profile_examples.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"version": 1, "examples": {"built-in:plan": ["# expect allow: ls", 3, "nothing"]}}))

    async def scenario():
        async with stage:
            found = [d for d in stage.services.profiles.snapshot.diagnostics if d.code.value == "example_failed"]
            assert [(d.subject, d.span) for d in found if d.subject == "Plan"] == [("Plan", None)]
            file.write_text("no json")
            await stage.open("Code")
            await stage.judge(XrayKind.COMMAND, "ls")
            stage.window.xray.keep.click()
            await stage.rest()
            assert "cannot be read" in stage.window.banner.text.text()
            assert file.read_text() == "no json"

    qt_run(scenario(), 30)


def test_projects_mode_and_exact_rules_count(stage, qt_run, tmp_path):
    async def scenario():
        async with stage:
            project = tmp_path / "project"
            project.mkdir()
            await stage.services.policies.set_mode(str(project), ProjectMode.AUTO)
            stage.presenters.profiles.load()
            await stage.rest()
            await stage.open("Reviewer")
            combo = stage.window.xray.project
            place = combo.findData(str(project))
            assert place > 0
            combo.setCurrentIndex(place)
            combo.activated.emit(place)
            await stage.judge(XrayKind.COMMAND, "npm test")
            current = [cell.title for cell in _state(stage).cells if cell.is_current]
            assert current == ["Auto"]
            assert [row.title for row in _state(stage).rungs if row.is_deciding] == ["Project mode"]

    qt_run(scenario(), 30)


def test_project_in_view_counts_until_another_is_chosen(stage, qt_run, tmp_path):
    async def scenario():
        async with stage:
            project = tmp_path / "shop"
            project.mkdir()
            assert stage.window.xray.project.currentData() == ""
            await stage.services.trust.trust(await stage.services.trust.sheet(str(project)))
            await stage.services.profiles.show(str(project))
            await stage.services.policies.set_mode(str(project), ProjectMode.AUTO)
            stage.presenters.profiles.load()
            await stage.open("Reviewer")
            combo = stage.window.xray.project
            assert combo.currentData() == str(project)
            await stage.judge(XrayKind.COMMAND, "npm test")
            assert [cell.title for cell in _state(stage).cells if cell.is_current] == ["Auto"]
            combo.setCurrentIndex(0)
            combo.activated.emit(0)
            stage.presenters.profiles.load()
            await stage.rest()
            assert combo.currentData() == ""

    qt_run(scenario(), 30)


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (XrayKind.COMMAND, "", "Type a command"),
        (XrayKind.COMMAND, "x" * 5000, "more than 4,000 characters"),
        (XrayKind.TOOL, "no_such_tool", "There is no tool `no_such_tool`."),
        (XrayKind.MCP, "github", "names no operation"),
    ],
)
def test_what_is_no_case_says_so(stage, qt_run, kind, value, said):
    async def scenario():
        async with stage:
            await stage.open("Reviewer")
            await stage.judge(kind, value)
            assert said in stage.window.xray.message.text()
            assert not stage.window.xray.cells.isVisibleTo(stage.window)
            assert not stage.window.xray.keep.isEnabled()

    qt_run(scenario(), 30)


def test_calls_of_a_conversation_are_listed_with_both_verdicts(theme, qtbot):
    calls = (
        ReplayedCall("1", "run_command", "git push", Effect.DENY, Effect.ALLOW, "default"),
        ReplayedCall("2", "read_file", "a.py", Effect.ALLOW, Effect.ALLOW, "default"),
        ReplayedCall("3", "fetch_url", "", None, None, "This names no address."),
    )
    view = ReplayView(theme)
    qtbot.addWidget(view)
    view.show_state(replay_state("Fix it", calls))
    assert view.title.text() == "Fix it: 1 call would be decided otherwise"
    assert [(row.text, row.before, row.after) for row in view.model.rows] == [
        ("git push", "Deny", "Allow"),
        ("read_file: a.py", "Allow", "Allow"),
        ("fetch_url", "not available", "no call"),
    ]


def test_menu_of_replays_says_when_there_is_nothing(theme, qtbot):
    view = ExamplesView(theme)
    qtbot.addWidget(view)
    view.menu.show_choices(())
    assert [(one.text(), one.isEnabled()) for one in view.menu.actions()] == [
        ("No Code task has made a call yet.", False)
    ]
    chosen = []
    view.menu.chosen.connect(chosen.append)
    view.menu.show_choices((("conv_1", "Fix & ship"),))
    view.menu.actions()[0].trigger()
    assert chosen == ["conv_1"]
