"""Waiting messages above the composer: what they captured, their order, their end (U128, U129)."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qodev.types.conversation import ChatMode, TurnRequest
from qodev.types.permissions import Effect
from qodev.types.profiles import Profile, ProfileFormat, ProfileScope
from qodev.ui.chat.queue_list import QueueList
from tests.fakes.permissions import start_permissions
from tests.fakes.services import NOW
from tests.ui.conftest import Live
from tests.ui.controls import faults_of_controls
from tests.ui.opened_kit import Opened, play

REVIEWER = Profile("Reviewer", "d", "i", Effect.ASK, ProfileScope.USER, ProfileFormat.CODEV, digest="old")


def turn(conversation: str, name: str, **changes: object) -> TurnRequest:
    base = TurnRequest(
        id=name,
        conversation_id=conversation,
        text=f"Do {name}.\nThen stop.",
        attachments=(),
        agent="Claude Sonnet 4.6 Chat",
        role_id=None,
        model=None,
        mode=ChatMode.CHAT,
        project=None,
        created_at=NOW,
    )
    return replace(base, **changes)  # type: ignore[arg-type]  # fields by name


class Line(Opened):
    """A window with three messages that wait."""

    async def start(self, *, paused: bool = False, **changes: object) -> None:
        await super().start()
        turns = (turn(self.here, name, **changes) for name in "abc")
        self.services.conversations.wait_in_line(self.here, *turns, paused=paused)
        await self.live.settle()

    @property
    def queue(self) -> QueueList:
        found = self.live.window.work.queue
        assert found is not None
        return found

    @property
    def ids(self) -> list[str]:
        return [row.id for row in self.queue.rows.rows]

    async def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.queue.list, key, modifier)
        await self.live.settle()


@pytest.fixture
def run(live: Callable[[], Live], qt_run: Callable[..., None]) -> Callable[..., None]:
    return lambda scenario, **start: play(qt_run, lambda: Line(live()), scenario, **start)


def test_rows_show_text_and_what_they_run_with(run: Callable[..., None]) -> None:
    async def scenario(line: Line) -> None:
        assert line.queue.head.text() == "3 messages wait"
        assert line.queue.rows.rows[0].text == "Do a. Then stop."
        assert "Claude Sonnet 4.6 Chat" in line.queue.rows.rows[0].chosen
        assert not line.queue.resume.isVisibleTo(line.queue)
        assert faults_of_controls(line.queue) == []

    run(scenario)


def test_paused_queue_says_so_and_goes_on_when_asked(run: Callable[..., None]) -> None:
    async def scenario(line: Line) -> None:
        assert line.queue.head.text() == "3 queued messages are paused since the last start."
        QTest.mouseClick(line.queue.resume, Qt.MouseButton.LeftButton)
        await line.live.settle()
        assert line.queue.head.text() == "3 messages wait"

    run(scenario, paused=True)


def test_keys_order_and_remove_and_the_toast_brings_back(run: Callable[..., None]) -> None:
    async def scenario(line: Line) -> None:
        await line.key(Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        assert line.ids == ["b", "a", "c"]
        await line.key(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        assert line.ids == ["a", "b", "c"]
        await line.key(Qt.Key.Key_Delete)
        assert line.ids == ["b", "c"]
        line.live.presenters.queue.undo("queue")
        await line.live.settle()
        assert line.ids == ["a", "b", "c"]

    run(scenario)


def test_text_of_a_waiting_message_is_edited(run: Callable[..., None]) -> None:
    async def scenario(line: Line) -> None:
        await line.key(Qt.Key.Key_F2)
        assert line.queue.field.toPlainText() == "Do a.\nThen stop."
        line.queue.field.setPlainText("Do it well.")
        QTest.mouseClick(line.queue.store, Qt.MouseButton.LeftButton)
        await line.live.settle()
        assert line.queue.rows.rows[0].text == "Do it well."

    run(scenario)


def test_text_that_is_edited_never_goes_into_another_message(run: Callable[..., None]) -> None:
    async def scenario(line: Line) -> None:
        await line.key(Qt.Key.Key_F2)
        line.queue.field.setPlainText("Do it well.")
        line.queue.list.setCurrentIndex(line.queue.rows.index(1, 0))
        QTest.mouseClick(line.queue.store, Qt.MouseButton.LeftButton)
        await line.live.settle()
        assert [row.text for row in line.queue.rows.rows][:2] == ["Do it well.", "Do b. Then stop."]
        await line.key(Qt.Key.Key_F2)
        await line.live.services.conversations.remove_queued(line.here, "b")
        await line.live.settle()
        assert not line.queue.editor.isVisibleTo(line.queue)
        assert line.queue.edit.isVisibleTo(line.queue)

    run(scenario)


def test_change_of_a_message_that_has_begun_says_that_it_was_not_made(run: Callable[..., None]) -> None:
    async def scenario(line: Line) -> None:
        line.live.presenters.queue.edit("gone", "Do it well.")
        await line.live.settle()
        assert "does not wait any more" in line.live.window.centre.chat.notice_banner.text.text()

    run(scenario)


def test_send_now_names_the_message_in_front(run: Callable[..., None]) -> None:
    async def scenario(line: Line) -> None:
        line.queue.list.setCurrentIndex(line.queue.rows.index(1, 0))
        QTest.mouseClick(line.queue.now, Qt.MouseButton.LeftButton)
        await line.live.settle()
        assert ("send_queued_now", line.here, "b") in line.live.services.conversations.calls

    run(scenario)


def test_all_is_discarded_and_brought_back(run: Callable[..., None]) -> None:
    async def scenario(line: Line) -> None:
        QTest.mouseClick(line.queue.discard, Qt.MouseButton.LeftButton)
        await line.live.settle()
        assert not line.queue.isVisibleTo(line.live.window)
        line.live.presenters.queue.undo("queue")
        await line.live.settle()
        assert line.ids == ["a", "b", "c"]

    run(scenario, paused=True)


def test_marks_say_where_the_choice_of_now_differs(run: Callable[..., None]) -> None:
    async def scenario(line: Line) -> None:
        await start_permissions(line.live.services)
        line.live.presenters.queue.follow(line.live.services.conversations.get(line.here))
        marks = line.queue.rows.rows[0].marks
        assert "picker: Build" in marks
        assert "profile deleted since" in marks
        assert "sent as Code task" in marks

    run(scenario, profile=REVIEWER, mode=ChatMode.CODE_TASK)


def test_composer_says_queue_while_an_answer_comes(run: Callable[..., None]) -> None:
    async def scenario(line: Line) -> None:
        composer = line.live.window.centre.chat.composer
        await line.live.services.conversations.send(line.here, "first")
        await line.live.settle()
        composer.input.replace_text("second")
        await line.live.settle()
        assert composer.send.text() == "Queue"
        assert composer.send.isEnabled()

    run(scenario)
