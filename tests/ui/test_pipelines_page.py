"""The Pipelines page and the routing tester (U47, U48, A185, A186)."""

import asyncio
import tomllib
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPushButton,
    QTableView,
    QToolButton,
    QTreeWidget,
    QWidget,
)

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.errors import RoutingError, UserFacingError
from qodev.types.agents import MatchRule, Pipeline
from qodev.types.conversation import Draft
from qodev.types.messages import FileBlock
from qodev.types.routing import FileRoute, FolderEnd
from qodev.ui.pages.window import SettingsWindow
from tests.fakes.pages import ROSTERS, add_rosters, roster_agent
from tests.fakes.services import FakeServices, make_conversation
from tests.ui.conftest import Live, QtRun
from tests.ui.controls import faults_of_controls
from tests.ui.stall import StallWatch, stall_watch

__all__ = ["stall_watch"]

Scenario = Callable[["Page"], Coroutine[Any, Any, None]]
CHAT = "settings.pipelines.card:chat"


class Page:
    """The settings window on the Pipelines page, by object names."""

    def __init__(self, live: Live, path: Path) -> None:
        self.live = live
        self.path = path
        self.window = SettingsWindow(live.window.theme, live.presenters, live.window)
        self.own = live.presenters.roster_page

    def find(self, kind: type[Any], name: str, card: str = "") -> Any:
        outer: Any = self.window.findChild(QWidget, card) if card else self.window
        found = outer.findChild(kind, name)
        assert found is not None, name
        return found

    def roster(self, card: str = CHAT) -> Any:
        return self.find(QTableView, "settings.pipelines.roster", card)

    def names(self, card: str = CHAT) -> list[str]:
        model = self.roster(card).model()
        return [str(model.index(row, 1).data()) for row in range(model.rowCount())]

    def column(self, column: int, card: str = CHAT) -> list[str]:
        model = self.roster(card).model()
        return [str(model.index(row, column).data()) for row in range(model.rowCount())]

    def stored(self, key: str = "chat") -> list[str]:
        found: list[str] = tomllib.loads(self.path.read_text())["pipelines"][key]
        return found

    def select(self, name: str, card: str = CHAT) -> Any:
        roster = self.roster(card)
        roster.select(name)
        roster.setFocus()
        return roster

    def press(self, name: str, card: str = CHAT) -> None:
        QTest.mouseClick(self.find(QWidget, name, card), Qt.MouseButton.LeftButton)

    @property
    def toast(self) -> Any:
        return self.window.page("pipelines").toast  # type: ignore[union-attr]  # it is open

    async def settle(self) -> None:
        await self.live.settle(0.02)
        for presenter in self.live.presenters.pages:
            await presenter.wait()
        await self.live.settle(0.02)


@pytest.fixture
def run(live: Callable[[], Live], services: FakeServices, qt_run: QtRun[None]) -> Callable[..., None]:
    """Returns what runs a scenario on the opened page."""

    def run_scenario(scenario: Scenario, text: str = ROSTERS, **more: Any) -> None:
        async def go() -> None:
            path = add_rosters(services, text, **more)
            page = Page(live(), path)
            page.window.resize(1100, 900)
            page.window.open_page("pipelines")
            await page.settle()
            try:
                await scenario(page)
            finally:
                await page.live.stop()
                page.window.deleteLater()

        qt_run(go())

    return run_scenario


Run = Callable[..., None]


def test_four_cards_show_position_model_files_marks_and_the_winner(run: Run) -> None:
    async def scenario(page: Page) -> None:
        assert page.names() == ["Shop Chat", "QML Coder", "Claude Chat", "Late Chat"]
        assert page.column(0) == ["1", "2", "3", "4"]
        assert page.column(2)[0] == "claude-sonnet-4-6"
        assert page.column(3) == ["project shop", "*.qml, *.js · */ui/*", "any file", "*.md"]
        assert set(page.column(4)) == {"user"}
        assert page.column(5) == ["Refused", "Refused", "Would win", "Never wins"]
        for pipeline in Pipeline:
            page.find(QWidget, f"settings.pipelines.card:{pipeline.value}")

    run(scenario)


