"""Questions above the composer: whole text, no default, an answer for exactly that question (U117 to U123)."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton

from qodev.base.diagnostics import SourceSpan
from qodev.tools.commands import containment_text
from qodev.types.permissions import Effect, ProjectMode
from qodev.types.policies import ContainedAs, Containment, ContainState, ProjectRule, RuleKind
from qodev.types.questions import AnsweredBy, AnswerOption, Offer, PermissionRequest, QuestionKind
from qodev.types.tooling import CallVerb, CallView
from qodev.types.verdicts import ClauseVerdict, RuleRef, Stage, Verdict
from qodev.ui.chat.prompt import PromptArea, PromptCard
from tests.ui.conftest import Live
from tests.ui.controls import faults_of_controls
from tests.ui.opened_kit import Opened, play

RULE = RuleRef("profile", "git *", Effect.ASK, SourceSpan("/home/u/profiles/reviewer.md", 6, 1))
CLAUSES = (
    ClauseVerdict("cd build", "plain", (), Effect.ALLOW, "default"),
    ClauseVerdict("git push origin main", "plain", (), Effect.ASK, "rule:git *", RULE),
)
VERDICT = Verdict(Effect.ASK, Effect.ASK, Stage.COMMAND, "rule:git *", RULE, CLAUSES, (), ())
A = AnswerOption


def request(conversation: str, name: str = "1", **changes: object) -> PermissionRequest:
    base = PermissionRequest(
        id=f"ask_{name}",
        conversation_id=conversation,
        turn_id="turn_1",
        call_id="call_1",
        kind=QuestionKind.PROMPT,
        asker="",
        tool="run_command",
        view=CallView(CallVerb.RUN, "cd build && git push origin main", folder="/home/u/ledger", shell="bash"),
        verdict=VERDICT,
        profile="Reviewer",
        project="/home/u/ledger",
        mode=ProjectMode.ASK,
        offers=tuple(Offer(one) for one in A),
        exact_text="cd build && git push origin main",
    )
    return replace(base, **changes)  # type: ignore[arg-type]  # fields by name


class Asking(Opened):
    """A window with a conversation, in which questions are asked."""

    async def ask(self, asked: PermissionRequest) -> PromptCard | None:
        await self.wait_for(asked)
        return self.card(asked.id)

    @property
    def area(self) -> PromptArea:
        found = self.live.window.work.prompts
        assert found is not None
        return found

    def card(self, name: str) -> PromptCard | None:
        return self.live.window.findChild(PromptCard, f"prompt.card:{name}")

    async def click(self, card: PromptCard, name: str) -> None:
        await self.hear(card)
        QTest.mouseClick(button(card, name), Qt.MouseButton.LeftButton)
        await self.live.settle()


def button(card: PromptCard, name: str) -> QPushButton:
    found = card.findChild(QPushButton, f"prompt.{name}")
    assert found is not None
    return found


Scenario = Callable[[Asking], Coroutine[Any, Any, None]]


@pytest.fixture
def run(live: Callable[[], Live], qt_run: Callable[..., None]) -> Callable[[Scenario], None]:
    return lambda scenario: play(qt_run, lambda: Asking(live()), scenario)


def test_card_shows_text_clauses_and_facts_and_takes_no_focus(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        before = QApplication.focusWidget()
        card = await asking.ask(request(asking.here))
        assert card is not None
        assert card.question.text() == "Run in `ledger`?"
        assert card.text.toPlainText() == "cd build && git push origin main"
        said = [label.text() for label in card.findChildren(QLabel)]
        assert "git push origin main" in said
        assert any("reviewer.md:6" in text for text in said)
        assert QApplication.focusWidget() is before
        assert not any(one.isDefault() or one.autoDefault() for one in card.findChildren(QPushButton))
        assert faults_of_controls(card) == []

    run(scenario)


def test_answer_reaches_the_call_and_the_card_goes(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        card = await asking.ask(request(asking.here))
        assert card is not None
        await asking.click(card, "allow_once")
        assert (await asking.waiting["ask_1"]).option is A.ALLOW_ONCE
        await asking.live.settle()
        assert asking.area.cards == ()

    run(scenario)


def test_clicks_just_after_it_appeared_decide_nothing(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        card = await asking.ask(request(asking.here))
        assert card is not None
        QTest.mouseClick(button(card, "allow_once"), Qt.MouseButton.LeftButton)
        QTest.keyClick(card, Qt.Key.Key_Escape)
        await asking.live.settle()
        assert not asking.waiting["ask_1"].done()

    run(scenario)


def test_enter_decides_nothing_and_escape_denies(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        card = await asking.ask(request(asking.here))
        assert card is not None
        await asking.hear(card)
        QTest.keyClick(card, Qt.Key.Key_Return)
        await asking.live.settle()
        assert not asking.waiting["ask_1"].done()
        QTest.keyClick(card, Qt.Key.Key_Escape)
        assert (await asking.waiting["ask_1"]).option is A.DENY

    run(scenario)


def test_long_text_must_be_seen_to_its_end_before_it_can_be_allowed(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        long = "\n".join(f"echo {n}" for n in range(200))
        card = await asking.ask(request(asking.here, view=CallView(CallVerb.RUN, "echo", text=long)))
        assert card is not None
        assert not button(card, "allow_once").isEnabled()
        assert "end of the text" in button(card, "allow_once").toolTip()
        assert button(card, "deny").isEnabled()
        card.text.verticalScrollBar().setValue(card.text.verticalScrollBar().maximum())
        assert button(card, "allow_once").isEnabled()

    run(scenario)


def test_what_is_not_on_offer_says_why(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        offers = (Offer(A.ALLOW_ONCE), Offer(A.ALLOW_EXACTLY, "`git *=ask` in reviewer.md:6 asks each time."))
        card = await asking.ask(request(asking.here, kind=QuestionKind.CONFIRM, offers=offers))
        assert card is not None
        assert not button(card, "allow_exactly").isEnabled()
        assert button(card, "allow_exactly").toolTip() == "`git *=ask` in reviewer.md:6 asks each time."
        assert card.findChild(QPushButton, "prompt.allow_switch") is None

    run(scenario)


def test_storing_shows_the_exact_text_and_where_it_counts(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        card = await asking.ask(request(asking.here))
        assert card is not None
        await asking.click(card, "allow_exactly")
        assert card.box.exact.text() == "cd build && git push origin main"
        assert "this project is in Ask" in card.box.note.text()
        await asking.click(card, "back")
        await asking.click(card, "allow_switch")
        assert "changes to Allowlist" in card.box.note.text()
        await asking.click(card, "store")
        assert (await asking.waiting["ask_1"]).option is A.ALLOW_SWITCH

    run(scenario)


def test_no_goes_back_with_the_typed_reason(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        card = await asking.ask(request(asking.here))
        assert card is not None
        await asking.click(card, "deny_tell")
        reason = card.findChild(QLineEdit, "prompt.reason")
        assert reason is not None
        QTest.keyClicks(reason, "use make")
        await asking.click(card, "store")
        answer = await asking.waiting["ask_1"]
        assert (answer.option, answer.note) == (A.DENY_TELL, "use make")

    run(scenario)


def test_reason_that_is_out_of_sight_is_told_to_nobody(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        card = await asking.ask(request(asking.here))
        assert card is not None
        await asking.click(card, "deny_tell")
        QTest.keyClicks(card.box.reason, "use make")
        await asking.click(card, "back")
        await asking.click(card, "deny_exactly")
        await asking.click(card, "store")
        answer = await asking.waiting["ask_1"]
        assert (answer.option, answer.note) == (A.DENY_EXACTLY, "")

    run(scenario)


def test_hard_question_says_first_why_auto_does_not_answer(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        hard = replace(VERDICT, reason="unreadable:an unclosed quote", rule=None, clauses=())
        card = await asking.ask(request(asking.here, kind=QuestionKind.HARD, verdict=hard))
        assert card is not None
        assert card.lead.text() == (
            "Part of this command could not be read: `an unclosed quote`. Auto does not answer this."
        )

    run(scenario)


def test_hidden_characters_are_drawn_as_marks(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        card = await asking.ask(request(asking.here, view=CallView(CallVerb.RUN, "echo \u202eevil")))
        assert card is not None
        assert card.text.toPlainText() == "echo ⟦U+202E⟧evil"

    run(scenario)


def test_bar_counts_those_of_other_conversations_and_leads_there(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        other = asking.here
        await asking.make()
        await asking.ask(request(other, "2"))
        assert asking.area.count.text() == "1 needs you"
        assert asking.area.cards == ()
        QTest.mouseClick(asking.area.next, Qt.MouseButton.LeftButton)
        await asking.live.settle()
        assert asking.here == other
        assert [card.state.id for card in asking.area.cards] == ["ask_2"]

    run(scenario)


def test_all_can_be_denied_at_once_and_never_allowed(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        await asking.ask(request(asking.here, "1"))
        await asking.ask(request(asking.here, "2"))
        assert asking.area.deny_all.text() == "Deny all 2"
        QTest.mouseClick(asking.area.deny_all, Qt.MouseButton.LeftButton)
        answers = [await task for task in asking.waiting.values()]
        assert {one.option for one in answers} == {A.DENY}

    run(scenario)


def test_closing_the_window_is_a_no(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        await asking.ask(request(asking.here))
        await asking.live.presenters.stop()
        assert (await asking.waiting["ask_1"]).by is AnsweredBy.CLOSED

    run(scenario)


def test_question_about_missing_containment_names_the_cause(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        uncontained = replace(VERDICT, reason="contain:Bubblewrap was not found.", rule=None, clauses=())
        view = CallView(
            CallVerb.RUN,
            "make",
            containment=containment_text(ContainState(Containment.ON, "Bubblewrap was not found.")),
        )
        card = await asking.ask(request(asking.here, kind=QuestionKind.HARD, verdict=uncontained, view=view))
        assert card is not None
        assert card.lead.text() == (
            "Containment is on but cannot start: Bubblewrap was not found. Run once without it?"
        )
        facts = {fact.name: fact for fact in card.state.facts}
        assert facts["Containment"].value == (
            "Not contained. Containment is on but cannot start: Bubblewrap was not found."
        )
        assert facts["Reason"].value == "Containment cannot start: Bubblewrap was not found."
        assert facts["Reason"].tip == "contain:Bubblewrap was not found."

    run(scenario)


@pytest.mark.parametrize("way", list(ContainedAs))
def test_card_says_how_a_command_is_contained(run: Callable[[Scenario], None], way: ContainedAs) -> None:
    async def scenario(asking: Asking) -> None:
        card = await asking.ask(request(asking.here, view=CallView(CallVerb.RUN, "make", containment=way.value)))
        assert card is not None
        assert [fact.value for fact in card.state.facts if fact.name == "Containment"] == [way.value]

    run(scenario)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("rule:git *", "The rule `git *` fits"),
        ("opaque:command word", "What runs is known only while it runs: `command word`"),
        ("unreadable:U+0007", "Holds what cannot be read: `U+0007`"),
        ("invisible:U+202E", "Holds a character that looks like another one or like nothing: `U+202E`"),
        ("write:a\u202eb", "Writes to `a⟦U+202E⟧b`, and no allow rule covers that"),
        ("default", "No rule fits, so the default counts"),
        ("built_in:it changes how agents behave", "It changes how agents behave"),
        ("something new", "something new"),
    ],
)
def test_reason_is_in_words_and_its_code_in_the_tooltip(run: Callable[[Scenario], None], code: str, words: str) -> None:
    async def scenario(asking: Asking) -> None:
        card = await asking.ask(request(asking.here, verdict=replace(VERDICT, reason=code)))
        assert card is not None
        said = next(label for label in card.findChildren(QLabel) if label.text() == words)
        assert said.toolTip() == code.replace("\u202e", "⟦U+202E⟧")

    run(scenario)


def test_first_command_of_a_project_offers_containment_once(run: Callable[[Scenario], None], tmp_path: Path) -> None:
    async def scenario(asking: Asking) -> None:
        services: Any = asking.live.services
        services.contain_fault = ""
        folder = (await services.projects.open(str(tmp_path))).path
        reading = CallView(CallVerb.READ, "a.txt")
        first = await asking.ask(request(asking.here, "0", project=folder, view=reading))
        assert first is not None
        assert not first.hint.isVisible()
        card = await asking.ask(request(asking.here, "1", project=folder))
        assert card is not None
        assert "can be contained" in card.hint_text.text()
        wanted: list[tuple[str, str]] = []
        asking.live.window.work.page_wanted.connect(lambda *page: wanted.append(page))
        await asking.click(card, "contain")
        assert wanted == [("permissions", "settings.permissions.contain")]
        assert not asking.waiting["ask_1"].done()
        later = await asking.ask(request(asking.here, "2", project=folder))
        assert later is not None
        assert not later.hint.isVisible()
        assert services.projects.was_offered(folder)
        await services.containment.choose(folder, Containment.ON)
        await asking.live.settle()
        assert not card.hint.isVisible()

    run(scenario)


def test_containment_is_not_offered_again_after_a_start(run: Callable[[Scenario], None], tmp_path: Path) -> None:
    async def scenario(asking: Asking) -> None:
        services: Any = asking.live.services
        services.contain_fault = ""
        folder = (await services.projects.open(str(tmp_path))).path
        await services.projects.note_offer(folder)
        card = await asking.ask(request(asking.here, project=folder))
        assert card is not None
        assert not card.hint.isVisible()

    run(scenario)


def test_containment_that_cannot_work_is_not_offered(run: Callable[[Scenario], None], tmp_path: Path) -> None:
    async def scenario(asking: Asking) -> None:
        services: Any = asking.live.services
        folder = (await services.projects.open(str(tmp_path))).path
        card = await asking.ask(request(asking.here, project=folder))
        assert card is not None
        assert not card.hint.isVisible()
        assert not services.projects.was_offered(folder)

    run(scenario)


@pytest.mark.parametrize(
    ("name", "effect", "mode", "said"),
    [
        ("allow_exactly", Effect.ALLOW, None, "Will still ask: mode Ask"),
        ("allow_switch", Effect.ALLOW, ProjectMode.ALLOWLIST, "Will now run without asking"),
        ("deny_exactly", Effect.DENY, None, "Will now be blocked in every mode"),
    ],
)
def test_stored_rule_says_what_changes(
    run: Callable[[Scenario], None], tmp_path: Path, name: str, effect: Effect, mode: ProjectMode | None, said: str
) -> None:
    async def scenario(asking: Asking) -> None:
        told: list[str] = []
        asking.live.presenters.questions.toast_raised.connect(lambda toast: told.append(toast.text))
        card = await asking.ask(request(asking.here, project=str(tmp_path), exact_text="make all"))
        assert card is not None
        await asking.click(card, name)
        await asking.click(card, "store")
        assert told == []  # only the gate stores it
        rule = ProjectRule(RuleKind.COMMAND, "make all", effect)
        services: Any = asking.live.services
        await services.policies.add_rule(str(tmp_path), rule, with_mode=mode)
        await asking.live.settle()
        assert told == [said]
        await services.policies.note_use(str(tmp_path), rule)
        await asking.live.settle()
        assert told == [said]

    run(scenario)


def test_go_to_what_needs_you_leads_to_the_card_wherever_it_is(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        other = asking.here
        await asking.ask(request(other, "2"))
        asking.live.window.run_action("next_waiting")
        assert QApplication.focusWidget() is asking.card("ask_2")
        await asking.make()
        asking.live.window.centre.chat.composer.input.setFocus()
        asking.live.window.run_action("next_waiting")
        assert asking.here == other
        assert QApplication.focusWidget() is asking.card("ask_2")

    run(scenario)


def test_question_is_notified_as_the_setting_says(run: Callable[[Scenario], None]) -> None:
    async def scenario(asking: Asking) -> None:
        told: list[tuple[str, str, bool]] = []
        notifications = asking.live.presenters.notifications
        notifications.notified.connect(lambda one: told.append((one.conversation_id, one.state, one.has_sound)))
        await asking.ask(request(asking.here))
        assert told == [(asking.here, "Waiting for you", False)]
        await asking.live.services.preferences.change("notify_needs_you", "off")
        await asking.ask(request(asking.here, "2"))
        assert len(told) == 1

    run(scenario)
