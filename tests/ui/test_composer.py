"""The message field and its row: keys, input methods, pickers (U92 to U101)."""

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qodev.ui.chat.composer import Composer
from qodev.ui.chat.composer_input import ComposerInput
from qodev.ui.models.chat_state import ChatState, Chip, Choice, ModelChoice

STATE = ChatState(
    conversation_id="c",
    agents=(Choice(None, "Auto", "now A"), Choice("A", "A", "model-a · file · bundled"), Choice("B", "B", "model-b")),
    roles=(Choice("", "No role"), Choice(None, "Developer (default)"), Choice("reviewer", "Reviewer")),
    model=ModelChoice("A", "model-a", "model-a"),
    send_reason="",
    is_ready=True,
)


@pytest.fixture
def field(qtbot, theme):
    made = ComposerInput(theme)
    qtbot.addWidget(made)
    made.show()
    made.sends = []
    made.send_requested.connect(lambda: made.sends.append(1))
    return made


@pytest.fixture
def composer(qtbot, theme):
    made = Composer(theme)
    qtbot.addWidget(made)
    made.resize(900, 120)
    made.show()
    made.show_state(STATE)
    return made


def test_enter_sends_and_shift_enter_breaks_the_line(field):
    QTest.keyClicks(field, "one")
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(field, "two")
    assert field.toPlainText() == "one\ntwo"
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert len(field.sends) == 1
    assert field.toPlainText() == "one\ntwo"


