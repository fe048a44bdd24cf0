"""The list of conversations: model, groups, filter, row keys (U12 to U16)."""

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from qodev.types.conversation import ConversationState
from qodev.ui.chat.conversations import Sidebar
from qodev.ui.models.sidebar import SidebarModel, SidebarRole, SidebarRow, SidebarState, relative_time
from qodev.ui.models.words import CONVERSATION_WORDS, Activity
from qodev.ui.presenters.conversations import ConversationsPresenter, folded, group_of
from tests.fakes.services import NOW, fixed_clock, make_conversation


def _rows(*names: str) -> list[SidebarRow]:
    return [SidebarRow("" if name.isupper() else name, name) for name in names]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("TODAY", "a", "b"), ("TODAY", "b", "a")),
        (("TODAY", "a", "b"), ("RUNNING", "b", "TODAY", "a")),
        (("TODAY", "a", "b", "OLDER", "c"), ("OLDER", "c")),
        ((), ("TODAY", "a")),
        (("TODAY", "a"), ()),
    ],
)
def test_model_changes_are_told_as_they_are(qapp, before, after):
    model = SidebarModel()
    model.set_rows(_rows(*before))
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_rows(_rows(*after))
    assert [model.row_at(i).title for i in range(model.rowCount())] == list(after)
    assert tester.model() is model


def test_model_moved_row_keeps_its_selection(qtbot, theme):
    sidebar = Sidebar(theme, clock=fixed_clock)
    qtbot.addWidget(sidebar)
    sidebar.show_state(SidebarState(tuple(_rows("TODAY", "a", "b", "c")), "b"))
    sidebar.show_state(SidebarState(tuple(_rows("RUNNING", "b", "TODAY", "a", "c")), "b"))
    assert sidebar.list.current_id == "b"
    assert sidebar.list.selectionModel().selectedIndexes()[0].data(SidebarRole.ID) == "b"


def test_every_state_has_one_word_and_icon():
    assert set(CONVERSATION_WORDS) == set(ConversationState)
    words = [*CONVERSATION_WORDS.values(), *(activity.value for activity in Activity)]
    assert all(word.text and word.icon and word.role for word in words)
    from qodev.base.assets import icon_path

    for word in words:
        assert icon_path(f"ui/{word.icon}.svg").is_file()


@pytest.mark.parametrize(
    ("changes", "activity", "group"),
    [
        ({"state": ConversationState.FAILED, "unseen": True}, None, "Needs you"),
        ({"state": ConversationState.FAILED}, None, "Today"),
        ({"state": ConversationState.INTERRUPTED}, None, "Needs you"),
        ({"state": ConversationState.DONE}, Activity.ANSWERING, "Running"),
        ({"state": ConversationState.RUNNING}, None, "Running"),
        ({"state": ConversationState.DONE, "updated_at": NOW - 5 * 86400}, None, "Older"),
    ],
)
def test_group_of_conversation(changes, activity, group):
    from datetime import datetime

    today = datetime.fromtimestamp(NOW).astimezone().date()
    day = QDate(today.year, today.month, today.day)
    assert group_of(make_conversation("c", **changes), activity, day) == group


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "now"), (59, "now"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (86399, "23 h")]
)
def test_relative_time_is_short(seconds, text):
    assert relative_time(NOW - seconds, NOW) == text


def test_folded_drops_case_and_accents():
    assert folded("Éclair Ünit") == "eclair unit"


@pytest.fixture
def presenter(qapp, services):
    from qodev.ui.presenters.activity import ActivityLog

    services.conversations.add(
        make_conversation("a", "Fix the ledger", last_text="x"),
        make_conversation("b", "Café menu", updated_at=NOW - 10, last_text="x", pinned=True),
        make_conversation("c", "Kept", archived=True, last_text="x"),
    )
    made = ConversationsPresenter(services, ActivityLog(), clock=fixed_clock)
    services.bus.subscribe(lambda event: made.take((event,)))
    made.load()
    return made


def _shown(presenter):
    return [row.id for row in presenter.state.rows if row.id]


