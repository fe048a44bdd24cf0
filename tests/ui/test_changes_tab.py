"""The Changes tab: scopes, states in words, Undo with Redo, and what it says when there is nothing (U20, U127, U175, U177)."""

import asyncio
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qodev.base.errors import UserFacingError
from qodev.types.changes import ChangeKind, ChangeState, FileChange
from qodev.types.diffs import ChangedFile, ChangeScope, GitScopes, Standing
from qodev.types.work_events import FilesChanged
from qodev.ui.chat.changes_tab import ChangesTab
from qodev.ui.models.change_rows import ChangesState
from qodev.ui.models.words import STANDING_WORDS
from tests.screenshots.reviewing import changed
from tests.ui.conftest import Live
from tests.ui.controls import faults_of_controls
from tests.ui.opened_kit import play
from tests.ui.review_kit import NAME, Reviewing, Scenario, button

S = ChangeScope
ROWS = (
    changed("a.py", Standing.APPLIED, 12, 3, changes=("1",), turn_id="t1"),
    changed("b.py", Standing.CHANGED_SINCE, 4, 1, changes=("2",), turn_id="t1"),
    changed("c.py", Standing.REVERTED, 20, 0, changes=("3",), turn_id="t0"),
    changed("d.py", Standing.REJECTED, 2, 2, turn_id="t0"),
)


class Tab(Reviewing):
    @property
    def tab(self) -> ChangesTab:
        return self.live.window.inspector.inspector.changes

    async def show(self, rows: tuple[ChangedFile, ...] = ROWS, scope: ChangeScope = S.CONVERSATION) -> None:
        self.services.changes.listed[scope] = rows
        self.services.changes.texts = {row.path: ("one\n", "two\n") for row in rows}
        self.live.window.run_action("tab_changes")
        await self.live.settle()

    async def choose(self, *places: int) -> None:
        tree = self.tab.list
        tree.clearSelection()
        for place in places:
            flags = tree.selectionModel().SelectionFlag
            tree.selectionModel().setCurrentIndex(tree.rows.index(place, 0), flags.Select | flags.Rows)
        await self.live.settle()

    @property
    def done(self) -> list[tuple[object, ...]]:
        return [call for call in self.services.changes.calls if call[0] in ("undo", "redo")]


@pytest.fixture
def run(live: Callable[[], Live], qt_run: Callable[..., None]) -> Callable[[Scenario], None]:
    return lambda scenario: play(qt_run, lambda: Tab(live()), scenario)


def test_every_standing_has_one_word_and_one_icon() -> None:
    assert set(STANDING_WORDS) == set(Standing)
    assert len({(word.text, word.icon) for word in STANDING_WORDS.values()}) == len(Standing)


