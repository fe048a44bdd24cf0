"""Events become batches: joined, in order, one a frame (F28)."""

from qodev.types.conversation import ConversationState
from qodev.types.events import BlockKind, BlockStarted, ConversationChanged, TextDelta
from qodev.ui.bridge import EventBridge
from tests.fakes.services import make_conversation

IDS = {"conversation_id": "c", "turn_id": "t"}


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def _collect(bridge: EventBridge) -> list[tuple]:
    batches: list[tuple] = []
    bridge.batch_ready.connect(batches.append)
    return batches


def test_bridge_deltas_of_one_block_are_joined(qtbot):
    bridge = EventBridge()
    batches = _collect(bridge)
    with qtbot.waitSignal(bridge.batch_ready):
        for text in ("Hel", "lo", " you"):
            bridge.take(TextDelta(**IDS, index=0, text=text))
    assert [event.text for event in batches[0]] == ["Hello you"]


def test_bridge_order_of_other_events_is_kept(qtbot):
    bridge = EventBridge()
    batches = _collect(bridge)
    changed = ConversationChanged(conversation=make_conversation("c", state=ConversationState.DONE))
    events = [
        BlockStarted(**IDS, index=0, kind=BlockKind.TEXT),
        TextDelta(**IDS, index=0, text="a"),
        changed,
        TextDelta(**IDS, index=0, text="b"),
        TextDelta(**IDS, index=1, text="c"),
    ]
    with qtbot.waitSignal(bridge.batch_ready):
        for event in events:
            bridge.take(event)
    assert list(batches[0]) == events


def test_bridge_no_timer_runs_while_nothing_comes(qtbot):
    bridge = EventBridge()
    with qtbot.waitSignal(bridge.batch_ready):
        bridge.take(TextDelta(**IDS, index=0, text="a"))
    assert not bridge._timer.isActive()


def test_bridge_interval_follows_who_looks(qtbot):
    clock = Clock()
    bridge = EventBridge(clock=clock)
    assert bridge.interval_ms == 33
    bridge.set_window_state(visible=False, active=False)
    assert bridge.interval_ms == 250
    bridge.set_window_state(visible=True, active=True)
    with qtbot.waitSignal(bridge.batch_ready):
        bridge.take(TextDelta(**IDS, index=0, text="a"))
    assert bridge.interval_ms == 16
    bridge.set_window_state(visible=True, active=False)
    assert bridge.interval_ms == 33
