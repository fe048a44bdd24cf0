"""Events are facts: their names are past tense, but for the deltas and the fault (architecture.md, section 4)."""

import typing

from qodev.types import event_base, events, work_events

_PAST = ("ed", "Built", "Lost", "Rewound")
_NOUNS = ("TextDelta", "ThinkingDelta", "ToolInputDelta", "CoreFault")


def test_event_names_are_past_tense() -> None:
    names = [kind.__name__ for kind in typing.get_args(events.AnyEvent)]
    assert [n for n in names if not n.endswith(_PAST) and n not in _NOUNS] == []


def test_every_event_class_is_in_the_union() -> None:
    bases = {event_base.Event, event_base.TurnEvent}
    named = {**vars(events), **vars(work_events)}
    made = {k for k in named.values() if isinstance(k, type) and issubclass(k, event_base.Event)} - bases
    assert made == set(typing.get_args(events.AnyEvent))
