"""The MCP servers of the settings: states, adding and removing, tools under a profile, what is accepted (U53)."""

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDialog, QLabel, QLineEdit, QPlainTextEdit

from qodev.types.servers import ServerEntry, Transport
from qodev.types.work import ServerStatus
from qodev.ui.pages.page import Target
from qodev.ui.pages.permissions_parts import RowsTable
from qodev.ui.pages.server_changes import ChangesDialog
from qodev.ui.pages.server_dialogs import ServerDialog
from qodev.ui.pages.server_import import ServerImportDialog
from qodev.ui.pages.window import SettingsWindow
from tests.fakes.services import FakeServices
from tests.servers import tracker_mcp
from tests.ui.conftest import Live
from tests.ui.controls import faults_of_controls
from tests.ui.project_kit import Desk, Scenario, profile

PAGE = "settings.mcp"
TRACKER = ServerEntry(
    "tracker", "Issue tracker", Transport.STDIO, command=sys.executable, arguments=("-I", str(tracker_mcp.__file__))
)


@pytest.fixture
def run(
    live: Callable[[], Live], services: FakeServices, qt_run: Callable[..., None], tmp_path: Path
) -> Callable[[Scenario], None]:
    """Returns what runs a scenario."""

    def run_scenario(scenario: Scenario) -> None:
        async def go() -> None:
            desk = Desk(live(), tmp_path)
            desk.home()
            desk.services.paths.config.mkdir(parents=True, exist_ok=True)
            desk.services.paths.data.mkdir(parents=True, exist_ok=True)
            try:
                await desk.start()
                await desk.services.servers.start()
                await scenario(desk)
            finally:
                await desk.services.servers.close()
                await desk.live.stop()
                if desk.window.settings.window is not None:
                    desk.window.settings.window.deleteLater()

        qt_run(go(), 40)

    return run_scenario


async def page(desk: Desk, target: Target | None = None) -> SettingsWindow:
    desk.window.settings.open("mcp", target or Target(control=f"{PAGE}.servers"))
    await desk.settle()
    found = desk.window.settings.window
    assert found is not None
    return found


def cells(desk: Desk, window: SettingsWindow, name: str) -> list[list[str]]:
    model = desk.find(RowsTable, f"{PAGE}.{name}", window).model()
    columns = range(model.columnCount())
    return [[str(model.index(row, column).data()) for column in columns] for row in range(model.rowCount())]


def button(desk: Desk, window: SettingsWindow, name: str) -> QAbstractButton:
    return desk.find(QAbstractButton, f"{PAGE}.{name}", window)


def said(desk: Desk, window: SettingsWindow, name: str) -> str:
    return desk.find(QLabel, f"{PAGE}.{name}", window).text()


def dialog_of(window: SettingsWindow, kind: type[QDialog]) -> QDialog:
    return next(one for one in window.findChildren(kind) if one.isVisible())


async def until(desk: Desk, right: Callable[[], bool]) -> None:
    """Lets the window go on until something holds."""
    async with asyncio.timeout(20):
        while not right():
            await desk.settle()


