import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qodev.types.messages import TextBlock, ThinkingBlock
from qodev.ui.chat.find import FindBar
from qodev.ui.chat.finding import OlderHit
from qodev.ui.chat.transcript_view import TranscriptView
from qodev.ui.models.transcript import TranscriptModel
from tests.ui.transcript_samples import answer, dialog, page, user


@pytest.fixture
def bar(theme, qtbot):
    view = TranscriptView(TranscriptModel(), theme)
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    made = FindBar(view, theme, view)
    made.view = view
    return made


def _look(bar, text, qtbot, expected):
    bar.open_bar(text)
    qtbot.waitUntil(lambda: bar.count.text() == expected, timeout=3000)


def test_hits_are_counted_and_walked(bar, qtbot):
    bar.view.model.show_page("c", page(dialog(60)))
    _look(bar, "question", qtbot, "0 of 30")
    bar.find_next()
    bar.find_next()
    assert bar.count.text() != "0 of 30"
    bar.find_previous()
    assert bar.count.text().endswith(" of 30")


def test_the_next_hit_comes_into_view(bar, qtbot):
    bar.view.model.show_page("c", page([user(1, "needle"), *dialog(80)]))
    _look(bar, "needle", qtbot, "0 of 1")
    bar.find_next()
    assert bar.count.text() == "1 of 1"
    assert 0 <= bar.view.card("card.user:u1").rect.top() <= 500


def test_a_hit_in_collapsed_thinking_opens_it(bar, qtbot):
    bar.view.model.show_page("c", page([answer(1, blocks=(ThinkingBlock("a needle here"), TextBlock("so")))]))
    _look(bar, "needle", qtbot, "0 of 1")
    bar.find_next()
    assert bar.view.stack.card(0).is_open


@pytest.mark.parametrize(
    ("switch", "text", "expected"),
    [("case", "Word", "0 of 1"), ("word", "word", "0 of 2"), ("regex", r"w.rds?\b", "0 of 3")],
)
def test_switches_narrow_what_is_found(bar, qtbot, switch, text, expected):
    bar.view.model.show_page("c", page([user(1, "Word word words")]))
    getattr(bar, switch).setChecked(True)
    _look(bar, text, qtbot, expected)


def test_a_wrong_pattern_is_said_inline(bar, qtbot):
    bar.view.model.show_page("c", page([user(1)]))
    bar.regex.setChecked(True)
    bar.open_bar("(")
    qtbot.waitUntil(lambda: bar.count.text().startswith("Not a pattern: "), timeout=3000)


def test_hits_in_messages_not_loaded_count_and_are_loaded_on_the_way(bar, qtbot):
    messages = [user(900, "needle"), *dialog(60)]
    bar.view.model.show_page("c", page(messages[31:], 31))
    asked, loads = [], []
    bar.older_search_requested.connect(asked.append)
    bar.load_requested.connect(loads.append)
    bar.open_bar("needle")
    qtbot.waitUntil(lambda: bool(asked), timeout=3000)
    bar.set_older_hits([OlderHit("u900", 0, 1)])
    qtbot.waitUntil(lambda: bar.count.text() == "0 of 1", timeout=3000)
    bar.find_previous()
    assert loads == [0]
    bar.view.model.prepend_page(page(messages[:31], 0))
    qtbot.waitUntil(lambda: bar.count.text() == "1 of 1", timeout=3000)
    assert bar.view.card("user:u900").rect.top() >= 0


def test_escape_closes_and_gives_the_keyboard_back(bar, qtbot):
    bar.view.model.show_page("c", page([user(1)]))
    bar.open_bar("x")
    with qtbot.waitSignal(bar.closed):
        QTest.keyClick(bar.input, Qt.Key.Key_Escape)
    QApplication.processEvents()
    assert bar.isHidden()
