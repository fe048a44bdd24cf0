"""Cards as pictures and as text: live and restored alike, in both themes and at all sizes (U103)."""

import pytest
from PySide6.QtWidgets import QApplication

from qodev.types.messages import FileBlock, MessageState, StopReason, TextBlock, ThinkingBlock
from qodev.ui.chat.cards import CardPaints, Place
from qodev.ui.chat.transcript_view import TranscriptView
from qodev.ui.kit.theme import Appearance
from qodev.ui.models.card_rows import Footer
from qodev.ui.models.transcript import TranscriptModel
from qodev.ui.models.transcript_words import cost_text, count_text, duration_text, footer_text, size_text
from tests.ui.transcript_samples import AT, answer, live_events, page, user

_TEXT = "# Title\n\nText **bold**, *italic*, `code`.\n\n1. one\n   - two\n\n```py\nx = 1\n```\n\n| a | b |\n|--|--|\n| 1 | 2 |"
_REPLIES = {
    "text": answer(1, _TEXT),
    "thinking": answer(1, blocks=(ThinkingBlock("hm", duration_s=12.0), TextBlock("so"))),
    "stopped": answer(1, "half", state=MessageState.PARTIAL, stop=StopReason.CANCELLED),
    "failed": answer(1, "half", state=MessageState.PARTIAL, stop=None, error="No answer.", error_hint="Start it."),
    "length": answer(1, stop=StopReason.LENGTH),
}


@pytest.fixture
def view(theme, qtbot):
    made = TranscriptView(TranscriptModel(), theme)
    qtbot.addWidget(made)
    made.resize(760, 700)
    made.show()
    return made


def _picture(view):
    view.setFocus()
    for _ in range(30):
        QApplication.processEvents()
    return view.viewport().grab().toImage()


@pytest.mark.parametrize("name", _REPLIES)
def test_live_and_restored_pictures_are_equal(view, name):
    asked, reply = user(1, blocks=(FileBlock("a.py", "x"), TextBlock("question"))), _REPLIES[name]
    view.model.show_page("c", page([]))
    for event in live_events(asked, reply):
        view.model.apply([event])
    live = _picture(view)
    view.model.show_page("c", page([asked, reply]))
    assert live == _picture(view)


@pytest.mark.parametrize("appearance", [Appearance.LIGHT, Appearance.DARK])
def test_cards_are_drawn_in_the_colours_of_the_theme(view, theme, appearance):
    theme.set_appearance(appearance)
    view.model.show_page("c", page([user(1), answer(1)]))
    picture = _picture(view)
    probe = view.card("card.user:u1").rect
    assert picture.pixelColor(2, 2).name() == theme.color("surface").name()
    assert picture.pixelColor(probe.left() + 30, probe.bottom() - 4).name() == theme.color("user_bg").name()


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("width", [480, 760, 1400])
def test_the_column_fits_the_view_at_any_size(view, theme, scale, width):
    theme.set_text_scale(scale)
    view.resize(width, 700)
    view.model.show_page("c", page([user(1, "word " * 200), answer(1, _TEXT)]))
    card = view.stack.card(1)
    assert view.column_left() >= 0
    assert view.column_left() + view.stack.room.width <= view.viewport().width()
    for index in range(len(card.body.segments)):
        for block in card.body.layout(index).blocks:
            assert block.left + block.width <= card.body.room.width
    theme.set_text_scale(1.0)


def test_marks_of_a_search_change_the_picture_and_go_again(view, theme):
    from qodev.ui.chat.shapes import Paint

    view.model.show_page("c", page([answer(1, "one two three")]))
    before = _picture(view)
    paints = CardPaints()
    paints.add("answer:a1", 0, Paint(4, 7, theme.color("accent"), theme.color("on_accent")))
    view.set_found(paints)
    assert _picture(view) != before
    view.set_found(None)
    assert _picture(view) == before


def test_a_card_without_text_has_no_places(view):
    view.model.show_page("c", page([answer(1), answer(2, agent="Other")]))
    divider = view.stack.card(1)
    assert divider.place_at(10, 10) is None
    assert view.stack.card(0).place_at(0, divider.gap) == Place("answer:a1", 0, 0)


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.25, "250 ms"), (1, "1.0 s"), (12.2, "12 s"), (95, "1 min 35 s"), (3600, "60 min 0 s")]
)
def test_durations_have_units(qapp, seconds, text):
    assert duration_text(seconds) == text


def test_numbers_are_short(qapp):
    assert [count_text(n) for n in (940, 12_400, 1_200_000)] == ["940", "12.4k", "1.2M"]
    assert [size_text(n) for n in (940, 12_400, 1_600_000)] == ["940 bytes", "12.4 kB", "1.6 MB"]


def test_a_footer_leaves_out_what_is_not_known(qapp):
    assert footer_text(Footer("Chat", "", AT)).startswith("Chat · ")
    assert footer_text(Footer("Chat", "m", AT, 1.5, 10, 20)).endswith(" · 1.5 s · 10 in, 20 out")


@pytest.mark.parametrize(
    ("prices", "text"),
    [
        ((("m", 3.0, 15.0),), "cost 0.0060"),
        ((("m", 1000.0, 20000.0),), "cost 5.00"),
        ((("m", 0.0, 0.0),), "cost 0.00"),
        ((("other", 3.0, 15.0),), ""),
        ((), ""),
    ],
)
def test_cost_is_said_for_models_with_a_price_alone(prices, text):
    footer = Footer("Chat", "m", AT, 1.5, 1000, 200)
    assert cost_text(footer, prices) == text
    assert footer_text(footer, prices).endswith(text or "200 out")