def test_empty_page_says_so_and_offers_to_add(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        window = await page(desk)
        assert said(desk, window, "hint") == "No servers."
        assert button(desk, window, "edit").toolTip() == "Choose a server first."
        assert faults_of_controls(window) == []

    run(scenario)


def test_one_invalid_entry_hides_no_other(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        listed = [
            {"id": "wiki", "transport": "http", "url": "http://wiki.example"},
            {"id": "off", "transport": "http", "url": "https://docs.example/mcp", "enabled": False},
            {"id": "new", "transport": "stdio", "command": "x"},
        ]
        desk.services.paths.servers.write_text(json.dumps({"servers": listed}))
        await desk.services.servers.reload()
        window = await page(desk, Target(item="wiki"))
        assert [row[:3] for row in cells(desk, window, "servers")] == [
            ["off", "HTTP", "Off"],
            ["new", "Program", "Not connected, changed"],
            ["wiki", "", "Invalid"],
        ]
        assert "plain http is for this machine" in said(desk, window, "about")
        assert button(desk, window, "test").toolTip() == "It cannot be used as it is. Open the file."
        asked: list[tuple[str, int, int]] = []
        window.page("mcp").file_requested.connect(lambda *place: asked.append(place))  # type: ignore[union-attr]
        button(desk, window, "open").click()
        assert asked[0][0] == str(desk.services.paths.servers)
        button(desk, window, "delete").click()
        await desk.settle()
        assert [row[0] for row in cells(desk, window, "servers")] == ["off", "new"]

    run(scenario)


def test_file_that_cannot_be_read_is_kept_until_it_is_set_aside(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        desk.services.paths.servers.write_text("{")
        await desk.services.servers.reload()
        window = await page(desk)
        assert "is no JSON text" in said(desk, window, "hint")
        assert not button(desk, window, "add").isEnabled()
        button(desk, window, "set_aside").click()
        await until(desk, lambda: button(desk, window, "add").isEnabled())
        assert desk.services.paths.servers.with_name("mcp.json.1.bak").read_text() == "{"
        assert not button(desk, window, "set_aside").isVisible()

    run(scenario)


def test_server_is_added_changed_removed_and_brought_back(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        window = await page(desk)
        button(desk, window, "add").click()
        form = dialog_of(window, ServerDialog)
        assert isinstance(form, ServerDialog)
        assert not form.store.isEnabled()
        form.id.setText("docs")
        form.transport.setCurrentIndex(1)
        assert not form.command.isVisible()
        form.url.setText("https://docs.example/mcp")
        form.headers.setPlainText("Authorization=Bearer abc")
        assert "must be the name of an environment variable" in form.reason.text()
        assert not form.store.isEnabled()
        form.headers.setPlainText("Authorization=DOCS_AUTHORIZATION")
        assert faults_of_controls(form) == []
        form.store.click()
        await until(desk, lambda: bool(cells(desk, window, "servers")))
        saved = desk.services.servers.file.find("docs")
        assert saved.headers == (("Authorization", "DOCS_AUTHORIZATION"),)
        button(desk, window, "edit").click()
        form = dialog_of(window, ServerDialog)
        assert isinstance(form, ServerDialog)
        assert form.url.text() == "https://docs.example/mcp"
        form.title.setText("The docs")
        form.store.click()
        await until(desk, lambda: desk.services.servers.file.find("docs").name == "The docs")
        button(desk, window, "delete").click()
        await until(desk, lambda: not cells(desk, window, "servers"))
        desk.find(QAbstractButton, "toast.undo", window).click()
        await until(desk, lambda: bool(cells(desk, window, "servers")))
        assert desk.services.servers.file.find("docs").name == "The docs"

    run(scenario)


@pytest.mark.slow
def test_launch_and_tools_are_accepted_and_judged_under_a_profile(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        desk.own_profile("careful.md", profile("careful", "tools: mcp_tracker_*=deny, mcp_tracker_search_*=allow\n"))
        await desk.services.profiles.reload()
        await desk.services.servers.save(TRACKER)
        window = await page(desk)
        assert "until you accept how it starts" in said(desk, window, "about")
        assert button(desk, window, "test").toolTip() == "Accept how it starts first: Review changes…"
        assert "argument 2: " in desk.find(QPlainTextEdit, f"{PAGE}.launch", window).toPlainText()
        button(desk, window, "changes").click()
        dialog = dialog_of(window, ChangesDialog)
        assert isinstance(dialog, ChangesDialog)
        assert dialog.list.item(0).text() == "How it starts"
        assert "program: " in dialog.text.toPlainText()
        dialog.act.click()
        await until(desk, lambda: desk.services.servers.rows[0].state.status is ServerStatus.READY)
        await desk.settle()
        assert {row[3] for row in cells(desk, window, "tools")} == {"New"}
        button(desk, window, "changes").click()
        dialog = dialog_of(window, ChangesDialog)
        assert isinstance(dialog, ChangesDialog)
        dialog.list.item(4).setCheckState(Qt.CheckState.Unchecked)
        assert dialog.act.text() == "Accept 4 changes"
        dialog.act.click()
        await until(desk, lambda: [row[3] for row in cells(desk, window, "tools")] == ["Accepted"] * 4 + ["New"])
        chosen = desk.find(QComboBox, f"{PAGE}.profile", window)
        chosen.setCurrentText("careful")
        chosen.activated.emit(chosen.currentIndex())
        wanted = ["Allow"] + ["Deny, hidden"] * 4
        await until(desk, lambda: [row[4] for row in cells(desk, window, "tools")] == wanted)
        [first, *_] = cells(desk, window, "tools")
        assert first[0] == "search_issues"
        assert first[1].startswith("mcp_tracker_search_issues_")
        assert first[2] == "mcp_tracker_search_issues"
        button(desk, window, "copy_pattern").click()
        assert QGuiApplication.clipboard().text() == "mcp_tracker_search_issues"
        assert "Serving 5 tools" in desk.find(QPlainTextEdit, f"{PAGE}.log", window).toPlainText()
        assert "not trusted" in said(desk, window, "untrusted")
        button(desk, window, "disconnect").click()
        await until(desk, lambda: desk.services.servers.rows[0].state.status is ServerStatus.IDLE)

    run(scenario)


def test_import_shows_what_is_lost_and_stores_what_was_ticked(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        other = Path(desk.home()) / "other.json"
        other.write_text('{"mcpServers": {"a": {"command": "x", "env": {"K": "hidden"}}, "b": {"command": "y"}}}')
        window = await page(desk)
        desk.presenters.servers.read_import(str(other))
        await until(desk, lambda: any(one.isVisible() for one in window.findChildren(ServerImportDialog)))
        dialog = dialog_of(window, ServerImportDialog)
        assert isinstance(dialog, ServerImportDialog)
        assert "set the environment variable `K`" in dialog.report.toPlainText()
        assert "hidden" not in dialog.report.toPlainText()
        dialog.list.item(1).setCheckState(Qt.CheckState.Unchecked)
        dialog.act.click()
        await until(desk, lambda: bool(cells(desk, window, "servers")))
        assert [row[0] for row in cells(desk, window, "servers")] == ["a"]

    run(scenario)


def test_search_and_menu_lead_to_the_servers(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        desk.window.run_action("mcp")
        await desk.settle()
        window = desk.window.settings.window
        assert window is not None
        assert desk.find(RowsTable, f"{PAGE}.servers", window).isVisible()
        found = window.page("mcp").entries()  # type: ignore[union-attr]
        assert {f"{PAGE}.{name}" for name in ("servers", "add", "profile")} <= {entry.control for entry in found}
        assert desk.find(QLineEdit, "settings.search", window) is not None

    run(scenario)
