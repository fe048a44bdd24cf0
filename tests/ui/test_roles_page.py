"""The Roles page: list, document, preview, copies, trash, import (U46, A184)."""

import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.types.documents import DocumentState
from qodev.ui.kit.dialogs import QuestionDialog
from qodev.ui.pages.page import Target
from qodev.ui.pages.window import SettingsWindow
from qodev.ui.presenters.agents import role_choices
from tests.fakes.pages import RoleDocuments, add_roles
from tests.fakes.services import FakeServices, make_agent
from tests.ui.conftest import Live, QtRun
from tests.ui.controls import faults_of_controls

Scenario = Callable[["Page"], Coroutine[Any, Any, None]]


class Page:
    """The settings window on the Roles page, by object names."""

    def __init__(self, live: Live, documents: RoleDocuments) -> None:
        self.live = live
        self.documents = documents
        self.window = SettingsWindow(live.window.theme, live.presenters, live.window)
        self.presenter = live.presenters.roles

    def find(self, kind: type[Any], name: str) -> Any:
        found = self.window.findChild(kind, name)
        assert found is not None, name
        return found

    def click(self, name: str) -> None:
        QTest.mouseClick(self.find(QPushButton, name), Qt.MouseButton.LeftButton)

    @property
    def ids(self) -> list[str]:
        return [row.key for row in self.find(QListView, "settings.roles.list").rows.rows]

    def text(self, name: str) -> str:
        widget = self.find(QWidget, name)
        return str(widget.toPlainText() if isinstance(widget, QPlainTextEdit) else widget.text())

    async def settle(self) -> None:
        await self.live.settle(0.02)
        for presenter in self.live.presenters.pages:
            await presenter.wait()
        await self.presenter.documents.wait()
        await self.live.settle(0.02)


@pytest.fixture
def run(live: Callable[[], Live], services: FakeServices, qt_run: QtRun[None]) -> Callable[[Scenario], None]:
    """Returns what runs a scenario on the opened page."""

    def run_scenario(scenario: Scenario) -> None:
        async def go() -> None:
            page = Page(live(), add_roles(services))
            page.window.open_page("roles")
            await page.settle()
            try:
                await scenario(page)
            finally:
                await page.live.stop()
                page.window.deleteLater()

        qt_run(go())

    return run_scenario


