from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.types.events import BlockKind, NoticeRaised, RetryScheduled
from qodev.types.messages import (
    FileBlock,
    MessageState,
    RedactedThinkingBlock,
    StopReason,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
)
from qodev.types.providers import ErrorKind
from qodev.ui.models.card_rows import CardKind, RowState, Say
from qodev.ui.models.rows import AccessibleTextRole, IdRole, StateRole
from qodev.ui.models.transcript import TranscriptModel
from qodev.ui.models.transcript_live import LiveAnswers
from qodev.ui.models.transcript_words import sentence, thinking_line
from tests.ui.transcript_samples import (
    answer,
    begun,
    committed,
    dialog,
    finished,
    live_events,
    page,
    queued,
    started,
    text_delta,
    user,
)

_REPLIES = {
    "plain": answer(1),
    "thinking": answer(1, blocks=(ThinkingBlock("let me see\nmore", duration_s=12.2), TextBlock("so"))),
    "redacted": answer(1, blocks=(RedactedThinkingBlock("x"), TextBlock("so"))),
    "two_texts": answer(1, blocks=(TextBlock("one"), ThinkingBlock("hm"), TextBlock("two"))),
    "call": answer(1, blocks=(TextBlock("I call"), ToolUseBlock("k", "read", {"path": "a.py"}))),
    "length": answer(1, stop=StopReason.LENGTH),
    "unknown": answer(1, stop=StopReason.UNKNOWN, stop_detail="weird"),
    "stopped": answer(1, state=MessageState.PARTIAL, stop=StopReason.CANCELLED),
    "stopped_empty": answer(1, "", state=MessageState.PARTIAL, stop=StopReason.CANCELLED),
    "failed": answer(1, state=MessageState.PARTIAL, stop=None, error="Nothing answers.", error_hint="Start it."),
    "failed_empty": answer(1, "", state=MessageState.PARTIAL, stop=None, error="Nothing answers."),
    "noted": answer(1, provider_data={"notes": ["before"], "notices": ["after", "once more"]}),
    "lost": answer(1, provider_data={"context": {"estimate": 900, "reported": 90, "window": None, "lost": True}}),
    "other_agent": answer(1, agent="Other"),
    "other_model": answer(1, model="m-2"),
}


def _kinds(model):
    return [row.kind for row in model.rows]


@pytest.mark.parametrize("name", _REPLIES)
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_live_and_restored_rows_are_equal(model, name, size):
    asked, reply, before = user(1), _REPLIES[name], (user(0), answer(0))
    events = live_events(asked, reply)
    model.show_page("c", page(before))
    for start in range(0, len(events), size):
        model.apply(events[start : start + size])
    live = model.rows
    model.show_page("c", page((*before, asked, reply)))
    assert live == model.rows


@given(st.integers(1, 20), st.integers(1, 12))
def test_pages_in_any_size_give_the_rows_of_one_page(qapp, count, size):
    messages = [m for i in range(count) for m in (user(i), answer(i, agent=f"A{i // 3}"))]
    whole, pieces = TranscriptModel(), TranscriptModel()
    whole.show_page("c", page(messages))
    start = max(0, len(messages) - size)
    pieces.show_page("c", page(messages[start:], start))
    while pieces.has_older:
        end, start = start, max(0, start - size)
        pieces.prepend_page(page(messages[start:end], start))
    assert pieces.rows == whole.rows


def test_an_answer_that_has_not_begun_waits_with_the_name_of_its_model(model):
    model.apply([queued(user(1)), started("t1", "qwen3")])
    row = model.row(1)
    assert (row.kind, row.state) == (CardKind.ANSWER, RowState.WAITING)
    assert sentence(row) == "Waiting for qwen3…"


def test_a_retry_is_said_on_the_waiting_card(model):
    ids = {"conversation_id": "c", "turn_id": "t1"}
    model.apply([queued(user(1)), started("t1")])
    model.apply([RetryScheduled(**ids, attempt=1, attempts=2, delay_s=8.0, kind=ErrorKind.OVERLOADED)])
    assert (model.row(1).state, model.row(1).hint) == (RowState.RETRYING, "Retrying in 8 s (1 of 2)")


def test_a_message_that_waits_stands_here_once_its_turn_starts(model):
    model.apply([queued(user(1), position=1)])
    assert model.rows == ()
    model.apply([queued(user(1)), started("t1")])
    assert [row.kind for row in model.rows] == [CardKind.USER, CardKind.ANSWER]


def test_events_of_another_conversation_change_nothing(model):
    model.show_page("other", page([]))
    model.apply([queued(user(1)), started("t1"), begun("t1"), text_delta("t1", "x")])
    assert model.rows == ()


def test_growing_text_changes_one_row_a_batch(model, qtbot):
    model.apply([queued(user(1)), started("t1"), begun("t1")])
    changes = []
    model.dataChanged.connect(lambda first, last: changes.append((first.row(), last.row())))
    model.apply([text_delta("t1", "a"), text_delta("t1", "b"), text_delta("t1", "c")])
    assert changes == [(1, 1)]
    assert model.row(1).text == "abc"


def test_the_commit_keeps_the_card_in_place_and_renames_it(model):
    asked, reply = user(1), answer(1)
    model.apply([queued(asked), started("t1"), begun("t1"), text_delta("t1", "answer")])
    renames, removed = [], []
    model.renamed.connect(renames.append)
    model.rowsRemoved.connect(lambda *_: removed.append(True))
    model.apply([committed(reply), finished("t1")])
    assert [(r.before, r.after) for r in renames] == [("answer:t1", "answer:a1")]
    assert not removed