def test_chosen_file_and_project_change_who_would_win(run: Run) -> None:
    async def scenario(page: Page) -> None:
        QTest.keyClicks(page.find(QLineEdit, "routing.path"), "/p/ui/Main.QML")
        assert page.column(5)[:3] == ["Refused", "Would win", "Accepted"]
        project = page.find(QComboBox, "routing.project")
        assert "shop" in [project.itemText(row) for row in range(project.count())]
        project.setEditText("shop")
        assert page.column(5)[:3] == ["Would win", "Accepted", "Accepted"]

    run(scenario)


def test_pipeline_without_agents_says_what_that_means(run: Run) -> None:
    async def scenario(page: Page) -> None:
        card = CHAT
        empty = page.find(QWidget, "settings.pipelines.empty", card)
        assert empty.text() == "Chat has no agent, so chat cannot start."
        assert empty.isVisible()
        page.press("settings.pipelines.add", card)
        assert page.find(QDialog, "agentpicker").isVisible()

    run(scenario, "[pipelines]\nchat = []\n")


def test_loading_is_said_until_the_rosters_are_there(live: Callable[[], Live], qt_run: QtRun[None]) -> None:
    async def scenario() -> None:
        from qodev.ui.pages.pipelines import PipelinesPage

        made = live()
        page = PipelinesPage(made.window.theme, made.presenters)
        assert page.loading.text() == "Loading rosters…"
        assert not page.loading.isHidden()
        assert all(card.isHidden() for card in page.cards.values())
        await made.stop()

    qt_run(scenario())


@pytest.mark.parametrize(("key", "name", "after"), [
    (Qt.Key.Key_Up, "QML Coder", ["QML Coder", "Shop Chat", "Claude Chat", "Late Chat"]),
    (Qt.Key.Key_Down, "Shop Chat", ["QML Coder", "Shop Chat", "Claude Chat", "Late Chat"]),
    (Qt.Key.Key_Up, "Shop Chat", ["Shop Chat", "QML Coder", "Claude Chat", "Late Chat"]),
    (Qt.Key.Key_Down, "Late Chat", ["Shop Chat", "QML Coder", "Claude Chat", "Late Chat"]),
])  # fmt: skip
def test_alt_and_arrows_move_an_entry(run: Run, key: Qt.Key, name: str, after: list[str]) -> None:
    async def scenario(page: Page) -> None:
        roster = page.select(name)
        QTest.keyClick(roster, key, Qt.KeyboardModifier.AltModifier)
        await page.settle()
        assert page.names() == after
        assert page.stored() == after
        assert roster.current.name == name
        assert roster.hasFocus() or not page.window.isActiveWindow()

    run(scenario)


