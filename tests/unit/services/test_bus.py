"""The event bus numbers, waits and delivers."""

from qodev.services.bus import EventBus
from qodev.types.events import AnyEvent, CoreFault, NoticeRaised


def _notice(conversation: str) -> NoticeRaised:
    return NoticeRaised(conversation_id=conversation, turn_id="t", text="x")


def test_events_wait_for_the_first_listener_in_order() -> None:
    bus, got = EventBus(lambda: 5.0), list[AnyEvent]()
    bus.emit(_notice("a"))
    bus.emit(_notice("a"))
    bus.subscribe(got.append)
    assert [(e.seq, e.at) for e in got] == [(1, 5.0), (2, 5.0)]


def test_each_conversation_has_numbers_of_its_own() -> None:
    bus, got = EventBus(lambda: 0.0), list[AnyEvent]()
    bus.subscribe(got.append)
    for event in (_notice("a"), _notice("b"), _notice("a"), CoreFault(text="x", traceback="")):
        bus.emit(event)
    assert [e.seq for e in got] == [1, 1, 2, 1]


def test_removed_listener_hears_nothing_more() -> None:
    bus, got = EventBus(lambda: 0.0), list[AnyEvent]()
    remove = bus.subscribe(got.append)
    remove()
    remove()
    bus.emit(_notice("a"))
    assert got == []


def test_waiting_events_are_bounded() -> None:
    bus, got = EventBus(lambda: 0.0), list[AnyEvent]()
    for _ in range(1500):
        bus.emit(_notice("a"))
    bus.subscribe(got.append)
    assert len(got) == 1000
    assert got[-1].seq == 1500