def test_rows_say_path_lines_and_state(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.show()
        rows = stage.tab.list.rows
        shown = [[rows.index(row, column).data() for column in range(3)] for row in range(4)]
        assert shown == [
            ["a.py", "+12 −3", "Applied"],
            ["b.py", "+4 −1", "Changed since"],
            ["c.py", "+20 −0", "Reverted"],
            ["d.py", "+2 −2", "Rejected"],
        ]
        assert faults_of_controls(stage.tab) == []

    run(scenario)


def test_undo_offers_redo(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.show()
        await stage.choose(0)
        await stage.click(stage.tab, "changes.undo")
        toast = stage.live.window.messages.toast
        assert (toast.text.text(), toast.undo.text()) == ("`a.py` is as before.", "Redo")
        toast.undo.click()
        await stage.live.settle()
        assert stage.done == [("undo", ("1",)), ("redo", ("1",))]

    run(scenario)


def test_reverted_files_can_be_changed_again(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.show()
        await stage.choose(2)
        assert button(stage.tab, "changes.undo").text() == "Redo"
        await stage.click(stage.tab, "changes.undo")
        assert stage.done == [("redo", ("3",))]

    run(scenario)


def test_a_turn_is_taken_back_whole(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.show()
        await stage.choose(0)
        await stage.click(stage.tab, "changes.undo_turn")
        assert stage.done == [("undo", ("1", "2"))]

    run(scenario)


def test_what_cannot_be_undone_says_why(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.show()
        undo = button(stage.tab, "changes.undo")
        assert undo.toolTip() == "Choose a file first."
        await stage.choose(3)
        assert undo.toolTip() == "Nothing of it was written."
        stage.services.changes.fault = UserFacingError("Nothing was changed: `a.py` (it changed since).", "Compare.")
        await stage.choose(0)
        await stage.click(stage.tab, "changes.undo")
        assert "it changed since" in stage.live.window.centre.chat.notice_banner.text.text()

    run(scenario)


def test_enter_opens_the_difference_with_the_other_files_beside(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.show()
        await stage.choose(0)
        QTest.keyClick(stage.tab.list, Qt.Key.Key_Return)
        await stage.live.settle()
        assert stage.is_shown
        assert [row.path for row in stage.panel.rows.rows] == ["a.py", "b.py", "c.py"]
        assert not button(stage.panel, "review.apply").isVisible()
        stage.panel.files.setCurrentIndex(stage.panel.rows.index(1, 0))
        await stage.live.settle()
        assert stage.presenter.state.path == "b.py"

    run(scenario)


def test_a_rejected_file_says_that_nothing_is_kept(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.show()
        await stage.choose(3)
        await stage.click(stage.tab, "changes.review")
        assert not stage.is_shown
        assert "`d.py` was rejected" in stage.live.window.messages.toast.text.text()

    run(scenario)


def test_proposals_stand_first_and_open_their_review(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.show()
        await stage.ask()
        await asyncio.sleep(0.15)
        await stage.live.settle()
        assert stage.tab.list.rows.rows[0].state == "Proposed"
        await stage.choose(0)
        await stage.click(stage.tab, "changes.review")
        assert stage.is_shown
        assert stage.presenter.state.id == NAME

    run(scenario)


def test_outside_git_its_scopes_say_why_not(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        stage.services.changes.git = GitScopes("`/home/u/ledger` is not the top folder of a git repository.")
        await stage.show()
        model = stage.tab.scope.model()
        enabled = [bool(model.flags(model.index(at, 0)) & Qt.ItemFlag.ItemIsEnabled) for at in range(4)]
        assert enabled == [True, True, False, False]
        assert "git repository" in stage.tab.scope.itemData(2, Qt.ItemDataRole.ToolTipRole)

    run(scenario)


def test_a_branch_can_be_compared_with(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.show()
        assert not stage.tab.branch.isVisible()
        stage.services.changes.listed[S.BRANCH] = (changed("e.py", None, 1, 1),)
        stage.tab.scope.activated.emit(3)
        await stage.live.settle()
        assert [stage.tab.branch.itemText(at) for at in range(2)] == ["main", "next"]
        assert stage.tab.branch.isVisible()
        stage.tab.branch.activated.emit(1)
        await stage.live.settle()
        assert stage.services.changes.calls[-1] == ("files", stage.here, S.BRANCH, "heads/next")
        await stage.choose(0)
        assert "with git" in button(stage.tab, "changes.undo").toolTip()

    run(scenario)


def test_the_list_follows_what_tools_write(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.show(())
        assert stage.tab.status.text() == "No changes in this conversation."
        stage.services.changes.listed[S.CONVERSATION] = ROWS
        change = FileChange(
            "1", stage.here, "t1", "c", "/p", "a.py", ChangeKind.WRITE, None, None, 1.0, ChangeState.DONE
        )
        stage.services.bus.emit(FilesChanged(conversation_id=stage.here, turn_id="t1", changes=(change,)))
        await asyncio.sleep(0.15)
        await stage.live.settle()
        assert len(stage.tab.list.rows.rows) == 4

    run(scenario)


def test_the_last_good_list_stays_under_an_error_and_retry_asks_again(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.show()
        said = "Git did not answer within 20 s."
        stage.services.changes.fault = UserFacingError(said, "Try again or open the folder.")
        stage.live.presenters.changes.refresh()
        await stage.live.settle()
        assert stage.tab.status.text() == f"{said} Try again or open the folder."
        assert len(stage.tab.list.rows.rows) == 4
        stage.services.changes.fault = None
        await stage.click(stage.tab, "changes.retry")
        assert not stage.tab.status.isVisible()

    run(scenario)


def test_a_card_takes_its_change_back_and_makes_it_again(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        changes, fake = stage.live.presenters.changes, stage.services.changes
        fake.listed[S.CONVERSATION] = ROWS
        fake.by_call = {"call_a": ROWS[0], "call_c": ROWS[2]}
        for call_id in fake.by_call:
            changes.undo_call(call_id)
            await stage.live.settle()
        assert stage.done == [("undo", ("1",)), ("redo", ("3",))]
        changes.undo_call("call_x")
        await stage.live.settle()
        assert "Nothing is kept" in stage.live.window.centre.chat.notice_banner.text.text()

    run(scenario)


def test_a_card_shows_what_its_call_changed(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        fake = stage.services.changes
        fake.by_call, fake.texts = {"call_a": ROWS[0]}, {"a.py": ("one\n", "two\n")}
        stage.presenter.open_call("call_a")
        await stage.live.settle()
        assert stage.is_shown
        assert stage.presenter.state.path == "a.py"
        opened: list[str] = []
        stage.presenter.external_wanted.disconnect()
        stage.presenter.external_wanted.connect(opened.append)
        await stage.hear(stage.panel)
        await stage.click(stage.panel, "review.external")
        assert opened == ["/home/u/ledger/a.py"]

    run(scenario)


def test_loading_names_what_is_read() -> None:
    assert ChangesState(is_loading=True).status == "Reading changes…"


def test_what_takes_long_can_be_cancelled(run: Callable[[Scenario], None], monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.show()
        go_on = asyncio.Event()

        async def slow(*_: object) -> tuple[ChangedFile, ...]:
            await go_on.wait()
            return ()

        monkeypatch.setattr(stage.services.changes, "files", slow)
        changes = stage.live.presenters.changes
        changes.refresh()
        await asyncio.sleep(0.3)
        assert stage.tab.status.text() == "Reading changes…"
        changes._slow.timeout.emit()  # five seconds are too long for a test
        assert stage.tab.status.text() == "Reading changes… Still working."
        QTest.mouseClick(button(stage.tab, "changes.cancel"), Qt.MouseButton.LeftButton)
        assert not stage.tab.status.isVisible()
        go_on.set()
        await stage.live.settle()
        assert len(stage.tab.list.rows.rows) == 4

    run(scenario)


def test_nothing_is_listed_while_the_tab_is_not_on_screen(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.make()
        assert not [call for call in stage.services.changes.calls if call[0] == "files"]

    run(scenario)


def test_nothing_is_read_any_more_once_no_conversation_is_open(
    run: Callable[[Scenario], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(stage: Tab) -> None:
        await stage.show()

        async def never(*_: object) -> tuple[ChangedFile, ...]:
            await asyncio.Event().wait()
            return ()

        monkeypatch.setattr(stage.services.changes, "files", never)
        changes = stage.live.presenters.changes
        changes.refresh()
        changes.follow("")
        await asyncio.sleep(0.3)
        assert stage.tab.status.text() == "No changes in this conversation."

    run(scenario)


def test_a_tab_that_came_on_screen_before_the_services_did_lists_too(window, live, qt_run) -> None:
    window.inspector.show_changes()

    async def go() -> None:
        stage = Tab(live())
        try:
            await stage.start()
            assert [call for call in stage.services.changes.calls if call[0] == "files"]
        finally:
            await stage.live.stop()

    qt_run(go(), 20)
