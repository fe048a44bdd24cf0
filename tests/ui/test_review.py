"""The review of a proposed file change: decided change by change, bound to its question, nothing by default (U124 to U127)."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from qodev.types.changes import Hunk
from qodev.types.diffs import DiffRow, FileDiff, RowKind
from qodev.types.questions import AnsweredBy, AnswerOption, CallRecord, CallState, PermissionAnswer
from qodev.types.tooling import CallVerb, CallView
from qodev.types.work_events import PermissionResolved, ToolFinished
from qodev.ui.models.review_choices import Choice, Comment, Place
from qodev.ui.models.review_lines import LineKind, drawn_line, one_column, two_columns
from qodev.ui.presenters.review_drafts import CommentDrafts
from tests.fakes.tasks import FakeWindowState
from tests.ui.conftest import Live
from tests.ui.controls import faults_of_controls
from tests.ui.opened_kit import play
from tests.ui.review_kit import NAME, Reviewing, Scenario, button

# The names of U181 that belong to the review.
NAMES = (
    "files view before after unified next previous accept_hunk reject_hunk accept_all reject_all comment send_comments "
    "apply ask_again external"
)
LONG = "".join(f"line {n}\n" for n in range(6_000))


@pytest.fixture
def run(live: Callable[[], Live], qt_run: Callable[..., None]) -> Callable[[Scenario], None]:
    return lambda scenario: play(qt_run, lambda: Reviewing(live()), scenario, 25)


def texts(lines: object) -> list[str]:
    return [line.text for line in lines]  # type: ignore[attr-defined]


def test_card_takes_no_focus_and_hears_nothing_at_first(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        before = QApplication.focusWidget()
        await stage.ask()
        assert QApplication.focusWidget() is before
        card = stage.card()
        assert card is not None
        assert card.state.question == "Change `src/ledger/refund.py`?"
        assert card.state.counts == "4 changes  ·  +5 −5"
        QTest.mouseClick(button(card, "card.refuse"), Qt.MouseButton.LeftButton)
        QTest.keyClick(card, Qt.Key.Key_Escape)
        await stage.live.settle()
        assert not stage.waiting[NAME].done()
        assert not any(one.isDefault() or one.autoDefault() for one in card.findChildren(QPushButton))
        assert faults_of_controls(card) == []

    run(scenario)


def test_panel_says_who_proposes_and_why_it_is_reviewed(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        await stage.review(new_folders=("src/new",))
        said = stage.panel.facts.text()
        assert said == "profile reviewer  ·  tool apply_patch  ·  mode Ask  ·  makes the folder `src/new`"

    run(scenario)


def test_go_to_what_needs_you_focuses_the_frame_of_the_card(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        window = stage.live.window
        window.run_action("next_waiting")
        assert window.messages.toast.isVisible() or window.centre.chat.notice_banner.isVisible()
        await stage.ask()
        window.run_action("next_waiting")
        assert QApplication.focusWidget() is stage.card()
        here = stage.here
        await stage.make()
        window.run_action("next_waiting")
        await stage.live.settle()
        assert stage.here == here

    run(scenario)


def test_only_accepted_changes_are_applied(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        await stage.review()
        panel = stage.panel
        apply = button(panel, "review.apply")
        assert (apply.text(), apply.isEnabled()) == ("Apply 0 of 4 changes", False)
        assert apply.toolTip() == "Accept at least one change first."
        await stage.press(Qt.Key.Key_A)
        await stage.press(Qt.Key.Key_R)
        await stage.click(panel, "review.accept_hunk")
        assert apply.text() == "Apply 2 of 4 changes"
        assert stage.presenter.state.choices == (Choice.ACCEPTED, Choice.REJECTED, Choice.ACCEPTED, Choice.OPEN)
        assert faults_of_controls(panel) == []
        await stage.click(panel, "review.apply")
        answer = await stage.answer()
        assert (answer.option, answer.by, answer.accepted) == (AnswerOption.ALLOW_ONCE, AnsweredBy.USER, (0, 2))

    run(scenario)


def test_object_names_are_those_of_the_table(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        await stage.review()
        counted = {name: len(stage.live.window.findChildren(QWidget, f"review.{name}")) for name in NAMES.split()}
        assert counted == dict.fromkeys(NAMES.split(), 1)
        assert stage.panel.objectName() == "review.panel"

    run(scenario)


def test_nothing_accepted_is_no_answer_and_another_question_is_another(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        asked = await stage.review()
        stage.presenter.apply()
        await stage.live.settle()
        assert not stage.waiting[NAME].done()
        answer = PermissionAnswer(AnswerOption.DENY)
        other = PermissionResolved(conversation_id=stage.here, turn_id="t1", request_id="ask_other", answer=answer)
        stage.services.bus.emit(other)
        await stage.live.settle()
        assert stage.is_shown
        assert stage.presenter.state.can_answer
        assert stage.presenter.state.id == asked.id

    run(scenario)


def test_no_button_is_the_default_and_the_panel_is_deaf_at_first(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        await stage.ask()
        stage.presenter.open_request(NAME)
        await stage.live.settle(0)
        QTest.keyClick(stage.panel.front, Qt.Key.Key_A)
        QTest.mouseClick(button(stage.panel, "review.refuse"), Qt.MouseButton.LeftButton)
        await stage.live.settle()
        assert set(stage.presenter.state.choices) == {Choice.OPEN}
        assert not stage.waiting[NAME].done()
        await stage.hear(stage.panel)
        QTest.keyClick(stage.panel.front, Qt.Key.Key_Return)
        await stage.live.settle()
        assert not stage.waiting[NAME].done()
        assert not any(one.isDefault() or one.autoDefault() for one in stage.panel.findChildren(QPushButton))

    run(scenario)


def test_rejecting_the_file_tells_the_reason(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        await stage.review()
        reason = stage.panel.findChild(QLineEdit, "review.reason")
        assert reason is not None
        reason.setText("Use pathlib.")
        await stage.click(stage.panel, "review.refuse")
        answer = await stage.answer()
        await stage.live.settle()
        assert (answer.option, answer.note) == (AnswerOption.DENY_TELL, "Use pathlib.")
        assert not stage.is_shown

    run(scenario)


def test_card_rejects_at_once(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        await stage.ask()
        card = stage.card()
        assert card is not None
        await stage.hear(card)
        await stage.click(card, "card.refuse")
        assert (await stage.answer()).option is AnswerOption.DENY
        await stage.live.settle()
        assert stage.card() is None or not stage.card().isVisible()  # type: ignore[union-attr]

    run(scenario)


def test_all_can_be_accepted_rejected_and_opened_anew(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        await stage.review()
        await stage.click(stage.panel, "review.accept_all")
        assert stage.presenter.state.accepted == (0, 1, 2, 3)
        await stage.click(stage.panel, "review.reject_all")
        assert stage.presenter.state.accepted == ()
        await stage.press(Qt.Key.Key_R)
        assert stage.presenter.state.choices[0] is Choice.OPEN

    run(scenario)


def test_f7_goes_from_change_to_change_and_around(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        window = stage.live.window
        assert window.action_set.reason("next_change") == "Open the review of a change first."
        await stage.review()
        assert not window.action_set.reason("next_change")
        seen = []
        for _ in range(4):
            seen.append(stage.panel.current_hunk)
            window.run_action("next_change")
        window.run_action("previous_change")
        assert (seen, stage.panel.current_hunk) == ([0, 1, 2, 3], 3)
        stage.presenter.set_sided(False)
        await stage.live.settle()
        window.run_action("next_change")
        assert stage.panel.front is stage.panel.unified
        assert stage.panel.current_hunk is not None

    run(scenario)


def test_escape_leaves_without_an_answer_and_decisions_stay(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        await stage.review()
        await stage.press(Qt.Key.Key_A)
        await stage.press(Qt.Key.Key_Escape)
        assert not stage.is_shown
        assert not stage.waiting[NAME].done()
        stage.presenter.open_request(NAME)
        await stage.live.settle()
        assert stage.presenter.state.accepted == (0,)

    run(scenario)


def test_a_stopped_turn_withdraws_the_review(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        await stage.review()
        await stage.press(Qt.Key.Key_A)
        stage.waiting[NAME].cancel()
        await stage.live.settle()
        assert stage.presenter.state.note == "Withdrawn, the turn was stopped."
        assert not button(stage.panel, "review.apply").isEnabled()
        assert not button(stage.panel, "review.refuse").isEnabled()

    run(scenario)


def finished(stage: Reviewing, state: CallState, sentence: str = "", shown: str = "") -> ToolFinished:
    record = CallRecord(
        "call_1", "apply_patch", CallView(CallVerb.PATCH, "a.py"), state, sentence=sentence, shown=shown
    )
    return ToolFinished(conversation_id=stage.here, turn_id="t1", record=record, content="", is_error=bool(sentence))


def test_a_file_that_changed_meanwhile_is_said_with_compare_and_ask_again(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        asked = await stage.review()
        assert asked.proposal is not None
        await stage.click(stage.panel, "review.accept_all")
        await stage.click(stage.panel, "review.apply")
        said = "`src/ledger/refund.py` changed after this proposal. Nothing was written."
        stage.services.bus.emit(finished(stage, CallState.REFUSED, said))
        await stage.live.settle()
        assert stage.panel.stale.isVisible()
        assert stage.panel.stale.text.text() == said
        stage.services.changes.now[asked.proposal.path] = f"{asked.proposal.before}# and more\n"
        await stage.click(stage.panel, "review.compare")
        assert "# and more" in texts(stage.panel.after.lines.lines)
        await stage.click(stage.panel, "review.ask_again")
        sent = [call for call in stage.services.conversations.calls if call[0] == "send"]
        assert "propose anew" in sent[0][2]
        assert not stage.is_shown

    run(scenario)


def test_an_applied_change_closes_the_panel_and_says_so(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        await stage.review()
        await stage.click(stage.panel, "review.accept_all")
        await stage.click(stage.panel, "review.apply")
        stage.services.bus.emit(finished(stage, CallState.DONE, shown="Changed `src/ledger/refund.py`."))
        await stage.live.settle()
        assert not stage.is_shown
        assert stage.live.window.messages.toast.text.text() == "Changed `src/ledger/refund.py`."

    run(scenario)


def test_steering_files_and_invisible_changes_are_said(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        before = "Never push.\n"
        await stage.review(path="AGENTS.md", before=before, after="Never push\u200b.\n", is_steering=True)
        assert "This file changes agent behaviour." in stage.panel.warnings.text()
        head = stage.panel.before.lines.lines[0]
        assert "invisible change: U+200B" in head.text
        assert "Never push⟦U+200B⟧." in texts(stage.panel.after.lines.lines)

    run(scenario)


def test_a_large_difference_is_computed_when_asked_for(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        await stage.review(before=LONG, after=LONG.replace("line 5000\n", "line five\n"))
        assert stage.panel.large.isVisible()
        assert not button(stage.panel, "review.apply").isEnabled()
        await stage.click(stage.panel, "review.compute")
        assert "line five" in texts(stage.panel.after.lines.lines)

    run(scenario)


def test_comments_are_drafts_that_go_out_as_one_message(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        asked = await stage.review()
        assert asked.proposal is not None
        for text in ("Why?", "Give it a type."):
            await stage.press(Qt.Key.Key_C)
            assert stage.panel.box.isVisible()
            QTest.keyClicks(stage.panel.box.text, text)
            QTest.keyClick(stage.panel.box.text, Qt.Key.Key_Return)
            await stage.live.settle()
            stage.panel.step(1)
        assert "Why?" in texts(stage.panel.after.lines.lines)
        send = button(stage.panel, "review.send_comments")
        assert send.text() == "Send 2 comments"
        drafts = CommentDrafts()
        kept = FakeWindowState()
        kept.values = stage.services.window_state.values
        await drafts.load(kept)
        assert [one.text for one in drafts.of(stage.here)] == ["Why?", "Give it a type."]
        await stage.click(stage.panel, "review.send_comments")
        (sent,) = [call for call in stage.services.conversations.calls if call[0] == "send"]
        assert sent[2].splitlines()[0] == "Comments on changes:"
        assert sent[2].count("`src/ledger/refund.py`") == 2
        assert stage.presenter.state.all_comments == 0
        assert not stage.waiting[NAME].done()

    run(scenario)


def test_a_comment_without_text_takes_the_draft_away(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        await stage.review()
        stage.presenter.comment(Place(3), 3, "x", "Why?")
        stage.presenter.comment(Place(3), 3, "x", " ")
        await stage.live.settle()
        assert stage.presenter.state.all_comments == 0

    run(scenario)


def test_reviews_of_another_conversation_are_not_shown_here(run: Callable[[Scenario], None]) -> None:
    async def scenario(stage: Reviewing) -> None:
        await stage.review()
        await stage.make()
        assert stage.presenter.waiting == ()
        assert not stage.is_shown

    run(scenario)


ROWS = (
    DiffRow(RowKind.SAME, "a\n", 1, 1),
    DiffRow(RowKind.REMOVED, "b\n", 2, None, hunk=0),
    DiffRow(RowKind.ADDED, "c\n", None, 2, hunk=0),
    DiffRow(RowKind.ADDED, "d\n", None, 3, hunk=0),
    DiffRow(RowKind.GAP, before_line=3, count=7),
)
DIFF = FileDiff("", "", (Hunk(2, ("b\n",), 2, ("c\n", "d\n")),), ROWS, ((),), 9)


def test_both_sides_have_as_many_lines_and_comments_stand_below_theirs() -> None:
    comment = Comment("a.py", Place(2), 3, "c", "Really?")
    left, right = two_columns(DIFF, (comment,))
    assert [line.kind for line in left] == [
        LineKind.SAME, LineKind.HEAD, LineKind.REMOVED, LineKind.FILLER, LineKind.FILLER, LineKind.GAP
    ]  # fmt: skip
    assert [line.kind for line in right] == [
        LineKind.SAME, LineKind.HEAD, LineKind.ADDED, LineKind.ADDED, LineKind.COMMENT, LineKind.GAP
    ]  # fmt: skip
    lines = one_column(DIFF, (comment,))
    assert [line.kind.value for line in lines] == [" ", "head", "−", "+", "+", "comment", "…"]
    assert lines[2].spoken() == "removed, line 2: b"


@pytest.mark.parametrize(
    ("text", "spans", "drawn", "marked"),
    [
        ("a b\n", ((2, 3),), "a b", "b"),
        ("\tx\r\n", ((1, 2),), "    x", "x"),
        (f"{' ' * 12}x\n", (), f"{' ' * 12}x", ""),
        (f"x = 1{' ' * 40}; y\n", (), "x = 1⟦40 spaces⟧; y", ""),
        (f"{' ' * 80}x\n", (), "⟦80 spaces⟧x", ""),
        ("a\u202eb\n", ((1, 2),), "a⟦U+202E⟧b", "⟦U+202E⟧"),
        ("𝒳 = 1\n", ((4, 5),), "𝒳 = 1", "1"),
    ],
)
def test_lines_are_drawn_with_what_hides_in_them(
    text: str, spans: tuple[tuple[int, int], ...], drawn: str, marked: str
) -> None:
    shown, places = drawn_line(text, spans)
    assert shown == drawn
    assert "".join(shown[start:end] for start, end in places) == marked


def test_a_very_long_line_is_cut() -> None:
    shown, _ = drawn_line("x" * 20_000)
    assert len(shown) < 10_100
    assert shown.endswith("⟦10000 more characters⟧")


def test_an_unreadable_draft_is_dropped_and_the_others_stay(qt_run: Callable[..., None]) -> None:
    async def go() -> None:
        kept = FakeWindowState()
        drafts = CommentDrafts()
        drafts.write("c1", Comment("a.py", Place(1), 1, "x", "Why?"))
        await drafts.store(kept)
        stored = kept.values["review_comments"]
        kept.values["review_comments"] = {**stored, "c2": [{"path": 7}]}
        again = CommentDrafts()
        assert await again.load(kept)
        assert again.of("c1") == drafts.of("c1")
        assert again.of("c2") == ()

    qt_run(go())


def test_comment_of_a_range_names_it() -> None:
    comment = Comment("a.py", Place(2, is_before=True), 4, "x", "Why?")
    assert comment.as_text == "- `a.py`, lines 2 to 4 (before the change), `x`: Why?"
    assert replace(comment, first=Place(2), last=2).where == "line 2"