def test_two_steps_in_one_go_keep_their_order_and_the_comments(run: Run) -> None:
    async def scenario(page: Page) -> None:
        roster = page.select("Shop Chat")
        QTest.keyClick(roster, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        await page.settle()
        QTest.keyClick(roster, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        await page.settle()
        assert page.stored() == ["QML Coder", "Claude Chat", "Shop Chat", "Late Chat"]
        text = page.path.read_text()
        assert '"Shop Chat", # for the shop' in text
        assert text.startswith("# mine\n")

    run(scenario)


def test_dragging_moves_an_entry_or_brings_it_from_another_roster(run: Run) -> None:
    async def scenario(page: Page) -> None:
        model = page.roster().model()
        data = model.mimeData([model.index(3, 1)])
        assert model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsDragEnabled
        assert model.canDropMimeData(data, Qt.DropAction.MoveAction, 0, 0, model.index(-1, -1))
        model.dropMimeData(data, Qt.DropAction.MoveAction, 1, 0, model.index(-1, -1))
        await page.settle()
        assert page.stored() == ["Shop Chat", "Late Chat", "QML Coder", "Claude Chat"]
        data = model.mimeData([model.index(0, 0)])
        model.dropMimeData(data, Qt.DropAction.MoveAction, 3, 0, model.index(-1, -1))
        await page.settle()
        assert page.stored() == ["Late Chat", "QML Coder", "Shop Chat", "Claude Chat"]
        data = model.mimeData([model.index(0, 0)])
        model.dropMimeData(data, Qt.DropAction.MoveAction, -1, -1, model.index(3, 0))
        await page.settle()
        assert page.stored() == ["QML Coder", "Shop Chat", "Late Chat", "Claude Chat"]
        other = page.roster("settings.pipelines.card:compression").model()
        other.dropMimeData(model.mimeData([model.index(0, 0)]), Qt.DropAction.MoveAction, 0, 0, other.index(-1, -1))
        await page.settle()
        assert page.stored("compression") == ["QML Coder", "Claude Chat"]
        assert page.stored() == ["QML Coder", "Shop Chat", "Late Chat", "Claude Chat"]

    run(scenario)


def test_removed_entry_comes_back_byte_for_byte_by_the_toast(run: Run) -> None:
    async def scenario(page: Page) -> None:
        before = page.path.read_text()
        roster = page.select("Shop Chat")
        QTest.keyClick(roster, Qt.Key.Key_Delete)
        await page.settle()
        assert page.stored() == ["QML Coder", "Claude Chat", "Late Chat"]
        assert page.toast.text.text() == "`Shop Chat` removed from Chat."
        QTest.mouseClick(page.toast.undo, Qt.MouseButton.LeftButton)
        await page.settle()
        assert page.path.read_text() == before
        assert page.names() == page.stored()

    run(scenario)


def test_missing_agent_is_marked_and_can_be_replaced(run: Run) -> None:
    async def scenario(page: Page) -> None:
        card = "settings.pipelines.card:code_completion"
        assert page.column(2, card) == ["claude-sonnet-4-6", "(missing)"]
        assert page.column(5, card)[1] == "Not loaded"
        roster = page.select("Gone FIM", card)
        QTest.keyClick(roster, Qt.Key.Key_Return)
        picker = page.find(QDialog, "agentpicker")
        QTest.keyClicks(page.find(QLineEdit, "agentpicker.filter"), "chat claude c")
        picker.list.setCurrentIndex(picker.proxy.index(0, 0))
        QTest.keyClick(page.find(QLineEdit, "agentpicker.filter"), Qt.Key.Key_Return)
        await page.settle()
        assert page.stored("code_completion") == ["QML Coder", "Claude Chat"]
        assert page.toast.text.text() == "`Claude Chat` stands for `Gone FIM` now."

    run(scenario)


def test_picker_filters_by_words_and_tags_and_leaves_out_what_is_there(run: Run) -> None:
    agents = {name: roster_agent(name, MatchRule()) for name in ("A one", "B two", "C three")}
    agents["C three"] = replace(agents["C three"], tags=("chat", "local"))
    agents["Hidden"] = replace(roster_agent("Hidden", MatchRule()), hidden=True)

    async def scenario(page: Page) -> None:
        page.press("settings.pipelines.add", CHAT)
        picker = page.find(QDialog, "agentpicker")
        assert [row.name for row in picker.model.rows] == ["B two", "C three"]
        chips = {chip.text() for chip in page.find(QWidget, "agentpicker.tags").findChildren(QToolButton)}
        assert chips == {"chat 2", "cloud 1", "local 1"}
        page.find(QToolButton, "agentpicker.tag:local").click()
        assert [picker.proxy.index(row, 0).data() for row in range(picker.proxy.rowCount())] == ["C three"]
        QTest.keyClicks(page.find(QLineEdit, "agentpicker.filter"), "nothing")
        assert picker.empty.text() == "Nothing matches `nothing`."
        assert not page.find(QPushButton, "agentpicker.accept").isEnabled()
        page.find(QLineEdit, "agentpicker.filter").clear()
        QTest.mouseClick(page.find(QPushButton, "agentpicker.accept"), Qt.MouseButton.LeftButton)
        await page.settle()
        assert page.stored() == ["A one", "C three"]

    run(scenario, '[pipelines]\nchat = ["A one"]\n', agents=agents)


def test_buttons_say_why_they_cannot_be_used(run: Run) -> None:
    async def scenario(page: Page) -> None:
        up = page.find(QWidget, "settings.pipelines.up", CHAT)
        assert (up.isEnabled(), up.toolTip()) == (False, "Select an entry first.")
        page.select("Shop Chat")
        assert (up.isEnabled(), up.toolTip()) == (False, "It is the first.")
        page.select("Late Chat")
        down = page.find(QWidget, "settings.pipelines.down", CHAT)
        assert (down.isEnabled(), down.toolTip()) == (False, "It is the last.")
        for name in ("up", "remove", "replace"):
            assert page.find(QWidget, f"settings.pipelines.{name}", CHAT).isEnabled()

    run(scenario)


def test_menu_of_a_row_does_what_the_buttons_do(run: Run) -> None:
    async def scenario(page: Page) -> None:
        roster = page.select("QML Coder")
        roster.menu_requested.emit(roster.mapToGlobal(roster.rect().center()))
        menu = page.find(QMenu, "settings.pipelines.menu")
        texts = [action.text() for action in menu.actions() if action.text()]
        assert texts == ["Open agent", "Move up", "Move down", "Replace…", "Remove"]
        next(action for action in menu.actions() if action.text() == "Move up").trigger()
        menu.close()
        await page.settle()
        assert page.stored()[0] == "QML Coder"

    run(scenario)


def test_broken_file_is_said_and_never_overwritten_before_replace_is_pressed(run: Run) -> None:
    broken = "[pipelines]\nchat = [\n"

    async def scenario(page: Page) -> None:
        page.path.write_text(broken)
        await page.live.services.reload_rosters()  # type: ignore[attr-defined]  # as the folder watch does
        await page.settle()
        fault = page.find(QWidget, "settings.pipelines.fault")
        assert fault.isVisible()
        assert fault.text.text() == "The roster file is broken at line 3; defaults are in use."
        add = page.find(QPushButton, "settings.pipelines.add", CHAT)
        assert (add.isEnabled(), add.toolTip()) == (False, "Mend or replace the roster file first.")
        page.select(page.names()[0])
        QTest.keyClick(page.roster(), Qt.Key.Key_Delete)
        QTest.keyClick(page.roster(), Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        await page.settle()
        assert page.path.read_text() == broken
        wanted: list[tuple[str, int]] = []
        page.live.presenters.settings.file_wanted.connect(lambda path, line: wanted.append((path, line)))
        page.press("settings.pipelines.open_file", "settings.pipelines.fault")
        assert wanted == [(str(page.path), 3)]
        page.press("settings.pipelines.replace_file", "settings.pipelines.fault")
        await page.settle()
        assert not fault.isVisible()
        assert (page.path.parent / "pipelines.toml.bak").read_text() == broken
        assert page.toast.text.text() == "The roster file is new; the broken one is kept as `pipelines.toml.bak`."

    run(scenario)


def test_change_of_another_program_is_kept_and_told(run: Run) -> None:
    async def scenario(page: Page) -> None:
        page.path.write_text(ROSTERS.replace('  "QML Coder",\n', '  "QML Coder",\n  "Theirs",\n'))
        page.select("Late Chat")
        QTest.keyClick(page.roster(), Qt.Key.Key_Delete)
        await page.settle()
        assert page.stored() == ["Shop Chat", "QML Coder", "Theirs", "Claude Chat"]
        assert page.names() == page.stored()
        assert "Both changes are kept." in page.window.banner.text.text()

    run(scenario)


def test_change_that_cannot_be_stored_is_told_and_taken_back(run: Run) -> None:
    async def scenario(page: Page) -> None:
        async def refuse(*_args: object) -> Any:
            raise UserFacingError("`pipelines.toml` cannot be written: the disk is full.")

        page.live.services.rosters.remove = refuse  # type: ignore[attr-defined]  # the double of a full disk
        page.select("Shop Chat")
        QTest.keyClick(page.roster(), Qt.Key.Key_Delete)
        await page.settle()
        assert "disk is full" in page.window.banner.text.text()
        assert page.names()[0] == "Shop Chat"

    run(scenario)


def _walk(page: Page) -> dict[str, list[tuple[str, str, str]]]:
    tree = page.find(QTreeWidget, "routing.walk")
    sections = [tree.topLevelItem(at) for at in range(tree.topLevelItemCount())]
    return {
        section.text(0): [
            tuple(section.child(at).text(column) for column in range(3)) for at in range(section.childCount())
        ]
        for section in sections
    }


def test_walk_names_pattern_reason_and_what_never_wins_in_every_pipeline(run: Run) -> None:
    async def scenario(page: Page) -> None:
        QTest.keyClicks(page.find(QLineEdit, "routing.path"), "/p/ui/Main.qml")
        walk = _walk(page)
        assert list(walk) == [
            "Code completion: QML Coder", "Chat: QML Coder", "Compression: Claude Chat", "Quick refactor: No agent matches",
        ]  # fmt: skip
        fits = "The file pattern `*.qml` fits. The path pattern `*/ui/*` fits."
        never = "No file pattern fits: `*.md`. Never wins: `Claude Chat` stands before it and takes all of its files."
        assert walk["Chat: QML Coder"] == [
            ("Shop Chat", "Refused", "The project is another one: `shop`."),
            ("QML Coder", "Would win", fits),
            ("Claude Chat", "Accepted", "It takes any file."),
            ("Late Chat", "Refused · never wins", never),
        ]
        assert walk["Code completion: QML Coder"][1] == ("Gone FIM", "Not loaded", "No loaded agent has this name.")

    run(scenario)


def test_unusable_agent_is_walked_with_its_error(run: Run) -> None:
    problem = Diagnostic(Code.BODY_INVALID_JSON, Severity.ERROR, "[body] failed to render to valid JSON.")
    agents = {"Bad": replace(roster_agent("Bad", MatchRule()), usable=False, problem=problem)}

    async def scenario(page: Page) -> None:
        assert _walk(page)["Chat: No agent matches"] == [("Bad", "Unusable", "[body] failed to render to valid JSON.")]
        assert page.column(5) == ["Unusable"]

    run(scenario, '[pipelines]\nchat = ["Bad"]\n', agents=agents)


def test_walk_follows_the_rosters(run: Run) -> None:
    async def scenario(page: Page) -> None:
        page.select("Claude Chat")
        QTest.keyClick(page.roster(), Qt.Key.Key_Delete)
        await page.settle()
        assert "Chat: No agent matches" in _walk(page)

    run(scenario)


def test_table_of_a_folder_shows_winners_and_opens_the_walk_of_a_file(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    for name in ("ui/Main.qml", "README.md", "build/x.c"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    (folder / ".gitignore").write_text("build\n")

    async def scenario(page: Page) -> None:
        table = page.find(QTableView, "routing.all")
        assert not table.isVisible()
        page.press("routing.start", "routing")
        picker = page.find(QFileDialog, "dialog.routing_folder")
        picker.fileSelected.emit(str(folder))
        picker.reject()
        await page.settle()
        assert table.isVisible()
        rows = page.window.page("pipelines").routing.model.rows  # type: ignore[union-attr]  # it is open
        assert [row.path for row in rows] == [".gitignore", "README.md", "ui/Main.qml"]
        assert page.own.routing.state.project == "shop"
        assert rows[2].winners[1] == "Shop Chat"
        assert table.model().index(0, 4).data() == "No agent"
        assert page.own.routing.state.status == "3 files, ignored ones left out."
        table.setCurrentIndex(table.model().index(2, 0))
        table.activated.emit(table.currentIndex())
        assert page.find(QLineEdit, "routing.path").text() == f"{folder.as_posix()}/ui/Main.qml"

    run(scenario)


def test_table_can_be_stopped_and_says_so(run: Run, tmp_path: Path) -> None:
    async def scenario(page: Page) -> None:
        begun = asyncio.Event()

        async def slow(_folder: Path, _project: str, take: Callable[[Sequence[FileRoute]], None]) -> FolderEnd:
            take([FileRoute("a", ("x", None, None, None))])
            begun.set()
            await asyncio.Event().wait()
            raise AssertionError

        page.live.services.rosters.tabulate = slow  # type: ignore[attr-defined]  # a folder without end
        page.own.routing.tabulate(str(tmp_path))
        await begun.wait()
        stop = page.find(QPushButton, "routing.stop")
        start = page.find(QPushButton, "routing.start")
        assert stop.isVisible()
        assert not start.isEnabled()
        QTest.mouseClick(stop, Qt.MouseButton.LeftButton)
        await page.settle()
        assert page.own.routing.state.status == "Stopped after 1 file."
        assert start.isEnabled()
        assert page.find(QTableView, "routing.all").model().rowCount() == 1

    run(scenario)


def test_folder_that_cannot_be_read_is_said(run: Run, tmp_path: Path) -> None:
    async def scenario(page: Page) -> None:
        page.own.routing.tabulate(str(tmp_path / "gone"))
        await page.settle()
        assert "cannot be read" in page.window.banner.text.text()
        assert not page.own.routing.state.is_running

    run(scenario)


def test_thousand_agents_with_errors_never_hold_the_window(run: Run, stall_watch: StallWatch) -> None:
    problem = Diagnostic(Code.TEMPLATE_SYNTAX, Severity.ERROR, "A bracket is not closed.")
    agents = {}
    for number in range(1000):
        name = f"Agent {number:04}"
        rule = MatchRule((f"*.x{number}",)) if number % 3 else MatchRule()
        made = replace(roster_agent(name, rule), tags=("chat", f"tag{number % 40}"))
        agents[name] = replace(made, usable=False, problem=problem) if number % 7 == 0 else made
    names = "\n".join(f'  "Agent {number:04}",' for number in range(0, 1000, 25))

    async def scenario(page: Page) -> None:
        stall_watch.start()
        for key in "/a/b.x7":
            QTest.keyClicks(page.find(QLineEdit, "routing.path"), key)
            await asyncio.sleep(0)
        page.press("settings.pipelines.add", CHAT)
        await asyncio.sleep(0.02)
        picker = page.find(QDialog, "agentpicker")
        for key in "0999":
            QTest.keyClicks(page.find(QLineEdit, "agentpicker.filter"), key)
            await asyncio.sleep(0.01)
        assert picker.proxy.rowCount() == 1
        QTest.keyClick(page.find(QLineEdit, "agentpicker.filter"), Qt.Key.Key_Return)
        await page.settle()
        assert page.stored()[-1] == "Agent 0999"
        assert len(page.stored()) == 41

    run(scenario, f"[pipelines]\nchat = [\n{names}\n]\n", agents=agents)


def test_every_control_has_a_name_and_a_disabled_one_its_reason(run: Run) -> None:
    async def scenario(page: Page) -> None:
        body = page.window.page("pipelines")
        assert body is not None
        assert faults_of_controls(body) == []
        page.press("settings.pipelines.add", CHAT)
        assert faults_of_controls(page.find(QDialog, "agentpicker")) == []

    run(scenario)


def test_search_goes_to_a_card_and_to_the_tester(run: Run) -> None:
    async def scenario(page: Page) -> None:
        from qodev.ui.pages.page import Target

        pipelines = page.window.page("pipelines")
        assert pipelines is not None
        controls = [entry.control for entry in pipelines.entries()]
        assert [name for name in controls if pipelines.findChild(QWidget, name) is None] == []
        page.window.open_page("pipelines", Target("routing.path"))
        assert page.find(QWidget, "settings.mark").isVisible()

    run(scenario)


def test_menu_action_opens_the_tester(live: Callable[[], Live], services: FakeServices, qt_run: QtRun[None]) -> None:
    async def scenario() -> None:
        add_rosters(services)
        made = live()
        made.window.run_action("routing")
        await made.settle()
        settings = made.window.settings.window
        assert settings is not None
        assert settings.key == "pipelines"
        assert settings.findChild(QWidget, "routing.path") is not None
        await made.stop()

    qt_run(scenario())


def test_message_that_no_agent_takes_opens_the_tester_on_its_file(
    live: Callable[[], Live], services: FakeServices, qt_run: QtRun[None]
) -> None:
    services.conversations.add(make_conversation("a", "First"))
    services.conversations.fault = RoutingError("chat", "/shop/a.py", "shop")

    async def scenario() -> None:
        add_rosters(services)
        made = live()
        made.presenters.load("a")
        await made.settle()
        made.window.centre.chat.composer.input.setPlainText("Hello")
        made.presenters.chat.send()
        await made.settle()
        settings = made.window.settings.window
        assert settings is not None
        assert settings.key == "pipelines"
        path, project = settings.findChild(QLineEdit, "routing.path"), settings.findChild(QComboBox, "routing.project")
        assert path is not None
        assert project is not None
        assert (path.text(), project.currentText()) == ("/shop/a.py", "shop")
        assert made.window.centre.chat.composer.input.toPlainText() == "Hello"
        await made.stop()

    qt_run(scenario())


def test_tester_begins_with_the_file_of_the_open_conversation(
    live: Callable[[], Live], services: FakeServices, qt_run: QtRun[None]
) -> None:
    draft = Draft("What is this?", (FileBlock("/shop/a.py", "x"), FileBlock("/shop/ui/b.qml", "y")))
    services.conversations.add(make_conversation("a", "First", draft=draft, project="/home/user/shop"))

    async def scenario() -> None:
        add_rosters(services)
        made = live()
        made.presenters.load("a")
        await made.settle()
        made.window.run_action("pipelines")
        await made.settle()
        state = made.presenters.roster_page.routing.state
        assert (state.path, state.project) == ("/shop/ui/b.qml", "shop")
        assert made.presenters.roster_page.pipelines.state.cards[1].rows[0].verdict.text == "Would win"
        await made.stop()

    qt_run(scenario())
