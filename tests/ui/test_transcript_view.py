"""The transcript by intent: scroll it, read it, select, copy, click, and watch what it costs (U105 to U111)."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QToolButton

from qodev.types.messages import MessageState, TextBlock, ThinkingBlock
from qodev.ui.chat.bodies import LAYOUT_LIMIT
from qodev.ui.chat.markdown import MarkdownReader
from qodev.ui.chat.transcript_view import TranscriptView
from qodev.ui.kit.theme import Appearance
from qodev.ui.models.transcript import TranscriptModel
from tests.ui.transcript_samples import (
    answer,
    begun,
    committed,
    dialog,
    failed,
    finished,
    page,
    queued,
    started,
    text_delta,
    user,
)


@pytest.fixture
def view(theme, qtbot):
    MarkdownReader()  # the program imports the parser in a worker before it is needed
    made = TranscriptView(TranscriptModel(), theme)
    qtbot.addWidget(made)
    made.resize(760, 600)
    made.show()
    QApplication.processEvents()
    return made


def _show(view, messages, first=0):
    view.model.show_page("c", page(messages, first))
    QApplication.processEvents()


def _top_row(view):
    position = view.row_under(QPoint(100, 0))
    return view.model.row(position).key, view.stack.offset_of(position) - view.verticalScrollBar().value()


def _begin(view, text=""):
    view.model.apply([queued(user(99)), started("t99"), begun("t99"), text_delta("t99", text or "start\n\n")])


def test_opening_shows_the_end(view):
    _show(view, dialog(100))
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum() > 0
    assert view.is_following


def test_ten_thousand_messages_cost_few_layouts_and_widgets(view):
    _show(view, dialog(10_000))
    assert view.stack.cache.built < 120
    assert len(view.frames) <= 30
    bar = view.verticalScrollBar()
    for value in range(bar.maximum(), bar.maximum() - 20_000, -1000):
        bar.setValue(value)
    assert len(view.stack.cache) <= LAYOUT_LIMIT
    assert len(view.viewport().findChildren(QToolButton)) < 120


def test_new_text_never_moves_what_is_read(view):
    _show(view, dialog(60))
    _begin(view)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    before = _top_row(view)
    for number in range(30):
        view.model.apply([text_delta("t99", f"line {number} of more text\n\n")])
    assert _top_row(view) == before
    assert view.jump_button.isVisible()


def test_new_text_is_followed_at_the_bottom(view):
    _show(view, dialog(60))
    _begin(view)
    for number in range(30):
        view.model.apply([text_delta("t99", f"line {number} of more text\n\n")])
        assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()
    assert not view.jump_button.isVisible()


def test_growing_answer_is_not_followed_when_scrolling_is_off(view, qtbot):
    _show(view, dialog(60))
    view.set_keeps_scrolling(keeps=False)
    _begin(view)
    before = _top_row(view)
    for number in range(30):
        view.model.apply([text_delta("t99", f"line {number} of more text\n\n")])
    assert _top_row(view) == before
    assert view.jump_button.isVisible()
    view.set_keeps_scrolling(keeps=True)
    qtbot.mouseClick(view.jump_button, Qt.MouseButton.LeftButton)
    view.model.apply([text_delta("t99", "more\n\n" * 9)])
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()


def test_jump_to_latest_follows_again(view, qtbot):
    _show(view, dialog(60))
    _begin(view)
    view.verticalScrollBar().setValue(0)
    view.model.apply([text_delta("t99", "more\n\n")])
    qtbot.mouseClick(view.jump_button, Qt.MouseButton.LeftButton)
    assert view.is_following
    assert not view.jump_button.isVisible()


def test_older_pages_come_without_a_jump(view):
    messages = dialog(100)
    _show(view, messages[50:], 50)
    view.verticalScrollBar().setValue(30)
    before = view.card("card.user:u25").rect.top()
    view.model.prepend_page(page(messages[:50], 0))
    assert view.card("card.user:u25").rect.top() == before


def test_scrolling_up_asks_for_older_messages_once(view, qtbot):
    _show(view, dialog(60), 50)
    asked = []
    view.older_requested.connect(lambda: asked.append(True))
    view.verticalScrollBar().setValue(10)
    view.verticalScrollBar().setValue(0)
    assert len(asked) == 1
    assert view.older_button.isVisible()


def test_corrected_heights_do_not_move_the_reader(view):
    _show(view, dialog(400, "word " * 300))
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    before = _top_row(view)
    QTest.qWait(60)
    assert _top_row(view) == before


def test_finished_blocks_are_laid_out_once(view):
    _show(view, [])
    _begin(view, "first **block**\n\n```py\nx = 1\n```\n\nsecond\n\n")
    built = view.stack.cache.built
    for word in range(50):
        view.model.apply([text_delta("t99", f"word{word} ")])
    assert view.stack.cache.built - built <= 51


def test_a_committed_answer_keeps_its_layouts(view):
    _show(view, [])
    text = "first **block**\n\nsecond\n\nthird"
    _begin(view, text)
    built = view.stack.cache.built
    view.model.apply([committed(answer(99, text)), finished("t99")])
    assert view.stack.cache.built == built


def test_selection_over_blocks_and_cards_copies_markdown(view):
    _show(view, [user(1, "why?"), answer(1, "Because **it** is.\n\n```py\nx = 1\n```"), user(2, "thanks")])
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert copied == "why?\n\nBecause **it** is.\n\n```py\nx = 1\n```\n\nthanks"


def test_plain_copy_has_the_words_alone(view):
    _show(view, [answer(1, "Because **it** is `so`.")])
    view.select_all()
    view.copy_plain()
    assert QGuiApplication.clipboard().text() == "Because it is so."


def _drag(view, start, end):
    def send(kind, point, buttons):
        where = QPointF(point)
        event = QMouseEvent(
            kind,
            where,
            QPointF(view.viewport().mapToGlobal(point)),
            Qt.MouseButton.LeftButton if kind is not QEvent.Type.MouseMove else Qt.MouseButton.NoButton,
            buttons,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(view.viewport(), event)

    send(QEvent.Type.MouseButtonPress, start, Qt.MouseButton.LeftButton)
    send(QEvent.Type.MouseMove, end, Qt.MouseButton.LeftButton)
    send(QEvent.Type.MouseButtonRelease, end, Qt.MouseButton.NoButton)


def test_dragging_selects_part_of_a_block_with_its_marks(view):
    _show(view, [answer(1, "one **two** three")])
    card = view.stack.card(0)
    layout = card.body.layout(0)
    rects = layout.rects(4, 7)
    origin = QPoint(view.column_left() + card.left, view.stack.offset_of(0) + card.segment_top(0))
    left = origin + rects[0].center().toPoint() - QPoint(round(rects[0].width() / 2), 0)
    _drag(view, left, left + QPoint(round(rects[0].width()), 0))
    assert view.selection.markdown() == "**two**"
    assert view.selection.plain() == "two"


def test_a_selection_survives_streaming(view):
    _show(view, [answer(1, "one two three")])
    view.select_all()
    before = view.selection.markdown()
    _begin(view)
    view.model.apply([text_delta("t99", "more\n\n")])
    assert view.selection.markdown() == before


def test_code_buttons_copy_wrap_and_save_exactly_the_code(view, qtbot):
    code = "\n".join(f"line {i}\t= '{'x' * 200}'" for i in range(90)) + "\n"
    _show(view, [answer(1, f"see\n\n```py\n{code}\n```\n")])
    view.verticalScrollBar().setValue(0)
    QApplication.processEvents()
    card = view.viewport().findChild(object, "card.answer:a1")
    copy_button = card.findChild(QToolButton, "code.copy")
    qtbot.mouseClick(copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == code
    height = view.stack.card(0).height
    qtbot.mouseClick(card.findChild(QToolButton, "code.wrap"), Qt.MouseButton.LeftButton)
    assert view.stack.card(0).height > height
    with qtbot.waitSignal(view.code_save_requested) as saved:
        qtbot.mouseClick(card.findChild(QToolButton, "code.save"), Qt.MouseButton.LeftButton)
    assert saved.args == [code, "py"]


def test_thinking_opens_and_closes(view, qtbot):
    _show(view, [answer(1, blocks=(ThinkingBlock("hidden thought"), TextBlock("so")))])
    card = view.viewport().findChild(object, "card.thinking:a1")
    toggle = card.findChild(QToolButton, "card.toggle")
    closed = view.card("card.thinking:a1").rect.height()
    qtbot.mouseClick(toggle, Qt.MouseButton.LeftButton)
    assert view.card("card.thinking:a1").rect.height() > closed
    qtbot.mouseClick(toggle, Qt.MouseButton.LeftButton)
    assert view.card("card.thinking:a1").rect.height() == closed


def test_a_failed_answer_offers_retry(view, qtbot):
    _show(view, [user(1), answer(1, "", state=MessageState.PARTIAL, stop=None, error="Nothing answers.")])
    card = view.viewport().findChild(object, "card.error:a1")
    with qtbot.waitSignal(view.retry_requested) as asked:
        qtbot.mouseClick(card.findChild(QToolButton, "notice.action"), Qt.MouseButton.LeftButton)
    assert asked.args == ["t1"]


def test_a_failed_answer_leads_to_the_provider_that_was_asked(view, qtbot):
    _show(view, [user(1), answer(1, "", agent="Mine", stop=None, error="Nothing answers.")])
    card = view.viewport().findChild(object, "card.error:a1")
    retry, provider = (card.findChild(QToolButton, f"notice.action{end}") for end in ("", ":provider"))
    assert card.rect().contains(provider.geometry())
    assert not provider.geometry().intersects(retry.geometry())
    assert provider.width() >= provider.sizeHint().width()
    with qtbot.waitSignal(view.provider_requested) as asked:
        qtbot.mouseClick(provider, Qt.MouseButton.LeftButton)
    assert asked.args == ["Mine"]


def test_a_failure_before_any_agent_was_known_names_no_provider(view):
    _show(view, [])
    view.model.apply([queued(user(1)), failed("t1", "No agent fits.")])
    QApplication.processEvents()
    assert view.frames.find(view.model.row(1).key).action_names() == ("notice.action",)


def test_a_turn_that_failed_without_an_answer_knows_its_agent(view):
    _show(view, [])
    view.model.apply([queued(user(1)), started("t1"), failed("t1", "Nothing answers.")])
    assert view.model.row(1).subject == started("t1").agent


def _link_point(view):
    from qodev.ui.chat.links import visible_links

    link = next(visible_links(view))
    return link.rects[0].center().toPoint()


def test_a_link_that_says_its_address_opens_on_click(view, qtbot):
    _show(view, [answer(1, "see https://example.org now")])
    with qtbot.waitSignal(view.link_activated) as opened:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=_link_point(view))
    assert opened.args == ["https://example.org"]


def test_a_link_with_other_words_shows_its_target_first(view, qtbot):
    _show(view, [answer(1, "see [your bank](https://evil.example) now")])
    opened = []
    view.link_activated.connect(opened.append)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=_link_point(view))
    menu = QApplication.activePopupWidget()
    assert menu.actions()[0].text() == "https://evil.example"
    assert not opened
    next(a for a in menu.actions() if a.text() == "Open link").trigger()
    menu.close()
    assert opened == ["https://evil.example"]


def test_tab_walks_the_links_and_enter_opens(view, qtbot):
    _show(view, [answer(1, "https://a.example and https://b.example")])
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Tab)
    QTest.keyClick(view, Qt.Key.Key_Tab)
    with qtbot.waitSignal(view.link_activated) as opened:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert opened.args == ["https://b.example"]


def test_shift_page_keys_go_from_prompt_to_prompt(view):
    _show(view, dialog(40, "text\n\n" * 12))
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ShiftModifier)
    first = _top_row(view)
    QTest.keyClick(view, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ShiftModifier)
    second = _top_row(view)
    assert first[0].startswith("user:")
    assert second[0].startswith("user:")
    assert (first[1], second[1]) == (0, 0)
    QTest.keyClick(view, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ShiftModifier)
    assert _top_row(view) == first


def test_home_and_end_go_to_the_ends(view):
    _show(view, dialog(40))
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.verticalScrollBar().value() == 0
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.is_following


def test_shift_arrows_select_cards(view):
    _show(view, [user(1, "a"), answer(1, "b"), user(2, "c")])
    view.setFocus()
    for _ in range(3):
        QTest.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert view.selection.markdown() == "a\n\nb\n\nc"


def test_the_menu_of_a_card_shows_the_request(view, qtbot):
    _show(view, [user(1), answer(1)])
    card = view.viewport().findChild(object, "card.answer:a1")
    qtbot.mouseClick(card.findChild(QToolButton, "card.menu"), Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()
    with qtbot.waitSignal(view.request_view_requested) as asked:
        next(a for a in menu.actions() if a.text() == "View request").trigger()
    menu.close()
    assert asked.args == ["t1"]


def test_a_long_part_shows_head_and_tail(view, qtbot):
    text = "\n\n".join(f"paragraph {i} of a long answer" for i in range(8000))
    _show(view, [answer(1, text)])
    body = view.stack.card(0).body
    assert body.gap is not None
    shown = "\n".join(segment.text for segment in body.segments)
    assert "paragraph 0 " in shown
    assert "paragraph 7999 " in shown
    assert len(shown) < 80_000
    view.show_row(0, segment=body.gap.segment, delta=-200)
    QApplication.processEvents()
    button = view.viewport().findChild(QToolButton, "card.show_all")
    assert button.text() == "Show all (262.9 kB)"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    window = view.findChild(QDialog, "card.full_text")
    assert window.findChild(QPlainTextEdit).toPlainText() == text
    window.close()


def test_cards_are_named_for_screen_readers(view):
    _show(view, [user(1, "hello"), answer(1, "hi **there**")])
    card = view.viewport().findChild(object, "card.answer:a1")
    assert card.accessibleName() == "Answer, m-1, Done"
    assert card.accessibleDescription() == "hi **there**"


def test_a_probe_tells_of_cards_out_of_view(view):
    _show(view, dialog(200))
    probe = view.card("card.user:u0")
    assert (probe.kind, probe.object_name, probe.text, probe.actions) == ("user", "card.user:u0", "question 0", ())
    assert probe.rect.bottom() < 0


def test_a_new_theme_and_size_keep_the_place(view, theme):
    _show(view, dialog(100))
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    key = _top_row(view)[0]
    theme.set_appearance(Appearance.DARK)
    theme.set_text_scale(1.5)
    assert _top_row(view)[0] == key
    theme.set_text_scale(1.0)


def test_thinking_can_be_hidden_and_shown(view):
    _show(view, [answer(i, blocks=(ThinkingBlock("thought"), TextBlock("so"))) for i in range(3)])
    whole = view.stack.total
    view.set_shows_thinking(shows=False)
    assert view.viewport().findChild(object, "card.thinking:a1").isHidden()
    assert view.stack.total < whole
    view.set_shows_thinking(shows=True)
    assert view.stack.total == whole


def test_a_card_chosen_by_keys_is_read_out(view):
    _show(view, [user(1, "hello"), answer(1, "hi")])
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert view.accessibleDescription() == "Answer, m-1, Done. hi"


def test_the_scroll_bar_is_there_only_while_there_is_something_to_scroll(view):
    _show(view, dialog(40))
    assert view.verticalScrollBar().isVisible()
    _show(view, dialog(2, "short"))
    assert view.verticalScrollBar().maximum() == 0
    assert not view.verticalScrollBar().isVisible()