def test_developer_is_in_front_marked_and_read_only(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        assert page.ids == ["developer", "reviewer"]
        assert page.text("settings.roles.id") == "developer"
        assert page.text("settings.roles.preview") == "You write code that others can read."
        assert "Used when nothing is chosen." in page.text("settings.roles.notes")
        assert page.find(QPlainTextEdit, "settings.roles.text").isReadOnly()
        assert page.find(QLabel, "doc.state").text() == "Read-only"
        delete = page.find(QAbstractButton, "settings.roles.delete")
        assert not delete.isEnabled()
        assert "Duplicate it" in delete.toolTip()
        assert page.find(QLineEdit, "settings.roles.id").isReadOnly()

    run(scenario)


def test_without_own_roles_the_list_says_what_to_do(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        assert page.presenter.state.hint == "No role of your own. Use Duplicate on a bundled one."
        page.click("settings.roles.duplicate")
        await page.settle()
        assert page.presenter.state.hint == ""

    run(scenario)


def test_before_the_first_answer_roles_are_loading(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        from qodev.ui.presenters.roles import RolesPresenter

        fresh = RolesPresenter(page.live.services, page.live.presenters.documents.make("x"))  # type: ignore[arg-type]
        assert fresh.state.hint == "Loading roles…"

    run(scenario)


def test_copy_is_edited_previewed_and_saved_with_its_bytes_kept(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        page.click("settings.roles.duplicate")
        await page.settle()
        assert page.ids[0] == "developer_copy"
        assert page.text("settings.roles.id") == "developer_copy"
        name = page.find(QLineEdit, "settings.roles.name")
        name.selectAll()
        QTest.keyClicks(name, "Mine")
        text = page.find(QPlainTextEdit, "settings.roles.text")
        text.setFocus()
        text.selectAll()
        QTest.keyClicks(text, "You are kind.")
        assert page.text("settings.roles.preview") == "You are kind."
        assert page.find(QLabel, "doc.state").text() == "Unsaved changes"
        page.click("doc.save")
        await page.settle()
        path = page.documents.path_of("developer_copy")
        assert page.documents.files[path] == "---\nname: Mine\ndescription: Writes code.\n---\n\nYou are kind.\n"
        assert page.find(QLabel, "doc.state").text() == "Saved"
        assert page.presenter.state.current is not None
        assert page.presenter.state.current.name == "Mine"

    run(scenario)


def test_revert_takes_the_text_on_disk_again(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        page.click("settings.roles.duplicate")
        await page.settle()
        QTest.keyClicks(page.find(QLineEdit, "settings.roles.description"), " And more.")
        page.click("doc.revert")
        await page.settle()
        assert page.text("settings.roles.description") == "Writes code."
        assert page.presenter.documents.view.state is DocumentState.SAVED

    run(scenario)


def test_unsaved_text_survives_a_look_at_another_role(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        page.click("settings.roles.duplicate")
        await page.settle()
        QTest.keyClicks(page.find(QLineEdit, "settings.roles.description"), "Mine. ")
        roles = page.find(QListView, "settings.roles.list")
        roles.setFocus()
        QTest.keyClick(roles, Qt.Key.Key_End)
        await page.settle()
        assert page.text("settings.roles.id") == "reviewer"
        QTest.keyClick(roles, Qt.Key.Key_Home)
        await page.settle()
        assert page.text("settings.roles.description") == "Mine. Writes code."

    run(scenario)


def test_file_that_changed_outside_is_read_again_or_asked_about(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        page.click("settings.roles.duplicate")
        await page.settle()
        path = page.documents.path_of("developer_copy")
        page.documents.change(path, "Theirs.\n")
        await page.settle()
        assert page.text("settings.roles.preview") == "Theirs."
        QTest.keyClicks(page.find(QPlainTextEdit, "settings.roles.text"), "x")
        page.documents.change(path, "Theirs again.\n")
        await page.settle()
        assert page.find(QWidget, "banner.disk").isVisible()
        assert page.text("settings.roles.text") == "xTheirs."

    run(scenario)


def test_compare_shows_both_texts(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        page.click("settings.roles.duplicate")
        await page.settle()
        QTest.keyClicks(page.find(QPlainTextEdit, "settings.roles.text"), "x")
        page.documents.change(page.documents.path_of("developer_copy"), "Theirs.\n")
        await page.settle()
        page.click("banner.disk.compare")
        await page.settle()
        assert "− Theirs." in page.find(QPlainTextEdit, "dialog.compare.text").toPlainText()

    run(scenario)


def test_new_role_asks_for_a_free_id(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        page.click("settings.roles.new")
        dialog = page.find(QDialog, "dialog.new_role")
        make = dialog.findChild(QPushButton, "dialog.new_role.accept")
        assert not make.isEnabled()
        typed = dialog.findChild(QLineEdit, "dialog.new_role.id")
        QTest.keyClicks(typed, "reviewer")
        assert "already" in make.toolTip()
        QTest.keyClicks(typed, "_2")
        assert make.isEnabled()
        QTest.keyClicks(dialog.findChild(QLineEdit, "dialog.new_role.name"), "Second")
        QTest.keyClick(typed, Qt.Key.Key_Return)
        await page.settle()
        assert page.documents.files[page.documents.path_of("reviewer_2")] == "---\nname: Second\n---\n\n"
        assert page.text("settings.roles.id") == "reviewer_2"

    run(scenario)


def test_deleted_role_comes_back_by_the_toast(run: Callable[[Scenario], None], services: FakeServices) -> None:
    async def scenario(page: Page) -> None:
        prompt = "{{ agent_role('developer_copy') }}"
        services.agents.snapshot = _with_agent(services, prompt)
        page.click("settings.roles.duplicate")
        await page.settle()
        assert "`User`" in page.text("settings.roles.notes")
        roles = page.find(QListView, "settings.roles.list")
        QTest.keyClick(roles, Qt.Key.Key_Delete)
        await page.settle()
        assert page.ids == ["developer", "reviewer"]
        toast = page.window.page("roles").toast  # type: ignore[union-attr]  # it is open
        assert toast.text.text() == "`developer_copy.md` is in the trash; 1 agent names it."
        QTest.mouseClick(toast.undo, Qt.MouseButton.LeftButton)
        await page.settle()
        assert page.ids[0] == "developer_copy"
        assert page.text("settings.roles.id") == "developer_copy"

    run(scenario)


def _with_agent(services: FakeServices, prompt: str) -> Any:
    return replace(services.agents.snapshot, agents={"User": make_agent("User", system_prompt=prompt)})


def test_file_that_does_not_load_is_listed_shown_whole_and_mended(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        path = page.documents.path_of("broken")
        page.documents.change(path, "---\nname: X\nYou help.\n")
        await page.settle()
        assert page.ids[0] == path
        page.presenter.select(path)
        await page.settle()
        assert page.text("settings.roles.problem") == (
            "Not loaded: line 1. The front matter of `broken.md` is not closed: a second line `---` is missing."
        )
        assert page.find(QLineEdit, "settings.roles.name").isReadOnly()
        assert not page.find(QPushButton, "settings.roles.duplicate").isEnabled()
        page.click("settings.roles.go_to")
        text = page.find(QPlainTextEdit, "settings.roles.text")
        assert text.textCursor().blockNumber() == 0
        text.setPlainText("---\nname: X\n---\nYou help.\n")
        page.click("doc.save")
        await page.settle()
        assert page.text("settings.roles.name") == "X"
        assert page.text("settings.roles.text") == "You help."
        assert page.ids[0] == "broken"

    run(scenario)


def test_file_with_an_impossible_name_says_so_and_stays_editable(
    run: Callable[[Scenario], None], services: FakeServices
) -> None:
    async def scenario(page: Page) -> None:
        path = page.documents.path_of("UP")
        page.documents.change(path, "You help.\n")
        problem = Diagnostic(Code.ROLE_BAD_ID, Severity.ERROR, "`UP.md` cannot be a role.", path=path)
        roles = {key: role for key, role in services.agents.snapshot.roles.items() if key != "UP"}
        services.agents.replace(replace(services.agents.snapshot, roles=roles, diagnostics=(problem,)))
        await page.settle()
        page.presenter.select(path)
        await page.settle()
        assert page.text("settings.roles.problem") == "Not loaded: line 1. `UP.md` cannot be a role."
        assert page.text("settings.roles.text") == "You help."
        assert not page.find(QLineEdit, "settings.roles.name").isReadOnly()
        assert page.find(QAbstractButton, "settings.roles.delete").isEnabled()

    run(scenario)


def test_broken_edit_keeps_the_older_version_and_says_so(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        path = page.documents.path_of("mine")
        page.documents.change(path, "You help.\n")
        await page.settle()
        page.documents.change(path, "---\nname: X\n")
        await page.settle()
        row = next(row for row in page.presenter.state.rows if row.id == "mine")
        assert row.pills == ("user", "older version in use")
        choices = role_choices(page.live.services.agents.snapshot, None)
        assert next(c.detail for c in choices if c.value == "mine") == "user · older version in use"

    run(scenario)


def test_import_shows_ticks_and_writes_the_ticked(run: Callable[[Scenario], None], tmp_path: Path) -> None:
    source = tmp_path / "roles.json"
    entries = [
        {"id": "a", "name": "A", "systemPrompt": "You are A."},
        {"id": "b", "systemPrompt": "You are B.", "builtIn": True},
        {"id": "c"},
    ]
    source.write_text(json.dumps(entries))

    async def scenario(page: Page) -> None:
        page.click("settings.roles.import")
        picker = page.find(QFileDialog, "dialog.import")
        picker.fileSelected.emit(str(source))
        picker.reject()
        await page.settle()
        dialog = page.find(QDialog, "dialog.import_roles")
        offers = dialog.findChild(QListWidget, "dialog.import_roles.list")
        ticks = [offers.item(row).checkState() is Qt.CheckState.Checked for row in range(offers.count())]
        assert ticks == [True, False]
        take = dialog.findChild(QPushButton, "dialog.import_roles.accept")
        assert take.text() == "Import 1 role"
        offers.setFocus()
        offers.setCurrentRow(1)
        QTest.keyClick(offers, Qt.Key.Key_Space)
        assert take.text() == "Import 2 roles"
        QTest.mouseClick(take, Qt.MouseButton.LeftButton)
        await page.settle()
        assert page.documents.files[page.documents.path_of("b")] == "---\nname: b\n---\n\nYou are B.\n"
        assert page.text("settings.roles.id") == "a"
        assert json.loads(source.read_text()) == entries

    run(scenario)


def test_file_without_roles_is_said(run: Callable[[Scenario], None], tmp_path: Path) -> None:
    source = tmp_path / "roles.json"
    source.write_text("{")

    async def scenario(page: Page) -> None:
        page.presenter.read_import(str(source))
        await page.settle()
        assert "not valid JSON" in page.window.banner.text.text()

    run(scenario)


def test_file_that_is_wanted_before_the_list_is_there_is_shown_at_its_line(
    live: Callable[[], Live], services: FakeServices, qt_run: QtRun[None]
) -> None:
    async def scenario() -> None:
        page = Page(live(), add_roles(services))
        path = page.documents.path_of("broken")
        page.documents.change(path, "---\nname: X\n- y\n---\nYou help.\n")
        page.window.open_page("roles", Target(path=path, line=3))
        await page.settle()
        assert page.presenter.state.selected == path
        assert page.find(QPlainTextEdit, "settings.roles.text").textCursor().blockNumber() == 2
        await page.live.stop()
        page.window.deleteLater()

    qt_run(scenario())


def test_menu_of_a_row_offers_what_the_buttons_do(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        roles = page.find(QListView, "settings.roles.list")
        roles.customContextMenuRequested.emit(roles.visualRect(roles.currentIndex()).center())
        menu = page.find(QMenu, "settings.roles.menu")
        assert [(action.text(), action.isEnabled()) for action in menu.actions()] == [
            ("Duplicate", True),
            ("Delete", False),
        ]
        menu.actions()[0].trigger()
        menu.close()
        await page.settle()
        assert page.ids[0] == "developer_copy"

    run(scenario)


def test_every_control_has_a_name_and_a_disabled_one_its_reason(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        body = page.window.page("roles")
        assert body is not None
        assert faults_of_controls(body) == []
        folder = page.find(QLabel, "settings.roles.folder_path")
        assert folder.text() == folder.toolTip() == str(page.live.services.paths.roles)

    run(scenario)


def test_search_finds_the_buttons_and_the_roles(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        roles = page.window.page("roles")
        assert roles is not None
        controls = [entry.control for entry in roles.entries()]
        assert [name for name in controls if roles.findChild(QWidget, name) is None] == []
        page.window.open_page("roles", Target(item="reviewer"))
        await page.settle()
        assert page.text("settings.roles.id") == "reviewer"

    run(scenario)


def test_closing_with_an_unsaved_role_asks_and_saves(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        page.click("settings.roles.duplicate")
        await page.settle()
        QTest.keyClicks(page.find(QLineEdit, "settings.roles.description"), "Mine. ")
        page.window.close()
        assert page.window.isVisible()
        dialog = page.find(QuestionDialog, "dialog.unsaved")
        dialog.other.click()
        await page.settle()
        assert "Mine. Writes code." in page.documents.files[page.documents.path_of("developer_copy")]
        assert not page.window.isVisible()

    run(scenario)


def test_discarding_gives_the_text_on_disk_back(run: Callable[[Scenario], None]) -> None:
    async def scenario(page: Page) -> None:
        page.click("settings.roles.duplicate")
        await page.settle()
        QTest.keyClicks(page.find(QLineEdit, "settings.roles.description"), "Mine. ")
        page.window.close()
        page.find(QuestionDialog, "dialog.unsaved").act.click()
        await page.settle()
        assert not page.window.isVisible()
        assert page.text("settings.roles.description") == "Writes code."

    run(scenario)
