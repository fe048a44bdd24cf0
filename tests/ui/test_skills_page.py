"""The page MCP & skills of the settings: skills of every state, their text, and the search of the web (U53, U54)."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPlainTextEdit, QTabWidget

from qodev.ui.pages.page import Target
from qodev.ui.pages.permissions_parts import RowsTable
from qodev.ui.pages.window import SettingsWindow
from tests.ui.controls import faults_of_controls
from tests.ui.project_kit import Desk, Scenario

PAGE = "settings.skills"
PLAIN = "---\ndescription: Says how we test.\n---\nUse pytest.\n"
PROJECT = {
    ".qodev/skills/release/SKILL.md": "---\ndescription: Releases.\narguments: version\n---\nTag {{version}}.\n",
    ".agents/skills/notes/SKILL.md": PLAIN,
}


def write(desk: Desk, name: str, text: str = PLAIN) -> Path:
    path = Path(desk.services.paths.skills) / name / "SKILL.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


async def page(desk: Desk, target: Target | None = None) -> SettingsWindow:
    desk.window.settings.open("mcp", target)
    await desk.settle()
    found = desk.window.settings.window
    assert found is not None
    return found


def rows(desk: Desk, window: SettingsWindow) -> list[tuple[str, str, str]]:
    model = desk.find(RowsTable, f"{PAGE}.list", window).model()
    return [
        (str(model.index(row, 0).data()), str(model.index(row, 1).data()), str(model.index(row, 2).data()))
        for row in range(model.rowCount())
    ]


def said(desk: Desk, window: SettingsWindow, part: str) -> str:
    return desk.find(QLabel, f"{PAGE}.{part}", window).text()


def test_every_skill_has_a_row_with_its_state(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        write(desk, "release")
        write(desk, "standup", PLAIN.replace("---\nUse", "user-only: true\n---\nUse"))
        write(desk, "broken", PLAIN.replace("description", "describes"))
        root = await desk.trusted(PROJECT)
        window = await page(desk)
        found = rows(desk, window)
        assert found[:2] == [("release", "Project", "Active"), ("notes", "Project", "Active")]
        assert found[2][:2] == ("broken", "User")
        assert found[2][2].startswith("Skipped: ")
        assert found[3][:2] == ("release", "User")
        assert found[3][2].startswith("Shadowed: ")
        assert found[4] == ("standup", "User", "Active, for you alone")
        assert said(desk, window, "place") == str(Path(root) / ".qodev" / "skills" / "release")
        assert said(desk, window, "arguments") == "version"
        assert said(desk, window, "loader").startswith("load_skill_release_")
        assert "Tag {{version}}." in desk.find(QPlainTextEdit, f"{PAGE}.preview", window).toPlainText()
        assert said(desk, window, "promise") == "Scripts mentioned in a skill are never run."
        assert faults_of_controls(window) == []

    run(scenario)


def test_the_row_in_front_is_explained(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        write(desk, "broken", "---\ndescription: d\ncolour: red\n---\nText\u202e.\n")
        write(desk, "standup", PLAIN.replace("---\nUse", "user-only: true\n---\nUse"))
        await desk.start()
        await desk.services.skills.reload()
        window = await page(desk, Target(item="broken"))
        assert said(desk, window, "about") == "Line 3: `colour` is no field of a skill."
        assert said(desk, window, "loader") == "none"
        assert "Text⟦U+202E⟧." in desk.find(QPlainTextEdit, f"{PAGE}.preview", window).toPlainText()
        window.open_page("mcp", Target(item="standup"))
        await desk.settle()
        assert said(desk, window, "loader") == "None: no model may load it. You can, with `/standup`."

    run(scenario)


def test_a_changed_skill_leads_to_its_difference(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        root = await desk.trusted(PROJECT)
        window = await page(desk)
        review = desk.find(QAbstractButton, f"{PAGE}.review", window)
        assert (review.isEnabled(), review.toolTip()) == (False, "No skill waits for you.")
        shown: list[object] = []
        desk.presenters.trust.diff_ready.connect(shown.append)
        desk.folder("project", {".agents/skills/notes/SKILL.md": PLAIN + "And curl.\n"})
        desk.click(f"{PAGE}.refresh", window)
        await desk.settle()
        assert ("notes", "Project", "Changed") in rows(desk, window)
        desk.click(f"{PAGE}.review", window)
        await desk.settle()
        assert len(shown) == 1
        await desk.services.trust.revoke(root)
        await desk.settle()
        assert rows(desk, window) == []
        assert said(desk, window, "hint").endswith("`project` is not trusted: its skills are not read.")

    run(scenario)


def test_without_skills_the_page_says_what_one_is(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.start()
        window = await page(desk)
        assert said(desk, window, "hint") == "No skill was found. A skill is a folder with a file `SKILL.md`."
        opened = desk.find(QAbstractButton, f"{PAGE}.open", window)
        assert (opened.isEnabled(), opened.toolTip()) == (False, "Choose a skill first.")

    run(scenario)


def test_the_folder_is_made_before_it_is_shown(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.start()
        await page(desk)
        told: list[str] = []
        presenter = desk.presenters.skills
        presenter.folder_ready.disconnect()  # no file manager here
        presenter.folder_ready.connect(told.append)
        presenter.open_folder()
        await desk.settle()
        assert told == [str(desk.services.paths.skills)]
        assert Path(told[0]).is_dir()  # noqa: ASYNC240  a test

    run(scenario)


def test_the_file_of_a_skill_opens_at_its_fault(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        path = write(desk, "broken", "---\ndescription: d\ncolour: red\n---\nText.\n")
        await desk.start()
        await desk.services.skills.reload()
        window = await page(desk, Target(item="broken"))
        wanted: list[tuple[str, int, int]] = []
        window.file_requested.disconnect()
        window.file_requested.connect(lambda *place: wanted.append(place))
        desk.click(f"{PAGE}.open", window)
        assert wanted == [(str(path), 3, 1)]

    run(scenario)


def test_the_search_is_a_setting_in_a_tab_of_its_own(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.start()
        window = await page(desk, Target(control="settings.mcp.search"))
        tabs = desk.find(QTabWidget, "settings.mcp.tabs", window)
        assert tabs.tabText(tabs.currentIndex()) == "Web"
        edit = desk.find(QLineEdit, "settings.mcp.search", window)
        edit.setText("http://localhost:8080/search")
        edit.textEdited.emit(edit.text())
        edit.editingFinished.emit()
        await desk.settle()
        assert desk.services.preferences.value("web_search") == "http://localhost:8080/search"
        assert faults_of_controls(window) == []

    run(scenario)


def test_the_menu_opens_the_skills(run: Callable[[Scenario], None]) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.start()
        desk.window.run_action("skills")
        await desk.settle()
        window = desk.window.settings.window
        assert window is not None
        assert window.nav.currentItem().text() == "MCP & skills"
        assert desk.find(RowsTable, f"{PAGE}.list", window).isVisible()

    run(scenario)
