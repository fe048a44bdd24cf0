"""Languages: the choice, complete catalogues, a window in Chinese, a pseudo-language that finds what was forgotten."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

from qodev.types.events import TurnStarted
from qodev.ui.kit.dialogs import plain_key_question, quit_question
from qodev.ui.kit.languages import find_language, own_names, pseudo
from qodev.ui.main_window import MainWindow
from qodev.ui.models.lists import in_a_row
from qodev.ui.models.notices import Notice
from qodev.ui.models.words import CONVERSATION_WORDS, Activity
from qodev.ui.opening import open_anew
from qodev.ui.pages.registry import PAGES
from qodev.ui.pages.window import SettingsWindow
from tests.fakes.services import NOW, fixed_clock, make_conversation, make_message
from tests.ui.conftest import Live

_ROOT = Path(__file__).resolve().parents[2]
_PSEUDO = re.compile(r"^\[.*~\]$", re.DOTALL)
_DATA = re.compile(  # what is no text of the window: made up by the test, names, addresses, numbers
    r"alpha|beta|claude|ollama|offline|qwen|developer|reviewer|echo|tour|mine|fake keyring|what .* is for"
    r"|the service|127\.0\.0\.1|192\.168|https?:|qodev|/v1|httpie|python|\btls\b|write|answers? |a first|ctrl|http"
    r"|secret service|^none$|^system$|^Aa$|^English$|^Build ▾$|/home/(config|data)\b|llama",
    re.IGNORECASE,
)
_SAME_IN_CHINESE = re.compile(  # names and short forms that Chinese developers write in Latin letters
    r"qodev|token|Markdown|HTTPie|Python|curl|MCP|Build|Plan|PEM|TLS|JSON|Esc|Ollama|LM Studio|llama\.cpp|Claude"
    r"|OpenAI|Google|Mistral|Codev|OpenCode|SearXNG|SSH_AUTH_SOCK|Chat Completions|English|Ctrl|Enter|CA|&?ID|`[^`]*`|\(&\w\)"
)


@pytest.fixture
def speak(languages):
    yield languages.use
    languages.use("en")


@pytest.fixture
def some(services):
    services.conversations.add(
        make_conversation("a", "Alpha", last_text="alpha"),
        make_conversation("b", "Beta", updated_at=NOW - 60, last_text="beta"),
    )
    services.conversations.pages["a"] = (make_message("m1", "alpha"), make_message("m2", "beta"))
    return services


@pytest.mark.parametrize(
    ("wanted", "system", "found"),
    [
        ("system", ["zh-Hans-CN", "en"], "zh_CN"),
        ("system", ["zh-TW"], "zh_CN"),
        ("system", ["de-DE", "zh-CN"], "zh_CN"),
        ("system", ["de-DE"], "en"),
        ("system", ["en-GB", "zh-CN"], "en"),
        ("system", [], "en"),
        ("en", ["zh-CN"], "en"),
        ("zh_CN", ["en"], "zh_CN"),
        ("de", ["zh-CN"], "en"),
        ("pseudo", ["en"], "pseudo"),
    ],
)
def test_language_follows_the_setting_then_the_system(wanted, system, found):
    assert find_language(wanted, system) == found


def test_languages_are_named_in_themselves():
    assert own_names() == {"en": "English", "zh_CN": "简体中文"}


def test_catalogues_are_complete():
    command = [sys.executable, str(_ROOT / "packaging" / "translations.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, f"Run `python packaging/translations.py`.\n{done.stdout}{done.stderr}"


def test_plurals_are_whole_sentences_in_each_language(speak):
    assert [quit_question(n).text for n in (1, 2)] == ["1 turn is running.", "2 turns are running."]
    speak("zh_CN")
    assert [quit_question(n).text for n in (1, 2)] == [
        "有 1 个轮次正在运行。",
        "有 2 个轮次正在运行。",
    ]


def test_state_words_are_all_translated(speak):
    speak("zh_CN")
    words = [*(activity.value for activity in Activity), *CONVERSATION_WORDS.values()]
    assert [word.source for word in words if re.search("[A-Za-z]", word.text)] == []


def test_lists_are_parted_as_the_language_does_it(speak):
    assert in_a_row(["a", "", "b"]) == "a, b"
    speak("zh_CN")
    assert in_a_row(["a", "", "b"]) == "a、b"


def test_values_stand_where_chinese_wants_them(speak):
    speak("zh_CN")
    assert plain_key_question("example.com").text.startswith("要以未加密方式向 example.com 发送密钥吗？")


def test_numbers_and_dates_follow_the_language(speak):
    speak("zh_CN")
    assert QLocale().language() is QLocale.Language.Chinese
    speak("en")
    assert QLocale().language() is QLocale.Language.English


def test_pseudo_text_is_longer_and_keeps_what_a_program_reads():
    shown = pseudo("Remove &all of `code` in {0}")
    assert _PSEUDO.match(shown)
    assert len(shown) >= 1.3 * len("Remove &all of `code` in {0}")
    assert all(part in shown for part in ("&a", "`code`", "{0}"))


def _open_everything(live):
    window = live.window
    window.inspector.show()
    window.problems.show()
    window.centre.show_search()
    window.centre.show_first_run()
    live.presenters.first_run.choose_local()
    live.presenters.first_run.choose_key()
    live.presenters.first_run.use_try_out()  # what follows is the question about a project
    composer = window.centre.chat.composer
    assert composer.agent.popup
    assert composer.role.popup
    assert composer.model.popup
    window.run_action("palette")
    settings = SettingsWindow(window.theme, live.presenters, window)
    for spec in PAGES:
        settings.page(spec.key)


def _texts(window: QWidget) -> Iterator[tuple[str, str]]:
    """Yields (where, text) of all that a window shows or says."""
    for widget in (window, *window.findChildren(QWidget)):
        name = f"{type(widget).__name__} {widget.objectName()}"
        for text in (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.statusTip()):
            yield name, text
        yield from ((name, text) for text in _own_texts(widget))
    for action in window.findChildren(QAction):
        yield from ((action.objectName(), text) for text in (action.text(), action.toolTip(), action.statusTip()))


def _own_texts(widget: QWidget) -> list[str]:
    match widget:
        case QAbstractButton() | QLabel():
            return [widget.text()]
        case QLineEdit() | QPlainTextEdit():
            return [widget.placeholderText()]
        case QMenu() | QGroupBox():
            return [widget.title()]
        case QComboBox():
            return [widget.itemText(i) for i in range(widget.count())]
        case QTabBar():
            return [widget.tabText(i) for i in range(widget.count())]
        case _:
            return [widget.windowTitle()] if widget.isWindow() else []


def test_pseudo_language_finds_no_untranslated_text(speak, qt_run, some, theme, request):
    speak("pseudo")
    live = request.getfixturevalue("live")  # after the language: it makes the window

    async def run():
        here = live()
        here.presenters.load("a")
        _open_everything(here)
        await here.settle()
        shown = list(_texts(here.window))
        await here.stop()
        return shown

    found = {
        (where, text)
        for where, text in qt_run(run())
        if re.search("[A-Za-z]{2}", text) and "~]" not in text and not _DATA.search(text)
    }
    assert not found, "\n".join(f"{where}: {text!r}" for where, text in sorted(found))


def test_window_in_chinese_shows_no_english(speak, qt_run, some, theme, request):
    speak("zh_CN")
    live = request.getfixturevalue("live")

    async def run():
        here = live()
        here.presenters.load("a")
        _open_everything(here)
        await here.settle()
        shown = list(_texts(here.window))
        await here.stop()
        return shown

    found = {
        (where, text)
        for where, text in qt_run(run())
        if re.search("[A-Za-z]{2}", _SAME_IN_CHINESE.sub("", text)) and not _DATA.search(text)
    }
    assert not found, "\n".join(f"{where}: {text!r}" for where, text in sorted(found))


@pytest.mark.parametrize("language", ["pseudo", "zh_CN"])
def test_nothing_is_cut_at_the_least_size(speak, qt_run, some, theme, request, language):
    speak(language)
    live = request.getfixturevalue("live")

    async def run():
        here = live()
        here.presenters.load("a")
        here.window.resize(here.window.minimumSize())
        await here.settle()
        cut = [
            f"{widget.objectName()}: {widget.text()!r} needs {widget.minimumSizeHint().width()}, has {widget.width()}"
            for kind in (QAbstractButton, QLabel)
            for widget in here.window.findChildren(kind)
            if widget.isVisible() and widget.text() and widget.width() < widget.minimumSizeHint().width()
        ]
        size = here.window.size()
        await here.stop()
        return cut, (size.width(), size.height())

    assert qt_run(run()) == ([], (960, 620))


def test_another_language_makes_the_window_anew_and_keeps_what_it_held(speak, qt_run, theme, some, qapp):
    first = MainWindow(theme, clock=fixed_clock)
    first.show()
    first.finish()

    async def run():
        here = Live(first, some)
        here.presenters.setParent(qapp)  # as the program has them: they outlive the window
        here.bridge.setParent(qapp)
        here.presenters.load("a")
        await here.settle()
        here.window.centre.chat.composer.input.setPlainText("half a thought")
        here.window.inspector.show()
        here.window.settings.open("general")
        await here.settle()
        speak("zh_CN")
        fresh = here.window = open_anew(here.window, here.presenters)
        fresh.blockSignals(True)  # nobody is there to decide about quitting
        QCoreApplication.sendPostedEvents(first, QEvent.Type.DeferredDelete)
        await here.settle()
        chat = fresh.centre.chat
        assert chat.composer.input.toPlainText() == "half a thought"
        assert chat.header.title.text() == "Alpha"
        assert chat.composer.send.text() == "发送"
        assert fresh.sidebar.new.text() == "新建对话"
        assert fresh.inspector.is_shown
        assert (fresh.settings.is_shown, fresh.settings.page) == (True, "general")
        assert fresh.settings.window.windowTitle() == "设置"
        fresh.settings.window.close()
        assert fresh.action_set["quit"].text() == "退出"
        some.bus.emit(TurnStarted(conversation_id="a", turn_id="t", agent="x", model="y", agents_revision=1))
        await here.settle()
        assert chat.header.state.text() == "正在启动"
        fresh.show_notice(Notice("alpha", "beta"))
        assert chat.notice_banner.text.text() == "alphabeta"
        await here.stop()
        here.bridge.deleteLater()
        here.presenters.deleteLater()
        fresh.close()
        fresh.deleteLater()

    qt_run(run())