def test_list_pinned_come_first_and_archived_are_apart(presenter):
    assert _shown(presenter) == ["b", "a"]
    presenter.show_archived(True)
    assert _shown(presenter) == ["c"]


def test_filter_finds_all_words_in_any_order_without_accents(presenter):
    presenter.set_filter("MENU cafe")
    assert _shown(presenter) == ["b"]
    presenter.set_filter("ledger menu")
    assert _shown(presenter) == []
    assert presenter.state.empty_text == "Nothing matches `ledger menu`."
    presenter.set_filter("")
    assert _shown(presenter) == ["b", "a"]


def test_filter_key_asks_no_service(presenter, services):
    calls = len(services.conversations.calls)
    for text in ("l", "le", "led"):
        presenter.set_filter(text)
    assert len(services.conversations.calls) == calls


def test_delete_is_undone_by_the_toast(presenter, services, qt_run):
    toasts = []
    presenter.toast_raised.connect(toasts.append)

    async def run():
        presenter.select("a")
        presenter.delete("a")
        await presenter.wait()
        assert _shown(presenter) == ["b"]
        assert presenter.state.selected == ""
        presenter.undo(toasts[0].undo)
        await presenter.wait()

    qt_run(run())
    assert sorted(_shown(presenter)) == ["a", "b"]
    assert presenter.state.selected == "a"


def test_archive_while_running_is_refused_with_the_reason(presenter, qt_run):
    notices = []
    presenter.notice_raised.connect(notices.append)
    from qodev.types.events import TurnStarted

    presenter.take((TurnStarted(conversation_id="a", turn_id="t", agent="x", agents_revision=1, model="m"),))
    presenter.archive("a", True)
    presenter.delete("a")
    assert [n.hint for n in notices] == ["It is running. Stop it first."] * 2


def test_open_conversation_is_marked_seen(presenter, services, qt_run):
    async def run():
        presenter.select("a")
        from dataclasses import replace

        from qodev.types.events import ConversationChanged

        unseen = replace(services.conversations.get("a"), unseen=True)
        services.conversations.add(unseen)
        services.bus.emit(ConversationChanged(conversation=unseen))
        await presenter.wait()

    qt_run(run())
    assert not services.conversations.get("a").unseen


def test_create_uses_an_empty_conversation_again(presenter, services, qt_run):
    async def run():
        presenter.create()
        await presenter.wait()
        first = presenter.state.selected
        presenter.select("a")
        presenter.create()
        await presenter.wait()
        assert presenter.state.selected == first

    qt_run(run())
    assert [call[0] for call in services.conversations.calls].count("create") == 1


@pytest.mark.parametrize(
    ("key", "signal"),
    [
        (Qt.Key.Key_Return, "open_requested"),
        (Qt.Key.Key_F2, "rename_requested"),
        (Qt.Key.Key_Delete, "delete_requested"),
    ],
)
def test_row_keys_are_told(qtbot, theme, key, signal):
    sidebar = Sidebar(theme, clock=fixed_clock)
    qtbot.addWidget(sidebar)
    sidebar.show_state(SidebarState(tuple(_rows("TODAY", "a", "b")), "a"))
    with qtbot.waitSignal(getattr(sidebar.list, signal)) as told:
        QTest.keyClick(sidebar.list, key)
    assert told.args == ["a"]


def test_headings_cannot_be_selected(qtbot, theme):
    sidebar = Sidebar(theme, clock=fixed_clock)
    qtbot.addWidget(sidebar)
    sidebar.show_state(SidebarState(tuple(_rows("TODAY", "a", "OLDER", "b")), "a"))
    QTest.keyClick(sidebar.list, Qt.Key.Key_Down)
    assert sidebar.list.current_id == "b"


def test_search_escape_clears_the_filter(qtbot, theme):
    sidebar = Sidebar(theme, clock=fixed_clock)
    qtbot.addWidget(sidebar)
    QTest.keyClicks(sidebar.search, "foo")
    assert not sidebar.clear.isHidden()
    QTest.keyClick(sidebar.search, Qt.Key.Key_Escape)
    assert sidebar.search.text() == ""
