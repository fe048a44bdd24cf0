"""J3 in the real window over real HTTP: what a model proposes is reviewed, written as accepted, and taken back (P183, P227)."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qodev.base.paths import AppPaths
from qodev.types.conversation import ChatMode
from qodev.types.diffs import ChangeScope, Standing
from qodev.types.permissions import ProjectMode
from qodev.types.work_events import PermissionRequested
from qodev.ui.chat.changes_tab import ChangesTab
from qodev.ui.chat.review_panel import ReviewPanel
from qodev.ui.chat.review_parts import ReviewCard
from qodev.ui.kit.deaf import DEAF_MS
from qodev.ui.kit.theme import ThemeController
from tests.fakes.disk import bytes_of, put, text_of
from tests.ui.project_kit import Run
from tests.ui.review_kit import button

BEFORE = "one\ntwo\nthree\nfour\nfive\n"
PATCH = "@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n@@ -4,2 +4,2 @@\n four\n-five\n+FIVE\n"
NARROW = "---\nname: Narrow\ndescription: d\ndefault_permission: allow\nedit_paths: src/**\n---\n\nWork.\n"


def call(tool: str, **arguments: str) -> str:
    return f"{tool} {json.dumps(arguments)}"


class Work:
    """A window on real services, a trusted folder, and a Code task in it that the offline server plays."""

    def __init__(self, run: Run, project: Path) -> None:
        self.run = run
        self.services = run.services
        self.project = project
        self.file = project / "src" / "a.py"
        self.task = ""
        self.asked = 0
        run.services.bus.subscribe(self._count)

    def _count(self, event: object) -> None:
        self.asked += isinstance(event, PermissionRequested)

    async def begin(self, mode: ProjectMode, profile: str = "Build") -> None:
        put(self.file, BEFORE.encode())
        await self.run.start()
        services = self.services
        await services.trust.trust(await services.trust.sheet(str(self.project)))
        made = await services.conversations.create(str(self.project), ChatMode.CODE_TASK)
        self.task = made.id
        await services.conversations.choose_agent(made.id, "Offline Chat")
        await services.conversations.choose_script(made.id, "call_tool")
        await services.profile_choices.choose(made.id, profile)
        await services.policies.set_mode(str(self.project), mode)
        await self.run.settle()
        self.run.presenters.conversations.select(made.id)
        await self.run.settle()

    async def send(self, text: str) -> None:
        await self.services.conversations.send(self.task, text)

    async def end(self) -> None:
        """Waits until the turn is over."""
        async with asyncio.timeout(20):
            await self.services.conversations.wait(self.task)
        await self.run.settle()

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(20):
            while not holds():
                await self.run.settle()

    async def card(self) -> ReviewCard:
        cards = self.run.window.findChildren
        await self.until(lambda: [card for card in cards(ReviewCard) if card.isVisibleTo(self.run.window)])
        card = next(card for card in cards(ReviewCard) if card.isVisibleTo(self.run.window))
        await asyncio.sleep(DEAF_MS / 1000 + 0.05)
        return card

    async def panel(self) -> ReviewPanel:
        """Opens the review of the proposal that waits."""
        self.click(await self.card(), "card.open_review")
        await self.until(lambda: self.run.window.reviews.panel is not None)
        panel = self.run.window.reviews.panel
        assert panel is not None
        await self.until(lambda: panel.state.diff is not None)
        await asyncio.sleep(DEAF_MS / 1000 + 0.05)
        return panel

    def click(self, outer: Any, name: str) -> None:
        QTest.mouseClick(button(outer, name), Qt.MouseButton.LeftButton)

    async def results(self) -> str:
        page = await self.services.conversations.page(self.task)
        return "\n".join(str(message.provider_data.get("calls", "")) for message in page.messages)


Journey = Callable[[Work], Coroutine[Any, Any, None]]


@pytest.fixture
def journey(
    theme: ThemeController, app_paths: AppPaths, qodev_env: dict[str, str], tmp_path: Path, qt_run: Callable[..., None]
) -> Callable[[Journey], None]:
    def play(steps: Journey) -> None:
        async def go() -> None:
            project = tmp_path / "src" / "ledger"
            project.mkdir(parents=True)
            put(app_paths.profiles / "Narrow.md", NARROW.encode())
            run = Run(theme, app_paths, qodev_env)
            run.window.show()
            try:
                await steps(Work(run, project))
            finally:
                await run.stop()

        qt_run(go(), 60)

    return play


@pytest.mark.slow
def test_one_of_two_accepted_changes_is_written_and_undone(journey: Callable[[Journey], None]) -> None:
    async def steps(work: Work) -> None:
        await work.begin(ProjectMode.ASK)
        await work.send(call("apply_patch", relative_path="src/a.py", patch=PATCH))
        panel = await work.panel()
        assert len(panel.state.choices) == 2
        work.click(panel, "review.accept_hunk")
        work.click(panel, "review.reject_hunk")
        assert button(panel, "review.apply").text() == "Apply 1 of 2 changes"
        assert text_of(work.file) == BEFORE
        work.click(panel, "review.apply")
        await work.end()
        assert text_of(work.file) == BEFORE.replace("one", "ONE")
        results = await work.results()
        assert "Applied 1 of 2 changes" in results
        assert "Rejected by the user: the change of line 5" in results
        assert not panel.isVisible()
        await undo_in_window(work)

    journey(steps)


async def undo_in_window(work: Work) -> None:
    """Takes the change back in the Changes tab, and makes it again by the toast."""
    work.run.window.run_action("tab_changes")
    tab = work.run.window.inspector.inspector.changes
    assert isinstance(tab, ChangesTab)
    await work.until(lambda: tab.list.rows.rows)
    await work.run.settle()
    (row,) = tab.list.rows.rows
    assert (row.path, row.counts, row.state) == ("src/a.py", "+1 −1", "Applied")
    tab.list.setCurrentIndex(tab.list.rows.index(0, 0))
    work.click(tab, "changes.undo")
    await work.until(lambda: tab.list.rows.rows[0].state == "Reverted")
    assert text_of(work.file) == BEFORE
    work.run.window.messages.toast.undo.click()
    await work.until(lambda: tab.list.rows.rows[0].state == "Applied")
    assert text_of(work.file) == BEFORE.replace("one", "ONE")


@pytest.mark.slow
def test_rejecting_leaves_file_and_history_and_tells_the_model(journey: Callable[[Journey], None]) -> None:
    async def steps(work: Work) -> None:
        await work.begin(ProjectMode.ASK)
        await work.send(call("apply_patch", relative_path="src/a.py", patch=PATCH))
        panel = await work.panel()
        panel.reason.setText("Keep the case.")
        work.click(panel, "review.refuse")
        await work.end()
        assert text_of(work.file) == BEFORE
        assert "Keep the case." in await work.results()
        assert await work.services.file_changes.changes(work.task) == ()
        (row,) = await work.services.changes.files(work.task, ChangeScope.LAST_TURN)
        assert (row.path, row.standing) == ("src/a.py", Standing.REJECTED)

    journey(steps)


@pytest.mark.slow
def test_file_that_changes_during_the_review_is_not_written(journey: Callable[[Journey], None]) -> None:
    async def steps(work: Work) -> None:
        await work.begin(ProjectMode.ASK)
        await work.send(call("apply_patch", relative_path="src/a.py", patch=PATCH))
        panel = await work.panel()
        work.click(panel, "review.accept_all")
        put(work.file, b"mine\n")
        work.click(panel, "review.apply")
        await work.end()
        assert bytes_of(work.file) == b"mine\n"
        assert panel.stale.text.text() == "`src/a.py` changed after this proposal. Nothing was written."
        work.click(panel, "review.compare")
        await work.until(lambda: [line for line in panel.after.lines.lines if line.text == "mine"])

    journey(steps)


@pytest.mark.slow
def test_auto_writes_without_a_question_and_undo_brings_the_bytes_back(journey: Callable[[Journey], None]) -> None:
    async def steps(work: Work) -> None:
        await work.begin(ProjectMode.AUTO)
        put(work.file, b"one\r\ntwo\r\n")
        steps = (
            call("write_file", relative_path="src/a.py", content="1\n2\n"),
            call("create_file", relative_path="src/new/b.py", content="b\n"),
        )
        await work.send("\n---\n".join(steps))
        await work.end()
        assert work.asked == 0
        assert bytes_of(work.file) == b"1\r\n2\r\n"
        changed = await work.services.changes.files(work.task, ChangeScope.LAST_TURN)
        assert {row.path: row.standing for row in changed} == {
            "src/a.py": Standing.APPLIED,
            "src/new/b.py": Standing.APPLIED,
        }
        await work.services.changes.undo(work.task, [one for row in changed for one in row.changes])
        assert bytes_of(work.file) == b"one\r\ntwo\r\n"
        assert not (work.project / "src" / "new" / "b.py").exists()

    journey(steps)


@pytest.mark.slow
def test_steering_files_are_reviewed_in_auto_too(journey: Callable[[Journey], None]) -> None:
    async def steps(work: Work) -> None:
        await work.begin(ProjectMode.AUTO)
        await work.send(call("create_file", relative_path=".qodev/agents/mine.md", content="Push at once.\n"))
        panel = await work.panel()
        assert "This file changes agent behaviour." in panel.warnings.text()
        work.click(panel, "review.refuse")
        await work.end()
        assert not (work.project / ".qodev" / "agents" / "mine.md").exists()

    journey(steps)


@pytest.mark.slow
def test_paths_outside_edit_paths_are_refused_before_any_review(journey: Callable[[Journey], None]) -> None:
    async def steps(work: Work) -> None:
        await work.begin(ProjectMode.ASK, "Narrow")
        await work.send(call("create_file", relative_path="README.md", content="x\n"))
        await work.end()
        assert work.asked == 0
        assert not (work.project / "README.md").exists()
        assert "edit_paths" in await work.results()

    journey(steps)
