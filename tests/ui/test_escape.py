"""Escape stops a running turn from every pane (U97)."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListView, QWidget

from tests.fakes.services import FakeServices, make_conversation
from tests.ui.conftest import Live, QtRun


@pytest.mark.parametrize("pane", ["sidebar.list", "sidebar.new", "composer.input"])
def test_second_escape_stops_the_turn(
    live: Callable[[], Live], services: FakeServices, qt_run: QtRun[None], pane: str
) -> None:
    services.conversations.add(make_conversation("a", "First"))

    async def scenario() -> None:
        here = live()
        here.presenters.load("a")
        await here.settle()
        await services.conversations.send("a", "go")
        await here.settle()
        focused = here.window.findChild(QListView if pane == "sidebar.list" else QWidget, pane)
        assert focused is not None
        focused.setFocus()
        QTest.keyClick(focused, Qt.Key.Key_Escape)
        assert ("stop_turn", "a") not in services.conversations.calls
        assert here.window.messages.toast.text.text() == "Press Escape again to stop."
        QTest.keyClick(focused, Qt.Key.Key_Escape)
        await here.settle()
        assert ("stop_turn", "a") in services.conversations.calls
        await here.stop()

    qt_run(scenario())


def test_escape_that_clears_the_search_stops_nothing(
    live: Callable[[], Live], services: FakeServices, qt_run: QtRun[None]
) -> None:
    services.conversations.add(make_conversation("a", "First"))

    async def scenario() -> None:
        here = live()
        here.presenters.load("a")
        await here.settle()
        await services.conversations.send("a", "go")
        await here.settle()
        search = here.window.findChild(QLineEdit, "sidebar.search")
        assert search is not None
        QTest.keyClicks(search, "x")
        QTest.keyClick(search, Qt.Key.Key_Escape)
        assert search.text() == ""
        assert not here.window.messages.toast.isVisible()
        await here.stop()

    qt_run(scenario())