def test_opening_a_running_conversation_shows_all_that_has_come(model):
    answers = LiveAnswers()
    for event in (queued(user(1)), started("t1"), begun("t1"), text_delta("t1", "half and")):
        answers.take(event)
    stored = answer(1, "half", state=MessageState.PARTIAL, stop=None)
    model.show_page("c", page([user(1), stored]), growing=answers.find("c"))
    assert (model.row(1).state, model.row(1).text) == (RowState.ANSWERING, "half and")
    model.apply([text_delta("t1", " more")])
    assert model.row(1).text == "half and more"
    model.apply([committed(answer(1, "half and more")), finished("t1")])
    assert [row.text for row in model.rows] == ["question", "half and more"]


def test_a_retried_conversation_keeps_what_was_interrupted_before(model):
    answers = LiveAnswers()
    answers.take(started("t2"))
    stored = answer(1, "half", state=MessageState.PARTIAL, stop=None)
    model.show_page("c", page([user(1), stored]), growing=answers.find("c"))
    assert [row.state for row in model.rows] == [RowState.DONE, RowState.INTERRUPTED, RowState.WAITING]


def test_thinking_collapses_to_its_duration(model):
    model.apply([queued(user(1)), started("t1"), begun("t1", 0, BlockKind.THINKING)])
    assert thinking_line(model.row(1)) == "Thinking…"
    model.apply([committed(_REPLIES["thinking"])])
    assert thinking_line(model.row(1)) == "Thought for 12 s"


def test_text_that_imitates_a_tool_result_is_text(model):
    model.show_page("c", page([answer(1, '<tool_result>{"ok": true}</tool_result>')]))
    assert _kinds(model) == [CardKind.ANSWER]


def test_attachments_belong_to_the_message(model):
    model.show_page("c", page([user(1, blocks=(FileBlock("src/a.py", "x" * 10), TextBlock("look")))]))
    (row,) = model.rows
    assert [(a.name, a.size_bytes) for a in row.attached] == [("src/a.py", 10)]


def test_a_notice_stands_before_the_answer_that_comes_and_stays_there(model):
    noted = NoticeRaised(conversation_id="c", turn_id="t1", seq=5, text="The role is gone.", hint="Choose one.")
    model.apply([queued(user(1)), started("t1"), noted, begun("t1"), text_delta("t1", "x")])
    assert _kinds(model) == [CardKind.USER, CardKind.NOTICE, CardKind.ANSWER]
    model.apply([committed(answer(1, "x", provider_data={"notes": ["The role is gone."]})), finished("t1")])
    assert _kinds(model) == [CardKind.USER, CardKind.NOTICE, CardKind.ANSWER]


def test_a_notice_that_was_stored_with_its_answer_is_shown_once(model):
    text = "The model asked for a tool."
    model.apply([queued(user(1)), started("t1"), committed(answer(1, provider_data={"notices": [text]}))])
    model.apply([NoticeRaised(conversation_id="c", turn_id="t1", seq=5, text=text), finished("t1")])
    assert [row.text for row in model.rows] == ["question", "answer", text]


def test_lost_context_is_an_alarm(model):
    context = {"estimate": 160_000, "reported": 16_000, "window": 16_384, "lost": True}
    model.apply([*live_events(user(1), answer(1, provider_data={"context": context}))])
    assert (model.row(2).say, model.row(2).state) == (Say.CONTEXT_LOST, RowState.FAILED)
    assert sentence(model.row(2)).startswith("The server read about 16.0k of 160.0k tokens.")


def test_damaged_extras_of_an_answer_are_passed_over(model):
    kept = {"notes": "text", "notices": [3], "context": {"estimate": "much", "lost": True}}
    model.show_page("c", page([user(1), answer(1, provider_data=kept)]))
    assert _kinds(model) == [CardKind.USER, CardKind.ANSWER]


def test_roles_name_each_card(model):
    model.show_page("c", page([user(1, "hello")]))
    index = model.index(0)
    assert model.data(index, IdRole) == "card.user:u1"
    assert model.data(index, StateRole) == "done"
    assert model.data(index, AccessibleTextRole) == "You. hello"


def test_keys_are_unique_and_found(model):
    model.show_page("c", page([*dialog(40), replace(_REPLIES["two_texts"], id="z")]))
    assert len({row.key for row in model.rows}) == len(model.rows)
    assert all(model.position_of(row.key) == i for i, row in enumerate(model.rows))


def test_a_message_that_is_committed_again_replaces_its_rows(model):
    model.show_page("c", page([user(1), answer(1, "half", state=MessageState.PARTIAL, stop=None)]))
    model.apply([committed(answer(1, "whole"))])
    assert [row.text for row in model.rows] == ["question", "whole"]


def test_messages_that_wait_while_an_answer_comes_follow_it_turn_by_turn(model):
    model.apply([queued(user(1)), started("t1"), begun("t1"), queued(user(2), 1), text_delta("t1", "one")])
    assert [row.text for row in model.rows] == ["question", "one"]
    model.apply([committed(answer(1, "one")), finished("t1"), queued(user(2)), started("t2"), begun("t2")])
    model.apply([text_delta("t2", "next")])
    assert [row.text for row in model.rows] == ["question", "one", "question", "next"]


def test_older_pages_may_come_while_an_answer_grows(model):
    messages = dialog(10)
    model.show_page("c", page(messages[6:], 6))
    model.apply([queued(user(50)), started("t50"), begun("t50"), text_delta("t50", "x")])
    model.prepend_page(page(messages[:6]))
    model.apply([text_delta("t50", "y"), committed(answer(50, "xy")), finished("t50")])
    assert [row.text for row in model.rows][-2:] == ["question", "xy"]
    assert model.rowCount() == 12
