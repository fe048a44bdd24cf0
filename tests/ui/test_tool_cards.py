"""Cards of calls: drawn from records alone, live and restored alike (U103, U111 to U114, U123, P135)."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

from qodev.types.messages import MessageState, Origin, StopReason, TextBlock, ToolResultBlock, ToolUseBlock
from qodev.types.questions import AnsweredBy, AnsweredQuestion, AnswerOption, CallState, QuestionKind
from qodev.types.tooling import CallVerb
from qodev.types.work_events import ToolProgressed
from qodev.ui.chat.card_frames import CardAct, Pressed, build_buttons
from qodev.ui.chat.card_heads import head_line, head_words
from qodev.ui.chat.transcript_view import TranscriptView
from qodev.ui.models.card_rows import CardKind, RowState, Say
from qodev.ui.models.tool_words import call_notes, group_text
from qodev.ui.models.transcript import TranscriptModel
from qodev.ui.models.transcript_live import LiveAnswers
from qodev.ui.models.transcript_words import card_text, sentence, turn_lines
from tests.ui.transcript_samples import (
    AT,
    answer,
    asked,
    call_events,
    committed,
    dialog,
    finished,
    live_events,
    page,
    queued,
    record,
    results,
    started,
    user,
)

_ALLOWED = AnsweredQuestion(QuestionKind.CONFIRM, AnswerOption.ALLOW_ONCE, AnsweredBy.USER, AT)
_DENIED = AnsweredQuestion(QuestionKind.PROMPT, AnswerOption.DENY_TELL, AnsweredBy.USER, AT, "not now")
_RULE = {"rule_path": "/p/.qodev/agents/reviewer.md", "rule_source": "profile"}
_PUSH = {"effect": "deny", "value": "deny", "stage": "command", "rule": "git push *", "rule_line": 6, "shown": ""}
_PATH = {"effect": "deny", "value": "deny", "stage": "path", "rule": "edit_paths", "rule_line": 8, "shown": ""}
_READ, _RUN, _EDIT = CallVerb.READ, CallVerb.RUN, CallVerb.PATCH
_STEPS = {
    "one": [record("k", _READ, "a.py")],
    "group": [record(f"k{i}", verb, f"x{i}") for i, verb in enumerate((_READ, _READ, _RUN))],
    "edits": [record("k1", _READ, "a.py"), record("k2", _EDIT, "a.py", is_unasked=True, files=("a.py",))],
    "failed": [record("k1", _READ, "a.py"), record("k2", _RUN, "false", CallState.FAILED, exit_code=1)],
    "refused": [
        record("k", _RUN, "git push", CallState.REFUSED, **_PUSH, **_RULE, sentence="The call is rejected."),
        record("k2", _EDIT, "b.py", CallState.REFUSED, **_PATH, **_RULE, sentence="It is outside."),
    ],
    "hidden": [record("k", CallVerb.CALL, "web", CallState.REFUSED, reason="hidden_tool", shown="", sentence="no")],
    "allowed": [
        record("k", _RUN, "npm test", answers=(_ALLOWED,), **{**_PUSH, "value": "ask", "shown": "ok"}, **_RULE)
    ],
    "denied": [
        record("k", _RUN, "rm x", CallState.REFUSED, answers=(_DENIED,), shown="", sentence="The user said no.")
    ],
    "stopped": [record("k", _RUN, "sleep 9", CallState.CANCELLED, shown="", sentence="The turn was stopped.")],
    "skill": [record("k", CallVerb.LOAD, "release", text="v2", facts=(("scope", "user"),), shown="# Do this")],
}


@pytest.fixture
def view(theme, qtbot):
    made = TranscriptView(TranscriptModel(), theme)
    qtbot.addWidget(made)
    made.resize(760, 700)
    made.show()
    return made


def _dialog(name, notices=()):
    records = _STEPS[name]
    return [user(1), asked(1, records), results(2, records, turn=1, notices=notices)]


def _events(messages, end=True):
    question, reply, given = messages
    events = [queued(question), started("t1"), *call_events(reply, given)]
    return [*events, finished("t1")] if end else events


def _rows(model, messages):
    model.show_page("c", page(messages))
    return model.rows


@pytest.mark.parametrize("name", _STEPS)
@pytest.mark.parametrize("size", [1, 4, 1000])
def test_live_and_restored_rows_are_equal(model, name, size):
    messages = _dialog(name, ["Stopped after 1 of 1 steps."] if name == "one" else ())
    events = _events(messages)
    for start in range(0, len(events), size):
        model.apply(events[start : start + size])
    live = model.rows
    assert live == _rows(model, messages)


@pytest.mark.parametrize("name", _STEPS)
def test_live_and_restored_pictures_are_equal(view, name):
    messages = _dialog(name)
    view.model.show_page("c", page([]))
    for event in _events(messages):
        view.model.apply([event])
    live = _picture(view)
    view.model.show_page("c", page(messages))
    assert live == _picture(view)


def _picture(view):
    view.setFocus()
    for _ in range(30):
        QApplication.processEvents()
    return view.viewport().grab().toImage()


@pytest.mark.parametrize("cut", range(4, 30, 3))
def test_a_conversation_that_is_opened_late_shows_the_calls_that_run(model, cut):
    first, second = _dialog("group"), _dialog("failed")
    again = [replace(second[1], id="a9"), replace(second[2], id="r9")]
    events = [*_events(first, end=False), *call_events(*again), finished("t1")]
    late, answers = TranscriptModel(), LiveAnswers()
    for event in events[:cut]:
        answers.take(event)
    stored = {}
    for event in events[:cut]:
        if hasattr(event, "message"):
            stored[event.message.id] = event.message
    model.apply(events[:cut])
    late.show_page("c", page(list(stored.values())), growing=answers.find("c"), calls=answers.find_calls("c"))
    assert [(r.kind, r.state, r.target, r.output) for r in late.rows] == [
        (r.kind, r.state, r.target, r.output) for r in model.rows
    ]
    for event in events[cut:]:
        late.apply([event])
    assert late.rows == _rows(model, [*first, *again])


def test_states_follow_the_executor(model):
    events = _events(_dialog("allowed"))
    words = []
    for event in events:
        model.apply([event])
        row = model.rows[-1]
        if row.kind is CardKind.TOOL and (not words or words[-1] != row.state):
            words.append(row.state)
    assert words == [RowState.WAITING, RowState.ASKING, RowState.WAITING, RowState.RUNNING, RowState.DONE]


def test_a_call_that_no_executor_knows_is_no_card(model):
    call = answer(1, blocks=(ToolUseBlock("k", "read_file", {"path": "a.py"}),), stop=StopReason.TOOL_CALLS)
    (_, row) = _rows(model, [user(1), call])
    assert (row.kind, sentence(row)) == (
        CardKind.NOTICE,
        "The model called read_file. qodev has no record that it ran.",
    )
    forged = replace(call, provider_data=results(2, [record("k", _READ, "a.py")], turn=1).provider_data)
    assert [row.kind for row in _rows(model, [user(1), forged])] == [CardKind.USER, CardKind.NOTICE]
    bare = user(2, blocks=(ToolResultBlock("k", "read_file", "text"),), origin=Origin.TOOL)
    (_, row) = _rows(model, [user(1), call, bare])
    assert (row.kind, row.say) == (CardKind.NOTICE, Say.UNRECORDED_RESULT)


def test_ids_that_come_again_belong_to_their_own_answers(model):
    first, second = [record("k", _READ, "a.py")], [record("k", _EDIT, "b.py")]
    messages = [user(1), asked(1, first), results(2, first, turn=1), asked(3, second), results(4, second, turn=3)]
    assert [row.target for row in _rows(model, messages) if row.kind is CardKind.TOOL] == ["a.py", "b.py"]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_pages_in_any_size_give_the_rows_of_one_page(model, size):
    messages = [user(0)]
    for number in range(1, 6):
        records = [record("k1", _READ, f"{number}.py"), record("k2", _RUN, "ls")]
        messages += [asked(number, records, text=""), results(number, records, turn=number)]
    whole = _rows(model, messages)
    assert [row.kind for row in whole][:2] == [CardKind.USER, CardKind.GROUP]
    pieces, start = TranscriptModel(), max(0, len(messages) - size)
    pieces.show_page("c", page(messages[start:], start))
    while pieces.has_older:
        end, start = start, max(0, start - size)
        pieces.prepend_page(page(messages[start:end], start))
    assert pieces.rows == whole


def test_neighbours_that_succeeded_make_a_group(model):
    records = [record(f"k{i}", _READ if i < 4 else _RUN, f"{i}") for i in range(6)]
    rows = _rows(model, [user(1), asked(1, records), results(2, records, turn=1)])
    (group,) = [row for row in rows if row.kind is CardKind.GROUP]
    assert group_text(group) == "Read 4 files, ran 2 commands"
    assert [row.group for row in rows if row.kind is CardKind.TOOL] == [group.key] * 6


@pytest.mark.parametrize(
    ("name", "position", "note"),
    [
        ("refused", 0, "Blocked by `git push *=deny` (reviewer.md:6)"),
        ("refused", 1, "Outside `edit_paths` (reviewer.md:8)"),
        ("hidden", 0, "Hidden tool; call refused"),
        ("edits", 1, "Applied without asking (Auto)"),
        ("stopped", 0, "The turn was stopped."),
    ],
)
def test_notes_say_what_decided(model, name, position, note):
    rows = [row for row in _rows(model, _dialog(name)) if row.kind is CardKind.TOOL]
    assert call_notes(rows[position])[0] == note


def test_an_answered_question_is_one_line(model):
    row = _rows(model, _dialog("allowed"))[-1]
    (line,) = call_notes(row)
    assert line.startswith("Allowed once by you · ")
    assert line.endswith("`git push *=ask` (reviewer.md:6)")
    (line,) = call_notes(_rows(model, _dialog("denied"))[-1])
    assert line.startswith("Denied by you · ")
    assert line.endswith("“not now”")


def test_heads_are_one_line(model):
    rows = {row.target: row for row in _rows(model, _dialog("failed"))}
    assert head_words(rows["a.py"], is_open=False) == ("Read", "a.py", "Done · 250 ms")
    assert head_words(rows["false"], is_open=False) == ("Run", "false", "Failed · exit code 1 · 250 ms")


def test_hidden_characters_are_marked(model):
    records = [record("k", _RUN, "echo \u202eevil", shown="a\u200bb\tc          d")]
    row = _rows(model, [user(1), asked(1, records), results(2, records, turn=1)])[-1]
    assert row.target == "echo ⟦U+202E⟧evil"
    assert row.output == "a⟦U+200B⟧b\tc          d"


def test_the_correction_of_an_imitated_result_is_not_the_users(model):
    correction = user(2, "No tool ran: your last message wrote a result itself.", origin=Origin.TOOL, id="r2")
    rows = _rows(model, [user(1), answer(1, provider_data={"notices": ["Unverified: no tool ran."]}), correction])
    assert [row.kind for row in rows[2:]] == [CardKind.NOTICE, CardKind.NOTICE]
    assert rows[2].text == "Unverified: no tool ran."
    assert rows[3].say is Say.CORRECTED


def test_only_the_last_notice_of_a_stopped_turn_offers_to_go_on(model):
    messages = _dialog("one", ["Stopped after 1 of 1 steps."])
    model.apply(_events(messages))
    assert model.rows[-1].offers_resume
    model.apply(live_events(user(5), answer(5)))
    assert not any(row.offers_resume for row in model.rows)


def test_the_footer_names_the_profile_and_tells_more_on_demand(model):
    kept = {"turn": {"profile": "reviewer", "scope": "project", "digest": "ab12", "model_from": "profile"}}
    first, second = (
        answer(0, provider_data={"turn": {"profile": "Build", "scope": "built-in"}}),
        answer(1, provider_data=kept),
    )
    rows = _rows(model, [user(0), first, user(1), second])
    assert [row.say for row in rows if row.kind is CardKind.DIVIDER] == [Say.PROFILE_CHANGED]
    assert rows[-1].footer.profile == "reviewer"
    assert turn_lines(rows[-1].footer)[:3] == (
        "Profile: reviewer (Project)",
        "Profile file, SHA-256: ab12",
        "Model: m-1 (from the profile)",
    )


# In the view.


def test_failed_and_refused_cards_open_themselves_and_done_ones_do_not(view):
    for name, is_open in (("one", False), ("failed", True), ("refused", True), ("skill", False)):
        view.model.show_page("c", page(_dialog(name)))
        assert view.stack.card(view.model.rowCount() - 1).is_open is is_open


def test_a_running_call_shows_the_end_of_its_output_and_lays_out_nothing_else(view):
    view.model.show_page("c", page(dialog(20)))
    question, reply, given = (replace(m, id=f"{m.id}.60", turn_id="t60") for m in _dialog("one"))
    ids = {"conversation_id": "c", "turn_id": "t60"}
    view.model.apply([queued(question), started("t60"), *call_events(reply, given)[:-2]])
    _picture(view)
    built = view.stack.cache.built
    for number in range(50):
        view.model.apply([ToolProgressed(**ids, call_id="k", text=f"line {number}")])
        QApplication.processEvents()
    card = view.stack.card(view.model.rowCount() - 1)
    assert card.is_open
    assert card.row.output.splitlines()[-1] == "line 49"
    assert len(card.row.output.splitlines()) <= 12
    assert view.stack.cache.built - built <= 60
    view.model.apply([committed(given), finished("t60")])
    assert not view.stack.card(view.model.rowCount() - 1).is_open


def test_a_group_hides_its_cards_until_it_is_opened(view):
    view.model.show_page("c", page(_dialog("group")))
    group = next(row for row in view.model.rows if row.kind is CardKind.GROUP)
    first = view.model.position_of(group.key) + 1
    assert [view.stack.is_shown(i) for i in range(first, first + 3)] == [False] * 3
    assert view.stack.heights.height(first) == 0
    view.toggle(group.key)
    assert [view.stack.is_shown(i) for i in range(first, first + 3)] == [True] * 3
    view.toggle(group.key)
    assert view.stack.heights.height(first) == 0


def test_a_card_that_somebody_opened_stays_in_view_when_its_neighbours_group(view):
    messages = _dialog("group")
    events = _events(messages)
    view.model.show_page("c", page([]))
    end = next(i for i, e in enumerate(events) if getattr(getattr(e, "record", None), "call_id", "") == "k0") + 1
    view.model.apply(events[:end])
    key = view.model.rows[-3].key
    view.toggle(key)
    view.model.apply(events[end:])
    assert view.stack.is_shown(view.model.position_of(key))
    assert view.stack.card(view.model.position_of(key)).is_open


def test_the_decision_is_shown_on_demand(view):
    view.model.show_page("c", page(_dialog("allowed")))
    key = view.model.rows[-1].key
    view.toggle(key)
    card = view.stack.card(view.model.rowCount() - 1)
    assert "Decided by" not in card.body.text
    view.on_card_pressed(Pressed(key, CardAct.DECISION, 0))
    assert "Rule: `git push *=ask` (reviewer.md:6)" in card.body.text
    view.model.show_page("c", page(_dialog("refused")))
    assert "Decided by: Command rules" in view.stack.card(2).body.text


def test_long_output_is_cut_to_head_and_tail(view):
    records = [record("k", _RUN, "seq", CallState.FAILED, shown="\n".join(str(i) for i in range(5000)))]
    view.model.show_page("c", page([user(1), asked(1, records), results(2, records, turn=1)]))
    card = view.stack.card(view.model.rowCount() - 1)
    shown = "\n".join(segment.text for segment in card.body.segments).split("\n")
    assert len(shown) <= 402
    assert (shown[0], shown[-1]) == ("0", "4999")
    _picture(view)
    frame = view.frames.find(card.row.key)
    assert frame is not None
    view.verticalScrollBar().setValue(0)


def test_guidance_is_marked(view):
    view.model.show_page("c", page(_dialog("skill")))
    row = view.model.rows[-1]
    assert row.object_name == "card.skill:a1.k"
    assert head_words(row, is_open=False)[:2] == ("Guidance from skill", "release")
    view.toggle(row.key)
    text = view.stack.card(view.model.rowCount() - 1).body.text
    assert text.startswith("Guidance from a skill file. It grants no permission. Scope: User Arguments: v2")
    assert text.endswith("# Do this")


def test_applied_changes_can_be_reviewed_and_taken_back_from_their_cards(view, qtbot):
    view.model.show_page("c", page(_dialog("edits")))
    row = view.model.rows[-1]
    for act, wish in ((CardAct.REVIEW, view.review_requested), (CardAct.UNDO, view.undo_requested)):
        with qtbot.waitSignal(wish) as asked_for:
            view.on_card_pressed(Pressed(row.key, act, 0))
        assert asked_for.args == ["k2"]


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("is_open", [False, True])
def test_the_buttons_of_a_head_leave_its_words_alone_at_any_text_size(view, theme, scale, is_open):
    theme.set_text_scale(scale)
    view.model.show_page("c", page(_dialog("edits")))
    card = view.stack.card(view.model.rowCount() - 1)
    card.set_open(is_open=is_open)
    line = head_line(card)
    buttons = [spec.rect for spec in build_buttons(card, QRect(0, 0, 760, 700)) if spec.rect.top() < line.bottom()]
    assert len(buttons) == (4 if is_open else 3)
    assert line.right() <= min(button.left() for button in buttons)
    theme.set_text_scale(1.0)


def test_a_thousand_cards_stay_virtual(view):
    messages = [user(0)]
    for number in range(1, 1001):
        records = [record("k", _RUN, f"make {number}", answers=(_ALLOWED,))]
        messages += [asked(number, records, text=""), results(number, records, turn=number)]
    view.model.show_page("c", page(messages))
    _picture(view)
    assert view.model.rowCount() == 1001
    assert view.stack.cache.built <= 40
    assert len(view.frames) <= 40
    built = view.stack.cache.built
    question, reply, given = (replace(m, id=f"{m.id}.late", turn_id="t2000") for m in _dialog("one"))
    view.model.apply([queued(question), started("t2000"), *call_events(reply, given), finished("t2000")])
    _picture(view)
    assert view.stack.cache.built - built <= 10


def test_everything_of_a_card_can_be_copied(model):
    row = next(row for row in _rows(model, _dialog("refused")) if row.kind is CardKind.TOOL)
    assert card_text(row).splitlines()[:2] == ["Run git push", "Blocked by `git push *=deny` (reviewer.md:6)"]


def test_a_turn_that_ends_without_a_record_shows_no_card_for_it(model):
    events = _events(_dialog("one"))
    model.apply([*events[:-4], finished("t1")])
    assert not any(row.kind is CardKind.TOOL for row in model.rows)
    assert not any(row.state.is_live for row in model.rows)
    assert model.rows == _rows(model, [user(1), asked(1, _STEPS["one"])])


def test_partial_answers_stay_partial(model):
    stored = answer(1, "half", state=MessageState.PARTIAL, stop=None, blocks=(TextBlock("half"),))
    assert _rows(model, [user(1), stored])[-1].state is RowState.INTERRUPTED
