"""Hostile text in the transcript: nothing is laid out whole, nothing holds the event loop (S186, U1)."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qodev.ui.chat.markdown import MarkdownReader
from qodev.ui.chat.transcript_view import TranscriptView
from qodev.ui.models.transcript import TranscriptModel
from tests.ui.stall import stall_watch  # noqa: F401
from tests.ui.transcript_samples import answer, begun, page, queued, started, text_delta, user


@pytest.fixture
def view(theme, qtbot):
    MarkdownReader()  # the program imports the parser in a worker before it is needed
    made = TranscriptView(TranscriptModel(), theme)
    qtbot.addWidget(made)
    made.resize(760, 600)
    made.show()
    QApplication.processEvents()
    return made


@pytest.mark.parametrize(
    "text",
    [
        "x" * 990_000,
        "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 50_000,
        "- " * 100_000,
        "e" + "\u0301" * 10_000,
        "```\n" + "line of code\n" * 20_000,
        "> " * 3000 + "x",
        "[" * 50_000,
    ],
)
def test_hostile_text_does_not_stall_while_it_streams(view, stall_watch, text):  # noqa: F811
    view.model.show_page("c", page([]))
    view.model.apply([queued(user(99)), started("t99"), begun("t99"), text_delta("t99", "start\n\n")])
    QTest.qWait(30)
    stall_watch.start()
    for start in range(0, min(len(text), 60_000), 6000):
        view.model.apply([text_delta("t99", text[start : start + 6000])])
        QTest.qWait(12)


def test_a_megabyte_of_text_opens_without_a_stall(view, stall_watch):  # noqa: F811
    QTest.qWait(30)
    stall_watch.start()
    view.model.show_page("c", page([answer(1, "word " * 300_000)]))
    QTest.qWait(40)