def test_keypad_enter_sends(field):
    QTest.keyClick(field, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert len(field.sends) == 1


def test_by_setting_enter_breaks_and_ctrl_enter_sends(field):
    field.set_send_key("ctrl_enter")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.toPlainText() == "\n"
    assert not field.sends
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(field.sends) == 1


def test_enter_while_composing_neither_sends_nor_breaks(field):
    QApplication.sendEvent(field, QInputMethodEvent("にほ", []))
    assert field.is_composing
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert not field.sends
    assert field.toPlainText() == ""


def test_escape_while_composing_only_ends_it(field):
    escapes = []
    field.escape_pressed.connect(lambda: escapes.append(1))
    QApplication.sendEvent(field, QInputMethodEvent("にほ", []))
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not escapes
    assert not field.is_composing
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert escapes == [1]


def test_committed_text_of_an_input_method_stays(field):
    event = QInputMethodEvent()
    event.setCommitString("日本")
    QApplication.sendEvent(field, event)
    assert field.toPlainText() == "日本"
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert len(field.sends) == 1


def _pasted(field, text="", paths=()):
    mime = QMimeData()
    if text:
        mime.setText(text)
    if paths:
        mime.setUrls([QUrl.fromLocalFile(path) for path in paths])
    field.insertFromMimeData(mime)


def test_long_paste_becomes_an_attachment_and_short_one_text(field):
    long = []
    field.long_text_pasted.connect(long.append)
    _pasted(field, "x" * 5000)
    assert len(field.toPlainText()) == 5000
    _pasted(field, "y" * 5001)
    assert long == ["y" * 5001]
    assert "y" not in field.toPlainText()


def test_rich_text_is_pasted_as_words(field):
    mime = QMimeData()
    mime.setHtml("<b>bold</b>")
    mime.setText("bold")
    field.insertFromMimeData(mime)
    assert field.toPlainText() == "bold"


def test_dropped_files_are_told(field, tmp_path):
    dropped = []
    field.files_dropped.connect(dropped.append)
    _pasted(field, paths=[str(tmp_path / "a.py")])
    assert dropped == [(str(tmp_path / "a.py"),)]


def test_field_grows_with_its_lines(field):
    one = field.minimumHeight()
    field.setPlainText("a\nb\nc")
    assert field.minimumHeight() > one
    field.setPlainText("\n" * 40)
    most = field.minimumHeight()
    field.setPlainText("\n" * 80)
    assert field.minimumHeight() == most


def test_send_is_disabled_with_its_reason(composer):
    from dataclasses import replace

    assert composer.send.isEnabled()
    composer.show_state(replace(STATE, send_reason="Type a message."))
    assert not composer.send.isEnabled()
    assert composer.send.toolTip() == "Type a message."
    assert composer.send.accessibleDescription() == "Type a message."


def test_stop_is_there_while_running_and_says_stopping(composer):
    from dataclasses import replace

    assert composer.stop.isHidden()
    composer.show_state(replace(STATE, is_running=True))
    assert not composer.stop.isHidden()
    composer.show_state(replace(STATE, is_running=True, is_stopping=True))
    assert composer.stop.text() == "Stopping"
    assert not composer.stop.isEnabled()


def test_narrow_composer_moves_pickers_into_the_overflow(composer, qtbot):
    assert composer.overflow.isHidden()
    composer.resize(330, 120)
    qtbot.waitUntil(lambda: not composer.overflow.isHidden())
    assert composer.role.isHidden() or composer.model.isHidden()
    composer.resize(900, 120)
    qtbot.waitUntil(composer.overflow.isHidden)
    assert not composer.role.isHidden()


def test_role_picker_shows_no_role_first_and_tells_none_for_the_default(composer, qtbot):
    composer.role.open_popup()
    popup = composer.role.popup
    texts = [popup.list.model().index(row, 0).data().strip() for row in range(3)]
    assert texts[0] == "No role"
    with qtbot.waitSignal(composer.role_chosen) as told:
        QTest.keyClick(popup.list, Qt.Key.Key_Home)
        popup._accept()
    assert told.args == [""]
    composer.role.open_popup()
    popup.list.setCurrentIndex(popup.list.model().index(1, 0))
    with qtbot.waitSignal(composer.role_chosen) as told:
        popup._accept()
    assert told.args == [None]


def test_missing_agent_stays_visible(composer):
    from dataclasses import replace

    gone = Choice("Gone", "Gone", "(missing)", problem="The agent `Gone` is missing. Choose another.")
    composer.show_state(replace(STATE, agents=(*STATE.agents, gone), agent="Gone"))
    assert "Gone (missing)" in composer.agent.text()


def test_agent_filter_narrows_the_list(composer, qtbot):
    from dataclasses import replace

    many = tuple(Choice(f"Agent {n}", f"Agent {n}", "m · file") for n in range(20))
    composer.show_state(replace(STATE, agents=many, agent="Agent 3"))
    composer.agent.open_popup()
    QTest.keyClicks(composer.agent.popup.filter, "17")
    assert composer.agent.popup.list.model().rowCount() == 1
    with qtbot.waitSignal(composer.agent_chosen) as told:
        QTest.keyClick(composer.agent.popup.filter, Qt.Key.Key_Return)
    assert told.args == ["Agent 17"]


def test_model_popup_shows_file_value_and_reset_only_when_overridden(composer, qtbot):
    from dataclasses import replace

    popup = composer.model.popup
    popup.show_choice(STATE.model)
    assert popup.reset.isHidden()
    overridden = ModelChoice("A", "other", "model-a", True, ("model-a", "model-b"), "2 models")
    composer.show_state(replace(STATE, model=overridden))
    assert "other · override" in composer.model.text()
    assert popup.from_file.text() == "File says: model-a"
    assert not popup.reset.isHidden()
    assert "is not among them" in popup.note.text()
    with qtbot.waitSignal(composer.model_chosen) as told:
        popup.reset.click()
    assert told.args == [""]


def test_model_popup_typed_name_is_taken(composer, qtbot):
    composer.model.open_popup()
    popup = composer.model.popup
    popup.combo.setEditText("my-own:7b")
    with qtbot.waitSignal(composer.model_chosen) as told:
        QTest.keyClick(popup.line, Qt.Key.Key_Return)
    assert told.args == ["my-own:7b"]


def test_chip_is_removed_by_its_button(composer, qtbot):
    from dataclasses import replace

    composer.show_state(replace(STATE, chips=(Chip("a.py", "1 kB"), Chip("PNG", "2 kB", True))))
    button = composer.findChild(type(composer.attach).__mro__[1], "composer.chips:1")
    with qtbot.waitSignal(composer.chip_removed) as told:
        button.click()
    assert told.args == [1]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("/new", "new"),
        ("/foo bar", "foo"),
        ("/etc/hosts is gone", None),
        ("no /new", None),
        ("/", None),
        ("/A-b c", "A-b"),
    ],
)
def test_typed_command_is_told_from_a_message(text, name):
    from qodev.ui.chat.slash import typed_command

    assert typed_command(text) == name
