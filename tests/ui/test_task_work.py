"""The checklist and background commands of a Code task above the composer (P190, P191, S187)."""

import pytest
from PySide6.QtWidgets import QLabel

from qodev.types.work import BackgroundCommand, BackgroundState, ChecklistItem, ItemStatus
from qodev.types.work_events import BackgroundChanged, ChecklistChanged
from qodev.ui.chat.work_strip import WorkStrip
from qodev.ui.models.work_state import work_state
from qodev.ui.presenters.task_work import TaskWorkPresenter
from tests.ui.controls import faults_of_controls

_ITEMS = (
    ChecklistItem("Read the test", ItemStatus.COMPLETED),
    ChecklistItem("Freeze the \u202eclock", ItemStatus.IN_PROGRESS),
    ChecklistItem("Run it", ItemStatus.PENDING),
)


def _command(state=BackgroundState.RUNNING, **fields):
    values = {"id": "bg1", "conversation_id": "c1", "command": "npm run dev", "state": state, "started_at": 1.0}
    return BackgroundCommand(**(values | fields))


@pytest.fixture
def strip(theme, qtbot):
    made = WorkStrip(theme)
    qtbot.addWidget(made)
    return made


def test_lines_say_how_far_it_is(qapp):
    state = work_state(_ITEMS, (_command(), _command(BackgroundState.ENDED, id="bg2", note="It ended.")))
    assert state.items_line == "1 of 3 done · Freeze the ⟦U+202E⟧clock"
    assert state.commands_line == "1 command in the background"
    assert [row.stop_reason for row in state.commands] == ["", "It has ended."]
    assert work_state((), (_command(BackgroundState.ENDED),)).commands_line.startswith("No command runs")


def test_what_a_command_left_running_can_be_stopped(qapp):
    state = work_state((), (_command(BackgroundState.ENDED, has_left=True, note="Still running: 12."),))
    assert not state.commands[0].stop_reason
    assert state.commands_line == "1 command in the background"


def test_only_the_end_of_an_output_is_shown(qapp):
    tail = "".join(f"line {i}\n" for i in range(40)) + "\u200bend\n"
    (row,) = work_state((), (_command(tail=tail),)).commands
    assert row.tail.split("\n")[-1] == "⟦U+200B⟧end"
    assert len(row.tail.split("\n")) == 6


def test_the_strip_hides_what_there_is_not(strip):
    strip.show_state(work_state((), ()))
    assert strip.isHidden()
    strip.show_state(work_state(_ITEMS, ()))
    assert not strip.isHidden()
    assert strip.background.isHidden()
    assert not strip.checklist.is_open
    strip.checklist.toggle.click()
    assert strip.checklist.is_open
    assert "Run it" in [label.text() for label in strip.checklist.findChildren(QLabel)]


def test_rows_of_commands_stay_while_their_output_grows(strip, qtbot):
    strip.show_state(work_state((), (_command(tail="one\n"),)))
    row = strip.findChild(object, "background.row:bg1")
    strip.show_state(work_state((), (_command(tail="one\ntwo\n"),)))
    assert strip.findChild(object, "background.row:bg1") is row
    assert row.tail.text() == "one\ntwo"
    with qtbot.waitSignal(strip.stop_requested) as asked:
        row.stop.click()
    assert asked.args == ["bg1"]
    strip.show_state(work_state((), (_command(BackgroundState.STOPPING),)))
    assert not row.stop.isEnabled()
    assert row.stop.toolTip() == "It is stopping."
    strip.show_state(work_state((), (_command(BackgroundState.ENDED),)))
    assert faults_of_controls(row) == []


async def test_the_presenter_follows_the_conversation_in_view(services):
    services.storage.checklists.kept["c1"] = _ITEMS
    presenter = TaskWorkPresenter(services)
    presenter.follow("c1")
    await presenter.wait()
    assert presenter.state.items_line.startswith("1 of 3 done")
    other = ChecklistChanged(conversation_id="c2", items=_ITEMS[:1])
    own = ChecklistChanged(conversation_id="c1", items=_ITEMS[:1])
    presenter.take((other,))
    assert presenter.state.items_line.startswith("1 of 3 done")
    services.code_tasks.background.listed["c1"] = [_command()]
    presenter.take((own, BackgroundChanged(conversation_id="c1", command=_command())))
    assert presenter.state.items_line == "1 of 1 done"
    assert presenter.state.commands_line == "1 command in the background"
    presenter.stop_command("bg1")
    await presenter.wait()
    assert services.code_tasks.background.stopped == [("c1", "bg1")]
    presenter.follow("c2")
    await presenter.wait()
    assert presenter.state.items_line == ""
    await presenter.stop()
